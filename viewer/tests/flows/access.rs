//! Who may do what.

use goce_viewer::{Options, start};

use crate::viewer::{Answer, PAGES, database, run, serve, viewer, viewer_with, wait};

#[test]
fn without_the_link_nothing_is_shown_or_done() {
    let viewer = viewer_with(PAGES, "pages", |options| options.token = Some("a token: with & and =".to_owned()));
    let of_another = format!("{}=x", viewer.cookie.split('=').next().expect("a name"));
    for cookie in ["", of_another.as_str(), &viewer.cookie[..viewer.cookie.len() - 1]] {
        for path in ["/", "/page?key=3", "/frame?key=3", "/jobs", "/?token=wrong", "/?token="] {
            let refused = Answer::to(viewer.request("GET", path).header("cookie", cookie));
            refused.is(403, "by the link that it printed");
            assert_eq!(refused.header("set-cookie"), "");
        }
        Answer::to(viewer.request("POST", "/extract").header("cookie", cookie)).is(403, "");
    }
    Answer::to(viewer.request("GET", "/assets/style.css")).is(200, "");
    viewer.shows("/jobs", "No job yet");
    // The address that stays has no token.
    let token = viewer.link.split("token=").nth(1).expect("a token");
    let opened = Answer::to(viewer.request("GET", &format!("//evil.example/page?key=3&token={token}")));
    assert_eq!((opened.status, opened.location()), (303, "/"));
    let cookie = opened.header("set-cookie");
    assert!(cookie.contains("; HttpOnly; SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
    assert!(cookie.starts_with(&viewer.cookie) && !cookie.contains("a+token"), "{cookie}");
    // Another viewer with the same token wants its own cookie.
    let same = |options: &mut Options| {
        options.token = Some("a token: with & and =".to_owned());
        options.https = true;
    };
    let other = viewer.another(same);
    Answer::to(other.request("GET", "/").header("cookie", &viewer.cookie)).is(403, "");
    let opened = Answer::to(other.request("GET", &format!("/?token={token}")));
    assert!(opened.header("set-cookie").ends_with("; Secure"));
}

#[test]
fn to_read_only_select_is_needed() {
    let (settings, client) = database();
    let role = format!("reader_{}", std::process::id());
    run(&client, &format!("{PAGES} CREATE ROLE {role} LOGIN; GRANT SELECT ON pages TO {role};"));
    let as_reader = settings.replace("user=postgres", &format!("user={role}"));
    assert_ne!(as_reader, settings);
    let viewer = serve(as_reader, client, "pages", |options| options.read_only = true);
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
        viewer.view(path);
    }
    // Tables beside the pages that the role may not read are left out.
    let tables = "SELECT goce_create_target('pages', 'pages_text', ARRAY[]::text[]); CREATE TABLE pages_facts (id int, judged_at timestamptz);
        CREATE TABLE pages_marks (id int, marked_at timestamptz); CREATE TABLE pages_learned (model_sha256 text);";
    viewer.run(tables);
    for path in views {
        viewer.view(path);
    }
    let of_reader = viewer.another(|options| options.read_only = true);
    let grant = format!(
        "GRANT SELECT ON public.pages_text, public.pages_facts, public.pages_marks, public.pages_learned TO {role};"
    );
    of_reader.shows("/", &grant);
    for path in ["/judge", "/extract", "/learn", "/mark/undo", "/again", "/again/discard"] {
        viewer.post(path, "key=3&seen=0&name=x").is(403, "--read-only");
    }
    viewer.get("/mark").is(403, "");
    viewer.job_says("/measure", "choice=default&gold=column", ">done<");
    viewer.run(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn a_table_of_somebody_else_is_not_taken_for_ours() {
    let (settings, client) = database();
    let role = format!("stranger_{}", std::process::id());
    run(
        &client,
        &format!(
            "{PAGES} CREATE ROLE {role}; CREATE TABLE pages_marks (id int, marked_at timestamptz); ALTER TABLE pages OWNER TO postgres;
             ALTER TABLE pages_marks OWNER TO {role}; CREATE ROLE owner_{role} LOGIN; ALTER TABLE pages OWNER TO owner_{role};"
        ),
    );
    let as_owner = settings.replace("user=postgres", &format!("user=owner_{role}"));
    let refused = wait(start(Options::new(&as_owner, "pages"))).err().expect("no viewer").to_string();
    assert!(refused.contains("the table pages_marks belongs to somebody else than the pages"), "{refused}");
    run(&client, &format!("DROP OWNED BY {role}, owner_{role}; DROP ROLE {role}, owner_{role}"));
}

#[test]
fn functions_of_others_in_the_path_are_not_run() {
    let role = format!("planter_{}", std::process::id());
    // Each of these fits the viewer's arguments better than what PostgreSQL has.
    let sql = format!(
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
    );
    let viewer = viewer_with(&sql, "pages", |options| options.source.key = vec!["code".to_owned()]);
    viewer.job("/judge", "");
    for path in ["/", "/pages?search=harbour", "/page?key=Page+3", "/learn"] {
        viewer.view(path);
    }
    viewer.has("SELECT coalesce(string_agg(DISTINCT what, ','), '') FROM planted", "");
    viewer.run(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn what_keeps_it_from_starting_says_what_helps() {
    let viewer = viewer();
    for (table, port, [what, hint]) in [
        ("page", 0, ["there is no table page ", "with its schema"]),
        ("pages", viewer.address.port(), [&*viewer.address.to_string(), "--listen"]),
    ] {
        let mut options = Options::new(&viewer.settings, table);
        options.listen.set_port(port);
        let error = wait(start(options)).err().expect("no viewer");
        let why = format!("{error} {}", error.notes().join(" "));
        assert!(why.contains(what) && why.contains(hint), "{why}");
    }
}
