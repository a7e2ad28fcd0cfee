//! `goce_lcs`, `goce_cosine` and `goce_word_f1`: the measures of one page.

use pgrx::prelude::*;

use crate::server::composite::OneRow;
use crate::server::error::{OrReport, Result, internal};
use crate::server::text::Text;
use goce_core::evaluate::{Scores, TokenPair, Unit, cosine, lcs_length, word_overlap};

/// Returns a length in tokens. It fits: a text of PostgreSQL has less than 2³¹ bytes.
fn length(tokens: usize) -> Result<i32> {
    i32::try_from(tokens).map_err(internal)
}

#[pg_extern(
    immutable,
    parallel_safe,
    strict,
    cost = 40000,
    sql = r#"CREATE FUNCTION "goce_lcs"("gold" text, "extracted" text, "unit" text DEFAULT 'word', OUT "lcs" INT, OUT "gold_length" INT, OUT "extracted_length" INT, OUT "precision" double precision, OUT "recall" double precision, OUT "f1" double precision) IMMUTABLE STRICT PARALLEL SAFE COST 40000 LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';"#
)]
fn goce_lcs(
    gold: Text,
    extracted: Text,
    unit: default!(Text, "'word'"),
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<OneRow> {
    let unit: Unit = unit.name().parse().or_report()?;
    let pair = TokenPair::new(&gold, &extracted, unit).or_report()?;
    let common = lcs_length(&pair).or_report()?;
    let scores = Scores::of_overlap(common, pair.gold.len(), pair.extracted.len());
    let lengths = [common, pair.gold.len(), pair.extracted.len()];
    let mut columns = Vec::new();
    for tokens in lengths {
        columns.push(length(tokens)?.into_datum());
    }
    columns.extend(datums(&scores));
    OneRow::new(fcinfo, &columns)
}

#[pg_extern(immutable, parallel_safe, strict, cost = 40000)]
fn goce_cosine(gold: Text, extracted: Text) -> Result<f64> {
    let pair = TokenPair::new(&gold, &extracted, Unit::Word).or_report()?;
    cosine(&pair).or_report()
}

#[pg_extern(
    immutable,
    parallel_safe,
    strict,
    cost = 40000,
    sql = r#"CREATE FUNCTION "goce_word_f1"("gold" text, "extracted" text, OUT "precision" double precision, OUT "recall" double precision, OUT "f1" double precision) IMMUTABLE STRICT PARALLEL SAFE COST 40000 LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';"#
)]
fn goce_word_f1(gold: Text, extracted: Text, fcinfo: pg_sys::FunctionCallInfo) -> Result<OneRow> {
    let pair = TokenPair::new(&gold, &extracted, Unit::Word).or_report()?;
    let scores = word_overlap(&pair).or_report()?;
    OneRow::new(fcinfo, &datums(&scores))
}

fn datums(scores: &Scores) -> [Option<pg_sys::Datum>; 3] {
    [scores.precision, scores.recall, scores.f1].map(IntoDatum::into_datum)
}
