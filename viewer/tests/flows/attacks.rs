//! Attacks: by pages, by forms of others, by names, by numbers.

use std::thread::sleep;
use std::time::Duration;

use crate::viewer::{PAGES, at_once, encoded, rows, value, viewer, viewer_of, viewer_with, wait};

/// A page that tries everything.
const HOSTILE: &str = "<html><head><title></title><script>alert(1)</script><meta http-equiv=refresh content=\"0;url=http://evil.example/\">
<base href=\"http://evil.example/\"><link rel=stylesheet href=\"http://evil.example/x.css\"></head>
<body onload=\"alert(2)\"><form action=\"/extract\" method=post><button>Click</button></form><iframe src=\"/jobs\"></iframe>
<p>A paragraph of words that is long enough to be taken for content, <img src=x onerror=\"alert(3)\"><a href=\"javascript:alert(4)\">link</a>
with <svg onload=\"alert(5)\"></svg> more words after it.</p></textarea></pre></script><script>alert(6)</script></body></html>";

#[test]
fn a_page_full_of_scripts_stays_still() {
    let sql = "CREATE TABLE pages (id text PRIMARY KEY, title text, url text, html text);";
    let viewer = viewer_of(sql);
    let markup = "\"><script>alert('t')</script><img src=x onerror=alert(7)>";
    let insert = "INSERT INTO pages VALUES ($1, $1, $2, $3)";
    wait(viewer.database.execute(insert, &[&markup, &"javascript:alert(8)", &HOSTILE])).expect("a page");
    viewer.job("/judge", "");
    viewer.job("/extract", "");
    let key = encoded(markup);
    for [path] in rows(
        "/page?key=KEY&view=page&method=default
         /page?key=KEY&view=text&method=default
         /page?key=KEY&view=markdown&method=default
         /page?key=KEY&view=compare&method=default&other=stored
         /page?key=KEY&view=metadata
         /mark?key=KEY
         /pages
         /pages?search=%22%3E%3Cscript%3Ealert
         /",
    ) {
        let answer = viewer.get(&path.replace("KEY", &key));
        answer.is(200, "");
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("script-src 'self'")
                && !policy.contains("unsafe-inline")
                && policy.contains("frame-ancestors 'none'")
        );
        // The only script is ours, and no attribute or address runs anything.
        assert_eq!(answer.body.matches("<script").count(), 1, "{path}: {}", answer.body);
        answer.lacks(
            "<img src=x
             onerror=\"
             href=\"javascript
             <svg onload
             <form action=\"/extract\" method=post",
        );
    }
    for path in ["/frame", "/frame/mark"] {
        let frame = viewer.get(&format!("{path}?key={key}"));
        let policy = frame.header("content-security-policy");
        assert!(
            policy.starts_with("sandbox")
                && policy.contains("default-src 'none'")
                && !policy.contains("allow-same-origin"),
            "{policy}"
        );
        assert!(policy.contains("form-action 'none'") && policy.contains("frame-ancestors 'self'"));
        frame.lacks(
            "alert(
             http-equiv=\"refresh
             evil.example/x.css
             <iframe
             <base",
        );
        assert_eq!(frame.body.matches("<script").count(), usize::from(path == "/frame/mark"));
    }
}

