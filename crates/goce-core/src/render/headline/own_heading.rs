//! The heading of a page that is its headline.

use super::{LONGEST, key, start};
use crate::extract::Selection;
use crate::page::Description;
use crate::page::prelude::*;

/// Returns the nodes of each heading of a page. One with several blocks in it was never closed and holds the content.
pub fn headings(page: &Page) -> impl Iterator<Item = Range<usize>> {
    let nodes = page.nodes().iter().enumerate().checking(CHECK_EVERY);
    let headings = nodes.filter(|(_, node)| node.tag().heading_level().is_some());
    let headings = headings.map(|(position, _)| page.subtree(position));
    headings.filter(|nodes| {
        let before = page.blocks().partition_point(|block| block.nodes().start < nodes.start);
        let inside = page.blocks().iter().skip(before + 1).take_while(|block| block.nodes().start < nodes.end);
        inside.take(8).all(|block| page.tag(block.element()) == Tag::Button)
    })
}

/// What the headings of a page say of its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnHeading<'p> {
    /// None has to do with it.
    None,
    /// One says it.
    Title,
    /// One takes its place.
    Other(Keyed<'p>),
}

/// The text of a heading, and its key.
type Keyed<'p> = (Cow<'p, str>, String);

/// Returns the page's own heading in place of its title. It is the last heading above the content that begins or ends `<title>`; else the longest one that begins or ends the title with
/// half of its words, where the rest may be the name of the site; else the page's only `<h1>`, if the content begins with it
/// or below it, and it has words of the title or any will do; else the picture in the page's only `<h1>`, by its
/// alternative text, where the title is one word ("index").
pub fn own_heading<'p>(
    page: &'p Page,
    selection: &Selection,
    title: &str,
    any_words: bool,
) -> Fallible<OwnHeading<'p>> {
    let keyed = |text: Cow<'p, str>| {
        let key = key(&text)?;
        Ok::<_, OutOfMemory>((text, key))
    };
    // A heading that says more or less than the title is none of something else.
    let near = heading_near_content(page, selection)?;
    if let Some(near) = near.filter(|(_, near)| !title.contains(near.as_str()) && !near.contains(title)) {
        return Ok(OwnHeading::Other(near));
    }
    let mut taken = page.blocks().iter().checking(CHECK_EVERY);
    let first = taken.find(|block| selection.takes(block.nodes())).map_or(0, |block| block.nodes().start);
    let mut best: Option<Keyed<'_>> = None;
    let mut above = None;
    let mut of_first_level = 0;
    let mut pictured = None;
    for nodes in headings(page) {
        let text = text_of(page, nodes.clone())?;
        let is_main = page.tag(nodes.start) == Tag::H1;
        if text.is_empty() {
            pictured = pictured.or_else(|| is_main.then(|| alternative_text(page, nodes)).flatten());
            continue;
        }
        of_first_level += usize::from(is_main);
        // A heading that leads somewhere is the site's name.
        if nodes.start <= first || nodes.contains(&first) {
            let leads = any_words && page.nodes()[nodes.clone()].iter().any(|node| node.tag() == Tag::A);
            above = (is_main && !leads).then(|| text.clone());
        }
        if text.len() > LONGEST {
            continue;
        }
        let key = key(&text)?;
        if is_same(&key, title) {
            return Ok(OwnHeading::Title);
        }
        let is_part = is_edge(&key, title) && 2 * key.len() >= title.len();
        if is_part && best.as_ref().is_none_or(|(_, best)| best.len() < key.len()) {
            best = Some((text, key));
        }
    }
    if let Some(best) = best {
        return Ok(OwnHeading::Other(best));
    }
    let only = above.filter(|text| of_first_level == 1 && text.len() <= LONGEST);
    let only = only.map(keyed).transpose()?.filter(|(_, key)| {
        let common = key.split(' ').filter(|word| title.split(' ').any(|other| other == *word)).count();
        common >= if any_words { 0 } else { 2 }
    });
    if let Some(only) = only {
        return Ok(OwnHeading::Other(only));
    }
    let pictured = pictured.filter(|text| of_first_level == 0 && !title.contains(' ') && text.len() <= LONGEST);
    let pictured = pictured
        .map(|text| keyed(Cow::Borrowed(text)))
        .transpose()?
        .filter(|(_, key)| key.split(' ').count() >= 3);
    Ok(pictured.map_or(OwnHeading::None, OwnHeading::Other))
}

