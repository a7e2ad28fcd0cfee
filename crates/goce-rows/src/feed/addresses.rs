//! A sitemap that is a text with an address on each line.

use super::draft::Draft;
use super::reader::resolved;
use super::{Entry, Kind, Parsed};
use crate::prelude::*;
use goce_core::page::link_target::web_address;

/// Returns the addresses of a text; `None` for a text that has another first line, or too many other lines. Empty lines
/// and comments that begin with `#` do not count.
pub fn entries(text: &str) -> Parsed<Option<Vec<Entry>>> {
    let mut resolver = LinkResolver::of_text(text.len(), None);
    let mut entries = Vec::new();
    let mut faults = 0;
    for line in text.split(['\n', '\r']).map(str::trim) {
        interrupts::check();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.contains(char::is_whitespace) || web_address(line).is_none() {
            if entries.is_empty() {
                return Ok(None);
            }
            faults += 1;
            continue;
        }
        let mut draft = Draft::default();
        draft.url.take(1, || resolved(&mut resolver, line))?;
        entries.try_extend(draft.into_entry(Kind::Url))?;
    }
    // Of so many lines one may be no address.
    let is_list = !entries.is_empty() && faults <= entries.len() / 10;
    Ok(is_list.then_some(entries))
}
