//! What a page states of itself, by field and by source, before it is decided what to trust.

use super::text::LONGEST;

/// What is stated.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Title,
    Author,
    Date,
    Modified,
    SiteName,
    Language,
    Description,
    Image,
    Url,
    Tag,
}

/// Where it is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// JSON-LD: the object that the page is about.
    JsonLd,
    /// JSON-LD: the page itself and its site (`WebPage`, `WebSite`, publishers).
    JsonLdPage,
    /// `<meta property="og:…">` and its `article:…`.
    OpenGraph,
    /// `<meta name="twitter:…">`.
    Twitter,
    /// `<meta name="dc.…">`, `dcterms.…` and `citation_…`.
    DublinCore,
    /// Other `<meta name>`s.
    Meta,
    /// Microdata and RDFa: `itemprop` and `property` of elements in the body.
    Microdata,
    /// `<title>`, `<html lang>`, `<link rel>`.
    Head,
    /// Elements that are meant for it: `<time>` that says so, `rel=author`.
    Element,
    /// Elements whose class says what they hold.
    Class,
    /// `<h1>`; the first `<time>`.
    First,
    /// A short text beside the heading.
    Near,
}

/// Values kept for a field of a source: the first.
const MOST: usize = 64;

/// What a page states.
#[derive(Debug, Default)]
pub struct Statements(Vec<(Field, Source, String)>);

impl Statements {
    /// Takes note of a value, unless it is too long or the source has said too much.
    pub fn add(&mut self, field: Field, source: Source, value: &str) {
        let value = value.trim();
        if value.is_empty() || value.len() > LONGEST || self.of(field, source).count() >= MOST {
            return;
        }
        self.0.push((field, source, value.to_owned()));
    }

    /// The values of a field from a source, in document order.
    pub fn of(&self, field: Field, source: Source) -> impl Iterator<Item = &str> {
        let of = move |(at, from, _): &&(Field, Source, String)| *at == field && *from == source;
        self.0.iter().filter(of).map(|(_, _, value)| value.as_str())
    }

    /// The values of a field from several sources, in their order.
    pub fn by_trust<'s>(
        &'s self,
        field: Field,
        sources: &'s [Source],
    ) -> impl Iterator<Item = (Source, &'s str)> {
        let values = move |source: Source| self.of(field, source).map(move |value| (source, value));
        sources.iter().copied().flat_map(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_bounded_and_come_in_the_order_of_sources() {
        let mut statements = Statements::default();
        for n in 0..1000 {
            statements.add(Field::Tag, Source::Meta, &n.to_string());
        }
        statements.add(Field::Tag, Source::JsonLd, " a ");
        statements.add(Field::Tag, Source::Twitter, &"x".repeat(LONGEST + 1));
        statements.add(Field::Tag, Source::Twitter, " ");
        let sources = [Source::Twitter, Source::JsonLd, Source::Meta];
        let tags: Vec<_> = statements.by_trust(Field::Tag, &sources).collect();
        assert_eq!(tags.len(), MOST + 1);
        assert_eq!(tags[..2], [(Source::JsonLd, "a"), (Source::Meta, "0")]);
    }
}
