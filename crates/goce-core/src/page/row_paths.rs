//! The XPaths of the rows that a function returns for a page, bounded in length.

use super::XPaths;
use crate::output::{Budget, RenderError};
use crate::page::prelude::*;

/// The XPaths of the rows of a page. Rows deep within others have long ones; without a bound they could be hundreds of
/// times as long as the page.
#[derive(Debug)]
pub struct RowPaths {
    xpaths: XPaths,
    budget: Budget,
}

impl RowPaths {
    /// Returns no XPath yet. All together may have as many bytes as any output of the page.
    pub fn of(page: &Page) -> Self {
        RowPaths {
            xpaths: XPaths::default(),
            budget: Budget::of(page),
        }
    }

    /// Returns the XPath of the element at a position in the page.
    ///
    /// [`RenderError::LongPaths`] where all together are too long, [`RenderError::OutOfMemory`].
    pub fn xpath(&mut self, page: &Page, element: usize) -> Rendered<String> {
        self.xpath_of(page, page.nodes()[element].id())
    }

    /// Returns the XPath of an element of the page's tree, shown or not.
    ///
    /// # Errors
    /// As [`RowPaths::xpath`].
    pub fn xpath_of(&mut self, page: &Page, element: NodeId) -> Rendered<String> {
        let xpath = page.xpath_of(element, &mut self.xpaths)?;
        self.spend(xpath.len())?;
        Ok(xpath)
    }

    /// Counts the headings above a row, which the row repeats.
    ///
    /// # Errors
    /// [`RenderError::LongPaths`].
    pub fn spend(&mut self, bytes: usize) -> Rendered {
        self.budget.spend(bytes).map_err(|error| match error {
            RenderError::TooLarge { limit } => RenderError::LongPaths { limit },
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the XPaths of all paragraphs, or the limit that is met.
    fn of_paragraphs(html: &str) -> Result<usize, usize> {
        let page = Page::sample(html);
        let mut paths = RowPaths::of(&page);
        let mut written = 0;
        for (position, node) in page.nodes().iter().enumerate() {
            if node.tag() != Tag::P {
                continue;
            }
            match paths.xpath(&page, position) {
                Ok(xpath) => written += xpath.len(),
                Err(RenderError::LongPaths { limit }) => return Err(limit),
                Err(error) => panic!("{error}"),
            }
        }
        Ok(written)
    }

    #[test]
    fn those_of_elements_that_do_not_show_count_too() {
        let page = Page::sample("<p>a<p hidden>b");
        let hidden = page.tree().root().descendants().filter(|node| node.value().is_element()).last().unwrap();
        let mut paths = RowPaths::of(&page);
        assert_eq!(paths.xpath_of(&page, hidden.id()).unwrap(), "/html[1]/body[1]/p[2]");
        let deep = "<div>".repeat(240);
        let page = Page::sample(&format!("{deep}{}", "<p hidden>a".repeat(20_000)));
        let mut paths = RowPaths::of(&page);
        let elements = page.tree().root().descendants().filter(|node| node.value().is_element());
        let last = elements.map(|element| paths.xpath_of(&page, element.id())).find(Result::is_err);
        assert!(matches!(last, Some(Err(RenderError::LongPaths { .. }))));
    }

    #[test]
    fn together_they_are_no_longer_than_output_may_be() {
        let deep = "<div>".repeat(240);
        // 80 kB that would make 33 MB.
        let html = format!("{deep}{}", "<p>a".repeat(20_000));
        assert_eq!(of_paragraphs(&html), Err((16 << 20) + 64 * html.len()));
        let html = format!("{deep}{}", "<p>a".repeat(5_000));
        assert!(of_paragraphs(&html).unwrap() > 8_000_000);
    }
}
