//! MinHash (Broder 1997) in bands (Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, section 3.4).

use super::shingles;
use crate::prelude::*;
use crate::texts::hashes::{scramble, scramble_end, scramble_start};

pub const MAX_BANDS: usize = 128;

/// The most rows of a band.
pub const MAX_ROWS: usize = 16;

/// Why a [`MinHash`] cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MinHashError {
    /// Not 1 to [`MAX_BANDS`] bands.
    #[error("bands are out of range")]
    Bands,
    /// Not 1 to [`MAX_ROWS`] rows.
    #[error("rows are out of range")]
    Rows,
}

/// Bands of rows. Two texts whose sets of shingles have the Jaccard similarity s share a band with the probability
/// 1 − (1 − sʳ)ᵇ for b bands of r rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinHash {
    bands: usize,
    rows: usize,
}

impl MinHash {
    /// Returns this many bands of this many rows.
    ///
    /// # Errors
    /// [`MinHashError`].
    pub fn new(bands: i32, rows: i32) -> Result<Self, MinHashError> {
        let within =
            |number: i32, most: usize| usize::try_from(number).ok().filter(|number| (1..=most).contains(number));
        Ok(MinHash {
            bands: within(bands, MAX_BANDS).ok_or(MinHashError::Bands)?,
            rows: within(rows, MAX_ROWS).ok_or(MinHashError::Rows)?,
        })
    }

    /// Returns one number a band; `None` for a text without words. Texts that share a number share a band, but for
    /// chance: two numbers of different bands or texts are equal with probability 2⁻³².
    pub fn of(self, text: &str) -> Fallible<Option<Vec<i32>>> {
        let mut least = try_filled(u64::MAX, self.bands * self.rows)?;
        let mut shingles = Vec::new();
        shingles::try_for_each(text, &mut |shingle| shingles.try_push(shingle))?;
        if shingles.is_empty() {
            return Ok(None);
        }
        // So many shingles fit into the processor's cache, and all rows hash them before they go on to the next ones.
        for part in shingles.chunks(512) {
            for (number, least) in least.iter_mut().enumerate().checking(CHECK_EVERY) {
                // Each row has its own function. It is one to one, so different shingles stay different.
                *least = least_of(part, scramble(number as u64), *least);
            }
        }
        let band = |(number, rows): (usize, &[u64])| {
            let chain = |sum: u64, &least: &u64| scramble(sum.rotate_left(5) ^ least);
            let hash = rows.iter().fold(scramble(number as u64), chain);
            // The bits of the upper half.
            (hash >> 32) as u32 as i32
        };
        let bands = least.chunks(self.rows).enumerate().map(band);
        try_collect(bands).map(Some)
    }
}

/// Returns the least of a number and of the hashes of some shingles by a row's function.
///
/// Few hashes are less than all before them, and the upper bits rule out most others before the last step. The branch has
/// a second purpose: without it compilers make vectors of two hashes. The processors that goce is built for can neither
/// multiply nor compare such vectors, and that took three times as long.
fn least_of(shingles: &[u64], key: u64, mut least: u64) -> u64 {
    let lower = (1u64 << 33) - 1;
    let mut most = least | lower;
    for shingle in shingles {
        let started = scramble_start(shingle ^ key);
        if started <= most {
            least = least.min(scramble_end(started));
            most = least | lower;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bands(text: &str, bands: i32, rows: i32) -> Option<Vec<i32>> {
        MinHash::new(bands, rows).unwrap().of(text).unwrap()
    }

    fn numbered(numbers: std::ops::Range<u32>) -> String {
        numbers.map(|n| format!("word{n} ")).collect()
    }

    #[test]
    fn values_are_pinned() {
        assert_eq!(bands("…", 2, 2), None);
        assert_eq!(
            bands("One two three four", 4, 2),
            Some(vec![1_323_572_364, -260_215_868, 58_854_600, 1_553_398_513])
        );
        assert_eq!(bands("one… TWO three four!", 4, 2), bands("One two three four", 4, 2));
        assert_eq!(bands(&numbered(0..1000), 3, 4), Some(vec![-1_974_856_611, -488_316_536, 1_654_947_358]));
        // All bands of all rows, of more shingles than are hashed at once.
        let many = bands(&numbered(0..3000), 128, 16).unwrap();
        let sum = many.iter().fold(0u64, |sum, band| scramble(sum ^ u64::from(band.cast_unsigned())));
        assert_eq!((many[0], many[127], sum), (-750_723_617, -1_633_951_292, 15_597_275_701_840_799_156));
    }

    #[test]
    fn no_hash_is_overlooked() {
        let mut shingles: Vec<u64> = (0..5000).map(scramble).collect();
        // Repeated ones too.
        shingles.extend_from_within(1000..2000);
        for key in (0..200).map(scramble) {
            let mut expected = u64::MAX;
            for end in [0, 1, 2, 3, 10, 100, 6000] {
                let part = &shingles[..end];
                let all = part.iter().map(|shingle| scramble(shingle ^ key)).min();
                expected = all.unwrap_or(expected);
                assert_eq!(least_of(part, key, u64::MAX), expected);
                // Hashes whose upper bits are those of the least one.
                for near in [expected, expected.saturating_add(1), expected ^ 0xffff] {
                    assert_eq!(least_of(part, key, near), expected.min(near));
                }
            }
        }
    }

    #[test]
    fn bands_are_shared_as_often_as_they_should_be() {
        // Of 1,000 bands of 1 row, as many as the similarity of the sets: 598 of 1,198 shingles.
        let (mut shared, mut all) = (0, 0);
        for start in 0..50 {
            let start = start * 10_000;
            let a = bands(&numbered(start..start + 900), 20, 1).unwrap();
            let b = bands(&numbered(start + 300..start + 1200), 20, 1).unwrap();
            shared += a.iter().zip(&b).filter(|(a, b)| a == b).count();
            all += a.len();
        }
        let share = shared as f64 / all as f64;
        assert!((share - 598.0 / 1198.0).abs() < 0.05, "{share}");
        // Different bands of one text are different numbers.
        let mut numbers = bands("one two three", 128, 16).unwrap();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 128);
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let (too_many_bands, too_many_rows) = (MinHashError::Bands, MinHashError::Rows);
        for (bands, rows, error) in [
            (0, 4, too_many_bands),
            (129, 4, too_many_bands),
            (16, 0, too_many_rows),
            (16, -1, too_many_rows),
            (16, 17, too_many_rows),
        ] {
            assert_eq!(MinHash::new(bands, rows), Err(error), "{bands} {rows}");
        }
        assert!(MinHash::new(128, 16).is_ok());
    }
}
