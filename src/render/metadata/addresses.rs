//! Addresses, made absolute by the page's own.

use html5ever::local_name;
use url::Url;

use super::text::key;
use crate::page::{Page, Step, attribute};

/// Bytes of the longest address that is taken.
const LONGEST: usize = 8192;

/// What relative addresses start from.
#[derive(Debug)]
pub struct Base(Option<Url>);

impl Base {
    /// The page's address and the first `<base href>` (HTML standard, section 4.2.3).
    pub fn of(url: Option<&str>, page: &Page, tick: &mut dyn FnMut()) -> Base {
        let own = url
            .filter(|url| url.len() <= LONGEST)
            .and_then(|url| Url::parse(url).ok());
        let mut steps = 0u32;
        let mut bases = page.walk().filter_map(|step| {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024) {
                tick();
            }
            match step {
                Step::Open(element) if element.name.local == local_name!("base") => {
                    attribute(element, &local_name!("href"))
                }
                _ => None,
            }
        });
        let stated = bases.next().filter(|href| href.len() <= LONGEST);
        let resolved = stated.and_then(|href| match &own {
            Some(own) => own.join(href.trim()).ok(),
            None => Url::parse(href.trim()).ok(),
        });
        Base(resolved.or(own))
    }

    /// An absolute address of the web; `None` for others, and for a relative one where the base is unknown.
    pub fn resolve(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if address.is_empty() || address.len() > LONGEST {
            return None;
        }
        let resolved = match &self.0 {
            Some(base) => base.join(address),
            // An address without its scheme is meant for https as well as for http.
            None => Url::parse(address),
        };
        let resolved = resolved.ok()?;
        let is_web = matches!(resolved.scheme(), "http" | "https") && resolved.has_host();
        is_web.then(|| String::from(resolved))
    }
}

/// The path of an address.
pub fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let start = rest.find('/').unwrap_or(rest.len());
    let end = rest.find(['?', '#']).unwrap_or(rest.len()).max(start);
    rest.get(start..end).unwrap_or("")
}

/// The names that a site may go by in titles, for its host: "www.example.org" is "example org" and "example".
pub fn host_names(url: &str) -> Option<Vec<String>> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    let mut names = vec![key(host)];
    let labels: Vec<&str> = host.split('.').collect();
    if let [.., name, _] = labels.as_slice() {
        names.push(key(name));
    }
    if let [name, _, _] = labels.as_slice() {
        names.push(key(name));
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn base(url: Option<&str>, html: &str) -> Base {
        let page = Page::parse(html, &Limits::default(), &mut || ()).unwrap();
        Base::of(url, &page, &mut || ())
    }

    #[test]
    fn addresses_become_absolute() {
        let own = Some("https://example.org/news/1");
        for (url, html, address, absolute) in [
            (own, "", "a.png", Some("https://example.org/news/a.png")),
            (
                own,
                "<base href=/img/>",
                "a.png",
                Some("https://example.org/img/a.png"),
            ),
            (
                None,
                "<base href=https://cdn.example/>",
                "/a",
                Some("https://cdn.example/a"),
            ),
            (
                None,
                "",
                "https://example.org",
                Some("https://example.org/"),
            ),
            (None, "", "/a", None),
            (own, "", "javascript:alert(1)", None),
            (own, "", "data:image/png;base64,AA", None),
            (own, "", " ", None),
            (Some("no address"), "", "//example.org/a", None),
        ] {
            assert_eq!(
                base(url, html).resolve(address).as_deref(),
                absolute,
                "{address}"
            );
        }
    }

    #[test]
    fn paths_and_hosts() {
        assert_eq!(path("https://example.org/a/b?c#d"), "/a/b");
        assert_eq!(path("https://example.org?x=/2021"), "");
        assert_eq!(
            host_names("https://www.example.org/").unwrap(),
            ["example org", "example"]
        );
        assert_eq!(host_names("nowhere"), None);
    }
}
