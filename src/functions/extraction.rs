//! `goce_extract`, `goce_blocks` and `goce_confidence`, and the arguments that other functions share with them.

use std::rc::Rc;

use crate::functions::compat::with_released;
use crate::functions::genre::GenreVerdict;
use crate::functions::learning;
use crate::functions::prelude::*;
use crate::functions::site::Site;
use goce_core::extract::{Focus, Selection, auto};
use goce_core::genre::Genre;
use goce_core::output::Rendered;
use goce_core::page::Hidden;
use goce_core::render::{self, Headline};
use goce_methods::{KnownPage, Method, Question};
use goce_rows::site::hash_of_page;

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
    pub model: Option<Stored>,
    pub hidden: Option<Text>,
}

/// Defines a function of SQL with the arguments of a [`Request`], in the order of the declaration, and what version
/// 0.3.0 declares ([`with_released`]). Arguments of its own stand behind `html`, `screenshot` or `site`, and
/// those that 0.3.0 has not behind `hidden`.
macro_rules! with_request {
    (
        #[pg_extern($($option:tt)*)]
        fn $name:ident, $released:ident(
            $request:ident:
            html $(, $first:ident: $first_type:ty = $first_default:tt)*;
            method, genre, screenshot $(, $own:ident: $own_type:ty = $own_default:tt)*;
            comments, focus, site $(, $new:ident: $new_type:ty = $new_default:tt)*;
            model, hidden $(, $fcinfo:ident)? $(; $($last:ident: $last_type:ty = $last_default:tt),+)?
        ) -> $result:ty $body:block
    ) => {
        $crate::functions::compat::with_released! {
            #[pg_extern($($option)*)]
            fn $name, $released(
                html,
                $($first: $first_type = $first_default,)*
                method: Option<Text> = "'auto'",
                genre: Option<Text> = "NULL",
                screenshot: Option<&[u8]> = "NULL",
                $($own: $own_type = $own_default,)*
                comments: Option<bool> = "NULL",
                focus: Option<Text> = "'balanced'",
                site: Option<$crate::functions::site::Site> = "NULL",
                $($new: $new_type = $new_default,)*
                model: Option<$crate::server::values::Stored> = "NULL";
                hidden $(, $fcinfo)? $(; $($last: $last_type = $last_default),+)?
            ) -> $result {
                let $request = $crate::functions::extraction::Request {
                    html, method, genre, screenshot, comments, focus, site, model, hidden,
                };
                $body
            }
        }
    };
}
pub(crate) use with_request;

/// A page and what was selected of it.
pub struct Asked {
    pub page: Rc<KnownPage>,
    pub selection: Rc<Selection>,
    /// What the screenshot and the markup say, where the method was told.
    pub verdict: Option<GenreVerdict>,
}

impl Asked {
    /// Returns the headline of the page; `None` if it is not wanted.
    pub fn headline(&self, title: Option<bool>, url: Option<&str>) -> Result<Option<Headline>> {
        match title {
            Some(true) => self.page.headline(&self.selection, url).or_report(),
            _ => Ok(None),
        }
    }
}

