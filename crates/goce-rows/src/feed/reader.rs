//! A feed's elements, one by one, made into entries.

use crate::prelude::*;
use quick_xml::events::{BytesStart, Event};
use url::Url;

use super::draft::Draft;
use super::fields::{self, Field};
use super::markup::{self, Form};
use super::vocabularies::{OTHER, OWN, Vocabularies, attributes, parts};
use super::{Entry, Kind, Parsed};
use goce_core::page::{Limits, PageError};
use goce_core::texts::references::decode;

/// The longest attribute, address, date or identifier that is read, in bytes.
pub const LONGEST: usize = 64 * 1024;

/// The roots of feeds, with what they have.
const ROOTS: [(&str, Kind); 7] = [
    ("rss", Kind::Item),
    ("rdf", Kind::Item),
    ("channel", Kind::Item),
    ("feed", Kind::Entry),
    ("urlset", Kind::Url),
    ("sitemapindex", Kind::Sitemap),
    ("opml", Kind::Outline),
];

/// An element whose text is read.
struct Open<'x> {
    name: &'x str,
    field: Field,
    rank: u8,
    form: Form,
    /// Where its content begins.
    start: usize,
    /// Elements of the same name in it that are open.
    same: usize,
    /// How deep the element is.
    depth: usize,
}

/// An entry's element.
struct OpenEntry<'x> {
    kind: Kind,
    name: &'x str,
    depth: usize,
    /// The base before its `xml:base`, if it has one.
    base: Option<Option<Url>>,
    draft: Draft,
}

pub struct Reader<'x> {
    xml: &'x str,
    limits: &'x Limits,
    resolver: LinkResolver,
    /// What the feed has, by its root.
    kind: Option<Kind>,
    vocabularies: Vocabularies,
    depth: usize,
    entry: Option<OpenEntry<'x>>,
    open: Option<Open<'x>>,
    entries: Vec<Entry>,
}

/// Returns an attribute's value by its whole name.
fn attribute<'s>(element: &'s BytesStart<'_>, name: &str) -> Fallible<Option<Cow<'s, str>>> {
    for attribute in attributes(element) {
        if attribute.key.0.eq_ignore_ascii_case(name) && attribute.value.len() <= LONGEST {
            if !attribute.value.contains('&') {
                return Ok(Some(attribute.value));
            }
            ask_for(attribute.value.len())?;
            return Ok(Some(Cow::Owned(decode(&attribute.value))));
        }
    }
    Ok(None)
}

impl<'x> Reader<'x> {
    pub fn new(xml: &'x str, url: Option<&str>, limits: &'x Limits) -> Self {
        Reader {
            xml,
            limits,
            resolver: LinkResolver::of_text(xml.len(), url),
            kind: None,
            vocabularies: Vocabularies::default(),
            depth: 0,
            entry: None,
            open: None,
            entries: Vec::new(),
        }
    }

    /// Reads up to the end, or to what is no XML at all. An entry that is not complete there is left out.
    pub fn run(mut self) -> Parsed<Vec<Entry>> {
        let mut xml = quick_xml::Reader::from_str(self.xml);
        let config = xml.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        let mut countdown = Countdown::default();
        loop {
            let before = xml.buffer_position() as usize;
            let Ok(event) = xml.read_event() else {
                break;
            };
            let after = xml.buffer_position() as usize;
            countdown.charge(after.saturating_sub(before));
            match event {
                Event::Start(ref element) | Event::Empty(ref element) => {
                    self.depth += 1;
                    let name = self.name(before + 1, element.name().0);
                    if !self.start(name, element, after)? {
                        break;
                    }
                    if matches!(event, Event::Empty(_)) {
                        self.end(name, after)?;
                    }
                }
                Event::End(element) => self.end(element.name().0, before)?,
                Event::Eof => break,
                _ => {}
            }
        }
        Ok(self.entries)
    }

