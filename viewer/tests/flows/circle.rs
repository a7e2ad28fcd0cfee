//! From pages to better texts, and what must not happen on the way: texts that are replaced unasked, runs that go on by
//! another method, scores on pages that a model has learned from.

use crate::viewer::{ASLEEP, PAGES, Viewer, viewer, viewer_of};

/// The kind of model that is trained here.
const KIND: &str = "forest";

/// All texts and what made them.
const TEXTS: &str = "SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM pages_text AS t";
const METHODS: &str =
    "SELECT string_agg(m, ',' ORDER BY m) FROM (SELECT method || count(*) AS m FROM pages_text GROUP BY method) AS g";

/// More pages, the last of which is page 0. A batch has 20 pages, so page 0 is in the second.
const MORE: &str = "INSERT INTO pages (id, html) SELECT n, '<p>Page ' || n FROM generate_series(-20, 0) AS n";

/// Trains a model on a column of gold texts and publishes it.
async fn train(viewer: &Viewer, name: &str) {
    let fields = [
        ("name", name),
        ("model", KIND),
        ("gold", "column"),
        ("options", "{\"folds\": 2, \"trees\": 5}"),
    ];
    assert_eq!(viewer.post("/learn", &fields).await.status, 303);
    assert!(viewer.work().await.contains(&format!("trained {name}")));
    assert_eq!(viewer.post("/learn/publish", &[("model", name)]).await.status, 303);
}

