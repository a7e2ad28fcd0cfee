//! The features of every block of a page, a row each, in time linear in the page.

use std::collections::HashMap;
use std::ops::Range;

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
use super::sums::{IN_NOSCRIPT, Sums};
use super::texts::{BlockText, Kind};
use crate::learn::hashes::mix;
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Limits, Page, PageError, Tag};
use crate::tick::Tick;

/// Blocks whose rows are held at a time. Means over repeated elements are those of such a part.
pub const PART: usize = 4096;

/// Nodes between two ticks.
const TICK_EVERY: usize = 1024;

/// Elements from a block's up that are told one by one.
const LEVELS: usize = 5;

/// Values of a block that are averaged over those that are repeated with it.
const AVERAGED: usize = 22;

/// A feature that there is only one of, not one for every level.
const ONE: usize = usize::MAX;

/// Receives the features of a block, in the same order for every block.
trait Sink {
    /// A feature, its name, and its level or [`ONE`].
    fn put(&mut self, name: &'static str, level: usize, value: f32);

    /// Several features, and the name and level of each by its index.
    fn put_all(
        &mut self,
        name: impl Fn(usize) -> (&'static str, usize),
        values: impl IntoIterator<Item = f32>,
    );
}

impl Sink for Vec<f32> {
    #[inline]
    fn put(&mut self, _: &'static str, _: usize, value: f32) {
        self.push(value);
    }

    #[inline]
    fn put_all(
        &mut self,
        _: impl Fn(usize) -> (&'static str, usize),
        values: impl IntoIterator<Item = f32>,
    ) {
        self.extend(values);
    }
}

impl Sink for Vec<String> {
    fn put(&mut self, name: &'static str, level: usize, _: f32) {
        self.push(if level == ONE {
            name.to_owned()
        } else {
            format!("{name}_{level}")
        });
    }

    fn put_all(
        &mut self,
        name: impl Fn(usize) -> (&'static str, usize),
        values: impl IntoIterator<Item = f32>,
    ) {
        for (index, value) in values.into_iter().enumerate() {
            let (name, level) = name(index);
            self.put(name, level, value);
        }
    }
}

/// Order of tags as a feature: what holds blocks, then headings, sections, controls, inline ones.
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

/// The features of a page's blocks, and what they are computed from.
#[derive(Debug)]
pub struct Blocks<'p> {
    page: &'p Page,
    tables: &'p Tables,
    /// Sums over the page.
    pub sums: Sums,
    /// The page's containers.
    pub containers: Containers,
    /// The page's headings.
    pub headings: Headings,
    scopes: Vec<Scope>,
    scores: Scores,
    overlaps: Vec<Overlap>,
    /// What each block is to its neighbours.
    seen: Vec<Seen>,
    /// The steps over the tree to each block from the one before it, and after the last.
    steps: Vec<f32>,
    /// How often each text stands on the page.
    copies: HashMap<u64, u32>,
    /// The first heading of level 1, and the block most like the title.
    first_heading: Option<usize>,
    titled: Option<usize>,
}

/// What a block is to its neighbours: the features of [`NEAR`], of which the more distant ones see
/// the first two.
type Seen = [f32; NEAR.len()];

const NEAR: [&str; 4] = ["near_bytes", "near_links", "near_ends_sentence", "near_tag"];

/// Receives the rows of some blocks: their indices, and the features of each, one after the other.
pub type PartSink<'a> = dyn FnMut(Range<usize>, &[f32], Tick<'_>) -> Result<(), OutOfMemory> + 'a;

/// The steps from or to where there is no block.
const NO_STEPS: f32 = 99.0;

/// The names of the features.
///
/// # Errors
/// [`PageError::OutOfMemory`].
pub fn names() -> Result<Vec<String>, PageError> {
    // Of a page with one block, whichever: all pages have the same.
    let page = Page::parse("<p>x", &Limits::default(), &mut || ())?;
    let tables = Tables::default();
    let out_of_memory = |_: OutOfMemory| PageError::OutOfMemory;
    let blocks = Blocks::of(&page, &tables, &mut || ()).map_err(out_of_memory)?;
    let mut names: Vec<String> = Vec::new();
    let mut around = Around::new(&tables);
    let regions = Regions::new(&blocks.containers).map_err(out_of_memory)?;
    for position in 0..page.blocks()[0].nodes.start {
        around
            .enter(&page, &blocks.sums, position, 1.0)
            .map_err(out_of_memory)?;
    }
    around.measure(&page, &blocks.sums, 0..=around.open().len() - 1);
    blocks.row(0, &around, &regions, &mut names);
    Blocks::averages(&mut names, &[0.0; AVERAGED], [0.0; 2], 0);
    Blocks::averages(&mut names, &[0.0; AVERAGED], [0.0; 2], 1);
    Ok(names)
}

impl<'p> Blocks<'p> {
    /// Reads a page.
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
        let (mut overlaps, mut seen, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        overlaps.try_reserve_exact(count)?;
        seen.try_reserve_exact(count)?;
        steps.try_reserve_exact(count + 1)?;
        steps.push(NO_STEPS);
        // By hashes of texts, which the page chooses: keyed once more.
        let mut copies = HashMap::new();
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

    /// Calls `part` with the rows of consecutive blocks, at most [`PART`] at a time: their
    /// indices, the features of each in the order of [`names`], and `tick`.
    ///
    /// # Errors
    /// [`OutOfMemory`], and what `part` returns.
    pub fn rows(&self, part: &mut PartSink<'_>, tick: Tick<'_>) -> Result<(), OutOfMemory> {
        let page = self.page;
        let page_bytes = self
            .sums
            .text_of_blocks(0..page.blocks().len())
            .bytes
            .max(1) as f32;
        let mut around = Around::new(self.tables);
        let mut regions = Regions::new(&self.containers)?;
        let mut position = 0;
        let mut start = 0;
        while start < page.blocks().len() {
            let end = (start + PART).min(page.blocks().len());
            let mut rows: Vec<f32> = Vec::new();
            let mut averaged = Vec::new();
            averaged.try_reserve_exact(end - start)?;
            for index in start..end {
                tick();
                let first = page.blocks()[index].nodes.start;
                while position < first {
                    around.close(position);
                    // Elements within a block, and empty ones, are around no block.
                    if !self.sums.blocks(page, position).is_empty()
                        && page.nodes()[position].tag() != Tag::Text
                    {
                        around.enter(page, &self.sums, position, page_bytes)?;
                    }
                    position += 1;
                    if position.is_multiple_of(TICK_EVERY) {
                        tick();
                    }
                }
                around.close(position);
                let at = self.place_of(index, around.open());
                around.measure(page, &self.sums, at.saturating_sub(LEVELS - 1)..=at);
                regions.open(
                    page,
                    &self.sums,
                    &self.containers,
                    &self.headings,
                    around.open(),
                );
                averaged.push(self.row(index, &around, &regions, &mut rows));
                if index == start {
                    let width = rows.len() + 2 * (AVERAGED + 2);
                    rows.try_reserve_exact(width * (end - start) - rows.len())?;
                }
                rows.resize(rows.len() + 2 * (AVERAGED + 2), 0.0);
            }
            self.average(start..end, &averaged, &mut rows, tick)?;
            part(start..end, &rows, tick)?;
            start = end;
        }
        Ok(())
    }

    /// Fills in the means over the blocks that are repeated with each.
    fn average(
        &self,
        blocks: Range<usize>,
        averaged: &[[f32; AVERAGED]],
        rows: &mut [f32],
        tick: Tick<'_>,
    ) -> Result<(), OutOfMemory> {
        let width = rows.len() / blocks.len();
        let total = self
            .sums
            .text_of_blocks(0..self.page.blocks().len())
            .weight
            .max(1.0);
        for way in 0..2 {
            tick();
            let mut places: HashMap<u64, u32> = HashMap::new();
            // Of each group: the sum of weights of the means, weighted sums, size, weight.
            let mut groups: Vec<(f32, [f32; AVERAGED], f32, f64)> = Vec::new();
            let mut group_of = Vec::new();
            group_of.try_reserve_exact(blocks.len())?;
            for (index, values) in blocks.clone().zip(averaged) {
                places.try_reserve(1)?;
                let next = groups.len() as u32;
                let place = *places.entry(self.repeated_with(index, way)).or_insert(next);
                if place == next {
                    groups.try_push((0.0, [0.0; AVERAGED], 0.0, 0.0))?;
                }
                group_of.push(place);
                let weight = self.sums.texts[index].weight();
                let root = (weight + 0.25).sqrt();
                let group = &mut groups[place as usize];
                group.0 += root;
                for (sum, value) in group.1.iter_mut().zip(values) {
                    *sum += root * value;
                }
                group.2 += 1.0;
                group.3 += f64::from(weight);
            }
            for (weights, sums, ..) in &mut groups {
                for sum in sums {
                    *sum /= *weights;
                }
            }
            for (row, place) in rows.chunks_exact_mut(width).zip(&group_of) {
                let (_, means, size, weight) = &groups[*place as usize];
                let from = width - (2 - way) * (AVERAGED + 2);
                row[from..from + AVERAGED].copy_from_slice(means);
                row[from + AVERAGED] = *size;
                row[from + AVERAGED + 1] = (weight / total) as f32;
            }
        }
        Ok(())
    }

    fn averages(sink: &mut impl Sink, means: &[f32; AVERAGED], of_group: [f32; 2], way: usize) {
        for (index, mean) in means.iter().enumerate() {
            sink.put(["alike_mean", "same_mean"][way], index, *mean);
        }
        sink.put(["alike_size", "same_size"][way], ONE, of_group[0]);
        sink.put(["alike_share", "same_share"][way], ONE, of_group[1]);
    }

    /// What tells the blocks that are repeated with one: the kinds of its element and the next
    /// above and the depth; or the kinds of three elements.
    fn repeated_with(&self, block: usize, way: usize) -> u64 {
        let nodes = self.page.nodes();
        let element = self.page.blocks()[block].element;
        let parent = nodes[element].parent();
        let kinds = &self.sums.kinds;
        let key = mix(kinds[element], kinds[parent]);
        if way == 0 {
            mix(key, nodes[element].depth() as u64)
        } else {
            mix(key, kinds[nodes[parent].parent()] ^ 1)
        }
    }

    /// The features of a block but for the averages; returns what those are made of.
    fn row(
        &self,
        index: usize,
        around: &Around<'_>,
        regions: &Regions,
        sink: &mut impl Sink,
    ) -> [f32; AVERAGED] {
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

    /// The place of a block's element among the open ones.
    fn place_of(&self, index: usize, open: &[Open]) -> usize {
        let element = self.page.blocks()[index].element;
        open.partition_point(|open| open.position < element)
    }

    /// What names and words say.
    fn encoded(
        &self,
        index: usize,
        open: &[Open],
        at: usize,
        sink: &mut impl Sink,
    ) -> [f32; AVERAGED] {
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
        let all = open.last().map_or(Encoded::default(), |open| open.path);
        let (mut words, mut read) = (Encoded::default(), 0u32);
        let text = &self.sums.texts[index];
        let count = text.words as usize;
        words_of_block(self.page.block_text(block), count, tag, &mut |token| {
            words.add(self.tables.words.value(token));
            read += 1;
        });
        let mut averaged = [0.0; AVERAGED];
        let mut next = 0;
        let mut put = |sink: &mut dyn FnMut(&'static str, usize, f32), name, level, value| {
            sink(name, level, value);
            averaged[next] = value;
            next += 1;
        };
        let mut to_sink = |name, level, value| sink.put(name, level, value);
        for (level, part) in parts.iter().enumerate() {
            put(&mut to_sink, "names_least", level, part.least);
            put(&mut to_sink, "names_greatest", level, part.greatest);
            put(&mut to_sink, "names_mean", level, part.mean());
        }
        put(&mut to_sink, "names_sum", ONE, all.sum);
        put(&mut to_sink, "names_least", ONE, all.least);
        put(&mut to_sink, "names_greatest", ONE, all.greatest);
        put(&mut to_sink, "words_least", ONE, words.least);
        put(&mut to_sink, "words_greatest", ONE, words.greatest);
        put(&mut to_sink, "words_mean", ONE, words.mean());
        put(&mut to_sink, "words_sum", ONE, words.sum);
        put(
            &mut to_sink,
            "words_known",
            ONE,
            words.count / read.max(1) as f32,
        );
        put(&mut to_sink, "bytes", ONE, text.bytes as f32);
        put(&mut to_sink, "link_share", ONE, text.link_share());
        put(
            &mut to_sink,
            "short_words",
            ONE,
            share(text.short, text.runs),
        );
        put(
            &mut to_sink,
            "punctuation",
            ONE,
            share(text.punctuation, text.bytes),
        );
        put(&mut to_sink, "copies", ONE, self.copies(text));
        averaged
    }

    fn copies(&self, text: &BlockText) -> f32 {
        // The block's own text is among them.
        self.copies[&text.hash] as f32
    }

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

    /// Where on the page.
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

    /// What the page says of itself, and headings.
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

    /// The headings it stands under.
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

    /// The containers it is in.
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

#[cfg(test)]
mod tests;
