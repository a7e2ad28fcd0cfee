//! The features of a page: one walk over its visible nodes, linear in them and their text.

use super::FeatureSink;
use super::block_sizes::BlockSizes;
use super::body::{Bodies, Met};
use super::description::Described;
use super::groups::{Count, Counts, Groups};
use super::head_matches::HeadMatches;
use super::links::Links;
use super::marks::MarkReader;
use crate::learn::tokens::{MOST_KNOWN, Source, TokenSink, cut, hash, send, send_names, send_parts};
use crate::page::Limits;
use crate::page::prelude::*;
use crate::texts::hashes::{hash_name, hash_text, mix};
use crate::texts::lists::listed;

/// Bytes of UTF-8 that count as a word: about an English word with its space, or two Chinese characters.
const BYTES_A_WORD: usize = 6;

const TAGS: usize = Tag::Other as usize + 1;

/// Elements whose share of the words is a feature, links first, and the names of these features.
const AREAS: [Tag; 13] = Tag::listed("a p li table pre article main nav header footer aside form section");
const OF_AREAS: [&str; 13] = listed(
    "words_a words_p words_li words_table words_pre words_article words_main words_nav words_header words_footer \
     words_aside words_form words_section",
);

/// The place of each tag in [`AREAS`], or their number.
const AREA_OF: [usize; TAGS] = {
    let mut area_of = [AREAS.len(); TAGS];
    let mut area = 0;
    while area < AREAS.len() {
        area_of[AREAS[area] as usize] = area;
        area += 1;
    }
    area_of
};

/// Elements whose number is a feature.
const COUNTED: [Tag; 48] = Tag::listed(
    "a article aside b blockquote br button code dd details div em figcaption figure footer form h1 h2 h3 h4 h5 \
     header hr i img input label li main nav noscript ol option p picture pre section select small span strong \
     table td textarea th time tr ul",
);

struct Open {
    end: usize,
    /// Its tag and first class name.
    kind: u64,
    /// Its group; 0 for an element of running text, which has none.
    group: u64,
    before: Counts,
}

/// A class attribute, a class name or an id that has been seen.
#[derive(Default)]
struct Name {
    count: u32,
    /// Of an attribute, the hash of its first name.
    first: u32,
}

struct Walk<'p> {
    page: &'p Page,
    described: Described,
    open: Vec<Open>,
    /// Class attributes, class names and ids, by hashes that differ between the three. The page chooses them: their hash
    /// is keyed.
    names: Map<u64, Name>,
    tags: [u32; TAGS],
    area_words: [u32; AREAS.len()],
    /// The ends of the open elements of [`AREAS`].
    area_ends: [usize; AREAS.len()],
    totals: Counts,
    groups: Groups,
    marks: MarkReader,
    links: Links,
    blocks: BlockSizes,
    bodies: Bodies,
    /// The end of the last heading.
    heading_end: usize,
    block: usize,
    link_words_before_block: u32,
    times: u32,
    depths: u64,
    deepest: usize,
    h1_words: usize,
    words_before_h1: usize,
    headings_read: u32,
    properties: u32,
}

/// Measures a page: calls `feature` with the features' names and values, the same names in the
/// same order for every page, and `tokens` with its tokens. Values are finite. Returns how the blocks match the head.
pub fn measure(page: &Page, feature: &mut FeatureSink<'_>, tokens: &mut TokenSink<'_>) -> Fallible<HeadMatches> {
    let described = Described::of(page, tokens);
    let mut walk = Walk {
        page,
        described,
        open: Vec::new(),
        names: Map::with_capacity_and_hasher(512, Default::default()),
        tags: [0; TAGS],
        area_words: [0; AREAS.len()],
        area_ends: [0; AREAS.len()],
        totals: Counts::default(),
        groups: Groups::default(),
        marks: MarkReader::default(),
        links: Links::default(),
        blocks: BlockSizes::default(),
        bodies: Bodies::of(page)?,
        heading_end: 0,
        block: 0,
        link_words_before_block: 0,
        times: 0,
        depths: 0,
        deepest: 0,
        h1_words: 0,
        words_before_h1: 0,
        headings_read: 0,
        properties: 0,
    };
    walk.run(tokens)?;
    walk.write(feature)?;
    Ok(walk.bodies.head)
}

