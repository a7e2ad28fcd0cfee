//! `goce_methods`: the methods of extraction, a row each.

use crate::functions::prelude::*;
use goce_methods::Method;

#[pg_extern(immutable, parallel_safe)]
fn goce_methods()
-> TableIterator<(name!(name, Text), name!(description, Text), name!(wants_genre, bool), name!(heeds_focus, bool))> {
    row_each(Method::ALL, |_, method| {
        row!(method.name(), method.description(), method.wants_genre(), method.heeds_focus())
    })
}
