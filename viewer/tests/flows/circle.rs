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
fn train(viewer: &Viewer, name: &str) {
    let jobs = viewer.job("/learn", &format!("name={}&gold=column", encoded(name)));
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

#[test]
fn old_texts_stay_until_the_new_ones_are_all_there() {
    let viewer = viewer();
    // What users put beside the texts stays with them.
    viewer.run(
        "SELECT goce_create_target('pages', 'pages_text', ARRAY[]::text[]);
             ALTER TABLE pages_text ADD note text, ADD words int GENERATED ALWAYS AS (length(content)) STORED;
             CREATE INDEX own ON pages_text (words); GRANT SELECT ON pages_text TO PUBLIC;",
    );
    viewer.job("/extract", "method=default");
    viewer.run("UPDATE pages_text SET note = 'mine'");
    let (before, oid) = (viewer.value(TEXTS), viewer.value("SELECT 'pages_text'::regclass::oid"));
    train(&viewer, "ours");
    // The view asks: how many, by what, how good, what is there now.
    viewer.shows(
        "/again?by=model:ours",
        "Extract 12 pages again by <bdi>model ours</bdi>?
         Word F1
         <bdi>default (
         <td class=\"number\">12</td>",
    );
    viewer.has(TEXTS, &before);
    let jobs = viewer.job("/again", "method=model:ours");
    assert!(jobs.contains(">done<") && jobs.contains("href=\"/again/changes?job=3\""), "{jobs}");
    viewer.shows(
        "/again/changes?job=3",
        ">shorter</th><td class=\"number\">12<
         <bdi>Page 3</bdi>
         method=default&amp;other=stored
         ␣characters",
    );
    viewer.get("/again/changes?job=1").is(404, "");
    viewer.has(METHODS, "model:ours12");
    viewer.has("SELECT count(*) FROM pages_text WHERE note = 'mine' AND words = length(content)", "12");
    viewer.has("SELECT 'pages_text'::regclass::oid", &oid);
    viewer.has(
        "SELECT to_regclass('pages_text_again') IS NULL AND to_regclass('pages_text_again_claims') IS NULL",
        "true",
    );
    assert_ne!(viewer.value(TEXTS), before);
}

#[test]
fn old_texts_stay_where_a_new_one_is_missing() {
    let sql = format!(
        "{PAGES} SELECT goce_create_target('pages', 'pages_text_again', ARRAY[]::text[]);
         CREATE FUNCTION loses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
         CREATE TRIGGER loses BEFORE INSERT ON pages_text_again FOR EACH ROW WHEN (NEW.id = 3) EXECUTE FUNCTION loses();"
    );
    let viewer = viewer_of(&sql);
    viewer.job("/extract", "");
    let before = viewer.value(TEXTS);
    viewer.job("/again", "method=default");
    viewer.has(TEXTS, &before);
    viewer.shows("/", ">failed<\nGo on by default: 1 page<");
}

#[test]
fn names_of_models_are_values() {
    let viewer = viewer();
    let name = "o'u\"rs; <b> %s --";
    train(&viewer, name);
    let choice = encoded(&format!("model:{name}"));
    let shown = "model o'u&quot;rs; &lt;b&gt; %s --";
    viewer.shows_without(&format!("/again?by={choice}"), shown, "<b>");
    viewer.job("/measure", &format!("choice=auto&choice={choice}"));
    viewer.job("/again", &format!("method={choice}"));
    viewer.shows_without("/", &format!("now by {shown}"), "<b>");
    viewer.has("SELECT count(*) FROM pages_text WHERE method LIKE 'model:o''u%'", "12");
}

#[test]
fn a_page_that_fails_keeps_its_old_text() {
    let viewer = viewer();
    viewer.job("/extract", "");
    viewer.run("UPDATE pages SET html = repeat(html, 500) WHERE id = 6");
    viewer.limit_pages();
    viewer.job_says("/again", "method=default", "1 failed");
    viewer.has(METHODS, "auto1,default11");
    viewer.has("SELECT count(*) FROM pages_text WHERE sqlstate IS NULL AND content IS NOT NULL", "12");
}

#[test]
fn a_run_that_ended_early_goes_on_by_its_own_method() {
    let viewer = viewer_of(&sleeping("pages_text"));
    viewer.run(MORE);
    viewer.post("/extract", "method=web2text");
    viewer.until(&format!("{ASLEEP} > 0 AND (SELECT count(*) FROM pages_text) > 0"));
    // Killed, as by a crash.
    viewer.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()");
    viewer.work();
    viewer.run("DROP TRIGGER waits ON pages_text");
    let left = viewer.value("SELECT 33 - count(*) FROM pages_text");
    viewer.shows(
        "/",
        &format!(
            "Go on by web2text: {left} pages
             name=\"method\" value=\"web2text\"
             <option value=\"web2text\" selected>"
        ),
    );
    // Another viewer, as after a restart, knows it as well.
    let other = viewer.another(|_| {});
    other.shows("/", "Go on by web2text");
    other.job("/extract", "method=web2text");
    other.has(METHODS, "web2text33");
}

#[test]
fn an_extraction_again_that_ended_early_goes_on_or_is_given_up() {
    let viewer = viewer_of(&sleeping("pages_text_again"));
    viewer.job("/extract", "");
    let before = viewer.value(TEXTS);
    train(&viewer, "ours");
    viewer.run(MORE);
    viewer.accepted("/again", "method=model:ours");
    viewer.post("/again", "method=model:ours").is(409, "at work already");
    viewer.shows("/jobs", "data-job=\"3\"\n<progress\n>at work<");
    viewer.until(&format!("{ASLEEP} > 0 AND (SELECT count(*) FROM pages_text_again) > 0"));
    viewer.job_says("/jobs/stop", "job=3", ">stopped<");
    viewer.has(TEXTS, &before);
    viewer.shows("/", "Go on by model ours:\nThe old texts stay");
    // Another method does not get among them.
    viewer.post("/again", "method=default").is(409, "has not ended");
    viewer.shows("/again?by=default", "before you begin another\nnew texts are then thrown away");
    viewer.run("DROP TRIGGER waits ON pages_text_again");
    viewer.job("/again", "method=model:ours");
    viewer.has(METHODS, "model:ours33");
    // Given up, nothing is left of it.
    viewer.run("SELECT goce_create_target('pages', 'pages_text_again', ARRAY[]::text[]); INSERT INTO pages_text_again SELECT * FROM pages_text WHERE id = 1");
    viewer.accepted("/again/discard", "");
    viewer.has("SELECT to_regclass('pages_text_again') IS NULL", "true");
}

#[test]
fn a_model_is_measured_on_pages_that_it_has_not_seen() {
    let sql = format!(
        "{PAGES} CREATE TABLE all_gold AS SELECT id, gold FROM pages; UPDATE pages SET gold = NULL WHERE id > 8;"
    );
    let viewer = viewer_of(&sql);
    train(&viewer, "ours");
    let both = "choice=auto&choice=model:ours";
    // It has seen all that there is: its held-out score stands in for a measuring.
    viewer.accepted("/measure", both);
    viewer.shows_without("/measure", "No page is left to measure on\nhas learned from 8 pages", "Word F1 over");
    viewer.run("UPDATE pages SET gold = a.gold FROM all_gold AS a WHERE a.id = pages.id");
    // Both are chosen, without a word.
    viewer.shows_without(
        "/measure",
        "Of 12 pages with a gold text, 4 are not seen
         value=\"auto\" checked
         value=\"model:ours\" checked",
        "No page is left",
    );
    viewer.job("/measure", both);
    viewer.shows("/measure", "Word F1 over 4 pages\npages that model ours has not seen");
    // Marks of other pages are taken where they are what it has not seen.
    viewer.run("UPDATE pages SET gold = NULL WHERE id > 8; CREATE TABLE x AS SELECT 1");
    viewer.mark("10", &[3]);
    viewer.shows("/measure", "<option value=\"marks\" selected>marked here (1)");
    // What was published elsewhere may have learned from anything.
    viewer.run(
        "SELECT goce_publish('foreign', goce_train('SELECT html, gold FROM pages', 'tree', '{\"folds\": 0}'), false)",
    );
    viewer.job("/measure", "choice=model:foreign&gold=column");
    viewer.shows("/measure", "It is not known which pages model foreign has learned from");
}

#[test]
fn the_overview_leads_on() {
    let viewer = viewer();
    let circle = |viewer: &Viewer, says: &[&str]| {
        let view = viewer.view("/");
        let circle = between(&view, "class=\"panel circle\"", "</section>").expect("a circle").to_owned();
        assert!(says.iter().all(|says| circle.contains(says)), "{says:?}: {circle}");
        circle
    };
    circle(&viewer, &["Extract 12 pages"]);
    viewer.job("/extract", "");
    circle(&viewer, &["Find the doubtful pages"]);
    viewer.job("/judge", "");
    circle(&viewer, &["12 gold texts", "Train a model on 12 pages", "Mark more pages"]);
    train(&viewer, "ours");
    circle(&viewer, &["better than auto"]);
    let read = viewer.another(|options| options.read_only = true);
    let circle = circle(&read, &["12 of 12"]);
    assert!(!circle.contains("<form") && !circle.contains("main"), "{circle}");
    read.get("/again").is(403, "");
}
