//! Fuses the probabilities by markup and by screenshot: that of a list view, and those of the page types.
//!
//! models/genre/fuse.py learns the weights, and the network's file has them. The arithmetic is in 64 bits and by `libm`,
//! so that nothing depends on the platform.

use goce_core::genre::{Genre, PageType, PageTypeScores};
use goce_core::learn::probability::sigmoid;

/// Probabilities are clamped to this distance from 0 and 1 before their logits are taken.
const LIMIT: f64 = 1e-6;

fn logit(probability: f64) -> f64 {
    let p = probability.clamp(LIMIT, 1.0 - LIMIT);
    libm::log(p / (1.0 - p))
}

/// The correction of a probability p that is too sure of itself, or not sure enough (Platt 1999):
/// sigmoid(`weight` × logit(p) + `bias`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    pub weight: f64,
    pub bias: f64,
}

impl Calibration {
    /// Returns the corrected probability, in \[0, 1\].
    pub fn apply(&self, probability: f64) -> f64 {
        sigmoid(self.weight * logit(probability) + self.bias)
    }
}

/// How a probability p by markup and a probability q by screenshot become one:
/// sigmoid(`markup` × logit(p) + `screenshot` × logit(q) + `bias`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    pub markup: f64,
    pub screenshot: f64,
    pub bias: f64,
}

impl Weights {
    /// Returns the probability by both, in \[0, 1\].
    pub fn apply(&self, by_markup: f64, by_screenshot: f64) -> f64 {
        // Infinite terms of both signs would have no sum.
        let term = |weight: f64, p: f64| (weight * logit(p)).clamp(-1e300, 1e300);
        sigmoid(term(self.markup, by_markup) + term(self.screenshot, by_screenshot) + self.bias)
    }

    /// Returns the exponents of the types' probabilities by markup and by screenshot, in \[0, 1\]: the weights, 0 for a
    /// negative one, divided by their sum if it exceeds 1. So a type that both inputs find likely does not become more
    /// likely than either finds it.
    fn exponents(&self) -> [f64; 2] {
        let weights = [self.markup.max(0.0), self.screenshot.max(0.0)];
        let sum = (weights[0] + weights[1]).max(1.0);
        weights.map(|weight| weight / sum)
    }
}

/// The weights for pages whose markup shows an amount of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knot {
    /// The visible text of the markup, in words of [`goce_core::genre::markup::Measured::words`].
    pub words: f64,
    pub weights: Weights,
}

/// The weights of markup and screenshot, by the amount of text that the markup shows.
///
/// Between two knots the three weights are interpolated linearly in ln(1 + words). Below the first knot and above the
/// last they are the knot's.
#[derive(Clone, Debug, PartialEq)]
pub struct Fusion {
    /// In ascending order of the words, at least one.
    knots: Vec<Knot>,
}

impl Default for Fusion {
    /// The mean of the logits.
    fn default() -> Self {
        Fusion::constant(Weights {
            markup: 0.5,
            screenshot: 0.5,
            bias: 0.0,
        })
    }
}

/// The probabilities by the markup of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByMarkup {
    pub types: PageTypeScores,
    /// The visible text that they go by, in words of [`goce_core::genre::markup::Measured::words`].
    pub words: f64,
}

/// The width of the layout that a screenshot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Of a desktop.
    Wide,
    /// Of a phone.
    Narrow,
}

impl Layout {
    /// Returns the width in CSS pixels of the pages that stand for it in training.
    pub fn css_width(self) -> u16 {
        match self {
            Layout::Wide => 1280,
            Layout::Narrow => 390,
        }
    }
}

/// The probabilities by a screenshot of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByScreenshot {
    /// The probability of a list view, in \[0, 1\].
    pub p_list_view: f64,
    /// The probabilities of the page types, if the network gives them. Only their proportions within each genre count:
    /// their sum may be another probability of a list view.
    pub types: Option<[f64; 7]>,
    /// The layout that the screenshot shows, if the network judges it. It has no part in a fusion.
    pub layout: Option<Layout>,
}

/// There are no page types: the screenshot stands alone, and the network gives only genres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the genre network tells no page types")]
pub struct NoPageTypes;

impl Fusion {
    /// Returns the fusion with the same weights for all pages.
    pub fn constant(weights: Weights) -> Fusion {
        let words = 0.0;
        Fusion {
            knots: vec![Knot { words, weights }],
        }
    }

