//! The spaces in a text.

use crate::interrupts::Checking;
use crate::memory::{OutOfMemory, TryPushStr};

/// Words between two checks.
const CHECK_EVERY: usize = 1024;

/// Returns a text with one space in place of each run of characters for which `is_space` holds, and none at its ends.
pub fn single_spaced(text: &str, is_space: impl Fn(char) -> bool) -> Result<String, OutOfMemory> {
    let mut out = String::new();
    let words = text.split(is_space).filter(|word| !word.is_empty());
    for word in words.checking(CHECK_EVERY) {
        if !out.is_empty() {
            out.try_push_char(' ')?;
        }
        out.try_push_str(word)?;
    }
    Ok(out)
}

/// Returns the start of a text: at most `bytes` bytes, up to the end of a character.
pub fn start_of(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}
