//! The numeric features of elements.

use goce_core::prelude::*;

use super::columns::{ANCESTORS, LEVELS, NUMBERS, OF_LEVEL, OF_NODE, place, tag_of_level, tag_of_node};
use super::{by_key, class_and_id};
use goce_core::page::{Page, Tag};
use goce_core::texts::hashes::start_compared;

/// The counts of Table 3.2 for one element. Lengths are in characters. Of a class or an id the part behind its start
/// ([`start_compared`]) is counted in bytes, and its classes are not counted.
#[derive(Clone, Copy, Debug, Default)]
struct ElementCounts {
    place_among_siblings: u32,
    children: u32,
    text: u32,
    class: u32,
    classes: u32,
    id: u32,
    depth: u16,
    tag: u8,
}

impl ElementCounts {
    fn numbers(&self) -> [f32; OF_NODE.len()] {
        [
            f32::from(self.depth),
            self.place_among_siblings as f32,
            self.children as f32,
            self.text as f32,
            self.class as f32,
            self.classes as f32,
            self.id as f32,
        ]
    }
}

#[derive(Clone, Debug)]
pub struct NumericFeatures {
    /// The numbers, in the order of [`super::columns`].
    pub numbers: [f32; NUMBERS],
    /// The other columns that are not 0, ascending, and their values.
    pub tags: Vec<(u16, f32)>,
}

impl NumericFeatures {
    pub fn none() -> Self {
        NumericFeatures {
            numbers: [0.0; NUMBERS],
            tags: Vec::new(),
        }
    }
}

/// A page's elements and their counts.
///
/// Where the thesis is ambiguous, or goce's pages differ:
///
/// - Only visible elements count (see [`Page`]), as samples, children, siblings and descendants.
/// - "Inner text" is all text within an element as it is laid out.
/// - Section 3.1.1 speaks of 25 numeric descendant features, Table 3.2 lists 30. All of the table are used.
/// - A level without descendants repeats the lowest level that has some. If no level has, all are 0.
#[derive(Debug)]
pub struct Dom<'p> {
    page: &'p Page,
    /// The counts of every node. Those of text nodes are not used.
    own: Vec<ElementCounts>,
    /// The elements by their depths, in document order within a depth.
    by_depth: Vec<u32>,
    /// The start of each depth in `by_depth`, and the end of the last.
    starts: Vec<u32>,
}

impl<'p> Dom<'p> {
    /// Returns the counts of a page, in time linear in it.
    pub fn of(page: &'p Page) -> Fallible<Self> {
        let nodes = page.nodes();
        let characters = characters_before(page)?;
        let mut own = try_filled(ElementCounts::default(), nodes.len())?;
        for (position, node) in nodes.iter().enumerate().checking(CHECK_EVERY) {
            if node.tag() == Tag::Text {
                continue;
            }
            let of_parent = if position == 0 {
                0
            } else {
                let parent = &mut own[node.parent()];
                parent.children += 1;
                parent.children - 1
            };
            let [class, id] = class_and_id(page, position);
            // Attributes have fewer than 2³² bytes, as the page has.
            let count = |text: &str| {
                let start = start_compared(text);
                (start.chars().count() + text.len() - start.len()) as u32
            };
            own[position] = ElementCounts {
                place_among_siblings: of_parent,
                children: 0,
                text: characters[page.subtree(position).end] - characters[position],
                class: count(class),
                classes: start_compared(class).split_whitespace().count() as u32,
                id: count(id),
                // The depth of a page is bounded: `Node` has it in 16 bits.
                depth: node.depth() as u16,
                tag: place(node.tag()),
            };
        }
        let elements = nodes.iter().enumerate().filter(|(_, node)| node.tag() != Tag::Text);
        let elements = elements.map(|(position, node)| (node.depth(), position));
        let deepest = elements.clone().checking(CHECK_EVERY).map(|(depth, _)| depth).max();
        let (starts, by_depth) = by_key(deepest.map_or(0, |depth| depth + 1), elements)?;
        Ok(Dom {
            page,
            own,
            by_depth,
            starts,
        })
    }

    /// Returns the features of the element at a position. For all elements of a page this takes linear time: an element is
    /// a descendant on five levels at most.
    pub fn numeric_features(&self, position: usize) -> NumericFeatures {
        let mut given = NumericFeatures::none();
        let mut numbers = given.numbers.chunks_exact_mut(OF_NODE.len());
        let mut ancestor = position;
        for height in 0..=ANCESTORS {
            let own = &self.own[ancestor];
            if let Some(numbers) = numbers.next() {
                numbers.copy_from_slice(&own.numbers());
            }
            given.tags.push((tag_of_node(height, own.tag), 1.0));
            // The root is its own parent, so the uppermost ancestor is repeated.
            ancestor = self.page.nodes()[ancestor].parent();
        }
        let mut lowest = None;
        for level in 0..LEVELS {
            lowest = self.level(position, level + 1).or(lowest);
            let Some(found) = &lowest else {
                break;
            };
            let start = OF_NODE.len() * (1 + ANCESTORS) + level * OF_LEVEL.len();
            given.numbers[start..start + OF_LEVEL.len()].copy_from_slice(&found.numbers);
            let tags = found.tags.iter();
            given.tags.extend(tags.map(|(place, share)| (tag_of_level(level, *place), *share)));
        }
        given
    }

