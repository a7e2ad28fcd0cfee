//! The view of the list of pages.

use maud::{Markup, html};

use crate::companions::Present;
use crate::keys::{address, shown, title};
use crate::listing::{BEGINS, Filter, Listed, Listing, STATES};
use crate::views::number;

const TYPES: [&str; 7] = [
    "article",
    "documentation",
    "service",
    "product",
    "forum",
    "collection",
    "listing",
];

pub fn pages(present: Present, filter: &Filter, listing: &Listing) -> Markup {
    html! {
        (form(present, filter))
        @if filter.search.is_some() && !present.target {
            p.note { "No page is extracted yet: titles and addresses alone are searched." }
        }
        @if listing.pages.is_empty() { p.panel { "No page here." } } @else {
            ol.pages { @for page in &listing.pages { (listed(page)) } }
        }
        @if let Some(looked_at) = listing.looked_at {
            p.note { (number(looked_at)) " pages were looked at for this part." }
        }
        nav.paging aria-label="Parts of the list" {
            @if !filter.after.is_empty() { a href=(format!("/pages?{}", filter.query(&[]))) rel="first" { "From the start" } }
            @if let Some(next) = &listing.next {
                a.next href=(format!("/pages?{}", filter.query(next))) rel="next" {
                    @if listing.looked_at.is_some() { "Look on" } @else { "Next" }
                }
            }
        }
    }
}

fn listed(page: &Listed) -> Markup {
    let name = title(page.title.as_deref(), &page.key);
    html! {
        li {
            h2 { a href=(address("/page", &page.key, &[])) { bdi { (name) } } }
            p.meta {
                @if let Some(confidence) = page.confidence {
                    span.confidence title="confidence" { (format!("{confidence:.2}")) }
                }
                @if let Some(kind) = &page.page_type { span { (kind) } }
                span.state.(page.state) { (page.state) @if let Some(state) = &page.sqlstate { " " (state) } }
                @if let Some(by) = &page.marked_by { span.badge.good { "marked by " bdi { (by) } } }
                @if let Some(url) = &page.url { bdi.url { (url) } } @else if page.title.is_some() { bdi.url { (shown(&page.key)) } }
            }
            @if let Some(begins) = &page.begins { p.begins dir="auto" { (begins) @if begins.chars().count() >= BEGINS { "…" } } }
        }
    }
}

fn form(present: Present, filter: &Filter) -> Markup {
    let decimal = |number: Option<f32>| number.map(|number| number.to_string()).unwrap_or_default();
    html! {
        form.filter method="get" action="/pages" role="search" {
            div { label for="search" { "Search" } input id="search" name="search" type="search" value=(filter.search.as_deref().unwrap_or_default()); }
            div {
                label for="state" { "State" }
                select id="state" name="state" {
                    option value="" { "any" }
                    @for state in STATES { option selected[filter.state.as_deref() == Some(state)] { (state) } }
                }
            }
            div {
                label for="marked" { "Marked" }
                select id="marked" name="marked" {
                    option value="" { "any" }
                    option value="yes" selected[filter.marked == Some(true)] { "marked" }
                    option value="no" selected[filter.marked == Some(false)] { "not marked" }
                }
            }
            @if present.facts {
                div {
                    label for="type" { "Type" }
                    select id="type" name="type" {
                        option value="" { "any" }
                        @for kind in TYPES { option selected[filter.page_type.as_deref() == Some(kind)] { (kind) } }
                    }
                }
                div { label for="host" { "Host" } input id="host" name="host" value=(filter.host.as_deref().unwrap_or_default()) autocapitalize="off"; }
                div.narrow { label for="from" { "Confidence from" } input id="from" name="from" inputmode="decimal" value=(decimal(filter.from)); }
                div.narrow { label for="below" { "Confidence below" } input id="below" name="below" inputmode="decimal" value=(decimal(filter.below)); }
                div {
                    label for="order" { "Order" }
                    select id="order" name="order" {
                        option value="" { "by key" }
                        option value="doubtful" selected[filter.doubtful] { "the doubtful first" }
                    }
                }
                @if let Some(genre) = &filter.genre { input type="hidden" name="genre" value=(genre); }
            }
            button.main { "Show" }
        }
    }
}
