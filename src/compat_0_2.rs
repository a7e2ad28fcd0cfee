//! What declarations of version 0.2.0 call, until `ALTER EXTENSION goce UPDATE`: see [`crate::compat_0_1`]. Their Markdown
//! and HTML have no headline that the content lacks, but for Markdown with front matter.

use pgrx::prelude::*;

use crate::error::Result;
use crate::extraction::Request;
use crate::rendering::markdown;
use crate::site::Site;
use crate::{TableIterator, Text, chunks};
use goce_core::render;

/// Defines a function with the arguments that a declaration of 0.2.0 passes. Those that came later have their defaults.
macro_rules! declared_in_0_2 {
    (fn $name:ident($request:ident $(, $own:ident: $type:ty)*) -> $result:ty $body:block) => {
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
        ) -> $result {
            let $request = Request { html, method, genre, screenshot, comments, focus, site, model: None };
            $body
        }
    };
}

declared_in_0_2! {
    fn goce_extract_0_2(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::text(page, selection))
    }
}

declared_in_0_2! {
    fn goce_blocks_0_2(request) -> Result<
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

declared_in_0_2! {
    fn goce_markdown_0_2(request, url: Text, front_matter: bool) -> Result<Option<Text>> {
        let front_matter = front_matter == Some(true);
        markdown(&request, url.as_deref(), front_matter, front_matter)
    }
}

declared_in_0_2! {
    fn goce_html_0_2(request, url: Text) -> Result<Option<Text>> {
        request.write(|page, selection| render::html(page, selection, url.as_deref()))
    }
}

declared_in_0_2! {
    fn goce_highlight_0_2(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::highlight(page, selection, request.method()))
    }
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
        name!(heading_path, Vec<Text>),
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
