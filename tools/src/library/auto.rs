//! The data that models/auto/train.py trains `auto` on, and what the models that it trained extract.
//!
//! The directory holds folds.tsv: a line per page in the order of their IDs: ID, fold, and 1 if it may be
//! learned from, else 0. For every fold K, and for K = "final", in which no page is left out:
//!
//! [`rows`] writes K.tables, learned from all pages but the fold's; K.rows, the features of all blocks
//! of all pages (f32, little-endian), for which tables are used that have seen neither fold K nor
//! the page's own; and once for all blocks.tsv: page, words, the share of them in the gold text, and 1
//! for a block of comments that `auto` leaves out whatever its score, else 0; names.tsv: the features'
//! names.
//!
//! [`predict`] reads K.model and K.pages (the features of the pages, f32) and writes extracted.jsonl,
//! the texts by the models that have not seen their page's fold, and predicted.tsv: page, expected
//! F1, true F1 of the words; repeated groups from which something is taken, how many of them are torn; the
//! same of the gold text; 1 if anything shown is taken, else 0.
//!
//! [`rehash`] renames features in a trained model.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use goce_core::areas::comment_parts;
use goce_core::evaluate::{PageScores, Unit};
use goce_core::extract::Options;
use goce_core::extract::auto::complete_forest::FeatureRow;
use goce_core::extract::auto::features::block_tokens::{names, naming, tags, words_of_block, words_of_heading};
use goce_core::extract::auto::features::headings::Heading;
use goce_core::extract::auto::features::target_encoding::Table;
use goce_core::extract::auto::features::{Blocks, Tables, feature_names};
use goce_core::extract::auto::{Model, Setup, Weighing, features_hash, pipeline};
use goce_core::memory::OutOfMemory;
use goce_core::page::{Block, Page, Tag};

use super::auto_weights::Samples;
use super::create;
use crate::Failure;
use crate::wcxb::{Fold, LabelledPage, read_folds};

pub(super) const FOLDS: usize = 5;

/// The share of content that a token is taken to have before any page is seen, and the pages that
/// this counts as.
const PRIOR: f32 = 0.4;
const PRIOR_PAGES: f32 = 2.0;

/// For each token and fold: the sum of the pages' shares of content under it, and their number.
type Seen = HashMap<u32, [(f32, f32); FOLDS]>;

/// A page, and the share of each of its blocks in the gold text.
pub(super) struct Labelled {
    pub page: Page,
    pub fold: Fold,
    pub shares: Vec<f32>,
}

/// Returns the name of a fold's files.
fn name(left_out: Option<usize>) -> String {
    left_out.map_or("final".to_owned(), |fold| fold.to_string())
}

/// Writes tables, features and labels of blocks.
pub fn rows(labelled: &[LabelledPage], directory: &Path) -> Result<(), Failure> {
    let folds = read_folds(&directory.join("folds.tsv"), labelled)?;
    let mut pages = Vec::new();
    for (labelled, fold) in labelled.iter().zip(folds) {
        let page = labelled.parse()?;
        let shares = labelled.shares(&page)?;
        pages.push(Labelled { page, fold, shares });
    }
    let mut blocks = create(directory, "blocks.tsv")?;
    for (index, page) in pages.iter().enumerate() {
        let p_forum = pipeline::p_forum(&pipeline::measure_page(&page.page, None)?);
        let comments = pipeline::Comments::of(&page.page, &comment_parts(&page.page)?, p_forum)?;
        let left_out = comments.to_leave_out();
        for (number, (block, share)) in page.page.blocks().iter().zip(&page.shares).enumerate() {
            let words = page.page.word_count(block.nodes());
            let left_out = u8::from(left_out.get(number) == Some(&true));
            writeln!(blocks, "{index}\t{words}\t{share}\t{left_out}")?;
        }
    }
    blocks.flush()?;
    let names = feature_names()?;
    fs::write(directory.join("names.tsv"), names.join("\n"))?;
    let seen = count(&pages)?;
    let samples = Samples::of(&pages)?;
    // Tables that two folds have not seen are asked for twice.
    let mut learned: HashMap<Vec<usize>, Rc<Tables>> = HashMap::new();
    let mut learn = |left_out: [Option<usize>; 2]| {
        let mut folds: Vec<usize> = left_out.into_iter().flatten().collect();
        folds.sort_unstable();
        folds.dedup();
        let tables = learned.entry(folds);
        Rc::clone(tables.or_insert_with_key(|folds| Rc::new(samples.weigh(learn(&seen, folds), folds))))
    };
    for left_out in (0..FOLDS).map(Some).chain([None]) {
        let tables: Vec<Rc<Tables>> = (0..FOLDS).map(|fold| learn([Some(fold), left_out])).collect();
        let mut rows = create(directory, &(name(left_out) + ".rows"))?;
        for page in &pages {
            let blocks = Blocks::of(&page.page, &tables[page.fold.number])?;
            let mut bytes = Vec::new();
            let mut add = |_, of_part: &[FeatureRow]| {
                let values = of_part.iter().flat_map(|row| &row[..names.len()]);
                bytes.extend(values.flat_map(|value| value.to_le_bytes()));
                Ok(())
            };
            blocks.rows(&[], &mut add)?;
            rows.write_all(&bytes)?;
        }
        rows.flush()?;
        let mut bytes = Vec::new();
        learn([left_out, None]).write(&mut bytes);
        fs::write(directory.join(name(left_out) + ".tables"), bytes)?;
    }
    Ok(())
}

