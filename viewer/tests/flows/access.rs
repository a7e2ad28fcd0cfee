//! Who may do what.

use crate::viewer::{PAGES, connect, database, serve, value, viewer, viewer_of};

#[tokio::test(flavor = "multi_thread")]
async fn beyond_loopback_a_password_is_asked_for() {
    let hash = goce_viewer::password::hash("correct horse battery").expect("a hash");
    let Some(viewer) = viewer_of(PAGES, "pages", |options| options.password_hash = Some(hash)).await else {
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
        assert!(answer.status == 303 && answer.location.starts_with("/login?next="), "{path}: {}", answer.status);
    }
    // What somebody sent who is not logged in any more is not thrown away by leading to another page.
    let refused = viewer.post_as("/extract", &[("token", "")]).await;
    assert!(refused.status == 403 && refused.body.contains("not logged in"), "{}", refused.body);
    let right = [
        ("name", "Ann"),
        ("password", "correct horse battery"),
        ("next", "//evil.example"),
    ];
    // Others cannot log a browser in: the form has a token, which is in a cookie too.
    for token in ["", "x"] {
        let forged = viewer.post_as("/login", &[&[("token", token)], &right[..]].concat()).await;
        assert_eq!(forged.status, 403);
        assert!(!forged.header("set-cookie").contains("goce_viewer_0="));
    }
    let form = viewer.get("/login").await;
    let token = value(&form.body, "token");
    let before = viewer.cookie();
    assert!(before.contains("_login=") && before.ends_with(&token));
    let wrong = [("token", token.as_str()), ("name", "Ann"), ("password", "wrong")];
    let wrong = viewer.post_as("/login", &wrong).await;
    assert!(wrong.status == 403 && wrong.body.contains("The password is wrong."));
    assert!(wrong.body.contains("name=\"name\" value=\"Ann\"") && wrong.body.contains("current-password\" autofocus"));
    assert_eq!(viewer.get("/").await.status, 303);
    let long = "x".repeat(100_000);
    let long = [("token", token.as_str()), ("name", "Ann"), ("password", &long)];
    assert_eq!(viewer.post_as("/login", &long).await.status, 413);
    let answer = viewer.post_as("/login", &[&[("token", token.as_str())], &right[..]].concat()).await;
    assert_eq!((answer.status, answer.location.as_str()), (303, "/"));
    let cookie = answer.header("set-cookie").to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("_login"),
        "{cookie}"
    );
    assert!(viewer.view("/").await.contains("<bdi>Ann</bdi>"));
    // Who logs in again, as after leaving a machine, ends what was there.
    let first = viewer.cookie();
    let token = viewer.token().await;
    viewer.post_as("/login", &[&[("token", token.as_str())], &right[..]].concat()).await;
    assert_ne!(viewer.cookie(), first);
    let second = viewer.cookie();
    viewer.set_cookie(&first);
    assert_eq!(viewer.get("/").await.status, 303);
    viewer.set_cookie(&second);
    let out = viewer.post("/logout", &[]).await;
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    viewer.set_cookie(&second);
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
async fn sixty_wrong_passwords_keep_the_right_one_not_out() {
    let hash = goce_viewer::password::hash("correct horse battery").expect("a hash");
    let Some(viewer) = viewer_of(PAGES, "pages", |options| options.password_hash = Some(hash)).await else {
        return;
    };
    let form = viewer.get("/login").await;
    let (token, cookie) = (value(&form.body, "token"), viewer.cookie());
    let attempt = |password: &str, more: &str| {
        let body = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("token", token.as_str()), ("name", "Ann"), ("password", password)])
            .finish();
        viewer
            .request("POST", "/login")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("cookie", format!("{cookie}{more}"))
            .body(body)
            .send()
    };
    let begun = std::time::Instant::now();
    let crowd: Vec<_> = (0..60).map(|number| tokio::spawn(attempt(&format!("wrong {number}"), ""))).collect();
    // Once one of them has its answer, the others wait. This browser was never here.
    let (first, _, crowd) = futures_util::future::select_all(crowd).await;
    let first = first.expect("a task").expect("an answer");
    assert_eq!(first.status(), 403);
    let right = attempt("correct horse battery", "").await.expect("an answer");
    assert_eq!(right.status(), 303, "after {:?}", begun.elapsed());
    for wrong in crowd {
        let wrong = wrong.await.expect("a task").expect("an answer");
        assert_eq!(wrong.status(), 403);
    }
    // From now on it is known, and another cannot say that it is.
    let set: Vec<&str> =
        right.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().expect("text")).collect();
    let known = set.iter().find(|cookie| cookie.contains("_known=")).expect("a cookie");
    assert!(known.contains("HttpOnly") && known.contains("Max-Age="), "{known}");
    let pair = known.split(';').next().expect("a pair");
    let forged = format!("{}x", &pair[..pair.len() - 1]);
    for (is_known, pair) in [(true, pair), (false, &forged)] {
        let again = attempt("correct horse battery", &format!("; {pair}")).await;
        let again = again.expect("an answer");
        let cookies = again.headers().get_all("set-cookie").iter().count();
        assert_eq!((again.status().as_u16(), cookies), (303, 2 - usize::from(is_known)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn to_read_only_select_is_needed() {
    let Some((settings, client)) = database().await else {
        return;
    };
    let role = format!("reader_{}", std::process::id());
    client
        .batch_execute(&format!("{PAGES} CREATE ROLE {role} LOGIN; GRANT SELECT ON pages TO {role};"))
        .await
        .expect("a role");
    let as_reader = settings.replace("user=postgres", &format!("user={role}"));
    assert_ne!(as_reader, settings);
    let viewer = serve(as_reader, client, "pages", |options| options.read_only = true).await;
    let views = [
        "/",
        "/pages",
        "/page?key=3&view=text",
        "/page?key=3&view=compare",
        "/learn",
        "/measure",
        "/jobs",
        "/frame?key=3",
    ];
    for path in views {
        viewer.view(path).await;
    }
    // Tables beside the pages that the role may not read are left out.
    let tables = "SELECT goce_create_target('pages', 'pages_text'); CREATE TABLE pages_facts (id int, judged_at timestamptz);
        CREATE TABLE pages_marks (id int, marked_at timestamptz); CREATE TABLE pages_drafts (name text, trained_at timestamptz);";
    viewer.database.batch_execute(tables).await.expect("tables");
    for path in views {
        viewer.view(path).await;
    }
    let of_reader = serve(viewer.settings.clone(), connect(&viewer.settings).await, "pages", |options| {
        options.read_only = true;
    })
    .await;
    let grant = format!(
        "GRANT SELECT ON public.pages_text, public.pages_facts, public.pages_marks, public.pages_drafts TO {role};"
    );
    assert!(of_reader.view("/").await.contains(&grant));
    for path in [
        "/judge",
        "/extract",
        "/learn",
        "/learn/publish",
        "/learn/discard",
        "/mark/undo",
        "/again",
        "/again/discard",
    ] {
        let refused = viewer.post(path, &[("key", "3"), ("seen", "0"), ("name", "x")]).await;
        assert!(
            refused.status == 403 && refused.body.contains("--read-only"),
            "{path}: {} {}",
            refused.status,
            refused.body
        );
    }
    assert_eq!(viewer.get("/mark").await.status, 403);
    assert_eq!(viewer.post("/measure", &[("choice", "default"), ("gold", "column")]).await.status, 303);
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
    assert_eq!(refused.as_deref(), Some("the table pages_marks belongs to somebody else than the pages"));
    client
        .batch_execute(&format!("DROP OWNED BY {role}, owner_{role}; DROP ROLE {role}, owner_{role}"))
        .await
        .expect("no roles");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_that_somebody_else_chose_is_no_session() {
    let Some(viewer) = viewer().await else { return };
    viewer.view("/").await;
    let name = viewer.cookie().split('=').next().expect("a name").to_owned();
    assert!(name.starts_with("goce_viewer_") && name != "goce_viewer_0");
    let chosen = format!("{name}={}", "x".repeat(43));
    viewer.set_cookie(&chosen);
    viewer.view("/").await;
    assert_ne!(viewer.cookie(), chosen);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_https_cookies_are_of_this_host_and_of_https_alone() {
    let Some(viewer) = viewer_of(PAGES, "pages", |options| options.https = true).await else {
        return;
    };
    let cookie = viewer.get("/").await.header("set-cookie").to_owned();
    assert!(
        cookie.starts_with("__Host-goce_viewer_")
            && cookie.contains("; Secure")
            && cookie.contains("; Path=/;")
            && !cookie.contains("Domain"),
        "{cookie}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn functions_of_others_in_the_path_are_not_run() {
    let Some((settings, client)) = database().await else {
        return;
    };
    let role = format!("planter_{}", std::process::id());
    // Each of these fits the viewer's arguments better than what PostgreSQL has.
    client
        .batch_execute(&format!(
            "{PAGES} ALTER TABLE pages ALTER title TYPE varchar;
             CREATE ROLE {role}; GRANT CREATE ON SCHEMA public TO {role}; SET ROLE {role};
             CREATE TABLE public.planted (what text);
             CREATE FUNCTION public.note(what text) RETURNS int LANGUAGE sql AS 'INSERT INTO public.planted VALUES (what) RETURNING 1';
             CREATE FUNCTION public.concat_ws(text, text, text) RETURNS text LANGUAGE sql AS $$SELECT public.note('concat_ws')::text$$;
             CREATE FUNCTION public.width_bucket(real, int, int, int) RETURNS int LANGUAGE sql AS $$SELECT public.note('width_bucket')$$;
             CREATE FUNCTION public.quote_ident(name) RETURNS text LANGUAGE sql AS $$SELECT public.note('quote_ident')::text$$;
             CREATE FUNCTION public.format(text, name, name) RETURNS text LANGUAGE sql AS $$SELECT public.note('format')::text$$;
             CREATE FUNCTION public.char_is(varchar, varchar) RETURNS boolean LANGUAGE sql AS $$SELECT public.note('operator') = 1$$;
             CREATE OPERATOR public.= (FUNCTION = public.char_is, LEFTARG = varchar, RIGHTARG = varchar);
             RESET ROLE;"
        ))
        .await
        .expect("a trap");
    let checker = connect(&settings).await;
    let viewer = serve(settings, client, "pages", |options| options.source.key = vec!["title".to_owned()]).await;
    viewer.post("/judge", &[]).await;
    viewer.work().await;
    for path in ["/", "/pages?search=harbour", "/page?key=Page+3", "/learn"] {
        viewer.view(path).await;
    }
    let planted = checker
        .query_one("SELECT coalesce(string_agg(DISTINCT what, ','), '') FROM planted", &[])
        .await
        .expect("a table")
        .get::<_, String>(0);
    assert_eq!(planted, "");
    viewer
        .database
        .batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"))
        .await
        .expect("no role");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_it_from_starting_says_what_helps() {
    let Some(viewer) = viewer().await else { return };
    assert_eq!(viewer.get("/login").await.status, 404, "there is no password");
    let refused = async |table: &str, port: u16| {
        let mut options = goce_viewer::Options::new(&viewer.settings, table);
        options.listen.set_port(port);
        let error = goce_viewer::start(options).await.err().expect("no viewer");
        format!("{error} {}", error.notes().join(" "))
    };
    let why = refused("page", 0).await;
    assert!(why.contains("there is no table page ") && why.contains("tables of pages: pages."), "{why}");
    let port = viewer.address.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
    let why = refused("pages", port.expect("a port")).await;
    assert!(
        why.contains(viewer.address.trim_matches(['/', 'h', 't', 'p', ':'])) && why.contains("--listen"),
        "{why}"
    );
}
