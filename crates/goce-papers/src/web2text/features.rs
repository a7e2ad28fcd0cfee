//! The features of text nodes: Table 1 for a node, its parent and its grandparent in the collapsed DOM, and what the node
//! shares with the next (section 3.3).
//!
//! Where the paper leaves a choice:
//!
//! - One row of Table 1 cannot be read in our copy. Its rest and its place suggest the logarithm of the number of words.
//! - Logarithms are of the number plus one, since the number may be 0.
//! - The parsed page does not know positions in the source code. Positions among its nodes, which grow with the markup
//!   too, replace them.
//! - The tag and the class of a text node are those of its element.
//! - The features of a pair of neighbours belong to the first of the two.

use std::collections::HashMap;
use std::ops::Range;

use super::collapsed::CollapsedDom;
use super::counts::TextCounts;
use goce_core::keyed::number_of;
use goce_core::page::{Page, Tag};
use goce_core::prelude::*;
use goce_core::texts::hashes::key_of_name;
use goce_core::texts::lists::listed;

/// The names of Table 1's rows.
pub const OF_NODE: [&str; 15] = listed(
    "logNCharacters logNWords rWords nSentences rPunctuation rDashes rPeriods rCharsInLink endsWithPunctuation \
     endsWithQuestionMark rWordsWithCapital rStopwords avgWordLength startRel endRel",
);

/// The nodes that have the features of [`OF_NODE`].
pub const LINEAGE: [&str; 3] = ["node", "parent", "grandparent"];

/// The names of the features of a pair of neighbours.
pub const OF_PAIR: [&str; 6] = listed("sameParent sameGrandparent sameGreatGrandparent sameTag sameClass sameTagPath");

/// The number of features of a text node.
pub const WIDTH: usize = LINEAGE.len() * OF_NODE.len() + OF_PAIR.len();

/// Returns the names of all features in their order.
pub fn names() -> Vec<String> {
    let of_node = |node: &'static str| OF_NODE.map(|name| format!("{node} {name}"));
    let pairs = OF_PAIR.map(|name| format!("pair {name}"));
    LINEAGE.into_iter().flat_map(of_node).chain(pairs).collect()
}

/// The element around a text node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EnclosingElement {
    tag: Tag,
    /// The numbers of the class attribute, and of the path of tags and classes.
    class: u32,
    path: u32,
}

/// The text nodes of a page, with the counts and elements that give their features.
#[derive(Debug)]
pub struct Features {
    dom: CollapsedDom,
    counts: TextCounts,
    around: Vec<EnclosingElement>,
    /// The number of the page's nodes.
    nodes: usize,
}

impl Features {
    /// Returns the text nodes of a page, in time and memory linear in it. Classes are compared by their length and their
    /// start ([`key_of_name`]).
    pub fn of(page: &Page) -> Fallible<Self> {
        let dom = CollapsedDom::of(page)?;
        let counts = TextCounts::of(page, &dom)?;
        let around = enclosing_elements(page)?;
        Ok(Features {
            dom,
            counts,
            around,
            nodes: page.nodes().len(),
        })
    }

    /// Returns the positions on the page of the text nodes.
    pub fn leaves(&self) -> &[u32] {
        self.dom.leaves()
    }

    pub fn words(&self, leaf: usize) -> u32 {
        self.counts.sum(leaf..leaf + 1).words
    }

    /// Calls `row` with the features of each of some neighbouring text nodes. An unknown feature (the stop words of a
    /// language without a list) is NaN.
    pub fn rows(&self, leaves: Range<usize>, row: &mut dyn FnMut(&[f32; WIDTH])) {
        for leaf in leaves {
            let mut values = [0.0; WIDTH];
            let lineage: [u32; LINEAGE.len()] = self.dom.lineage(leaf);
            for (values, node) in values.chunks_exact_mut(OF_NODE.len()).zip(lineage) {
                values.copy_from_slice(&self.of_node(node as usize));
            }
            if leaf + 1 < self.leaves().len() {
                values[LINEAGE.len() * OF_NODE.len()..].copy_from_slice(&self.of_pair(leaf));
            }
            row(&values);
        }
    }

    fn of_node(&self, node: usize) -> [f32; OF_NODE.len()] {
        let node = &self.dom.nodes()[node];
        let leaves = node.leaves.start as usize..node.leaves.end as usize;
        let ending = self.counts.ending(leaves.end - 1);
        let counts = self.counts.sum(leaves);
        let of = |part: u32, whole: u32| part as f32 / whole.max(1) as f32;
        let log = |number: u32| libm::log1p(f64::from(number)) as f32;
        let flag = |flag: bool| f32::from(flag);
        let stop_words = if self.counts.knows_stop_words {
            of(counts.stop_words, counts.words)
        } else {
            f32::NAN
        };
        [
            log(counts.characters),
            log(counts.words),
            of(counts.words, self.counts.all().words),
            counts.sentence_ends as f32 + flag(!ending.sentence),
            of(counts.punctuation, counts.characters),
            of(counts.dashes, counts.characters),
            of(counts.periods, counts.characters),
            of(counts.in_links, counts.characters),
            flag(ending.punctuation),
            flag(ending.question),
            of(counts.capitals, counts.words),
            stop_words,
            of(counts.word_characters, counts.words),
            node.positions.start as f32 / self.nodes as f32,
            node.positions.end as f32 / self.nodes as f32,
        ]
    }

