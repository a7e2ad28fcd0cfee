//! The SQL surface. Thin: convert, call, convert back, map errors. Names and columns are a
//! contract with users; docs/ describes them, sql/comments.sql comments on them.
//!
//! COST is in PostgreSQL's unit, the time of one simple operator. 800,000 stands for `goce_extract(html)` of a page of
//! wcxb-dev (295 kB). The other functions have the ratios to it that were measured on such pages;
//! benches/results/performance.md has times. A screenshot takes some 25 ms more, which a fixed COST cannot say:
//! functions that also take HTML alone have the COST of HTML alone.

#![allow(
    clippy::type_complexity,
    clippy::too_many_arguments,
    reason = "pgrx wants the columns and arguments of a function of SQL written out"
)]

mod aggregates;
mod archive;
mod argument;
mod arrays;
mod chunks;
mod clock;
mod compare;
mod compat;
mod compat_0_3;
mod composite;
mod diff;
mod discard;
mod duplicates;
mod encoding;
mod error;
mod evaluation;
mod extraction;
mod feed;
mod first_use;
mod genre;
mod hidden;
mod introspection;
mod language;
mod last_used;
mod learning;
mod lists;
mod memory;
mod metadata;
mod methods;
mod model;
mod model_file;
mod models;
mod page;
mod page_memory;
mod parts;
mod progress;
mod query_rows;
mod rendering;
mod room;
mod sandbox;
mod sd;
mod select;
mod settings;
mod site;
mod site_state;
mod spi;
mod structured;
mod text;
mod transaction;
mod url;
mod values;

use pgrx::prelude::*;

use error::raise;
use goce_core::interrupts;
use goce_core::memory::OutOfMemory;
use page_memory::parse;
use text::Text;

pgrx::pg_module_magic!(name, version);

/// Defines the settings and hooks. PostgreSQL calls it once when a backend, or the postmaster for all of them, loads the
/// library.
#[allow(non_snake_case)]
#[pg_guard]
pub extern "C-unwind" fn _PG_init() {
    first_use::begin();
    settings::define();
    page_memory::define();
    discard::define();
    model::preload();
    // What the postmaster preloads is done by now: there is no query to cancel. Backends inherit the hook.
    interrupts::set_hook(hook);
}

extension_sql_file!("../sql/target.sql", name = "target");
extension_sql_file!(
    "../sql/pending.sql",
    name = "pending",
    requires = [extraction::goce_extract_0_4, transaction::goce_in_transaction_block]
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

/// The rows of a function that returns a table. pgrx knows the type by this name.
type TableIterator<T> = pgrx::iter::TableIterator<'static, T>;
