//! Jobs: extraction, training, measuring.

use crate::viewer::{ASLEEP, PAGES, viewer, viewer_of};

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_shown_with_their_pages() {
    let sql = format!("{PAGES} UPDATE pages SET html = repeat(html, 500) WHERE id = 6;");
    let Some(viewer) = viewer_of(&sql, "pages", |_| {}).await else {
        return;
    };
    let database = viewer.settings.rsplit('=').next().expect("a name").to_owned();
    viewer.run(&format!("ALTER DATABASE {database} SET goce.max_html_size = '64kB'")).await;
    assert!(viewer.job("/extract", &[]).await.contains("1 failed"));
    let overview = viewer.view("/").await;
    assert!(overview.contains("<code>54000</code>") && overview.contains("href=\"/page?key=6\""), "{overview}");
    let failed = viewer.view("/pages?state=failed").await;
    assert!(failed.contains("key=6\"") && !failed.contains("key=5\""));
    assert!(viewer.view("/page?key=6").await.contains("too large"));
    viewer.job("/judge", &[]).await;
    assert_eq!(
        viewer
            .value("SELECT string_agg(id || sqlstate, ',') FROM pages_facts WHERE sqlstate IS NOT NULL")
            .await,
        "654000"
    );
    assert_eq!(viewer.value("SELECT count(confidence) FROM pages_facts").await, "11");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extraction_can_be_stopped_and_goes_on() {
    // Page 50 is not stored while the trigger is there.
    let sql = format!(
        "{PAGES} INSERT INTO pages (id, html) SELECT n, '<p>Page ' || n FROM generate_series(13, 60) AS n;
         SELECT goce_create_target('pages', 'pages_text', ARRAY[]::text[]);
         CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$;
         CREATE TRIGGER waits BEFORE INSERT ON pages_text FOR EACH ROW WHEN (NEW.id = 50) EXECUTE FUNCTION waits();"
    );
    let Some(viewer) = viewer_of(&sql, "pages", |_| {}).await else {
        return;
    };
    viewer.post("/extract", &[]).await;
    let second = viewer.post("/extract", &[]).await;
    assert!(second.status == 409 && second.body.contains("at work already"), "{}", second.body);
    let state = viewer.view("/jobs/state?job=1").await;
    assert!(state.contains("\"working\":true"), "{state}");
    viewer.until(&format!("{ASLEEP} > 0")).await;
    assert_eq!(viewer.post("/jobs/stop", &[("job", "1")]).await.status, 303);
    assert!(viewer.work().await.contains(">stopped<"));
    let done: i32 = viewer.value("SELECT count(*) FROM pages_text").await.parse().expect("a number");
    assert!(done < 60, "{done}");
    viewer.run("DROP TRIGGER waits ON pages_text").await;
    viewer.job("/extract", &[]).await;
    assert_eq!(
        viewer
            .value("SELECT count(*) FROM pages LEFT JOIN pages_text AS t USING (id) WHERE t.content IS NULL")
            .await,
        "0"
    );
    assert_eq!(viewer.value("SELECT count(*) FROM pages_text_claims").await, "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_trained_measured_and_used() {
    let Some(viewer) = viewer().await else { return };
    let options = [
        ("name", "our site"),
        ("model", "forest"),
        ("gold", "column"),
        ("options", "{\"depth\": 4, \"trees\": 5, \"folds\": 2}"),
    ];
    assert_eq!(viewer.post("/learn", &options).await.status, 303);
    let jobs = viewer.work().await;
    assert!(jobs.contains("trained our site"), "{jobs}");
    let learned = viewer.view("/learn").await;
    for shown in [
        "Trained, not published",
        "No model is published",
        "<bdi>our site</bdi>",
        "Word F1",
        "&quot;depth&quot;: 4",
    ] {
        assert!(learned.contains(shown), "{shown}: {learned}");
    }
    // Nobody uses a draft but who compares it.
    assert_eq!(viewer.value("SELECT count(*) FROM goce_models").await, "0");
    let draft = [
        ("choice", "auto"),
        ("choice", "draft:our site"),
        ("gold", "column"),
        ("pages", "all"),
    ];
    assert_eq!(viewer.post("/measure", &draft).await.status, 303);
    viewer.work().await;
    let measured = viewer.view("/measure").await;
    assert!(measured.contains("draft our site"), "{measured}");
    let text = "/page?key=3&view=text&method=";
    assert!(viewer.view(&format!("{text}draft:our+site")).await.contains("Paragraph 1"));
    let early = viewer.post("/again", &[("method", "model:our site")]).await;
    assert!(early.status == 404 && early.body.contains("there is no model our site"), "{}", early.body);
    let model = [("model", "our site")];
    assert_eq!(viewer.post("/learn/publish", &model).await.status, 303);
    assert_eq!(viewer.post("/learn/publish", &model).await.status, 404);
    assert_eq!(viewer.post("/learn/discard", &model).await.status, 404);
    let gone = viewer.get(&format!("{text}draft:our+site")).await;
    assert_eq!(gone.status, 404);
    assert_eq!(
        viewer
            .value("SELECT (SELECT count(*) FROM goce_models) - (SELECT count(*) FROM pages_drafts)")
            .await,
        "1"
    );
    assert!(!viewer.view("/learn").await.contains("not published"));
    let again = viewer.post("/learn", &options).await;
    assert!(again.status == 409 && again.body.contains("take another name"), "{}", again.body);
    let wrong = viewer
        .post(
            "/learn",
            &[
                ("name", "x"),
                ("model", "forest"),
                ("gold", "column"),
                ("options", "{\"treees\": 1}"),
            ],
        )
        .await;
    assert!(wrong.status == 400 && wrong.body.contains("unknown option"), "{}", wrong.body);

    let choices = [
        ("choice", "auto"),
        ("choice", "default"),
        ("choice", "oracle"),
        ("choice", "model:our site"),
        ("gold", "column"),
        ("pages", "all"),
        ("by", "page type, as judged"),
    ];
    viewer.job("/judge", &[]).await;
    assert_eq!(viewer.post("/measure", &choices).await.status, 303);
    viewer.work().await;
    let measured = viewer.view("/measure").await;
    for shown in [
        "<table class=\"bars\"",
        "<th scope=\"col\">page type, as judged</th>",
        "<svg class=\"calibration\"",
        "The worst pages of auto",
        "model our site</bdi> to <bdi>auto</bdi>, page by page",
        "<bdi>Page 3</bdi>",
        "model our site",
        "oracle",
    ] {
        assert!(measured.contains(shown), "{shown}: {measured}");
    }
    assert!(viewer.post("/measure", &[("choice", "best")]).await.body.contains("no method best"));
    assert!(
        viewer
            .post("/measure", &[("choice", "auto"), ("by", "html")])
            .await
            .body
            .contains("cannot be grouped by html")
    );
    viewer.job("/measure", &[("choice", "auto"), ("gold", "column"), ("by", "genre")]).await;
    let measured = viewer.view("/measure?by=genre").await;
    assert!(
        measured.contains("<th scope=\"col\">genre</th>") && measured.contains("<option value=\"genre\" selected>"),
        "{measured}"
    );

    assert_eq!(viewer.post("/again", &[("method", "model:our site")]).await.status, 303);
    assert!(viewer.work().await.contains("12 of 12"));
    let same = "SELECT count(*) FROM pages JOIN pages_text USING (id)
                WHERE content = goce_extract_with(html, (SELECT model FROM goce_models WHERE name = 'our site'))";
    assert_eq!(viewer.value(same).await, "12");
    assert!(viewer.view("/page?key=3&view=text&method=model:our+site").await.contains("Paragraph 1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_are_learned_from() {
    let Some(viewer) = viewer().await else { return };
    let none = viewer.post("/learn", &[("name", "x"), ("gold", "marks")]).await;
    assert!(none.status == 400 && none.body.contains("no page was marked"), "{}", none.body);
    for key in ["1", "2", "3", "4"] {
        let view = viewer.view(&format!("/mark?key={key}")).await;
        let mut fields = vec![
            ("key", key.to_owned()),
            ("seen", "0".to_owned()),
            ("md5", crate::viewer::value(&view, "md5")),
        ];
        fields.extend(crate::viewer::blocks(&view).0.iter().map(|number| ("content", number.to_string())));
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(viewer.post("/mark", &fields).await.status, 303);
    }
    assert!(
        viewer
            .job(
                "/learn",
                &[
                    ("name", "marked"),
                    ("model", "forest"),
                    ("gold", "marks"),
                    ("options", "{\"folds\": 0, \"trees\": 5}"),
                ],
            )
            .await
            .contains("trained marked")
    );
    assert_eq!(viewer.value("SELECT goce_model_info(model)->'training'->>'pages' FROM pages_drafts").await, "4");
    // A name that was published meanwhile stays what it is, and the draft too.
    viewer
        .database
        .batch_execute("SELECT goce_publish('marked', model, false) FROM pages_drafts")
        .await
        .expect("a model");
    let model = [("model", "marked")];
    assert_eq!(viewer.post("/learn/publish", &model).await.status, 409);
    assert_eq!(viewer.value("SELECT count(*) FROM pages_drafts").await, "1");
    assert_eq!(viewer.post("/learn/discard", &model).await.status, 303);
    assert_eq!(viewer.value("SELECT count(*) FROM pages_drafts").await, "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fifth_is_held_back_and_no_probe_is_an_error_in_the_log() {
    let sql = format!(
        "{PAGES} ALTER TABLE pages DROP title; INSERT INTO pages (id, html, gold) SELECT id + 12, html, gold FROM pages;"
    );
    let Some(viewer) = viewer_of(&sql, "pages", |_| {}).await else {
        return;
    };
    // Titles are those of the pages themselves.
    viewer.job("/judge", &[]).await;
    assert!(viewer.view("/pages?search=Page+3").await.contains("<mark>Page 3</mark>"));
    let fields = [
        ("name", "ours"),
        ("model", "tree"),
        ("gold", "column"),
        ("from", "four-fifths"),
        ("options", "{\"folds\": 0}"),
    ];
    assert!(viewer.job("/learn", &fields).await.contains("trained ours"));
    let learned: i32 = viewer.value("SELECT count(*) FROM pages_learned").await.parse().expect("a number");
    assert!((12..24).contains(&learned), "{learned}");
    // What is held back is no reason to train again.
    viewer.job("/extract", &[]).await;
    let overview = viewer.view("/").await;
    assert!(
        overview.contains("Compare ours with auto") && overview.contains("data-live=\"marked\">24<"),
        "{overview}"
    );
    viewer.job("/measure", &[("choice", "auto"), ("choice", "draft:ours")]).await;
    let measured = viewer.view("/measure").await;
    assert!(measured.contains(&format!("Word F1 over {} pages", 24 - learned)), "{measured}");
    // The log of scripts/cluster; other servers have theirs elsewhere.
    let log = "pg_read_file(current_setting('unix_socket_directories') || '/../log', 0, 1000000000, true)";
    assert_ne!(viewer.value(&format!("SELECT {log} NOT LIKE '%ERROR:  division by zero%'")).await, "false");
}
