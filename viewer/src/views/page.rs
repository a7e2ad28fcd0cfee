//! The view of one page.

use maud::{Markup, PreEscaped, html};

use crate::app::App;
use crate::companions::Present;
use crate::diff::{Difference, Run};
use crate::keys::{address, shown, title};
use crate::marks::Mark;
use crate::page::{GOLD, Known, PageBlock, STORED};
use crate::routes::CONTENT;
use crate::session::Visitor;
use crate::views::{key_fields, model_name, number, token};

/// The names of a page's views in the query, and for people.
pub const VIEWS: [(&str, &str); 6] = [
    ("page", "Page"),
    ("text", "Text"),
    ("markdown", "Markdown"),
    ("compare", "Compare"),
    ("blocks", "Blocks"),
    ("metadata", "Metadata"),
];

/// The longest Markdown that is rendered, in bytes.
const RENDERED: usize = 4 << 20;

/// What the view of a page shows beside the content.
pub struct About<'a> {
    pub app: &'a App,
    pub visitor: &'a Visitor,
    pub present: Present,
    pub known: &'a Known,
    pub view: &'a str,
    pub method: &'a str,
    pub other: &'a str,
    pub models: &'a [String],
    pub versions: &'a [Mark],
}

impl About<'_> {
    pub fn title(&self) -> String {
        title(self.known.title.as_deref(), &self.known.key)
    }
}

pub fn page(about: &About<'_>, content: &Markup) -> Markup {
    let known = about.known;
    let key = &known.key;
    html! {
        p.meta {
            (judged(known.genre.as_deref(), known.page_type.as_deref(), known.confidence))
            @if let Some(state) = &known.state { span.state.(state) { (state) @if let Some(sqlstate) = &known.sqlstate { " " (sqlstate) } } }
            @if let Some(bytes) = known.bytes { span { (number(bytes)) " bytes" } }
            bdi.url { (shown(key)) }
            @if let Some(url) = &known.url { bdi.url { (url) } }
        }
        @if let Some(error) = &known.error { div.message.bad { p { (error) } } }
        nav.tabs aria-label="Views of the page" {
            @for (view, name) in VIEWS {
                a href=(address("/page", key, &[("view", view), ("method", about.method)])) aria-current=[(view == about.view).then_some("page")] { (name) }
            }
            @if !about.app.options.read_only { a.main href=(address("/mark", key, &[])) { "Mark" } }
        }
        (choice(about))
        (content)
        @if !about.versions.is_empty() { (history(about)) }
    }
}

pub fn judged(genre: Option<&str>, page_type: Option<&str>, confidence: Option<f32>) -> Markup {
    html! {
        @if let Some(confidence) = confidence { span { "confidence " span.confidence { (format!("{confidence:.2}")) } } }
        @if let Some(genre) = genre { span { "genre " strong { (genre) } } }
        @if let Some(page_type) = page_type { span { "type " strong { (page_type) } } }
    }
}

fn choice(about: &About<'_>) -> Markup {
    let is_compared = about.view == "compare";
    // Models, the gold text and the extracted text give no places in the page, so only these views offer them.
    let texts = matches!(about.view, "text" | "compare");
    if about.view == "metadata" {
        return html! {};
    }
    html! {
        form.filter method="get" action="/page" {
            (key_fields(&about.known.key))
            input type="hidden" name="view" value=(about.view);
            div { label for="method" { @if is_compared { "Left" } @else { "Method" } } (methods("method", about.method, about, texts)) }
            @if is_compared { div { label for="other" { "Right" } (methods("other", about.other, about, true)) } }
            button { "Show" }
        }
    }
}

fn methods(name: &str, chosen: &str, about: &About<'_>, texts: bool) -> Markup {
    html! {
        select name=(name) id=(name) {
            @for method in &about.app.methods { option selected[method == chosen] { (method) } }
            @if texts {
                @for choice in about.models {
                    option value=(choice) selected[*choice == chosen] { (model_name(choice)) }
                }
                @if about.known.has_gold { option value=(GOLD) selected[chosen == GOLD] { "gold text" } }
                @if about.present.target { option value=(STORED) selected[chosen == STORED] { "extracted before" } }
            }
        }
    }
}

