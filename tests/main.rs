//! The integration tests, as one program: each program more links goce, tract and the reference parsers once more.
//!
//! `cargo test --test integration markdown::` runs one module. Only `memory.rs` is a program of its own: its
//! allocator refuses memory to whatever runs in the same process.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod decode;
mod expected;
mod golden_pages;
mod hostile_markup;
mod html;
mod html5lib;
mod html_reference;
mod interrupts;
mod learned_methods;
mod linear;
mod markdown;
mod metadata;
mod pages;
mod rendering;
mod sd;
mod shapes;
mod tag_soup;
mod warc;
