//! The page's headline, found by its `<title>`.

use html5ever::{local_name, ns};

use crate::page::Page;
use crate::words::words;

/// What separates a headline from a site's name, from the surest to the least.
const SEPARATORS: [&[char]; 4] = [
    &['|', ':'],
    &['|', ':', '(', ')'],
    &['|', ':', '(', ')', '-'],
    &['|', ',', ':', '(', ')', '-'],
];

/// The texts that a page's headline may have: its title, and its title's longest parts.
pub struct Titles(Vec<String>);

impl Titles {
    /// Reads them off the first `<title>` of a page; none without one.
    pub fn of(page: &Page) -> Titles {
        let mut titles = page.metadata().filter(|(element, _)| {
            element.name.local == local_name!("title") && element.name.ns == ns!(html)
        });
        Titles::of_text(titles.next().map_or("", |(_, title)| title))
    }

    fn of_text(title: &str) -> Titles {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = SEPARATORS
            .iter()
            .filter_map(|separators| longest_part(&title, separators));
        let texts = std::iter::once(title.as_str()).chain(parts);
        let texts = texts.filter(|text| !text.is_empty());
        Titles(texts.map(str::to_lowercase).collect())
    }

    /// Whether a text is one of them, whatever its case and white space.
    pub fn contain(&self, text: &str) -> bool {
        self.0.iter().any(|title| {
            let words = text.split_whitespace().enumerate();
            let spaced = words.flat_map(|(index, word)| {
                let space = (index > 0).then_some(' ');
                space
                    .into_iter()
                    .chain(word.chars().flat_map(char::to_lowercase))
            });
            spaced.eq(title.chars())
        })
    }
}

/// The longest part of a title, by words or else by characters, that names no site ("….com");
/// none if nothing separates parts.
fn longest_part<'t>(title: &'t str, separators: &[char]) -> Option<&'t str> {
    let mut parts = title.split(separators).map(str::trim).peekable();
    let first = parts.next()?;
    parts.peek()?;
    let (mut longest, mut most_words, mut most_chars) = ("", 0, 0);
    for part in std::iter::once(first).chain(parts) {
        let (words, chars) = (words(part).count(), part.chars().count());
        if !part.contains(".com") && (words > most_words || chars > most_chars) {
            (longest, most_words, most_chars) = (part, words, chars);
        }
    }
    Some(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_title() {
        let titles = |title| Titles::of_text(title).0;
        assert_eq!(titles(""), [""; 0]);
        assert_eq!(titles(" A  Storm \n"), ["a storm"]);
        assert_eq!(
            titles("Storm hits coast | Weather"),
            [
                "storm hits coast | weather",
                "storm hits coast",
                "storm hits coast",
                "storm hits coast",
                "storm hits coast"
            ]
        );
        assert_eq!(
            titles("Storm - news.example.com"),
            ["storm - news.example.com", "storm", "storm"]
        );
        assert_eq!(titles("|"), ["|"]);
    }

    #[test]
    fn whatever_the_case() {
        let titles = Titles::of_text("Der STURM (Live) - Zeitung");
        assert!(titles.contain("der  sturm (live) - ZEITUNG"));
        assert!(titles.contain("Der Sturm"));
        assert!(!titles.contain("Der Sturm ist da"));
        assert!(!titles.contain("Der"));
        assert!(!titles.contain(""));
        assert!(!Titles::of_text("").contain(""));
    }
}
