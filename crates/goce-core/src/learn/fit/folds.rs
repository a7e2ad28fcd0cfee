//! Folds: parts of pages, or of groups of pages, each of which is held out once.

use crate::learn::random::Random;
use crate::prelude::*;

/// Returns a random fold for each of some pages or groups. The sizes of folds differ by one at most.
pub fn by_chance(count: usize, folds: usize, random: &mut Random) -> Fallible<Vec<u32>> {
    let mut order: Vec<u32> = try_collect(0..count as u32)?;
    random.shuffle(&mut order);
    let mut fold_of = try_filled(0, count)?;
    for (place, member) in order.into_iter().enumerate() {
        fold_of[member as usize] = (place % folds.max(1)) as u32;
    }
    Ok(fold_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_of_one_size() {
        let fold_of = by_chance(11, 3, &mut Random::new(1, 2)).unwrap();
        let sizes = [0, 1, 2].map(|fold| fold_of.iter().filter(|of| **of == fold).count());
        assert_eq!(sizes, [4, 4, 3]);
        assert_eq!(fold_of, by_chance(11, 3, &mut Random::new(1, 2)).unwrap());
        assert_eq!(by_chance(2, 0, &mut Random::new(1, 2)).unwrap(), [0, 0]);
    }
}
