//! The public web for the browsers, through the proxy. Each name is looked up once, its addresses are checked, and only
//! these are connected to.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::Url;

use crate::fetch::Fetcher;

/// The most bytes that one connection brings.
const MOST: u64 = 64 << 20;

/// Passes a request on and the answer back. `None`: the request must not be passed on.
pub async fn relay(browser: &mut TcpStream, head: &str, fetcher: &Fetcher) -> io::Result<Option<()>> {
    let Some(asked) = Asked::read(head) else {
        return Ok(None);
    };
    let Ok(addresses) = fetcher.addresses(&asked.url).await else {
        return Ok(None);
    };
    let Ok(mut server) = TcpStream::connect(addresses.as_slice()).await else {
        return Ok(None);
    };
    match asked.request {
        // Nothing within a tunnel is read. The proxy ends it after its longest time.
        None => {
            browser.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
            let (mut from_browser, mut to_browser) = browser.split();
            let (from_server, mut to_server) = server.split();
            let mut from_server = from_server.take(MOST);
            tokio::select! {
                ended = tokio::io::copy(&mut from_browser, &mut to_server) => ended?,
                ended = tokio::io::copy(&mut from_server, &mut to_browser) => ended?,
            };
        }
        Some(request) => {
            server.write_all(request.as_bytes()).await?;
            tokio::io::copy(&mut server.take(MOST), browser).await?;
        }
    }
    Ok(Some(()))
}

/// A browser's request to the proxy.
struct Asked {
    url: Url,
    /// The request for the server; `None` where the browser wants a tunnel.
    request: Option<String>,
}

impl Asked {
    fn read(head: &str) -> Option<Self> {
        let (line, fields) = head.split_once("\r\n")?;
        let (method, rest) = line.split_once(' ')?;
        let (target, _) = rest.split_once(" HTTP/1.")?;
        if method == "CONNECT" {
            let url = Url::parse(&format!("https://{target}/")).ok()?;
            return Some(Self { url, request: None });
        }
        let url = Url::parse(target).ok()?;
        if method != "GET" || url.scheme() != "http" {
            return None;
        }
        // One request for each connection, so that the next one is checked too.
        let own = ["connection", "proxy-connection", "keep-alive"];
        let fields: Vec<&str> = fields
            .lines()
            .filter(|line| !line.is_empty())
            .filter(|line| {
                let name = line.split(':').next().unwrap_or_default();
                !own.iter().any(|own| name.eq_ignore_ascii_case(own))
            })
            .collect();
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let request = format!("GET {path} HTTP/1.1\r\n{}\r\nConnection: close\r\n\r\n", fields.join("\r\n"));
        Some(Self {
            url,
            request: Some(request),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_sent_on_one_by_one() {
        let head = "GET http://a.example/x?y=1 HTTP/1.1\r\nHost: a.example\r\nProxy-Connection: keep-alive\r\nAccept: */*\r\n\r\n";
        let asked = Asked::read(head).expect("a request");
        assert_eq!(asked.url.as_str(), "http://a.example/x?y=1");
        assert_eq!(
            asked.request.as_deref(),
            Some("GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nAccept: */*\r\nConnection: close\r\n\r\n")
        );
        let tunnel = Asked::read("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n").expect("a tunnel");
        assert!(tunnel.request.is_none() && tunnel.url.as_str() == "https://a.example/");
        for head in [
            "POST http://a.example/ HTTP/1.1\r\n\r\n",
            "GET /x HTTP/1.1\r\n\r\n",
            "GET https://a.example/ HTTP/1.1\r\n\r\n",
            "GET ftp://a.example/ HTTP/1.1\r\n\r\n",
            "CONNECT  HTTP/1.1\r\n\r\n",
            "",
        ] {
            assert!(Asked::read(head).is_none(), "{head}");
        }
    }
}