impl Request<'_> {
    /// Returns the request for what `auto` takes of a page.
    pub fn of(html: Option<Text>, hidden: Option<Text>) -> Self {
        Request {
            html,
            hidden,
            ..Request::default()
        }
    }

    /// Returns the page and what the method selects of it; `None` without a page. The options are checked even then, so
    /// that a misspelt one does not hide behind NULLs.
    pub fn select(&self) -> Result<Option<Asked>> {
        let method: Method = self.method().parse().or_report()?;
        let genre: Option<Genre> = named(self.genre.as_ref())?;
        let focus: Focus = named(self.focus.as_ref())?.unwrap_or_default();
        let hidden: Hidden = named(self.hidden.as_ref())?.unwrap_or_default();
        let model = self.model.map(learning::last_model).transpose()?;
        if model.is_some() && self.method() != "auto" {
            return Err(Refusal::MethodAndModel.into());
        }
        let heeds_focus = model.as_ref().map_or(method.heeds_focus(), |model| model.heeds_focus());
        for (argument, is_given) in [("focus", focus != Focus::default()), ("site", self.site.is_some())] {
            if is_given && !heeds_focus {
                let method = if model.is_some() { "model" } else { method.name() };
                return Err(Refusal::Unheeded { argument, method }.into());
            }
        }
        let site = self.site.as_ref().map(Site::kept).transpose()?;
        let Some(html) = &self.html else {
            return Ok(None);
        };
        let page = parse_with(html, hidden)?;
        let heeds_genre = model.as_ref().is_none_or(|model| model.heeds_focus());
        // A method that finds the genre by the markup needs no help with that.
        let verdict = match (genre, self.screenshot) {
            (None, Some(screenshot)) if method.wants_genre() && heeds_genre => {
                Some(GenreVerdict::new(Some(&page), Some(screenshot))?)
            }
            _ => None,
        };
        let by_screenshot = verdict.as_ref().and_then(GenreVerdict::p_list_view);
        let question = Question {
            method,
            p_list_view: genre.map(Genre::p_list_view).or(by_screenshot),
            comments: self.comments,
            focus,
            site,
            model,
        };
        let selection = page.select(question, || hash_of_page(html)).or_report()?;
        Ok(Some(Asked {
            page,
            selection,
            verdict,
        }))
    }

    pub fn method(&self) -> &str {
        self.method.as_ref().map_or("auto", Text::name)
    }

    /// Returns what `write` makes of the page, what the method selects of it, and the headline; `None` without a page.
    pub fn write(
        &self,
        title: Option<bool>,
        url: Option<&str>,
        write: impl FnOnce(&KnownPage, &Selection, Option<&Headline>) -> Rendered<Option<String>>,
    ) -> Result<Option<Text>> {
        let Some(asked) = self.select()? else {
            return Ok(None);
        };
        let headline = asked.headline(title, url)?;
        let written = write(&asked.page, &asked.selection, headline.as_ref());
        Ok(written.or_report()?.map(Text::from))
    }
}

with_request! {
    #[pg_extern(name = "goce_extract", immutable, parallel_safe, cost = 800000, requires = ["site_type"])]
    fn goce_extract_0_4, goce_extract_0_3(
        request: html;
        method, genre, screenshot;
        comments, focus, site, url: Option<Text> = "NULL", title: Option<bool> = "false";
        model, hidden
    ) -> Result<Option<Text>> {
        request.write(title, url.as_deref(), |page, selection, headline| {
            render::titled_text(page, selection, headline)
        })
    }
}

with_released! {
    #[pg_extern(name = "goce_confidence", immutable, parallel_safe, cost = 800000, requires = ["site_type"])]
    fn goce_confidence_0_4, goce_confidence_0_3(
        html,
        genre: Option<Text> = "NULL",
        screenshot: Option<&[u8]> = "NULL",
        comments: Option<bool> = "NULL",
        focus: Option<Text> = "'balanced'",
        site: Option<Site> = "NULL",
        model: Option<Stored> = "NULL";
        hidden
    ) -> Result<Option<f32>> {
        let method = None;
        let request = Request { html, method, genre, screenshot, comments, focus, site, model, hidden };
        let Some(asked) = request.select()? else {
            return Ok(None);
        };
        auto::confidence_in(&asked.selection).or_report()
    }
}

with_request! {
    #[pg_extern(name = "goce_blocks", immutable, parallel_safe, cost = 800000, requires = ["site_type"])]
    fn goce_blocks_0_4, goce_blocks_0_3(
        request: html;
        method, genre, screenshot;
        comments, focus, site;
        model, hidden
    ) -> Result<
        TableIterator<(
            name!(ord, i32),
            name!(xpath, Text),
            name!(tag, Text),
            name!(is_content, bool),
            name!(score, f32),
            name!(text, Text),
        )>,
    > {
        let Some(Asked { page, selection, .. }) = request.select()? else {
            return Ok(TableIterator::empty());
        };
        let mut paths = RowPaths::of(&page);
        Ok(row_each(0..page.blocks().len(), move |ord, index| {
            let block = &page.blocks()[index];
            row!(
                ord,
                paths.xpath(&page, block.element())?,
                page.element(block.element()).map_or("", |e| e.name()),
                selection.takes(block.nodes()),
                selection.block_score(index, block.nodes().start),
                page.block_text(block),
            )
        }))
    }
}
