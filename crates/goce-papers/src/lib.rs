//! The methods of other papers that goce is compared with: boilerpipe, SD, LearnHTML, Web2Text, and the support vector
//! machine of the GOCE paper. Each module names its paper.

#![forbid(unsafe_code)]

pub mod boilerpipe;
pub mod learnhtml;
pub mod sd;
pub mod svm;
pub mod web2text;

use std::collections::HashMap;
use std::hash::Hash;

use goce_core::prelude::*;

/// Returns the number of a key, from 0 in the order in which keys come.
fn number_of<K: Eq + Hash>(known: &mut HashMap<K, u32>, key: K) -> Fallible<u32> {
    known.try_reserve(1)?;
    let next = known.len() as u32;
    Ok(*known.entry(key).or_insert(next))
}

#[cfg(test)]
mod tests {
    use goce_core::page::{Limits, Page};

    pub fn page(html: &str) -> Page {
        Page::parse(html, &Limits::default()).unwrap()
    }
}
