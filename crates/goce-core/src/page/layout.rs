//! The visible nodes of a tree, their text and their blocks, in one pass in document order.

mod beside;
#[cfg(test)]
mod tests;
mod texts;

use std::mem;

use self::beside::{is_before_label, is_before_tab, is_note_text};
use self::texts::signs_around;
use super::code::{self, CodeReader};
use super::formula::{FormulaNode, Formulas};
use super::head::Head;
use super::permalink::{is_copy_of_notes, is_permalink};
use super::players::{is_player, tag_of, waits_for_script};
use super::raised::Raised;
use super::raw_tex::{MOST_IN_SENTENCES, is_drawn_by_script};
use super::shown::{Attributes, Decider, Hidden, Reason};
use super::styled_display::{StyledDisplay, is_in_line};
use super::table_kind::TableKind;
use super::text_buffer::{Separator, TextBuffer};
use super::{Block, Display, Node};
use crate::html::Node as DomNode;
use crate::page::prelude::*;

/// An element, or a text, that is not shown.
#[derive(Clone, Copy, Debug)]
struct Concealed {
    id: NodeId,
    reason: Reason,
    /// A script or a control may show it.
    may_open: bool,
    /// The block of the page's rule that hides it.
    rule: Option<u32>,
    /// The length of its text, in bytes.
    length: usize,
}

/// An element that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    position: u32,
    /// What its own style puts at its edges, whatever its name does.
    edge: Separator,
    /// Its children stand apart, side by side.
    is_flex: bool,
    /// It is `<ruby>`, or stands in one at any depth, but in no reading.
    in_ruby: bool,
    /// What its text ends with, once the sign before that is written: of a reading, of a quotation.
    end: Option<&'static str>,
}

