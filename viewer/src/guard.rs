//! Who is let in: whoever opened the link with the token, from the viewer's own pages. And the headers of every response.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::Error;

/// The policy of the viewer's own views. Pages of the table are in documents with a policy of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Lets a request pass, or refuses it.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if !may_ask(is_read, request.headers()) {
        Error::Foreign.into_response()
    } else if is_read && let Some(response) = app.access.let_in(&request) {
        response
    } else if app.access.has_cookie(request.headers()) || request.uri().path().starts_with("/assets/") {
        next.run(request).await
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
            .is_none_or(|origin| origin.split_once("://").is_some_and(|(_, host)| header(HOST.as_str()) == Some(host)));
    let is_link = header("sec-fetch-mode") == Some("navigate") && header("sec-fetch-dest") == Some("document");
    is_own || is_read && is_link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_own_and_others_may_link() {
        let link = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        let frame = [link[0], link[1], ("sec-fetch-dest", "iframe")];
        for (headers, may_read, may_send) in [
            (&[("origin", "http://127.0.0.1:8700"), ("sec-fetch-site", "same-origin")][..], true, true),
            (&[], true, true),
            (&[("origin", "http://evil.example")], false, false),
            (&[("origin", "http://127.0.0.1:9000")], false, false),
            (&[("origin", "null")], false, false),
            (&[("sec-fetch-site", "cross-site")], false, false),
            (&[("sec-fetch-site", "same-site")], false, false),
            (&link, true, false),
            (&frame, false, false),
        ] {
            let all = [("host", "127.0.0.1:8700")].iter().chain(headers);
            let all =
                all.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect();
            assert_eq!((may_ask(true, &all), may_ask(false, &all)), (may_read, may_send), "{headers:?}");
        }
        let without_host = [(ORIGIN, HeaderValue::from_static("null"))];
        assert!(!may_ask(false, &without_host.into_iter().collect()));
    }
}
