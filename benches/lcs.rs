//! The longest common subsequence beside the plain quadratic table and rapidfuzz's bit-parallel
//! one, on the same token numbers: two texts of 20,000 words of Zipf-like frequency.
//!
//! `cargo bench -p goce-tools --bench lcs`. `benches/lcs_rapidfuzz.py FILE` times rapidfuzz's C++ core on the
//! texts that this writes.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod ratio;

use goce_core::evaluate::{TokenPair, lcs_length};
use rapidfuzz::distance::lcs_seq;

const WORDS: usize = 20_000;

/// Token numbers below `distinct`, token n about as frequent as 1 / (n + 1).
fn text(distinct: u32, mut seed: u64) -> Vec<u32> {
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let uniform = (seed >> 11) as f64 / (1u64 << 53) as f64;
        f64::from(distinct).powf(uniform) as u32
    };
    (0..WORDS).map(|_| next()).collect()
}

fn by_table(a: &[u32], b: &[u32]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

fn main() {
    let (mut criterion, home) = ratio::criterion();
    for distinct in [5_000, 300, 20] {
        let (gold, extracted) = (text(distinct, 1), text(distinct, 2));
        let pair = TokenPair {
            gold: gold.clone(),
            extracted: extracted.clone(),
            distinct: distinct as usize + 1,
        };
        assert_eq!(lcs_length(&pair), Ok(by_table(&gold, &extracted)));
        let file = home.with_file_name(format!("lcs-{distinct}.json"));
        std::fs::write(&file, format!("[{gold:?}, {extracted:?}]")).expect("a file to write");
        println!("texts of {distinct} different words: {}", file.display());

        let name = format!("lcs of {distinct} different words");
        let mut each = |run: &str, lcs: &dyn Fn() -> usize| ratio::bench(&mut criterion, &name, 10, run, lcs);
        each("goce", &|| lcs_length(&pair).unwrap());
        each("rapidfuzz crate", &|| lcs_seq::similarity(gold.iter().copied(), extracted.iter().copied()));
        each("table", &|| by_table(&gold, &extracted));
        ratio::print(&home, &name, "goce");
    }
}
