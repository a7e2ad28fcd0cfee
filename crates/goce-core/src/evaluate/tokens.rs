//! Texts as sequences of numbered tokens.

use std::str::FromStr;

use super::EvaluateError;
use crate::keyed::{Map, number_of};
use crate::prelude::*;
use crate::texts::words::{lower_case, words_checking};
use flat_html::numbering::Texts;

/// What the tokens of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Lower-cased words as [`crate::texts::words`] divides a text into them.
    Word,
    Char,
}

/// A unit's name that is none of [`Unit::NAMES`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown unit \"{0}\"")]
pub struct UnknownUnit(pub String);

impl Unit {
    pub const NAMES: [&'static str; 2] = ["word", "char"];
}

impl FromStr for Unit {
    type Err = UnknownUnit;

    fn from_str(name: &str) -> Result<Self, UnknownUnit> {
        match name {
            "word" => Ok(Unit::Word),
            "char" => Ok(Unit::Char),
            _ => Err(UnknownUnit(name.to_owned())),
        }
    }
}

/// A gold and an extracted text as token numbers, the same number for the same token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenPair {
    pub gold: Vec<u32>,
    pub extracted: Vec<u32>,
    /// The number of different tokens; token numbers are below it.
    pub distinct: usize,
}

impl TokenPair {
    /// Returns the numbers of the tokens of two texts.
    pub fn new(gold: &str, extracted: &str, unit: Unit) -> Result<Self, EvaluateError> {
        match unit {
            Unit::Word => {
                let mut words = GoldWords::new(gold)?;
                words.pair_with(extracted)?;
                Ok(words.pair)
            }
            Unit::Char => {
                let mut known = Map::default();
                Ok(TokenPair {
                    gold: number_characters(gold, &mut known)?,
                    extracted: number_characters(extracted, &mut known)?,
                    distinct: known.len(),
                })
            }
        }
    }
}

/// The words of a gold text, numbered once for several extracted texts.
pub struct GoldWords {
    known: Texts,
    pair: TokenPair,
}

impl GoldWords {
    /// Returns the words of a gold text.
    ///
    /// # Errors
    /// [`EvaluateError::OutOfMemory`].
    pub fn new(gold: &str) -> Result<Self, EvaluateError> {
        let mut known = Texts::default();
        let pair = TokenPair {
            gold: number_words(gold, &mut known)?,
            extracted: Vec::new(),
            distinct: known.len(),
        };
        Ok(GoldWords { known, pair })
    }

    /// Returns the numbers of the words of the gold text and of an extracted one. Words of earlier extracted texts keep
    /// their numbers.
    ///
    /// # Errors
    /// [`EvaluateError::OutOfMemory`].
    pub fn pair_with(&mut self, extracted: &str) -> Result<&TokenPair, EvaluateError> {
        self.pair.extracted = number_words(extracted, &mut self.known)?;
        self.pair.distinct = self.known.len();
        Ok(&self.pair)
    }
}

/// Returns the numbers of the words of a text in lower case.
pub fn number_words(text: &str, known: &mut Texts) -> Fallible<Vec<u32>> {
    let text = lower_case(text)?;
    let mut tokens = Vec::new();
    for word in words_checking(&text) {
        tokens.try_push(known.number(word, &mut interrupts::check)?)?;
    }
    Ok(tokens)
}

fn number_characters(text: &str, known: &mut Map<char, u32>) -> Fallible<Vec<u32>> {
    let mut tokens = Vec::new();
    for c in text.chars().checking(CHECK_EVERY) {
        tokens.try_push(number_of(known, c)?)?;
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(gold: &str, extracted: &str, unit: Unit) -> TokenPair {
        TokenPair::new(gold, extracted, unit).unwrap()
    }

    #[test]
    fn the_same_tokens_have_the_same_number() {
        let words = pair("a B a", "b c", Unit::Word);
        assert_eq!((words.gold, words.extracted), (vec![0, 1, 0], vec![1, 2]));
        assert_eq!(words.distinct, 3);
        let mut gold = GoldWords::new("a B a").unwrap();
        gold.pair_with("d").unwrap();
        assert_eq!(gold.pair_with("b").unwrap().extracted, [1]);
        let chars = pair("aé漢a", "😀éa", Unit::Char);
        assert_eq!((chars.gold, chars.extracted), (vec![0, 1, 2, 0], vec![3, 1, 0]));
        assert_eq!(chars.distinct, 4);
    }

    #[test]
    fn checks_grow_with_the_text() {
        let checks = |unit, count: usize| {
            let words: Vec<String> = (0..count).map(|word| word.to_string()).collect();
            let text = words.join(" ");
            interrupts::counted(|| TokenPair::new(&text, "", unit).unwrap()).1
        };
        for unit in [Unit::Word, Unit::Char] {
            let (once, twice) = (checks(unit, 100_000), checks(unit, 200_000));
            assert!(once > 40 && 10 * twice <= 23 * once, "{unit:?} {once} {twice}");
        }
    }
}