#[test]
fn names_stay_names_in_every_statement() {
    let sql = "CREATE SCHEMA \"s\"\"; DROP TABLE x; --\"; SET search_path = \"s\"\"; DROP TABLE x; --\", public;
        CREATE TABLE \"a'b;--{where}\" (\"k'ey\"\"\" text, page int, \"ht\"\"ml'; --@title{where}\" text, \"$1 {where}\" text, \"{}\" text, \"@url\" text,
            PRIMARY KEY (\"k'ey\"\"\", page));
        INSERT INTO \"a'b;--{where}\" VALUES
            ('x''y', 7, '<p>A paragraph of words that is long enough to be taken.</p><p>Another one that is as long as that.</p>', NULL, 'https://a.example/x', 'A title'),
            ('z', 8, NULL, NULL, 'https://b.example/y', 'Other');";
    let viewer = viewer_with(sql, "\"s\"\"; DROP TABLE x; --\".\"a'b;--{where}\"", |options| {
        options.source.html = Some("ht\"ml'; --@title{where}".to_owned());
        options.source.gold = Some("$1 {where}".to_owned());
        options.source.url = Some("{}".to_owned());
        options.source.title = Some("@url".to_owned());
    });
    let key = "key=x%27y&key=7";
    viewer.shows("/pages", &key.replace('&', "&amp;"));
    viewer.shows(&format!("/page?{key}&view=text"), "A paragraph of words");
    let md5 = value(&viewer.view(&format!("/mark?{key}")), "md5");
    viewer.accepted("/mark", &format!("{key}&seen=0&md5={md5}&content=1"));
    for [path, fields] in rows(
        "/judge =>
         /extract =>
         /again => method=default
         /measure => choice=auto&gold=marks&by=page+type,+as+judged",
    ) {
        let jobs = viewer.job(path, fields);
        assert!(!jobs.contains("SQLSTATE") && !jobs.contains(">failed<"), "{path}: {jobs}");
    }
    viewer.shows("/", "Gold texts");
    for (search, key) in [("b.example", 8), ("A+TITLE", 7)] {
        assert_eq!(viewer.listed(&format!("/pages?search={search}")), [key]);
    }
}

#[test]
fn values_are_parameters() {
    let viewer = viewer();
    for value in ["'; DROP TABLE pages; --", "1) OR true --", "\\'; x", "%00"] {
        let value = encoded(value);
        for [path] in rows(
            "/page?key=
             /pages?search=
             /pages?after=
             /pages?host=
             /pages?type=
             /mark?key=
             /frame?key=1&method=",
        ) {
            let answer = viewer.get(&format!("{path}{value}"));
            assert!(answer.status == 200 || answer.status == 400, "{path}{value}: {} {}", answer.status, answer.body);
            assert!(!answer.body.contains("42601"), "{path}{value}: {}", answer.body);
        }
    }
    viewer.has("SELECT count(*) FROM pages", "12");
}

#[test]
fn others_send_and_load_nothing_here() {
    let viewer = viewer();
    for path in "/extract /judge /mark /mark/undo /learn /measure /jobs/stop /again /again/discard".split(' ') {
        let request = viewer.request("POST", path).header("origin", "http://evil.example");
        viewer.send(request).is(403, "");
    }
    viewer.shows("/jobs", "No job yet");
    for (dest, status) in [("iframe", 403), ("document", 200)] {
        let request = viewer.request("GET", "/page?key=3").header("sec-fetch-site", "cross-site");
        let request = request.header("sec-fetch-mode", "navigate").header("sec-fetch-dest", dest);
        viewer.send(request).is(status, "");
    }
    // GET changes nothing.
    for path in ["/extract", "/jobs/stop", "/mark/undo"] {
        viewer.get(path).is(405, "");
    }
}

#[test]
fn keys_of_characters_are_whole() {
    let sql = "CREATE DOMAIN short AS char(4) CHECK (VALUE <> 'no');
        CREATE TABLE pages (code char(4), kind varchar(3), bits bit(3), own short, html text, PRIMARY KEY (code, kind, bits, own));
        INSERT INTO pages VALUES ('abcd', 'xyz', '101', 'efgh', '<p>A paragraph of words that is long enough to be taken.</p>');";
    let viewer = viewer_of(sql);
    viewer.job_says("/judge", "", "1 of 1");
    viewer.has("SELECT code || kind || bits::text || own FROM pages_facts", "abcdxyz101efgh");
    let key = "key=abcd&key=xyz&key=101&key=efgh";
    viewer.shows("/pages", &key.replace('&', "&amp;"));
    viewer.view(&format!("/page?{key}"));
    // A cast to the length of the column would cut this to a page's key.
    let longer = "key=abcd&key=xyzw&key=101&key=efgh";
    viewer.get(&format!("/page?{longer}")).is(404, "");
}

#[test]
fn what_is_too_large_to_be_shown_is_said() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, html text, gold text, screenshot bytea);
        INSERT INTO pages VALUES (1, '<p>x', repeat('gold ', 15000000), ('\\x89504e47'::bytea || decode(repeat('00', 70000000), 'hex')));";
    let viewer = viewer_of(sql);
    for path in ["/page?key=1&view=text&method=gold", "/screenshot?key=1"] {
        viewer.get(path).is(413, "64 MB");
    }
    viewer.shows("/page?key=1", "<iframe");
}

#[test]
fn two_hundred_connections_are_answered() {
    let viewer = viewer();
    let paths = ["/pages", "/page?key=3&view=text", "/", "/assets/style.css"];
    at_once(0..200, |number| viewer.view(paths[number % paths.len()]));
    viewer.has("SELECT count(*) <= 4 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'goce-viewer'", "true");
}

#[test]
fn a_slow_page_slows_its_own_view_alone() {
    let sql = format!(
        "{PAGES} CREATE VIEW slow AS SELECT id, CASE WHEN id = 1 THEN (SELECT pg_sleep(60)::text) ELSE html END AS html FROM pages;"
    );
    let viewer = viewer_with(&sql, "slow", |options| options.timeout = Duration::from_secs(5));
    at_once([(1, 504, "SQLSTATE: 57014"), (2, 200, "")], |(key, status, says)| {
        viewer.get(&format!("/page?key={key}&view=text")).is(status, says);
    });
}

#[test]
fn a_database_that_went_away_comes_back() {
    let viewer = viewer();
    viewer.view("/pages");
    viewer.has("SELECT bool_and(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()", "true");
    // The viewer hears of it in its own time, at the latest when it asks.
    let comes_back = (0..600).any(|_| {
        sleep(Duration::from_millis(100));
        viewer.get("/pages").status == 200
    });
    assert!(comes_back);
}
