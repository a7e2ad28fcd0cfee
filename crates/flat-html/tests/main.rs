//! The parser against html5lib's tests and against html5ever, as one program.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod differences;
mod html5lib;
mod reference;