/// The page in a frame of another origin, with the screenshot beside it. `loading="lazy"` loads the frame after its
/// layout: a change of its size would move the place that it is scrolled to.
pub fn framed(about: &About<'_>) -> Markup {
    let key = &about.known.key;
    let frame = address("/frame", key, &[("method", about.method)]);
    html! {
        div.beside {
            iframe.page title="The page with its content marked" sandbox="" loading="lazy" src=(format!("{frame}#{CONTENT}")) {}
            @if about.known.has_screenshot {
                a.screenshot href=(address("/screenshot", key, &[])) {
                    img src=(address("/screenshot", key, &[])) alt="Screenshot of the page" loading="lazy";
                }
            }
        }
    }
}

pub fn text(text: Option<&str>) -> Markup {
    match text {
        Some(text) => html! { pre.text dir="auto" { (text) } },
        None => nothing(),
    }
}

pub fn markdown(text: Option<&str>) -> Markup {
    match text {
        Some(text) if text.len() > RENDERED => html! {
            p.note { "This Markdown has more than " (RENDERED >> 20) " MB: it is shown as it is written." }
            pre.text dir="auto" { (text) }
        },
        Some(text) => html! {
            article.markdown dir="auto" { (PreEscaped(crate::markdown::html(text))) }
            details { summary { "As it is written" } pre.text dir="auto" { (text) } }
        },
        None => nothing(),
    }
}

fn nothing() -> Markup {
    html! { p.panel { "There is no content." } }
}

pub fn metadata(metadata: Option<&str>) -> Markup {
    let value: Option<serde_json::Value> = metadata.and_then(|metadata| serde_json::from_str(metadata).ok());
    let Some(serde_json::Value::Object(fields)) = value else {
        return html! { p.panel { "The page has no metadata." } };
    };
    let written = |value: &serde_json::Value| match value {
        serde_json::Value::String(value) => value.clone(),
        serde_json::Value::Array(values) => values
            .iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    };
    html! {
        dl.panel.pairs {
            @for (name, value) in &fields {
                @if !value.is_null() { dt { (name) } dd dir="auto" { (written(value)) } }
            }
        }
    }
}

pub fn blocks(blocks: &[PageBlock]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Blocks" {
            table.wide {
                thead { tr { th scope="col" { "No." } th scope="col" { "Content" } th scope="col" { "Score" } th scope="col" { "Text" } th scope="col" { "XPath" } } }
                tbody {
                    @for block in blocks {
                        tr.content[block.is_content] {
                            td.number { (block.ord) }
                            td { @if block.is_content { "yes" } @else { "no" } }
                            td.number { @if let Some(score) = block.score { (format!("{score:.3}")) } }
                            td dir="auto" { (block.text) }
                            td { code { (block.xpath) } }
                        }
                    }
                }
            }
        }
    }
}

pub fn compared(left: &str, right: &str, f1: Option<f64>, difference: &Difference<'_>) -> Markup {
    let (left, right) = (&model_name(left), &model_name(right));
    html! {
        p.legend {
            del { "only in " (left) } " " ins { "only in " (right) }
            @if let Some(f1) = f1 { span { "word F1 of the two: " strong { (format!("{f1:.3}")) } } }
        }
        @if difference.is_cut { p.note { "The texts are long: their ends are not compared." } }
        div.two {
            @for (name, is_left) in [(left, true), (right, false)] {
                section aria-label=(name) {
                    h2 { (name) }
                    pre.text dir="auto" {
                        @for run in &difference.runs {
                            @match run {
                                Run::Both(text) => { (text) },
                                Run::Left(text) if is_left => { del { (text) } },
                                Run::Right(text) if !is_left => { ins { (text) } },
                                _ => {},
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Who marked the page when, and a button to undo the last marks.
fn history(about: &About<'_>) -> Markup {
    html! {
        section.panel {
            h2 { "Marked" }
            ol.history {
                @for mark in about.versions {
                    li {
                        "Version " (mark.version) " by " bdi { (mark.by) } ", " (mark.at) ": " (mark.content.len()) " blocks are content, "
                        (mark.changed) " other than the method said."
                    }
                }
            }
            @if let Some(last) = about.versions.first() && !about.app.options.read_only {
                form method="post" action="/mark/undo" {
                    (token(about.visitor))
                    (key_fields(&about.known.key))
                    input type="hidden" name="seen" value=(last.version);
                    button { "Undo version " (last.version) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_rendered_up_to_its_bound() {
        assert!(markdown(Some("**a**")).0.contains("<strong>a</strong>"));
        let long = markdown(Some(&"**a** ".repeat(RENDERED / 6 + 1))).0;
        assert!(!long.contains("<strong>") && long.contains("as it is written"));
    }
}
