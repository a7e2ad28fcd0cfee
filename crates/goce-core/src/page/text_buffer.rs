//! Plain text under construction: whitespace collapsed, lines and paragraphs where blocks end.

use super::shown::is_invisible;
use crate::prelude::*;
use crate::texts::words::is_word_char;

/// What separates two pieces of text. Where several meet, the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Separator {
    #[default]
    None,
    /// An edge of a note in the sentence: a space between words, and behind the end of a sentence or a mark.
    Note,
    /// The end of a line of the source: a space, but nothing within a text in a script without spaces (CSS Text 3, section
    /// 4.1.3).
    Fold,
    Space,
    /// A tab: cells of a table row.
    Cell,
    Line,
    Paragraph,
}

impl Separator {
    fn as_str(self) -> &'static str {
        match self {
            Separator::None => "",
            Separator::Note | Separator::Fold | Separator::Space => " ",
            Separator::Cell => "\t",
            Separator::Line => "\n",
            Separator::Paragraph => "\n\n",
        }
    }
}

/// A piece of text without white space at its ends, and with single spaces at most within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    pub text: &'a str,
    /// The number of words that begin in it.
    words: u32,
    begins_with_word: bool,
    ends_with_word: bool,
    /// It begins with a character that shows nothing by itself. There is none further on.
    pub starts_invisible: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharKind {
    Word,
    Space,
    /// It shows nothing by itself.
    Invisible,
    Other,
    /// The byte is a part of a longer character.
    Part,
}

use CharKind::*;

/// The kinds of characters of ASCII, which most text consists of, by their bytes.
const KINDS: [CharKind; 256] = {
    let mut kinds = [Part; 256];
    let mut byte = 0u8;
    while byte < 128 {
        kinds[byte as usize] = Other;
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            kinds[byte as usize] = Word;
        } else if (byte as char).is_whitespace() {
            kinds[byte as usize] = Space;
        }
        byte += 1;
    }
    kinds
};

#[inline]
fn is(byte: u8, kind: CharKind) -> bool {
    KINDS[usize::from(byte)] == kind
}

/// Returns the kind of the character at a boundary and its length in bytes; `None` at the end.
#[inline]
fn kind_at(text: &str, at: usize) -> Option<(CharKind, usize)> {
    let kind = KINDS[usize::from(*text.as_bytes().get(at)?)];
    if kind != Part {
        return Some((kind, 1));
    }
    let c = text[at..].chars().next()?;
    let kind = if c.is_whitespace() {
        Space
    } else if is_invisible(c) {
        Invisible
    } else if is_word_char(c) {
        Word
    } else {
        Other
    };
    Some((kind, c.len_utf8()))
}

/// Bytes after which a run or a space is cut, so that a check can follow: a page may be one run.
const LONGEST: usize = 16 * 1024;

/// Returns `true` for characters of scripts that have no spaces between words, and for their punctuation: Han, kana, full-width
/// forms. Korean has spaces.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{30FF}' | '\u{31C0}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF01}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns `true` between the ends of two texts that would be one word, or one sentence.
fn is_word_edge(before: &str, next: &str) -> bool {
    before.ends_with(char::is_alphanumeric) && next.starts_with(char::is_alphanumeric)
        || before.ends_with(['.', '?', '!', ']']) && next.starts_with(char::is_alphabetic)
}

/// Returns the length in bytes of the white space at the start of a text, at most about [`LONGEST`].
pub fn space(text: &str) -> usize {
    let most = &text.as_bytes()[..text.len().min(LONGEST)];
    let mut at = 0;
    loop {
        let rest = most.get(at..).unwrap_or_default();
        at += rest.iter().position(|byte| !is(*byte, Space)).unwrap_or(rest.len());
        match most.get(at).filter(|byte| !byte.is_ascii()).and_then(|_| kind_at(text, at)) {
            Some((Space, length)) => at += length,
            _ => return at,
        }
    }
}

/// Returns `true` if white space within a text is one space, which is written as it is.
#[inline]
fn is_single(text: &str, at: usize) -> bool {
    at > 0 && text.as_bytes()[at] == b' ' && kind_at(text, at + 1).is_some_and(|(next, _)| next != Space)
}

/// Returns the run at the start of a text, or about the first [`LONGEST`] bytes of it. It is empty before white space, and
/// ends before a character that shows nothing by itself.
pub fn run(text: &str) -> Run<'_> {
    let (mut at, mut words, mut in_word) = (0, 0, false);
    let first = kind_at(text, 0).map(|(kind, _)| kind);
    let most = &text.as_bytes()[..text.len().min(LONGEST)];
    while at < most.len()
        && let Some((kind, length)) = kind_at(text, at)
    {
        match kind {
            Space if !is_single(text, at) => break,
            Invisible if at > 0 => break,
            _ => {}
        }
        let is_word = kind == Word;
        words += u32::from(is_word && !in_word);
        in_word = is_word;
        at += length;
        if is_word {
            // Most characters follow one of the same word, and most words one space.
            loop {
                while most.get(at).is_some_and(|byte| is(*byte, Word)) {
                    at += 1;
                }
                match most.get(at..at + 2) {
                    Some([b' ', next]) if is(*next, Word) => (at, words) = (at + 1, words + 1),
                    _ => break,
                }
            }
        }
    }
    Run {
        text: &text[..at],
        words,
        begins_with_word: first == Some(Word),
        ends_with_word: in_word,
        starts_invisible: first == Some(Invisible),
    }
}

