//! The tree builder (HTML standard, 13.2.6 "Tree construction"): tokens become nodes by the rules of insertion modes.

mod before;
mod body;
mod body_end;
mod bound;
mod foreign;
mod formatting;
mod frames;
mod insert;
mod quirks;
mod sets;
mod stack;
mod table;
mod xml;

use crate::ParseError;
use crate::arena::Pieces;
use crate::memory::{TryPush, TryPushStr};
use crate::names::Name;
use crate::tokenizer::{Doctype, Sink, State, Store, Tag};
use crate::tree::{CommentData, NIL, Tree};

use bound::Bound;
pub use bound::MAX_OPEN;
use formatting::Formatting;
use insert::Merged;
use stack::{Open, Stack};
use xml::Xml;

/// The "insertion modes": by which rules a token is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// A token, as the rules of the insertion modes see it.
#[derive(Clone, Copy, Debug)]
enum Token {
    /// Text that does not begin with whitespace. Text comes as a token only to rules that treat whitespace differently.
    Text,
    Null,
    Comment,
    Start(Tag),
    End(Name),
    Eof,
}

/// How the builder goes on after a rule.
#[derive(Clone, Copy, Debug)]
enum Flow {
    /// The token is done; the tokenizer goes on in the data state.
    Done,
    /// "Reprocess the token" by the rules of another mode.
    Again(Mode),
    /// The token is done; the tokenizer goes on in another state.
    Raw(State),
}

type Step = Result<Flow, ParseError>;

/// The step of a rule that completes the token, for the tokenizer to go on in the data state.
const DONE: Step = Ok(Flow::Done);

/// Returns the step of a rule behind which the token is read by the rules of a mode ("reprocess the token").
fn again(mode: Mode) -> Step {
    Ok(Flow::Again(mode))
}

/// Builds the tree from the tokens that it receives as a [`Sink`].
pub(super) struct Builder<'t> {
    store: Store<'t>,
    pieces: Pieces,
    mode: Mode,
    /// The mode that follows [`Mode::Text`] and [`Mode::InTableText`] ("original insertion mode").
    return_mode: Mode,
    /// The "stack of template insertion modes".
    template_modes: Vec<Mode>,
    stack: Stack,
    formatting: Formatting,
    head: Option<u32>,
    form: Option<u32>,
    /// The "frameset-ok flag": a `<frameset>` may still take the place of `<body>`.
    frameset_ok: bool,
    /// The next token, if it is text, loses a line break at its start.
    ignore_line_break: bool,
    /// "Foster parenting" is on: nodes that would be inserted into a table go before it.
    fosters: bool,
    /// The "pending table character tokens".
    table_text: String,
    /// An element has the attributes of the current tag, so they stay in the tree.
    keeps_attributes: bool,
    /// Attributes of further `<html>` tags (first) and `<body>` tags (second).
    merged: [Merged; 2],
    bound: Bound,
    xml: Xml,
    /// A tag `<body>` or `<frameset>` has come where the rules heed it.
    has_body: bool,
    /// Comments are kept beside the tree.
    keeps_comments: bool,
}

impl<'t> Builder<'t> {
    pub(super) fn new(store: Store<'t>, page_length: usize) -> Self {
        Builder {
            store,
            pieces: Pieces::default(),
            mode: Mode::Initial,
            return_mode: Mode::Initial,
            template_modes: Vec::new(),
            stack: Stack::new(),
            formatting: Formatting::default(),
            head: None,
            form: None,
            frameset_ok: true,
            ignore_line_break: false,
            fosters: false,
            table_text: String::new(),
            keeps_attributes: false,
            merged: Default::default(),
            bound: Bound::new(page_length),
            xml: Xml::default(),
            has_body: false,
            keeps_comments: false,
        }
    }

    /// Makes the builder keep comments.
    pub(super) fn keeping_comments(mut self) -> Self {
        self.keeps_comments = true;
        self
    }

    /// Makes the builder read pages written as XML as [`xml`] says.
    pub(super) fn reading_xml(mut self) -> Self {
        self.xml.is_read = true;
        self
    }

    /// Completes the tree and returns it.
    pub(super) fn finish(mut self) -> Result<Tree, ParseError> {
        self.finish_merged()?;
        let Store { mut tree, mut work, .. } = self.store;
        tree.join_texts(&self.pieces, &mut work)?;
        tree.shrink();
        Ok(tree)
    }

    fn charge(&mut self, amount: usize) {
        self.store.work.charge(amount);
    }

    /// Reads a token other than text, by all rules that it comes to.
    fn process(&mut self, token: Token) -> Result<State, ParseError> {
        self.ignore_line_break = false;
        loop {
            let flow = if self.is_foreign(token) {
                self.foreign(token)?
            } else {
                self.step(self.mode, token)?
            };
            match flow {
                Flow::Done => return Ok(State::Data),
                Flow::Again(mode) => self.mode = mode,
                Flow::Raw(state) => return Ok(state),
            }
        }
    }

