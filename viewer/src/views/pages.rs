//! The view of the list of pages.

use maud::{Markup, html};

use crate::keys::{address, address_in, shown, title};
use crate::listing::{BEGINS, Count, Filter, Listed, Listing, NO_TEXT, REASONS, STATES};
use crate::side_tables::Present;
use crate::views::page::badges;
use crate::views::{found_in, labelled};
use crate::words::number;
use crate::workflow::NO_PAGES;

const TYPES: &str = "article documentation service product forum collection listing";

/// The filters, and the pages that fit them. `found` is how many they are, and whether there may be more.
pub fn pages(present: &Present, filter: &Filter, listing: &Listing, found: (Count, bool)) -> Markup {
    let list = filter.query(&filter.after);
    let (pages, more) = found;
    html! {
        (form(present, filter))
        @if filter.search.is_some() && !present.target {
            p.note { "No page is extracted yet, so only titles and addresses are searched." }
        }
        @if listing.pages.is_empty() { (nothing(filter, listing)) } @else {
            p.meta { strong role="status" { @if more { "at least " } (pages) @if pages.rows == 1 { " page" } @else { " pages" } } }
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
fn nothing(filter: &Filter, listing: &Listing) -> Markup {
    html! {
        p.panel {
            @if !filter.is_of_all() {
                @if listing.next.is_some() { "None of these pages fits. " } @else { "No page fits these filters. " }
                a href="/pages" { "Clear the filters" }
            } @else if !filter.after.is_empty() {
                "The list ends here."
            } @else {
                (NO_PAGES)
            }
        }
    }
}

fn listed(page: &Listed, filter: &Filter, list: &str) -> Markup {
    let name = title(page.title.as_deref(), &page.key);
    let search = filter.search.as_deref().unwrap_or_default();
    html! {
        li {
            @if page.has_screenshot {
                div.thumbnail { img src=(address("/screenshot", &page.key, &[])) alt="" loading="lazy"; }
            }
            h2 { a href=(address_in(list, "/page", &page.key, &[])) { bdi { (found_in(&name, search)) } } }
            p.meta {
                (badges(page))
                @if let Some(url) = &page.url { bdi.url { (found_in(url, search)) } } @else if page.title.is_some() { bdi.url { (shown(&page.key)) } }
            }
            @if let Some(begins) = &page.begins {
                p.begins dir="auto" { (found_in(begins, search)) @if begins.chars().count() >= BEGINS { "…" } }
            }
        }
    }
}

fn form(present: &Present, filter: &Filter) -> Markup {
    let confidence = |name: &str, label: &str, value: Option<f32>| {
        html! { div.narrow { label for=(name) { (label) } input id=(name) name=(name) type="number" min="0" max="1" step="any" value=[value]; } }
    };
    let mut states: Vec<(String, &str)> = STATES.iter().map(|state| ((*state).to_owned(), *state)).collect();
    states.insert(0, (String::new(), "any"));
    states.push((NO_TEXT.to_owned(), "without text"));
    states.extend(REASONS.iter().map(|(name, words)| (format!("{NO_TEXT}:{name}"), *words)));
    let types: Vec<(&str, &str)> = [("", "any")].into_iter().chain(TYPES.split(' ').map(|name| (name, name))).collect();
    let marked = filter.marked.map(|marked| if marked { "yes" } else { "no" });
    html! {
        form.filter method="get" action="/pages" role="search" {
            div { label for="search" { "Search" } input id="search" name="search" type="search" value=[&filter.search]; }
            (labelled("state", "State", &states, filter.state.as_deref()))
            (labelled("marked", "Marked", &[("", "any"), ("yes", "marked"), ("no", "not marked")], marked))
            @if present.facts {
                (labelled("type", "Type", &types, filter.page_type.as_deref()))
                div { label for="host" { "Host" } input id="host" name="host" autocapitalize="off" value=[&filter.host]; }
                (confidence("from", "Confidence from", filter.from))
                (confidence("below", "Confidence below", filter.below))
                (labelled("order", "Order", &[("", "by key"), ("doubtful", "doubtful pages first")], filter.doubtful.then_some("doubtful")))
            }
            button.main { "Show" }
        }
    }
}
