//! `goce_page`: what several functions say of a page, in one row.

use pgrx::datum::TimestampWithTimeZone;
use pgrx::prelude::*;
use pgrx::{IntoDatum, pg_sys};

use crate::Text;
use crate::composite::PageRow;
use crate::error::{OrReport, Result};
use crate::extraction::{Asked, Request};
use crate::genre::GenreVerdict;
use crate::site::Site;
use crate::values::{Json, Stored};
use goce_core::extract::auto::{self, NoText};
use goce_core::memory::TryPush;
use goce_core::render;
use goce_core::texts::language::language;

extension_sql!(
    r#"
CREATE TYPE goce_page_row AS (
    title text, text text, markdown text, authors text[], published timestamptz, language text, genre text, page_type text,
    confidence real, no_text text, metadata jsonb
);
"#,
    name = "page_row"
);

#[pg_extern(immutable, parallel_safe, cost = 1150000, requires = ["site_type", "page_row"])]
fn goce_page(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
    comments: default!(Option<bool>, "NULL"),
    focus: default!(Option<Text>, "'balanced'"),
    site: default!(Option<Site>, "NULL"),
    title: default!(Option<bool>, "true"),
    model: default!(Option<Stored>, "NULL"),
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
    };
    let Some(asked) = request.select()? else {
        return Ok(None);
    };
    row(asked, screenshot, url.as_deref(), title == Some(true), fcinfo).map(Some)
}

/// Seconds from 1970 to 2000, where PostgreSQL's time begins.
const EPOCH: i64 = 946_684_800;

fn row(
    asked: Asked,
    screenshot: Option<&[u8]>,
    url: Option<&str>,
    title: bool,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<PageRow> {
    let headline = asked.headline(title, url)?;
    let Asked {
        page,
        selection,
        verdict,
    } = asked;
    let text = render::text(&page, &selection).or_report()?;
    let markdown = render::titled_markdown(&page, &selection, url, headline.as_ref()).or_report()?;
    let no_text = match &text {
        Some(_) => None,
        None => Some(NoText::of(&page).or_report()?.map_or("nothing-found", NoText::name)),
    };
    let verdict = match verdict {
        Some(verdict) => verdict,
        None => GenreVerdict::new(Some(&page), screenshot)?,
    };
    let metadata = page.metadata(url).or_report()?;
    let mut authors = Vec::new();
    for author in &metadata.authors {
        authors.try_push(Text::copy(author).or_report()?).or_report()?;
    }
    let copy = |text: Option<&str>| text.map(Text::copy).transpose().or_report();
    let stated = copy(metadata.language.as_deref())?;
    let language = stated.or_else(|| text.as_deref().and_then(language).map(Text::from));
    let published = metadata.published().and_then(|seconds| {
        let microseconds = (seconds - EPOCH).checked_mul(1_000_000)?;
        TimestampWithTimeZone::try_from(microseconds).ok()
    });
    PageRow::new(
        fcinfo,
        &[
            copy(metadata.title.as_deref())?.into_datum(),
            text.map(Text::from).into_datum(),
            markdown.map(Text::from).into_datum(),
            authors.into_datum(),
            published.into_datum(),
            language.into_datum(),
            verdict.genre().into_datum(),
            verdict.page_type()?.into_datum(),
            auto::confidence_in(&selection).or_report()?.into_datum(),
            no_text.map(Text::from).into_datum(),
            Json(Some((*metadata).clone().into_json())).into_datum(),
        ],
    )
}
