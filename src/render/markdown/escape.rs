//! Text, code and addresses, written so that Markdown reads nothing into them.

use crate::memory::{OutOfMemory, TryPushStr};
use crate::render::bounds::pieces;
use crate::tick::Tick;

/// Bytes of text from which on there are ticks.
const LONG: usize = 4096;

/// Where a run is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a paragraph.
    Paragraph,
    /// In a heading.
    Heading,
    /// In a cell of a table.
    Cell,
}

impl Place {
    /// Returns `true` if a line break cannot stand there.
    pub fn is_one_line(self) -> bool {
        self != Place::Paragraph
    }

    /// Returns `true` if code can be written there as code. In a cell, a backslash before a bar cannot be told
    /// from one that escapes the bar.
    pub fn can_hold_code(self, text: &str) -> bool {
        self != Place::Cell || !(text.contains("\\|") || text.ends_with('\\'))
    }
}

/// The surroundings of a piece of text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around {
    /// It begins a line.
    pub line_start: bool,
    /// It follows a footnote's reference.
    pub after_note: bool,
    /// The character behind it, none where the line ends.
    pub after: Option<char>,
}

/// The most characters in the name of a character reference.
const LONGEST_REFERENCE: usize = 40;

/// Appends text.
pub fn text(
    text: &str,
    around: Around,
    place: Place,
    out: &mut String,
    tick: Tick<'_>,
) -> Result<(), OutOfMemory> {
    let mut until_tick = LONG;
    let block_start = if around.line_start && place == Place::Paragraph {
        block_start(text, around.after)
    } else {
        None
    };
    let mut before: Option<char> = None;
    for (offset, c) in text.char_indices() {
        if offset >= until_tick {
            tick();
            until_tick = offset + LONG;
        }
        let behind = &text[offset + c.len_utf8()..];
        let next = behind.chars().next().or(around.after);
        let escaped = match c {
            '\\' | '`' | '*' | '[' | ']' | '~' => true,
            // Inside a word it marks nothing.
            '_' => ![before, next]
                .iter()
                .all(|c| c.is_some_and(char::is_alphanumeric)),
            '<' => next.is_some_and(|c| c.is_ascii_alphabetic() || "/!?".contains(c)),
            '&' => begins_reference(behind, around.after),
            // One in the text is escaped itself.
            '!' => behind.is_empty() && next == Some('['),
            '|' => place == Place::Cell,
            ':' | '(' => around.after_note && offset == 0,
            '#' => place == Place::Heading && next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if escaped || block_start == Some(offset) {
            out.try_push_char('\\')?;
        }
        out.try_push_char(c)?;
        before = Some(c);
    }
    Ok(())
}

/// Where a backslash keeps the start of a line from being that of a heading, a list, a quotation,
/// a rule or a table.
fn block_start(text: &str, after: Option<char>) -> Option<usize> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let second = chars.next().or(after);
    let ends = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let needed = match first {
        '>' | '=' | '|' => true,
        '-' => second.is_none_or(|c| !c.is_alphanumeric()),
        '+' => ends(second),
        ':' => second == Some('-'),
        '#' => {
            let behind = text.trim_start_matches('#');
            ends(behind.chars().next().or(after))
        }
        '0'..='9' => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let mut behind = text[digits..].chars();
            let is_number = digits <= 9 && matches!(behind.next(), Some('.' | ')'));
            return (is_number && ends(behind.next().or(after))).then_some(digits);
        }
        _ => false,
    };
    needed.then_some(0)
}

/// Returns `true` if the text behind an ampersand makes it a character reference.
fn begins_reference(behind: &str, after: Option<char>) -> bool {
    let name = behind
        .char_indices()
        .take(LONGEST_REFERENCE)
        .find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '#');
    match name {
        Some((length, c)) => length > 0 && c == ';',
        // It may go on behind the text.
        None => !behind.is_empty() && after.is_some_and(|c| !c.is_whitespace()),
    }
}

