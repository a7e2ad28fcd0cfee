//! A feed's elements, one by one, made into entries.

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};
use url::Url;

use super::fields::{self, Field};
use super::markup::{self, Form};
use super::{Entry, Kind, date};
use crate::interrupts::{CHECK_BYTES, Countdown};
use crate::memory::{OutOfMemory, TryPush, ask_for, try_to_owned};
use crate::page::{Limits, PageError};
use crate::render::link_target::{LinkResolver, LinkTarget};
use crate::texts::references::decode;

/// The longest attribute and the longest date or identifier that is read, in bytes.
const LONGEST: usize = 64 * 1024;

/// An element whose text is read.
struct Open<'x> {
    name: &'x str,
    field: Field,
    form: Form,
    /// Where its content begins.
    start: usize,
    /// Elements of the same name in it that are open.
    same: usize,
    /// A `guid` that is an address.
    is_address: bool,
}

/// An entry that is being read.
struct Draft<'x> {
    name: &'x str,
    depth: usize,
    /// The base before its `xml:base`, if it has one.
    base: Option<Option<Url>>,
    entry: Entry,
    updated: Option<i64>,
    /// The address of a `guid`, if there is no other.
    address: Option<String>,
    /// How good the address of a `<link>` with attributes is: 2 for a page, 1 for anything else.
    rank: u8,
    has_content: bool,
}

pub struct Reader<'x> {
    xml: &'x str,
    limits: &'x Limits,
    resolver: LinkResolver,
    /// What the feed has, and the prefix of its root's name.
    root: Option<(Kind, &'x str)>,
    depth: usize,
    draft: Option<Draft<'x>>,
    open: Option<Open<'x>>,
    entries: Vec<Entry>,
}

