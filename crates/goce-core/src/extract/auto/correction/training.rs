//! Fits a correction to labelled pages, and holds pages out to see if it helps.
//!
//! Three corrections are tried: none, the regression over tokens, and that with trees behind it. Each page is scored by
//! corrections that have not seen it: not its page, and where sites are told, not its site either. Familiar pages and others
//! each get the best, if it is surely better than none; otherwise they get none, so that few pages do no harm.

use std::fmt::Display;

use serde_json::{Map, Value, json};

use super::super::pipeline::Setup;
use super::familiar::{Extent, Extents, Paths};
use super::linear::{self, Sample};
use super::page_samples::PageSamples;
use super::scores::{Difference, mean, standard_error};
use super::token_weights::TokenWeights;
use super::trees::{self, Binned, Target, Trees};
use super::{Correction, SURE, TAKEN, is_decided};
use crate::extract::ExtractError;
use crate::interrupts;
use crate::keyed::Map as Keyed;
use crate::learn::random::Random;
use crate::memory::{OutOfMemory, TryPush, try_collect, try_filled, try_to_owned};
use crate::page::Page;

/// Blocks of a page that are learned from at most, evenly spread.
const BLOCKS: usize = 150;

/// Pages with more blocks are left out: they would take the memory of many.
const LONGEST: usize = 5000;

/// What all blocks of a page weigh together, in samples.
const WEIGHT: f64 = 10.0;

/// A block weighs in a page by its words to this power.
const POWER: f32 = 0.6;

/// Pages whose comments decide if comments are content, at least.
const WITH_COMMENTS: usize = 3;

/// The least standard errors by which a correction must be better than none: on familiar pages, on others, and more of both
/// where there are few pages, divided by their number.
const SURER: f64 = 0.5;
const SURER_OF_OTHERS: f64 = 1.0;
const SURER_OF_FEW: f64 = 5.0;

/// The least pages by whose scores an extent is chosen.
const LEAST_SCORED: usize = 5;

/// The shares of the pages of a learning curve, beside all of them.
const CURVE: [f64; 2] = [0.25, 0.5];

/// The least pages of a learning curve.
const LEAST_OF_CURVE: usize = 12;

/// How a correction is trained.
#[derive(Clone, Debug)]
pub struct Training {
    /// Parts into which pages are divided to hold each out once; 0 for none.
    pub folds: usize,
    pub seed: u64,
    /// The most blocks that are kept. Of more pages a random part is.
    pub max_samples: usize,
}

/// Why no correction is trained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainingError {
    #[error("query returned no page with a gold text")]
    NoPages,
    #[error("pages have no text")]
    NoBlocks { pages: u64 },
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
#[derive(Debug)]
pub struct TrainingPages {
    training: Training,
    pages: Vec<PageSamples>,
    blocks: usize,
    groups: Keyed<String, u32>,
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
    /// The numbers of pages that were learned from, and the mean difference from `auto`.
    pub curve: Vec<(usize, f64)>,
}

impl TrainingPages {
    pub fn new(training: Training) -> Self {
        TrainingPages {
            training,
            pages: Vec::new(),
            blocks: 0,
            groups: Keyed::default(),
            is_grouped: false,
            seen: 0,
            empty: 0,
            long: 0,
            dropped: 0,
        }
    }

