//! The score of a block by all its tokens together, by logistic regression.
//!
//! A token's value in its table is that of the token alone: tokens that always come together each have the whole value.
//! Their weights share it. So a name that stands around content only because another one does has no weight.

use super::target_encoding::Encoded;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regression {
    /// Over the names of all ancestors of a block, and the tags of the next ones.
    Names,
    /// Over the words of a block, and of the heading that it stands under.
    Words,
}

/// Returns the share that each token of a kind has in the score, given their number: the squares of the shares sum up to
/// 1.
pub fn share(count: f32) -> f32 {
    1.0 / count.max(1.0).sqrt()
}

/// Returns the logarithm of the odds that a block with these tokens, of two kinds, is content.
pub fn score(kinds: [&Encoded; 2], bias: f32) -> f32 {
    let weights = kinds.map(|kind| kind.weight * share(kind.count));
    bias + weights[0] + weights[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_weigh_alike_whatever_their_number() {
        let encoded = |weight, count| Encoded {
            weight,
            count,
            ..Encoded::default()
        };
        let none = Encoded::default();
        assert_eq!(score([&encoded(8.0, 16.0), &encoded(-3.0, 1.0)], 0.5), -0.5);
        assert_eq!(score([&none, &encoded(-3.0, 9.0)], 0.5), -0.5);
        assert_eq!(score([&none, &none], 0.5), 0.5);
    }
}
