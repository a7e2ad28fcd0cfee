//! Thresholds learned from pages whose kind is known (section 5.2).

use super::{PageKind, SdTree, Thresholds, kind};
use goce_core::page::Page;
use goce_core::prelude::*;

/// T1 is tried at 0, 5, … 100.
const STEPS: usize = 21;

/// The width of a step of T1.
const STEP: f64 = 5.0;

/// T2 is tried at these values, up to the fall in Figure 5.
const MIN_DENSITIES: [f64; 10] = [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 75.0, 100.0, 150.0, 200.0];

/// The number of pages of each kind on which the algorithm is right, for each pair of thresholds.
///
/// The size does not depend on the pages. The numbers do not depend on their order or division.
#[derive(Clone, Debug, Default)]
pub struct ThresholdFit {
    pages: [u64; PageKind::ALL.len()],
    right: [[[u64; STEPS]; MIN_DENSITIES.len()]; PageKind::ALL.len()],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedThresholds {
    pub thresholds: Thresholds,
    /// The mean over the kinds of the share of their pages that is recognized, in \[0, 1\].
    pub precision: f64,
}

impl ThresholdFit {
    /// Adds a page of a kind. No thresholds are right on a missing page.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the page may have been added in part.
    pub fn add(&mut self, page: Option<&Page>, actual: PageKind) -> Fallible {
        self.pages[actual as usize] += 1;
        let Some(page) = page else {
            return Ok(());
        };
        let tree = SdTree::new(page)?;
        for (min_density, right) in MIN_DENSITIES.into_iter().zip(&mut self.right[actual as usize]) {
            let regions = tree.regions(page, min_density)?;
            for (step, right) in right.iter_mut().enumerate() {
                let found = kind(&regions, step as f64 * STEP)?;
                *right += u64::from(found == Some(actual));
            }
        }
        Ok(())
    }

    /// Returns the best thresholds, and `None` if there are no pages.
    ///
    /// Precision is the mean over the kinds, so that all kinds count alike; the paper's sets have as many pages of each.
    /// It hardly depends on T2 up to 100 (Figure 5), so that the paper takes a low T2. Here T2 is the default, unless
    /// another is more precise by more than a standard error, each with its best T1. T1 is the most precise with that T2,
    /// of equals the one nearest to the default.
    pub fn best(&self) -> Option<FittedThresholds> {
        if self.pages == [0; PageKind::ALL.len()] {
            return None;
        }
        let columns = (0..MIN_DENSITIES.len()).filter_map(|column| self.best_of_column(column));
        let columns: Vec<(FittedThresholds, f64)> = columns.collect();
        let (greatest, error) = *columns.iter().max_by(|(a, _), (b, _)| a.precision.total_cmp(&b.precision))?;
        let from_default =
            |fitted: &FittedThresholds| (fitted.thresholds.min_density - Thresholds::default().min_density).abs();
        let fitted = columns.into_iter().map(|(fitted, _)| fitted);
        fitted
            .filter(|fitted| fitted.precision >= greatest.precision - error)
            .min_by(|a, b| from_default(a).total_cmp(&from_default(b)))
    }

    /// Returns the best T1 beside a T2, and the standard error of its precision.
    fn best_of_column(&self, column: usize) -> Option<(FittedThresholds, f64)> {
        // Of equals the first.
        let steps = (0..STEPS).rev().map(|step| {
            let (precision, error) = self.precision(column, step);
            let thresholds = Thresholds {
                max_distance: step as f64 * STEP,
                min_density: MIN_DENSITIES[column],
            };
            (FittedThresholds { thresholds, precision }, error)
        });
        let from_default =
            |fitted: &FittedThresholds| (fitted.thresholds.max_distance - Thresholds::default().max_distance).abs();
        steps.max_by(|(a, _), (b, _)| {
            a.precision.total_cmp(&b.precision).then(from_default(b).total_cmp(&from_default(a)))
        })
    }

    /// Returns the mean over the kinds that have pages, and its standard error.
    fn precision(&self, column: usize, step: usize) -> (f64, f64) {
        let (mut kinds, mut sum, mut variance) = (0.0, 0.0, 0.0);
        for (pages, right) in self.pages.iter().zip(&self.right) {
            if *pages > 0 {
                let share = right[column][step] as f64 / *pages as f64;
                kinds += 1.0;
                sum += share;
                variance += share * (1.0 - share) / *pages as f64;
            }
        }
        (sum / kinds, variance.sqrt() / kinds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Posts of the given lengths, below a title.
    fn posts(lengths: &[usize]) -> Page {
        let posts = lengths.iter().map(|length| format!("<div class=post>{}</div>", "x".repeat(*length)));
        crate::tests::page(&format!("<h1>Title</h1>{}", posts.collect::<String>()))
    }

    fn fitted(pages: &[(&Page, PageKind)]) -> FittedThresholds {
        let mut fit = ThresholdFit::default();
        for (page, kind) in pages {
            fit.add(Some(page), *kind).unwrap();
        }
        fit.best().unwrap()
    }

    #[test]
    fn thresholds_part_what_can_be_parted() {
        // Multiple from T1 = 20 on, and from T1 = 50 on.
        let (alike, unlike) = (posts(&[100, 80]), posts(&[100, 50]));
        let found = fitted(&[(&alike, PageKind::Multiple), (&unlike, PageKind::Article)]);
        assert_eq!((found.precision, found.thresholds.t1()), (1.0, 20.0));
        assert_eq!(found.thresholds.t2(), 20.0);
        // Nearest to the default: 45 of 20 to 45 would do, and so would 15 of 0 to 15.
        let found = fitted(&[(&alike, PageKind::Multiple), (&unlike, PageKind::Multiple)]);
        assert_eq!((found.precision, found.thresholds.t1()), (1.0, 50.0));
        let found = fitted(&[(&alike, PageKind::Article)]);
        assert_eq!((found.precision, found.thresholds.t1()), (1.0, 15.0));
    }

    #[test]
    fn short_text_is_noise() {
        // The comment is noise above T2 = 10.
        let comments = crate::tests::page(
            "<main><h1>A title of the page</h1>Some text.<div class=comment>I was here</div></main>",
        );
        let found = fitted(&[(&comments, PageKind::ArticleWithComments)]);
        assert_eq!((found.precision, found.thresholds.t2()), (1.0, 0.0));
    }

    #[test]
    fn kinds_count_alike() {
        let (article, areas) = (posts(&[100]), crate::tests::page("<div>untitled</div>"));
        let mut pages = vec![(&article, PageKind::Multiple)];
        pages.extend([(&areas, PageKind::Multiple); 3]);
        pages.push((&article, PageKind::Article));
        let found = fitted(&pages);
        assert_eq!(found.precision, (1.0 + 0.75) / 2.0);
    }

    #[test]
    fn missing_pages_are_wrong() {
        let mut fit = ThresholdFit::default();
        assert_eq!(fit.best(), None);
        fit.add(None, PageKind::Article).unwrap();
        let found = fit.best().unwrap();
        assert_eq!((found.precision, found.thresholds), (0.0, Thresholds::default()));
    }
}
