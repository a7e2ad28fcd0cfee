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

/// The same inside a tag that is longer than [`CHUNK`]: the tokenizer compares each attribute of
/// a tag with all before it.
const CHUNK_IN_TAG: usize = 32;

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
/// outgrows the page's length, which only unclosed formatting elements can cause.
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
    let mut in_tag = false;
    while !rest.is_empty() {
        tick();
        let chunk = if in_tag { CHUNK_IN_TAG } else { CHUNK };
        let mut end = rest.len().min(chunk);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (chunk, after) = rest.split_at(end);
        rest = after;
        input.push_back(StrTendril::from_slice(chunk));
        // The tokenizer also stops where a script ends and where a <meta> names an encoding.
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        in_tag = !tokenizer.sink.saw_token.replace(false);
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
    /// Whether a token came since this was last read.
    saw_token: Cell<bool>,
    /// The most attributes of a formatting element so far: each of its copies has them again.
    copied_attributes: Cell<usize>,
    /// Attributes of copies so far, at most.
    attributes_of_copies: Cell<usize>,
    /// At least the number of open elements; made exact when it reaches the bound.
    open_at_most: Cell<usize>,
    /// The element opened last, while it may be the innermost open one.
    last_opened: RefCell<Option<LocalName>>,
    /// Elements closed early whose end tags may still come, outermost first.
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
            saw_token: Cell::new(false),
            copied_attributes: Cell::new(0),
            attributes_of_copies: Cell::new(0),
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

    /// Hands a token on, and counts what becomes of it.
    fn build(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        let nodes = || self.builder.sink.0.borrow().tree.values().len();
        let before = nodes();
        let result = self.builder.process_token(token, line);
        let after = nodes();
        // Every new node may be an open element: besides that of a tag also those that the
        // parser adds of itself, and copies of formatting elements.
        self.open_at_most
            .set(self.open_at_most.get() + (after - before));
        if after - before > 1 {
            let copies = self.attributes_of_copies.get()
                + (after - before - 1) * self.copied_attributes.get();
            self.attributes_of_copies.set(copies);
        }
        if after + self.attributes_of_copies.get() > self.max_nodes {
            self.overflowed.set(true);
        }
        result
    }

    fn start(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        if is_void(&tag.name) {
            return self.build(TagToken(tag), line);
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
            let _ = self.build(TagToken(end), line);
            self.closed_early.borrow_mut().push(name);
        }
        if is_formatting(&tag.name) {
            let attributes = self.copied_attributes.get().max(tag.attrs.len());
            self.copied_attributes.set(attributes);
        }
        self.last_opened.replace(Some(tag.name.clone()));
        self.build(TagToken(tag), line)
    }

    fn end_tag(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        // An element open above those closed early gets its end tag first.
        if !self.closed_early.borrow().is_empty() && self.count_open() < MAX_OPEN {
            let mut closed_early = self.closed_early.borrow_mut();
            if let Some(place) = closed_early.iter().rposition(|name| *name == tag.name) {
                // Those inside it, whose end tags are optional or missing, end with it.
                closed_early.truncate(place);
                return TokenSinkResult::Continue;
            }
            // An ancestor ends, and with it all that is inside.
            closed_early.clear();
        }
        self.build(TagToken(tag), line)
    }
}

impl TokenSink for BoundedBuilder {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if matches!(token, Token::ParseError(_)) {
            return TokenSinkResult::Continue;
        }
        self.saw_token.set(true);
        if self.overflowed.get() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::CommentToken(_) => TokenSinkResult::Continue,
            TagToken(tag) if tag.kind == StartTag => self.start(tag, line),
            TagToken(tag) => self.end_tag(tag, line),
            other => self.build(other, line),
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

/// Elements that the HTML standard has repeated in every block while they are not closed.
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(html: &str) -> Html {
        parse(html, &Limits::default(), &mut || ()).unwrap()
    }

    /// The number of ancestors of the deepest node.
    fn depth(html: &Html) -> usize {
        let mut depth = 0usize;
        let mut deepest = 0;
        for edge in html.tree.root().traverse() {
            match edge {
                ego_tree::iter::Edge::Open(_) => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                ego_tree::iter::Edge::Close(_) => depth -= 1,
            }
        }
        deepest
    }

    #[test]
    fn as_scraper_parses() {
        let html =
            "<!doctype html><title>t</title><ul><li>a<li>b</ul><p>c<b>d<p>e</b>f<table><td>g";
        assert_eq!(tree(html).html(), Html::parse_document(html).html());
    }

