//! `goce_diff`: what has changed in the content between two versions of a page.

use crate::functions::extraction::Request;
use crate::functions::prelude::*;
use goce_core::page::Page;
use goce_rows::diff::{Diff, Version};

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
    let (Some(old), Some(new)) = (Request::of(Some(old), None).select()?, Request::of(Some(new), None).select()?)
    else {
        return Ok(TableIterator::empty());
    };
    let diff = Diff::of((&old.page, &old.selection), (&new.page, &new.selection)).or_report()?;
    let (old, new) = (old.page, new.page);
    let mut paths = (RowPaths::of(&old), RowPaths::of(&new));
    Ok(row_each(0..diff.changes().len(), move |_, index| {
        let change = &diff.changes()[index];
        let (was, is) = (diff.old_version(&old, change), diff.new_version(&new, change));
        let path = headings(diff.heading_path(&old, &new, change), &mut paths.1)?;
        let xpath = |page: &Page, version: &Option<Version<'_>>, paths: &mut RowPaths| {
            let element = version.as_ref().and_then(|version| version.element);
            element.map(|element| paths.xpath(page, element)).transpose()
        };
        let old_xpath = xpath(&old, &was, &mut paths.0)?;
        let new_xpath = xpath(&new, &is, &mut paths.1)?;
        let [old_text, new_text] = [was, is].map(|version| version.map(|version| version.text));
        row!(change.op.sign(), old_xpath, new_xpath, path, old_text, new_text)
    }))
}
