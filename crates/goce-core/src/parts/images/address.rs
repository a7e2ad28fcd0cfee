//! The addresses of a picture, the best one first.

use crate::html::{Element, Name, names};
use crate::page::Page;
use crate::texts::spaces::start_of;

/// Attributes with the address of a picture that a script is to load later, and with several of them.
const LATER: [Name; 4] = [
    names::DATA_SRC,
    names::DATA_LAZY_SRC,
    names::DATA_ORIGINAL,
    names::DATA_ORIGINAL_SRC,
];
const SETS: [Name; 3] = [names::SRCSET, names::DATA_SRCSET, names::DATA_LAZY_SRCSET];

/// Bytes of a set of addresses that are read, and the most of its addresses.
const LONGEST: usize = 64 * 1024;
const ADDRESSES: usize = 64;

/// What is known of a chosen address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The width that its set says, in pixels of the picture.
    pub width: Option<i32>,
}

/// How large the picture at an address of a set is.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Size {
    /// In pixels; 0 where the set does not say.
    width: f32,
    /// Pixels of the picture for each of CSS; 1 where the set does not say.
    density: f32,
}

/// Returns the addresses of a picture as they are written: the largest of the sets of its own and of the `<picture>` around
/// it, if they say sizes; the one that a script is to load; `src`; the first of a set.
pub fn candidates(page: &Page, position: usize) -> [Option<(&str, Chosen)>; 4] {
    let Some(element) = page.element(position) else {
        return [None; 4];
    };
    let own = element;
    let mut best: Option<(&str, Size)> = None;
    let mut first = None;
    for element in std::iter::once(own).chain(sources(page, position)) {
        for set in SETS.iter().filter_map(|name| element.attr(*name)) {
            for (address, size) in addresses(set) {
                first = first.or(Some((address, Chosen::default())));
                let says_size = size.width > 0.0 || size.density != 1.0;
                if says_size && best.is_none_or(|(_, most)| size > most) {
                    best = Some((address, size));
                }
            }
        }
    }
    let filled = |name: Name| own.attr(name).filter(|value| !value.trim().is_empty());
    let plain = |address| (address, Chosen::default());
    [
        best.map(|(address, size)| {
            let width = (size.width > 0.0).then_some(size.width as i32);
            (address, Chosen { width })
        }),
        LATER.iter().find_map(|name| filled(*name)).map(plain),
        filled(names::SRC).map(plain),
        first,
    ]
}

/// Returns the `<source>`s of the `<picture>` around a picture.
fn sources(page: &Page, position: usize) -> impl Iterator<Item = Element<'_>> {
    let picture = page.tree().get(page.nodes()[position].id()).and_then(|node| node.parent());
    let picture =
        picture.filter(|node| node.value().as_element().is_some_and(|element| element.local() == names::PICTURE));
    // The children of a `<picture>` that are looked at.
    let children = picture.into_iter().flat_map(|picture| picture.children().take(32));
    children
        .filter_map(|child| child.value().as_element())
        .filter(|element| element.local() == names::SOURCE)
}

/// Returns the addresses of a set with their sizes (HTML standard, section 4.8.4.2.2).
fn addresses(set: &str) -> impl Iterator<Item = (&str, Size)> {
    let mut rest = start_of(set, LONGEST);
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, behind) = rest.split_at(end);
        if address.is_empty() {
            return None;
        }
        let bare = address.trim_end_matches(',');
        let descriptor = if bare.len() < address.len() {
            rest = behind;
            ""
        } else {
            let end = behind.find(',').unwrap_or(behind.len());
            rest = &behind[end..];
            behind[..end].trim()
        };
        Some((bare, size(descriptor)))
    })
    .take(ADDRESSES)
}

fn size(descriptor: &str) -> Size {
    let number = |unit: char| {
        let mut parts = descriptor.split_ascii_whitespace();
        let number = parts.find_map(|part| part.strip_suffix(unit))?.parse::<f32>().ok()?;
        (number > 0.0 && number < 1e6).then_some(number)
    };
    Size {
        width: number('w').unwrap_or(0.0),
        density: number('x').unwrap_or(1.0),
    }
}
