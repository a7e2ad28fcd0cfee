//! What only reads.

use crate::viewer::{PAGES, rows, viewer, viewer_of, viewer_with};

#[test]
fn views_of_a_page() {
    let viewer = viewer();
    viewer.shows("/", "<dd><a href=\"/pages\" data-live=\"pages\">12</a>");
    let text = "Paragraph 1 of page 3 tells of the harbour.";
    viewer.shows_without("/page?key=3&view=text", text, "All rights reserved");
    viewer.shows("/page?key=3&view=text&method=default", "All rights reserved");
    viewer.shows_without(
        "/page?key=3&view=markdown",
        "<article class=\"markdown\" dir=\"auto\">\n<p>Paragraph 1",
        "All rights reserved",
    );
    viewer.shows("/page?key=3&view=metadata", "<dd dir=\"auto\">Page 3</dd>");
    viewer.shows("/page?key=3&view=compare&method=default&other=gold", "<del>\nAll rights reserved by us.</del>");
    viewer.shows_without("/page?key=3&view=compare&method=gold&other=gold", "", "<ins>P");
    viewer.shows_without(
        "/page?key=3",
        "sandbox=\"\"
         src=\"/frame?key=3&amp;method=auto#goce-viewer-content\"
         ␣of 7 blocks were taken,␣",
        ">Captures<",
    );
    let frame = viewer.get("/frame?key=3");
    assert!(frame.header("content-security-policy").starts_with("sandbox; default-src 'none'"));
    assert!(frame.body.contains("goce-mark"));
    // Where a method takes nothing, the page is there to be marked all the same.
    viewer.run("UPDATE pages SET html = '<title>404 Not Found</title><h1>404 Not Found</h1><p>It is short.' WHERE id = 4; UPDATE pages SET html = '' WHERE id = 5");
    assert_eq!(viewer.view("/frame?key=4").matches("takes no text").count(), 1);
    viewer.shows("/frame/mark?key=4", "short");
    viewer.shows("/frame/mark?key=5", "has no text");
}

#[test]
fn what_is_missing_or_wrong_is_said() {
    let viewer = viewer();
    for [path, status, says] in rows(
        "/page?key=99 => 404 => there is no page 99
         /page => 400 => needs 1 key value
         /page?key=1&key=2 => 400 => needs 1 key value
         /page?key=one => 400 => SQLSTATE: 22P02
         /page?key=3&view=text&method=best => 400 => HINT:
         /page?key=3&view=text&method=model:none => 404 => model &quot;none&quot;
         /pages?state=lost => 400 => pending, failed, done or no-text
         /pages?below=much => 400 => “below” needs a number
         /pages?after=x => 400 => SQLSTATE: 22P02
         /screenshot?key=3 => 404 => no screenshot
         /nothing => 404 => nothing at this address
         /again/changes?job=7 => 404 => no such job",
    ) {
        viewer.get(path).is(status.parse().expect("a status"), says);
    }
}

#[test]
fn captures_of_an_address_stand_on_a_line_of_time() {
    let sql = format!(
        "{PAGES} CREATE TABLE captures AS
         SELECT n AS id, 'https://a.example/' || n % 2 AS url, date '2020-01-01' + n AS day, replace(p.html, 'ship', 'boat ' || n / 4) AS html
         FROM generate_series(1, 12) AS n, pages AS p WHERE p.id = 3; ALTER TABLE captures ADD PRIMARY KEY (id);
         INSERT INTO captures VALUES (14, 'https://a.example/0', 'infinity', 'x');"
    );
    let viewer = viewer_with(&sql, "captures", |_| {});
    let shown = viewer.view("/page?key=4&view=captures");
    assert!(shown.matches("<circle").count() == 6 && shown.contains("key=12&amp;view=captures\""), "{shown}");
    assert!(
        !shown.contains("key=3&amp;view=captures\"") && shown.contains("aria-current=\"true\">2020-01-05 00:00</a>"),
        "{shown}"
    );
    assert!(shown.matches("<del>").count() == 4 && shown.contains("boat 0 number"), "{shown}");
    viewer.shows("/page?key=2&view=captures", "There is no capture before this one");
    viewer.shows("/page?key=6&view=captures", "Nothing of the content differs");
}

#[test]
fn lists_go_on_by_key() {
    let more = format!(
        "{PAGES} INSERT INTO pages (id, title, html) SELECT n, 'Later ' || n, '<p>x' FROM generate_series(13, 120) AS n;"
    );
    let viewer = viewer_of(&more);
    let mut path = "/pages".to_owned();
    let mut listed = Vec::new();
    for _ in 0..5 {
        listed.extend(viewer.listed(&path));
        let view = viewer.view(&path);
        match view.split("href=\"/pages?").find(|rest| rest.contains("rel=\"next\"") && rest.starts_with("after")) {
            Some(next) => path = format!("/pages?{}", next.split('"').next().expect("an address")),
            None => break,
        }
    }
    assert_eq!(listed, (1..=120).collect::<Vec<_>>());
    let found: Vec<i32> = (13..=19).chain(100..=120).collect();
    assert_eq!(viewer.listed("/pages?search=LATER+1"), found);
}

