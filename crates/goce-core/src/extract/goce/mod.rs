//! GOCE: one of two algorithms selects the content of a page, as the page's genre has it (section 3.1).

pub mod article;
pub mod list_view;

use super::{ExtractError, Options, Selection};
use crate::genre::Genre;
use crate::page::Page;

/// Selects the content of a page by the algorithm of its genre. The genre follows from `p_list_view`, or from the
/// markup where that is `None`.
pub fn select(page: &Page, options: &Options<'_>) -> Result<Selection, ExtractError> {
    let p_list_view = match options.p_list_view {
        Some(p_list_view) => p_list_view,
        None => options.measured(page)?.scores.p_list_view(),
    };
    Ok(match Genre::of_probability(p_list_view) {
        Genre::Article => article::select(page)?,
        Genre::ListView => list_view::select(page)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Fallible;
    use crate::render;

    /// Returns the text that one of the two algorithms selects from a page.
    pub fn text_by(select: fn(&Page) -> Fallible<Selection>, html: &str) -> String {
        let page = Page::sample(html);
        let text = render::text(&page, &select(&page).unwrap()).unwrap();
        text.unwrap_or_default()
    }
}
