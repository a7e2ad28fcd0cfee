//! The blocks of a page, and the features of each of them, which go to a [`FeatureWriter`] in an order that trained models
//! depend on.

use super::Tables;
use super::ancestors::{self, Ancestor, Ancestors};
use super::areas;
use super::block_tokens::words_of_block;
use super::containers::Containers;
use super::feature_writer::{FeatureWriter, ONE};
use super::headings::{Headings, Scope};
use super::linear::{self, Regression};
use super::main_text::{MainText, steps_to};
use super::regions::{self, Regions};
use super::sums::Sums;
use super::target_encoding::Encoded;
use crate::genre::markup::head_matches::HeadMatches;
use crate::learn::tokens::remembered;
use crate::page::prelude::*;
use crate::texts::hashes::mix;

/// A block's element and its next ancestors: this many have features of their own.
pub const LEVELS: usize = 5;

/// The features of a block that are also averaged over the blocks that are repeated with it: names and levels.
#[rustfmt::skip]
pub const AVERAGED: [(&str, usize); 21] = [
    ("names_least", 0), ("names_greatest", 0), ("names_mean", 0),
    ("names_least", 1), ("names_greatest", 1), ("names_mean", 1),
    ("names_least", 2), ("names_greatest", 2), ("names_mean", 2),
    ("names_sum", ONE), ("names_least", ONE), ("names_greatest", ONE),
    ("words_least", ONE), ("words_greatest", ONE), ("words_mean", ONE), ("words_sum", ONE), ("words_known", ONE),
    ("bytes", ONE), ("link_share", ONE), ("punctuation", ONE), ("copies", ONE),
];

/// The place of each tag in an order that is a feature: elements that hold blocks come first, then headings, sections,
/// controls and inline elements. Other tags are 0.
const ORDER: [u8; Tag::Other as usize + 1] = {
    const TAGS: [Tag; 50] = Tag::listed(
        "div p span a li ul ol td tr table h1 h2 h3 h4 h5 h6 section article main header footer nav aside form \
         button label dl dt dd figure figcaption blockquote pre code body option select summary details textarea \
         tbody th strong b em i time small center noscript",
    );
    let mut order = [0; Tag::Other as usize + 1];
    let mut place = 0;
    while place < TAGS.len() {
        order[TAGS[place] as usize] = place as u8 + 1;
        place += 1;
    }
    order
};

/// Returns the place of a tag in [`ORDER`].
fn order(tag: Tag) -> f32 {
    f32::from(ORDER[tag as usize])
}

/// The words of a block: their joined encodings, and the number of tokens.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Words {
    encoded: Encoded,
    read: u32,
}

/// The blocks of a page, with everything that their features are computed from.
#[derive(Debug)]
pub struct Blocks<'p> {
    pub page: &'p Page,
    pub(super) tables: &'p Tables,
    pub sums: Sums,
    /// The weight of each block in a decision, in words.
    pub weights: Vec<f32>,
    pub containers: Containers,
    pub headings: Headings,
    scopes: Vec<Scope>,
    main_text: MainText,
    head: Cow<'p, HeadMatches>,
    /// The number of blocks with each text, by its hash.
    copies: Map<u64, u32>,
    /// For each block, the number of blocks before it with its text.
    copies_before: Vec<u32>,
    /// The first heading of level 1.
    first_heading: Option<usize>,
}

impl<'p> Blocks<'p> {
    /// Returns the blocks of a page.
    pub fn of(page: &'p Page, tables: &'p Tables) -> Fallible<Self> {
        Blocks::with_head(page, tables, Cow::Owned(HeadMatches::of(page)?))
    }

    /// Returns the blocks of a page, given how they match its head.
    pub fn with_head(page: &'p Page, tables: &'p Tables, head: Cow<'p, HeadMatches>) -> Fallible<Self> {
        let sums = Sums::of(page)?;
        let containers = Containers::of(page, &sums.blocks_before)?;
        let headings = Headings::of(page, &tables.headings)?;
        let scopes = Scope::of_all(&headings, page, &sums)?;
        interrupts::check();
        let main_text = MainText::of(page, &sums)?;
        let weights = try_collect(sums.texts.iter().map(|text| text.weight()))?;
        // The keys are hashes of texts, which the page chooses: the map hashes them once more, with a key of its own.
        let mut copies = Map::default();
        copies.try_reserve(sums.texts.len())?;
        let mut copies_before = try_with_capacity(sums.texts.len())?;
        let mut first_heading = None;
        for (index, text) in sums.texts.iter().enumerate() {
            interrupts::check();
            if headings.at(index).is_some_and(|heading| heading.level == 1) {
                first_heading = first_heading.or(Some(index));
            }
            let copies = copies.entry(text.hash).or_insert(0);
            copies_before.push(*copies);
            *copies += 1;
        }
        Ok(Blocks {
            page,
            tables,
            sums,
            weights,
            containers,
            headings,
            scopes,
            main_text,
            head,
            copies,
            copies_before,
            first_heading,
        })
    }

