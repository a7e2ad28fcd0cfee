//! LearnHTML: features of elements by their place in the DOM ("Learning Web Content Extraction
//! from DOM", Nichita Uțiu, 2018), which its models learn from.
//!
//! Every element of a page is a sample: numbers of itself, of its five nearest ancestors and of five levels of its
//! descendants, and terms of its `id` and `class` ([`columns`], after Table 3.2). [`Dom`] reads them off a page in
//! linear time; a fitted [`Space`] makes of them the rows that a model is given, after selection by χ² (Table 3.1).

pub mod columns;
mod dom;
mod samples;
mod space;
pub mod terms;

pub use dom::{Dom, NumericFeatures};
pub use samples::{Sample, Samples, samples};
pub use space::{FeatureRow, MAX_TERMS, Space, Term, UnsoundSpace};
