//! The view to train models.

use maud::{Markup, html};

use crate::jobs::Job;
use crate::keys::encoded;
use crate::learned::Labelled;
use crate::models::Model;
use crate::prelude::*;
use crate::report::signed;
use crate::views::jobs::card;
use crate::views::{field, gold_choice, held_out, pictures, select};
use crate::words::pages_in_words;
use crate::workflow::GOAL;

/// The newest training, the form for another, and the models. `chosen` is the name of the one that the link was to.
pub fn learn(store: &Store, job: Option<&Job>, labelled: Labelled, models: &[Model], chosen: Option<&str>) -> Markup {
    html! {
        @if let Some(job) = job { (card(job)) }
        @if !store.options.read_only { (form(store, labelled, models)) }
        section {
            h2 { "Models" }
            @if models.is_empty() { p.panel { "No model is published." } }
            @for model in models { (described(store, model, chosen)) }
        }
    }
}

fn form(store: &Store, labelled: Labelled, models: &[Model]) -> Markup {
    let is_free = |name: &String| models.iter().all(|model| model.name != *name);
    let more = (2..).map(|number| format!("mine-{number}"));
    let name = std::iter::once("mine".to_owned()).chain(more).find(is_free);
    let pages = [
        ("four-fifths", "all but a fifth, which is held back"),
        ("all", "all with a gold text"),
    ];
    let from = if labelled.of(labelled.better()).0 >= GOAL {
        "four-fifths"
    } else {
        "all"
    };
    html! {
        form.panel.grid method="post" action="/learn" {
            h2 { "Train a model" }
            p.wide {
                "Marked: " strong { (pages_in_words(labelled.marks.0)) } "."
                @if let Some(gold) = &store.table.gold { " With a text in the column " code { (gold.name) } ": " strong { (pages_in_words(labelled.column.0)) } "." }
                " From one of these a model learns what is content on pages like them, where auto is wrong."
            }
            (field("name", "Name", "Under this name the model is published. Nothing uses it before it is named.", html! {
                input id="name" name="name" required maxlength="200" value=(name.unwrap_or_default()) aria-describedby="about-name";
            }))
            (field("gold", "Gold texts", "The model learns from these texts what the content of a page is.", gold_choice(store, labelled, labelled.better())))
            (field("from", "Pages", "On a fifth that it has not seen the model can be measured beside auto.", select("from", &pages, Some(from))))
            div.wide { button.main { "Train" } }
        }
    }
}

fn described(store: &Store, model: &Model, chosen: Option<&str>) -> Markup {
    let choice = encoded(&model.choice());
    html! {
        article.panel.chosen[chosen == Some(&*model.name)] {
            h3 { bdi { (model.name) } }
            p.note { "Published " (model.at) " by " bdi { (model.by) } }
            (scores(model))
            div.actions {
                a.button href=(format!("/measure?choice=auto&choice={choice}")) { "Compare with auto" }
                @if !store.options.read_only { a.button href=(format!("/again?by={choice}")) { "Extract all pages with it" } }
            }
        }
    }
}

/// What a model learned from, how good it is on pages that it had not seen, and if more marks are worth it.
pub fn scores(model: &Model) -> Markup {
    let info = &model.info;
    html! {
        p { (info.trained_on()) }
        (held_out(model))
        @if let Some(says) = info.worth_it() {
            p { strong { "Is more marking worth it?" } }
            (pictures::curve(info.curve()))
            dl.figures.small {
                @for point in info.curve() { div { dt { (number(point.pages)) " pages" } dd { (signed(point.difference)) } } }
            }
            p { (says) }
        }
    }
}
