//! The elements of a page that are samples.

use std::ops::Range;

use super::by_key;
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
    let blocks = page.blocks().iter().enumerate();
    let (starts, order) = by_key(page.nodes().len(), blocks.map(|(index, block)| (block.element(), index)))?;
    let mut samples = Vec::new();
    for (element, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        let blocks = starts[element] as usize..starts[element + 1] as usize;
        if node.tag() != Tag::Text && (of == Samples::Tags || !blocks.is_empty()) {
            samples.try_push(Sample { element, blocks })?;
        }
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
