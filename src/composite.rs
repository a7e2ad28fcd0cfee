//! Rows of composite types as results.
//!
//! Not pgrx's `PgHeapTuple`, which gives the description of the row back in `Drop`, also while an error
//! unwinds. Here all memory is that of the call.

use pgrx::callconv::{BoxRet, FcInfo};
use pgrx::pg_sys;

use super::error::Result;
use super::refusal::Refusal;

/// Returns a row of the composite type that the called function is declared to return, with these values in
/// the order of its columns. The type is looked up by its OID: a look-up by name would depend on the
/// search path.
fn row(fcinfo: pg_sys::FunctionCallInfo, columns: &[Option<pg_sys::Datum>]) -> Result<pg_sys::Datum> {
    let mut nulls: Vec<bool> = columns.iter().map(Option::is_none).collect();
    let mut values: Vec<pg_sys::Datum> = columns
        .iter()
        .map(|value| value.unwrap_or(pg_sys::Datum::null()))
        .collect();
    // SAFETY: PostgreSQL calls with a valid call info whose function is in the catalog. The copy of
    // the description is ours, and the arrays have as many elements as it has columns.
    unsafe {
        let row_type = pg_sys::get_func_rettype((*(*fcinfo).flinfo).fn_oid);
        let description = pg_sys::lookup_rowtype_tupdesc_copy(row_type, -1);
        if usize::try_from((*description).natts) != Ok(columns.len()) {
            return Err(Refusal::CompositeType.into());
        }
        let tuple = pg_sys::heap_form_tuple(description, values.as_mut_ptr(), nulls.as_mut_ptr());
        Ok(pg_sys::heap_copy_tuple_as_datum(tuple, description))
    }
}

macro_rules! composite {
    ($(#[$doc:meta])* $name:ident, $sql:literal) => {
        $(#[$doc])*
        pub struct $name(pg_sys::Datum);

        impl $name {
            /// Returns the row that the called function returns.
            ///
            /// # Errors
            /// [`Refusal::CompositeType`].
            pub fn new(
                fcinfo: pg_sys::FunctionCallInfo,
                columns: &[Option<pg_sys::Datum>],
            ) -> Result<Self> {
                row(fcinfo, columns).map($name)
            }
        }

        // SAFETY: the datum is made in the memory context of the call, as PostgreSQL expects.
        unsafe impl BoxRet for $name {
            unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> pgrx::datum::Datum<'fcx> {
                // SAFETY: the caller's promise.
                unsafe { fcinfo.return_raw_datum(self.0) }
            }
        }

        pgrx::impl_sql_translatable!($name, $sql);
    };
}

composite!(
    /// The result of `goce_lcs_eval`.
    LcsScores,
    "goce_lcs_scores"
);
composite!(
    /// The result of `goce_genre_eval`.
    GenreEvalScores,
    "goce_genre_eval_scores"
);
