//! How an element looks: its name and its classes, or its place where it has no class.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{CHECK_EVERY, Page};
use crate::html::names;
use crate::interrupts;
use crate::memory::{OutOfMemory, try_filled};
use crate::page::Tag;

/// Bytes of a class that are looked at: the parser may copy an element and its class many times.
const LONGEST: usize = 256;

/// Classes that say which one of several an element is, or what state it is in.
#[rustfmt::skip]
const STATES: [&str; 18] = [
    "odd", "even", "alt", "first", "last", "active", "current", "online", "offline", "selected", "new", "unread", "read",
    "old", "hover", "open", "visible", "sticky",
];

/// Places below a parent that are told apart.
const PLACES: u8 = 7;

/// Returns the number of child elements of the same parent before each element, at most [`PLACES`].
pub fn places(page: &Page) -> Result<Vec<u8>, OutOfMemory> {
    let nodes = page.nodes();
    let mut places = try_filled(0, nodes.len())?;
    let mut children = try_filled(0u8, nodes.len())?;
    for (position, node) in nodes.iter().enumerate() {
        if position % CHECK_EVERY == 0 {
            interrupts::check();
        }
        if node.tag() != Tag::Text && node.parent() != position {
            let count = &mut children[node.parent()];
            places[position] = *count;
            *count = (*count + 1).min(PLACES);
        }
    }
    Ok(places)
}

/// Returns the hashes of how an element looks: by all its classes or its place, by its first class, by its property
/// of microdata, and without a class by its parent alone.
pub fn of(page: &Page, position: usize, places: &[u8]) -> [Option<u64>; 4] {
    let node = &page.nodes()[position];
    if node.tag() == Tag::Text {
        return [None; 4];
    }
    let property = page
        .attribute(position, names::ITEMPROP)
        .map(|property| hash(("property", &property[..property.floor_char_boundary(LONGEST)])));
    let mut all = 0u64;
    let mut first = None;
    for class in classes(page.class(position)) {
        let class = class_hash(class);
        // Whatever their order.
        all = all.wrapping_add(class);
        first = first.or(Some(class));
    }
    let tag = node.tag() as u8;
    if let Some(first) = first {
        let (all, first) = (hash((tag, all)), hash((tag, first, "first")));
        return [Some(all), Some(first), property, None];
    }
    let parent = node.parent();
    let above = page.nodes()[parent].parent();
    // A class tells a parent from others well enough.
    let of_parent = if page.class(parent).is_empty() {
        (places[parent], key(page, above))
    } else {
        (0, 0)
    };
    let place = hash((tag, places[position], key(page, parent), of_parent));
    // Rows and items without classes are alike wherever they stand below their parent.
    let anywhere = hash((tag, key(page, parent), key(page, above), "anywhere"));
    [Some(place), None, property, Some(anywhere)]
}

/// The name and the first class.
fn key(page: &Page, position: usize) -> u64 {
    let first = classes(page.class(position)).next().map(class_hash);
    hash((page.nodes()[position].tag() as u8, first))
}

/// The classes that say what an element is.
fn classes(class: &str) -> impl Iterator<Item = &str> {
    class[..class.floor_char_boundary(LONGEST)]
        .split_ascii_whitespace()
        .filter(|class| !STATES.contains(class) && class.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// Numbers in a class count records.
fn class_hash(class: &str) -> u64 {
    let mut hasher = FxHasher::default();
    for byte in class.bytes().filter(|byte| !byte.is_ascii_digit()) {
        hasher.write_u8(byte);
    }
    hasher.finish()
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}
