//! From the scores of a page's blocks to the blocks that are content: the selection with the highest expected F1 when the
//! blocks of one container stand or fall together.
//!
//! The blocks that are content are sampled jointly (a Gaussian copula). A block's normal number is the sum of one of its
//! own and one of each container around it, which have the share [`SHARED`] of its variance. The block is content in the
//! samples in which this number lies below the quantile of its probability. A selection's expected F1 is its mean F1 over
//! the samples. The selections that are tried are the blocks down to each probability, and none.

use once_cell::sync::OnceCell;

use super::Weighing;
use super::features::Blocks;
use super::features::containers::{Container, NONE};
use crate::extract::{Focus, Options};
use crate::learn::probability::sigmoid;
use crate::learn::random::Random;
use crate::prelude::*;

/// Samples: half of them fixed normals, half the same with their signs turned.
const SAMPLES: usize = 64;
const HALF: usize = SAMPLES / 2;

/// The share of a block's variance that it has in common with others of its containers.
const SHARED: f32 = 0.6;

/// Sequences of fixed normals. Blocks share one if there are more of them.
const SEQUENCES: usize = 2048;

/// The last of these sequences, which are for containers.
const OF_CONTAINERS: usize = 512;

/// The blocks that are content, and how good that selection is expected to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// For each block, the probability that it is content.
    pub probabilities: Vec<f32>,
    /// For each block, `true` if it is content.
    pub selected: Vec<bool>,
    /// The expected F1 of the selection, in \[0, 1\], whatever the focus. Of an empty one it is the probability that
    /// nothing is content.
    pub expected_f1: f32,
}

/// The blocks of a page as a decision sees them, without what their features are computed from.
#[derive(Debug)]
pub struct Weighed {
    /// The weight of each block, in words.
    pub weights: Vec<f32>,
    containers: Vec<Container>,
    /// The innermost container of each block.
    container_of: Vec<u32>,
}

impl Weighed {
    pub fn of(blocks: Blocks<'_>) -> Fallible<Self> {
        let elements = blocks.page.blocks().iter().map(|block| block.element());
        let container_of = try_collect(elements.map(|element| blocks.containers.of_node(element)))?;
        interrupts::check();
        Ok(Weighed {
            weights: blocks.weights,
            containers: blocks.containers.all,
            container_of,
        })
    }
}

/// Decides for a page, given the score of each block (the log-odds that it is content), and whether nothing may be.
pub fn decide(
    blocks: &Weighed,
    mut scores: Vec<f32>,
    may_be_empty: bool,
    options: &Options<'_>,
    weighing: Weighing,
) -> Fallible<Decision> {
    let best = |may_be_empty, scores| best_selection(blocks, may_be_empty, options.focus, to_probabilities(scores));
    let Some(site) = options.site else {
        return best(may_be_empty, scores);
    };
    let alone = best(may_be_empty, try_collect(scores.iter().copied())?)?;
    if weighing.are_copies(site, &blocks.weights, &alone.selected) {
        return Ok(alone);
    }
    weighing.weigh(site, &blocks.weights, &mut scores);
    // The site says which blocks of a page are not its content, not that it has no content.
    best(may_be_empty && !alone.selected.contains(&true), scores)
}

/// Returns the best selection that is not empty, given the score of each block.
pub fn most_likely(blocks: &Weighed, scores: Vec<f32>) -> Fallible<Vec<bool>> {
    Ok(best_selection(blocks, false, Focus::Balanced, to_probabilities(scores))?.selected)
}

/// Replaces scores (log-odds) by their probabilities.
fn to_probabilities(mut scores: Vec<f32>) -> Vec<f32> {
    for score in scores.iter_mut().checking(CHECK_EVERY) {
        *score = sigmoid(f64::from(*score)) as f32;
    }
    scores
}

