//! A long common subsequence of two sequences, in time and memory that their lengths bound.
//!
//! What both begin and end with is common. Between, the numbers that occur once in either are anchors (Bram Cohen's
//! "patience diff"): the longest run of them in the same order divides the sequences, and so on in each part. Short parts
//! get their longest common subsequence by the table of Wagner and Fischer (1974). Long parts without an anchor, which
//! only made pages have, are gone through once.
//!
//! [`goce_core::evaluate`] finds a longest one, whatever time that takes, because a measure has to be exact. Here the time
//! must be linear, and of several equal ones the first pairs count.

use super::NONE;
use crate::prelude::*;

/// A part of both sequences.
struct Part {
    a: Range<usize>,
    b: Range<usize>,
    level: u8,
}

/// What is known of a number within a part.
#[derive(Clone, Copy)]
struct Occurrence {
    in_a: u8,
    in_b: u8,
    /// Its last place in `b`.
    at: u32,
}

/// What no number has.
const UNSEEN: Occurrence = Occurrence {
    in_a: 0,
    in_b: 0,
    at: NONE,
};

struct Search<'s> {
    a: &'s [u32],
    b: &'s [u32],
    occurrences: Vec<Occurrence>,
    cells_left: usize,
    found: Vec<(u32, u32)>,
    work: Countdown,
}

/// Returns pairs of places of a common subsequence, ascending. The numbers are less than `numbers`; no sequence has 2³²
/// of them.
pub fn common(a: &[u32], b: &[u32], numbers: usize) -> Fallible<Vec<(u32, u32)>> {
    let mut search = Search {
        a,
        b,
        occurrences: try_filled(UNSEEN, numbers)?,
        // Cells of all tables.
        cells_left: 1 << 24,
        found: Vec::new(),
        work: Countdown::default(),
    };
    let mut parts = Vec::new();
    parts.try_push(Part {
        a: 0..a.len(),
        b: 0..b.len(),
        level: 0,
    })?;
    while let Some(part) = parts.pop() {
        search.part(part, &mut parts)?;
    }
    let mut found = search.found;
    found.sort_unstable();
    Ok(found)
}

