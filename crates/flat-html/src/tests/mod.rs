//! Tests of the parser, and what they share: how a tree is written.

mod bounds;
mod damage;
mod trees;
mod xml;

use super::*;

pub(crate) fn tree(html: &str) -> Tree {
    parse(html, &Budget::default(), &mut || ()).unwrap()
}

/// Returns the tree of a page that may be damaged, or written as XML.
fn archived(html: &str) -> Tree {
    parse_archived(html, &Budget::default(), &mut || ()).unwrap()
}

/// Writes a tree with every end tag: `<svg:path>` for elements of SVG and MathML, `<content>` within templates.
pub(crate) fn write(tree: &Tree) -> String {
    let mut out = String::new();
    for edge in tree.root().traverse() {
        let (node, slash) = match edge {
            Edge::Open(node) => (node, ""),
            Edge::Close(node) => (node, "/"),
        };
        match node.value() {
            Node::Document => {}
            Node::Fragment => out += &format!("<{slash}content>"),
            Node::Text(text) if slash.is_empty() => out += text,
            Node::Text(_) => out += "|",
            Node::Element(element) => {
                let namespace = match element.namespace() {
                    Namespace::Html => "",
                    Namespace::Svg => "svg:",
                    Namespace::MathMl => "math:",
                };
                out += &format!("<{slash}{namespace}{}", element.name());
                for attribute in element.attrs().filter(|_| slash.is_empty()) {
                    let colon = if attribute.prefix().is_empty() { "" } else { ":" };
                    out += &format!(" {}{colon}{}={}", attribute.prefix(), attribute.name(), attribute.value());
                }
                out += ">";
            }
        }
    }
    out
}

/// Returns what `<body>` of a page holds.
fn body(html: &str) -> String {
    let all = write(&tree(html));
    let start = all.find("<body>").unwrap_or_else(|| panic!("{all}")) + 6;
    all[start..all.rfind("</body>").unwrap()].to_owned()
}

/// Returns the lines of a table of pages, in which `⏎` is a line break of the page. Lines of `//` are remarks.
fn pages(table: &str) -> impl Iterator<Item = String> {
    let lines = table.lines().map(|line| line.trim_start_matches(' '));
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).map(|line| line.replace('⏎', "\n"))
}

/// Returns the lines of a table of pages, each with what is expected of it behind `=>`.
pub(crate) fn cases(table: &str) -> impl Iterator<Item = [String; 2]> {
    pages(table).map(|line| {
        let (page, expected) = line.split_once(" => ").unwrap();
        [page, expected].map(str::to_owned)
    })
}

/// Checks what `<body>` of each page holds. A text ends with `|`.
fn check(table: &str) {
    for [html, expected] in cases(table) {
        assert_eq!(body(&html), expected, "{html}");
    }
}
