//! What makes work with the viewer pleasant: lists that tell and lead on, forms that forget nothing, files.

use crate::viewer::{PAGES, blocks, value, viewer, viewer_of};

/// A text of HTML as it is read.
fn read(html: &str) -> String {
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_tells_how_many_and_what_was_searched_for() {
    let Some(viewer) = viewer().await else { return };
    assert!(viewer.view("/pages").await.contains(">12 pages<"));
    let found = viewer.view("/pages?search=PAGE+1").await;
    assert!(found.contains(">4 pages<") && found.contains("<mark>Page 1</mark>2"), "{found}");
    viewer.job("/extract", &[]).await;
    // Of a long text the list has the part that was searched for.
    let found = viewer.view("/pages?search=paragraph+4+of+page+3").await;
    assert!(found.contains(">1 page<") && found.contains("<mark>Paragraph 4 of page 3</mark>"), "{found}");
    let text = viewer.view("/page?list=search%3Dharbour&key=3&view=text").await;
    assert!(text.contains("of the <mark>harbour</mark>"), "{text}");
    let none = viewer.view("/pages?search=it%27s+nowhere").await;
    assert!(none.contains("No page fits") && none.contains("<a href=\"/pages\">Clear the filters</a>"), "{none}");
    // What a browser sends of a form has its empty fields too.
    let sent = viewer.get("/pages?search=a&state=&marked=&type=&after=3").await;
    assert_eq!((sent.status, sent.location()), (303, "/pages?search=a&after=3"));
    assert_eq!(viewer.get("/pages?search=&state=").await.location().to_owned(), "/pages");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_pages_are_counted_up_to_a_bound() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, title text, html text); \
               INSERT INTO pages SELECT n, 'Title', '<p>x' FROM generate_series(1, 1500) AS n;";
    let Some(viewer) = viewer_of(sql, "pages", |_| {}).await else {
        return;
    };
    assert!(viewer.view("/pages").await.contains(">1\u{202f}500 pages<"));
    for (query, says) in [
        ("search=title", ">at least 1\u{202f}000 pages<"),
        ("state=pending&after=20", ">at least 1\u{202f}000 pages<"),
        ("search=title&after=1490", ">at least 1\u{202f}000 pages<"),
        ("state=done", "No page fits"),
    ] {
        let view = viewer.view(&format!("/pages?{query}")).await;
        assert!(view.contains(says), "{query}: {view}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_leads_to_the_next_of_its_list_and_back() {
    let Some(viewer) = viewer().await else { return };
    let list = viewer.view("/pages?host=site1.example&search=page").await;
    assert!(!list.contains("/page?list="), "no page is judged: {list}");
    viewer.judge_later_pages_lower().await;
    let lead = |view: &str, rel: &str| {
        let link = view.split(&format!("rel=\"{rel}\" href=\"")).nth(1)?;
        Some(read(link.split('"').next()?))
    };
    for (list, keys) in [
        ("order=doubtful&search=page", [12, 11, 10]),
        ("host=site1.example", [1, 3, 5]),
        ("", [1, 2, 3]),
    ] {
        let view = viewer.view(&format!("/pages?{list}")).await;
        let first = view.split("<h2><a href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a page");
        let mut view = viewer.view(&format!("{}&view=text", read(first))).await;
        for (at, key) in keys.iter().enumerate() {
            assert!(view.contains(&format!("<span>key <bdi class=\"url\">{key}</bdi></span>")), "{list} {at}: {view}");
            assert_eq!(lead(&view, "prev").is_some(), at > 0, "{list} {at}");
            // The view stays the same.
            let next = lead(&view, "next").expect("a next page");
            assert!(next.contains("view=text"), "{next}");
            view = viewer.view(&next).await;
        }
        let before = viewer.view(&lead(&view, "prev").expect("a page before")).await;
        assert!(before.contains(&format!("<bdi class=\"url\">{}</bdi></span>", keys[2])), "{list}: {before}");
        let back = before.split("\">Back to the list</a>").next().and_then(|rest| rest.rsplit("href=\"").next());
        let back = read(back.expect("a way back"));
        assert_eq!(
            Some(back.as_str()),
            if list.is_empty() { Some("/pages") } else { None }.or(Some(&format!("/pages?{}", order(list))))
        );
    }
    let last = viewer.view("/page?key=12").await;
    assert!(lead(&last, "next").is_none() && lead(&last, "prev").is_some_and(|address| address.contains("key=11")));
}

/// A list's query with its fields in the order of the viewer.
fn order(list: &str) -> String {
    let mut fields: Vec<&str> = list.split('&').collect();
    fields.sort_by_key(|field| !field.starts_with("search"));
    fields.join("&")
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_without_text_are_found_and_say_why() {
    let Some(viewer) = viewer().await else { return };
    viewer.run("UPDATE pages SET html = '' WHERE id = 4").await;
    viewer.job("/extract", &[]).await;
    viewer.run("UPDATE pages_text SET no_text = 'robot-check' WHERE id = 4").await;
    let list = viewer.view("/pages?state=no-text").await;
    assert!(
        list.contains(">1 page<") && list.contains("key=4\"") && list.contains("no-text:robot-check"),
        "{list}"
    );
    assert!(list.contains("no text: a robot check"), "{list}");
    assert!(viewer.view("/page?key=4").await.contains("no text: a robot check"));
    viewer.job("/judge", &[]).await;
    for path in ["/page?key=4", "/pages?state=no-text", "/page?key=4&view=metadata"] {
        let view = viewer.view(path).await;
        let of_page = view.split("<p class=\"meta\">").skip(1).collect::<String>();
        assert!(of_page.contains("no content") && !of_page.contains(">type <"), "{path}: {view}");
    }
    assert!(viewer.view("/").await.contains(">1 have no text</a>"));
    // What was extracted is still done.
    assert!(viewer.view("/pages?state=done").await.contains(">12 pages<"));
    assert!(viewer.view("/pages?state=no-text:robot-check").await.contains("key=4\""));
    assert!(viewer.view("/pages?state=no-text:shell").await.contains("No page fits"));
    assert!(viewer.view("/page?key=4&view=text").await.contains("There is no content: an empty page."));
    assert!(viewer.view("/page?key=4&view=markdown").await.contains("There is no content: an empty page."));
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_come_in_parts() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, title text, html text); INSERT INTO pages \
               SELECT 1, 'Long', '<body><nav><a href=/>Home</a></nav>' || string_agg(format('<p>Paragraph number %s of many of this page, which has enough words.</p>', n), '') \
               FROM generate_series(1, 2500) AS n;";
    let Some(viewer) = viewer_of(sql, "pages", |_| {}).await else {
        return;
    };
    let first = viewer.view("/page?key=1&view=blocks").await;
    assert!(first.matches("<tr").count() == 501 && first.contains("from=501\">Next blocks"), "{}", first.len());
    let next = viewer.view("/page?key=1&view=blocks&only=content&from=501").await;
    assert!(
        next.contains("number 501 of") && !next.contains(">Home<") && next.contains("only=content&amp;from=0"),
        "{next}"
    );
    // Marks are of all blocks, whichever part the list has.
    let view = viewer.view("/mark?key=1").await;
    assert_eq!(blocks(&view).1.len(), 1000);
    assert!(
        view.contains("name=\"content\" value=\"1001-2501\"") && view.contains("[2501,\"p\",\"Paragraph number 2500")
    );
    let (seen, md5) = (value(&view, "seen"), value(&view, "md5"));
    let saved = viewer
        .post(
            "/mark",
            &[
                ("key", "1"),
                ("seen", &seen),
                ("md5", &md5),
                ("method", "auto"),
                ("content", "2"),
                ("content", "1001-2501"),
                ("then", "part:1000"),
            ],
        )
        .await;
    assert_eq!((saved.status, saved.location()), (303, "/mark?key=1&from=1000"), "{}", saved.body);
    assert_eq!(viewer.value("SELECT cardinality(content_xpaths) FROM pages_marks").await, "1502");
    let later = viewer.view("/mark?key=1&from=1000").await;
    assert!(later.contains("name=\"content\" value=\"2-2\"") && later.contains("name=\"content\" value=\"2001-2501\""));
    assert_eq!(blocks(&later).0.len(), 1000);
}

#[tokio::test(flavor = "multi_thread")]
async fn marking_says_how_far_it_is() {
    let Some(viewer) = viewer().await else { return };
    let view = viewer.view("/mark?key=3").await;
    assert!(
        view.contains("<h1><bdi>Mark: Page 3</bdi></h1>") && view.contains("<strong>0 of 12 marked</strong>"),
        "{view}"
    );
    // The gold text is beside what is extracted.
    assert!(view.contains("only in gold text") && view.contains("only in auto"), "{view}");
    viewer.mark("3", "2").await;
    assert!(viewer.view("/mark?key=4").await.contains("<strong>1 of 12 marked</strong>"));
    let skipped = viewer
        .post(
            "/mark",
            &[
                ("key", "3"),
                ("then", "skip"),
                ("seen", "1"),
                ("md5", &value(&view, "md5")),
                ("content", "1"),
            ],
        )
        .await;
    assert_eq!((skipped.status, skipped.location()), (303, "/mark/next?key=3"));
    assert_eq!(viewer.value("SELECT count(*) FROM pages_marks").await, "1");
    assert_eq!(viewer.get("/mark/next?key=3").await.location().to_owned(), "/mark?key=4");
    // A table without a gold text has what was marked there.
    viewer.database.batch_execute("UPDATE pages SET gold = NULL").await.expect("an update");
    assert!(viewer.view("/mark?key=3").await.contains("only in marked"));
    assert!(!viewer.view("/mark?key=5").await.contains("Gold text and extracted text"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_rows_is_told_from_one_that_is_done() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, title text, html text);";
    let Some(viewer) = viewer_of(sql, "pages", |_| {}).await else {
        return;
    };
    for path in ["/mark", "/pages"] {
        let view = viewer.view(path).await;
        assert!(view.contains("The table has no pages yet."), "{path}: {view}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_keep_what_was_typed() {
    let Some(viewer) = viewer().await else { return };
    viewer.job("/judge", &[]).await;
    let wrong = viewer.get("/pages?search=harbour&from=abc&below=&type=article").await;
    assert_eq!(wrong.status, 400, "{}", wrong.body);
    assert!(
        wrong.body.contains("“Confidence from” needs a number such as 0.5; “abc” is not one"),
        "{}",
        wrong.body
    );
    assert!(wrong.body.contains("value=\"harbour\"") && wrong.body.contains("<option value=\"article\" selected>"));
    assert!(
        wrong
            .body
            .contains("value=\"abc\" inputmode=\"decimal\" autocapitalize=\"off\" autofocus aria-invalid=\"true\"")
    );
    let fields = |options| {
        [
            ("name", "ours"),
            ("gold", "column"),
            ("model", "tree"),
            ("options", options),
        ]
    };
    for (options, says) in [
        ("{\"deep\": 20}", "deep"),
        ("[]", "not a JSON object"),
        ("{\"depth\": \"x\"}", "depth"),
    ] {
        let wrong = viewer.post("/learn", &fields(options)).await;
        let body = read(&wrong.body);
        assert!(wrong.status == 400 && body.contains(says), "{options}: {} {body}", wrong.status);
        assert!(body.contains("<details open>"), "{body}");
        assert!(body.contains("<option value=\"tree\" selected>"));
        assert!(body.contains(&format!("value=\"{options}\" autofocus aria-invalid=\"true\"")), "{body}");
    }
    let unnamed = viewer.post("/learn", &[("name", " "), ("model", "forest"), ("gold", "column")]).await;
    assert!(unnamed.status == 400 && unnamed.body.contains("a model needs a name"), "{}", unnamed.body);
    assert!(!viewer.view("/jobs").await.contains("Training"));
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_and_marks_are_exported() {
    let sql = format!(
        "{PAGES} INSERT INTO pages (id, title, html) SELECT n, 'Later, ' || n, '<p>A \"quoted\" paragraph, with enough words to be the content of page ' || n \
         FROM generate_series(13, 60) AS n;"
    );
    let Some(viewer) = viewer_of(&sql, "pages", |_| {}).await else {
        return;
    };
    viewer.job("/extract", &[]).await;
    let file = viewer.get("/export?what=texts").await;
    assert!(
        file.status == 200 && file.header("content-disposition").contains("goce-texts.jsonl"),
        "{}",
        file.body
    );
    let lines: Vec<serde_json::Value> =
        file.body.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(lines.len(), 60);
    for (place, line) in lines.iter().enumerate() {
        assert_eq!(line["id"], place + 1);
        let stored = format!("SELECT content FROM pages_text WHERE id = {}", place + 1);
        assert_eq!(line["content"].as_str().unwrap_or("NULL"), viewer.value(&stored).await);
    }
    let later = viewer.get("/export?what=texts&search=later").await;
    assert_eq!(later.body.lines().count(), 48);
    // Marks: the newest version of each page.
    for content in ["2", "3"] {
        viewer.mark("3", content).await;
    }
    let file = viewer.get("/export?what=marks").await;
    let line: serde_json::Value = serde_json::from_str(file.body.trim()).expect("one object");
    assert_eq!(
        (line["id"].as_i64(), line["version"].as_i64(), line["content_xpaths"][0].as_str()),
        (Some(3), Some(2), Some("/html[1]/body[1]/main[1]/article[1]/p[1]")),
        "{line}"
    );
    assert!(viewer.get("/export?what=marks&search=later").await.body.is_empty());
    assert_eq!(viewer.get("/export?from=abc").await.status, 400);
}
