//! Web2Text (Vogels, Ganea and Eickhoff 2018): text nodes in a row, labelled together.
//!
//! A page's text nodes, the leaves of its collapsed DOM, make a sequence. Two convolutional networks
//! over their features give unary potentials to each and pairwise potentials to each two that
//! are neighbours; the labelling with the greatest product of potentials is the page's. What
//! docs/web2text.md says of the differences to the paper is stated here where it is decided:
//!
//! - [`collapsed`]: the collapsed DOM (section 3.1);
//! - [`counts`], [`stop_words`]: what the texts hold;
//! - [`features`]: Table 1, and the features of neighbours (section 3.3);
//! - [`network`]: the potentials (section 3.4);
//! - [`viterbi`]: the labelling (section 3.5).

pub mod collapsed;
pub mod counts;
pub mod features;
pub mod network;
pub mod stop_words;
pub mod viterbi;

/// Text nodes handled between two ticks.
const TICK_EVERY: usize = 256;
