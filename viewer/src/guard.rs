//! Who is let in: whoever opened the link with the token, from the viewer's own pages. And the headers of every response.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use url::form_urlencoded::{Serializer, parse};

use crate::app::App;
use crate::error::{Error, SENDS};

/// The policy of the viewer's own views. Pages of the table are in documents with a policy of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The field of a link that has the token.
const TOKEN: &str = "token";
/// The fewest characters of a token that somebody chose.
const SHORTEST: usize = 16;

/// The secrets of this process.
pub struct Access {
    /// The token of the link.
    token: String,
    /// The name and the value of the cookie that a browser gets for the link. Browsers keep one set of cookies for all
    /// ports of a host, so the name has the port. The value is another each time the viewer is started.
    cookie: [String; 2],
    is_https: bool,
}

impl Access {
    /// Makes the secrets; `token` is one that somebody chose. It is an error if the token is short.
    pub fn new(token: Option<&str>, is_https: bool, port: u16) -> Result<Self, Error> {
        if token.is_some_and(|token| token.chars().count() < SHORTEST) {
            return Err(Error::Usage(format!("a token has at least {SHORTEST} characters")));
        }
        Ok(Self {
            token: token.map_or_else(random, |token| Ok(token.to_owned()))?,
            cookie: [format!("goce_viewer_{port}"), random()?],
            is_https,
        })
    }

    /// Returns the query of the link by which a browser is let in.
    pub fn query(&self) -> String {
        Serializer::new(String::new()).append_pair(TOKEN, &self.token).finish()
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let [name, value] = &self.cookie;
        let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(known, given)| known == name && is_same(given, value))
    }

    /// Sends a browser that opened the link on, with its cookie, to the address without the token.
    fn let_in(&self, request: &Request) -> Option<Response> {
        let fields: Vec<_> = parse(request.uri().query()?.as_bytes()).collect();
        let (tokens, others): (Vec<_>, Vec<_>) = fields.into_iter().partition(|(name, _)| name == TOKEN);
        tokens.first().filter(|(_, token)| is_same(token, &self.token))?;
        let query = Serializer::new(String::new()).extend_pairs(others).finish();
        // Two slashes at its beginning would lead to another server.
        let path = request.uri().path().trim_start_matches('/');
        let mark = if query.is_empty() { "" } else { "?" };
        let [name, value] = &self.cookie;
        let secure = if self.is_https { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}");
        let headers = [(LOCATION, format!("/{path}{mark}{query}")), (SET_COOKIE, cookie)];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Returns 32 random bytes as text.
fn random() -> Result<String, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Error::Usage(format!("no random numbers: {error}")))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Compares two secrets in a time that does not reveal where they differ.
fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Lets a request pass, or refuses it.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if !may_ask(is_read, request.headers()) {
        Error::Foreign.into_response()
    } else if app.access.has_cookie(request.headers()) || request.uri().path().starts_with("/assets/") {
        SENDS.scope(!is_read, next.run(request)).await
    } else if is_read && let Some(response) = app.access.let_in(&request) {
        response
    } else {
        Error::NoAccess.into_response()
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

/// Whether a request is of the viewer's own pages, or of a link in a page of others. What others embed would start work
/// and reveal by its time what is in the table, and forms of others would do what their authors want. All browsers say
/// where a form comes from; a request that says nothing is of no browser, and knows the cookie by other ways.
fn may_ask(is_read: bool, headers: &HeaderMap) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_own = matches!(header("sec-fetch-site"), None | Some("same-origin" | "none"))
        && header(ORIGIN.as_str())
            .is_none_or(|origin| origin.split_once("://").map(|(_, host)| host) == header(HOST.as_str()));
    let is_link = header("sec-fetch-mode") == Some("navigate") && header("sec-fetch-dest") == Some("document");
    is_own || is_read && is_link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_own_and_others_may_link() {
        let asks = |is_read, more: &[(&'static str, &'static str)]| {
            let headers = [("host", "127.0.0.1:8700")].iter().chain(more);
            let header = |(name, value): &(&'static str, &'static str)| {
                (HeaderName::from_static(name), HeaderValue::from_static(value))
            };
            may_ask(is_read, &headers.map(header).collect())
        };
        let own = [("origin", "http://127.0.0.1:8700"), ("sec-fetch-site", "same-origin")];
        assert!(asks(false, &own) && asks(false, &[]));
        for foreign in [
            ("origin", "http://evil.example"),
            ("origin", "http://127.0.0.1:9000"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert!(!asks(false, &[foreign]) && !asks(true, &[foreign]), "{foreign:?}");
        }
        for (mode, dest, is_link) in [
            ("navigate", "document", true),
            ("navigate", "iframe", false),
            ("no-cors", "image", false),
            ("cors", "empty", false),
        ] {
            let headers = [
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ];
            assert_eq!(asks(true, &headers), is_link, "{dest}");
            assert!(!asks(false, &headers));
        }
    }

    #[test]
    fn secrets_are_long_and_compared_whole() {
        let access = |token| Access::new(token, false, 1);
        assert!(access(Some("too short")).is_err() && access(Some("a token & its = sign")).is_ok());
        let (one, other) = (access(None).expect("secrets"), access(None).expect("secrets"));
        assert!(one.token.len() == 43 && one.token != other.token && one.cookie[1] != other.cookie[1]);
        assert!(is_same("abc", "abc") && !is_same("abc", "abd") && !is_same("abc", "ab") && !is_same("", "a"));
    }
}
