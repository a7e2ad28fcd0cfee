//! Footnotes: the links that refer to a note in the content, and the elements that are the notes.
//!
//! A reference is a link in `<sup>`, or one whose address or attributes name a note. Its text is a number, a letter or
//! a short word, alone or in brackets. Its note is a block-level element with that `id`. The note stands in no list but
//! its own, in no quotation, table or other note. Notes and labels belong together one to one. Any other such link
//! stays a link.

use std::collections::{HashMap, HashSet};

use crate::html::{Name, names};
use crate::interrupts::{self, CHECK_EVERY, Checking, Countdown};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};
use crate::render::walk::{Content, SelectedStep, Walk};
use crate::texts::words::words;

/// The most bytes of a label.
const LONGEST_LABEL: usize = 16;

/// The most bytes of the address of a note.
const LONGEST_TARGET: usize = 1024;

/// Bytes of an attribute that are read.
const LONGEST_MARK: usize = 256;

/// Beginnings of the addresses of notes.
const NOTES: [&str; 7] = ["fn", "footnote", "note", "cite_note", "_ftn", "_edn", "endnote"];

/// The footnotes of some content.
#[derive(Debug, Default)]
pub struct Footnotes {
    labels: Vec<String>,
    /// For the position of each reference the number of its note.
    references: HashMap<usize, u32>,
    /// For the position of each note its number.
    notes: HashMap<usize, u32>,
    /// The nodes of each note, in document order.
    extents: Vec<std::ops::Range<usize>>,
}

impl Footnotes {
    pub fn of(content: &Content<'_>) -> Result<Self, OutOfMemory> {
        let page = content.page();
        let mut found: Vec<(usize, &str, String)> = Vec::new();
        let mut targets: HashMap<&str, usize> = HashMap::new();
        let mut steps = Walk::default();
        while let Some(step) = steps.next(content) {
            let SelectedStep::Open(position) = step else {
                continue;
            };
            let tag = page.nodes()[position].tag();
            if tag == Tag::A
                && let Some((target, label)) = reference(page, position)
            {
                found.try_push((position, target, label))?;
            }
            if may_be_note(tag)
                && let Some(id) = page.attribute(position, names::ID)
            {
                targets.try_reserve(1)?;
                targets.entry(id).or_insert(position);
            }
        }
        let mut notes = Footnotes::default();
        if found.is_empty() {
            return Ok(notes);
        }
        let texts = WordTexts::of(content)?;
        // The note of each label, and for each candidate whether it can be a note.
        let mut owners: HashMap<String, usize> = HashMap::new();
        let mut free: HashMap<usize, bool> = HashMap::new();
        for (position, target, label) in found.into_iter().checking(CHECK_EVERY) {
            let Some(&note) = targets.get(target) else {
                continue;
            };
            free.try_reserve(1)?;
            let is_free = *free.entry(note).or_insert_with(|| stands_free(page, note) && texts.are_in(page, note));
            if !is_free || page.subtree(note).contains(&position) {
                continue;
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
        Ok(notes)
    }

    /// Removes the notes within other notes.
    fn leave_out_inner(&mut self, page: &Page) -> Result<(), OutOfMemory> {
        let mut positions: Vec<usize> = Vec::new();
        positions.try_extend(self.notes.keys().copied())?;
        interrupts::check();
        positions.sort_unstable();
        let mut inner: HashSet<u32> = HashSet::new();
        for position in positions.into_iter().checking(CHECK_EVERY) {
            let extent = page.subtree(position);
            if self.extents.last().is_some_and(|note| position < note.end) {
                inner.try_reserve(1)?;
                inner.extend(self.notes.remove(&position));
            } else {
                self.extents.try_push(extent)?;
            }
        }
        if !inner.is_empty() {
            let mut work = Countdown::new(CHECK_EVERY);
            self.references.retain(|_, to| {
                work.charge(1);
                !inner.contains(to)
            });
        }
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

    /// Returns `true` if the node at a position is in a note.
    pub fn encloses(&self, position: usize) -> bool {
        let before = self.extents.partition_point(|note| note.end <= position);
        self.extents.get(before).is_some_and(|note| note.contains(&position))
    }
}

/// Returns the `id` that a link leads to and its label, if the link looks like a reference to a note.
fn reference(page: &Page, position: usize) -> Option<(&str, String)> {
    let element = page.element(position)?;
    let target = element.attr(names::HREF).filter(|href| href.len() <= LONGEST_TARGET)?.trim().strip_prefix('#')?;
    let in_sup = || {
        let parent = page.nodes().get(position)?.parent();
        Some(page.element(parent)?.name() == "sup")
    };
    let says_so = |name: Name| {
        element.attr(name).is_some_and(|value| {
            let value = &value[..value.floor_char_boundary(LONGEST_MARK)];
            value.contains("noteref") || value.contains("footnote") || value.contains("fnref")
        })
    };
    let is_reference = NOTES.iter().any(|start| target.starts_with(start))
        || in_sup() == Some(true)
        || [names::ROLE, names::CLASS, names::REL].into_iter().any(says_so);
    if !is_reference || target.is_empty() {
        return None;
    }
    let text = page.text_of(page.subtree(position));
    if text.len() > LONGEST_LABEL {
        return None;
    }
    let bare = text.trim_matches(['[', ']', '(', ')']).trim();
    let mut words = words(bare);
    let label = words.next().filter(|word| *word == bare)?;
    words.next().is_none().then(|| (target, label.to_owned()))
}

/// The positions of the selected texts with words.
struct WordTexts(Vec<u32>);

impl WordTexts {
    fn of(content: &Content<'_>) -> Result<Self, OutOfMemory> {
        let page = content.page();
        let mut texts = WordTexts(Vec::new());
        let mut steps = Walk::default();
        while let Some(step) = steps.next(content) {
            if let SelectedStep::Text(position) = step
                && words(page.text_of(position..position + 1)).next().is_some()
            {
                texts.0.try_push(position as u32)?;
            }
        }
        Ok(texts)
    }

    /// Returns `true` if an element holds such a text. A note without any is not written.
    fn are_in(&self, page: &Page, position: usize) -> bool {
        let extent = page.subtree(position);
        let before = self.0.partition_point(|&text| (text as usize) < extent.start);
        self.0.get(before).is_some_and(|&text| extent.contains(&(text as usize)))
    }
}

fn may_be_note(tag: Tag) -> bool {
    matches!(tag, Tag::Li | Tag::P | Tag::Div | Tag::Aside | Tag::Dd | Tag::Section)
}

/// Returns `true` if an element stands in no list but its own, in no quotation and in no table.
fn stands_free(page: &Page, position: usize) -> bool {
    let is_item = matches!(page.nodes()[position].tag(), Tag::Li | Tag::Dd);
    let mut lists = 0;
    let mut at = position;
    loop {
        let parent = page.nodes()[at].parent();
        if parent == at {
            return lists <= usize::from(is_item);
        }
        at = parent;
        match page.nodes()[at].tag() {
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir | Tag::Dl => lists += 1,
            Tag::Li | Tag::Dd | Tag::Dt | Tag::Blockquote | Tag::Table | Tag::Pre => return false,
            tag if tag.heading_level().is_some() => return false,
            _ => {}
        }
    }
}
