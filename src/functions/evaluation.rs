//! `goce_lcs`, `goce_cosine` and `goce_word_f1`: the measures of one page.
//!
//! No extracted text, NULL, is an empty one, as in the aggregates: a page whose text was not found must not drop out of a
//! mean. Without a gold text there is no measure.

use crate::functions::prelude::*;
use crate::server::composite::OneRow;
use crate::server::error::internal;
use goce_core::evaluate::{Scores, TokenPair, Unit, cosine, lcs_length, word_overlap};

/// Returns a length in tokens. It fits: a text of PostgreSQL has less than 2³¹ bytes.
fn length(tokens: usize) -> Result<i32> {
    i32::try_from(tokens).map_err(internal)
}

#[pg_extern(
    immutable,
    parallel_safe,
    cost = 40000,
    sql = r#"CREATE FUNCTION "goce_lcs"("gold" text, "extracted" text, "unit" text DEFAULT 'word', OUT "lcs" INT, OUT "gold_length" INT, OUT "extracted_length" INT, OUT "precision" double precision, OUT "recall" double precision, OUT "f1" double precision) IMMUTABLE PARALLEL SAFE COST 40000 LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';"#
)]
fn goce_lcs(
    gold: Option<Text>,
    extracted: Option<Text>,
    unit: default!(Option<Text>, "'word'"),
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Option<OneRow>> {
    let unit = named(unit.as_ref())?.unwrap_or(Unit::Word);
    let Some(pair) = pair(gold, extracted, unit)? else {
        return Ok(None);
    };
    let common = lcs_length(&pair).or_report()?;
    let scores = Scores::of_overlap(common, pair.gold.len(), pair.extracted.len());
    let lengths = [common, pair.gold.len(), pair.extracted.len()];
    let mut columns = Vec::new();
    for tokens in lengths {
        columns.push(length(tokens)?.into_datum());
    }
    columns.extend(datums(&scores));
    OneRow::new(fcinfo, &columns).map(Some)
}

#[pg_extern(immutable, parallel_safe, cost = 40000)]
fn goce_cosine(gold: Option<Text>, extracted: Option<Text>) -> Result<Option<f64>> {
    let pair = pair(gold, extracted, Unit::Word)?;
    pair.map(|pair| cosine(&pair)).transpose().or_report()
}

#[pg_extern(
    immutable,
    parallel_safe,
    cost = 40000,
    sql = r#"CREATE FUNCTION "goce_word_f1"("gold" text, "extracted" text, OUT "precision" double precision, OUT "recall" double precision, OUT "f1" double precision) IMMUTABLE PARALLEL SAFE COST 40000 LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';"#
)]
fn goce_word_f1(
    gold: Option<Text>,
    extracted: Option<Text>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Option<OneRow>> {
    let Some(pair) = pair(gold, extracted, Unit::Word)? else {
        return Ok(None);
    };
    let scores = word_overlap(&pair).or_report()?;
    OneRow::new(fcinfo, &datums(&scores)).map(Some)
}

/// Returns the tokens of a gold text and an extracted one; `None` without a gold text.
fn pair(gold: Option<Text>, extracted: Option<Text>, unit: Unit) -> Result<Option<TokenPair>> {
    let pair = gold.map(|gold| TokenPair::new(&gold, extracted.as_deref().unwrap_or_default(), unit));
    pair.transpose().or_report()
}

fn datums(scores: &Scores) -> [Option<pg_sys::Datum>; 3] {
    [scores.precision, scores.recall, scores.f1].map(IntoDatum::into_datum)
}
