//! `goce_markdown`, `goce_html` and `goce_highlight`: what `goce_extract` selects, written otherwise.

use pgrx::prelude::*;

use crate::Text;
use crate::error::{OrReport, Result};
use crate::extraction::{Request, with_request};
use crate::site::Site;
use goce_core::extract::auto;
use goce_core::genre::markup;
use goce_core::metadata::Metadata;
use goce_core::render::link_target::web_address;
use goce_core::render::{self, FrontMatter};

with_request! {
    #[pg_extern(name = "goce_markdown", immutable, parallel_safe, cost = 900000, requires = ["site_type"])]
    fn goce_markdown_0_2(
        request,
        url: default!(Option<Text>, "NULL"),
        front_matter: default!(Option<bool>, "false")
    ) -> Result<Option<Text>> {
        let Some((page, selection)) = request.select()? else {
            return Ok(None);
        };
        let url = url.as_deref();
        let markdown = render::markdown(&page, &selection, url).or_report()?;
        let Some(markdown) = markdown else {
            return Ok(None);
        };
        if front_matter != Some(true) {
            return Ok(Some(Text::from(markdown)));
        }
        let metadata = Metadata::of(&page, url).or_report()?;
        let author = (!metadata.authors.is_empty()).then(|| metadata.authors.join("; "));
        let page_type = markup::classify(&page).or_report()?.page_type();
        let matter = FrontMatter {
            title: metadata.title.as_deref(),
            author: author.as_deref(),
            date: metadata.date.as_deref(),
            url: url.and_then(web_address).or(metadata.url.as_deref()),
            site: metadata.sitename.as_deref(),
            language: metadata.language.as_deref(),
            page_type: Some(page_type.name()),
            confidence: auto::confidence_in(&selection).or_report()?,
        };
        let written = render::with_front_matter(&page, &selection, &markdown, &matter).or_report()?;
        Ok(Some(Text::from(written)))
    }
}

with_request! {
    #[pg_extern(name = "goce_html", immutable, parallel_safe, cost = 1000000, requires = ["site_type"])]
    fn goce_html_0_2(request, url: default!(Option<Text>, "NULL")) -> Result<Option<Text>> {
        request.write(|page, selection| render::html(page, selection, url.as_deref()))
    }
}

with_request! {
    #[pg_extern(name = "goce_highlight", immutable, parallel_safe, cost = 1100000, requires = ["site_type"])]
    fn goce_highlight_0_2(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::highlight(page, selection, request.method()))
    }
}
