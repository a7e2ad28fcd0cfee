//! TLS to the database, against a server that takes nothing else at localhost.

use std::path::Path;
use std::sync::Arc;

use goce_viewer::{Options, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::viewer::{ASLEEP, PAGES, database, needed, serve};

/// Settings by which the same database is reached by TLS, and the directory of the certificates.
fn by_tls(settings: &str, host: &str) -> Option<(String, String)> {
    let directory = needed("GOCE_VIEWER_TEST_TLS")?;
    let others: Vec<&str> = settings.split_whitespace().filter(|setting| !setting.starts_with("host=")).collect();
    let settings =
        format!("host={host} {} sslcert={directory}/client.crt sslkey={directory}/client.key", others.join(" "));
    Some((settings, directory))
}

#[tokio::test(flavor = "multi_thread")]
async fn all_connections_are_by_tls_and_can_be_stopped() {
    let Some((settings, client)) = database().await else {
        return;
    };
    let Some((tls, directory)) = by_tls(&settings, "localhost") else {
        return;
    };
    let slow = "CREATE VIEW slow AS SELECT id, CASE WHEN id = 2 THEN (SELECT pg_sleep(600)::text) ELSE html END AS html FROM pages;";
    client.batch_execute(&format!("{PAGES} {slow}")).await.expect("pages");
    let settings = format!("{tls} sslmode=verify-full sslrootcert={directory}/ca.crt");
    let viewer = serve(settings, client, "slow", |_| {}).await;
    viewer.view("/page?key=3&view=text").await;
    viewer.post("/judge", &[]).await;
    let ours =
        "SELECT count(*) FILTER (WHERE ssl) || ' of ' || count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                WHERE application_name = 'goce-viewer' AND datname = current_database()";
    viewer.until(&format!("{ASLEEP} > 0")).await;
    let counted = viewer.value(ours).await;
    let (with_tls, all) = counted.split_once(" of ").expect("two numbers");
    assert!(with_tls == all && all != "0" && all != "1", "{counted}");
    // The cancel takes the same way.
    viewer.post("/jobs/stop", &[("job", "1")]).await;
    assert!(viewer.work().await.contains(">stopped<"));
    viewer.until(&format!("{ASLEEP} = 0")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_the_other_end_is_checked_as_asked() {
    let Some((settings, client)) = database().await else {
        return;
    };
    client.batch_execute(PAGES).await.expect("pages");
    for (host, more, refusal) in [
        ("localhost", "sslmode=prefer", None),
        ("localhost", "sslmode=require", None),
        ("127.0.0.1", "sslmode=verify-full sslrootcert={}/ca.crt", Some("not valid for name")),
        ("localhost", "sslmode=verify-full sslrootcert={}/ca.crt", None),
        ("localhost", "sslmode=verify-full sslrootcert={}/client.crt", Some("invalid peer certificate")),
        ("localhost", "sslmode=disable", Some("no encryption")),
    ] {
        let Some((tls, directory)) = by_tls(&settings, host) else {
            return;
        };
        let more = more.replace("{}", &directory);
        check(&format!("{tls} {more}"), refusal).await;
    }
}

/// Starts a viewer with these settings; it is refused for that reason, or starts.
async fn check(settings: &str, refusal: Option<&str>) {
    let mut options = Options::new(settings, "pages");
    options.listen.set_port(0);
    let started = start(options).await;
    let said = started.err().map(|error| format!("{error} {}", error.notes().join(" ")));
    match (&said, refusal) {
        (None, None) => {}
        (Some(said), Some(refusal)) => assert!(said.contains(refusal), "{settings}: {said}"),
        _ => panic!("{settings}: {said:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_bound_to_the_channel() {
    let Some((settings, client)) = database().await else {
        return;
    };
    let Some((tls, directory)) = by_tls(&settings, "localhost") else {
        return;
    };
    let role = format!("scram_{}", std::process::id());
    client
        .batch_execute(&format!(
            "{PAGES} SET password_encryption = 'scram-sha-256';
             CREATE ROLE {role} LOGIN PASSWORD 'it''s: secret' IN ROLE by_password; GRANT SELECT ON pages TO {role};"
        ))
        .await
        .expect("a role");
    let by_password = tls.replace("user=postgres", &format!("user={role} password='it\\'s: secret'"));
    for mode in ["require", "prefer", "disable"] {
        check(&format!("{by_password} sslmode=require channel_binding={mode}"), None).await;
    }
    // A certificate proves who the client is, and nothing is bound.
    for (mode, refusal) in [
        ("prefer", None),
        ("require", Some("server did not use channel binding")),
    ] {
        check(&format!("{tls} sslmode=require channel_binding={mode}"), refusal).await;
    }
    // Who sits between and has a certificate of their own is found out by the binding alone.
    let port = port_of(&tls);
    let between = between(&directory, port).await;
    let through = by_password.replace(&format!("port={port}"), &format!("port={between}"));
    assert_ne!(through, by_password);
    for (mode, refusal) in [
        ("disable", None),
        ("prefer", Some("channel binding check failed")),
        ("require", Some("channel binding check failed")),
    ] {
        check(&format!("{through} sslmode=require channel_binding={mode}"), refusal).await;
    }
    client.batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await.expect("no role");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_comes_from_a_file() {
    let Some((settings, client)) = database().await else {
        return;
    };
    let Some((tls, _)) = by_tls(&settings, "localhost") else {
        return;
    };
    let role = format!("filed_{}", std::process::id());
    client
        .batch_execute(&format!(
            "{PAGES} CREATE ROLE {role} LOGIN PASSWORD 'a:b' IN ROLE by_password; GRANT SELECT ON pages TO {role};"
        ))
        .await
        .expect("a role");
    let file = std::env::temp_dir().join(format!("goce-{role}"));
    std::fs::write(&file, format!("localhost:*:*:{role}:a\\:b\n")).expect("a file");
    std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).expect("its mode");
    let named = tls.replace("user=postgres", &format!("user={role} passfile={}", file.display()));
    check(&format!("{named} sslmode=require"), None).await;
    std::fs::remove_file(&file).expect("no file");
    check(&format!("{named} sslmode=require"), Some("password missing")).await;
    client.batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await.expect("no role");
}

fn port_of(settings: &str) -> u16 {
    settings
        .split_whitespace()
        .find_map(|setting| setting.strip_prefix("port=")?.parse().ok())
        .expect("a port")
}

/// Somebody between, who speaks TLS with either side; returns their port.
async fn between(directory: &str, port: u16) -> u16 {
    let file = |name: &str| Path::new(directory).join(name);
    let certificate = CertificateDer::from_pem_file(file("client.crt")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(file("client.key")).expect("a key");
    let trusted = CertificateDer::from_pem_file(file("ca.crt")).expect("a certificate");
    let provider = Arc::new(ring::default_provider());
    let to_client = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate");
    let mut roots = RootCertStore::empty();
    roots.add(trusted).expect("a certificate");
    let to_server = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let (acceptor, connector) = (TlsAcceptor::from(Arc::new(to_client)), TlsConnector::from(Arc::new(to_server)));
    // "localhost" is either.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (acceptor, connector) = (acceptor.clone(), connector.clone());
            tokio::spawn(async move {
                // Eight bytes ask for TLS, one grants it.
                let mut asked = [0; 8];
                client.read_exact(&mut asked).await?;
                let mut server = TcpStream::connect(("localhost", port)).await?;
                server.write_all(&asked).await?;
                let granted = server.read_u8().await?;
                client.write_u8(granted).await?;
                let name = "localhost".try_into().expect("a name");
                let mut server = connector.connect(name, server).await?;
                let mut client = acceptor.accept(client).await?;
                copy_bidirectional(&mut client, &mut server).await
            });
        }
    });
    own
}
