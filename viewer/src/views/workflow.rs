//! The way to better texts, as the overview shows it: its steps, how far each is, and one button for the next.

use maud::{Markup, html};

use crate::keys::encoded;
use crate::reextract::Made;
use crate::report::signed;
use crate::store::Store;
use crate::views::NO_PAGES;
use crate::words::{model_name, number, pages_in_words};
use crate::workflow::{GOAL, Newest, Step, Workflow};

/// The steps. The card of a job that is at work takes the place of the button.
pub fn workflow(store: &Store, circle: &Workflow, working: Option<Markup>, failed: &Markup) -> Markup {
    let next = circle.next();
    html! {
        section.panel.circle aria-labelledby="circle" {
            h2 id="circle" { "The way to better texts" }
            (steps(circle, &next))
            (failed)
            @if let Some(working) = working { (working) } @else { (step(store, circle, &next)) }
        }
    }
}

fn steps(circle: &Workflow, next: &Step) -> Markup {
    let newest = circle.newest.as_ref();
    let (extracted, labelled) = (circle.pages - circle.pending, circle.labelled());
    let about = if circle.is_about { "about " } else { "" };
    let difference = newest.and_then(Newest::difference);
    let steps = [
        ("Extract", format!("{about}{} of {}", number(extracted), number(circle.pages))),
        ("Look", format!("{} judged", number(circle.judged))),
        (
            "Mark",
            if labelled < GOAL {
                format!("{labelled} of {GOAL}")
            } else {
                format!("{} gold texts", number(labelled))
            },
        ),
        ("Train", newest.map_or_else(|| "no model yet".to_owned(), |newest| newest.name.clone())),
        (
            "Compare",
            difference.map_or_else(|| "with auto".to_owned(), |(by, _)| format!("{} to auto", signed(by))),
        ),
        (
            "Extract again",
            circle.last_method().map_or_else(|| "–".to_owned(), |by| format!("now by {}", model_name(by))),
        ),
    ];
    let here = match next {
        Step::NoPages | Step::Extract { .. } | Step::GoOn { .. } => 0,
        Step::Judge | Step::Look => 1,
        Step::Mark { .. } | Step::MarkMore(_) | Step::MarkToCompare(_) => 2,
        Step::Train { .. } => 3,
        Step::Measure(_) => 4,
        Step::Again(_) | Step::GoOnAgain(_) => 5,
    };
    html! {
        ol.steps {
            @for (place, (name, figure)) in steps.iter().enumerate() {
                li aria-current=[(place == here).then_some("step")] { (name) " " span.figure { bdi data-live=(name) { (figure) } } }
            }
        }
    }
}

/// What comes next, why, and the button to do it.
fn step(store: &Store, circle: &Workflow, next: &Step) -> Markup {
    if store.options.read_only {
        return html! {};
    }
    let post = |action: &str, method: Option<&str>, says: String| {
        html! {
            form method="post" action=(action) {
                @if let Some(method) = method { input type="hidden" name="method" value=(method); }
                button.main { (says) }
            }
        }
    };
    let go = |address: &str, says: String| html! { a.button.main href=(address) { (says) } };
    let (why, main, more) = match next {
        Step::NoPages => (NO_PAGES.to_owned(), html! {}, None),
        Step::Extract { pages: pending } => (
            format!("{} have no text yet. The method auto is a good start.", pages_in_words(*pending)),
            post("/extract", Some("auto"), format!("Extract {}", pages_in_words(*pending))),
            None,
        ),
        Step::GoOn { method, pages: pending } => (
            format!("{} have no text yet. The newest texts are by {}.", pages_in_words(*pending), model_name(method)),
            post("/extract", Some(method), format!("Go on by {}: {}", model_name(method), pages_in_words(*pending))),
            None,
        ),
        Step::GoOnAgain(unfinished) => (
            format!(
                "All pages were being extracted again by {}, and {} are done. The old texts stay until all new ones are there.",
                model_name(&unfinished.method),
                number(unfinished.done)
            ),
            post(
                "/again",
                Some(&unfinished.method),
                format!("Go on by {}: {}", model_name(&unfinished.method), pages_in_words(unfinished.left)),
            ),
            Some(("/again/discard".to_owned(), "Give the new texts up")),
        ),
        Step::Judge => (
            "Genre, page type and confidence of each page show which pages are worth a look.".to_owned(),
            post("/judge", None, "Find the doubtful pages".to_owned()),
            Some(("/pages".to_owned(), "Look at the pages")),
        ),
        Step::Mark { marked } => (
            format!(
                "With {GOAL} marked pages a model can learn what is content on pages like these. The doubtful pages come first."
            ),
            go("/mark", format!("Mark pages ({} of {GOAL})", number(*marked))),
            (*marked > 0).then(|| ("/learn".to_owned(), "Train on what is marked")),
        ),
        Step::Train { pages: labelled } => (
            format!("{} have a gold text that the newest model does not know.", pages_in_words(*labelled)),
            go("/learn", format!("Train a model on {}", pages_in_words(*labelled))),
            Some(("/mark".to_owned(), "Mark more pages")),
        ),
        Step::Measure(newest) => (
            format!(
                "Nothing says yet if {} is better than auto. Measure both on pages that it has not seen.",
                newest.name
            ),
            go(&measured(newest), format!("Compare {} with auto", newest.name)),
            Some(("/mark".to_owned(), "Mark more pages")),
        ),
        Step::MarkToCompare(newest) => (
            format!(
                "{} has learned from every page that has a gold text. On others it can be compared with auto.",
                newest.name
            ),
            go("/mark", format!("Mark pages that {} has not seen", newest.name)),
            Some(("/learn".to_owned(), "Its score by cross-validation")),
        ),
        Step::Again(newest) => (
            format!(
                "{} is better than auto by {} in word F1, on pages that it had not seen.",
                newest.name,
                newest.difference().map_or_else(String::new, |(by, _)| signed(by))
            ),
            go(
                &format!("/again?by={}", encoded(&newest.choice)),
                format!("Extract all pages again by {}", newest.name),
            ),
            Some(("/mark".to_owned(), "Mark more pages")),
        ),
        Step::MarkMore(newest) => (
            format!(
                "{} is not better than auto for sure: {} in word F1, on pages that it had not seen.",
                newest.name,
                newest.difference().map_or_else(String::new, |(by, _)| signed(by))
            ),
            go("/mark", format!("Mark more pages ({})", number(circle.labelled()))),
            Some((measured(newest), "Compare it with auto")),
        ),
        Step::Look => (
            format!("The texts are by {}.", circle.last_method().map_or_else(String::new, model_name)),
            go("/pages?order=doubtful", "Look at the texts".to_owned()),
            Some(("/mark".to_owned(), "Mark more pages")),
        ),
    };
    let worth = circle.newest.as_ref().and_then(|newest| newest.worth_it.as_ref());
    html! {
        p { (why) @if let Some((_, says)) = worth { " " (says) } }
        div.actions {
            (main)
            @if let Some((address, says)) = more { a href=(address) { (says) } }
        }
    }
}

fn measured(newest: &Newest) -> String {
    format!("/measure?choice=auto&choice={}", encoded(&newest.choice))
}

/// The method and version that made texts, in words.
pub fn maker(made: &Made) -> String {
    match (&made.method, &made.version) {
        (Some(method), Some(version)) => format!("{} ({version})", model_name(method)),
        (Some(method), None) => model_name(method),
        (None, _) => "a method that nobody wrote down".to_owned(),
    }
}
