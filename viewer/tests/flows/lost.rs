//! A database that is there, and says nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};

use crate::viewer::{PAGES, database, run, serve, value, wait};

/// Hands on what comes, until nothing is to be heard any more.
async fn hand_on(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, silent: Arc<AtomicBool>) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        while silent.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

/// A way to the server of these settings that can fall silent; returns its port.
async fn way(settings: &str, silent: &Arc<AtomicBool>) -> u16 {
    let of = |name: &str| {
        let found = settings.split(['?', '&']).find_map(|setting| setting.strip_prefix(name)?.strip_prefix('='));
        found.expect("a setting").to_owned()
    };
    let socket = format!("{}/.s.PGSQL.{}", of("host"), of("port"));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let silent = Arc::clone(silent);
    tokio::spawn(async move {
        while let Ok((viewer, _)) = listener.accept().await {
            let server = UnixStream::connect(&socket).await.expect("a server");
            let (from_viewer, to_viewer) = viewer.into_split();
            let (from_server, to_server) = server.into_split();
            tokio::spawn(hand_on(from_viewer, to_server, Arc::clone(&silent)));
            tokio::spawn(hand_on(from_server, to_viewer, Arc::clone(&silent)));
        }
    });
    port
}

#[test]
fn a_database_that_falls_silent_is_given_up() {
    let (settings, client) = database();
    run(&client, PAGES);
    let silent = Arc::new(AtomicBool::new(false));
    let port = wait(way(&settings, &silent));
    let others = settings.split(['?', '&']).skip(1);
    let others = others.filter(|setting| !setting.starts_with("host=") && !setting.starts_with("port="));
    let others = others.collect::<Vec<_>>().join("&");
    let through = format!("postgres://127.0.0.1:{port}/?sslmode=disable&{others}");
    let viewer = serve(through, client, "pages", |options| {
        options.timeout = Duration::from_secs(5);
    });
    viewer.view("/pages");
    let fields = format!("key=3&seen=0&md5={}&content=2", value(&viewer.view("/mark?key=3"), "md5"));
    let save = || viewer.post_by_script("/mark", &fields);
    silent.store(true, Ordering::Relaxed);
    let answer = viewer.get("/pages");
    answer.is(503, "the database does not answer\nTry again once the database is back");
    // The script is told the same, and sends the marks again.
    let answer = save();
    answer.is(503, "the database does not answer\nmarks are not saved twice");
    silent.store(false, Ordering::Relaxed);
    viewer.view("/pages");
    save().is(200, "\"saved\":1");
    viewer.has("SELECT count(*) FROM pages_marks", "1");
}
