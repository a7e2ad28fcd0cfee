//! Fits a correction to labelled pages, and holds pages out to see if it helps.
//!
//! Three corrections are tried: none, the regression over tokens, and that with trees behind it. Each page is scored by
//! corrections that have not seen it: not its page, and where sites are told, not its site either. Familiar pages get the
//! best, if it is better than none. Others are left as they are: held-out pages may be of other sites, and still follow the
//! rule of their labels, which pages elsewhere do not. If asked for, they get what is best on held-out sites. So that few
//! pages do no harm, what they teach is made smaller.

mod description;

use std::fmt::Display;

use super::super::pipeline::Setup;
use super::Correction;
use super::familiar::{Extent, Extents, Paths};
use super::fitting::{Commented, Fitting, Parts, Scores, best};
use super::page_samples::PageSamples;
use crate::extract::ExtractError;
use crate::learn::difference::{Difference, mean};
use crate::learn::random::Random;
use crate::page::prelude::*;

/// Pages with more blocks are left out: they would take the memory of many.
pub const LONGEST: usize = 5000;

/// How a correction is trained.
#[derive(Clone, Debug, Default)]
pub struct Training {
    /// Parts into which pages are divided to hold each out once; 0 for none.
    pub folds: usize,
    pub seed: u64,
    /// The most blocks that are kept. Of more pages a random part is.
    pub max_samples: usize,
    /// Pages that are not familiar are corrected too, if that makes those that were held out better.
    pub other_sites: bool,
}

/// Why no correction is trained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainingError {
    #[error("query returned no page with a gold text")]
    NoPages,
    #[error("no page has text to learn from")]
    NoBlocks {
        pages: u64,
        /// Those of them that have too many blocks to be learned from.
        long: u64,
    },
    #[error("no text of the pages is content")]
    NoContent { blocks: usize },
    #[error(transparent)]
    Extract(#[from] ExtractError),
}

impl From<OutOfMemory> for TrainingError {
    fn from(error: OutOfMemory) -> Self {
        TrainingError::Extract(error.into())
    }
}

/// Labelled pages to learn from.
#[derive(Debug, Default)]
pub struct TrainingPages {
    training: Training,
    pages: Vec<PageSamples>,
    blocks: usize,
    groups: Map<String, u32>,
    is_grouped: bool,
    /// All pages that were added, those without blocks, those with too many, and those dropped for `max_samples`.
    seen: u64,
    empty: u64,
    long: u64,
    dropped: u64,
}

/// The scores of pages that were held out.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// The mean word F1 of the corrected texts, and of `auto`'s.
    pub word_f1: f64,
    pub auto_word_f1: f64,
    pub difference: Difference,
    pub pages: usize,
}

/// A correction, and what is known of it.
#[derive(Debug)]
pub struct Learned {
    pub correction: Correction,
    /// The scores of pages of which neither page nor site was learned from; `None` without folds.
    pub held_out: Option<HeldOut>,
    /// Where sites were told, the scores of pages whose sites were learned from, but not the pages.
    pub same_sites: Option<HeldOut>,
    /// The numbers of pages that were learned from, and the difference from `auto`.
    pub curve: Vec<(usize, Difference)>,
    /// `true` if [`Training::other_sites`] would correct other pages.
    pub may_help_others: bool,
    pub commented: Commented,
}

impl TrainingPages {
    pub fn new(training: Training) -> Self {
        TrainingPages {
            training,
            ..TrainingPages::default()
        }
    }

    /// Returns the number of pages that were added.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Returns the number of the group of this name.
    fn group(&mut self, name: &str) -> Fallible<u32> {
        if let Some(number) = self.groups.get(name) {
            return Ok(*number);
        }
        let number = self.groups.len() as u32;
        self.groups.try_reserve(1)?;
        self.groups.insert(try_to_owned(name)?, number);
        Ok(number)
    }

    /// Adds a page, as a model scores it, its gold text, and the name of its site, or of what else it has in common with
    /// other pages.
    pub fn add(
        &mut self,
        setup: &Setup<'_>,
        page: &Page,
        gold: &str,
        group: Option<&str>,
    ) -> Result<(), TrainingError> {
        self.seen += 1;
        match page.blocks().len() {
            0 => self.empty += 1,
            blocks if blocks > LONGEST => self.long += 1,
            blocks => {
                self.is_grouped |= group.is_some();
                // A page without a site is one of its own.
                let number = match group {
                    Some(name) => self.group(name)?,
                    None => self.group(&format!("\0{}", self.seen))?,
                };
                self.pages.try_push(PageSamples::of(setup, page, gold, number)?)?;
                self.blocks += blocks;
                let mut random = Random::new(self.training.seed, self.seen);
                while self.blocks > self.training.max_samples && self.pages.len() > 1 {
                    let dropped = self.pages.swap_remove(random.below(self.pages.len()));
                    self.blocks -= dropped.blocks();
                    self.dropped += 1;
                }
            }
        }
        Ok(())
    }

