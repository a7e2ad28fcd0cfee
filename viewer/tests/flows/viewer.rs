//! A database of its own with a few pages, a viewer of it, and a client.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, sleep};
use std::time::Duration;

use goce_viewer::{Options, start};
use reqwest::redirect::Policy;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls};

/// In which the viewers work.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("threads"));

/// Waits for work.
pub fn wait<T>(work: impl Future<Output = T>) -> T {
    RUNTIME.block_on(work)
}

/// Does the same with several things at once.
pub fn at_once<I: Send, T: Send>(items: impl IntoIterator<Item = I>, work: impl Fn(I) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = items.into_iter().map(|item| scope.spawn(move || work(item))).collect();
        threads.into_iter().map(|thread| thread.join().expect("work")).collect()
    })
}

/// Pages whose content is known.
pub const PAGES: &str = "
CREATE TABLE pages (id int PRIMARY KEY, url text, title text, html text, gold text, genre text);
INSERT INTO pages
SELECT n, 'https://site' || n % 2 || '.example/' || n, 'Page ' || n,
       '<html><head><title>Page ' || n || '</title></head><body><nav class=menu><a href=/>Home</a> <a href=/n>News of the day</a></nav>'
       || '<main><article><h1>News from harbour number ' || n || '</h1>' || string_agg(format('<p class=story>%s</p>', paragraph), '')
       || '</article></main><div class=imprint>All rights reserved by us.</div></body></html>',
       string_agg(paragraph, E'\n\n'), 'article'
FROM generate_series(1, 12) AS n,
     LATERAL (SELECT format('Paragraph %s of page %s tells of the harbour. After %s years of work the gates were opened, '
                            'and ship number %s was the first to come in, loaded with salt from the islands.', p, n, p * n + 3, p + 7 * n) AS paragraph
              FROM generate_series(1, 4 + n % 3) AS p) AS texts
GROUP BY n;";

/// How many sessions of the database are in `pg_sleep`.
pub const ASLEEP: &str =
    "(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep')";

/// Functions of the names of goce's with fewer arguments, which none of our calls may meet: they would be ambiguous.
const TRAPS: &str = "
DO $$
DECLARE
    trap record;
    trapped int := 0;
