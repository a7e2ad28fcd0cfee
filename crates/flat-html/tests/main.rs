//! The parser beside html5lib's tests and beside html5ever, as one program.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod html5ever;
mod html5lib;
mod pages;
mod reference;
