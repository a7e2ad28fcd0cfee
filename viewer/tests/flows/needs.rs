//! What makes work with the viewer pleasant: lists that tell and lead on.

use crate::viewer::{between, rows, value, viewer, viewer_of};

/// A text of HTML as it is read.
fn read(html: &str) -> String {
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[test]
fn a_list_tells_how_many_and_what_was_searched_for() {
    let viewer = viewer();
    viewer.shows("/pages", ">12 pages<");
    viewer.shows("/pages?search=PAGE+1", ">4 pages<\n<mark>Page 1</mark>2");
    viewer.job("/extract", "");
    // Of a long text the list has the part that was searched for.
    viewer.shows("/pages?search=paragraph+4+of+page+3", ">1 page<\n<mark>Paragraph 4 of page 3</mark>");
    viewer.shows("/page?list=search%3Dharbour&key=3&view=text", "of the <mark>harbour</mark>");
    viewer.shows("/pages?search=it%27s+nowhere", "No page fits\n<a href=\"/pages\">Clear the filters</a>");
    // What a browser sends of a form has its empty fields too.
    let sent = viewer.get("/pages?search=a&state=&marked=&type=&after=3");
    assert_eq!((sent.status, sent.location()), (303, "/pages?search=a&after=3"));
    assert_eq!(viewer.get("/pages?search=&state=").location(), "/pages");
}

#[test]
fn many_pages_are_counted_up_to_a_bound() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, title text, html text); \
               INSERT INTO pages SELECT n, 'Title', '<p>x' FROM generate_series(1, 1500) AS n;";
    let viewer = viewer_of(sql);
    viewer.shows("/pages", ">1\u{202f}500 pages<");
    for [query, says] in rows(
        "search=title => >at least 1\u{202f}000 pages<
         state=pending&after=20 => >at least 1\u{202f}000 pages<
         search=title&after=1490 => >at least 1\u{202f}000 pages<
         state=done => No page fits",
    ) {
        viewer.shows(&format!("/pages?{query}"), says);
    }
}

#[test]
fn a_page_leads_to_the_next_of_its_list_and_back() {
    let viewer = viewer();
    // No page is judged.
    viewer.shows_without("/pages?host=site1.example&search=page", "", "/page?list=");
    viewer.judge_later_pages_lower();
    let next = |view: &str| between(view, "rel=\"next\" href=\"", "\"").map(read);
    for (list, keys) in [
        ("search=page&order=doubtful", [12, 11, 10]),
        ("host=site1.example", [1, 3, 5]),
        ("marked=no", [1, 2, 3]),
    ] {
        let view = viewer.view(&format!("/pages?{list}"));
        let first = between(&view, "<h2><a href=\"", "\"").expect("a page");
        let mut address = format!("{}&view=text", read(first));
        for key in keys {
            let key = format!("<span>key <bdi class=\"url\">{key}</bdi></span>");
            let back = format!("<a href=\"/pages?{}\">Back to the list</a>", list.replace('&', "&amp;"));
            let view = viewer.shows(&address, &format!("{key}\n{back}"));
            // The view stays the same.
            address = next(&view).expect("a next page");
            assert!(address.contains("view=text"), "{address}");
        }
    }
    assert!(next(&viewer.view("/page?key=12")).is_none());
}

#[test]
fn pages_without_text_are_found_and_say_why() {
    let viewer = viewer();
    viewer.run("UPDATE pages SET html = '' WHERE id = 4");
    viewer.job("/extract", "");
    viewer.run("UPDATE pages_text SET no_text = 'robot-check' WHERE id = 4");
    viewer.shows(
        "/pages?state=no-text",
        ">1 page<
         key=4\"
         no-text:robot-check
         no text: a robot check",
    );
    viewer.shows("/page?key=4", "no text: a robot check");
    viewer.job("/judge", "");
    for path in ["/page?key=4", "/pages?state=no-text", "/page?key=4&view=metadata"] {
        let view = viewer.view(path);
        let of_page = view.split("<p class=\"meta\">").skip(1).collect::<String>();
        assert!(of_page.contains("no content") && !of_page.contains(">type <"), "{path}: {view}");
    }
    // What was extracted is still done.
    for [path, says] in rows(
        "/ => >1 have no text</a>
         /pages?state=done => >12 pages<
         /pages?state=no-text:robot-check => key=4\"
         /pages?state=no-text:shell => No page fits
         /page?key=4&view=text => There is no content: an empty page.
         /page?key=4&view=markdown => There is no content: an empty page.",
    ) {
        viewer.shows(path, says);
    }
}

#[test]
fn marking_says_how_far_it_is() {
    let viewer = viewer();
    // The gold text is beside what is extracted.
    let view = viewer.shows(
        "/mark?key=3",
        "<h1><bdi>Mark: Page 3</bdi></h1>
         <strong>0 of 12 marked</strong>
         only in gold text
         only in auto",
    );
    viewer.mark("3", &[2]);
    viewer.shows("/mark?key=4", "<strong>1 of 12 marked</strong>");
    let fields = format!("key=3&then=skip&seen=1&md5={}&content=1", value(&view, "md5"));
    let skipped = viewer.post("/mark", &fields);
    assert_eq!((skipped.status, skipped.location()), (303, "/mark?key=3&skip=yes"));
    viewer.has("SELECT count(*) FROM pages_marks", "1");
    assert_eq!(viewer.get("/mark?key=3&skip=yes").location(), "/mark?key=4");
    // A table without a gold text has what was marked there.
    viewer.run("UPDATE pages SET gold = NULL");
    viewer.shows("/mark?key=3", "only in marked");
    viewer.shows_without("/mark?key=5", "", "Gold text and extracted text");
}

#[test]
fn a_table_without_rows_is_told_from_one_that_is_done() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, title text, html text);";
    let viewer = viewer_of(sql);
    for path in ["/mark", "/pages"] {
        viewer.shows(path, "The table has no pages yet.");
    }
}
