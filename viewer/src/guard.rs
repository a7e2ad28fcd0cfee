//! The checks of every request: the host's name, the site that it comes from, its session. And the headers of every
//! response.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::{Error, SENDS};
use crate::keys::encoded;
use crate::options::Options;
use crate::password;
use crate::session::{TOKEN_LENGTH, Visitor, random, same};

/// The policy of the viewer's own views. Pages of the table are in documents with a policy of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// How many seconds a browser that logged in is known.
const KNOWN: u32 = 365 * 24 * 3600;

/// The names of the cookies. Browsers keep one set of cookies for all ports of a host. The port is in the names, so two
/// viewers on one machine do not end each other's sessions.
pub struct Cookies {
    session: String,
    login: String,
    known: String,
}

impl Cookies {
    /// Browsers accept a cookie named `__Host-` from this very host alone, and only by https.
    pub fn new(https: bool, port: u16) -> Self {
        let session = if https {
            format!("__Host-goce_viewer_{port}")
        } else {
            format!("goce_viewer_{port}")
        };
        Self {
            login: format!("{session}_login"),
            known: format!("{session}_known"),
            session,
        }
    }
}

/// Lets a request pass, or refuses it.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let mut response = match admit(&app, &request) {
        Ok((visitor, set_cookie)) => {
            request.extensions_mut().insert(Arc::new(visitor));
            let sends = !matches!(*request.method(), Method::GET | Method::HEAD);
            let mut response = SENDS.scope(sends, next.run(request)).await;
            if let Some(cookie) = set_cookie
                && !response.headers().contains_key(SET_COOKIE)
            {
                response.headers_mut().insert(SET_COOKIE, cookie);
            }
            response
        }
        Err(Refusal::LogIn(address)) => (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response(),
        Err(Refusal::Said(error)) => error.into_response(),
    };
    let headers = response.headers_mut();
    let has_policy = headers.contains_key(CONTENT_SECURITY_POLICY);
    let mut put = |name: &'static str, value: &'static str| {
        let value = HeaderValue::from_static(value);
        headers.entry(HeaderName::from_static(name)).or_insert(value);
    };
    if !has_policy {
        put("content-security-policy", POLICY);
        put("x-frame-options", "DENY");
    }
    put("x-content-type-options", "nosniff");
    put("referrer-policy", "same-origin");
    put("cache-control", "no-store");
    put("cross-origin-opener-policy", "same-origin");
    put("cross-origin-resource-policy", "same-origin");
    response
}

/// Who sends a request, and the cookie to set.
type Admitted = (Visitor, Option<HeaderValue>);

enum Refusal {
    Said(Error),
    LogIn(String),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Said(error)
    }
}

fn admit(app: &App, request: &Request) -> Result<Admitted, Refusal> {
    let headers = request.headers();
    // Somebody may point a name of their own at this host. Browsers would let the scripts of that site read the answers.
    if !host_is_ours(&app.options, header(headers, HOST.as_str())) {
        let host = header(headers, HOST.as_str()).unwrap_or_default();
        let why = format!("this viewer is not called {host}: start it with --host NAME");
        return Err(Error::Forbidden(why).into());
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_read && !is_from_here(headers) {
        return Err(Error::Forged.into());
    }
    // Pages of other sites may only link here. What they embed would start work, fill the sessions, and reveal by its time
    // what is in the table.
    if is_read && !is_from_here(headers) && !is_led_here(headers) {
        let why = "pages of others may link to this viewer, but not load from it";
        return Err(Error::Forbidden(why.to_owned()).into());
    }
    let path = request.uri().path();
    if let Some(visitor) = cookie(headers, &app.cookies.session).and_then(|cookie| app.sessions.of(cookie)) {
        return Ok((visitor, None));
    }
    if app.options.password_hash.is_none() {
        let visitor = app.sessions.begin(&app.table.role)?;
        let set_cookie = session_cookie(app, &visitor.cookie);
        return Ok((visitor, Some(set_cookie)));
    }
    // The form to log in needs a token too. Before there is a session, the token is in a cookie of its own.
    if path == "/login" {
        return nobody(app, headers);
    }
    if path.starts_with("/assets/") {
        return Ok((Visitor::default(), None));
    }
    if !is_read {
        return Err(Error::LoggedOut.into());
    }
    let back = request.uri().path_and_query().map_or("/", |address| address.as_str());
    Err(Refusal::LogIn(format!("/login?next={}", encoded(back))))
}

/// Admits somebody who is not logged in to the form to log in.
fn nobody(app: &App, headers: &HeaderMap) -> Result<Admitted, Refusal> {
    let known = cookie(headers, &app.cookies.login).filter(|token| token.len() == TOKEN_LENGTH);
    let token = known.map_or_else(random, |token| Ok(token.to_owned()))?;
    let set_cookie = known.is_none().then(|| written(app, &app.cookies.login, &token, ""));
    let visitor = Visitor {
        token,
        ..Visitor::default()
    };
    Ok((visitor, set_cookie))
}

pub fn session_cookie(app: &App, cookie: &str) -> HeaderValue {
    written(app, &app.cookies.session, cookie, "")
}

pub fn no_session_cookie(app: &App) -> HeaderValue {
    written(app, &app.cookies.session, "", "; Max-Age=0")
}

/// Whether a browser has logged in before: it has a cookie with the viewer's seal.
pub fn is_known(app: &App, headers: &HeaderMap, hash: &str) -> bool {
    cookie(headers, &app.cookies.known).is_some_and(|seal| same(seal, &password::seal(hash)))
}

/// The cookie by which a browser that has logged in is known later.
pub fn known_cookie(app: &App, hash: &str) -> HeaderValue {
    written(app, &app.cookies.known, &password::seal(hash), &format!("; Max-Age={KNOWN}"))
}

fn written(app: &App, name: &str, value: &str, more: &str) -> HeaderValue {
    let secure = if app.options.https { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{more}"))
        .unwrap_or(HeaderValue::from_static(""))
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

fn host_is_ours(options: &Options, host: Option<&str>) -> bool {
    let Some(host) = host else { return false };
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, "")) => (address, ""),
        Some((address, port)) => (address, port.strip_prefix(':').unwrap_or("none")),
        None => host.rsplit_once(':').unwrap_or((host, "")),
    };
    if !port.bytes().all(|digit| digit.is_ascii_digit()) {
        return false;
    }
    let name = name.to_ascii_lowercase();
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok() || options.hosts.contains(&name)
}