    #[test]
    fn deep_nesting_becomes_siblings_with_all_text_in_order() {
        for name in [
            "div", "b", "span", "section", "li", "svg", "td", "button", "ins",
        ] {
            let mut html = String::new();
            for i in 0..2000 {
                html += &format!("<{name}>w{i} ");
            }
            for i in 0..2000 {
                html += &format!("</{name}>v{i} ");
            }
            let parsed = tree(&html);
            assert!(depth(&parsed) <= MAX_OPEN + 8, "{name} {}", depth(&parsed));
            let text: String = parsed.root_element().text().collect();
            let mut expected: Vec<String> = (0..2000).map(|i| format!("w{i}")).collect();
            expected.extend((0..2000).map(|i| format!("v{i}")));
            assert_eq!(
                text.split_whitespace().collect::<Vec<_>>(),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn what_follows_deep_nesting_keeps_its_place() {
        let deep = "<div>".repeat(1000) + "x" + &"</div>".repeat(1000);
        let html = format!("<main><section>{deep}<p>after</p></section><p>last</p></main>");
        let parsed = tree(&html);
        let selector = scraper::Selector::parse("main > section > p").unwrap();
        let after: Vec<String> = parsed
            .select(&selector)
            .map(|p| p.text().collect())
            .collect();
        assert_eq!(after, ["after"]);
        let selector = scraper::Selector::parse("main > p").unwrap();
        assert_eq!(parsed.select(&selector).count(), 1);
    }

    #[test]
    fn optional_end_tags_may_be_missing_in_deep_nesting() {
        let deep = "<div><p>x".repeat(300) + &"</div>".repeat(300);
        let html = format!("<main><section>{deep}<p>after</section><p>last</main>");
        let selector = scraper::Selector::parse("main > section > p, main > p").unwrap();
        assert_eq!(tree(&html).select(&selector).count(), 2);
        let deep = "<ul><li>x".repeat(300) + &"</ul>".repeat(300);
        let html = format!("<main><section>{deep}<p>after</section><p>last</main>");
        assert_eq!(tree(&html).select(&selector).count(), 2);
    }

    #[test]
    fn repeated_attributes_count() {
        let attributes: String = (0..1000).map(|i| format!(" a{i}=1")).collect();
        let html = format!("<p><font{attributes}>{}", "<p>x".repeat(20_000));
        let result = parse(&html, &Limits::default(), &mut || ()).map(|_| ());
        assert!(matches!(result, Err(PageError::TooManyNodes { .. })));
        // Without the repetition they are a page like any other.
        let html = format!("<font{attributes}>x</font>{}", "<p>x".repeat(20_000));
        assert!(parse(&html, &Limits::default(), &mut || ()).is_ok());
    }

    #[test]
    fn long_tags_tick_often() {
        let html = format!("<p{}>", " a=1".repeat(100_000));
        let mut ticks = 0;
        parse(&html, &Limits::default(), &mut || ticks += 1).unwrap();
        assert!(ticks > html.len() / 2 / CHUNK_IN_TAG);
    }

    #[test]
    fn an_ancestors_end_ends_what_was_closed_early() {
        let deep = "<span>".repeat(1000);
        let html = format!("<main><div>{deep}x</div><p>after</p></main>");
        let selector = scraper::Selector::parse("main > p").unwrap();
        assert_eq!(tree(&html).select(&selector).count(), 1);
    }

    #[test]
    fn repeated_formatting_is_refused_when_it_explodes() {
        let fonts: String = (0..200).map(|i| format!("<font color={i}>")).collect();
        let html = format!("<p>{fonts}{}", "<p>x".repeat(10_000));
        let nodes = FREE_NODES + html.len();
        let result = parse(&html, &Limits::default(), &mut || ()).map(|_| ());
        assert_eq!(result, Err(PageError::TooManyNodes { nodes }));
    }

    #[test]
    fn limits_and_ticks() {
        let html = "<p>é".repeat(10_000);
        let limits = Limits { max_bytes: 100 };
        assert_eq!(
            parse(&html, &limits, &mut || ()).map(|_| ()),
            Err(PageError::TooLarge {
                bytes: html.len(),
                limit: 100
            })
        );
        let mut ticks = 0;
        parse(&html, &Limits::default(), &mut || ticks += 1).unwrap();
        assert!(ticks >= html.len() / CHUNK);
    }
}
