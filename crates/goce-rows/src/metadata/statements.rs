//! What a page states of itself, by field and source.

use crate::prelude::*;
use rustc_hash::FxHashMap;

use super::MOST;
use super::values::LONGEST;
use goce_core::output::allowance;

/// A field of metadata.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// OpenGraph's type of the page.
    Kind,
    Price,
    Currency,
    Availability,
    Brand,
    Sku,
    Gtin,
    /// What robots may do with the page: a name, a colon and a value, as in headers of HTTP.
    Robots,
    License,
    /// Whether the page may be read without paying.
    Free,
    /// A part of the page that costs money.
    PaidPart,
    /// The word for who may read the page.
    Tier,
}

impl Field {
    /// Returns `true` for a field by which the page's title is chosen.
    pub fn is_naming(self) -> bool {
        matches!(self, Field::Title | Field::SiteName | Field::Url)
    }
}

/// Which fields are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    #[default]
    All,
    /// Those by which the page's title is chosen.
    Naming,
}

impl Wanted {
    pub fn has(self, field: Field) -> bool {
        self == Wanted::All || field.is_naming()
    }
}

/// A place in the page where metadata is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Other `<meta>`s.
    Meta,
    /// Microdata and RDFa: `itemprop` and `property` of elements in the body.
    Microdata,
    /// `<title>`, `<html lang>`, `<link rel>`.
    Head,
    /// Elements for the purpose: `<time>` of publication or change, `rel=author`.
    Element,
    /// Elements with a class that names their content.
    Class,
    /// `<h1>`; the first `<time>`.
    First,
    /// A short text beside the heading.
    Near,
    /// An element or a class for a date, far from every heading.
    Far,
}

impl Source {
    /// Returns `true` for texts of the page, which have more than the value alone.
    pub fn is_shown(self) -> bool {
        self.is_byline() || matches!(self, Source::First | Source::Far)
    }

    /// Returns `true` for elements whose texts are not written for machines.
    pub fn is_byline(self) -> bool {
        matches!(self, Source::Element | Source::Class | Source::Near)
    }
}

/// The sources of each field, the most trusted first.
const TRUST: &[(Field, &[Source])] = {
    use Field::*;
    use Source::*;
    &[
        (Title, &[JsonLd, OpenGraph, Twitter, DublinCore, Meta, Microdata]),
        (
            Author,
            &[
                JsonLd, DublinCore, Microdata, Meta, Twitter, OpenGraph, Element, Class, Near, JsonLdPage,
            ],
        ),
        (
            Date,
            &[
                JsonLd, OpenGraph, DublinCore, Meta, Microdata, Element, Class, JsonLdPage, First, Near,
            ],
        ),
        (
            Modified,
            &[
                JsonLd, OpenGraph, DublinCore, Meta, Microdata, Element, Class, JsonLdPage,
            ],
        ),
        (SiteName, &[OpenGraph, JsonLdPage, Microdata, DublinCore, Meta]),
        (Language, &[Head, JsonLd, DublinCore, Meta, OpenGraph, JsonLdPage]),
        (Description, &[Meta, OpenGraph, Twitter, DublinCore, JsonLd, Microdata, JsonLdPage]),
        (Image, &[OpenGraph, Twitter, JsonLd, Microdata, Head, Meta, JsonLdPage]),
        (Url, &[Head, OpenGraph, JsonLd, Twitter, Meta]),
        (Tag, &[OpenGraph, JsonLd, Meta, DublinCore, Microdata]),
        (License, &[JsonLd, Microdata, Head, Element, DublinCore, Meta, JsonLdPage]),
        (Free, &[JsonLd, Microdata, JsonLdPage]),
        (PaidPart, &[JsonLd, JsonLdPage]),
        (Tier, &[OpenGraph, Meta]),
    ]
};

impl Field {
    /// Returns the sources that are asked for the field, the most trusted first.
    pub fn trusted(self) -> &'static [Source] {
        TRUST.iter().find(|(field, _)| *field == self).map_or(&[], |(_, sources)| sources)
    }
}

