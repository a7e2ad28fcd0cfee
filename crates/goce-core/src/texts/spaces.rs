//! The spaces in a text.

use crate::prelude::*;
use crate::texts::byte_set::SPACES;

/// Returns a text with one space in place of each run of characters for which `is_space` holds, and none at its ends.
pub fn single_spaced(text: &str, is_space: impl Fn(char) -> bool) -> Fallible<String> {
    let mut out = String::new();
    // The start of what is not written yet. Single spaces are written with the words around them.
    let mut from = 0;
    let mut is_behind_space = true;
    for (at, c) in text.char_indices().checking(CHECK_BYTES) {
        if !is_space(c) {
            is_behind_space = false;
        } else if c == ' ' && !is_behind_space {
            is_behind_space = true;
        } else {
            out.try_push_str(&text[from..at])?;
            from = at + c.len_utf8();
            if !is_behind_space {
                out.try_push_char(' ')?;
                is_behind_space = true;
            }
        }
    }
    out.try_push_str(&text[from..])?;
    if is_behind_space {
        out.pop();
    }
    Ok(out)
}

/// Returns the start of a text: at most `bytes` bytes, up to the end of a character.
pub fn start_of(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Returns what `str::trim_ascii` returns, by a table: many texts are long white space.
#[inline]
pub fn trimmed(text: &str) -> &str {
    let start = text.bytes().position(|byte| !SPACES[usize::from(byte)]);
    start.map_or("", |start| text[start..].trim_ascii_end())
}
