//! Target encodings of tokens (names and words): by how much each makes content likelier, alone and beside others.
//!
//! A token's value is the logarithm of the odds that a block with it is content, from the pages that training saw
//! (target encoding). A block gets the least, the greatest, the mean and the sum over its tokens. A token's weight is
//! its weight in a logistic regression over all tokens of a block ([`linear`](super::linear)). The file of a table,
//! little-endian: the number of tokens (u32); one unit of the values and one of the weights (f32 each); the tokens'
//! hashes (u32, ascending); their values; their weights (i8 each).

use crate::learn::reader::Reader;

/// The encoding of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Encoding {
    pub value: f32,
    /// The token's weight beside others.
    pub weight: f32,
}

/// The encodings of tokens.
#[derive(Debug)]
pub struct Table {
    /// One unit of the values, and one of the weights.
    units: [f32; 2],
    hashes: Vec<u32>,
    values: Vec<i8>,
    weights: Vec<i8>,
    /// A hash table: at the low bits of a token's hash, or next to them, the hash's upper 24 bits and the value plus 128;
    /// 0 in an empty slot. At least half of the slots are empty, so that most tokens, which are unknown, cost one look.
    /// The processor's cache holds all slots.
    slots: Vec<u32>,
    /// The weight of the token in each slot.
    weight_of_slot: Vec<i8>,
}

/// The bits of a hash that a slot keeps. The other eight are, nearly always, the low bits of the slot's place.
const UPPER: u32 = !0xff;

/// Returns a number in units, rounded.
fn in_units(number: f32, unit: f32) -> i8 {
    (number / unit).round().clamp(-127.0, 127.0) as i8
}

impl Table {
    /// Returns a table of tokens and their values, which are rounded to units. Their weights are 0.
    pub fn new(unit: f32, mut values: Vec<(u32, f32)>) -> Self {
        values.sort_by_key(|(hash, _)| *hash);
        values.dedup_by_key(|(hash, _)| *hash);
        Self::index(
            [unit, 1.0],
            values.iter().map(|(hash, _)| *hash).collect(),
            values.iter().map(|(_, value)| in_units(*value, unit)).collect(),
            vec![0; values.len()],
        )
    }

    /// Returns the same table with weights, one for each of [`Table::hashes`]. They are rounded to units; the largest is 127
    /// units.
    #[must_use]
    pub fn with_weights(self, weights: &[f32]) -> Self {
        let largest = weights.iter().fold(f32::MIN_POSITIVE, |a, b| a.max(b.abs()));
        let unit = largest / 127.0;
        let weights = weights.iter().map(|weight| in_units(*weight, unit));
        let units = [self.units[0], unit];
        Self::index(units, self.hashes, self.values, weights.collect())
    }

    /// Returns the hashes of the tokens, ascending.
    pub fn hashes(&self) -> &[u32] {
        &self.hashes
    }

    /// Reads a table. Returns `None` if the bytes are none.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let count = bytes.u32()? as usize;
        let units = [bytes.f32()?, bytes.f32()?];
        let (hashes, _) = bytes.bytes(count.checked_mul(4)?)?.as_chunks();
        let hashes: Vec<u32> = hashes.iter().map(|hash| u32::from_le_bytes(*hash)).collect();
        let mut signed = || Some(bytes.bytes(count)?.iter().map(|byte| byte.cast_signed()).collect());
        let (values, weights) = (signed()?, signed()?);
        let ascending = hashes.is_sorted_by(|a, b| a < b);
        ascending.then(|| Self::index(units, hashes, values, weights))
    }

    /// Writes the bytes that [`Table::read`] reads.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.hashes.len() as u32).to_le_bytes());
        out.extend(self.units.iter().flat_map(|unit| unit.to_le_bytes()));
        out.extend(self.hashes.iter().flat_map(|hash| hash.to_le_bytes()));
        let numbers = self.values.iter().chain(&self.weights);
        out.extend(numbers.flat_map(|number| number.to_le_bytes()));
    }

    fn index(units: [f32; 2], hashes: Vec<u32>, values: Vec<i8>, weights: Vec<i8>) -> Self {
        let mut slots = vec![0; (2 * hashes.len()).next_power_of_two().max(256)];
        let mut weight_of_slot = vec![0; slots.len()];
        let mask = slots.len() - 1;
        for ((hash, value), weight) in hashes.iter().zip(&values).zip(&weights) {
            let mut at = *hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash & UPPER | (i32::from((*value).max(-127)) + 128) as u32;
            weight_of_slot[at] = *weight;
        }
        Table {
            units,
            hashes,
            values,
            weights,
            slots,
            weight_of_slot,
        }
    }

    /// Returns the encoding of a token, and `None` if the token is unknown.
    #[inline]
    pub fn encoding(&self, hash: u32) -> Option<Encoding> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot & UPPER == hash & UPPER {
                return Some(Encoding {
                    value: ((slot & !UPPER) as f32 - 128.0) * self.units[0],
                    weight: f32::from(self.weight_of_slot[at]) * self.units[1],
                });
            }
            at = (at + 1) & mask;
        }
    }
}

/// The encodings of several tokens, joined. Unknown tokens are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Encoded {
    /// The least value, 0 without tokens.
    pub least: f32,
    /// The greatest value, 0 without tokens.
    pub greatest: f32,
    /// The sum of the values.
    pub sum: f32,
    /// The sum of the weights.
    pub weight: f32,
    /// The number of the tokens.
    pub count: f32,
}

impl Encoded {
    /// Adds a token, if it is known.
    pub fn add(&mut self, encoding: Option<Encoding>) {
        if let Some(Encoding { value, weight }) = encoding {
            *self = self.with(&Encoded {
                least: value,
                greatest: value,
                sum: value,
                weight,
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
            // No value is NaN, which `min` and `max` would ask.
            least: if other.least < self.least {
                other.least
            } else {
                self.least
            },
            greatest: if other.greatest > self.greatest {
                other.greatest
            } else {
                self.greatest
            },
            sum: self.sum + other.sum,
            weight: self.weight + other.weight,
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
        assert_eq!(table.hashes(), [3, 7, u32::MAX]);
        let table = table.with_weights(&[4.0, -4.0, 0.0]);
        let mut bytes = Vec::new();
        table.write(&mut bytes);
        let read = Table::read(&mut Reader::new(&bytes)).unwrap();
        for (hash, value, weight) in [(7, 1.0, -4.0), (3, -31.75, 4.0), (u32::MAX, 0.5, 0.0)] {
            let encoding = Some(Encoding { value, weight });
            assert_eq!((table.encoding(hash), read.encoding(hash)), (encoding, encoding));
        }
        assert_eq!((table.encoding(8), table.encoding(0)), (None, None));
        for length in 0..bytes.len() {
            assert!(Table::read(&mut Reader::new(&bytes[..length])).is_none());
        }
    }

    #[test]
    fn values_are_joined() {
        let mut encoded = Encoded::default();
        assert_eq!(encoded.mean(), 0.0);
        for value in [Some(2.0), None, Some(-1.0)] {
            encoded.add(value.map(|value| Encoding {
                value,
                weight: 3.0 * value,
            }));
        }
        let joined = Encoded::default().with(&encoded).with(&Encoded::default());
        assert_eq!(joined, encoded);
        assert_eq!((joined.least, joined.greatest, joined.mean(), joined.weight), (-1.0, 2.0, 0.5, 3.0));
    }
}
