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

mod discard;
mod first_use;
mod functions;
mod server;

use pgrx::prelude::*;

use goce_core::interrupts;
use goce_core::memory::OutOfMemory;
use server::error::raise;
use server::{clock, memory, model, page_memory, settings};

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
    requires = [
        "target",
        functions::extraction::goce_extract_0_4,
        functions::transaction::goce_in_transaction_block
    ]
);
extension_sql_file!("../sql/progress.sql", name = "progress", requires = ["target"]);
extension_sql_file!("../sql/duplicates.sql", name = "duplicates");
extension_sql_file!("../sql/chunks.sql", name = "chunks", requires = ["target"]);
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
