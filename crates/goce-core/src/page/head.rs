//! The elements that describe a page and show nothing, wherever in the page they stand.

use crate::page::prelude::*;

/// An element that describes the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Description<'a> {
    /// The text of the page's first `<title>`.
    Title(&'a str),
    /// A `<meta>`.
    Meta(Meta<'a>),
    /// A `<link>`.
    Link(Link<'a>),
    /// The text of a `<script type="application/ld+json">`.
    JsonLd(&'a str),
}

/// The attributes of a `<meta>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meta<'a> {
    pub property: Option<&'a str>,
    pub name: Option<&'a str>,
    pub http_equiv: Option<&'a str>,
    pub content: Option<&'a str>,
}

impl<'a> Meta<'a> {
    /// Returns the names of what it states: those of `property`, of `name` and of `http-equiv`, unless they are too long.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        let attributes = [self.property, self.name, self.http_equiv].into_iter().flatten();
        attributes.filter(|names| names.len() <= 80).flat_map(str::split_ascii_whitespace)
    }

    /// Returns the trimmed `property`, or else `name`; `""` without both.
    pub fn key(&self) -> &'a str {
        self.property.or(self.name).unwrap_or("").trim()
    }
}

/// The attributes of a `<link>`; `""` for those that are missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Link<'a> {
    pub href: &'a str,
    pub rel: &'a str,
    pub kind: &'a str,
}

impl<'a> Link<'a> {
    /// Returns the first eight relations that `rel` names.
    pub fn relations(&self) -> impl Iterator<Item = &'a str> {
        self.rel.split_ascii_whitespace().take(8)
    }
}

/// The places of the elements that describe a page.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// In document order, with one `<title>` at most.
    pub elements: Vec<NodeId>,
    has_title: bool,
    /// The first `<base>` with an address.
    pub base: Option<NodeId>,
}

impl Head {
    /// Remembers an element if it describes the page.
    pub fn look_at(&mut self, id: NodeId, element: Element<'_>, tag: Tag) -> Fallible {
        let describes = match tag {
            Tag::Title => !std::mem::replace(&mut self.has_title, true),
            Tag::Meta | Tag::Link => true,
            Tag::Script => element.attr(names::TYPE).is_some_and(names_json_ld),
            Tag::Base if element.attr(names::HREF).is_some() => {
                self.base = self.base.or(Some(id));
                false
            }
            _ => false,
        };
        if describes {
            self.elements.try_push(id)?;
        }
        Ok(())
    }
}

/// Returns `true` for the type of JSON-LD, which may have parameters.
fn names_json_ld(kind: &str) -> bool {
    let kind = kind.trim_start();
    let end = kind.find(|c: char| c == ';' || c.is_ascii_whitespace()).unwrap_or(kind.len());
    kind[..end].eq_ignore_ascii_case("application/ld+json")
}

/// Reads an element that [`Head`] remembered.
pub(super) fn read(node: NodeRef<'_>) -> Option<Description<'_>> {
    let element = as_element(node)?;
    let text = || {
        let text = first_text(node);
        text.unwrap_or("")
    };
    Some(match element.local() {
        names::TITLE => Description::Title(text()),
        names::SCRIPT => Description::JsonLd(text()),
        names::META => {
            let mut meta = Meta::default();
            for attribute in element.attrs() {
                // None of these has a prefix.
                let value = match attribute.local() {
                    names::PROPERTY => &mut meta.property,
                    names::NAME => &mut meta.name,
                    names::HTTP_EQUIV => &mut meta.http_equiv,
                    names::CONTENT => &mut meta.content,
                    _ => continue,
                };
                *value = Some(attribute.value());
            }
            Description::Meta(meta)
        }
        _ => {
            let [href, rel, kind] = [names::HREF, names::REL, names::TYPE].map(|name| element.attr(name).unwrap_or(""));
            Description::Link(Link { href, rel, kind })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_come_in_order_wherever_they_stand() {
        let page = Page::sample(
            "<base><base href=b><base href=c><meta name=' a ' content=1><title>t</title>x<title>u</title>
             <p hidden><svg><title>v</title></svg><meta property=p name=n http-equiv=h>
             <link rel='1 2 3 4 5 6 7 8 9' href=x><script>y</script><script type=' Application/LD+JSON; charset=utf-8'>{}</script>",
        );
        let found: Vec<_> = page.head().collect();
        let [
            Description::Meta(first),
            Description::Title("t"),
            Description::Meta(second),
            Description::Link(link),
            Description::JsonLd("{}"),
        ] = found[..]
        else {
            panic!("{found:?}");
        };
        assert_eq!((first.key(), first.content), ("a", Some("1")));
        assert_eq!((second.key(), second.name, second.http_equiv), ("p", Some("n"), Some("h")));
        assert_eq!(second.content, None);
        assert_eq!((link.href, link.kind, link.relations().count()), ("x", "", 8));
        assert_eq!(page.base_href(), Some("b"));
    }
}
