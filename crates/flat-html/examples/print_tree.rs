//! Prints the tree of a page, one node a line, indented by its depth.
//!
//! `cargo run -p flat-html --example print_tree -- FILE`, or without a file the page on standard input.

use std::error::Error;
use std::fs;
use std::io::{Read, Write, stdin, stdout};

use flat_html::{Budget, Edge, Namespace, Node, Tree, parse};

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args_os().nth(1) {
        Some(path) => fs::read(path)?,
        None => {
            let mut bytes = Vec::new();
            stdin().read_to_end(&mut bytes)?;
            bytes
        }
    };
    let page = String::from_utf8_lossy(&bytes);
    let tree = parse(&page, &Budget::default(), &mut || ())?;
    print(&tree, &mut stdout().lock())?;
    Ok(())
}

/// Writes a line for each node. [`flat_html::NodeRef::traverse`] visits each node twice: where it begins and where it
/// ends.
fn print(tree: &Tree, out: &mut dyn Write) -> std::io::Result<()> {
    let mut depth = 0;
    for edge in tree.root().traverse() {
        let Edge::Open(node) = edge else {
            depth -= 1;
            continue;
        };
        write!(out, "{:1$}", "", 2 * depth)?;
        depth += 1;
        match node.value() {
            Node::Document if tree.is_quirks() => writeln!(out, "document in quirks mode")?,
            Node::Document => writeln!(out, "document")?,
            Node::Fragment => writeln!(out, "content of the template")?,
            Node::Text(text) => writeln!(out, "{text:?}")?,
            Node::Element(element) => {
                let namespace = match element.namespace() {
                    Namespace::Html => "",
                    Namespace::Svg => "svg ",
                    Namespace::MathMl => "math ",
                };
                write!(out, "<{namespace}{}", element.name())?;
                for attribute in element.attrs() {
                    match attribute.prefix() {
                        "" => write!(out, " {}={:?}", attribute.name(), attribute.value())?,
                        prefix => {
                            write!(out, " {prefix}:{}={:?}", attribute.name(), attribute.value())?;
                        }
                    }
                }
                writeln!(out, ">")?;
            }
        }
    }
    Ok(())
}
