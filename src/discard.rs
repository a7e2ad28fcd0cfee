//! `DISCARD ALL`, by which a pool of connections makes a session as good as new: the last page, profile and model go too.
//!
//! PostgreSQL tells extensions of no such statement. A hook sees every statement that is no query, so this one does
//! nothing else. It must not stand between an error and whoever catches it: pgrx's guard would make a new error of it, with
//! fewer fields. So the hook has no guard, and nothing in it that an error could leave undone.

use std::ffi::c_char;

use pgrx::pg_sys;

use crate::functions::learning;
use crate::functions::site;
use crate::server::memory;
use crate::server::page_memory;

/// The hook that was there before.
static mut BEFORE: pg_sys::ProcessUtility_hook_type = None;

/// Asks PostgreSQL to say when statements run. It is asked once, when the library is loaded.
pub fn define() {
    // SAFETY: variables of the process, which has one thread.
    unsafe {
        BEFORE = pg_sys::ProcessUtility_hook;
        pg_sys::ProcessUtility_hook = Some(run);
    }
}

mod unguarded {
    use super::*;

    unsafe extern "C-unwind" {
        pub fn standard_ProcessUtility(
            statement: *mut pg_sys::PlannedStmt,
            text: *const c_char,
            is_read_only: bool,
            context: pg_sys::ProcessUtilityContext::Type,
            params: pg_sys::ParamListInfo,
            environment: *mut pg_sys::QueryEnvironment,
            receiver: *mut pg_sys::DestReceiver,
            completion: *mut pg_sys::QueryCompletion,
        );
    }
}

unsafe extern "C-unwind" fn run(
    statement: *mut pg_sys::PlannedStmt,
    text: *const c_char,
    is_read_only: bool,
    context: pg_sys::ProcessUtilityContext::Type,
    params: pg_sys::ParamListInfo,
    environment: *mut pg_sys::QueryEnvironment,
    receiver: *mut pg_sys::DestReceiver,
    completion: *mut pg_sys::QueryCompletion,
) {
    // SAFETY: PostgreSQL's own arguments, passed on. An error of the statement leaves this function by a jump: it
    // has nothing to drop.
    unsafe {
        let is_discard_all = is_discard_all(statement);
        let run = BEFORE.unwrap_or(unguarded::standard_ProcessUtility);
        run(statement, text, is_read_only, context, params, environment, receiver, completion);
        if is_discard_all {
            forget();
        }
    }
}

/// # Safety
/// A statement that PostgreSQL runs.
unsafe fn is_discard_all(statement: *mut pg_sys::PlannedStmt) -> bool {
    // SAFETY: the caller's promise; a node of this tag is of this type.
    unsafe {
        let node = (*statement).utilityStmt;
        !node.is_null()
            && (*node).type_ == pg_sys::NodeTag::T_DiscardStmt
            && (*node.cast::<pg_sys::DiscardStmt>()).target == pg_sys::DiscardMode::DISCARD_ALL
    }
}

/// Gives back what calls have left for the next ones.
pub fn forget() {
    page_memory::forget();
    site::forget();
    learning::forget();
    memory::give_back();
}
