//! To mark, two at once too.

use crate::viewer::{PAGES, at_once, blocks, value, viewer, viewer_of, viewer_with};

#[test]
fn marks_are_gold_and_xpaths() {
    let viewer = viewer_with(PAGES, "pages", |options| options.name = Some("Ann <b>".to_owned()));
    let view = viewer.view("/mark?key=3");
    let (chosen, all) = blocks(&view);
    // Menu, headline, four paragraphs, imprint. Whether the headline is taken is the method's affair.
    assert_eq!(all, [1, 2, 3, 4, 5, 6, 7], "{view}");
    assert!([3, 4, 5, 6].iter().all(|block| chosen.contains(block)), "{view}");
    assert!(!chosen.contains(&1) && !chosen.contains(&7), "{view}");
    let content = [&chosen[..], &[7]].concat();
    let saved = viewer.save(&view, "3", &content, "next");
    assert_eq!((saved.status, saved.location()), (303, "/mark?key=4"));
    let gold = viewer.value("SELECT gold FROM pages_marks WHERE id = 3");
    assert!(gold.contains("Paragraph 1 of page 3") && gold.ends_with("\n\nAll rights reserved by us."), "{gold}");
    let row = "SELECT version || ' ' || marked_by || ' ' || (marked_at <= now()) || ' ' || content_xpaths[cardinality(content_xpaths)] || ' ' || changed_xpaths::text
               FROM pages_marks WHERE id = 3";
    viewer.has(row, "1 Ann <b> true /html[1]/body[1]/div[1] {/html[1]/body[1]/div[1]}");
    viewer.shows("/page?key=3", "marked by <bdi>Ann &lt;b&gt;</bdi>");
    // Opened again, it has what was marked.
    assert_eq!(blocks(&viewer.view("/mark?key=3")).0, content);
    viewer.shows("/pages?marked=yes", "marked by");
}

#[test]
fn marks_do_not_touch_the_column_of_gold_texts() {
    let viewer = viewer();
    let all = "SELECT md5(string_agg(p::text, '' ORDER BY id)) FROM pages AS p";
    let before = viewer.value(all);
    let view = viewer.shows("/mark?key=5", "The column <code>gold</code> stays as it is");
    // That nothing is content is asked for before it is saved.
    let asked = viewer.save(&view, "5", &[], "stay");
    asked.is(409, "save again if this page has no content");
    viewer.has("SELECT count(*) FROM pages_marks", "0");
    viewer.save(&asked.body, "5", &[], "stay").is(303, "");
    let view = viewer.shows("/mark?key=5", "Undo version <span>1</span>");
    viewer.save(&view, "5", &[1], "stay").is(303, "");
    for (seen, status) in [("2", 303), ("2", 409), ("3", 303)] {
        viewer.post("/mark/undo", &format!("key=5&seen={seen}")).is(status, "");
    }
    viewer.has(all, &before);
    // The undo of an undo has the marks again.
    let golds = "SELECT string_agg(coalesce(gold, 'NULL'), '|' ORDER BY version) FROM pages_marks";
    viewer.has(golds, "|Home News of the day||Home News of the day");
}

#[test]
fn the_text_of_a_page_without_blocks_is_typed() {
    let viewer = viewer();
    viewer.run("UPDATE pages SET html = '' WHERE id = 5");
    let view = viewer.shows_without("/mark?key=5", "<textarea id=\"text\"", "<iframe");
    let fields = format!("key=5&seen=0&md5={}&then=undecided&text=", value(&view, "md5"));
    viewer.post("/mark", &format!("{fields}++")).is(409, "");
    viewer.accepted("/mark", &format!("{fields}Typed%0D%0Aby+hand"));
    viewer.has("SELECT gold || cardinality(content_xpaths) FROM pages_marks", "Typed\nby hand0");
    assert!(viewer.view("/mark?key=5").contains("Typed\nby hand</textarea>"));
    // Undone where it is marked, it is shown there.
    assert_eq!(viewer.post("/mark/undo", "key=5&seen=1").location(), "/mark?key=5");
}

