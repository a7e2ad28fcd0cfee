//! `goce_simhash`, `goce_simhash_distance` and `goce_minhash`.

use crate::functions::prelude::*;
use goce_core::texts::duplicates::{MinHash, distance, simhash};

#[pg_extern(immutable, parallel_safe, strict, cost = 40000)]
fn goce_simhash(text: Text) -> Result<Option<i64>> {
    Ok(simhash(&text).or_report()?.map(u64::cast_signed))
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_simhash_distance(a: i64, b: i64) -> i32 {
    distance(a.cast_unsigned(), b.cast_unsigned()).cast_signed()
}

#[pg_extern(immutable, parallel_safe, cost = 50000)]
fn goce_minhash(
    text: Option<Text>,
    bands: default!(Option<i32>, 16),
    rows: default!(Option<i32>, 4),
) -> Result<Option<Vec<i32>>> {
    let minhash = MinHash::new(bands.unwrap_or(16), rows.unwrap_or(4)).or_report()?;
    match text {
        Some(text) => Ok(minhash.of(&text).or_report()?),
        None => Ok(None),
    }
}
