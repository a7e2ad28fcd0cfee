//! How much of a site has the blocks of a page.

/// What share of its site's other pages has the text of each block of a page: what `site` makes of a profile, and
/// [`Options`](super::Options) hand on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frequencies {
    /// The pages that were counted, without the page itself.
    pub pages: u64,
    /// The share of each block of the page, in their order, in \[0, 1\].
    pub of_blocks: Vec<f32>,
}
