//! What lives as long as a memory context of PostgreSQL.

use std::ffi::c_void;
use std::ptr;

use pgrx::{PgMemoryContexts, pg_sys};

/// Has a function called with an argument when a memory context is reset or freed.
///
/// # Safety
/// The context outlives this call. The function is guarded, and raises no error.
pub unsafe fn call_at_reset(
    context: pg_sys::MemoryContext,
    function: unsafe extern "C-unwind" fn(*mut c_void),
    argument: *mut c_void,
) {
    // SAFETY: the caller's promise. The memory is of that many bytes, or an error is raised; it is written whole, and
    // PostgreSQL keeps it as long as the context.
    unsafe {
        let size = size_of::<pg_sys::MemoryContextCallback>();
        let callback: *mut pg_sys::MemoryContextCallback = pg_sys::MemoryContextAlloc(context, size).cast();
        callback.write(pg_sys::MemoryContextCallback {
            func: Some(function),
            arg: argument,
            next: ptr::null_mut(),
        });
        pg_sys::MemoryContextRegisterResetCallback(context, callback);
    }
}

/// Returns what a function keeps at the place in a query where it is called, made by the first call there, and the
/// memory context of that place; `None` where no query calls.
///
/// # Safety
/// `fcinfo` is the argument of the call. The function keeps values of this type alone.
pub unsafe fn kept_at_call<'q, T: 'static>(
    fcinfo: pg_sys::FunctionCallInfo,
    make: impl FnOnce() -> T,
) -> Option<(&'q T, pg_sys::MemoryContext)> {
    // SAFETY: PostgreSQL passes a valid pointer. `fn_extra` is the function's own: null, or what is put there here,
    // which lives as long as the context.
    unsafe {
        let place = (*fcinfo).flinfo;
        if place.is_null() {
            return None;
        }
        let context = (*place).fn_mcxt;
        if (*place).fn_extra.is_null() {
            (*place).fn_extra = PgMemoryContexts::For(context).leak_and_drop_on_delete(make()).cast();
        }
        Some((&*(*place).fn_extra.cast(), context))
    }
}
