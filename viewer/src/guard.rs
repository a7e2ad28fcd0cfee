//! What every request passes: the name of the host, where it comes from, its session; and the headers of every
//! response.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::Error;
use crate::keys::encoded;
use crate::options::Options;
use crate::session::Visitor;

/// What the viewer's own views may do. Pages of the table are in documents with a policy of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The cookie's name.
const SESSION: &str = "goce_viewer";

/// Lets a request pass, or refuses it.
pub async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let mut response = match admit(&app, &request) {
        Ok(Admitted {
            visitor,
            set_cookie,
        }) => {
            request.extensions_mut().insert(Arc::new(visitor));
            let mut response = next.run(request).await;
            if let Some(cookie) = set_cookie
                && !response.headers().contains_key(SET_COOKIE)
            {
                response.headers_mut().insert(SET_COOKIE, cookie);
            }
            response
        }
        Err(Refusal::LogIn(address)) => {
            (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
        }
        Err(Refusal::Said(error)) => error.into_response(),
    };
    let headers = response.headers_mut();
    let put = |headers: &mut HeaderMap, name: HeaderName, value: &'static str| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        put(headers, CONTENT_SECURITY_POLICY, POLICY);
        put(headers, X_FRAME_OPTIONS, "DENY");
    }
    put(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    put(headers, REFERRER_POLICY, "same-origin");
    put(headers, CACHE_CONTROL, "no-store");
    put(
        headers,
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    put(
        headers,
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    response
}

struct Admitted {
    visitor: Visitor,
    set_cookie: Option<HeaderValue>,
}

enum Refusal {
    Said(Error),
    LogIn(String),
}

fn admit(app: &App, request: &Request) -> Result<Admitted, Refusal> {
    let headers = request.headers();
    // A name that another's DNS points at this host would let that other's scripts read what they get.
    if !host_is_ours(&app.options, header(headers, HOST.as_str())) {
        return Err(Refusal::Said(Error::Forbidden(format!(
            "this viewer is not called {}: start it with --host NAME",
            header(headers, HOST.as_str()).unwrap_or_default()
        ))));
    }
    if *request.method() != Method::GET
        && *request.method() != Method::HEAD
        && !is_from_here(headers)
    {
        return Err(Refusal::Said(Error::Forged));
    }
    let path = request.uri().path();
    if let Some(visitor) = cookie(headers).and_then(|cookie| app.sessions.of(cookie)) {
        return Ok(Admitted {
            visitor,
            set_cookie: None,
        });
    }
    if app.options.password_hash.is_none() {
        return begin(app, &app.table.role);
    }
    // Nobody is logged in, but forms need a session for their token.
    if path == "/login" || path.starts_with("/assets/") {
        return Ok(Admitted {
            visitor: nobody(),
            set_cookie: None,
        });
    }
    let back = request
        .uri()
        .path_and_query()
        .map_or("/", |address| address.as_str());
    Err(Refusal::LogIn(format!("/login?next={}", encoded(back))))
}

fn begin(app: &App, name: &str) -> Result<Admitted, Refusal> {
    let visitor = app.sessions.begin(name).map_err(Refusal::Said)?;
    let set_cookie = Some(session_cookie(app, &visitor.cookie));
    Ok(Admitted {
        visitor,
        set_cookie,
    })
}

/// Somebody who has yet to log in.
fn nobody() -> Visitor {
    Visitor {
        name: String::new(),
        token: String::new(),
        cookie: String::new(),
    }
}

/// The header that sets the session's cookie.
pub fn session_cookie(app: &App, cookie: &str) -> HeaderValue {
    let secure = if app.options.https { "; Secure" } else { "" };
    HeaderValue::from_str(&format!(
        "{SESSION}={cookie}; Path=/; HttpOnly; SameSite=Lax{secure}"
    ))
    .unwrap_or(HeaderValue::from_static(""))
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(SESSION)?.strip_prefix('='))
}

fn host_is_ours(options: &Options, host: Option<&str>) -> bool {
    let Some(host) = host else { return false };
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = name.to_ascii_lowercase();
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok() || options.hosts.contains(&name)
}

/// Browsers say where a form comes from. What says nothing is no browser, or an old one, and has the token alone.
fn is_from_here(headers: &HeaderMap) -> bool {
    let site = header(headers, "sec-fetch-site");
    if !matches!(site, None | Some("same-origin" | "none")) {
        return false;
    }
    match header(headers, ORIGIN.as_str()) {
        None => true,
        Some(origin) => {
            origin.split_once("://").map(|(_, host)| host) == header(headers, HOST.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_an_address_or_a_name_that_was_given() {
        let mut options = Options::new("", "");
        options.hosts.push("pages.example".to_owned());
        for host in [
            "127.0.0.1:8700",
            "localhost:1",
            "LOCALHOST",
            "[::1]:8700",
            "pages.example:443",
            "192.0.2.7",
        ] {
            assert!(host_is_ours(&options, Some(host)), "{host}");
        }
        for host in [
            "evil.example:8700",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
        ] {
            assert!(!host_is_ours(&options, Some(host)), "{host}");
        }
        assert!(!host_is_ours(&options, None));
    }

    #[test]
    fn forms_come_from_here() {
        let request = |pairs: &[(&'static str, &'static str)]| {
            pairs
                .iter()
                .map(|(name, value)| {
                    (
                        HeaderName::from_static(name),
                        HeaderValue::from_static(value),
                    )
                })
                .collect::<HeaderMap>()
        };
        let host = ("host", "127.0.0.1:8700");
        assert!(is_from_here(&request(&[host])));
        assert!(is_from_here(&request(&[
            host,
            ("origin", "http://127.0.0.1:8700"),
            ("sec-fetch-site", "same-origin")
        ])));
        assert!(!is_from_here(&request(&[
            host,
            ("origin", "http://evil.example")
        ])));
        assert!(!is_from_here(&request(&[host, ("origin", "null")])));
        assert!(!is_from_here(&request(&[
            host,
            ("sec-fetch-site", "cross-site")
        ])));
        assert!(!is_from_here(&request(&[
            host,
            ("origin", "http://127.0.0.1:9000"),
            ("sec-fetch-site", "same-site")
        ])));
    }
}
