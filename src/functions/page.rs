//! `goce_page`: what several functions say of a page, in one row.

use pgrx::datum::TimestampWithTimeZone;
use pgrx::prelude::*;
use pgrx::{IntoDatum, pg_sys};

use crate::functions::extraction::{Asked, with_request};
use crate::functions::genre::GenreVerdict;
use crate::server::arrays::Texts;
use crate::server::composite::PageRow;
use crate::server::error::{OrReport, Result};
use crate::server::text::Text;
use crate::server::values::Json;
use goce_core::memory::TryPush;

extension_sql!(
    r#"
CREATE TYPE goce_page_row AS (
    title text, text text, markdown text, authors text[], published timestamptz, language text, genre text, page_type text,
    confidence real, no_text text, metadata jsonb
);
"#,
    name = "page_row"
);

with_request! {
    #[pg_extern(name = "goce_page", immutable, parallel_safe, cost = 1150000, requires = ["site_type", "page_row"])]
    fn goce_page_0_4, goce_page(
        request: html, url: Option<Text> = "NULL";
        method, genre, screenshot;
        comments, focus, site, title: Option<bool> = "true";
        model, hidden, fcinfo
    ) -> Result<Option<PageRow>> {
        let Some(asked) = request.select()? else {
            return Ok(None);
        };
        row(asked, request.screenshot, url.as_deref(), title == Some(true), fcinfo).map(Some)
    }
}

/// Seconds from 1970 to 2000, where PostgreSQL's time begins.
const EPOCH: i64 = 946_684_800;

/// Returns the row of `goce_page`. With `title` the Markdown begins with the headline.
fn row(
    asked: Asked,
    screenshot: Option<&[u8]>,
    url: Option<&str>,
    title: bool,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<PageRow> {
    let Asked {
        page,
        selection,
        verdict,
    } = asked;
    let verdict = match verdict {
        Some(verdict) => verdict,
        None => GenreVerdict::new(Some(&page), screenshot)?,
    };
    let kind = (verdict.genre(), verdict.page_type()?);
    let row = goce_methods::PageRow::of(&page, &selection, title, url, kind).or_report()?;
    let mut authors = Vec::new();
    for author in &row.metadata.authors {
        authors.try_push(Text::copy(author).or_report()?).or_report()?;
    }
    let published = row.published.and_then(|seconds| {
        let microseconds = (seconds - EPOCH).checked_mul(1_000_000)?;
        TimestampWithTimeZone::try_from(microseconds).ok()
    });
    PageRow::new(
        fcinfo,
        &[
            row.title.map(Text::from).into_datum(),
            row.text.map(Text::from).into_datum(),
            row.markdown.map(Text::from).into_datum(),
            Texts(authors).into_datum(),
            published.into_datum(),
            row.language.map(Text::from).into_datum(),
            row.genre.map(|genre| Text::from(genre.name())).into_datum(),
            row.page_type.map(|page_type| Text::from(page_type.name())).into_datum(),
            row.confidence.into_datum(),
            row.no_text.map(Text::from).into_datum(),
            Json(Some((*row.metadata).clone().into_json())).into_datum(),
        ],
    )
}
