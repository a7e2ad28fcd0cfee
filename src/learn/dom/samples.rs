//! Which elements of a page are samples.

use std::ops::Range;

use crate::page::{Page, Tag};

/// Nodes handled between two ticks.
const TICK_EVERY: usize = 4096;

/// The two sets of samples of the thesis (section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// Elements that hold blocks of text themselves (its first experiment).
    Blocks,
    /// All elements (its second).
    Tags,
}

/// An element and the blocks that it holds itself, not by elements of block level within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its position in the page.
    pub element: usize,
    /// Where its blocks stand in the list that [`samples`] returns.
    pub blocks: Range<usize>,
}

/// The samples of a page in document order, and the list of blocks that they refer to.
///
/// Blocks are those of [`Page::blocks`]; several that the same element holds, around elements
/// within it, have the same features and are one sample.
pub fn samples(page: &Page, of: Samples, tick: &mut dyn FnMut()) -> (Vec<Sample>, Vec<u32>) {
    let blocks = page.blocks();
    let mut order: Vec<u32> = (0..blocks.len() as u32).collect();
    order.sort_by_key(|&block| blocks[block as usize].element);
    tick();
    let mut samples = Vec::new();
    let mut next = 0;
    let mut take = |element: usize| {
        let start = next;
        while next < order.len() && blocks[order[next] as usize].element == element {
            next += 1;
        }
        Sample {
            element,
            blocks: start..next,
        }
    };
    for (position, node) in page.nodes().iter().enumerate() {
        if position % TICK_EVERY == 0 {
            tick();
        }
        if node.tag() == Tag::Text {
            continue;
        }
        let sample = take(position);
        if of == Samples::Tags || !sample.blocks.is_empty() {
            samples.push(sample);
        }
    }
    (samples, order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    #[test]
    fn elements_with_their_blocks() {
        let html = "<div>a<p>b <b>c</b></p>d</div>";
        let page = Page::parse(html, &Limits::default(), &mut || ()).unwrap();
        let texts = |of| -> Vec<(&str, Vec<&str>)> {
            let (samples, order) = samples(&page, of, &mut || ());
            samples
                .iter()
                .map(|sample| {
                    let blocks = order[sample.blocks.clone()].iter();
                    (
                        page.nodes()[sample.element].tag().name(),
                        blocks
                            .map(|block| page.block_text(&page.blocks()[*block as usize]))
                            .collect(),
                    )
                })
                .collect()
        };
        assert_eq!(
            texts(Samples::Blocks),
            [("div", vec!["a", "d"]), ("p", vec!["b c"])]
        );
        assert_eq!(
            texts(Samples::Tags),
            [
                ("html", vec![]),
                ("body", vec![]),
                ("div", vec!["a", "d"]),
                ("p", vec!["b c"]),
                ("b", vec![])
            ]
        );
    }
}
