//! `goce_links`, `goce_tables` and `goce_images`: what else stands on a page, as rows.

use pgrx::prelude::*;

use crate::arrays::Texts;
use crate::error::{OrReport, Result, raise};
use crate::extraction::{Asked, Request};
use crate::values::JsonText;
use crate::{TableIterator, Text, clock};
use goce_core::memory::TryPush;
use goce_core::output::RenderError;
use goce_core::page::RowPaths;
use goce_rows::elements::{Images, Links, Tables};

#[pg_extern(name = "goce_links", immutable, parallel_safe, cost = 1150000)]
fn goce_links_0_4(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    hidden: default!(Option<Text>, "'folded'"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(url, Option<Text>),
        name!(text, Option<Text>),
        name!(rel, Option<Text>),
        name!(title, Option<Text>),
        name!(region, Text),
        name!(is_content, bool),
        name!(heading_path, Texts),
        name!(context, Option<Text>),
        name!(xpath, Text),
    )>,
> {
    links(html, url, hidden)
}

/// The columns of `goce_links`, in their order.
pub type LinkRow = (i32, Option<Text>, Option<Text>, Option<Text>, Option<Text>, Text, bool, Texts, Option<Text>, Text);

/// Returns the rows of `goce_links`.
pub fn links(html: Option<Text>, url: Option<Text>, hidden: Option<Text>) -> Result<TableIterator<LinkRow>> {
    let Some(Asked { page, selection, .. }) = request(html, hidden).select()? else {
        return Ok(TableIterator::empty());
    };
    let mut links = Links::of(&page, &selection, url.as_deref()).or_report()?;
    let mut paths = RowPaths::of(&page);
    let next = move |ord| {
        let Some(link) = links.next_link(&page)? else {
            return Ok(None);
        };
        let heading_path = texts(link.headings.texts(&page, &mut paths)?)?;
        let xpath = paths.xpath(&page, link.element)?;
        Ok(Some((
            ord,
            link.url.map(Text::from),
            link.text.map(Text::from),
            link.rel.map(Text::from),
            link.title.map(Text::from),
            Text::from(link.region.name()),
            link.is_content,
            heading_path,
            link.context.map(Text::from),
            Text::from(xpath),
        )))
    };
    Ok(TableIterator::new(rows(next)))
}

#[pg_extern(name = "goce_tables", immutable, parallel_safe, cost = 850000)]
fn goce_tables_0_4(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    hidden: default!(Option<Text>, "'folded'"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(caption, Option<Text>),
        name!(header, Option<Texts>),
        name!(rows, JsonText),
        name!(is_data, bool),
        name!(is_content, bool),
        name!(heading_path, Texts),
        name!(xpath, Text),
    )>,
> {
    tables(html, url, hidden)
}

/// The columns of `goce_tables`, in their order.
pub type TableRow = (i32, Option<Text>, Option<Texts>, JsonText, bool, bool, Texts, Text);

/// Returns the rows of `goce_tables`.
pub fn tables(html: Option<Text>, url: Option<Text>, hidden: Option<Text>) -> Result<TableIterator<TableRow>> {
    // No part of a table is an address yet.
    let _ = url;
    let Some(Asked { page, selection, .. }) = request(html, hidden).select()? else {
        return Ok(TableIterator::empty());
    };
    let mut tables = Tables::of(&page, &selection).or_report()?;
    let mut paths = RowPaths::of(&page);
    let next = move |ord| {
        let Some(table) = tables.next_table(&page)? else {
            return Ok(None);
        };
        let heading_path = texts(table.headings.texts(&page, &mut paths)?)?;
        let xpath = paths.xpath(&page, table.element)?;
        Ok(Some((
            ord,
            table.caption.map(Text::from),
            table.header.map(texts).transpose()?,
            JsonText(table.rows),
            table.is_data,
            table.is_content,
            heading_path,
            Text::from(xpath),
        )))
    };
    Ok(TableIterator::new(rows(next)))
}

#[pg_extern(name = "goce_images", immutable, parallel_safe, cost = 1000000)]
fn goce_images_0_4(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    hidden: default!(Option<Text>, "'folded'"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(url, Text),
        name!(alt, Option<Text>),
        name!(caption, Option<Text>),
        name!(width, Option<i32>),
        name!(height, Option<i32>),
        name!(is_content, bool),
        name!(xpath, Text),
    )>,
> {
    images(html, url, hidden)
}

/// The columns of `goce_images`, in their order.
pub type ImageRow = (i32, Text, Option<Text>, Option<Text>, Option<i32>, Option<i32>, bool, Text);

/// Returns the rows of `goce_images`.
pub fn images(html: Option<Text>, url: Option<Text>, hidden: Option<Text>) -> Result<TableIterator<ImageRow>> {
    let Some(Asked { page, selection, .. }) = request(html, hidden).select()? else {
        return Ok(TableIterator::empty());
    };
    let mut images = Images::of(&page, &selection, url.as_deref()).or_report()?;
    let mut paths = RowPaths::of(&page);
    let next = move |ord| {
        let Some(image) = images.next_image(&page)? else {
            return Ok(None);
        };
        let xpath = paths.xpath(&page, image.element)?;
        Ok(Some((
            ord,
            Text::from(image.url),
            image.alt.map(Text::from),
            image.caption.map(Text::from),
            image.width,
            image.height,
            image.is_content,
            Text::from(xpath),
        )))
    };
    Ok(TableIterator::new(rows(next)))
}

/// Returns the request for what `auto` takes of a page.
fn request(html: Option<Text>, hidden: Option<Text>) -> Request<'static> {
    Request {
        hidden,
        ..Request::of(html)
    }
}

/// Returns texts as an array.
fn texts(texts: Vec<String>) -> Result<Texts, RenderError> {
    let mut array = Vec::new();
    array.try_extend(texts.into_iter().map(Text::from))?;
    Ok(Texts(array))
}

/// Returns rows that are made one by one, each by its number.
fn rows<T>(mut next: impl FnMut(i32) -> Result<Option<T>, RenderError>) -> impl Iterator<Item = T> {
    let mut ord = 0;
    clock::Rows::new(std::iter::from_fn(move || {
        // A page has fewer rows than bytes, and PostgreSQL bounds those to 2³⁰.
        ord += 1;
        next(ord).unwrap_or_else(|error| raise(error))
    }))
}
