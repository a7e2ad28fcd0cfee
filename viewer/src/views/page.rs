//! The view of one page.

use maud::{Markup, PreEscaped, html};

use crate::diff::{Difference, Run};
use crate::keys::{address, address_in, shown};
use crate::listing::{Listed, REASONS};
use crate::page::{CHANGES, Capture, Change, GOLD, Known, PageBlock, STORED};
use crate::prelude::*;
use crate::views::{found_in, key_fields, labelled, named, pictures, scroll};

/// The names of a page's views in the query, and for people.
pub const VIEWS: [(&str, &str); 6] = [
    ("page", "Page"),
    ("text", "Text"),
    ("markdown", "Markdown"),
    ("compare", "Compare"),
    ("metadata", "Metadata"),
    ("captures", "Captures"),
];

/// The id of the first element with content in the frame of a page.
pub const CONTENT: &str = "goce-viewer-content";

/// The longest Markdown that is rendered, in bytes.
const RENDERED: usize = 4 << 20;

/// What the view of a page shows beside the content.
pub struct About<'a> {
    pub store: &'a Store,
    /// There are texts in the target, to choose from.
    pub has_stored: bool,
    pub known: &'a Known,
    /// The name of the view.
    pub view: &'a str,
    /// A method, a model, [`GOLD`] or [`STORED`].
    pub choice: &'a str,
    /// The same for the right side of a comparison.
    pub other: &'a str,
    /// All methods and models.
    pub choices: &'a [String],
    /// The query of the list that the page was found in, and the address of that list.
    pub list: &'a str,
    pub list_address: &'a str,
    /// The page after it in the list.
    pub next: Option<&'a Key>,
}

impl About<'_> {
    /// Returns the address of a view of a page, by the same method.
    fn address(&self, key: &Key, view: &str) -> String {
        address_in(self.list, "/page", key, &[("view", view), ("method", self.choice)])
    }
}

pub fn page(about: &About<'_>, content: &Markup) -> Markup {
    let (known, listed, view) = (about.known, &about.known.listed, about.view);
    let key = &listed.key;
    html! {
        nav.around aria-label="The list" {
            @if let Some(next) = about.next { a rel="next" href=(about.address(next, view)) { "Next" } }
            a href=(about.list_address) { "Back to the list" }
        }
        p.meta {
            (badges(listed))
            @if let Some(genre) = known.genre.as_ref().filter(|_| !listed.is_without_text) { span { "genre " strong { (genre) } } }
            @if let Some(bytes) = known.bytes { span { (number(bytes)) " bytes" } }
            span { "key " bdi.url { (shown(key)) } }
            @if let Some(url) = &listed.url { bdi.url { (url) } }
        }
        @if let Some(error) = &known.error { div.message.bad { p { (error) } } }
        nav.tabs aria-label="Views of the page" {
            @let table = &about.store.table;
            @let has_captures = table.url.is_some() && table.captured.is_some();
            @for (name, shown) in VIEWS.into_iter().filter(|(name, _)| *name != "captures" || has_captures) {
                a href=(about.address(key, name)) aria-current=[(name == view).then_some("page")] { (shown) }
            }
            @if !about.store.options.read_only { a.main href=(address("/mark", key, &[])) { "Mark" } }
        }
        (choice(about))
        (content)
    }
}

/// What is known of a page. Without a text it has no type, and the confidence is that this is right.
pub fn badges(page: &Listed) -> Markup {
    html! {
        @if page.is_without_text {
            span.state.no-text { "no text" @if let Some(why) = &page.no_text { ": " (reason(why)) } }
            @let sure = page.confidence.map(|confidence| (confidence * 100.0).round()).filter(|sure| *sure > 0.0);
            span { "no content" @if let Some(sure) = sure { ", " span.confidence { (sure) } " % sure" } }
        } @else {
            @if let Some(confidence) = page.confidence { span { "confidence " span.confidence { (format!("{confidence:.2}")) } } }
            @if let Some(page_type) = &page.page_type { span { "type " strong { (page_type) } } }
            span.state.(page.state) { (page.state) @if let Some(state) = &page.sqlstate { " " (state) } }
        }
        @if let Some(by) = &page.marked_by { span.badge.good { "marked by " bdi { (by) } } }
    }
}

/// Says for people why a page has no text.
fn reason(why: &str) -> &str {
    REASONS.iter().find(|(name, _)| *name == why).map_or(why, |(_, words)| words)
}

/// The form that chooses by what the page is shown.
fn choice(about: &About<'_>) -> Markup {
    let is_compared = about.view == "compare";
    if matches!(about.view, "metadata" | "captures") {
        return html! {};
    }
    let mut choices = named(about.choices);
    // The gold text and the extracted text give no places in the page, so only these views offer them.
    if is_compared || about.view == "text" {
        let gold = about.known.has_gold.then_some((GOLD, "gold text"));
        let stored = about.has_stored.then_some((STORED, "extracted before"));
        choices.extend(gold.into_iter().chain(stored).map(|(choice, words)| (choice.to_owned(), words.to_owned())));
    }
    html! {
        form.filter method="get" action="/page" {
            @if !about.list.is_empty() { input type="hidden" name="list" value=(about.list); }
            (key_fields(&about.known.listed.key))
            input type="hidden" name="view" value=(about.view);
            (labelled("method", if is_compared { "Left" } else { "Method" }, &choices, Some(about.choice)))
            @if is_compared { (labelled("other", "Right", &choices, Some(about.other))) }
            button { "Show" }
        }
    }
}

/// The page in a frame of another origin, with the strip of its blocks and the screenshot beside it. `loading="lazy"`
/// loads the frame after its layout: a change of its size would move the place that it is scrolled to.
pub fn framed(about: &About<'_>, blocks: &[PageBlock]) -> Markup {
    let key = &about.known.listed.key;
    let frame = address("/frame", key, &[("method", about.choice)]);
    html! {
        div.beside {
            div.framed {
                (pictures::strip(blocks))
                iframe.page title="The page with its content marked" sandbox="" loading="lazy" src=(format!("{frame}#{CONTENT}")) {}
            }
            @if about.known.listed.has_screenshot {
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

pub fn metadata(metadata: &[(String, String)]) -> Markup {
    html! {
        @if metadata.is_empty() { p.panel { "The page has no metadata." } } @else {
            dl.panel.pairs { @for (name, value) in metadata { dt { (name) } dd dir="auto" { (value) } } }
        }
    }
}

/// The captures of the page's address on a line of time, and what this one changes.
pub fn captures(key: &Key, captures: &[Capture], changes: &[Change]) -> Markup {
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
            (scroll("Changed blocks", html! {
                table {
                    thead { tr { th scope="col" { "Below" } th scope="col" { "Before" } th scope="col" { "In this capture" } } }
                    tbody {
                        @for change in changes {
                            tr {
                                td dir="auto" { (change.below.as_deref().unwrap_or_default()) @if change.op == ">" { " (moved)" } }
                                td dir="auto" { @if let Some(old) = &change.old_text { del { (old) } } }
                                td dir="auto" { @if let Some(new) = &change.new_text { ins { (new) } } }
                            }
                        }
                    }
                }
            }))
            @if changes.len() == CHANGES { p.note { "These are the first " (CHANGES) "." } }
        }
    }
}

pub fn compared(left: &str, right: &str, f1: f64, difference: &Difference) -> Markup {
    let (left, right) = (&model_name(left), &model_name(right));
    html! {
        p.legend {
            del { "only in " (left) } " " ins { "only in " (right) }
            span { "word F1 of the two: " strong { (format!("{f1:.3}")) } }
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