/// Counts the tokens of the four tables on the pages of each fold.
fn count(pages: &[Labelled]) -> Result<[Seen; 4], OutOfMemory> {
    let mut seen: [Seen; 4] = Default::default();
    let empty = Tables::default();
    for labelled in pages.iter().filter(|page| page.fold.is_known) {
        let page = &labelled.page;
        let blocks = Blocks::of(page, &empty)?;
        let content = |share: f32| f32::from(u8::from(share > 0.5));
        let words: Vec<f32> = page.blocks().iter().map(|block| page.word_count(block.nodes()) as f32 + 0.25).collect();
        // The share of content among neighbouring blocks, and its weight.
        let region = |range: Range<usize>| {
            let all: f32 = words[range.clone()].iter().sum();
            let shares = labelled.shares[range.clone()].iter().zip(&words[range]);
            let of_content: f32 = shares.map(|(share, words)| content(*share) * words).sum();
            (of_content / all, all.sqrt())
        };
        let mut of_page: [HashMap<u32, (f32, f32)>; 4] = Default::default();
        let mut add = |table: usize, mut tokens: Vec<u32>, share: f32, weight: f32| {
            tokens.sort_unstable();
            tokens.dedup();
            for token in tokens {
                let sum = of_page[table].entry(token).or_default();
                sum.0 += weight * share;
                sum.1 += weight;
            }
        };
        for (index, block) in page.blocks().iter().enumerate() {
            let (share, weight) = (content(labelled.shares[index]), words[index].sqrt());
            let [mut of_names, of_tags, of_words] = tokens_of_block(page, block);
            of_names.extend(of_tags);
            add(0, of_names, share, weight);
            add(1, of_words, share, weight);
        }
        for (id, container) in blocks.containers.all.iter().enumerate() {
            let range = container.blocks.start as usize..container.blocks.end as usize;
            let mut tokens = Vec::new();
            for position in page.subtree(container.outer as usize) {
                if blocks.containers.of_node(position) == id as u32 && blocks.sums.blocks(page, position) == range {
                    tokens_of_element(page, position, &mut tokens);
                }
            }
            let (share, weight) = region(range);
            add(2, tokens, share, weight);
        }
        for heading in &blocks.headings.all {
            let (share, weight) = region(heading.block..heading.end);
            add(3, tokens_of_heading(page, heading), share, weight);
        }
        for (seen, of_page) in seen.iter_mut().zip(of_page) {
            for (token, (sum, weight)) in of_page {
                let of_fold = &mut seen.entry(token).or_default()[labelled.fold.number];
                of_fold.0 += sum / weight;
                of_fold.1 += 1.0;
            }
        }
    }
    Ok(seen)
}

/// Adds the tokens of the names of an element.
fn tokens_of_element(page: &Page, position: usize, tokens: &mut Vec<u32>) {
    for (source, value) in page.element(position).into_iter().flat_map(naming) {
        names(source, value, &mut |token| tokens.push(token));
    }
}

/// Returns the tokens of a block: of the names of the elements above it, of tags, and of its words.
pub(super) fn tokens_of_block(page: &Page, block: &Block) -> [Vec<u32>; 3] {
    let mut tokens: [Vec<u32>; 3] = Default::default();
    let mut position = block.nodes().start;
    while position != 0 {
        position = page.nodes()[position].parent();
        tokens_of_element(page, position, &mut tokens[0]);
    }
    tags(page, block.nodes().start, &mut |token| tokens[1].push(token));
    let tag = page.nodes()[block.element()].tag();
    let count = page.word_count(block.nodes());
    words_of_block(page.block_text(block), count, tag, &mut |token| tokens[2].push(token));
    tokens
}

/// Returns the tokens of the words of a heading.
pub(super) fn tokens_of_heading(page: &Page, heading: &Heading) -> Vec<u32> {
    let mut tokens = Vec::new();
    let text = page.block_text(&page.blocks()[heading.block]);
    words_of_heading(text, heading.level, &mut |token| tokens.push(token));
    tokens
}

