//! The views: HTML that works without scripts.

pub mod ask;
pub mod circle;
pub mod jobs;
pub mod layout;
pub mod learn;
pub mod mark;
pub mod measure;
pub mod overview;
pub mod page;
pub mod pages;

use std::time::Duration;

use maud::{Markup, html};

use crate::app::App;
use crate::learned::{Gold, Labelled};
use crate::listing::PageCount;

pub fn key_fields(key: &[String]) -> Markup {
    html! { @for value in key { input type="hidden" name="key" value=(value); } }
}

/// What is said of a table without rows.
pub const NO_PAGES: &str = "The table has no pages yet. INSERT adds them.";

/// A number with thin spaces between thousands.
pub fn number(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut written = String::from(if number < 0 { "−" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            written.push('\u{202f}');
        }
        written.push(digit);
    }
    written
}

pub fn page_count(pages: PageCount) -> String {
    match pages {
        PageCount::Exactly(pages) => number(pages),
        PageCount::About(pages) => format!("about {}", number(pages)),
        PageCount::Many => "more than 10\u{202f}000".to_owned(),
    }
}

pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// Writes the choice of a model for people: `model NAME` or `draft NAME`.
pub fn model_name(choice: &str) -> String {
    match choice.split_once(':') {
        Some((kind, name)) => format!("{kind} {name}"),
        None => choice.to_owned(),
    }
}

/// The longest text in which is marked what was searched for, in bytes.
const SEARCHED: usize = 1 << 20;

/// A text with the places marked that have what was searched for, in capitals or not.
pub fn found_in(text: &str, search: &str) -> Markup {
    let wanted = search.to_lowercase();
    if wanted.is_empty() || text.len() > SEARCHED {
        return html! { (text) };
    }
    // The same text in small letters, and the place in the text of each of its bytes.
    let (mut small, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len() + 1));
    for (place, character) in text.char_indices() {
        small.extend(character.to_lowercase());
        places.resize(small.len(), place);
    }
    places.push(text.len());
    let mut done = 0;
    let mut parts = Vec::new();
    for (at, found) in small.match_indices(&wanted) {
        let (from, to) = (places[at], places[at + found.len()]);
        if from >= done && to > from {
            parts.push((&text[done..from], &text[from..to]));
            done = to;
        }
    }
    html! { @for (before, found) in parts { (before) mark { (found) } } (text[done..]) }
}

/// A table of figures by name.
pub fn figures(title: &str, figures: &[(Markup, String)]) -> Markup {
    html! {
        table.counts {
            caption.visually-hidden { (title) }
            tbody { @for (name, figure) in figures { tr { th scope="row" { (name) } td.number { (figure) } } } }
        }
    }
}

/// A table of scores from 0 to 1 by the name of the model or method.
pub fn scores(title: &str, scores: &[(String, f64)]) -> Markup {
    let scores: Vec<_> = scores.iter().map(|(name, score)| (html! { bdi { (name) } }, format!("{score:.3}"))).collect();
    figures(title, &scores)
}

/// The field that says where the gold texts are.
pub fn gold_choice(app: &App, labelled: Labelled, chosen: Gold) -> Markup {
    html! {
        select name="gold" id="gold" aria-describedby="about-gold" {
            option value="marks" selected[chosen == Gold::Marks] disabled[labelled.marks.0 == 0] { "marked here (" (number(labelled.marks.0)) ")" }
            @if let Some(gold) = &app.table.gold {
                option value="column" selected[chosen == Gold::Column] { "the column " (gold.name) " (" (number(labelled.column.0)) ")" }
            }
        }
    }
}

/// A number of pages: `1 page`, `12 pages`.
pub fn pages_in_words(pages: i64) -> String {
    match pages {
        1 => "1 page".to_owned(),
        _ => format!("{} pages", number(pages)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_searched_for_is_marked() {
        for (text, search, shown) in [
            ("The Harbour, harbour", "HARBOUR", "The <mark>Harbour</mark>, <mark>harbour</mark>"),
            ("a<b", "<B", "a<mark>&lt;b</mark>"),
            ("İstanbul ÜBER", "über", "İstanbul <mark>ÜBER</mark>"),
            ("aaa", "aa", "<mark>aa</mark>a"),
            ("nothing", "x", "nothing"),
            ("nothing", "", "nothing"),
        ] {
            assert_eq!(found_in(text, search).0, shown, "{text}");
        }
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(number(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(
            (number(0), number(999), number(-1000)),
            ("0".to_owned(), "999".to_owned(), "−1\u{202f}000".to_owned())
        );
        assert_eq!(page_count(PageCount::About(20_000)), "about 20\u{202f}000");
        assert_eq!(
            (time(Duration::from_secs(59)), time(Duration::from_secs(3725))),
            ("59 s".to_owned(), "1 h 2 min".to_owned())
        );
    }
}
