//! The view that compares methods with the gold texts.

use maud::{Markup, html};

use crate::jobs::Job;
use crate::jobs::measure::{ALL, Measured, MeasuredPage, Score};
use crate::keys::address;
use crate::learned::{Gold, Labelled};
use crate::models::Model;
use crate::page::GOLD;
use crate::prelude::*;
use crate::report::ranged;
use crate::views::jobs::card;
use crate::views::{field, gold_choice, held_out, pictures, ranked, scroll, select};

pub struct Measure<'m> {
    pub store: &'m Store,
    /// All methods and models.
    pub choices: &'m [String],
    pub chosen: &'m [String],
    /// The models that are chosen.
    pub models: &'m [Model],
    /// How many pages have a gold text, and how many of them no chosen model has seen.
    pub labelled: Labelled,
    pub gold: Option<Gold>,
    /// By what pages can be grouped, and by what they are.
    pub groupings: &'m [(String, String)],
    pub grouped_by: Option<&'m str>,
    pub job: Option<&'m Job>,
    pub measured: Option<&'m Measured>,
    /// The titles of its worst pages.
    pub titles: &'m [String],
}

/// The last measuring, its scores, and the form for another.
pub fn measure(measure: &Measure<'_>) -> Markup {
    let gold = measure.gold.unwrap_or_else(|| measure.labelled.better());
    let (all, unseen) = measure.labelled.of(gold);
    let groupings = measure.groupings.iter().map(|(by, _)| (by.as_str(), by.as_str()));
    let groupings: Vec<_> = [("", "nothing")].into_iter().chain(groupings).collect();
    html! {
        @if let Some(job) = measure.job { (card(job)) }
        @if let Some(measured) = measure.measured { (scores(measured, measure.titles)) }
        @if all > 0 && unseen == 0 { (nothing_unseen(measure.models)) }
        form.panel method="post" action="/measure" {
            h2 { "Measure" }
            fieldset.checks {
                legend { "Methods and models" }
                @for choice in measure.choices {
                    label { input type="checkbox" name="choice" value=(choice) checked[measure.chosen.contains(choice)]; bdi { (model_name(choice)) } }
                }
            }
            div.grid {
                (field("gold", "Gold texts", "What the content of a page is.", gold_choice(measure.store, measure.labelled, gold)))
                (field("by", "Grouped by", "Each group of pages has scores of its own.", select("by", &groupings, Some(measure.grouped_by.unwrap_or_default()))))
                (field("most", "Pages at most", "The first by their key that no chosen model has learned from.", html! {
                    input id="most" name="most" type="number" min="1" max="100000" value="500" aria-describedby="about-most";
                }))
            }
            @for model in measure.models {
                p.note {
                    @if let Some(learned) = model.learned {
                        (model_name(&model.choice())) " has learned from " (number(learned)) " pages. Of " (number(all)) " pages with a gold text, "
                        (number(unseen)) " are not seen by any chosen model."
                    } @else { (unknown(model)) }
                }
            }
            button.main { "Measure" }
        }
    }
}

/// What is said of a model that was trained elsewhere.
fn unknown(model: &Model) -> String {
    format!(
        "It is not known which pages {} has learned from: its score is worth nothing if these are among them.",
        model_name(&model.choice())
    )
}

/// The held-out scores, where a model has learned from every page that has a gold text.
fn nothing_unseen(models: &[Model]) -> Markup {
    html! {
        section.panel {
            h2 { "No page is left to measure on" }
            p { "The chosen models have learned from every page that has a gold text. Their scores on pages that they had not seen, from the training:" }
            @for model in models { h3 { bdi { (model.name) } } (held_out(model)) }
            p { "Mark more pages to compare them on: " a href="/mark" { "mark" } "." }
        }
    }
}

/// The most of the worst pages that are shown.
pub const WORST: usize = 15;

