//! `goce_items` and `goce_posts`: lists and threads as rows.

use pgrx::prelude::*;

use super::error::Result;
use super::{Text, parse, tick};
use crate::lists;

#[pg_extern(immutable, parallel_safe, cost = 800000)]
#[allow(clippy::type_complexity)]
fn goce_items(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(ord, i32),
            name!(xpath, Text),
            name!(url, Option<Text>),
            name!(title, Option<Text>),
            name!(text, Option<Text>),
            name!(image, Option<Text>),
            name!(price, Option<Text>),
            name!(published_at, Option<Text>),
        ),
    >,
> {
    let items = match html {
        Some(html) => lists::items(&parse(&html)?, url.as_deref(), &mut tick)?,
        None => Vec::new(),
    };
    let rows = items.into_iter().enumerate().map(|(index, item)| {
        (
            // There are fewer records than bytes of a page, which PostgreSQL bounds to 2³⁰.
            index as i32 + 1,
            Text::from(item.xpath),
            item.url.map(Text::from),
            item.title.map(Text::from),
            item.text.map(Text::from),
            item.image.map(Text::from),
            item.price.map(Text::from),
            item.published_at.map(Text::from),
        )
    });
    Ok(TableIterator::new(rows))
}

#[pg_extern(immutable, parallel_safe, cost = 750000)]
#[allow(clippy::type_complexity)]
fn goce_posts(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(ord, i32),
            name!(xpath, Text),
            name!(author, Option<Text>),
            name!(posted_at, Option<Text>),
            name!(text, Text),
        ),
    >,
> {
    // No field of a post is an address yet.
    let _ = url;
    let posts = match html {
        Some(html) => lists::posts(&parse(&html)?, &mut tick)?,
        None => Vec::new(),
    };
    let rows = posts.into_iter().enumerate().map(|(index, post)| {
        (
            // There are fewer posts than bytes of a page, which PostgreSQL bounds to 2³⁰.
            index as i32 + 1,
            Text::from(post.xpath),
            post.author.map(Text::from),
            post.posted_at.map(Text::from),
            Text::from(post.text),
        )
    });
    Ok(TableIterator::new(rows))
}
