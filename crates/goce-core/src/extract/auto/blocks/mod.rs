//! The blocks of a page as rows of features.

mod areas;
pub mod around;
pub mod containers;
pub mod encoding;
mod features;
mod head;
pub mod headings;
pub mod linear;
pub mod names;
mod regions;
mod rows;
mod scores;
mod sink;
mod sums;
mod texts;

use crate::learn::reader::Reader;
use encoding::Table;

pub use features::Blocks;
pub use rows::{PART, PartSink, names as feature_names};
pub use sums::Sums;

/// What names and words are worth, learned from labelled pages.
#[derive(Debug)]
pub struct Tables {
    /// Names and tags of the elements around a block.
    pub names: Table,
    /// Words of a block.
    pub words: Table,
    pub containers: Table,
    pub headings: Table,
    /// The bias of each regression ([`linear`]).
    pub biases: [f32; 2],
}

impl Default for Tables {
    /// Returns four empty tables and biases of 0.
    fn default() -> Self {
        let empty = || Table::new(1.0, Vec::new());
        Tables {
            names: empty(),
            words: empty(),
            containers: empty(),
            headings: empty(),
            biases: [0.0; 2],
        }
    }
}

impl Tables {
    /// Reads the four tables and the biases (f32). Returns `None` if the bytes are none.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        Some(Tables {
            names: Table::read(bytes)?,
            words: Table::read(bytes)?,
            containers: Table::read(bytes)?,
            headings: Table::read(bytes)?,
            biases: [bytes.f32()?, bytes.f32()?],
        })
    }

    /// Writes the bytes that [`Tables::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>) {
        for table in [&self.names, &self.words, &self.containers, &self.headings] {
            table.write(out);
        }
        out.extend(self.biases.iter().flat_map(|bias| bias.to_le_bytes()));
    }
}
