//! To mark, two at once too.

use crate::viewer::{PAGES, blocks, value, viewer, viewer_of, viewer_with};

#[tokio::test]
async fn marks_are_gold_and_xpaths() {
    let ann = |options: &mut goce_viewer::Options| options.name = Some("Ann <b>".to_owned());
    let viewer = viewer_with(PAGES, "pages", ann).await;
    let view = viewer.view("/mark?key=3").await;
    let (chosen, all) = blocks(&view);
    // Menu, headline, four paragraphs, imprint. Whether the headline is taken is the method's affair.
    assert_eq!(all, [1, 2, 3, 4, 5, 6, 7], "{view}");
    assert!([3, 4, 5, 6].iter().all(|block| chosen.contains(block)), "{view}");
    assert!(!chosen.contains(&1) && !chosen.contains(&7), "{view}");
    let mut content = chosen.clone();
    content.push(7);
    let saved = viewer.save(&view, "3", &content, "next").await;
    assert_eq!((saved.status, saved.location()), (303, "/mark?key=4"));
    let gold = viewer.value("SELECT gold FROM pages_marks WHERE id = 3").await;
    assert!(gold.contains("Paragraph 1 of page 3") && gold.ends_with("\n\nAll rights reserved by us."), "{gold}");
    let row = "SELECT version || ' ' || marked_by || ' ' || (marked_at <= now()) || ' ' || content_xpaths[cardinality(content_xpaths)] || ' ' || changed_xpaths::text
               FROM pages_marks WHERE id = 3";
    viewer.has(row, "1 Ann <b> true /html[1]/body[1]/div[1] {/html[1]/body[1]/div[1]}").await;
    viewer.shows("/page?key=3", "marked by <bdi>Ann &lt;b&gt;</bdi>").await;
    // Opened again, it has what was marked.
    assert_eq!(blocks(&viewer.view("/mark?key=3").await).0, content);
    viewer.shows("/pages?marked=yes", "marked by").await;
}

#[tokio::test]
async fn marks_do_not_touch_the_column_of_gold_texts() {
    let viewer = viewer().await;
    let all = "SELECT md5(string_agg(p::text, '' ORDER BY id)) FROM pages AS p";
    let before = viewer.value(all).await;
    let view = viewer.shows("/mark?key=5", "The column <code>gold</code> stays as it is").await;
    // That nothing is content is asked for before it is saved.
    let asked = viewer.save(&view, "5", &[], "stay").await;
    asked.is(409, "save again if this page has no content");
    viewer.has("SELECT count(*) FROM pages_marks", "0").await;
    viewer.save(&asked.body, "5", &[], "stay").await.is(303, "");
    let view = viewer.shows("/mark?key=5", "Undo version <span>1</span>").await;
    viewer.save(&view, "5", &[1], "stay").await.is(303, "");
    for (seen, status) in [("2", 303), ("2", 409), ("3", 303)] {
        viewer.post("/mark/undo", &[("key", "5"), ("seen", seen)]).await.is(status, "");
    }
    viewer.has(all, &before).await;
    // The undo of an undo has the marks again.
    let golds = "SELECT string_agg(coalesce(gold, 'NULL'), '|' ORDER BY version) FROM pages_marks";
    viewer.has(golds, "|Home News of the day||Home News of the day").await;
}

#[tokio::test]
async fn the_text_of_a_page_without_blocks_is_typed() {
    let viewer = viewer().await;
    viewer.run("UPDATE pages SET html = '' WHERE id = 5").await;
    viewer.shows_without("/mark?key=5", &["<textarea id=\"text\""], &["<iframe"]).await;
    let md5 = value(&viewer.view("/mark?key=5").await, "md5");
    let mut fields = vec![
        ("key", "5"),
        ("seen", "0"),
        ("md5", &md5),
        ("text", "  "),
        ("then", "undecided"),
    ];
    viewer.post("/mark", &fields).await.is(409, "");
    fields[3].1 = "Typed\r\nby hand";
    viewer.accepted("/mark", &fields).await;
    viewer.has("SELECT gold || cardinality(content_xpaths) FROM pages_marks", "Typed\nby hand0").await;
    viewer.shows("/mark?key=5", "Typed\nby hand</textarea>").await;
    // Undone where it is marked, it is shown there.
    let undone = viewer.post("/mark/undo", &[("key", "5"), ("seen", "1")]).await;
    assert_eq!(undone.location(), "/mark?key=5");
}

