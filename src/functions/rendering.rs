//! `goce_markdown`, `goce_html` and `goce_highlight`: what `goce_extract` selects, written otherwise.

use crate::functions::extraction::with_request;
use crate::functions::prelude::*;
use goce_core::extract::auto;
use goce_core::page::link_target::web_address;
use goce_core::render::{self, Form, FrontMatter};

with_request! {
    #[pg_extern(name = "goce_markdown", immutable, parallel_safe, cost = 1150000, requires = ["site_type"])]
    fn goce_markdown_0_4, goce_markdown_0_3(
        request: html;
        method, genre, screenshot, url: Option<Text> = "NULL", front_matter: Option<bool> = "false";
        comments, focus, site, title: Option<bool> = "true";
        model, hidden;
        math: Option<Text> = "'tex'", fences: Option<bool> = "false"
    ) -> Result<Option<Text>> {
        let url = url.as_deref();
        let form = Form {
            math: named(math.as_ref())?.unwrap_or_default(),
            fences: fences == Some(true),
            ..Form::default()
        };
        let Some(asked) = request.select()? else {
            return Ok(None);
        };
        let (page, selection) = (&asked.page, &asked.selection);
        let headline = asked.headline(title, url)?;
        let markdown = page.markdown(selection, url, headline.as_ref(), form).or_report()?;
        let Some(markdown) = markdown else {
            return Ok(None);
        };
        if front_matter != Some(true) {
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
}

with_request! {
    #[pg_extern(name = "goce_html", immutable, parallel_safe, cost = 1250000, requires = ["site_type"])]
    fn goce_html_0_4, goce_html_0_3(
        request: html;
        method, genre, screenshot, url: Option<Text> = "NULL";
        comments, focus, site, title: Option<bool> = "true";
        model, hidden
    ) -> Result<Option<Text>> {
        let url = url.as_deref();
        request.write(title, url, |page, selection, headline| {
            render::titled_html(page, selection, url, headline)
        })
    }
}

with_request! {
    #[pg_extern(name = "goce_highlight", immutable, parallel_safe, cost = 1100000, requires = ["site_type"])]
    fn goce_highlight_0_4, goce_highlight_0_3(
        request: html;
        method, genre, screenshot;
        comments, focus, site;
        model, hidden
    ) -> Result<Option<Text>> {
        request.write(None, None, |page, selection, _| render::highlight(page, selection, request.method()))
    }
}
