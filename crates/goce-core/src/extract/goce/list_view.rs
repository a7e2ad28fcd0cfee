//! GOCE's Algorithm 2: the elements of a list-view page that share the content's class.

use crate::extract::Selection;
use crate::keyed::group_of;
use crate::page::prelude::*;
use crate::texts::hashes::key_of_name;

/// Candidate classes, the paper's n (section 3.3.3).
const CANDIDATES: usize = 15;

/// The elements of one ID, a depth level with a class name.
#[derive(Default)]
struct Group {
    /// O, the number of elements.
    occurrences: usize,
    /// L, the words of all of them.
    length: usize,
}

impl Group {
    /// R = 2OL / (O + L) (equation 1).
    fn rank(&self) -> f64 {
        let (occurrences, length) = (self.occurrences as f64, self.length as f64);
        2.0 * occurrences * length / (occurrences + length)
    }

    /// ATL = L / O (equation 2).
    fn average_length(&self) -> f64 {
        self.length as f64 / self.occurrences as f64
    }
}

/// Selects the repeated elements of a list-view page (GOCE, section 3.3.3 and Algorithm 2).
///
/// Elements are grouped by ID, their depth level with their whole class attribute; the 15 groups of the highest R
/// compete, and the one of the highest ATL is the content. Of groups that score the same the one whose first element
/// comes first wins. (Algorithm 2 as printed counts every element but the first twice, which scales all scores alike.)
///
/// Where the paper is silent, measured by mean word F1 on the 1,358 pages of wcxb-dev:
///
/// - Elements without a class have an ID too, of the empty class name: .656 (list-view pages
///   .590). Only elements with a class: .559 (.572).
/// - L is in words: .656. In characters: .645; there O is nearly all that R sees.
/// - The walk starts at `<html>`, whose depth level is 0; at `<body>` it gives the same.
///
/// Takes time linear in the number of elements and in the length of their classes; of a class, its
/// length and its start are compared ([`key_of_name`]).
pub fn select(page: &Page) -> Fallible<Selection> {
    // A depth with a class, which the page chooses.
    let mut ids: Map<(usize, (usize, &str)), u32> = Map::default();
    // In the order of their first elements.
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of_node = try_with_capacity(page.nodes().len())?;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        if node.tag() == Tag::Text {
            group_of_node.push(u32::MAX);
            continue;
        }
        let group = group_of(&mut ids, (node.depth(), key_of_name(page.class(position))), &mut groups)?;
        groups[group].occurrences += 1;
        groups[group].length += page.word_count(page.subtree(position));
        // There are no more groups than nodes, which are fewer than 2³².
        group_of_node.push(group as u32);
    }
    let Some(best) = best_group(&groups) else {
        return Ok(Selection::default());
    };
    let members = (0..group_of_node.len()).filter(|&position| group_of_node[position] as usize == best);
    Selection::subtrees(page, members)
}

fn best_group(groups: &[Group]) -> Option<usize> {
    // The best by rank so far, the first of equals first: groups stand in the order of their first elements.
    let mut ranked: Vec<usize> = Vec::with_capacity(CANDIDATES + 1);
    for (index, group) in groups.iter().enumerate().checking(CHECK_EVERY) {
        let rank = group.rank();
        let place = ranked.partition_point(|&other| groups[other].rank().total_cmp(&rank).is_ge());
        ranked.insert(place, index);
        ranked.truncate(CANDIDATES);
    }
    ranked.into_iter().min_by(|&a, &b| {
        let by_length = groups[b].average_length().total_cmp(&groups[a].average_length());
        by_length.then(a.cmp(&b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::goce::tests::text_by;

    fn extract(html: &str) -> String {
        text_by(select, html)
    }

    #[test]
    fn scores_of_a_group() {
        let group = Group {
            occurrences: 3,
            length: 6,
        };
        assert_eq!(group.rank(), 4.0);
        assert_eq!(group.average_length(), 2.0);
    }

    #[test]
    fn takes_the_longest_of_the_frequent() {
        // More frequent groups than there are candidates drive out those that occur once.
        let mut html = String::from("<div class=top>a b c d e f g h i j k l m n o p</div>");
        for group in 0..20 {
            for _ in 0..40 {
                html += &format!("<i class=n{group}>x</i> ");
            }
        }
        for item in 0..40 {
            html += &format!("<p class='item big'>item {item} here</p>");
        }
        let expected: Vec<String> = (0..40).map(|item| format!("item {item} here")).collect();
        assert_eq!(extract(&html), expected.join("\n\n"));
    }

    #[test]
    fn the_first_of_equals_wins() {
        let group = || Group {
            occurrences: 1,
            length: 2,
        };
        assert_eq!(best_group(&[group(), group()]), Some(0));
        assert_eq!(best_group(&[]), None);
    }

    #[test]
    fn a_page_without_text_has_no_content() {
        assert_eq!(extract(""), "");
        assert_eq!(extract("<div class=a></div>"), "");
    }
}
