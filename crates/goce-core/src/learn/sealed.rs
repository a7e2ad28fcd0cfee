//! The files of models that users train. A file begins with the magic of its kind and the version of its format (u16), and
//! ends with a checksum of all before it (u64); numbers are little-endian.
//!
//! The checksum finds damage at once. It does not make the bytes trusted: whoever reads the parts checks every size.

use serde_json::{Map, Value};

use super::reader::Reader;
use crate::prelude::*;
use crate::texts::hashes::mix;

/// The longest description, in bytes. A training writes one or two thousand.
const MAX_DESCRIPTION: usize = 1 << 16;

/// Why bytes are no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainedModelError {
    #[error("value is not a trained model")]
    NotAModel,
    #[error("trained model has a format that this version does not know")]
    Format { found: u16, known: u16 },
    #[error("trained model corrects another version of \"auto\"")]
    OtherAuto,
    #[error("trained model is damaged")]
    Damaged,
    #[error("trained model is not sound")]
    Unsound,
    #[error("out of memory for a trained model")]
    OutOfMemory(#[from] OutOfMemory),
}

/// The format of a kind of models.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub magic: &'static [u8],
    pub version: u16,
}

impl Format {
    /// Returns `true` if bytes begin as this kind does.
    pub fn begins(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.magic)
    }

    /// Returns a reader of the parts between head and checksum, which are right.
    pub fn open<'b>(&self, bytes: &'b [u8]) -> Result<Reader<'b>, TrainedModelError> {
        let (sealed, sum) = bytes.split_last_chunk().ok_or(TrainedModelError::NotAModel)?;
        let rest = sealed.strip_prefix(self.magic).ok_or(TrainedModelError::NotAModel)?;
        let mut reader = Reader::new(rest);
        let known = self.version;
        match reader.u16() {
            Some(found) if found == known => {}
            Some(found) => return Err(TrainedModelError::Format { found, known }),
            None => return Err(TrainedModelError::Damaged),
        }
        if u64::from_le_bytes(*sum) != checksum(sealed) {
            return Err(TrainedModelError::Damaged);
        }
        // The most memory that reading the parts takes, in lengths of their bytes: numbers grow while they are read, and vectors
        // double.
        let parts = bytes.len().saturating_mul(8);
        // The most memory that reading a description takes, in lengths of its bytes: every two bytes may make a value.
        ask_for(parts.saturating_add(64 * MAX_DESCRIPTION))?;
        Ok(reader)
    }

    /// Returns the bytes of a model with these parts.
    pub fn seal(&self, parts: &[u8]) -> Fallible<Vec<u8>> {
        let mut bytes = Vec::new();
        bytes.try_extend_from_slice(self.magic)?;
        bytes.try_extend_from_slice(&self.version.to_le_bytes())?;
        bytes.try_extend_from_slice(parts)?;
        let sum = checksum(&bytes);
        bytes.try_extend_from_slice(&sum.to_le_bytes())?;
        Ok(bytes)
    }
}

/// Reads a description: its length (u32), and a JSON object in ASCII. Returns `None` if the bytes are none.
pub fn read_description(reader: &mut Reader<'_>) -> Option<Map<String, Value>> {
    let length = reader.u32()? as usize;
    if length > MAX_DESCRIPTION {
        return None;
    }
    let description = reader.bytes(length)?;
    // ASCII without escapes, so that it is text in a database of any encoding.
    if !description.iter().all(|byte| (b' '..=b'~').contains(byte) && *byte != b'\\') {
        return None;
    }
    match serde_json::from_slice(description) {
        Ok(Value::Object(description)) => Some(description),
        _ => None,
    }
}

/// Writes the bytes that [`read_description`] reads.
pub fn write_description(description: &Map<String, Value>, out: &mut Vec<u8>) -> Fallible {
    let description = Value::Object(description.clone()).to_string();
    out.try_extend_from_slice(&(description.len() as u32).to_le_bytes())?;
    out.try_extend_from_slice(description.as_bytes())
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = mix(0, bytes.len() as u64);
    // All pieces but the last have a multiple of 8 bytes.
    for piece in bytes.chunks(CHECK_BYTES) {
        interrupts::check();
        let (eights, rest) = piece.as_chunks::<8>();
        for eight in eights {
            sum = mix(sum.rotate_left(5), u64::from_le_bytes(*eight));
        }
        for byte in rest {
            sum = mix(sum.rotate_left(5), u64::from(*byte));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format {
        magic: b"goce test",
        version: 2,
    };

    #[test]
    fn what_is_sealed_is_opened() {
        let mut description = Map::new();
        description.insert("kind".to_owned(), Value::from("test"));
        let mut parts = Vec::new();
        write_description(&description, &mut parts).unwrap();
        let bytes = FORMAT.seal(&parts).unwrap();
        let mut reader = FORMAT.open(&bytes).unwrap();
        assert_eq!(read_description(&mut reader), Some(description));
        assert!(reader.is_at_end() && FORMAT.begins(&bytes));
        let later = Format { version: 3, ..FORMAT };
        assert_eq!(later.open(&bytes).unwrap_err(), TrainedModelError::Format { found: 2, known: 3 });
        assert_eq!(FORMAT.open(b"goce").unwrap_err(), TrainedModelError::NotAModel);
        for place in FORMAT.magic.len() + 2..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert_eq!(FORMAT.open(&damaged).unwrap_err(), TrainedModelError::Damaged, "{place}");
        }
    }

    #[test]
    fn descriptions_are_plain_objects() {
        let read = |text: &str| {
            let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
            bytes.extend(text.as_bytes());
            read_description(&mut Reader::new(&bytes))
        };
        assert!(read("{}").is_some());
        let long = format!("{{\"a\": \"{}\"}}", "x".repeat(MAX_DESCRIPTION));
        for text in ["[]", "{\"a\": \"\\u0000\"}", "{\"a\": \"é\"}", "{\n}", "", &long] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
