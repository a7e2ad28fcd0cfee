//! From the bytes of a page to what is written of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use goce_archive::decode;
use goce_core::extract::ExtractError;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_methods::{KnownPage, PageRow, PageRowError, Question, kind_by_markup};
use goce_rows::site::hash_of_page;

use crate::arguments::{Arguments, Format};
use crate::failure::Failure;

/// What is known of a page.
#[derive(Debug)]
pub enum Content {
    /// In text and Markdown; `None` if the page has no content.
    Text(Option<String>),
    Row(Box<PageRow>),
}

impl Arguments {
    /// Returns what `goce_page(goce_decode(bytes, content_type), url)` does: a row, or one of its texts. A fault of goce in
    /// this page is no reason to lose the others.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn answer(&self, bytes: &[u8], content_type: Option<&str>, url: Option<&str>) -> Result<Content, Failure> {
        // Nothing outlives a panic: all that the closure changes is its own.
        let answered = catch_unwind(AssertUnwindSafe(|| {
            let limits = Limits {
                max_bytes: self.max_html_size(),
                ..Limits::default()
            };
            let html = decode(bytes, content_type, limits.max_bytes)?;
            let page = Page::parse_with(&html, &limits, self.hidden)?.into();
            Ok(self.content(&html, &page, url)?)
        }));
        answered.unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(Failure::Fault(message.unwrap_or("panic").to_owned()))
        })
    }

    fn content(&self, html: &str, page: &KnownPage, url: Option<&str>) -> Result<Content, PageRowError> {
        let question = Question {
            comments: self.comments,
            focus: self.focus,
            ..self.method.into()
        };
        let selection = page.select(question, || hash_of_page(html))?;
        let is_titled = self.title.unwrap_or(self.format != Format::Text);
        if matches!(self.format, Format::Jsonl | Format::Copy) {
            let (genre, page_type) = kind_by_markup(page).map_err(ExtractError::from)?;
            let kind = (Some(genre), Some(page_type));
            return Ok(Content::Row(Box::new(PageRow::of(page, &selection, is_titled, url, kind)?)));
        }
        let headline = if is_titled {
            page.headline(&selection, url)?
        } else {
            None
        };
        let text = match self.format {
            Format::Text => render::titled_text(page, &selection, headline.as_ref())?,
            _ => page.markdown(&selection, url, headline.as_ref(), render::Form::default())?,
        };
        Ok(Content::Text(text.map(in_file)))
    }
}

/// Returns a text as `text` of PostgreSQL has it: U+FFFD stands for U+0000. A space stands for a form feed, which would be
/// read as the end of the page.
fn in_file(text: String) -> String {
    if text.contains(['\0', '\x0c']) {
        text.replace('\0', "\u{FFFD}").replace('\x0c', " ")
    } else {
        text
    }
}
