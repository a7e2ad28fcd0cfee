//! `goce_extract`, `goce_blocks` and `goce_confidence`, and the arguments that other functions share with them.

use pgrx::prelude::*;

use crate::error::{OrReport, Refusal, Result};
use crate::genre::p_list_view;
use crate::site::Site;
use crate::text::named;
use crate::{TableIterator, Text, clock, parse};
use goce_core::extract::{Focus, Options, Selection, auto};
use goce_core::genre::Genre;
use goce_core::page::Page;
use goce_core::render::{self, RenderError, RowPaths};
use goce_core::site::hash_of_page;
use goce_methods::Method;

/// The arguments that all functions have in common which write the content of a page.
#[derive(Default)]
pub struct Request<'a> {
    pub html: Option<Text>,
    pub method: Option<Text>,
    pub genre: Option<Text>,
    pub screenshot: Option<&'a [u8]>,
    pub comments: Option<bool>,
    pub focus: Option<Text>,
    pub site: Option<Site>,
}

/// Defines a function of SQL with the arguments of a [`Request`]. Arguments of its own stand before `comments`.
macro_rules! with_request {
    (
        #[pg_extern($($option:tt)*)]
        fn $name:ident($request:ident $(, $own:ident: default!($type:ty, $default:tt))*) -> $result:ty $body:block
    ) => {
        #[pg_extern($($option)*)]
        fn $name(
            html: Option<Text>,
            method: default!(Option<Text>, "'auto'"),
            genre: default!(Option<Text>, "NULL"),
            screenshot: default!(Option<&[u8]>, "NULL"),
            $($own: default!($type, $default),)*
            comments: default!(Option<bool>, "NULL"),
            focus: default!(Option<Text>, "'balanced'"),
            site: default!(Option<Site>, "NULL"),
        ) -> $result {
            let $request = Request { html, method, genre, screenshot, comments, focus, site };
            $body
        }
    };
}
pub(crate) use with_request;

impl Request<'_> {
    /// Returns the page and what the method selects of it; `None` without a page. The options are checked even then, so
    /// that a misspelt one does not hide behind NULLs.
    pub fn select(&self) -> Result<Option<(Page, Selection)>> {
        let method: Method = self.method().parse().or_report()?;
        let genre: Option<Genre> = named(self.genre.as_ref())?;
        let focus: Focus = named(self.focus.as_ref())?.unwrap_or_default();
        for (argument, is_given) in [("focus", focus != Focus::default()), ("site", self.site.is_some())] {
            if is_given && !method.heeds_focus() {
                return Err(Refusal::Unheeded {
                    argument,
                    method: method.name(),
                }
                .into());
            }
        }
        let profile = self.site.as_ref().map(Site::kept).transpose()?;
        let Some(html) = &self.html else {
            return Ok(None);
        };
        let page = parse(html)?;
        let site = profile.map(|profile| profile.frequencies(&page, hash_of_page(html))).transpose().or_report()?;
        let options = Options {
            // A method that finds the genre by the markup needs no help with that.
            p_list_view: match (genre, self.screenshot) {
                (None, Some(screenshot)) if method.wants_genre() => p_list_view(&page, screenshot)?,
                _ => genre.map(Genre::p_list_view),
            },
            comments: self.comments,
            focus,
            site: site.as_ref(),
        };
        let selection = method.select(&page, &options).or_report()?;
        Ok(Some((page, selection)))
    }

    pub fn method(&self) -> &str {
        self.method.as_ref().map_or("auto", Text::name)
    }

    /// Returns the rows of `goce_blocks`.
    pub fn blocks(&self) -> Result<impl Iterator<Item = Block> + use<>> {
        Ok(self.select()?.map(block_rows).into_iter().flatten())
    }

    /// Returns what `write` makes of the page and what the method selects of it; `None` without a page.
    pub fn write(
        &self,
        write: impl FnOnce(&Page, &Selection) -> Result<Option<String>, RenderError>,
    ) -> Result<Option<Text>> {
        let Some((page, selection)) = self.select()? else {
            return Ok(None);
        };
        Ok(write(&page, &selection).or_report()?.map(Text::from))
    }
}

/// A row of `goce_blocks`.
type Block = (i32, Text, Text, bool, f32, Text);

fn block_rows((page, selection): (Page, Selection)) -> impl Iterator<Item = Block> {
    let mut paths = RowPaths::of(&page);
    let copy = |text: &str| Text::copy(text).or_raise();
    clock::Rows::new((0..page.blocks().len()).map(move |index| {
        let block = &page.blocks()[index];
        let xpath = paths.xpath(&page, block.element());
        (
            // A page has fewer blocks than bytes, and PostgreSQL bounds those to 2³⁰.
            index as i32 + 1,
            Text::from(xpath.or_raise()),
            copy(page.element(block.element()).map_or("", |e| e.name())),
            selection.takes(block.nodes()),
            selection.block_score(index, block.nodes().start),
            copy(page.block_text(block)),
        )
    }))
}

with_request! {
    #[pg_extern(name = "goce_extract", immutable, parallel_safe, cost = 800000, requires = ["site_type"])]
    fn goce_extract_0_2(request) -> Result<Option<Text>> {
        request.write(render::text)
    }
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_confidence(html: Text) -> Result<f32> {
    auto::confidence(&parse(&html)?).or_report()
}

with_request! {
    #[pg_extern(name = "goce_blocks", immutable, parallel_safe, cost = 800000, requires = ["site_type"])]
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