#[derive(Default)]
struct Layout {
    nodes: Vec<Node>,
    buffer: TextBuffer,
    blocks: Vec<Block>,
    head: Head,
    /// What is not shown, in document order, none within another.
    hidden: Vec<Concealed>,
    /// Characters that show nothing are part of the text.
    keeps_invisible: bool,
    /// The outermost open element that shows no text by its name.
    mute: Option<NodeId>,
    /// The outermost open element that is hidden.
    within_hidden: Option<NodeId>,
    /// The open elements.
    open: Vec<Open>,
    /// Positions of the open block-level elements.
    open_blocks: Vec<u32>,
    /// The open table whose cells may have titles.
    titled_table: Option<u32>,
    /// The number of open elements that keep whitespace.
    preformatted: usize,
    /// The position of the open element that keeps it as a block of code, not by its name.
    code: Option<u32>,
    code_reader: CodeReader,
    /// What parts the next text from the number of its line of code.
    behind_number: Option<char>,
    /// The next text begins a line behind `<br>` in code that does not keep whitespace.
    at_code_line: bool,
    /// The position of the last note in the text that its number shows.
    note: Option<u32>,
    /// The position from which on no node has a text in it or behind it yet.
    without_text: usize,
    /// The next text starts a block.
    at_block_edge: bool,
    /// An element that shows nothing stands just before the next node.
    after_invisible: bool,
    formulas: Formulas,
    /// Formulas in sentences that may still be read: a script draws these.
    left_in_sentences: usize,
    /// The texts that are formulas.
    found_formulas: Vec<FormulaNode>,
    /// The last formula, while no text stands behind it.
    last_formula: String,
    /// The sign of the line of code that the next text begins, and the position of the element that has it.
    line_sign: Option<(&'static str, u32)>,
    /// The next text is raised or lowered.
    raised: Option<Raised>,
    /// The last mark of a note is in brackets.
    has_mark: bool,
    /// The open element, by its place, that had no text yet, and the signs around that: a reading, a quotation.
    waiting: Option<(usize, [&'static str; 2])>,
    /// The signs that no text of the page has, in document order.
    added: Vec<Range<u32>>,
    countdown: Countdown,
}

/// Lays out the text of a parsed page.
///
/// A hidden element with more text than the visible page has is content that waits for the page's scripts, and a folded
/// one may stand before its control. Another pass shows such elements.
pub fn lay_out(tree: Tree, hidden: Hidden) -> Fallible<Page> {
    let mut decider = Decider::of(&tree, hidden)?;
    let mut layout = Layout::run(&tree, &mut decider, hidden)?;
    // At most three passes: each shows what controls open that the last one showed.
    for _ in 1..3 {
        if !layout.open_more(&tree, &mut decider, hidden)? {
            break;
        }
        decider.again();
        layout = Layout::run(&tree, &mut decider, hidden)?;
    }
    if hidden == Hidden::None {
        layout.name_folded(&tree, &decider);
    }
    drop(decider);
    layout.finish(tree, hidden)
}

impl Layout {
    /// Lays out what is shown.
    fn run<'t>(tree: &'t Tree, decider: &mut Decider<'t>, hidden: Hidden) -> Fallible<Self> {
        let mut layout = Layout {
            keeps_invisible: hidden == Hidden::All,
            code_reader: CodeReader::of(tree),
            at_block_edge: true,
            left_in_sentences: if is_drawn_by_script(tree) { MOST_IN_SENTENCES } else { 0 },
            formulas: Formulas::of(tree)?,
            ..Layout::default()
        };
        // A formula in a sentence, and the text behind it, are nodes that the tree has not.
        layout.nodes.try_reserve(tree.len() + 1 + 2 * layout.left_in_sentences)?;
        for edge in tree.root().traverse_elements() {
            match edge {
                Edge::Open(node) => match node.value() {
                    DomNode::Element(element) => layout.begin(decider, node, element)?,
                    DomNode::Text(_) if layout.mute.is_some() => {}
                    DomNode::Text(text) if layout.within_hidden.is_none() => match decider.hides_text() {
                        None => layout.read_text(node, text)?,
                        Some(reason) => layout.conceal_text(node.id(), text, reason)?,
                    },
                    DomNode::Text(text) => {
                        layout.countdown.charge(text.len());
                        if let Some(hidden) = layout.hidden.last_mut() {
                            hidden.length += text.trim_ascii().trim().len();
                        }
                    }
                    _ => {}
                },
                Edge::Close(node) => layout.end(decider, node)?,
            }
        }
        Ok(layout)
    }

    /// Lets the next pass show what scripts or controls open. Returns `false` if there is nothing.
    fn open_more(&self, tree: &Tree, decider: &mut Decider<'_>, hidden: Hidden) -> Fallible<bool> {
        let mut more = false;
        let element_of = |concealed: &Concealed| as_element(tree.get(concealed.id)?);
        // Elements with the same classes wait for the same script.
        let mut lengths: Map<&str, usize> = Map::default();
        let may_open = || self.hidden.iter().filter(|concealed| concealed.may_open).checking(CHECK_EVERY);
        for concealed in may_open() {
            if let Some(classes) = element_of(concealed).and_then(|element| element.attr(names::CLASS)) {
                lengths.try_reserve(1)?;
                *lengths.entry(classes).or_default() += concealed.length;
            }
        }
        for concealed in may_open() {
            let Some(element) = element_of(concealed) else {
                continue;
            };
            let alike = element.attr(names::CLASS).and_then(|classes| lengths.get(classes));
            let mut length = alike.copied().unwrap_or(concealed.length);
            // Short pages have one long dialog. Several alike hold what belongs to the parts of a list.
            let is_dialog = || matches!(element.attr(names::ROLE), Some("dialog" | "alertdialog"));
            if length == concealed.length && is_dialog() {
                length /= 8;
            }
            // A long text waits for them already if it is a fourth of what is shown.
            let share = if length > 1000 && concealed.reason == Reason::Rule {
                4
            } else {
                1
            };
            let waits_for_scripts = length.saturating_mul(share) > self.buffer.len() as usize;
            if waits_for_scripts || hidden == Hidden::Folded && decider.is_opened_later(element) {
                decider.show(concealed.id, concealed.rule.filter(|_| waits_for_scripts))?;
                more = true;
            }
        }
        Ok(more)
    }

    /// Gives what a control behind it opens its reason.
    fn name_folded(&mut self, tree: &Tree, decider: &Decider<'_>) {
        for concealed in self.hidden.iter_mut().filter(|concealed| concealed.may_open).checking(CHECK_EVERY) {
            let element = tree.get(concealed.id).and_then(as_element);
            if element.is_some_and(|element| decider.is_opened_later(element)) {
                concealed.reason = Reason::Folded;
            }
        }
    }

    fn begin<'t>(&mut self, decider: &mut Decider<'t>, node: NodeRef<'t>, element: Element<'t>) -> Fallible {
        // In bytes of text, with the text before it.
        self.countdown.charge(192);
        let (id, tag) = (node.id(), Tag::of(element));
        self.head.look_at(id, element, tag)?;
        if self.mute.is_some() {
            return Ok(());
        }
        if self.within_hidden.is_some() {
            // Its text is counted, but for what never shows any.
            if tag_of(node, element, tag, None).display() == Display::None {
                self.mute = Some(id);
            }
            return Ok(());
        }
        let mut attributes = Attributes::default();
        decider.read(element, &mut attributes);
        let tag = tag_of(node, element, tag, attributes.role);
        let in_code = self.preformatted > 0;
        let (class, signs) = (attributes.class, attributes.classes.signs);
        let is_beside_words = || match tag {
            Tag::A => signs.is_mark || is_permalink(node, element, attributes.href),
            Tag::Span | Tag::Label | Tag::Other => signs.is_mark,
            Tag::Div | Tag::Li | Tag::Figure => signs.is_repeated_slide,
            Tag::Ul => is_copy_of_notes(node, class),
            _ => false,
        };
        if tag.display() != Display::None
            && !self.keeps_invisible
            && (self.code_reader.is_beside_lines(node, element, tag, signs.code, attributes.href, in_code)
                || in_code && self.buffer.begins_line() && self.code_reader.is_number_of_line(node, element)
                || !in_code && is_beside_words())
        {
            self.mute = Some(id);
            self.behind_number = in_code.then(|| code::space_behind_number(element));
            return Ok(());
        }
        if tag.display() == Display::None {
            self.mute = Some(id);
            self.after_invisible = true;
            if tag == Tag::Script
                && decider.hides_text().is_none()
                && let Some(formula) = self.formulas.read(node, element, tag, class, signs.may_be_formula)?
            {
                self.formula(id, formula)?;
            }
            if tag.is_player()
                && is_player(node.tree(), element, tag)
                && decider.enter(node, element, tag, &attributes)?.is_none()
            {
                if decider.hides_text().is_none() {
                    let after_invisible = self.after_invisible;
                    self.push(id, tag);
                    self.after_invisible = after_invisible;
                }
                decider.leave(id);
            }
            return Ok(());
        }
        let formula = self.formulas.read(node, element, tag, class, signs.may_be_formula)?;
        let verdict = decider.enter(node, element, tag, &attributes)?;
        let is_entered = verdict.is_none();
        // The picture of a formula is for those who see, and its text for this page's reader.
        let is_shown = formula.is_some() && tag == Tag::Img && is_hidden_by_aria_alone(element);
        match verdict.filter(|_| !is_shown) {
            None if formula.is_some() || self.formulas.is_drawn(node, class) => {
                if is_entered {
                    decider.leave(id);
                }
                self.mute = Some(id);
                if let Some(formula) = formula.filter(|_| decider.hides_text().is_none()) {
                    self.formula(id, formula)?;
                }
            }
            None => {
                let style = attributes.style;
                if !in_code && self.code_reader.keeps_lines(node, element, tag, signs.code, style) {
                    self.code = Some(self.nodes.len() as u32);
                }
                let may_be_note = tag == Tag::Span || tag == Tag::Other && element.name() == "d-footnote";
                let follows_word = may_be_note && !in_code && !self.buffer.last_piece().is_empty();
                if decider.take_note() || self.note.is_none() && follows_word && is_note_text(node, element) {
                    self.note = Some(self.nodes.len() as u32);
                    self.buffer.separate(Separator::Note);
                }
                if tag.display() == Display::Break {
                    self.sign_line(id)?;
                    self.at_code_line = !in_code && self.is_near(Tag::Code);
                }
                let position = self.nodes.len() as u32;
                self.open(node, element, tag, &attributes);
                if self.preformatted > 0
                    && let Some(sign) = self.code_reader.sign(element)
                {
                    self.line_sign = sign.map(|sign| (sign, position));
                }
            }
            // A script is to load the picture and to show it.
            Some(_) if tag == Tag::Img && waits_for_script(node.tree(), element) => {
                self.push(id, tag);
                self.mute = Some(id);
            }
            Some(verdict) => {
                self.within_hidden = Some(id);
                self.after_invisible |= tag.is_block();
                self.hidden.try_push(Concealed {
                    id,
                    reason: verdict.reason,
                    may_open: verdict.may_open,
                    rule: verdict.rule,
                    length: 0,
                })?;
            }
        }
        Ok(())
    }

    fn end(&mut self, decider: &mut Decider<'_>, node: NodeRef<'_>) -> Fallible {
        let id = Some(node.id());
        if self.mute.is_some() {
            self.mute = self.mute.filter(|_| self.mute != id);
        } else if self.within_hidden.is_some() {
            self.within_hidden = self.within_hidden.filter(|_| self.within_hidden != id);
        } else if node.value().is_element() {
            decider.leave(node.id());
            self.close()?;
        }
        Ok(())
    }

    fn finish(mut self, tree: Tree, hidden: Hidden) -> Fallible<Page> {
        let end = Node {
            id: tree.root().id(),
            parent: 0,
            end_or_start: self.buffer.len(),
            text_or_words: self.buffer.words(),
            tag: Tag::Text,
            follows_invisible: false,
            depth: 0,
        };
        self.meet_text();
        self.nodes.push(end);
        let unseen = self.hidden.iter().map(|concealed| (concealed.id, concealed.reason));
        let unseen = try_collect(unseen.checking(CHECK_EVERY))?;
        Ok(Page {
            tree,
            source_bytes: 0,
            nodes: self.nodes,
            text: self.buffer.into_text(),
            blocks: self.blocks,
            head: self.head,
            formulas: self.found_formulas,
            added: self.added,
            hidden,
            unseen,
        })
    }

    fn push(&mut self, id: NodeId, tag: Tag) -> u32 {
        let position = self.nodes.len() as u32;
        self.nodes.push(Node {
            id,
            parent: self.open.last().map_or(position, |around| around.position),
            end_or_start: position + 1,
            text_or_words: position + 1,
            tag,
            follows_invisible: mem::take(&mut self.after_invisible),
            depth: self.open.len().min(usize::from(u16::MAX)) as u16,
        });
        position
    }

    fn open(&mut self, node: NodeRef<'_>, element: Element<'_>, tag: Tag, attributes: &Attributes<'_>) {
        let style = attributes.style;
        let is_title = tag.heading_level().is_some() && self.is_in_titled_cell();
        let tag = if is_title {
            Tag::B
        } else if tag == Tag::Button && self.is_within_text(node, element)
            || style.is_some_and(|style| is_in_line(node, element, tag, style))
        {
            Tag::Span
        } else {
            tag
        };
        let position = self.push(node.id(), tag);
        if tag == Tag::Table {
            self.titled_table = TableKind::of(node).has_titles_in_cells().then_some(position);
        }
        let is_in_line = tag.display() == Display::Inline;
        let display = style.filter(|_| is_in_line || tag.display() == Display::Block).and_then(StyledDisplay::of);
        let is_apart = || {
            self.open.last().is_some_and(|around| around.is_flex)
                || tag == Tag::Label && is_before_label(node)
                || is_before_tab(node, attributes.role)
        };
        let edge = match display {
            _ if is_title => Separator::Space,
            _ if !is_in_line => Separator::None,
            Some(display) => display.separator(),
            None if is_apart() => Separator::Space,
            None => Separator::None,
        };
        if tag == Tag::Other || tag == Tag::Span && style.is_some() {
            self.raised = Raised::of(node).or(self.raised);
        }
        let in_ruby = self.open.last().is_some_and(|around| around.in_ruby);
        if tag == Tag::Other
            && let Some(signs) = signs_around(element, in_ruby)
        {
            self.waiting = Some((self.open.len(), signs));
        }
        self.open.push(Open {
            position,
            edge,
            is_flex: display == Some(StyledDisplay::Flex),
            in_ruby: matches!(element.local(), names::RUBY | names::RTC) || in_ruby && element.local() != names::RT,
            end: None,
        });
        if tag.is_block() {
            self.open_blocks.push(position);
        }
        self.preformatted += usize::from(tag.keeps_whitespace() || self.code == Some(position));
        self.buffer.separate(edge);
        if self.preformatted > 0 && is_in_line && style.is_some_and(|style| style.contains("inline-block")) {
            self.buffer.keep_line();
        }
        self.edge(tag);
    }

    /// Returns `true` in a cell whose headings are its text.
    fn is_in_titled_cell(&self) -> bool {
        let is_inside = |block: &&u32| self.titled_table.is_some_and(|table| **block > table);
        let mut around = self.open_blocks.iter().rev().take_while(is_inside).take(8);
        around.any(|block| self.nodes[*block as usize].tag.is_cell())
    }

    /// Returns `true` if one of the innermost open elements has a tag: a form around a button, code around a break.
    fn is_near(&self, tag: Tag) -> bool {
        self.open.iter().rev().take(12).any(|around| self.nodes[around.position as usize].tag == tag)
    }

    /// Returns `true` for a button that is a word of the text around it, or the whole of a heading: that of an accordion.
    fn is_within_text(&self, node: NodeRef<'_>, element: Element<'_>) -> bool {
        let follows_text = !self.at_block_edge;
        let is_text = |node: NodeRef<'_>| as_text(node).is_some_and(|text| !text.trim_start().is_empty());
        let next = node.next_sibling();
        let precedes_text = next.is_some_and(is_text);
        let around = self.open_blocks.last().map_or(Tag::Html, |block| self.nodes[*block as usize].tag);
        if around == Tag::Dt || around.heading_level().is_some() {
            let is_last = next.is_none_or(|next| !next.value().is_element() && next.next_sibling().is_none());
            return !follows_text && !precedes_text && is_last;
        }
        let is_control = || element.attr(names::TYPE) == Some("submit") || self.is_near(Tag::Form);
        // "<button>Tides</button> are …", and not "<button>Share</button> This is …".
        let goes_on = || {
            let text = next.and_then(as_text).unwrap_or("");
            text.trim_start().starts_with(|c: char| c.is_lowercase() || c.is_ascii_punctuation())
        };
        precedes_text && (follows_text || around == Tag::P && goes_on()) && !is_control()
    }

    fn close(&mut self) -> Fallible {
        let Some(position) = self.open.last().map(|open| open.position) else {
            return Ok(());
        };
        if self.line_sign.is_some_and(|(_, marked)| marked == position) {
            self.sign_line(self.nodes[position as usize].id)?;
        }
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        if let Some(end) = open.end {
            self.add(end)?;
        }
        self.waiting = self.waiting.filter(|(place, _)| *place < self.open.len());
        self.raised = self.raised.and_then(Raised::behind_end);
        self.buffer.separate(open.edge);
        let end = self.nodes.len() as u32;
        self.titled_table = self.titled_table.filter(|table| *table != position);
        let node = &mut self.nodes[position as usize];
        node.end_or_start = end;
        let tag = node.tag;
        let is_empty_line = self.preformatted > 0
            && self.without_text <= position as usize
            && matches!(tag.display(), Display::Block | Display::Cell)
            && (self.code == Some(position) || self.buffer.holds_line(tag.display() == Display::Block));
        if self.note.take_if(|note| *note == position).is_some() {
            self.buffer.separate(Separator::Note);
        }
        self.preformatted -=
            usize::from(tag.keeps_whitespace() || self.code.take_if(|code| *code == position).is_some());
        if tag.is_block() {
            self.open_blocks.pop();
        }
        if tag.display() != Display::Break {
            self.edge(tag);
        }
        if is_empty_line {
            self.buffer.break_line();
        }
        self.at_code_line &= tag != Tag::Code;
        Ok(())
    }

    fn edge(&mut self, tag: Tag) {
        if tag.display() != Display::Inline {
            self.last_formula.clear();
        }
        self.buffer.separate(match tag.display() {
            Display::Inline | Display::None => return,
            Display::Break => {
                self.buffer.break_line();
                self.at_block_edge |= self.buffer.at_paragraph();
                return;
            }
            Display::Block => Separator::Line,
            Display::Paragraph => Separator::Paragraph,
            Display::Cell => Separator::Cell,
        });
        self.at_block_edge = true;
        self.at_code_line = false;
    }
}

/// Returns `true` for an element that is hidden from screen readers alone.
fn is_hidden_by_aria_alone(element: Element<'_>) -> bool {
    let style = start_of_value(element, names::STYLE).to_ascii_lowercase();
    let hides = ["none", "hidden", "opacity"].iter().any(|value| style.contains(value));
    element.attr(names::ARIA_HIDDEN).is_some() && element.attr(names::HIDDEN).is_none() && !hides
}
