//! The bytes of a correction, which are [sealed](crate::learn::sealed).
//!
//! The parts, little-endian: the hash of the features whose scores it corrects (u32), the description, what is done to
//! familiar pages and to others (u8 each: nothing, the regression, that and the trees), the paths of familiar pages, the
//! regression, the trees, and if comments are content (u8: 0 not said, 1 yes).

use super::Correction;
use super::familiar::{Extent, Extents, Paths};
use super::fitting::Parts;
use super::token_weights::TokenWeights;
use super::trees::{self, Trees};
use crate::extract::auto::features_hash;
use crate::learn::reader::Reader;
use crate::learn::sealed::{Format, TrainedModelError, read_description, write_description};
use crate::prelude::*;

const FORMAT: Format = Format {
    magic: b"goce auto",
    version: 1,
};

/// Returns `true` if bytes begin as those of a correction do.
pub fn is_correction(bytes: &[u8]) -> bool {
    FORMAT.begins(bytes)
}

impl Correction {
    /// Reads a correction, in time and memory that are linear in its bytes.
    pub fn read(bytes: &[u8]) -> Result<Correction, TrainedModelError> {
        let mut reader = FORMAT.open(bytes)?;
        if reader.u32().ok_or(TrainedModelError::Unsound)? != features_hash()? {
            return Err(TrainedModelError::OtherAuto);
        }
        let correction = Correction::read_parts(&mut reader, trees::width()?).filter(|_| reader.is_at_end());
        Ok(correction.ok_or(TrainedModelError::Unsound)??)
    }

    fn read_parts(reader: &mut Reader<'_>, features: usize) -> Option<Fallible<Correction>> {
        let description = read_description(reader)?;
        let extents = Extents {
            familiar: Extent::read(reader)?,
            others: Extent::read(reader)?,
        };
        let paths = Paths::read(reader)?;
        let linear = TokenWeights::read(reader)?;
        let trees = Trees::read(reader, features)?;
        let comments = [None, Some(true)].get(usize::from(reader.u8()?)).copied()?;
        Some(linear.map(|linear| Correction {
            description,
            extents,
            parts: Parts {
                paths,
                linear,
                trees,
                comments,
            },
        }))
    }

    /// Writes the bytes that [`Correction::read`] reads.
    pub fn write(&self) -> Fallible<Vec<u8>> {
        let mut parts = Vec::new();
        write_description(&self.description, &mut parts)?;
        parts.try_extend_from_slice(&[self.extents.familiar as u8, self.extents.others as u8])?;
        self.parts.paths.write(&mut parts)?;
        self.parts.linear.write(&mut parts)?;
        self.parts.trees.write(&mut parts)?;
        parts.try_push(u8::from(self.parts.comments == Some(true)))?;
        seal(&parts)
    }
}

/// Returns the bytes of a correction with these parts, from the description on.
pub fn seal(parts: &[u8]) -> Fallible<Vec<u8>> {
    let mut all = Vec::new();
    all.try_extend_from_slice(&features_hash()?.to_le_bytes())?;
    all.try_extend_from_slice(parts)?;
    FORMAT.seal(&all)
}
