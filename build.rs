//! Links goce.so smaller where the linker and the C library can: equal functions once, relocations packed (DT_RELR).
//! Together they save a twelfth.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Of lld, by which rustc links on x86_64 Linux. GNU ld knows the second alone, and glibc before 2.36 does not.
const OPTIONS: [&str; 2] = ["-Wl,--icf=all", "-Wl,-z,pack-relative-relocs"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for option in OPTIONS.into_iter().filter(|option| makes_a_program(option)) {
        println!("cargo::rustc-link-arg-cdylib={option}");
    }
}

/// Returns `true` if a program that is linked with the option runs on this machine.
fn makes_a_program(option: &str) -> bool {
    let directory = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let (source, program) = (directory.join("links.rs"), directory.join("links"));
    let mut link = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    // The same linker as the library's.
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        link.arg(format!("-Clinker={linker}"));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    link.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    link.arg(&source).arg("-o").arg(&program).arg(format!("-Clink-arg={option}"));
    fs::write(&source, "fn main() {}").is_ok()
        && link.output().is_ok_and(|output| output.status.success())
        && Command::new(&program).output().is_ok_and(|output| output.status.success())
}
