//! Containers: the elements that hold two blocks or more.
//!
//! Elements that hold the same blocks, one within the other, are one container. Blocks of a
//! container tend to be content together, or none of them.

use crate::page::prelude::*;

pub const NONE: u32 = u32::MAX;

/// An element that holds two blocks or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// The indices of its blocks in [`Page::blocks`].
    pub blocks: Range<u32>,
    /// The container around it, or [`NONE`].
    pub parent: u32,
    /// The number of containers around it.
    pub depth: u32,
    /// The position of its outermost element.
    pub outer: u32,
}

/// The containers of a page, a parent before its children.
#[derive(Debug)]
pub struct Containers {
    pub all: Vec<Container>,
    /// The innermost container of each node.
    of_node: Vec<u32>,
}

impl Containers {
    /// Returns the containers of a page. `blocks_before` has, for each node and for the end, the number of blocks that
    /// start before it.
    pub fn of(page: &Page, blocks_before: &[u32]) -> Fallible<Self> {
        let mut all: Vec<Container> = Vec::new();
        let mut of_node = try_with_capacity(page.nodes().len())?;
        for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
            let parent = if position == 0 { NONE } else { of_node[node.parent()] };
            let blocks = blocks_before[position]..blocks_before[page.end(position)];
            let around = all.get(parent as usize);
            let is_new =
                node.tag() != Tag::Text && blocks.len() > 1 && around.is_none_or(|around| around.blocks != blocks);
            if is_new {
                let depth = around.map_or(0, |around| around.depth + 1);
                of_node.push(all.len() as u32);
                all.try_push(Container {
                    blocks,
                    parent,
                    depth,
                    outer: position as u32,
                })?;
            } else {
                of_node.push(parent);
            }
        }
        Ok(Containers { all, of_node })
    }

    /// Returns the innermost container that a node is or is in, or [`NONE`].
    pub fn of_node(&self, position: usize) -> u32 {
        self.of_node[position]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::auto::features::Sums;

    #[test]
    fn elements_of_the_same_blocks_are_one() {
        let page = Page::sample("<div><section><ul><li>a<li>b</ul></section><p>c</p></div>");
        let containers = Containers::of(&page, &Sums::of(&page).unwrap().blocks_before).unwrap();
        let blocks: Vec<_> = containers.all.iter().map(|c| c.blocks.clone()).collect();
        assert_eq!(blocks, [0..3, 0..2]);
        assert_eq!((containers.all[1].parent, containers.all[1].depth), (0, 1));
        assert_eq!([1, 2].map(|block: usize| containers.of_node(page.blocks()[block].element())), [1, 0]);
    }
}
