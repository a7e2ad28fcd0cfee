//! A page, parsed once, with its visible text.
//!
//! [`Page::parse`] builds the tree. A second pass, without recursion, makes an array of the visible nodes in document
//! order. Each has the end of its subtree, its offset in the page's visible text and the number of words before it. So the
//! text of an element or of neighbouring nodes is a slice, and its word count a difference.

mod class_signs;
pub mod code;
mod formula;
mod head;
mod heading_levels;
pub mod hidden;
mod layout;
pub mod link_target;
pub(crate) mod nodes;
mod output_limit;
mod permalink;
pub mod pictures;
mod players;
pub(crate) mod prelude;
mod raised;
mod raw_tex;
pub mod records;
mod row_paths;
mod script_data;
mod shown;
mod srcdoc;
pub mod styled_display;
mod table_header;
mod table_kind;
mod tag;
mod text_buffer;
mod xpath;

use crate::html;
use crate::texts::site;

/// Why a page cannot be parsed: the parser's error, which is goce's for texts and pages alike.
pub use crate::html::ParseError as PageError;
use crate::page::prelude::*;
pub use formula::FormulaNode;
use head::Head;
pub use head::{Description, Link, Meta};
pub use heading_levels::HeadingLevels;
pub use players::PlayerLink;
pub use row_paths::RowPaths;
use shown::Level;
pub use shown::{Hidden, Reason, UnknownHidden, without_invisible};
pub use shown::{invisible_at, is_invisible};
pub use table_header::header_rows;
pub use table_kind::{caption_of, is_data_table};
pub use tag::{Display, Tag};
pub use xpath::XPaths;

/// Limits on one page. A page over a limit is refused; a limit never changes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest page, in bytes of UTF-8.
    pub max_bytes: usize,
    /// The most nodes of the tree.
    pub max_nodes: usize,
    /// The most attributes of all elements together.
    pub max_attributes: usize,
}

impl Default for Limits {
    /// 64 MiB, 2,097,152 (2^21) nodes and 4,194,304 (2^22) attributes.
    fn default() -> Self {
        Limits {
            max_bytes: 64 << 20,
            max_nodes: 1 << 21,
            max_attributes: 1 << 22,
        }
    }
}

impl Limits {
    /// Returns an error for a page that is too long.
    ///
    /// # Errors
    /// [`PageError::TooLarge`].
    pub fn check_length(&self, html: &str) -> Result<(), PageError> {
        let (bytes, limit) = (html.len(), self.max_bytes);
        if bytes > limit {
            Err(PageError::TooLarge { bytes, limit })
        } else {
            Ok(())
        }
    }
}

/// A visible node of a page: an element, or a text node that is not all whitespace.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    id: NodeId,
    parent: u32,
    /// For an element the end of its subtree; for a text its offset in the page's text.
    end_or_start: u32,
    /// For an element the position of the next text, in it or behind it; for a text the number of words before it.
    text_or_words: u32,
    tag: Tag,
    follows_invisible: bool,
    depth: u16,
}

impl Node {
    /// Returns the node's id in [`Page::tree`].
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Returns the element's tag; [`Tag::Text`] for a text node.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// Returns the depth in the tree of visible elements; `<html>` has 0 (GOCE, section 3.3.1).
    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    /// Returns `true` if an element that shows nothing stands just before the node: a script, a frame, a picture
    /// in SVG, or a hidden block-level element.
    pub fn follows_invisible(&self) -> bool {
        self.follows_invisible
    }

    /// Returns the position of the node's parent; for the root its own.
    pub fn parent(&self) -> usize {
        self.parent as usize
    }
}

/// A block: text without a block-level edge or an empty line (`<br><br>`) in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    element: u32,
    start: u32,
    end: u32,
}

impl Block {
    /// Returns the position of the nearest block-level element around it.
    #[inline]
    pub fn element(&self) -> usize {
        self.element as usize
    }

    /// Returns the positions of its nodes, from the first text to the last.
    #[inline]
    pub fn nodes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A parsed page. Positions of nodes are indices into [`Page::nodes`], in document order.
#[derive(Debug)]
pub struct Page {
    tree: Tree,
    source_bytes: usize,
    /// The visible nodes, and an empty text behind them: the end of the text and the number of all words.
    nodes: Vec<Node>,
    text: String,
    blocks: Vec<Block>,
    head: Head,
    /// The texts that are formulas, in document order.
    formulas: Vec<FormulaNode>,
    /// The places in the text of signs that the page shows by place: brackets of readings, `^` and `_`.
    added: Vec<Range<u32>>,
    hidden: Hidden,
    /// The elements and texts that are not shown, in document order, none within another.
    unseen: Vec<(NodeId, Reason)>,
}

impl Page {
    /// Parses a page and lays out its text, in time linear in its length. What is folded is part of its text, and what is
    /// hidden otherwise is not.
    ///
    /// # Errors
    /// [`PageError`], where the page is over a limit or memory has run out. Any text is a page: HTML has no errors.
    pub fn parse(html: &str, limits: &Limits) -> Result<Page, PageError> {
        Page::parse_with(html, limits, Hidden::default())
    }