/// Returns the tables that the pages of all folds but some make.
fn learn(seen: &[Seen; 4], left_out: &[usize]) -> Tables {
    let table = |seen: &Seen| {
        let mut values = Vec::new();
        for (token, by_fold) in seen {
            let (mut content, mut pages) = (0.0, 0.0);
            for (fold, of_fold) in by_fold.iter().enumerate() {
                if !left_out.contains(&fold) {
                    content += of_fold.0;
                    pages += of_fold.1;
                }
            }
            // A token must be on some pages.
            if pages >= 4.0 {
                let odds = (content + PRIOR_PAGES * PRIOR) / (pages - content + PRIOR_PAGES * (1.0 - PRIOR));
                values.push((*token, odds.ln() - (PRIOR / (1.0 - PRIOR)).ln()));
            }
        }
        // A token's value is to 1/16 of a natural logarithm.
        Table::new(1.0 / 16.0, values)
    };
    let [names, words, containers, headings] = seen;
    Tables {
        names: table(names),
        words: table(words),
        containers: table(containers),
        headings: table(headings),
        biases: [0.0; 2],
    }
}

/// The models of the folds, and the features of all pages for each.
pub struct Models(Vec<(Model, Vec<f32>)>);

impl Models {
    /// Returns the model that has not seen a page, and the features of the page for it, given the number of all pages.
    pub fn of(&self, page: usize, fold: usize, pages: usize) -> Setup<'_> {
        let (model, features) = &self.0[fold];
        let width = features.len() / pages;
        Setup {
            model,
            page_features: Some(&features[page * width..(page + 1) * width]),
            weighing: Weighing::CHOSEN,
            correction: None,
        }
    }
}

/// Reads the models of the folds.
pub fn models(directory: &Path) -> Result<Models, Failure> {
    let mut models = Vec::new();
    for fold in 0..FOLDS {
        let model = Model::read(&fs::read(directory.join(format!("{fold}.model")))?)?;
        let pages: Vec<f32> = fs::read(directory.join(format!("{fold}.pages")))?
            .as_chunks()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        models.push((model, pages));
    }
    Ok(Models(models))
}

/// Replaces the hash of the features' names in a file of a model by today's. For features that got other names and are
/// otherwise the same: they need no training.
pub fn rehash(path: &Path) -> Result<(), Failure> {
    let mut model = fs::read(path)?;
    let hash = model.first_chunk_mut().ok_or("the file is too short")?;
    *hash = features_hash()?.to_le_bytes();
    Model::read(&model)?;
    Ok(fs::write(path, model)?)
}

/// Writes the texts that the models of the folds extract.
pub fn predict(labelled: &[LabelledPage], directory: &Path) -> Result<(), Failure> {
    let folds = read_folds(&directory.join("folds.tsv"), labelled)?;
    let models = models(directory)?;
    let mut extracted = create(directory, "extracted.jsonl")?;
    let mut predicted = create(directory, "predicted.tsv")?;
    for (index, (labelled, fold)) in labelled.iter().zip(&folds).enumerate() {
        let page = labelled.parse()?;
        let setup = models.of(index, fold.number, folds.len());
        let run = pipeline::run(&setup, &page, &Options::default())?;
        let expected = run.selection.expected_f1.unwrap_or_default();
        let is_taken = u8::from(!run.selection.spans().is_empty());
        let (groups, torn) = torn(&page, &run.decided);
        let in_gold: Vec<bool> = labelled.shares(&page)?.iter().map(|share| *share > 0.5).collect();
        let (gold_groups, gold_torn) = self::torn(&page, &in_gold);
        let text = labelled.write_selection(&page, &run.selection, &mut extracted)?;
        let f1 = PageScores::new(&labelled.gold, &text, Unit::Word)?.word_f1;
        let torn = format!("{groups}\t{torn}\t{gold_groups}\t{gold_torn}");
        writeln!(predicted, "{}\t{expected}\t{f1}\t{torn}\t{is_taken}", labelled.id)?;
    }
    extracted.flush()?;
    Ok(predicted.flush()?)
}

/// Returns the number of groups of repeated blocks from which some are taken, and the number of these groups from which
/// not all are taken. A group is four blocks or more whose elements, up to the root, have the same names.
fn torn(page: &Page, taken: &[bool]) -> (usize, usize) {
    let mut paths: HashMap<(usize, Tag), usize> = HashMap::new();
    let mut path_of: Vec<usize> = Vec::new();
    for (position, node) in page.nodes().iter().enumerate() {
        let above = if position == 0 { 0 } else { path_of[node.parent()] };
        let next = paths.len() + 1;
        path_of.push(*paths.entry((above, node.tag())).or_insert(next));
    }
    let mut groups: HashMap<usize, (usize, usize)> = HashMap::new();
    for (block, taken) in page.blocks().iter().zip(taken) {
        let group = groups.entry(path_of[block.element()]).or_default();
        group.0 += 1;
        group.1 += usize::from(*taken);
    }
    let some = groups.values().filter(|(all, taken)| *all >= 4 && *taken > 0);
    let torn = some.clone().filter(|(all, taken)| taken < all);
    (some.count(), torn.count())
}
