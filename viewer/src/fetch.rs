//! Fetches pages from the public web alone. Each name is looked up once, its addresses are checked, and only these are
//! connected to. Each redirect is checked in the same way.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::redirect::Policy;
use url::{Host, Url};

use crate::error::Error;

/// The most redirects that are followed.
const HOPS: usize = 5;
/// The longest time for one request, or for looking a name up.
const LONGEST: Duration = Duration::from_secs(20);
/// The longest time for an address and all its redirects.
const WHOLE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Fetched {
    /// The address after all redirects.
    pub url: String,
    pub content_type: Option<String>,
    pub body: Vec<u8>,
}

/// A resolver that returns the checked addresses for every name. A second look-up could give others.
struct Pinned(Vec<SocketAddr>);

impl Resolve for Pinned {
    fn resolve(&self, _: Name) -> Resolving {
        let addresses: Addrs = Box::new(self.0.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

pub struct Fetcher {
    /// The longest page, in bytes.
    most: usize,
    /// Whether an address may be connected to.
    allowed: fn(SocketAddr) -> bool,
}

impl Fetcher {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            allowed: |address| is_public(address.ip()) && matches!(address.port(), 80 | 443),
        }
    }

    pub async fn fetch(&self, address: &str) -> Result<Fetched, Error> {
        match tokio::time::timeout(WHOLE, self.follow(address)).await {
            Ok(fetched) => fetched,
            Err(_) => Err(Error::Fetch(format!("{address} took longer than {} s", WHOLE.as_secs()))),
        }
    }

    async fn follow(&self, address: &str) -> Result<Fetched, Error> {
        let mut url = Url::parse(address).map_err(|error| Error::Fetch(format!("{address} is no address: {error}")))?;
        for _ in 0..=HOPS {
            let response = self.ask(&url).await?;
            if !response.status().is_redirection() {
                return self.read(url, response).await;
            }
            let to = response
                .headers()
                .get(LOCATION)
                .and_then(|to| to.to_str().ok())
                .ok_or_else(|| Error::Fetch(format!("{url} answers {} without saying where", response.status())))?;
            url = url.join(to).map_err(|error| Error::Fetch(format!("{url} leads to {to}: {error}")))?;
        }
        Err(Error::Fetch(format!("{address} leads on more than {HOPS} times")))
    }

    async fn ask(&self, url: &Url) -> Result<reqwest::Response, Error> {
        let failed = |error: reqwest::Error| Error::Fetch(format!("{url} cannot be fetched: {error}"));
        let addresses = self.addresses(url).await?;
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .timeout(LONGEST)
            .referer(false)
            .user_agent("goce-viewer")
            .dns_resolver(Arc::new(Pinned(addresses)))
            .build()
            .map_err(failed)?;
        client.get(url.clone()).send().await.map_err(failed)
    }

    /// Returns the addresses of a host, if all of them are allowed.
    pub async fn addresses(&self, url: &Url) -> Result<Vec<SocketAddr>, Error> {
        let refused = |why: &str| Error::Fetch(format!("{url} is not fetched: {why}"));
        if !matches!(url.scheme(), "http" | "https") {
            return Err(refused("only http and https are"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refused("it has a password in it"));
        }
        let port = url.port_or_known_default().unwrap_or(80);
        let addresses = match url.host() {
            Some(Host::Ipv4(address)) => vec![SocketAddr::new(address.into(), port)],
            Some(Host::Ipv6(address)) => vec![SocketAddr::new(address.into(), port)],
            Some(Host::Domain(name)) => {
                let found = tokio::time::timeout(LONGEST, tokio::net::lookup_host((name, port)))
                    .await
                    .map_err(|_| refused("its name is not found in time"))?;
                found.map_err(|error| refused(&error.to_string()))?.collect()
            }
            None => return Err(refused("it has no host")),
        };
        // A private address among public ones is a sign of an attack.
        if addresses.is_empty() || !addresses.iter().all(|address| (self.allowed)(*address)) {
            return Err(refused("it is not of the public web"));
        }
        Ok(addresses)
    }

    async fn read(&self, url: Url, mut response: reqwest::Response) -> Result<Fetched, Error> {
        if !response.status().is_success() {
            return Err(Error::Fetch(format!("{url} answers {}", response.status())));
        }
        let content_type = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).map(str::to_owned);
        let mut body = Vec::new();
        while let Some(piece) =
            response.chunk().await.map_err(|error| Error::Fetch(format!("{url} broke off: {error}")))?
        {
            if body.len() + piece.len() > self.most {
                return Err(Error::TooLarge(format!("{url} has more than {} MB", self.most >> 20)));
            }
            body.extend_from_slice(&piece);
        }
        Ok(Fetched {
            url: url.into(),
            content_type,
            body,
        })
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // Networks of carriers, IETF protocols, 6to4 relays, benchmarks; below, multicast and what is reserved.
        || (a == 100 && b & 0xc0 == 64)
        || (a, b, c) == (192, 0, 0)
        || (a, b, c) == (192, 88, 99)
        || (a == 198 && b & 0xfe == 18)
        // A cloud's internal services have this address, which is in no reserved range.
        || address == Ipv4Addr::new(168, 63, 129, 16)
        || a >= 224)
}

/// Global unicast, without addresses for documentation and those that stand for IPv4 addresses.
fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(address) = address.to_ipv4_mapped() {
        return is_public_v4(address);
    }
    let [a, b, ..] = address.segments();
    a & 0xe000 == 0x2000 && a != 0x2002 && !(a == 0x2001 && (b < 0x0200 || b == 0x0db8)) && a != 0x3fff
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn public_addresses_are_told() {
        for address in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
        let private = "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 198.18.0.1 \
            192.0.0.1 224.0.0.1 255.255.255.255 ::1 :: fe80::1 fd00::1 ::ffff:169.254.169.254 \
            ::ffff:127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::a9fe:a9fe ::127.0.0.1 fec0::1 \
            fd00:ec2::254 168.63.129.16 100.100.100.200 ::ffff:168.63.129.16 2002:a9fe:a9fe::1 \
            2001::1 2001:db8::1 ff02::1";
        for address in private.split(' ') {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
    }

    /// Starts a server that answers each connection with one response; returns its address.
    async fn answering(response: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = [0; 4096];
                let _ = stream.read(&mut request).await;
                let _ = stream.write_all(response.as_bytes()).await;
            }
        });
        address
    }

    /// Also allows the addresses of the test's servers, by their ports.
    fn lenient() -> Fetcher {
        Fetcher {
            most: 1000,
            allowed: |address| is_public(address.ip()) || (address.ip().is_loopback() && address.port() > 1024),
        }
    }

    async fn refusal(fetcher: &Fetcher, address: &str) -> String {
        fetcher.fetch(address).await.expect_err(address).to_string()
    }

    #[tokio::test]
    async fn private_addresses_are_not_fetched() {
        let fetcher = Fetcher::new(1000);
        let addresses = "http://127.0.0.1/ http://localhost/ http://169.254.169.254/latest/meta-data \
            http://[::1]/ http://0x7f.1/ http://2130706433/ http://[::ffff:10.0.0.1]/ \
            http://[::ffff:7f00:1]/ http://[64:ff9b::7f00:1]/ http://0.0.0.0/ http://0/ \
            http://0177.0.0.1/ http://127.1/ http://\u{ff11}27.0.0.1/ http://127.0.0.1./ \
            http://2852039166/ http://1.1.1.1:22/";
        for address in addresses.split(' ') {
            assert!(refusal(&fetcher, address).await.contains("not of the public web"), "{address}");
        }
        assert!(refusal(&fetcher, "file:///etc/passwd").await.contains("only http"));
        assert!(refusal(&fetcher, "http://a:b@1.1.1.1/").await.contains("password"));
    }

    #[tokio::test]
    async fn redirects_to_private_addresses_are_refused() {
        for to in [
            "http://169.254.169.254/",
            "//10.0.0.1/x",
            "http://[fe80::1]/",
            "file:///etc/passwd",
            "http://localhost:22/",
        ] {
            let response: &'static str = Box::leak(
                format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    .into_boxed_str(),
            );
            let address = answering(response).await;
            assert!(refusal(&lenient(), &format!("http://{address}/")).await.contains("is not fetched"), "{to}");
        }
    }

    #[tokio::test]
    async fn a_page_is_fetched_up_to_its_bound() {
        let address = answering(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\nConnection: close\r\n\r\n<p>hi",
        )
        .await;
        let fetched = lenient().fetch(&format!("http://{address}/a")).await.expect("a page");
        assert_eq!((fetched.body.as_slice(), fetched.content_type.as_deref()), (&b"<p>hi"[..], Some("text/html")));
        // A name in capitals gets the checked addresses too.
        for name in ["localhost", "LOCALHOST"] {
            let url = format!("http://{name}:{}/", address.port());
            assert!(lenient().fetch(&url).await.is_ok(), "{name}");
        }
        let address = answering(Box::leak(
            format!("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}", "x".repeat(5000)).into_boxed_str(),
        ))
        .await;
        assert!(matches!(lenient().fetch(&format!("http://{address}/")).await, Err(Error::TooLarge(_))));
        let address =
            answering("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await;
        assert!(refusal(&lenient(), &format!("http://{address}/")).await.contains("leads on"));
    }
}
