//! Jobs: extraction, training, measuring.

use crate::viewer::{PAGES, database, rows, run, serve, viewer, viewer_of};

#[test]
fn failures_are_shown_with_their_pages() {
    let sql = format!("{PAGES} UPDATE pages SET html = repeat(html, 500) WHERE id = 6;");
    let viewer = viewer_of(&sql);
    viewer.limit_pages();
    viewer.job_says("/extract", "", "1 failed");
    assert_eq!(viewer.listed("/pages?state=failed"), [6]);
    viewer.shows("/pages?state=failed", "failed 54000");
    viewer.shows("/page?key=6", "too large");
    viewer.job("/judge", "");
    viewer.has("SELECT string_agg(id || sqlstate, ',') FROM pages_facts WHERE sqlstate IS NOT NULL", "654000");
    viewer.has("SELECT count(confidence) FROM pages_facts", "11");
}

#[test]
fn a_model_is_trained_measured_and_used() {
    let viewer = viewer();
    for [path, fields, status, says] in rows(
        "/learn => name=x&gold=marks => 400 => no page was marked
         /learn => name=+&gold=column => 400 => a model needs a name
         /again => method=model:our+site => 404 => there is no model our site
         /measure => choice=best => 400 => no method best
         /measure => choice=auto&by=html => 400 => cannot be grouped by html",
    ) {
        viewer.post(path, fields).is(status.parse().expect("a status"), says);
    }
    viewer.shows("/learn", "No model is published");
    // Of the last pages it learns nothing.
    viewer.run(
        "CREATE TABLE later AS SELECT id, gold FROM pages WHERE id > 8; UPDATE pages SET gold = NULL WHERE id > 8",
    );
    let training = "name=our+site&gold=column";
    viewer.job_says("/learn", training, "trained our site");
    viewer.run("UPDATE pages SET gold = later.gold FROM later WHERE pages.id = later.id");
    viewer.shows("/learn", "<bdi>our site</bdi>\nWord F1\nlearned from 8 pages");
    viewer.post("/learn", training).is(409, "take another name");
    viewer.has("SELECT count(*) FROM goce_models", "1");
    viewer.job("/judge", "");
    let choices = "choice=auto&choice=default&choice=model:our+site&gold=column&by=page+type,+as+judged";
    viewer.job("/measure", choices);
    viewer.shows(
        "/measure",
        "<table class=\"bars\"
         <th scope=\"col\">page type, as judged</th>
         <svg class=\"calibration\"
         The worst pages of auto
         model our site</bdi> to <bdi>auto</bdi>, page by page
         Word F1 over 4 pages
         <bdi>Page 9</bdi>
         <bdi>default</bdi>",
    );
    viewer.job("/measure", "choice=auto&gold=column&by=genre");
    viewer.shows("/measure?by=genre", "<th scope=\"col\">genre</th>\n<option value=\"genre\" selected>");
    viewer.job_says("/again", "method=model:our+site", "12 of 12");
    let same = "SELECT count(*) FROM pages JOIN pages_text USING (id)
                WHERE content = goce_extract_with(html, (SELECT model FROM goce_models WHERE name = 'our site'))";
    viewer.has(same, "12");
    viewer.shows("/page?key=3&view=text&method=model:our+site", "Paragraph 1");
}

#[test]
fn who_may_not_publish_is_told_what_helps() {
    let (settings, client) = database();
    let role = format!("trainer_{}", std::process::id());
    let sql = format!(
        "{PAGES} CREATE ROLE {role} LOGIN; GRANT ALL ON pages TO {role}; GRANT CREATE ON SCHEMA public TO {role};"
    );
    run(&client, &sql);
    let as_role = settings.replace("user=postgres", &format!("user={role}"));
    let viewer = serve(as_role, client, "pages", |_| {});
    let grant = format!("GRANT INSERT ON public.goce_models TO {role};");
    viewer.post("/learn", "name=x&gold=column").is(403, &grant);
    viewer.run(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn marks_are_learned_from() {
    let viewer = viewer();
    for key in ["1", "2", "3", "4"] {
        viewer.mark(key, &[2, 3, 4, 5, 6]);
    }
    viewer.job_says("/learn", "name=marked&gold=marks", "trained marked");
    viewer.has("SELECT goce_model_info(model)->'training'->>'pages' FROM goce_models", "4");
    viewer.has("SELECT string_agg(id::text, ',' ORDER BY id) FROM pages_learned", "1,2,3,4");
}

#[test]
fn a_fifth_is_held_back() {
    let sql = format!(
        "{PAGES} ALTER TABLE pages DROP title; INSERT INTO pages (id, html, gold) SELECT id + 12, html, gold FROM pages;"
    );
    let viewer = viewer_of(&sql);
    // Titles are those of the pages themselves.
    viewer.job("/judge", "");
    viewer.shows("/pages?search=Page+3", "<mark>Page 3</mark>");
    viewer.job_says("/learn", "name=ours&gold=column&from=four-fifths", "trained ours");
    let learned: i32 = viewer.value("SELECT count(*) FROM pages_learned").parse().expect("a number");
    assert!((12..24).contains(&learned), "{learned}");
    // What is held back is no reason to train again.
    viewer.job("/extract", "");
    viewer.shows("/", "data-live=\"marked\">24<\nours");
    viewer.job("/measure", "choice=auto&choice=model:ours");
    viewer.shows("/measure", &format!("Word F1 over {} pages", 24 - learned));
}