    /// Fits a correction.
    pub fn train(mut self, watch: &mut dyn FnMut(&dyn Display)) -> Result<Learned, TrainingError> {
        if self.seen == 0 {
            return Err(TrainingError::NoPages);
        }
        if self.pages.is_empty() {
            return Err(TrainingError::NoBlocks {
                pages: self.seen,
                long: self.long,
            });
        }
        if !self.pages.iter().any(|page| page.shares.iter().any(|share| *share > 0.5)) {
            return Err(TrainingError::NoContent { blocks: self.blocks });
        }
        watch(&"features");
        let by_group: Vec<u32> = try_collect(self.pages.iter().map(|page| page.group))?;
        let fitting = Fitting::of(&mut self.pages, self.training.seed)?;
        let all: Vec<usize> = (0..by_group.len()).collect();
        let folds = self.training.folds;
        let by_page: Vec<u32> = (0..all.len() as u32).collect();
        let groups = distinct(&by_group);
        let kept = |of_others| {
            if self.training.other_sites {
                of_others
            } else {
                Extent::Nothing
            }
        };
        let mut extents = Extents {
            familiar: Extent::TokensAndTrees,
            others: kept(Extent::TokensAndTrees),
        };
        let mut may_help_others = false;
        let (mut held_out, mut same_sites, mut curve) = (None, None, Vec::new());
        if folds > 1 && all.len() > 1 {
            let auto = fitting.scores_of_auto()?;
            let mut tried = vec![fitting.held_out(&by_page, folds, 1.0, watch)?];
            if self.is_grouped && groups > 1 && groups < all.len() {
                tried.push(fitting.held_out(&by_group, folds, 1.0, watch)?);
            }
            let gain = |scores: &Scores, extents| {
                let pairs = auto.iter().enumerate().map(|(page, auto)| scores.of(page, extents) - auto);
                let differences: Vec<(u32, f64)> = try_collect(by_group.iter().copied().zip(pairs))?;
                Difference::of(&differences, self.training.seed)
            };
            // Where pages of one kind are few, those of both have chosen, and these may still lose.
            let unless_it_surely_loses = |extents| -> Fallible<Extents> {
                for scores in &tried {
                    if gain(scores, extents)?.high < 0.0 {
                        return Ok(Extents::default());
                    }
                }
                Ok(extents)
            };
            let none = Extents::default();
            let others = best(&tried[tried.len() - 1..], &auto).others;
            let others = unless_it_surely_loses(Extents { others, ..none })?.others;
            let familiar = best(&tried, &auto).familiar;
            extents = Extents {
                familiar: unless_it_surely_loses(Extents { familiar, ..none })?.familiar,
                others: kept(others),
            };
            may_help_others = others != extents.others;
            let of = |scores: &Scores| -> Fallible<HeldOut> {
                Ok(HeldOut {
                    word_f1: mean((0..auto.len()).map(|page| scores.of(page, extents))),
                    auto_word_f1: mean(auto.iter().copied()),
                    difference: gain(scores, extents)?,
                    pages: auto.len(),
                })
            };
            held_out = tried.last().map(of).transpose()?;
            if tried.len() > 1 {
                same_sites = tried.first().map(of).transpose()?;
            }
            // Fewer pages have no curve.
            if all.len() >= 12 {
                // The curve is made even if no correction is kept: it shows if more pages might help.
                let is_kept = extents != Extents::default();
                let shown = if is_kept { extents } else { Extents::all(Extent::Tokens) };
                let learned_from =
                    |share: f64| (all.len() as f64 * share * (1.0 - 1.0 / folds as f64)).round() as usize;
                for share in [0.25, 0.5] {
                    curve.push((learned_from(share), gain(&fitting.held_out(&by_page, folds, share, watch)?, shown)?));
                }
                curve.push((learned_from(1.0), gain(&tried[0], shown)?));
            }
        }
        watch(&"all pages");
        let mut parts = Parts::default();
        if extents != Extents::default() {
            parts = fitting.fit(&all, extents.has(Extent::TokensAndTrees))?;
        }
        if !extents.differ() {
            parts.paths = Paths::default();
        }
        let commented = fitting.commented(&all);
        parts.comments = commented.is_content();
        let correction = Correction {
            extents,
            parts,
            ..Correction::default()
        };
        let mut learned = Learned {
            correction,
            held_out,
            same_sites,
            curve,
            may_help_others,
            commented,
        };
        learned.correction.description = self.describe(groups, &learned);
        Ok(learned)
    }
}

/// Returns the number of different values.
fn distinct(values: &[u32]) -> usize {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values.len()
}

#[cfg(test)]
mod tests;
