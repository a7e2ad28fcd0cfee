//! Whether a statement stands in a transaction block: `goce_extract_pending` commits, which it cannot do there.

use pgrx::prelude::*;

/// Returns `true` if the session is in a transaction block, in which CALL may not commit. No view of the server says it.
#[pg_extern(volatile, parallel_restricted)]
fn goce_in_transaction_block() -> bool {
    // SAFETY: reads a state of the session.
    unsafe { pg_sys::IsTransactionBlock() }
}
