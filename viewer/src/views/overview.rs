//! The view of all pages in numbers.

use std::time::Duration;

use maud::{Markup, html};

use crate::jobs::measure::Measured;
use crate::jobs::{JobKind, Jobs, Status};
use crate::keys::{address, encoded, shown};
use crate::listing::Overview;
use crate::store::Store;
use crate::views::figures;
use crate::views::jobs::{card, line};
use crate::views::workflow::workflow as shown_workflow;
use crate::words::{number, time};

/// The view while the first counts are made.
pub fn counting() -> Markup {
    html! {
        meta http-equiv="refresh" content="2";
        p.panel role="status" { "The pages are being counted. This view shows them once they are." }
    }
}

/// The overview. `age` is that of its counts.
pub fn overview(store: &Store, jobs: &Jobs, overview: &Overview, age: Duration) -> Markup {
    let mut circle = overview.circle.clone();
    if let (Some(newest), Some(measured)) = (&mut circle.newest, measured(jobs)) {
        newest.measured = measured.word_f1(&newest.choice).zip(measured.word_f1("auto")).map(|(own, auto)| own - auto);
    }
    let working = cards(jobs, |status| *status == Status::Working);
    let failed = cards(jobs, |status| matches!(status, Status::Failed(..))).unwrap_or_default();
    html! {
        @if age > Duration::from_secs(5) { p.note { "Counted " (time(age)) " ago." } }
        dl.figures {
            div { dt { "Pages" } dd { a href="/pages" data-live="pages" { (overview.pages) } } }
            div { dt { "Extracted" } dd { a href="/pages?state=done" data-live="done" { (overview.done) } } }
            div { dt { "Pending" } dd { a href="/pages?state=pending" data-live="pending" { (overview.pending) } } }
            div { dt { "Failed" } dd { a href="/pages?state=failed" data-live="failed" { (number(overview.failed)) } } }
            div {
                dt { "Gold texts" }
                dd { a href=(if overview.marked > 0 { "/pages?marked=yes" } else { "/mark" }) data-live="marked" { (number(overview.circle.labelled())) } }
            }
        }
        @if let Some(grant) = store.side_tables.grant(&store.table, overview.present) {
            p.message { "Some tables beside the pages may not be read by " (store.table.role) ", so what they say is left out. HINT: " code { (grant) } }
        }
        (shown_workflow(store, &circle, working, &failed))
        @if overview.present.facts { (judged(overview)) }
        @if !overview.failures.is_empty() { (failures(overview)) }
        @if !store.options.read_only { (more(store, circle.last_method())) }
        (ended(jobs))
    }
}

const SHOWN_JOBS: [JobKind; 5] = [
    JobKind::Extract,
    JobKind::Again,
    JobKind::Judge,
    JobKind::Train,
    JobKind::Measure,
];

/// The scores of the newest measuring on pages that no model had seen.
fn measured(jobs: &Jobs) -> Option<std::sync::Arc<Measured>> {
    jobs.all().iter().find_map(|job| job.progress().measured.filter(|measured| measured.is_fair))
}

/// The cards of the newest jobs of each kind with such a status; `None` without one.
fn cards(jobs: &Jobs, is_shown: impl Fn(&Status) -> bool) -> Option<Markup> {
    let newest = SHOWN_JOBS.iter().filter_map(|kind| jobs.newest(*kind));
    let shown: Vec<_> = newest.filter(|job| is_shown(&job.progress().status)).collect();
    (!shown.is_empty()).then(|| html! { @for job in &shown { (card(job)) } })
}

/// The jobs that have ended, a line each, below everything that they could push down.
fn ended(jobs: &Jobs) -> Markup {
    let newest = SHOWN_JOBS.iter().filter_map(|kind| jobs.newest(*kind));
    let ended: Vec<_> = newest.filter(|job| matches!(job.progress().status, Status::Done | Status::Stopped)).collect();
    html! {
        @if !ended.is_empty() {
            section.panel {
                h2 { "Last jobs" }
                ul.ended { @for job in &ended { li { (line(job)) } } }
            }
        }
    }
}

/// The forms that start work over all pages by another method than the next step takes.
fn more(store: &Store, last: Option<&str>) -> Markup {
    html! {
        div.columns {
            form.panel method="post" action="/extract" {
                h2 { "Extract" }
                p { "The text of every page that has none yet, into " code { (store.side_tables.target_name) } "." }
                label for="extract-method" { "Method" }
                select id="extract-method" name="method" {
                    @for method in &store.methods { option selected[last == Some(method)] { (method) } }
                }
                div.actions { button { "Extract what is pending" } a href="/again" { "Extract all pages again" } }
            }
            form.panel method="post" action="/judge" {
                h2 { "Judge" }
                p { "Genre, page type and confidence of every page that has none yet. Lists can then begin with the doubtful pages." }
                button { "Judge what is not judged" }
            }
        }
    }
}

fn judged(overview: &Overview) -> Markup {
    let row = |name: &str, pages: i64, query: String| {
        (html! { a href=(format!("/pages?{query}")) { (name) } }, number(pages))
    };
    let tenths = overview.confidence.iter().enumerate().map(|(tenth, pages)| {
        let (to, below) = match tenth {
            9 => ("1".to_owned(), String::new()),
            _ => (format!("0.{}", tenth + 1), format!("&below=0.{}", tenth + 1)),
        };
        row(&format!("0.{tenth}–{to}"), *pages, format!("from=0.{tenth}{below}&order=doubtful"))
    });
    let tenths: Vec<_> = tenths.collect();
    let named = |names: &[(String, i64)], field: &str| -> Vec<_> {
        names.iter().map(|(name, pages)| row(name, *pages, format!("{field}={}", encoded(name)))).collect()
    };
    html! {
        div.columns {
            section.panel { h2 { "Confidence" } (figures("Pages by confidence", &tenths)) }
            section.panel { h2 { "Page types" } (figures("Pages by page type", &named(&overview.types, "type"))) }
            section.panel { h2 { "Genres" } (figures("Pages by genre", &named(&overview.genres, "genre"))) }
        }
        p.note {
            (number(overview.judged)) " pages are judged"
            @if overview.unjudgeable > 0 { ", " (number(overview.unjudgeable)) " of them without a confidence" }
            "."
            @if overview.without_text > 0 {
                " " a href="/pages?state=no-text" { (number(overview.without_text)) " have no text" } ", and are not in these figures."
            }
        }
    }
}

fn failures(overview: &Overview) -> Markup {
    html! {
        section.panel {
            h2 { "Failures" }
            div.scroll tabindex="0" role="region" aria-label="Failures" {
                table {
                    thead { tr { th scope="col" { "SQLSTATE" } th scope="col" { "Pages" } th scope="col" { "Message" } th scope="col" { "For example" } } }
                    tbody {
                        @for (state, pages, message, keys) in &overview.failures {
                            tr {
                                td { code { (state) } }
                                td.number { (number(*pages)) }
                                td { (message) }
                                td { @for key in keys { a href=(address("/page", key, &[])) { bdi { (shown(key)) } } " " } }
                            }
                        }
                    }
                }
            }
        }
    }
}