#[test]
fn filters_know_what_was_judged_and_extracted() {
    let viewer = viewer();
    viewer.job_says("/judge", "", "12 of 12");
    viewer.run("UPDATE pages_facts SET confidence = 0.25 WHERE id = 7");
    assert_eq!(viewer.listed("/pages?order=doubtful").first(), Some(&7));
    assert_eq!(viewer.listed("/pages?below=0.3"), [7]);
    assert_eq!(viewer.listed("/pages?host=SITE1.example"), [1, 3, 5, 7, 9, 11]);
    let kind = viewer.value("SELECT page_type FROM pages_facts WHERE id = 1");
    assert!(viewer.listed(&format!("/pages?type={kind}")).contains(&1));
    viewer.job_says("/extract", "method=default", "12 of 12");
    viewer.has("SELECT count(*) FROM pages_text WHERE content LIKE '%All rights%'", "12");
    assert_eq!(viewer.listed("/pages?search=page+11+tells&state=done"), [11]);
    viewer.shows("/pages?state=pending", "No page fits these filters.");
}

#[test]
fn views_partitions_and_bytes_are_tables_of_pages() {
    let sql = format!(
        "{PAGES}
         CREATE VIEW shown AS SELECT id, convert_to(html, 'UTF8') AS body, 'text/html; charset=utf-8' AS content_type, url FROM pages;
         CREATE TABLE parts (site text, n int, html text, PRIMARY KEY (site, n)) PARTITION BY LIST (site);
         CREATE TABLE part_a PARTITION OF parts FOR VALUES IN ('a'); CREATE TABLE part_b PARTITION OF parts FOR VALUES IN ('b');
         INSERT INTO parts SELECT CASE WHEN id % 2 = 0 THEN 'a' ELSE 'b' END, id, html FROM pages;"
    );
    let viewer = viewer_with(&sql, "shown", |_| {});
    viewer.shows("/page?key=3&view=text", "Paragraph 1 of page 3");
    viewer.post("/extract", "").is(403, "is a view");
    let viewer = viewer_with(&sql, "parts", |_| {});
    viewer.shows("/pages", "/page?key=a&amp;key=2");
    viewer.shows("/page?key=a&key=2&view=text", "Paragraph 1 of page 2");
    viewer.job("/extract", "");
    viewer.has("SELECT count(content) FROM parts_text", "12");
}

#[test]
fn large_tables_are_estimated() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, html text); INSERT INTO pages SELECT n, '<p>x' FROM generate_series(1, 10001) AS n;
               CREATE TABLE parts (id int PRIMARY KEY, html text) PARTITION BY RANGE (id);
               CREATE TABLE low PARTITION OF parts FOR VALUES FROM (0) TO (6000); CREATE TABLE high PARTITION OF parts FOR VALUES FROM (6000) TO (99999);
               INSERT INTO parts TABLE pages; CREATE VIEW shown AS TABLE pages; ANALYZE;";
    for table in ["pages", "parts", "shown"] {
        let viewer = viewer_with(sql, table, |_| {});
        viewer.shows("/", "about 10\u{202f}001");
        // A list looks at a bounded part of it.
        viewer.shows("/pages?search=nothing", "2\u{202f}000 pages were searched\nSearch on");
    }
}

#[test]
fn a_range_of_confidence_begins_where_it_begins() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, html text); INSERT INTO pages VALUES (0, '<p>x');";
    let viewer = viewer_of(sql);
    viewer.job("/judge", "");
    // More pages below the range than a request looks at.
    viewer.run(
            "INSERT INTO pages SELECT n, '' FROM generate_series(1, 60000) AS n;
             INSERT INTO pages_facts (id, genre, page_type, confidence)
             SELECT n, 'article', CASE WHEN n % 2 = 0 THEN 'forum' ELSE 'product' END, n / 60000.0 FROM generate_series(1, 60000) AS n;
             ANALYZE pages_facts",
        );
    let range = "/pages?from=0.9&below=0.95&order=doubtful";
    viewer.shows_without(range, "key=54000\"", "Search on");
    viewer.shows_without(&format!("{range}&type=forum"), "key=54000\"", "key=54001\"");
    let end = "/pages?from=0.9999&below=2&order=doubtful";
    viewer.shows_without(end, "key=60000\"", "rel=\"next\"");
}
