//! The view that compares methods with the gold texts.

use maud::{Markup, html};

use crate::app::App;
use crate::companions::Present;
use crate::jobs::Job;
use crate::jobs::measure::{Measured, Scores};
use crate::jobs::train::Gold;
use crate::keys::{address, shown};
use crate::models::is_model;
use crate::page::ORACLE;
use crate::session::Visitor;
use crate::views::chart::scores;
use crate::views::jobs::card;
use crate::views::{gold_choice, model_name, number, token};

/// The last measuring, its scores, and the form for another.
pub fn measure(
    app: &App,
    visitor: &Visitor,
    present: Present,
    models: &[String],
    chosen: &[&str],
    job: Option<&Job>,
) -> Markup {
    let is_chosen = |name: &str| chosen.contains(&name);
    let measured = job.and_then(|job| job.progress().measured);
    html! {
        @if let Some(job) = job { (card(visitor, job)) }
        @if let Some(measured) = &measured { (shown_scores(measured)) }
        form.panel method="post" action="/measure" {
            (token(visitor))
            h2 { "Measure" }
            fieldset.checks {
                legend { "Methods and models" }
                @for method in app.methods.iter().map(String::as_str).chain([ORACLE]) {
                    label { input type="checkbox" name="choice" value=(method) checked[is_chosen(method)]; (method) }
                }
                @for model in models {
                    label { input type="checkbox" name="choice" value=(model) checked[is_chosen(model)]; bdi { (model_name(model)) } }
                }
            }
            div.grid {
                div { (gold_choice(Gold::read(None, present), present.marks, app.table.gold.is_some())) }
                div { label for="most" { "Pages at most" } input id="most" name="most" type="number" min="1" max="100000" value="500"; }
            }
            p.note { "A model knows the pages that it learned from: compare it on others, or read its cross-validation." }
            button.main { "Measure" }
        }
    }
}

fn shown_scores(measured: &Measured) -> Markup {
    let all = measured.by_genre.iter().filter(|scores| scores.subset == "all");
    let all: Vec<_> = all.map(|scores| (model_name(&scores.method), scores.word_f1)).collect();
    html! {
        section.panel {
            h2 { "Word F1 over all pages" }
            (scores("Word F1", &all))
            @if measured.by_genre.iter().any(|scores| is_model(&scores.method)) {
                p.note { "Scores on pages that a model learned from say little." }
            }
        }
        section.panel { h2 { "By genre" } (table("By genre", &measured.by_genre)) }
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
