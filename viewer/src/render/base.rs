//! The address of a page, for what it names relative to it.

use url::Url;

/// Where the head of a page is looked for.
const START: usize = 64 << 10;

/// Returns the page with an element `base` of its address, unless it has one or the address is none of the web.
pub fn with_base(html: String, url: Option<&str>) -> String {
    let Some(url) = url.and_then(|url| Url::parse(url).ok()) else {
        return html;
    };
    let start = html.as_bytes();
    let start = start[..start.len().min(START)].to_ascii_lowercase();
    if !matches!(url.scheme(), "http" | "https") || find(&start, b"<base").is_some() {
        return html;
    }
    // Behind the tag that begins the head, or the document; never before the type of the document, which would be lost.
    let after = [&b"<head"[..], b"<html", b"<!doctype"]
        .iter()
        .find_map(|tag| end_of(&start, tag))
        .unwrap_or(0);
    // An address has no quotes: they are escaped in it.
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
            assert_eq!(
                with_base(format!("{before}{after}"), url),
                format!("{before}{base}{after}")
            );
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
