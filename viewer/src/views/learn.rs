//! The view to train models.

use maud::{Markup, html};

use crate::jobs::Job;
use crate::keys::encoded;
use crate::learned::Labelled;
use crate::models::Model;
use crate::report::signed;
use crate::store::Store;
use crate::views::jobs::card;
use crate::views::{field, gold_choice, held_out, pictures, select};
use crate::words::{number, pages_in_words};
use crate::workflow::GOAL;

pub struct Learn<'l> {
    pub store: &'l Store,
    /// The newest training.
    pub job: Option<&'l Job>,
    pub labelled: Labelled,
    pub models: &'l [Model],
    /// The model that the link named.
    pub chosen: Option<&'l str>,
}

pub fn learn(learn: &Learn<'_>) -> Markup {
    html! {
        @if let Some(job) = learn.job { (card(job)) }
        @if !learn.store.options.read_only { (form(learn)) }
        section {
            h2 { "Models" }
            @if learn.models.is_empty() { p.panel { "No model is published." } }
            @for model in learn.models { (described(learn, model)) }
        }
    }
}

fn form(learn: &Learn<'_>) -> Markup {
    let (store, labelled) = (learn.store, learn.labelled);
    let is_free = |name: &String| learn.models.iter().all(|model| model.name != *name);
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

fn described(learn: &Learn<'_>, model: &Model) -> Markup {
    let choice = encoded(&model.choice());
    html! {
        article.panel.chosen[learn.chosen == Some(model.name.as_str())] {
            h3 { bdi { (model.name) } }
            p.note { "Published " (model.at) " by " bdi { (model.by) } }
            (scores(model))
            div.actions {
                a.button href=(format!("/measure?choice=auto&choice={choice}")) { "Compare with auto" }
                @if !learn.store.options.read_only { a.button href=(format!("/again?by={choice}")) { "Extract all pages with it" } }
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
