//! `goce_compare`: the paper's Table 2 over the rows of a query.

use pgrx::prelude::*;
use pgrx::spi::{SpiCursor, SpiTupleTable};
use pgrx::{PgMemoryContexts, pg_sys};

use super::error::{Refusal, Result, internal};
use super::{Text, parse, tick};
use crate::evaluate::{PageScores, PageSums, Unit};
use crate::extract::Method;
use crate::genre::Genre;
use crate::page::Page;
use crate::render;

/// Rows fetched at a time: pages are large.
const BATCH: i64 = 16;

/// A column of the table: a method, by detected genre or, for `oracle`, by the given one.
#[derive(Clone, Copy)]
enum Compared {
    Method(Method),
    Oracle,
}

impl Compared {
    fn name(self) -> &'static str {
        match self {
            Compared::Method(method) => method.name(),
            Compared::Oracle => "oracle",
        }
    }
}

/// The methods to compare, all if none are named.
fn compared(names: Option<Vec<Option<String>>>) -> Result<Vec<Compared>> {
    let Some(names) = names else {
        let order = [
            Method::Default,
            Method::Article,
            Method::ListView,
            Method::Goce,
        ];
        let table_2 = order.into_iter().map(Compared::Method);
        let rest = [
            Compared::Oracle,
            Compared::Method(Method::Web2Text),
            Compared::Method(Method::Auto),
        ];
        return Ok(table_2.chain(rest).collect());
    };
    let parse = |name: Option<String>| {
        let name = name.ok_or(Refusal::NullMethod)?;
        if name == "oracle" {
            return Ok(Compared::Oracle);
        }
        match name.parse() {
            Ok(method) => Ok(Compared::Method(method)),
            Err(_) => Err(Refusal::UnknownComparedMethod(name).into()),
        }
    };
    names.into_iter().map(parse).collect()
}

/// The subsets of Table 2. A page belongs to that of its genre, if it has one, and to all.
const SUBSETS: [&str; 3] = ["article", "list-view", "all"];

#[pg_extern(volatile, parallel_unsafe, cost = 1000000)]
#[allow(clippy::type_complexity)]
fn goce_compare(
    query: Option<Text>,
    methods: default!(Option<Vec<Option<String>>>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(subset, Text),
            name!(method, Text),
            name!(pages, i64),
            name!(cosine, Option<f64>),
            name!(precision, Option<f64>),
            name!(recall, Option<f64>),
            name!(f1, Option<f64>),
            name!(page_f1, Option<f64>),
            name!(word_f1, Option<f64>),
        ),
    >,
> {
    let query = query.ok_or(Refusal::NullQuery)?;
    let methods = compared(methods)?;
    // As a subquery it can only read, and bare strings become text. The line break ends a comment.
    let query = format!(
        "SELECT page.* FROM ({}\n) AS page",
        query.trim_end().trim_end_matches(';')
    );
    let mut sums = vec![[PageSums::default(); SUBSETS.len()]; methods.len()];
    Spi::connect(|client| {
        let mut cursor = client.open_cursor(query.as_str(), &[]);
        while add_batch(&mut cursor, &methods, &mut sums)? {}
        Ok::<_, pg_sys::panic::ErrorReport>(())
    })?;
    let mut rows = Vec::new();
    for (subset, name) in SUBSETS.iter().enumerate() {
        for (method, sums) in methods.iter().zip(&sums) {
            let scores = sums[subset].scores();
            rows.push((
                Text::from(*name),
                Text::from(method.name()),
                scores.pages,
                scores.cosine,
                scores.precision,
                scores.recall,
                scores.f1,
                scores.page_f1,
                scores.word_f1,
            ));
        }
    }
    Ok(TableIterator::new(rows))
}

/// Scores the next rows of the query; whether there were any.
fn add_batch(
    cursor: &mut SpiCursor<'_>,
    methods: &[Compared],
    sums: &mut [[PageSums; SUBSETS.len()]],
) -> Result<bool> {
    let mut table = cursor.fetch(BATCH).map_err(internal)?;
    check_columns(&table)?;
    let any = !table.is_empty();
    // One context a batch, so that pages don't pile up until the query ends.
    let mut context = PgMemoryContexts::new("goce_compare batch");
    while table.next().is_some() {
        // SAFETY: nothing allocated inside is used after the context is gone.
        unsafe { context.switch_to(|_| add_row(&table, methods, sums)) }?;
    }
    // SAFETY: the table just read; pgrx leaves it to the end of the SPI connection otherwise.
    unsafe { pg_sys::SPI_freetuptable(pg_sys::SPI_tuptable) };
    Ok(any)
}

/// Whether the query returns three columns that are stored as text is.
fn check_columns(table: &SpiTupleTable<'_>) -> Result<()> {
    let textual = [pg_sys::TEXTOID, pg_sys::VARCHAROID, pg_sys::BPCHAROID];
    let columns = table.columns().map_err(internal)?;
    for ordinal in 1..=columns {
        let column_type = table.column_type_oid(ordinal).map_err(internal)?;
        if columns != 3 || !textual.contains(&column_type.value()) {
            return Err(Refusal::ComparedColumns.into());
        }
    }
    Ok(())
}

fn add_row(
    table: &SpiTupleTable<'_>,
    methods: &[Compared],
    sums: &mut [[PageSums; SUBSETS.len()]],
) -> Result<()> {
    let column = |ordinal| -> Result<Option<Text>> {
        let datum = table.get_datum_by_ordinal(ordinal).map_err(internal)?;
        // SAFETY: the column is stored as text, by `check_columns`.
        Ok(datum.and_then(|datum| unsafe { Text::from_datum(datum, false) }))
    };
    let Some(gold) = column(2)? else {
        return Ok(());
    };
    let genre: Option<Genre> = column(3)?.as_deref().map(str::parse).transpose()?;
    let page = column(1)?.map(|html| parse(&html)).transpose()?;
    for (method, sums) in methods.iter().zip(sums) {
        let extract = |page: &Page| {
            let selection = match method {
                Compared::Method(method) => method.select(page, None, &mut tick),
                Compared::Oracle => {
                    Method::Goce.select(page, genre.map(Genre::p_list_view), &mut tick)
                }
            };
            render::text(page, &selection)
        };
        let extracted = page.as_ref().and_then(extract).unwrap_or_default();
        let scores = PageScores::new(&gold, &extracted, Unit::Word, &mut tick);
        for (subset, sums) in SUBSETS.iter().zip(sums.iter_mut()) {
            if *subset == "all" || genre.is_some_and(|genre| genre.name() == *subset) {
                sums.add(&scores);
            }
        }
    }
    Ok(())
}
