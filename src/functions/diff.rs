//! `goce_diff`: what has changed in the content between two versions of a page.

use pgrx::prelude::*;

use crate::TableIterator;
use crate::functions::extraction::Request;
use crate::server::arrays::Texts;
use crate::server::error::{OrReport, Result};
use crate::server::rows::row_each;
use crate::server::text::Text;
use goce_core::memory::TryPush;
use goce_core::output::RenderError;
use goce_core::page::{Page, RowPaths};
use goce_rows::diff::{Change, Diff, Version};

#[pg_extern(immutable, parallel_safe, cost = 1750000)]
fn goce_diff(
    old_html: Option<Text>,
    new_html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
) -> Result<
    TableIterator<(
        name!(op, Text),
        name!(old_xpath, Option<Text>),
        name!(new_xpath, Option<Text>),
        name!(heading_path, Texts),
        name!(old_text, Option<Text>),
        name!(new_text, Option<Text>),
    )>,
> {
    // No column is an address yet.
    let _ = url;
    let (Some(old), Some(new)) = (old_html, new_html) else {
        return Ok(TableIterator::empty());
    };
    if *old == *new {
        // Archives have most pages many times.
        return Ok(TableIterator::empty());
    }
    let (Some(old), Some(new)) = (Request::of(Some(old)).select()?, Request::of(Some(new)).select()?) else {
        return Ok(TableIterator::empty());
    };
    let diff = Diff::of((&old.page, &old.selection), (&new.page, &new.selection)).or_report()?;
    let (old, new) = (old.page, new.page);
    let mut paths = (RowPaths::of(&old), RowPaths::of(&new));
    Ok(row_each(0..diff.changes().len(), move |_, index| {
        row(&old, &new, &diff, &diff.changes()[index], &mut paths)
    }))
}

type Row = (Text, Option<Text>, Option<Text>, Texts, Option<Text>, Option<Text>);

fn row(
    old: &Page,
    new: &Page,
    diff: &Diff,
    change: &Change,
    (old_paths, new_paths): &mut (RowPaths, RowPaths),
) -> Result<Row, RenderError> {
    let (was, is) = (diff.old_version(old, change), diff.new_version(new, change));
    let mut path = Vec::new();
    for heading in diff.heading_path(old, new, change) {
        new_paths.spend(heading.len())?;
        path.try_push(Text::copy(heading)?)?;
    }
    let xpath = |page: &Page, version: Option<Version<'_>>, paths: &mut RowPaths| -> Result<_, RenderError> {
        let element = version.and_then(|version| version.element);
        element.map(|element| paths.xpath(page, element).map(Text::from)).transpose()
    };
    let text = |version: Option<Version<'_>>| version.map(|version| Text::copy(version.text)).transpose();
    Ok((
        change.op.sign().into(),
        xpath(old, was, old_paths)?,
        xpath(new, is, new_paths)?,
        Texts(path),
        text(was)?,
        text(is)?,
    ))
}
