//! The view that compares methods with the gold texts.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde_json::Value;

use crate::jobs::Job;
use crate::jobs::measure::{Measured, MeasuredPage, PageScore};
use crate::keys::address;
use crate::learned::{Gold, Labelled, Pupil};
use crate::page::{GOLD, ORACLE};
use crate::report;
use crate::store::Store;
use crate::views::jobs::card;
use crate::views::{gold_choice, pictures, ranked, scores};
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
    /// By what pages can be grouped, and by what they are.
    pub groupings: &'m [&'m str],
    pub grouped_by: Option<&'m str>,
    pub job: Option<&'m Job>,
    pub measured: Option<&'m Measured>,
    /// The titles of its worst pages.
    pub titles: &'m [String],
}

/// The last measuring, its scores, and the form for another.
pub fn measure(measure: &Measure<'_>) -> Markup {
    let Measure { store, .. } = *measure;
    let is_chosen = |name: &str| measure.chosen.iter().any(|chosen| chosen == name);
    let gold = measure.gold.unwrap_or_else(|| measure.labelled.better());
    let (all, unseen) = measure.labelled.of(gold);
    // Of models that were trained elsewhere nobody knows what they have seen.
    let is_known = measure.pupils.iter().any(|pupil| pupil.learned.is_some());
    html! {
        @if let Some(job) = measure.job { (card(job)) }
        @if let Some(measured) = measure.measured { (shown_scores(measured, measure.titles)) }
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
                    label for="by" { "Grouped by" }
                    select id="by" name="by" aria-describedby="about-by" {
                        option value="" { "nothing" }
                        @for by in measure.groupings { option value=(by) selected[measure.grouped_by == Some(by)] { (by) } }
                    }
                    p.note.about id="about-by" { "Each group of pages has scores of its own." }
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

/// The most groups of pages that are shown by themselves.
const GROUPS: usize = 12;
/// The most of the worst pages that are shown.
const WORST: usize = 15;

/// All pages, then those of each group, the largest first; what is left of them is `others`.
fn groups(measured: &Measured) -> Vec<(&str, Vec<&MeasuredPage>)> {
    let mut groups: BTreeMap<&str, Vec<&MeasuredPage>> = BTreeMap::new();
    for page in measured.pages.iter().filter(|_| measured.grouped_by.is_some()) {
        groups.entry(page.group.as_deref().unwrap_or("none")).or_default().push(page);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, pages)| std::cmp::Reverse(pages.len()));
    if groups.len() > GROUPS {
        let others = groups.split_off(GROUPS - 1).into_iter().flat_map(|(_, pages)| pages);
        groups.push(("others", others.collect()));
    }
    groups.insert(0, ("all", measured.pages.iter().collect()));
    groups
}

/// A score of each of some pages by the choice at a place.
fn scores_of(pages: &[&MeasuredPage], place: usize, score: fn(&PageScore) -> f64) -> Vec<f64> {
    pages.iter().filter_map(|page| page.scores.get(place)).map(score).collect()
}

fn shown_scores(measured: &Measured, titles: &[String]) -> Markup {
    let groups = groups(measured);
    let choices: Vec<String> = measured.choices.iter().map(|choice| model_name(choice)).collect();
    let first = choices.first().map(String::as_str).unwrap_or_default();
    let worst = measured.worst().into_iter().zip(titles).map(|(page, title)| {
        let other = measured.choices.first().map_or("auto", String::as_str);
        let address = address("/page", &page.key, &[("view", "compare"), ("method", GOLD), ("other", other)]);
        (page.scores.first().map_or(0.0, |score| score.f1), address, title, fault(page))
    });
    html! {
        section.panel {
            h2 { "Word F1 over " (measured.pages.len()) " pages" }
            @for (place, choice) in choices.iter().enumerate().skip(1) { (differs(&groups[0].1, place, choice, first)) }
            @for note in &measured.notes { p.note { (note) } }
            (bars(measured.grouped_by.as_deref(), &groups, &choices))
        }
        div.columns { (each_page(&groups, first)) (calibrated(measured)) }
        @if !titles.is_empty() {
            section.panel { h2 { "The worst pages of " (first) } (ranked(&worst.collect::<Vec<_>>())) }
        }
    }
}

/// How a choice differs from the first, page by page.
fn differs(pages: &[&MeasuredPage], place: usize, choice: &str, first: &str) -> Markup {
    let differences = pages.iter().filter_map(|page| Some(page.scores.get(place)?.f1 - page.scores.first()?.f1));
    let mean = pictures::mean(&differences.collect::<Vec<f64>>());
    html! {
        @if let Some((mean, Some(half))) = mean {
            p { bdi { (choice) } " to " bdi { (first) } ", page by page: " strong { (report::signed(mean)) } " ± " (format!("{half:.3}").trim_start_matches('0')) "." }
        }
    }
}

/// The mean scores of each group by each choice, word F1 as bars.
fn bars(grouped_by: Option<&str>, groups: &[(&str, Vec<&MeasuredPage>)], choices: &[String]) -> Markup {
    let rows = groups.iter().flat_map(|(group, pages)| {
        choices.iter().enumerate().map(move |(place, choice)| (place, group, pages, choice))
    });
    let mean = |pages, place, score| pictures::mean(&scores_of(pages, place, score)).unwrap_or_default();
    html! {
        div.scroll tabindex="0" role="region" aria-label="Word F1" {
            table.bars {
                thead { tr {
                    th scope="col" { (grouped_by.unwrap_or("Pages")) } th scope="col" { "Method" } th.number scope="col" { "Word F1" }
                    th scope="col" { "0 to 1, with 95 % range" } @for name in ["Precision", "Recall", "Pages"] { th.number scope="col" { (name) } }
                } }
                tbody {
                    @for (place, group, pages, choice) in rows {
                        @let (f1, half) = mean(pages, place, |score| score.f1);
                        tr {
                            td { @if place == 0 { bdi { (group) } } } td { bdi { (choice) } }
                            td.number { (format!("{f1:.3}")) @if let Some(half) = half { " ± " (format!("{half:.3}")) } }
                            td { (pictures::bar(f1, half)) }
                            td.number { (format!("{:.3}", mean(pages, place, |score| score.precision).0)) }
                            td.number { (format!("{:.3}", mean(pages, place, |score| score.recall).0)) }
                            td.number { (pages.len()) }
                        }
                    }
                }
            }
        }
    }
}

/// The pages of each group as dots.
fn each_page(groups: &[(&str, Vec<&MeasuredPage>)], first: &str) -> Markup {
    html! {
        figure.panel {
            h2 { "Each page by " bdi { (first) } }
            table.dots { tbody {
                @for (group, pages) in groups {
                    tr { th scope="row" { bdi { (group) } " " span.note { (pages.len()) } } td { (pictures::dots(&scores_of(pages, 0, |score| score.f1))) } }
                }
            } }
            figcaption.note { "A dot is a page, the line their mean. Word F1 is 0 at the left and 1 at the right." }
        }
    }
}

/// The confidence of `auto` against what it reached, where it was measured on pages that were judged.
fn calibrated(measured: &Measured) -> Markup {
    let place = measured.choices.iter().position(|choice| choice == "auto");
    let of_page = |page: &MeasuredPage| Some((f64::from(page.confidence?), page.scores.get(place?)?.f1));
    let pages: Vec<(f64, f64)> = measured.pages.iter().filter_map(of_page).collect();
    let mean = |score: fn(&(f64, f64)) -> f64| pictures::mean(&pages.iter().map(score).collect::<Vec<f64>>());
    html! {
        @if let (Some((said, _)), Some((reached, _))) = (mean(|page| page.0), mean(|page| page.1)) {
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
    let why = page.scores.first().map(|score| match score {
        PageScore { f1: 0.0, .. } => "nothing right was taken".to_owned(),
        PageScore { precision, recall, .. } if recall < precision => format!("much is missing: recall {recall:.2}"),
        PageScore { precision, .. } => format!("too much was taken: precision {precision:.2}"),
    });
    html! { (why.unwrap_or_default()) @if let Some(group) = &page.group { ", " (group) } }
}

impl Measured {
    /// The pages of the lowest word F1 by the first choice.
    pub fn worst(&self) -> Vec<&MeasuredPage> {
        let mut pages: Vec<&MeasuredPage> = self.pages.iter().collect();
        let f1 = |page: &MeasuredPage| page.scores.first().map_or(0.0, |score| score.f1);
        pages.sort_by(|one, other| f1(one).total_cmp(&f1(other)).then_with(|| one.key.cmp(&other.key)));
        pages.truncate(WORST);
        pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: usize, group: Option<String>, f1: f64) -> MeasuredPage {
        MeasuredPage {
            key: vec![number.to_string()],
            group,
            confidence: None,
            scores: vec![PageScore {
                precision: 1.0,
                recall: f1,
                f1,
            }],
        }
    }

    #[test]
    fn small_groups_stand_together() {
        let pages = (0..40)
            .map(|number| page(number, (number > 20).then(|| format!("g{}", number % 19)), number as f64 / 40.0));
        let measured = Measured {
            pages: pages.collect(),
            grouped_by: Some("kind".to_owned()),
            ..Measured::default()
        };
        let groups = groups(&measured);
        assert_eq!((groups.len(), groups[1].0, groups[GROUPS].0), (GROUPS + 1, "none", "others"));
        assert_eq!(groups.iter().map(|(_, pages)| pages.len()).sum::<usize>(), 80);
        assert_eq!(measured.worst()[1].key, ["1"]);
        assert!(fault(measured.worst()[1]).0.contains("much is missing: recall 0.03"));
    }
}
