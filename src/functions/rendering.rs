//! `goce_markdown`, `goce_html` and `goce_highlight`: what `goce_extract` selects, written otherwise.

use pgrx::prelude::*;

use crate::functions::extraction::{Request, with_request};
use crate::functions::site::Site;
use crate::server::error::{OrReport, Result};
use crate::server::text::Text;
use crate::server::values::Stored;
use goce_core::extract::auto;
use goce_core::page::link_target::web_address;
use goce_core::render::{self, FrontMatter};

/// Returns the Markdown of a page's content, below its headline if `title` is `true`.
pub fn markdown(request: &Request<'_>, url: Option<&str>, front_matter: bool, title: bool) -> Result<Option<Text>> {
    let Some(asked) = request.select()? else {
        return Ok(None);
    };
    let (page, selection) = (&asked.page, &asked.selection);
    let headline = asked.headline(title, url)?;
    let markdown = render::titled_markdown(page, selection, url, headline.as_ref()).or_report()?;
    let Some(markdown) = markdown else {
        return Ok(None);
    };
    if !front_matter {
        return Ok(Some(Text::from(markdown)));
    }
    let metadata = page.metadata(url).or_report()?;
    let author = (!metadata.authors.is_empty()).then(|| metadata.authors.join("; "));
    let page_type = page.measured().or_report()?.scores.page_type();
    let matter = FrontMatter {
        title: metadata.title.as_deref(),
        author: author.as_deref(),
        date: metadata.date.as_deref(),
        url: url.and_then(web_address).or(metadata.url.as_deref()),
        site: metadata.sitename.as_deref(),
        language: metadata.language.as_deref(),
        page_type: Some(page_type.name()),
        confidence: auto::confidence_in(selection).or_report()?,
    };
    let written = render::with_front_matter(&markdown, &matter).or_report()?;
    Ok(Some(Text::from(written)))
}

with_request! {
    #[pg_extern(name = "goce_markdown", immutable, parallel_safe, cost = 1150000, requires = ["site_type"])]
    fn goce_markdown_0_4(
        request,
        url: default!(Option<Text>, "NULL"),
        front_matter: default!(Option<bool>, "false");
        title: default!(Option<bool>, "true")
    ) -> Result<Option<Text>> {
        markdown(&request, url.as_deref(), front_matter == Some(true), title == Some(true))
    }
}

with_request! {
    #[pg_extern(name = "goce_html", immutable, parallel_safe, cost = 1250000, requires = ["site_type"])]
    fn goce_html_0_4(
        request,
        url: default!(Option<Text>, "NULL");
        title: default!(Option<bool>, "true")
    ) -> Result<Option<Text>> {
        let url = url.as_deref();
        request.write_titled(title, url, |page, selection, headline| {
            render::titled_html(page, selection, url, headline)
        })
    }
}

with_request! {
    #[pg_extern(name = "goce_highlight", immutable, parallel_safe, cost = 1100000, requires = ["site_type"])]
    fn goce_highlight_0_4(request) -> Result<Option<Text>> {
        request.write(|page, selection| render::highlight(page, selection, request.method()))
    }
}
