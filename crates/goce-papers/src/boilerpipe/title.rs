//! The page's headline, found by its `<title>`.

use goce_core::page::{Description, Page};
use goce_core::prelude::*;
use goce_core::texts::spaces::single_spaced;
use goce_core::texts::words::words;

/// The characters that separate a headline from a site's name, the surest set first.
const SEPARATORS: [&str; 4] = ["|:", "|:()", "|:()-", "|,:()-"];

/// The texts that the headline may have: the title and its longest parts.
pub struct Titles(Vec<String>);

impl Titles {
    /// Returns the texts of the first `<title>` of a page, none without one.
    pub fn of(page: &Page) -> Fallible<Titles> {
        let title = page.head().find_map(|element| match element {
            Description::Title(title) => Some(title),
            _ => None,
        });
        Titles::of_text(title.unwrap_or(""))
    }

    fn of_text(title: &str) -> Fallible<Titles> {
        let spaced = single_spaced(title, char::is_whitespace)?;
        let mut titles = Titles(Vec::with_capacity(1 + SEPARATORS.len()));
        titles.add(&spaced)?;
        for separators in SEPARATORS {
            interrupts::check();
            if let Some(part) = longest_part(&spaced, separators) {
                titles.add(part)?;
            }
        }
        Ok(titles)
    }

    fn add(&mut self, text: &str) -> Fallible {
        if !text.is_empty() {
            // In lower case a character has at most three times the bytes; the copy doubles as it grows.
            ask_for(9 * text.len())?;
            self.0.push(text.to_lowercase());
        }
        Ok(())
    }

    /// Returns `true` if a text is one of them. Case and white space do not count.
    pub fn contain(&self, text: &str) -> bool {
        self.0.iter().any(|title| {
            let words = text.split_whitespace().enumerate();
            let spaced = words.flat_map(|(index, word)| {
                let space = (index > 0).then_some(' ');
                space.into_iter().chain(word.chars().flat_map(char::to_lowercase))
            });
            spaced.eq(title.chars())
        })
    }
}

/// Returns the longest part of a title, by words or else by characters, that names no site ("….com"). Returns `None` for
/// a title without separators.
fn longest_part<'t>(title: &'t str, separators: &str) -> Option<&'t str> {
    let is_separator = |c| separators.contains(c);
    if !title.contains(is_separator) {
        return None;
    }
    let (mut longest, mut most_words, mut most_chars) = ("", 0, 0);
    for part in title.split(is_separator).map(str::trim) {
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
        let titles = |title| Titles::of_text(title).unwrap().0;
        assert_eq!(titles(""), [""; 0]);
        assert_eq!(titles(" A  Storm \n"), ["a storm"]);
        assert_eq!(
            titles("Storm hits coast | Weather"),
            [&["storm hits coast | weather"][..], &["storm hits coast"; 4]].concat()
        );
        assert_eq!(titles("Storm - news.example.com"), ["storm - news.example.com", "storm", "storm"]);
        assert_eq!(titles("|"), ["|"]);
    }

    #[test]
    fn whatever_the_case() {
        let of_text = |title| Titles::of_text(title).unwrap();
        let titles = of_text("Der STURM (Live) - Zeitung");
        assert!(titles.contain("der  sturm (live) - ZEITUNG"));
        assert!(titles.contain("Der Sturm"));
        assert!(!titles.contain("Der Sturm ist da"));
        assert!(!titles.contain("Der"));
        assert!(!titles.contain(""));
        assert!(!of_text("").contain(""));
    }
}
