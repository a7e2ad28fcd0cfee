//! Connections of browsers. Their number is limited. Each must send its request and read the answer in time, so that
//! nobody keeps a connection open by doing nothing.

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::slow_readers::PacedStream;

/// The most connections at once; others wait to be accepted. It is half of the 1,024 files that a program may usually
/// open, so that the database's connections have room.
const MOST: usize = 512;
/// The longest that the head of a request may take, and the longest pause between two requests.
const HEAD: Duration = Duration::from_secs(30);
/// The pause after a connection could not be accepted. Others may end meanwhile and free a file.
const BREATH: Duration = Duration::from_millis(100);

/// The browser's address, an extension of each request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Serves until `over` ends. Requests that are running then get `grace` to end.
pub async fn serve(listener: TcpListener, router: Router, over: impl Future<Output = ()>, grace: Duration) {
    let bounds = Bounds {
        grace,
        head: HEAD,
        most: MOST,
    };
    serve_in(listener, router, over, bounds).await;
}

struct Bounds {
    grace: Duration,
    head: Duration,
    most: usize,
}

async fn serve_in(listener: TcpListener, router: Router, over: impl Future<Output = ()>, bounds: Bounds) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(bounds.head);
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(bounds.most));
    tokio::pin!(over);
    loop {
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place,
            () = &mut over => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => (stream, Peer(address.ip())),
                Err(_) => {
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            },
            () = &mut over => break,
        };
        // Small answers are sent at once. Without this option they only come later.
        let _ = stream.set_nodelay(true);
        let routes = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            routes.call(request)
        });
        let connection = server.serve_connection(TokioIo::new(PacedStream::new(stream)), service);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // An error means that the browser went away or sent no HTTP: nobody is left to tell.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    // What runs for longer ends with the program.
    let _ = tokio::time::timeout(bounds.grace, connections.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;

    /// A server that answers "here": its address, and what ends it.
    async fn served(
        head: Duration,
        most: usize,
    ) -> (std::net::SocketAddr, tokio::sync::oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/", get(|| async { "here" }));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let bounds = Bounds {
            grace: HEAD,
            head,
            most,
        };
        let over = async {
            let _ = stopped.await;
        };
        let served = tokio::spawn(serve_in(listener, router, over, bounds));
        (address, stop, served)
    }

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    #[tokio::test]
    async fn who_says_nothing_is_sent_away() {
        let (address, stop, served) = served(Duration::from_millis(500), MOST).await;
        for said in ["", "GET / HTTP/1.1\r\nHost: x\r\nX: "] {
            let mut stream = TcpStream::connect(address).await.expect("it listens");
            stream.write_all(said.as_bytes()).await.expect("it reads");
            // It returns only when the server closes the connection.
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer).await;
            assert!(!answer.contains("here"), "{answer}");
        }
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(REQUEST).await.expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        assert!(answer.ends_with("here"), "{answer}");
        stop.send(()).expect("it runs");
        served.await.expect("it ends");
    }

    #[tokio::test]
    async fn who_is_one_too_many_waits() {
        let (address, _stop, _served) = served(HEAD, 2).await;
        let first = TcpStream::connect(address).await.expect("it listens");
        let mut second = TcpStream::connect(address).await.expect("it listens");
        let mut third = TcpStream::connect(address).await.expect("it listens");
        third.write_all(REQUEST).await.expect("it is sent");
        // With each answer to the second the server has had its time for the third.
        for _ in 0..20 {
            let request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";
            second.write_all(request).await.expect("it reads");
            let mut answer = Vec::new();
            while !answer.ends_with(b"here") {
                assert!(second.read_buf(&mut answer).await.expect("it answers") > 0);
            }
        }
        let nothing = third.try_read(&mut [0]).map_err(|error| error.kind());
        assert_eq!(nothing, Err(std::io::ErrorKind::WouldBlock));
        drop(first);
        let mut answer = String::new();
        third.read_to_string(&mut answer).await.expect("it answers");
        assert!(answer.ends_with("here"), "{answer}");
    }
}
