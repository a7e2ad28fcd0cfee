//! The tokens of a block: the names, the tags and the places of its next elements, its words, those of the heading that it
//! stands under, and its whole text if that is short.

use super::super::comments::Comments;
use super::super::features::Blocks;
use super::super::features::block_tokens::{names, naming, tags, words_of_block, words_of_heading};
use super::super::repeated::paths;
use crate::learn::tokens::pair;
use crate::page::prelude::*;
use crate::texts::hashes::{hash_text, mix};
use crate::texts::site::registered_domain;

/// Tokens of one kind differ from those of another by this number.
#[derive(Clone, Copy)]
enum Kind {
    Name = 16,
    Place = 32,
    Path,
    Tags,
    Word,
    Heading,
    Text,
    Comment,
}

impl Kind {
    fn token(self, value: u32) -> u32 {
        pair(value, self as u32)
    }
}

fn folded(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// What a page says of the places of its blocks.
pub struct Around<'a> {
    blocks: &'a Blocks<'a>,
    comments: &'a Comments,
    /// For each node, the hash of the kinds of all elements from the root down to it.
    paths: Vec<[u64; 1]>,
}

impl<'a> Around<'a> {
    pub fn of(blocks: &'a Blocks<'a>, comments: &'a Comments) -> Fallible<Self> {
        let paths = paths(blocks.page, |position| [blocks.sums.kinds[position]])?;
        Ok(Around {
            blocks,
            comments,
            paths,
        })
    }

    /// Returns the hash of the page's site, if its head states its address.
    pub fn site(&self) -> Option<u32> {
        // No host is longer (RFC 1035, section 2.3.4).
        let host = self.blocks.page.own_host()?.split(':').next().filter(|host| host.len() <= 255)?;
        Some(folded(hash_text(&registered_domain(host).to_ascii_lowercase(), Kind::Path as u64)))
    }

    /// Returns the path of each block.
    pub fn paths(&self) -> impl Iterator<Item = u32> {
        self.blocks.page.blocks().iter().map(|block| folded(self.paths[block.element()][0]))
    }
}

/// An element around the block.
struct Open {
    position: usize,
    /// Where its names begin in [`Walk::names`].
    names_from: usize,
}

/// A walk over the blocks of a page, in their order. It reads the names of each element once.
#[derive(Default)]
pub struct Walk {
    open: Vec<Open>,
    names: Vec<u32>,
    tokens: Vec<u32>,
}

impl Walk {
    /// Returns the tokens of the next block, each once, in ascending order.
    pub fn tokens(&mut self, around: &Around<'_>, index: usize) -> Fallible<&[u32]> {
        let blocks = around.blocks;
        let page = blocks.page;
        let block = &page.blocks()[index];
        self.enter(page, block.element())?;
        self.tokens.clear();
        let mut tokens = Ok(());
        let sink = &mut self.tokens;
        let mut add = |token| {
            if tokens.is_ok() {
                tokens = sink.try_push(token);
            }
        };
        let mut place = 0;
        let mut names_to = self.names.len();
        // Of five elements the kinds in a row are tokens, of the innermost four the names too.
        for (level, open) in self.open.iter().rev().take(5).enumerate() {
            if level < 4 {
                let names = &self.names[open.names_from..names_to];
                names.iter().for_each(|name| add(pair(*name, Kind::Name as u32 + level as u32)));
            }
            names_to = open.names_from;
            place = mix(place, blocks.sums.kinds[open.position]);
            add(Kind::Place.token(pair(folded(place), level as u32)));
        }
        add(Kind::Path.token(folded(around.paths[block.element()][0])));
        tags(page, block.nodes().start, &mut |token| add(Kind::Tags.token(token)));
        let (text, count) = (page.block_text(block), page.word_count(block.nodes()));
        let tag = page.tag(block.element());
        words_of_block(text, count, tag, &mut |token| add(Kind::Word.token(token)));
        if let Some(heading) = blocks.heading_over(index) {
            let heading = &blocks.headings.all[heading];
            let text = page.text_of_block(heading.block);
            words_of_heading(text, heading.level, &mut |token| add(Kind::Heading.token(token)));
        }
        // A longer text is no token as a whole.
        if count <= 40 {
            add(Kind::Text.token(folded(hash_text(text, 0))));
        }
        if around.comments.within().get(index) == Some(&true) {
            add(Kind::Comment.token(0));
        }
        tokens?;
        self.tokens.sort_unstable();
        self.tokens.dedup();
        Ok(&self.tokens)
    }

