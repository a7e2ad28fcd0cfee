//! The texts of fields.

use crate::memory::{OutOfMemory, TryPushStr};

/// Returns a text with single spaces.
///
/// # Errors
/// [`OutOfMemory`].
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
