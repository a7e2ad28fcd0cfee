//! Attacks: by pages, by forms of others, by names, by numbers.

use crate::viewer::{PAGES, connect, database, encoded, serve, viewer, viewer_of, viewer_with};

/// A page that tries everything.
const HOSTILE: &str = "<html><head><title></title><script>alert(1)</script><meta http-equiv=refresh content=\"0;url=http://evil.example/\">
<base href=\"http://evil.example/\"><link rel=stylesheet href=\"http://evil.example/x.css\"></head>
<body onload=\"alert(2)\"><form action=\"/extract\" method=post><button>Click</button></form><iframe src=\"/jobs\"></iframe>
<p>A paragraph of words that is long enough to be taken for content, <img src=x onerror=\"alert(3)\"><a href=\"javascript:alert(4)\">link</a>
with <svg onload=\"alert(5)\"></svg> more words after it.</p></textarea></pre></script><script>alert(6)</script></body></html>";

#[tokio::test]
async fn a_page_full_of_scripts_stays_still() {
    let sql = "CREATE TABLE pages (id text PRIMARY KEY, title text, url text, html text);";
    let viewer = viewer_of(sql).await;
    let markup = "\"><script>alert('t')</script><img src=x onerror=alert(7)>";
    viewer
        .database
        .execute("INSERT INTO pages VALUES ($1, $1, $2, $3)", &[&markup, &"javascript:alert(8)", &HOSTILE])
        .await
        .expect("a page");
    viewer.job("/judge", &[]).await;
    viewer.job("/extract", &[]).await;
    let key = encoded(markup);
    let paths: Vec<String> = ["page", "text", "markdown", "compare", "metadata"]
        .iter()
        .map(|view| format!("/page?key={key}&view={view}&method=default&other=stored"))
        .chain([
            format!("/mark?key={key}"),
            "/pages".to_owned(),
            "/pages?search=%22%3E%3Cscript%3Ealert".to_owned(),
            "/".to_owned(),
        ])
        .collect();
    for path in paths {
        let answer = viewer.get(&path).await;
        answer.is(200, "");
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("script-src 'self'")
                && !policy.contains("unsafe-inline")
                && policy.contains("frame-ancestors 'none'")
        );
        // The only script is ours, and no attribute or address runs anything.
        assert_eq!(answer.body.matches("<script").count(), 1, "{path}: {}", answer.body);
        for part in [
            "<img src=x",
            "onerror=\"",
            "href=\"javascript",
            "<svg onload",
            "<form action=\"/extract\" method=post",
        ] {
            assert!(!answer.body.contains(part), "{path} has {part}: {}", answer.body);
        }
    }
    for path in ["/frame", "/frame/mark"] {
        let frame = viewer.get(&format!("{path}?key={key}")).await;
        let policy = frame.header("content-security-policy");
        assert!(
            policy.starts_with("sandbox")
                && policy.contains("default-src 'none'")
                && !policy.contains("allow-same-origin"),
            "{policy}"
        );
        assert!(policy.contains("form-action 'none'") && policy.contains("frame-ancestors 'self'"));
        for part in [
            "alert(",
            "http-equiv=\"refresh",
            "evil.example/x.css",
            "<iframe",
            "<base",
        ] {
            assert!(!frame.body.contains(part), "{path} has {part}");
        }
        assert_eq!(frame.body.matches("<script").count(), usize::from(path == "/frame/mark"));
    }
}

