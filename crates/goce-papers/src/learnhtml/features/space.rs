//! The space of features that a model works in: its columns, the weights of its terms, and the columns that are kept.
//!
//! As bytes, little-endian: 1 if numeric features are used (u8); the size of terms, 0 without textual features (u8); 1 if
//! terms are of characters (u8); 1 if they are weighed by idf (u8); the number of training samples (u32); the number of
//! terms (u32), and for each its hash (u32, ascending) and the number of samples that had it (u32); the number of kept
//! columns (u32), and these (u32, ascending).

use super::columns::FIXED;
use super::dom::NumericFeatures;
use super::terms::{Attribute, Grams, MAX_SIZE, terms};
use crate::learnhtml::models::MAX_WIDTH;
use goce_core::learn::reader::Reader;
use goce_core::prelude::*;

/// The most terms of a vocabulary. The terms of the most pages stay.
pub const MAX_TERMS: usize = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its hash, by [`terms`].
    pub hash: u32,
    /// The number of training samples that had it.
    pub samples: u32,
}

/// A row of features: places among the kept columns, ascending, and their values; all others are 0.
pub type FeatureRow = Vec<(u32, f32)>;

/// The place of a column that is not kept.
const NOT_KEPT: u32 = u32::MAX;

/// A space of features; the module describes its bytes.
#[derive(Clone, Debug)]
pub struct Space {
    numeric: bool,
    grams: Option<Grams>,
    idf: bool,
    samples: u32,
    vocabulary: Vec<Term>,
    /// The factors of terms' frequencies.
    weights: Vec<f32>,
    kept: Vec<u32>,
    /// For each column its place among the kept ones.
    places: Vec<u32>,
}

impl Space {
    /// Returns the memory that the space takes, in bytes.
    pub fn memory(&self) -> usize {
        self.vocabulary.held() + self.weights.held() + self.kept.held() + self.places.held()
    }

    /// Returns a space with all columns kept. `vocabulary` is ascending by hash, and comes from `samples` samples.
    pub fn new(numeric: bool, grams: Option<Grams>, idf: bool, samples: u32, vocabulary: Vec<Term>) -> Self {
        let weight = |term: &Term| {
            if !idf {
                return 1.0;
            }
            // As in scikit-learn, which the thesis uses: as if one more sample had every term.
            let (all, with) = (1.0 + f64::from(samples), 1.0 + f64::from(term.samples));
            (libm::log(all / with) + 1.0) as f32
        };
        let mut space = Space {
            numeric,
            grams,
            idf,
            samples,
            weights: vocabulary.iter().map(weight).collect(),
            vocabulary,
            kept: Vec::new(),
            places: Vec::new(),
        };
        space.keep((0..space.columns() as u32).collect());
        space
    }

    /// Keeps these columns alone, given in ascending order.
    pub fn keep(&mut self, kept: Vec<u32>) {
        self.places = vec![NOT_KEPT; self.columns()];
        for (place, column) in kept.iter().enumerate() {
            self.places[*column as usize] = place as u32;
        }
        self.kept = kept;
    }

    /// Returns the number of columns before selection: those of [`super::columns`], and one for each term.
    pub fn columns(&self) -> usize {
        FIXED + self.vocabulary.len()
    }

    pub fn kept(&self) -> &[u32] {
        &self.kept
    }

    pub fn vocabulary(&self) -> usize {
        self.vocabulary.len()
    }

    pub fn is_numeric(&self) -> bool {
        self.numeric
    }

    /// Returns the tf-idf of an attribute's terms that are in the vocabulary, kept or not: columns, ascending, and values,
    /// whose squares sum to 1 (as in scikit-learn).
    pub fn terms(&self, attribute: Attribute, text: &str) -> FeatureRow {
        let Some(grams) = self.grams else {
            return FeatureRow::new();
        };
        let mut found: Vec<u32> = Vec::new();
        terms(attribute, text, grams, &mut |hash| {
            if let Ok(place) = self.vocabulary.binary_search_by_key(&hash, |term| term.hash) {
                found.push(place as u32);
            }
        });
        found.sort_unstable();
        let repeated = found.chunk_by(|a, b| a == b);
        let mut row: FeatureRow =
            repeated.map(|term| (term[0], term.len() as f32 * self.weights[term[0] as usize])).collect();
        let norm = row.iter().map(|(_, value)| value * value).sum::<f32>().sqrt();
        for (column, value) in &mut row {
            *column += FIXED as u32;
            *value /= norm;
        }
        row
    }

    /// Writes the row of an element from its numeric features and from the [`Space::terms`] of its class and its id.
    pub fn row(&self, given: &NumericFeatures, class: &[(u32, f32)], id: &[(u32, f32)], row: &mut FeatureRow) {
        row.clear();
        let mut add = |column: usize, value: f32| {
            let place = self.places[column];
            if place != NOT_KEPT && value != 0.0 {
                row.push((place, value));
            }
        };
        if self.numeric {
            for (column, value) in given.numbers.iter().enumerate() {
                add(column, *value);
            }
            for (column, value) in &given.tags {
                add(usize::from(*column), *value);
            }
        }
        for (column, value) in class.iter().chain(id) {
            add(*column as usize, *value);
        }
        row.sort_unstable_by_key(|(place, _)| *place);
        // The two attributes share a term only if hashes collide.
        row.dedup_by_key(|(place, _)| *place);
    }

