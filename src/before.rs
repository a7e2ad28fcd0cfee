//! What declarations of version 0.1.0 call. A new goce.so is installed for all databases at once, and each of them has
//! its old declarations until `ALTER EXTENSION goce UPDATE` there: until then they call these functions. Such a
//! declaration passes fewer arguments than today's has, so today's functions have symbols of other names.

use pgrx::prelude::*;

use super::Text;
use super::error::Result;
use super::extraction::{Request, block_rows};
use super::genre::{page_types, type_rows};
use goce_core::render;

/// Returns the request of a declaration of 0.1.0, whose further options are what they are if nobody names them.
fn request<'a>(method: Option<Text>, genre: Option<Text>, screenshot: Option<&'a [u8]>) -> Request<'a> {
    Request {
        method,
        genre,
        screenshot,
        ..Request::default()
    }
}

#[pg_extern(sql = false)]
fn goce_extract(
    html: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
) -> Result<Option<Text>> {
    request(method, genre, screenshot).write(html, render::text)
}

#[pg_extern(sql = false)]
#[allow(clippy::type_complexity)]
fn goce_blocks(
    html: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
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
    let rows = request(method, genre, screenshot).select(html)?.map(block_rows);
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

#[pg_extern(sql = false)]
fn goce_markdown(
    html: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
    url: Option<Text>,
) -> Result<Option<Text>> {
    request(method, genre, screenshot).write(html, |page, selection| {
        render::markdown(page, selection, url.as_deref())
    })
}

#[pg_extern(sql = false)]
fn goce_html(
    html: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
    url: Option<Text>,
) -> Result<Option<Text>> {
    request(method, genre, screenshot).write(html, |page, selection| render::html(page, selection, url.as_deref()))
}

#[pg_extern(sql = false)]
fn goce_highlight(
    html: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
) -> Result<Option<Text>> {
    let request = request(method, genre, screenshot);
    request.write(html, |page, selection| {
        render::highlight(page, selection, request.method())
    })
}

#[pg_extern(sql = false)]
fn goce_page_type(html: Option<Text>) -> Result<Option<Text>> {
    let scores = page_types(html, None)?;
    Ok(scores.map(|scores| scores.page_type().name().into()))
}

#[pg_extern(sql = false)]
fn goce_page_type_scores(
    html: Option<Text>,
) -> Result<TableIterator<'static, (name!(page_type, Text), name!(probability, f32))>> {
    Ok(TableIterator::new(type_rows(page_types(html, None)?)))
}
