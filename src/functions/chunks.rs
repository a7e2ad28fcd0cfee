//! `goce_chunks`.

use std::borrow::Borrow;
use std::rc::Rc;

use pgrx::prelude::*;

use crate::TableIterator;
use crate::functions::extraction::Request;
use crate::functions::site::Site;
use crate::server::arrays::Texts;
use crate::server::clock;
use crate::server::error::{OrReport, Result, raise};
use crate::server::text::Text;
use crate::server::values::Stored;
use goce_core::memory::TryPush;
use goce_core::output::RenderError;
use goce_core::page::{Page, RowPaths};
use goce_core::render::{Chunk, ChunkSize, Chunks};
use goce_methods::KnownPage;

#[pg_extern(name = "goce_chunks", immutable, parallel_safe, cost = 1250000, requires = ["site_type"])]
fn goce_chunks_0_4(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    max_words: default!(Option<i32>, 200),
    overlap: default!(Option<i32>, 0),
    method: default!(Option<Text>, "'auto'"),
    genre: default!(Option<Text>, "NULL"),
    screenshot: default!(Option<&[u8]>, "NULL"),
    comments: default!(Option<bool>, "NULL"),
    focus: default!(Option<Text>, "'balanced'"),
    site: default!(Option<Site>, "NULL"),
    title: default!(Option<bool>, "true"),
    model: default!(Option<Stored>, "NULL"),
    hidden: default!(Option<Text>, "'folded'"),
) -> Result<
    TableIterator<(
        name!(ord, i32),
        name!(heading_path, Texts),
        name!(text, Text),
        name!(markdown, Text),
        name!(xpath, Option<Text>),
        name!(start_offset, i32),
        name!(end_offset, i32),
        name!(hash, i64),
    )>,
> {
    let request = Request {
        html,
        method,
        genre,
        screenshot,
        comments,
        focus,
        site,
        model,
        hidden,
    };
    let rows = rows(&request, url.as_deref(), max_words, overlap, title == Some(true))?;
    Ok(TableIterator::new(rows.map(with_hash)))
}

/// Returns a row of `goce_chunks` with its hash.
pub fn with_hash((row, hash): (Row, i64)) -> RowWithHash {
    let (ord, path, text, markdown, xpath, start, end) = row;
    (ord, path, text, markdown, xpath, start, end, hash)
}

type RowWithHash = (i32, Texts, Text, Text, Option<Text>, i32, i32, i64);

/// A row of `goce_chunks` but for its hash.
type Row = (i32, Texts, Text, Text, Option<Text>, i32, i32);

/// Returns the rows of `goce_chunks`, each with its hash.
pub fn rows(
    request: &Request<'_>,
    url: Option<&str>,
    max_words: Option<i32>,
    overlap: Option<i32>,
    title: bool,
) -> Result<impl Iterator<Item = (Row, i64)> + use<>> {
    let size = ChunkSize::new(max_words.unwrap_or(200), overlap.unwrap_or(0)).or_report()?;
    let chunks = match request.select()? {
        None => None,
        Some(asked) => {
            let headline = asked.headline(title, url)?;
            let page = SharedPage(asked.page);
            Some(Chunks::of(page, &asked.selection, url, size, headline.as_ref()).or_report()?)
        }
    };
    Ok(chunks.map(each).into_iter().flatten())
}

/// A page that chunks share with the page memory.
struct SharedPage(Rc<KnownPage>);

impl Borrow<Page> for SharedPage {
    fn borrow(&self) -> &Page {
        &self.0
    }
}

fn each(mut chunks: Chunks<SharedPage>) -> impl Iterator<Item = (Row, i64)> {
    let mut paths = RowPaths::of(chunks.page());
    let mut ord = 0;
    clock::Rows::new(std::iter::from_fn(move || {
        let chunk = chunks.next_chunk().or_raise()?;
        // A page has fewer chunks than bytes, and PostgreSQL bounds those to 2³⁰.
        ord += 1;
        row(ord, chunk, &chunks, &mut paths).map_or_else(|error| raise(error), Some)
    }))
}

fn row(ord: i32, chunk: Chunk, chunks: &Chunks<SharedPage>, paths: &mut RowPaths) -> Result<(Row, i64), RenderError> {
    let xpath = match chunk.element {
        Some(element) => Some(paths.xpath(chunks.page(), element)?.into()),
        None => None,
    };
    let mut path = Vec::new();
    for heading in chunks.heading_path(&chunk) {
        paths.spend(heading.len())?;
        path.try_push(Text::copy(heading)?)?;
    }
    let hash = chunks.hash_of(&chunk);
    let row = (
        ord,
        Texts(path),
        Text::copy(chunks.text_of(&chunk))?,
        chunk.markdown.into(),
        xpath,
        chunk.characters.start as i32,
        chunk.characters.end as i32,
    );
    Ok((row, hash))
}
