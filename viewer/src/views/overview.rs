//! The overview.

use std::time::Duration;

use maud::{Markup, html};

use crate::app::App;
use crate::jobs::Kind;
use crate::keys::{address, encoded, shown};
use crate::listing::Overview;
use crate::page::METHODS;
use crate::session::Visitor;
use crate::views::chart::{Bar, bars};
use crate::views::jobs::card;
use crate::views::{number, pages_number, time, token};

/// What is shown while pages are being counted.
pub fn counting() -> Markup {
    html! {
        meta http-equiv="refresh" content="2";
        p.panel role="status" { "The pages are being counted. This view shows them once they are." }
    }
}

/// The overview, and how old its counts are.
pub fn overview(app: &App, visitor: &Visitor, overview: &Overview, age: Duration) -> Markup {
    html! {
        @if age > Duration::from_secs(5) { p.note { "Counted " (time(age)) " ago." } }
        dl.figures {
            div { dt { "Pages" } dd { a href="/pages" { (pages_number(overview.pages)) } } }
            div { dt { "Extracted" } dd { a href="/pages?state=done" { (pages_number(overview.done)) } } }
            div { dt { "Pending" } dd { a href="/pages?state=pending" { (pages_number(overview.pending)) } } }
            div { dt { "Failed" } dd { a href="/pages?state=failed" { (number(overview.failed)) } } }
            div { dt { "Marked" } dd { a href="/pages?marked=yes" { (number(overview.marked)) } } }
        }
        (work(app, visitor))
        @if overview.present.facts { (judged(overview)) }
        @if !overview.failures.is_empty() { (failures(overview)) }
    }
}

/// What can be done with all pages, or what is being done.
fn work(app: &App, visitor: &Visitor) -> Markup {
    let jobs = [Kind::Extract, Kind::Judge, Kind::ExtractWith].map(|kind| app.jobs.newest(kind));
    html! {
        section aria-label="Work on all pages" {
            @for job in jobs.iter().flatten() { (card(visitor, job)) }
            @if !app.options.read_only {
                div.columns {
                    form.panel method="post" action="/extract" {
                        (token(visitor))
                        h2 { "Extract" }
                        p { "The text of every page that has none yet, into " code { (app.names.target_name) } "." }
                        label for="extract-method" { "Method" }
                        select id="extract-method" name="method" { @for method in METHODS { option { (method) } } }
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
    let tenths: Vec<Bar> = overview
        .confidence
        .iter()
        .enumerate()
        .map(|(tenth, pages)| {
            let from = format!("0.{tenth}");
            let to = if tenth == 9 {
                "1".to_owned()
            } else {
                format!("0.{}", tenth + 1)
            };
            let below = if tenth == 9 {
                String::new()
            } else {
                format!("&below={to}")
            };
            Bar {
                name: format!("{from}–{to}"),
                value: *pages,
                address: format!("/pages?from={from}{below}&order=doubtful"),
            }
        })
        .collect();
    let named = |names: &[(String, i64)], field: &str| -> Vec<Bar> {
        names
            .iter()
            .map(|(name, pages)| Bar {
                name: name.clone(),
                value: *pages,
                address: format!("/pages?{field}={}", encoded(name)),
            })
            .collect()
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
