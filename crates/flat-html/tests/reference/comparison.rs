//! Compares the trees of `flat_html` and of html5ever.

use std::panic;

use flat_html::{Budget, ParseError, Tick, Tree, parse};

use super::bounded;

/// The result of comparing the two trees of a page.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The trees are the same, or both parsers refuse the page because formatting elements are copied too often.
    Same,
    /// The first difference between the trees.
    Different(String),
    /// html5ever panicked and has no tree.
    Panicked,
}

/// [`parse`] or `parse_archived`.
pub type Parse = fn(&str, &Budget, Tick<'_>) -> Result<Tree, ParseError>;

/// Compares the trees of a page.
pub fn compare(page: &str) -> Outcome {
    compare_by(parse, page)
}

/// Compares the tree that `parse` makes of a page with html5ever's.
pub fn compare_by(parse: Parse, page: &str) -> Outcome {
    let ours = parse(page, &Budget::default(), &mut || ());
    let Ok(theirs) = panic::catch_unwind(|| bounded::parse(page)) else {
        return Outcome::Panicked;
    };
    let difference = match (ours, theirs) {
        (Ok(ours), Some(theirs)) => bounded::difference(&ours, &theirs),
        (Err(ParseError::TooManyNodes { .. }), None) => None,
        (ours, theirs) => {
            Some(format!("{:?} and {}", ours.map(|tree| tree.len()), theirs.map_or("refused", |_| "a tree")))
        }
    };
    difference.map_or(Outcome::Same, Outcome::Different)
}

/// Returns `true` if the two trees of a page differ.
pub fn differs(page: &str) -> bool {
    matches!(compare(page), Outcome::Different(_))
}

/// Cuts parts out of a page as long as `is_kind` stays true for the rest.
pub fn shorten(page: &str, is_kind: fn(&str) -> bool) -> String {
    let mut page = page.to_owned();
    let mut step = page.len() / 2;
    while step > 0 {
        let mut at = 0;
        while at < page.len() {
            let start = page.floor_char_boundary(at);
            let end = page.floor_char_boundary((at + step).min(page.len()));
            if start < end {
                let shorter = format!("{}{}", &page[..start], &page[end..]);
                if is_kind(&shorter) {
                    page = shorter;
                    continue;
                }
            }
            at += step;
        }
        step /= 2;
    }
    page
}
