//! `goce_lcs_eval`, `goce_genre_eval` and `goce_region_accuracy`: means and counts over pages.
//!
//! Their state is a `bigint[]`, neither `internal` nor a type of our own, so that distributed
//! engines ship it as it is. Its integers add exactly, so any division of the rows gives the
//! same bits.

use pgrx::heap_tuple::PgHeapTuple;
use pgrx::prelude::*;
use pgrx::{AllocatedByRust, pg_sys};

use super::error::{Refusal, Result, internal};
use super::{Text, tick};
use crate::evaluate::{
    EvaluateError, GenreCounts, PageScores, PageSums, RegionSums, Unit, region_accuracy,
};

/// A state as SQL passes it.
type State = Option<Vec<Option<i64>>>;

/// A state without NULLs, read by `from_array`; anything else was not made by the aggregate.
fn read<T>(
    state: State,
    aggregate: &'static str,
    from_array: fn(&[i64]) -> Option<T>,
) -> Result<T> {
    let array: Option<Vec<i64>> = state.and_then(|state| state.into_iter().collect());
    array
        .and_then(|array| from_array(&array))
        .ok_or_else(|| Refusal::AggregateState(aggregate).into())
}

/// No aggregate sees as many pages as cannot be counted: their number came with a state that was made
/// up.
fn counted<T>(result: std::result::Result<T, EvaluateError>, aggregate: &'static str) -> Result<T> {
    result.map_err(|error| match error {
        EvaluateError::TooManyPages => Refusal::AggregateState(aggregate).into(),
        error => error.into(),
    })
}

fn page_sums(state: State) -> Result<PageSums> {
    read(state, "goce_lcs_eval", PageSums::from_array)
}

fn genre_counts(state: State) -> Result<GenreCounts> {
    read(state, "goce_genre_eval", GenreCounts::from_array)
}

#[pg_extern(immutable, parallel_safe, cost = 80000)]
fn goce_lcs_eval_accum(
    state: State,
    gold: Option<Text>,
    extracted: Option<Text>,
) -> Result<Vec<i64>> {
    add_page(state, gold, extracted, Unit::Word)
}

#[pg_extern(immutable, parallel_safe, cost = 80000, name = "goce_lcs_eval_accum")]
fn goce_lcs_eval_accum_unit(
    state: State,
    gold: Option<Text>,
    extracted: Option<Text>,
    unit: Option<Text>,
) -> Result<Vec<i64>> {
    let unit = unit.as_deref().unwrap_or("word").parse()?;
    add_page(state, gold, extracted, unit)
}

