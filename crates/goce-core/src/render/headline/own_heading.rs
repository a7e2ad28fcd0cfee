//! The heading of a page that is its headline.

use std::ops::Range;

use super::{LONGEST, key, start};
use crate::extract::Selection;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::OutOfMemory;
use crate::page::{Description, Page, Tag};

/// The fewest words that a heading has in common with the title in other words that it takes the place of.
const COMMON_WORDS: usize = 2;

/// The fewest words of a heading that is known by its place alone.
const LEAST_WORDS: usize = 3;

/// How many blocks of the content may stand before its heading: the date, the author.
const BEFORE_HEADING: usize = 2;

/// Returns the nodes of each heading of a page. One with several blocks in it was never closed and holds the content.
pub fn headings(page: &Page) -> impl Iterator<Item = Range<usize>> {
    let nodes = page.nodes().iter().enumerate().checking(CHECK_EVERY);
    let headings = nodes.filter(|(_, node)| node.tag().heading_level().is_some());
    let headings = headings.map(|(position, _)| page.subtree(position));
    headings.filter(|nodes| {
        let before = page.blocks().partition_point(|block| block.nodes().start < nodes.start);
        page.blocks().get(before + 1).is_none_or(|block| block.nodes().start >= nodes.end)
    })
}

/// Returns the text and the key of the page's own heading in place of its title; `None` if a heading says the title. It is
/// the last heading above the content that begins or ends `<title>`; else the longest one that begins or ends the title with
/// half of its words, where the rest may be the name of the site; else the page's only `<h1>`, if the content begins with it
/// or below it.
pub fn own_heading<'p>(
    page: &'p Page,
    selection: &Selection,
    title: &str,
) -> Result<Option<(&'p str, String)>, OutOfMemory> {
    // A heading that says more or less than the title is none of something else.
    let near = heading_near_content(page, selection)?;
    if let Some(near) = near.filter(|(_, near)| !title.contains(near.as_str()) && !near.contains(title)) {
        return Ok(Some(near));
    }
    let mut taken = page.blocks().iter().checking(CHECK_EVERY);
    let first = taken.find(|block| selection.takes(block.nodes())).map_or(0, |block| block.nodes().start);
    let mut best: Option<(&str, String)> = None;
    let mut above = None;
    let mut of_first_level = 0;
    for nodes in headings(page) {
        let text = page.text_of(nodes.clone());
        if text.is_empty() {
            continue;
        }
        let is_main = page.nodes()[nodes.start].tag() == Tag::H1;
        of_first_level += usize::from(is_main);
        if nodes.start <= first || nodes.contains(&first) {
            above = is_main.then_some(text);
        }
        if text.len() > LONGEST {
            continue;
        }
        let key = key(text)?;
        if key == title {
            return Ok(None);
        }
        let is_part = is_edge(&key, title) && 2 * key.len() >= title.len();
        if is_part && best.as_ref().is_none_or(|(_, best)| best.len() < key.len()) {
            best = Some((text, key));
        }
    }
    if best.is_some() {
        return Ok(best);
    }
    let only = above.filter(|text| of_first_level == 1 && text.len() <= LONGEST);
    let only = only.map(|text| Ok::<_, OutOfMemory>((text, key(text)?))).transpose()?;
    Ok(only.filter(|(_, key)| {
        let common = key.split(' ').filter(|word| title.split(' ').any(|other| other == *word)).count();
        common >= COMMON_WORDS
    }))
}

/// Returns the last heading above the content, or among its first blocks, that begins or ends `<title>`. Old blogs have
/// their own name in `<h1>`, above headings of another level for their posts.
fn heading_near_content<'p>(page: &'p Page, selection: &Selection) -> Result<Option<(&'p str, String)>, OutOfMemory> {
    let title = page.head().find_map(|element| match element {
        Description::Title(title) => Some(start(title)),
        _ => None,
    });
    let title = key(title.unwrap_or(""))?;
    let mut taken = page.blocks().iter().checking(CHECK_EVERY).filter(|block| selection.takes(block.nodes()));
    let Some(first) = taken.next() else {
        return Ok(None);
    };
    let last = taken.take(BEFORE_HEADING).last().unwrap_or(first).nodes().start;
    let mut near = None;
    for nodes in headings(page).take_while(|nodes| nodes.start <= last) {
        let text = page.text_of(nodes);
        if text.len() > LONGEST {
            continue;
        }
        let key = key(text)?;
        if (key == title || is_edge(&key, &title)) && key.split(' ').count() >= LEAST_WORDS {
            near = Some((text, key));
        }
    }
    Ok(near)
}

/// Returns `true` for words that a longer text begins or ends with.
fn is_edge(part: &str, whole: &str) -> bool {
    let rest = whole.strip_prefix(part).map(|rest| rest.starts_with(' '));
    let rest = rest.or_else(|| whole.strip_suffix(part).map(|rest| rest.ends_with(' ')));
    !part.is_empty() && rest == Some(true)
}
