//! `goce_extract`, `goce_blocks` and `goce_confidence`.

use pgrx::prelude::*;

use super::error::{OrReport, Result, raise};
use super::genre::of_both;
use super::refusal::Refusal;
use super::site::Site;
use super::{Text, clock, parse};
use goce_core::extract::{Focus, Options, Selection, auto};
use goce_core::genre::Genre;
use goce_core::lists::comments;
use goce_core::page::Page;
use goce_core::render::{self, RenderError, RowPaths};
use goce_core::site::hash_of_page;
use goce_methods::Method;

/// What a caller asks for: the arguments that `goce_extract` and those that write the same otherwise have in common.
#[derive(Default)]
pub struct Request<'a> {
    pub method: Option<Text>,
    pub genre: Option<Text>,
    pub screenshot: Option<&'a [u8]>,
    pub comments: Option<bool>,
    pub focus: Option<Text>,
    pub site: Option<Site>,
}

impl Request<'_> {
    /// Returns a page and what the method selects of it, `None` for no page. The options are checked even then, so that
    /// a misspelt one does not hide behind NULLs.
    pub fn select(&self, html: Option<Text>) -> Result<Option<(Page, Selection)>> {
        let method: Method = self.method().parse().or_report()?;
        let genre = self.genre.as_ref().map(Text::name);
        let genre: Option<Genre> = genre.map(str::parse).transpose().or_report()?;
        let focus = self.focus.as_ref().map(Text::name);
        let focus: Focus = focus.map_or(Ok(Focus::default()), str::parse).or_report()?;
        for (argument, is_given) in [("focus", focus != Focus::default()), ("site", self.site.is_some())] {
            if is_given && !method.weighs() {
                return Err(Refusal::Unheeded {
                    argument,
                    method: method.name(),
                }
                .into());
            }
        }
        let profile = self.site.as_ref().map(Site::kept).transpose()?;
        let Some(html) = html else {
            return Ok(None);
        };
        let page = parse(&html)?;
        let site = profile
            .map(|profile| profile.frequencies(&page, hash_of_page(&html)))
            .transpose()
            .or_report()?;
        let options = Options {
            // A method that finds the genre by the markup needs no help with that.
            p_list_view: match (genre, self.screenshot) {
                (None, Some(screenshot)) if method.wants_genre() => of_both(&page, screenshot)?,
                _ => genre.map(Genre::p_list_view),
            },
            focus,
            site: site.as_ref(),
        };
        let mut selection = method.select(&page, &options).or_report()?;
        match self.comments {
            // Content that the page does not show stands alone: comments beside it would be taken for all of it.
            Some(true) if selection.hidden_content().is_some() => {}
            Some(true) => selection.add(&comments(&page).or_report()?.texts).or_report()?,
            Some(false) => selection.remove(&comments(&page).or_report()?.holders).or_report()?,
            None => {}
        }
        Ok(Some((page, selection)))
    }

    /// Returns the name of the method.
    pub fn method(&self) -> &str {
        self.method.as_ref().map_or("auto", Text::name)
    }

    /// Returns what `write` makes of a page and what the method selects of it; `None` for no page.
    pub fn write(
        &self,
        html: Option<Text>,
        write: impl FnOnce(&Page, &Selection) -> Result<Option<String>, RenderError>,
    ) -> Result<Option<Text>> {
        let Some((page, selection)) = self.select(html)? else {
            return Ok(None);
        };
        Ok(write(&page, &selection).or_report()?.map(Text::from))
    }
}

#[pg_extern(name = "goce_extract", immutable, parallel_safe, cost = 800000, requires = ["site_type"])]
fn goce_extract_0_2(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
    comments: default!(Option<bool>, "NULL"),
    focus: default!(Option<Text>, "'balanced'"),
    site: default!(Option<Site>, "NULL"),
) -> Result<Option<Text>> {
    let request = Request {
        method,
        genre,
        screenshot,
        comments,
        focus,
        site,
    };
    request.write(html, render::text)
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_confidence(html: Text) -> Result<f32> {
    auto::confidence(&parse(&html)?).or_report()
}

#[pg_extern(name = "goce_blocks", immutable, parallel_safe, cost = 800000, requires = ["site_type"])]
#[allow(clippy::type_complexity)]
fn goce_blocks_0_2(
    html: Option<Text>,
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
    comments: default!(Option<bool>, "NULL"),
    focus: default!(Option<Text>, "'balanced'"),
    site: default!(Option<Site>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(ord, i32),
            name!(xpath, Text),
            name!(tag, Text),
            name!(is_content, bool),
            name!(score, f32),
            name!(text, Text),
        ),
    >,
> {
    let request = Request {
        method,
        genre,
        screenshot,
        comments,
        focus,
        site,
    };
    let rows = request.select(html)?.map(block_rows);
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

/// Returns the rows of `goce_blocks`.
pub fn block_rows((page, selection): (Page, Selection)) -> impl Iterator<Item = (i32, Text, Text, bool, f32, Text)> {
    let mut paths = RowPaths::of(&page);
    let copy = |text: &str| Text::copy(text).unwrap_or_else(|error| raise(error));
    clock::Rows::new((0..page.blocks().len()).map(move |index| {
        let block = &page.blocks()[index];
        let xpath = paths.xpath(&page, block.element());
        (
            // There are fewer blocks than bytes of a page, which PostgreSQL bounds to 2³⁰.
            index as i32 + 1,
            Text::from(xpath.unwrap_or_else(|error| raise(error))),
            copy(page.element(block.element()).map_or("", |e| e.name())),
            // A method may divide a block.
            selection.takes(block.nodes()),
            selection.block_score(index, block.nodes().start),
            copy(page.block_text(block)),
        )
    }))
}
