//! html5ever's tree of a page, within the limits of `flat_html`.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use ego_tree::NodeId;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, Tracer, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, QualName, ns};
use scraper::{Html, HtmlTreeSink};

/// The most elements that are open at once, as in `flat_html::MAX_OPEN`.
const MAX_OPEN: usize = 256;

/// Returns html5ever's tree of a page, or nothing where copies of formatting elements outgrow the page.
pub fn parse(html: &str) -> Option<Html> {
    let sink = HtmlTreeSink::new(Html::new_document());
    let comment = sink.create_comment(StrTendril::new());
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    let builder = TreeBuilder::new(WithoutComments { sink, comment }, options);
    let bounded = BoundedBuilder::new(builder, 65_536 + html.len());
    // html5ever's own `discard_bom` drops a U+FEFF behind each script too, where the tokenizer is fed again.
    let options = TokenizerOpts {
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(bounded, options);
    let input = BufferQueue::default();
    let page = html.strip_prefix('\u{feff}').unwrap_or(html);
    input.push_back(StrTendril::from_slice(page));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    (!tokenizer.sink.overflowed.get()).then(|| tokenizer.sink.builder.sink.sink.finish())
}

/// Leaves out comments after the rules have seen them, so that the texts around them become one. Also knows which
/// annotations of MathML hold HTML, which scraper does not.
struct WithoutComments {
    sink: HtmlTreeSink,
    /// The one node that stands for each comment.
    comment: NodeId,
}

impl WithoutComments {
    fn is_comment(&self, node: &NodeOrText<NodeId>) -> bool {
        matches!(node, NodeOrText::AppendNode(id) if *id == self.comment)
    }
}

impl TreeSink for WithoutComments {
    type Output = Html;
    type Handle = NodeId;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Html {
        self.sink.finish()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.sink.get_document()
    }

    fn elem_name<'a>(&'a self, target: &NodeId) -> Ref<'a, QualName> {
        Ref::map(self.sink.0.borrow(), |html| {
            let node = html.tree.get(*target).unwrap();
            &node.value().as_element().unwrap().name
        })
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> NodeId {
        self.sink.create_element(name, attrs, flags)
    }

    fn create_comment(&self, _text: StrTendril) -> NodeId {
        self.comment
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeId {
        self.comment
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        if !self.is_comment(&child) {
            self.sink.append(parent, child);
        }
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        if !self.is_comment(&child) {
            self.sink.append_based_on_parent_node(element, previous, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        self.sink.append_doctype_to_document(name, public, system);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.sink.get_template_contents(target)
    }

    fn same_node(&self, a: &NodeId, b: &NodeId) -> bool {
        a == b
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.sink.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &NodeId, node: NodeOrText<NodeId>) {
        if !self.is_comment(&node) {
            self.sink.append_before_sibling(sibling, node);
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<Attribute>) {
        self.sink.add_attrs_if_missing(target, attrs);
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.sink.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        self.sink.reparent_children(node, new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &NodeId) -> bool {
        let html = self.sink.0.borrow();
        let element = html.tree.get(*node).unwrap();
        let element = element.value().as_element().unwrap();
        element.attr("encoding").is_some_and(|encoding| {
            encoding.eq_ignore_ascii_case("text/html") || encoding.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }
}

type Builder = TreeBuilder<NodeId, WithoutComments>;

/// Stands between html5ever's tokenizer and tree builder, and keeps the limits of `flat_html`'s `builder::bound`.
struct BoundedBuilder {
    builder: Builder,
    max_nodes: usize,
    overflowed: Cell<bool>,
    copied_attributes: Cell<usize>,
    attributes_of_copies: Cell<usize>,
    open_at_most: Cell<usize>,
    last_opened: RefCell<Option<LocalName>>,
    closed_early: RefCell<Vec<LocalName>>,
}

/// Counts the nodes that a tree builder holds: open and active formatting elements, the document, `<head>`, `<form>`.
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

    fn build(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        let nodes = || self.builder.sink.sink.0.borrow().tree.values().len();
        let before = nodes();
        let result = self.builder.process_token(token, line);
        let after = nodes();
        self.open_at_most.set(self.open_at_most.get() + (after - before));
        if after - before > 1 {
            let copies = self.attributes_of_copies.get() + (after - before - 1) * self.copied_attributes.get();
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
        if !self.closed_early.borrow().is_empty() && self.count_open() < MAX_OPEN {
            let mut closed_early = self.closed_early.borrow_mut();
            if let Some(place) = closed_early.iter().rposition(|name| *name == tag.name) {
                closed_early.truncate(place);
                return TokenSinkResult::Continue;
            }
            closed_early.clear();
        }
        self.build(TagToken(tag), line)
    }
}

impl TokenSink for BoundedBuilder {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if self.overflowed.get() {
            return TokenSinkResult::Continue;
        }
        match token {
            // The tree builder would take an error between `<pre>` and its first line break for a token, and keep the
            // line break.
            Token::ParseError(_) => TokenSinkResult::Continue,
            TagToken(tag) if tag.kind == StartTag => self.start(tag, line),
            TagToken(tag) => self.end_tag(tag, line),
            other => self.build(other, line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

fn is_formatting(name: &LocalName) -> bool {
    let names = "a b big code em font i nobr s small strike strong tt u";
    names.split(' ').any(|formatting| *formatting == **name)
}

fn is_void(name: &LocalName) -> bool {
    let names = "area base basefont bgsound br col embed hr img input link meta param source track wbr";
    names.split(' ').any(|void| *void == **name)
}

/// Returns the first difference between two trees of a page. The order of attributes counts for nothing.
pub fn difference(ours: &flat_html::Tree, theirs: &Html) -> Option<String> {
    use flat_html::{Edge, Namespace, Node};
    if ours.is_quirks() != (theirs.quirks_mode == QuirksMode::Quirks) {
        return Some(format!("{:?}, not {}", theirs.quirks_mode, ours.is_quirks()));
    }
    let mut other = theirs.tree.root().traverse().filter(|edge| {
        let (ego_tree::iter::Edge::Open(node) | ego_tree::iter::Edge::Close(node)) = edge;
        !matches!(node.value(), scraper::Node::Comment(_) | scraper::Node::Doctype(_))
    });
    let mut path: Vec<&str> = Vec::new();
    for edge in ours.root().traverse() {
        let other = other.next();
        let found = match (edge, other) {
            (Edge::Close(_), Some(ego_tree::iter::Edge::Close(_))) => {
                path.pop();
                continue;
            }
            (Edge::Open(node), Some(ego_tree::iter::Edge::Open(other))) => match (node.value(), other.value()) {
                (Node::Document, scraper::Node::Document) | (Node::Fragment, scraper::Node::Fragment) => {
                    path.push("#");
                    continue;
                }
                (Node::Text(a), scraper::Node::Text(b)) if *a == *b.text => {
                    path.push("text");
                    continue;
                }
                (Node::Text(a), scraper::Node::Text(b)) => {
                    format!("text {a:?} and {:?}", &*b.text)
                }
                (Node::Element(a), scraper::Node::Element(b)) => {
                    path.push(a.name());
                    let namespace = match a.namespace() {
                        Namespace::Html => ns!(html),
                        Namespace::Svg => ns!(svg),
                        Namespace::MathMl => ns!(mathml),
                    };
                    let mut left: Vec<_> = a.attrs().map(|at| (at.prefix(), at.name(), at.value())).collect();
                    let right = b.attrs.iter().map(|(name, value)| {
                        let prefix = name.prefix.as_deref().unwrap_or("");
                        (prefix, &*name.local, &**value)
                    });
                    let mut right: Vec<_> = right.collect();
                    left.sort_unstable();
                    right.sort_unstable();
                    if a.name() == b.name() && namespace == b.name.ns && left == right {
                        continue;
                    }
                    format!("{a:?} {left:?} and {b:?} {right:?}")
                }
                (a, b) => format!("{a:?} and {b:?}"),
            },
            (edge, other) => format!("{edge:?} and {other:?}"),
        };
        return Some(format!("in {}: {found}", path.join("/")));
    }
    other.next().map(|edge| format!("nothing and {edge:?}"))
}
