//! The texts of fields, and of the attributes that state them.

use crate::memory::{OutOfMemory, TryPushStr};

/// Bytes of an attribute that are looked at.
const LONGEST: usize = 512;

/// Returns the start of an attribute's value, all of it where it is short: the parser may copy an element and its
/// attributes many times.
pub fn start(value: &str) -> &str {
    &value[..value.floor_char_boundary(LONGEST)]
}

/// Returns a text with single spaces.
pub fn on_a_line(text: &str) -> Result<String, OutOfMemory> {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.try_push_char(' ')?;
        }
        line.try_push_str(word)?;
    }
    Ok(line)
}
