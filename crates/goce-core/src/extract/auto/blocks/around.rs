//! The elements around a block, from it up to the root: their flags, names and repetition, each computed once, when the
//! element is opened.

use crate::keyed::Map;

use super::Tables;
use super::areas::{Area, area};
use super::encoding::Encoded;
use super::names::{names, naming};
use super::scores::link_share;
use super::sink::ONE;
use super::sums::Sums;
use crate::learn::tokens::{Source, cut};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};
use crate::texts::hashes::hash_text;

/// What is counted around a block: elements of some tags, and naming attributes other than class and id (`role` above
/// all) that say `main`.
const FLAGS: [&str; 8] = [
    "main",
    "nav",
    "footer",
    "role_main",
    "aside",
    "blockquote",
    "form",
    "li",
];

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

/// The flag of the attributes that say `main`.
const ROLE_MAIN: usize = 3;

/// Naming attributes of a page that are remembered. Bounds memory; others are read again.
const MAX_NAMES: usize = 1 << 14;

/// The most repeated element around a block.
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

#[derive(Debug)]
pub struct Open {
    pub position: usize,
    /// The end of its subtree.
    pub end: usize,
    /// The numbers of elements with each flag around it, itself included.
    pub flags: [u8; FLAGS.len()],
    /// The values of its names as those of an element around blocks.
    pub names: Encoded,
    /// The values of all names from the root down to it.
    pub path: Encoded,
    /// The values of its names as those of a container.
    pub container_names: Encoded,
    /// The most repeated one up to it.
    pub repeated: Repeated,
    /// Its features as an area, once [`Around::measure`] was called for it.
    pub area: Option<Area>,
}

/// The open elements during a walk over a page.
#[derive(Debug)]
pub struct Around<'t> {
    tables: &'t Tables,
    open: Vec<Open>,
    /// By the hash of a naming attribute, which the page chooses: its values as one around blocks, and as one of a
    /// container.
    named: Map<u64, [Encoded; 2]>,
}

impl<'t> Around<'t> {
    /// Returns a walk that has opened no element.
    pub fn new(tables: &'t Tables) -> Self {
        Around {
            tables,
            open: Vec::new(),
            named: Map::default(),
        }
    }

    /// Returns the open elements from the root.
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    /// Closes the elements that end before a node.
    pub fn close(&mut self, position: usize) {
        while self.open.pop_if(|open| open.end <= position).is_some() {}
    }

    pub fn enter(&mut self, page: &Page, sums: &Sums, position: usize, page_bytes: f32) -> Result<(), OutOfMemory> {
        let tag = page.nodes()[position].tag();
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
                    flags[ROLE_MAIN] = flags[ROLE_MAIN].saturating_add(1);
                }
                for (own, said) in own.iter_mut().zip(self.said(source, value)?) {
                    *own = own.with(&said);
                }
            }
        }
        self.open.try_push(Open {
            position,
            end: page.subtree(position).end,
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

    fn said(&mut self, source: Source, value: &str) -> Result<[Encoded; 2], OutOfMemory> {
        // No more of it is read for tokens.
        let value = cut(value);
        let key = hash_text(value, source as u64);
        if let Some(said) = self.named.get(&key) {
            return Ok(*said);
        }
        let mut said = [Encoded::default(); 2];
        names(source, value, &mut |token| {
            // Containers hold blocks: what names some of them is among the names around blocks.
            let worth = self.tables.names.worth(token);
            said[0].add(worth);
            said[1].add(worth.and_then(|_| self.tables.containers.worth(token)));
        });
        if self.named.len() < MAX_NAMES {
            self.named.try_reserve(1)?;
            self.named.insert(key, said);
        }
        Ok(said)
    }
}