/// Returns the selection with the highest expected F, given for each block the probability that it is content. The
/// selection may be empty if `may_be_empty` says so.
fn best_selection(blocks: &Weighed, may_be_empty: bool, focus: Focus, probabilities: Vec<f32>) -> Fallible<Decision> {
    let weights = &blocks.weights;
    let samples = samples(blocks, &probabilities)?;
    // The weight of the content in each sample.
    let mut truth = [0.0f32; SAMPLES];
    for (bits, weight) in samples.iter().zip(weights).checking(CHECK_EVERY) {
        for (truth, is_content) in truth.iter_mut().zip(unpacked(*bits).as_flattened()) {
            *truth += weight * is_content;
        }
    }
    let empty = truth.iter().filter(|truth| **truth == 0.0).count();
    // The best selection so far: its measure F and its F1, both summed over the samples, and the number of its blocks.
    let none = if may_be_empty { empty as f32 } else { 0.0 };
    let mut best = (none, none, 0);
    // The likeliest block first, the first of equals: numbers that are not negative have the order of their bits.
    let keys = probabilities.iter().zip(0u32..);
    let keys = keys.map(|(probability, block)| u64::from(!probability.to_bits()) << 32 | u64::from(block));
    let mut order: Vec<u64> = try_collect(keys)?;
    interrupts::sort(&mut order);
    let block_of = |key: u64| key as u32 as usize;
    // The measure F, with the focus' weight of recall, from the weights that are shared, selected and true.
    let squared = focus.beta() * focus.beta();
    let mut shared = [0.0f32; SAMPLES];
    let mut selected = 0.0;
    for (position, key) in order.iter().enumerate().checking(CHECK_EVERY) {
        let block = block_of(*key);
        let weight = weights[block];
        let is_content = unpacked(samples[block]);
        selected += weight;
        let mut of_samples = [0.0f32; SAMPLES];
        for (sample, is_content) in is_content.as_flattened().iter().enumerate() {
            shared[sample] += weight * is_content;
            // Where nothing is content nothing is shared either.
            of_samples[sample] = shared[sample] / (selected + squared * truth[sample]);
        }
        // In their order: the sum of floats depends on it.
        let score: f32 = of_samples.iter().sum();
        let score = (1.0 + squared) * score;
        // Blocks of one probability are taken together, or none of them.
        let next = order.get(position + 1);
        let is_last = next.is_none_or(|next| probabilities[block_of(*next)] != probabilities[block]);
        if is_last && score > best.0 {
            let f1 = match focus {
                Focus::Balanced => score,
                _ => {
                    let of_samples = shared.iter().zip(&truth);
                    2.0 * of_samples.map(|(shared, truth)| shared / (selected + truth)).sum::<f32>()
                }
            };
            best = (score, f1, position + 1);
        }
        // From time to time: can any larger selection be better?
        if (position + 1).is_multiple_of(16) {
            // More blocks cannot share more than all that is true, and select no less. Sums in another order round
            // otherwise, by less than this slack.
            let of_samples = truth.iter().map(|truth| truth / (selected + squared * truth));
            let slack = 1.0001 + 4.0 * f32::EPSILON * order.len() as f32;
            if (1.0 + squared) * of_samples.sum::<f32>() * slack < best.0 {
                break;
            }
        }
    }
    let mut selected = try_filled(false, probabilities.len())?;
    for key in &order[..best.2] {
        selected[block_of(*key)] = true;
    }
    Ok(Decision {
        probabilities,
        selected,
        expected_f1: best.1 / SAMPLES as f32,
    })
}

/// Returns the bits of a block, 1.0 or 0.0 each, from the lowest on.
#[inline]
fn unpacked(bits: u64) -> [[f32; 4]; SAMPLES / 4] {
    static OF_FOUR: [[f32; 4]; 16] = {
        let mut of_four = [[0.0; 4]; 16];
        let mut place = 0;
        while place < 64 {
            of_four[place / 4][place % 4] = ((place / 4) >> (place % 4) & 1) as f32;
            place += 1;
        }
        of_four
    };
    std::array::from_fn(|four| OF_FOUR[(bits >> (4 * four) & 15) as usize])
}