/// Text under construction.
#[derive(Debug, Default)]
pub struct TextBuffer {
    text: String,
    words: u32,
    pending: Separator,
    /// Whitespace of preformatted text, which is written only before more text.
    held: String,
    /// The line that was begun has a height without a text.
    keeps_line: bool,
    in_word: bool,
}

impl TextBuffer {
    /// Returns the length in bytes, without a pending separator.
    pub fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Returns the character that the next one follows; `None` behind white space.
    pub fn last_char(&self) -> Option<char> {
        if self.pending != Separator::None || !self.held.is_empty() {
            return None;
        }
        self.text.chars().next_back()
    }

    /// Returns the text that the next one follows without white space, or the end of it.
    pub fn last_piece(&self) -> &str {
        if self.pending != Separator::None || !self.held.is_empty() {
            return "";
        }
        &self.text[self.text.floor_char_boundary(self.text.len().saturating_sub(32))..]
    }

    /// Returns the number of words, the last of which may go on.
    pub fn words(&self) -> u32 {
        self.words
    }

    pub fn into_text(self) -> String {
        self.text
    }

    pub fn separate(&mut self, separator: Separator) {
        self.pending = self.pending.max(separator);
        if separator >= Separator::Cell {
            self.held.clear();
            self.keeps_line = false;
        }
    }

    /// Returns `true` if white space adds nothing to what stands before the next text, unless it is kept.
    #[inline]
    pub fn is_apart(&self) -> bool {
        self.pending >= Separator::Space
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

    /// Notes an element that gives its line a height.
    pub fn keep_line(&mut self) {
        self.keeps_line = true;
    }

    /// Returns `true` if preformatted text so far, since the last edge, breaks the line and shows nothing; that of a
    /// block, which has a line of its own, may be a space.
    pub fn holds_line(&self, is_of_block: bool) -> bool {
        self.held.contains('\n') || is_of_block && (self.keeps_line || !self.held.is_empty())
    }

    /// Returns `true` if the next text starts a line.
    pub fn begins_line(&self) -> bool {
        self.held.ends_with('\n') || self.held.is_empty() && self.pending >= Separator::Line
    }

    /// Writes the pending separator. Returns the offset of the text that follows, which is given.
    pub fn flush(&mut self, next: &str) -> Fallible<u32> {
        if self.pending == Separator::Fold
            && self.text.ends_with(is_unspaced)
            && next.starts_with(is_unspaced)
            && self.held.is_empty()
        {
            self.pending = Separator::None;
        }
        if self.pending == Separator::Note && !is_word_edge(&self.text, next) {
            self.pending = Separator::None;
        }
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

    /// Appends a run, after [`TextBuffer::flush`].
    pub fn push_run(&mut self, run: &Run<'_>) -> Fallible {
        if !self.held.is_empty() {
            self.text.try_reserve(self.held.len())?;
            self.text.push_str(&self.held);
            self.held.clear();
            self.in_word = false;
        }
        self.text.try_reserve(run.text.len())?;
        self.text.push_str(run.text);
        let goes_on = self.in_word && run.begins_with_word;
        self.words += run.words - u32::from(goes_on);
        self.in_word = run.ends_with_word;
        Ok(())
    }

    /// Adds whitespace before the next run: one space at most, all of it in preformatted text.
    #[inline]
    pub fn push_space(&mut self, space: &str, keep: bool) -> Fallible {
        if keep {
            self.held.try_reserve(space.len())?;
            self.held.push_str(space);
        } else if self.pending < Separator::Space {
            self.separate(if space.contains('\n') {
                Separator::Fold
            } else {
                Separator::Space
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::texts::words::words;

    proptest! {
        #[test]
        fn runs_and_spaces_are_those_of_the_standard_library(text in r"[a_1é漢 .\u{200b}\u{a0}\u{85}\u{3000}\t\u{1f}]{0,12}|\PC{0,20}") {
            let start = text.trim_start();
            prop_assert_eq!(space(&text), text.len() - start.len());
            let mut ends = start.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
            let goes_on = |at: usize| {
                start[at..].starts_with(' ') && !start[at + 1..].is_empty() && !start[at + 1..].starts_with(char::is_whitespace)
            };
            let expected = &start[..ends.find(|at| !goes_on(*at)).unwrap_or(start.len())];
            let invisible = expected.char_indices().skip(1).find(|(_, c)| is_invisible(*c));
            let expected = &expected[..invisible.map_or(expected.len(), |(at, _)| at)];
            let found = run(start);
            prop_assert_eq!(found.starts_invisible, expected.starts_with(is_invisible));
            prop_assert_eq!(found.text, expected);
            prop_assert_eq!(found.words as usize, words(expected).count());
            prop_assert_eq!(found.begins_with_word, expected.starts_with(is_word_char));
            prop_assert_eq!(found.ends_with_word, expected.ends_with(is_word_char));
        }
    }

    #[test]
    fn what_is_cut_within_a_character_ends_behind_it() {
        assert_eq!(space(&"\u{3000}".repeat(LONGEST)), LONGEST.next_multiple_of(3));
        assert_eq!(run(&format!("a{}", "é".repeat(LONGEST))).text.len(), LONGEST + 1);
    }

    #[test]
    fn a_word_may_go_on_in_the_next_run() {
        let mut buffer = TextBuffer::default();
        for part in ["on", "e,", "two", "-"] {
            buffer.push_run(&run(part)).unwrap();
        }
        assert_eq!(buffer.words(), 2);
        buffer.separate(Separator::Space);
        buffer.flush("three").unwrap();
        buffer.push_run(&run("three")).unwrap();
        assert_eq!((buffer.words(), buffer.into_text().as_str()), (3, "one,two- three"));
    }
}
