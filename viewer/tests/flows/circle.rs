//! From pages to better texts, and what must not happen on the way: texts that are replaced unasked, runs that go on by
//! another method, scores on pages that a model has learned from.

use crate::viewer::{ASLEEP, PAGES, Viewer, between, encoded, viewer, viewer_of};

/// All texts and what made them.
const TEXTS: &str = "SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM pages_text AS t";
const METHODS: &str =
    "SELECT string_agg(m, ',' ORDER BY m) FROM (SELECT method || count(*) AS m FROM pages_text GROUP BY method) AS g";

/// More pages, the last of which is page 0. A batch has 20 pages, so page 0 is in the second.
const MORE: &str = "INSERT INTO pages (id, html) SELECT n, '<p>Page ' || n FROM generate_series(-20, 0) AS n";

/// Trains a model on a column of gold texts.
async fn train(viewer: &Viewer, name: &str) {
    let jobs = viewer.job("/learn", &[("name", name), ("gold", "column")]).await;
    assert!(jobs.contains("Training") && jobs.contains(">done<") && !jobs.contains(">failed<"), "{jobs}");
}

/// [`PAGES`], and a target that does not store page 0 while its trigger is there.
fn sleeping(target: &str) -> String {
    format!(
        "{PAGES} SELECT goce_create_target('pages', '{target}', ARRAY[]::text[]);
         CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$;
         CREATE TRIGGER waits BEFORE INSERT ON {target} FOR EACH ROW WHEN (NEW.id = 0) EXECUTE FUNCTION waits();"
    )
}

#[tokio::test]
async fn old_texts_stay_until_the_new_ones_are_all_there() {
    let viewer = viewer().await;
    // What users put beside the texts stays with them.
    viewer
        .run(
            "SELECT goce_create_target('pages', 'pages_text', ARRAY[]::text[]);
             ALTER TABLE pages_text ADD note text, ADD words int GENERATED ALWAYS AS (length(content)) STORED;
             CREATE INDEX own ON pages_text (words); GRANT SELECT ON pages_text TO PUBLIC;",
        )
        .await;
    viewer.job("/extract", &[("method", "default")]).await;
    viewer.run("UPDATE pages_text SET note = 'mine'").await;
    let (before, oid) = (viewer.value(TEXTS).await, viewer.value("SELECT 'pages_text'::regclass::oid").await);
    train(&viewer, "ours").await;
    // The view asks: how many, by what, how good, what is there now.
    let asked = [
        "Extract 12 pages again by <bdi>model ours</bdi>?",
        "Word F1",
        "<bdi>default (",
        "<td class=\"number\">12</td>",
    ];
    viewer.shows_all("/again?by=model:ours", &asked).await;
    viewer.has(TEXTS, &before).await;
    let jobs = viewer.job("/again", &[("method", "model:ours")]).await;
    assert!(jobs.contains(">done<") && jobs.contains("href=\"/again/changes?job=3\""), "{jobs}");
    let changes = [
        ">shorter</th><td class=\"number\">12<",
        "<bdi>Page 3</bdi>",
        "method=default&amp;other=stored",
        " characters",
    ];
    viewer.shows_all("/again/changes?job=3", &changes).await;
    viewer.get("/again/changes?job=1").await.is(404, "");
    viewer.has(METHODS, "model:ours12").await;
    viewer
        .has("SELECT count(*) FROM pages_text WHERE note = 'mine' AND words = length(content)", "12")
        .await;
    viewer.has("SELECT 'pages_text'::regclass::oid", &oid).await;
    viewer
        .has(
            "SELECT to_regclass('pages_text_again') IS NULL AND to_regclass('pages_text_again_claims') IS NULL",
            "true",
        )
        .await;
    assert_ne!(viewer.value(TEXTS).await, before);
}

