//! The view to train models.

use maud::{Markup, html};
use serde_json::Value;

use crate::fields::Typed;
use crate::jobs::Job;
use crate::keys::encoded;
use crate::learned::{Gold, Labelled};
use crate::models::{DRAFT, ListedModel, MODEL};
use crate::report;
use crate::store::Store;
use crate::views::jobs::card;
use crate::views::{gold_choice, scores as table_of_scores};
use crate::words::{number, pages_in_words};
use crate::workflow::GOAL;

pub struct Learn<'l> {
    pub store: &'l Store,
    /// The newest training.
    pub job: Option<&'l Job>,
    pub labelled: Labelled,
    /// A name that no model has.
    pub name: String,
    pub drafts: &'l [ListedModel],
    pub published: &'l [ListedModel],
    /// The model that the link named.
    pub chosen: Option<&'l str>,
    /// What was typed, where the form is shown again.
    pub typed: Typed<'l>,
}

/// The kind of model that is trained unless another is chosen.
pub const USUAL: &str = "auto";

/// The kinds of models that `goce_train` makes.
const KINDS: [(&str, &str); 6] = [
    ("auto", "correction of auto"),
    ("forest", "LearnHTML: random forest"),
    ("logistic", "LearnHTML: logistic regression"),
    ("svm", "LearnHTML: support vector machine"),
    ("tree", "LearnHTML: decision tree"),
    ("ann", "LearnHTML: neural network"),
];

pub fn learn(learn: &Learn<'_>) -> Markup {
    let store = learn.store;
    html! {
        @if let Some(job) = learn.job { (card(job)) }
        @if !store.options.read_only { (form(learn)) }
        @if !learn.drafts.is_empty() {
            section {
                h2 { "Trained, not published" }
                p { "Only this viewer uses a draft. A published model can be used in SQL too, by everybody who may use goce here." }
                @for model in learn.drafts { (described(learn, model, DRAFT)) }
            }
        }
        section {
            h2 { "Published models" }
            @if learn.published.is_empty() { p.panel { "No model is published." } }
            @for model in learn.published { (described(learn, model, MODEL)) }
        }
    }
}

fn form(learn: &Learn<'_>) -> Markup {
    let (store, labelled, typed) = (learn.store, learn.labelled, learn.typed);
    let gold = Gold::read(Some(typed.value("gold", ""))).unwrap_or_else(|| labelled.better());
    // What is at fault is not left folded.
    let is_open = ["model", "options"].into_iter().any(|name| typed.focus(name));
    html! {
        form.panel.grid method="post" action="/learn" {
            h2 { "Train a model" }
            p.wide {
                "Marked: " strong { (pages_in_words(labelled.marks.0)) } "."
                @if let Some(gold) = &store.table.gold { " With a text in the column " code { (gold.name) } ": " strong { (pages_in_words(labelled.column.0)) } "." }
                " From one of these a model learns what is content on pages like them, where auto is wrong."
            }
            (field("name", "Name", "Under this name the model is listed, and published later.", html! {
                input id="name" name="name" required maxlength="200" value=(typed.value("name", &learn.name)) aria-describedby="about-name"
                    autofocus[typed.focus("name")] aria-invalid=[typed.fault("name")];
            }))
            (field("gold", "Gold texts", "The model learns from these texts what the content of a page is.", gold_choice(store, labelled, gold)))
            (field("from", "Pages", "On a fifth that it has not seen the model can be measured beside auto.", html! {
                select id="from" name="from" aria-describedby="about-from" {
                    @let holds_back = labelled.of(gold).0 >= GOAL;
                    option value="four-fifths" selected[typed.is_chosen("from", "four-fifths", holds_back)] { "all but a fifth, which is held back" }
                    option value="all" selected[typed.is_chosen("from", "all", !holds_back)] { "all with a gold text" }
                }
            }))
            div.wide {
                details open[is_open] {
                    summary { "More options" }
                    div.grid { (advanced(typed)) }
                }
            }
            div.wide { button.main { "Train" } }
        }
    }
}

/// The fields that few people need.
fn advanced(typed: Typed<'_>) -> Markup {
    html! {
        (field("model", "Kind of model", "A correction of auto is the best start. The kinds of LearnHTML do not use auto.", html! {
            select id="model" name="model" aria-describedby="about-model" {
                @for (kind, shown) in KINDS {
                    option value=(kind) selected[typed.is_chosen("model", kind, kind == USUAL)] { (shown) }
                }
            }
        }))
        (field("options", "Options of goce_train, as JSON", "By their names, such as folds, seed or depth. Those that are left out have their defaults.", html! {
            input id="options" name="options" placeholder="{\"folds\": 5}" spellcheck="false" autocapitalize="off" aria-describedby="about-options"
                value=(typed.value("options", "")) autofocus[typed.focus("options")] aria-invalid=[typed.fault("options")];
        }))
    }
}

