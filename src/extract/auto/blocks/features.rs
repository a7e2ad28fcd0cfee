//! The blocks of a page, and the features of each of them, told to a [`Sink`] in an order that trained models depend
//! on.

use super::Tables;
use super::areas;
use super::around::{self, Around, Open};
use super::containers::Containers;
use super::encoding::Encoded;
use super::headings::{Headings, SCOPE, Scope};
use super::names::words_of_block;
use super::regions::{self, Regions};
use super::said::{Overlap, Said};
use super::scores::{Scores, steps_to};
use super::sink::{ONE, Sink};
use super::sums::{IN_NOSCRIPT, Sums};
use super::texts::Kind;
use crate::keyed::Map;
use crate::memory::{OutOfMemory, try_with_capacity};
use crate::page::{Page, Tag};
use crate::tick::Tick;

/// Elements from a block's up that are told one by one.
pub const LEVELS: usize = 5;

/// The features of a block that are also averaged over the blocks that are repeated with it: names and levels.
#[rustfmt::skip]
pub const AVERAGED: [(&str, usize); 22] = [
    ("names_least", 0), ("names_greatest", 0), ("names_mean", 0),
    ("names_least", 1), ("names_greatest", 1), ("names_mean", 1),
    ("names_least", 2), ("names_greatest", 2), ("names_mean", 2),
    ("names_sum", ONE), ("names_least", ONE), ("names_greatest", ONE),
    ("words_least", ONE), ("words_greatest", ONE), ("words_mean", ONE), ("words_sum", ONE), ("words_known", ONE),
    ("bytes", ONE), ("link_share", ONE), ("short_words", ONE), ("punctuation", ONE), ("copies", ONE),
];

/// Returns the place of a tag in an order that is a feature: elements that hold blocks come first, then headings,
/// sections, controls and inline elements. Other tags are 0.
fn order(tag: Tag) -> f32 {
    #[rustfmt::skip]
    const ORDER: [Tag; 50] = [
        Tag::Div, Tag::P, Tag::Span, Tag::A, Tag::Li, Tag::Ul, Tag::Ol, Tag::Td, Tag::Tr, Tag::Table,
        Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::Section, Tag::Article, Tag::Main,
        Tag::Header, Tag::Footer, Tag::Nav, Tag::Aside, Tag::Form, Tag::Button, Tag::Label, Tag::Dl,
        Tag::Dt, Tag::Dd, Tag::Figure, Tag::Figcaption, Tag::Blockquote, Tag::Pre, Tag::Code,
        Tag::Body, Tag::Option, Tag::Select, Tag::Summary, Tag::Details, Tag::Textarea, Tag::Tbody,
        Tag::Th, Tag::Strong, Tag::B, Tag::Em, Tag::I, Tag::Time, Tag::Small, Tag::Center, Tag::Noscript,
    ];
    let place = ORDER.iter().position(|other| *other == tag);
    place.map_or(0.0, |place| place as f32 + 1.0)
}

/// The blocks of a page, with all that their features are computed from.
#[derive(Debug)]
pub struct Blocks<'p> {
    pub(super) page: &'p Page,
    pub(super) tables: &'p Tables,
    /// The sums over the page.
    pub sums: Sums,
    /// The page's containers.
    pub containers: Containers,
    /// The page's headings.
    pub headings: Headings,
    scopes: Vec<Scope>,
    scores: Scores,
    overlaps: Vec<Overlap>,
    /// The features of each block that its neighbours have too.
    seen: Vec<Seen>,
    /// The steps over the tree to each block from the one before it, and after the last.
    steps: Vec<f32>,
    /// The number of blocks with each text, by its hash.
    copies: Map<u64, u32>,
    /// The first heading of level 1, and the block most like the title.
    first_heading: Option<usize>,
    titled: Option<usize>,
}

/// The features of a block that its neighbours have too. The more distant ones have the first two.
type Seen = [f32; NEAR.len()];

/// The names of [`Seen`].
const NEAR: [&str; 4] = ["near_bytes", "near_links", "near_ends_sentence", "near_tag"];

/// The steps from or to where there is no block.
const NO_STEPS: f32 = 99.0;

