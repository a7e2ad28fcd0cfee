//! Sums over the nodes and blocks of a page, as prefix sums: the sum over an element is a difference of two.

use super::block_text::BlockText;
use crate::keyed::group_of;
use crate::page::prelude::*;
use crate::texts::hashes::{hash_name, mix};

/// Counts of elements. They add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub elements: u32,
    /// `<p>`.
    pub paragraphs: u32,
}

/// Counts of blocks. They add up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Text {
    pub bytes: u32,
    pub link_bytes: u32,
    /// Bytes of blocks of prose.
    pub prose_bytes: u32,
    /// The weight of the blocks in a decision.
    pub weight: f64,
}

/// Elements of the same tag and class at the same depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alike {
    /// The number of these elements.
    pub count: u32,
    /// The bytes of text in all of them.
    pub bytes: u32,
    /// The bytes of text within links.
    pub link_bytes: u32,
}

/// Prefix sums and groups of a page.
#[derive(Debug)]
pub struct Sums {
    /// The texts of the blocks.
    pub texts: Vec<BlockText>,
    /// The number of blocks that start before each node, and before the end.
    pub blocks_before: Vec<u32>,
    /// The counts of the elements that start before each node, and before the end.
    held: Vec<Held>,
    text: Vec<Text>,
    /// `true` for links and all within.
    in_link: Vec<bool>,
    /// A hash of the tag and the class of each element; 0 for text.
    pub kinds: Vec<u64>,
    alike: Vec<Alike>,
    alike_of: Vec<u32>,
    /// The numbers of siblings of a kind.
    siblings: Vec<u32>,
    siblings_of: Vec<u32>,
}

impl Sums {
    /// Returns the sums of a page.
    pub fn of(page: &Page) -> Fallible<Self> {
        let (nodes, blocks) = (page.nodes().len(), page.blocks().len());
        let mut sums = Sums {
            texts: try_with_capacity(blocks)?,
            blocks_before: try_with_capacity(nodes + 1)?,
            held: try_with_capacity(nodes + 1)?,
            text: try_with_capacity(blocks + 1)?,
            in_link: try_filled(false, nodes)?,
            kinds: try_filled(0, nodes)?,
            alike: Vec::new(),
            alike_of: try_filled(0, nodes)?,
            siblings: Vec::new(),
            siblings_of: try_filled(0, nodes)?,
        };
        interrupts::check();
        sums.add_nodes(page);
        sums.add_blocks(page);
        sums.group(page)?;
        Ok(sums)
    }