BEGIN
    FOR trap IN SELECT DISTINCT p.proname, p.prokind, (SELECT string_agg(format_type(type, NULL), ', ' ORDER BY place)
                    FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS _ (type, place) WHERE place <= number) AS types
                FROM pg_proc AS p, generate_series(1, p.pronargs - 1) AS number
                WHERE p.oid IN (SELECT objid FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_proc'::regclass)
                  AND p.proname LIKE 'goce%' AND p.prokind IN ('f', 'p')
                  AND 'internal'::regtype <> ALL (p.proargtypes::oid[])
    LOOP
        IF to_regprocedure(format('%I(%s)', trap.proname, trap.types)) IS NULL THEN
            EXECUTE format('CREATE %s %I(%s) %s LANGUAGE plpgsql AS %L',
                           CASE trap.prokind WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END, trap.proname, trap.types,
                           CASE trap.prokind WHEN 'f' THEN 'RETURNS text' END,
                           format('BEGIN RAISE EXCEPTION ''a trap: %s''; END', trap.proname));
            trapped := trapped + 1;
        END IF;
    END LOOP;
    ASSERT trapped > 50, trapped;
END $$;";

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A database and a viewer of it.
pub struct Viewer {
    pub database: Client,
    pub address: std::net::SocketAddr,
    pub link: String,
    pub settings: String,
    http: reqwest::Client,
    /// What a browser got for the link.
    pub cookie: String,
    _stop: tokio::sync::oneshot::Sender<()>,
}

/// What a request got.
pub struct Answer {
    address: reqwest::Url,
    pub status: u16,
    pub body: String,
    pub headers: reqwest::header::HeaderMap,
}

impl Answer {
    pub fn to(request: reqwest::RequestBuilder) -> Self {
        let response = wait(request.send()).expect("an answer");
        Self {
            address: response.url().clone(),
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: wait(response.text()).expect("text"),
        }
    }

    /// Checks the status, and that the body has what each of these lines says; `␣` is a space at an end.
    #[track_caller]
    pub fn is(&self, status: u16, says: &str) {
        assert_eq!(self.status, status, "{}: {}", self.address, self.body);
        for says in says.lines().map(|line| line.trim().replace('␣', " ")) {
            assert!(self.body.contains(&says), "{}, not {says}: {}", self.address, self.body);
        }
    }

    /// Checks that the body has nothing of what these lines say.
    #[track_caller]
    pub fn lacks(&self, none: &str) {
        for says in none.lines().map(str::trim) {
            assert!(!self.body.contains(says), "{}: {says}: {}", self.address, self.body);
        }
    }

    pub fn location(&self) -> &str {
        self.header("location")
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// Returns a variable of the environment that tests need. Without it they fail where `CI` is set.
pub fn needed(variable: &str) -> Option<String> {
    let found = std::env::var(variable).ok();
    assert!(
        found.is_some() || std::env::var_os("CI").is_none(),
        "{variable} is not set: run scripts/test-viewer"
    );
    found
}

/// Connects to a server; a database of its own is made there, with the extension.
pub fn database() -> (String, Client) {
    let server = needed("GOCE_VIEWER_TEST").unwrap_or_else(|| {
        // No test of this program can do without a server.
        eprintln!("skipped: GOCE_VIEWER_TEST is not set");
        std::process::exit(0)
    });
    let name = format!("viewer_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let admin = connect(&format!("{server}&dbname=postgres"));
    run(&admin, &format!("CREATE DATABASE {name}"));
    let settings = format!("{server}&dbname={name}");
    let client = connect(&settings);
    run(&client, &format!("CREATE EXTENSION goce; {TRAPS}"));
    (settings, client)
}

/// Connects.
pub fn connect(settings: &str) -> Client {
    let (client, connection) = wait(tokio_postgres::connect(settings, NoTls)).expect("a server");
    RUNTIME.spawn(connection);
    client
}

/// Runs statements in a database.
pub fn run(database: &Client, sql: &str) {
    wait(database.batch_execute(sql)).expect(sql);
}

/// A viewer of [`PAGES`].
pub fn viewer() -> Viewer {
    viewer_of(PAGES)
}

/// A viewer of the table pages that some SQL makes.
pub fn viewer_of(sql: &str) -> Viewer {
    viewer_with(sql, "pages", |_| {})
}

/// A viewer of a table that some SQL makes, with options.
pub fn viewer_with(sql: &str, table: &str, set: impl FnOnce(&mut Options)) -> Viewer {
    let (settings, database) = database();
    run(&database, sql);
    serve(settings, database, table, set)
}

/// Starts a viewer.
pub fn serve(settings: String, database: Client, table: &str, set: impl FnOnce(&mut Options)) -> Viewer {
    let mut options = Options::new(&settings, table);
    options.listen.set_port(0);
    options.connections = 4;
    set(&mut options);
    let server = wait(start(options)).expect("a viewer");
    let (address, link) = (server.address(), server.link());
    let (stop, stopped) = tokio::sync::oneshot::channel();
    RUNTIME.spawn(server.run_until(async {
        let _ = stopped.await;
    }));
    let http = reqwest::Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .pool_max_idle_per_host(0)
        .build()
        .expect("a client");
    let opened = wait(http.get(&link).send()).expect("an answer");
    let cookie = opened.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok()).expect("a cookie");
    Viewer {
        cookie: cookie.split(';').next().expect("a pair").to_owned(),
        database,
        address,
        link,
        settings,
        http,
        _stop: stop,
    }
}

impl Viewer {
    /// Sends a request with the cookie.
    pub fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        Answer::to(request.header("cookie", &self.cookie))
    }

    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method.parse().expect("a method"), format!("http://{}{path}", self.address))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path))
    }

    /// Gets a view that must be there.
    pub fn view(&self, path: &str) -> String {
        self.shows(path, "")
    }

    /// Gets a view that must be there, and shows what each of these lines says.
    pub fn shows(&self, path: &str, says: &str) -> String {
        self.shows_without(path, says, "")
    }

    /// Gets a view that must be there, and shows what each of these lines says and nothing of those.
    pub fn shows_without(&self, path: &str, says: &str, none: &str) -> String {
        let answer = self.get(path);
        answer.is(200, says);
        answer.lacks(none);
        answer.body
    }

    /// Returns the keys of the pages of a list.
    pub fn listed(&self, path: &str) -> Vec<i32> {
        let view = self.view(path);
        let links = view.split("<h2>").filter_map(|rest| between(rest, "<a href=\"", "\""));
        links.filter_map(|link| link.rsplit("key=").next()?.parse().ok()).collect()
    }

    /// Sends a form that is accepted.
    pub fn accepted(&self, path: &str, fields: &str) {
        self.post(path, fields).is(303, "");
    }

    /// Starts another viewer of the same pages.
    pub fn another(&self, set: impl FnOnce(&mut Options)) -> Self {
        serve(self.settings.clone(), connect(&self.settings), "pages", set)
    }

    /// Returns the request with a form, whose fields are written as in a query.
    pub fn form(&self, path: &str, fields: &str) -> reqwest::RequestBuilder {
        let request = self.request("POST", path).header("content-type", "application/x-www-form-urlencoded");
        request.body(fields.to_owned())
    }

    /// Sends a form.
    pub fn post(&self, path: &str, fields: &str) -> Answer {
        self.send(self.form(path, fields))
    }

    /// Sends a form as the script does, which wants JSON.
    pub fn post_by_script(&self, path: &str, fields: &str) -> Answer {
        self.send(self.form(path, fields).header("accept", "application/json"))
    }

    /// Lets goce take no page of more than 64 kB.
    pub fn limit_pages(&self) {
        let database = self.settings.rsplit('=').next().expect("a name");
        self.run(&format!("ALTER DATABASE {database} SET goce.max_html_size = '64kB'"));
    }

    /// Starts a job by a form, waits until it is over and returns the view of the jobs.
    pub fn job(&self, path: &str, fields: &str) -> String {
        self.accepted(path, fields);
        self.work()
    }

    /// Does the same, where the view of the jobs has to say this.
    pub fn job_says(&self, path: &str, fields: &str, says: &str) {
        let jobs = self.job(path, fields);
        assert!(jobs.contains(says), "{path}: {says}: {jobs}");
    }

    /// Runs statements in the database.
    pub fn run(&self, sql: &str) {
        run(&self.database, sql);
    }

    /// Waits until the newest job is over and returns the view of the jobs.
    pub fn work(&self) -> String {
        for _ in 0..1800 {
            let view = self.view("/jobs");
            if !view.contains("data-job") {
                return view;
            }
            sleep(Duration::from_millis(100));
        }
        panic!("the job does not end: {}", self.view("/jobs"))
    }

    /// Saves that of a page these blocks are content, after a view of it to be marked.
    pub fn save(&self, view: &str, key: &str, content: &[i32], then: &str) -> Answer {
        let empty = if view.contains("name=\"empty\" value=\"yes\"") {
            "yes"
        } else {
            ""
        };
        let (seen, md5) = (value(view, "seen"), value(view, "md5"));
        let content: String = content.iter().map(|block| format!("&content={block}")).collect();
        self.post("/mark", &format!("key={key}&empty={empty}&seen={seen}&md5={md5}&then={then}{content}"))
    }

    /// Saves that of a page these blocks are content.
    pub fn mark(&self, key: &str, content: &[i32]) {
        let view = self.view(&format!("/mark?key={key}"));
        self.save(&view, key, content, "stay").is(303, "");
    }

    /// Judges all pages, and gives later ones a lower confidence.
    pub fn judge_later_pages_lower(&self) {
        self.job("/judge", "");
        self.run("UPDATE pages_facts SET confidence = 1.0 / id");
    }

    /// Waits until an expression of SQL is true in the database.
    pub fn until(&self, sql: &str) {
        for _ in 0..6000 {
            if self.value(sql) == "true" {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("in two minutes this did not become true: {sql}")
    }

    /// Checks a value of the database.
    pub fn has(&self, sql: &str, expected: &str) {
        assert_eq!(self.value(sql), expected, "{sql}");
    }

    /// One value of the database, as text; `NULL` for NULL.
    pub fn value(&self, sql: &str) -> String {
        let row = wait(self.database.query_one(&format!("SELECT ({sql})::text"), &[])).expect(sql);
        row.get::<_, Option<String>>(0).unwrap_or_else(|| "NULL".to_owned())
    }
}

/// A value as it stands in an address.
pub fn encoded(value: &str) -> String {
    url::form_urlencoded::byte_serialize(value.as_bytes()).collect()
}

/// The rows of a table: a line each, its columns divided by `=>`.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let rows = table.lines().map(str::trim).filter(|line| !line.is_empty());
    rows.map(|row| row.split("=>").map(str::trim).collect::<Vec<_>>().try_into().expect(row))
}

/// What stands between the first of one mark in a view and the next of another.
pub fn between<'a>(view: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = view.split_once(start)?;
    Some(rest.split_once(end)?.0)
}

/// The value of a field in a view.
pub fn value(view: &str, name: &str) -> String {
    let found = between(view, &format!("name=\"{name}\" value=\""), "\"");
    found.unwrap_or_else(|| panic!("no {name} in {view}")).to_owned()
}

/// Numbers of the blocks that the list of a view has as content, and of all in it.
pub fn blocks(view: &str) -> (Vec<i32>, Vec<i32>) {
    let boxes = view.split("name=\"content\" value=\"").skip(1).filter_map(|part| {
        let number: i32 = part.split('"').next()?.parse().ok()?;
        Some((number, part.split('>').next()?.contains("checked")))
    });
    let boxes: Vec<(i32, bool)> = boxes.collect();
    let chosen = boxes.iter().filter(|(_, is_chosen)| *is_chosen).map(|(number, _)| *number).collect();
    (chosen, boxes.iter().map(|(number, _)| *number).collect())
}
