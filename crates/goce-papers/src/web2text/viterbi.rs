//! The most probable labelling of a sequence, and how probable each label of it is (section 3.5).

use goce_core::learn::probability::sigmoid;
use goce_core::prelude::*;

/// The logarithms of a text node's potentials. Label 0 is boilerplate, 1 is content.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Potentials {
    /// p_i, for either label.
    pub unary: [f32; 2],
    /// p_ij, for each label and each label of the next node. Those of the last node do not count.
    pub pairwise: [[f32; 2]; 2],
}

/// Returns the labels, `true` for content, whose product of potentials is the greatest, by the Viterbi algorithm. Of equal
/// labellings it is the one with boilerplate at the last node where they differ.
pub fn decode(potentials: &[Potentials]) -> Fallible<Vec<bool>> {
    // For each node but the first and each label, the best label before it.
    let mut before: Vec<[bool; 2]> = try_with_capacity(potentials.len())?;
    let mut best = [0.0; 2];
    let mut last: Option<&Potentials> = None;
    for node in potentials.iter().checking(CHECK_EVERY) {
        let mut from = [false; 2];
        if let Some(last) = last {
            let reached = |label: usize, next: usize| -> f64 { best[label] + f64::from(last.pairwise[label][next]) };
            from = [0, 1].map(|next| reached(1, next) > reached(0, next));
            best = [0, 1].map(|next| reached(usize::from(from[next]), next));
        }
        best = [0, 1].map(|label| best[label] + f64::from(node.unary[label]));
        before.push(from);
        last = Some(node);
    }
    let mut label = best[1] > best[0];
    let mut labels = try_filled(false, before.len())?;
    for (from, label_of_node) in before.iter().zip(&mut labels).rev().checking(CHECK_EVERY) {
        *label_of_node = label;
        label = from[usize::from(label)];
    }
    Ok(labels)
}

/// Returns for each node the probability of content, in \[0, 1\], where the probability of a labelling is proportional to
/// its product of potentials (section 3.5): forwards and backwards.
pub fn marginals(potentials: &[Potentials]) -> Fallible<Vec<f32>> {
    // The logarithms of the odds of content of each node, by the node and all nodes before it.
    let mut odds: Vec<f64> = try_with_capacity(potentials.len())?;
    let mut last: Option<(&Potentials, f64)> = None;
    for node in potentials.iter().checking(CHECK_EVERY) {
        let before = last.map_or(0.0, |(last, odds)| {
            let to = |next: usize| {
                let from = last.pairwise.map(|from| f64::from(from[next]));
                log_sum(from[0], from[1] + odds)
            };
            to(1) - to(0)
        });
        let of_node = before + f64::from(node.unary[1]) - f64::from(node.unary[0]);
        odds.push(of_node);
        last = Some((node, of_node));
    }
    // Then by all nodes behind it.
    let mut behind = 0.0;
    for (index, node) in potentials.iter().enumerate().rev().checking(CHECK_EVERY) {
        if let Some(next) = potentials.get(index + 1) {
            let of_next = behind + f64::from(next.unary[1]) - f64::from(next.unary[0]);
            let to = |label: usize| {
                let to = node.pairwise[label].map(f64::from);
                log_sum(to[0], to[1] + of_next)
            };
            behind = to(1) - to(0);
        }
        odds[index] += behind;
    }
    try_collect(odds.iter().map(|odds| sigmoid(*odds) as f32))
}

/// Returns ln(e^a + e^b).
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high + libm::log1p(libm::exp(low - high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn score(potentials: &[Potentials], labels: &[bool]) -> f64 {
        let mut sum = 0.0;
        for (index, node) in potentials.iter().enumerate() {
            let label = usize::from(labels[index]);
            sum += f64::from(node.unary[label]);
            if let Some(next) = labels.get(index + 1) {
                sum += f64::from(node.pairwise[label][usize::from(*next)]);
            }
        }
        sum
    }

    fn labellings(length: usize) -> impl Iterator<Item = Vec<bool>> {
        (0..1 << length).map(move |bits: usize| (0..length).map(|i| bits >> i & 1 == 1).collect())
    }

    fn sequences() -> impl Strategy<Value = Vec<Potentials>> {
        let p = -9.0f32..0.0;
        let node = (prop::array::uniform2(p.clone()), prop::array::uniform2(prop::array::uniform2(p)));
        let node = node.prop_map(|(unary, pairwise)| Potentials { unary, pairwise });
        prop::collection::vec(node, 0..11)
    }

    proptest! {
        #[test]
        fn no_labelling_is_better(potentials in sequences()) {
            let found = decode(&potentials).unwrap();
            prop_assert_eq!(found.len(), potentials.len());
            let all = labellings(potentials.len()).map(|labels| score(&potentials, &labels));
            let best = all.fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((score(&potentials, &found) - best).abs() < 1e-9);
        }

        #[test]
        fn marginals_are_sums_over_all_labellings(potentials in sequences()) {
            let found = marginals(&potentials).unwrap();
            for (index, found) in found.iter().enumerate() {
                let (mut all, mut content) = (0.0, 0.0);
                for labels in labellings(potentials.len()) {
                    let probability = score(&potentials, &labels).exp();
                    all += probability;
                    content += f64::from(labels[index]) * probability;
                }
                prop_assert!((f64::from(*found) - content / all).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn neighbours_decide_where_a_node_does_not() {
        let sure = |content: f32| Potentials {
            unary: [(1.0 - content).ln(), content.ln()],
            pairwise: [[0.45f32.ln(), 0.05f32.ln()], [0.05f32.ln(), 0.45f32.ln()]],
        };
        let row = [0.9, 0.4, 0.9, 0.1, 0.6, 0.1].map(sure);
        let labels = decode(&row).unwrap();
        assert_eq!(labels, [true, true, true, false, false, false]);
        assert!(decode(&[]).unwrap().is_empty());
        // Nothing speaks for content.
        assert_eq!(decode(&[sure(0.5); 3]).unwrap(), [false; 3]);
    }

    #[test]
    fn long_sequences_do_not_overflow() {
        let node = Potentials {
            unary: [-80.0, -0.0],
            pairwise: [[-80.0, -0.0], [-80.0, -0.0]],
        };
        let row = vec![node; 100_000];
        let labels = decode(&row).unwrap();
        assert!(labels.iter().all(|label| *label));
        let marginals = marginals(&row).unwrap();
        assert!(marginals.iter().all(|p| *p == 1.0));
    }
}
