//! HTML read by html5ever and written again must be the same.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use html5ever::driver::{ParseOpts, parse_document, parse_fragment};
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{LocalName, QualName, ns};
use scraper::{Html, HtmlTreeSink, Node};

use super::assert_same;

/// The order in which goce writes attributes. The tree keeps them in the order of their names.
const ORDER: [&str; 12] = [
    "lang", "dir", "colspan", "rowspan", "start", "value", "datetime", "alt", "title", "href", "rel", "src",
];

fn options(scripting_enabled: bool) -> ParseOpts {
    ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    }
}

/// Returns the trees that browsers make of HTML: in several elements, as a page, and as a page with a doctype.
fn trees(html: &str) -> Vec<Html> {
    let mut trees = Vec::new();
    for scripting in [false, true] {
        for context in ["div", "td", "body", "li"] {
            let name = QualName::new(None, ns!(html), LocalName::from(context));
            let sink = HtmlTreeSink::new(Html::new_fragment());
            let parser = parse_fragment(sink, options(scripting), name, Vec::new(), false);
            trees.push(parser.one(html));
        }
        for start in ["", "<!DOCTYPE html><body>"] {
            let sink = HtmlTreeSink::new(Html::new_document());
            trees.push(parse_document(sink, options(scripting)).one(format!("{start}{html}")));
        }
    }
    trees
}

fn escaped(text: &str, quotes: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => *out += "&amp;",
            '<' => *out += "&lt;",
            '>' => *out += "&gt;",
            '"' if quotes => *out += "&quot;",
            '\u{a0}' => *out += "&nbsp;",
            '\r' => *out += "&#13;",
            c => out.push(c),
        }
    }
}

/// Returns the content of the page's body, or of a fragment.
fn written(tree: &Html) -> String {
    let root = tree.root_element();
    let body = root
        .children()
        .find(|node| node.value().as_element().is_some_and(|element| element.name() == "body"));
    let inside: NodeRef<Node> = body.unwrap_or(*root);
    let mut out = String::new();
    for edge in inside.traverse() {
        match edge {
            Edge::Open(node) if node == inside => {}
            Edge::Close(node) if node == inside => {}
            Edge::Open(node) => match node.value() {
                Node::Element(element) => {
                    out += &format!("<{}", element.name());
                    let mut attributes: Vec<_> = element.attrs.iter().collect();
                    attributes.sort_by_key(|(name, _)| ORDER.iter().position(|known| **known == *name.local));
                    for (name, value) in attributes {
                        out += &format!(" {}=\"", name.local);
                        escaped(value, true, &mut out);
                        out.push('"');
                    }
                    out.push('>');
                    let first = node.first_child().and_then(|child| child.value().as_text());
                    if element.name() == "pre" && first.is_some_and(|text| text.starts_with('\n')) {
                        out.push('\n');
                    }
                }
                Node::Text(text) => escaped(text, false, &mut out),
                other => out += &format!("{other:?}"),
            },
            Edge::Close(node) => {
                if let Node::Element(element) = node.value()
                    && !matches!(element.name(), "br" | "hr" | "img")
                {
                    out += &format!("</{}>", element.name());
                }
            }
        }
    }
    out
}

/// Panics if a parser reads something other than the HTML.
#[track_caller]
pub fn check(html: &str, name: &str) {
    for tree in trees(html) {
        assert_same(&written(&tree), html, name);
    }
}
