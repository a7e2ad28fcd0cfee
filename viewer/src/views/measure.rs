//! The view that compares methods with the gold texts.

use maud::{Markup, html};
use serde_json::Value;

use crate::jobs::Job;
use crate::jobs::measure::{Measured, Scores};
use crate::keys::{address, shown};
use crate::learned::{Gold, Labelled, Pupil};
use crate::page::ORACLE;
use crate::report;
use crate::store::Store;
use crate::views::jobs::card;
use crate::views::{gold_choice, scores};
use crate::words::{model_name, number};

pub struct Measure<'m> {
    pub store: &'m Store,
    /// All models.
    pub models: &'m [String],
    pub chosen: &'m [String],
    /// What is known of the models that are chosen.
    pub pupils: &'m [Pupil],
    /// How many pages have a gold text, and how many of them no chosen model has seen.
    pub labelled: Labelled,
    pub gold: Option<Gold>,
    pub job: Option<&'m Job>,
}

/// The last measuring, its scores, and the form for another.
pub fn measure(measure: &Measure<'_>) -> Markup {
    let Measure { store, .. } = *measure;
    let is_chosen = |name: &str| measure.chosen.iter().any(|chosen| chosen == name);
    let measured = measure.job.and_then(|job| job.progress().measured);
    let gold = measure.gold.unwrap_or_else(|| measure.labelled.better());
    let (all, unseen) = measure.labelled.of(gold);
    // Of models that were trained elsewhere nobody knows what they have seen.
    let is_known = measure.pupils.iter().any(|pupil| pupil.learned.is_some());
    html! {
        @if let Some(job) = measure.job { (card(job)) }
        @if let Some(measured) = &measured { (shown_scores(measured)) }
        @if is_known && all > 0 && unseen == 0 { (nothing_unseen(measure.pupils)) }
        form.panel method="post" action="/measure" {
            h2 { "Measure" }
            fieldset.checks {
                legend { "Methods and models" }
                @for method in store.methods.iter().map(String::as_str).chain([ORACLE]) {
                    label { input type="checkbox" name="choice" value=(method) checked[is_chosen(method)]; (method) }
                }
                @for model in measure.models {
                    label { input type="checkbox" name="choice" value=(model) checked[is_chosen(model)]; bdi { (model_name(model)) } }
                }
            }
            div.grid {
                div {
                    label for="gold" { "Gold texts" }
                    (gold_choice(store, measure.labelled, gold))
                    p.note.about id="about-gold" { "What the content of a page is." }
                }
                div {
                    label for="pages" { "Pages" }
                    select id="pages" name="pages" aria-describedby="about-pages" {
                        option value="unseen" { "that no chosen model has seen" }
                        option value="all" { "all with a gold text" }
                    }
                    p.note.about id="about-pages" { "A model is better on pages that it has learned from than on any other." }
                }
                div {
                    label for="most" { "Pages at most" }
                    input id="most" name="most" type="number" min="1" max="100000" value="500" aria-describedby="about-most";
                    p.note.about id="about-most" { "The first by their key." }
                }
            }
            @for pupil in measure.pupils { p.note { (known(pupil, all, unseen)) } }
            button.main { "Measure" }
        }
    }
}

/// Says how many pages a chosen model leaves to be measured on.
fn known(pupil: &Pupil, all: i64, unseen: i64) -> String {
    let name = model_name(&pupil.choice);
    match pupil.learned {
        Some(learned) => format!(
            "{name} has learned from {} pages. Of {} pages with a gold text, {} are not seen by any chosen model.",
            number(learned),
            number(all),
            number(unseen)
        ),
        None => format!("{name} was not trained in this viewer: it is not known which pages it has learned from."),
    }
}

/// The held-out scores, where a model has learned from every page that has a gold text.
fn nothing_unseen(pupils: &[Pupil]) -> Markup {
    html! {
        section.panel {
            h2 { "No page is left to measure on" }
            p { "The chosen models have learned from every page that has a gold text. Their scores on pages that they had not seen, from the training:" }
            @for pupil in pupils {
                h3 { bdi { (model_name(&pupil.choice)) } }
                @match (report::held_out(&pupil.info), pupil.info.pointer("/cross_validation/word_f1").and_then(Value::as_f64)) {
                    (Some(held_out), _) => {
                        (scores("Held out", &[(model_name(&pupil.choice), held_out.word_f1), ("auto".to_owned(), held_out.auto)]))
                        p { (held_out.says()) }
                    }
                    (None, Some(word_f1)) => { (scores("Held out", &[(model_name(&pupil.choice), word_f1)])) }
                    (None, None) => { p.note { "It was trained without folds, and has none." } }
                }
            }
            p { "Mark more pages to compare them on: " a href="/mark" { "mark" } "." }
        }
    }
}

fn shown_scores(measured: &Measured) -> Markup {
    let all: Vec<_> = measured.by_genre.iter().filter(|scores| scores.subset == "all").collect();
    let pages = all.iter().map(|scores| scores.pages).max().unwrap_or_default();
    let all: Vec<_> = all.iter().map(|scores| (model_name(&scores.method), scores.word_f1)).collect();
    let has_genres = measured.by_genre.iter().any(|scores| scores.subset != "all");
    let by_genre = if has_genres { "By genre" } else { "All measures" };
    html! {
        section.panel {
            h2 { "Word F1 over " (number(pages)) " pages" }
            (scores("Word F1", &all))
            @for note in &measured.notes { p.note { (note) } }
        }
        section.panel { h2 { (by_genre) } (table(by_genre, &measured.by_genre)) }
        @if !measured.by_type.is_empty() { section.panel { h2 { "By page type" } (table("By page type", &measured.by_type)) } }
        @if !measured.worst.is_empty() {
            section.panel {
                h2 { "The worst pages of " (model_name(&measured.first)) }
                ol.worst {
                    @for (key, f1) in &measured.worst {
                        li {
                            span.confidence { (format!("{f1:.3}")) } " "
                            a href=(address("/page", key, &[("view", "compare"), ("method", "gold"), ("other", &measured.first)])) { bdi { (shown(key)) } }
                        }
                    }
                }
            }
        }
    }
}

fn table(title: &str, scores: &[Scores]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(title) {
            table {
                thead { tr {
                    @for name in ["Pages of", "Method"] { th scope="col" { (name) } }
                    @for name in ["Pages", "Cosine", "Precision", "Recall", "F1", "Word F1"] { th.number scope="col" { (name) } }
                } }
                tbody {
                    @for row in scores {
                        tr {
                            td { (row.subset) } td { bdi { (model_name(&row.method)) } } td.number { (number(row.pages)) }
                            @for value in [row.cosine, row.precision, row.recall, row.f1, row.word_f1] { td.number { (format!("{value:.3}")) } }
                        }
                    }
                }
            }
        }
    }
}
