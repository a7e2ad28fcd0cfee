//! All of a page in one row: what `goce_page` and the command `goce` return.

use std::rc::Rc;

use crate::KnownPage;
use goce_core::extract::auto::{self, NoText};
use goce_core::extract::{ExtractError, Selection};
use goce_core::genre::{ClassifyError, Genre, PageType};
use goce_core::output::RenderError;
use goce_core::prelude::*;
use goce_core::render;
use goce_core::texts::language;
use goce_rows::metadata::Metadata;

/// What several questions to a page answer. The columns of `goce_page`, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct PageRow {
    /// The title that the metadata state.
    pub title: Option<String>,
    /// The content as text, without a headline.
    pub text: Option<String>,
    /// The content as Markdown, below the headline.
    pub markdown: Option<String>,
    /// When the page was published, in seconds since 1970 in UTC.
    pub published: Option<i64>,
    /// The language: that which the page states, unless its text is surely in another one; a primary subtag of BCP 47.
    pub language: Option<String>,
    pub genre: Option<Genre>,
    pub page_type: Option<PageType>,
    /// The F1 that the text is expected to have, in \[0, 1\]; `None` for methods other than `auto`.
    pub confidence: Option<f32>,
    /// Why there is no text.
    pub no_text: Option<&'static str>,
    /// All that the page states of itself, the authors among it.
    pub metadata: Rc<Metadata>,
}

/// The reason why a page has no row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageRowError {
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error(transparent)]
    Extract(#[from] ExtractError),
}

impl PageRow {
    /// Returns the row of a page. `selection` is its content, `url` the page's address, if known. With `title` the Markdown
    /// begins with the headline. `kind` are its genre and its type, where more than the markup tells them ([`kind_by_markup`]).
    ///
    /// # Errors
    /// [`PageRowError`].
    pub fn of(
        page: &KnownPage,
        selection: &Selection,
        title: bool,
        url: Option<&str>,
        kind: (Option<Genre>, Option<PageType>),
    ) -> Result<PageRow, PageRowError> {
        // Before the headline, which needs a part of it.
        let metadata = page.metadata(url)?;
        let headline = if title { page.headline(selection, url)? } else { None };
        let text = render::text(page, selection)?;
        let markdown = page.markdown(selection, url, headline.as_ref(), render::Form::default())?;
        let no_text = match &text {
            Some(_) => None,
            None if metadata.access.as_ref().is_some_and(|access| access.free == Some(false)) => Some("paywall"),
            None => Some(NoText::of(page)?.map_or("nothing-found", NoText::name)),
        };
        let copy = |text: Option<&str>| text.map(try_to_owned).transpose();
        let (genre, page_type) = kind;
        Ok(PageRow {
            title: copy(metadata.title.as_deref())?,
            language: language::of_page(text.as_deref(), metadata.language.as_deref()),
            text,
            markdown,
            published: metadata.published(),
            genre,
            page_type,
            confidence: auto::confidence_in(selection)?,
            no_text,
            metadata,
        })
    }
}

/// Returns the genre and the type of a page by its markup.
///
/// # Errors
/// [`ClassifyError`].
pub fn kind_by_markup(page: &KnownPage) -> Result<(Genre, PageType), ClassifyError> {
    let scores = page.measured()?.scores;
    Ok((Genre::of_probability(scores.p_list_view()), scores.page_type()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Method;
    use goce_core::page::{Limits, Page};

    fn row(html: &str, url: Option<&str>) -> PageRow {
        let page: KnownPage = Page::parse(html, &Limits::default()).unwrap().into();
        let method: Method = "auto".parse().unwrap();
        let selection = page.select(method.into(), || 0).unwrap();
        let (genre, page_type) = kind_by_markup(&page).unwrap();
        PageRow::of(&page, &selection, true, url, (Some(genre), Some(page_type))).unwrap()
    }

    #[test]
    fn a_page_answers_all_questions() {
        let html = "<html lang=en><title>Ice - News</title><meta name=author content='Ann Miller'><nav><a href=/>Home</a>\
                    </nav><article><h1>Ice</h1><p>The harbour froze over night, and the ferry stayed where it was until \
                    noon.</article>";
        let row = row(html, Some("https://a.example/2021/05/03/ice"));
        assert_eq!(row.title.as_deref(), Some("Ice"));
        assert!(row.text.unwrap().contains("froze"));
        assert!(row.markdown.unwrap().starts_with("# Ice\n"));
        assert_eq!(row.metadata.authors, ["Ann Miller"]);
        assert_eq!(row.published, Some(1_620_000_000));
        assert_eq!(row.language.as_deref(), Some("en"));
        assert_eq!(row.genre, Some(Genre::Article));
        assert!(row.confidence.is_some());
        assert_eq!(row.no_text, None);
    }

    #[test]
    fn a_page_without_text_says_why() {
        let row = row("", None);
        assert_eq!((row.text, row.markdown, row.no_text), (None, None, Some("empty")));
        let nav = "<nav>".to_owned() + &"<a href=/a>A link of the menu</a> ".repeat(20) + "</nav>";
        for (head, body, expected) in [
            (
                "<title>Page not found - News</title>",
                "<h1>404</h1><p>The page that you asked for is not here.",
                "error",
            ),
            ("<title>Not Found</title>", "<h1>Nie znaleziono strony</h1><p>Sprawdź adres.", "error"),
            (
                "<title>Ice</title><script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"headline\": \"Ice\", \
                 \"isAccessibleForFree\": false}</script>",
                "",
                "paywall",
            ),
        ] {
            let row = self::row(&format!("<html><head>{head}</head><body>{nav}{body}"), None);
            assert_eq!((row.text, row.no_text), (None, Some(expected)), "{head}");
        }
    }
}
