//! The elements around a block, from it up to the root: their flags, names and repetition, each computed once, when the
//! element is opened.

use crate::html::names;
use crate::keyed::Map;

use super::Tables;
use super::areas::{Area, area};
use super::encoding::Encoded;
use super::names::{names, naming};
use super::scores::link_share;
use super::sums::Sums;
use crate::learn::hashes::{hash_text, start_of_name};
use crate::learn::tokens::{Source, cut};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};

/// Elements whose number around a block is a feature.
const TAGS: [Tag; 13] = [
    Tag::Main,
    Tag::Article,
    Tag::Nav,
    Tag::Footer,
    Tag::Aside,
    Tag::Form,
    Tag::Table,
    Tag::Ul,
    Tag::Li,
    Tag::Figure,
    Tag::Pre,
    Tag::Section,
    Tag::A,
];

/// Roles; the number of elements of each around a block is a feature.
const ROLES: [&str; 4] = ["main", "contentinfo", "dialog", "region"];

/// Names of the flags after tags and roles.
const OTHERS: [&str; 2] = ["hidden", "labels"];

/// The number of flags.
const FLAGS: usize = TAGS.len() + ROLES.len() + OTHERS.len();

/// Returns the name of a flag, and 0 for a tag's flag or 1 for another.
pub fn flag(index: usize) -> (&'static str, usize) {
    match index.checked_sub(TAGS.len()) {
        None => (TAGS[index].name(), 0),
        Some(index) if index < ROLES.len() => (ROLES[index], 1),
        Some(index) => (OTHERS[index - ROLES.len()], 1),
    }
}

const HIDDEN: usize = TAGS.len() + ROLES.len();

/// Returns the flag that an attribute gives its element.
fn flag_of(name: names::Name, value: &str) -> Option<usize> {
    match name {
        names::ROLE => {
            let role = ROLES.iter().position(|role| *role == value);
            role.map(|role| TAGS.len() + role)
        }
        names::HIDDEN => Some(HIDDEN),
        names::ARIA_HIDDEN if value == "true" => Some(HIDDEN),
        names::STYLE if start_of_name(value).contains("none") => Some(HIDDEN),
        names::ARIA_LABEL => Some(HIDDEN + 1),
        _ => None,
    }
}

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

/// An open element.
#[derive(Debug)]
pub struct Open {
    /// Its position.
    pub position: usize,
    /// The end of its subtree.
    pub end: usize,
    /// The numbers of elements with each flag around it, itself included.
    pub flags: [u8; FLAGS],
    /// The values of its names as those of an element around blocks.
    pub names: Encoded,
    /// The values of all names from the root down to it.
    pub path: Encoded,
    /// The values of its names as those of a container.
    pub container_names: Encoded,
    /// The most repeated one up to it.
    pub repeated: Repeated,
    /// The length of its class in bytes.
    pub class_length: f32,
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

    /// Opens an element.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn enter(
        &mut self,
        page: &Page,
        sums: &Sums,
        position: usize,
        page_bytes: f32,
    ) -> Result<(), OutOfMemory> {
        let tag = page.nodes()[position].tag();
        let parent = self.open.last();
        let mut flags = parent.map_or([0; FLAGS], |parent| parent.flags);
        let path = parent.map_or(Encoded::default(), |parent| parent.path);
        let mut repeated = parent.map_or(Repeated::default(), |parent| parent.repeated);
        if let Some(flag) = TAGS.iter().position(|counted| *counted == tag) {
            flags[flag] = flags[flag].saturating_add(1);
        }
        let siblings = sums.siblings(position)[0];
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
        let mut class_length = 0.0;
        if let Some(element) = page.element(position) {
            for (source, value) in naming(element) {
                if source == Source::Around {
                    class_length = value.len() as f32;
                }
                for (own, said) in own.iter_mut().zip(self.said(source, value)?) {
                    *own = own.with(&said);
                }
            }
            let of_attributes = element
                .attrs()
                .filter_map(|attribute| flag_of(attribute.local(), attribute.value()));
            for flag in of_attributes {
                flags[flag] = flags[flag].saturating_add(1);
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
            class_length,
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
            let value = self.tables.names.value(token);
            said[0].add(value);
            said[1].add(value.and_then(|_| self.tables.containers.value(token)));
        });
        if self.named.len() < MAX_NAMES {
            self.named.try_reserve(1)?;
            self.named.insert(key, said);
        }
        Ok(said)
    }
}
