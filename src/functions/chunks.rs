//! `goce_chunks`.

use std::borrow::Borrow;
use std::rc::Rc;

use crate::functions::extraction::with_request;
use crate::functions::prelude::*;
use goce_core::page::Page;
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
        let headline = asked.headline(title, url)?;
        let page = SharedPage(asked.page);
        let mut chunks = Chunks::of(page, &asked.selection, url, size, headline.as_ref()).or_report()?;
        let mut paths = RowPaths::of(chunks.page());
        Ok(rows(move |ord| {
            let chunk = chunks.next_chunk()?;
            let row = |chunk: Chunk| {
                let xpath = chunk.element.map(|element| paths.xpath(chunks.page(), element)).transpose()?;
                let path = headings(chunks.heading_path(&chunk), &mut paths)?;
                let [start, end] = [chunk.characters.start, chunk.characters.end].map(|at| at as i32);
                let (text, hash) = (chunks.text_of(&chunk), chunks.hash_of(&chunk));
                row!(ord, path, text, chunk.markdown, xpath, start, end, hash)
            };
            chunk.map(row).transpose()
        }))
    }
}

/// A page that chunks share with the page memory.
struct SharedPage(Rc<KnownPage>);

impl Borrow<Page> for SharedPage {
    fn borrow(&self) -> &Page {
        &self.0
    }
}