/// Returns the names of the features, in their order.
pub fn names() -> Fallible<Vec<&'static str>> {
    // All pages have the same features. This one is within all limits, so that it fails for want of memory only.
    let page = Page::parse("", &Limits::default()).map_err(|_| OutOfMemory)?;
    let mut names = Vec::new();
    measure(&page, &mut |name, _| names.push(name), &mut |_, _, _| {})?;
    Ok(names)
}

impl Walk<'_> {
    fn run(&mut self, tokens: &mut TokenSink<'_>) -> Fallible {
        let mut work = Countdown::new(CHECK_EVERY);
        for (position, node) in self.page.nodes().iter().enumerate() {
            if self.open.last().is_some_and(|open| open.end <= position) {
                self.close(position)?;
            }
            if node.tag() == Tag::Text {
                self.text(position, &mut work);
                self.end_block(position, tokens)?;
            } else {
                self.element(position, node.tag(), node.depth(), tokens)?;
            }
            work.charge(1);
        }
        self.close(self.page.nodes().len())
    }

    /// Closes the elements that end before a node.
    fn close(&mut self, position: usize) -> Fallible {
        while let Some(open) = self.open.last().filter(|open| open.end <= position) {
            if open.group != 0 {
                let mut held = self.totals;
                for (count, before) in held.iter_mut().zip(&open.before) {
                    *count -= before;
                }
                self.groups.add(open.group, &held, self.open.len() - 1)?;
            }
            self.open.pop();
        }
        Ok(())
    }

    /// Returns the length of neighbouring nodes' text in words of [`BYTES_A_WORD`], so that the measures mean the same in
    /// languages that put no spaces between words. The lengths of neighbours add up exactly.
    fn words(&self, nodes: Range<usize>) -> usize {
        self.page.text_offset(nodes.end) / BYTES_A_WORD - self.page.text_offset(nodes.start) / BYTES_A_WORD
    }

    fn text(&mut self, position: usize, work: &mut Countdown) {
        if let Some(block) = self.page.blocks().get(self.block)
            && block.nodes().start == position
        {
            self.link_words_before_block = self.total(Count::LinkWords);
        }
        let words = self.words(position..position + 1) as u32;
        self.add(Count::Words, words);
        for (end, area_words) in self.area_ends.iter().zip(&mut self.area_words) {
            if position < *end {
                *area_words += words;
            }
        }
        if position < self.area_ends[0] {
            self.add(Count::LinkWords, words);
        }
        let text = self.page.text();
        let mut start = self.page.text_offset(position);
        let to = self.page.text_offset(position + 1);
        while start < to {
            let end = text.floor_char_boundary(to.min(start + 2 * CHECK_BYTES));
            self.marks.read(&text[start..end]);
            work.charge((end - start) / 64);
            start = end;
        }
        let marks = self.marks.marks;
        self.totals[Count::Prices as usize] = marks.prices;
        self.totals[Count::Dates as usize] = marks.dates + self.times;
    }

    fn end_block(&mut self, position: usize, tokens: &mut TokenSink<'_>) -> Fallible {
        let Some(block) = self.page.blocks().get(self.block) else {
            return Ok(());
        };
        if block.nodes().end == position + 1 {
            let text = self.page.block_text(block);
            let words = self.words(block.nodes()) as u32;
            let link_words = self.total(Count::LinkWords) - self.link_words_before_block;
            let met = Met {
                element: block.element(),
                words,
                before: self.total(Count::Words).saturating_sub(words),
                is_prose: self.blocks.add(text, words, link_words),
                is_linked: link_words > 0,
                is_heading: position < self.heading_end,
            };
            self.bodies.add(self.page, self.block, met)?;
            // A longer text is no label.
            if text.len() <= 32 {
                send(Source::Label, text.as_bytes(), tokens);
            }
            self.block += 1;
        }
        Ok(())
    }

    fn element(&mut self, position: usize, tag: Tag, depth: usize, tokens: &mut TokenSink<'_>) -> Fallible {
        let subtree = self.page.subtree(position);
        let before = self.totals;
        self.tags[tag as usize] += 1;
        self.depths += depth as u64;
        self.deepest = self.deepest.max(depth);
        if let Some(end) = self.area_ends.get_mut(AREA_OF[tag as usize]) {
            *end = (*end).max(subtree.end);
        }
        self.add(Count::Elements, 1);
        match tag {
            Tag::Img => self.add(Count::Images, 1),
            Tag::P => self.add(Count::Paragraphs, 1),
            Tag::Button | Tag::Input | Tag::Select | Tag::Textarea => self.add(Count::Controls, 1),
            Tag::Time => {
                self.times += 1;
                self.add(Count::Dates, 1);
            }
            _ if tag.heading_level().is_some() => self.heading(position, tag, tokens),
            _ => {}
        }
        let class = self.attributes(position, tag, tokens)?;
        let parent = self.open.last().map_or(0, |open| open.kind);
        let kind = mix(u64::from(class), tag as u64);
        self.open.try_push(Open {
            end: subtree.end,
            kind,
            group: if may_repeat(tag, class) {
                mix(parent, kind) | 1
            } else {
                0
            },
            before,
        })
    }

    fn heading(&mut self, position: usize, tag: Tag, tokens: &mut TokenSink<'_>) {
        self.add(Count::Headings, 1);
        let subtree = self.page.subtree(position);
        self.heading_end = self.heading_end.max(subtree.end);
        if tag == Tag::H1 && self.tags[Tag::H1 as usize] == 1 {
            self.h1_words = self.words(subtree.clone());
            self.words_before_h1 = self.words(0..position);
        }
        // Later headings are not read for tokens.
        if matches!(tag, Tag::H1 | Tag::H2) && self.headings_read < 64 {
            self.headings_read += 1;
            send_parts(Source::Heading, self.page.text_of(subtree), tokens);
        }
    }

    /// Reads the attributes of an element; returns the hash of its first class name, or 0. Behind [`MOST_KNOWN`] names
    /// new ids are not read, and elements of new classes count as ones without a class.
    fn attributes(&mut self, position: usize, tag: Tag, tokens: &mut TokenSink<'_>) -> Fallible<u32> {
        let Some(element) = self.page.element(position) else {
            return Ok(0);
        };
        let mut class = 0;
        for attribute in element.attrs() {
            match attribute.local() {
                names::CLASS => class = self.class(attribute.value(), tag, tokens)?,
                names::ID => {
                    let id = attribute.value();
                    let key = hash_name(id, 1);
                    if self.names.len() < MOST_KNOWN && !self.names.contains_key(&key) {
                        self.names.try_reserve(1)?;
                        self.names.insert(key, Name { count: 1, first: 0 });
                        send_parts(Source::Id, id, tokens);
                    }
                }
                names::HREF if tag == Tag::A => {
                    self.add(Count::Links, 1);
                    self.links.add(attribute.value(), &self.described);
                }
                names::ITEMTYPE => {
                    let schema = last_part(attribute.value());
                    send(Source::Schema, schema.as_bytes(), tokens);
                }
                names::ITEMPROP => {
                    self.properties += 1;
                    send_names(Source::Property, attribute.value(), tokens);
                }
                // Some sets have pages that were saved without their style sheets and icons, and all of these are articles.
                names::REL if tag == Tag::Link => {}
                names::REL | names::ROLE => send_names(Source::Property, attribute.value(), tokens),
                names::NAME | names::TYPE if matches!(tag, Tag::Input | Tag::Textarea | Tag::Select) => {
                    send_names(Source::Property, attribute.value(), tokens);
                }
                _ => {}
            }
        }
        Ok(class)
    }

    fn class(&mut self, class: &str, tag: Tag, tokens: &mut TokenSink<'_>) -> Fallible<u32> {
        let key = hash_name(class, 0);
        let full = self.names.len() >= MOST_KNOWN;
        Ok(match self.names.get_mut(&key) {
            Some(name) => {
                name.count = name.count.saturating_add(1);
                // Four elements of one class repeat it.
                if name.count == 4 {
                    send_parts(Source::RepeatedClass, class, tokens);
                }
                name.first
            }
            None if full => 0,
            None => {
                let mut first = None;
                for name in cut(class).split_ascii_whitespace() {
                    first.get_or_insert_with(|| hash(Source::Class, name.as_bytes()));
                    self.names.try_reserve(1)?;
                    // Attributes share most of their names: each is read once.
                    if matches!(tag, Tag::Html | Tag::Body) {
                        send_parts(Source::BodyClass, name, tokens);
                    } else if self.names.insert(hash_text(name, 2), Name::default()).is_none() {
                        send_parts(Source::Class, name, tokens);
                    }
                }
                // A class without a name is none.
                let first = first.unwrap_or(0);
                self.names.try_reserve(1)?;
                self.names.insert(key, Name { count: 1, first });
                first
            }
        })
    }

    fn add(&mut self, count: Count, amount: u32) {
        self.totals[count as usize] += amount;
    }

    fn total(&self, count: Count) -> u32 {
        self.totals[count as usize]
    }

    fn write(&self, feature: &mut FeatureSink<'_>) -> Fallible {
        self.described.write(feature);
        self.blocks.write(feature);
        self.links.write(feature);
        let words = f64::from(self.total(Count::Words).max(1));
        let elements = f64::from(self.total(Count::Elements).max(1));
        for (name, area_words) in OF_AREAS.into_iter().zip(self.area_words) {
            feature(name, f64::from(area_words) / words);
        }
        for tag in COUNTED {
            feature(tag.name(), f64::from(self.tags[tag as usize]));
        }
        feature("elements", elements);
        feature("depth", self.depths as f64 / elements);
        feature("deepest", self.deepest as f64);
        feature("h1_words", self.h1_words as f64);
        feature("h1_from", self.words_before_h1 as f64 / words);
        feature("properties", f64::from(self.properties));
        feature("controls", f64::from(self.total(Count::Controls)));
        feature("headings", f64::from(self.total(Count::Headings)));
        feature("words_per_element", words / elements);
        for (name, count) in [
            ("words_per_link", self.links.all),
            ("words_per_image", self.total(Count::Images)),
            ("words_per_paragraph", self.total(Count::Paragraphs)),
            ("words_per_heading", self.total(Count::Headings)),
        ] {
            feature(name, words / f64::from(count.max(1)));
        }
        feature("times", f64::from(self.times));
        self.marks.marks.write(feature);
        self.groups.write(words, feature);
        self.bodies.write(words, feature)
    }
}

/// Returns the part of an address behind its last slash or number sign. Only the last bytes are read: longer parts are no
/// tokens.
fn last_part(address: &str) -> &str {
    let start = address.len().saturating_sub(64);
    let end = &address[address.floor_char_boundary(start)..];
    end.rfind(['/', '#']).map_or(end, |last| &end[last + 1..])
}

/// Returns `true` if elements like this can be the items of a group: all but elements of running text.
fn may_repeat(tag: Tag, class: u32) -> bool {
    match tag {
        Tag::B | Tag::I | Tag::Em | Tag::Strong | Tag::Small | Tag::Code | Tag::Br | Tag::Hr => false,
        Tag::Img | Tag::Input | Tag::Option | Tag::Picture | Tag::Label => false,
        Tag::Span | Tag::Other => class != 0,
        _ => true,
    }
}
