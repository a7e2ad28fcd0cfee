//! The view of jobs, and the card of one job.

use maud::{Markup, html};

use crate::jobs::{Job, Progress, Status};
use crate::words::{number, time};

pub fn jobs(jobs: &[std::sync::Arc<Job>]) -> Markup {
    html! {
        @if jobs.is_empty() { p.panel { "No job yet. The list begins anew whenever the viewer is started." } }
        @for job in jobs { (card(job)) }
    }
}

/// A job: its progress, and a button to stop it.
pub fn card(job: &Job) -> Markup {
    let progress = job.progress();
    let works = progress.status == Status::Working;
    let (name, tone) = name(&progress.status);
    html! {
        section.panel.job data-job=[works.then_some(job.id)] aria-label=(job.title) {
            @if works { noscript { meta http-equiv="refresh" content="3"; } }
            h2 { (job.title) " " span.badge.(tone) { (name) } }
            @match (works, progress.total) {
                (true, Some(total)) if total > 0 => { progress max=(total) value=(progress.done) aria-label="Progress" {} }
                (true, _) => { progress aria-label="Progress" {} }
                _ => {}
            }
            p.says { span data-says { (progress_text(job, &progress)) } }
            @if let Status::Failed(message, notes) = &progress.status {
                div.message.bad role="alert" { p { (message) } @for note in notes { p.note { (note) } } }
            }
            @if let Some(result) = &progress.result { p { a href=(result) { "Result" span.visually-hidden { " of " (job.title) } } } }
            @if works {
                form method="post" action="/jobs/stop" {
                    input type="hidden" name="job" value=(job.id);
                    button { "Stop" }
                }
            }
        }
    }
}

/// The name of a status, and its tone.
fn name(status: &Status) -> (&'static str, &'static str) {
    match status {
        Status::Working => ("at work", "plain"),
        Status::Done => ("done", "good"),
        Status::Stopped => ("stopped", "plain"),
        Status::Failed(..) => ("failed", "bad"),
    }
}

/// The progress in words: how many pages, how fast, how much time is left.
fn progress_text(job: &Job, progress: &Progress) -> String {
    let elapsed = job.elapsed();
    let mut parts = Vec::new();
    match progress.total {
        Some(total) => parts.push(format!("{} of {}", number(progress.done), number(total))),
        None if progress.done > 0 => parts.push(number(progress.done)),
        None => {}
    }
    if progress.failed > 0 {
        parts.push(format!("{} failed", number(progress.failed)));
    }
    parts.push(time(elapsed));
    let seconds = elapsed.as_secs_f64();
    if progress.done > 0 && seconds > 0.5 {
        let rate = progress.done as f64 / seconds;
        parts.push(format!("{rate:.1} a second"));
        if progress.status == Status::Working
            && let Some(left) = progress.total.map(|total| (total - progress.done).max(0) as f64 / rate)
        {
            parts.push(format!("{} left", time(std::time::Duration::from_secs_f64(left.min(1e8)))));
        }
    }
    if !progress.says.is_empty() {
        parts.push(progress.says.clone());
    }
    parts.join(" · ")
}
