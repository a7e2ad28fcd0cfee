//! The view of a page that is pasted.

use maud::{Markup, html};

use crate::app::App;
use crate::page::Wanted;
use crate::session::Visitor;
use crate::views::page::{VIEWS, choices, content_only, select};
use crate::views::{shown_sql, token};

/// The longest page that is written into the statement, in bytes.
const WRITTEN: usize = 50_000;

pub struct Scratch<'s> {
    pub app: &'s App,
    pub visitor: &'s Visitor,
    /// The HTML and the address.
    pub page: &'s [String; 2],
    pub wanted: Wanted<'s>,
    pub models: &'s [String],
}

/// The form, and what was made of it. The buttons of the form choose the view, so each sends the page again.
pub fn scratch(scratch: &Scratch<'_>, content: &Markup, statement: Option<&str>) -> Markup {
    let (app, wanted) = (scratch.app, scratch.wanted);
    let [page, url] = scratch.page;
    let choices = choices(app, scratch.models);
    html! {
        form.panel.grid id="scratch" method="post" action="/scratch" {
            (token(scratch.visitor))
            p.wide { "Paste a page to see what goce makes of it. Neither the database nor the viewer stores it." }
            div.wide { label for="url" { "Address (if known)" } input id="url" name="url" value=(url) autocapitalize="off" spellcheck="false"; }
            div.wide {
                label for="html" { "HTML" }
                textarea id="html" name="html" rows="8" required spellcheck="false" { "\n" (page) }
            }
            div { (select("method", "Method", wanted.choice, &choices)) }
            div { (select("other", "Compared with", wanted.other, &choices)) }
            (content_only(wanted.content_only))
            div.wide.actions {
                @for (name, shown) in VIEWS {
                    @let is_shown = name == wanted.view && (statement.is_some() || name == "page");
                    button.main[is_shown] name="view" value=(name) { (shown) }
                }
            }
            p.note.wide { "Up to " (app.options.max_page >> 20) " MB." }
        }
        (content)
        @if let Some(statement) = statement {
            @if page.len() <= WRITTEN { (shown_sql(statement)) }
            @else { p.note { "The page is too long to be shown within an SQL statement." } }
        }
    }
}

/// The page with its content marked, in a frame of no origin.
pub fn framed(html: &str) -> Markup {
    html! { iframe.page title="The page with its content marked" sandbox="" srcdoc=(html) {} }
}

/// The button that shows the blocks from a number on.
pub fn blocks_from(from: i32, name: &str) -> Markup {
    html! { button form="scratch" name="from" value=(from) { (name) } }
}
