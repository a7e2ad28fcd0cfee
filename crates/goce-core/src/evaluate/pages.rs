//! Scores of a page, and their means over pages.

use super::means::Means;
use super::{EvaluateError, Scores, TokenPair, Unit, cosine, harmonic_mean, lcs_length, word_overlap};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageScores {
    /// By longest common subsequence (GOCE, equations 3 and 4).
    pub lcs: Scores,
    /// By cosine (GOCE, equation 5).
    pub cosine: f64,
    /// The F1 of the words that both texts have, in any order.
    pub word_f1: f64,
}

impl PageScores {
    /// Returns the scores of an extracted text against a gold text. The longest common subsequence is in `unit`; the other
    /// measures count words.
    pub fn new(gold: &str, extracted: &str, unit: Unit) -> Result<Self, EvaluateError> {
        let words = TokenPair::new(gold, extracted, Unit::Word)?;
        match unit {
            Unit::Word => PageScores::from_words(&words),
            Unit::Char => PageScores::from_tokens(&words, &TokenPair::new(gold, extracted, Unit::Char)?),
        }
    }

    /// Returns the scores of an extracted text, all of which count words.
    pub fn from_words(words: &TokenPair) -> Result<Self, EvaluateError> {
        PageScores::from_tokens(words, words)
    }

    fn from_tokens(words: &TokenPair, sequence: &TokenPair) -> Result<Self, EvaluateError> {
        let common = lcs_length(sequence)?;
        Ok(PageScores {
            lcs: Scores::of_overlap(common, sequence.gold.len(), sequence.extracted.len()),
            cosine: cosine(words)?,
            word_f1: word_overlap(words)?.f1,
        })
    }
}

/// Sums of page scores: the state of the aggregate `goce_lcs_eval`.
pub type PageSums = Means<5>;

impl From<&PageScores> for [f64; 5] {
    fn from(page: &PageScores) -> Self {
        let lcs = page.lcs;
        [lcs.precision, lcs.recall, lcs.f1, page.cosine, page.word_f1]
    }
}

/// Means over pages, `None` over no page. Precision and recall are by longest common subsequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanScores {
    pub pages: i64,
    pub precision: Option<f64>,
    pub recall: Option<f64>,
    /// 2PR / (P + R) of the mean precision and the mean recall, as in GOCE's Table 2.
    pub f1: Option<f64>,
    /// The mean of the pages' F1 by longest common subsequence.
    pub page_f1: Option<f64>,
    pub cosine: Option<f64>,
    /// The mean of the pages' word F1.
    pub word_f1: Option<f64>,
}

impl PageSums {
    pub fn scores(&self) -> MeanScores {
        let [precision, recall, page_f1, cosine, word_f1] = self.means();
        MeanScores {
            pages: self.pages(),
            precision,
            recall,
            f1: precision.zip(recall).map(|(p, r)| harmonic_mean(p, r)),
            page_f1,
            cosine,
            word_f1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(gold: &str, extracted: &str) -> PageScores {
        PageScores::new(gold, extracted, Unit::Word).unwrap()
    }

    #[test]
    fn measures_of_a_page() {
        let page = score("the cat sat on the mat", "THE cat, on the mat; the end");
        assert_eq!(page.lcs.precision, 5.0 / 7.0);
        assert_eq!(page.lcs.recall, 5.0 / 6.0);
        assert!((page.word_f1 - 2.0 * 5.0 / 13.0).abs() < 1e-15);
        // the:2·3 + cat + on + mat = 9; norms (4+1+1+1+1) and (9+1+1+1+1).
        assert!((page.cosine - 9.0 / (8.0f64 * 13.0).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn empty_texts() {
        assert_eq!(score("", " … ").lcs.f1, 1.0);
        assert_eq!(score("", " … ").cosine, 1.0);
        assert_eq!(score("a", "").word_f1, 0.0);
        assert_eq!(score("", "a").cosine, 0.0);
    }

    #[test]
    fn f1_is_of_the_means() {
        let mut sums = PageSums::default();
        sums.add(&score("a b", "a")).unwrap();
        sums.add(&score("c", "c d e f")).unwrap();
        let scores = sums.scores();
        assert_eq!((scores.precision, scores.recall), (Some(0.625), Some(0.75)));
        assert_eq!(scores.f1, Some(2.0 * 0.625 * 0.75 / 1.375));
        assert_ne!(scores.f1, scores.page_f1);
    }
}
