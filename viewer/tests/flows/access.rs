//! Who may do what.

use crate::viewer::{PAGES, database, serve, viewer_of};

#[tokio::test(flavor = "multi_thread")]
async fn beyond_loopback_a_password_is_asked_for() {
    let hash = goce_viewer::password::hash("correct horse battery").expect("a hash");
    let Some(viewer) =
        viewer_of(PAGES, "pages", |options| options.password_hash = Some(hash)).await
    else {
        return;
    };
    for path in [
        "/",
        "/page?key=3",
        "/frame?key=3",
        "/screenshot?key=3",
        "/jobs/state?job=1",
    ] {
        let answer = viewer.get(path).await;
        assert!(
            answer.status == 303 && answer.location.starts_with("/login?next="),
            "{path}: {}",
            answer.status
        );
    }
    assert_eq!(
        viewer.post_as("/extract", &[("token", "")]).await.status,
        303
    );
    assert_eq!(
        viewer
            .post_as("/login", &[("name", "Ann"), ("password", "wrong")])
            .await
            .status,
        403
    );
    assert_eq!(viewer.get("/").await.status, 303);
    let fields = [
        ("name", "Ann"),
        ("password", "correct horse battery"),
        ("next", "//evil.example"),
    ];
    let answer = viewer.post_as("/login", &fields).await;
    assert_eq!((answer.status, answer.location.as_str()), (303, "/"));
    let cookie = answer.header("set-cookie").to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    assert!(viewer.view("/").await.contains("<bdi>Ann</bdi>"));
    viewer.post("/logout", &[]).await;
    assert_eq!(viewer.get("/").await.status, 303);
    let refused = goce_viewer::start({
        let mut options = goce_viewer::Options::new(&viewer.settings, "pages");
        options.listen = "0.0.0.0:0".parse().expect("an address");
        options
    })
    .await;
    assert!(refused.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn to_read_only_select_is_needed() {
    let Some((settings, client)) = database().await else {
        return;
    };
    let role = format!("reader_{}", std::process::id());
    client
        .batch_execute(&format!(
            "{PAGES} CREATE ROLE {role} LOGIN; GRANT SELECT ON pages TO {role};"
        ))
        .await
        .expect("a role");
    let as_reader = settings.replace("user=postgres", &format!("user={role}"));
    assert_ne!(as_reader, settings);
    let viewer = serve(as_reader, client, "pages", |options| {
        options.read_only = true
    })
    .await;
    for path in [
        "/",
        "/pages",
        "/page?key=3&view=text",
        "/page?key=3&view=compare",
        "/learn",
        "/measure",
        "/jobs",
        "/frame?key=3",
    ] {
        viewer.view(path).await;
    }
    for path in [
        "/judge",
        "/extract",
        "/learn",
        "/mark/undo",
        "/extract-with",
    ] {
        let refused = viewer
            .post(path, &[("key", "3"), ("seen", "0"), ("name", "x")])
            .await;
        assert!(
            refused.status == 403 && refused.body.contains("--read-only"),
            "{path}: {} {}",
            refused.status,
            refused.body
        );
    }
    assert_eq!(viewer.get("/mark").await.status, 403);
    assert_eq!(viewer.get("/add").await.status, 403);
    assert_eq!(
        viewer
            .post("/measure", &[("choice", "default"), ("gold", "column")])
            .await
            .status,
        303
    );
    assert!(viewer.work().await.contains(">done<"));
    viewer
        .database
        .batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"))
        .await
        .expect("no role");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_somebody_else_is_not_taken_for_ours() {
    let Some((settings, client)) = database().await else {
        return;
    };
    let role = format!("stranger_{}", std::process::id());
    client
        .batch_execute(&format!(
            "{PAGES} CREATE ROLE {role}; CREATE TABLE pages_marks (id int, marked_at timestamptz); ALTER TABLE pages OWNER TO postgres;
             ALTER TABLE pages_marks OWNER TO {role}; CREATE ROLE owner_{role} LOGIN; ALTER TABLE pages OWNER TO owner_{role};"
        ))
        .await
        .expect("tables");
    let as_owner = settings.replace("user=postgres", &format!("user=owner_{role}"));
    let refused = goce_viewer::start(goce_viewer::Options::new(&as_owner, "pages"))
        .await
        .err()
        .map(|error| error.to_string());
    assert_eq!(
        refused.as_deref(),
        Some("the table pages_marks belongs to somebody else than the pages")
    );
    client
        .batch_execute(&format!(
            "DROP OWNED BY {role}, owner_{role}; DROP ROLE {role}, owner_{role}"
        ))
        .await
        .expect("no roles");
}
