//! The view of one page.

use maud::{Markup, PreEscaped, html};

use crate::diff::{Difference, Run};
use crate::keys::{Key, address, address_in, shown, title};
use crate::marks::Mark;
use crate::page::{CHANGES, Capture, GOLD, Known, PageBlock, STORED, Wanted};
use crate::side_tables::Present;
use crate::store::Store;
use crate::views::pages::reason;
use crate::views::{found_in, key_fields, pictures};
use crate::words::{model_name, number};

/// The names of a page's views in the query, and for people.
pub const VIEWS: [(&str, &str); 7] = [
    ("page", "Page"),
    ("text", "Text"),
    ("markdown", "Markdown"),
    ("compare", "Compare"),
    ("blocks", "Blocks"),
    ("metadata", "Metadata"),
    ("captures", "Captures"),
];

/// The id of the first element with content in the frame of a page.
pub const CONTENT: &str = "goce-viewer-content";

/// The longest Markdown that is rendered, in bytes.
const RENDERED: usize = 4 << 20;

/// The most blocks that a view shows at once. Browsers take long for tables of more.
pub const BLOCKS_SHOWN: usize = 500;

/// What the view of a page shows beside the content.
pub struct About<'a> {
    pub store: &'a Store,
    pub present: Present,
    pub known: &'a Known,
    pub wanted: Wanted<'a>,
    pub models: &'a [String],
    pub versions: &'a [Mark],
    /// The query of the list that the page was found in, and the address of that list.
    pub list: &'a str,
    pub list_address: &'a str,
    /// The pages before and after it in the list.
    pub neighbours: &'a [Option<Key>; 2],
}

impl About<'_> {
    pub fn title(&self) -> String {
        title(self.known.title.as_deref(), &self.known.key)
    }

    /// Returns the address of a view of the page.
    pub fn address(&self, view: &str, more: &[(&str, &str)]) -> String {
        let fields = [&[("view", view), ("method", self.wanted.choice)], more].concat();
        address_in(self.list, "/page", &self.known.key, &fields)
    }
}

pub fn page(about: &About<'_>, content: &Markup) -> Markup {
    let known = about.known;
    let key = &known.key;
    let view = about.wanted.view;
    html! {
        nav.around aria-label="The list" {
            @for (neighbour, rel, name) in [(&about.neighbours[0], "prev", "Previous"), (&about.neighbours[1], "next", "Next")] {
                @if let Some(key) = neighbour {
                    a rel=(rel) href=(address_in(about.list, "/page", key, &[("view", view), ("method", about.wanted.choice)])) { (name) }
                }
            }
            a href=(about.list_address) { "Back to the list" }
        }
        p.meta {
            @if let Some(last) = about.versions.first() { span.badge.good { "marked by " bdi { (last.by) } } }
            (judged(known.genre.as_deref(), known.page_type.as_deref(), known.confidence, known.is_without_text))
            @if let Some(state) = &known.state {
                @if known.is_without_text { span.state.no-text { "no text" @if let Some(why) = &known.no_text { ": " (reason(why)) } } }
                @else { span.state.(state) { (state) @if let Some(sqlstate) = &known.sqlstate { " " (sqlstate) } } }
            }
            @if let Some(bytes) = known.bytes { span { (number(bytes)) " bytes" } }
            span { "key " bdi.url { (shown(key)) } }
            @if let Some(url) = &known.url { bdi.url { (url) } }
        }
        @if let Some(error) = &known.error { div.message.bad { p { (error) } } }
        nav.tabs aria-label="Views of the page" {
            @let table = &about.store.table;
            @let has_captures = table.url.is_some() && table.captured.is_some();
            @for (name, shown) in VIEWS.into_iter().filter(|(name, _)| *name != "captures" || has_captures) {
                a href=(about.address(name, &[])) aria-current=[(name == view).then_some("page")] { (shown) }
            }
            @if !about.store.options.read_only { a.main href=(address("/mark", key, &[])) { "Mark" } }
        }
        (choice(about))
        (content)
        @if !about.versions.is_empty() { (history(about)) }
    }
}

