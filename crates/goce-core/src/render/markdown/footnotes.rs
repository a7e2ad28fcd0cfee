//! Footnotes: the links that refer to a note in the content, and the elements that are the notes.
//!
//! A reference is a link in `<sup>` or around it, or one whose address or attributes name a note. Its text is a number,
//! a letter or one or two short words, alone or in brackets. A number behind a text may have any address, if the note
//! leads back to it. Its note is the block-level element with that `id`, or that such an element begins, or the one
//! behind a heading, term or cell that is only the label. The note stands in no list but its own, in no quotation,
//! table of data or other note. Notes and labels belong together one to one. Any other such link stays a link.
//!
//! A note is written without the label that it begins with, and without the links back to its references.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::areas::start_of_name;
use crate::element_names::Meaning;
use crate::html::{Name, names};
use crate::page::{Node, Page, Tag};
use crate::prelude::*;
use crate::render::walk::Content;
use crate::texts::words::words;

use super::table::{FREE_PLACES, Table};

/// The most characters of a label.
const LONGEST_LABEL: usize = 16;

/// The levels above the target of a reference in which its note is looked for.
const LEVELS: usize = 4;

/// The nodes in which a reference or a label is looked for.
const NODES: usize = 32;

/// The footnotes of some content.
#[derive(Debug, Default)]
pub struct Footnotes {
    labels: Vec<String>,
    /// For the position of each reference the number of its note.
    references: HashMap<usize, u32>,
    /// For the position of each note its number.
    notes: HashMap<usize, u32>,
    /// The nodes of each note, in document order.
    extents: Vec<Range<usize>>,
    /// For the position of each text that begins with the label of its note the bytes that are left out.
    label_texts: HashMap<usize, usize>,
    /// The links from notes back to their references.
    back_links: HashSet<usize>,
}

impl Footnotes {
    pub fn of(content: &Content<'_>) -> Fallible<Self> {
        let page = content.page();
        let mut found: Vec<(usize, Reference<'_>)> = Vec::new();
        for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
            if node.tag() == Tag::A
                && content.takes(&page.subtree(position))
                && let Some(reference) = reference(page, position)
            {
                found.try_push((position, reference))?;
            }
        }
        let mut notes = Footnotes::default();
        if found.is_empty() {
            return Ok(notes);
        }
        // The mark of a note may have been left out.
        let mut targets: HashMap<&str, usize> = HashMap::new();
        for position in (0..page.nodes().len()).checking(CHECK_EVERY) {
            // By the HTML standard any element with an id, and `<a>` by its name.
            let read = [names::ID, names::NAME];
            let read = read.into_iter().take(if page.tag(position) == Tag::A { 2 } else { 1 });
            for id in read.filter_map(|name| page.attribute(position, name)) {
                targets.try_reserve(1)?;
                targets.entry(id).or_insert(position);
            }
        }
        // A note without words is not written.
        let mut texts = Vec::new();
        let has_words = |&text: &usize| words(page.text_at(text)).next().is_some();
        texts.try_extend(content.texts().checking(CHECK_EVERY).filter(has_words))?;
        let has_words = |note: usize| {
            let extent = page.subtree(note);
            let before = texts.partition_point(|text| *text < extent.start);
            texts.get(before).is_some_and(|text| *text < extent.end)
        };
        // The note of each label, and for each table around a note whether it holds data.
        let mut owners: HashMap<String, usize> = HashMap::new();
        let mut tables: HashMap<usize, bool> = HashMap::new();
        for (position, reference) in found.into_iter().checking(CHECK_EVERY) {
            let Reference { target, label, is_sure } = reference;
            let Some(note) = targets.get(target).and_then(|&target| note_at(page, target, position)) else {
                continue;
            };
            let leads_back = || {
                let links = page.subtree(note).take(NODES).filter(|&node| page.tag(node) == Tag::A);
                let mut back = links.filter_map(|link| targets.get(fragment(page.attribute(link, names::HREF)?)?));
                back.any(|&mark| marked_by(page, mark).contains(&position))
            };
            let may_be = stands_free(page, note) && has_words(note) && !page.subtree(note).contains(&position);
            if !may_be || !is_sure && !leads_back() {
                continue;
            }
            if let Some(table) = page.around(note).find(|&around| page.tag(around) == Tag::Table) {
                tables.try_reserve(1)?;
                let is_data = match tables.entry(table) {
                    Entry::Occupied(known) => *known.get(),
                    // Where the writer has fewer places left than this, fewer tables are data.
                    Entry::Vacant(new) => *new.insert(Table::of(content, table, &mut { FREE_PLACES })?.is_some()),
                };
                if is_data {
                    continue;
                }
            }
            owners.try_reserve(1)?;
            if *owners.entry(label.clone()).or_insert(note) != note {
                continue;
            }
            let next = notes.labels.len() as u32;
            notes.notes.try_reserve(1)?;
            let number = *notes.notes.entry(note).or_insert(next);
            if number == next {
                notes.labels.try_push(label.clone())?;
            }
            if notes.labels.get(number as usize) == Some(&label) {
                notes.references.try_reserve(1)?;
                notes.references.insert(position, number);
            }
        }
        notes.leave_out_inner(page)?;
        notes.leave_out_brackets(page)?;
        notes.leave_out_labels(page)?;
        notes.find_back_links(page, &targets)?;
        Ok(notes)
    }

