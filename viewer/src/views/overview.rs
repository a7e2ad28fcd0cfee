//! The view of all pages in numbers.

use std::time::Duration;

use maud::{Markup, html};

use crate::jobs::{Job, JobKind, Jobs, Status};
use crate::keys::encoded;
use crate::listing::Overview;
use crate::prelude::*;
use crate::views::jobs::card;
use crate::views::{figures, labelled, named};
use crate::words::time;
use crate::workflow::{Action, Workflow};

/// The overview. `age` is that of its counts.
pub fn overview(store: &Store, jobs: &Jobs, overview: &Overview, age: Duration) -> Markup {
    let mut circle = overview.circle.clone();
    let measured = jobs.all().iter().find_map(|job| {
        let newest = circle.newest.as_ref()?.model.choice();
        let measured = job.progress().measured?;
        let is_fair = measured.models.iter().all(|model| model.learned.is_some());
        let difference = measured.difference(&newest).filter(|_| is_fair && measured.choices[0] == "auto")?;
        Some((difference.word_f1, difference.low > 0.0))
    });
    if let Some(newest) = &mut circle.newest {
        newest.measured = measured;
    }
    let newest: Vec<_> = SHOWN_JOBS.iter().filter_map(|kind| jobs.newest(*kind)).collect();
    let shown = |is_shown: fn(&Status) -> bool| -> Vec<&Job> {
        newest.iter().map(AsRef::as_ref).filter(|job| is_shown(&job.progress().status)).collect()
    };
    let marked = if overview.present.marks {
        "/pages?marked=yes"
    } else {
        "/mark"
    };
    let figures = [
        ("Pages", "/pages", "pages", overview.pages.to_string()),
        ("Extracted", "/pages?state=done", "done", overview.done.to_string()),
        ("Pending", "/pages?state=pending", "pending", overview.pending.to_string()),
        ("Failed", "/pages?state=failed", "failed", number(overview.failed)),
        ("Gold texts", marked, "marked", number(circle.labelled)),
    ];
    let working = shown(|status| *status == Status::Working);
    let failed = shown(|status| matches!(status, Status::Failed(..)));
    html! {
        @if age > Duration::from_secs(5) { p.note { "Counted " (time(age)) " ago." } }
        dl.figures {
            @for (name, address, live, figure) in figures {
                div { dt { (name) } dd { a href=(address) data-live=(live) { (figure) } } }
            }
        }
        @if let Some(grant) = overview.present.grant(&store.table) {
            p.message { "Some tables beside the pages may not be read by " (store.table.role) ", so what they say is left out. HINT: " code { (grant) } }
        }
        section.panel.circle aria-labelledby="circle" {
            h2 id="circle" { "The way to better texts" }
            (steps(&circle))
            @for job in failed { (card(job)) }
            @if working.is_empty() { (step(store, &circle)) }
            @for job in working { (card(job)) }
        }
        @if overview.present.facts { (judged(overview)) }
        @if !store.options.read_only { (more(store, circle.last_method())) }
    }
}

const SHOWN_JOBS: [JobKind; 5] = [
    JobKind::Extract,
    JobKind::Again,
    JobKind::Judge,
    JobKind::Train,
    JobKind::Measure,
];

fn steps(circle: &Workflow) -> Markup {
    let here = circle.next().place;
    html! {
        ol.steps {
            @for (place, (name, figure)) in circle.steps().iter().enumerate() {
                li aria-current=[(place == here).then_some("step")] { (name) " " span.figure { bdi data-live=(name) { (figure) } } }
            }
        }
    }
}

/// What comes next, why, and the button to do it.
fn step(store: &Store, circle: &Workflow) -> Markup {
    let (next, newest) = (circle.next(), circle.newest.as_ref());
    html! {
        @if !store.options.read_only {
            p { (next.why) @if let Some(says) = newest.and_then(|newest| newest.model.info.worth_it()) { " " (says) } }
            div.actions {
                @match &next.action {
                    Action::Nothing => {}
                    Action::Go(address) => { a.button.main href=(address) { (next.says) } }
                    Action::Send(address, method) => {
                        form method="post" action=(address) {
                            @if !method.is_empty() { input type="hidden" name="method" value=(method); }
                            button.main { (next.says) }
                        }
                    }
                }
                @if let Some((address, says)) = &next.more { a href=(address) { (says) } }
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
                (labelled("method", "Method", &named(&store.methods), last))
                div.actions { button { "Extract what is pending" } a href="/again" { "Extract all pages again" } }
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
    let types = overview.types.iter().map(|(name, pages)| row(name, *pages, format!("type={}", encoded(name))));
    let types: Vec<_> = types.collect();
    html! {
        div.columns {
            section.panel { h2 { "Confidence" } (figures("Pages by confidence", &tenths)) }
            section.panel { h2 { "Page types" } (figures("Pages by page type", &types)) }
        }
        p.note {
            (number(overview.judged)) " pages are judged"
            "."
            @if overview.without_text > 0 {
                " " a href="/pages?state=no-text" { (number(overview.without_text)) " have no text" } ", and are not in these figures."
            }
        }
    }
}
