//! What declarations of released versions call. A new goce.so is installed for all databases at once, and each of them has
//! its old declarations until `ALTER EXTENSION goce UPDATE` there: until then they call these functions. Such a
//! declaration passes fewer arguments than today's has, so today's functions have symbols of other names.
//!
//! Their Markdown and HTML have no headline that the content lacks, but for Markdown with front matter.

use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::TableIterator;
use crate::functions::extraction::Request;
use crate::functions::genre::{page_type, page_types, scores};
use crate::functions::models::{self, Name};
use crate::functions::rendering::markdown;
use crate::functions::site::Site;
use crate::functions::{chunks, metadata};
use crate::server::arrays::Texts;
use crate::server::composite::OneRow;
use crate::server::error::Result;
use crate::server::text::Text;
use crate::server::values::{Json, Stored};
use goce_core::render;

/// Defines a function with the arguments that an old declaration passes: its own stand before the semicolon, those of a
/// [`Request`] that version 0.2.0 added behind it. Those that came later have their defaults.
macro_rules! declared {
    (fn $name:ident($request:ident $(, $own:ident: $type:ty)* $(; $($added:ident: $added_type:ty),*)?) -> $result:ty $body:block) => {
        #[pg_extern(sql = false)]
        fn $name(
            html: Option<Text>,
            method: Option<Text>,
            genre: Option<Text>,
            screenshot: Option<&[u8]>,
            $($own: Option<$type>,)*
            $($($added: Option<$added_type>,)*)?
        ) -> $result {
            let $request = Request { html, method, genre, screenshot, $($($added,)*)? ..Request::default() };
            $body
        }
    };
}

declared! {
    fn goce_extract(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::text(page, selection))
    }
}

declared! {
    fn goce_extract_0_2(request; comments: bool, focus: Text, site: Site) -> Result<Option<Text>> {
        request.write(|page, selection| render::text(page, selection))
    }
}

declared! {
    fn goce_blocks(request) -> Result<
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
    fn goce_blocks_0_2(request; comments: bool, focus: Text, site: Site) -> Result<
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
    fn goce_markdown(request, url: Text) -> Result<Option<Text>> {
        markdown(&request, url.as_deref(), false, false)
    }
}

declared! {
    fn goce_markdown_0_2(
        request, url: Text, front_matter: bool; comments: bool, focus: Text, site: Site
    ) -> Result<Option<Text>> {
        let front_matter = front_matter == Some(true);
        markdown(&request, url.as_deref(), front_matter, front_matter)
    }
}

declared! {
    fn goce_html(request, url: Text) -> Result<Option<Text>> {
        request.write(|page, selection| render::html(page, selection, url.as_deref()))
    }
}

declared! {
    fn goce_html_0_2(request, url: Text; comments: bool, focus: Text, site: Site) -> Result<Option<Text>> {
        request.write(|page, selection| render::html(page, selection, url.as_deref()))
    }
}

declared! {
    fn goce_highlight(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::highlight(page, selection, request.method()))
    }
}

declared! {
    fn goce_highlight_0_2(request; comments: bool, focus: Text, site: Site) -> Result<Option<Text>> {
        request.write(|page, selection| render::highlight(page, selection, request.method()))
    }
}

/// The declarations of 0.1.0 and 0.2.0, which have no column for the layout.
#[pg_extern(sql = false)]
fn goce_genre_scores(
    html: Option<Text>,
    screenshot: Option<&[u8]>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<OneRow> {
    let [genre, p_list_view, by_screenshot, by_html, _] = scores(html, screenshot)?;
    OneRow::new(fcinfo, &[genre, p_list_view, by_screenshot, by_html])
}

#[pg_extern(sql = false)]
fn goce_page_type(html: Option<Text>) -> Result<Option<Text>> {
    page_type(html, None)
}

#[pg_extern(sql = false)]
fn goce_page_type_scores(
    html: Option<Text>,
) -> Result<TableIterator<(name!(page_type, Text), name!(probability, f32))>> {
    Ok(TableIterator::new(page_types(html, None)?))
}

#[pg_extern(sql = false)]
fn goce_confidence(html: Option<Text>) -> Result<Option<f32>> {
    Request::of(html).confidence()
}

#[pg_extern(sql = false)]
fn goce_chunks(
    html: Option<Text>,
    url: Option<Text>,
    max_words: Option<i32>,
    overlap: Option<i32>,
    method: Option<Text>,
    genre: Option<Text>,
    screenshot: Option<&[u8]>,
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(heading_path, Texts),
        name!(text, Text),
        name!(markdown, Text),
        name!(xpath, Option<Text>),
        name!(start_offset, i32),
        name!(end_offset, i32),
    )>,
> {
    let request = Request {
        html,
        method,
        genre,
        screenshot,
        ..Request::default()
    };
    let rows = chunks::rows(&request, url.as_deref(), max_words, overlap, false)?;
    Ok(TableIterator::new(rows.map(|(row, _)| row)))
}

/// The declarations of 0.1.0 and 0.2.0, which have no headers.
#[pg_extern(sql = false)]
fn goce_metadata(html: Option<Text>, url: Option<Text>) -> Result<Option<Json>> {
    metadata::metadata(html, url, None)
}

/// The declarations of 0.1.0 and 0.2.0, which replace a model of that name.
#[pg_extern(sql = false)]
fn goce_publish(name: Option<Name>, model: Option<Stored>, fcinfo: pg_sys::FunctionCallInfo) -> Result<()> {
    models::publish(name, model, true, fcinfo)
}
