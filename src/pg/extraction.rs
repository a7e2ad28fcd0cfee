//! `goce_extract`, `goce_blocks` and `goce_confidence`.

use pgrx::prelude::*;

use super::error::{Result, raise};
use super::genre::of_both;
use super::{Text, clock, parse, tick};
use crate::extract::{Method, Selection, auto};
use crate::genre::Genre;
use crate::page::{Page, XPaths};
use crate::render::{self, RenderError};

/// Returns a page and what a method selects of it, `None` for no page. The options are checked even then, so that a
/// misspelt one does not hide behind NULLs.
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
    written(html, method, genre, screenshot, |page, selection| {
        render::text(page, selection, &mut tick)
    })
}

/// Returns what `write` makes of a page and what a method selects of it; `None` for no page.
pub fn written(
    html: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
    write: impl FnOnce(&Page, &Selection) -> Result<Option<String>, RenderError>,
) -> Result<Option<Text>> {
    let Some((page, selection)) = select(html, method, genre, screenshot)? else {
        return Ok(None);
    };
    Ok(write(&page, &selection)?.map(Text::from))
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
    let rows = select(html, method, genre, screenshot)?.map(block_rows);
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

fn block_rows(
    (page, selection): (Page, Selection),
) -> impl Iterator<Item = (i32, Text, Text, bool, f32, Text)> {
    let mut xpaths = XPaths::default();
    let copy = |text: &str| Text::copy(text).unwrap_or_else(|error| raise(error));
    clock::Rows::new((0..page.blocks().len()).map(move |index| {
        let block = &page.blocks()[index];
        let xpath = page.xpath(block.element(), &mut xpaths, &mut tick);
        (
            // There are fewer blocks than bytes of a page, which PostgreSQL bounds to 2³⁰.
            index as i32 + 1,
            Text::from(xpath.unwrap_or_else(|error| raise(error))),
            copy(page.element(block.element()).map_or("", |e| e.name())),
            // A method may divide a block.
            selection.takes(block.nodes()),
            selection.block_score(index, block.nodes().start),
            copy(page.block_text(block)),
        )
    }))
}
