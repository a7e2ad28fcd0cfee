//! The trees of `flat_html` beside those of html5ever and scraper, and pages made from others. goce's tests use it too.

pub mod bounded;
pub mod comparison;
pub mod mutations;
