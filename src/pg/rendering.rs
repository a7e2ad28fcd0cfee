//! `goce_markdown`, `goce_html` and `goce_highlight`: what `goce_extract` selects, written otherwise.

use pgrx::prelude::*;

use super::error::Result;
use super::extraction::select;
use super::{Text, tick};
use crate::render;

#[pg_extern(immutable, parallel_safe, cost = 900000)]
fn goce_markdown(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
    url: default!(Option<Text>, "NULL"),
) -> Result<Option<Text>> {
    let Some((page, selection)) = select(html, method, genre, screenshot)? else {
        return Ok(None);
    };
    let markdown = render::markdown(&page, &selection, url.as_deref(), &mut tick)?;
    Ok(markdown.map(Text::from))
}

#[pg_extern(immutable, parallel_safe, cost = 1000000)]
fn goce_html(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
    url: default!(Option<Text>, "NULL"),
) -> Result<Option<Text>> {
    let Some((page, selection)) = select(html, method, genre, screenshot)? else {
        return Ok(None);
    };
    let clean = render::html(&page, &selection, url.as_deref(), &mut tick)?;
    Ok(clean.map(Text::from))
}

#[pg_extern(immutable, parallel_safe, cost = 1100000)]
fn goce_highlight(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<Option<Text>> {
    let name = method.as_ref().map_or("auto", Text::name).to_owned();
    let Some((page, selection)) = select(html, method, genre, screenshot)? else {
        return Ok(None);
    };
    let marked = render::highlight(&page, &selection, &name, &mut tick)?;
    Ok(marked.map(Text::from))
}
