//! Addresses of links and pictures: made absolute, and refused where they could run something.

use std::cell::Cell;

use url::{ParseError, Url};

use crate::page::Page;

/// What a link may lead to, besides addresses relative to an unknown page.
pub const LINK_SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "ftp"];

/// Where a picture may come from.
const PICTURE_SCHEMES: [&str; 2] = ["http", "https"];

/// Bytes of the longest address that others are resolved by.
const LONGEST_BASE: usize = 8192;

/// Bytes that resolving may add to a page of any size, and for each node of the page. A page of links to nowhere with a
/// long base would become a thousand times as long.
const ADDED: usize = 1 << 20;
const ADDED_A_NODE: usize = 64;

/// Resolves the addresses in a page.
#[derive(Clone, Debug)]
pub struct Addresses {
    base: Option<Url>,
    /// Bytes that may still be added.
    left: Cell<usize>,
}

impl Addresses {
    /// For a page that came from an address, if that is known. The page's `<base href>` counts
    /// against it (HTML standard, section 2.4.3). An address that is not absolute, or not one of the
    /// web, is as good as none, and so is one of more than 8 KiB.
    pub fn of(page: &Page, url: Option<&str>) -> Self {
        let is_short = |url: &&str| url.len() <= LONGEST_BASE;
        let of_page = url
            .filter(is_short)
            .and_then(|url| Url::parse(url.trim()).ok());
        let base = page
            .base_href()
            .filter(is_short)
            .and_then(|href| match &of_page {
                Some(url) => url.join(href.trim()).ok(),
                None => Url::parse(href.trim()).ok(),
            })
            .filter(is_of_web)
            .or(of_page)
            .filter(is_of_web);
        let left = page.nodes().len().saturating_mul(ADDED_A_NODE);
        Addresses {
            base,
            left: Cell::new(left.saturating_add(ADDED)),
        }
    }

    /// An absolute address of the web; none for any other, and for a relative one where the page's own is unknown.
    pub fn absolute(&self, address: &str) -> Option<String> {
        let address = address.trim();
        let resolved = match &self.base {
            Some(base) => base.join(address),
            None => Url::parse(address),
        };
        let resolved = resolved.ok().filter(is_of_web)?;
        (!address.is_empty()).then(|| resolved.into())
    }

    /// Where a link leads: an absolute address by one of [`LINK_SCHEMES`], or one as it is written
    /// that cannot be resolved and names no scheme. None for any other, `javascript:` and `data:` above all. Once
    /// resolving has made a page many times longer, relative addresses stay as they are.
    pub fn link(&self, href: &str) -> Option<String> {
        self.resolve(href, &LINK_SCHEMES)
    }

    /// Where a picture comes from, by HTTP alone or relative to an unknown page.
    pub fn picture(&self, src: &str) -> Option<String> {
        self.resolve(src, &PICTURE_SCHEMES)
    }

    fn resolve(&self, address: &str, schemes: &[&str]) -> Option<String> {
        // What URL parsers leave out anyway (URL standard, section 4.4): it may hide a scheme.
        let written: String = address
            .chars()
            .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
            .collect();
        let written = written.trim_matches(|c: char| c <= ' ');
        match Url::parse(written) {
            Ok(url) => schemes.contains(&url.scheme()).then(|| url.into()),
            Err(error) => {
                if scheme(written).is_some_and(|scheme| {
                    !schemes
                        .iter()
                        .any(|known| known.eq_ignore_ascii_case(scheme))
                }) {
                    return None;
                }
                let resolved = match &self.base {
                    Some(base) if error == ParseError::RelativeUrlWithoutBase => base
                        .join(written)
                        .ok()
                        .filter(|url| self.spend(url, written)),
                    _ => None,
                };
                match resolved {
                    Some(url) => schemes.contains(&url.scheme()).then(|| url.into()),
                    None if written.chars().any(char::is_control) => None,
                    None => (!written.is_empty()).then(|| written.to_owned()),
                }
            }
        }
    }

    /// Whether what resolving adds to an address may be added; if so, it is counted.
    fn spend(&self, resolved: &Url, written: &str) -> bool {
        let added = resolved.as_str().len().saturating_sub(written.len());
        let left = self.left.get().checked_sub(added);
        left.inspect(|left| self.left.set(*left)).is_some()
    }
}

fn is_of_web(url: &Url) -> bool {
    PICTURE_SCHEMES.contains(&url.scheme())
}