/// The bit of each sample. A processor takes several from a table at once, but shifts no two by different numbers.
const BITS: [u32; HALF] = {
    let mut bits = [0; HALF];
    let mut sample = 0;
    while sample < HALF {
        bits[sample] = 1 << sample;
        sample += 1;
    }
    bits
};

/// Returns 64 bits for each block: the bit of a sample is 1 if the block is content in it.
fn samples(blocks: &Weighed, probabilities: &[f32]) -> Fallible<Vec<u64>> {
    let Weighed {
        containers,
        container_of,
        ..
    } = blocks;
    // The sums of the normals of each container and all around it.
    let mut sums: Vec<[f32; HALF]> = try_with_capacity(containers.len())?;
    for (index, container) in containers.iter().enumerate().checking(CHECK_EVERY) {
        let mut sum = *normals(SEQUENCES - OF_CONTAINERS + index % OF_CONTAINERS);
        if let Some(around) = sums.get(container.parent as usize) {
            for (own, above) in sum.iter_mut().zip(around) {
                *own += above;
            }
        }
        sums.push(sum);
    }
    let mut samples = try_with_capacity(probabilities.len())?;
    let blocks = probabilities.iter().zip(container_of).enumerate();
    for (index, (probability, container)) in blocks.checking(CHECK_EVERY) {
        let below = quantile(*probability);
        let own = normals(index % (SEQUENCES - OF_CONTAINERS));
        let (around, shared, left) = if *container == NONE {
            (&[0.0; HALF], 0.0, 1.0)
        } else {
            let depth = containers[*container as usize].depth + 1;
            let around = &sums[*container as usize];
            (around, SHARED / depth as f32, 1.0 - SHARED)
        };
        let (shared, left) = (shared.sqrt(), left.sqrt());
        let (mut of_normals, mut of_turned) = (0u32, 0u32);
        for sample in 0..HALF {
            let value = around[sample] * shared + own[sample] * left;
            of_normals |= if value < below { BITS[sample] } else { 0 };
            of_turned |= if -value < below { BITS[sample] } else { 0 };
        }
        samples.push(u64::from(of_turned) << HALF | u64::from(of_normals));
    }
    Ok(samples)
}

/// Returns standard normals, the same everywhere: Box and Muller's of a part of a fixed sequence. They are computed when
/// they are first asked for, as most pages ask for few.
fn normals(part: usize) -> &'static [f32; HALF] {
    static NORMALS: [OnceCell<[f32; HALF]>; SEQUENCES] = [const { OnceCell::new() }; SEQUENCES];
    NORMALS[part].get_or_init(|| {
        let mut random = Random::behind(part * HALF);
        // In (0, 1).
        let mut uniform = || random.unit() + 2f64.powi(-54);
        let mut values = [0.0; HALF];
        for pair in values.chunks_exact_mut(2) {
            let radius = libm::sqrt(-2.0 * libm::log(uniform()));
            let angle = 2.0 * std::f64::consts::PI * uniform();
            let (sine, cosine) = libm::sincos(angle);
            pair[0] = (radius * cosine) as f32;
            pair[1] = (radius * sine) as f32;
        }
        values
    })
}

