//! The frame of every view: head, navigation, errors.

use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use crate::prelude::*;

/// The addresses and names of the viewer's parts.
const PARTS: [(&str, &str); 6] = [
    ("/", "Overview"),
    ("/pages", "Pages"),
    ("/mark", "Mark"),
    ("/learn", "Learn"),
    ("/measure", "Measure"),
    ("/jobs", "Jobs"),
];

/// A view. `part` is the address of its part of the viewer.
pub fn view(store: &Store, part: &str, title: &str, body: &Markup) -> Markup {
    document(
        &format!("{title} – {}", store.table.name),
        &html! {
            a.skip href="#main" { "Skip to content" }
            header.top {
                a.brand href="/" { "goce" } " "
                span.table title="the table of pages" { bdi { (store.table.name) } }
                @if store.options.read_only { span.badge { "read only" } }
                (parts(part, store.options.read_only))
            }
            main id="main" tabindex="-1" { h1 { bdi { (title) } } (body) }
        },
    )
}

fn parts(part: &str, read_only: bool) -> Markup {
    html! {
        nav aria-label="Parts" {
            @for (address, name) in PARTS {
                @if !(read_only && address == "/mark") {
                    a href=(address) aria-current=[(address == part).then_some("page")] { (name) }
                }
            }
        }
    }
}

/// A document without the navigation.
pub fn document(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/style.css";
                script src="/assets/viewer.js" defer {}
            }
            body { (body) }
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), error(&self)).into_response()
    }
}

fn error(error: &Error) -> Markup {
    document(
        "Something went wrong",
        &html! {
            header.top { a.brand href="/" { "goce" } (parts("", false)) }
            main id="main" {
                h1 { "Something went wrong" }
                (message(error))
            }
        },
    )
}

/// An error as a part of a view.
pub fn message(error: &Error) -> Markup {
    html! {
        div.message.bad role="alert" {
            p { (error) }
            @for note in error.notes() { p.note { (note) } }
        }
    }
}
