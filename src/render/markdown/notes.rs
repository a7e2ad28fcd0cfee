//! Footnotes: which links refer to a note in the content, and which elements are the notes.
//!
//! A reference is a link in `<sup>`, or one whose address or marking says so, whose text is a number, a
//! letter or a short word, alone or in brackets. Its note is a block-level element of that `id` that
//! stands in no other list, quotation or table than its own list, and that no note encloses. Notes and
//! labels belong together one to one; any other such link stays a link.

use html5ever::{LocalName, local_name};
use rustc_hash::FxHashMap;

use crate::page::{Page, Tag, attribute};
use crate::render::content::{Content, Step};
use crate::words::words;

/// The longest label, in bytes.
const LONGEST_LABEL: usize = 16;

/// How addresses of notes begin.
const NOTES: [&str; 7] = [
    "fn",
    "footnote",
    "note",
    "cite_note",
    "_ftn",
    "_edn",
    "endnote",
];

/// The footnotes of some content.
#[derive(Debug, Default)]
pub struct Notes {
    labels: Vec<String>,
    /// The notes' numbers by the positions of references.
    references: FxHashMap<usize, u32>,
    /// The notes' numbers by the positions of notes.
    notes: FxHashMap<usize, u32>,
    /// The notes' subtrees, in document order.
    extents: Vec<std::ops::Range<usize>>,
}

impl Notes {
    pub fn of(content: &Content<'_>, tick: &mut dyn FnMut()) -> Self {
        let page = content.page();
        let mut found: Vec<(usize, &str, String)> = Vec::new();
        let mut targets: FxHashMap<&str, usize> = FxHashMap::default();
        for (count, step) in content.steps().enumerate() {
            if count % 256 == 0 {
                tick();
            }
            let Step::Open(position) = step else {
                continue;
            };
            let tag = page.nodes()[position].tag();
            if tag == Tag::A
                && let Some((target, label)) = reference(page, position)
            {
                found.push((position, target, label));
            }
            if may_be_note(tag)
                && let Some(id) = page.attribute(position, &local_name!("id"))
            {
                targets.entry(id).or_insert(position);
            }
        }
        let mut notes = Notes::default();
        // What each label stands for, and which notes have one already.
        let mut owners: FxHashMap<String, usize> = FxHashMap::default();
        let mut free: FxHashMap<usize, bool> = FxHashMap::default();
        for (position, target, label) in found {
            tick();
            let Some(&note) = targets.get(target) else {
                continue;
            };
            let is_free = *free
                .entry(note)
                .or_insert_with(|| stands_free(page, note) && says_something(content, note));
            if !is_free || page.subtree(note).contains(&position) {
                continue;
            }
            if *owners.entry(label.clone()).or_insert(note) != note {
                continue;
            }
            let next = notes.labels.len() as u32;
            let number = *notes.notes.entry(note).or_insert(next);
            if number == next {
                notes.labels.push(label.clone());
            }
            if notes.labels.get(number as usize) == Some(&label) {
                notes.references.insert(position, number);
            }
        }
        notes.leave_out_inner(page);
        notes
    }

    /// A note within another is none.
    fn leave_out_inner(&mut self, page: &Page) {
        let mut positions: Vec<usize> = self.notes.keys().copied().collect();
        positions.sort_unstable();
        for position in positions {
            let extent = page.subtree(position);
            if self.extents.last().is_some_and(|note| position < note.end) {
                if let Some(number) = self.notes.remove(&position) {
                    self.references.retain(|_, to| *to != number);
                }
            } else {
                self.extents.push(extent);
            }
        }
    }

    /// The number of the note that the link at a position refers to.
    pub fn reference_at(&self, position: usize) -> Option<u32> {
        self.references.get(&position).copied()
    }

    /// The label of a note by its number.
    pub fn label(&self, number: u32) -> &str {
        self.labels.get(number as usize).map_or("", |label| label)
    }

    /// The label of the note that the element at a position is.
    pub fn label_of(&self, position: usize) -> Option<&str> {
        self.notes.get(&position).map(|&number| self.label(number))
    }

    /// Whether the element at a position is in a note.
    pub fn encloses(&self, position: usize) -> bool {
        let before = self.extents.partition_point(|note| note.end <= position);
        self.extents
            .get(before)
            .is_some_and(|note| note.contains(&position))
    }
}

/// The `id` that a link leads to and its label, if it looks like a reference to a note.
fn reference(page: &Page, position: usize) -> Option<(&str, String)> {
    let element = page.element(position)?;
    let target = attribute(element, &local_name!("href"))?
        .trim()
        .strip_prefix('#')?;
    let in_sup = || {
        let parent = page.nodes().get(position)?.parent();
        Some(page.element(parent)?.name() == "sup")
    };
    let says_so = |name: &LocalName| {
        attribute(element, name).is_some_and(|value| {
            value.contains("noteref") || value.contains("footnote") || value.contains("fnref")
        })
    };
    let is_reference = NOTES.iter().any(|start| target.starts_with(start))
        || in_sup() == Some(true)
        || [
            local_name!("role"),
            local_name!("class"),
            local_name!("rel"),
        ]
        .iter()
        .any(says_so);
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

/// Whether words of an element are content: a note without any is not written.
fn says_something(content: &Content<'_>, position: usize) -> bool {
    let page = content.page();
    page.subtree(position).any(|node| {
        page.nodes()[node].tag() == Tag::Text
            && content.takes(&(node..node + 1))
            && words(page.text_of(node..node + 1)).next().is_some()
    })
}

fn may_be_note(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Li | Tag::P | Tag::Div | Tag::Aside | Tag::Dd | Tag::Section
    )
}

/// Whether an element stands in no list but its own, in no quotation and in no table.
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
