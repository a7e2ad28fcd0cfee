//! Text as HTML.

use super::bounds::{Output, RenderError, pieces};
use crate::interrupts;

/// Where something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Text,
    /// In the value of an attribute, between double quotes.
    Value,
}

/// Appends text or a value with character references for what HTML would read otherwise: markup, and the
/// carriage return, which parsers make a line break. U+00A0 becomes one too, as browsers write it.
pub fn text(text: &str, place: Place, out: &mut Output) -> Result<(), RenderError> {
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
                '"' if place == Place::Value => "&quot;",
                '\r' => "&#13;",
                '\u{a0}' => "&nbsp;",
                _ => continue,
            };
            out.push(&piece[copied..at])?;
            out.push(reference)?;
            copied = at + c.len_utf8();
        }
        out.push(&piece[copied..])?;
    }
    Ok(())
}
