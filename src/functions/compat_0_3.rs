//! What declarations of version 0.3.0 call, which has no argument `hidden`: the text that a reader does not see is there as
//! it is by default. [`compat`](crate::functions::compat) says why, and has those of older versions.

use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::TableIterator;
use crate::functions::extraction::Request;
use crate::functions::page::page_row;
use crate::functions::rendering::markdown;
use crate::functions::site::Site;
use crate::functions::{chunks, elements, lists};
use crate::server::arrays::Texts;
use crate::server::composite::PageRow;
use crate::server::error::Result;
use crate::server::text::Text;
use crate::server::values::{JsonText, Stored};
use goce_core::render;

/// Defines a function with the arguments of a [`Request`] that an old declaration passes. Arguments of its own stand before
/// `comments`, and those that version 0.3 added before `model`.
macro_rules! declared {
    (fn $name:ident($request:ident $(, $own:ident: $type:ty)* $(; $added:ident: $added_type:ty)*) -> $result:ty $body:block) => {
        #[pg_extern(sql = false)]
        fn $name(
            html: Option<Text>,
            method: Option<Text>,
            genre: Option<Text>,
            screenshot: Option<&[u8]>,
            $($own: Option<$type>,)*
            comments: Option<bool>,
            focus: Option<Text>,
            site: Option<Site>,
            $($added: Option<$added_type>,)*
            model: Option<Stored>,
        ) -> $result {
            let $request = Request { html, method, genre, screenshot, comments, focus, site, model, ..Request::default() };
            $body
        }
    };
}

declared! {
    fn goce_extract_0_3(request; url: Text; title: bool) -> Result<Option<Text>> {
        request.write_titled(title, url.as_deref(), |page, selection, headline| {
            render::titled_text(page, selection, headline)
        })
    }
}

declared! {
    fn goce_blocks_0_3(request) -> Result<
        TableIterator<(
                name!(ord, i32),
                name!(xpath, Text),
                name!(tag, Text),
                name!(is_content, bool),
                name!(score, f32),
                name!(text, Text),
            ),
        >,
    > {
        Ok(TableIterator::new(request.blocks()?))
    }
}

declared! {
    fn goce_markdown_0_3(request, url: Text, front_matter: bool; title: bool) -> Result<Option<Text>> {
        markdown(&request, url.as_deref(), front_matter == Some(true), title == Some(true))
    }
}

declared! {
    fn goce_html_0_3(request, url: Text; title: bool) -> Result<Option<Text>> {
        let url = url.as_deref();
        request.write_titled(title, url, |page, selection, headline| {
            render::titled_html(page, selection, url, headline)
        })
    }
}

declared! {
    fn goce_highlight_0_3(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::highlight(page, selection, request.method()))
    }
}

#[pg_extern(sql = false)]
fn goce_confidence_0_3(
    html: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
    comments: Option<bool>,
    focus: Option<Text>,
    site: Option<Site>,
    model: Option<Stored>,
) -> Result<Option<f32>> {
    let request = Request {
        html,
        genre,
        screenshot,
        comments,
        focus,
        site,
        model,
        ..Request::default()
    };
    request.confidence()
}

#[pg_extern(sql = false)]
fn goce_chunks_0_3(
    html: Option<Text>,
    url: Option<Text>,
    max_words: Option<i32>,
    overlap: Option<i32>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
    comments: Option<bool>,
    focus: Option<Text>,
    site: Option<Site>,
    title: Option<bool>,
    model: Option<Stored>,
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(heading_path, Texts),
        name!(text, Text),
        name!(markdown, Text),
        name!(xpath, Option<Text>),
        name!(start_offset, i32),
        name!(end_offset, i32),
        name!(hash, i64),
    )>,
> {
    let request = Request {
        html,
        method,
        genre,
        screenshot,
        comments,
        focus,
        site,
        model,
        ..Request::default()
    };
    let rows = chunks::rows(&request, url.as_deref(), max_words, overlap, title == Some(true))?;
    Ok(TableIterator::new(rows.map(chunks::with_hash)))
}

#[pg_extern(sql = false)]
fn goce_page(
    html: Option<Text>,
    url: Option<Text>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
    comments: Option<bool>,
    focus: Option<Text>,
    site: Option<Site>,
    title: Option<bool>,
    model: Option<Stored>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Option<PageRow>> {
    let request = Request {
        html,
        method,
        genre,
        screenshot,
        comments,
        focus,
        site,
        model,
        ..Request::default()
    };
    page_row(&request, url.as_deref(), title == Some(true), fcinfo)
}

#[pg_extern(sql = false)]
fn goce_links(
    html: Option<Text>,
    url: Option<Text>,
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(url, Option<Text>),
        name!(text, Option<Text>),
        name!(rel, Option<Text>),
        name!(title, Option<Text>),
        name!(region, Text),
        name!(is_content, bool),
        name!(heading_path, Texts),
        name!(context, Option<Text>),
        name!(xpath, Text),
    )>,
> {
    elements::links(html, url, None)
}

#[pg_extern(sql = false)]
fn goce_tables(
    html: Option<Text>,
    url: Option<Text>,
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(caption, Option<Text>),
        name!(header, Option<Texts>),
        name!(rows, JsonText),
        name!(is_data, bool),
        name!(is_content, bool),
        name!(heading_path, Texts),
        name!(xpath, Text),
    )>,
> {
    elements::tables(html, url, None)
}

#[pg_extern(sql = false)]
fn goce_images(
    html: Option<Text>,
    url: Option<Text>,
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(url, Text),
        name!(alt, Option<Text>),
        name!(caption, Option<Text>),
        name!(width, Option<i32>),
        name!(height, Option<i32>),
        name!(is_content, bool),
        name!(xpath, Text),
    )>,
> {
    elements::images(html, url, None)
}

/// The declarations of 0.2.0 too.
#[pg_extern(sql = false)]
fn goce_items(
    html: Option<Text>,
    url: Option<Text>,
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(xpath, Text),
        name!(url, Option<Text>),
        name!(title, Option<Text>),
        name!(text, Option<Text>),
        name!(image, Option<Text>),
        name!(price, Option<Text>),
        name!(published_at, Option<Text>),
    )>,
> {
    lists::items(html, url, None)
}

/// The declarations of 0.2.0 too.
#[pg_extern(sql = false)]
fn goce_posts(
    html: Option<Text>,
    url: Option<Text>,
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(xpath, Text),
        name!(author, Option<Text>),
        name!(posted_at, Option<Text>),
        name!(text, Text),
    )>,
> {
    lists::posts(html, url, None)
}
