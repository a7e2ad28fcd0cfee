//! The proxy, which is all that the browsers can reach. It serves each page under a name of its own and refuses everything
//! else.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::error::Error;

/// Nothing is loaded: pictures and fonts are shown only where they are part of the page.
const STILL: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const WITH_SCRIPTS: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/// Pages by their hosts.
type ServedPages = Arc<Mutex<HashMap<String, Arc<str>>>>;

pub struct Proxy {
    address: SocketAddr,
    pages: ServedPages,
}

/// A page that is served until this is dropped.
pub struct Served {
    host: String,
    address: String,
    pages: ServedPages,
}

impl Served {
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        lock(&self.pages).remove(&self.host);
    }
}

impl Proxy {
    /// Listens on a free port of loopback.
    pub async fn start(scripts: bool) -> Result<Self, Error> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(Error::Start)?;
        let address = listener.local_addr().map_err(Error::Start)?;
        let pages = ServedPages::default();
        let served = Arc::clone(&pages);
        let policy = if scripts { WITH_SCRIPTS } else { STILL };
        tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else {
                    // No file is free for another connection. Some will be soon.
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                let served = Arc::clone(&served);
                tokio::spawn(async move {
                    // The longest time for one request. An error means that the browser was ended.
                    let _ = tokio::time::timeout(Duration::from_secs(60), answer(stream, &served, policy)).await;
                });
            }
        });
        Ok(Self { address, pages })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves a page under a host that nobody can guess and no DNS knows.
    pub fn serve(&self, html: String) -> Result<Served, Error> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| Error::Browser(format!("no random numbers: {error}")))?;
        let host = format!("{:032x}.invalid", u128::from_ne_bytes(random));
        lock(&self.pages).insert(host.clone(), html.into());
        Ok(Served {
            address: format!("http://{host}/"),
            host,
            pages: Arc::clone(&self.pages),
        })
    }
}

/// Locks the pages, also if another holder panicked.
fn lock(pages: &Mutex<HashMap<String, Arc<str>>>) -> MutexGuard<'_, HashMap<String, Arc<str>>> {
    pages.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(mut stream: TcpStream, pages: &ServedPages, policy: &str) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        // The longest head of a request.
        if stream.read_buf(&mut head).await? == 0 || head.len() > 64 << 10 {
            return Ok(());
        }
    }
    let head = String::from_utf8_lossy(&head);
    let page = asked(&head).and_then(|host| lock(pages).get(host).cloned());
    let Some(page) = page else {
        return stream.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await;
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Security-Policy: {policy}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        page.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(page.as_bytes()).await
}

/// Returns the host of a request for a page: `GET http://host/ HTTP/1.1`.
fn asked(head: &str) -> Option<&str> {
    head.strip_prefix("GET http://")?.split_once("/ HTTP/").map(|(host, _)| host)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn ask(proxy: &Proxy, request: String) -> String {
        let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
        stream.write_all(request.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        answer
    }

    #[tokio::test]
    async fn pages_are_served_and_nothing_else() {
        let proxy = Proxy::start(false).await.expect("a port");
        let served = proxy.serve("<p>page".to_owned()).expect("random numbers");
        let request = format!("GET {} HTTP/1.1\r\n\r\n", served.address());
        let answer = ask(&proxy, request.clone()).await;
        assert!(
            answer.starts_with("HTTP/1.1 200")
                && answer.ends_with("<p>page")
                && answer.contains("Security-Policy: sandbox;"),
            "{answer}"
        );
        for other in [
            "GET http://169.254.169.254/ HTTP/1.1",
            "CONNECT example.org:443 HTTP/1.1",
            "GET / HTTP/1.1",
            "POST http://x.invalid/ HTTP/1.1",
        ] {
            assert!(ask(&proxy, format!("{other}\r\n\r\n")).await.starts_with("HTTP/1.1 403"), "{other}");
        }
        drop(served);
        assert!(ask(&proxy, request).await.starts_with("HTTP/1.1 403"));
    }
}
