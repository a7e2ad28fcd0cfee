//! `goce_items` and `goce_posts`: lists and threads as rows.

use std::rc::Rc;

use crate::functions::compat::with_released;
use crate::functions::prelude::*;
use goce_methods::KnownPage;
use goce_rows::lists;

/// Returns the page of the arguments, `None` for NULL. The second is checked even then.
fn asked(html: Option<Text>, hidden: Option<Text>) -> Result<Option<Rc<KnownPage>>> {
    let hidden = named(hidden.as_ref())?.unwrap_or_default();
    html.map(|html| parse_with(&html, hidden)).transpose()
}

with_released! {
    #[pg_extern(name = "goce_items", immutable, parallel_safe, cost = 800000)]
    fn goce_items_0_4, goce_items(html, url: Option<Text> = "NULL"; hidden) -> Result<
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
        let Some(page) = asked(html, hidden)? else {
            return Ok(TableIterator::empty());
        };
        let items = lists::items(&page, url.as_deref()).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(row_each(items, move |ord, item| {
            let xpath = paths.xpath(&page, item.element)?;
            row!(ord, xpath, item.url, item.title, item.text, item.image, item.price, item.published_at)
        }))
    }
}

with_released! {
    #[pg_extern(name = "goce_posts", immutable, parallel_safe, cost = 750000)]
    fn goce_posts_0_4, goce_posts(html, url: Option<Text> = "NULL"; hidden) -> Result<
        TableIterator<(
            name!(ord, i32),
            name!(xpath, Text),
            name!(author, Option<Text>),
            name!(posted_at, Option<Text>),
            name!(text, Text),
        )>,
    > {
        // No field of a post is an address yet.
        let _ = url;
        let Some(page) = asked(html, hidden)? else {
            return Ok(TableIterator::empty());
        };
        let posts = lists::posts(&page).or_report()?;
        let mut paths = RowPaths::of(&page);
        Ok(row_each(posts, move |ord, post| {
            row!(ord, paths.xpath(&page, post.element)?, post.author, post.posted_at, post.text)
        }))
    }
}