    /// Finds the brackets around references: Asciidoctor has them beside the link.
    fn leave_out_brackets(&mut self, page: &Page) -> Fallible {
        for &reference in self.references.keys().checking(CHECK_EVERY) {
            let behind = page.subtree(reference).end;
            let is = |position: usize, sign: &str| {
                let is_beside = |node: &Node| node.tag() == Tag::Text && node.parent() == page.parent(reference);
                page.nodes().get(position).is_some_and(is_beside) && page.text_at(position) == sign
            };
            if is(reference - 1, "[") && is(behind, "]") {
                self.label_texts.try_reserve(2)?;
                self.label_texts.extend([(reference - 1, 1), (behind, 1)]);
            }
        }
        Ok(())
    }

    /// Finds the label that each note begins with, in it or in the heading before it.
    fn leave_out_labels(&mut self, page: &Page) -> Fallible {
        for extent in &self.extents {
            let Some(label) = self.notes.get(&extent.start).and_then(|&number| self.labels.get(number as usize)) else {
                continue;
            };
            let before = label_before(page, extent.start);
            if let Some(before) = before.filter(|&before| has_noted_word(page, before)) {
                let texts = (before..extent.start).take(NODES).filter(|&position| page.tag(position) == Tag::Text);
                self.label_texts.try_reserve(NODES)?;
                self.label_texts.extend(texts.map(|position| (position, page.text_at(position).len())));
                continue;
            }
            let texts = before.unwrap_or(extent.start)..extent.end;
            let mut pattern = LabelPattern {
                rest: label,
                has_failed: false,
            };
            // A label has no more texts.
            let mut found: [Option<(usize, usize)>; 4] = [None; 4];
            let texts = texts.take(NODES).filter(|&position| page.tag(position) == Tag::Text);
            for (place, position) in found.iter_mut().zip(texts) {
                let text = page.text_at(position);
                let length = pattern.length_in(text);
                *place = Some((position, length));
                if length < text.len() || pattern.has_failed {
                    break;
                }
            }
            let is_sign =
                |(position, _): &(usize, usize)| page.text_at(*position).chars().all(|c| matches!(c, '^' | '\u{2191}'));
            self.label_texts.try_reserve(found.len())?;
            if pattern.rest.is_empty() && !pattern.has_failed {
                self.label_texts.extend(found.into_iter().flatten());
            } else {
                // Wikipedia has one before several links back.
                self.label_texts.extend(found[0].filter(is_sign));
            }
        }
        Ok(())
    }