/// A field with a sentence that says what it does.
fn field(name: &str, label: &str, about: &str, input: Markup) -> Markup {
    html! {
        div {
            label for=(name) { (label) }
            (input)
            p.note.about id=(format!("about-{name}")) { (about) }
        }
    }
}

fn described(learn: &Learn<'_>, model: &ListedModel, prefix: &str) -> Markup {
    let is_draft = prefix == DRAFT;
    let choice = encoded(&format!("{prefix}{}", model.name));
    let act = |what: &str| format!("/learn/{what}?model={}", encoded(&model.name));
    html! {
        article.panel.chosen[learn.chosen == Some(model.name.as_str())] {
            h3 { bdi { (model.name) } }
            p.note { @if is_draft { "Trained " } @else { "Published " } (model.at) " by " bdi { (model.by) } }
            (scores(model))
            details { summary { "Options" } pre.text { (format!("{:#}", model.info.get("options").cloned().unwrap_or_default())) } }
            div.actions {
                a.button href=(format!("/measure?choice=auto&choice={choice}")) { "Compare with auto" }
                @if !learn.store.options.read_only {
                    a.button href=(format!("/again?by={choice}")) { "Extract all pages with it" }
                    @if is_draft {
                        a.button href=(act("publish")) { "Publish" }
                        a.button href=(act("discard")) { "Throw away" }
                    }
                }
            }
        }
    }
}

/// What a model learned from, and how good it is on pages that it had not seen.
pub fn scores(model: &ListedModel) -> Markup {
    let info = &model.info;
    html! {
        p { (report::trained_on(info)) }
        @if let Some(held_out) = report::held_out(info) {
            (table_of_scores("Word F1 on pages that the model had not seen", &[
                (model.name.clone(), held_out.word_f1),
                ("auto, the same pages".to_owned(), held_out.auto),
            ]))
            p { strong { (held_out.says()) } }
        } @else if info.pointer("/cross_validation").is_some_and(Value::is_object) {
            dl.figures.small {
                @for (name, path) in [("Word F1", "word_f1"), ("F1", "f1"), ("Precision", "precision"), ("Recall", "recall")] {
                    @if let Some(value) = info["cross_validation"][path].as_f64() { div { dt { (name) } dd { (format!("{value:.3}")) } } }
                }
            }
            p.note { "By cross-validation: each page was judged by a model that had not seen it. Compare it with auto on the same pages." }
        } @else { p.note { "It has no held-out score: it was trained without folds." } }
        (curve(info))
    }
}

/// How the difference to `auto` grows with the number of pages, and if more marks are worth it.
fn curve(info: &Value) -> Markup {
    let curve = report::learning_curve(info);
    html! {
        @if !curve.is_empty() {
            h4 { "Is more marking worth it?" }
            dl.figures.small {
                @for (pages, difference) in &curve { div { dt { (number(*pages)) " pages" } dd { (report::signed(*difference)) } } }
            }
            @if let Some((_, says)) = report::worth_it(&curve) { p { (says) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_model_is_shown_beside_auto() {
        let model = ListedModel {
            name: "mine <1>".to_owned(),
            at: String::new(),
            moment: 0.0,
            by: String::new(),
            info: json!({
                "kind": "auto", "training": { "pages": 60, "groups": 12, "grouped_by": "url" },
                "held_out": { "pages": 60, "word_f1": 0.93, "auto_word_f1": 0.9, "difference": 0.03, "low": 0.01, "high": 0.05, "is_better": true },
                "learning_curve": [{ "pages": 30, "difference": 0.02 }, { "pages": 60, "difference": 0.03 }]
            }),
            sha256: String::new(),
            learned: Some(60),
        };
        let shown = scores(&model).0;
        for says in [
            "A correction of auto, learned from 60 pages of 12 hosts.",
            "<bdi>mine &lt;1&gt;</bdi>",
            "0.930",
            "0.900",
            "Better than auto: +.030 (+.010 to +.050)",
            "60 pages</dt><dd>+.030",
            "More marks are worth it.",
        ] {
            assert!(shown.contains(says), "{says}: {shown}");
        }
    }
}