impl<'p> Blocks<'p> {
    /// Returns the blocks of a page.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &'p Page, tables: &'p Tables, tick: Tick<'_>) -> Result<Self, OutOfMemory> {
        let sums = Sums::of(page, tick)?;
        let containers = Containers::of(page, &sums.blocks_before, tick)?;
        let headings = Headings::of(page, Some(&tables.headings), tick)?;
        let scopes = Scope::of_all(&headings, page, &sums, tick)?;
        tick();
        let scores = Scores::of(page, &sums, tick)?;
        let said = Said::of(page, tick)?;
        let count = page.blocks().len();
        let mut overlaps = try_with_capacity(count)?;
        let mut seen = try_with_capacity(count)?;
        let mut steps = try_with_capacity(count + 1)?;
        steps.push(NO_STEPS);
        // By hashes of texts, which the page chooses: keyed once more.
        let mut copies = Map::default();
        let (mut first_heading, mut titled, mut likeness) = (None, None, 0.5);
        for (index, (block, text)) in page.blocks().iter().zip(&sums.texts).enumerate() {
            tick();
            let overlap = said.overlap(page.block_text(block));
            let heading = headings.at(index);
            if heading.is_some_and(|heading| heading.level == 1) {
                first_heading = first_heading.or(Some(index));
            }
            let like = overlap.title * if heading.is_some() { 1.3 } else { 1.0 };
            if like > likeness && text.words < 40 {
                likeness = like;
                titled = Some(index);
            }
            overlaps.push(overlap);
            if let Some(next) = page.blocks().get(index + 1) {
                let (up, down) = steps_to(page, block.element, next.element);
                steps.push(up + down);
            }
            seen.push([
                text.bytes as f32,
                text.link_share(),
                f32::from(u8::from(text.last.ends_sentence())),
                order(page.nodes()[block.element].tag()),
            ]);
            copies.try_reserve(1)?;
            *copies.entry(text.hash).or_insert(0) += 1;
        }
        steps.push(NO_STEPS);
        Ok(Blocks {
            page,
            tables,
            sums,
            containers,
            headings,
            scopes,
            scores,
            overlaps,
            seen,
            steps,
            copies,
            first_heading,
            titled,
        })
    }

    /// Tells the features of a block but for the averages. Returns the values that are averaged.
    pub(super) fn row(
        &self,
        index: usize,
        around: &Around<'_>,
        regions: &Regions,
        sink: &mut impl Sink,
    ) -> [f32; AVERAGED.len()] {
        let open = around.open();
        let element = self.page.blocks()[index].element;
        let at = self.place_of(index, open);
        let encoded = self.encoded(index, open, at, sink);
        self.text(index, sink);
        self.place(index, sink);
        self.said(index, sink);
        self.elements(index, open, at, sink);
        self.flags(element, open, at, sink);
        self.neighbours(index, sink);
        self.scope(index, sink);
        self.regions(index, element, regions, sink);
        encoded
    }

    /// Returns the place of a block's element among the open ones.
    pub(super) fn place_of(&self, index: usize, open: &[Open]) -> usize {
        let element = self.page.blocks()[index].element;
        open.partition_point(|open| open.position < element)
    }

    /// The values of names and words, and counts of the text. Returns those that are averaged.
    fn encoded(
        &self,
        index: usize,
        open: &[Open],
        at: usize,
        sink: &mut impl Sink,
    ) -> [f32; AVERAGED.len()] {
        let block = &self.page.blocks()[index];
        let tag = self.page.nodes()[block.element].tag();
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
        let [first, second, third] = parts.map(|part| [part.least, part.greatest, part.mean()]);
        let all = open.last().map_or(Encoded::default(), |open| open.path);
        let (mut words, mut read) = (Encoded::default(), 0u32);
        let text = &self.sums.texts[index];
        let count = text.words as usize;
        words_of_block(self.page.block_text(block), count, tag, &mut |token| {
            words.add(self.tables.words.value(token));
            read += 1;
        });
        let own = [
            all.sum,
            all.least,
            all.greatest,
            words.least,
            words.greatest,
            words.mean(),
            words.sum,
            words.count / read.max(1) as f32,
            text.bytes as f32,
            text.link_share(),
            share(text.short, text.runs),
            share(text.punctuation, text.bytes),
            // The block's own text is among the copies.
            self.copies[&text.hash] as f32,
        ];
        let mut averaged = [0.0; AVERAGED.len()];
        let (of_parts, others) = averaged.split_at_mut(9);
        of_parts.copy_from_slice([first, second, third].as_flattened());
        others.copy_from_slice(&own);
        sink.put_all(|index| AVERAGED[index], averaged);
        averaged
    }

    /// Counts over the text.
    fn text(&self, index: usize, sink: &mut impl Sink) {
        let text = &self.sums.texts[index];
        let is = |test: bool| f32::from(u8::from(test));
        for (name, value) in [
            ("words", text.weight()),
            ("sentences", text.sentences as f32),
            ("commas", text.commas as f32),
            ("digits", share(text.digits, text.bytes)),
            ("capitalised", share(text.capitalised, text.runs)),
            ("capitals", share(text.capitals, text.bytes)),
            ("link_parts", text.link_parts as f32),
            ("parts", text.parts as f32),
            ("bold", share(text.bold_bytes, text.bytes)),
            ("ends_sentence", is(text.last.ends_sentence())),
            ("ends_colon", is(text.last == Kind::Colon)),
            ("ends_question", is(text.last == Kind::Question)),
            ("separators", text.separators as f32),
            ("ats", text.ats as f32),
            ("brackets", text.brackets as f32),
            ("code", share(text.code, text.bytes)),
        ] {
            sink.put(name, ONE, value);
        }
    }

    /// The place of the block on the page.
    fn place(&self, index: usize, sink: &mut impl Sink) {
        let count = self.page.blocks().len();
        let bytes = |blocks| self.sums.text_of_blocks(blocks).bytes as f32;
        let all = bytes(0..count).max(1.0);
        sink.put("index", ONE, index as f32);
        sink.put("from_end", ONE, (count - index) as f32);
        sink.put("index_share", ONE, index as f32 / count as f32);
        sink.put("bytes_before", ONE, bytes(0..index) / all);
        sink.put("bytes_after", ONE, bytes(index + 1..count) / all);
        let since = |from: Option<usize>| from.map_or(-9999.0, |from| index as f32 - from as f32);
        sink.put("since_first_heading", ONE, since(self.first_heading));
        sink.put("since_title", ONE, since(self.titled));
        let bytes_since = self
            .first_heading
            .map_or(-9.0, |heading| (bytes(0..index) - bytes(0..heading)) / all);
        sink.put("bytes_since_first_heading", ONE, bytes_since);
        let window = index.saturating_sub(5)..(index + 6).min(count);
        let prose = self.sums.text_of_blocks(window).prose_bytes;
        sink.put("prose_near", ONE, prose as f32);
    }

    /// The overlap with what the head of the page says, and the headings.
    fn said(&self, index: usize, sink: &mut impl Sink) {
        let overlap = self.overlaps[index];
        sink.put("in_title", ONE, overlap.title);
        sink.put("in_description", ONE, overlap.description);
        sink.put("of_description", ONE, overlap.of_description);
        sink.put("in_json_ld", ONE, overlap.json_ld);
        let level = self.headings.at(index).map_or(0, |heading| heading.level);
        sink.put("heading", ONE, f32::from(level));
        // The last heading before the block, not the block itself.
        let before = index
            .checked_sub(1)
            .and_then(|index| self.headings.before(index));
        let before = before.map(|before| &self.headings.all()[before]);
        let level = before.map_or(0, |before| before.level);
        sink.put("heading_before", ONE, f32::from(level));
        let since = before.map_or(index, |before| index - before.block - 1);
        sink.put("since_heading", ONE, since as f32);
    }

    /// The elements around, level by level.
    fn elements(&self, index: usize, open: &[Open], at: usize, sink: &mut impl Sink) {
        let nodes = self.page.nodes();
        for level in 0..=LEVELS {
            let open = &open[at.saturating_sub(level)];
            sink.put("tag", level, order(nodes[open.position].tag()));
            if level == LEVELS {
                break;
            }
            let within = self.sums.blocks(self.page, open.position);
            let since = index.saturating_sub(within.start) as f32;
            sink.put("area_index", level, since / within.len().max(1) as f32);
            #[expect(
                clippy::expect_used,
                reason = "`rows` and `names` measure these elements before they ask for a row"
            )]
            let area = open.area.expect("a measured element");
            sink.put_all(|index| (areas::NAMES[index], level), area);
        }
    }

    /// Flags, the most repeated element around, the main text by old rules.
    fn flags(&self, element: usize, open: &[Open], at: usize, sink: &mut impl Sink) {
        let (page, scores) = (self.page, &self.scores);
        let own = &open[at];
        sink.put_all(around::flag, own.flags.iter().map(|flag| f32::from(*flag)));
        sink.put("class_length", ONE, own.class_length);
        sink.put("depth", ONE, page.nodes()[element].depth() as f32);
        let leaf = open.last().map_or(element, |open| open.position);
        sink.put("leaf", ONE, order(page.nodes()[leaf].tag()));
        let noscript = self.sums.inside[leaf] & IN_NOSCRIPT;
        sink.put("noscript", ONE, f32::from(noscript));
        sink.put("repeated_siblings", ONE, own.repeated.siblings);
        sink.put("repeated_share", ONE, own.repeated.share);
        sink.put("repeated_bytes", ONE, own.repeated.bytes);
        sink.put("repeated_links", ONE, own.repeated.links);
        let parent = page.nodes()[element].parent();
        for (level, best) in [scores.top, scores.dense].into_iter().enumerate() {
            let (up, down) = steps_to(page, element, best);
            let within = page.subtree(best).contains(&element);
            sink.put("in_main", level, f32::from(u8::from(within)));
            sink.put("up_to_main", level, up);
            sink.put("down_to_main", level, down);
        }
        let best = scores.paragraphs[scores.top].max(1e-6);
        sink.put("main_score", 0, scores.paragraphs[element] / best);
        sink.put("main_score", 1, scores.paragraphs[parent] / best);
        sink.put("density_sum", ONE, scores.densities[parent]);
    }

    /// The blocks before and after.
    fn neighbours(&self, index: usize, sink: &mut impl Sink) {
        for offset in [-3isize, -2, -1, 1, 2, 3] {
            let level = (offset + 3) as usize;
            let other = index.checked_add_signed(offset);
            let other = other.and_then(|other| self.seen.get(other));
            let seen = other.unwrap_or(&[-1.0; NEAR.len()]);
            let features = if offset.abs() == 3 { 2 } else { NEAR.len() };
            let of = |index: usize| (NEAR[index], level);
            sink.put_all(of, seen[..features].iter().copied());
        }
        sink.put("steps_before", ONE, self.steps[index]);
        sink.put("steps_after", ONE, self.steps[index + 1]);
    }

    /// The headings above the block.
    fn scope(&self, index: usize, sink: &mut impl Sink) {
        let heading = self.headings.before(index);
        // Above the first heading nothing is said.
        let scope = heading.map_or(Scope::default(), |heading| self.scopes[heading]);
        let features = scope.features();
        sink.put_all(|index| (SCOPE[index], ONE), features);
        let since = heading.map_or(-1.0, |heading| {
            (index - self.headings.all()[heading].block) as f32
        });
        sink.put("scope_since", ONE, since);
    }

    /// The containers around the block.
    fn regions(&self, index: usize, element: usize, regions: &Regions, sink: &mut impl Sink) {
        let id = self.containers.of_node(element);
        let name = |index| {
            let (name, level) = regions::feature(index);
            (name, level.unwrap_or(ONE))
        };
        sink.put_all(name, regions.features(id).iter().copied());
        let container = self.containers.all().get(id as usize);
        let first = container.map_or(index, |container| container.blocks.start as usize);
        sink.put("region_index", ONE, index.saturating_sub(first) as f32);
    }
}

fn share(part: u32, whole: u32) -> f32 {
    part as f32 / whole.max(1) as f32
}
