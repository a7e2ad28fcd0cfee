//! `goce_url`.

use pgrx::prelude::*;

use super::error::Result;
use super::{Text, tick};
use crate::address::canonical;

#[pg_extern(immutable, parallel_safe, strict, cost = 400)]
fn goce_url(url: Text) -> Result<Option<Text>> {
    Ok(canonical(&url, &mut tick)?.map(Text::from))
}
