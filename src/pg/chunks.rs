//! `goce_chunks`.

use pgrx::prelude::*;

use super::error::{Result, raise};
use super::extraction::Request;
use super::{Text, clock, tick};
use crate::memory::{OutOfMemory, try_collect};
use crate::page::{Page, XPaths};
use crate::render::{ChunkSize, Chunks};

#[pg_extern(immutable, parallel_safe, cost = 1000000)]
#[allow(clippy::type_complexity, clippy::too_many_arguments)]
fn goce_chunks(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    max_words: default!(Option<i32>, 200),
    overlap: default!(Option<i32>, 0),
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(ord, i32),
            name!(heading_path, Vec<Text>),
            name!(text, Text),
            name!(markdown, Text),
            name!(xpath, Option<Text>),
            name!(start_offset, i32),
            name!(end_offset, i32),
        ),
    >,
> {
    let size = ChunkSize::new(max_words.unwrap_or(200), overlap.unwrap_or(0))?;
    let request = Request {
        method,
        genre,
        screenshot,
        ..Request::default()
    };
    let chunks = match request.select(html)? {
        Some((page, selection)) => {
            let chunks = Chunks::of(&page, &selection, url.as_deref(), size, &mut tick)?;
            Some(rows(page, chunks))
        }
        None => None,
    };
    Ok(TableIterator::new(chunks.into_iter().flatten()))
}

type Row = (i32, Vec<Text>, Text, Text, Option<Text>, i32, i32);

fn rows(page: Page, chunks: Chunks) -> impl Iterator<Item = Row> {
    let mut xpaths = XPaths::default();
    let count = chunks.iter().len();
    let copy = |text: &str| Text::copy(text).unwrap_or_else(|error| raise(error));
    clock::Rows::new((0..count).map_while(move |index| {
        let chunk = chunks.get(index)?;
        let path: Result<Vec<Text>, OutOfMemory> =
            try_collect(chunks.heading_path(chunk).map(copy));
        let xpath = chunk.element.map(|element| {
            let xpath = page.xpath(element, &mut xpaths, &mut tick);
            Text::from(xpath.unwrap_or_else(|error| raise(error)))
        });
        Some((
            // There are fewer chunks than bytes of a page, which PostgreSQL bounds to 2³⁰.
            index as i32 + 1,
            path.unwrap_or_else(|error| raise(error)),
            copy(chunks.text_of(chunk)),
            copy(&chunk.markdown),
            xpath,
            chunk.characters.start as i32,
            chunk.characters.end as i32,
        ))
    }))
}
