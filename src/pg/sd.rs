//! `goce_sd`, `goce_sd_kind` and `goce_sd_fit`: the SD algorithm.

use std::time::Duration;

use pgrx::PgLogLevel;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::error::{Refusal, Result, raise};
use super::rows::{self, Columns};
use super::text::Query;
use super::{Text, clock, parse, tick};
use crate::extract::sd::{self, Fit, Fitted, Found, Kind, Thresholds};
use crate::page::{Page, XPaths};
use crate::render;

#[pg_extern(immutable, parallel_safe, cost = 700000)]
fn goce_sd_kind(
    html: Option<Text>,
    t1: default!(Option<f64>, "NULL"),
    t2: default!(Option<f64>, "NULL"),
) -> Result<Option<Text>> {
    // Checked even where the page is NULL, so that a wrong threshold does not hide behind NULLs.
    let thresholds = Thresholds::new(t1, t2)?;
    let Some(html) = html else {
        return Ok(None);
    };
    let kind = sd::page_kind(&parse(&html)?, thresholds, &mut tick)?;
    Ok(kind.map(|kind| Text::from(kind.name())))
}

#[pg_extern(immutable, parallel_safe, cost = 700000)]
#[allow(clippy::type_complexity)]
fn goce_sd(
    html: Option<Text>,
    t1: default!(Option<f64>, "NULL"),
    t2: default!(Option<f64>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(ord, i32),
            name!(role, Text),
            name!(xpath, Text),
            name!(density, i32),
            name!(text, Text),
        ),
    >,
> {
    let thresholds = Thresholds::new(t1, t2)?;
    let page = html.map(|html| parse(&html)).transpose()?;
    let rows = page.map(|page| -> Result<RegionRows> {
        Ok(RegionRows {
            found: sd::find(&page, thresholds, &mut tick)?.into_iter(),
            page,
            xpaths: XPaths::default(),
            ord: 0,
            spent: clock::spent(),
        })
    });
    let rows = rows.transpose()?;
    Ok(TableIterator::new(rows.into_iter().flatten()))
}

/// The rows of `goce_sd`, made one by one: PostgreSQL keeps them, and spills them to disk.
struct RegionRows {
    page: Page,
    found: std::vec::IntoIter<Found>,
    xpaths: XPaths,
    ord: i32,
    /// The time that the page has taken so far.
    spent: Duration,
}

impl Iterator for RegionRows {
    type Item = (i32, Text, Text, i32, Text);

    fn next(&mut self) -> Option<Self::Item> {
        clock::resume(self.spent);
        tick();
        let found = self.found.next()?;
        // There are fewer regions and characters than bytes of a page, which PostgreSQL bounds to 2³⁰.
        self.ord += 1;
        let density = found.density as i32;
        let xpath = self
            .page
            .xpath(found.element, &mut self.xpaths, &mut tick)
            .unwrap_or_else(|error| raise(error));
        let text = match render::text(&self.page, &found.selection, &mut tick) {
            // A region without text has an empty one.
            Ok(text) => text.unwrap_or_default(),
            Err(error) => {
                ErrorReport::from(error).report(PgLogLevel::ERROR);
                return None;
            }
        };
        self.spent = clock::spent();
        Some((
            self.ord,
            Text::from(found.role.name()),
            Text::from(xpath),
            density,
            Text::from(text),
        ))
    }
}

/// The rows that `goce_sd_fit` learns from: HTML, kind.
const COLUMNS: Columns = Columns {
    count: 2,
    refusal: || Refusal::FittedColumns,
};

#[pg_extern(volatile, parallel_unsafe, cost = 1000000)]
#[allow(clippy::type_complexity)]
fn goce_sd_fit(
    query: Option<Query>,
) -> Result<
    TableIterator<
        'static,
        (
            name!(t1, Option<f64>),
            name!(t2, Option<f64>),
            name!(precision, Option<f64>),
        ),
    >,
> {
    let query = query.ok_or(Refusal::NullQuery)?;
    let mut fit = Fit::default();
    rows::for_each(&query, &COLUMNS, &mut |row| {
        let kind: Option<Kind> = row
            .column(2)?
            .as_ref()
            .map(Text::name)
            .map(str::parse)
            .transpose()?;
        if let Some(kind) = kind {
            let page = row.column(1)?.map(|html| parse(&html)).transpose()?;
            fit.add(page.as_ref(), kind, &mut tick)?;
        }
        Ok(())
    })?;
    let fitted: Option<Fitted> = fit.best();
    Ok(TableIterator::once((
        fitted.map(|fitted| fitted.thresholds.t1()),
        fitted.map(|fitted| fitted.thresholds.t2()),
        fitted.map(|fitted| fitted.precision),
    )))
}
