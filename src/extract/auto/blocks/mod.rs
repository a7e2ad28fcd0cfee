//! The blocks of a page as rows of features.

mod areas;
pub mod around;
pub mod containers;
pub mod encoding;
mod features;
pub mod headings;
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

/// The values of names and words, learned from labelled pages.
#[derive(Debug)]
pub struct Tables {
    /// Names of the elements around a block.
    pub names: Table,
    /// Words of a block.
    pub words: Table,
    /// Names of containers.
    pub containers: Table,
    /// Words of headings.
    pub headings: Table,
}

impl Default for Tables {
    /// Returns four empty tables.
    fn default() -> Self {
        let empty = || Table::new(1.0, Vec::new());
        Tables {
            names: empty(),
            words: empty(),
            containers: empty(),
            headings: empty(),
        }
    }
}

impl Tables {
    /// Reads the four tables. Returns `None` if the bytes are none.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        Some(Tables {
            names: Table::read(bytes)?,
            words: Table::read(bytes)?,
            containers: Table::read(bytes)?,
            headings: Table::read(bytes)?,
        })
    }

    /// Writes the bytes that [`Tables::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>) {
        for table in [&self.names, &self.words, &self.containers, &self.headings] {
            table.write(out);
        }
    }
}
