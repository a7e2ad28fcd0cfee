//! Blocks that are repeated are decided alike: a part of the records of a page is content in all of them or in none.

use super::features::{Blocks, Sums};
use crate::keyed::number_of;
use crate::page::prelude::*;
use crate::texts::hashes::mix;

/// What makes blocks repeated ones.
#[derive(Clone, Copy)]
enum Alike {
    /// Their elements, up to the root, have the same names and classes.
    ByNamesAndClasses,
    /// Their elements, up to the root, have the same names, and both are prose or none is.
    ByNames,
}

/// Replaces the scores (log-odds) of repeated blocks.
pub fn make_alike(blocks: &Blocks<'_>, scores: &mut [f32]) -> Fallible {
    // Blocks of other parts of a page have the same names too, so scores do not go all the way. Chosen on the folds, among
    // 0.3, 0.4 and 0.5: the more, the fewer groups are torn and the lower is the F1 of product pages.
    let (page, sums) = (blocks.page, &blocks.sums);
    let paths = paths(page, |position| [sums.kinds[position], page.tag(position) as u64])?;
    for (alike, how_far) in [(Alike::ByNamesAndClasses, 1.0), (Alike::ByNames, 0.3)] {
        let (group_of, groups) = groups(page, sums, &paths, alike)?;
        towards_means(&group_of, groups, how_far, &blocks.weights, scores)?;
    }
    Ok(())
}

/// Returns for each node some hashes of it and all its ancestors, given what counts of each.
pub fn paths<const N: usize>(page: &Page, own: impl Fn(usize) -> [u64; N]) -> Fallible<Vec<[u64; N]>> {
    let mut paths: Vec<[u64; N]> = try_with_capacity(page.nodes().len())?;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        let above = if position == 0 { [0; N] } else { paths[node.parent()] };
        let own = own(position);
        paths.push(std::array::from_fn(|way| mix(above[way], own[way])));
    }
    Ok(paths)
}

/// Returns the group of each block, and the number of groups. `paths` has for each node those of all [`Alike`].
fn groups(page: &Page, sums: &Sums, paths: &[[u64; 2]], alike: Alike) -> Fallible<(Vec<u32>, usize)> {
    let mut places: Map<u64, u32> = Map::default();
    let mut group_of = try_with_capacity(page.blocks().len())?;
    let blocks = page.blocks().iter().zip(&sums.texts);
    for (block, text) in blocks.checking(CHECK_EVERY) {
        let path = match alike {
            Alike::ByNamesAndClasses => paths[block.element()][0],
            Alike::ByNames => mix(paths[block.element()][1], u64::from(text.is_prose())),
        };
        group_of.push(number_of(&mut places, path)?);
    }
    Ok((group_of, places.len()))
}

/// The blocks of a group.
#[derive(Clone, Copy, Default)]
struct Group {
    count: u32,
    weight: f64,
    /// The weighted sum of their scores.
    sum: f64,
}

/// Moves the scores of the blocks of large groups towards the mean of their group: by 1 to it, by 0 not at all.
fn towards_means(group_of: &[u32], groups: usize, how_far: f64, weights: &[f32], scores: &mut [f32]) -> Fallible {
    let mut groups = try_filled(Group::default(), groups)?;
    interrupts::check();
    let blocks = group_of.iter().zip(weights).zip(&*scores);
    for ((group, weight), score) in blocks.checking(CHECK_EVERY) {
        // A long block knows more of itself than a short one.
        let weight = (f64::from(*weight) + 0.25).sqrt();
        let group = &mut groups[*group as usize];
        group.count += 1;
        group.weight += weight;
        group.sum += weight * f64::from(*score);
    }
    let blocks = group_of.iter().zip(scores);
    for (group, score) in blocks.checking(CHECK_EVERY) {
        let group = groups[*group as usize];
        // Fewer may be alike by chance.
        if group.count >= 4 {
            let own = f64::from(*score);
            *score = (own + how_far * (group.sum / group.weight - own)) as f32;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::auto::features::Tables;

    fn aligned(html: &str, scores: &[f32]) -> Vec<f32> {
        let (page, tables) = (Page::sample(html), Tables::default());
        let mut blocks = Blocks::of(&page, &tables).unwrap();
        blocks.weights.fill(1.0);
        let mut scores = scores.to_vec();
        make_alike(&blocks, &mut scores).unwrap();
        scores
    }

    #[test]
    fn parts_of_records_are_decided_alike() {
        let record = "<div class=hit><h2>Title</h2><p class=price>3</p></div>";
        let scores = [2.0, -1.0, -2.0, 1.0, 3.0, -3.0, 1.0, -1.0];
        let scores = aligned(&record.repeat(4), &scores);
        for record in scores.chunks(2) {
            assert!((record[0] - 1.0).abs() < 1e-6, "{scores:?}");
            assert!((record[1] + 1.0).abs() < 1e-6, "{scores:?}");
        }
        // Three may be alike by chance.
        let few = [2.0, -1.0, -2.0, 1.0, 3.0, -3.0];
        assert_eq!(aligned(&record.repeat(3), &few), few);
    }

    #[test]
    fn names_alone_count_less() {
        let html = "<p class=a>1</p><p class=b>2</p><p class=c>3</p><p class=d>4</p>";
        let scores = aligned(html, &[4.0, 0.0, 0.0, 0.0]);
        for (score, expected) in scores.iter().zip([3.1, 0.3, 0.3, 0.3]) {
            assert!((score - expected).abs() < 1e-6, "{scores:?}");
        }
        // Prose is another kind of text.
        let prose = format!("<p class=e>{}</p>", "Many words of a sentence. ".repeat(4));
        let scores = aligned(&format!("{html}{prose}"), &[4.0, 0.0, 0.0, 0.0, 9.0]);
        assert!((scores[1] - 0.3).abs() < 1e-6, "{scores:?}");
        assert_eq!(scores[4], 9.0);
    }
}
