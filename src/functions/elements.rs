//! `goce_links`, `goce_tables` and `goce_images`: what else stands on a page, as rows.

use pgrx::prelude::*;

use crate::TableIterator;
use crate::functions::compat::with_released;
use crate::functions::extraction::{Asked, Request};
use crate::server::arrays::Texts;
use crate::server::error::{OrReport, Result};
use crate::server::rows::rows;
use crate::server::text::Text;
use crate::server::values::JsonText;
use goce_core::memory::TryPush;
use goce_core::output::RenderError;
use goce_core::page::RowPaths;
use goce_rows::elements::{Images, Links, Tables};

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
        let Some(Asked { page, selection, .. }) = request(html, hidden).select()? else {
            return Ok(TableIterator::empty());
        };
        let mut links = Links::of(&page, &selection, url.as_deref()).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(rows(move |ord| {
            let Some(link) = links.next_link(&page)? else {
                return Ok::<_, RenderError>(None);
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
        let Some(Asked { page, selection, .. }) = request(html, hidden).select()? else {
            return Ok(TableIterator::empty());
        };
        let mut tables = Tables::of(&page, &selection).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(rows(move |ord| {
            let Some(table) = tables.next_table(&page)? else {
                return Ok::<_, RenderError>(None);
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
                table.objects.map(JsonText),
            )))
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
        let Some(Asked { page, selection, .. }) = request(html, hidden).select()? else {
            return Ok(TableIterator::empty());
        };
        let mut images = Images::of(&page, &selection, url.as_deref()).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(rows(move |ord| {
            let Some(image) = images.next_image(&page)? else {
                return Ok::<_, RenderError>(None);
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
        }))
    }
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
