//! The features of elements that LearnHTML's models learn from.
//!
//! They are numbers of the element, of its five nearest ancestors and of five levels of its descendants, and terms of its
//! `id` and `class` ([`columns`], after Table 3.2). [`Dom`] measures the numbers in linear time. A fitted [`Space`] turns
//! numbers and terms into the rows of a model, after selection by χ² (Table 3.1).

pub mod columns;
mod dom;
mod samples;
mod space;
pub mod terms;

pub use dom::{Dom, NumericFeatures};
pub use samples::{Sample, Samples, samples};
pub use space::{FeatureRow, MAX_TERMS, Space, Term};