/// What goce says of a page. Without a text it has no type, and the confidence is that this is right.
pub fn judged(genre: Option<&str>, page_type: Option<&str>, confidence: Option<f32>, is_without_text: bool) -> Markup {
    html! {
        @if is_without_text {
            @let sure = confidence.map(|confidence| (confidence * 100.0).round()).filter(|sure| *sure > 0.0);
            span { "no content" @if let Some(sure) = sure { ", " span.confidence { (sure) } " % sure" } }
        } @else {
        @if let Some(confidence) = confidence { span { "confidence " span.confidence { (format!("{confidence:.2}")) } } }
        @if let Some(genre) = genre { span { "genre " strong { (genre) } } }
        @if let Some(page_type) = page_type { span { "type " strong { (page_type) } } }
        }
    }
}

fn choice(about: &About<'_>) -> Markup {
    let wanted = about.wanted;
    let is_compared = wanted.view == "compare";
    // The gold text and the extracted text give no places in the page, so only these views offer them.
    let texts = matches!(wanted.view, "text" | "compare");
    if matches!(wanted.view, "metadata" | "captures") {
        return html! {};
    }
    let mut choices = choices(about.store, about.models);
    if texts && about.known.has_gold {
        choices.push((GOLD.to_owned(), "gold text".to_owned()));
    }
    if texts && about.present.target {
        choices.push((STORED.to_owned(), "extracted before".to_owned()));
    }
    html! {
        form.filter method="get" action="/page" {
            @if !about.list.is_empty() { input type="hidden" name="list" value=(about.list); }
            (key_fields(&about.known.key))
            input type="hidden" name="view" value=(wanted.view);
            div { (select("method", if is_compared { "Left" } else { "Method" }, wanted.choice, &choices)) }
            @if is_compared { div { (select("other", "Right", wanted.other, &choices)) } }
            @if wanted.view == "blocks" { (content_only(wanted.content_only)) }
            button { "Show" }
        }
    }
}

/// The methods and models that give places in a page, each with its name for people.
fn choices(store: &Store, models: &[String]) -> Vec<(String, String)> {
    let methods = store.methods.iter().map(|method| (method.clone(), method.clone()));
    methods.chain(models.iter().map(|model| (model.clone(), model_name(model)))).collect()
}

fn select(name: &str, label: &str, chosen: &str, choices: &[(String, String)]) -> Markup {
    html! {
        label for=(name) { (label) }
        select name=(name) id=(name) {
            @for (choice, shown) in choices { option value=(choice) selected[choice == chosen] { (shown) } }
        }
    }
}

fn content_only(is_checked: bool) -> Markup {
    html! {
        div.checks { label { input type="checkbox" name="only" value="content" checked[is_checked]; "content only" } }
    }
}

/// The page in a frame of another origin, with the strip of its blocks and the screenshot beside it. `loading="lazy"`
/// loads the frame after its layout: a change of its size would move the place that it is scrolled to.
pub fn framed(about: &About<'_>, blocks: &[PageBlock]) -> Markup {
    let key = &about.known.key;
    let frame = address("/frame", key, &[("method", about.wanted.choice)]);
    html! {
        div.beside {
            div.framed {
                (pictures::strip(blocks))
                iframe.page title="The page with its content marked" sandbox="" loading="lazy" src=(format!("{frame}#{CONTENT}")) {}
            }
            @if about.known.has_screenshot {
                a.screenshot href=(address("/screenshot", key, &[])) {
                    img src=(address("/screenshot", key, &[])) alt="Screenshot of the page" loading="lazy";
                }
            }
        }
    }
}

pub fn text(text: &str, search: &str) -> Markup {
    html! { pre.text dir="auto" { (found_in(text, search)) } }
}

