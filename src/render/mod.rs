//! A selection of a page's nodes, written out.

#![forbid(unsafe_code)]

mod address;
mod code;
mod content;
mod escape;
mod highlight;
mod html;
mod markdown;
pub mod metadata;
mod picture;

pub use highlight::highlight;
pub use html::html;
pub use markdown::markdown;

use crate::extract::Selection;
use crate::page::Page;

/// The selected text, laid out as on the page; `None` where there is none.
///
/// Spans stay separated as the page separates them, and by at least a line break where
/// something between them was left out.
pub fn text(page: &Page, selection: &Selection) -> Option<String> {
    let mut out = String::new();
    let mut previous_end = 0;
    for span in selection.spans() {
        let text = page.text_of(span.nodes.clone());
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            let before = &page.text()[..page.text_offset(span.nodes.start)];
            out.push_str(if before.ends_with("\n\n") {
                "\n\n"
            } else if before.ends_with('\n') || span.nodes.start != previous_end {
                "\n"
            } else if before.ends_with('\t') {
                "\t"
            } else if before.ends_with(char::is_whitespace) {
                " "
            } else {
                ""
            });
        }
        out.push_str(text);
        previous_end = span.nodes.end;
    }
    if out.is_empty() {
        return selection.unshown().map(str::to_owned);
    }
    Some(out)
}
