//! The text blocks of a page in boilerpipe's sense, and their measures.

use std::mem;
use std::ops::Range;

use goce_core::page::{Page, Tag};
use goce_core::prelude::*;
use goce_core::texts::words::is_word_char;

/// Text that runs on until a tag which ends a block ([`Edge`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBlock {
    /// The positions of its nodes, from its first to its last text node.
    pub nodes: Range<usize>,
    /// Text outside all blocks stands between this block and the one before.
    pub apart: bool,
    /// The number of words; 0 in a block of punctuation.
    pub words: usize,
    /// The number of words inside links.
    pub linked_words: usize,
    /// The words on all lines but the last; all words where there is one line.
    wrapped_words: usize,
    /// The number of those lines, at least 1.
    lines: usize,
}

impl TextBlock {
    /// Returns the link density: the share of words inside links.
    pub fn link_density(&self) -> f64 {
        if self.words == 0 {
            return 0.0;
        }
        self.linked_words as f64 / self.words as f64
    }

    /// Returns `true` if the text density, in words a wrapped line, is at least this.
    pub fn is_dense(&self, words_a_line: usize) -> bool {
        self.wrapped_words >= words_a_line * self.lines
    }

    pub fn text<'p>(&self, page: &'p Page) -> &'p str {
        page.text_of(self.nodes.clone())
    }
}

/// The effect of the tags of an element on the text around them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    None,
    Word,
    /// They end words, and the text inside is a link's.
    Link,
    /// They end blocks, as every tag does for which boilerpipe has no rule: `<br>`, `<img>`, `<label>`, unknown ones.
    Block,
    /// They end blocks, and the text inside is ignored.
    Ignored,
}

impl Edge {
    fn of(page: &Page, position: usize) -> Edge {
        match page.nodes()[position].tag() {
            Tag::Text | Tag::B | Tag::I | Tag::Em | Tag::Strong | Tag::Span | Tag::Code => Edge::None,
            Tag::A => Edge::Link,
            Tag::Abbr => Edge::Word,
            Tag::Noscript | Tag::Option => Edge::Ignored,
            Tag::Other => match page.element(position).map_or("", |element| element.name()) {
                "strike" | "u" | "sup" | "sub" | "tt" | "var" | "font" => Edge::None,
                "acronym" => Edge::Word,
                "applet" => Edge::Ignored,
                _ => Edge::Block,
            },
            _ => Edge::Block,
        }
    }
}

/// Returns the blocks of a page in document order. Text of other characters than letters, digits and [`is_joining`]
/// punctuation makes no block.
pub fn blocks(page: &Page) -> Fallible<Vec<TextBlock>> {
    let mut builder = Builder::default();
    // The open elements that end blocks or words, with the ends of their subtrees.
    let mut open: Vec<(usize, Edge)> = Vec::new();
    let mut link_end = 0;
    let mut work = Countdown::new(CHECK_BYTES);
    let mut position = 0;
    while position < page.nodes().len() {
        work.charge(1);
        while let Some((_, edge)) = open.pop_if(|(end, _)| *end <= position) {
            builder.edge(edge)?;
        }
        if page.nodes()[position].follows_invisible() {
            builder.edge(Edge::Block)?;
        }
        let edge = Edge::of(page, position);
        builder.edge(edge)?;
        let end = page.subtree(position).end;
        match edge {
            Edge::None => {}
            Edge::Ignored => {
                builder.apart |= page.text_offset(end) > page.text_offset(position);
                position = end;
                continue;
            }
            Edge::Link => {
                link_end = link_end.max(end);
                open.try_push((end, edge))?;
            }
            Edge::Word | Edge::Block => open.try_push((end, edge))?,
        }
        if page.nodes()[position].tag() == Tag::Text {
            let text = &page.text()[page.text_offset(position)..page.text_offset(end)];
            builder.text(position, text, position < link_end);
            work.charge(text.len());
        }
        position += 1;
    }
    builder.edge(Edge::Block)?;
    Ok(builder.blocks)
}

#[derive(Default)]
struct Builder {
    blocks: Vec<TextBlock>,
    /// The text nodes of the block at hand, empty before its first.
    nodes: Range<usize>,
    apart: bool,
    count: WordCount,
}

impl Builder {
    fn edge(&mut self, edge: Edge) -> Fallible {
        match edge {
            Edge::None => {}
            Edge::Word | Edge::Link => self.count.end_token(),
            Edge::Block | Edge::Ignored => self.end_block()?,
        }
        Ok(())
    }

    fn text(&mut self, position: usize, text: &str, linked: bool) {
        if self.nodes.is_empty() {
            self.nodes.start = position;
        }
        self.nodes.end = position + 1;
        self.count.add(text, linked);
    }