/// Returns the quantile of the standard normal distribution, below which the probability lies (the shorter rational
/// approximations of Wichura, "Algorithm AS 241", 1988: 7 digits).
fn quantile(probability: f32) -> f32 {
    let probability = f64::from(probability).clamp(1e-4, 1.0 - 1e-4);
    let q = probability - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        let above = ((59.109_374_720 * r + 159.291_132_02) * r + 50.434_271_938) * r + 3.387_132_717_9;
        let below = ((67.187_563_600 * r + 78.757_757_664) * r + 17.895_169_469) * r + 1.0;
        return (q * above / below) as f32;
    }
    let tail = if q < 0.0 { probability } else { 1.0 - probability };
    // At 1e-4 this is 3.03: the third range of the algorithm, from 5, is never met.
    let r = libm::sqrt(-libm::log(tail)) - 1.6;
    let above = ((0.170_238_211_03 * r + 1.306_728_481_6) * r + 2.756_815_39) * r + 1.423_437_277_7;
    let below = (0.120_211_329_75 * r + 0.737_001_642_50) * r + 1.0;
    let value = above / below;
    (if q < 0.0 { -value } else { value }) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;
    use crate::learn::difference::mean;

    fn container(blocks: std::ops::Range<u32>, parent: u32, depth: u32) -> Container {
        Container {
            blocks,
            parent,
            depth,
            outer: 0,
        }
    }

    #[test]
    fn quantiles() {
        for row in cases(
            "
            0.5 => 0
            0.8413448 => 1
            0.15865525 => -1
            0.97724987 => 2
            0.001 => -3.0902323
            0 => -3.7190165",
        ) {
            let [probability, value] = row.map(|number| number.parse::<f32>().unwrap());
            assert!((quantile(probability) - value).abs() < 1e-5, "{probability}");
        }
    }

    #[test]
    fn normals_are_normal() {
        let all: Vec<f64> = (0..SEQUENCES).flat_map(normals).map(|value| f64::from(*value)).collect();
        let [middle, variance] = [mean(all.iter().copied()), mean(all.iter().map(|value| value * value))];
        assert!(middle.abs() < 0.01 && (variance - 1.0).abs() < 0.02, "{middle} {variance}");
    }

    /// Decides for blocks of these probabilities and one weight.
    fn of(focus: Focus, probabilities: &[f32], containers: &[Container], container_of: &[u32]) -> Decision {
        let blocks = Weighed {
            weights: vec![10.0; probabilities.len()],
            containers: containers.to_vec(),
            container_of: container_of.to_vec(),
        };
        best_selection(&blocks, true, focus, probabilities.to_vec()).unwrap()
    }

    fn count(decision: &Decision) -> usize {
        decision.selected.iter().filter(|one| **one).count()
    }

    #[test]
    fn sure_blocks_are_selected() {
        let decision = of(Focus::Balanced, &[0.99, 0.01, 0.98], &[container(0..3, NONE, 0)], &[0; 3]);
        assert_eq!(decision.selected, [true, false, true]);
        assert!(decision.expected_f1 > 0.9);
    }

    #[test]
    fn nothing_is_selected_where_there_is_nothing() {
        let decision = of(Focus::Balanced, &[0.1; 4], &[container(0..4, NONE, 0)], &[0; 4]);
        assert_eq!(decision.selected, [false; 4]);
        let decision = of(Focus::Balanced, &[], &[], &[]);
        assert_eq!((decision.selected.len(), decision.expected_f1), (0, 1.0));
    }

    /// With a focus on precision less is taken, with one on recall more; both are expected to have a lower F1.
    #[test]
    fn a_focus_takes_less_or_more() {
        let [precision, balanced, recall] =
            Focus::ALL.map(|focus| of(focus, &[0.9, 0.7, 0.5, 0.3, 0.1], &[], &[NONE; 5]));
        assert!(count(&precision) < count(&balanced) && count(&balanced) < count(&recall));
        assert!(precision.expected_f1 < balanced.expected_f1 && recall.expected_f1 < balanced.expected_f1);
        assert!(precision.expected_f1 > 0.3 && recall.expected_f1 > 0.3);
    }

    #[test]
    fn blocks_of_a_container_stand_together() {
        // A small sure text beside large doubtful ones: independent ones would surely be right
        // in part, blocks of one container are right or wrong as a whole.
        let mut probabilities = vec![0.97; 3];
        probabilities.extend([0.3; 30]);
        let containers = [container(0..33, NONE, 0), container(3..33, 0, 1)];
        let mut container_of = vec![0; 3];
        container_of.extend([1; 30]);
        let together = of(Focus::Balanced, &probabilities, &containers, &container_of);
        let apart = of(Focus::Balanced, &probabilities, &[], &[NONE; 33]);
        assert!(count(&together) <= 3, "{}", count(&together));
        assert_eq!(count(&apart), 33);
    }
}
