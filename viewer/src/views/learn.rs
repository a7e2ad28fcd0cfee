//! The view to train models.

use maud::{Markup, html};
use serde_json::Value;

use crate::app::App;
use crate::companions::Present;
use crate::jobs::JobKind;
use crate::jobs::train::Gold;
use crate::keys::encoded;
use crate::models::{DRAFT, ListedModel, MODEL};
use crate::session::Visitor;
use crate::views::jobs::card;
use crate::views::{gold_choice, number, token};

pub struct Learn<'l> {
    pub app: &'l App,
    pub visitor: &'l Visitor,
    pub present: Present,
    pub drafts: &'l [ListedModel],
    pub published: &'l [ListedModel],
    /// The model that the link named.
    pub chosen: Option<&'l str>,
}

/// The kinds of models that `goce_train` makes.
const MODELS: [(&str, &str); 5] = [
    ("forest", "random forest"),
    ("logistic", "logistic regression"),
    ("svm", "support vector machine"),
    ("tree", "decision tree"),
    ("ann", "neural network"),
];

pub fn learn(learn: &Learn<'_>) -> Markup {
    let (app, visitor) = (learn.app, learn.visitor);
    html! {
        @for kind in [JobKind::Train, JobKind::ExtractWith] {
            @if let Some(job) = app.jobs.newest(kind) { (card(visitor, &job)) }
        }
        @if !app.options.read_only { (form(app, visitor, learn.present)) }
        @if !learn.drafts.is_empty() {
            section {
                h2 { "Trained, not published" }
                p { "Only the viewer knows these. A published model can be used by everybody, and by " code { "goce_extract_with" } ". Its name is never given to another." }
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

fn form(app: &App, visitor: &Visitor, present: Present) -> Markup {
    html! {
        form.panel.grid method="post" action="/learn" {
            (token(visitor))
            h2 { "Train" }
            div { label for="name" { "Name of the new model" } input id="name" name="name" required maxlength="200"; }
            div { (gold_choice(Gold::read(None, present), present.marks, app.table.gold.is_some())) }
            div {
                label for="model" { "Model" }
                select id="model" name="model" { @for (value, name) in MODELS { option value=(value) { (name) } } }
            }
            div {
                label for="samples" { "Learn from" }
                select id="samples" name="samples" { option value="blocks" { "elements with text" } option value="tags" { "all elements" } }
            }
            div {
                label for="features" { "By" }
                select id="features" name="features" {
                    option value="both" { "numbers and names" } option value="numeric" { "numbers" } option value="text" { "names of class and id" }
                }
            }
            div { label for="folds" { "Parts for cross-validation (0: none)" } input id="folds" name="folds" type="number" min="0" max="20" value="5"; }
            div { label for="search" { "Candidates to search" } input id="search" name="search" type="number" min="0" max="1000" value="0"; }
            div { label for="trees" { "Trees of a forest" } input id="trees" name="trees" type="number" min="1" max="1000" value="50"; }
            div { label for="seed" { "Seed" } input id="seed" name="seed" type="number" min="0" value="0"; }
            div.wide {
                label for="options" { "Other options, as JSON" }
                input id="options" name="options" placeholder="{\"depth\": 20}" spellcheck="false" autocapitalize="off";
            }
            div.wide { button.main { "Train" } }
        }
    }
}

fn described(learn: &Learn<'_>, model: &ListedModel, prefix: &str) -> Markup {
    let is_draft = prefix == DRAFT;
    let info = &model.info;
    let at = |path: &str| info.pointer(path).filter(|value| !value.is_null()).map(short);
    let figures = [
        ("Kind", at("/model")),
        ("Pages", at("/training/pages")),
        ("Samples", at("/training/samples")),
        ("Word F1", at("/cross_validation/word_f1")),
        ("F1", at("/cross_validation/f1")),
        ("Precision", at("/cross_validation/precision")),
        ("Recall", at("/cross_validation/recall")),
    ];
    html! {
        article.panel.chosen[learn.chosen == Some(model.name.as_str())] {
            h3 { bdi { (model.name) } }
            p.note { @if is_draft { "Trained " } @else { "Published " } (model.at) " by " bdi { (model.by) } }
            dl.figures.small { @for (name, value) in figures { @if let Some(value) = value { div { dt { (name) } dd { (value) } } } } }
            @if info.pointer("/cross_validation").is_some_and(Value::is_object) {
                p.note { "The scores are of cross-validation: each page was judged by a model that had not seen it." }
            } @else { p.note { "There was no cross-validation." } }
            details { summary { "Options" } pre.text { (format!("{:#}", info.get("options").cloned().unwrap_or_default())) } }
            div.actions {
                a.button href=(format!("/measure?choice=auto&choice={}", encoded(&format!("{prefix}{}", model.name)))) { "Compare with auto" }
                @if !learn.app.options.read_only {
                    @if is_draft {
                        (act(learn, model, "/learn/publish", html! { button.main { "Publish" } }))
                        (act(learn, model, "/learn/discard", html! { button { "Throw away" } }))
                    } @else {
                        (act(learn, model, "/extract-with", html! { button { "Extract all pages with it" } }))
                    }
                }
            }
        }
    }
}

fn act(learn: &Learn<'_>, model: &ListedModel, action: &str, button: Markup) -> Markup {
    html! {
        form method="post" action=(action) {
            (token(learn.visitor))
            input type="hidden" name="model" value=(model.name);
            (button)
        }
    }
}

fn short(value: &Value) -> String {
    match value {
        Value::String(value) => value.clone(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.3}", number.as_f64().unwrap_or_default())
        }
        other => other.as_i64().map_or_else(|| other.to_string(), number),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::short;

    #[test]
    fn figures_are_readable() {
        for (value, shown) in [
            (json!("forest"), "forest"),
            (json!(0.81249), "0.812"),
            (json!(1979), "1\u{202f}979"),
            (json!(true), "true"),
        ] {
            assert_eq!(short(&value), shown);
        }
    }
}
