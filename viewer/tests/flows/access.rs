//! Who may do what.

use goce_viewer::Options;

use crate::viewer::{Answer, PAGES, connect, database, serve, viewer, viewer_with};

#[tokio::test]
async fn without_the_link_nothing_is_shown_or_done() {
    let viewer = viewer_with(PAGES, "pages", |options| options.token = Some("a token: with & and =".to_owned())).await;
    let of_another = format!("{}=x", viewer.cookie.split('=').next().expect("a name"));
    for cookie in ["", of_another.as_str(), &viewer.cookie[..viewer.cookie.len() - 1]] {
        for path in ["/", "/page?key=3", "/frame?key=3", "/jobs", "/?token=wrong", "/?token="] {
            let refused = Answer::to(viewer.request("GET", path).header("cookie", cookie)).await;
            refused.is(403, "by the link that it printed");
            assert_eq!(refused.header("set-cookie"), "");
        }
        let refused = Answer::to(viewer.request("POST", "/extract").header("cookie", cookie)).await;
        refused.is(403, "");
    }
    Answer::to(viewer.request("GET", "/assets/style.css")).await.is(200, "");
    viewer.shows("/jobs", "No job yet").await;
    // The address that stays has no token.
    let token = viewer.link.split("token=").nth(1).expect("a token");
    let opened = Answer::to(viewer.request("GET", &format!("//evil.example/page?key=3&token={token}"))).await;
    assert_eq!((opened.status, opened.location()), (303, "/"));
    let cookie = opened.header("set-cookie");
    assert!(cookie.contains("; HttpOnly; SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
    assert!(cookie.starts_with(&viewer.cookie) && !cookie.contains("a+token"), "{cookie}");
    // Another viewer with the same token wants its own cookie.
    let same = |options: &mut Options| {
        options.token = Some("a token: with & and =".to_owned());
        options.https = true;
    };
    let other = viewer.another(same).await;
    Answer::to(other.request("GET", "/").header("cookie", &viewer.cookie)).await.is(403, "");
    let opened = Answer::to(other.request("GET", &format!("/?token={token}"))).await;
    assert!(opened.header("set-cookie").ends_with("; Secure"));
}

#[tokio::test]
async fn to_read_only_select_is_needed() {
    let (settings, client) = database().await;
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
    let tables = "SELECT goce_create_target('pages', 'pages_text', ARRAY[]::text[]); CREATE TABLE pages_facts (id int, judged_at timestamptz);
        CREATE TABLE pages_marks (id int, marked_at timestamptz); CREATE TABLE pages_learned (model_sha256 text);";
    viewer.run(tables).await;
    for path in views {
        viewer.view(path).await;
    }
    let of_reader = viewer.another(|options| options.read_only = true).await;
    let grant = format!(
        "GRANT SELECT ON public.pages_text, public.pages_facts, public.pages_marks, public.pages_learned TO {role};"
    );
    of_reader.shows("/", &grant).await;
    for path in ["/judge", "/extract", "/learn", "/mark/undo", "/again", "/again/discard"] {
        viewer.refused(path, &[("key", "3"), ("seen", "0"), ("name", "x")], 403, "--read-only").await;
    }
    viewer.get("/mark").await.is(403, "");
    viewer.job_says("/measure", &[("choice", "default"), ("gold", "column")], ">done<").await;
    viewer.run(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await;
}

#[tokio::test]
async fn a_table_of_somebody_else_is_not_taken_for_ours() {
    let (settings, client) = database().await;
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
    assert!(refused.is_some_and(|why| why.contains("the table pages_marks belongs to somebody else than the pages")));
    client
        .batch_execute(&format!("DROP OWNED BY {role}, owner_{role}; DROP ROLE {role}, owner_{role}"))
        .await
        .expect("no roles");
}

#[tokio::test]
async fn functions_of_others_in_the_path_are_not_run() {
    let (settings, client) = database().await;
    let role = format!("planter_{}", std::process::id());
    // Each of these fits the viewer's arguments better than what PostgreSQL has.
    client
        .batch_execute(&format!(
            "{PAGES} ALTER TABLE pages ADD code varchar; UPDATE pages SET code = title;
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
    let viewer = serve(settings, client, "pages", |options| options.source.key = vec!["code".to_owned()]).await;
    viewer.job("/judge", &[]).await;
    for path in ["/", "/pages?search=harbour", "/page?key=Page+3", "/learn"] {
        viewer.view(path).await;
    }
    let planted = checker
        .query_one("SELECT coalesce(string_agg(DISTINCT what, ','), '') FROM planted", &[])
        .await
        .expect("a table")
        .get::<_, String>(0);
    assert_eq!(planted, "");
    viewer.run(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await;
}

#[tokio::test]
async fn what_keeps_it_from_starting_says_what_helps() {
    let viewer = viewer().await;
    let refused = async |table: &str, port: u16| {
        let mut options = goce_viewer::Options::new(&viewer.settings, table);
        options.listen.set_port(port);
        let error = goce_viewer::start(options).await.err().expect("no viewer");
        format!("{error} {}", error.notes().join(" "))
    };
    let why = refused("page", 0).await;
    assert!(why.contains("there is no table page ") && why.contains("with its schema"), "{why}");
    let why = refused("pages", viewer.address.port()).await;
    assert!(why.contains(&viewer.address.to_string()) && why.contains("--listen"), "{why}");
}