#[tokio::test]
async fn old_texts_stay_where_a_new_one_is_missing() {
    let sql = format!(
        "{PAGES} SELECT goce_create_target('pages', 'pages_text_again', ARRAY[]::text[]);
         CREATE FUNCTION loses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
         CREATE TRIGGER loses BEFORE INSERT ON pages_text_again FOR EACH ROW WHEN (NEW.id = 3) EXECUTE FUNCTION loses();"
    );
    let viewer = viewer_of(&sql).await;
    viewer.job("/extract", &[]).await;
    let before = viewer.value(TEXTS).await;
    viewer.job("/again", &[("method", "default")]).await;
    viewer.has(TEXTS, &before).await;
    viewer.shows_all("/", &[">failed<", "Go on by default: 1 page<"]).await;
}

#[tokio::test]
async fn names_of_models_are_values() {
    let viewer = viewer().await;
    let name = "o'u\"rs; <b> %s --";
    train(&viewer, name).await;
    let choice = encoded(&format!("model:{name}"));
    let shown = "model o'u&quot;rs; &lt;b&gt; %s --";
    viewer.shows_without(&format!("/again?by={choice}"), &[shown], &["<b>"]).await;
    viewer.job("/measure", &[("choice", "auto"), ("choice", &format!("model:{name}"))]).await;
    viewer.job("/again", &[("method", &format!("model:{name}"))]).await;
    viewer.shows_without("/", &[&format!("now by {shown}")], &["<b>"]).await;
    viewer.has("SELECT count(*) FROM pages_text WHERE method LIKE 'model:o''u%'", "12").await;
}

#[tokio::test]
async fn a_page_that_fails_keeps_its_old_text() {
    let viewer = viewer().await;
    viewer.job("/extract", &[]).await;
    viewer.run("UPDATE pages SET html = repeat(html, 500) WHERE id = 6").await;
    viewer.limit_pages().await;
    viewer.job_says("/again", &[("method", "default")], "1 failed").await;
    viewer.has(METHODS, "auto1,default11").await;
    viewer
        .has("SELECT count(*) FROM pages_text WHERE sqlstate IS NULL AND content IS NOT NULL", "12")
        .await;
}

#[tokio::test]
async fn a_run_that_ended_early_goes_on_by_its_own_method() {
    let viewer = viewer_of(&sleeping("pages_text")).await;
    viewer.run(MORE).await;
    viewer.post("/extract", &[("method", "web2text")]).await;
    viewer.until(&format!("{ASLEEP} > 0 AND (SELECT count(*) FROM pages_text) > 0")).await;
    // Killed, as by a crash.
    viewer.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()").await;
    viewer.work().await;
    viewer.run("DROP TRIGGER waits ON pages_text").await;
    let left = viewer.value("SELECT 33 - count(*) FROM pages_text").await;
    let overview = [
        &format!("Go on by web2text: {left} pages"),
        "name=\"method\" value=\"web2text\"",
        "<option value=\"web2text\" selected>",
    ];
    viewer.shows_all("/", &overview).await;
    // Another viewer, as after a restart, knows it as well.
    let other = viewer.another(|_| {}).await;
    other.shows("/", "Go on by web2text").await;
    other.job("/extract", &[("method", "web2text")]).await;
    other.has(METHODS, "web2text33").await;
}

