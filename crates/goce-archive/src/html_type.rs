//! Which bodies are HTML, by their Content-Type and their first bytes.

use encoding_rs::Encoding;

use crate::mime::essence;

const HTML: [&str; 3] = ["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"];

/// Types that servers send where they know none, beside those that say "unknown", and those of XML, which XHTML is too.
const UNSURE: [&str; 6] = [
    "text/plain",
    "text/xml",
    "application/xml",
    "application/octet-stream",
    "binary/octet-stream",
    "*/*",
];

/// What HTML begins with (MIME Sniffing standard, section 7.1), in lower case. A space or `>` follows. Nothing but a page
/// begins with the first two.
#[rustfmt::skip]
const BEGINNINGS: [&[u8]; 16] = [
    b"<!doctype html", b"<html", b"<head", b"<script", b"<iframe", b"<h1", b"<div", b"<font", b"<table", b"<a", b"<style",
    b"<title", b"<b", b"<body", b"<br", b"<p",
];

/// What other files begin with that servers call HTML.
#[rustfmt::skip]
const OTHERS: [&[u8]; 9] = [
    b"%PDF-", b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"PK\x03\x04", b"\x1f\x8b\x08", b"Rar!\x1a", b"\0\0\0",
];

/// Returns `true` for HTML. The Content-Type decides where it names HTML, unless the body begins as a picture, a PDF or
/// an archive does, and where it names another type. Where it names none, or one of those that servers send for
/// anything, the body's first bytes decide.
pub fn is_html(content_type: Option<&str>, body: Option<&[u8]>) -> bool {
    // The bytes of a body that are looked at.
    let start = body.map(|body| &body[..body.len().min(1024)]);
    match content_type.and_then(essence).as_deref() {
        Some(kind) if HTML.contains(&kind) => {
            let is_other = |start: &[u8]| OTHERS.iter().any(|other| start.starts_with(other));
            !start.is_some_and(is_other)
        }
        Some(kind) if UNSURE.contains(&kind) || kind.contains("unk") => {
            start.is_some_and(|start| begins(start, &BEGINNINGS[..2]))
        }
        Some(_) => false,
        None => start.is_some_and(|start| begins(start, &BEGINNINGS)),
    }
}

/// Returns `true` for bytes that begin with one of some tags, behind spaces, comments and an XML declaration.
fn begins(start: &[u8], tags: &[&[u8]]) -> bool {
    let mark = Encoding::for_bom(start).map_or(0, |(_, mark)| mark);
    // Of UTF-16 every other byte is zero here.
    let start: Vec<u8> = start[mark..].iter().filter(|&&byte| byte != 0).map(u8::to_ascii_lowercase).collect();
    let mut rest = start.trim_ascii_start();
    loop {
        let end: &[u8] = match rest {
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'?', ..] => b"?>",
            _ => break,
        };
        let Some(at) = memchr::memmem::find(rest, end) else {
            return false;
        };
        rest = rest[at + end.len()..].trim_ascii_start();
    }
    tags.iter().any(|tag| {
        let next = rest.strip_prefix(*tag).and_then(<[u8]>::first);
        next.is_some_and(|next| next.is_ascii_whitespace() || *next == b'>')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::cases;

    #[test]
    fn types_and_beginnings() {
        for [content_type, body, expected] in cases(
            "
            text/html => => true
            \"TEXT/HTML; charset=utf-8\" => x => true
            application/xhtml+xml => x => true
            text/html => %PDF-1.4 => false
            image/png => <html> => false
            application/json => <!doctype html> => false
            text/plain => <!DOCTYPE HTML PUBLIC => true
            text/plain => <p>x => false
            text/xml => <?xml version='1.0'?>\r<!-- x --><html xmlns='x'> => true
            application/xml => <?xml version='1.0'?><rss> => false
            application/octet-stream => \u{feff}\t<html> => true
            unk/unk => <html> => true
            => <p>x => true
            none => <TITLE>x => true
            => <pre>x => false
            => <!-- => false
            => text => false
            => => false",
        ) {
            let found = is_html(Some(content_type), Some(body.as_bytes()));
            assert_eq!(found.to_string(), expected, "{content_type} {body:?}");
        }
        assert!(is_html(None, Some(b"\xff\xfe<\0h\0t\0m\0l\0>\0")));
        assert!(is_html(Some("text/html"), None) && !is_html(Some("text/plain"), None) && !is_html(None, None));
    }
}
