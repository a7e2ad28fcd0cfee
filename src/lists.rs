//! `goce_items` and `goce_posts`: lists and threads as rows.

use std::rc::Rc;

use pgrx::prelude::*;

use crate::error::{OrReport, Result};
use crate::page_memory::parse_with;
use crate::text::named;
use crate::{TableIterator, Text, clock};
use goce_core::page::RowPaths;
use goce_methods::KnownPage;
use goce_rows::lists::{self, Item, Post};

#[pg_extern(name = "goce_items", immutable, parallel_safe, cost = 800000)]
fn goce_items_0_4(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    hidden: default!(Option<Text>, "'folded'"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(xpath, Text),
        name!(url, Option<Text>),
        name!(title, Option<Text>),
        name!(text, Option<Text>),
        name!(image, Option<Text>),
        name!(price, Option<Text>),
        name!(published_at, Option<Text>),
    )>,
> {
    items(html, url, hidden)
}

/// The columns of `goce_items`, in their order.
pub type ItemRow = (i32, Text, Option<Text>, Option<Text>, Option<Text>, Option<Text>, Option<Text>, Option<Text>);

/// Returns the rows of `goce_items`.
pub fn items(html: Option<Text>, url: Option<Text>, hidden: Option<Text>) -> Result<TableIterator<ItemRow>> {
    let hidden = named(hidden.as_ref())?.unwrap_or_default();
    let Some(html) = html else {
        return Ok(TableIterator::empty());
    };
    let page = parse_with(&html, hidden)?;
    let items = lists::items(&page, url.as_deref()).or_report()?;
    let row = |ord, xpath, item: Item| {
        (
            ord,
            xpath,
            item.url.map(Text::from),
            item.title.map(Text::from),
            item.text.map(Text::from),
            item.image.map(Text::from),
            item.price.map(Text::from),
            item.published_at.map(Text::from),
        )
    };
    let rows = rows(page, items, |item| item.element, row);
    Ok(TableIterator::new(rows))
}

#[pg_extern(name = "goce_posts", immutable, parallel_safe, cost = 750000)]
fn goce_posts_0_4(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    hidden: default!(Option<Text>, "'folded'"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(xpath, Text),
        name!(author, Option<Text>),
        name!(posted_at, Option<Text>),
        name!(text, Text),
    )>,
> {
    posts(html, url, hidden)
}

/// The columns of `goce_posts`, in their order.
pub type PostRow = (i32, Text, Option<Text>, Option<Text>, Text);

/// Returns the rows of `goce_posts`.
pub fn posts(html: Option<Text>, url: Option<Text>, hidden: Option<Text>) -> Result<TableIterator<PostRow>> {
    // No field of a post is an address yet.
    let _ = url;
    let hidden = named(hidden.as_ref())?.unwrap_or_default();
    let Some(html) = html else {
        return Ok(TableIterator::empty());
    };
    let page = parse_with(&html, hidden)?;
    let posts = lists::posts(&page).or_report()?;
    let row = |ord, xpath, post: Post| {
        let author = post.author.map(Text::from);
        let posted_at = post.posted_at.map(Text::from);
        (ord, xpath, author, posted_at, Text::from(post.text))
    };
    let rows = rows(page, posts, |post| post.element, row);
    Ok(TableIterator::new(rows))
}

/// Returns a page's records as rows, each with its number and XPath. An XPath is made with its row: those of a deep page
/// are many times as long as the page.
fn rows<R, T>(
    page: Rc<KnownPage>,
    records: Vec<R>,
    element: impl Fn(&R) -> usize,
    row: impl Fn(i32, Text, R) -> T,
) -> impl Iterator<Item = T> {
    let mut paths = RowPaths::of(&page);
    let numbered = records.into_iter().enumerate();
    clock::Rows::new(numbered.map(move |(index, record)| {
        let xpath = paths.xpath(&page, element(&record));
        let xpath = Text::from(xpath.or_raise());
        // A page has fewer records than bytes, and PostgreSQL bounds those to 2³⁰.
        row(index as i32 + 1, xpath, record)
    }))
}
