//! The page itself, in documents that belong to no origin: their policy puts them into a sandbox wherever they are
//! opened. `goce_highlight` has made the page inert already; the policy holds even where it has not.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, html};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::Error;
use crate::form::Query;
use crate::page;

/// Nothing runs, loads, sends or leaves the frame.
const STILL: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The script of a page that is being marked: it tells the viewer which block was clicked.
const SCRIPT: &str = include_str!("../../assets/frame.js");
const STYLE: &str = include_str!("../../assets/frame.css");

/// The same policy, but for that script.
static MARKING: LazyLock<String> = LazyLock::new(|| {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'"
    )
});

/// The name of the place in a page where its content begins.
pub const CONTENT: &str = "goce-viewer-content";

/// The page with its content marked.
pub async fn highlighted(State(app): State<Arc<App>>, Query(query): Query) -> Result<Response, Error> {
    let method = query.get("method").unwrap_or("auto");
    let mut session = app.database.get().await?;
    let html = page::highlighted(&app, &mut session, &query.key(), method).await?;
    Ok(document(
        html.map_or_else(
            || empty("This method takes nothing of the page."),
            |html| with_place(&html),
        ),
        STILL,
    ))
}

/// The page with a name for the place where its content begins, so that it is shown from there.
fn with_place(html: &str) -> String {
    let place = format!("<span id=\"{CONTENT}\" style=\"scroll-margin-top:30vh!important\" class=\"goce-mark");
    html.replacen("<span class=\"goce-mark", &place, 1)
}

/// The page to be marked. Where the method takes nothing of it, it is shown as another sees it.
pub async fn marking(State(app): State<Arc<App>>, Query(query): Query) -> Result<Response, Error> {
    let (key, method) = (query.key(), query.get("method").unwrap_or("auto"));
    let mut session = app.database.get().await?;
    let html = match page::highlighted(&app, &mut session, &key, method).await? {
        Some(html) => Some(html),
        None => page::highlighted(&app, &mut session, &key, "default").await?,
    };
    let html = html.map_or_else(|| empty("This page has no text."), |html| with_style(&html));
    Ok(document(format!("{html}<script>{SCRIPT}</script>"), &MARKING))
}

/// A document that says why there is nothing to see.
fn empty(why: &str) -> String {
    html! { (DOCTYPE) html lang="en" { head { title { "Nothing" } } body { p { (why) } } } }.into_string()
}

/// The screenshot.
pub async fn screenshot(State(app): State<Arc<App>>, Query(query): Query) -> Result<Response, Error> {
    let mut session = app.database.get().await?;
    let picture = page::screenshot(&app, &mut session, &query.key()).await?;
    let kind = match picture.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, ..] => "image/jpeg",
        [b'G', b'I', b'F', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        _ => {
            return Err(Error::Missing("the screenshot is no picture that is shown".to_owned()));
        }
    };
    Ok(([(CONTENT_TYPE, kind)], picture).into_response())
}

fn document(html: String, policy: &str) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (CONTENT_SECURITY_POLICY, policy.to_owned()),
        (X_FRAME_OPTIONS, "SAMEORIGIN".to_owned()),
        (HeaderName::from_static("origin-agent-cluster"), "?1".to_owned()),
    ];
    (headers, html).into_response()
}

/// The page with our style in place of the policy that `goce_highlight` writes first into the head, which forbids our
/// script too. The header's policy forbids all that it does. Before all that the page has, our style's layer is the
/// first, where what is important is strongest.
fn with_style(html: &str) -> String {
    let start = "<meta http-equiv=\"Content-Security-Policy\"";
    let head = &html[..html.floor_char_boundary(4096)];
    match head
        .find(start)
        .and_then(|from| Some((from, from + html[from..].find('>')? + 1)))
    {
        Some((from, to)) => format!("{}<style>{STYLE}</style>{}", &html[..from], &html[to..]),
        None => format!("{html}<style>{STYLE}</style>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_style_stands_in_place_of_the_policy() {
        let page = "<html><head><meta http-equiv=\"Content-Security-Policy\" content=\"x\"><title>ü</title>";
        let style = format!("<style>{STYLE}</style>");
        assert_eq!(with_style(page), format!("<html><head>{style}<title>ü</title>"));
        assert_eq!(with_style("<p>x"), format!("<p>x{style}"));
        assert!(STYLE.starts_with("@layer{"));
    }

    #[test]
    fn the_place_of_the_content_has_a_name() {
        let page = "<p>a<p><span class=\"goce-mark goce-4\">b</span><span class=\"goce-mark goce-4\">c";
        let shown = with_place(page);
        assert!(shown.starts_with("<p>a<p><span id=\"goce-viewer-content\""));
        assert_eq!(shown.matches("id=").count(), 1);
        assert_eq!(with_place("<p>a"), "<p>a");
    }

    #[test]
    fn one_script_may_run_and_it_may_do_little() {
        assert!(MARKING.starts_with("sandbox allow-scripts; default-src 'none'; script-src 'sha256-"));
        assert!(
            !MARKING.contains("allow-same-origin")
                && !MARKING.contains("script-src 'unsafe")
                && STILL.starts_with("sandbox;")
        );
        assert!(!SCRIPT.contains("</script"));
    }
}
