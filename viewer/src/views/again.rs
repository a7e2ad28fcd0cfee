//! Views of extracting all pages again: they ask before something is replaced or deleted, and show what has changed.

use maud::{Markup, html};

use crate::keys::address;
use crate::listing::Count;
use crate::models::Model;
use crate::page::STORED;
use crate::prelude::*;
use crate::reextract::{Changes, Made, Unfinished};
use crate::views::learn::scores;
use crate::views::{figures, labelled, named, ranked};

/// The form that chooses by what pages are extracted.
pub fn choice(by: &str, choices: &[String]) -> Markup {
    html! {
        form.filter method="get" action="/again" {
            (labelled("by", "By", &named(choices), Some(by)))
            button { "Choose" }
        }
    }
}

pub fn unfinished(Unfinished { method, done, left }: &Unfinished) -> Markup {
    html! {
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
    }
}

/// Asks if all pages are to be extracted again, by a method or a model. `made` is what made the texts that are there.
pub fn asked(store: &Store, by: &str, model: Option<&Model>, pages: Count, made: &[Made]) -> Markup {
    let made: Vec<_> = made.iter().map(|made| (html! { bdi { (made.maker()) } }, number(made.pages))).collect();
    html! {
        section.panel {
            h2 { "Extract " (pages) " pages again by " bdi { (model_name(by)) } "?" }
            p {
                "The new texts are made beside the old ones, so " code { (store.side_tables.target_name) }
                " stays as it is until all of them are there. Then they take the place of the old texts, which are not kept. "
                "A page that fails keeps its old text."
            }
            @if let Some(model) = model { (scores(model)) }
            @if made.is_empty() { p { "No page has a text yet." } } @else {
                h3 { "What made the texts that are there" }
                (figures("Texts by what made them", &made))
            }
            div.actions {
                form method="post" action="/again" {
                    input type="hidden" name="method" value=(by);
                    button.main { "Extract " (pages) " pages again" }
                }
                a.button href="/" { "Cancel" }
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
