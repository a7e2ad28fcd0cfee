//! What trainings share: features in bins, trees that are grown on them, a regression over sparse rows, and folds.
//!
//! The corrections of `auto` and the models of LearnHTML grow their trees here. A criterion tells their trees apart: boosted
//! trees gain by gradients, CART by Gini's impurity.

pub mod bins;
pub mod folds;
pub mod trees;