#[tokio::test]
async fn names_stay_names_in_every_statement() {
    let sql = "CREATE SCHEMA \"s\"\"; DROP TABLE x; --\"; SET search_path = \"s\"\"; DROP TABLE x; --\", public;
        CREATE TABLE \"a'b;--{where}\" (\"k'ey\"\"\" text, page int, \"ht\"\"ml'; --@title{where}\" text, \"$1 {where}\" text, \"{}\" text, \"@url\" text,
            PRIMARY KEY (\"k'ey\"\"\", page));
        INSERT INTO \"a'b;--{where}\" VALUES
            ('x''y', 7, '<p>A paragraph of words that is long enough to be taken.</p><p>Another one that is as long as that.</p>', NULL, 'https://a.example/x', 'A title'),
            ('z', 8, NULL, NULL, 'https://b.example/y', 'Other');";
    let (settings, client) = database().await;
    client.batch_execute(sql).await.expect("a table");
    let name = client
        .query_one("SELECT format('%I.%I', 's\"; DROP TABLE x; --', 'a''b;--{where}')", &[])
        .await
        .expect("a name")
        .get::<_, String>(0);
    let viewer = serve(settings, client, &name, |options| {
        options.source.html = Some("ht\"ml'; --@title{where}".to_owned());
        options.source.gold = Some("$1 {where}".to_owned());
        options.source.url = Some("{}".to_owned());
        options.source.title = Some("@url".to_owned());
    })
    .await;
    let key = "key=x%27y&key=7";
    viewer.shows("/pages", &key.replace('&', "&amp;")).await;
    viewer.shows(&format!("/page?{key}&view=text"), "A paragraph of words").await;
    let view = viewer.view(&format!("/mark?{key}")).await;
    let md5 = crate::viewer::value(&view, "md5");
    let marks = [
        ("key", "x'y"),
        ("key", "7"),
        ("seen", "0"),
        ("md5", &*md5),
        ("content", "1"),
    ];
    viewer.accepted("/mark", &marks).await;
    for (path, fields) in [
        ("/judge", &[][..]),
        ("/extract", &[]),
        ("/again", &[("method", "default")]),
        ("/measure", &[("choice", "auto"), ("gold", "marks"), ("by", "page type, as judged")]),
    ] {
        let jobs = viewer.job(path, fields).await;
        assert!(!jobs.contains("SQLSTATE") && !jobs.contains(">failed<"), "{path}: {jobs}");
    }
    viewer.shows("/", "Gold texts").await;
    for (search, key) in [("b.example", 8), ("A+TITLE", 7)] {
        assert_eq!(viewer.listed(&format!("/pages?search={search}")).await, [key]);
    }
}

#[tokio::test]
async fn values_are_parameters() {
    let viewer = viewer().await;
    for value in ["'; DROP TABLE pages; --", "1) OR true --", "\\'; x", "%00"] {
        let value = encoded(value);
        for path in [
            "/page?key=",
            "/pages?search=",
            "/pages?after=",
            "/pages?host=",
            "/pages?type=",
            "/mark?key=",
            "/frame?key=1&method=",
        ] {
            let answer = viewer.get(&format!("{path}{value}")).await;
            assert!(answer.status == 200 || answer.status == 400, "{path}{value}: {} {}", answer.status, answer.body);
            assert!(!answer.body.contains("42601"), "{path}{value}: {}", answer.body);
        }
    }
    viewer.has("SELECT count(*) FROM pages", "12").await;
}

#[tokio::test]
async fn others_send_and_load_nothing_here() {
    let viewer = viewer().await;
    let paths = [
        "/extract",
        "/judge",
        "/mark",
        "/mark/undo",
        "/learn",
        "/measure",
        "/jobs/stop",
        "/again",
        "/again/discard",
    ];
    for path in paths {
        let request = viewer.request("POST", path).header("origin", "http://evil.example");
        viewer.send(request).await.is(403, "");
    }
    viewer.shows("/jobs", "No job yet").await;
    for (dest, status) in [("iframe", 403), ("document", 200)] {
        let request = viewer.request("GET", "/page?key=3").header("sec-fetch-site", "cross-site");
        let request = request.header("sec-fetch-mode", "navigate").header("sec-fetch-dest", dest);
        viewer.send(request).await.is(status, "");
    }
    // GET changes nothing.
    for path in ["/extract", "/jobs/stop", "/mark/undo"] {
        viewer.get(path).await.is(405, "");
    }
}

#[tokio::test]
async fn keys_of_characters_are_whole() {
    let sql = "CREATE DOMAIN short AS char(4) CHECK (VALUE <> 'no');
        CREATE TABLE pages (code char(4), kind varchar(3), bits bit(3), own short, html text, PRIMARY KEY (code, kind, bits, own));
        INSERT INTO pages VALUES ('abcd', 'xyz', '101', 'efgh', '<p>A paragraph of words that is long enough to be taken.</p>');";
    let viewer = viewer_of(sql).await;
    viewer.job_says("/judge", &[], "1 of 1").await;
    viewer.has("SELECT code || kind || bits::text || own FROM pages_facts", "abcdxyz101efgh").await;
    let key = "key=abcd&key=xyz&key=101&key=efgh";
    viewer.shows("/pages", &key.replace('&', "&amp;")).await;
    viewer.view(&format!("/page?{key}")).await;
    // A cast to the length of the column would cut this to a page's key.
    let longer = "key=abcd&key=xyzw&key=101&key=efgh";
    viewer.get(&format!("/page?{longer}")).await.is(404, "");
}

#[tokio::test]
async fn what_is_too_large_to_be_shown_is_said() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, html text, gold text, screenshot bytea);
        INSERT INTO pages VALUES (1, '<p>x', repeat('gold ', 15000000), ('\\x89504e47'::bytea || decode(repeat('00', 70000000), 'hex')));";
    let viewer = viewer_of(sql).await;
    for path in ["/page?key=1&view=text&method=gold", "/screenshot?key=1"] {
        let answer = viewer.get(path).await;
        answer.is(413, "64 MB");
    }
    viewer.shows("/page?key=1", "<iframe").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_connections_are_answered() {
    let viewer = viewer().await;
    let paths = ["/pages", "/page?key=3&view=text", "/", "/assets/style.css"];
    let all = (0..200).map(|number| viewer.get(paths[number % paths.len()]));
    let answers = futures_util::future::join_all(all).await;
    assert!(
        answers.iter().all(|answer| answer.status == 200),
        "{:?}",
        answers.iter().map(|answer| answer.status).collect::<Vec<_>>()
    );
    let connections = connect(&viewer.settings)
        .await
        .query_one("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'goce-viewer'", &[])
        .await
        .expect("a number")
        .get::<_, i64>(0);
    assert!(connections <= 4, "{connections} connections");
}

#[tokio::test]
async fn a_slow_page_slows_its_own_view_alone() {
    let sql = format!(
        "{PAGES} CREATE VIEW slow AS SELECT id, CASE WHEN id = 1 THEN (SELECT pg_sleep(60)::text) ELSE html END AS html FROM pages;"
    );
    let viewer = viewer_with(&sql, "slow", |options| options.timeout = std::time::Duration::from_secs(5)).await;
    let (slow, other) = tokio::join!(viewer.get("/page?key=1&view=text"), viewer.get("/page?key=2&view=text"));
    slow.is(504, "SQLSTATE: 57014");
    other.is(200, "");
}

#[tokio::test]
async fn a_database_that_went_away_comes_back() {
    let viewer = viewer().await;
    viewer.view("/pages").await;
    let end = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    viewer.database.query(end, &[]).await.expect("ended");
    // The viewer hears of it in its own time, at the latest when it asks.
    let mut answer = viewer.get("/pages").await;
    for _ in 0..600 {
        if answer.status == 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        answer = viewer.get("/pages").await;
    }
    answer.is(200, "");
}
