//! The vocabularies of feeds' elements, by the addresses of their namespaces.

use crate::prelude::*;
use quick_xml::events::BytesStart;
use quick_xml::events::attributes::Attribute;

/// The longest prefix and the longest address, in bytes.
const LONGEST: usize = 128;

/// The vocabulary of entries themselves.
pub const OWN: &str = "";

/// That of a namespace that is not known.
pub const OTHER: &str = "?";

/// Vocabularies by the addresses of their namespaces, in lower case, without scheme and the signs at their ends.
/// Prefixes that nothing declares name vocabularies too.
#[rustfmt::skip]
const ADDRESSES: [(&str, &str); 11] = [
    (OWN, "www.w3.org/2005/atom purl.org/atom/ns purl.org/rss/1.0 my.netscape.com/rdf/simple/0.9 \
        channel.netscape.com/rdf/simple/0.9 purl.org/net/rss1.1 www.w3.org/1999/02/22-rdf-syntax-ns \
        blogs.law.harvard.edu/tech/rss backend.userland.com/rss2 backend.userland.com/rss \
        www.sitemaps.org/schemas/sitemap/0.9 www.google.com/schemas/sitemap/0.9 www.google.com/schemas/sitemap/0.84 \
        www.google.com/schemas/sitemap/0.90"),
    ("dc", "purl.org/dc/elements/1.1 purl.org/dc/elements/1.0 dublincore.org/documents/dcmi-namespace"),
    ("dcterms", "purl.org/dc/terms"),
    ("content", "purl.org/rss/1.0/modules/content web.resource.org/rss/1.0/modules/content"),
    ("xhtml", "www.w3.org/1999/xhtml"),
    ("itunes", "www.itunes.com/dtds/podcast-1.0.dtd example.com/dtds/podcast-1.0.dtd"),
    ("googleplay", "www.google.com/schemas/play-podcasts/1.0 \
        www.google.com/schemas/play-podcasts/1.0/play-podcasts.xsd"),
    ("news", "www.google.com/schemas/sitemap-news/0.9"),
    ("video", "www.google.com/schemas/sitemap-video/1.1 www.google.com/schemas/sitemap-video/1.0"),
    ("feedburner", "rssnamespace.org/feedburner/ext/1.0"),
    ("pheedo", "www.pheedo.com/namespace/pheedo"),
];

/// Returns the prefix of a name, or [`OWN`], and the name without it.
pub fn parts(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or((OWN, name))
}

/// Returns the attributes of an element, up to what is none.
pub fn attributes<'s>(element: &'s BytesStart<'_>) -> impl Iterator<Item = Attribute<'s>> {
    let mut attributes = element.html_attributes();
    attributes.with_checks(false);
    let mut countdown = Countdown::default();
    attributes
        .map_while(Result::ok)
        .inspect(move |attribute| countdown.charge(attribute.value.len() + 8))
}

/// A prefix that an element binds to a vocabulary.
struct Bound {
    depth: usize,
    prefix: String,
    vocabulary: &'static str,
}

/// The namespaces in force.
#[derive(Default)]
pub struct Vocabularies {
    bound: Vec<Bound>,
}

impl Vocabularies {
    /// Takes the namespaces that an element at this depth declares.
    pub fn declare(&mut self, element: &BytesStart<'_>, depth: usize) -> Fallible {
        for attribute in attributes(element) {
            let prefix = match attribute.key.0.split_once(':') {
                Some(("xmlns", prefix)) => prefix,
                None if attribute.key.0 == "xmlns" => "",
                _ => continue,
            };
            // The most namespaces that are in force at a time. Feeds have about ten.
            if self.bound.len() < 64 && prefix.len() <= LONGEST && attribute.value.len() <= LONGEST {
                self.bound.try_push(Bound {
                    depth,
                    prefix: try_to_owned(prefix)?,
                    vocabulary: known(&attribute.value),
                })?;
            }
        }
        Ok(())
    }

    /// Binds the prefix of the feed's root to the vocabulary of entries, whatever address it has.
    pub fn claim(&mut self, prefix: &str) -> Fallible {
        let prefix = try_to_owned(prefix)?;
        self.bound.try_push(Bound {
            depth: 0,
            prefix,
            vocabulary: OWN,
        })
    }

    /// Forgets what elements below this depth declared.
    pub fn leave(&mut self, depth: usize) {
        while self.bound.pop_if(|bound| bound.depth > depth).is_some() {}
    }

    /// Returns the vocabulary of a prefix; `None` for a prefix that nothing declares.
    pub fn named(&self, prefix: &str) -> Option<&'static str> {
        self.bound.iter().rev().find(|bound| bound.prefix == prefix).map(|bound| bound.vocabulary)
    }
}

fn known(address: &str) -> &'static str {
    let address = address.trim().to_ascii_lowercase();
    let bare = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")).unwrap_or(&address);
    let bare = bare.trim_end_matches(['/', '#']);
    ADDRESSES
        .iter()
        .find(|(_, known)| known.split(' ').any(|known| known == bare))
        .map_or(OTHER, |(name, _)| name)
}
