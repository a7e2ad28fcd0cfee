//! Texts that are a title which the page states. News sites of before 2015 have it in a cell or a bold line, and no
//! heading.

use super::super::statements::{Field, Source, Statements, Wanted};
use super::super::values::{key, within};
use crate::prelude::*;
use std::ops::RangeInclusive;

/// The lengths of a text, in bytes, that may be a title without a heading: shorter ones are labels.
const TITLE: RangeInclusive<usize> = 20..=300;

/// Returns the first titles that a page's head states, as keys.
fn of(statements: &Statements) -> impl Iterator<Item = String> {
    let titles = statements.by_trust(Field::Title, &[Source::OpenGraph, Source::Head]).take(4);
    titles.map(|(_, title)| key(title))
}

/// Returns `true` for a text that is a good part of a title that the page's head states.
pub fn has(statements: &Statements, text: &str) -> bool {
    let text = key(text);
    of(statements).any(|title| is_good_part(&text, &title))
}

fn is_good_part(text: &str, title: &str) -> bool {
    4 * text.len() >= title.len() && within(text, title)
}

/// Titles that a page states and that none of its headings is a part of.
#[derive(Default)]
pub struct WithoutHeading(Vec<String>);

impl WithoutHeading {
    /// Looks through the first headings of a page. What only names it needs none.
    pub fn on(page: &Page, statements: &Statements) -> Self {
        // No text is a good part of a longer title.
        let titles: Vec<String> = of(statements).filter(|title| title.len() <= 4 * *TITLE.end()).collect();
        if statements.wanted() != Wanted::All || titles.is_empty() {
            return Self::default();
        }
        let nodes = page.nodes().iter().enumerate().checking(CHECK_EVERY);
        let headings = nodes.filter(|(_, node)| matches!(node.tag(), Tag::H1 | Tag::H2));
        let mut texts = headings.map(|(at, _)| page.text_at(at)).filter(|text| text.len() <= *TITLE.end()).take(64);
        let is_titled = |text: &str| {
            let text = key(text);
            titles.iter().any(|title| is_good_part(&text, title))
        };
        if texts.any(is_titled) {
            return Self::default();
        }
        WithoutHeading(titles)
    }

    /// Returns `true` for a text that is a good part of one.
    pub fn has(&self, text: &str) -> bool {
        let text = text.trim();
        if self.0.is_empty() || !TITLE.contains(&text.len()) {
            return false;
        }
        // The first letters tell most others.
        let start = text.trim_start_matches(|c: char| !c.is_alphanumeric()).chars();
        let start: String = start.take_while(|c| c.is_alphanumeric()).take(2).flat_map(char::to_lowercase).collect();
        let mut may_have = self.0.iter().filter(|title| title.contains(&start)).peekable();
        may_have.peek().is_some() && {
            let text = key(text);
            may_have.any(|title| is_good_part(&text, title))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_without_a_heading_are_found_in_texts() {
        let read = |html: &str| {
            let mut statements = Statements::of_page(0, Wanted::All);
            statements
                .add(Field::Title, Source::Head, "A bridge of Olten closed for repairs | Aare news")
                .unwrap();
            let titles = WithoutHeading::on(&sample(html), &statements);
            titles.has(" “A Bridge of Olten” closed  for repairs")
        };
        assert!(read("<b>A bridge of Olten closed for repairs</b>"));
        assert!(read("<h1>Aare portal</h1><h2>Weather</h2>"));
        assert!(!read("<h2><a>A bridge of Olten closed for repairs</a></h2>"));
        let titles = WithoutHeading(vec![key("Bridge of Olten closed for repairs | Aare news")]);
        for other in [
            "Bridge of Olten",
            "Bridge of Olten opened after repairs",
            "",
            "bridge of olten closed for repairsmen",
        ] {
            assert!(!titles.has(other), "{other}");
        }
    }
}
