//! The view of the list of pages.

use maud::{Markup, html};

use crate::fields::Typed;
use crate::keys::{address_in, shown, title};
use crate::listing::{BEGINS, Filter, Listed, Listing, NO_TEXT, PageCount, REASONS, STATES};
use crate::side_tables::Present;
use crate::views::page::judged;
use crate::views::{NO_PAGES, found_in};
use crate::words::number;

const TYPES: [&str; 7] = [
    "article",
    "documentation",
    "service",
    "product",
    "forum",
    "collection",
    "listing",
];

/// A part of the list.
pub struct Part<'p> {
    pub present: Present,
    pub typed: Typed<'p>,
    pub filter: &'p Filter,
    pub listing: &'p Listing,
    pub found: (PageCount, bool),
}

pub fn pages(part: &Part<'_>) -> Markup {
    let (filter, listing) = (part.filter, part.listing);
    let list = filter.query(&filter.after);
    let (pages, more) = part.found;
    html! {
        (form(part.present, part.typed))
        @if filter.search.is_some() && !part.present.target {
            p.note { "No page is extracted yet, so only titles and addresses are searched." }
        }
        @if listing.pages.is_empty() { (nothing(part)) } @else {
            p.meta {
                strong role="status" { @if more { "at least " } (pages) @if pages == PageCount::Exactly(1) { " page" } @else { " pages" } }
                (exports(part.present, filter))
            }
            ol.pages { @for page in &listing.pages { (listed(page, filter, &list)) } }
        }
        @if let Some(looked_at) = listing.looked_at {
            p.note { (number(looked_at)) " pages were searched for this part." }
        }
        nav.paging aria-label="Parts of the list" {
            @if !filter.after.is_empty() { a href=(filter.address(&[])) rel="first" { "From the start" } }
            @if let Some(next) = &listing.next {
                a.next href=(filter.address(next)) rel="next" {
                    @if listing.looked_at.is_some() { "Search on" } @else { "Next" }
                }
            }
        }
    }
}

/// What stands in place of a list without pages.
fn nothing(part: &Part<'_>) -> Markup {
    let filter = part.filter;
    html! {
        p.panel {
            @if !filter.is_of_all() {
                @if part.listing.next.is_some() { "None of these pages fits. " } @else { "No page fits these filters. " }
                a href="/pages" { "Clear the filters" }
            } @else if !filter.after.is_empty() {
                "The list ends here."
            } @else {
                (NO_PAGES)
            }
        }
    }
}

fn exports(present: Present, filter: &Filter) -> Markup {
    let query = filter.query(&[]);
    let file = |what: &str| html! { a href=(format!("/export?what={what}&{query}")) download { (what) } };
    html! { span { "Export " (file("texts")) @if present.marks { ", " (file("marks")) } } }
}

fn listed(page: &Listed, filter: &Filter, list: &str) -> Markup {
    let name = title(page.title.as_deref(), &page.key);
    let search = filter.search.as_deref().unwrap_or_default();
    html! {
        li {
            h2 { a href=(address_in(list, "/page", &page.key, &[])) { bdi { (found_in(&name, search)) } } }
            p.meta {
                @if page.is_without_text {
                    span.state.no-text { "no text" @if let Some(why) = &page.no_text { ": " (reason(why)) } }
                    (judged(None, None, page.confidence, true))
                } @else {
                    @if let Some(confidence) = page.confidence {
                        span.confidence title="confidence" { (format!("{confidence:.2}")) }
                    }
                    @if let Some(kind) = &page.page_type { span { (kind) } }
                    span.state.(page.state) { (page.state) @if let Some(state) = &page.sqlstate { " " (state) } }
                }
                @if let Some(by) = &page.marked_by { span.badge.good { "marked by " bdi { (by) } } }
                @if let Some(url) = &page.url { bdi.url { (found_in(url, search)) } } @else if page.title.is_some() { bdi.url { (shown(&page.key)) } }
            }
            @if let Some(begins) = &page.begins {
                p.begins dir="auto" { (found_in(begins, search)) @if begins.chars().count() >= BEGINS { "…" } }
            }
        }
    }
}

/// Says for people why a page has no text.
pub fn reason(why: &str) -> &str {
    REASONS.iter().find(|(name, _)| *name == why).map_or(why, |(_, words)| words)
}

/// The filters, as they were typed.
pub fn form(present: Present, typed: Typed<'_>) -> Markup {
    let options = |name: &'static str, values: &[(&str, &str)]| {
        html! { @for (value, shown) in values { option value=(value) selected[typed.is_chosen(name, value, false)] { (shown) } } }
    };
    let same = |values: &[&'static str]| values.iter().map(|value| (*value, *value)).collect::<Vec<_>>();
    let why: Vec<(String, &str)> = REASONS.iter().map(|(name, words)| (format!("{NO_TEXT}:{name}"), *words)).collect();
    let why: Vec<(&str, &str)> = why.iter().map(|(name, words)| (name.as_str(), *words)).collect();
    let field = |name: &'static str, label: &str, mode: Option<&str>| {
        html! {
            label for=(name) { (label) }
            input id=(name) name=(name) value=(typed.value(name, "")) inputmode=[mode] autocapitalize="off"
                autofocus[typed.focus(name)] aria-invalid=[typed.fault(name)];
        }
    };
    html! {
        form.filter method="get" action="/pages" role="search" {
            div { label for="search" { "Search" } input id="search" name="search" type="search" value=(typed.value("search", "")); }
            div {
                label for="state" { "State" }
                select id="state" name="state" autofocus[typed.focus("state")] aria-invalid=[typed.fault("state")] {
                    option value="" { "any" }
                    (options("state", &same(&STATES)))
                    (options("state", &[(NO_TEXT, "without text")]))
                    @if present.target { optgroup label="without text, by reason" { (options("state", &why)) } }
                }
            }
            div {
                label for="marked" { "Marked" }
                select id="marked" name="marked" {
                    option value="" { "any" }
                    (options("marked", &[("yes", "marked"), ("no", "not marked")]))
                }
            }
            @if present.facts {
                div {
                    label for="type" { "Type" }
                    select id="type" name="type" { option value="" { "any" } (options("type", &same(&TYPES))) }
                }
                div { (field("host", "Host", None)) }
                div.narrow { (field("from", "Confidence from", Some("decimal"))) }
                div.narrow { (field("below", "Confidence below", Some("decimal"))) }
                div {
                    label for="order" { "Order" }
                    select id="order" name="order" { option value="" { "by key" } (options("order", &[("doubtful", "doubtful pages first")])) }
                }
                @if !typed.value("genre", "").is_empty() { input type="hidden" name="genre" value=(typed.value("genre", "")); }
            }
            button.main { "Show" }
        }
    }
}
