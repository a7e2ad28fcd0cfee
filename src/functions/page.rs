//! `goce_page`: what several functions say of a page, in one row.

use crate::functions::extraction::{Asked, with_request};
use crate::functions::genre::GenreVerdict;
use crate::functions::prelude::*;
use crate::server::composite::PageRow;

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
        let Some(Asked { page, selection, verdict }) = request.select()? else {
            return Ok(None);
        };
        let verdict = match verdict {
            Some(verdict) => verdict,
            None => GenreVerdict::new(Some(&page), request.screenshot)?,
        };
        let kind = (verdict.genre(), verdict.page_type()?);
        // With `title` the Markdown begins with the headline.
        let title = title == Some(true);
        let row = goce_methods::PageRow::of(&page, &selection, title, url.as_deref(), kind).or_report()?;
        let published = row.published.and_then(|seconds| timestamp(seconds.checked_mul(1_000_000)?));
        let columns = [
            row.title.map(Text::from).into_datum(),
            row.text.map(Text::from).into_datum(),
            row.markdown.map(Text::from).into_datum(),
            row.metadata.authors.clone().column().or_report()?.into_datum(),
            published.into_datum(),
            row.language.map(Text::from).into_datum(),
            row.genre.map(|genre| Text::from(genre.name())).into_datum(),
            row.page_type.map(|page_type| Text::from(page_type.name())).into_datum(),
            row.confidence.into_datum(),
            row.no_text.map(Text::from).into_datum(),
            Json(Some((*row.metadata).clone().into_json())).into_datum(),
        ];
        PageRow::new(fcinfo, &columns).map(Some)
    }
}
