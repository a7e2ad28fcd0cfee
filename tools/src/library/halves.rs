//! Pages in two halves by registered domain: one to develop on, one to report.

/// The names of the halves.
pub const HALVES: [&str; 2] = ["develop", "report"];

/// Returns the half of a page by its address: 0 or 1. Pages of a registered domain are in one half.
pub fn half(url: &str) -> usize {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or("");
    let labels: Vec<&str> = host.split('.').collect();
    // co.uk and its like.
    let count = match labels.as_slice() {
        [.., _, second, country] if country.len() == 2 && second.len() <= 3 => 3,
        _ => 2,
    };
    let domain = labels[labels.len().saturating_sub(count)..].join(".");
    // FNV-1a of 64 bits, of which the upper half is mixed best.
    let hash = domain.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
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
