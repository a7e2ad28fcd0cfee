//! `goce_extract`, `goce_blocks` and `goce_confidence`.

use std::time::Duration;

use pgrx::prelude::*;

use super::error::Result;
use super::error::raise;
use super::genre::of_both;
use super::{Text, clock, parse, tick};
use crate::extract::{Method, Selection, auto};
use crate::genre::Genre;
use crate::page::{Page, XPaths};
use crate::render;

/// A page and what a method selects of it; `None` for no page. The options are checked even
/// then, so that a misspelt one does not hide behind NULLs.
pub fn select(
    html: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
) -> Result<Option<(Page, Selection)>> {
    let method: Method = method.as_ref().map_or("auto", Text::name).parse()?;
    let genre: Option<Genre> = genre.as_ref().map(Text::name).map(str::parse).transpose()?;
    let Some(html) = html else {
        return Ok(None);
    };
    let page = parse(&html)?;
    // A method that finds the genre by the markup needs no help with that.
    let p_list_view = match (genre, screenshot) {
        (None, Some(screenshot)) if method.wants_genre() => of_both(&page, screenshot)?,
        _ => genre.map(Genre::p_list_view),
    };
    let selection = method.select(&page, p_list_view, &mut tick)?;
    Ok(Some((page, selection)))
}

#[pg_extern(immutable, parallel_safe, cost = 800000)]
fn goce_extract(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<Option<Text>> {
    let Some((page, selection)) = select(html, method, genre, screenshot)? else {
        return Ok(None);
    };
    Ok(render::text(&page, &selection, &mut tick)?.map(Text::from))
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_confidence(html: Text) -> Result<f32> {
    Ok(auto::confidence(&parse(&html)?, &mut tick)?)
}

#[pg_extern(immutable, parallel_safe, cost = 800000)]
#[allow(clippy::type_complexity)]
fn goce_blocks(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(ord, i32),
            name!(xpath, Text),
            name!(tag, Text),
            name!(is_content, bool),
            name!(score, f32),
            name!(text, Text),
        ),
    >,
> {
    let rows = select(html, method, genre, screenshot)?.map(BlockRows::new);
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

/// The rows of `goce_blocks`, made one by one: PostgreSQL keeps them, and spills them to disk.
struct BlockRows {
    page: Page,
    selection: Selection,
    xpaths: XPaths,
    next: usize,
    /// The time that the page has taken so far.
    spent: Duration,
}

impl BlockRows {
    fn new((page, selection): (Page, Selection)) -> Self {
        BlockRows {
            page,
            selection,
            xpaths: XPaths::default(),
            next: 0,
            spent: clock::spent(),
        }
    }
}

impl Iterator for BlockRows {
    type Item = (i32, Text, Text, bool, f32, Text);

    fn next(&mut self) -> Option<Self::Item> {
        clock::resume(self.spent);
        tick();
        let page = &self.page;
        let block = page.blocks().get(self.next)?;
        self.next += 1;
        let xpath = page
            .xpath(block.element, &mut self.xpaths, &mut tick)
            .unwrap_or_else(|error| raise(error));
        let tag = page.element(block.element).map_or("", |e| e.name());
        let copy = |text| Text::copy(text).unwrap_or_else(|error| raise(error));
        self.spent = clock::spent();
        Some((
            // There are fewer blocks than bytes of a page, which PostgreSQL bounds to 2³⁰.
            self.next as i32,
            Text::from(xpath),
            copy(tag),
            // A method may divide a block.
            self.selection.takes(block.nodes.clone()),
            self.selection.block_score(self.next - 1, block.nodes.start),
            copy(page.block_text(block)),
        ))
    }
}