    /// Reads a token by the rules of one mode.
    #[inline]
    fn step(&mut self, mode: Mode, token: Token) -> Step {
        match mode {
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InBody => self.in_body(token),
            Mode::Text => self.raw_text_end(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// Reads text. Modes that treat whitespace differently get it in pieces.
    fn process_text(&mut self, mut text: &str) -> Result<(), ParseError> {
        if std::mem::take(&mut self.ignore_line_break)
            && let Some(rest) = text.strip_prefix('\n')
        {
            text = rest;
        }
        while !text.is_empty() {
            if self.is_foreign(Token::Text) {
                return self.foreign_text(text);
            }
            match self.mode {
                Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => {
                    return self.body_text(text);
                }
                Mode::Text => return self.insert_text(text),
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    if self.begin_table_text() {
                        continue;
                    }
                    return self.foster_text(text);
                }
                Mode::InTableText => return self.push_table_text(text),
                _ => {}
            }
            let (space, rest) = split_space(text);
            if !space.is_empty() {
                match self.mode {
                    Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead => {}
                    Mode::AfterBody | Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                        self.body_text(space)?;
                    }
                    _ => self.insert_text(space)?,
                }
            }
            text = rest;
            if text.is_empty() {
                break;
            }
            match self.step(self.mode, Token::Text)? {
                Flow::Again(mode) => self.mode = mode,
                // Text is not allowed here: it is left out up to the next whitespace.
                _ => text = &text[text.find(is_space).unwrap_or(text.len())..],
            }
        }
        Ok(())
    }

    /// Returns the mode for the elements that are open ("reset the insertion mode appropriately").
    fn reset_mode(&self) -> Mode {
        use crate::names::*;
        for (index, open) in self.stack.inner_first() {
            if !open.is_html() {
                continue;
            }
            return match open.name {
                TD | TH if index > 0 => Mode::InCell,
                TR => Mode::InRow,
                TBODY | THEAD | TFOOT => Mode::InTableBody,
                CAPTION => Mode::InCaption,
                COLGROUP => Mode::InColumnGroup,
                TABLE => Mode::InTable,
                TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InBody),
                HEAD if index > 0 => Mode::InHead,
                BODY => Mode::InBody,
                FRAMESET => Mode::InFrameset,
                HTML if self.head.is_none() => Mode::BeforeHead,
                HTML => Mode::AfterHead,
                _ => continue,
            };
        }
        Mode::InBody
    }

    /// Returns `true` if the current node is an element of SVG or MathML.
    fn is_current_foreign(&self) -> bool {
        self.stack.last().is_some_and(|open| !open.is_html())
    }

    /// Keeps a comment, with the innermost open element.
    fn keep_comment(&mut self, comment: &str) -> Result<(), ParseError> {
        let parent = self.stack.last().map_or(0, |open| open.node);
        let tree = &mut self.store.tree;
        let start = tree.comment_text.len() as u32;
        tree.comment_text.try_push_str(comment)?;
        let end = tree.comment_text.len() as u32;
        tree.comments.try_push(CommentData { parent, start, end })?;
        Ok(())
    }

    fn current(&self) -> u32 {
        self.stack.last().map_or(NIL, |open| open.node)
    }

    fn open(&self, index: usize) -> Option<Open> {
        self.stack.get(index).copied()
    }
}

/// Returns `true` for the whitespace that the rules of tree construction name.
fn is_space(c: char) -> bool {
    c.is_ascii_whitespace()
}

fn is_all_space(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

/// Splits a text into the whitespace at its start and the rest.
fn split_space(text: &str) -> (&str, &str) {
    let length = text.len() - text.trim_start_matches(is_space).len();
    text.split_at(length)
}

impl<'t> Sink<'t> for Builder<'t> {
    #[inline]
    fn store(&mut self) -> &mut Store<'t> {
        &mut self.store
    }

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), ParseError> {
        let before = self.store.tree.nodes.len();
        self.process_text(text)?;
        self.count_nodes(before)
    }

    fn null(&mut self) -> Result<(), ParseError> {
        let before = self.store.tree.nodes.len();
        self.process(Token::Null)?;
        self.count_nodes(before)
    }

    fn comment(&mut self, comment: &str) -> Result<(), ParseError> {
        let before = self.store.tree.nodes.len();
        if self.keeps_comments {
            self.keep_comment(comment)?;
        }
        self.process(Token::Comment)?;
        self.count_nodes(before)
    }

    fn doctype(&mut self, doctype: &Doctype) -> Result<(), ParseError> {
        self.ignore_line_break = false;
        if self.mode == Mode::Initial {
            self.store.tree.quirks = quirks::is_quirky(doctype)?;
            self.mode = Mode::BeforeHtml;
            self.count_doctype();
        }
        Ok(())
    }

    fn start_tag(&mut self, tag: Tag) -> Result<State, ParseError> {
        self.bounded_start(tag)
    }

    fn end_tag(&mut self, tag: Tag) -> Result<(), ParseError> {
        self.bounded_end(tag.name)
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.process(Token::Eof)?;
        Ok(())
    }

    fn is_in_foreign_content(&self) -> bool {
        self.is_current_foreign()
    }

    fn has_body(&self) -> bool {
        self.has_body
    }

    #[inline]
    fn current_name(&self) -> Option<Name> {
        let current = self.stack.last()?;
        Some(current.name).filter(|name| name.is_known_in_lower_case())
    }
}