impl Search<'_> {
    fn part(&mut self, part: Part, parts: &mut Vec<Part>) -> Fallible {
        let Part { mut a, mut b, level } = part;
        self.work.charge(1);
        while !a.is_empty() && !b.is_empty() && self.a[a.start] == self.b[b.start] {
            self.pair(a.start, b.start)?;
            a.start += 1;
            b.start += 1;
        }
        while !a.is_empty() && !b.is_empty() && self.a[a.end - 1] == self.b[b.end - 1] {
            a.end -= 1;
            b.end -= 1;
            self.pair(a.end, b.end)?;
        }
        let cells = a.len().saturating_mul(b.len());
        if cells == 0 {
            return Ok(());
        }
        // Cells of a table that is made at once.
        if cells <= 1 << 12 && cells <= self.cells_left {
            return self.table(a, b);
        }
        // How often a part is divided by anchors. Each time takes time linear in the part.
        let anchors = if level < 6 { self.anchors(&a, &b)? } else { Vec::new() };
        if anchors.is_empty() {
            // Cells of a table that is made where there are no anchors.
            return if cells <= 1 << 18 && cells <= self.cells_left {
                self.table(a, b)
            } else {
                self.once(a, b)
            };
        }
        let (mut start_a, mut start_b) = (a.start, b.start);
        for (at_a, at_b) in anchors.into_iter().chain([(a.end as u32, b.end as u32)]) {
            let (end_a, end_b) = (at_a as usize, at_b as usize);
            if end_a < a.end {
                self.pair(end_a, end_b)?;
            }
            if start_a < end_a && start_b < end_b {
                parts.try_push(Part {
                    a: start_a..end_a,
                    b: start_b..end_b,
                    level: level + 1,
                })?;
            }
            (start_a, start_b) = (end_a + 1, end_b + 1);
        }
        Ok(())
    }

    fn pair(&mut self, a: usize, b: usize) -> Fallible {
        self.work.charge(1);
        self.found.try_push((a as u32, b as u32))
    }

    /// Returns the longest run, in the same order, of numbers that each range has once.
    fn anchors(&mut self, a: &Range<usize>, b: &Range<usize>) -> Fallible<Vec<(u32, u32)>> {
        for at in b.clone().checking(CHECK_BYTES) {
            let seen = &mut self.occurrences[self.b[at] as usize];
            seen.in_b = seen.in_b.saturating_add(1);
            seen.at = at as u32;
        }
        for &number in self.a[a.clone()].iter().checking(CHECK_BYTES) {
            let seen = &mut self.occurrences[number as usize];
            seen.in_a = seen.in_a.saturating_add(1);
        }
        let mut unique = Vec::new();
        for at in a.clone().checking(CHECK_BYTES) {
            let seen = self.occurrences[self.a[at] as usize];
            if seen.in_a == 1 && seen.in_b == 1 {
                unique.try_push((at as u32, seen.at))?;
            }
        }
        for &number in self.a[a.clone()].iter().chain(&self.b[b.clone()]).checking(CHECK_BYTES) {
            self.occurrences[number as usize] = UNSEEN;
        }
        ascending(&unique)
    }

    /// The longest common subsequence of short ranges.
    fn table(&mut self, a: Range<usize>, b: Range<usize>) -> Fallible {
        self.cells_left -= a.len() * b.len();
        let mut are_same = try_with_capacity(a.len() * b.len())?;
        for one in &self.a[a.clone()] {
            self.work.charge(b.len());
            are_same.extend(self.b[b.clone()].iter().map(|other| u32::from(one == other)));
        }
        for (i, j) in heaviest(&are_same, b.len())? {
            self.pair(a.start + i, b.start + j)?;
        }
        Ok(())
    }

    /// A common subsequence that is found going once through both: each number is paired with the next equal one, if that
    /// is near.
    fn once(&mut self, a: Range<usize>, b: Range<usize>) -> Fallible {
        // For each place in a the next with the same number; for each number the first that is left.
        let mut next = try_filled(NONE, a.len())?;
        for at in a.clone().rev().checking(CHECK_BYTES) {
            let seen = &mut self.occurrences[self.a[at] as usize];
            next[at - a.start] = seen.at;
            seen.at = at as u32;
        }
        let mut start = a.start;
        for at_b in b.checking(CHECK_BYTES) {
            let number = self.b[at_b] as usize;
            let mut at_a = self.occurrences[number].at;
            while at_a != NONE && (at_a as usize) < start {
                self.work.charge(1);
                at_a = next[at_a as usize - a.start];
            }
            self.occurrences[number].at = at_a;
            // How far ahead the next common number is looked for where a part is gone through once.
            if at_a != NONE && at_a as usize - start < 256 {
                self.pair(at_a as usize, at_b)?;
                start = at_a as usize + 1;
            }
        }
        for &number in self.a[a].iter().checking(CHECK_BYTES) {
            self.occurrences[number as usize] = UNSEEN;
        }
        Ok(())
    }
}