    /// Returns for each of [`OF_PAIR`] 1 if a text node and the next share it, otherwise 0.
    fn of_pair(&self, leaf: usize) -> [f32; OF_PAIR.len()] {
        let [_, parent, grandparent, above] = self.dom.lineage(leaf);
        let [_, next_parent, next_grandparent, next_above] = self.dom.lineage(leaf + 1);
        let (around, next) = (self.around[leaf], self.around[leaf + 1]);
        [
            parent == next_parent,
            grandparent == next_grandparent,
            above == next_above,
            around.tag == next.tag,
            around.class == next.class,
            around.path == next.path,
        ]
        .map(f32::from)
    }
}

fn enclosing_elements(page: &Page) -> Fallible<Vec<EnclosingElement>> {
    let nodes = page.nodes();
    // The page chooses its classes, and so its paths: their hashes are keyed.
    let mut classes: HashMap<(usize, &str), u32> = HashMap::new();
    let mut paths: HashMap<(u32, Tag, u32), u32> = HashMap::new();
    // For each node; a text node has those of its parent.
    let mut of_nodes: Vec<EnclosingElement> = try_with_capacity(nodes.len())?;
    let mut of_leaves = Vec::new();
    let root = EnclosingElement {
        tag: Tag::Other,
        class: u32::MAX,
        path: u32::MAX,
    };
    for (position, node) in nodes.iter().enumerate().checking(CHECK_EVERY) {
        let parent = match position {
            0 => root,
            _ => of_nodes[node.parent()],
        };
        if node.tag() == Tag::Text {
            of_leaves.try_push(parent)?;
            of_nodes.push(parent);
            continue;
        }
        let class = number_of(&mut classes, key_of_name(page.class(position)))?;
        of_nodes.push(EnclosingElement {
            tag: node.tag(),
            class,
            path: number_of(&mut paths, (parent.path, node.tag(), class))?,
        });
    }
    Ok(of_leaves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cases;

    fn rows(html: &str) -> Vec<[f32; WIDTH]> {
        let page = crate::tests::page(html);
        let features = Features::of(&page).unwrap();
        let mut rows = Vec::new();
        features.rows(0..features.leaves().len(), &mut |row| rows.push(*row));
        rows
    }

    /// The value of a feature by its name.
    fn value(row: &[f32; WIDTH], name: &str) -> f32 {
        row[names().iter().position(|other| other == name).unwrap()]
    }

    #[test]
    fn table_1_of_node_parent_and_grandparent() {
        let found = rows("<div><p>It is old. Is it? <a href=x>Yes/No</a> and.</p><p>Two words</p></div>The end");
        assert_eq!(found.len(), 5);
        for [feature, expected] in cases(
            "
            0 node logNCharacters => ln 18
            0 node logNWords => ln 6
            0 node rWords => 5/12
            0 node nSentences => 2
            1 node nSentences => 1
            0 parent nSentences => 3
            0 node rPunctuation => 1/17
            1 node rDashes => 1/6
            0 node rPeriods => 1/17
            1 node rCharsInLink => 1
            0 parent rCharsInLink => 6/27
            0 node endsWithPunctuation => 1
            0 node endsWithQuestionMark => 1
            0 parent endsWithQuestionMark => 0
            1 node rWordsWithCapital => 1
            0 node rStopwords => 4/5
            3 node avgWordLength => 4
            0 grandparent rWords => 10/12
            3 parent rWords => 10/12
            4 parent rWords => 1
            4 grandparent rWords => 1
            // html, body, div, p, text, a, text, text, p, text, text; a head shows nothing
            0 node startRel => 4/11
            0 parent startRel => 3/11
            3 node startRel => 8/11
            3 node endRel => 10/11
            4 grandparent endRel => 1",
        ) {
            let (row, name) = feature.split_once(' ').unwrap();
            let found = value(&found[row.parse::<usize>().unwrap()], name);
            let number = |text: &str| text.parse::<f32>().unwrap();
            let expected = match (expected.strip_prefix("ln "), expected.split_once('/')) {
                (Some(of), _) => number(of).ln(),
                (_, Some((part, whole))) => number(part) / number(whole),
                _ => number(expected),
            };
            assert!((found - expected).abs() < 1e-6, "{feature} {found}");
        }
    }

    #[test]
    fn what_neighbours_share() {
        let found = rows("<div><p class=a>1</p><p class=a>2</p></div><div><p class=b>3</p><ul><li>4</ul></div>");
        let shared: Vec<[f32; 6]> = found.iter().map(|row| row[WIDTH - 6..].try_into().unwrap()).collect();
        assert_eq!(
            shared,
            [
                [1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
                [0.0, 1.0, 1.0, 1.0, 0.0, 0.0],
                [1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
                [0.0; 6],
            ]
        );
    }

    #[test]
    fn stop_words_of_unknown_languages_are_nan() {
        let found = rows("<p>船停在港口里。</p><p>它们</p>");
        assert!(value(&found[0], "node rStopwords").is_nan());
        let others = found[0].iter().filter(|value| value.is_nan());
        assert_eq!(others.count(), 3);
        assert!(rows("").is_empty());
    }
}