    /// Parses a page and lays out its text, with what `hidden` says of what the page hides.
    ///
    /// # Errors
    /// Those of [`Page::parse`].
    pub fn parse_with(html: &str, limits: &Limits, hidden: Hidden) -> Result<Page, PageError> {
        limits.check_length(html)?;
        let budget = html::Budget {
            max_nodes: limits.max_nodes,
            max_attributes: limits.max_attributes,
        };
        // Comments are read with what is hidden, not otherwise.
        let parse = if hidden == Hidden::None {
            html::parse_archived_with_comments
        } else {
            html::parse_archived
        };
        let mut tree = parse(html, &budget, &mut interrupts::check)?;
        srcdoc::show_frames(&mut tree, html.len(), &budget)?;
        let mut page = layout::lay_out(tree, hidden)?;
        if page.text.len() <= script_data::MOST_SHOWN
            && let Some(prose) = script_data::prose(&page.tree, &page.text)?
        {
            let bytes = prose.len();
            let mut prose = html::parse(&prose, &budget, &mut interrupts::check)?;
            srcdoc::show_frames(&mut prose, bytes, &budget)?;
            let body = page.tree.elements_named(names::BODY).find(|node| node.parent().is_some());
            if let Some(body) = body.map(|body| body.id()) {
                page.tree.graft(body, &prose, &budget, &mut interrupts::check)?;
                page = layout::lay_out(page.tree, hidden)?;
            }
        }
        page.source_bytes = html.len();
        Ok(page)
    }

    /// Returns what of the hidden text is part of the page's text.
    pub fn hidden(&self) -> Hidden {
        self.hidden
    }

    /// Returns the length of the page's HTML in bytes of UTF-8.
    pub fn source_bytes(&self) -> usize {
        self.source_bytes
    }

    /// Returns the memory that the page takes, in bytes.
    pub fn memory(&self) -> usize {
        self.tree.memory()
            + self.nodes.held()
            + self.text.held()
            + self.blocks.held()
            + self.head.elements.held()
            + self.formulas.held()
            + self.added.held()
            + self.unseen.held()
    }

    /// Returns `true` if the page is damaged and was read as if what swallows it were closed: see
    /// [`html::parse_archived`].
    pub fn is_damaged(&self) -> bool {
        self.tree.is_damaged()
    }

    /// Returns the visible nodes in document order.
    pub fn nodes(&self) -> &[Node] {
        self.nodes.split_last().map_or(&[], |(_, nodes)| nodes)
    }

    /// Returns the positions of all visible nodes.
    pub fn positions(&self) -> Range<usize> {
        0..self.nodes().len()
    }

    /// Returns the tag of the node at a position.
    #[inline]
    pub fn tag(&self, position: usize) -> Tag {
        self.nodes[position].tag
    }

    /// Returns the position of the element around a node; that of the root for the root.
    #[inline]
    pub fn parent(&self, position: usize) -> usize {
        self.nodes[position].parent()
    }

    /// Returns the positions of the elements around a node, from the innermost on.
    pub fn around(&self, position: usize) -> impl Iterator<Item = usize> {
        self.outwards(position).skip(1)
    }

    /// Returns a position, and then those of the elements around it, from the innermost on.
    pub fn outwards(&self, position: usize) -> impl Iterator<Item = usize> {
        let parent = |at: usize| Some(self.parent(at)).filter(|parent| *parent != at);
        std::iter::successors(Some(position), move |at| parent(*at))
    }

    /// Returns the positions of a node and all below it.
    #[inline]
    pub fn subtree(&self, position: usize) -> Range<usize> {
        position..self.end(position)
    }

    /// Returns the position behind a node and all below it.
    #[inline]
    pub fn end(&self, position: usize) -> usize {
        let node = &self.nodes[position];
        match node.tag {
            Tag::Text => position + 1,
            _ => node.end_or_start as usize,
        }
    }

    /// Returns the first text at a position or behind it.
    #[inline]
    fn next_text(&self, position: usize) -> &Node {
        let node = &self.nodes[position];
        match node.tag {
            Tag::Text => node,
            _ => &self.nodes[node.text_or_words as usize],
        }
    }

