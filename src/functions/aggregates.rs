//! `goce_lcs_eval`, `goce_genre_eval` and `goce_region_accuracy`: means and counts over pages.
//!
//! Their state is a `bigint[]`, so that distributed engines ship it as it is. Its integers add exactly: any division of
//! the rows gives the same bits.

use crate::functions::prelude::*;
use crate::server::arrays::{self, Integers};
use crate::server::composite::{GenreEvalScores, LcsScores, scores_row};
use crate::server::error::Report;
use goce_core::evaluate::{EvaluateError, GenreCounts, PageScores, PageSums, RegionSums, Sums, Unit, region_accuracy};

type State = Option<arrays::State>;

/// The state of an aggregate, with the name of the aggregate.
trait Aggregate: Sums {
    const NAME: &'static str;
}

macro_rules! aggregate {
    ($($sums:ty => $name:literal;)*) => {
        $(impl Aggregate for $sums {
            const NAME: &'static str = $name;
        })*
    };
}

aggregate! {
    PageSums => "goce_lcs_eval";
    GenreCounts => "goce_genre_eval";
    RegionSums => "goce_region_accuracy";
}

/// Reads a state, and refuses one that the aggregate cannot have made.
fn read<S: Aggregate>(state: State) -> Result<S> {
    let array = state.and_then(|state| state.integers());
    // More pages than an aggregate can count: at a nanosecond each they take 36 years. Counts below it can be added to
    // each other, and doubled, without wrapping around.
    array
        .filter(|array| array.first().is_some_and(|pages| *pages <= 1 << 60))
        .and_then(|array| S::from_array(&array))
        .ok_or_else(|| Refusal::AggregateState(S::NAME).into())
}

/// Returns the result of counting pages. Only a state that a user made up has too many of them.
fn counted<S: Aggregate, T>(result: std::result::Result<T, EvaluateError>) -> Result<T> {
    result.map_err(|error| match error {
        EvaluateError::TooManyPages => Refusal::AggregateState(S::NAME).into(),
        error => error.report(),
    })
}

fn accumulate<S: Aggregate>(
    state: State,
    add: impl FnOnce(&mut S) -> std::result::Result<(), EvaluateError>,
) -> Result<Vec<i64>> {
    let mut sums = read(state)?;
    counted::<S, _>(add(&mut sums))?;
    Ok(sums.to_array())
}

fn combine<S: Aggregate>(state: State, other: State) -> Result<Vec<i64>> {
    let merged = read::<S>(state)?.merge(&read(other)?);
    Ok(counted::<S, _>(merged)?.to_array())
}

#[pg_extern(immutable, parallel_safe, cost = 80000)]
fn goce_lcs_eval_accum(state: State, gold: Option<Text>, extracted: Option<Text>) -> Result<Vec<i64>> {
    add_page(state, gold, extracted, Unit::Word)
}

#[pg_extern(immutable, parallel_safe, cost = 80000, name = "goce_lcs_eval_accum")]
fn goce_lcs_eval_accum_unit(
    state: State,
    gold: Option<Text>,
    extracted: Option<Text>,
    unit: Option<Text>,
) -> Result<Vec<i64>> {
    let unit = named(unit.as_ref())?;
    add_page(state, gold, extracted, unit.unwrap_or(Unit::Word))
}

fn add_page(state: State, gold: Option<Text>, extracted: Option<Text>, unit: Unit) -> Result<Vec<i64>> {
    accumulate(state, |sums: &mut PageSums| match gold {
        None => Ok(()),
        Some(gold) => {
            let extracted = extracted.as_deref().unwrap_or("");
            sums.add(&PageScores::new(&gold, extracted, unit)?)
        }
    })
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_lcs_eval_combine(state: State, other: State) -> Result<Vec<i64>> {
    combine::<PageSums>(state, other)
}

#[pg_extern(immutable, parallel_safe)]
fn goce_genre_eval_accum(state: State, gold: Option<Text>, predicted: Option<Text>) -> Result<Vec<i64>> {
    goce_genre_eval_accum_positive(state, gold, predicted, None)
}

#[pg_extern(immutable, parallel_safe, name = "goce_genre_eval_accum")]
fn goce_genre_eval_accum_positive(
    state: State,
    gold: Option<Text>,
    predicted: Option<Text>,
    positive: Option<Text>,
) -> Result<Vec<i64>> {
    accumulate(state, |counts: &mut GenreCounts| match gold {
        None => Ok(()),
        Some(gold) => {
            let positive = positive.as_deref().unwrap_or("list-view");
            counts.add(&gold, predicted.as_deref(), positive)
        }
    })
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_genre_eval_combine(state: State, other: State) -> Result<Vec<i64>> {
    combine::<GenreCounts>(state, other)
}

#[pg_extern(immutable, parallel_safe)]
fn goce_region_accuracy_accum(state: State, actual: Option<Integers>, detected: Option<Integers>) -> Result<Vec<i64>> {
    accumulate(state, |sums: &mut RegionSums| match actual {
        None => Ok(()),
        Some(actual) => {
            // NULL: nothing was detected on the page.
            let detected = detected.map_or_else(Vec::new, |detected| detected.0);
            sums.add([region_accuracy(&actual.0, &detected)?])
        }
    })
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_region_accuracy_combine(state: State, other: State) -> Result<Vec<i64>> {
    combine::<RegionSums>(state, other)
}

#[pg_extern(immutable, parallel_safe, strict)]
fn goce_region_accuracy_final(state: State) -> Result<Option<f64>> {
    let [mean] = read::<RegionSums>(state)?.means();
    Ok(mean)
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
fn goce_lcs_eval_final(state: State, fcinfo: pg_sys::FunctionCallInfo) -> Result<LcsScores> {
    let scores = read::<PageSums>(state)?.scores();
    let means = [
        scores.precision,
        scores.recall,
        scores.f1,
        scores.page_f1,
        scores.cosine,
        scores.word_f1,
    ];
    LcsScores::new(fcinfo, &scores_row(scores.pages, &means))
}

#[pg_extern(immutable, parallel_safe, strict, requires = ["score_types"])]
fn goce_genre_eval_final(state: State, fcinfo: pg_sys::FunctionCallInfo) -> Result<GenreEvalScores> {
    let scores = read::<GenreCounts>(state)?.scores();
    let means = [scores.accuracy, scores.precision, scores.recall, scores.f1];
    GenreEvalScores::new(fcinfo, &scores_row(scores.pages, &means))
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
