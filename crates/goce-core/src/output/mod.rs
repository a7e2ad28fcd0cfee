//! Output of bounded length, and the error where the bound is met.

mod html_text;

use crate::interrupts;
use crate::memory::{OutOfMemory, TryPushStr};
pub use html_text::{HtmlPlace, push_attribute, push_end_tag, push_escaped, push_value};

/// The most bytes of any output. PostgreSQL can keep such a value in a row with others.
const LONGEST: usize = 1_000_000_000;

/// Bytes of text between two checks.
const PIECE: usize = 64 * 1024;

/// Why a selection cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// There was no memory for the output.
    #[error("out of memory for what is written of the page")]
    OutOfMemory,
    /// The output, or the attributes that are read for it, are many times longer than the page. Parsers repeat elements
    /// that are never closed in every paragraph, with their attributes.
    #[error("what is written of the page is too large")]
    TooLarge {
        /// The most bytes of output for this page.
        limit: usize,
    },
    /// The XPaths of rows and the headings above them are many times longer than the page: the rows stand deep within
    /// other elements.
    #[error("places of the rows are too long")]
    LongPaths {
        /// The most bytes for all rows of this page.
        limit: usize,
    },
    /// The cells of the tables span many more places than the page has bytes.
    #[error("tables of the page have too many places")]
    TooManyPlaces {
        /// The most places of all tables of this page.
        limit: usize,
    },
}

impl From<OutOfMemory> for RenderError {
    fn from(_: OutOfMemory) -> Self {
        RenderError::OutOfMemory
    }
}

impl From<std::collections::TryReserveError> for RenderError {
    fn from(_: std::collections::TryReserveError) -> Self {
        RenderError::OutOfMemory
    }
}

/// What is returned where something is written: a value, or why it cannot be written.
pub type Rendered<T = ()> = Result<T, RenderError>;

/// Returns how many bytes may be made of a page, or of another text: `free` of any, and `times` as many as it has.
pub fn allowance(bytes: usize, free: usize, times: usize) -> usize {
    bytes.saturating_mul(times).saturating_add(free)
}

/// Bytes that may still be spent.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    left: usize,
}

impl Budget {
    /// Returns the budget of what is written of a page, or another text, of this many bytes: 16 MiB and 64 times the
    /// bytes, but at most 1,000,000,000.
    pub fn of_bytes(bytes: usize) -> Self {
        // Real pages need fewer than 3 bytes for each of their own. Copies of a link with a long address, which parsers
        // make, may need all.
        Budget::limited(allowance(bytes, 16 << 20, 64).min(LONGEST))
    }

    /// Returns a budget of its own.
    pub fn limited(limit: usize) -> Self {
        Budget { limit, left: limit }
    }

    /// Returns the bytes of the whole budget.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the bytes that are left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Takes bytes from the budget.
    ///
    /// # Errors
    /// [`RenderError::TooLarge`] where it has fewer.
    pub fn spend(&mut self, bytes: usize) -> Rendered {
        let Budget { limit, left } = self;
        *left = left.checked_sub(bytes).ok_or(RenderError::TooLarge { limit: *limit })?;
        Ok(())
    }
}

/// Output that grows up to a limit.
#[derive(Debug)]
pub struct Output {
    text: String,
    limit: usize,
}

impl Output {
    /// Returns an empty output with the limit of any value.
    pub fn unlimited() -> Self {
        Output::limited(LONGEST)
    }

    /// Returns an empty output with a limit of its own.
    pub fn limited(limit: usize) -> Self {
        Output {
            text: String::new(),
            limit,
        }
    }

    /// Returns what is written so far.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the bytes that are written so far.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns `true` before anything is written.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Appends a short string.
    ///
    /// # Errors
    /// [`RenderError::TooLarge`] where the limit is met, [`RenderError::OutOfMemory`]; so too below.
    pub fn push(&mut self, text: &str) -> Rendered {
        self.make_room(text.len())?;
        self.text.try_push_str(text)?;
        Ok(())
    }

    /// Appends short strings, one behind the other.
    pub fn push_all(&mut self, texts: &[&str]) -> Rendered {
        texts.iter().try_for_each(|text| self.push(text))
    }

    /// Appends a long string, and checks for interrupts.
    pub fn push_long(&mut self, text: &str) -> Rendered {
        for piece in pieces(text) {
            interrupts::check();
            self.push(piece)?;
        }
        Ok(())
    }

    /// Inserts a string. Time grows with the distance from the end.
    pub fn insert(&mut self, at: usize, text: &str) -> Rendered {
        self.make_room(text.len())?;
        self.text.try_reserve(text.len())?;
        self.text.insert_str(at, text);
        Ok(())
    }

    /// Shortens the output to a length.
    pub fn truncate(&mut self, length: usize) {
        self.text.truncate(length);
    }

    /// Returns all that is written.
    pub fn finish(self) -> String {
        self.text
    }

    /// Takes the output so far. The rest of the limit stays.
    pub fn take(&mut self) -> String {
        self.limit -= self.text.len();
        std::mem::take(&mut self.text)
    }

    fn make_room(&self, bytes: usize) -> Rendered {
        let limit = self.limit;
        if bytes > limit - self.text.len() {
            return Err(RenderError::TooLarge { limit });
        }
        Ok(())
    }
}

/// Returns a text in pieces that each take less than a millisecond.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn output_ends_at_its_limit() {
        let page = Page::sample("<p>x");
        let limit = (16 << 20) + 4 * 64;
        let mut out = Output::of(&page);
        out.push(&"x".repeat(limit - 1)).unwrap();
        assert_eq!(out.push("yy"), Err(RenderError::TooLarge { limit }));
        assert_eq!(out.insert(0, "yy"), Err(RenderError::TooLarge { limit }));
        out.push("y").unwrap();
        assert_eq!(out.len(), limit);
        assert_eq!(out.take().len(), limit);
        assert_eq!(out.push("y"), Err(RenderError::TooLarge { limit: 0 }));
        let mut budget = Budget::of(&page);
        budget.spend(limit).unwrap();
        assert_eq!(budget.spend(1), Err(RenderError::TooLarge { limit }));
    }

    #[test]
    fn pieces_are_the_text() {
        let text = "aé漢".repeat(PIECE);
        assert_eq!(pieces(&text).collect::<String>(), text);
        assert!(pieces(&text).all(|piece| piece.len() <= PIECE));
        assert!(pieces(&text).count() >= 6);
        assert_eq!(pieces("").count(), 0);
    }
}
