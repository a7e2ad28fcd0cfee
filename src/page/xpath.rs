//! XPaths: where in the original page an element is.

use ego_tree::{NodeId, NodeRef};
use html5ever::{LocalName, ns};
use rustc_hash::FxHashMap;
use scraper::{Html, Node as DomNode};

/// Writes absolute XPaths with a position at every step: `/html[1]/body[1]/div[2]`.
///
/// Positions are counted once a parent, so that the paths of all elements of a page take time
/// linear in the page and in the paths' length.
#[derive(Debug)]
pub struct XPaths<'a> {
    html: &'a Html,
    /// The position of an element among its siblings of the same name, 1 for the first.
    positions: FxHashMap<NodeId, u32>,
}

impl<'a> XPaths<'a> {
    pub(super) fn new(html: &'a Html) -> Self {
        XPaths {
            html,
            positions: FxHashMap::default(),
        }
    }

    /// The XPath of an element, or of the parent of a text node.
    pub(super) fn of(&mut self, id: NodeId) -> String {
        let mut steps = Vec::new();
        let mut next = self.html.tree.get(id);
        while let Some(node) = next {
            if let DomNode::Element(element) = node.value() {
                let position = self.position(node);
                let name = &element.name.local;
                let plain = element.name.ns == ns!(html)
                    && name
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
                steps.push(if plain {
                    format!("/{name}[{position}]")
                } else {
                    // Names of other namespaces, and those with a colon, match no plain step.
                    format!("/*[name()=\"{name}\"][{position}]")
                });
            }
            next = node.parent();
        }
        steps.reverse();
        steps.concat()
    }

    fn position(&mut self, node: NodeRef<'_, DomNode>) -> u32 {
        if let Some(&position) = self.positions.get(&node.id()) {
            return position;
        }
        let mut seen: FxHashMap<&LocalName, u32> = FxHashMap::default();
        for sibling in node
            .parent()
            .into_iter()
            .flat_map(|parent| parent.children())
        {
            if let DomNode::Element(element) = sibling.value() {
                let position = seen.entry(&element.name.local).or_insert(0);
                *position += 1;
                self.positions.insert(sibling.id(), *position);
            }
        }
        self.positions.get(&node.id()).copied().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use crate::page::{Limits, Page, Tag};

    #[test]
    fn positions_count_all_siblings_of_a_name() {
        let page = Page::parse(
            "<div>a</div><p>x</p><div hidden>b</div><div><o:p>c<i>d</i></o:p></div>",
            &Limits::default(),
            &mut || (),
        )
        .unwrap();
        let mut xpaths = page.xpaths();
        let paths: Vec<String> = page
            .nodes()
            .iter()
            .enumerate()
            .filter(|(_, node)| node.tag() == Tag::Text)
            .map(|(position, _)| page.xpath(page.nodes()[position].parent(), &mut xpaths))
            .collect();
        assert_eq!(
            paths,
            [
                "/html[1]/body[1]/div[1]",
                "/html[1]/body[1]/p[1]",
                "/html[1]/body[1]/div[3]/*[name()=\"o:p\"][1]",
                "/html[1]/body[1]/div[3]/*[name()=\"o:p\"][1]/i[1]",
            ]
        );
    }
}
