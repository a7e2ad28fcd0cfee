//! The features of a page's blocks: measured for each block, a row each, in an order that the trained model depends on.

pub mod ancestors;
mod areas;
mod block_rows;
mod block_text;
pub mod block_tokens;
mod blocks;
pub mod containers;
mod descent;
mod feature_writer;
pub mod headings;
pub mod linear;
mod main_text;
mod regions;
mod sums;
pub mod target_encoding;

use crate::learn::reader::Reader;
use target_encoding::Table;

pub use block_rows::{PART, PartSink, names as feature_names};
pub use blocks::Blocks;
pub use sums::Sums;

/// The encodings of names and words that training has learned.
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
