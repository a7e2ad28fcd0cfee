//! The view of all pages in numbers.

use std::time::Duration;

use maud::{Markup, html};

use crate::app::App;
use crate::jobs::JobKind;
use crate::keys::{address, encoded, shown};
use crate::listing::Overview;
use crate::session::Visitor;
use crate::views::chart::{PagesBar, bars};
use crate::views::jobs::card;
use crate::views::{number, page_count, time, token};

/// The view while the first counts are made.
pub fn counting() -> Markup {
    html! {
        meta http-equiv="refresh" content="2";
        p.panel role="status" { "The pages are being counted. This view shows them once they are." }
    }
}

/// The overview. `age` is that of its counts.
pub fn overview(app: &App, visitor: &Visitor, overview: &Overview, age: Duration) -> Markup {
    html! {
        @if age > Duration::from_secs(5) { p.note { "Counted " (time(age)) " ago." } }
        dl.figures {
            div { dt { "Pages" } dd { a href="/pages" { (page_count(overview.pages)) } } }
            div { dt { "Extracted" } dd { a href="/pages?state=done" { (page_count(overview.done)) } } }
            div { dt { "Pending" } dd { a href="/pages?state=pending" { (page_count(overview.pending)) } } }
            div { dt { "Failed" } dd { a href="/pages?state=failed" { (number(overview.failed)) } } }
            div { dt { "Marked" } dd { a href="/pages?marked=yes" { (number(overview.marked)) } } }
        }
        @if let Some(grant) = app.companions.grant(&app.table, overview.present) {
            p.message { "Some tables beside the pages may not be read by " (app.table.role) ", so what they say is left out. HINT: " code { (grant) } }
        }
        (work(app, visitor))
        @if overview.present.facts { (judged(overview)) }
        @if !overview.failures.is_empty() { (failures(overview)) }
    }
}

/// The jobs over all pages, and the forms that start them.
fn work(app: &App, visitor: &Visitor) -> Markup {
    let jobs = [JobKind::Extract, JobKind::Judge, JobKind::ExtractWith].map(|kind| app.jobs.newest(kind));
    html! {
        section aria-label="Work on all pages" {
            @for job in jobs.iter().flatten() { (card(visitor, job)) }
            @if !app.options.read_only {
                div.columns {
                    form.panel method="post" action="/extract" {
                        (token(visitor))
                        h2 { "Extract" }
                        p { "The text of every page that has none yet, into " code { (app.companions.target_name) } "." }
                        label for="extract-method" { "Method" }
                        select id="extract-method" name="method" { @for method in &app.methods { option { (method) } } }
                        button.main { "Extract what is pending" }
                    }
                    form.panel method="post" action="/judge" {
                        (token(visitor))
                        h2 { "Judge" }
                        p { "Genre, page type and confidence of every page that has none yet. Lists can then begin with the doubtful pages." }
                        button.main { "Judge what is not judged" }
                    }
                }
            }
        }
    }
}

fn judged(overview: &Overview) -> Markup {
    let bar = |name: String, pages: i64, query: String| PagesBar {
        name,
        value: pages,
        address: format!("/pages?{query}"),
    };
    let tenths = overview.confidence.iter().enumerate().map(|(tenth, pages)| {
        let (from, order) = (format!("0.{tenth}"), "order=doubtful");
        match tenth {
            9 => bar(format!("{from}–1"), *pages, format!("from={from}&{order}")),
            _ => {
                let below = format!("0.{}", tenth + 1);
                let query = format!("from={from}&below={below}&{order}");
                bar(format!("{from}–{below}"), *pages, query)
            }
        }
    });
    let tenths: Vec<PagesBar> = tenths.collect();
    let named = |names: &[(String, i64)], field: &str| -> Vec<PagesBar> {
        let of_name = |(name, pages): &(String, i64)| bar(name.clone(), *pages, format!("{field}={}", encoded(name)));
        names.iter().map(of_name).collect()
    };
    html! {
        div.columns {
            section.panel { h2 { "Confidence" } (bars("Pages by confidence", &tenths)) }
            section.panel { h2 { "Page types" } (bars("Pages by page type", &named(&overview.types, "type"))) }
            section.panel { h2 { "Genres" } (bars("Pages by genre", &named(&overview.genres, "genre"))) }
        }
        p.note {
            (number(overview.judged)) " pages are judged"
            @if overview.unjudgeable > 0 { ", " (number(overview.unjudgeable)) " of them without a confidence" }
            "."
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
