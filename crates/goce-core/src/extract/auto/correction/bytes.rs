//! A correction as bytes, little-endian: `goce auto` (9 bytes), the version of the format (u16), the hash of the features
//! that it corrects scores of (u32), the length of the description (u32) and the description, a JSON object in ASCII, what is
//! done to familiar pages and to others (a number each: nothing, the regression, that and the trees), the paths of familiar
//! pages, the regression, the trees, if comments are content (0: not said, 1: no, 2: yes), and a checksum of all before it (u64).
//!
//! The checksum finds damage at once. It does not make the bytes trusted: every size is checked.

use serde_json::Value;

use super::Correction;
use super::familiar::{Extent, Extents, Paths};
use super::token_weights::TokenWeights;
use super::trees::{self, Trees};
use crate::extract::auto::features_hash;
use crate::interrupts;
use crate::learn::reader::Reader;
use crate::memory::{OutOfMemory, TryPush, ask_for};
use crate::texts::hashes::mix;

const MAGIC: &[u8; 9] = b"goce auto";

const FORMAT: u16 = 1;

/// The longest description, in bytes. A training writes one thousand.
const MAX_DESCRIPTION: usize = 1 << 16;

/// The most memory that reading a correction takes, in lengths of its bytes, and for the description alone: every two
/// bytes may make a value.
const READING: usize = 8;
const READING_DESCRIPTION: usize = 64 * MAX_DESCRIPTION;

/// Why bytes are no correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionError {
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

/// Returns `true` if bytes begin as those of a correction do.
pub fn is_correction(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

impl Correction {
    /// Reads a correction, in time and memory that are linear in its bytes.
    pub fn read(bytes: &[u8]) -> Result<Correction, CorrectionError> {
        let (sealed, sum) = bytes.split_last_chunk().ok_or(CorrectionError::NotAModel)?;
        let rest = sealed.strip_prefix(MAGIC).ok_or(CorrectionError::NotAModel)?;
        let mut reader = Reader::new(rest);
        match reader.u16() {
            Some(FORMAT) => {}
            Some(found) => return Err(CorrectionError::Format { found, known: FORMAT }),
            None => return Err(CorrectionError::Damaged),
        }
        if u64::from_le_bytes(*sum) != checksum(sealed) {
            return Err(CorrectionError::Damaged);
        }
        ask_for(READING.saturating_mul(bytes.len()).saturating_add(READING_DESCRIPTION))?;
        if reader.u32().ok_or(CorrectionError::Unsound)? != features_hash()? {
            return Err(CorrectionError::OtherAuto);
        }
        Correction::read_parts(reader).ok_or(CorrectionError::Unsound)?
    }

    fn read_parts(mut reader: Reader<'_>) -> Option<Result<Correction, CorrectionError>> {
        let length = reader.u32()? as usize;
        if length > MAX_DESCRIPTION {
            return None;
        }
        let description = reader.bytes(length)?;
        // ASCII without escapes, so that it is text in a database of any encoding.
        if !description.iter().all(|byte| (b' '..=b'~').contains(byte) && *byte != b'\\') {
            return None;
        }
        let Ok(Value::Object(description)) = serde_json::from_slice(description) else {
            return None;
        };
        let extents = Extents {
            familiar: Extent::read(&mut reader)?,
            others: Extent::read(&mut reader)?,
        };
        let paths = Paths::read(&mut reader)?;
        let linear = match TokenWeights::read(&mut reader)? {
            Ok(linear) => linear,
            Err(error) => return Some(Err(error.into())),
        };
        let features = match trees::width() {
            Ok(features) => features,
            Err(error) => return Some(Err(error.into())),
        };
        let trees = Trees::read(&mut reader, features)?;
        let comments = match reader.u8()? {
            0 => None,
            1 => Some(false),
            2 => Some(true),
            _ => return None,
        };
        reader.is_at_end().then_some(Ok(Correction {
            description,
            extents,
            paths,
            linear,
            trees,
            comments,
        }))
    }

    /// Writes the bytes that [`Correction::read`] reads.
    pub fn write(&self) -> Result<Vec<u8>, OutOfMemory> {
        let mut bytes = begin()?;
        let description = Value::Object(self.description.clone()).to_string();
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description.as_bytes());
        bytes.extend([self.extents.familiar as u8, self.extents.others as u8]);
        self.paths.write(&mut bytes)?;
        self.linear.write(&mut bytes)?;
        self.trees.write(&mut bytes, trees::width()?)?;
        bytes.try_push(match self.comments {
            None => 0,
            Some(false) => 1,
            Some(true) => 2,
        })?;
        close(&mut bytes)?;
        Ok(bytes)
    }
}

/// Returns the bytes of a correction with these parts, from the description on.
pub fn seal(parts: &[u8]) -> Result<Vec<u8>, OutOfMemory> {
    let mut bytes = begin()?;
    bytes.try_extend_from_slice(parts)?;
    close(&mut bytes)?;
    Ok(bytes)
}

/// Returns the head: the magic, the version of the format and the hash of the features.
fn begin() -> Result<Vec<u8>, OutOfMemory> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(features_hash()?.to_le_bytes());
    Ok(bytes)
}

fn close(bytes: &mut Vec<u8>) -> Result<(), OutOfMemory> {
    let sum = checksum(bytes);
    bytes.try_extend_from_slice(&sum.to_le_bytes())
}

fn checksum(bytes: &[u8]) -> u64 {
    // A gigabyte takes a second; what is checked here is that long only if somebody made it so.
    let mut sum = mix(0, bytes.len() as u64);
    for piece in bytes.chunks(1 << 16) {
        interrupts::check();
        for byte in piece {
            sum = mix(sum.rotate_left(5), u64::from(*byte));
        }
    }
    sum
}