    /// Returns the aggregates of the descendants on one level below an element, and `None` if there are none.
    fn level(&self, position: usize, below: usize) -> Option<Level> {
        let depth = usize::from(self.own[position].depth) + below;
        let (start, end) = (*self.starts.get(depth)?, *self.starts.get(depth + 1)?);
        let of_depth = &self.by_depth[start as usize..end as usize];
        let subtree = self.page.subtree(position);
        let from = of_depth.partition_point(|other| (*other as usize) < subtree.start);
        let to = from + of_depth[from..].partition_point(|other| (*other as usize) < subtree.end);
        let descendants = &of_depth[from..to];
        if descendants.is_empty() {
            return None;
        }
        let mut sums = [0u64; OF_LEVEL.len() - 1];
        let mut counts: Vec<(u8, u32)> = Vec::new();
        for (index, descendant) in descendants.iter().enumerate() {
            if index % CHECK_EVERY == CHECK_EVERY - 1 {
                interrupts::check();
            }
            let own = &self.own[*descendant as usize];
            for (sum, number) in sums.iter_mut().zip([own.children, own.text, own.class, own.classes, own.id]) {
                *sum += u64::from(number);
            }
            match counts.iter_mut().find(|(tag, _)| *tag == own.tag) {
                Some((_, count)) => *count += 1,
                None => counts.push((own.tag, 1)),
            }
        }
        let total = descendants.len() as f32;
        let mut numbers = [total; OF_LEVEL.len()];
        for (number, sum) in numbers[1..].iter_mut().zip(sums) {
            *number = sum as f32 / total;
        }
        counts.sort_unstable();
        Some(Level {
            numbers,
            tags: counts.into_iter().map(|(tag, count)| (tag, count as f32 / total)).collect(),
        })
    }
}

struct Level {
    numbers: [f32; OF_LEVEL.len()],
    /// The tags that occur and their frequencies, ascending.
    tags: Vec<(u8, f32)>,
}

/// Returns the number of characters of the page's text before each node, and before its end.
fn characters_before(page: &Page) -> Fallible<Vec<u32>> {
    let mut before = try_with_capacity(page.nodes().len() + 1)?;
    let (mut offset, mut count) = (0, 0u32);
    let mut work = Countdown::new(CHECK_EVERY);
    for position in 0..=page.nodes().len() {
        let next = page.text_offset(position);
        count += page.text()[offset..next].chars().count() as u32;
        work.charge(1 + (next - offset) / 64);
        offset = next;
        before.push(count);
    }
    Ok(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnhtml::features::columns::{FIXED, name};
    use crate::tests::cases;
    use goce_core::html::names;

    /// The features of the element with `id=this` that are not 0, by their names.
    fn features(html: &str) -> Vec<(String, f32)> {
        let page = crate::tests::page(html);
        let this = (0..page.nodes().len())
            .find(|&position| page.attribute(position, names::ID) == Some("this"))
            .unwrap();
        let given = Dom::of(&page).unwrap().numeric_features(this);
        assert!(given.tags.is_sorted_by_key(|(column, _)| *column));
        assert!(given.tags.iter().all(|(column, _)| usize::from(*column) < FIXED));
        let numbers = given.numbers.into_iter().enumerate();
        let tags = given.tags.iter().map(|(column, value)| (usize::from(*column), *value));
        numbers
            .chain(tags)
            .filter(|(_, value)| *value != 0.0)
            .map(|(column, value)| (name(column).unwrap(), value))
            .collect()
    }

    #[test]
    fn features_of_node_ancestors_and_descendants() {
        let found = features(
            "<body class='ab c'><p>x</p><ul id=this class='one  two'><li>añb<li class=d><a>c</a><i>d</i></ul>",
        );
        let of = |name: &str| found.iter().find(|(found, _)| found == name).map_or(0.0, |(_, v)| *v);
        for [name, value] in cases(
            "
            depth => 2
            pos_sib => 1
            nb_child => 2
            text_len => 6
            cls_len => 8
            nb_cls => 2
            id_len => 4
            tag_ul => 1
            anc1_depth => 1
            anc1_nb_child => 2
            anc1_cls_len => 4
            anc1_tag_body => 1
            anc2_tag_html => 1
            // The uppermost ancestor again.
            anc5_tag_html => 1
            anc5_depth => 0
            desc1_total_nodes => 2
            desc1_avg_nb_child => 1
            desc1_avg_nb_cls => 0.5
            desc1_avg_cls_len => 0.5
            desc1_freq_tag_li => 1
            desc2_total_nodes => 2
            desc2_avg_text_len => 1
            desc2_freq_tag_a => 0.5
            // The lowest level again.
            desc5_total_nodes => 2
            desc5_freq_tag_i => 0.5",
        ) {
            assert_eq!(of(name), value.parse::<f32>().unwrap(), "{name}: {found:?}");
        }
    }

    #[test]
    fn a_leaf_has_no_descendants() {
        let found = features("<p id=this>x</p>");
        assert!(found.iter().all(|(name, _)| !name.starts_with("desc")), "{found:?}");
    }
}
