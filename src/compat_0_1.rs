//! What declarations of version 0.1.0 call. A new goce.so is installed for all databases at once, and each of them has
//! its old declarations until `ALTER EXTENSION goce UPDATE` there: until then they call these functions. Such a
//! declaration passes fewer arguments than today's has, so today's functions have symbols of other names.

use pgrx::prelude::*;

use crate::error::Result;
use crate::extraction::Request;
use crate::genre::{page_type, page_types};
use crate::{TableIterator, Text};
use goce_core::render;

/// Defines a function with the arguments that a declaration of 0.1.0 passes. Those that came later have their defaults.
macro_rules! declared_in_0_1 {
    (fn $name:ident($request:ident $(, $own:ident)?) -> $result:ty $body:block) => {
        #[pg_extern(sql = false)]
        fn $name(
            html: Option<Text>,
            method: Option<Text>,
            genre: Option<Text>,
            screenshot: Option<&[u8]>,
            $($own: Option<Text>,)?
        ) -> $result {
            let $request = Request { html, method, genre, screenshot, ..Request::default() };
            $body
        }
    };
}

declared_in_0_1! {
    fn goce_extract(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::text(page, selection))
    }
}

declared_in_0_1! {
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

declared_in_0_1! {
    fn goce_markdown(request, url) -> Result<Option<Text>> {
        request.write(|page, selection| render::markdown(page, selection, url.as_deref()))
    }
}

declared_in_0_1! {
    fn goce_html(request, url) -> Result<Option<Text>> {
        request.write(|page, selection| render::html(page, selection, url.as_deref()))
    }
}

declared_in_0_1! {
    fn goce_highlight(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::highlight(page, selection, request.method()))
    }
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
