//! `goce_url`.

use crate::functions::prelude::*;
use goce_core::texts::canonical_address::canonical;

#[pg_extern(immutable, parallel_safe, strict, cost = 400)]
fn goce_url(url: Text) -> Result<Option<Text>> {
    Ok(canonical(&url).or_report()?.map(Text::from))
}
