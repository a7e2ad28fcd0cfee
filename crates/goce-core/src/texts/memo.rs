//! What is known of values that many elements of a page share, such as lists of classes.

use crate::texts::hashes::mix;

const SLOTS: usize = 1024;

/// Remembers something of the last values that came. A value takes the place of an earlier one with the same hash.
#[derive(Debug)]
pub struct Memo<'t, V> {
    /// One more than the place of each value in `known`, by its hash; 0 for none.
    slots: Box<[u16; SLOTS]>,
    known: Vec<(&'t str, V)>,
}

impl<V: Copy> Default for Memo<'_, V> {
    fn default() -> Self {
        Memo {
            slots: Box::new([0; SLOTS]),
            known: Vec::new(),
        }
    }
}

impl<'t, V: Copy> Memo<'t, V> {
    /// Returns what is known of a value, as `find` knows it if nothing is.
    #[inline]
    pub fn get_or_find(&mut self, value: &'t str, find: impl FnOnce(&'t str) -> V) -> V {
        let slot = &mut self.slots[place(value)];
        let known = self.known.get_mut(usize::from(*slot).wrapping_sub(1));
        if let Some((_, found)) = known.as_ref().filter(|(known, _)| *known == value) {
            return *found;
        }
        let found = find(value);
        if let Some(known) = known {
            *known = (value, found);
        } else if self.known.try_reserve(1).is_ok() {
            self.known.push((value, found));
            *slot = self.known.len() as u16;
        }
        found
    }
}

/// Returns the place of a value, by its length and both its ends.
#[inline]
fn place(value: &str) -> usize {
    let bytes = value.as_bytes();
    let ends = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => [u64::from_le_bytes(*first), u64::from_le_bytes(*last)],
        _ => [bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)), 0],
    };
    (mix(mix(bytes.len() as u64, ends[0]), ends[1]) >> 32) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_once_while_they_are_remembered() {
        let mut memo = Memo::default();
        let mut finds = 0;
        for _ in 0..2 {
            for value in ["", "a", "menu-item one", "menu-item two", "menu-item-two"] {
                let length = memo.get_or_find(value, |value| {
                    finds += 1;
                    value.len()
                });
                assert_eq!(length, value.len());
            }
        }
        assert!(finds < 10, "{finds}");
        // One place for all that differ in the middle.
        let values: Vec<String> = (100..999).map(|number| format!("12345678{number}12345678")).collect();
        assert!(values.iter().all(|value| place(value) == place(&values[0])));
        for value in &values {
            assert_eq!(memo.get_or_find(value, |_| 7), 7);
            assert_eq!(memo.get_or_find(value, |_| 8), 7);
        }
    }
}