    /// Returns the number of pages that were added.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Returns the number of the group of this name.
    fn group(&mut self, name: &str) -> Result<u32, OutOfMemory> {
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
            LONGEST.. => self.long += 1,
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
            return Err(TrainingError::NoBlocks { pages: self.seen });
        }
        if !self.pages.iter().any(|page| page.shares.iter().any(|share| *share > 0.5)) {
            return Err(TrainingError::NoContent { blocks: self.blocks });
        }
        watch(&"features");
        let (binned, first_rows) = binned(&mut self.pages)?;
        let fitting = Fitting {
            pages: &self.pages,
            binned,
            first_rows,
            seed: self.training.seed,
        };
        let all: Vec<usize> = (0..fitting.pages.len()).collect();
        let folds = self.training.folds;
        let by_page: Vec<u32> = (0..all.len() as u32).collect();
        let by_group: Vec<u32> = fitting.pages.iter().map(|page| page.group).collect();
        let groups = distinct(&by_group);
        let mut extents = Extents::all(Extent::TokensAndTrees);
        let (mut held_out, mut same_sites, mut curve) = (None, None, Vec::new());
        if folds > 1 && all.len() > 1 {
            let auto = fitting.scores_of_auto()?;
            let mut tried = vec![fitting.held_out(&by_page, folds, 1.0, watch)?];
            if self.is_grouped && groups > 1 && groups < all.len() {
                tried.push(fitting.held_out(&by_group, folds, 1.0, watch)?);
            }
            extents = best(&tried, &auto);
            let of = |scores: &Scores| -> Result<HeldOut, OutOfMemory> {
                let scores: Vec<f64> = try_collect((0..auto.len()).map(|page| scores.of(page, extents)))?;
                let pairs = scores.iter().zip(&auto).map(|(score, auto)| score - auto);
                let differences: Vec<(u32, f64)> = try_collect(by_group.iter().copied().zip(pairs))?;
                Ok(HeldOut {
                    word_f1: mean(scores.iter().copied()),
                    auto_word_f1: mean(auto.iter().copied()),
                    difference: Difference::of(&differences, self.training.seed)?,
                    pages: scores.len(),
                })
            };
            held_out = tried.last().map(of).transpose()?;
            if tried.len() > 1 {
                same_sites = tried.first().map(of).transpose()?;
            }
            if all.len() >= LEAST_OF_CURVE {
                // Of a correction that is not kept too: it says if more pages might help.
                let is_kept = extents != Extents::default();
                let shown = if is_kept { extents } else { Extents::all(Extent::Tokens) };
                let learned_from =
                    |share: f64| (all.len() as f64 * share * (1.0 - 1.0 / folds as f64)).round() as usize;
                let gain =
                    |scores: &Scores| mean(auto.iter().enumerate().map(|(page, auto)| scores.of(page, shown) - auto));
                for share in CURVE {
                    curve.push((learned_from(share), gain(&fitting.held_out(&by_page, folds, share, watch)?)));
                }
                curve.push((learned_from(1.0), gain(&tried[0])));
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
        parts.comments = fitting.comments(&all);
        let description =
            self.describe(groups, extents, held_out.as_ref(), same_sites.as_ref(), &curve, parts.comments);
        Ok(Learned {
            correction: Correction {
                description,
                extents,
                paths: parts.paths,
                linear: parts.linear,
                trees: parts.trees,
                comments: parts.comments,
            },
            held_out,
            same_sites,
            curve,
        })
    }

    fn describe(
        &self,
        groups: usize,
        extents: Extents,
        held_out: Option<&HeldOut>,
        same_sites: Option<&HeldOut>,
        curve: &[(usize, f64)],
        comments: Option<bool>,
    ) -> Map<String, Value> {
        let rounded = |number: f64| (number * 10_000.0).round() / 10_000.0;
        let scores = |held_out: &HeldOut| {
            json!({
                "pages": held_out.pages,
                "word_f1": rounded(held_out.word_f1),
                "auto_word_f1": rounded(held_out.auto_word_f1),
                "difference": rounded(held_out.difference.mean),
                "low": rounded(held_out.difference.low),
                "high": rounded(held_out.difference.high),
                "is_better": held_out.difference.mean > 0.0,
            })
        };
        let mut description = Map::new();
        let mut put = |name: &str, value: Value| description.insert(name.to_owned(), value);
        put("kind", json!("auto"));
        put("goce_version", json!(env!("CARGO_PKG_VERSION")));
        put(
            "training",
            json!({
                "pages": self.pages.len(),
                "blocks": self.blocks,
                "groups": groups,
                "rows": self.seen,
                "rows_without_text": self.empty,
                "rows_too_long": self.long,
                "rows_over_max_samples": self.dropped,
            }),
        );
        let names = [extents.familiar, extents.others].map(Extent::name);
        put("correction", json!({"familiar_pages": names[0], "other_pages": names[1], "comments": comments}));
        if let Some(held_out) = held_out {
            put("held_out", scores(held_out));
        }
        if let Some(same_sites) = same_sites {
            put("held_out_of_same_sites", scores(same_sites));
        }
        if !curve.is_empty() {
            let points = curve.iter().map(|(pages, gain)| json!({"pages": pages, "difference": rounded(*gain)}));
            put("learning_curve", points.collect());
        }
        description
    }
}

/// Returns the extents that are best on familiar pages and on others, each if it is surely better than none.
fn best(tried: &[Scores], auto: &[f64]) -> Extents {
    let best = |is_familiar: bool, surer: f64| {
        let scored = tried.iter().flat_map(|scores| {
            let pages = scores.familiar.iter().enumerate().filter(move |(_, familiar)| **familiar == is_familiar);
            pages.map(move |(page, _)| (scores, page))
        });
        let count = scored.clone().count();
        if count < LEAST_SCORED {
            return None;
        }
        let surer = surer + SURER_OF_FEW / auto.len() as f64;
        let mut best = (Extent::Nothing, 0.0);
        for extent in [Extent::Tokens, Extent::TokensAndTrees] {
            let gains = scored.clone().map(|(scores, page)| scores.of(page, Extents::all(extent)) - auto[page]);
            let gain = mean(gains.clone());
            if gain > surer * standard_error(gains) && gain > best.1 {
                best = (extent, gain);
            }
        }
        Some(best.0)
    };
    let others = best(false, SURER_OF_OTHERS);
    // Where hardly a page is familiar, those that are get what others get.
    let familiar = best(true, SURER).or(others).unwrap_or_default();
    Extents {
        familiar,
        others: others.unwrap_or_default(),
    }
}

/// Returns the number of different values.
fn distinct(values: &[u32]) -> usize {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values.len()
}

/// The word F1 of each page by corrections that have not seen it, of each extent.
struct Scores {
    by_extent: [Vec<f64>; Extent::ALL.len()],
    /// For each page, `true` if it was familiar to them.
    familiar: Vec<bool>,
}

impl Scores {
    fn of(&self, page: usize, extents: Extents) -> f64 {
        self.by_extent[extents.of(self.familiar[page]) as usize][page]
    }
}

/// The parts of a correction.
#[derive(Default)]
struct Parts {
    paths: Paths,
    linear: TokenWeights,
    trees: Trees,
    comments: Option<bool>,
}

/// All pages, ready to be fitted to.
struct Fitting<'p> {
    pages: &'p [PageSamples],
    binned: Binned,
    /// The first row of each page in [`Fitting::binned`].
    first_rows: Vec<u32>,
    seed: u64,
}

