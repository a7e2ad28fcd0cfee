//! The headings that a place stands below, by their levels.

use crate::page::prelude::*;

/// Six levels of headings, and level 0: the headline above them.
const LEVELS: usize = 7;

/// The most characters of a heading that is a statement.
const LONGEST: usize = 150;

/// The nodes of a callout among which its heading is looked for.
const NODES: usize = 64;

/// For each level the heading that holds: the last one, unless one of a higher level came behind it. What the numbers of
/// headings mean is up to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadingLevels([Option<u32>; LEVELS]);

impl HeadingLevels {
    /// No headings.
    pub const EMPTY: HeadingLevels = HeadingLevels([None; LEVELS]);

    /// Returns the level of a heading, 1 to 6; `None` for other nodes. Elements with `role=heading` are headings too,
    /// of level 2 where they say none.
    pub fn level_of(page: &Page, position: usize) -> Option<u8> {
        let by_role = || {
            let role = page.attribute(position, names::ROLE).filter(|_| page.tag(position) != Tag::Text)?;
            let level = page.attribute(position, names::ARIA_LEVEL).and_then(|level| level.trim().parse().ok());
            (role.trim() == "heading").then(|| level.unwrap_or(2).clamp(1, 6))
        };
        page.tag(position).heading_level().or_else(by_role)
    }

    /// Returns `true` for a paragraph that is set as a heading: long, and a sentence. Questions and the title of a page may
    /// be long.
    pub fn is_paragraph(page: &Page, position: usize, level: u8) -> bool {
        let text = page.text_at(position);
        if level == 1 || text.chars().nth(LONGEST).is_none() {
            return false;
        }
        // Only the end is looked at: headings within each other may end with the same signs.
        let end = &text[text.ceil_char_boundary(text.len() - 16)..];
        end.trim_end_matches(['"', '\'', '”', '’', '»', ')']).ends_with(['.', '!', '…', '。'])
    }

    /// Returns `true` for a callout with a heading of its own: it is above no text behind the callout.
    pub fn end_with(page: &Page, position: usize) -> bool {
        let tag = page.tag(position);
        let is_callout = || {
            tag == Tag::Aside
                || Meaning::Callout.is_said_by(start_of_name(page.class(position)))
                || page.attribute(position, names::ROLE).is_some_and(|role| role.trim() == "note")
        };
        let nodes = page.subtree(position);
        let heading = || nodes.clone().take(NODES).find(|at| HeadingLevels::level_of(page, *at).is_some());
        let has_text = |heading: usize| !page.text_of(page.end(heading)..nodes.end).is_empty();
        tag.is_block() && tag.heading_level().is_none() && is_callout() && heading().is_some_and(has_text)
    }

    /// Begins the part of a heading of a level from 0 to 6: those of its level and below hold no more.
    pub fn enter(&mut self, level: u8, heading: u32) {
        let mut levels = self.0.iter_mut().skip(usize::from(level));
        if let Some(own) = levels.next() {
            *own = Some(heading);
        }
        levels.for_each(|below| *below = None);
    }

    /// Returns the innermost heading above one of a level; that above text for no level.
    pub fn above(&self, level: Option<u8>) -> Option<u32> {
        let count = level.map_or(LEVELS, usize::from);
        self.0.iter().take(count).rev().find_map(|heading| *heading)
    }

    /// Returns the headings, the outermost first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<> {
        self.0.into_iter().flatten()
    }

    /// Keeps some of the headings.
    pub fn retain(&mut self, is_kept: impl Fn(u32) -> bool) {
        self.0 = self.0.map(|heading| heading.filter(|heading| is_kept(*heading)));
    }

    /// Returns a heading and those above it, each found by the one below, the outermost first.
    pub fn path(innermost: Option<u32>, above: impl Fn(u32) -> Option<u32>) -> impl Iterator<Item = u32> {
        let mut path = HeadingLevels::EMPTY;
        let headings = std::iter::successors(innermost, |heading| above(*heading));
        for (place, heading) in path.0.iter_mut().rev().zip(headings) {
            *place = Some(heading);
        }
        path.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_headings_too() {
        for [html, level] in cases(
            "
            <h3>a</h3> => 3
            <div role=heading aria-level=4>a</div> => 4
            <div role=heading aria-level=0>a</div> => 1
            <div role=' heading'>a</div> => 2
            <div role=none aria-level=4>a</div> =>",
        ) {
            let page = Page::sample(html);
            let found = page.positions().filter_map(|position| HeadingLevels::level_of(&page, position));
            assert_eq!(found.map(|level| level.to_string()).collect::<String>(), level, "{html}");
        }
    }

    #[test]
    fn a_heading_holds_up_to_the_next_of_its_level() {
        let mut levels = HeadingLevels::EMPTY;
        assert_eq!(levels.above(None), None);
        for (level, heading) in [(0, 10), (2, 11), (5, 12), (3, 13)] {
            levels.enter(level, heading);
        }
        assert_eq!(levels.iter().collect::<Vec<_>>(), [10, 11, 13]);
        assert_eq!((levels.above(None), levels.above(Some(3)), levels.above(Some(0))), (Some(13), Some(11), None));
        levels.retain(|heading| heading != 11);
        assert_eq!(levels.iter().collect::<Vec<_>>(), [10, 13]);
        let path = HeadingLevels::path(Some(3), |heading| heading.checked_sub(1));
        assert_eq!(path.collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