#[tokio::test]
async fn an_extraction_again_that_ended_early_goes_on_or_is_given_up() {
    let viewer = viewer_of(&sleeping("pages_text_again")).await;
    viewer.job("/extract", &[]).await;
    let before = viewer.value(TEXTS).await;
    train(&viewer, "ours").await;
    viewer.run(MORE).await;
    viewer.accepted("/again", &[("method", "model:ours")]).await;
    viewer.refused("/again", &[("method", "model:ours")], 409, "at work already").await;
    viewer.shows_all("/jobs", &["data-job=\"3\"", "<progress", ">at work<"]).await;
    viewer.until(&format!("{ASLEEP} > 0 AND (SELECT count(*) FROM pages_text_again) > 0")).await;
    viewer.job_says("/jobs/stop", &[("job", "3")], ">stopped<").await;
    viewer.has(TEXTS, &before).await;
    viewer.shows_all("/", &["Go on by model ours:", "The old texts stay"]).await;
    // Another method does not get among them.
    viewer.refused("/again", &[("method", "default")], 409, "has not ended").await;
    viewer
        .shows_all("/again?by=default", &["before you begin another", "new texts are then thrown away"])
        .await;
    viewer.run("DROP TRIGGER waits ON pages_text_again").await;
    viewer.job("/again", &[("method", "model:ours")]).await;
    viewer.has(METHODS, "model:ours33").await;
    // Given up, nothing is left of it.
    viewer.run("SELECT goce_create_target('pages', 'pages_text_again', ARRAY[]::text[]); INSERT INTO pages_text_again SELECT * FROM pages_text WHERE id = 1").await;
    viewer.accepted("/again/discard", &[]).await;
    viewer.has("SELECT to_regclass('pages_text_again') IS NULL", "true").await;
}

#[tokio::test]
async fn a_model_is_measured_on_pages_that_it_has_not_seen() {
    let sql = format!(
        "{PAGES} CREATE TABLE all_gold AS SELECT id, gold FROM pages; UPDATE pages SET gold = NULL WHERE id > 8;"
    );
    let viewer = viewer_of(&sql).await;
    train(&viewer, "ours").await;
    let both = [("choice", "auto"), ("choice", "model:ours")];
    // It has seen all that there is: its held-out score stands in for a measuring.
    viewer.accepted("/measure", &both).await;
    let left = ["No page is left to measure on", "has learned from 8 pages"];
    viewer.shows_without("/measure", &left, &["Word F1 over"]).await;
    viewer.run("UPDATE pages SET gold = a.gold FROM all_gold AS a WHERE a.id = pages.id").await;
    // Both are chosen, without a word.
    let chosen = [
        "Of 12 pages with a gold text, 4 are not seen",
        "value=\"auto\" checked",
        "value=\"model:ours\" checked",
    ];
    viewer.shows_without("/measure", &chosen, &["No page is left"]).await;
    viewer.job("/measure", &both).await;
    viewer.shows_all("/measure", &["Word F1 over 4 pages", "pages that model ours has not seen"]).await;
    // Marks of other pages are taken where they are what it has not seen.
    viewer.run("UPDATE pages SET gold = NULL WHERE id > 8; CREATE TABLE x AS SELECT 1").await;
    viewer.mark("10", &[3]).await;
    viewer.shows("/measure", "<option value=\"marks\" selected>marked here (1)").await;
    // What was published elsewhere may have learned from anything.
    viewer.run(
            "SELECT goce_publish('foreign', goce_train('SELECT html, gold FROM pages', 'tree', '{\"folds\": 0}'), false)",
        ).await;
    viewer.job("/measure", &[("choice", "model:foreign"), ("gold", "column")]).await;
    viewer.shows("/measure", "It is not known which pages model foreign has learned from").await;
}

#[tokio::test]
async fn the_overview_leads_on() {
    let viewer = viewer().await;
    let next = |view: String| {
        let circle = between(&view, "class=\"panel circle\"", "</section>");
        circle.unwrap_or_else(|| panic!("no circle in {view}")).to_owned()
    };
    assert!(next(viewer.view("/").await).contains("Extract 12 pages"));
    viewer.job("/extract", &[]).await;
    assert!(next(viewer.view("/").await).contains("Find the doubtful pages"));
    viewer.job("/judge", &[]).await;
    let circle = next(viewer.view("/").await);
    assert!(circle.contains("Mark pages (12 of 50)") && circle.contains("Train on what is marked"), "{circle}");
    train(&viewer, "ours").await;
    assert!(next(viewer.view("/").await).contains("better than auto"));
    let read = viewer.another(|options| options.read_only = true).await;
    let circle = next(read.view("/").await);
    assert!(!circle.contains("<form") && !circle.contains("main") && circle.contains("12 of 12"), "{circle}");
    read.get("/again").await.is(403, "");
}