/// Returns the features of all pages' blocks, which are taken from them, and the first row of each page.
fn binned(pages: &mut [PageSamples]) -> Result<(Binned, Vec<u32>), OutOfMemory> {
    let width = trees::width()? + 1;
    let (mut rows, mut first_rows) = (Vec::new(), Vec::new());
    for page in pages {
        first_rows.try_push((rows.len() / width) as u32)?;
        rows.try_extend(std::mem::take(&mut page.rows))?;
    }
    Ok((Binned::of(&rows, width)?, first_rows))
}

impl Fitting<'_> {
    /// Returns the blocks of a page that are learned from, evenly spread, and what each weighs.
    fn learned_from(&self, page: usize) -> Result<Vec<(usize, f32)>, OutOfMemory> {
        let samples = &self.pages[page];
        let step = samples.blocks().div_ceil(BLOCKS).max(1);
        let blocks = (0..samples.blocks()).step_by(step).filter(|block| !is_decided(samples.scores[*block]));
        let mut blocks = try_collect(blocks.map(|block| (block, libm::powf(samples.weights[block], POWER))))?;
        let all: f64 = blocks.iter().map(|(_, weight)| f64::from(*weight)).sum();
        for (_, weight) in &mut blocks {
            *weight = (WEIGHT * f64::from(*weight) / all.max(f64::MIN_POSITIVE)) as f32;
        }
        Ok(blocks)
    }

    /// Fits a correction to some pages.
    fn fit(&self, pages: &[usize], with_trees: bool) -> Result<Parts, OutOfMemory> {
        let (mut samples, mut targets) = (Vec::new(), Vec::new());
        for page in pages {
            let of_page = &self.pages[*page];
            for (block, weight) in self.learned_from(*page)? {
                let (score, target) = (of_page.scores[block], of_page.shares[block]);
                let tokens = of_page.tokens.get(block);
                samples.try_push(Sample {
                    page: *page as u32,
                    tokens,
                    score,
                    target,
                    weight,
                })?;
                targets.try_push(Target {
                    row: self.first_rows[*page] + block as u32,
                    score,
                    target,
                    weight,
                })?;
            }
        }
        let linear = linear::fit(&samples)?;
        let mut trees = Trees::default();
        if with_trees {
            for (target, sample) in targets.iter_mut().zip(&samples) {
                let score = sample.score.clamp(-SURE, SURE);
                target.score = score + linear.correction(score, sample.tokens);
            }
            trees = trees::fit(&self.binned, &targets, self.seed)?;
        }
        Ok(Parts {
            paths: Paths::of(pages.iter().flat_map(|page| self.pages[*page].paths.iter().copied()))?,
            linear,
            trees,
            comments: self.comments(pages),
        })
    }

    /// Returns `true` if comments are content on most of the pages that have some, if these are enough.
    fn comments(&self, pages: &[usize]) -> Option<bool> {
        let votes = pages.iter().filter_map(|page| self.pages[*page].has_comments());
        let (with, content) = votes.fold((0, 0), |(with, content), vote| (with + 1, content + usize::from(vote)));
        (with >= WITH_COMMENTS && 2 * content > with).then_some(true)
    }

    /// Returns the word F1 of each page by `auto`.
    fn scores_of_auto(&self) -> Result<Vec<f64>, OutOfMemory> {
        let mut scores = Vec::new();
        for page in 0..self.pages.len() {
            scores.try_push(self.score(&Parts::default(), Extent::Nothing, page)?)?;
        }
        Ok(scores)
    }

    fn score(&self, parts: &Parts, extent: Extent, page: usize) -> Result<f64, OutOfMemory> {
        interrupts::check();
        let samples = &self.pages[page];
        let corrected = samples.scores.iter().enumerate().map(|(block, score)| {
            if parts.comments == Some(true) && samples.comments.get(block) == Some(&true) {
                return TAKEN;
            }
            if is_decided(*score) || extent == Extent::Nothing {
                return *score;
            }
            let of_trees = match extent {
                Extent::TokensAndTrees => self.binned.sum(&parts.trees, self.first_rows[page] + block as u32),
                Extent::Tokens | Extent::Nothing => 0.0,
            };
            score + parts.linear.correction(*score, samples.tokens.get(block)) + of_trees
        });
        samples.f1(try_collect(corrected)?)
    }

    /// Holds out each part of the pages once, learning from a share of the others. Pages of one group are held out together.
    fn held_out(
        &self,
        group_of: &[u32],
        folds: usize,
        share: f64,
        watch: &mut dyn FnMut(&dyn Display),
    ) -> Result<Scores, OutOfMemory> {
        let count = self.pages.len();
        let mut random = Random::new(self.seed, 0x666f_6c64);
        let mut groups = try_collect(group_of.iter().copied())?;
        groups.sort_unstable();
        groups.dedup();
        random.shuffle(&mut groups);
        let folds = folds.min(groups.len());
        let mut fold_of: Keyed<u32, usize> = Keyed::default();
        fold_of.try_reserve(groups.len())?;
        fold_of.extend(groups.iter().enumerate().map(|(place, group)| (*group, place % folds)));
        let fold_of = |page: usize| fold_of[&group_of[page]];
        let mut order: Vec<usize> = try_collect(0..count)?;
        random.shuffle(&mut order);
        let mut scores = Scores {
            by_extent: [
                try_filled(0.0, count)?,
                try_filled(0.0, count)?,
                try_filled(0.0, count)?,
            ],
            familiar: try_filled(false, count)?,
        };
        for fold in 0..folds {
            watch(&format_args!("part {} of {folds} held out", fold + 1));
            let mut known: Vec<usize> = try_collect(order.iter().copied().filter(|page| fold_of(*page) != fold))?;
            known.truncate((known.len() as f64 * share).ceil() as usize);
            // Samples of a page stand together, and pages in their order.
            known.sort_unstable();
            let parts = self.fit(&known, true)?;
            for page in (0..count).filter(|page| fold_of(*page) == fold) {
                for extent in Extent::ALL {
                    scores.by_extent[extent as usize][page] = self.score(&parts, extent, page)?;
                }
                scores.familiar[page] = parts.paths.are_familiar(self.pages[page].paths.iter().copied());
            }
        }
        Ok(scores)
    }
}

#[cfg(test)]
mod tests;