/// Whether the viewer itself sent the form or link. A request that says nothing about it is of no browser or of an old one,
/// and is protected by the token alone.
fn is_from_here(headers: &HeaderMap) -> bool {
    let site = header(headers, "sec-fetch-site");
    if !matches!(site, None | Some("same-origin" | "none")) {
        return false;
    }
    header(headers, ORIGIN.as_str())
        .is_none_or(|origin| origin.split_once("://").map(|(_, host)| host) == header(headers, HOST.as_str()))
}

/// Whether the request is for a browser's tab, by a link or a form, and not for an element of another page.
fn is_led_here(headers: &HeaderMap) -> bool {
    header(headers, "sec-fetch-mode") == Some("navigate") && header(headers, "sec-fetch-dest") == Some("document")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_an_address_or_a_name_that_was_given() {
        let mut options = Options::new("", "");
        options.hosts.push("pages.example".to_owned());
        let ours = "127.0.0.1:8700 localhost:1 LOCALHOST [::1]:8700 pages.example:443 192.0.2.7";
        for host in ours.split(' ') {
            assert!(host_is_ours(&options, Some(host)), "{host}");
        }
        let others = "evil.example:8700 localhost.evil.example 127.0.0.1.evil.example [::1].evil.example [::1]evil \
                      127.0.0.1:8700.evil.example";
        for host in others.split(' ').chain([""]) {
            assert!(!host_is_ours(&options, Some(host)), "{host}");
        }
        assert!(!host_is_ours(&options, None));
    }

    fn request(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn links_lead_here_and_elements_do_not() {
        let mode = |mode, dest| request(&[("sec-fetch-mode", mode), ("sec-fetch-dest", dest)]);
        assert!(is_led_here(&mode("navigate", "document")));
        for (of, dest) in [("no-cors", "image"), ("navigate", "iframe"), ("cors", "empty")] {
            assert!(!is_led_here(&mode(of, dest)), "{dest}");
        }
    }

    #[test]
    fn forms_come_from_here() {
        let host = ("host", "127.0.0.1:8700");
        assert!(is_from_here(&request(&[host])));
        assert!(is_from_here(&request(&[
            host,
            ("origin", "http://127.0.0.1:8700"),
            ("sec-fetch-site", "same-origin")
        ])));
        assert!(!is_from_here(&request(&[host, ("origin", "http://evil.example")])));
        assert!(!is_from_here(&request(&[host, ("origin", "null")])));
        assert!(!is_from_here(&request(&[host, ("sec-fetch-site", "cross-site")])));
        assert!(!is_from_here(&request(&[
            host,
            ("origin", "http://127.0.0.1:9000"),
            ("sec-fetch-site", "same-site")
        ])));
    }
}