    /// Returns the fusion with these knots, each of words, weight of the markup, weight of the screenshot and bias. Returns
    /// `None` without knots, for a number that is not finite, and for words that are negative or do not ascend.
    pub fn with_knots(knots: &[[f64; 4]]) -> Option<Fusion> {
        let is_finite = knots.as_flattened().iter().all(|number| number.is_finite());
        let is_ascending = knots.is_sorted_by(|[before, ..], [after, ..]| before < after);
        let [least, ..] = *knots.first()?;
        let knot = |&[words, markup, screenshot, bias]: &[f64; 4]| Knot {
            words,
            weights: Weights {
                markup,
                screenshot,
                bias,
            },
        };
        (is_finite && is_ascending && least >= 0.0).then(|| Fusion {
            knots: knots.iter().map(knot).collect(),
        })
    }

    /// Returns the weights for a page whose markup shows this many words.
    pub fn at(&self, words: f64) -> Weights {
        let after = self.knots.partition_point(|knot| knot.words <= words);
        let (before, after) = (&self.knots[after.saturating_sub(1)], &self.knots[after.min(self.knots.len() - 1)]);
        let place = |words: f64| libm::log1p(words);
        let whole = place(after.words) - place(before.words);
        // Two numbers of words may have the same logarithm.
        if whole <= 0.0 {
            return before.weights;
        }
        let share = (place(words) - place(before.words)) / whole;
        let between = |of: fn(&Weights) -> f64| (1.0 - share) * of(&before.weights) + share * of(&after.weights);
        Weights {
            markup: between(|weights| weights.markup),
            screenshot: between(|weights| weights.screenshot),
            bias: between(|weights| weights.bias),
        }
    }

    /// Returns the probability that a page is a list view, in \[0, 1\], by markup and screenshot or by the one of them
    /// that is given. Returns `None` without either.
    pub fn p_list_view(&self, by_markup: Option<&ByMarkup>, by_screenshot: Option<&ByScreenshot>) -> Option<f32> {
        match (by_markup, by_screenshot) {
            (Some(markup), Some(screenshot)) => {
                let p = f64::from(markup.types.p_list_view());
                let weights = self.at(markup.words);
                Some(weights.apply(p, screenshot.p_list_view) as f32)
            }
            (Some(markup), None) => Some(markup.types.p_list_view()),
            (None, screenshot) => screenshot.map(|screenshot| screenshot.p_list_view as f32),
        }
    }

    /// Returns the probabilities of the page types by markup and screenshot or by the one of them that is given, `None`
    /// without either. Their sum over the types of list views is [`Fusion::p_list_view`].
    ///
    /// By both, the probability of a type is that of its genre times its share of the genre. The share is proportional
    /// to p^m × q^s, where p and q are its probabilities by markup and by screenshot, and m and s the weights for this
    /// page: a negative one is 0, and they are divided by their sum where that exceeds 1. A screenshot without page
    /// types leaves the markup's shares as they are.
    ///
    /// # Errors
    /// [`NoPageTypes`] where a screenshot without page types stands alone.
    pub fn page_types(
        &self,
        by_markup: Option<&ByMarkup>,
        by_screenshot: Option<&ByScreenshot>,
    ) -> Result<Option<PageTypeScores>, NoPageTypes> {
        let wide = |markup: &ByMarkup| markup.types.probabilities.map(f64::from);
        let logarithms = match (by_markup, by_screenshot) {
            (None, None) => return Ok(None),
            // Unchanged, without rounding.
            (Some(markup), None) => return Ok(Some(markup.types)),
            (None, Some(screenshot)) => screenshot.types.ok_or(NoPageTypes)?.map(logarithm),
            (Some(markup), Some(screenshot)) => match screenshot.types {
                None => wide(markup).map(logarithm),
                Some(by_screenshot) => {
                    let [m, s] = self.at(markup.words).exponents();
                    let mut logarithms = wide(markup).map(|p| m * logarithm(p));
                    for (sum, q) in logarithms.iter_mut().zip(by_screenshot) {
                        *sum += s * logarithm(q);
                    }
                    logarithms
                }
            },
        };
        let p_list_view = self.p_list_view(by_markup, by_screenshot);
        Ok(p_list_view.map(|p_list_view| of_genres(p_list_view, logarithms)))
    }
}