/// Returns the alternative text of the picture that a heading is. One that leads somewhere is the site's.
fn alternative_text(page: &Page, nodes: Range<usize>) -> Option<&str> {
    let around = page.parent(nodes.start);
    let mut nodes = nodes.take(64);
    let leads = nodes.clone().chain([around]).any(|position| page.tag(position) == Tag::A);
    let picture = nodes.find(|position| page.tag(*position) == Tag::Img).filter(|_| !leads)?;
    page.attribute(picture, names::ALT)
}

/// Returns the last heading above the content, or among its first blocks, that begins or ends `<title>`. Old blogs have
/// their own name in `<h1>`, above headings of another level for their posts.
fn heading_near_content<'p>(page: &'p Page, selection: &Selection) -> Fallible<Option<Keyed<'p>>> {
    let title = page.head().find_map(|element| match element {
        Description::Title(title) => Some(start(title)),
        _ => None,
    });
    let title = key(title.unwrap_or(""))?;
    let mut taken = page.blocks().iter().checking(CHECK_EVERY).filter(|block| selection.takes(block.nodes()));
    let Some(first) = taken.next() else {
        return Ok(None);
    };
    // Two blocks of the content may stand before its heading: the date, the author.
    let last = taken.take(2).last().unwrap_or(first).nodes().start;
    let mut near = None;
    for nodes in headings(page).take_while(|nodes| nodes.start <= last) {
        let text = text_of(page, nodes.clone())?;
        if text.len() > LONGEST || leads_home(page, nodes) {
            continue;
        }
        let key = key(&text)?;
        if (key == title || is_edge(&key, &title)) && key.split(' ').count() >= 3 {
            near = Some((text, key));
        }
    }
    Ok(near)
}

/// Returns `true` for a heading that leads to a front page: the site's name.
fn leads_home(page: &Page, nodes: Range<usize>) -> bool {
    let around = page.parent(nodes.start);
    // The nodes of a heading in which a link is looked for.
    let mut links = nodes.take(64).chain([around]).filter(|position| page.tag(*position) == Tag::A);
    links.any(|link| {
        let href = page.attribute(link, names::HREF).unwrap_or("").trim();
        let is_host = |rest: &str| rest.find('/').is_none_or(|at| at + 1 == rest.len());
        matches!(href, "/" | "./") || href.split_once("://").is_some_and(|(_, rest)| is_host(rest))
    })
}

/// Returns the text of a heading without its buttons.
pub fn text_of(page: &Page, nodes: Range<usize>) -> Fallible<Cow<'_, str>> {
    let is_button = |position: &usize| page.tag(*position) == Tag::Button;
    let mut buttons = nodes.clone().filter(is_button).checking(CHECK_EVERY).peekable();
    if buttons.peek().is_none() {
        return Ok(Cow::Borrowed(page.text_of(nodes)));
    }
    let (mut text, mut start) = (String::new(), nodes.start);
    for button in buttons.map(|button| page.subtree(button)).chain(std::iter::once(nodes.end..nodes.end)) {
        // One in another is left out with it.
        if button.start >= start {
            text.try_push_all(&[page.text_of(start..button.start).trim(), " "])?;
            start = button.end;
        }
    }
    text.truncate(text.trim_end().len());
    Ok(Cow::Owned(text))
}

/// Returns `true` for the same words, wherever spaces stand between their parts.
pub fn is_same(one: &str, other: &str) -> bool {
    one.split(' ').flat_map(str::bytes).eq(other.split(' ').flat_map(str::bytes))
}

/// Returns `true` for words that a longer text begins or ends with.
fn is_edge(part: &str, whole: &str) -> bool {
    let rest = whole.strip_prefix(part).map(|rest| rest.starts_with(' '));
    let rest = rest.or_else(|| whole.strip_suffix(part).map(|rest| rest.ends_with(' ')));
    !part.is_empty() && rest == Some(true)
}
