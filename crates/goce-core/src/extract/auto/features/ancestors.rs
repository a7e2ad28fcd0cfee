//! The ancestors of a block, from its element up to the root: their flags, names and repetition, each computed once, when
//! the walk over the page opens the element.

use super::Tables;
use super::areas::{Area, area};
use super::block_tokens::{names, naming, number_of_tags, tags};
use super::feature_writer::ONE;
use super::main_text::link_share;
use super::sums::Sums;
use super::target_encoding::Encoded;
use crate::learn::tokens::{Source, cut, remembered};
use crate::page::prelude::*;
use crate::texts::hashes::hash_text;
use crate::texts::lists::listed;

/// Kinds of ancestors that are counted: elements of some tags, and elements with a naming attribute other than class and
/// id (mostly `role`) that says `main`.
const FLAGS: [&str; 8] = listed("main nav footer role_main aside blockquote form li");

/// Returns the name of a flag.
pub fn flag(index: usize) -> (&'static str, usize) {
    (FLAGS[index], ONE)
}

/// Returns the flag of a tag.
fn flag_of(tag: Tag) -> Option<usize> {
    match tag {
        Tag::Main => Some(0),
        Tag::Nav => Some(1),
        Tag::Footer => Some(2),
        Tag::Aside => Some(4),
        Tag::Blockquote => Some(5),
        Tag::Form => Some(6),
        Tag::Li => Some(7),
        _ => None,
    }
}

/// The most repeated ancestor of a block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repeated {
    /// Its siblings of its kind.
    pub siblings: f32,
    /// The share of the page's text in all that are alike to it.
    pub share: f32,
    /// The bytes of text in one.
    pub bytes: f32,
    /// The share within links.
    pub links: f32,
}

/// An open element of a walk.
#[derive(Debug)]
pub struct Ancestor {
    pub position: usize,
    /// The end of its subtree.
    pub end: usize,
    /// For each flag, the number of its ancestors with it, itself included.
    pub flags: [u8; FLAGS.len()],
    /// The encodings of its names as an ancestor of blocks.
    pub names: Encoded,
    /// The encodings of all names from the root down to it.
    pub path: Encoded,
    /// The encodings of its names as a container.
    pub container_names: Encoded,
    /// The most repeated one up to it.
    pub repeated: Repeated,
    /// Its features as an area, once [`Ancestors::measure`] was called for it.
    pub area: Option<Area>,
}

/// The open elements during a walk over a page.
#[derive(Debug)]
pub struct Ancestors<'t> {
    tables: &'t Tables,
    /// From the root.
    pub open: Vec<Ancestor>,
    /// The encodings of naming attributes, by their hashes, which the page chooses: as an ancestor's, and as a
    /// container's.
    named: Map<u64, [Encoded; 2]>,
    /// The encodings of tags in a row, by [`number_of_tags`].
    tagged: Map<u64, Encoded>,
}

impl<'t> Ancestors<'t> {
    /// Returns a walk that has opened no element.
    pub fn new(tables: &'t Tables) -> Self {
        Ancestors {
            tables,
            open: Vec::new(),
            named: Map::default(),
            tagged: Map::default(),
        }
    }

    /// Closes the elements that end before a node.
    pub fn close(&mut self, position: usize) {
        while self.open.pop_if(|open| open.end <= position).is_some() {}
    }

    pub fn enter(&mut self, page: &Page, sums: &Sums, position: usize, page_bytes: f32) -> Fallible {
        let tag = page.tag(position);
        let parent = self.open.last();
        let mut flags = parent.map_or([0; FLAGS.len()], |parent| parent.flags);
        let path = parent.map_or(Encoded::default(), |parent| parent.path);
        let mut repeated = parent.map_or(Repeated::default(), |parent| parent.repeated);
        if let Some(flag) = flag_of(tag) {
            flags[flag] = flags[flag].saturating_add(1);
        }
        let siblings = sums.siblings(position);
        let alike = sums.alike(position);
        let share = alike.bytes as f32 / page_bytes;
        if siblings >= 3 && share > repeated.share {
            repeated = Repeated {
                siblings: siblings as f32,
                share,
                bytes: alike.bytes as f32 / alike.count as f32,
                links: link_share(alike.bytes, alike.link_bytes),
            };
        }
        let mut own = [Encoded::default(); 2];
        if let Some(element) = page.element(position) {
            for (source, value) in naming(element) {
                if source == Source::AroundProperty && value == "main" {
                    // `role_main`.
                    flags[3] = flags[3].saturating_add(1);
                }
                for (own, encoded) in own.iter_mut().zip(self.encoded(source, value)?) {
                    *own = own.with(&encoded);
                }
            }
        }
        self.open.try_push(Ancestor {
            position,
            end: page.end(position),
            flags,
            names: own[0],
            path: path.with(&own[0]),
            container_names: own[1],
            repeated,
            area: None,
        })
    }

    /// Computes the areas of some open elements that have none.
    pub fn measure(&mut self, page: &Page, sums: &Sums, elements: std::ops::RangeInclusive<usize>) {
        for open in &mut self.open[elements] {
            if open.area.is_none() {
                open.area = Some(area(page, sums, open.position));
            }
        }
    }

    /// Returns the joined encodings of the tags above a node.
    pub fn tags(&mut self, page: &Page, position: usize) -> Fallible<Encoded> {
        let table = &self.tables.names;
        remembered(&mut self.tagged, number_of_tags(page, position), || {
            let mut encoded = Encoded::default();
            tags(page, position, &mut |token| encoded.add(table.encoding(token)));
            encoded
        })
    }

    fn encoded(&mut self, source: Source, value: &str) -> Fallible<[Encoded; 2]> {
        let tables = self.tables;
        // No more of it is read for tokens.
        let value = cut(value);
        remembered(&mut self.named, hash_text(value, source as u64), || {
            let mut encoded = [Encoded::default(); 2];
            names(source, value, &mut |token| {
                // Containers hold blocks: the names of containers are among the names of ancestors.
                let encoding = tables.names.encoding(token);
                encoded[0].add(encoding);
                encoded[1].add(encoding.and_then(|_| tables.containers.encoding(token)));
            });
            encoded
        })
    }
}
