//! TLS to the database, against a server that takes nothing else at localhost.

use goce_viewer::{Options, start};

use crate::viewer::{ASLEEP, PAGES, database, needed, run, serve, wait};

/// The number of the viewer's connections; 0 if one of them is without TLS.
const SECURED: &str =
    "SELECT CASE WHEN bool_and(ssl) THEN count(*) ELSE 0 END FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
    WHERE application_name = 'goce-viewer' AND datname = current_database()";

/// Settings by which the same database is reached by TLS, and the directory of the certificates.
fn by_tls(settings: &str, host: &str) -> Option<(String, String)> {
    let directory = needed("GOCE_VIEWER_TEST_TLS")?;
    let (_, others) = settings.split_once('?')?;
    let others: Vec<&str> = others.split('&').filter(|setting| !setting.starts_with("host=")).collect();
    let others = others.join("&");
    let settings =
        format!("postgres:///?host={host}&{others}&sslcert={directory}/client.crt&sslkey={directory}/client.key");
    Some((settings, directory))
}

#[test]
fn all_connections_are_by_tls_and_can_be_stopped() {
    let (settings, client) = database();
    let Some((tls, directory)) = by_tls(&settings, "localhost") else {
        return;
    };
    let slow = "CREATE VIEW slow AS SELECT id, CASE WHEN id = 2 THEN (SELECT pg_sleep(600)::text) ELSE html END AS html FROM pages;";
    run(&client, &format!("{PAGES} {slow}"));
    let settings = format!("{tls}&sslmode=verify-full&sslrootcert={directory}/ca.crt");
    let viewer = serve(settings, client, "slow", |_| {});
    viewer.view("/page?key=3&view=text");
    viewer.post("/judge", "");
    viewer.until(&format!("{ASLEEP} > 0"));
    viewer.has(&format!("({SECURED}) > 1"), "true");
    // The cancel takes the same way.
    viewer.job_says("/jobs/stop", "job=1", ">stopped<");
    viewer.until(&format!("{ASLEEP} = 0"));
}

#[test]
fn who_is_at_the_other_end_is_checked_as_asked() {
    let (settings, client) = database();
    run(&client, PAGES);
    for (host, more, refusal) in [
        ("localhost", "sslmode=prefer", None),
        ("localhost", "sslmode=require", None),
        ("127.0.0.1", "sslmode=verify-full&sslrootcert={}/ca.crt", Some("not valid for name")),
        ("localhost", "sslmode=verify-full&sslrootcert={}/ca.crt", None),
        ("localhost", "sslmode=verify-full&sslrootcert={}/client.crt", Some("invalid peer certificate")),
        ("localhost", "sslmode=disable", Some("no encryption")),
    ] {
        let Some((tls, directory)) = by_tls(&settings, host) else {
            return;
        };
        let settings = format!("{tls}&{}", more.replace("{}", &directory));
        let mut options = Options::new(&settings, "pages");
        options.listen.set_port(0);
        match (wait(start(options)), refusal) {
            (Ok(_), None) => {
                let secured: i64 = wait(client.query_one(SECURED, &[])).expect("a number").get(0);
                assert!(secured > 0, "{settings}");
            }
            (Err(error), Some(refusal)) => {
                let said = format!("{error} {}", error.notes().join(" "));
                assert!(said.contains(refusal), "{settings}: {said}");
            }
            (started, _) => panic!("{settings}: {:?}", started.err()),
        }
    }
}