    /// Returns the visible text of the page. docs/text.md states its rules.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the visible text of neighbouring nodes, without whitespace at its end.
    #[inline]
    pub fn text_of(&self, nodes: Range<usize>) -> &str {
        let text = &self.text[self.text_offset(nodes.start)..self.text_offset(nodes.end)];
        // Most texts end so, but for the white space before the next.
        match text.trim_ascii_end() {
            text if text.as_bytes().last().is_none_or(u8::is_ascii_graphic) => text,
            text => text.trim_end(),
        }
    }

    /// Returns the visible text of a node and all below it.
    #[inline]
    pub fn text_at(&self, position: usize) -> &str {
        self.text_of(self.subtree(position))
    }

    /// Returns the offset in [`Page::text`], in bytes, at which the text of a node starts.
    #[inline]
    pub fn text_offset(&self, position: usize) -> usize {
        self.next_text(position).end_or_start as usize
    }

    /// Returns the number of words that begin in neighbouring nodes.
    #[inline]
    pub fn word_count(&self, nodes: Range<usize>) -> usize {
        let words_before = |position| self.next_text(position).text_or_words;
        (words_before(nodes.end) - words_before(nodes.start)) as usize
    }

    /// Returns the positions of a node's visible child elements.
    pub fn children(&self, position: usize) -> impl Iterator<Item = usize> {
        self.outermost(position + 1..self.end(position))
    }

    /// Returns the elements that begin in a range and stand in no other of them.
    pub fn outermost(&self, nodes: Range<usize>) -> impl Iterator<Item = usize> {
        let mut next = nodes.start;
        std::iter::from_fn(move || {
            while next < nodes.end {
                let element = next;
                next = self.end(element);
                if self.nodes[element].tag != Tag::Text {
                    return Some(element);
                }
            }
            None
        })
    }

    /// Returns the node of the tree at a position.
    #[inline]
    pub fn node(&self, position: usize) -> Option<NodeRef<'_>> {
        self.tree.get(self.nodes[position].id)
    }