pub fn markdown(text: &str) -> Markup {
    html! {
        @if text.len() > RENDERED {
            p.note { "This Markdown is longer than " (RENDERED >> 20) " MB, so it is shown as it is written." }
            pre.text dir="auto" { (text) }
        } @else {
            article.markdown dir="auto" { (PreEscaped(crate::markdown::html(text))) }
            details { summary { "As it is written" } pre.text dir="auto" { (text) } }
        }
    }
}

/// What is said where a page has no text. `why` is a value of `goce_page`'s `no_text`.
pub fn nothing(why: Option<&str>) -> Markup {
    html! { p.panel { "There is no content" @if let Some(why) = why { ": " (reason(why)) } "." } }
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

/// A part of a page's blocks. `goes_on` makes what shows the blocks from a number on.
pub fn blocks(blocks: &[PageBlock], wanted: &Wanted<'_>, goes_on: &dyn Fn(i32, &str) -> Markup) -> Markup {
    let next = blocks.get(BLOCKS_SHOWN).map(|block| block.ord);
    let blocks = &blocks[..blocks.len().min(BLOCKS_SHOWN)];
    html! {
        @if blocks.is_empty() { p.panel { "There is no block to show." } } @else {
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
        div.actions {
            @if wanted.from > 0 { (goes_on(0, "From the first block")) }
            @if let Some(next) = next { (goes_on(next, "Next blocks")) }
        }
    }
}

/// The captures of the page's address on a line of time, and what this one changes.
pub fn captures(key: &Key, captures: &[Capture], changes: &[[String; 4]]) -> Markup {
    let chosen = captures.iter().position(|capture| capture.key == *key);
    let [first, last] =
        [captures.first(), captures.last()].map(|capture| capture.map_or(0.0, |capture| capture.seconds));
    let moments = captures.iter().map(|capture| {
        let moment = (capture.seconds - first) / (last - first).max(1.0);
        (moment, usize::try_from(capture.changes).unwrap_or_default())
    });
    html! {
        figure.panel {
            (pictures::time(&moments.collect::<Vec<_>>(), chosen))
            ol.captures {
                @for capture in captures {
                    li {
                        a href=(address("/page", &capture.key, &[("view", "captures")])) aria-current=[(capture.key == *key).then_some("true")] { (capture.at) }
                        " " span.note { (number(capture.changes)) " changed" }
                    }
                }
            }
            figcaption.note { "Each capture of this address, in UTC, and how many blocks of its content differ from the one before. The larger a dot, the more." }
        }
        @if chosen.unwrap_or(0) == 0 { p.panel { "There is no capture before this one." } }
        @else if changes.is_empty() { p.panel { "Nothing of the content differs from the capture before." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Changed blocks" {
                table {
                    thead { tr { th scope="col" { "Below" } th scope="col" { "Before" } th scope="col" { "In this capture" } } }
                    tbody {
                        @for [op, below, old, new] in changes {
                            tr {
                                td dir="auto" { (below) @if op == ">" { " (moved)" } }
                                td dir="auto" { @if !old.is_empty() { del { (old) } } }
                                td dir="auto" { @if !new.is_empty() { ins { (new) } } }
                            }
                        }
                    }
                }
            }
            @if changes.len() == CHANGES { p.note { "These are the first " (CHANGES) "." } }
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
        @if difference.is_cut { p.note { "The texts are long, so their ends are not compared." } }
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
                        "Version " (mark.version) " by " bdi { (mark.by) } ", " (mark.at) ": " (mark.content.len()) " blocks are content, and "
                        (mark.changed) " differ from what the method chose."
                    }
                }
            }
            @if let Some(last) = about.versions.first() && !about.store.options.read_only {
                form method="post" action="/mark/undo" {
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
        assert!(markdown("**a**").0.contains("<strong>a</strong>"));
        let long = markdown(&"**a** ".repeat(RENDERED / 6 + 1)).0;
        assert!(!long.contains("<strong>") && long.contains("as it is written"));
    }
}
