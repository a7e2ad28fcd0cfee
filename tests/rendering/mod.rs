//! Checks of the Markdown and HTML that goce writes, by parsers of others.

use goce_core::extract::{Options, Selection};
use goce_core::page::Page;
use goce_core::render;
use goce_core::texts::words::words;
use goce_methods::Method;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::pages::{golden_pages, method};

pub mod chunked;
pub mod evasions;
pub mod read_back;
pub mod reparse;

/// Markup of tags (`|` stands between them), of ends of the last open element and of others, of texts, and of words that
/// occur once.
pub fn soup(tags: &'static str, texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    let tags: Vec<&str> = tags.split('|').collect();
    prop::collection::vec((0u8..12, any::<Index>()), 0..120).prop_map(move |pieces| {
        let (mut html, mut open) = (String::new(), Vec::new());
        for (number, (kind, which)) in pieces.into_iter().enumerate() {
            let tag = tags[which.index(tags.len())];
            match kind {
                0..4 => {
                    html += &format!("<{tag}>");
                    open.push(tag);
                }
                4..7 => {
                    let ended = open.pop().filter(|_| kind > 4).unwrap_or(tag);
                    html += &format!("</{}>", ended.split(' ').next().unwrap());
                }
                7..9 => html += texts[which.index(texts.len())],
                _ => html += &format!("w{number}"),
            }
        }
        html
    })
}

/// Returns what the method of a name selects.
pub fn select(page: &Page, name: &str) -> Selection {
    method(name).select(page, &Options::default()).unwrap()
}

/// Returns the selection of all content.
pub fn all_content(page: &Page) -> Selection {
    select(page, "default")
}

/// Returns what each method selects of each golden page, with the names of both.
pub fn golden_selections() -> impl Iterator<Item = (String, Page, Selection)> {
    golden_pages().into_iter().flat_map(|golden| {
        Method::ALL.map(|method| {
            let page = golden.page();
            let selection = method.select(&page, &Options::default()).unwrap();
            (format!("{} {}", golden.name, method.name()), page, selection)
        })
    })
}

/// Returns the text of a selection, empty without content.
pub fn text(page: &Page, selection: &Selection) -> String {
    render::text(page, selection).unwrap().unwrap_or_default()
}

/// Returns the text of a selection with its captions, which Markdown and HTML have.
pub fn captioned_text(page: &Page, selection: &Selection) -> Option<String> {
    render::text(page, &render::with_captions(page, selection).unwrap()).unwrap()
}

/// Panics unless two texts are the same, with the place where they differ.
#[track_caller]
pub fn assert_same(found: &str, expected: &str, name: &str) {
    if found != expected {
        let same = found.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
        let around = |text: &str| {
            let start = text.floor_char_boundary(same.saturating_sub(60));
            text[start..text.floor_char_boundary(same + 60)].to_owned()
        };
        panic!("{name}\nexpected … {} …\nfound    … {} …", around(expected), around(found));
    }
}

/// Panics unless two texts have the same words.
#[track_caller]
pub fn assert_same_words(found: &str, expected: &str, name: &str) {
    let in_one = |text: &str| words(text).collect::<Vec<_>>().join(" ");
    assert_same(&in_one(found), &in_one(expected), name);
}

/// Returns a selection of some blocks, as a learned method makes one. `taken` holds for the first blocks, then for the
/// next ones, and so on.
pub fn some_blocks(page: &Page, taken: &[bool]) -> Selection {
    let blocks = page.blocks().iter().zip(taken.iter().cycle());
    let taken = blocks.filter(|(_, taken)| **taken);
    Selection::ranges(taken.map(|(block, _)| block.nodes())).unwrap()
}
