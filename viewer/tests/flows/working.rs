//! Jobs: extraction, training, measuring.

use crate::viewer::{PAGES, database, serve, viewer, viewer_of};

#[tokio::test]
async fn failures_are_shown_with_their_pages() {
    let sql = format!("{PAGES} UPDATE pages SET html = repeat(html, 500) WHERE id = 6;");
    let viewer = viewer_of(&sql).await;
    viewer.limit_pages().await;
    viewer.job_says("/extract", &[], "1 failed").await;
    assert_eq!(viewer.listed("/pages?state=failed").await, [6]);
    viewer.shows("/pages?state=failed", "failed 54000").await;
    viewer.shows("/page?key=6", "too large").await;
    viewer.job("/judge", &[]).await;
    viewer
        .has("SELECT string_agg(id || sqlstate, ',') FROM pages_facts WHERE sqlstate IS NOT NULL", "654000")
        .await;
    viewer.has("SELECT count(confidence) FROM pages_facts", "11").await;
}

#[tokio::test]
async fn a_model_is_trained_measured_and_used() {
    let viewer = viewer().await;
    for (fields, status, says) in [
        (&[("name", "x"), ("gold", "marks")][..], 400, "no page was marked"),
        (&[("name", " "), ("gold", "column")], 400, "a model needs a name"),
    ] {
        viewer.refused("/learn", fields, status, says).await;
    }
    viewer.refused("/again", &[("method", "model:our site")], 404, "there is no model our site").await;
    viewer.shows("/learn", "No model is published").await;
    // Of the last pages it learns nothing.
    viewer
        .run("CREATE TABLE later AS SELECT id, gold FROM pages WHERE id > 8; UPDATE pages SET gold = NULL WHERE id > 8")
        .await;
    let training = [("name", "our site"), ("gold", "column")];
    viewer.job_says("/learn", &training, "trained our site").await;
    viewer.run("UPDATE pages SET gold = later.gold FROM later WHERE pages.id = later.id").await;
    viewer.shows_all("/learn", &["<bdi>our site</bdi>", "Word F1", "learned from 8 pages"]).await;
    viewer.refused("/learn", &training, 409, "take another name").await;
    viewer.has("SELECT count(*) FROM goce_models", "1").await;
    let choices = [
        ("choice", "auto"),
        ("choice", "default"),
        ("choice", "model:our site"),
        ("gold", "column"),
        ("by", "page type, as judged"),
    ];
    viewer.job("/judge", &[]).await;
    viewer.job("/measure", &choices).await;
    let shown = [
        "<table class=\"bars\"",
        "<th scope=\"col\">page type, as judged</th>",
        "<svg class=\"calibration\"",
        "The worst pages of auto",
        "model our site</bdi> to <bdi>auto</bdi>, page by page",
        "Word F1 over 4 pages",
        "<bdi>Page 9</bdi>",
        "<bdi>default</bdi>",
    ];
    viewer.shows_all("/measure", &shown).await;
    viewer.refused("/measure", &[("choice", "best")], 400, "no method best").await;
    viewer
        .refused("/measure", &[("choice", "auto"), ("by", "html")], 400, "cannot be grouped by html")
        .await;
    viewer.job("/measure", &[("choice", "auto"), ("gold", "column"), ("by", "genre")]).await;
    let grouped = ["<th scope=\"col\">genre</th>", "<option value=\"genre\" selected>"];
    viewer.shows_all("/measure?by=genre", &grouped).await;
    viewer.job_says("/again", &[("method", "model:our site")], "12 of 12").await;
    let same = "SELECT count(*) FROM pages JOIN pages_text USING (id)
                WHERE content = goce_extract_with(html, (SELECT model FROM goce_models WHERE name = 'our site'))";
    viewer.has(same, "12").await;
    viewer.shows("/page?key=3&view=text&method=model:our+site", "Paragraph 1").await;
}

#[tokio::test]
async fn who_may_not_publish_is_told_what_helps() {
    let (settings, client) = database().await;
    let role = format!("trainer_{}", std::process::id());
    let sql = format!(
        "{PAGES} CREATE ROLE {role} LOGIN; GRANT ALL ON pages TO {role}; GRANT CREATE ON SCHEMA public TO {role};"
    );
    client.batch_execute(&sql).await.expect("a role");
    let as_role = settings.replace("user=postgres", &format!("user={role}"));
    let viewer = serve(as_role, client, "pages", |_| {}).await;
    let grant = format!("GRANT INSERT ON public.goce_models TO {role};");
    viewer.refused("/learn", &[("name", "x"), ("gold", "column")], 403, &grant).await;
    viewer.run(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await;
}

#[tokio::test]
async fn marks_are_learned_from() {
    let viewer = viewer().await;
    for key in ["1", "2", "3", "4"] {
        viewer.mark(key, &[2, 3, 4, 5, 6]).await;
    }
    viewer.job_says("/learn", &[("name", "marked"), ("gold", "marks")], "trained marked").await;
    viewer.has("SELECT goce_model_info(model)->'training'->>'pages' FROM goce_models", "4").await;
    viewer.has("SELECT string_agg(id::text, ',' ORDER BY id) FROM pages_learned", "1,2,3,4").await;
}

#[tokio::test]
async fn a_fifth_is_held_back() {
    let sql = format!(
        "{PAGES} ALTER TABLE pages DROP title; INSERT INTO pages (id, html, gold) SELECT id + 12, html, gold FROM pages;"
    );
    let viewer = viewer_of(&sql).await;
    // Titles are those of the pages themselves.
    viewer.job("/judge", &[]).await;
    viewer.shows("/pages?search=Page+3", "<mark>Page 3</mark>").await;
    let fields = [("name", "ours"), ("gold", "column"), ("from", "four-fifths")];
    viewer.job_says("/learn", &fields, "trained ours").await;
    let learned: i32 = viewer.value("SELECT count(*) FROM pages_learned").await.parse().expect("a number");
    assert!((12..24).contains(&learned), "{learned}");
    // What is held back is no reason to train again.
    viewer.job("/extract", &[]).await;
    viewer.shows_all("/", &["data-live=\"marked\">24<", "ours"]).await;
    viewer.job("/measure", &[("choice", "auto"), ("choice", "model:ours")]).await;
    viewer.shows("/measure", &format!("Word F1 over {} pages", 24 - learned)).await;
}
