//! `goce_chunks`.

use pgrx::prelude::*;

use crate::error::{OrReport, Result, raise};
use crate::extraction::Request;
use crate::{TableIterator, Text, clock};
use goce_core::memory::TryPush;
use goce_core::page::Page;
use goce_core::render::{Chunk, ChunkSize, Chunks, RenderError, RowPaths};

#[pg_extern(immutable, parallel_safe, cost = 1000000)]
fn goce_chunks(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    max_words: default!(Option<i32>, 200),
    overlap: default!(Option<i32>, 0),
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(heading_path, Vec<Text>),
        name!(text, Text),
        name!(markdown, Text),
        name!(xpath, Option<Text>),
        name!(start_offset, i32),
        name!(end_offset, i32),
    )>,
> {
    let size = ChunkSize::new(max_words.unwrap_or(200), overlap.unwrap_or(0)).or_report()?;
    let request = Request {
        html,
        method,
        genre,
        screenshot,
        ..Request::default()
    };
    let chunks = request
        .select()?
        .map(|(page, selection)| Chunks::of(page, &selection, url.as_deref(), size).or_report())
        .transpose()?
        .map(rows);
    Ok(TableIterator::new(chunks.into_iter().flatten()))
}

type Row = (i32, Vec<Text>, Text, Text, Option<Text>, i32, i32);

fn rows(mut chunks: Chunks<Page>) -> impl Iterator<Item = Row> {
    let mut paths = RowPaths::of(chunks.page());
    let mut ord = 0;
    clock::Rows::new(std::iter::from_fn(move || {
        let chunk = chunks.next_chunk().or_raise()?;
        // A page has fewer chunks than bytes, and PostgreSQL bounds those to 2³⁰.
        ord += 1;
        row(ord, chunk, &chunks, &mut paths).map_or_else(|error| raise(error), Some)
    }))
}

fn row(ord: i32, chunk: Chunk, chunks: &Chunks<Page>, paths: &mut RowPaths) -> Result<Row, RenderError> {
    let xpath = match chunk.element {
        Some(element) => Some(paths.xpath(chunks.page(), element)?.into()),
        None => None,
    };
    let mut path = Vec::new();
    for heading in chunks.heading_path(&chunk) {
        paths.spend(heading.len())?;
        path.try_push(Text::copy(heading)?)?;
    }
    Ok((
        ord,
        path,
        Text::copy(chunks.text_of(&chunk))?,
        chunk.markdown.into(),
        xpath,
        chunk.characters.start as i32,
        chunk.characters.end as i32,
    ))
}
