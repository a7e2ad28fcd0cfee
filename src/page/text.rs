//! Plain text as it is laid out: whitespace collapsed, lines and paragraphs where blocks end.

use super::PageError;
use crate::words::is_word_char;

/// A separator of two pieces of text. Of several that meet, the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Separator {
    /// Nothing: they are one word.
    None,
    /// A space.
    Space,
    /// A tab: cells of a table row.
    Cell,
    /// A line break.
    Line,
    /// An empty line.
    Paragraph,
}

impl Separator {
    fn as_str(self) -> &'static str {
        match self {
            Separator::None => "",
            Separator::Space => " ",
            Separator::Cell => "\t",
            Separator::Line => "\n",
            Separator::Paragraph => "\n\n",
        }
    }
}

/// Text under construction, with the number of its words.
#[derive(Debug)]
pub struct TextBuffer {
    text: String,
    words: u32,
    pending: Separator,
    /// Whitespace of preformatted text, kept until more text follows on.
    held: String,
    in_word: bool,
}

impl TextBuffer {
    pub fn new() -> Self {
        TextBuffer {
            text: String::new(),
            words: 0,
            pending: Separator::None,
            held: String::new(),
            in_word: false,
        }
    }

    /// Returns the length so far in bytes, without what is pending.
    pub fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Returns the number of words so far, with one that may yet go on.
    pub fn words(&self) -> u32 {
        self.words
    }

    pub fn into_text(self) -> String {
        self.text
    }

    /// Separates what follows from what is there.
    pub fn separate(&mut self, separator: Separator) {
        self.pending = self.pending.max(separator);
        if separator >= Separator::Cell {
            self.held.clear();
        }
    }

    /// Breaks the line; a second break makes an empty line.
    pub fn break_line(&mut self) {
        self.separate(if self.pending >= Separator::Line {
            Separator::Paragraph
        } else {
            Separator::Line
        });
    }

    /// Returns `true` if the next text starts a new paragraph.
    pub fn at_paragraph(&self) -> bool {
        self.pending == Separator::Paragraph
    }

    /// Writes what separates the text from what comes, and returns where that will start.
    pub fn flush(&mut self) -> Result<u32, PageError> {
        if self.pending != Separator::None {
            if !self.text.is_empty() {
                self.text.try_reserve(2)?;
                self.text.push_str(self.pending.as_str());
            }
            self.in_word = false;
            self.pending = Separator::None;
        }
        Ok(self.len())
    }

    /// Appends a run without whitespace, after [`TextBuffer::flush`].
    pub fn push_run(&mut self, run: &str) -> Result<(), PageError> {
        if !self.held.is_empty() {
            self.text.try_reserve(self.held.len())?;
            self.text.push_str(&self.held);
            self.held.clear();
            self.in_word = false;
        }
        self.text.try_reserve(run.len())?;
        self.text.push_str(run);
        for c in run.chars() {
            let in_word = is_word_char(c);
            self.words += u32::from(in_word && !self.in_word);
            self.in_word = in_word;
        }
        Ok(())
    }

    /// Adds whitespace before the next run: one space at most, all of it in preformatted text.
    pub fn push_space(&mut self, space: &str, keep: bool) -> Result<(), PageError> {
        if keep {
            self.held.try_reserve(space.len())?;
            self.held.push_str(space);
        } else {
            self.separate(Separator::Space);
        }
        Ok(())
    }
}
