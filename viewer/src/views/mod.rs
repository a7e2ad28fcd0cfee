//! The views: HTML that works without scripts.

pub mod again;
pub mod jobs;
pub mod layout;
pub mod learn;
pub mod mark;
pub mod measure;
pub mod overview;
pub mod page;
pub mod pages;
pub mod pictures;

use maud::{Markup, html};

use crate::learned::{Gold, Labelled};
use crate::models::Model;
use crate::prelude::*;

pub fn key_fields(key: &[String]) -> Markup {
    html! { @for value in key { input type="hidden" name="key" value=(value); } }
}

/// A text with the places marked that have what was searched for, in capitals or not. Texts of more than 1 MB stay as they
/// are.
pub fn found_in(text: &str, search: &str) -> Markup {
    let wanted = search.to_lowercase();
    if wanted.is_empty() || text.len() > 1 << 20 {
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

/// How good a model is on pages that it had not seen, beside `auto`.
pub fn held_out(model: &Model) -> Markup {
    let Some(held_out) = &model.info.held_out else {
        return html! { p.note { "It has no held-out score: it was trained without folds, or is no correction of auto." } };
    };
    let score = |name: &str, score: f64| (html! { bdi { (name) } }, format!("{score:.3}"));
    let scores = [
        score(&model.name, held_out.word_f1),
        score("auto, the same pages", held_out.auto_word_f1),
    ];
    html! {
        (figures("Word F1 on pages that the model had not seen", &scores))
        p { strong { (held_out.says()) } }
    }
}

/// A field with a sentence that says what it does.
pub fn field(name: &str, label: &str, about: &str, input: Markup) -> Markup {
    html! {
        div {
            label for=(name) { (label) }
            (input)
            p.note.about id=(format!("about-{name}")) { (about) }
        }
    }
}

/// A table that may be wider than the screen.
pub fn scroll(label: &str, table: Markup) -> Markup {
    html! { div.scroll tabindex="0" role="region" aria-label=(label) { (table) } }
}

/// The values of a choice, each with its words.
fn options<V: AsRef<str>, W: AsRef<str>>(values: &[(V, W)], chosen: Option<&str>) -> Markup {
    html! { @for (value, words) in values { option value=(value.as_ref()) selected[chosen == Some(value.as_ref())] { (words.as_ref()) } } }
}

/// A choice within a [`field`].
pub fn select<V: AsRef<str>, W: AsRef<str>>(name: &str, values: &[(V, W)], chosen: Option<&str>) -> Markup {
    html! { select id=(name) name=(name) aria-describedby=(format!("about-{name}")) { (options(values, chosen)) } }
}

/// A choice with its label.
pub fn labelled<V: AsRef<str>, W: AsRef<str>>(
    name: &str,
    label: &str,
    values: &[(V, W)],
    chosen: Option<&str>,
) -> Markup {
    html! { div { label for=(name) { (label) } select id=(name) name=(name) { (options(values, chosen)) } } }
}

/// Methods and models, with their names.
pub fn named(choices: &[String]) -> Vec<(String, String)> {
    choices.iter().map(|choice| (choice.clone(), model_name(choice))).collect()
}

/// The field that says where the gold texts are.
pub fn gold_choice(store: &Store, numbers: Labelled, chosen: Gold) -> Markup {
    let mut values = Vec::new();
    if numbers.marks.0 > 0 || store.table.gold.is_none() {
        values.push(("marks", format!("marked here ({})", number(numbers.marks.0))));
    }
    if let Some(gold) = &store.table.gold {
        values.push(("column", format!("the column {} ({})", gold.name, number(numbers.column.0))));
    }
    select("gold", &values, Some(chosen.name()))
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