    /// Returns a name as a part of the feed, which lives longer than the event.
    fn name(&self, at: usize, name: &str) -> &'x str {
        self.xml.get(at..at + name.len()).filter(|found| *found == name).unwrap_or("")
    }

    /// Reads the start of an element, whose content begins at `at`. Returns `false` if the text is no feed.
    fn start(&mut self, name: &'x str, element: &BytesStart<'_>, at: usize) -> Parsed<bool> {
        if let Some(open) = &mut self.open {
            // An entry within a text: the text was never closed, nor the entry before.
            if open.form == Form::Markup || self.entry.as_ref().is_none_or(|entry| entry.name != name) {
                open.same += usize::from(open.name == name);
                return Ok(true);
            }
            self.open = None;
        }
        self.vocabularies.declare(element, self.depth)?;
        let (prefix, local) = parts(name);
        let is = |known: &str| local.eq_ignore_ascii_case(known);
        let Some(kind) = self.kind else {
            let Some((_, kind)) = ROOTS.into_iter().find(|(root, _)| is(root)) else {
                return Ok(false);
            };
            self.kind = Some(kind);
            self.vocabularies.claim(prefix)?;
            self.rebase(element)?;
            return Ok(true);
        };
        let vocabulary = self.vocabulary(prefix);
        if kind == Kind::Outline {
            if is(kind.name()) {
                self.outline(element)?;
            }
        } else if is(kind.name()) && vocabulary == OWN {
            // The one before was never closed.
            self.finish()?;
            self.begin(kind, name, element)?;
        } else if let Some(entry) = &self.entry {
            let is_own = self.depth == entry.depth + 1 || fields::NESTED.contains(&vocabulary);
            if let Some(field) = fields::named(vocabulary, local).filter(|_| is_own) {
                self.field(field, vocabulary, name, element, at)?;
            }
        } else if is("channel") {
            self.rebase(element)?;
        }
        Ok(true)
    }

    /// Returns the vocabulary of a prefix: by the address that it is declared with, else by the prefix.
    fn vocabulary(&self, prefix: &'x str) -> &'x str {
        match self.vocabularies.named(prefix) {
            Some(OTHER) if prefix.is_empty() => OWN,
            None if self.entry.as_ref().is_some_and(|entry| parts(entry.name).0 == prefix) => OWN,
            // Atom within RSS: `<atom:link href>`, `<a10:updated>`.
            None if matches!(prefix, "atom" | "a10") => OWN,
            None => prefix,
            Some(known) => known,
        }
    }

    /// Takes an outline of OPML that has an address.
    fn outline(&mut self, element: &BytesStart<'_>) -> Parsed {
        let mut draft = Draft::default();
        for (name, field, rank) in fields::OUTLINE {
            if field != Field::Link && draft.url.value.is_none() {
                return Ok(());
            }
            if let Some(value) = attribute(element, name)? {
                draft.state((field, rank), &value, false, &mut self.resolver, self.limits)?;
            }
        }
        Ok(self.entries.try_extend(draft.into_entry(Kind::Outline))?)
    }

    /// Takes an element's `xml:base`. Returns the base before.
    fn rebase(&mut self, element: &BytesStart<'_>) -> Fallible<Option<Option<Url>>> {
        Ok(attribute(element, "xml:base")?.map(|base| self.resolver.rebase(&base)))
    }

    fn begin(&mut self, kind: Kind, name: &'x str, element: &BytesStart<'_>) -> Parsed {
        let id = match kind {
            Kind::Item => attribute(element, "rdf:about")?.map(|id| try_to_owned(id.trim())).transpose()?,
            _ => None,
        };
        self.entry = Some(OpenEntry {
            kind,
            name,
            depth: self.depth,
            base: self.rebase(element)?,
            draft: Draft {
                id: id.filter(|id| !id.is_empty()),
                ..Draft::default()
            },
        });
        Ok(())
    }

    fn field(
        &mut self,
        (field, rank): (Field, u8),
        vocabulary: &str,
        name: &'x str,
        element: &BytesStart<'_>,
        at: usize,
    ) -> Parsed {
        if field == Field::Link
            && let Some(OpenEntry { draft, .. }) = &mut self.entry
        {
            let rel = attribute(element, "rel")?;
            let is_entry = rel.is_none_or(|rel| rel.trim().eq_ignore_ascii_case("alternate"));
            if let Some(href) = attribute(element, "href")? {
                let kind = attribute(element, "type")?;
                let is_page =
                    kind.is_none_or(|kind| kind.trim().eq_ignore_ascii_case("text/html") || kind.contains("xhtml"));
                let rank = if is_entry { 2 + u8::from(is_page) } else { 0 };
                return draft.url.take(rank, || resolved(&mut self.resolver, &href));
            }
            // What stands within is the address of something else.
            if !is_entry {
                return Ok(());
            }
        }
        let is_of_atom = vocabulary == OWN && self.kind == Some(Kind::Entry);
        let kind = attribute(element, "type")?;
        let form = fields::form(is_of_atom, kind.as_deref(), attribute(element, "mode")?.as_deref());
        let is_no_address =
            attribute(element, "isPermaLink")?.is_some_and(|is| is.trim().eq_ignore_ascii_case("false"));
        self.open = Some(Open {
            name,
            field: if field == Field::Guid && is_no_address {
                Field::Id
            } else {
                field
            },
            rank,
            form,
            start: at,
            same: 0,
            depth: self.depth,
        });
        Ok(())
    }

    /// Reads the end of an element, which begins at `at`.
    fn end(&mut self, name: &str, at: usize) -> Parsed {
        let closes_entry = self.entry.as_ref().is_some_and(|entry| entry.name == name);
        match &mut self.open {
            Some(open) if open.name == name && open.same > 0 => open.same -= 1,
            Some(open) if open.name == name => {
                if let Some(open) = self.open.take() {
                    self.close(&open, at)?;
                    // Elements within may never have been closed, such as `<br>`.
                    self.depth = open.depth;
                }
            }
            _ if closes_entry => {
                self.open = None;
                self.depth = self.entry.as_ref().map_or(1, |entry| entry.depth);
                self.finish()?;
            }
            _ => {}
        }
        self.depth = self.depth.saturating_sub(1);
        self.vocabularies.leave(self.depth);
        Ok(())
    }

    /// Takes the content of an element.
    fn close(&mut self, open: &Open<'x>, at: usize) -> Parsed {
        let xml = self.xml.get(open.start..at).unwrap_or("");
        let Some(OpenEntry { draft, .. }) = &mut self.entry else {
            return Ok(());
        };
        let Open { field, rank, form, .. } = *open;
        match field {
            Field::Title => draft.title.take(rank, || markup::line(xml, form, self.limits)),
            Field::Text => draft.text.take(rank, || markup::text(xml, form, self.limits)),
            _ if xml.len() > LONGEST => Ok(()),
            _ => match markup::value(xml)? {
                Some(value) => draft.state((field, rank), &value, false, &mut self.resolver, self.limits),
                None => Ok(()),
            },
        }
    }

    /// Completes the entry.
    fn finish(&mut self) -> Parsed {
        let Some(OpenEntry {
            kind, mut draft, base, ..
        }) = self.entry.take()
        else {
            return Ok(());
        };
        self.open = None;
        draft.take_address(&mut self.resolver)?;
        if let Some(base) = base {
            self.resolver.restore(base);
        }
        Ok(self.entries.try_extend(draft.into_entry(kind))?)
    }
}

/// Returns an address, resolved if it can be; `None` for one that would run something.
pub fn resolved(resolver: &mut LinkResolver, written: &str) -> Parsed<Option<String>> {
    // The budget is larger than all addresses of the feed.
    let target = resolver.link(written).map_err(|_| PageError::OutOfMemory)?;
    Ok(target.map(LinkTarget::into_string))
}
