//! `goce_links`, `goce_tables` and `goce_images`: what else stands on a page, as rows.

use crate::functions::compat::with_released;
use crate::functions::extraction::{Asked, Request};
use crate::functions::prelude::*;
use goce_rows::elements::{Image, Images, Link, Links, Table, Tables};

with_released! {
    #[pg_extern(name = "goce_links", immutable, parallel_safe, cost = 1150000)]
    fn goce_links_0_4, goce_links(html, url: Option<Text> = "NULL"; hidden) -> Result<
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
        let Some(Asked { page, selection, .. }) = Request::of(html, hidden).select()? else {
            return Ok(TableIterator::empty());
        };
        let mut links = Links::of(&page, &selection, url.as_deref()).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(rows(move |ord| {
            let row = |link: Link| {
                row!(
                    ord,
                    link.url,
                    link.text,
                    link.rel,
                    link.title,
                    link.region.name(),
                    link.is_content,
                    link.headings.texts(&page, &mut paths)?,
                    link.context,
                    paths.xpath(&page, link.element)?,
                )
            };
            links.next_link(&page)?.map(row).transpose()
        }))
    }
}

with_released! {
    #[pg_extern(name = "goce_tables", immutable, parallel_safe, cost = 850000)]
    fn goce_tables_0_4, goce_tables(html, url: Option<Text> = "NULL"; hidden) -> Result<
        TableIterator<(
            name!(ord, i32),
            name!(caption, Option<Text>),
            name!(header, Option<Texts>),
            name!(rows, JsonText),
            name!(is_data, bool),
            name!(is_content, bool),
            name!(heading_path, Texts),
            name!(xpath, Text),
            name!(objects, Option<JsonText>),
        )>,
    > {
        // No part of a table is an address yet. Declarations of 0.3.0 have no last column, and PostgreSQL reads none.
        let _ = url;
        let Some(Asked { page, selection, .. }) = Request::of(html, hidden).select()? else {
            return Ok(TableIterator::empty());
        };
        let mut tables = Tables::of(&page, &selection).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(rows(move |ord| {
            let row = |table: Table| {
                row!(
                    ord,
                    table.caption,
                    table.header,
                    JsonText(table.rows),
                    table.is_data,
                    table.is_content,
                    table.headings.texts(&page, &mut paths)?,
                    paths.xpath(&page, table.element)?,
                    table.objects.map(JsonText),
                )
            };
            tables.next_table(&page)?.map(row).transpose()
        }))
    }
}

with_released! {
    #[pg_extern(name = "goce_images", immutable, parallel_safe, cost = 1000000)]
    fn goce_images_0_4, goce_images(html, url: Option<Text> = "NULL"; hidden) -> Result<
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
        let Some(Asked { page, selection, .. }) = Request::of(html, hidden).select()? else {
            return Ok(TableIterator::empty());
        };
        let mut images = Images::of(&page, &selection, url.as_deref()).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(rows(move |ord| {
            let row = |image: Image| {
                let xpath = paths.xpath(&page, image.element)?;
                row!(ord, image.url, image.alt, image.caption, image.width, image.height, image.is_content, xpath)
            };
            images.next_image(&page)?.map(row).transpose()
        }))
    }
}
