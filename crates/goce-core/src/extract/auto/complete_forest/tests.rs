use proptest::prelude::*;

use super::*;
use crate::learn::reader::Reader;

/// A forest of one tree over 4 features: splits (feature, threshold, left, right), and leaves.
fn forest(splits: &[(u16, u8, u8, u8)], leaves: &[i32], classes: u16, page_features: u16) -> Forest {
    forest_of(&[(splits, leaves)], classes, page_features)
}

/// The splits and the leaves of a tree.
type Parts<'a> = (&'a [(u16, u8, u8, u8)], &'a [i32]);

fn forest_of(trees: &[Parts<'_>], classes: u16, page_features: u16) -> Forest {
    let mut bytes = Vec::new();
    for number in [trees.len() as u16, classes, page_features, 4] {
        bytes.extend(number.to_le_bytes());
    }
    for _ in 0..4 {
        bytes.push(3);
        bytes.extend([-1.0f32, 0.0, 1.0].iter().flat_map(|t| t.to_le_bytes()));
    }
    bytes.extend(0.5f32.to_le_bytes());
    for (splits, leaves) in trees.iter().flat_map(|tree| (0..classes).map(move |_| tree)) {
        bytes.push(leaves.len() as u8);
        for (feature, threshold, left, right) in *splits {
            bytes.extend(feature.to_le_bytes());
            bytes.extend([*threshold, *left, *right]);
        }
        bytes.extend(leaves.iter().flat_map(|leaf| leaf.to_le_bytes()));
    }
    Forest::read(&mut Reader::new(&bytes)).unwrap()
}

/// A tree whose right children are leaves and whose left ones are splits.
fn leaning(levels: u8, page_features: u16) -> Forest {
    let splits: Vec<_> = (0..levels)
        .map(|level| {
            let left = if level + 1 == levels { 128 + levels } else { level + 1 };
            (u16::from(level % 4), level % 3, left, 128 + level)
        })
        .collect();
    let leaves: Vec<i32> = (0..=i32::from(levels)).map(|leaf| 10 * leaf - 7).collect();
    forest(&splits, &leaves, 1, page_features)
}

fn row(features: &[f32]) -> FeatureRow {
    let mut row = [0.0; WIDTH];
    row[..features.len()].copy_from_slice(features);
    row
}

proptest! {
    #[test]
    fn complete_trees_score_as_trees_do(
        levels in 0u8..=6,
        page_features in 0usize..=4,
        features in prop::collection::vec(
            prop::array::uniform4(prop::sample::select(vec![-2.0f32, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])),
            0..20,
        ),
    ) {
        let forest = leaning(levels, page_features as u16);
        let complete = CompleteForest::of(&forest).unwrap();
        let rows: Vec<FeatureRow> = features.iter().map(|features| {
            let mut places = complete.asked(&features[..page_features]).unwrap();
            places.extend(&features[page_features..]);
            row(&places)
        }).collect();
        let scores = complete.scores(&rows).unwrap();
        let each = features.iter().map(|features| forest.scores(features).unwrap()[0]);
        prop_assert_eq!(scores, each.collect::<Vec<_>>());
    }
}

/// Of 16 trees two are an eighth: a row below the bound after these skips the others, which would lift it. A row above
/// the other bound after eight skips the rest.
#[test]
fn decided_rows_skip_the_other_trees() {
    let split = [(0, 1, 128, 129)];
    let mut trees: Vec<Parts<'_>> = vec![(&split, &[-3, 1]); 2];
    trees.extend(vec![(&split[..], &[1, 1][..]); 14]);
    let complete = CompleteForest::of(&forest_of(&trees, 1, 0)).unwrap();
    let rows = [row(&[-1.0]), row(&[1.0]), row(&[-1.0])];
    let scores = complete.scores(&rows).unwrap();
    assert_eq!(scores, [-4.0, 4.5, -4.0]);
    // At a bound a row goes on: -2 after two trees.
    trees[0] = (&split, &[-1, 1]);
    let complete = CompleteForest::of(&forest_of(&trees, 1, 0)).unwrap();
    assert_eq!(complete.scores(&rows[..1]).unwrap(), [5.0]);
    // 3 after eight of them.
    trees[0] = (&split, &[-3, -1]);
    let complete = CompleteForest::of(&forest_of(&trees, 1, 0)).unwrap();
    assert_eq!(complete.scores(&rows[1..2]).unwrap(), [7.0]);
}

#[test]
fn other_forests_and_pages_are_refused() {
    assert_eq!(CompleteForest::of(&leaning(1, 0)).unwrap().asked(&[1.0]), None);
    assert!(CompleteForest::of(&leaning(7, 0)).is_none());
    assert!(CompleteForest::of(&forest(&[(0, 0, 128, 129)], &[0, 1], 2, 0)).is_none());
}
