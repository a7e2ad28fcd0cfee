//! The trees of `flat_html` against those of html5ever and scraper, on pages that are made of others.

pub mod bounded;
pub mod comparison;
pub mod mutations;
