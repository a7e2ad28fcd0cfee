//! Attacks: by pages, by forms of others, by names, by numbers.

use crate::viewer::{PAGES, connect, database, serve, viewer, viewer_of};

/// A page that tries everything.
const HOSTILE: &str = "<html><head><title></title><script>alert(1)</script><meta http-equiv=refresh content=\"0;url=http://evil.example/\">
<base href=\"http://evil.example/\"><link rel=stylesheet href=\"http://evil.example/x.css\"></head>
<body onload=\"alert(2)\"><form action=\"/extract\" method=post><button>Click</button></form><iframe src=\"/jobs\"></iframe>
<p>A paragraph of words that is long enough to be taken for content, <img src=x onerror=\"alert(3)\"><a href=\"javascript:alert(4)\">link</a>
with <svg onload=\"alert(5)\"></svg> more words after it.</p></textarea></pre></script><script>alert(6)</script></body></html>";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_full_of_scripts_stays_still() {
    let sql = "CREATE TABLE pages (id text PRIMARY KEY, title text, url text, html text);";
    let Some(viewer) = viewer_of(sql, "pages", |_| {}).await else {
        return;
    };
    let markup = "\"><script>alert('t')</script><img src=x onerror=alert(7)>";
    viewer
        .database
        .execute("INSERT INTO pages VALUES ($1, $1, $2, $3)", &[&markup, &"javascript:alert(8)", &HOSTILE])
        .await
        .expect("a page");
    viewer.job("/judge", &[]).await;
    viewer.job("/extract", &[]).await;
    let key = url::form_urlencoded::byte_serialize(markup.as_bytes()).collect::<String>();
    let paths: Vec<String> = ["page", "text", "markdown", "compare", "blocks", "metadata"]
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
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
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

#[tokio::test(flavor = "multi_thread")]
async fn names_are_quoted() {
    let sql = "CREATE SCHEMA \"s\"\"; DROP TABLE x; --\"; SET search_path = \"s\"\"; DROP TABLE x; --\", public;
        CREATE TABLE \"a'b;--\" (\"k'ey\"\"\" text PRIMARY KEY, \"ht\"\"ml'; --\" text, \"$1 {where}\" text);
        INSERT INTO \"a'b;--\" VALUES ('x''y', '<p>A paragraph of words that is long enough to be taken.</p><p>Another one that is as long as that.</p>', NULL);";
    let Some((settings, client)) = database().await else {
        return;
    };
    client.batch_execute(sql).await.expect("a table");
    let name = client
        .query_one("SELECT format('%I.%I', 's\"; DROP TABLE x; --', 'a''b;--')", &[])
        .await
        .expect("a name")
        .get::<_, String>(0);
    let viewer = serve(settings, client, &name, |options| {
        options.source.html = Some("ht\"ml'; --".to_owned());
        options.source.gold = Some("$1 {where}".to_owned());
        options.update_gold = true;
    })
    .await;
    assert!(viewer.view("/pages").await.contains("key=x%27y"));
    assert!(viewer.view("/page?key=x%27y&view=text").await.contains("A paragraph of words"));
    for path in ["/judge", "/extract"] {
        assert_eq!(viewer.post(path, &[]).await.status, 303);
        let jobs = viewer.work().await;
        assert!(jobs.contains("1 of 1") && !jobs.contains("SQLSTATE"), "{path}: {jobs}");
    }
    let view = viewer.view("/mark?key=x%27y").await;
    let md5 = crate::viewer::value(&view, "md5");
    let saved = viewer.post("/mark", &[("key", "x'y"), ("seen", "0"), ("md5", &md5), ("content", "1")]).await;
    assert_eq!(saved.status, 303, "{}", saved.body);
    assert_eq!(
        viewer.value("SELECT \"$1 {where}\" FROM \"a'b;--\"").await,
        "A paragraph of words that is long enough to be taken."
    );
    assert!(viewer.view("/").await.contains("Gold texts"));
    let again = ("/again", &[("method", "default")][..]);
    let measured = ("/measure", &[("choice", "auto"), ("gold", "marks")][..]);
    for (path, fields) in [again, measured] {
        assert_eq!(viewer.post(path, fields).await.status, 303);
        let jobs = viewer.work().await;
        assert!(jobs.contains(">done<") && !jobs.contains("SQLSTATE"), "{path}: {jobs}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn values_are_parameters() {
    let Some(viewer) = viewer().await else { return };
    for value in ["'; DROP TABLE pages; --", "1) OR true --", "\\'; x", "%00"] {
        let value = url::form_urlencoded::byte_serialize(value.as_bytes()).collect::<String>();
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
    assert_eq!(viewer.value("SELECT count(*) FROM pages").await, "12");
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_others_are_refused() {
    let Some(viewer) = viewer().await else { return };
    let paths = [
        "/extract",
        "/judge",
        "/mark",
        "/mark/undo",
        "/learn",
        "/learn/publish",
        "/learn/discard",
        "/measure",
        "/jobs/stop",
        "/again",
        "/again/discard",
    ];
    for path in paths {
        for (name, value) in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
        ] {
            let request = viewer
                .request("POST", path)
                .header("content-type", "application/x-www-form-urlencoded")
                .header(name, value);
            assert_eq!(viewer.send(request).await.status, 403, "{path} {name}: {value}");
        }
    }
    assert!(viewer.view("/jobs").await.contains("No job yet"));
    // GET changes nothing.
    for path in ["/extract", "/jobs/stop", "/mark/undo"] {
        assert_eq!(viewer.get(path).await.status, 405, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_others_load_nothing_from_here() {
    let Some(viewer) = viewer().await else { return };
    let ask = |site: &'static str, mode: &'static str, dest: &'static str| {
        let request = viewer
            .request("GET", "/page?key=3")
            .header("sec-fetch-site", site)
            .header("sec-fetch-mode", mode)
            .header("sec-fetch-dest", dest);
        viewer.send(request)
    };
    for site in ["cross-site", "same-site"] {
        for (mode, dest) in [
            ("no-cors", "image"),
            ("no-cors", "script"),
            ("cors", "empty"),
            ("navigate", "iframe"),
        ] {
            let refused = ask(site, mode, dest).await;
            assert_eq!(refused.status, 403, "{site} {dest}");
        }
        assert_eq!(ask(site, "navigate", "document").await.status, 200);
    }
    assert_eq!(ask("same-origin", "navigate", "iframe").await.status, 200);
    assert_eq!(ask("none", "navigate", "document").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_look_like_parts_of_statements_stay_names() {
    let sql = "CREATE TABLE \"{where}\" (page int, \"@url\" text, \"{}\" text, \"@title{where}\" text, PRIMARY KEY (page));
        INSERT INTO \"{where}\" VALUES (7, 'https://a.example/x', 'A title', '<p>A paragraph of words that is long enough to be taken.</p>'),
            (8, 'https://b.example/y', 'Other', NULL);";
    let Some(viewer) = viewer_of(sql, "\"{where}\"", |options| {
        options.source.url = Some("{}".to_owned());
        options.source.title = Some("@url".to_owned());
        options.source.html = Some("@title{where}".to_owned());
    })
    .await
    else {
        return;
    };
    for path in ["/judge", "/extract"] {
        viewer.post(path, &[]).await;
        let jobs = viewer.work().await;
        assert!(!jobs.contains("SQLSTATE"), "{path}: {jobs}");
    }
    assert_eq!(viewer.value("SELECT string_agg(page || ':' || coalesce(genre, ''), ',' ORDER BY page) FROM \"{where}_facts\" WHERE error IS NULL").await.matches(':').count(), 2);
    let found = viewer.view("/pages?search=b.example").await;
    assert!(found.contains("key=8") && !found.contains("key=7"));
    assert!(viewer.view("/pages?search=A+TITLE").await.contains("key=7"));
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_of_characters_are_whole() {
    let sql = "CREATE DOMAIN short AS char(4) CHECK (VALUE <> 'no');
        CREATE TABLE pages (code char(4), kind varchar(3), bits bit(3), own short, html text, PRIMARY KEY (code, kind, bits, own));
        INSERT INTO pages VALUES ('abcd', 'xyz', '101', 'efgh', '<p>A paragraph of words that is long enough to be taken.</p>');";
    let Some(viewer) = viewer_of(sql, "pages", |_| {}).await else {
        return;
    };
    assert!(viewer.job("/judge", &[]).await.contains("1 of 1"));
    assert_eq!(viewer.value("SELECT code || kind || bits::text || own FROM pages_facts").await, "abcdxyz101efgh");
    let key = "key=abcd&key=xyz&key=101&key=efgh";
    assert!(viewer.view("/pages").await.contains(&key.replace('&', "&amp;")));
    viewer.view(&format!("/page?{key}")).await;
    // A cast to the length of the column would cut this to a page's key.
    let longer = "key=abcd&key=xyzw&key=101&key=efgh";
    assert_eq!(viewer.get(&format!("/page?{longer}")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_to_be_shown_is_said() {
    let sql = "CREATE TABLE pages (id int PRIMARY KEY, html text, gold text, screenshot bytea);
        INSERT INTO pages VALUES (1, '<p>x', repeat('gold ', 15000000), ('\\x89504e47'::bytea || decode(repeat('00', 70000000), 'hex')));";
    let Some(viewer) = viewer_of(sql, "pages", |_| {}).await else {
        return;
    };
    for path in ["/page?key=1&view=text&method=gold", "/screenshot?key=1"] {
        let answer = viewer.get(path).await;
        assert!(answer.status == 413 && answer.body.contains("64 MB"), "{path}: {}", answer.status);
    }
    assert!(viewer.view("/page?key=1").await.contains("<iframe"));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_connections_are_answered() {
    let Some(viewer) = viewer().await else { return };
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

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_page_slows_its_own_view_alone() {
    let sql = format!(
        "{PAGES} CREATE VIEW slow AS SELECT id, CASE WHEN id = 1 THEN (SELECT pg_sleep(60)::text) ELSE html END AS html FROM pages;"
    );
    let Some(viewer) = viewer_of(&sql, "slow", |options| options.timeout = std::time::Duration::from_secs(5)).await
    else {
        return;
    };
    let (slow, other) = tokio::join!(viewer.get("/page?key=1&view=text"), viewer.get("/page?key=2&view=text"));
    assert!(slow.status == 504 && slow.body.contains("SQLSTATE: 57014"), "{} {}", slow.status, slow.body);
    assert_eq!(other.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_went_away_comes_back() {
    let Some(viewer) = viewer().await else { return };
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
    assert_eq!(answer.status, 200, "{}", answer.body);
}
