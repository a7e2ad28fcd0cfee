//! Whether a page has the same tree by `flat_html` and by html5ever.

use std::panic;

use flat_html::{Budget, ParseError, parse};

use super::bounded;

/// What comparing the trees of a page says.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They are the same; or both parsers refuse the page because elements repeat themselves.
    Same,
    /// They are not.
    Different(String),
    /// html5ever has none: it panics.
    Panicked,
}

/// Compares the trees of a page.
pub fn compare(page: &str) -> Outcome {
    let ours = parse(page, &Budget::default(), &mut || ());
    let Ok(theirs) = panic::catch_unwind(|| bounded::parse(page)) else {
        return Outcome::Panicked;
    };
    let difference = match (ours, theirs) {
        (Ok(ours), Some(theirs)) => bounded::difference(&ours, &theirs),
        (Err(ParseError::TooManyNodes { .. }), None) => None,
        (ours, theirs) => Some(format!(
            "{:?} and {}",
            ours.map(|tree| tree.len()),
            theirs.map_or("refused", |_| "a tree")
        )),
    };
    difference.map_or(Outcome::Same, Outcome::Different)
}

/// Returns `true` for a page of which the trees are not the same.
pub fn differs(page: &str) -> bool {
    matches!(compare(page), Outcome::Different(_))
}

/// Makes a page as short as cutting gets it while `is_kind` holds for it.
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
