//! The callback by which long work can be interrupted.

/// A callback that a function calls regularly while it works: at least once in about a millisecond.
///
/// The callback does not return a value. It ends the work by unwinding: in a backend it asks PostgreSQL whether
/// the query was cancelled, whether `goce.page_timeout` has passed and whether memory has run out, and each of the three
/// is an ERROR. Callers outside a database pass `&mut || ()`. A function that takes a `Tick` must
/// therefore leave nothing half done that outlives it.
pub type Tick<'a> = &'a mut (dyn FnMut() + 'a);