/// What stands before the first colon, if no path begins before it.
fn scheme(address: &str) -> Option<&str> {
    let (before, _) = address.split_once(':')?;
    (!before.contains(['/', '?', '#'])).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn addresses(html: &str, url: Option<&str>) -> Addresses {
        let page = Page::parse(html, &Limits::default(), &mut || ()).unwrap();
        Addresses::of(&page, url)
    }

    #[test]
    fn relative_addresses_become_absolute() {
        let base = "<base target=x><base href='/en/'><base href=/no/>";
        for (html, url, href, absolute) in [
            (
                "",
                Some("https://a.example/b/c?d"),
                "e?f#g",
                "https://a.example/b/e?f#g",
            ),
            (
                "",
                Some("https://a.example/b/c?d"),
                "#g",
                "https://a.example/b/c?d#g",
            ),
            (
                "",
                Some("https://a.example/b"),
                "//c.example",
                "https://c.example/",
            ),
            (
                base,
                Some("https://a.example/b"),
                "c",
                "https://a.example/en/c",
            ),
            (
                "<base href=http://b.example/c/>",
                None,
                " d ",
                "http://b.example/c/d",
            ),
            (
                "<base href=javascript:1>",
                Some("http://a.example"),
                "b",
                "http://a.example/b",
            ),
            // What cannot be resolved stays.
            (base, None, "c", "c"),
            ("", Some("no address"), "../c#d", "../c#d"),
            ("", Some("file:///etc/"), "passwd", "passwd"),
            ("", None, "http://[broken/", "http://[broken/"),
            (
                "",
                None,
                "HTTP://A.example/\u{e9}",
                "http://a.example/%C3%A9",
            ),
            ("", None, "mailto:a@b.example", "mailto:a@b.example"),
            ("", None, "a/b:c", "a/b:c"),
        ] {
            let found = addresses(html, url).link(href);
            assert_eq!(found.as_deref(), Some(absolute), "{html} {url:?} {href}");
        }
    }

    #[test]
    fn a_long_base_does_not_make_a_page_of_links_endless() {
        let base = format!("<base href=https://a.example/{}/>", "b".repeat(8000));
        let html = format!("{base}{}", "<a href=c>d</a>".repeat(2000));
        let addresses = addresses(&html, None);
        let links: Vec<String> = (0..2000).filter_map(|_| addresses.link("c")).collect();
        let bytes: usize = links.iter().map(String::len).sum();
        assert!(bytes < ADDED + 5000 * ADDED_A_NODE, "{bytes}");
        assert!(links[0].len() > 8000 && links[1999] == "c");
        let too_long = format!("<base href=https://a.example/{}/>", "b".repeat(9000));
        assert_eq!(self::addresses(&too_long, None).absolute("c"), None);
    }

    #[test]
    fn addresses_of_the_web() {
        for (html, url, address, absolute) in [
            (
                "",
                Some("https://a.example/b/c"),
                "d",
                Some("https://a.example/b/d"),
            ),
            (
                "<base href=/b/>",
                Some("https://a.example"),
                "d",
                Some("https://a.example/b/d"),
            ),
            (
                "<base href=https://b.example/>",
                None,
                "/d",
                Some("https://b.example/d"),
            ),
            ("", None, "https://a.example", Some("https://a.example/")),
            ("", None, "/d", None),
            ("", Some("no address"), "//a.example/d", None),
            (
                "",
                Some("https://a.example/b/c"),
                "javascript:alert(1)",
                None,
            ),
            (
                "",
                Some("https://a.example/b/c"),
                "data:image/png;base64,AA",
                None,
            ),
            ("", Some("https://a.example/b/c"), " ", None),
        ] {
            let found = addresses(html, url).absolute(address);
            assert_eq!(found.as_deref(), absolute, "{html} {url:?} {address}");
        }
    }

    #[test]
    fn what_could_run_is_refused() {
        for base in [None, Some("https://a.example/")] {
            let addresses = addresses("", base);
            for href in [
                "javascript:alert(1)",
                " \u{1}JaVaScRiPt:alert(1)",
                "java\tscr\nipt:alert(1)",
                "data:text/html,x",
                "vbscript:x",
                "view-source:http://a.example",
                "blob:https://a.example/1",
                "file:///etc/passwd",
                "javascript\u{0}:x",
            ] {
                assert_eq!(addresses.link(href), None, "{href:?}");
            }
            assert_eq!(addresses.picture("mailto:a@b.example"), None);
            assert_eq!(addresses.picture("data:image/png;base64,AA"), None);
        }
        assert_eq!(addresses("", None).link(""), None);
    }
}