    /// Returns the element at a position; `None` for text.
    #[inline]
    pub fn element(&self, position: usize) -> Option<Element<'_>> {
        as_element(self.node(position)?)
    }

    /// Returns the `class` attribute of the element at a position as it is written; `""` without one.
    #[inline]
    pub fn class(&self, position: usize) -> &str {
        self.attribute(position, names::CLASS).unwrap_or("")
    }

    /// Returns `true` if the classes of the element at a position say what it is. Of many their start is read.
    pub fn is_called(&self, position: usize, meaning: Meaning) -> bool {
        meaning.is_said_by(start_of_name(self.class(position)))
    }

    /// Returns the value of an attribute of the element at a position.
    #[inline]
    pub fn attribute(&self, position: usize, name: Name) -> Option<&str> {
        self.element(position)?.attr(name)
    }

    /// Returns the blocks in document order. Every word of the page's text is in exactly one of them.
    #[inline]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns, for each block, `true` if it begins in one of some runs of nodes, which are in document order.
    pub fn blocks_starting_in(&self, ranges: &[Range<usize>]) -> Fallible<Vec<bool>> {
        let mut are_in = try_filled(false, self.blocks.len())?;
        let mut ranges = ranges.iter().peekable();
        for (block, is_in) in self.blocks.iter().zip(&mut are_in).checking(CHECK_EVERY) {
            let start = block.nodes().start;
            while ranges.next_if(|nodes| nodes.end <= start).is_some() {}
            let Some(nodes) = ranges.peek() else {
                break;
            };
            *is_in = nodes.start <= start;
        }
        Ok(are_in)
    }

    /// Returns the text of a block.
    #[inline]
    pub fn block_text(&self, block: &Block) -> &str {
        self.text_of(block.nodes())
    }

    /// Returns the text of the block of a number.
    pub fn text_of_block(&self, index: usize) -> &str {
        self.block_text(&self.blocks[index])
    }

    /// Returns the level of the heading that a block is, 1 to 6: that of its element, or of the one around it.
    pub fn heading_level(&self, index: usize) -> Option<u8> {
        let element = self.blocks[index].element();
        [element, self.parent(element)].into_iter().find_map(|at| self.tag(at).heading_level())
    }

    /// Returns a text node's text in parts, with `true` for the signs that the page shows by place alone, as `^` is for
    /// `10^6` in `10<sup>6</sup>`.
    pub fn parts_and_signs(&self, position: usize) -> impl Iterator<Item = (&str, bool)> {
        let start = self.text_offset(position);
        let end = start + self.text_at(position).len();
        let first = self.added.partition_point(|sign| (sign.end as usize) <= start);
        let signs = self.added[first..].iter().map(|sign| sign.start as usize..sign.end as usize);
        let signs = signs.take_while(move |sign| sign.start < end).chain(std::iter::once(end..end));
        let mut from = start;
        signs.flat_map(move |sign| {
            let until = sign.start.max(from);
            let before = std::mem::replace(&mut from, sign.end.max(until));
            [(&self.text[before..until], false), (&self.text[until..from], true)]
        })
    }

    /// Returns the sign that the text of a node begins with, if no text of the page has it.
    pub fn first_sign(&self, position: usize) -> Option<&str> {
        let start = self.text_offset(position);
        let next = self.added.partition_point(|sign| (sign.start as usize) < start);
        let sign = self.added.get(next).map(|sign| sign.start as usize..sign.end as usize)?;
        // White space of code may stand before it; many elements may begin before the same.
        let before = self.text.get(start..sign.start).filter(|before| before.len() <= 64)?;
        self.text.get(sign).filter(|_| before.trim_start().is_empty())
    }

    /// Returns the formula that a text node is.
    pub fn formula_at(&self, position: usize) -> Option<FormulaNode> {
        let at = self.formulas.binary_search_by_key(&position, |formula| formula.position as usize).ok()?;
        Some(self.formulas[at])
    }

    /// Returns the texts that are formulas, in document order.
    pub fn formulas(&self) -> &[FormulaNode] {
        &self.formulas
    }

    /// Returns the elements that describe the page, in document order.
    pub fn head(&self) -> impl Iterator<Item = Description<'_>> {
        let elements = self.head.elements.iter();
        elements.filter_map(|&id| head::read(self.tree.get(id)?))
    }

    /// Returns the host of the page's own address, without `www.`, if its head states that.
    pub fn own_host(&self) -> Option<&str> {
        self.head().find_map(|element| match element {
            Description::Link(link) if link.relations().any(|rel| rel.eq_ignore_ascii_case("canonical")) => {
                site::host(link.href).map(site::without_www)
            }
            _ => None,
        })
    }

    /// Returns the elements and texts that are not shown, each with the reason, in document order, none within another.
    pub fn unseen(&self) -> impl Iterator<Item = (NodeId, Reason)> {
        self.unseen.iter().copied()
    }

    /// Returns a text of an attribute as the page's reader gets it: without characters that show nothing, unless the page
    /// has all that is hidden.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn seen_of<'t>(&self, value: &'t str) -> Fallible<Cow<'t, str>> {
        match self.hidden {
            Hidden::All => Ok(Cow::Borrowed(value)),
            Hidden::None | Hidden::Folded => without_invisible(value),
        }
    }

    /// Returns the address that relative ones refer to, as it is written: the `href` of the first `<base>` that has
    /// one (HTML standard, section 2.4.3).
    pub fn base_href(&self) -> Option<&str> {
        as_element(self.tree.get(self.head.base?)?)?.attr(names::HREF)
    }

    /// Returns the parsed page with all that does not show.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the XPath of a node in [`Page::tree`], shown or not; for text, of its parent.
    pub fn xpath_of(&self, id: NodeId, xpaths: &mut XPaths) -> Fallible<String> {
        xpaths.of(&self.tree, id)
    }

    /// Returns the XPath of the element at a position in the parsed page; for text, of its parent.
    pub fn xpath(&self, position: usize, xpaths: &mut XPaths) -> Fallible<String> {
        self.xpath_of(self.nodes[position].id, xpaths)
    }
}

#[cfg(test)]
impl Page {
    /// Returns the page of a test's markup.
    pub(crate) fn sample(html: &str) -> Page {
        Page::parse(html, &Limits::default()).unwrap()
    }

    /// Returns the positions of the elements with a tag.
    pub(crate) fn all(&self, tag: Tag) -> impl Iterator<Item = usize> + Clone {
        self.positions().filter(move |position| self.tag(*position) == tag)
    }

    /// Checks the texts of pages: each row of the table has markup and its text, with bars for line breaks.
    #[track_caller]
    pub(crate) fn check_texts(table: &str) {
        for [html, text] in crate::cases(table) {
            assert_eq!(Page::sample(&html.replace('|', "\n")).text().replace('\n', "|"), text, "{html}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_over_a_limit_are_refused() {
        let refusal = |limits: &Limits| {
            let html = "<p a=1>é".repeat(1000);
            Page::parse(&html, limits).err()
        };
        let limits = Limits::default();
        assert_eq!(refusal(&limits), None);
        let (bytes, limit) = (9000, 8999);
        assert_eq!(
            refusal(&Limits {
                max_bytes: limit,
                ..limits
            }),
            Some(PageError::TooLarge { bytes, limit })
        );
        let nodes = 2003;
        assert_eq!(
            refusal(&Limits {
                max_nodes: nodes,
                ..limits
            }),
            Some(PageError::TooManyNodes { nodes })
        );
        let attributes = 999;
        assert_eq!(
            refusal(&Limits {
                max_attributes: attributes,
                ..limits
            }),
            Some(PageError::TooManyAttributes { attributes })
        );
    }
}
