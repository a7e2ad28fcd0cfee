//! The values of scripts, within bounds.

use std::io::{self, Read};

use serde_json::Value;

use crate::json::mend;
use goce_core::interrupts;
use goce_core::memory::{OutOfMemory, TryPush, ask_for};

/// The longest script that is read, in bytes. A longer one is data of an application.
pub const LONGEST: usize = 1024 * 1024;

/// Bytes that the parser gets between two checks.
const CHUNK: usize = 8 * 1024;

/// The most bytes of memory for a byte of a script. Each `{"":1},` is a map with a node for eleven members, of 632 bytes.
/// The mended text and the one before take three bytes more.
pub const MEMORY: usize = 104;

/// A text that checks as it is read.
struct Checked<'a> {
    rest: &'a [u8],
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        interrupts::check();
        let chunk = &self.rest[..self.rest.len().min(CHUNK)];
        let mut chunk = chunk;
        let read = chunk.read(buffer)?;
        self.rest = &self.rest[read..];
        Ok(read)
    }
}

fn parse(text: &str) -> Result<Vec<Value>, OutOfMemory> {
    let checked = Checked { rest: text.as_bytes() };
    // Some scripts have several values.
    let values =
        serde_json::Deserializer::from_reader(io::BufReader::with_capacity(CHUNK, checked)).into_iter::<Value>();
    let mut read = Vec::new();
    for value in values {
        match value {
            Ok(value) => read.try_push(value)?,
            Err(_) => return Ok(Vec::new()),
        }
    }
    Ok(read)
}

/// Returns the values of a script; none if it cannot be mended or is longer than [`LONGEST`].
pub fn read(text: &str) -> Result<Vec<Value>, OutOfMemory> {
    if text.len() > LONGEST {
        return Ok(Vec::new());
    }
    ask_for(text.len() * MEMORY)?;
    let values = parse(text)?;
    if !values.is_empty() {
        return Ok(values);
    }
    match mend(text)? {
        Some(mended) => parse(&mended.text),
        None => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values(text: &str) -> Vec<Value> {
        read(text).unwrap()
    }

    #[test]
    fn json_is_read() {
        assert_eq!(values(r#"{"a": [1, "\u00e9"]}"#), [json!({"a": [1, "é"]})]);
        assert_eq!(values(r#"{"a":1} {"b":2}"#), [json!({"a": 1}), json!({"b": 2})]);
        assert_eq!(values(r#"{"a":1,},{"b":2}"#), [json!({"a": 1}), json!({"b": 2})]);
        assert!(values("").is_empty() && values("no json").is_empty());
    }

    #[test]
    fn hostile_json_is_bounded() {
        assert!(values(&"[".repeat(200_000)).is_empty());
        assert!(values(&format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))).is_empty());
        assert!(values(&format!("{{\"a\": \"{}\"}}", "x".repeat(LONGEST))).is_empty());
    }
}
