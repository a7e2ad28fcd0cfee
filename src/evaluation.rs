//! `goce_lcs`, `goce_cosine` and `goce_word_f1`: the measures of one page.

use pgrx::prelude::*;

use crate::error::{OrReport, Result, internal};
use crate::{TableIterator, Text};
use goce_core::evaluate::{Scores, TokenPair, Unit, cosine, lcs_length, word_overlap};

/// Returns a length in tokens. It fits: a text of PostgreSQL has less than 2³¹ bytes.
fn length(tokens: usize) -> Result<i32> {
    i32::try_from(tokens).map_err(internal)
}

#[pg_extern(immutable, parallel_safe, strict, cost = 40000)]
fn goce_lcs(
    gold: Text,
    extracted: Text,
    unit: default!(Text, "'word'"),
) -> Result<
    TableIterator<(
        name!(lcs, i32),
        name!(gold_length, i32),
        name!(extracted_length, i32),
        name!(precision, f64),
        name!(recall, f64),
        name!(f1, f64),
    )>,
> {
    let unit: Unit = unit.name().parse().or_report()?;
    let pair = TokenPair::new(&gold, &extracted, unit).or_report()?;
    let common = lcs_length(&pair).or_report()?;
    let scores = Scores::of_overlap(common, pair.gold.len(), pair.extracted.len());
    Ok(TableIterator::once((
        length(common)?,
        length(pair.gold.len())?,
        length(pair.extracted.len())?,
        scores.precision,
        scores.recall,
        scores.f1,
    )))
}

#[pg_extern(immutable, parallel_safe, strict, cost = 40000)]
fn goce_cosine(gold: Text, extracted: Text) -> Result<f64> {
    let pair = TokenPair::new(&gold, &extracted, Unit::Word).or_report()?;
    cosine(&pair).or_report()
}

#[pg_extern(immutable, parallel_safe, strict, cost = 40000)]
fn goce_word_f1(
    gold: Text,
    extracted: Text,
) -> Result<TableIterator<(name!(precision, f64), name!(recall, f64), name!(f1, f64))>> {
    let pair = TokenPair::new(&gold, &extracted, Unit::Word).or_report()?;
    let scores = word_overlap(&pair).or_report()?;
    Ok(TableIterator::once((scores.precision, scores.recall, scores.f1)))
}