#[tokio::test]
async fn two_people_lose_nothing() {
    let viewer = viewer().await;
    let of_bea = viewer.view("/mark?key=3").await;
    viewer.save(&of_bea, "3", &[2], "stay").await.is(303, "");
    let bea = viewer.another(|options| options.name = Some("Bea".to_owned())).await;
    let refused = bea.save(&of_bea, "3", &[1, 3], "stay").await;
    refused.is(409, "postgres marked page 3");
    viewer.has("SELECT count(*) FROM pages_marks", "1").await;
    // The view has what Bea sent, to be sent after the other's.
    assert_eq!(blocks(&refused.body).0, [1, 3]);
    bea.save(&refused.body, "3", &[1, 3], "stay").await.is(303, "");
    viewer
        .has("SELECT string_agg(version || marked_by, ',' ORDER BY version) FROM pages_marks", "1postgres,2Bea")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_save_one_version_each_or_none() {
    let viewer = viewer().await;
    let view = viewer.view("/mark?key=3").await;
    // So that the table is there.
    viewer.save(&view, "3", &[2], "stay").await;
    let view = viewer.view("/mark?key=3").await;
    let numbers: Vec<[i32; 1]> = (1..=6).map(|number| [number]).collect();
    let all = numbers.iter().map(|content| viewer.save(&view, "3", content, "stay"));
    let statuses: Vec<u16> = futures_util::future::join_all(all).await.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 303).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 5, "{statuses:?}");
    viewer.has("SELECT max(version) FROM pages_marks", "2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_marks_of_many_at_once_are_all_saved() {
    let viewer = viewer().await;
    // Each finds no table of marks, and makes one.
    let keys: Vec<String> = (1..=8).map(|key| key.to_string()).collect();
    let view = |key: String| {
        let viewer = &viewer;
        async move { viewer.view(&format!("/mark?key={key}")).await }
    };
    // It is a matter of moments, so it is tried a few times.
    for _ in 0..10 {
        let views = futures_util::future::join_all(keys.iter().cloned().map(view)).await;
        let all = keys.iter().zip(&views).map(|(key, view)| viewer.save(view, key, &[2], "stay"));
        for answer in futures_util::future::join_all(all).await {
            answer.is(303, "");
        }
        viewer.has("SELECT count(*) FROM pages_marks", "8").await;
        let again = viewer.database.batch_execute("DROP TABLE pages_marks");
        again.await.expect("no marks");
    }
    // What is in the way, and is no table that somebody else has made.
    let kind = "CREATE TYPE pages_marks AS ENUM ('a')";
    viewer.run(kind).await;
    let view = viewer.view("/mark?key=1").await;
    let refused = viewer.save(&view, "1", &[2], "stay").await;
    refused.is(500, "pages_marks&quot; already exists");
}

#[tokio::test]
async fn a_page_that_changed_is_shown_anew() {
    let viewer = viewer().await;
    let view = viewer.view("/mark?key=3").await;
    viewer.run("UPDATE pages SET html = '<p>another page altogether' WHERE id = 3").await;
    let refused = viewer.save(&view, "3", &[1], "stay").await;
    refused.is(409, "has changed since");
    refused.is(409, "another page altogether");
}

#[tokio::test]
async fn the_script_is_told_the_version_and_where_to_go_on() {
    let viewer = viewer().await;
    let view = viewer.view("/mark?key=3").await;
    let md5 = value(&view, "md5");
    let save = async |content: &str| {
        let fields = [
            ("key", "3"),
            ("seen", "0"),
            ("md5", &md5),
            ("content", content),
            ("then", "next"),
        ];
        viewer.post_by_script("/mark", &fields).await
    };
    // Whoever got no answer sends the same again: it is saved once.
    for _ in 0..2 {
        let saved: serde_json::Value = serde_json::from_str(&save("2").await.body).expect("JSON");
        assert_eq!((saved["saved"].as_i64(), saved["next"].as_str()), (Some(1), Some("/mark?key=4")));
    }
    viewer.has("SELECT count(*) FROM pages_marks", "1").await;
    // What is refused comes back in the form.
    let refused = save("3").await;
    refused.is(409, "after it was shown to you");
    assert_eq!(value(&refused.body, "seen"), "1");
}

#[tokio::test]
async fn the_doubtful_come_first_and_each_once() {
    let sql = format!("{PAGES} DELETE FROM pages WHERE id > 4;");
    let viewer = viewer_of(&sql).await;
    viewer.judge_later_pages_lower().await;
    let mut seen = Vec::new();
    let mut at = viewer.get("/mark").await.location().to_owned();
    while let Some(key) = at.strip_prefix("/mark?key=").map(str::to_owned) {
        seen.push(key.clone());
        let view = viewer.view(&at).await;
        at = viewer.save(&view, &key, &[2], "next").await.location().to_owned();
    }
    assert_eq!(seen, ["4", "3", "2", "1"]);
    viewer.shows("/mark", "Every page is marked.").await;
}
