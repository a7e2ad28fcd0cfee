//! How an element looks: its name and its classes, or its place if it has no class.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};

use crate::page::prelude::*;
use crate::texts::memo::Memo;

/// Classes of an element's state or of its place in a list.
#[rustfmt::skip]
const STATES: [&str; 18] = [
    "odd", "even", "alt", "first", "last", "active", "current", "online", "offline", "selected", "new", "unread", "read",
    "old", "hover", "open", "visible", "sticky",
];

/// The most cells of a row that are counted.
const MOST_CELLS: usize = 8;

/// Returns the number of child elements of the same parent before each element, at most 7.
pub fn places(page: &Page) -> Fallible<Vec<u8>> {
    let nodes = page.nodes();
    let mut places = try_filled(0, nodes.len())?;
    let mut children = try_filled(0u8, nodes.len())?;
    for (position, node) in nodes.iter().enumerate().checking(CHECK_EVERY) {
        if node.tag() != Tag::Text && node.parent() != position {
            let count = &mut children[node.parent()];
            places[position] = *count;
            *count = (*count + 1).min(7);
        }
    }
    Ok(places)
}

/// Returns five hashes of how an element looks: by all its classes or its place, by its first class, by its microdata
/// property, and by its parent alone, with a class only if `any_class`; the last of rows by how many cells they have, only
/// if `any_class`: a row with one cell over all columns may begin a record.
pub fn of(page: &Page, position: usize, places: &[u8], any_class: bool) -> [Option<u64>; 5] {
    let node = &page.nodes()[position];
    if node.tag() == Tag::Text {
        return [None; 5];
    }
    let property = page
        .attribute(position, names::ITEMPROP)
        .map(|property| hash(("property", start_of_name(property))));
    let mut all = 0u64;
    let mut first = None;
    for class in classes(page.class(position)) {
        let class = class_hash(class);
        // A sum, because the order of classes says nothing.
        all = all.wrapping_add(class);
        first = first.or(Some(class));
    }
    let tag = node.tag() as u8;
    let parent = node.parent();
    let above = page.parent(parent);
    // Rows and items look alike, whatever their place in their parent and their classes.
    let anywhere = || hash((tag, look_hash(page, parent), look_hash(page, above), "anywhere"));
    let cells = (any_class && node.tag() == Tag::Tr).then(|| {
        let cells = page.children(position).take(MOST_CELLS).count();
        hash((look_hash(page, parent), look_hash(page, above), cells, "cells"))
    });
    if let Some(first) = first {
        let (all, first) = (hash((tag, all)), hash((tag, first, "first")));
        return [Some(all), Some(first), property, any_class.then(anywhere), cells];
    }
    // A class is enough to know the parent by.
    let of_parent = if page.class(parent).is_empty() {
        (places[parent], look_hash(page, above))
    } else {
        (0, 0)
    };
    let place = hash((tag, places[position], look_hash(page, parent), of_parent));
    [Some(place), None, property, Some(anywhere()), cells]
}

/// Returns the hash of an element's name and first class.
pub fn look_hash(page: &Page, position: usize) -> u64 {
    hash((page.tag(position) as u8, first_class(page.class(position))))
}

/// The first classes of lists of classes.
pub type FirstClasses<'p> = Memo<'p, Option<u64>>;

/// Returns the hash of an element's name and first class, for one of many elements.
pub fn look_hash_of_many<'p>(page: &'p Page, position: usize, known: &mut FirstClasses<'p>) -> u64 {
    hash((page.tag(position) as u8, known.get_or_find(start_of_name(page.class(position)), first_class)))
}

fn first_class(list: &str) -> Option<u64> {
    classes(list).next().map(class_hash)
}

/// The classes by which elements are compared.
fn classes(class: &str) -> impl Iterator<Item = &str> {
    start_of_name(class)
        .split_ascii_whitespace()
        .filter(|class| !STATES.contains(class) && class.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// The hash of a class without its digits, which number records.
fn class_hash(class: &str) -> u64 {
    let mut hasher = FxHasher::default();
    for byte in class.bytes().filter(|byte| !byte.is_ascii_digit()) {
        hasher.write_u8(byte);
    }
    hasher.finish()
}

fn hash(of: impl Hash) -> u64 {
    FxBuildHasher.hash_one(of)
}
