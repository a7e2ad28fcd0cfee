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
        .execute(
            "INSERT INTO pages VALUES ($1, $1, $2, $3)",
            &[&markup, &"javascript:alert(8)", &HOSTILE],
        )
        .await
        .expect("a page");
    viewer.post("/judge", &[]).await;
    viewer.work().await;
    viewer.post("/extract", &[]).await;
    viewer.work().await;
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
        assert_eq!(
            answer.body.matches("<script").count(),
            1,
            "{path}: {}",
            answer.body
        );
        for part in [
            "<img src=x",
            "onerror=\"",
            "href=\"javascript",
            "<svg onload",
            "<form action=\"/extract\" method=post",
        ] {
            assert!(
                !answer.body.contains(part),
                "{path} has {part}: {}",
                answer.body
            );
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
        assert_eq!(
            frame.body.matches("<script").count(),
            usize::from(path == "/frame/mark")
        );
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
        .query_one(
            "SELECT format('%I.%I', 's\"; DROP TABLE x; --', 'a''b;--')",
            &[],
        )
        .await
        .expect("a name")
        .get::<_, String>(0);
    let viewer = serve(settings, client, &name, |options| {
        options.source.html = Some("ht\"ml'; --".to_owned());
        options.source.gold = Some("$1 {where}".to_owned());
    })
    .await;
    assert!(viewer.view("/pages").await.contains("key=x%27y"));
    assert!(
        viewer
            .view("/page?key=x%27y&view=text")
            .await
            .contains("A paragraph of words")
    );
    for path in ["/judge", "/extract"] {
        assert_eq!(viewer.post(path, &[]).await.status, 303);
        let jobs = viewer.work().await;
        assert!(
            jobs.contains("1 of 1") && !jobs.contains("SQLSTATE"),
            "{path}: {jobs}"
        );
    }
    let view = viewer.view("/mark?key=x%27y").await;
    let md5 = crate::viewer::value(&view, "md5");
    let saved = viewer
        .post(
            "/mark",
            &[
                ("key", "x'y"),
                ("seen", "0"),
                ("md5", &md5),
                ("content", "1"),
            ],
        )
        .await;
    assert_eq!(saved.status, 303, "{}", saved.body);
    assert_eq!(
        viewer.value("SELECT \"$1 {where}\" FROM \"a'b;--\"").await,
        "A paragraph of words that is long enough to be taken."
    );
    assert!(viewer.view("/").await.contains("Marked"));
    assert_eq!(
        viewer
            .post("/measure", &[("choice", "auto"), ("gold", "marks")])
            .await
            .status,
        303
    );
    assert!(viewer.work().await.contains(">done<"));
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
            assert!(
                answer.status == 200 || answer.status == 400,
                "{path}{value}: {} {}",
                answer.status,
                answer.body
            );
            assert!(
                !answer.body.contains("42601"),
                "{path}{value}: {}",
                answer.body
            );
        }
    }
    assert_eq!(viewer.value("SELECT count(*) FROM pages").await, "12");
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_others_are_refused() {
    let Some(viewer) = viewer().await else { return };
    let token = viewer.token().await;
    let paths = [
        "/extract",
        "/judge",
        "/mark",
        "/mark/undo",
        "/learn",
        "/measure",
        "/jobs/stop",
        "/name",
        "/extract-with",
        "/add/fetch",
    ];
    for path in paths {
        for fields in [
            vec![],
            vec![("token", "")],
            vec![("token", "wrong")],
            vec![("token", &token[1..])],
        ] {
            assert_eq!(viewer.post_as(path, &fields).await.status, 403, "{path}");
        }
        let body = format!("token={token}");
        for (name, value) in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
        ] {
            let request = viewer
                .request("POST", path)
                .header("content-type", "application/x-www-form-urlencoded")
                .header(name, value);
            assert_eq!(
                viewer.send(request.body(body.clone())).await.status,
                403,
                "{path} {name}: {value}"
            );
        }
    }
    for path in ["/add/page", "/add/archive"] {
        let body =
            "--cut\r\nContent-Disposition: form-data; name=\"html\"\r\n\r\n<p>x\r\n--cut--\r\n";
        let request = viewer
            .request("POST", path)
            .header("content-type", "multipart/form-data; boundary=cut")
            .body(body);
        assert_eq!(viewer.send(request).await.status, 403, "{path}");
    }
    assert!(viewer.view("/jobs").await.contains("Nothing was started"));
    // GET changes nothing.
    for path in ["/extract", "/jobs/stop", "/mark/undo"] {
        assert_eq!(viewer.get(path).await.status, 405, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_names_of_this_host_are_refused() {
    let Some(viewer) = viewer().await else { return };
    let answer = viewer
        .send(
            viewer
                .request("GET", "/")
                .header("host", "evil.example:8700"),
        )
        .await;
    assert!(
        answer.status == 403 && !answer.body.contains("pages</bdi>"),
        "{}",
        answer.body
    );
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
        answers
            .iter()
            .map(|answer| answer.status)
            .collect::<Vec<_>>()
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
    let Some(viewer) = viewer_of(&sql, "slow", |options| {
        options.timeout = std::time::Duration::from_secs(2)
    })
    .await
    else {
        return;
    };
    let (slow, other) = tokio::join!(
        viewer.get("/page?key=1&view=text"),
        viewer.get("/page?key=2&view=text")
    );
    assert!(
        slow.status == 504 && slow.body.contains("SQLSTATE: 57014"),
        "{} {}",
        slow.status,
        slow.body
    );
    assert_eq!(other.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_went_away_comes_back() {
    let Some(viewer) = viewer().await else { return };
    viewer.view("/pages").await;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    viewer.database.query(end, &[]).await.expect("ended");
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    viewer.view("/pages").await;
}