/// The statements of a page.
#[derive(Debug, Default)]
pub struct Statements {
    values: FxHashMap<(Field, Source), Vec<String>>,
    wanted: Wanted,
    /// Bytes of values that may still be read of fields that name the page, and of others: so that a title is the same
    /// whichever are wanted. The parser's copies of an element repeat its attributes.
    left: [usize; 2],
}

impl Statements {
    /// Returns no statements, with a budget for a page of this many bytes.
    pub fn of_page(bytes: usize, wanted: Wanted) -> Self {
        Statements {
            values: FxHashMap::default(),
            wanted,
            left: [allowance(bytes, 16 << 20, 16); 2],
        }
    }

    /// Returns which fields are read. Statements of others are not kept.
    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Adds a value, unless it is too long, or the source or the page has stated too much.
    pub fn add(&mut self, field: Field, source: Source, value: &str) -> Fallible {
        if value.len() > LONGEST || !self.wanted.has(field) {
            return Ok(());
        }
        let left = &mut self.left[usize::from(field.is_naming())];
        let Some(rest) = left.checked_sub(value.len()) else {
            return Ok(());
        };
        *left = rest;
        let value = value.trim();
        if value.is_empty() {
            return Ok(());
        }
        let values = self.values.entry((field, source)).or_default();
        if values.len() < MOST {
            values.try_push(try_to_owned(value)?)?;
        }
        Ok(())
    }

    /// Takes the values of a field from a source away.
    pub fn take(&mut self, field: Field, source: Source) -> Vec<String> {
        self.values.remove(&(field, source)).unwrap_or_default()
    }

    /// Returns the values of a field from a source, in document order.
    pub fn of(&self, field: Field, source: Source) -> impl Iterator<Item = &str> {
        let values = self.values.get(&(field, source));
        values.into_iter().flatten().map(String::as_str)
    }

    /// Returns the values of a field, those of the most trusted source first.
    pub fn trusted(&self, field: Field) -> impl Iterator<Item = (Source, &str)> {
        self.by_trust(field, field.trusted())
    }

    /// Returns what is read of the first value of a field, by trust, of which anything is.
    pub fn first<T>(&self, field: Field, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.trusted(field).inspect(|_| interrupts::check()).find_map(|(_, value)| read(value))
    }

    /// Returns the values of a field from several sources, in the order of the sources.
    pub fn by_trust<'s>(&'s self, field: Field, sources: &'s [Source]) -> impl Iterator<Item = (Source, &'s str)> {
        let values = move |source: Source| self.of(field, source).map(move |value| (source, value));
        sources.iter().copied().flat_map(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_bounded_and_come_in_the_order_of_sources() {
        let mut statements = Statements::of_page(0, Wanted::All);
        for n in 0..1000 {
            statements.add(Field::Tag, Source::Meta, &n.to_string()).unwrap();
        }
        statements.add(Field::Tag, Source::JsonLd, " a ").unwrap();
        statements.add(Field::Tag, Source::Twitter, &"x".repeat(LONGEST + 1)).unwrap();
        statements.add(Field::Tag, Source::Twitter, " ").unwrap();
        let sources = [Source::Twitter, Source::JsonLd, Source::Meta];
        let tags: Vec<_> = statements.by_trust(Field::Tag, &sources).collect();
        assert_eq!(tags.len(), MOST + 1);
        assert_eq!(tags[..2], [(Source::JsonLd, "a"), (Source::Meta, "0")]);
    }

    #[test]
    fn values_are_read_within_a_budget() {
        let mut statements = Statements::of_page(1, Wanted::All);
        let spaces = " ".repeat(LONGEST);
        for _ in 0..=allowance(1, 16 << 20, 16) / LONGEST {
            statements.add(Field::Tag, Source::Meta, &spaces).unwrap();
        }
        statements.add(Field::Tag, Source::Meta, &"x".repeat(20)).unwrap();
        assert_eq!(statements.of(Field::Tag, Source::Meta).count(), 0);
    }
}
