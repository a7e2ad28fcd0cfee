//! What the elements around a node say of the part of a page that it stands in.

use crate::prelude::*;
use goce_core::areas::region_names::{Said, said};
use goce_core::areas::{comment_forms, comment_holders, comment_parts};
use goce_core::render::Content;

/// What notices of copyright say, in lower case.
const NOTICES: &str = "\
    copyright, all rights reserved, (c) , 版权所有, alle rechte, tous droits, \
    derechos reservados, direitos reservados, diritti riservati";

/// What the elements around a node say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    None,
    /// Notes and references of a text.
    Notes,
    Aside,
    Header,
    Teaser,
    Other,
    /// A menu by a class or an id alone, which lists of titles have too.
    Named,
    Navigation,
    Footer,
    Comment,
}

/// Returns for each node what the elements around it say.
pub fn places(page: &Page, content: &Content<'_>) -> Fallible<Vec<Place>> {
    let nodes = page.nodes();
    let mut places = try_filled(Place::None, nodes.len())?;
    let last = content.last();
    for position in (0..nodes.len()).checking(CHECK_EVERY) {
        // The root is its own parent.
        let (around, tag) = (places[nodes[position].parent()], nodes[position].tag());
        if tag == Tag::Text || matches!(around, Place::Navigation | Place::Footer) {
            places[position] = around;
            continue;
        }
        let own = own_place(page, content, last, position, &said(page, position, tag));
        places[position] = match (around, own) {
            (around, Place::None) => around,
            (Place::Teaser | Place::Other, Place::Aside | Place::Header | Place::Teaser) => around,
            (Place::Named, Place::Aside | Place::Header | Place::Other) => around,
            (_, own) => own,
        };
    }
    let parts = comment_parts(page)?;
    let comments = comment_holders(page, &parts)?;
    let about = comment_forms(page, &parts)?;
    for nodes in comments.iter().chain(&about) {
        // A list of the site's latest comments.
        if places[nodes.start] == Place::Teaser {
            continue;
        }
        for place in places[nodes.clone()].iter_mut().checking(CHECK_EVERY) {
            *place = Place::Comment;
        }
    }
    let foot = foot(page, last).map_or(0..0, |foot| page.subtree(foot));
    for place in places[foot].iter_mut().checking(CHECK_EVERY).filter(|place| **place != Place::Comment) {
        *place = Place::Footer;
    }
    Ok(places)
}

/// Returns what an element itself says.
fn own_place(page: &Page, content: &Content<'_>, last: usize, position: usize, said: &Said) -> Place {
    if *said == Said::default() {
        return Place::None;
    }
    let nodes = page.subtree(position);
    // What holds content is called for something else, but for the notes of a text.
    if said.name == Some(Meaning::Notes) {
        return Place::Notes;
    }
    if content.takes(&nodes) || (content.is_empty() && is_most(page, position)) {
        return Place::None;
    }
    let is_footer = said.is_footer || said.name == Some(Meaning::Footer);
    if is_footer && position >= last && !is_in_article(page, position) {
        return Place::Footer;
    }
    match said.name {
        Some(Meaning::Furniture) => Place::Other,
        _ if said.is_nav => Place::Navigation,
        Some(Meaning::Navigation) => Place::Named,
        Some(Meaning::Teaser) => Place::Teaser,
        name if (said.is_header || name == Some(Meaning::Header))
            && position < last
            && !is_in_article(page, position) =>
        {
            Place::Header
        }
        name if said.is_aside || name == Some(Meaning::Aside) => Place::Aside,
        _ => Place::None,
    }
}

/// Returns `true` for an element with more than half of the page's words.
pub fn is_most(page: &Page, position: usize) -> bool {
    2 * page.word_count(page.subtree(position)) > page.word_count(page.positions())
}

/// Returns `true` for an element near the top of an article.
fn is_in_article(page: &Page, position: usize) -> bool {
    // The levels above an element in which an article is looked for.
    page.around(position).take(6).any(|around| page.tag(around) == Tag::Article)
}

/// Returns the element at the end of a page, behind the last content, that has its copyright notice.
fn foot(page: &Page, last: usize) -> Option<usize> {
    let all = page.word_count(page.positions());
    let blocks = page.blocks();
    // The last blocks of a page in which its copyright notice is looked for.
    let notice = blocks.iter().rev().take(40).take_while(|block| block.nodes().start >= last);
    let notice = notice.filter(|block| says_copyright(page.block_text(block))).last()?;
    let mut foot = notice.element();
    if foot < last {
        return None;
    }
    loop {
        let parent = page.parent(foot);
        let words = page.word_count(page.subtree(parent));
        // The most words of the foot of a page, and the most parts of a hundred of the page's words.
        if parent == foot || parent < last || words > (all * 25 / 100).min(600) {
            return Some(foot);
        }
        foot = parent;
    }
}

/// Returns `true` for a text that begins with a notice of copyright.
fn says_copyright(text: &str) -> bool {
    // Bytes of a text in which it is looked for.
    let start = start_of(text, 400);
    start.contains('\u{a9}') || {
        let lower = start.to_lowercase();
        NOTICES.split(", ").any(|notice| lower.contains(notice))
    }
}
