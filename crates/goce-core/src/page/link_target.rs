//! Where links lead and pictures come from: addresses are made absolute, and refused where they could run something.

use memchr::memchr3;
use url::{ParseError, Url};

use crate::interrupts;
use crate::output::Budget;
use crate::page::prelude::*;

/// The schemes that a link may have.
pub const LINK_SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "ftp"];

/// The schemes that a picture may have.
const PICTURE_SCHEMES: [&str; 2] = ["http", "https"];

/// The most bytes of a base address.
const LONGEST_BASE: usize = 8192;

/// Bytes that resolving may add to any page, and more for each node of the page. Without a bound, a page of short links
/// with a long base would become a thousand times as long.
const ADDED: usize = 1 << 20;
const ADDED_A_NODE: usize = 64;

/// The most bytes of an address that is read.
const LONGEST: usize = 1 << 20;

/// Where a link leads or a picture comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// An address with one of the allowed schemes.
    Absolute(String),
    /// An address that could not be resolved, as the page writes it.
    Unresolved(String),
}

impl LinkTarget {
    /// Returns the address, resolved or not.
    pub fn as_str(&self) -> &str {
        match self {
            LinkTarget::Absolute(address) | LinkTarget::Unresolved(address) => address,
        }
    }

    /// Returns the address, resolved or not.
    pub fn into_string(self) -> String {
        match self {
            LinkTarget::Absolute(address) | LinkTarget::Unresolved(address) => address,
        }
    }

    /// Returns the address if it is absolute.
    pub fn into_absolute(self) -> Option<String> {
        match self {
            LinkTarget::Absolute(address) => Some(address),
            LinkTarget::Unresolved(_) => None,
        }
    }
}

/// Resolves the addresses in a page.
#[derive(Debug)]
pub struct LinkResolver {
    base: Option<Url>,
    /// Bytes that may still be added.
    left: usize,
    /// Bytes of addresses that may still be read.
    budget: Budget,
}

impl LinkResolver {
    /// Returns a resolver for a page that came from `url`, if that is known. The page's `<base href>` is resolved by it
    /// and takes its place (HTML standard, section 2.4.3). Each is ignored if it is not an absolute address of the web
    /// or has more than 8 KiB.
    pub fn of(page: &Page, url: Option<&str>) -> Self {
        let added = page.nodes().len().saturating_mul(ADDED_A_NODE);
        LinkResolver::with(added, Budget::of(page), url.into_iter().chain(page.base_href()))
    }

