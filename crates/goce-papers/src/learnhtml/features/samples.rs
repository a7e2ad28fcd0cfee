//! The elements of a page that are samples.

use std::ops::Range;

use goce_core::page::{Page, Tag};
use goce_core::prelude::*;

/// The two sets of samples of the thesis (section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// Elements that hold blocks of text themselves (its first experiment).
    Blocks,
    /// All elements (its second).
    Tags,
}

/// An element and the blocks that it holds directly, not through elements of block level within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub element: usize,
    /// The places of its blocks in the list that [`samples`] returns.
    pub blocks: Range<usize>,
}

/// Returns the samples of a page in document order, and the list of blocks that they refer to.
///
/// Several blocks that one element holds have the same features, and are one sample.
pub fn samples(page: &Page, of: Samples) -> Fallible<(Vec<Sample>, Vec<u32>)> {
    let blocks = page.blocks();
    // Where the blocks of each element start, counted first.
    let mut starts = try_filled(0u32, page.nodes().len() + 1)?;
    for block in blocks.iter().checking(CHECK_EVERY) {
        starts[block.element() + 1] += 1;
    }
    let mut samples = Vec::new();
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        let start = starts[position];
        starts[position + 1] += start;
        let end = starts[position + 1];
        if node.tag() != Tag::Text && (of == Samples::Tags || start < end) {
            samples.try_push(Sample {
                element: position,
                blocks: start as usize..end as usize,
            })?;
        }
    }
    let mut order = try_filled(0, blocks.len())?;
    for (index, block) in blocks.iter().enumerate().checking(CHECK_EVERY) {
        let next = &mut starts[block.element()];
        order[*next as usize] = index as u32;
        *next += 1;
    }
    Ok((samples, order))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_with_their_blocks() {
        let html = "<div>a<p>b <b>c</b></p>d</div>";
        let page = crate::tests::page(html);
        let texts = |of| -> Vec<(&str, Vec<&str>)> {
            let (samples, order) = samples(&page, of).unwrap();
            samples
                .iter()
                .map(|sample| {
                    let blocks = order[sample.blocks.clone()].iter();
                    (
                        page.nodes()[sample.element].tag().name(),
                        blocks.map(|block| page.block_text(&page.blocks()[*block as usize])).collect(),
                    )
                })
                .collect()
        };
        assert_eq!(texts(Samples::Blocks), [("div", vec!["a", "d"]), ("p", vec!["b c"])]);
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