    /// Reads a space. Returns `None` for bytes that no training wrote.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Space> {
        let flag = |byte: u8| (byte <= 1).then_some(byte == 1);
        let numeric = flag(bytes.u8()?)?;
        let size = bytes.u8().filter(|size| *size <= MAX_SIZE)?;
        let characters = flag(bytes.u8()?)?;
        let idf = flag(bytes.u8()?)?;
        let samples = bytes.u32()?;
        // No size is trusted: vectors grow with the bytes that are read, and are as short as after a training.
        let mut vocabulary = Vec::new();
        let terms = bytes.u32()?;
        for _ in 0..(terms as usize <= MAX_TERMS).then_some(terms)? {
            vocabulary.push(Term {
                hash: bytes.u32()?,
                samples: bytes.u32()?,
            });
        }
        let mut kept = Vec::new();
        let columns = bytes.u32()?;
        for _ in 0..(columns as usize <= MAX_WIDTH).then_some(columns)? {
            kept.push(bytes.u32()?);
        }
        let grams = (size > 0).then_some(Grams { size, characters });
        let mut space = Space::new(numeric, grams, idf, samples, vocabulary);
        let is_sound = kept.is_sorted_by(|a, b| a < b)
            && kept.last().is_none_or(|last| (*last as usize) < space.columns())
            && space.vocabulary.is_sorted_by(|a, b| a.hash < b.hash)
            && space.vocabulary.iter().all(|term| term.samples <= samples);
        space.keep(is_sound.then_some(kept)?);
        Some(space)
    }

    /// Writes the bytes that [`Space::read`] reads.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let size = self.grams.map_or(0, |grams| grams.size);
        let characters = self.grams.is_some_and(|grams| grams.characters);
        bytes.extend([u8::from(self.numeric), size, u8::from(characters), u8::from(self.idf)]);
        bytes.extend(self.samples.to_le_bytes());
        bytes.extend((self.vocabulary.len() as u32).to_le_bytes());
        for term in &self.vocabulary {
            bytes.extend(term.hash.to_le_bytes());
            bytes.extend(term.samples.to_le_bytes());
        }
        bytes.extend((self.kept.len() as u32).to_le_bytes());
        for column in &self.kept {
            bytes.extend(column.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnhtml::features::columns::NUMBERS;

    const WORDS: Grams = Grams {
        size: 1,
        characters: false,
    };

    fn vocabulary(words: &[(&str, u32)]) -> Vec<Term> {
        let mut found = Vec::new();
        for (word, samples) in words {
            let samples = *samples;
            terms(Attribute::Class, word, WORDS, &mut |hash| {
                found.push(Term { hash, samples });
            });
        }
        found.sort_by_key(|term| term.hash);
        found
    }

    #[test]
    fn tf_idf() {
        let space = Space::new(true, Some(WORDS), true, 9, vocabulary(&[("a", 9), ("b", 4)]));
        let row = space.terms(Attribute::Class, "a b a x");
        // tf 2 and 1; idf 1 and ln(10 / 5) + 1.
        let (a, b) = (2.0f32, std::f32::consts::LN_2 + 1.0);
        let norm = (a * a + b * b).sqrt();
        let mut values: Vec<f32> = row.iter().map(|(_, value)| *value).collect();
        values.sort_by(f32::total_cmp);
        assert!((values[0] - b / norm).abs() < 1e-6 && (values[1] - a / norm).abs() < 1e-6);
        assert!(space.terms(Attribute::Id, "a").is_empty());
        let flat = Space::new(true, Some(WORDS), false, 9, vocabulary(&[("b", 4)]));
        assert_eq!(flat.terms(Attribute::Class, "b"), [(FIXED as u32, 1.0)]);
    }

    #[test]
    fn rows_are_of_kept_columns() {
        let mut space = Space::new(true, Some(WORDS), false, 9, vocabulary(&[("b", 4)]));
        space.keep(vec![0, 3, NUMBERS as u32 + 1, FIXED as u32]);
        let mut given = NumericFeatures {
            numbers: [0.0; NUMBERS],
            tags: vec![(NUMBERS as u16, 1.0), (NUMBERS as u16 + 1, 0.5)],
        };
        given.numbers[3] = 7.0;
        let mut row = FeatureRow::new();
        let class = space.terms(Attribute::Class, "b");
        space.row(&given, &class, &[], &mut row);
        assert_eq!(row, [(1, 7.0), (2, 0.5), (3, 1.0)]);
    }

    #[test]
    fn bytes_are_checked() {
        let mut space = Space::new(true, Some(WORDS), true, 9, vocabulary(&[("a", 9), ("b", 4)]));
        space.keep(vec![0, 3, FIXED as u32 + 1]);
        let mut bytes = Vec::new();
        space.write(&mut bytes);
        let read = |bytes: &[u8]| Space::read(&mut Reader::new(bytes));
        let again = read(&bytes).unwrap();
        assert_eq!((again.kept(), again.vocabulary()), (space.kept(), 2));
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_none(), "{length}");
        }
        // A flag, the size of terms, their order, their samples, the columns' order, the last column.
        for (place, value) in [(0, 2), (1, 9), (15, 255), (17, 1), (32, 9), (37, 255)] {
            let mut bad = bytes.clone();
            bad[place] = value;
            assert!(read(&bad).is_none(), "{place}");
        }
    }
}
