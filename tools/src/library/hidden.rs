//! The texts of pages that a reader does not see.

use std::io::Write;

use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Hidden, Limits, Page};
use serde_json::json;

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Writes a line for each text that is no part of the pages' texts by this value of the argument `hidden`.
pub fn write(pages: &[LabelledPage], hidden: Hidden, out: &mut dyn Write) -> Result<(), Failure> {
    for labelled in pages {
        let page = Page::parse_with(&labelled.html, &Limits::default(), hidden)?;
        for hidden in hidden_texts(&page)? {
            let element = page.tree().get(hidden.node).and_then(|node| node.value().as_element());
            let attributes = element.into_iter().flat_map(|element| element.attrs());
            let attributes = attributes.map(|attribute| format!(" {}={:?}", attribute.name(), attribute.value()));
            let tag = format!("<{}{}>", element.map_or("", |element| element.name()), attributes.collect::<String>());
            let line = json!({"id": labelled.id, "reason": hidden.reason.name(), "element": tag, "text": hidden.text});
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
