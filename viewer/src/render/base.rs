//! The element `base` that gives a page its address, for its relative links.

use url::Url;

/// How many bytes of a page are searched for its head.
const START: usize = 64 << 10;

/// Adds an element `base` with the page's address. A page keeps its own `base`, and only addresses of the web are added.
pub fn with_base(html: String, url: Option<&str>) -> String {
    let Some(url) = url.and_then(|url| Url::parse(url).ok()) else {
        return html;
    };
    let start = html.as_bytes();
    let start = start[..start.len().min(START)].to_ascii_lowercase();
    if !matches!(url.scheme(), "http" | "https") || find(&start, b"<base").is_some() {
        return html;
    }
    // It comes after the tag of the head or of the document, and never before the doctype, which would be lost.
    let after = [&b"<head"[..], b"<html", b"<!doctype"].iter().find_map(|tag| end_of(&start, tag)).unwrap_or(0);
    // Quotes within an address are escaped, so none can end the attribute.
    format!("{}<base href=\"{url}\">{}", &html[..after], &html[after..])
}

fn end_of(html: &[u8], tag: &[u8]) -> Option<usize> {
    let from = find(html, tag)?;
    let next = html.get(from + tag.len())?;
    if !next.is_ascii_whitespace() && *next != b'>' {
        return None;
    }
    let length = html[from..].iter().position(|byte| *byte == b'>')?;
    Some(from + length + 1)
}

fn find(html: &[u8], part: &[u8]) -> Option<usize> {
    html.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_comes_first_in_the_head() {
        let url = Some("https://a.example/x/\"y?z=\"");
        let base = "<base href=\"https://a.example/x/%22y?z=%22\">";
        for (before, after) in [
            ("<!DOCTYPE html><html><HEAD lang=\"ü\">", "<title>ü</title>"),
            ("<!DOCTYPE html><html>", "<header>ü"),
            ("<!doctype html>", "<p>x"),
            ("", "<p>x"),
        ] {
            assert_eq!(with_base(format!("{before}{after}"), url), format!("{before}{base}{after}"));
        }
    }

    #[test]
    fn a_base_of_the_page_stays() {
        let page = "<head><Base href=/a>";
        assert_eq!(with_base(page.to_owned(), Some("https://a.example/")), page);
        for url in [None, Some("javascript:x"), Some("no address")] {
            assert_eq!(with_base("<head>".to_owned(), url), "<head>");
        }
    }
}