/// Returns the pairs of places in two sequences, in the order of both, that weigh most together. `weights` has a row of
/// `width` for each place in the first. `width` is not 0.
pub fn heaviest(weights: &[u32], width: usize) -> Fallible<Vec<(usize, usize)>> {
    let height = weights.len() / width;
    // best[i][j]: the most of what stands behind i and j.
    let row = width + 1;
    let mut best = try_filled(0u32, (height + 1) * row)?;
    let paired = |best: &[u32], i: usize, j: usize| match weights[i * width + j] {
        0 => 0,
        weight => best[(i + 1) * row + j + 1] + weight,
    };
    for i in (0..height).rev() {
        for j in (0..width).rev() {
            best[i * row + j] = paired(&best, i, j).max(best[(i + 1) * row + j]).max(best[i * row + j + 1]);
        }
    }
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    // Where nothing is left that weighs anything, no pair is.
    while i < height && j < width && best[i * row + j] > 0 {
        if best[i * row + j] == paired(&best, i, j) {
            pairs.try_push((i, j))?;
            (i, j) = (i + 1, j + 1);
        } else if best[i * row + j] == best[(i + 1) * row + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    Ok(pairs)
}

/// Returns the longest subsequence of pairs whose second numbers ascend (Fredman 1975). All numbers differ.
fn ascending(pairs: &[(u32, u32)]) -> Fallible<Vec<(u32, u32)>> {
    // For each length the pair that ends a subsequence of it with the smallest number; for each pair the one before.
    let mut ends: Vec<u32> = Vec::new();
    let mut before = try_filled(NONE, pairs.len())?;
    for (index, pair) in pairs.iter().enumerate().checking(CHECK_EVERY) {
        let length = ends.partition_point(|end| pairs[*end as usize].1 < pair.1);
        if let Some(previous) = length.checked_sub(1) {
            before[index] = ends[previous];
        }
        match ends.get_mut(length) {
            Some(end) => *end = index as u32,
            None => ends.try_push(index as u32)?,
        }
    }
    let mut longest = Vec::new();
    let mut next = ends.last().copied().unwrap_or(NONE);
    while next != NONE {
        longest.try_push(pairs[next as usize])?;
        next = before[next as usize];
    }
    longest.reverse();
    Ok(longest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use goce_core::evaluate::lcs_places;

    /// The numbers of two sequences are below this.
    fn numbers(a: &[u32], b: &[u32]) -> usize {
        a.iter().chain(b).max().map_or(0, |max| *max as usize + 1)
    }

    fn longest(a: &[u32], b: &[u32]) -> usize {
        lcs_places(a, b, numbers(a, b)).unwrap().len()
    }

    fn check(a: &[u32], b: &[u32]) -> usize {
        let pairs = common(a, b, numbers(a, b)).unwrap();
        assert!(pairs.iter().all(|&(i, j)| a[i as usize] == b[j as usize]));
        assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        pairs.len()
    }

    proptest! {
        #[test]
        fn short_sequences_have_their_longest(
            a in prop::collection::vec(0u32..8, 0..40), b in prop::collection::vec(0u32..8, 0..40)
        ) {
            prop_assert_eq!(check(&a, &b), longest(&a, &b));
        }

        #[test]
        fn long_sequences_with_changes_have_most(
            a in prop::collection::vec(0u32..2000, 300..900), cut in 0usize..300, length in 0usize..40, to in 0usize..200
        ) {
            let mut b = a.clone();
            let moved: Vec<u32> = b.drain(cut..(cut + length).min(a.len())).collect();
            let at = to.min(b.len());
            b.splice(at..at, moved);
            let (found, best) = (check(&a, &b), longest(&a, &b));
            prop_assert!(20 * found >= 19 * best, "{} of {}", found, best);
        }
    }

    #[test]
    fn hostile_sequences_take_linear_work() {
        let n = 100_000u32;
        let reversed: Vec<u32> = (0..n).rev().collect();
        let ascending: Vec<u32> = (0..n).collect();
        let twice: Vec<u32> = (0..n).map(|number| number / 2).collect();
        let twice_reversed: Vec<u32> = twice.iter().rev().copied().collect();
        let two: Vec<u32> = (0..n).map(|number| number % 2).collect();
        let three: Vec<u32> = (0..n).map(|number| number * 7 % 5 % 3).collect();
        let other: Vec<u32> = (n..2 * n).collect();
        let interleaved: Vec<u32> = (0..n).map(|number| number / 2 + number % 2 * n).collect();
        for (a, b) in [
            (&ascending, &reversed),
            (&twice, &twice_reversed),
            (&two, &three),
            (&ascending, &other),
            (&ascending, &interleaved),
            (&three, &twice),
        ] {
            let (pairs, checks) = interrupts::counted(|| check(a, b));
            assert!(pairs > 0 || b == &other, "nothing common");
            assert!(checks < 20_000, "{checks}");
        }
    }
}