/// Appends text as code.
pub fn code(text: &str, place: Place, out: &mut String, tick: Tick<'_>) -> Result<(), OutOfMemory> {
    let fence = longest_run(text, '`', tick) + 1;
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    run(fence, out)?;
    out.try_push_str(pad)?;
    for piece in pieces(text) {
        tick();
        for (index, part) in piece
            .split(|c| place == Place::Cell && c == '|')
            .enumerate()
        {
            if index > 0 {
                out.try_push_str("\\|")?;
            }
            out.try_push_str(part)?;
        }
    }
    out.try_push_str(pad)?;
    run(fence, out)
}

/// Appends so many backticks.
pub fn run(length: usize, out: &mut String) -> Result<(), OutOfMemory> {
    out.try_reserve(length)?;
    out.extend(std::iter::repeat_n('`', length));
    Ok(())
}

/// The length of the longest run of a character.
pub fn longest_run(text: &str, of: char, tick: Tick<'_>) -> usize {
    let (mut longest, mut run) = (0, 0);
    for piece in pieces(text) {
        if piece.len() > LONG {
            tick();
        }
        for c in piece.chars() {
            run = if c == of { run + 1 } else { 0 };
            longest = longest.max(run);
        }
    }
    longest
}

/// Appends an address.
pub fn address(address: &str, out: &mut String, tick: Tick<'_>) -> Result<(), OutOfMemory> {
    for piece in pieces(address) {
        if piece.len() > LONG {
            tick();
        }
        for c in piece.chars() {
            match c {
                '&' => out.try_push_str("&amp;")?,
                '<' | '>' | '(' | ')' | '\\' | '|' | '`' | ' ' | '"' => {
                    out.try_push_str(&format!("%{:02X}", c as u32))?;
                }
                // No address has them but one that nobody resolved.
                c if c.is_whitespace() || c.is_control() => {}
                c => out.try_push_char(c)?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(input: &str, around: Around, place: Place) -> String {
        let mut out = String::new();
        text(input, around, place, &mut out, &mut || ()).unwrap();
        out
    }

    #[test]
    fn only_what_would_be_read_is_escaped() {
        let start = Around {
            line_start: true,
            ..Around::default()
        };
        for (input, output) in [
            ("a*b_c_d _e", r"a\*b_c_d \_e"),
            ("1. a", r"1\. a"),
            ("1.5 a 1. b", "1.5 a 1. b"),
            ("1234567890. a", "1234567890. a"),
            ("# a", r"\# a"),
            ("#a #", "#a #"),
            ("- a - b", r"\- a - b"),
            ("-5", "-5"),
            ("---", r"\---"),
            ("=", r"\="),
            (">a > b", r"\>a > b"),
            ("a < b <c> &amp; &am", r"a < b \<c> \&amp; &am"),
            ("a | b", "a | b"),
            ("|a", r"\|a"),
            ("[a](b) ![c]", r"\[a\](b) !\[c\]"),
            (r"a\b", r"a\\b"),
        ] {
            assert_eq!(escaped(input, start, Place::Paragraph), output);
        }
        assert_eq!(escaped("# a #", start, Place::Heading), r"\# a \#");
        assert_eq!(escaped("- a|b", start, Place::Cell), r"- a\|b");
    }

    #[test]
    fn code_and_addresses() {
        let of = |text: &str, place| {
            let mut out = String::new();
            code(text, place, &mut out, &mut || ()).unwrap();
            out
        };
        assert_eq!(of("a``b", Place::Paragraph), "```a``b```");
        assert_eq!(of("`", Place::Paragraph), "`` ` ``");
        assert_eq!(of("a|b", Place::Cell), r"`a\|b`");
        let mut out = String::new();
        address("a(b) <c>?d=1&e;", &mut out, &mut || ()).unwrap();
        assert_eq!(out, "a%28b%29%20%3Cc%3E?d=1&amp;e;");
    }
}
