//! Connections of browsers: each has its time to say what it wants, so that none can be held open by saying nothing.

use std::future::Future;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

/// The longest that the head of a request may take, and that a connection may be idle between two.
const HEAD: Duration = Duration::from_secs(30);
/// After this a connection that could not be accepted is tried again: others end meanwhile.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until that is over, and then the requests at work for as long as `grace`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    over: impl Future<Output = ()>,
    grace: Duration,
) {
    serve_in(listener, router, over, grace, HEAD).await;
}

async fn serve_in(
    listener: TcpListener,
    router: Router,
    over: impl Future<Output = ()>,
    grace: Duration,
    head: Duration,
) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(head);
    let connections = GracefulShutdown::new();
    tokio::pin!(over);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            },
            () = &mut over => break,
        };
        // Small answers are not kept back for more; where that cannot be set they come a little later.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = server.serve_connection(TokioIo::new(stream), service);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // A browser that went away, or spoke no HTTP, hears no answer.
            let _ = connection.await;
        });
    }
    drop(listener);
    // What is at work for longer ends with the program.
    let _ = tokio::time::timeout(grace, connections.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;

    #[tokio::test]
    async fn who_says_nothing_is_sent_away() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/", get(|| async { "here" }));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let served = tokio::spawn(serve_in(
            listener,
            router,
            async {
                let _ = stopped.await;
            },
            HEAD,
            Duration::from_millis(50),
        ));
        for said in ["", "GET / HTTP/1.1\r\nHost: x\r\nX: "] {
            let mut stream = TcpStream::connect(address).await.expect("it listens");
            stream.write_all(said.as_bytes()).await.expect("it reads");
            // Ends only where the server ends it.
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer).await;
            assert!(!answer.contains("here"), "{answer}");
        }
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let request = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        stream.write_all(request).await.expect("it reads");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .await
            .expect("it answers");
        assert!(answer.ends_with("here"), "{answer}");
        stop.send(()).expect("it runs");
        served.await.expect("it ends");
    }
}
