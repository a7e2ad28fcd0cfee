//! What repeats in a page: elements that look alike, and the records that they belong to.
//!
//! One template writes all posts of a thread, all products of a shop or all hits of a search. So the same part of each
//! record is the same element with the same classes. [`Repeated::of`] finds such groups of elements. [`Records::around`]
//! finds, for each element of a group, the largest part of the page around it without another of the group.
//!
//! Everything here takes time linear in the page.

mod partition;
mod signature;

pub use partition::{Record, Records, most_frequent, parts_of};
pub use signature::{FirstClasses, look_hash, look_hash_of_many};

use crate::page::prelude::*;
use flat_html::numbering::Numbers;

/// Groups of elements that look alike.
#[derive(Debug, Default)]
pub struct Repeated {
    /// Positions of elements, group by group, in document order within a group.
    members: Vec<u32>,
    /// Where each group begins in `members`, and the end of the last one.
    starts: Vec<u32>,
    /// The first two groups of each node, for elements that have any.
    of_node: Vec<[u32; 2]>,
}

/// No group.
const NONE: u32 = u32::MAX;

impl Repeated {
    /// Returns the groups of a page's visible elements. An element is in several groups: by all its classes, by its first
    /// class and by its microdata property; without a class by its place in its parent, and by its parent alone.
    pub fn of(page: &Page) -> Fallible<Repeated> {
        Self::with(page, false)
    }

    /// Returns the groups of [`Repeated::of`], in which elements with classes are by their parent alone too: rows of a
    /// table may have several classes. Rows are also by how many cells they have.
    pub fn with_any_class(page: &Page) -> Fallible<Repeated> {
        Self::with(page, true)
    }

    fn with(page: &Page, any_class: bool) -> Fallible<Repeated> {
        let mut numbers = Numbers::default();
        let mut hashes: Vec<u64> = Vec::new();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut of_node = try_filled([NONE; 2], page.nodes().len())?;
        let places = signature::places(page)?;
        for (position, kinds) in of_node.iter_mut().enumerate().checking(CHECK_EVERY) {
            for (index, hash) in signature::of(page, position, &places, any_class).into_iter().enumerate() {
                let Some(hash) = hash else { continue };
                let is_it = |number: u32| hashes[number as usize] == hash;
                let (number, is_new) = numbers.number(numbers.hash(&hash), is_it, &mut interrupts::check)?;
                if is_new {
                    hashes.try_push(hash)?;
                }
                pairs.try_push((number, position as u32))?;
                if let Some(kind) = kinds.get_mut(index) {
                    *kind = number;
                }
            }
        }
        let (starts, members) = sorted(&pairs, hashes.len())?;
        Ok(Repeated {
            members,
            starts,
            of_node,
        })
    }

    /// Returns how many groups there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns `true` for a page without elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the positions of a group's elements in document order. Some may be within others.
    pub fn group(&self, number: usize) -> &[u32] {
        let (start, end) = (self.starts[number], self.starts[number + 1]);
        &self.members[start as usize..end as usize]
    }

    /// Returns the group of an element by all its classes, or by its place without a class; `None` for text.
    pub fn kind(&self, position: usize) -> Option<u32> {
        self.of_node[position][0..1].iter().copied().find(|kind| *kind != NONE)
    }

    /// Returns the group of an element by its first class; without a class what [`Repeated::kind`] returns.
    pub fn rough_kind(&self, position: usize) -> Option<u32> {
        let [fine, rough] = self.of_node[position];
        [rough, fine].into_iter().find(|kind| *kind != NONE)
    }
}

/// Sorts positions by the numbers of their groups. Returns where each group starts, and the positions.
fn sorted(pairs: &[(u32, u32)], groups: usize) -> Fallible<(Vec<u32>, Vec<u32>)> {
    let mut starts = try_filled(0u32, groups + 1)?;
    for (number, _) in pairs.iter().checking(CHECK_BYTES) {
        starts[*number as usize + 1] += 1;
    }
    for number in (0..groups).checking(CHECK_BYTES) {
        starts[number + 1] += starts[number];
    }
    let mut next = try_with_capacity(groups)?;
    next.extend_from_slice(&starts[..groups]);
    let mut members = try_filled(0u32, pairs.len())?;
    for (number, position) in pairs.iter().checking(CHECK_BYTES) {
        let place = &mut next[*number as usize];
        members[*place as usize] = *position;
        *place += 1;
    }
    Ok((starts, members))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_that_look_alike_are_a_group() {
        let page = Page::sample(
            "<div class='post odd post-1'>a<p>x</div><div class='post even post-22'>b<p>y</div><div>c</div>",
        );
        let repeated = Repeated::of(&page).unwrap();
        let find = |is: &dyn Fn(&usize) -> bool| page.positions().filter(is).collect::<Vec<_>>();
        let posts = find(&|at| page.class(*at).starts_with("post"));
        let kind = repeated.kind(posts[0]).unwrap();
        let group = repeated.group(kind as usize);
        assert_eq!(group, [posts[0] as u32, posts[1] as u32]);
        assert_eq!(repeated.kind(posts[1]), Some(kind));
        // By their place in elements that look alike.
        let paragraphs = find(&|at| page.tag(*at) == Tag::P);
        assert_eq!(repeated.kind(paragraphs[0]), repeated.kind(paragraphs[1]));
    }
}
