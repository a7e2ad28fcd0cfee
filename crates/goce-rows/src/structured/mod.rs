//! What a page states in JSON-LD, microdata, RDFa Lite and OpenGraph, as one value of JSON.
//!
//! Items of all syntaxes have one form, that of JSON-LD: `{"@type": "Product", "name": "Chair"}`. A property that is stated
//! several times has an array. Nothing is added, and nothing is chosen.

mod by_type;
mod items;
mod json_ld;
mod microdata;
mod open_graph;
mod rdfa;
mod values;

use crate::prelude::*;
use by_type::Comma;
use goce_core::output::allowance;
use goce_core::page::Description;

pub use items::Items;
pub use json_ld::{Scripts, each};
pub use microdata::items as microdata;
pub use rdfa::items as rdfa;

/// Returns a limit for what is read or written of a page. Items that others refer to are written for each: without a bound a
/// page of one kilobyte would make gigabytes.
fn limit(page: &Page, times: usize) -> usize {
    // `jsonb` has no larger arrays and objects.
    allowance(page.source_bytes(), 4 << 20, times).min(1 << 28)
}

/// Which text of an element is the value that it states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// All, as the standards say.
    All,
    /// Without that of hidden elements in it. A hidden element has all of its own.
    Shown,
}

/// Returns all that a page states, as the text of a JSON object:
///
/// - `json_ld`, `microdata`, `rdfa`: for each type an array of its items;
/// - `opengraph`: for each property its value;
/// - `mended`: for each script of JSON-LD that was mended, its number among them, from 1, and what was mended;
/// - `unread`: the numbers of scripts that could not be mended.
///
/// What a page does not have is missing. `url` is the page's address, which resolves relative ones.
///
/// # Errors
/// [`RenderError`], where the result would be many times longer than the page, or memory has run out.
pub fn structured(page: &Page, url: Option<&str>) -> Rendered<String> {
    let mut out = Output::limited(limit(page, 64));
    let mut comma = Comma::open(&mut out)?;
    let mut metas = Vec::new();
    let mut texts = Vec::new();
    for description in page.head().checking(CHECK_EVERY) {
        match description {
            Description::Meta(meta) => metas.try_push(meta)?,
            Description::JsonLd(text) => texts.try_push(text)?,
            _ => {}
        }
    }
    let scripts = Scripts::read(&texts)?;
    scripts.write(&mut comma, &mut out)?;
    let texts = Texts::All;
    for (name, items) in [
        ("microdata", microdata(page, url, texts)?),
        ("rdfa", rdfa(page, url, texts)?),
    ] {
        if !items.is_empty() {
            comma.key(&mut out, name)?;
            items.write(&mut out)?;
        }
    }
    open_graph::write(&metas, &mut comma, &mut out)?;
    scripts.write_damage(&mut comma, &mut out)?;
    out.push("}")?;
    Ok(out.finish())
}

#[cfg(test)]
mod tests;
