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

use by_type::Comma;
use goce_core::output::{Output, Rendered};
use goce_core::page::{Description, Page};
use goce_core::prelude::*;

pub use items::Items;
pub use json_ld::Scripts;

/// Bytes of output that any page may have, and for each of its own bytes. Items that others refer to are written for each:
/// without a bound a page of one kilobyte would make gigabytes.
const FREE: usize = 4 << 20;
const TIMES: usize = 64;

fn limit(page: &Page, times: usize) -> usize {
    page.source_bytes().saturating_mul(times).saturating_add(FREE).min(LONGEST)
}

/// The most bytes of any output. `jsonb` has no larger arrays and objects.
const LONGEST: usize = 1 << 28;

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
    let mut out = Output::limited(limit(page, TIMES));
    let mut comma = Comma::default();
    out.push("{")?;
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
    if let Some(properties) = open_graph::properties(&metas)? {
        comma.key(&mut out, "opengraph")?;
        properties.write(&mut out)?;
    }
    scripts.write_damage(&mut comma, &mut out)?;
    out.push("}")?;
    Ok(out.finish())
}

/// Returns the items of microdata of a page (HTML standard, section 5).
///
/// # Errors
/// [`RenderError`].
pub fn microdata<'p>(page: &'p Page, url: Option<&str>, texts: Texts) -> Rendered<Items<'p>> {
    microdata::items(page, url, texts)
}

/// Returns the items of RDFa of a page (RDFa Lite 1.1, and `about`, `content`, `datetime` of HTML+RDFa).
///
/// # Errors
/// [`RenderError`].
pub fn rdfa<'p>(page: &'p Page, url: Option<&str>, texts: Texts) -> Rendered<Items<'p>> {
    rdfa::items(page, url, texts)
}

#[cfg(test)]
mod tests;
