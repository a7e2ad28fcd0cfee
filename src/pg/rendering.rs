//! `goce_markdown`, `goce_html` and `goce_highlight`: what `goce_extract` selects, written otherwise.

use pgrx::prelude::*;

use super::error::Result;
use super::extraction::written;
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
    written(html, method, genre, screenshot, |page, selection| {
        render::markdown(page, selection, url.as_deref(), &mut tick)
    })
}

#[pg_extern(immutable, parallel_safe, cost = 1000000)]
fn goce_html(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
    url: default!(Option<Text>, "NULL"),
) -> Result<Option<Text>> {
    written(html, method, genre, screenshot, |page, selection| {
        render::html(page, selection, url.as_deref(), &mut tick)
    })
}

#[pg_extern(immutable, parallel_safe, cost = 1100000)]
fn goce_highlight(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<Option<Text>> {
    let name = method.as_ref().map_or("auto", Text::name).to_owned();
    written(html, method, genre, screenshot, |page, selection| {
        render::highlight(page, selection, &name, &mut tick)
    })
}
