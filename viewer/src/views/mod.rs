//! The views: HTML that works without scripts.

pub mod ask;
pub mod jobs;
pub mod layout;
pub mod learn;
pub mod mark;
pub mod measure;
pub mod overview;
pub mod page;
pub mod pages;
pub mod pictures;
pub mod workflow;

use maud::{Markup, html};

use crate::learned::{Gold, Labelled};
use crate::store::Store;
use crate::words::number;

pub fn key_fields(key: &[String]) -> Markup {
    html! { @for value in key { input type="hidden" name="key" value=(value); } }
}

/// What is said of a table without rows.
pub const NO_PAGES: &str = "The table has no pages yet. INSERT adds them.";

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

/// Pages that are ranked by a score: the score, the address to look at, the page's title and a remark.
pub fn ranked(pages: &[(f64, String, &String, Markup)]) -> Markup {
    html! {
        ol.worst {
            @for (score, address, title, remark) in pages {
                li { span.confidence { (format!("{score:.3}")) } " " a href=(address) { bdi { (title) } } " " span.note { (remark) } }
            }
        }
    }
}

/// A table of scores from 0 to 1 by the name of the model or method.
pub fn scores(title: &str, scores: &[(String, f64)]) -> Markup {
    let scores: Vec<_> = scores.iter().map(|(name, score)| (html! { bdi { (name) } }, format!("{score:.3}"))).collect();
    figures(title, &scores)
}

/// The field that says where the gold texts are.
pub fn gold_choice(store: &Store, labelled: Labelled, chosen: Gold) -> Markup {
    html! {
        select name="gold" id="gold" aria-describedby="about-gold" {
            option value="marks" selected[chosen == Gold::Marks] disabled[labelled.marks.0 == 0] { "marked here (" (number(labelled.marks.0)) ")" }
            @if let Some(gold) = &store.table.gold {
                option value="column" selected[chosen == Gold::Column] { "the column " (gold.name) " (" (number(labelled.column.0)) ")" }
            }
        }
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
}