    /// Finds the links in notes that lead to a reference or to the element around it.
    fn find_back_links(&mut self, page: &Page, targets: &HashMap<&str, usize>) -> Fallible {
        for extent in &self.extents {
            for position in extent.clone().checking(CHECK_EVERY) {
                if page.tag(position) != Tag::A {
                    continue;
                }
                let Some(target) = page.attribute(position, names::HREF).and_then(fragment) else {
                    continue;
                };
                let text = page.text_at(position);
                let leads_back = |&mark: &usize| {
                    let mut around = marked_by(page, mark);
                    !around.contains(&extent.start) && around.any(|node| self.references.contains_key(&node))
                };
                let is_short = text.len() <= LONGEST_LABEL;
                if words(text).next().is_none() || is_short && targets.get(target).is_some_and(leads_back) {
                    self.back_links.try_reserve(1)?;
                    self.back_links.insert(position);
                }
            }
        }
        Ok(())
    }

    /// Returns the bytes at the start of a text that are the label of the note that it begins.
    pub fn label_length(&self, text: usize) -> usize {
        self.label_texts.get(&text).copied().unwrap_or(0)
    }

    /// Returns `true` for a link from a note back to its reference.
    pub fn is_back_link(&self, position: usize) -> bool {
        self.back_links.contains(&position)
    }

    /// Removes the notes within other notes.
    fn leave_out_inner(&mut self, page: &Page) -> Fallible {
        let mut positions: Vec<usize> = Vec::new();
        positions.try_extend(self.notes.keys().copied())?;
        interrupts::check();
        positions.sort_unstable();
        let mut inner: HashSet<u32> = HashSet::new();
        for position in positions.into_iter().checking(CHECK_EVERY) {
            if self.extents.last().is_some_and(|note| position < note.end) {
                inner.try_reserve(1)?;
                inner.extend(self.notes.remove(&position));
            } else {
                self.extents.try_push(page.subtree(position))?;
            }
        }
        let mut work = Countdown::new(CHECK_EVERY);
        self.references.retain(|_, to| {
            work.charge(1);
            !inner.contains(to)
        });
        Ok(())
    }

    /// Returns the number of the note that the link at a position refers to.
    pub fn reference_at(&self, position: usize) -> Option<u32> {
        self.references.get(&position).copied()
    }

    /// Returns the label of a note.
    pub fn label(&self, number: u32) -> &str {
        &self.labels[number as usize]
    }

    /// Returns the label of the note that is the element at a position.
    pub fn label_of(&self, position: usize) -> Option<&str> {
        self.notes.get(&position).map(|&number| self.label(number))
    }
}

/// A link that looks like a reference to a note.
struct Reference<'p> {
    /// The `id` that it leads to.
    target: &'p str,
    label: String,
    /// It is one even if the note does not lead back.
    is_sure: bool,
}

/// Returns the small element with the `id` of a reference, or the one behind an empty mark; nothing for a larger one.
fn marked_by(page: &Page, mark: usize) -> Range<usize> {
    let mut nodes = page.subtree(mark);
    if page.text_of(nodes.clone()).is_empty() && nodes.end < page.nodes().len() {
        nodes.end = page.subtree(nodes.end).end;
    }
    if nodes.len() <= NODES { nodes } else { mark..mark }
}

