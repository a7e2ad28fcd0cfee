//! `goce_sd`, `goce_sd_kind` and `goce_sd_fit`: the SD algorithm.

use crate::functions::prelude::*;
use crate::server::query_rows;
use crate::server::text::Query;
use goce_core::render;
use goce_papers::sd::{self, FittedThresholds, PageKind, ThresholdFit, Thresholds};

#[pg_extern(immutable, parallel_safe, cost = 700000)]
fn goce_sd_kind(
    html: Option<Text>,
    t1: default!(Option<f64>, "NULL"),
    t2: default!(Option<f64>, "NULL"),
) -> Result<Option<Text>> {
    // Checked before the page, so that a wrong threshold does not hide behind NULLs.
    let thresholds = Thresholds::new(t1, t2).or_report()?;
    let Some(html) = html else {
        return Ok(None);
    };
    let page = parse(&html)?;
    let kind = sd::page_kind(&page, thresholds).or_report()?;
    Ok(kind.map(|kind| Text::from(kind.name())))
}

#[pg_extern(immutable, parallel_safe, cost = 700000)]
fn goce_sd(
    html: Option<Text>,
    t1: default!(Option<f64>, "NULL"),
    t2: default!(Option<f64>, "NULL"),
) -> Result<
    TableIterator<(name!(ord, i32), name!(role, Text), name!(xpath, Text), name!(density, i32), name!(text, Text))>,
> {
    let thresholds = Thresholds::new(t1, t2).or_report()?;
    let Some(html) = html else {
        return Ok(TableIterator::empty());
    };
    let page = parse(&html)?;
    let found = sd::find(&page, thresholds).or_report()?;
    let mut paths = RowPaths::of(&page);
    Ok(row_each(found, move |ord, found| {
        let text = render::text(&page, &found.selection)?.unwrap_or_default();
        // A page has fewer characters than bytes, and PostgreSQL bounds those to 2³⁰.
        let density = found.density as i32;
        row!(ord, found.role.name(), paths.xpath(&page, found.element)?, density, text)
    }))
}

#[pg_extern(volatile, parallel_unsafe, cost = 1000000)]
fn goce_sd_fit(
    query: Option<Query>,
) -> Result<TableIterator<(name!(t1, Option<f64>), name!(t2, Option<f64>), name!(precision, Option<f64>))>> {
    let query = query.ok_or(Refusal::Null("query"))?;
    let mut fit = ThresholdFit::default();
    query_rows::for_each(&query, &["html", "kind"], 0, &mut |row| {
        if let Some(kind) = named::<PageKind>(row.column(2)?.as_ref())? {
            let page = row.column(1)?.map(|html| parse_once(&html)).transpose()?;
            fit.add(page.as_ref(), kind).or_report()?;
        }
        Ok(())
    })?;
    let fitted: Option<FittedThresholds> = fit.best();
    Ok(TableIterator::once((
        fitted.map(|fitted| fitted.thresholds.t1()),
        fitted.map(|fitted| fitted.thresholds.t2()),
        fitted.map(|fitted| fitted.precision),
    )))
}
