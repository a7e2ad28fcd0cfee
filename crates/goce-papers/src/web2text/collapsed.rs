//! The collapsed DOM: the tree of a page without the nodes that hold no text, in which every node with exactly one child
//! is merged with that child (section 3.1).

use std::ops::Range;

use goce_core::page::{Page, Tag};
use goce_core::prelude::*;

/// A node of the collapsed DOM: one node of the page, or nested ones that hold the same text nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collapsed {
    /// Its parent's place in [`CollapsedDom::nodes`]; the root's is its own.
    pub parent: u32,
    pub leaves: Range<u32>,
    /// The positions on the page of the outermost of its nodes and all below it.
    pub positions: Range<u32>,
}

#[derive(Clone, Debug, Default)]
pub struct CollapsedDom {
    nodes: Vec<Collapsed>,
    leaves: Vec<u32>,
    of_leaf: Vec<u32>,
}

impl CollapsedDom {
    /// Returns the collapsed DOM of a page, in time linear in the number of its nodes.
    ///
    /// Without the nodes that hold no text, of nested elements with the same text nodes each is the only child of the next.
    /// So a node of the collapsed DOM is a run of leaves that some node of the page holds.
    pub fn of(page: &Page) -> Fallible<Self> {
        let nodes = page.nodes();
        let mut leaves = Vec::new();
        let mut leaves_before = try_with_capacity(nodes.len() + 1)?;
        for (position, node) in nodes.iter().enumerate().checking(CHECK_EVERY) {
            leaves_before.push(leaves.len() as u32);
            if node.tag() == Tag::Text {
                leaves.try_push(position as u32)?;
            }
        }
        leaves_before.push(leaves.len() as u32);
        let mut dom = CollapsedDom {
            of_leaf: try_with_capacity(leaves.len())?,
            leaves,
            nodes: Vec::new(),
        };
        let mut collapsed_of: Vec<u32> = try_with_capacity(nodes.len())?;
        for (position, node) in nodes.iter().enumerate().checking(CHECK_EVERY) {
            let subtree = page.subtree(position);
            let held = leaves_before[subtree.start]..leaves_before[subtree.end];
            if held.is_empty() {
                collapsed_of.push(u32::MAX);
                continue;
            }
            let next = dom.nodes.len() as u32;
            // The parent of a node that holds text holds text too; the root is its own parent.
            let parent = match position {
                0 => next,
                _ => collapsed_of[node.parent()],
            };
            let around = dom.nodes.get(parent as usize);
            let collapsed = if around.is_some_and(|around| around.leaves == held) {
                parent
            } else {
                dom.nodes.try_push(Collapsed {
                    parent,
                    leaves: held,
                    positions: subtree.start as u32..subtree.end as u32,
                })?;
                next
            };
            collapsed_of.push(collapsed);
            if node.tag() == Tag::Text {
                dom.of_leaf.push(collapsed);
            }
        }
        Ok(dom)
    }

    /// Returns its nodes in document order, the root first.
    pub fn nodes(&self) -> &[Collapsed] {
        &self.nodes
    }

    /// Returns the positions on the page of its leaves, the text nodes.
    pub fn leaves(&self) -> &[u32] {
        &self.leaves
    }

    /// Returns the node of a leaf and its ancestors, from the leaf up. The root is repeated at the end.
    pub fn lineage<const N: usize>(&self, leaf: usize) -> [u32; N] {
        let mut node = self.of_leaf[leaf];
        std::array::from_fn(|step| {
            if step > 0 {
                node = self.nodes[node as usize].parent;
            }
            node
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cases;

    /// Returns for each node its text and behind `in` the text of its parent.
    fn collapse(html: &str) -> Vec<String> {
        let page = crate::tests::page(html);
        let dom = CollapsedDom::of(&page).unwrap();
        let text = |node: &Collapsed| {
            page.text_of(node.positions.start as usize..node.positions.end as usize).replace('\n', "|")
        };
        let nodes = dom.nodes().iter();
        nodes
            .map(|node| format!("{} in {}", text(node), text(&dom.nodes()[node.parent as usize])))
            .collect()
    }

    #[test]
    fn only_children_are_merged_with_their_parents() {
        // Figure 2: two links whose parents differ in the DOM and not in the collapsed one.
        let found = collapse("<ul><li><a>one</a></li><li><i></i> <a><b>two</b></a></li></ul>");
        assert_eq!(found, ["one|two in one|two", "one in one|two", "two in one|two"]);
    }

    #[test]
    fn texts_beside_elements_are_nodes() {
        let found = collapse("<p>a <b>b</b> c</p><div><p>d</p><p>e</p></div>");
        let expected = "
            a b c||d||e in a b c||d||e
            a b c in a b c||d||e
            a in a b c
            b in a b c
            c in a b c
            d||e in a b c||d||e
            d in d||e
            e in d||e";
        assert_eq!(found, cases::<1>(expected).flatten().collect::<Vec<_>>());
    }

    #[test]
    fn lineages_end_at_the_root() {
        let page = "<div><p>a</p><p>b</p></div>c";
        let page = crate::tests::page(page);
        let dom = CollapsedDom::of(&page).unwrap();
        assert_eq!(dom.lineage::<4>(1), [3, 1, 0, 0]);
        assert_eq!(dom.lineage::<4>(2), [4, 0, 0, 0]);
        assert!(collapse("").is_empty());
        assert!(collapse("<div><p></p></div>").is_empty());
        assert_eq!(collapse("x").len(), 1);
    }

    #[test]
    fn a_node_is_larger_than_its_children_and_linear_in_number() {
        let html = "<div>x<span>".repeat(50_000);
        let page = crate::tests::page(&html);
        let dom = CollapsedDom::of(&page).unwrap();
        assert!(dom.nodes().len() < 2 * dom.leaves().len());
        for node in &dom.nodes()[1..] {
            let parent = &dom.nodes()[node.parent as usize];
            assert!(parent.leaves.len() > node.leaves.len());
        }
    }
}
