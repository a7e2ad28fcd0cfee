//! The whole of a list of which some records lack a part, or stand in another place: those that look more alike are a list
//! of their own among the candidates.

use std::collections::HashSet;

use super::Candidate;
use super::measures::Measured;
use super::shapes::shape;
use crate::prelude::*;

/// Returns the place of the list that has all records of the best one, which is the first, and up to a quarter more beside
/// them: elements of the same name in the same elements, with a link where all of those have one, and with a heading where
/// all have one, else with the shape of one of them and as many words as the one with the fewest. So links to other pages
/// of the list do not come in. `most` is the most records that it may have.
pub fn whole(measured: &Measured<'_>, candidates: &[Candidate], most: usize) -> Fallible<Option<usize>> {
    let Some((best, others)) = candidates.split_first() else {
        return Ok(None);
    };
    let page = measured.page;
    let look = |start: u32| (page.parent(start as usize), page.tag(start as usize));
    let mut looks = HashSet::new();
    looks.try_reserve(best.ranges.len())?;
    looks.extend(best.ranges.iter().map(|[start, _]| look(*start)));
    let has_link = |[start, end]: &[u32; 2]| measured.counts.links(&(*start as usize..*end as usize)).is_some();
    let has_heading = |[start, end]: &[u32; 2]| measured.counts.counts(&(*start as usize..*end as usize)).headings > 0;
    let words = |[start, end]: &[u32; 2]| page.word_count(*start as usize..*end as usize);
    let have_headings = best.ranges.iter().checking(CHECK_EVERY).all(has_heading);
    let fewest = best.ranges.iter().checking(CHECK_EVERY).map(words).min().unwrap_or(0);
    let shape_of = |[start, end]: &[u32; 2]| {
        page.outermost(*start as usize..*end as usize).next().map(|element| shape(page, element))
    };
    let mut shapes = HashSet::new();
    if !have_headings {
        shapes.try_reserve(best.ranges.len())?;
        shapes.extend(best.ranges.iter().checking(CHECK_EVERY).map(shape_of));
    }
    let is_like = |range: &[u32; 2]| {
        if have_headings {
            has_heading(range)
        } else {
            words(range) >= fewest && shapes.contains(&shape_of(range))
        }
    };
    let are_linked = best.ranges.iter().checking(CHECK_EVERY).all(has_link);
    let is_whole = |other: &Candidate| {
        let count = best.ranges.len();
        let mut left = best.ranges.iter().peekable();
        (count + 1..=most.min(count + (count / 4).max(2))).contains(&other.ranges.len())
            && other.ranges.iter().checking(CHECK_EVERY).all(|range| {
                left.next_if_eq(&range).is_some()
                    || looks.contains(&look(range[0])) && is_like(range) && (!are_linked || has_link(range))
            })
            && left.next().is_none()
    };
    Ok(others.iter().position(is_whole).map(|place| place + 1))
}
