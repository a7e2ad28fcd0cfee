//! The blocks of a page, and the features of each of them, told to a [`Sink`] in an order that trained models depend
//! on.

use super::Tables;
use super::areas;
use super::ancestors::{self, Around, Open};
use super::containers::Containers;
use super::target_encoding::Encoded;
use super::head_matches::Head;
use super::headings::{Headings, SCOPE, Scope};
use super::linear::{self, Regression};
use super::block_tokens::{tags, words_of_block};
use super::regions::{self, Regions};
use super::main_text::{Scores, steps_to};
use super::feature_writer::{ONE, Sink};
use super::sums::Sums;
use crate::interrupts;
use crate::keyed::Map;
use crate::memory::{OutOfMemory, try_with_capacity};
use crate::page::{Page, Tag};

/// Elements from a block's up that are told one by one.
pub const LEVELS: usize = 5;

/// Of these the tag is told.
const TAGS: usize = 3;

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
    #[rustfmt::skip]
    const TAGS: [Tag; 50] = [
        Tag::Div, Tag::P, Tag::Span, Tag::A, Tag::Li, Tag::Ul, Tag::Ol, Tag::Td, Tag::Tr, Tag::Table,
        Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::Section, Tag::Article, Tag::Main,
        Tag::Header, Tag::Footer, Tag::Nav, Tag::Aside, Tag::Form, Tag::Button, Tag::Label, Tag::Dl,
        Tag::Dt, Tag::Dd, Tag::Figure, Tag::Figcaption, Tag::Blockquote, Tag::Pre, Tag::Code,
        Tag::Body, Tag::Option, Tag::Select, Tag::Summary, Tag::Details, Tag::Textarea, Tag::Tbody,
        Tag::Th, Tag::Strong, Tag::B, Tag::Em, Tag::I, Tag::Time, Tag::Small, Tag::Center, Tag::Noscript,
    ];
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

/// The blocks of a page, with all that their features are computed from.
#[derive(Debug)]
pub struct Blocks<'p> {
    pub(super) page: &'p Page,
    pub(super) tables: &'p Tables,
    /// The sums over the page.
    pub sums: Sums,
    pub containers: Containers,
    pub headings: Headings,
    scopes: Vec<Scope>,
    scores: Scores,
    head: Head,
    /// The number of blocks with each text, by its hash.
    copies: Map<u64, u32>,
    /// For each block, the number of blocks before it with its text.
    copies_before: Vec<u32>,
    /// The first heading of level 1.
    first_heading: Option<usize>,
}