/// [`PAGES`], and a target that does not store page 0 while its trigger is there.
fn sleeping(target: &str) -> String {
    format!(
        "{PAGES} SELECT goce_create_target('pages', '{target}', ARRAY[]::text[]);
         CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$;
         CREATE TRIGGER waits BEFORE INSERT ON {target} FOR EACH ROW WHEN (NEW.id = 0) EXECUTE FUNCTION waits();"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn old_texts_stay_until_the_new_ones_are_all_there() {
    let Some(viewer) = viewer().await else { return };
    // What users put beside the texts stays with them.
    viewer
        .database
        .batch_execute(
            "SELECT goce_create_target('pages', 'pages_text', ARRAY[]::text[]);
             ALTER TABLE pages_text ADD note text, ADD words int GENERATED ALWAYS AS (length(content)) STORED;
             CREATE INDEX own ON pages_text (words); GRANT SELECT ON pages_text TO PUBLIC;",
        )
        .await
        .expect("a target");
    viewer.job("/extract", &[("method", "default")]).await;
    viewer.run("UPDATE pages_text SET note = 'mine'").await;
    let (before, oid) = (viewer.value(TEXTS).await, viewer.value("SELECT 'pages_text'::regclass::oid").await);
    train(&viewer, "ours").await;
    // The view asks: how many, by what, how good, what is there now.
    let asked = viewer.view("/again?by=model:ours").await;
    for says in [
        "Extract 12 pages again by <bdi>model ours</bdi>?",
        "Word F1",
        "<bdi>default (",
        "<td class=\"number\">12</td>",
    ] {
        assert!(asked.contains(says), "{says}: {asked}");
    }
    assert_eq!(viewer.value(TEXTS).await, before);
    assert_eq!(viewer.post("/again", &[("method", "model:ours")]).await.status, 303);
    let jobs = viewer.work().await;
    assert!(jobs.contains(">done<") && jobs.contains("href=\"/again/changes?job=3\""), "{jobs}");
    let changes = viewer.view("/again/changes?job=3").await;
    for says in [
        ">shorter</th><td class=\"number\">12<",
        "<bdi>Page 3</bdi>",
        "method=default&amp;other=stored",
        " characters",
    ] {
        assert!(changes.contains(says), "{says}: {changes}");
    }
    assert_eq!(viewer.get("/again/changes?job=1").await.status, 404);
    assert_eq!(viewer.value(METHODS).await, "model:ours12");
    assert_eq!(
        viewer
            .value("SELECT count(*) FROM pages_text WHERE note = 'mine' AND words = length(content)")
            .await,
        "12"
    );
    assert_eq!(viewer.value("SELECT 'pages_text'::regclass::oid").await, oid);
    assert_eq!(
        viewer
            .value("SELECT to_regclass('pages_text_again') IS NULL AND to_regclass('pages_text_again_claims') IS NULL")
            .await,
        "true"
    );
    assert_ne!(viewer.value(TEXTS).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_texts_stay_where_a_new_one_is_missing() {
    let sql = format!(
        "{PAGES} SELECT goce_create_target('pages', 'pages_text_again', ARRAY[]::text[]);
         CREATE FUNCTION loses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
         CREATE TRIGGER loses BEFORE INSERT ON pages_text_again FOR EACH ROW WHEN (NEW.id = 3) EXECUTE FUNCTION loses();"
    );
    let Some(viewer) = viewer_of(&sql, "pages", |_| {}).await else {
        return;
    };
    viewer.job("/extract", &[]).await;
    let before = viewer.value(TEXTS).await;
    viewer.job("/again", &[("method", "default")]).await;
    assert_eq!(viewer.value(TEXTS).await, before);
    let overview = viewer.view("/").await;
    assert!(overview.contains(">failed<") && overview.contains("Go on by default: 1 page<"), "{overview}");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_models_are_values() {
    let Some(viewer) = viewer().await else { return };
    let name = "o'u\"rs; <b> %s --";
    let fields = [
        ("name", name),
        ("model", "tree"),
        ("gold", "column"),
        ("options", "{\"folds\": 0}"),
    ];
    viewer.job("/learn", &fields).await;
    let choice = url::form_urlencoded::byte_serialize(format!("draft:{name}").as_bytes()).collect::<String>();
    let asked = viewer.view(&format!("/again?by={choice}")).await;
    assert!(asked.contains("draft o'u&quot;rs; &lt;b&gt; %s --") && !asked.contains("<b>"), "{asked}");
    assert_eq!(viewer.post("/again", &[("method", &format!("draft:{name}"))]).await.status, 303);
    viewer.work().await;
    let overview = viewer.view("/").await;
    assert!(
        overview.contains("now by model o'u&quot;rs; &lt;b&gt; %s --") && !overview.contains("<b>"),
        "{overview}"
    );
    assert_eq!(viewer.value("SELECT count(*) FROM pages_text WHERE method LIKE 'model:o''u%'").await, "12");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_fails_keeps_its_old_text() {
    let Some(viewer) = viewer().await else { return };
    viewer.job("/extract", &[]).await;
    let database = viewer.settings.rsplit('=').next().expect("a name").to_owned();
    viewer.run(&format!(
            "UPDATE pages SET html = repeat(html, 500) WHERE id = 6; ALTER DATABASE {database} SET goce.max_html_size = '64kB'"
        )).await;
    assert!(viewer.job("/again", &[("method", "default")]).await.contains("1 failed"));
    assert_eq!(viewer.value(METHODS).await, "auto1,default11");
    assert_eq!(
        viewer.value("SELECT count(*) FROM pages_text WHERE sqlstate IS NULL AND content IS NOT NULL").await,
        "12"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_ended_early_goes_on_by_its_own_method() {
    let Some(viewer) = viewer_of(&sleeping("pages_text"), "pages", |_| {}).await else {
        return;
    };
    viewer.run(MORE).await;
    viewer.post("/extract", &[("method", "web2text")]).await;
    viewer.until(&format!("{ASLEEP} > 0 AND (SELECT count(*) FROM pages_text) > 0")).await;
    // Killed, as by a crash.
    viewer
        .database
        .batch_execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()")
        .await
        .expect("a kill");
    viewer.work().await;
    viewer.run("DROP TRIGGER waits ON pages_text").await;
    let left = viewer.value("SELECT 33 - count(*) FROM pages_text").await;
    let overview = viewer.view("/").await;
    assert!(overview.contains(&format!("Go on by web2text: {left} pages")), "{overview}");
    assert!(overview.contains("name=\"method\" value=\"web2text\""), "{overview}");
    assert!(overview.contains("<option selected>web2text</option>"), "{overview}");
    // Another viewer, as after a restart, knows it as well.
    let other =
        crate::viewer::serve(viewer.settings.clone(), crate::viewer::connect(&viewer.settings).await, "pages", |_| {})
            .await;
    assert!(other.view("/").await.contains("Go on by web2text"));
    other.post("/extract", &[("method", "web2text")]).await;
    other.work().await;
    assert_eq!(other.value(METHODS).await, "web2text33");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extraction_again_that_ended_early_goes_on_or_is_given_up() {
    let Some(viewer) = viewer_of(&sleeping("pages_text_again"), "pages", |_| {}).await else {
        return;
    };
    viewer.job("/extract", &[]).await;
    let before = viewer.value(TEXTS).await;
    train(&viewer, "ours").await;
    viewer.run(MORE).await;
    viewer.post("/again", &[("method", "model:ours")]).await;
    viewer.until(&format!("{ASLEEP} > 0 AND (SELECT count(*) FROM pages_text_again) > 0")).await;
    viewer.job("/jobs/stop", &[("job", "3")]).await;
    assert_eq!(viewer.value(TEXTS).await, before);
    let overview = viewer.view("/").await;
    assert!(overview.contains("Go on by model ours:") && overview.contains("The old texts stay"), "{overview}");
    // Another method does not get among them.
    let refused = viewer.post("/again", &[("method", "default")]).await;
    assert!(refused.status == 409 && refused.body.contains("has not ended"), "{}", refused.body);
    assert!(viewer.view("/again?by=default").await.contains("before you begin another"));
    viewer.run("DROP TRIGGER waits ON pages_text_again").await;
    assert!(viewer.view("/again/discard").await.contains("new texts are thrown away"));
    assert_eq!(viewer.value("SELECT to_regclass('pages_text_again') IS NOT NULL").await, "true");
    viewer.job("/again", &[("method", "model:ours")]).await;
    assert_eq!(viewer.value(METHODS).await, "model:ours33");
    // Given up, nothing is left of it.
    viewer.database.batch_execute("SELECT goce_create_target('pages', 'pages_text_again', ARRAY[]::text[]); INSERT INTO pages_text_again SELECT * FROM pages_text WHERE id = 1").await.expect("a run");
    assert_eq!(viewer.post("/again/discard", &[]).await.status, 303);
    assert_eq!(viewer.value("SELECT to_regclass('pages_text_again') IS NULL").await, "true");
    assert_eq!(viewer.get("/again/discard").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_and_throwing_away_are_asked_for() {
    let Some(viewer) = viewer().await else { return };
    let fields = [
        ("name", "ours"),
        ("model", KIND),
        ("gold", "column"),
        ("options", "{\"folds\": 0, \"trees\": 5}"),
    ];
    viewer.job("/learn", &fields).await;
    let learn = viewer.view("/learn").await;
    assert!(
        !learn.contains("action=\"/learn/publish\"") && !learn.contains("action=\"/learn/discard\""),
        "{learn}"
    );
    assert!(viewer.view("/learn/publish?model=ours").await.contains("Publish <bdi>ours</bdi>?"));
    assert!(viewer.view("/learn/discard?model=ours").await.contains("Throw <bdi>ours</bdi> away?"));
    assert_eq!(viewer.get("/learn/publish?model=none").await.status, 404);
    assert_eq!(viewer.value("SELECT count(*) FROM pages_drafts").await, "1");
    assert_eq!(viewer.value("SELECT count(*) FROM pages_learned").await, "12");
    viewer.post("/learn/discard", &[("model", "ours")]).await;
    assert_eq!(viewer.value("SELECT count(*) FROM pages_learned").await, "0");
    // A draft that is used is published by that.
    viewer.job("/learn", &fields).await;
    assert!(viewer.view("/again?by=draft:ours").await.contains("The draft is published first"));
    viewer.job("/again", &[("method", "draft:ours")]).await;
    assert_eq!(viewer.value(METHODS).await, "model:ours12");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_measured_on_pages_that_it_has_not_seen() {
    let sql = format!(
        "{PAGES} CREATE TABLE all_gold AS SELECT id, gold FROM pages; UPDATE pages SET gold = NULL WHERE id > 8;"
    );
    let Some(viewer) = viewer_of(&sql, "pages", |_| {}).await else {
        return;
    };
    train(&viewer, "ours").await;
    let both = [("choice", "auto"), ("choice", "model:ours")];
    // It has seen all that there is: its held-out score stands in for a measuring.
    assert_eq!(viewer.post("/measure", &both).await.status, 303);
    let view = viewer.view("/measure").await;
    assert!(
        view.contains("No page is left to measure on") && view.contains("has learned from 8 pages"),
        "{view}"
    );
    assert!(!view.contains("Word F1 over"), "{view}");
    viewer.run("UPDATE pages SET gold = a.gold FROM all_gold AS a WHERE a.id = pages.id").await;
    let view = viewer.view("/measure").await;
    assert!(
        view.contains("Of 12 pages with a gold text, 4 are not seen") && !view.contains("No page is left"),
        "{view}"
    );
    // Both are chosen, without a word.
    for choice in ["auto", "model:ours"] {
        assert!(view.contains(&format!("value=\"{choice}\" checked")), "{view}");
    }
    viewer.job("/measure", &both).await;
    let view = viewer.view("/measure").await;
    assert!(
        view.contains("Word F1 over 4 pages") && view.contains("pages that model ours has not seen"),
        "{view}"
    );
    viewer.job("/measure", &[&both[..], &[("pages", "all")]].concat()).await;
    let view = viewer.view("/measure").await;
    assert!(
        view.contains("Word F1 over 12 pages") && view.contains("model ours has learned from 8 of the pages"),
        "{view}"
    );
    // Marks of other pages are taken where they are what it has not seen.
    viewer
        .database
        .batch_execute("UPDATE pages SET gold = NULL WHERE id > 8; CREATE TABLE x AS SELECT 1")
        .await
        .expect("less gold");
    let marked = viewer.view("/mark?key=10").await;
    let fields = [
        ("key", "10"),
        ("seen", "0"),
        ("md5", &crate::viewer::value(&marked, "md5")),
        ("content", "3"),
    ];
    assert_eq!(viewer.post("/mark", &fields).await.status, 303);
    let view = viewer.view("/measure").await;
    assert!(view.contains("<option value=\"marks\" selected>marked here (1)"), "{view}");
    // What was published elsewhere may have learned from anything.
    viewer
        .database
        .batch_execute(
            "SELECT goce_publish('foreign', goce_train('SELECT html, gold FROM pages', 'tree', '{\"folds\": 0}'), false)",
        )
        .await
        .expect("a model");
    viewer.job("/measure", &[("choice", "model:foreign"), ("gold", "column")]).await;
    assert!(viewer.view("/measure").await.contains("It is not known which pages model foreign has learned from"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_overview_leads_on() {
    let Some(viewer) = viewer().await else { return };
    let next = |view: String| {
        let circle = view
            .split("class=\"panel circle\"")
            .nth(1)
            .and_then(|rest| rest.split("</section>").next().map(str::to_owned));
        circle.unwrap_or_else(|| panic!("no circle in {view}"))
    };
    assert!(next(viewer.view("/").await).contains("Extract 12 pages"));
    viewer.job("/extract", &[]).await;
    assert!(next(viewer.view("/").await).contains("Find the doubtful pages"));
    viewer.job("/judge", &[]).await;
    let circle = next(viewer.view("/").await);
    assert!(circle.contains("Mark pages (12 of 50)") && circle.contains("Train on what is marked"), "{circle}");
    train(&viewer, "ours").await;
    assert!(next(viewer.view("/").await).contains("Mark pages that ours has not seen"));
    viewer.run("INSERT INTO pages SELECT 13, url, title, html, gold FROM pages WHERE id = 1").await;
    for path in ["/extract", "/judge"] {
        viewer.job(path, &[]).await;
    }
    assert!(next(viewer.view("/").await).contains("Compare ours with auto"));
    let read = crate::viewer::serve(
        viewer.settings.clone(),
        crate::viewer::connect(&viewer.settings).await,
        "pages",
        |options| options.read_only = true,
    )
    .await;
    let circle = next(read.view("/").await);
    assert!(!circle.contains("<form") && !circle.contains("main") && circle.contains("13 of 13"), "{circle}");
    assert_eq!(read.get("/again").await.status, 403);
}