    /// Opens the elements down to this one, and closes the others.
    fn enter(&mut self, page: &Page, element: usize) -> Fallible {
        while let Some(last) = self.open.last() {
            if page.subtree(last.position).contains(&element) {
                break;
            }
            self.names.truncate(last.names_from);
            self.open.pop();
        }
        // The elements from the last open one down to this one, in reverse.
        let known = self.open.last().map(|open| open.position);
        let mut below = Vec::new();
        let mut position = element;
        while Some(position) != known {
            below.try_push(position)?;
            if below.len().is_multiple_of(CHECK_EVERY) {
                interrupts::check();
            }
            if position == 0 {
                break;
            }
            position = page.parent(position);
        }
        for position in below.into_iter().rev() {
            let names_from = self.names.len();
            let mut tokens = Vec::new();
            for (source, value) in page.element(position).into_iter().flat_map(naming) {
                // A name has at most a few hundred bytes, so this holds few tokens.
                names(source, value, &mut |token| tokens.push(token));
            }
            // The most tokens of one element's names that are read.
            tokens.truncate(64);
            self.names.try_extend(tokens)?;
            self.open.try_push(Open { position, names_from })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::auto::features::Tables;

    fn tokens_of(html: &str) -> Vec<Vec<u32>> {
        let mut walk = Walk::default();
        tokens_by(html, |around, index| walk.tokens(around, index).unwrap().to_vec())
    }

    fn tokens_by(html: &str, mut tokens: impl FnMut(&Around<'_>, usize) -> Vec<u32>) -> Vec<Vec<u32>> {
        let (page, tables) = (Page::sample(html), Tables::default());
        let blocks = Blocks::of(&page, &tables).unwrap();
        let comments = Comments::of(&page, &crate::areas::comment_parts(&page).unwrap(), 0.0).unwrap();
        let around = Around::of(&blocks, &comments).unwrap();
        (0..page.blocks().len()).map(|index| tokens(&around, index)).collect()
    }

    #[test]
    fn like_blocks_have_like_tokens() {
        let html = "<div class=a><p class=lead>Ice<p class=lead>Ice</div><div class=b><p class=lead>Ice</div>";
        let [first, second, third] = tokens_of(html).try_into().unwrap();
        assert_eq!(first, second);
        let shared = first.iter().filter(|token| third.contains(token)).count();
        assert!(shared > 3 && shared < first.len(), "{shared} of {}", first.len());
    }

    /// What a walk remembers of elements does not change what it says of a block.
    #[test]
    fn walks_and_single_steps_agree() {
        let html =
            "<body><div id=x><h2>Head</h2><ul><li class=i>One<li class=i>Two</ul></div><p>Three<div><div><p>Four";
        let steps = tokens_by(html, |around, index| Walk::default().tokens(around, index).unwrap().to_vec());
        assert_eq!(steps, tokens_of(html));
    }

    #[test]
    fn deep_pages_take_linear_time() {
        let html = |depth: usize| format!("{}<p>x{}", "<div class=a>".repeat(depth), "<p>y".repeat(depth));
        let checks = |depth| interrupts::counted(|| tokens_of(&html(depth))).1;
        let (once, twice) = (checks(200), checks(400));
        assert!(twice <= 3 * once + 20, "{once} {twice}");
    }
}