/// Returns the reference that a link looks like.
fn reference(page: &Page, position: usize) -> Option<Reference<'_>> {
    let element = page.element(position)?;
    let href = element.attr(names::HREF).filter(|href| href.len() <= 1024)?.trim();
    let target = fragment(href)?;
    let is_sup = |position: usize| page.element(position).is_some_and(|element| element.name() == "sup");
    // The whole link may be in it, or it in the link.
    let in_sup = || {
        let parent = page.parent(position);
        let inside = page.subtree(position).skip(1).take(LEVELS).find(|&inner| is_sup(inner));
        is_sup(parent)
            || is_sup(page.parent(parent))
            || inside.is_some_and(|sup| page.text_at(sup) == page.text_at(position))
    };
    let says_so = |name: Name| {
        let value = start_of_name(element.attr(name).unwrap_or(""));
        ["noteref", "footnote", "fnref"].iter().any(|word| value.contains(word))
    };
    let is_sure = names_note(target)
        || href.starts_with('#') && in_sup()
        || [names::ROLE, names::CLASS, names::REL].into_iter().any(says_so);
    if target.is_empty() {
        return None;
    }
    let text = page.text_at(position);
    if text.chars().nth(LONGEST_LABEL).is_some() {
        return None;
    }
    let bare = text.trim_matches(['[', ']', '(', ')', '*', '.']).trim();
    let label = label_of(bare)?;
    // The number of a chapter or a line begins its block.
    let is_number_behind_text = || {
        let before = page.around(position).find(|&around| page.tag(around).is_block());
        label.chars().all(char::is_numeric) && before.is_some_and(|block| !page.text_of(block..position).is_empty())
    };
    (is_sure || is_number_behind_text()).then_some(Reference { target, label, is_sure })
}

/// Returns the label of a text: its word or its two words, or a number with words before it. Wikipedia has groups of notes:
/// "note 1", "Anm. 1", "chú thích 1".
fn label_of(text: &str) -> Option<String> {
    let found: Vec<&str> = words(text).take(4).collect();
    let between = text.len() - found.iter().map(|word| word.len()).sum::<usize>();
    let is_of_words = || text.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || c == '.');
    let fits = match found.len() {
        count @ (1 | 2) if between + 1 == count => true,
        2 | 3 => text.ends_with(|c: char| c.is_ascii_digit()) && is_of_words(),
        _ => false,
    };
    fits.then(|| found.join("-"))
}

/// Returns the `id` that an address names, if that may be of this page: one that begins with it, or one with the name of a
/// note.
fn fragment(href: &str) -> Option<&str> {
    let (page, fragment) = href.trim().split_once('#')?;
    (page.is_empty() || names_note(fragment)).then_some(fragment)
}

/// Returns `true` for the `id` of a note: `easy-footnote-bottom-1` too, and `Footnote_1` of Project Gutenberg.
fn names_note(id: &str) -> bool {
    let id = start_of_name(id);
    let has_number = || id.contains(|c: char| c.is_ascii_digit());
    Meaning::Footnote.behind(id).is_some()
        || has_number() && ["footnote", "Footnote"].iter().any(|word| id.contains(word))
}

/// Returns the note that a link leads to, if an element at a position is its target.
fn note_at(page: &Page, target: usize, reference: usize) -> Option<usize> {
    // Docutils had a table for each note.
    let mut at = match page.tag(target) {
        Tag::Table => page.subtree(target).take(NODES).find(|&node| page.tag(node) == Tag::Td)?,
        _ => target,
    };
    for _ in 0..LEVELS {
        let tag = page.tag(at);
        if may_be_note(tag) {
            // Springer names the first paragraph of an item.
            let around = page.parent(at);
            let is_of_item = page.tag(around) == Tag::Li && page.text_of(around..at).is_empty();
            // A link back would have the paragraph for a note that its reference begins.
            return (at == target || reference < at).then_some(if is_of_item { around } else { at });
        }
        if may_be_label(tag) || tag == Tag::Td {
            let behind = page.subtree(at).end;
            let is_note = behind < page.nodes().len() && is_label(page, at, behind);
            return (is_note && reference < at).then_some(behind);
        }
        let parent = page.parent(at);
        // EUR-Lex has brackets around the mark.
        if parent == at || words(page.text_of(parent..at)).next().is_some() {
            return None;
        }
        // An empty mark may stand before the note.
        let behind = page.subtree(at).end;
        if at == target
            && page.text_of(at..behind).is_empty()
            && page.nodes().get(behind).is_some_and(|node| node.parent() == parent && may_be_note(node.tag()))
        {
            return (reference < at).then_some(behind);
        }
        at = parent;
    }
    None
}