/// Returns the logarithm of a type's probability, at least that of 10⁻³⁰, so that it is finite for 0.
fn logarithm(probability: f64) -> f64 {
    libm::log(probability.max(1e-30))
}

/// Returns the probabilities of the page types, from the probability of a list view and the logarithms of numbers that the
/// types' shares of their genre are proportional to.
fn of_genres(p_list_view: f32, logarithms: [f64; 7]) -> PageTypeScores {
    let p_list_view = f64::from(p_list_view);
    let mut probabilities = [0.0; 7];
    for (genre, p) in [(Genre::Article, 1.0 - p_list_view), (Genre::ListView, p_list_view)] {
        let of_genre = |index: &usize| PageType::ALL[*index].genre() == genre;
        let indices = || (0..PageType::ALL.len()).filter(of_genre);
        let greatest = indices().fold(f64::MIN, |most, index| most.max(logarithms[index]));
        let share = |index: usize| libm::exp(logarithms[index] - greatest);
        let sum: f64 = indices().map(share).sum();
        for index in indices() {
            probabilities[index] = (p * share(index) / sum) as f32;
        }
    }
    PageTypeScores { probabilities }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [f32; 7] = [0.3, 0.2, 0.06, 0.04, 0.1, 0.25, 0.05];
    const SEEN: [f64; 7] = [0.1, 0.1, 0.1, 0.3, 0.1, 0.1, 0.2];

    fn weights(markup: f64, screenshot: f64, bias: f64) -> Weights {
        Weights {
            markup,
            screenshot,
            bias,
        }
    }

    fn by_markup(words: f64) -> ByMarkup {
        let types = PageTypeScores { probabilities: TYPES };
        ByMarkup { types, words }
    }

    fn by_screenshot(types: Option<[f64; 7]>) -> ByScreenshot {
        ByScreenshot {
            p_list_view: 0.7,
            types,
            layout: None,
        }
    }

    /// Returns the share of each type in its genre.
    fn shares(probabilities: [f64; 7]) -> [f64; 7] {
        let sum: f64 = probabilities[..4].iter().sum();
        let listed: f64 = probabilities[4..].iter().sum();
        std::array::from_fn(|index| probabilities[index] / if index < 4 { sum } else { listed })
    }

    #[track_caller]
    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn means_of_logits_without_weights() {
        let weights = Fusion::default().at(100.0);
        assert!((weights.apply(0.3, 0.3) - 0.3).abs() < 1e-12);
        assert!((weights.apply(0.2, 0.8) - 0.5).abs() < 1e-12);
        assert!(weights.apply(0.9, 0.6) > 0.6 && weights.apply(0.9, 0.6) < 0.9);
    }

    #[test]
    fn weights_are_applied() {
        let score: f64 = 2.0 * (0.7f64 / 0.3).ln() + (0.4f64 / 0.6).ln() - 0.5;
        let fused = weights(2.0, 1.0, -0.5).apply(0.7, 0.4);
        assert!((fused - 1.0 / (1.0 + (-score).exp())).abs() < 1e-12);
        let calibration = Calibration { weight: 1.0, bias: 0.0 };
        assert!((calibration.apply(0.123) - 0.123).abs() < 1e-12);
    }

    #[test]
    fn certainty_stays_finite() {
        for (p, q) in [(0.0, 1.0), (1.0, 1.0), (0.0, 0.0)] {
            let fused = Fusion::default().at(0.0).apply(p, q);
            assert!(fused.is_finite() && (0.0..=1.0).contains(&fused));
        }
    }

    #[test]
    fn weights_go_from_knot_to_knot() {
        let fusion =
            Fusion::with_knots(&[[3.0, 0.0, 1.0, -1.0], [15.0, 0.5, 0.8, 0.0], [255.0, 1.0, 0.0, 0.25]]).unwrap();
        for (words, expected) in [
            (0.0, weights(0.0, 1.0, -1.0)),
            (3.0, weights(0.0, 1.0, -1.0)),
            // 1 + words: 8 is half of the way from 4 to 16, 32 a quarter of that from 16 to 256.
            (7.0, weights(0.25, 0.9, -0.5)),
            (15.0, weights(0.5, 0.8, 0.0)),
            (31.0, weights(0.625, 0.6, 0.0625)),
            (255.0, weights(1.0, 0.0, 0.25)),
            (1e9, weights(1.0, 0.0, 0.25)),
        ] {
            let numbers = |of: Weights| [of.markup, of.screenshot, of.bias];
            assert_near(&numbers(fusion.at(words)), &numbers(expected));
            let both = fusion.p_list_view(Some(&by_markup(words)), Some(&by_screenshot(None)));
            assert_near(&[both.unwrap().into()], &[expected.apply(0.4, 0.7)]);
        }
    }

    #[test]
    fn neighbouring_knots_have_one_logarithm() {
        let near = Fusion::with_knots(&[[1e15, 1.0, 0.0, 0.0], [1e15 + 0.125, 0.0, 1.0, 0.0]]).unwrap();
        let at = near.at(1e15);
        assert!((0.0..=1.0).contains(&at.markup) && (0.0..=1.0).contains(&at.screenshot));
    }

    #[test]
    fn one_input_alone_is_not_changed() {
        let fusion = Fusion::constant(weights(0.3, 5.0, 1.0));
        let (markup, screenshot) = (by_markup(100.0), by_screenshot(Some(SEEN)));
        assert_eq!(fusion.p_list_view(None, None), None);
        assert_eq!(fusion.page_types(None, None), Ok(None));
        let types = fusion.page_types(Some(&markup), None);
        assert_eq!(types, Ok(Some(markup.types)));
        let types = fusion.page_types(None, Some(&screenshot)).unwrap().unwrap();
        assert_near(&[types.p_list_view().into()], &[0.7]);
        assert_near(&shares(types.probabilities.map(f64::from)), &shares(SEEN));
        let genres = by_screenshot(None);
        assert_eq!(fusion.page_types(None, Some(&genres)), Err(NoPageTypes));
        assert_eq!(fusion.p_list_view(None, Some(&genres)), Some(0.7));
    }

    #[test]
    fn types_by_both_keep_the_genre_by_both() {
        let wide = TYPES.map(f64::from);
        let product = |m: f64, s: f64| {
            let powers = wide.iter().zip(SEEN).map(|(p, q)| p.powf(m) * q.powf(s));
            shares(powers.collect::<Vec<_>>().try_into().unwrap())
        };
        let uniform = shares([1.0; 7]);
        for (weights, seen, expected) in [
            (weights(0.5, 0.5, 0.0), Some(SEEN), product(0.5, 0.5)),
            (weights(0.2, 0.1, 3.0), Some(SEEN), product(0.2, 0.1)),
            (weights(3.0, 1.0, -9.0), Some(SEEN), product(0.75, 0.25)),
            (weights(1.0, -2.0, 0.0), Some(SEEN), shares(wide)),
            (weights(-1.0, 4.0, 0.0), Some(SEEN), shares(SEEN)),
            (weights(0.0, -1.0, 2.0), Some(SEEN), uniform),
            (weights(1.0, 0.0, 0.0), Some(SEEN), shares(wide)),
            (weights(0.1, 2.0, 0.0), None, shares(wide)),
        ] {
            let fusion = Fusion::constant(weights);
            let (markup, screenshot) = (by_markup(5.0), by_screenshot(seen));
            let (markup, screenshot) = (Some(&markup), Some(&screenshot));
            let types = fusion.page_types(markup, screenshot).unwrap().unwrap();
            let p_list_view = fusion.p_list_view(markup, screenshot).unwrap();
            assert_near(&[types.p_list_view().into()], &[p_list_view.into()]);
            let probabilities = types.probabilities.map(f64::from);
            assert_near(&[probabilities.iter().sum()], &[1.0]);
            assert_near(&shares(probabilities), &expected);
        }
    }

    #[test]
    fn types_that_are_impossible_stay_finite() {
        let markup = ByMarkup {
            types: PageTypeScores {
                probabilities: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            },
            words: 0.0,
        };
        let screenshot = ByScreenshot {
            p_list_view: 1.0,
            types: Some([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
            layout: None,
        };
        for weights in [weights(0.5, 0.5, 0.0), weights(f64::MAX, f64::MAX, 0.0)] {
            let types = Fusion::constant(weights).page_types(Some(&markup), Some(&screenshot));
            let sum: f32 = types.unwrap().unwrap().probabilities.iter().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        }
    }
}