fn scores(measured: &Measured, titles: &[String]) -> Markup {
    let first = measured.choices.first().map(String::as_str).unwrap_or_default();
    let worst = measured.pages.iter().zip(titles).map(|(page, title)| {
        let address = address("/page", &page.key, &[("view", "compare"), ("method", GOLD), ("other", first)]);
        (page.f1, address, title, fault(page))
    });
    // A score by the first choice of all pages, and of the twelve largest groups.
    let groups: Vec<&Score> = measured.scores.iter().filter(|score| score.method == first).take(13).collect();
    html! {
        section.panel {
            h2 { "Word F1 over " (measured.pages.len()) " pages" }
            @for choice in &measured.choices {
                @if let Some(score) = measured.difference(choice) {
                    p {
                        bdi { (model_name(choice)) } " to " bdi { (model_name(first)) } ", page by page: "
                        strong { (ranged(score.word_f1, score.low, score.high)) } "."
                    }
                }
            }
            @for model in &measured.models {
                p.note {
                    @if model.learned.is_some() { "These are pages that " (model_name(&model.choice())) " has not seen." }
                    @else { (unknown(model)) }
                }
            }
            (bars(measured, &groups))
        }
        div.columns { (each_page(measured, &groups)) @if first == "auto" { (calibrated(measured)) } }
        @if !titles.is_empty() {
            section.panel { h2 { "The worst pages of " (model_name(first)) } (ranked(&worst.collect::<Vec<_>>())) }
        }
    }
}

/// The mean word F1 of each group by each choice, as bars.
fn bars(measured: &Measured, groups: &[&Score]) -> Markup {
    let rows = groups.iter().flat_map(|group| {
        let scores = measured.scores.iter().filter(|score| score.subset == group.subset);
        scores.filter(|score| measured.choices.contains(&score.method))
    });
    scroll(
        "Word F1",
        html! {
            table.bars {
                thead { tr {
                    th scope="col" { (measured.grouped_by.as_deref().unwrap_or("Pages")) } th scope="col" { "Method" } th.number scope="col" { "Word F1" }
                    th.number scope="col" { "95 % range" } th scope="col" { "0 to 1" } th.number scope="col" { "Pages" }
                } }
                tbody {
                    @for score in rows {
                        tr {
                            td { @if measured.choices.first() == Some(&score.method) { bdi { (score.subset) } } } td { bdi { (model_name(&score.method)) } }
                            td.number { (format!("{:.3}", score.word_f1)) }
                            td.number { (format!("{:.3} to {:.3}", score.low, score.high)) }
                            td { (pictures::bar(score.word_f1, score.low, score.high)) }
                            td.number { (number(score.pages)) }
                        }
                    }
                }
            }
        },
    )
}

/// The pages of each group as dots.
fn each_page(measured: &Measured, groups: &[&Score]) -> Markup {
    let of_group = |group: &Score| -> Vec<f64> {
        let is_in = |page: &&MeasuredPage| group.subset == ALL || page.subset.as_deref() == Some(&group.subset);
        measured.pages.iter().filter(is_in).map(|page| page.f1).collect()
    };
    html! {
        figure.panel {
            h2 { "Each page by " bdi { (model_name(measured.choices.first().map_or("", String::as_str))) } }
            table.dots { tbody {
                @for group in groups {
                    tr { th scope="row" { bdi { (group.subset) } " " span.note { (number(group.pages)) } } td { (pictures::dots(&of_group(group), group.word_f1)) } }
                }
            } }
            figcaption.note { "A dot is a page, the line their mean. Word F1 is 0 at the left and 1 at the right." }
        }
    }
}

/// The confidence of `auto` against what it reached, on the pages that were judged.
fn calibrated(measured: &Measured) -> Markup {
    let judged = measured.pages.iter().filter_map(|page| Some((f64::from(page.confidence?), page.f1)));
    let pages: Vec<(f64, f64)> = judged.collect();
    html! {
        @if let Some((said, reached)) = pictures::mean(&pages) {
            figure.panel {
                h2 { "Confidence of auto" }
                (pictures::calibration(&pages))
                figcaption.note {
                    "It said " (format!("{said:.3}")) " and reached " (format!("{reached:.3}")) " in the mean. "
                    "Above the dashed line pages are better than it said; the line joins the means of tenths."
                }
            }
        }
    }
}

/// In what way the text of a page is bad.
fn fault(page: &MeasuredPage) -> Markup {
    html! {
        @if page.f1 == 0.0 { "nothing right was taken" }
        @else if page.recall < page.precision { (format!("much is missing: recall {:.2}", page.recall)) }
        @else { (format!("too much was taken: precision {:.2}", page.precision)) }
        @if let Some(subset) = &page.subset { ", " (subset) }
    }
}