impl<'p> Blocks<'p> {
    /// Returns the blocks of a page.
    pub fn of(page: &'p Page, tables: &'p Tables) -> Result<Self, OutOfMemory> {
        let sums = Sums::of(page)?;
        let containers = Containers::of(page, &sums.blocks_before)?;
        let headings = Headings::of(page, Some(&tables.headings))?;
        let scopes = Scope::of_all(&headings, page, &sums)?;
        interrupts::check();
        let scores = Scores::of(page, &sums)?;
        let head = Head::of(page)?;
        // By hashes of texts, which the page chooses: keyed once more.
        let mut copies = Map::default();
        let mut copies_before = try_with_capacity(sums.texts.len())?;
        let mut first_heading = None;
        for (index, text) in sums.texts.iter().enumerate() {
            interrupts::check();
            if headings.at(index).is_some_and(|heading| heading.level == 1) {
                first_heading = first_heading.or(Some(index));
            }
            copies.try_reserve(1)?;
            let copies = copies.entry(text.hash).or_insert(0);
            copies_before.push(*copies);
            *copies += 1;
        }
        Ok(Blocks {
            page,
            tables,
            sums,
            containers,
            headings,
            scopes,
            scores,
            head,
            copies,
            copies_before,
            first_heading,
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
        let element = self.page.blocks()[index].element();
        let at = self.place_of(index, open);
        let encoded = self.encoded(index, open, at, sink);
        self.text(index, sink);
        self.place(index, sink);
        self.elements(open, at, sink);
        self.flags(element, open, at, sink);
        self.scope(index, sink);
        self.regions(element, regions, sink);
        encoded
    }

    /// Returns the place of a block's element among the open ones.
    pub(super) fn place_of(&self, index: usize, open: &[Open]) -> usize {
        let element = self.page.blocks()[index].element();
        open.partition_point(|open| open.position < element)
    }

    /// The values of names and words, and counts of the text. Returns those that are averaged.
    fn encoded(&self, index: usize, open: &[Open], at: usize, sink: &mut impl Sink) -> [f32; AVERAGED.len()] {
        let block = &self.page.blocks()[index];
        let tag = self.page.nodes()[block.element()].tag();
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
        let mut read_one = |token| {
            words.add(self.tables.words.worth(token));
            read += 1;
        };
        let text_of_block = self.page.block_text(block);
        words_of_block(text_of_block, count, tag, &mut read_one);
        let mut path = Encoded::default();
        tags(self.page, block.nodes().start, &mut |token| {
            path.add(self.tables.names.worth(token));
        });
        let heading = self.heading_over(index);
        let heading = heading.map_or(Encoded::default(), |heading| self.headings.all()[heading].encoded);
        let bias = |regression: Regression| self.tables.biases[regression as usize];
        let of_names = linear::score([&all, &path], bias(Regression::Names));
        let of_words = linear::score([&words, &heading], bias(Regression::Words));
        sink.put("names_score", ONE, of_names);
        sink.put("words_score", ONE, of_words);
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
            text.punctuation as f32 / text.bytes.max(1) as f32,
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

    /// The marks of the text.
    fn text(&self, index: usize, sink: &mut impl Sink) {
        let text = &self.sums.texts[index];
        sink.put("ends_sentence", ONE, f32::from(u8::from(text.ends_sentence)));
        sink.put("separators", ONE, text.separators as f32);
        sink.put("copies_before", ONE, self.copies_before[index] as f32);
        sink.put("titled", ONE, self.head.titled[index]);
        sink.put("described", ONE, self.head.described[index]);
    }

    /// Returns the number of the last heading before a block.
    pub fn heading_over(&self, index: usize) -> Option<usize> {
        self.headings.before(index.checked_sub(1)?)
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
        sink.put("since_title", ONE, since(self.head.title));
        let bytes_since = self
            .first_heading
            .map_or(-9.0, |heading| (bytes(0..index) - bytes(0..heading)) / all);
        sink.put("bytes_since_first_heading", ONE, bytes_since);
        let window = index.saturating_sub(5)..(index + 6).min(count);
        let prose = self.sums.text_of_blocks(window).prose_bytes;
        sink.put("prose_near", ONE, prose as f32);
    }

    /// The elements around, level by level.
    fn elements(&self, open: &[Open], at: usize, sink: &mut impl Sink) {
        let nodes = self.page.nodes();
        for level in 0..LEVELS {
            let open = &open[at.saturating_sub(level)];
            if level < TAGS {
                sink.put("tag", level, order(nodes[open.position].tag()));
            }
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
        let leaf = open.last().map_or(element, |open| open.position);
        sink.put("leaf", ONE, order(page.nodes()[leaf].tag()));
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

    /// The headings above the block.
    fn scope(&self, index: usize, sink: &mut impl Sink) {
        let heading = self.headings.before(index);
        // Above the first heading nothing is said.
        let scope = heading.map_or(Scope::default(), |heading| self.scopes[heading]);
        let features = scope.features();
        sink.put_all(|index| (SCOPE[index], ONE), features);
        let since = heading.map_or(-1.0, |heading| (index - self.headings.all()[heading].block) as f32);
        sink.put("scope_since", ONE, since);
    }

    /// The containers around the block.
    fn regions(&self, element: usize, regions: &Regions, sink: &mut impl Sink) {
        let id = self.containers.of_node(element);
        sink.put_all(regions::feature, regions.features(id).iter().copied());
    }
}