fn add_page(
    state: State,
    gold: Option<Text>,
    extracted: Option<Text>,
    unit: Unit,
) -> Result<Vec<i64>> {
    let mut sums = page_sums(state)?;
    let Some(gold) = gold else {
        return Ok(sums.to_array().to_vec());
    };
    let extracted = extracted.as_deref().unwrap_or("");
    let scores = PageScores::new(&gold, extracted, unit, &mut tick)?;
    counted(sums.add(&scores), "goce_lcs_eval")?;
    Ok(sums.to_array().to_vec())
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_lcs_eval_combine(state: State, other: State) -> Result<Vec<i64>> {
    let sums = page_sums(state)?.merge(&page_sums(other)?);
    let sums = counted(sums, "goce_lcs_eval")?;
    Ok(sums.to_array().to_vec())
}

#[pg_extern(immutable, parallel_safe)]
fn goce_genre_eval_accum(
    state: State,
    gold: Option<Text>,
    predicted: Option<Text>,
) -> Result<Vec<i64>> {
    add_prediction(state, gold, predicted, None)
}

#[pg_extern(immutable, parallel_safe, name = "goce_genre_eval_accum")]
fn goce_genre_eval_accum_positive(
    state: State,
    gold: Option<Text>,
    predicted: Option<Text>,
    positive: Option<Text>,
) -> Result<Vec<i64>> {
    add_prediction(state, gold, predicted, positive)
}

fn add_prediction(
    state: State,
    gold: Option<Text>,
    predicted: Option<Text>,
    positive: Option<Text>,
) -> Result<Vec<i64>> {
    let mut counts = genre_counts(state)?;
    let Some(gold) = gold else {
        return Ok(counts.to_array().to_vec());
    };
    let positive = positive.as_deref().unwrap_or("list-view");
    let added = counts.add(&gold, predicted.as_deref(), positive);
    counted(added, "goce_genre_eval")?;
    Ok(counts.to_array().to_vec())
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_genre_eval_combine(state: State, other: State) -> Result<Vec<i64>> {
    let counts = genre_counts(state)?.merge(&genre_counts(other)?);
    let counts = counted(counts, "goce_genre_eval")?;
    Ok(counts.to_array().to_vec())
}

fn region_sums(state: State) -> Result<RegionSums> {
    read(state, "goce_region_accuracy", RegionSums::from_array)
}

#[pg_extern(immutable, parallel_safe)]
fn goce_region_accuracy_accum(
    state: State,
    actual: Option<Vec<Option<i32>>>,
    detected: Option<Vec<Option<i32>>>,
) -> Result<Vec<i64>> {
    let mut sums = region_sums(state)?;
    let Some(actual) = actual else {
        return Ok(sums.to_array().to_vec());
    };
    let accuracy = region_accuracy(&actual, &detected.unwrap_or_default(), &mut tick)?;
    counted(sums.add(accuracy), "goce_region_accuracy")?;
    Ok(sums.to_array().to_vec())
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_region_accuracy_combine(state: State, other: State) -> Result<Vec<i64>> {
    let sums = region_sums(state)?.merge(&region_sums(other)?);
    let sums = counted(sums, "goce_region_accuracy")?;
    Ok(sums.to_array().to_vec())
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_region_accuracy_final(state: State) -> Result<Option<f64>> {
    Ok(region_sums(state)?.mean())
}

/// A row of the composite type that the called function is declared to return. By its OID: a
/// look-up by name would depend on the search path.
fn result_row<'a>(fcinfo: pg_sys::FunctionCallInfo) -> Result<PgHeapTuple<'a, AllocatedByRust>> {
    // SAFETY: PostgreSQL calls with a valid call info whose function is in the catalog.
    let row_type = unsafe { pg_sys::get_func_rettype((*(*fcinfo).flinfo).fn_oid) };
    PgHeapTuple::new_composite_type_by_oid(row_type).map_err(internal)
}

extension_sql!(
    r#"
CREATE TYPE goce_lcs_scores AS (
    pages bigint, precision float8, recall float8, f1 float8,
    page_f1 float8, cosine float8, word_f1 float8
);
CREATE TYPE goce_genre_eval_scores AS (
    pages bigint, accuracy float8, precision float8, recall float8, f1 float8
);
"#,
    name = "score_types"
);

#[pg_extern(immutable, parallel_safe, strict, requires = ["score_types"])]
fn goce_lcs_eval_final(
    state: State,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<pgrx::composite_type!('static, "goce_lcs_scores")> {
    let scores = page_sums(state)?.scores();
    let mut row = result_row(fcinfo)?;
    row.set_by_name("pages", scores.pages).map_err(internal)?;
    for (column, value) in [
        ("precision", scores.precision),
        ("recall", scores.recall),
        ("f1", scores.f1),
        ("page_f1", scores.page_f1),
        ("cosine", scores.cosine),
        ("word_f1", scores.word_f1),
    ] {
        row.set_by_name(column, value).map_err(internal)?;
    }
    Ok(row)
}

#[pg_extern(immutable, parallel_safe, strict, requires = ["score_types"])]
fn goce_genre_eval_final(
    state: State,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<pgrx::composite_type!('static, "goce_genre_eval_scores")> {
    let scores = genre_counts(state)?.scores();
    let mut row = result_row(fcinfo)?;
    row.set_by_name("pages", scores.pages).map_err(internal)?;
    for (column, value) in [
        ("accuracy", scores.accuracy),
        ("precision", scores.precision),
        ("recall", scores.recall),
        ("f1", scores.f1),
    ] {
        row.set_by_name(column, value).map_err(internal)?;
    }
    Ok(row)
}

extension_sql!(
    r#"
CREATE AGGREGATE goce_lcs_eval(gold text, extracted text) (
    SFUNC = goce_lcs_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0}',
    COMBINEFUNC = goce_lcs_eval_combine, FINALFUNC = goce_lcs_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_lcs_eval(gold text, extracted text, unit text) (
    SFUNC = goce_lcs_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0}',
    COMBINEFUNC = goce_lcs_eval_combine, FINALFUNC = goce_lcs_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_genre_eval(gold text, predicted text) (
    SFUNC = goce_genre_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0}',
    COMBINEFUNC = goce_genre_eval_combine, FINALFUNC = goce_genre_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_genre_eval(gold text, predicted text, positive text) (
    SFUNC = goce_genre_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0}',
    COMBINEFUNC = goce_genre_eval_combine, FINALFUNC = goce_genre_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_region_accuracy(actual int[], detected int[]) (
    SFUNC = goce_region_accuracy_accum, STYPE = bigint[], INITCOND = '{0,0,0}',
    COMBINEFUNC = goce_region_accuracy_combine, FINALFUNC = goce_region_accuracy_final, PARALLEL = SAFE
);
"#,
    name = "aggregates",
    requires = [
        goce_lcs_eval_accum,
        goce_lcs_eval_accum_unit,
        goce_lcs_eval_combine,
        goce_lcs_eval_final,
        goce_genre_eval_accum,
        goce_genre_eval_accum_positive,
        goce_genre_eval_combine,
        goce_genre_eval_final,
        goce_region_accuracy_accum,
        goce_region_accuracy_combine,
        goce_region_accuracy_final
    ]
);
