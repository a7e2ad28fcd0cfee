//! Pages in two halves by registered domain: one to develop on, one to report.

use goce_core::texts::site::registered_domain;

/// The names of the halves.
pub const HALVES: [&str; 2] = ["develop", "report"];

/// Returns the half of a page by its address: 0 or 1. Pages of a registered domain are in one half.
pub fn half(url: &str) -> usize {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or("");
    // FNV-1a of 64 bits, of which the upper half is mixed best.
    let hash = registered_domain(host).bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x100_0000_01b3)
    });
    usize::from((hash >> 32) % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_a_domain_are_in_one_half() {
        for (one, other) in [
            ("https://a.example.org/x", "http://b.example.org?y"),
            ("https://www.example.co.uk", "https://example.co.uk:80/"),
        ] {
            assert_eq!(half(one), half(other));
        }
        let halves: Vec<usize> = (0..64).map(|n| half(&format!("https://x{n}.org/"))).collect();
        assert!((16..48).contains(&halves.iter().sum::<usize>()));
    }
}
