//! `goce_url`.

use pgrx::prelude::*;

use super::Text;
use super::error::Result;
use crate::address::canonical;

#[pg_extern(immutable, parallel_safe, strict, cost = 400)]
fn goce_url(url: Text) -> Result<Option<Text>> {
    Ok(canonical(&url)?.map(Text::from))
}