    fn with<'b>(added: usize, budget: Budget, bases: impl IntoIterator<Item = &'b str>) -> Self {
        let mut resolver = LinkResolver {
            base: None,
            left: added.saturating_add(ADDED),
            budget,
        };
        for base in bases {
            resolver.rebase(base);
        }
        resolver
    }

    /// Returns a resolver for a text of this many bytes that is no page. `base` is ignored as in [`LinkResolver::of`].
    pub fn of_text(bytes: usize, base: Option<&str>) -> Self {
        LinkResolver::with(bytes, Budget::of_bytes(bytes), base)
    }

    /// Resolves a new base by the one before, and sets it. One that is no address of the web or has more than 8 KiB changes
    /// nothing. Returns the base before.
    pub fn rebase(&mut self, base: &str) -> Option<Url> {
        match self.of_web(base).filter(|base| base.as_str().len() <= LONGEST_BASE) {
            Some(base) => self.base.replace(base),
            None => self.base.clone(),
        }
    }

    /// Resolves an address of the web of at most 8 KiB.
    fn of_web(&self, address: &str) -> Option<Url> {
        let address = Some(address.trim()).filter(|address| address.len() <= LONGEST_BASE)?;
        let resolved = match &self.base {
            Some(base) => base.join(address),
            None => Url::parse(address),
        };
        resolved.ok().filter(is_of_web)
    }

    /// Sets a base that [`LinkResolver::rebase`] returned.
    pub fn restore(&mut self, base: Option<Url>) {
        self.base = base;
    }

    /// Returns an absolute address of the web; `None` for any other address, for a relative one without a base, and for
    /// one of more than 8 KiB.
    pub fn absolute(&self, address: &str) -> Option<String> {
        let is_empty = address.trim().is_empty();
        self.of_web(address).filter(|_| !is_empty).map(String::from)
    }

    /// Returns where a link leads: an absolute address with one of [`LINK_SCHEMES`], or the address as it is written if
    /// it cannot be resolved and names no scheme. `None` for all others, above all `javascript:` and `data:`, and for
    /// one of more than 1 MiB. Once resolving has added too much to the page, relative addresses stay as they are.
    ///
    /// # Errors
    /// [`RenderError::TooLarge`] once the addresses read are many times longer than the page.
    pub fn link(&mut self, href: &str) -> Rendered<Option<LinkTarget>> {
        self.resolve(href, &LINK_SCHEMES)
    }

    /// Returns where a picture comes from: an address by HTTP, or a relative one where there is no base.
    ///
    /// # Errors
    /// As of [`LinkResolver::link`].
    pub fn picture(&mut self, src: &str) -> Rendered<Option<LinkTarget>> {
        self.resolve(src, &PICTURE_SCHEMES)
    }

    fn resolve(&mut self, address: &str, schemes: &[&str]) -> Rendered<Option<LinkTarget>> {
        self.budget.spend(address.len().min(LONGEST))?;
        if address.len() > LONGEST {
            return Ok(None);
        }
        // For shorter ones the reserve has the memory.
        if address.len() > 8192 {
            interrupts::check();
            // Percent-encoding makes three bytes of one, and there is one more copy.
            ask_for(address.len() * 4)?;
        }
        // URL parsers leave these characters out, which may hide a scheme (URL standard, section 4.4).
        let written: Cow<'_, str> = if memchr3(b'\t', b'\n', b'\r', address.as_bytes()).is_some() {
            address.replace(['\t', '\n', '\r'], "").into()
        } else {
            address.into()
        };
        let written = written.trim_matches(|c: char| c <= ' ');
        let error = match Url::parse(written) {
            Ok(url) => return Ok(allowed(url, schemes)),
            Err(error) => error,
        };
        let is_known = |scheme: &str| schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme));
        if scheme(written).is_some_and(|scheme| !is_known(scheme)) {
            return Ok(None);
        }
        if error == ParseError::RelativeUrlWithoutBase
            && let Some(base) = &self.base
            && let Ok(url) = base.join(written)
        {
            let added = url.as_str().len().saturating_sub(written.len());
            if let Some(left) = self.left.checked_sub(added) {
                self.left = left;
                return Ok(allowed(url, schemes));
            }
        }
        if written.is_empty() || written.chars().any(char::is_control) {
            return Ok(None);
        }
        Ok(Some(LinkTarget::Unresolved(try_to_owned(written)?)))
    }
}

fn allowed(url: Url, schemes: &[&str]) -> Option<LinkTarget> {
    schemes.contains(&url.scheme()).then(|| LinkTarget::Absolute(url.into()))
}

/// Returns an address without the spaces around it if it is an absolute one of the web, of at most 8 KiB.
pub fn web_address(address: &str) -> Option<&str> {
    let address = address.trim();
    let url = (address.len() <= LONGEST_BASE).then(|| Url::parse(address).ok());
    url.flatten().filter(is_of_web).map(|_| address)
}

fn is_of_web(url: &Url) -> bool {
    PICTURE_SCHEMES.contains(&url.scheme())
}

