//! SimHash (Charikar 2002; for pages Manku, Jain and Das Sarma 2007).

use super::shingles;
use crate::prelude::*;

/// Returns a number each of whose bits is set if it is set in most shingles' hashes; `None` for a text without words.
pub fn simhash(text: &str) -> Fallible<Option<u64>> {
    let mut ones = [0u32; 64];
    let mut count = 0u32;
    shingles::try_for_each(text, &mut |shingle| {
        for (bit, ones) in ones.iter_mut().enumerate() {
            *ones += u32::from(shingle >> bit & 1 == 1);
        }
        count += 1;
        Ok(())
    })?;
    let majority = |(bit, ones): (usize, &u32)| u64::from(2 * u64::from(*ones) > u64::from(count)) << bit;
    let hash = ones.iter().enumerate().map(majority).sum();
    Ok((count > 0).then_some(hash))
}

/// Returns the number of bits in which two hashes differ, 0 to 64.
pub fn distance(a: u64, b: u64) -> u32 {
    (a ^ b).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<u64> {
        simhash(text).unwrap()
    }

    fn numbered(numbers: std::ops::Range<u32>) -> String {
        numbers.map(|n| format!("word{n} ")).collect()
    }

    #[test]
    fn values_are_pinned() {
        assert_eq!(of(""), None);
        assert_eq!(of("a"), of(" A!"));
        assert_eq!(of("One two three four"), Some(0x8019_2039_1400_4450));
        assert_eq!(of(&numbered(0..1000)), Some(0xabf1_181c_a480_5831));
    }

    #[test]
    fn near_duplicates_are_near() {
        let text = of(&numbered(0..1000)).unwrap();
        let changed = of(&numbered(0..990)).unwrap();
        let other = of(&numbered(1000..2000)).unwrap();
        assert!(distance(text, changed) <= 8, "{}", distance(text, changed));
        assert!(distance(text, other) >= 20, "{}", distance(text, other));
        assert_eq!(distance(0, u64::MAX), 64);
    }
}
