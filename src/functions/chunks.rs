//! `goce_chunks`.

use std::borrow::Borrow;
use std::rc::Rc;

use pgrx::prelude::*;

use crate::TableIterator;
use crate::functions::extraction::with_request;
use crate::server::arrays::Texts;
use crate::server::error::{OrReport, Result};
use crate::server::rows::rows;
use crate::server::text::Text;
use goce_core::memory::TryPush;
use goce_core::output::RenderError;
use goce_core::page::{Page, RowPaths};
use goce_core::render::{Chunk, ChunkSize, Chunks};
use goce_methods::KnownPage;

with_request! {
    #[pg_extern(name = "goce_chunks", immutable, parallel_safe, cost = 1250000, requires = ["site_type"])]
    fn goce_chunks_0_4, goce_chunks_0_3(
        request: html, url: Option<Text> = "NULL", max_words: Option<i32> = 200, overlap: Option<i32> = 0;
        method, genre, screenshot;
        comments, focus, site, title: Option<bool> = "true";
        model, hidden
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
        let size = ChunkSize::new(max_words.unwrap_or(200), overlap.unwrap_or(0)).or_report()?;
        let Some(asked) = request.select()? else {
            return Ok(TableIterator::empty());
        };
        let url = url.as_deref();
        let headline = asked.headline(title == Some(true), url)?;
        let page = SharedPage(asked.page);
        let mut chunks = Chunks::of(page, &asked.selection, url, size, headline.as_ref()).or_report()?;
        let mut paths = RowPaths::of(chunks.page());
        Ok(rows(move |ord| match chunks.next_chunk()? {
            Some(chunk) => row(ord, chunk, &chunks, &mut paths).map(Some),
            None => Ok(None),
        }))
    }
}

type Row = (i32, Texts, Text, Text, Option<Text>, i32, i32, i64);

/// A page that chunks share with the page memory.
struct SharedPage(Rc<KnownPage>);

impl Borrow<Page> for SharedPage {
    fn borrow(&self) -> &Page {
        &self.0
    }
}

fn row(ord: i32, chunk: Chunk, chunks: &Chunks<SharedPage>, paths: &mut RowPaths) -> Result<Row, RenderError> {
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
    Ok((
        ord,
        Texts(path),
        Text::copy(chunks.text_of(&chunk))?,
        chunk.markdown.into(),
        xpath,
        chunk.characters.start as i32,
        chunk.characters.end as i32,
        hash,
    ))
}