    fn add_nodes(&mut self, page: &Page) {
        let (mut held, mut blocks) = (Held::default(), 0);
        for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
            self.blocks_before.push(blocks as u32);
            self.held.push(held);
            let tag = node.tag();
            self.in_link[position] = tag == Tag::A || self.in_link[node.parent()];
            if tag == Tag::Text {
                let block = page.blocks().get(blocks);
                blocks += usize::from(block.is_some_and(|block| block.nodes().start == position));
                continue;
            }
            held.elements += 1;
            held.paragraphs += u32::from(tag == Tag::P);
            let class = page.attribute(position, names::CLASS);
            let class = class.map_or(0, |class| hash_name(class, 4));
            self.kinds[position] = mix(class, tag as u64) | 1;
        }
        self.blocks_before.push(blocks as u32);
        self.held.push(held);
    }

    fn add_blocks(&mut self, page: &Page) {
        let mut text = Text::default();
        let mut work = 0;
        for block in page.blocks() {
            let mut read = BlockText::read(page.block_text(block));
            read.words = page.word_count(block.nodes()) as u32;
            for position in block.nodes() {
                if position % CHECK_EVERY == CHECK_EVERY - 1 {
                    interrupts::check();
                }
                if self.in_link[position] && page.tag(position) == Tag::Text {
                    read.link_bytes += page.text_at(position).len() as u32;
                }
            }
            self.text.push(text);
            text.bytes += read.bytes;
            text.link_bytes += read.link_bytes.min(read.bytes);
            text.weight += f64::from(read.weight());
            if read.is_prose() {
                text.prose_bytes += read.bytes;
            }
            work += 1 + read.bytes as usize / 64 + block.nodes().len();
            self.texts.push(read);
            if work >= CHECK_EVERY {
                work = 0;
                interrupts::check();
            }
        }
        self.text.push(text);
    }

    /// Groups the elements that are alike, and the siblings. An element is mostly like the sibling before it, so that its
    /// groups need not be looked up.
    fn group(&mut self, page: &Page) -> Fallible {
        let (mut alike, mut siblings) = (Map::default(), Map::default());
        // About as many as there are, so that the maps rarely grow. Few pages have more nodes.
        let most = page.nodes().len().min(1 << 13) / 2;
        alike.try_reserve(most)?;
        siblings.try_reserve(most)?;
        // The last child element of each node so far; 0 for none.
        let mut last = try_filled(0u32, page.nodes().len())?;
        for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
            if node.tag() == Tag::Text {
                continue;
            }
            let kind = self.kinds[position];
            let before = std::mem::replace(&mut last[node.parent()], position as u32) as usize;
            let same_kind = before > 0 && self.kinds[before] == kind;
            let (of_alike, of_siblings) = if same_kind {
                (self.alike_of[before], self.siblings_of[before])
            } else {
                let (depth, parent) = (node.depth() as u64, node.parent() as u64);
                // The keys are made of classes, which the page chooses.
                let of_alike = group_of(&mut alike, mix(kind, depth), &mut self.alike)?;
                let of_siblings = group_of(&mut siblings, mix(kind, parent), &mut self.siblings)?;
                (of_alike as u32, of_siblings as u32)
            };
            self.alike_of[position] = of_alike;
            self.siblings_of[position] = of_siblings;
            self.siblings[of_siblings as usize] += 1;
            let text = self.text(page, position);
            let group = &mut self.alike[of_alike as usize];
            group.count += 1;
            group.bytes = group.bytes.saturating_add(text.bytes);
            group.link_bytes = group.link_bytes.saturating_add(text.link_bytes);
        }
        Ok(())
    }

    /// Returns the blocks that start in an element.
    #[inline]
    pub fn blocks(&self, page: &Page, position: usize) -> Range<usize> {
        let end = page.end(position);
        self.blocks_before[position] as usize..self.blocks_before[end] as usize
    }

    /// Returns the counts of the elements in an element, itself included.
    pub fn held(&self, page: &Page, position: usize) -> Held {
        let (from, to) = (self.held[position], self.held[page.end(position)]);
        Held {
            elements: to.elements - from.elements,
            paragraphs: to.paragraphs - from.paragraphs,
        }
    }

    /// Returns the counts of neighbouring blocks.
    #[inline]
    pub fn text_of_blocks(&self, blocks: Range<usize>) -> Text {
        let (from, to) = (self.text[blocks.start], self.text[blocks.end]);
        Text {
            bytes: to.bytes - from.bytes,
            link_bytes: to.link_bytes - from.link_bytes,
            prose_bytes: to.prose_bytes - from.prose_bytes,
            weight: to.weight - from.weight,
        }
    }

    /// Returns the counts of the blocks of an element.
    #[inline]
    pub fn text(&self, page: &Page, position: usize) -> Text {
        self.text_of_blocks(self.blocks(page, position))
    }

    /// Returns the elements that are like one, itself included.
    pub fn alike(&self, position: usize) -> Alike {
        self.alike[self.alike_of[position] as usize]
    }

    /// Returns the number of siblings of an element's kind, itself included.
    pub fn siblings(&self, position: usize) -> u32 {
        self.siblings[self.siblings_of[position] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_differences() {
        let page = Page::sample("<body><div class=a><p>One, <a>two</a>.</p><p class=b>Three</p></div><div>4</div>");
        let sums = Sums::of(&page).unwrap();
        let at = |tag| page.nodes().iter().position(|node| node.tag() == tag).unwrap();
        let div = at(Tag::Div);
        assert_eq!(sums.blocks(&page, div), 0..2);
        let held = sums.held(&page, div);
        assert_eq!((held.elements, held.paragraphs), (4, 2));
        let text = sums.text(&page, div);
        assert_eq!((text.bytes, text.link_bytes), (14, 3));
        assert_eq!((sums.siblings(div), sums.siblings(at(Tag::P))), (1, 1));
        assert_eq!(sums.alike(div).count, 1);
    }
}
