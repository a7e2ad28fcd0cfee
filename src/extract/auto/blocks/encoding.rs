//! The values of tokens, of names and words: by how much each makes content likelier.
//!
//! A token's value is the logarithm of the odds that a block with it is content, from the pages that training saw
//! (target encoding). A block gets the least, the greatest, the mean and the sum over its tokens. The file of a table,
//! little-endian: the number of tokens (u32); the value of one unit (f32); the tokens' hashes (u32, ascending); their
//! values (i8).

use crate::learn::reader::Reader;

/// Values of tokens.
#[derive(Debug)]
pub struct Table {
    unit: f32,
    hashes: Vec<u32>,
    values: Vec<i8>,
    /// By the low bits of a hash, or next to there: its upper 24 bits, and its value plus 128; 0
    /// where there is none. At least half are 0, so that most tokens, which are unknown, cost one
    /// look, and the processor's cache holds them all.
    slots: Vec<u32>,
}

/// The bits of a hash that are kept. Its place tells the others, but for neighbours.
const UPPER: u32 = !0xff;

impl Table {
    /// Returns a table of tokens and their values, which are rounded to units.
    pub fn new(unit: f32, mut values: Vec<(u32, f32)>) -> Self {
        values.sort_by_key(|(hash, _)| *hash);
        values.dedup_by_key(|(hash, _)| *hash);
        let stored = |value: f32| (value / unit).round().clamp(-127.0, 127.0) as i8;
        Self::index(
            unit,
            values.iter().map(|(hash, _)| *hash).collect(),
            values.iter().map(|(_, value)| stored(*value)).collect(),
        )
    }

    /// Reads a table. Returns `None` if the bytes are none.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let count = bytes.u32()? as usize;
        let unit = bytes.f32()?;
        let hashes: Vec<u32> = (0..count).map(|_| bytes.u32()).collect::<Option<_>>()?;
        let values = (0..count).map(|_| bytes.i8()).collect::<Option<_>>()?;
        let ascending = hashes.is_sorted_by(|a, b| a < b);
        ascending.then(|| Self::index(unit, hashes, values))
    }

    /// Writes the bytes that [`Table::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.hashes.len() as u32).to_le_bytes());
        out.extend(self.unit.to_le_bytes());
        out.extend(self.hashes.iter().flat_map(|hash| hash.to_le_bytes()));
        out.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
    }

    fn index(unit: f32, hashes: Vec<u32>, values: Vec<i8>) -> Self {
        let mut slots = vec![0; (2 * hashes.len()).next_power_of_two().max(256)];
        let mask = slots.len() - 1;
        for (hash, value) in hashes.iter().zip(&values) {
            let mut at = *hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash & UPPER | (i32::from((*value).max(-127)) + 128) as u32;
        }
        Table {
            unit,
            hashes,
            values,
            slots,
        }
    }

    /// Returns the value of a token, and `None` if the token is unknown.
    #[inline]
    pub fn value(&self, hash: u32) -> Option<f32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot & UPPER == hash & UPPER {
                return Some(((slot & !UPPER) as f32 - 128.0) * self.unit);
            }
            at = (at + 1) & mask;
        }
    }
}

/// The values of the known ones among some tokens, joined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Encoded {
    /// The least value, 0 without tokens.
    pub least: f32,
    /// The greatest value, 0 without tokens.
    pub greatest: f32,
    /// The sum of the values.
    pub sum: f32,
    /// The number of the values.
    pub count: f32,
}

impl Encoded {
    /// Adds a token's value, if it has one.
    pub fn add(&mut self, value: Option<f32>) {
        if let Some(value) = value {
            *self = self.with(&Encoded {
                least: value,
                greatest: value,
                sum: value,
                count: 1.0,
            });
        }
    }

    /// Returns the values of both.
    #[must_use]
    pub fn with(&self, other: &Encoded) -> Encoded {
        if other.count == 0.0 {
            return *self;
        }
        if self.count == 0.0 {
            return *other;
        }
        Encoded {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            sum: self.sum + other.sum,
            count: self.count + other.count,
        }
    }

    /// Returns the mean value, and 0 without tokens.
    pub fn mean(&self) -> f32 {
        self.sum / self.count.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_as_they_are_written() {
        let table = Table::new(0.25, vec![(7, 1.1), (3, -40.0), (u32::MAX, 0.5)]);
        let mut bytes = Vec::new();
        table.write(&mut bytes);
        let read = Table::read(&mut Reader::new(&bytes)).unwrap();
        for (hash, value) in [
            (7, Some(1.0)),
            (3, Some(-31.75)),
            (u32::MAX, Some(0.5)),
            (8, None),
            (0, None),
        ] {
            assert_eq!(table.value(hash), value);
            assert_eq!(read.value(hash), value);
        }
        for length in 0..bytes.len() {
            assert!(Table::read(&mut Reader::new(&bytes[..length])).is_none());
        }
    }

    #[test]
    fn values_are_joined() {
        let mut encoded = Encoded::default();
        assert_eq!(encoded.mean(), 0.0);
        for value in [Some(2.0), None, Some(-1.0)] {
            encoded.add(value);
        }
        let joined = Encoded::default().with(&encoded).with(&Encoded::default());
        assert_eq!(joined, encoded);
        assert_eq!(
            (joined.least, joined.greatest, joined.mean()),
            (-1.0, 2.0, 0.5)
        );
    }
}
