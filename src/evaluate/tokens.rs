//! Texts as sequences of numbered tokens.

use std::str::FromStr;

use rustc_hash::FxHashMap;

use crate::words::words;

/// What a text is a sequence of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Lower-cased words, see [`crate::words`].
    Word,
    /// Unicode scalar values.
    Char,
}

/// A unit's name that is none of [`Unit::NAMES`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown unit \"{0}\"")]
pub struct UnknownUnit(pub String);

impl Unit {
    /// The names of the units in SQL.
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
    /// The gold text's tokens.
    pub gold: Vec<u32>,
    /// The extracted text's tokens.
    pub extracted: Vec<u32>,
    /// The number of different tokens; token numbers are below it.
    pub distinct: usize,
}

/// Tokens handled between two ticks.
const TICK_EVERY: usize = 4096;

impl TokenPair {
    /// Divides two texts into tokens and numbers them.
    pub fn new(gold: &str, extracted: &str, unit: Unit, tick: &mut dyn FnMut()) -> Self {
        match unit {
            Unit::Word => {
                let (gold, extracted) = (lower_case(gold, tick), lower_case(extracted, tick));
                Self::number(words(&gold), words(&extracted), tick)
            }
            Unit::Char => Self::number(gold.chars(), extracted.chars(), tick),
        }
    }

    fn number<T: Eq + std::hash::Hash>(
        gold: impl Iterator<Item = T>,
        extracted: impl Iterator<Item = T>,
        tick: &mut dyn FnMut(),
    ) -> Self {
        let mut numbers = FxHashMap::default();
        let mut handled = 0;
        let mut number = |token| {
            handled += 1;
            if handled % TICK_EVERY == 0 {
                tick();
            }
            let next = numbers.len() as u32;
            *numbers.entry(token).or_insert(next)
        };
        let gold = gold.map(&mut number).collect();
        let extracted = extracted.map(&mut number).collect();
        TokenPair {
            gold,
            extracted,
            distinct: numbers.len(),
        }
    }
}

/// Bytes lower-cased between two ticks.
const PIECE: usize = 64 * 1024;

/// `str::to_lowercase` in pieces that end at spaces, across which no letter's case depends on
/// another's.
fn lower_case(text: &str, tick: &mut dyn FnMut()) -> String {
    let mut lower = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let bytes = rest.as_bytes().iter().skip(PIECE);
        let space = bytes
            .enumerate()
            .find(|(_, byte)| byte.is_ascii_whitespace());
        let (piece, after) = rest.split_at(space.map_or(rest.len(), |(place, _)| PIECE + place));
        lower.push_str(&piece.to_lowercase());
        rest = after;
        tick();
    }
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_lower_cased_as_the_whole() {
        let text = "ΟΔΟΣ ΟΔΥΣΣΕΥΣ İstanbul ÉTÉ ".repeat(10_000);
        let mut ticks = 0;
        assert_eq!(lower_case(&text, &mut || ticks += 1), text.to_lowercase());
        assert!(ticks >= text.len() / (2 * PIECE));
        assert_eq!(
            lower_case(&"Σ".repeat(50_000), &mut || ()),
            "Σ".repeat(50_000).to_lowercase()
        );
    }

    #[test]
    fn the_same_words_have_the_same_number() {
        let pair = TokenPair::new("a B a", "b c", Unit::Word, &mut || ());
        assert_eq!(pair.gold, [0, 1, 0]);
        assert_eq!(pair.extracted, [1, 2]);
        assert_eq!(pair.distinct, 3);
    }
}