#[test]
fn two_people_lose_nothing() {
    let viewer = viewer();
    let of_bea = viewer.view("/mark?key=3");
    viewer.save(&of_bea, "3", &[2], "stay").is(303, "");
    let bea = viewer.another(|options| options.name = Some("Bea".to_owned()));
    let refused = bea.save(&of_bea, "3", &[1, 3], "stay");
    refused.is(409, "postgres marked page 3");
    viewer.has("SELECT count(*) FROM pages_marks", "1");
    // The view has what Bea sent, to be sent after the other's.
    assert_eq!(blocks(&refused.body).0, [1, 3]);
    bea.save(&refused.body, "3", &[1, 3], "stay").is(303, "");
    viewer.has("SELECT string_agg(version || marked_by, ',' ORDER BY version) FROM pages_marks", "1postgres,2Bea");
}

#[test]
fn many_at_once_save_one_version_each_or_none() {
    let viewer = viewer();
    let view = viewer.view("/mark?key=3");
    // So that the table is there.
    viewer.save(&view, "3", &[2], "stay");
    let view = viewer.view("/mark?key=3");
    let mut statuses = at_once(1..=6, |block| viewer.save(&view, "3", &[block], "stay").status);
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 409, 409, 409, 409, 409]);
    viewer.has("SELECT max(version) FROM pages_marks", "2");
}

#[test]
fn the_first_marks_of_many_at_once_are_all_saved() {
    let viewer = viewer();
    // Each finds no table of marks, and makes one.
    let keys = ["1", "2", "3", "4", "5", "6", "7", "8"];
    // It is a matter of moments, so it is tried a few times.
    for _ in 0..10 {
        let views = at_once(keys, |key| viewer.view(&format!("/mark?key={key}")));
        at_once(keys.iter().zip(&views), |(key, view)| viewer.save(view, key, &[2], "stay").is(303, ""));
        viewer.has("SELECT count(*) FROM pages_marks", "8");
        viewer.run("DROP TABLE pages_marks");
    }
    // What is in the way, and is no table that somebody else has made.
    viewer.run("CREATE TYPE pages_marks AS ENUM ('a')");
    let view = viewer.view("/mark?key=1");
    viewer.save(&view, "1", &[2], "stay").is(500, "pages_marks&quot; already exists");
}

#[test]
fn a_page_that_changed_is_shown_anew() {
    let viewer = viewer();
    let view = viewer.view("/mark?key=3");
    viewer.run("UPDATE pages SET html = '<p>another page altogether' WHERE id = 3");
    let refused = viewer.save(&view, "3", &[1], "stay");
    refused.is(409, "has changed since\nanother page altogether");
}

#[test]
fn the_script_is_told_the_version_and_where_to_go_on() {
    let viewer = viewer();
    let md5 = value(&viewer.view("/mark?key=3"), "md5");
    let save = |content: i32| {
        let fields = format!("key=3&seen=0&md5={md5}&content={content}&then=next");
        viewer.post_by_script("/mark", &fields)
    };
    // Whoever got no answer sends the same again: it is saved once.
    for _ in 0..2 {
        let saved: serde_json::Value = serde_json::from_str(&save(2).body).expect("JSON");
        assert_eq!((saved["saved"].as_i64(), saved["next"].as_str()), (Some(1), Some("/mark?key=4")));
    }
    viewer.has("SELECT count(*) FROM pages_marks", "1");
    // What is refused comes back in the form.
    let refused = save(3);
    refused.is(409, "after it was shown to you");
    assert_eq!(value(&refused.body, "seen"), "1");
}

#[test]
fn the_doubtful_come_first_and_each_once() {
    let sql = format!("{PAGES} DELETE FROM pages WHERE id > 4;");
    let viewer = viewer_of(&sql);
    viewer.judge_later_pages_lower();
    let mut seen = Vec::new();
    let mut at = viewer.get("/mark").location().to_owned();
    while let Some(key) = at.strip_prefix("/mark?key=").map(str::to_owned) {
        seen.push(key.clone());
        let view = viewer.view(&at);
        at = viewer.save(&view, &key, &[2], "next").location().to_owned();
    }
    assert_eq!(seen, ["4", "3", "2", "1"]);
    viewer.shows("/mark", "Every page is marked.");
}
