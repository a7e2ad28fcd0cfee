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

use crate::keyed::Set;
use crate::page::Node;
use crate::render::walk::Content;
use crate::texts::words::{is_word_char, words};

use super::table::{FREE_PLACES, Table};
use crate::page::prelude::*;

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
    references: Map<usize, u32>,
    /// For the position of each note its number.
    notes: Map<usize, u32>,
    /// The nodes of each note, in document order.
    extents: Vec<Range<usize>>,
    /// For the position of each text that begins with the label of its note the bytes that are left out.
    label_texts: Map<usize, usize>,
    /// The links from notes back to their references.
    back_links: Set<usize>,
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
        let mut targets: Map<&str, usize> = Map::default();
        for position in page.positions().checking(CHECK_EVERY) {
            // By the HTML standard any element with an id, and `<a>` by its name.
            let read = [names::ID, names::NAME];
            let read = read.into_iter().take(if page.tag(position) == Tag::A { 2 } else { 1 });
            for id in read.filter_map(|name| page.attribute(position, name)) {
                targets.try_entry(id)?.or_insert(position);
            }
        }
        // A note without words, or with none but its label, is not written.
        fn letters(text: &str) -> impl Iterator<Item = char> {
            text.chars().filter(|c| c.is_alphanumeric())
        }
        let mut texts = Vec::new();
        let has_words = |&text: &usize| words(page.text_at(text)).next().is_some();
        texts.try_extend(content.texts().checking(CHECK_EVERY).filter(has_words))?;
        let has_words = |note: usize| {
            let extent = page.subtree(note);
            let before = texts.partition_point(|text| *text < extent.start);
            texts.get(before).is_some_and(|text| *text < extent.end)
        };
        // The note of each label, and for each table around a note whether it holds data.
        let mut owners: Map<String, usize> = Map::default();
        let mut tables: Map<usize, bool> = Map::default();
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
            let text = page.text_at(note);
            // A longer text is not looked through: many notes may have the same white space.
            let is_label = text.len() <= 64 && letters(text).eq(letters(&label));
            let may_be =
                stands_free(page, note) && has_words(note) && !is_label && !page.subtree(note).contains(&position);
            if !may_be || !is_sure && !leads_back() {
                continue;
            }
            if let Some(table) = page.around(note).find(|&around| page.tag(around) == Tag::Table) {
                let is_data = match tables.try_entry(table)? {
                    Entry::Occupied(known) => *known.get(),
                    // Where the writer has fewer places left than this, fewer tables are data.
                    Entry::Vacant(new) => *new.insert(Table::of(content, table, &mut { FREE_PLACES })?.is_some()),
                };
                if is_data {
                    continue;
                }
            }
            if *owners.try_entry(label.clone())?.or_insert(note) != note {
                continue;
            }
            let next = notes.labels.len() as u32;
            let number = *notes.notes.try_entry(note)?.or_insert(next);
            if number == next {
                notes.labels.try_push(label.clone())?;
            }
            if notes.labels.get(number as usize) == Some(&label) {
                notes.references.try_entry(position)?.or_insert(number);
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
            let behind = page.end(reference);
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
    fn find_back_links(&mut self, page: &Page, targets: &Map<&str, usize>) -> Fallible {
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
        let mut inner: Set<u32> = Set::default();
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
        nodes.end = page.end(nodes.end);
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
    // A link over several blocks may hold its note, and be selected in part.
    if text.chars().nth(LONGEST_LABEL).is_some() || text.contains(['\n', '\t']) {
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
            let behind = page.end(at);
            let is_note = behind < page.nodes().len() && is_label(page, at, behind);
            return (is_note && reference < at).then_some(behind);
        }
        let parent = page.parent(at);
        // EUR-Lex has brackets around the mark.
        if parent == at || words(page.text_of(parent..at)).next().is_some() {
            return None;
        }
        // An empty mark may stand before the note.
        let behind = page.end(at);
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
    let mut around = page.outwards(before).take(LEVELS + 1);
    around.find(|&at| page.end(at) == note && is_label(page, at, note))
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
            // "1" does not begin "12", nor "1_".
            self.has_failed = behind.starts_with(is_word_char);
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
mod tests;
