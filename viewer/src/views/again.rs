//! Views of extracting all pages again: they ask before something is replaced or deleted, and show what has changed.

use maud::{Markup, html};

use crate::keys::address;
use crate::listing::Count;
use crate::models::Model;
use crate::page::STORED;
use crate::reextract::{Changes, Made, Unfinished};
use crate::store::Store;
use crate::views::learn::scores;
use crate::views::{figures, labelled, named, ranked};
use crate::words::{model_name, number};

/// What is known before all pages are extracted again.
pub struct Again<'a> {
    /// The method or model that is asked for.
    pub by: &'a str,
    /// All choices.
    pub choices: &'a [String],
    /// The model, if it is one.
    pub model: Option<&'a Model>,
    pub pages: Count,
    pub made: &'a [Made],
    pub unfinished: Option<&'a Unfinished>,
}

pub fn again(store: &Store, again: &Again<'_>) -> Markup {
    let name = model_name(again.by);
    let made = again
        .made
        .iter()
        .map(|made| (html! { bdi { (made.maker()) } }, number(made.pages)))
        .collect::<Vec<_>>();
    html! {
        form.filter method="get" action="/again" {
            (labelled("by", "By", &named(again.choices), Some(again.by)))
            button { "Choose" }
        }
        @if let Some(Unfinished { method, done, left }) = again.unfinished {
            section.panel {
                h2 { "An extraction by " bdi { (model_name(method)) } " has not ended" }
                p {
                    (number(*left)) " pages are left. Go on with it, or give it up, before you begin another. The "
                    (number(*done)) " new texts are then thrown away, and the old ones are all where they were."
                }
                div.actions {
                    form method="post" action="/again" { input type="hidden" name="method" value=(method); button.main { "Go on" } }
                    form method="post" action="/again/discard" { button { "Throw the new texts away" } }
                }
            }
        } @else {
            section.panel {
                h2 { "Extract " (again.pages) " pages again by " bdi { (name) } "?" }
                p {
                    "The new texts are made beside the old ones, so " code { (store.side_tables.target_name) }
                    " stays as it is until all of them are there. Then they take the place of the old texts, which are not kept. "
                    "A page that fails keeps its old text."
                }
                @if let Some(model) = again.model { (scores(model)) }
                @if again.made.is_empty() { p { "No page has a text yet." } } @else {
                    h3 { "What made the texts that are there" }
                    (figures("Texts by what made them", &made))
                }
                div.actions {
                    form method="post" action="/again" {
                        input type="hidden" name="method" value=(again.by);
                        button.main { "Extract " (again.pages) " pages again" }
                    }
                    a.button href="/" { "Cancel" }
                }
            }
        }
    }
}

/// What an extraction of all pages has changed.
pub fn changed(job: &str, changes: &Changes, titles: &[String]) -> Markup {
    let counts: Vec<_> = changes.counts.iter().map(|(name, pages)| (html! { (name) }, number(*pages))).collect();
    let most = changes.most.iter().zip(titles).map(|(text, title)| {
        // The old texts are gone. By the same method they can be made again.
        let old = text.method.as_deref().unwrap_or("auto");
        let address = address("/page", &text.key, &[("view", "compare"), ("method", old), ("other", STORED)]);
        (
            text.word_f1,
            address,
            title,
            html! { (number(text.before)) " to " (number(text.after)) " characters" },
        )
    });
    html! {
        section.panel { h2 { (job) } (figures("Pages by change", &counts)) }
        @if !changes.most.is_empty() {
            section.panel {
                h2 { "The most changed" }
                p.note { "The number is the word F1 of the old text and the new one." }
                (ranked(&most.collect::<Vec<_>>()))
            }
        }
    }
}