/// Returns the scheme of an address: the text before the first colon, unless a path begins before it.
pub fn scheme(address: &str) -> Option<&str> {
    let (before, _) = address.split_once(':')?;
    (!before.contains(['/', '?', '#'])).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::RenderError;

    #[test]
    fn whole_addresses_of_the_web() {
        assert_eq!(web_address(" https://a.example/b "), Some("https://a.example/b"));
        for address in ["/b", "ftp://a.example", "javascript:x()", ""] {
            assert_eq!(web_address(address), None, "{address}");
        }
        assert_eq!(web_address(&format!("https://a.example/{}", "b".repeat(LONGEST_BASE))), None);
    }

    fn addresses(html: &str, url: Option<&str>) -> LinkResolver {
        let page = Page::sample(html);
        LinkResolver::of(&page, url.filter(|url| *url != "-"))
    }

    #[test]
    fn relative_addresses_become_absolute() {
        for [html, url, href, absolute] in cases(
            "
             => https://a.example/b/c?d => e?f#g => https://a.example/b/e?f#g
             => https://a.example/b/c?d => #g => https://a.example/b/c?d#g
             => https://a.example/b => //c.example => https://c.example/
            <base target=x><base href='/en/'><base href=/no/> => https://a.example/b => c => https://a.example/en/c
            <base href=http://b.example/c/> => - => d => http://b.example/c/d
            <base href=javascript:1> => http://a.example => b => http://a.example/b
            // Addresses that cannot be resolved stay.
            <base target=x><base href='/en/'><base href=/no/> => - => c => c
             => no address => ../c#d => ../c#d
             => file:///etc/ => passwd => passwd
             => - => http://[broken/ => http://[broken/
             => - => HTTP://A.example/\u{e9} => http://a.example/%C3%A9
             => - => mailto:a@b.example => mailto:a@b.example
             => - => a/b:c => a/b:c",
        ) {
            let found = addresses(html, Some(url)).link(href).unwrap();
            let found = found.map(LinkTarget::into_string);
            assert_eq!(found.as_deref(), Some(absolute), "{html} {url} {href}");
        }
        let spaced = addresses("<base href=http://b.example/c/>", None).link(" d ").unwrap();
        assert_eq!(spaced, Some(LinkTarget::Absolute("http://b.example/c/d".to_owned())));
    }

    #[test]
    fn a_long_base_does_not_make_a_page_of_links_endless() {
        let base = format!("<base href=https://a.example/{}/>", "b".repeat(8000));
        let html = format!("{base}{}", "<a href=c>d</a>".repeat(2000));
        let mut addresses = addresses(&html, None);
        let links: Vec<String> = (0..2000).filter_map(|_| Some(addresses.link("c").unwrap()?.into_string())).collect();
        let bytes: usize = links.iter().map(String::len).sum();
        assert!(bytes < ADDED + 5000 * ADDED_A_NODE, "{bytes}");
        assert!(links[0].len() > 8000 && links[1999] == "c");
        let too_long = format!("<base href=https://a.example/{}/>", "b".repeat(9000));
        assert_eq!(self::addresses(&too_long, None).absolute("c"), None);
    }

    #[test]
    fn addresses_of_the_web() {
        for [html, url, address, absolute] in cases(
            "
             => https://a.example/b/c => d => https://a.example/b/d
            <base href=/b/> => https://a.example => d => https://a.example/b/d
            <base href=https://b.example/> => - => /d => https://b.example/d
             => - => https://a.example => https://a.example/
             => - => /d => -
             => no address => //a.example/d => -
             => https://a.example/b/c => javascript:alert(1) => -
             => https://a.example/b/c => data:image/png;base64,AA => -",
        ) {
            let found = addresses(html, Some(url)).absolute(address);
            assert_eq!(found.as_deref().unwrap_or("-"), absolute, "{html} {url} {address}");
        }
        assert_eq!(addresses("", Some("https://a.example/b/c")).absolute(" "), None);
    }

    #[test]
    fn what_could_run_is_refused() {
        for base in [None, Some("https://a.example/")] {
            let mut addresses = addresses("", base);
            #[rustfmt::skip]
            const CASES: [&str; 9] = [
                "javascript:alert(1)", " \u{1}JaVaScRiPt:alert(1)", "java\tscr\nipt:alert(1)", "data:text/html,x",
                "vbscript:x", "view-source:http://a.example", "blob:https://a.example/1", "file:///etc/passwd",
                "javascript\u{0}:x",
            ];
            for href in CASES {
                assert_eq!(addresses.link(href), Ok(None), "{href:?}");
            }
            assert_eq!(addresses.picture("mailto:a@b.example"), Ok(None));
            assert_eq!(addresses.picture("data:image/png;base64,AA"), Ok(None));
        }
        assert_eq!(addresses("", None).link(""), Ok(None));
    }

    #[test]
    fn addresses_are_read_within_a_budget() {
        let mut addresses = addresses("", None);
        assert_eq!(addresses.link(&"x".repeat(LONGEST + 1)), Ok(None));
        let long = format!("data:{}", "x".repeat(LONGEST - 5));
        let refused = (0..1000).find_map(|_| addresses.link(&long).err());
        assert!(matches!(refused, Some(RenderError::TooLarge { .. })));
    }
}
