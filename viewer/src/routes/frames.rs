//! The page itself, in documents that belong to no origin: their policy puts them into a sandbox wherever they are
//! opened. `goce_highlight` makes the page inert too, so each guards against a mistake of the other.

use std::sync::LazyLock;

use axum::http::HeaderName;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, html};
use sha2::{Digest, Sha256};

use crate::app::Visit;
use crate::error::Error;
use crate::views::page::CONTENT;

/// No script runs, nothing is loaded or sent, and no link leaves the frame.
const STILL: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The script of a page that is being marked. It sends the viewer the number of the block that was clicked.
const SCRIPT: &str = include_str!("../../assets/frame.js");
const STYLE: &str = include_str!("../../assets/frame.css");

/// The same policy with this script allowed.
static MARKING: LazyLock<String> = LazyLock::new(|| {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'"
    )
});

/// The page with its content marked.
pub async fn highlighted(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let method = fields.get("method").unwrap_or("auto");
    let html = app.store.tables().await?.by_choice(&fields.key(), "goce_highlight", method).await?;
    let html = html.map_or_else(|| empty("This method takes no text from this page."), |html| with_place(&html));
    Ok(document(html, STILL))
}

/// Gives the first element with content its id. The address of the frame names it, so the page is shown from there.
fn with_place(html: &str) -> String {
    let place = format!("<span id=\"{CONTENT}\" style=\"scroll-margin-top:30vh!important\" class=\"goce-mark");
    html.replacen("<span class=\"goce-mark", &place, 1)
}

/// The page to be marked. Where `auto` selects nothing, the page is shown by the method `default`.
pub async fn marking(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let (key, mut tables) = (fields.key(), app.store.tables().await?);
    let html = match tables.by_choice(&key, "goce_highlight", "auto").await? {
        None => tables.by_choice(&key, "goce_highlight", "default").await?,
        html => html,
    };
    let html = html.map_or_else(|| empty("This page has no text."), |html| with_style(&html));
    let html = format!("{html}<script>{SCRIPT}</script>");
    Ok(document(html, &MARKING))
}

fn empty(why: &str) -> String {
    html! { (DOCTYPE) html lang="en" { head { title { "Nothing" } } body { p { (why) } } } }.into_string()
}

pub async fn screenshot(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let picture = app.store.tables().await?.screenshot(&fields.key()).await?;
    let kinds: [(&[u8], &str); 4] = [
        (b"\x89PNG", "image/png"),
        (b"\xff\xd8", "image/jpeg"),
        (b"GIF", "image/gif"),
        (b"RIFF", "image/webp"),
    ];
    let kind = kinds.into_iter().find(|(start, _)| picture.starts_with(start)).map(|(_, kind)| kind);
    let kind = kind.ok_or_else(|| Error::Missing("the screenshot is no PNG, JPEG, GIF or WebP".to_owned()))?;
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

/// Replaces the policy that `goce_highlight` writes first into the head by the viewer's style. That policy would forbid
/// the viewer's script, and the header's policy forbids the rest. The style must come first: of all layers the first has
/// the strongest important rules.
fn with_style(html: &str) -> String {
    let start = "<meta http-equiv=\"Content-Security-Policy\"";
    let head = &html[..html.floor_char_boundary(4096)];
    match head.find(start).and_then(|from| Some((from, from + html[from..].find('>')? + 1))) {
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
}
