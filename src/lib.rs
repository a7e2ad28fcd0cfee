//! The SQL surface. Thin: convert, call, convert back, map errors. Names and columns are a
//! contract with users; docs/ describes them, sql/comments.sql comments on them.
//!
//! COST is in units of one integer operator, 6 ns where it was measured: there a page of wcxb-dev
//! (295 kB) took goce_extract(html, 'goce') 4.5 ms and goce_page_type 4.3 ms; the measures of a pair
//! of its gold texts took 0.2 ms each. The later ones go by their ratio to goce_extract(html) on 60 of
//! those pages, without the fetching of the page: markdown 1.08, html 1.20, highlight 1.34, metadata
//! .77, decode .09; and select .3, in a build for tests, on 194 pages; posts .92 and items 1.0 in such a build,
//! on all pages of wcxb-dev. A screenshot of 1,280 × 4,096 pixels takes some 25 ms more, which a fixed COST
//! cannot say: that of functions that also take HTML alone is for HTML alone.

mod address;
mod aggregates;
mod archive;
mod argument;
mod arrays;
mod before;
mod chunks;
mod clock;
mod compare;
mod composite;
mod duplicates;
mod encoding;
mod error;
mod evaluation;
mod extraction;
mod gathering;
mod genre;
mod introspection;
mod language;
mod learning;
mod lists;
mod memory;
mod metadata;
mod methods;
mod model;
mod model_file;
mod progress;
mod refusal;
mod rendering;
mod rows;
mod sd;
mod select;
mod settings;
mod site;
mod spi;
mod text;
mod trial;
mod values;

use pgrx::prelude::*;

use error::{OrReport, raise};
use goce_core::interrupts;
use goce_core::memory::OutOfMemory;
use goce_core::page::Page;
use text::Text;

pgrx::pg_module_magic!(name, version);

/// Defines the settings. PostgreSQL calls it once when a backend, or the postmaster for all of them, loads the library.
#[allow(non_snake_case)]
#[pg_guard]
pub extern "C-unwind" fn _PG_init() {
    settings::define();
    model::preload();
    // What the postmaster preloads is done by now: there is no query to cancel. Backends inherit the hook.
    interrupts::set_hook(hook);
}

extension_sql_file!(
    "../sql/pending.sql",
    name = "pending",
    requires = [extraction::goce_extract_0_2]
);
extension_sql_file!("../sql/comments.sql", name = "comments", finalize);

/// Handles a pending cancel, timeout or termination by raising its error, which unwinds.
fn check_for_cancel() {
    pgrx::check_for_interrupts!();
}

/// What [`interrupts::check`] does in a backend. It handles what ends the work on a page: [`check_for_cancel`], memory
/// that could not be had, and `goce.page_timeout`.
fn hook() {
    check_for_cancel();
    if memory::refused() {
        raise(OutOfMemory);
    }
    clock::check();
}

fn parse(html: &Text) -> Result<Page, pgrx::pg_sys::panic::ErrorReport> {
    Page::parse(html, &settings::limits()).or_report()
}
