//! Writes the selected nodes of a page as text, Markdown, HTML, chunks, or the page with marks.

mod callouts;
mod chunks;
mod code_language;
mod front_matter;
mod headline;
mod highlight;
mod html;
mod markdown;
mod pictures;
mod table_lines;
mod tabs;
mod walk;

pub use chunks::{Chunk, ChunkSize, ChunkSizeError, Chunks, MAX_WORDS};
pub use front_matter::{FrontMatter, with_front_matter};
pub use headline::{Headline, titled_html, titled_markdown, titled_text};
pub use highlight::highlight;
pub use html::html;
pub use markdown::{Form, Math, UnknownMath, markdown, markdown_with};
pub use pictures::with_captions;
pub use walk::Content;

use chunks::PiecePlace;
use table_lines::{LineCell, TableLines};

use crate::extract::Selection;
use crate::page::HeadingLevels;
use crate::page::prelude::*;

/// Returns the selected text, laid out as on the page; `None` where there is none.
///
/// Spans stay separated as on the page. Where something between two was left out, a line break separates them at least.
/// But a row of a data table is a line, with a tab between cells, unless one of these keeps its lines.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn text(page: &Page, selection: &Selection) -> Rendered<Option<String>> {
    let mut out = lay_out(page, selection, &mut |_| Ok(()))?;
    if out.is_empty() {
        let Some(text) = selection.hidden_content() else {
            return Ok(None);
        };
        out = Output::unlimited();
        out.push_long(text)?;
    }
    Ok(Some(out.finish()))
}

/// Returns the Markdown of the elements with a tag in a test's page.
#[cfg(test)]
fn markdown_of(html: &str, tag: Tag) -> String {
    let page = Page::sample(html);
    let selection = Selection::subtrees(&page, page.all(tag)).unwrap();
    markdown(&page, &selection, None).unwrap().unwrap()
}

/// Checks such Markdown: each row of a test's table has a page and the Markdown, with bars for line breaks.
#[cfg(test)]
#[track_caller]
fn check_markdown(tag: Tag, table: &str) {
    for [html, expected] in cases(table) {
        assert_eq!(markdown_of(html, tag).replace('\n', "|"), expected, "{html}");
    }
}

/// Checks the Markdown of the elements `<b>` and of what belongs to them, on one line and without their marks.
#[cfg(test)]
#[track_caller]
fn check_beside_bold(table: &str) {
    for [html, expected] in cases(table) {
        let markdown = markdown_of(html, Tag::B).replace("**", "");
        assert_eq!(markdown.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{html}");
    }
}

/// Returns the level of a heading: of an element of that name, or of one with that role. For readers of screens some sites
/// call whole comments and sections headings; these are long, or have paragraphs or several lines. Paragraphs are none.
fn heading_level(page: &Page, position: usize) -> Option<u8> {
    let has_paragraph = || page.subtree(position).skip(1).take(32).any(|inside| page.tag(inside) == Tag::P);
    let is_line = || {
        let text = page.text_of(page.subtree(position));
        text.len() <= 256 && !text.contains('\n') && !has_paragraph()
    };
    let by_role = || HeadingLevels::level_of(page, position).filter(|_| is_line());
    let level = page.tag(position).heading_level().or_else(by_role)?;
    (!HeadingLevels::is_paragraph(page, position, level)).then_some(level)
}

/// Returns the text of the spans of a selection, in pieces: `each` is called with the place of each.
fn lay_out(page: &Page, selection: &Selection, each: &mut dyn FnMut(PiecePlace) -> Fallible) -> Rendered<Output> {
    let mut out = Output::of(page);
    let mut lines = TableLines::of(page, selection)?;
    let (mut previous_end, mut last_cell) = (0, None);
    let mut work = Countdown::new(CHECK_EVERY);
    for span in selection.spans() {
        let mut is_cut = span.nodes.start != previous_end;
        let mut rest = span.nodes.clone();
        while !rest.is_empty() {
            work.charge(1);
            let (end, cell) = lines.piece(page, &rest);
            let nodes = std::mem::replace(&mut rest.start, end)..end;
            let text = page.text_of(nodes.clone());
            if text.is_empty() {
                continue;
            }
            if !out.is_empty() {
                let before = &page.text()[..page.text_offset(nodes.start)];
                let gap = match before.chars().next_back() {
                    Some('\n') if before.ends_with("\n\n") => "\n\n",
                    Some('\n') => "\n",
                    _ if is_cut => "\n",
                    Some('\t') => "\t",
                    Some(c) if c.is_whitespace() => " ",
                    _ => "",
                };
                out.push(LineCell::gap(last_cell, cell, gap))?;
            }
            each(PiecePlace {
                in_page: page.text_offset(nodes.start) as u32,
                in_text: out.len() as u32,
            })?;
            out.push_long(text)?;
            (is_cut, previous_end, last_cell) = (false, span.nodes.end, cell);
        }
    }
    Ok(out)
}