/// Returns the heading, term or cell before a note that is only its label.
fn label_before(page: &Page, note: usize) -> Option<usize> {
    let before = note.checked_sub(1)?;
    let mut around = std::iter::once(before).chain(page.around(before)).take(LEVELS + 1);
    around.find(|&at| page.subtree(at).end == note && is_label(page, at, note))
}

/// Returns `true` if an element is only the label of the note behind it.
fn is_label(page: &Page, at: usize, note: usize) -> bool {
    let (tag, of_note) = (page.tag(at), page.tag(note));
    (page.text_at(at).len() <= LONGEST_LABEL || has_noted_word(page, at))
        && (may_be_label(tag) && may_be_note(of_note) || (tag, of_note) == (Tag::Td, Tag::Td))
}

/// Returns `true` for a term of LaTeX2HTML, which has the word that its note is on: "... Paris".
fn has_noted_word(page: &Page, at: usize) -> bool {
    page.tag(at) == Tag::Dt && page.text_at(at).starts_with("...")
}

/// Returns `true` for a heading or a term, which may be only the label of a note.
fn may_be_label(tag: Tag) -> bool {
    tag.heading_level().is_some() || tag == Tag::Dt
}

/// The label of a note at its start: signs, the label, signs.
struct LabelPattern<'l> {
    rest: &'l str,
    has_failed: bool,
}

impl LabelPattern<'_> {
    /// Returns the bytes at the start of the next text that belong to it.
    fn length_in(&mut self, text: &str) -> usize {
        let mut rest = text;
        if !self.rest.is_empty() {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "[(*^\u{2191}".contains(c));
            if rest.is_empty() {
                return text.len();
            }
            let Some(behind) = rest.strip_prefix(self.rest) else {
                self.has_failed = true;
                return 0;
            };
            // "1" does not begin "12".
            self.has_failed = behind.starts_with(char::is_alphanumeric);
            self.rest = "";
            rest = behind;
        }
        let behind = rest.trim_start_matches(|c: char| c.is_whitespace() || "]).:".contains(c));
        text.len() - behind.len()
    }
}

fn may_be_note(tag: Tag) -> bool {
    matches!(tag, Tag::Li | Tag::P | Tag::Div | Tag::Aside | Tag::Dd | Tag::Section)
}

/// Returns `true` if an element stands in no list but its own and in no quotation.
fn stands_free(page: &Page, position: usize) -> bool {
    let is_item = matches!(page.tag(position), Tag::Li | Tag::Dd);
    let mut lists = 0;
    for tag in page.around(position).map(|around| page.tag(around)) {
        match tag {
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir | Tag::Dl => lists += 1,
            Tag::Li | Tag::Dd | Tag::Dt | Tag::Blockquote | Tag::Caption | Tag::Pre => return false,
            tag if tag.heading_level().is_some() => return false,
            _ => {}
        }
    }
    lists <= usize::from(is_item)
}

#[cfg(test)]
mod tests {
    use crate::extract::Selection;
    use crate::page::Page;
    use crate::render::markdown;

