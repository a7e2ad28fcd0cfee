//! The texts of cells, without those of tables in them.

use crate::prelude::*;
use std::rc::Rc;

/// The texts of the cells that cover the columns of a row. A cell that covers many places is read once.
#[derive(Debug, Default)]
pub struct ColumnTexts(Vec<(usize, Rc<str>)>);

impl ColumnTexts {
    /// Returns the text of the cell that covers a column, on one line: the visible one, or the text that its pictures have
    /// instead. Columns are asked for from the first one on.
    pub fn of(&mut self, page: &Page, column: usize, cell: usize) -> Fallible<Rc<str>> {
        let neighbours = [Some(column), column.checked_sub(1)].into_iter().flatten();
        let known = neighbours.filter_map(|column| self.0.get(column)).find(|(known, _)| *known == cell);
        let text = match known {
            Some((_, text)) => Rc::clone(text),
            None => {
                let text = read(page, cell)?;
                // What a shared text takes beside its bytes, at most.
                ask_for(text.len() + 64)?;
                Rc::from(text)
            }
        };
        while self.0.len() <= column {
            self.0.try_push((usize::MAX, Rc::clone(&text)))?;
        }
        self.0[column] = (cell, Rc::clone(&text));
        Ok(text)
    }
}

fn read(page: &Page, cell: usize) -> Fallible<String> {
    let nodes = page.subtree(cell);
    let mut text = String::new();
    let mut pictures = 0;
    let mut alts = String::new();
    let mut next = nodes.start + 1;
    let mut start = next;
    let mut work = Countdown::new(CHECK_EVERY);
    while next < nodes.end {
        work.charge(1);
        match page.tag(next) {
            Tag::Table => {
                text.try_push_all(&[page.text_of(start..next), " "])?;
                next = page.end(next);
                start = next;
                continue;
            }
            // The most pictures whose texts are the text of a cell, and the bytes of `alt` that are read.
            Tag::Img if pictures < 8 => {
                if let Some(alt) = page.attribute(next, names::ALT) {
                    alts.try_push_all(&[&page.seen_of(start_of(alt, 1024))?, " "])?;
                    pictures += 1;
                }
            }
            _ => {}
        }
        next += 1;
    }
    text.try_push_str(page.text_of(start..nodes.end.max(start)))?;
    let shown = on_a_line(&text)?;
    if shown.is_empty() {
        return on_a_line(&alts);
    }
    Ok(shown)
}
