//! Text, attributes and end tags as HTML.

use super::{Output, Rendered, pieces};
use crate::prelude::*;

/// Where a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HtmlPlace {
    Text,
    /// In the value of an attribute, between double quotes.
    Value,
}

/// Appends a text. Character references replace characters that a parser would read as something else: those of markup,
/// and the carriage return, which parsers make a line break. U+00A0 is replaced too, as in HTML that browsers write.
pub fn push_escaped(text: &str, place: HtmlPlace, out: &mut Output) -> Rendered {
    for piece in pieces(text) {
        if piece.len() > 1024 {
            interrupts::check();
        }
        let mut copied = 0;
        for (at, c) in piece.char_indices() {
            let reference = match c {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' if place == HtmlPlace::Value => "&quot;",
                '\r' => "&#13;",
                '\u{a0}' => "&nbsp;",
                _ => continue,
            };
            out.push_all(&[&piece[copied..at], reference])?;
            copied = at + c.len_utf8();
        }
        out.push(&piece[copied..])?;
    }
    Ok(())
}

/// Appends an attribute and the space before it.
pub fn push_attribute(name: &str, value: &str, out: &mut Output) -> Rendered {
    out.push_all(&[" ", name])?;
    push_value(value, out)
}

/// Appends the equals sign behind an attribute's name, and the value in quotes.
pub fn push_value(value: &str, out: &mut Output) -> Rendered {
    out.push("=\"")?;
    push_escaped(value, HtmlPlace::Value, out)?;
    out.push("\"")
}

/// Appends the end tag of an element.
pub fn push_end_tag(name: &str, out: &mut Output) -> Rendered {
    out.push_all(&["</", name, ">"])
}
