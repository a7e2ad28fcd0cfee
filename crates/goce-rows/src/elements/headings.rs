//! The headings that a place of a page stands below.

use crate::prelude::*;
use goce_core::page::{HeadingLevels, RowPaths};

/// The positions of the headings above a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadingPath(HeadingLevels);

impl HeadingPath {
    /// Returns the texts of the headings, each on one line, from the outermost on.
    ///
    /// # Errors
    /// [`RenderError::LongPaths`] where the rows repeat too much of their page; [`RenderError::OutOfMemory`].
    pub fn texts(&self, page: &Page, paths: &mut RowPaths) -> Rendered<Vec<String>> {
        let mut texts = Vec::new();
        for heading in self.0.iter() {
            let text = page.text_at(heading as usize);
            paths.spend(text.len())?;
            texts.try_push(on_a_line(text)?)?;
        }
        Ok(texts)
    }
}

/// Returns the headings above each of some places, which are positions in document order.
///
/// A heading holds for what follows it up to the next heading of its level or a higher one, and no further than the
/// `<main>`, `<section>`, `<article>`, `<aside>`, `<nav>`, `<footer>`, callout or table cell that it stands in. One
/// without text, or as long as a paragraph, does not count, and none is above itself. Elements with `role=heading` are
/// headings too, of level 2 where they say none.
pub fn heading_paths(page: &Page, places: impl Iterator<Item = usize>) -> Fallible<Vec<HeadingPath>> {
    let mut paths = Vec::new();
    let mut places = places.peekable();
    // The last heading of each level that holds here.
    let mut open = HeadingLevels::EMPTY;
    // The elements around that end the reach of headings: their ends, and what held before them.
    let mut scopes: Vec<(usize, HeadingLevels)> = Vec::new();
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        while let Some((_, before)) = scopes.pop_if(|(end, _)| *end <= position) {
            open = before;
        }
        while places.next_if(|place| *place <= position).is_some() {
            let mut path = open;
            // None is above itself.
            path.retain(|heading| page.subtree(heading as usize).end <= position);
            paths.try_push(HeadingPath(path))?;
        }
        if places.peek().is_none() {
            break;
        }
        if ends_headings(node.tag()) || HeadingLevels::end_with(page, position) {
            scopes.try_push((page.end(position), open))?;
        }
        if let Some(level) = HeadingLevels::level_of(page, position)
            && !page.text_at(position).is_empty()
            && !HeadingLevels::is_paragraph(page, position, level)
        {
            open.enter(level, position as u32);
        }
    }
    for _ in places {
        paths.try_push(HeadingPath(HeadingLevels::EMPTY))?;
    }
    Ok(paths)
}

fn ends_headings(tag: Tag) -> bool {
    use Tag::*;
    matches!(tag, Section | Article | Aside | Nav | Footer | Main | Td | Th | Dialog)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the headings above each `<a>`, with `|` between links.
    fn of_links(html: &str) -> String {
        let page = sample(html);
        let links = page.positions().filter(|at| page.tag(*at) == Tag::A);
        let mut row_paths = RowPaths::of(&page);
        let paths = heading_paths(&page, links).unwrap();
        let texts = paths.iter().map(|path| path.texts(&page, &mut row_paths).unwrap().join("/"));
        texts.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn levels_and_sections() {
        expect(
            "
            <a>x</a><h1>One</h1><a>x</a><h3>Three</h3><a>x</a><h2>Two</h2><a>x</a> => |One|One/Three|One/Two
            <article><h1>One</h1><h2>T<br>w</h2><a>x</a></article><footer><a>x</a></footer> => One/T w|
            <div><div><h2>Two</h2></div></div><p><a>x</a> => Two
            <h2>Two <a>x</a></h2><a>y</a> => |Two x
            <h1>A</h1><h2>C</h2><section><h2>B</h2><a>x</a></section><a>x</a> => A/B|A/C
            <h1> </h1><a>x</a><div role=heading aria-level=9>R</div><a>x</a> => |R
            <h2>A</h2><div class=note><h3>Note</h3><a>x</a></div><a>y</a><div role=note><h2>B</h2><a>z</a></div><a>y</a> => A/Note|A|B|A
            <h2>A</h2><div class=note-title><h3>B</h3></div><a>x</a><h2>LONG</h2><a>x</a> => A/B|A/B
            <table><tr><td><h3>In</h3><a>x</a><td><a>x</a></table> => In|",
            |html| Some(of_links(&html.replace("LONG", &("word ".repeat(31) + "end.")))),
        );
    }
}
