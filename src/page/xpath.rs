//! XPaths: where in the original page an element is.

use std::collections::HashMap;

use ego_tree::{NodeId, NodeRef};
use html5ever::{LocalName, ns};
use rustc_hash::FxHashMap;
use scraper::node::Element;
use scraper::{Html, Node as DomNode};

/// Longest element name that is written; no element of HTML has a longer one.
const MAX_NAME: usize = 32;

/// Positions of elements among their siblings, counted once a parent, so that the XPaths of all
/// elements of a page take time linear in the page and in the paths' length.
///
/// Paths are absolute, with a position at every step: `/html[1]/body[1]/div[2]`. Elements of
/// other namespaces, and those with odd names, are written as `*`, their position counted
/// among all elements: `/html[1]/body[1]/*[3]`.
#[derive(Debug, Default)]
pub struct XPaths {
    /// Position among the siblings of the same name, and among all, 1 for the first.
    positions: FxHashMap<NodeId, (u32, u32)>,
}

impl XPaths {
    /// The XPath of an element, or of the parent of a text node.
    pub(super) fn of(&mut self, html: &Html, id: NodeId, tick: &mut dyn FnMut()) -> String {
        let mut steps = Vec::new();
        let mut next = html.tree.get(id);
        while let Some(node) = next {
            if let DomNode::Element(element) = node.value() {
                let (of_name, of_all) = self.position(node, tick);
                let name = &element.name.local;
                steps.push(if is_plain(element) {
                    format!("/{name}[{of_name}]")
                } else {
                    format!("/*[{of_all}]")
                });
            }
            next = node.parent();
        }
        steps.reverse();
        steps.concat()
    }

    fn position(&mut self, node: NodeRef<'_, DomNode>, tick: &mut dyn FnMut()) -> (u32, u32) {
        if let Some(&positions) = self.positions.get(&node.id()) {
            return positions;
        }
        // The page chooses the names.
        let mut seen: HashMap<&LocalName, u32> = HashMap::new();
        let mut elements = 0;
        for sibling in node
            .parent()
            .into_iter()
            .flat_map(|parent| parent.children())
        {
            if let DomNode::Element(element) = sibling.value() {
                elements += 1;
                if elements % TICK_EVERY == 0 {
                    tick();
                }
                // A step with a name matches elements of no namespace but HTML's.
                let of_name = if is_plain(element) {
                    let count = seen.entry(&element.name.local).or_insert(0);
                    *count += 1;
                    *count
                } else {
                    0
                };
                self.positions.insert(sibling.id(), (of_name, elements));
            }
        }
        self.positions.get(&node.id()).copied().unwrap_or((1, 1))
    }
}

/// Siblings counted between two ticks.
const TICK_EVERY: u32 = 16 * 1024;

fn is_plain(element: &Element) -> bool {
    let name = element.name.local.as_bytes();
    let odd = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'-' && *byte != b'_';
    element.name.ns == ns!(html) && name.len() <= MAX_NAME && !name.iter().any(odd)
}

#[cfg(test)]
mod tests {
    use crate::page::{Limits, Page, Tag, XPaths};

    #[test]
    fn positions_count_all_siblings_of_a_name() {
        let page = Page::parse(
            "<div>a</div><p>x</p><div hidden>b</div><div><o:p>c<i>d</i></o:p></div>",
            &Limits::default(),
            &mut || (),
        )
        .unwrap();
        let mut xpaths = XPaths::default();
        let paths: Vec<String> = page
            .nodes()
            .iter()
            .enumerate()
            .filter(|(_, node)| node.tag() == Tag::Text)
            .map(|(position, _)| {
                page.xpath(page.nodes()[position].parent(), &mut xpaths, &mut || ())
            })
            .collect();
        assert_eq!(
            paths,
            [
                "/html[1]/body[1]/div[1]",
                "/html[1]/body[1]/p[1]",
                "/html[1]/body[1]/div[3]/*[1]",
                "/html[1]/body[1]/div[3]/*[1]/i[1]",
            ]
        );
    }
}