    #[test]
    fn notes_of_many_programs() {
        const NOTE: &str = "Text[^1] more.|[^1]: The note.";
        for (html, expected) in [
            // Pandoc, MultiMarkdown, WordPress, Wikipedia.
            (
                "<p>Text<a href=#fn1 id=fnref1 role=doc-noteref><sup>1</sup></a> more.\
                 <ol><li id=fn1><p>The note.<a href=#fnref1>\u{21a9}</a></ol>",
                NOTE,
            ),
            (
                "<p>Text<sup id=fnref:1><a href=#fn:1>1</a></sup> more.\
                 <p id=fn:1 class=footnote><sup>1</sup>The note. <a href=#fnref:1>back</a>",
                NOTE,
            ),
            (
                "<p>Text<sup data-fn=u class=fn><a href=#u id=u-link>1</a></sup> more.\
                 <ol><li id=u>The note. <a href=#u-link>\u{21a9}</a></ol>",
                NOTE,
            ),
            (
                "<p>Text<sup id=cite_ref-a_1-0><a href=#cite_note-a-1><span>[</span>1<span>]</span></a></sup> more.\
                 <ol><li id=cite_note-a-1><b><a href=#cite_ref-a_1-0>^</a></b> <span>The note.</span></ol>",
                NOTE,
            ),
            // Word, Texinfo, Substack, Docutils, a plugin of WordPress.
            (
                "<p>Text<a style=x href=#_ftn1 name=_ftnref1><span>[1]</span></a> more.\
                 <div><div id=ftn1><p><a href=#_ftnref1 name=_ftn1><span>[1]</span></a> The note.</div></div>",
                NOTE,
            ),
            (
                "<p>Text<a class=footnote id=DOCF1 href=#FOOT1><sup>1</sup></a> more.\
                 <div><h5><a id=FOOT1 href=#DOCF1>(1)</a></h5><p>The note.</div>",
                NOTE,
            ),
            (
                "<p>Text<a class=footnote-anchor id=footnote-anchor-1 href=#footnote-1>1</a> more.\
                 <div class=footnote><a id=footnote-1 href=#footnote-anchor-1>1</a><div><p>The note.</div></div>",
                NOTE,
            ),
            (
                "<p>Text<a class=footnote-reference href=#id2 id=id1>[1]</a> more.\
                 <dl><dt id=id2><span>[<a href=#id1>1</a>]</span><dd>The note.</dl>",
                NOTE,
            ),
            (
                "<p>Text<span id=e-1><a href=#easy-footnote-bottom-1><sup>1</sup></a></span> more.\
                 <ol><li><span id=easy-footnote-bottom-1></span>The note.<a href=#e-1></a></ol>",
                NOTE,
            ),
            ("<p>Text<sup><a href=#n1>1</a></sup> more.<p><a name=n1></a>1. The note.", NOTE),
            // Asciidoctor, LibreOffice, GitHub.
            (
                "<p>Text<sup class=footnote>[<a id=_footnoteref_1 href=#_footnotedef_1>1</a>]</sup> more.\
                 <div id=_footnotedef_1><a href=#_footnoteref_1>1</a>. The note.</div>",
                NOTE,
            ),
            (
                "<p>Text<a name=sdfootnote1anc href=#sdfootnote1sym>1</a> more.\
                 <div><p><a name=sdfootnote1sym href=#sdfootnote1anc>1</a>The note.</div>",
                NOTE,
            ),
            (
                "<p>Text<sup><a href=#user-content-fn-1 id=user-content-fnref-1>1</a></sup> more.\
                 <ol><li id=user-content-fn-1><p>The note. <a href=#user-content-fnref-1>\u{21a9}</a></ol>",
                NOTE,
            ),
            (
                "<p>Text<sup><a href=#note-2>[note 2]</a></sup> more.<ol><li id=note-2>The note.</ol>",
                "Text[^note-2] more.|[^note-2]: The note.",
            ),
            (
                "<p>Text<sup><a href=#cite_note-2>[прим. 2]</a></sup> more.<ol><li id=cite_note-2>The note.</ol>",
                "Text[^прим-2] more.|[^прим-2]: The note.",
            ),
            (
                "<p>Text<sup><a href=#cite_note-2>[chú thích 2]</a></sup> more.<ol><li id=cite_note-2>The note.</ol>",
                "Text[^chú-thích-2] more.|[^chú-thích-2]: The note.",
            ),
            (
                "<p>Text<sup><a href=#cite_note-2>[注2]</a></sup>.<ol><li id=cite_note-2>The note.</ol>",
                "Text[^注2].|[^注2]: The note.",
            ),
            ("<p>Text<sup><a href=#n>we said 2!</a></sup>.<p id=n>The note.", "Text[we said 2!](#n).|The note."),
            (
                "<p>Text<sup id=r1><a href=#cite_note-1>[1]</a></sup> more.\
                 <ol><li id=cite_note-1><span>^ <a href=#r1><sup>a</sup></a> <a href=#r1>b</a></span> The note.</ol>",
                NOTE,
            ),
            // Easy Footnotes, EUR-Lex, Hatena, Project Gutenberg.
            (
                "<p>Text<span id=e-1></span><span><a href=https://e.example/#easy-footnote-bottom-1>1</a></span> more.\
                 <ol><li><span id=easy-footnote-bottom-1></span>The note.<a href=https://e.example/#e-1></a></ol>",
                NOTE,
            ),
            (
                "<p>Text (<a id=c1 href=#r1><span>1</span></a>) more.<p>(<a id=r1 href=#c1>1</a>) The note.",
                "Text ([^1]) more.|[^1]: The note.",
            ),
            (
                "<p>Text<span><a href=#f-1a id=fn-1a>*1</a></span> more.\
                 <div><p><a href=#fn-1a id=f-1a>*1</a><span>:</span><span>The note.</span></div>",
                NOTE,
            ),
            (
                "<p>Text<a id=FNanchor_1></a><a href=#Footnote_1>[1]</a> more.\
                 <div><p><a id=Footnote_1></a><a href=#FNanchor_1><span>[1]</span></a> The note.</div>",
                NOTE,
            ),
            // LaTeX2HTML, Docutils before version 0.18.
            (
                "<p>Text<a name=t1 href=#foot2><sup>1</sup></a> more.\
                 <dl><dt><a name=foot2>... a longer word</a><a href=x.html#t1><sup>1</sup></a></dt><dd>The note.</dl>",
                NOTE,
            ),
            (
                "<p>Text<a class=footnote-reference href=#id2 id=id1>[1]</a> more.<table id=id2><col class=label><col>\
                 <tr><td class=label><a class=fn-backref href=#id1>[1]</a><td>The note.</table>",
                NOTE,
            ),
            // Springer.
            (
                "<p>Text<sup><a href=#ref-CR1>1</a></sup> more.<ol><li><p id=ref-CR1>The note.</p><p>Scholar</p></ol>",
                "Text[^1] more.|[^1]: The note.|    Scholar",
            ),
            // Tables that are only layout.
            (
                "<table><tr><td>Menu<td><p>Text<sup><a href=#fn1 name=r1>1</a></sup> more.\
                 <p><a name=fn1></a><sup>1</sup> The note. <a href=#r1>back</a></table>",
                "Menu|Text[^1] more.|[^1]: The note.",
            ),
            // Neither a chapter nor a cell of data is a note.
            ("<p>Text <a href=#c1>1</a> more.<p id=c1>1 Chapter.", "Text [1](#c1) more.|1 Chapter."),
            (
                "<p>Text<sup><a href=#c1>1</a></sup>.<table><tr><td>1<td><p id=c1>A<tr><td>2<td><p>B</table>",
                "Text[&#91;1&#93;](#c1).||  |  |\n| --- | --- |\n| 1 | A |\n| 2 | B |",
            ),
            // The note has a number of its own.
            ("<p>Text<sup><a href=#fn1>1</a></sup> more.<p id=fn1>12 notes.", "Text[^1] more.|[^1]: 12 notes."),
        ] {
            let page = Page::sample(html);
            let all = Selection::whole(&page).unwrap();
            let markdown = markdown(&page, &all, None).unwrap().unwrap();
            assert_eq!(markdown.replace("\n\n", "|"), expected, "{html}");
        }
    }
}
