//! HTML to a tree: html5ever's parser fed in chunks, bounded in depth and in elements.

use std::cell::{Cell, RefCell};

use ego_tree::NodeId;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use html5ever::tree_builder::{Tracer, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{LocalName, local_name};
use scraper::{Html, HtmlTreeSink};

use super::{Limits, PageError};

/// Bytes handed to the tokenizer between two ticks: a fraction of a millisecond's work.
const CHUNK: usize = 8 * 1024;

/// Elements that may be open at once. html5ever looks through its stack of open elements for
/// nearly every tag, so its time is the number of tags times this. Browsers bound the depth of
/// their trees alike (between 200 and 512).
const MAX_OPEN: usize = 256;

/// Elements that may exist before their number is compared with the length of the page.
const FREE_NODES: usize = 65_536;

/// Parses a page. `tick` is called between chunks; it may unwind to abandon the work.
///
/// Scripting is off, so that `<noscript>` has elements and not raw text. Comments are dropped.
///
/// # Errors
/// [`PageError::TooLarge`] over `limits.max_bytes`; [`PageError::TooManyNodes`] when the tree
/// outgrows the page's length, which only nested unclosed formatting elements can cause.
pub fn parse(html: &str, limits: &Limits, tick: &mut dyn FnMut()) -> Result<Html, PageError> {
    if html.len() > limits.max_bytes {
        return Err(PageError::TooLarge {
            bytes: html.len(),
            limit: limits.max_bytes,
        });
    }
    let builder = TreeBuilder::new(
        HtmlTreeSink::new(Html::new_document()),
        TreeBuilderOpts {
            scripting_enabled: false,
            ..TreeBuilderOpts::default()
        },
    );
    let max_nodes = FREE_NODES + html.len();
    let tokenizer = Tokenizer::new(BoundedBuilder::new(builder, max_nodes), Default::default());
    let input = BufferQueue::default();
    let mut rest = html;
    while !rest.is_empty() {
        tick();
        let mut end = rest.len().min(CHUNK);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (chunk, after) = rest.split_at(end);
        rest = after;
        input.push_back(StrTendril::from_slice(chunk));
        // The tokenizer also stops where a script ends and where a <meta> names an encoding.
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        if tokenizer.sink.overflowed.get() {
            return Err(PageError::TooManyNodes { nodes: max_nodes });
        }
    }
    tick();
    tokenizer.end();
    Ok(tokenizer.sink.builder.sink.finish())
}

type Builder = TreeBuilder<NodeId, HtmlTreeSink>;

/// Stands between tokenizer and tree builder and keeps the stack of open elements short.
///
/// When [`MAX_OPEN`] elements are open, the innermost is closed before another opens: deeper
/// elements become siblings, in order, with all their text. The elements closed early are
/// remembered, so that their own end tags, when they come, don't close their ancestors.
struct BoundedBuilder {
    builder: Builder,
    max_nodes: usize,
    overflowed: Cell<bool>,
    /// At least the number of open elements; made exact when it reaches the bound.
    open_at_most: Cell<usize>,
    /// The element opened last, while it may be the innermost open one.
    last_opened: RefCell<Option<LocalName>>,
    /// Elements closed early whose end tags are still to come, outermost first.
    closed_early: RefCell<Vec<LocalName>>,
}

/// Counts the handles that a tree builder holds: open elements, active formatting elements, and
/// up to four more.
struct HandleCount(Cell<usize>);

impl Tracer for HandleCount {
    type Handle = NodeId;

    fn trace_handle(&self, _node: &NodeId) {
        self.0.set(self.0.get() + 1);
    }
}

impl BoundedBuilder {
    fn new(builder: Builder, max_nodes: usize) -> Self {
        BoundedBuilder {
            builder,
            max_nodes,
            overflowed: Cell::new(false),
            open_at_most: Cell::new(0),
            last_opened: RefCell::new(None),
            closed_early: RefCell::new(Vec::new()),
        }
    }

    fn count_open(&self) -> usize {
        let count = HandleCount(Cell::new(0));
        self.builder.trace_handles(&count);
        count.0.get()
    }

    fn full(&self) -> bool {
        if self.open_at_most.get() >= MAX_OPEN {
            self.open_at_most.set(self.count_open());
        }
        self.open_at_most.get() >= MAX_OPEN
    }

    fn start(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        if is_void(&tag.name) {
            return self.builder.process_token(TagToken(tag), line);
        }
        if self.full()
            && let Some(name) = self.last_opened.take()
        {
            let end = Tag {
                kind: EndTag,
                name: name.clone(),
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            };
            // Never a raw text element: between those no start tag comes.
            let _ = self.builder.process_token(TagToken(end), line);
            self.closed_early.borrow_mut().push(name);
        }
        self.open_at_most.set(self.open_at_most.get() + 1);
        self.last_opened.replace(Some(tag.name.clone()));
        let result = self.builder.process_token(TagToken(tag), line);
        let nodes = self.builder.sink.0.borrow().tree.values().len();
        if nodes > self.max_nodes {
            self.overflowed.set(true);
        }
        result
    }

    fn end_tag(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        let mut closed_early = self.closed_early.borrow_mut();
        if let Some(name) = closed_early.last() {
            // An element open above those closed early gets its end tag first.
            if self.count_open() < MAX_OPEN {
                if *name == tag.name {
                    closed_early.pop();
                    return TokenSinkResult::Continue;
                }
                // An ancestor ends, and with it all that is inside.
                closed_early.clear();
            }
        }
        self.builder.process_token(TagToken(tag), line)
    }
}

impl TokenSink for BoundedBuilder {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if self.overflowed.get() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::CommentToken(_) => TokenSinkResult::Continue,
            TagToken(tag) if tag.kind == StartTag => self.start(tag, line),
            TagToken(tag) => self.end_tag(tag, line),
            other => self.builder.process_token(other, line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Elements without content, which never stay open.
fn is_void(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("area")
            | local_name!("base")
            | local_name!("basefont")
            | local_name!("bgsound")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("hr")
            | local_name!("img")
            | local_name!("input")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("param")
            | local_name!("source")
            | local_name!("track")
            | local_name!("wbr")
    )
}
