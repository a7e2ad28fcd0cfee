//! Rows of composite types as results.
//!
//! pgrx's `PgHeapTuple` calls PostgreSQL in `Drop`, also while an error unwinds. Here nothing is dropped: all memory is
//! of the call's context.

use pgrx::callconv::{BoxRet, FcInfo};
use pgrx::{IntoDatum, pg_sys};

use crate::server::error::{OrReport, Refusal, Result};
use crate::server::room;

/// Returns a row with these columns, of the type that the called function is declared to return: a composite type, or the
/// columns of its OUT arguments. A look-up of the type by its name would depend on the search path.
fn row(fcinfo: pg_sys::FunctionCallInfo, columns: &[Option<pg_sys::Datum>]) -> Result<pg_sys::Datum> {
    let mut nulls: Vec<bool> = columns.iter().map(Option::is_none).collect();
    let mut values: Vec<pg_sys::Datum> = columns.iter().map(|value| value.unwrap_or(pg_sys::Datum::null())).collect();
    let mut description = std::ptr::null_mut();
    // For the row itself the values have asked.
    room::of_bytes(0).or_report()?;
    // SAFETY: PostgreSQL calls with a valid call info whose function is in the catalog. The copy of
    // the description is ours, and the arrays have as many elements as it has columns.
    unsafe {
        let class = pg_sys::get_call_result_type(fcinfo, std::ptr::null_mut(), &mut description);
        if class != pg_sys::TypeFuncClass::TYPEFUNC_COMPOSITE {
            return Err(Refusal::CompositeType.into());
        }
        // Columns that have no type of their own get a number, by which whoever reads the row finds them.
        let description = pg_sys::BlessTupleDesc(description);
        if usize::try_from((*description).natts) != Ok(columns.len()) {
            return Err(Refusal::CompositeType.into());
        }
        let tuple = pg_sys::heap_form_tuple(description, values.as_mut_ptr(), nulls.as_mut_ptr());
        // A tuple in memory is a value as it is. Only values out of line, of which there are none, would be read here.
        Ok(pg_sys::HeapTupleHeaderGetDatum((*tuple).t_data))
    }
}

macro_rules! composite {
    ($(#[$doc:meta])* $name:ident, $sql:literal) => {
        $(#[$doc])*
        pub struct $name(pg_sys::Datum);

        impl $name {
            /// Returns a row with these columns.
            pub fn new(fcinfo: pg_sys::FunctionCallInfo, columns: &[Option<pg_sys::Datum>]) -> Result<Self> {
                row(fcinfo, columns).map($name)
            }
        }

        // SAFETY: the datum is in the memory context of the call, as PostgreSQL expects.
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
    /// The one row of a function whose columns are its OUT arguments.
    OneRow,
    "record"
);

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
composite!(
    /// The result of `goce_page`.
    PageRow,
    "goce_page_row"
);

/// Returns the columns of the scores of an aggregate: how many pages it is over, and means.
pub fn scores_row(pages: i64, means: &[Option<f64>]) -> Vec<Option<pg_sys::Datum>> {
    let means = means.iter().map(|mean| mean.into_datum());
    [pages.into_datum()].into_iter().chain(means).collect()
}