    /// Returns the words of a block. `known` has those of other blocks: a fifth of all texts are repeated on their page.
    pub(super) fn words(&self, index: usize, known: &mut Map<u64, Words>) -> Fallible<Words> {
        let (block, text) = (&self.page.blocks()[index], &self.sums.texts[index]);
        let tag = self.page.tag(block.element());
        let key = mix(mix(text.hash, text.words.into()), tag as u64);
        remembered(known, key, || {
            let mut words = Words::default();
            words_of_block(self.page.block_text(block), text.words as usize, tag, &mut |token| {
                words.encoded.add(self.tables.words.encoding(token));
                words.read += 1;
            });
            words
        })
    }

    /// Writes the features of a block but for the averages, given its words and what is around it, with the encodings of
    /// the tags. Returns the values that are averaged.
    pub(super) fn row(
        &self,
        index: usize,
        words: &Words,
        (ancestors, tags): (&Ancestors<'_>, &Encoded),
        regions: &Regions,
        out: &mut impl FeatureWriter,
    ) -> [f32; AVERAGED.len()] {
        let open = &ancestors.open[..];
        let element = self.page.blocks()[index].element();
        let at = self.place_of(index, open);
        let encoded = self.encoded(index, words, (open, tags), at, out);
        self.text(index, out);
        self.place(index, out);
        self.elements(open, at, out);
        self.flags(element, open, at, out);
        self.scope(index, out);
        self.regions(element, regions, out);
        encoded
    }

    /// Returns the place of a block's element among the open ones.
    pub(super) fn place_of(&self, index: usize, open: &[Ancestor]) -> usize {
        let element = self.page.blocks()[index].element();
        open.partition_point(|open| open.position < element)
    }

    /// Writes the encodings of names and words, and counts of the text. Returns the values that are averaged.
    fn encoded(
        &self,
        index: usize,
        Words { encoded: words, read }: &Words,
        (open, tags): (&[Ancestor], &Encoded),
        at: usize,
        out: &mut impl FeatureWriter,
    ) -> [f32; AVERAGED.len()] {
        let above = |levels: usize| at.checked_sub(levels).and_then(|at| open.get(at));
        let mut near = Encoded::default();
        for open in open.iter().skip(at) {
            near = near.with(&open.names);
        }
        let names_of = |levels| above(levels).map_or(Encoded::default(), |open| open.names);
        let parts = [
            near.with(&names_of(1)),
            names_of(2).with(&names_of(3)),
            above(4).map_or(Encoded::default(), |open| open.path),
        ];
        let parts = parts.map(|part| [part.least, part.greatest, part.mean()]);
        let all = open.last().map_or(Encoded::default(), |open| open.path);
        let text = &self.sums.texts[index];
        let heading = self.heading_over(index);
        let heading = heading.map_or(Encoded::default(), |heading| self.headings.all[heading].encoded);
        let bias = |regression: Regression| self.tables.biases[regression as usize];
        let of_names = linear::score([&all, tags], bias(Regression::Names));
        let of_words = linear::score([words, &heading], bias(Regression::Words));
        out.put([("names_score", of_names), ("words_score", of_words)]);
        let own = [
            all.sum,
            all.least,
            all.greatest,
            words.least,
            words.greatest,
            words.mean(),
            words.sum,
            words.count / (*read).max(1) as f32,
            text.bytes as f32,
            text.link_share(),
            text.punctuation as f32 / text.bytes.max(1) as f32,
            // The block's own text is among the copies.
            self.copies[&text.hash] as f32,
        ];
        let mut averaged = [0.0; AVERAGED.len()];
        let (of_parts, others) = averaged.split_at_mut(9);
        of_parts.copy_from_slice(parts.as_flattened());
        others.copy_from_slice(&own);
        out.put_all(|index| AVERAGED[index], &averaged);
        averaged
    }

    /// Writes the marks of the text.
    fn text(&self, index: usize, out: &mut impl FeatureWriter) {
        let text = &self.sums.texts[index];
        out.put([
            ("ends_sentence", f32::from(text.ends_sentence)),
            ("separators", text.separators as f32),
            ("copies_before", self.copies_before[index] as f32),
            ("titled", self.head.titled[index]),
            ("described", self.head.described[index]),
        ]);
    }

    /// Returns the number of the last heading before a block.
    pub fn heading_over(&self, index: usize) -> Option<usize> {
        self.headings.before(index.checked_sub(1)?)
    }

    /// Writes the place of the block on the page.
    fn place(&self, index: usize, out: &mut impl FeatureWriter) {
        let count = self.page.blocks().len();
        let bytes = |blocks| self.sums.text_of_blocks(blocks).bytes as f32;
        let all = bytes(0..count).max(1.0);
        let since = |from: Option<usize>| from.map_or(-9999.0, |from| index as f32 - from as f32);
        let bytes_since = self.first_heading.map_or(-9.0, |heading| (bytes(0..index) - bytes(0..heading)) / all);
        let window = index.saturating_sub(5)..(index + 6).min(count);
        out.put([
            ("index", index as f32),
            ("from_end", (count - index) as f32),
            ("index_share", index as f32 / count as f32),
            ("bytes_before", bytes(0..index) / all),
            ("bytes_after", bytes(index + 1..count) / all),
            ("since_first_heading", since(self.first_heading)),
            ("since_title", since(self.head.title)),
            ("bytes_since_first_heading", bytes_since),
            ("prose_near", self.sums.text_of_blocks(window).prose_bytes as f32),
        ]);
    }

    /// Writes the features of the block's element and its next ancestors.
    fn elements(&self, open: &[Ancestor], at: usize, out: &mut impl FeatureWriter) {
        for level in 0..LEVELS {
            let open = &open[at.saturating_sub(level)];
            // Those of the first three alone.
            if level < 3 {
                out.put_all(|_| ("tag", level), &[order(self.page.tag(open.position))]);
            }
            #[expect(
                clippy::expect_used,
                reason = "`rows` and `names` measure these elements before they ask for a row"
            )]
            let area = open.area.expect("a measured element");
            out.put_all(|index| (areas::NAMES[index], level), &area);
        }
    }

    /// Writes flags, the most repeated ancestor, and the main text by old rules.
    fn flags(&self, element: usize, open: &[Ancestor], at: usize, out: &mut impl FeatureWriter) {
        let (page, main_text) = (self.page, &self.main_text);
        let own = &open[at];
        out.put_all(ancestors::flag, &own.flags.map(f32::from));
        let leaf = open.last().map_or(element, |open| open.position);
        out.put([
            ("leaf", order(page.tag(leaf))),
            ("repeated_siblings", own.repeated.siblings),
            ("repeated_share", own.repeated.share),
            ("repeated_bytes", own.repeated.bytes),
            ("repeated_links", own.repeated.links),
        ]);
        let parent = page.parent(element);
        for (level, best) in [main_text.top, main_text.dense].into_iter().enumerate() {
            let (up, down) = steps_to(page, element, best);
            let within = f32::from(page.subtree(best).contains(&element));
            out.put_all(|index| (["in_main", "up_to_main", "down_to_main"][index], level), &[within, up, down]);
        }
        let best = main_text.paragraphs[main_text.top].max(1e-6);
        let scores = [element, parent].map(|at| main_text.paragraphs[at] / best);
        out.put_all(|level| ("main_score", level), &scores);
        out.put([("density_sum", main_text.densities[parent])]);
    }

    /// Writes the features of the headings above the block.
    fn scope(&self, index: usize, out: &mut impl FeatureWriter) {
        let heading = self.headings.before(index);
        let scope = heading.map_or(Scope::default(), |heading| self.scopes[heading]);
        let since = heading.map_or(-1.0, |heading| (index - self.headings.all[heading].block) as f32);
        scope.write(out);
        out.put([("scope_since", since)]);
    }

    /// Writes the features of the containers around the block.
    fn regions(&self, element: usize, regions: &Regions, out: &mut impl FeatureWriter) {
        let id = self.containers.of_node(element);
        out.put_all(regions::feature, regions.features(id));
    }
}
