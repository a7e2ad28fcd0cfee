//! The integration tests, as one program: each program more links goce, tract and the reference parsers once more.
//!
//! `cargo test --test integration markdown::` runs one module. Only `memory.rs` is a program of its own: its
//! allocator refuses memory to whatever runs in the same process.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cards;
mod chunks;
mod decode;
mod expected;
mod functions;
mod golden_pages;
mod hidden;
mod hostile_markup;
mod html;
#[path = "../crates/flat-html/tests/reference/mod.rs"]
mod html_reference;
mod linear;
mod markdown;
mod meta;
mod metadata;
mod pages;
mod released;
mod rendering;
mod rooms;
mod select;
mod shapes;
mod site;
mod tag_soup;
mod trees;
mod warc;

/// Cargo looks for no tests by itself here (`autotests = false`): a file that nobody names would never run.
#[test]
fn every_file_is_a_module_or_a_program() {
    let sources = [
        include_str!("main.rs"),
        include_str!("../crates/goce-methods/Cargo.toml"),
    ]
    .concat();
    for file in pages::names(&pages::path("")) {
        let Some(name) = file.strip_suffix(".rs").filter(|name| *name != "main") else {
            continue;
        };
        let module = format!("\nmod {name};\n");
        let program = format!("\npath = \"../../tests/{file}\"\n");
        assert!(
            sources.contains(&module) || sources.contains(&program),
            "tests/{file} is named neither in tests/main.rs nor in crates/goce-methods/Cargo.toml"
        );
    }
}
