//! Predicted against true classes (GOCE, Table 1).

use super::means::Sums;
use super::{EvaluateError, add};

/// Counts of predictions: the state of the aggregate `goce_genre_eval`.
///
/// They are those of the pages, of the right predictions, of these the positive ones, of the positive predictions, and of
/// the positive pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GenreCounts([i64; 5]);

/// Accuracy over all classes; precision, recall and F1 of the positive one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GenreScores {
    pub pages: i64,
    /// The share of pages predicted right, `None` over no page.
    pub accuracy: Option<f64>,
    /// The share of positive predictions that are right, `None` without such predictions.
    pub precision: Option<f64>,
    /// The share of positive pages that were found, `None` without such pages.
    pub recall: Option<f64>,
    /// 2TP / (2TP + FP + FN), `None` with neither positive predictions nor positive pages.
    pub f1: Option<f64>,
}

fn ratio(part: i128, whole: i128) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl GenreCounts {
    /// Adds a page. A page without a prediction is predicted wrong.
    ///
    /// # Errors
    /// [`EvaluateError::TooManyPages`]; the counts are as before.
    pub fn add(&mut self, gold: &str, predicted: Option<&str>, positive: &str) -> Result<(), EvaluateError> {
        let is_right = predicted == Some(gold);
        let is_positive = gold == positive;
        self.plus(
            [
                true,
                is_right,
                is_right && is_positive,
                predicted == Some(positive),
                is_positive,
            ]
            .map(i64::from),
        )
    }

    /// Adds counts, of which the first is the greatest.
    fn plus(&mut self, more: [i64; 5]) -> Result<(), EvaluateError> {
        add(self.0[0], more[0])?;
        self.0.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        Ok(())
    }

    pub fn scores(&self) -> GenreScores {
        // Twice a count may not fit into 64 bits.
        let [pages, right, true_positive, predicted, gold] = self.0.map(i128::from);
        GenreScores {
            pages: self.0[0],
            accuracy: ratio(right, pages),
            precision: ratio(true_positive, predicted),
            recall: ratio(true_positive, gold),
            f1: ratio(2 * true_positive, predicted + gold),
        }
    }
}

impl Sums for GenreCounts {
    fn merge(mut self, other: &GenreCounts) -> Result<GenreCounts, EvaluateError> {
        self.plus(other.0)?;
        Ok(self)
    }

    fn to_array(&self) -> Vec<i64> {
        self.0.to_vec()
    }

    fn from_array(array: &[i64]) -> Option<Self> {
        let counts: [i64; 5] = array.try_into().ok()?;
        let [pages, right, true_positive, predicted_positive, gold_positive] = counts;
        let is_possible = (0..=pages).contains(&right)
            && (0..=right).contains(&true_positive)
            && (true_positive..=pages).contains(&predicted_positive)
            && (true_positive..=pages).contains(&gold_positive);
        is_possible.then_some(GenreCounts(counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_1_of_four_pages() {
        let mut counts = GenreCounts::default();
        for (gold, predicted) in [
            ("list-view", Some("list-view")),
            ("list-view", None),
            ("article", Some("list-view")),
            ("article", Some("article")),
        ] {
            counts.add(gold, predicted, "list-view").unwrap();
        }
        let scores = counts.scores();
        assert_eq!(scores.accuracy, Some(0.5));
        assert_eq!((scores.precision, scores.recall), (Some(0.5), Some(0.5)));
        assert_eq!(scores.f1, Some(0.5));
        assert_eq!(GenreCounts::from_array(&counts.to_array()), Some(counts));
        assert_eq!(GenreCounts::from_array(&[1, 2, 1, 1, 1]), None);
        let full = GenreCounts::from_array(&[i64::MAX; 5]).unwrap();
        assert_eq!(full.scores().f1, Some(1.0));
        assert_eq!(full.merge(&counts), Err(EvaluateError::TooManyPages));
        let mut more = full;
        let added = more.add("article", None, "list-view");
        assert_eq!((added, more), (Err(EvaluateError::TooManyPages), full));
    }

    #[test]
    fn undefined_scores_are_none() {
        let mut counts = GenreCounts::default();
        assert_eq!(counts.scores().accuracy, None);
        counts.add("article", Some("article"), "list-view").unwrap();
        assert_eq!(counts.scores().accuracy, Some(1.0));
        assert_eq!(counts.scores().f1, None);
    }
}
