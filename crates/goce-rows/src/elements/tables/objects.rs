//! The rows of a table as objects.

use crate::prelude::*;

/// The rows of a table as a JSON array of objects under construction.
#[derive(Debug, Default)]
pub struct Objects {
    /// A key for each column, as JSON with its colon.
    keys: Vec<String>,
    /// The columns up to the last one with a name, and whether a row has as many. Where none has, nobody knows which names
    /// are those of the cells that are there.
    named: usize,
    fits: bool,
    /// `None` for a table without a header, and behind what is longer than the budget.
    out: Option<Output>,
}

impl Objects {
    /// Returns no rows yet of a table with a header. The key of a column is its words there, or its number, from 1, where it
    /// has none; one that an earlier column has gets a number behind it. Keys are taken from the budget.
    pub fn of(header: &[String], budget: &mut Budget) -> Rendered<Self> {
        // As many columns as PostgreSQL's own tables have.
        if header.len() > 1600 {
            return Ok(Objects::default());
        }
        let mut keys = Vec::new();
        // For each key, how many columns have these words so far.
        let mut taken: Map<String, usize> = Map::default();
        for (column, words) in header.iter().enumerate().checking(CHECK_EVERY) {
            // Copies of a key that are made, and bytes of a number and of signs.
            if budget.spend(4 * (words.len() + 24)).is_err() {
                return Ok(Objects::default());
            }
            let words = match words.is_empty() {
                true => (column + 1).to_string(),
                false => try_to_owned(words)?,
            };
            let mut count = taken.get(&words).map_or(1, |count| count + 1);
            let mut key = try_to_owned(&words)?;
            while count > 1 {
                key.truncate(words.len());
                key.try_push_all(&[" ", &count.to_string()])?;
                if !taken.contains_key(&key) {
                    break;
                }
                count += 1;
            }
            let mut written = Output::unlimited();
            push_string(&mut written, &key)?;
            written.push(":")?;
            keys.try_push(written.finish())?;
            taken.try_reserve(2)?;
            taken.insert(key, 1);
            taken.insert(words, count);
        }
        let out = Some(Output::limited(budget.left()));
        let named = header.iter().rposition(|words| !words.is_empty()).map_or(0, |last| last + 1);
        let fits = named == 0;
        Ok(Objects { keys, named, fits, out })
    }

    /// Begins an object.
    pub fn begin_row(&mut self) -> Rendered {
        self.write(|out, _| out.push(if out.is_empty() { "[" } else { "}," }))
    }

    /// Writes the text of the cell that covers a column; `None` where none does. Columns come in their order.
    pub fn push(&mut self, column: usize, text: Option<&str>) -> Rendered {
        self.fits |= column + 1 == self.named && text.is_some();
        self.write(|out, keys| {
            out.push(if column == 0 { "{" } else { "," })?;
            out.push_long(keys.get(column).map_or("", String::as_str))?;
            match text {
                Some(text) => push_string(out, text),
                None => out.push("null"),
            }
        })
    }

    /// Returns the array, which is taken from the budget; `None` without a header, where no row has as many cells, and where
    /// it is longer.
    pub fn finish(mut self, budget: &mut Budget) -> Rendered<Option<String>> {
        self.write(|out, _| out.push(if out.is_empty() { "[]" } else { "}]" }))?;
        let Some(out) = self.out.filter(|_| self.fits) else {
            return Ok(None);
        };
        budget.spend(out.len())?;
        Ok(Some(out.finish()))
    }

    fn write(&mut self, write: impl FnOnce(&mut Output, &[String]) -> Rendered) -> Rendered {
        let written = self.out.as_mut().map_or(Ok(()), |out| write(out, &self.keys));
        if matches!(written, Err(RenderError::TooLarge { .. })) {
            self.out = None;
            return Ok(());
        }
        written
    }
}