/// Returns the prefix of a name, or `""`, and the name without it.
fn parts(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

/// Returns an attribute's value by its whole name.
fn attribute<'s>(element: &'s BytesStart<'_>, name: &str) -> Result<Option<Cow<'s, str>>, OutOfMemory> {
    let mut countdown = Countdown::new(CHECK_BYTES);
    for attribute in element.html_attributes().with_checks(false) {
        // What is no attribute ends them.
        let Ok(attribute) = attribute else {
            break;
        };
        countdown.charge(attribute.value.len() + 8);
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
            root: None,
            depth: 0,
            draft: None,
            open: None,
            entries: Vec::new(),
        }
    }

    /// Reads up to the end, or to what is no XML at all. An entry that is not complete there is left out.
    pub fn run(mut self) -> Result<Vec<Entry>, PageError> {
        let mut xml = quick_xml::Reader::from_str(self.xml);
        let config = xml.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        let mut countdown = Countdown::new(CHECK_BYTES);
        loop {
            let before = xml.buffer_position() as usize;
            let Ok(event) = xml.read_event() else {
                break;
            };
            let after = xml.buffer_position() as usize;
            countdown.charge(after.saturating_sub(before));
            match event {
                Event::Start(element) => {
                    self.depth += 1;
                    let name = self.name(before + 1, element.name().0);
                    if !self.start(name, &element, after)? {
                        break;
                    }
                }
                Event::Empty(element) => {
                    self.depth += 1;
                    let name = self.name(before + 1, element.name().0);
                    if !self.start(name, &element, after)? {
                        break;
                    }
                    self.end(name, after)?;
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
    fn start(&mut self, name: &'x str, element: &BytesStart<'_>, at: usize) -> Result<bool, PageError> {
        if let Some(open) = &mut self.open {
            // An entry within a text: the text was never closed, nor the entry before.
            if open.form == Form::Markup || self.draft.as_ref().is_none_or(|draft| draft.name != name) {
                open.same += usize::from(open.name == name);
                return Ok(true);
            }
            self.open = None;
        }
        let (prefix, local) = parts(name);
        let is = |known: &str| local.eq_ignore_ascii_case(known);
        let Some((kind, root_prefix)) = self.root else {
            let kind = match () {
                () if is("rss") || is("rdf") || is("channel") => Kind::Item,
                () if is("feed") => Kind::Entry,
                () if is("urlset") => Kind::Url,
                () if is("sitemapindex") => Kind::Sitemap,
                () => return Ok(false),
            };
            self.root = Some((kind, prefix));
            self.rebase(element)?;
            return Ok(true);
        };
        if is(kind.name()) && (prefix.is_empty() || prefix == root_prefix) {
            // The one before was never closed.
            self.finish()?;
            return self.begin(kind, name, element).map(|()| true);
        }
        if let Some(draft) = &self.draft {
            let is_own = self.depth == draft.depth + 1 || prefix.eq_ignore_ascii_case("news");
            let prefix = if prefix == parts(draft.name).0 { "" } else { prefix };
            // Atom within RSS: `<atom:link href>`, `<a10:updated>`.
            let prefix = if matches!(prefix, "atom" | "a10") { "" } else { prefix };
            if let Some(field) = fields::of(prefix, local).filter(|_| is_own) {
                self.field(field, name, element, at)?;
            }
        } else if is("channel") {
            self.rebase(element)?;
        }
        Ok(true)
    }

    /// Takes an element's `xml:base`. Returns the base before.
    fn rebase(&mut self, element: &BytesStart<'_>) -> Result<Option<Option<Url>>, OutOfMemory> {
        Ok(attribute(element, "xml:base")?.map(|base| self.resolver.rebase(&base)))
    }

    fn begin(&mut self, kind: Kind, name: &'x str, element: &BytesStart<'_>) -> Result<(), PageError> {
        let id = match kind {
            Kind::Item => attribute(element, "rdf:about")?.map(|id| try_to_owned(id.trim())).transpose()?,
            _ => None,
        };
        let before = self.rebase(element)?;
        self.draft = Some(Draft {
            name,
            depth: self.depth,
            base: before,
            entry: Entry {
                kind,
                url: None,
                title: None,
                published: None,
                text: None,
                id: id.filter(|id| !id.is_empty()),
            },
            updated: None,
            address: None,
            rank: 0,
            has_content: false,
        });
        Ok(())
    }

    fn field(&mut self, field: Field, name: &'x str, element: &BytesStart<'_>, at: usize) -> Result<(), PageError> {
        if field == Field::Link
            && let Some(href) = attribute(element, "href")?
        {
            let rel = attribute(element, "rel")?;
            let kind = attribute(element, "type")?;
            let is_page =
                kind.is_none_or(|kind| kind.trim().eq_ignore_ascii_case("text/html") || kind.contains("xhtml"));
            let is_entry = rel.is_none_or(|rel| rel.trim().eq_ignore_ascii_case("alternate"));
            let rank = if is_entry { 1 + u8::from(is_page) } else { 0 };
            self.link(&href, rank)?;
            return Ok(());
        }
        let is_atom = self.root.is_some_and(|(kind, _)| kind == Kind::Entry);
        let form =
            fields::form(is_atom, attribute(element, "type")?.as_deref(), attribute(element, "mode")?.as_deref());
        let is_address = attribute(element, "isPermaLink")?.is_none_or(|is| !is.trim().eq_ignore_ascii_case("false"));
        self.open = Some(Open {
            name,
            field,
            form,
            start: at,
            same: 0,
            is_address,
        });
        Ok(())
    }

    /// Reads the end of an element, which begins at `at`.
    fn end(&mut self, name: &str, at: usize) -> Result<(), PageError> {
        let closes_entry = self.draft.as_ref().is_some_and(|draft| draft.name == name);
        match &mut self.open {
            Some(open) if open.name == name && open.same > 0 => open.same -= 1,
            Some(open) if open.name == name => {
                if let Some(open) = self.open.take() {
                    self.close(&open, at)?;
                }
                // Elements within that were never closed, such as `<br>`.
                if let Some(draft) = &self.draft {
                    self.depth = draft.depth + 1;
                }
            }
            Some(_) if !closes_entry => {}
            _ => {
                if closes_entry {
                    self.open = None;
                    self.depth = self.draft.as_ref().map_or(1, |draft| draft.depth);
                    self.finish()?;
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }

    /// Takes the content of an element. Of several that state the same, the first counts.
    fn close(&mut self, open: &Open<'x>, at: usize) -> Result<(), PageError> {
        let xml = self.xml.get(open.start..at).unwrap_or("");
        let Some(draft) = &mut self.draft else {
            return Ok(());
        };
        let is_short = xml.len() <= LONGEST;
        match open.field {
            Field::Title if draft.entry.title.is_none() => {
                draft.entry.title = markup::line(xml, open.form, self.limits)?;
            }
            Field::Content | Field::Summary => {
                let is_content = open.field == Field::Content;
                if draft.entry.text.is_none() || (is_content && !draft.has_content) {
                    let text = markup::text(xml, open.form, self.limits)?;
                    draft.has_content |= is_content && text.is_some();
                    draft.entry.text = text.or(draft.entry.text.take());
                }
            }
            Field::Published if draft.entry.published.is_none() && is_short => {
                draft.entry.published = markup::value(xml)?.and_then(|date| date::instant(&date));
            }
            Field::Updated if draft.updated.is_none() && is_short => {
                draft.updated = markup::value(xml)?.and_then(|date| date::instant(&date));
            }
            Field::Guid | Field::Id if is_short => {
                let value = markup::value(xml)?;
                if open.field == Field::Guid && open.is_address && draft.address.is_none() {
                    draft.address = value.as_deref().map(try_to_owned).transpose()?;
                }
                if draft.entry.id.is_none() {
                    draft.entry.id = value;
                }
            }
            Field::Link if is_short => {
                if let Some(address) = markup::value(xml)? {
                    self.link(&address, 3)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes an address of the entry, if it is better than the one before.
    fn link(&mut self, written: &str, rank: u8) -> Result<(), PageError> {
        if let Some(draft) = &mut self.draft
            && rank > draft.rank
            && let Some(address) = resolved(&mut self.resolver, written)?
        {
            draft.entry.url = Some(address);
            draft.rank = rank;
        }
        Ok(())
    }

    /// Completes the entry.
    fn finish(&mut self) -> Result<(), PageError> {
        let Some(mut draft) = self.draft.take() else {
            return Ok(());
        };
        self.open = None;
        if draft.entry.url.is_none()
            && let Some(address) = draft.address.filter(|address| Url::parse(address).is_ok())
        {
            draft.entry.url = resolved(&mut self.resolver, &address)?;
        }
        if let Some(base) = draft.base {
            self.resolver.restore(base);
        }
        draft.entry.published = draft.entry.published.or(draft.updated);
        let Entry {
            url,
            title,
            published,
            text,
            id,
            ..
        } = &draft.entry;
        let states_something =
            url.is_some() || title.is_some() || published.is_some() || text.is_some() || id.is_some();
        if states_something {
            self.entries.try_push(draft.entry)?;
        }
        Ok(())
    }
}

/// Returns an address, resolved if it can be; `None` for one that would run something.
fn resolved(resolver: &mut LinkResolver, written: &str) -> Result<Option<String>, PageError> {
    // The budget is larger than all addresses of the feed.
    let target = resolver.link(written).map_err(|_| PageError::OutOfMemory)?;
    Ok(target.map(LinkTarget::into_string))
}