    fn end_block(&mut self) -> Fallible {
        let nodes = mem::take(&mut self.nodes);
        let mut count = mem::take(&mut self.count);
        count.end_token();
        if !count.any_token {
            return Ok(());
        }
        let wrapped_words = count.words - count.words_on_line;
        let one_line = wrapped_words == 0;
        self.blocks.try_push(TextBlock {
            nodes,
            apart: mem::take(&mut self.apart),
            words: count.words,
            linked_words: count.linked_words,
            wrapped_words: if one_line { count.words } else { wrapped_words },
            lines: if one_line { 1 } else { count.lines },
        })
    }
}

/// The words of a block, counted and wrapped to lines. A token is a run of word characters and [`is_joining`]
/// punctuation. A word is a token with a letter or a digit.
#[derive(Default)]
struct WordCount {
    words: usize,
    linked_words: usize,
    any_token: bool,
    /// The number of full lines.
    lines: usize,
    /// The characters and the words of the last line.
    line: usize,
    words_on_line: usize,
    /// The characters of the token at hand, and `true` if it is a word, if it is in a link.
    token: usize,
    is_word: bool,
    linked: bool,
}

impl WordCount {
    fn add(&mut self, text: &str, linked: bool) {
        let mut work = Countdown::new(CHECK_BYTES);
        for c in text.chars() {
            work.charge(1);
            if is_word_char(c) {
                self.is_word |= c != '_';
            } else if !is_joining(c) {
                self.end_token();
                continue;
            }
            self.token += 1;
            self.linked = linked;
            self.any_token = true;
        }
    }

    fn end_token(&mut self) {
        let length = mem::take(&mut self.token);
        if !mem::take(&mut self.is_word) {
            return;
        }
        self.line += length + usize::from(self.words > 0);
        self.words += 1;
        self.words_on_line += 1;
        self.linked_words += usize::from(self.linked);
        // The width of the lines that text is wrapped to.
        if self.line > 80 {
            self.lines += 1;
            self.line = length;
            self.words_on_line = 1;
        }
    }
}

/// Returns `true` for punctuation that belongs to the word beside it.
fn is_joining(c: char) -> bool {
    matches!(c, '"' | '\'' | '.' | ',' | '!' | '@' | '-' | ':' | ';' | '$' | '?' | '(' | ')' | '/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cases;

    fn of(html: &str) -> (Page, Vec<TextBlock>) {
        let page = crate::tests::page(html);
        let blocks = blocks(&page).unwrap();
        (page, blocks)
    }

    fn texts(html: &str) -> Vec<String> {
        let (page, blocks) = of(html);
        blocks.iter().map(|b| b.text(&page).to_owned()).collect()
    }

    #[test]
    fn tags_that_end_a_block() {
        assert_eq!(
            texts("a<b>b</b> <a href=x>c</a> <sup>d</sup><p>e<br>f<img>g<label>h</label>i"),
            ["ab c d", "e", "f", "g", "h", "i"]
        );
        assert_eq!(texts("a<script>x</script>b<svg></svg>c"), ["a", "b", "c"]);
        assert_eq!(texts("a<div hidden>x</div>b<i hidden>y</i>c"), ["a", "bc"]);
        assert_eq!(texts("<p>- | -<p>• |<p>_"), ["- | -", "_"]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn text_outside_of_blocks() {
        let (page, blocks) = of("a<noscript>x <b>y</b></noscript>b<p>c");
        let apart: Vec<_> = blocks.iter().map(|b| (b.text(&page), b.apart)).collect();
        assert_eq!(apart, [("a", false), ("b", true), ("c", false)]);
        assert_eq!(texts("<select><option>x<option>y</select>z"), ["z"]);
    }

    #[test]
    fn words_and_links() {
        for [html, expected] in cases(
            "
            Don't e-mail a@b.example, 3.50$ (now) => 5 0
            don’t => 2 0
            - _ ... a => 1 0
            foo<b>bar</b> => 1 0
            foo<a>bar baz</a>qux => 4 2
            foo<abbr>bar</abbr> => 2 0
            <a><b>one two</b></a> => 2 2
            漢字 かな => 2 0",
        ) {
            let (_, blocks) = of(html);
            assert_eq!(blocks.len(), 1, "{html}");
            assert_eq!(format!("{} {}", blocks[0].words, blocks[0].linked_words), expected, "{html}");
        }
    }

    #[test]
    fn density_is_of_full_lines() {
        // Sixteen words of four letters fill a line: 16 * 4 + 15 = 79.
        let density = |words: usize| {
            let (_, blocks) = of(&"word ".repeat(words));
            (blocks[0].wrapped_words, blocks[0].lines)
        };
        assert_eq!(density(3), (3, 1));
        assert_eq!(density(16), (16, 1));
        assert_eq!(density(17), (16, 1));
        assert_eq!(density(40), (32, 2));
        let (_, blocks) = of(&"x".repeat(200));
        assert_eq!((blocks[0].wrapped_words, blocks[0].lines), (1, 1));
        assert!(blocks[0].is_dense(1) && !blocks[0].is_dense(2));
    }
}
