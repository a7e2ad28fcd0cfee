//! From elements that look alike to the records that they are parts of.

use std::collections::VecDeque;

use super::Repeated;
use crate::page::prelude::*;

/// The most levels of the tree between a part and its record's element.
const LEVELS: usize = 32;

/// The most neighbours of its element that belong to a record, on one side.
const NEIGHBOURS: usize = 8;

/// A record of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position of the part by which the record was found.
    pub part: usize,
    /// The position of the record's element. A record of several elements has this one around its part.
    pub element: usize,
    /// The positions of the record's nodes: those of the element, and of neighbours that belong to it.
    pub nodes: Range<usize>,
}

/// Records, each around one element of a group.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Records(pub Vec<Record>);

impl Records {
    /// Returns the records around a group's elements. Elements within others of the group have none. The record of another
    /// is its highest ancestor without a second element of the group, at most as many levels up as is most frequent.
    pub fn around(page: &Page, group: &[u32]) -> Fallible<Records> {
        let mut parts: Vec<usize> = try_with_capacity(group.len())?;
        for position in parts_of(page, group) {
            parts.push(position);
        }
        let mut levels: Vec<u8> = try_with_capacity(parts.len())?;
        let mut counts = [0usize; LEVELS + 1];
        for index in (0..parts.len()).checking(CHECK_EVERY) {
            let before = index.checked_sub(1).map(|before| parts[before]);
            let after = parts.get(index + 1).copied();
            let level = levels_above(page, parts[index], before, after);
            levels.push(level as u8);
            counts[level] += 1;
        }
        let most = (0..=LEVELS).rev().max_by_key(|level| counts[*level]);
        let most = most.unwrap_or(0);
        let mut records = try_with_capacity(parts.len())?;
        for (part, level) in parts.into_iter().zip(levels).checking(CHECK_EVERY) {
            let element = page.outwards(part).nth(most.min(level.into())).unwrap_or(part);
            let nodes = page.subtree(element);
            records.push(Record { part, element, nodes });
        }
        Ok(Records(records))
    }

    /// Returns the nodes of the first part's highest ancestor without the second part, however many levels up: a thread's
    /// first post may have its time in the head of the thread.
    pub fn around_first(&self, page: &Page) -> Range<usize> {
        let Some(first) = self.0.first() else {
            return 0..0;
        };
        let after = self.0.get(1).map(|second| second.part);
        let levels = levels_above(page, first.part, None, after);
        page.subtree(page.outwards(first.part).nth(levels).unwrap_or(first.part))
    }

    /// Returns the records with the neighbours that belong to them, such as a row of names above a row of text.
    pub fn extended(&self, page: &Page, repeated: &Repeated) -> Fallible<Records> {
        let mut extended = Records(try_collect(self.0.iter().cloned())?);
        extended.extend(page, repeated);
        Ok(extended)
    }

    /// The length of most gaps between two records is the number of neighbours. They stand on the side on which the first
    /// or the last record has neighbours that look the same.
    fn extend(&mut self, page: &Page, repeated: &Repeated) {
        let mut counts = [0usize; NEIGHBOURS + 1];
        for pair in self.0.windows(2).checking(CHECK_EVERY) {
            let [one, other] = pair else {
                continue;
            };
            if page.parent(one.element) != page.parent(other.element) {
                continue;
            }
            let between = page.outermost(one.nodes.end..other.nodes.start).take(NEIGHBOURS + 1);
            if let Some(count) = counts.get_mut(between.count()) {
                *count += 1;
            }
        }
        let most = (0..=NEIGHBOURS).rev().max_by_key(|count| counts[*count]);
        let Some(most) = most.filter(|most| *most > 0 && counts[*most] > 0) else {
            return;
        };
        let ends = self.0.first().zip(self.0.last()).zip(self.0.get(1));
        let Some(((first, last), second)) = ends else {
            return;
        };
        let kinds = |from: usize, to: usize| {
            let elements = page.outermost(from..to).take(most);
            elements.map(|element| repeated.rough_kind(element))
        };
        let parent = page.parent(last.element);
        let behind = last.nodes.end..page.end(parent);
        let between = || kinds(first.nodes.end, second.nodes.start);
        let before = last_elements(page, 0, first.element, most);
        let leads = before.iter().map(|element| repeated.rough_kind(*element)).eq(between());
        // Neighbours that look like a record are records themselves.
        let own = repeated.rough_kind(first.element);
        if between().any(|kind| kind == own) {
            return;
        }
        let is_first = before.is_empty();
        let trails = !leads && (is_first || kinds(behind.start, behind.end).eq(between()));
        if trails {
            let count = self.0.len();
            for index in (0..count).checking(CHECK_EVERY) {
                let limit = match self.0.get(index + 1) {
                    Some(next) => next.nodes.start,
                    None => behind.end,
                };
                let record = &mut self.0[index];
                let parent = page.parent(record.element);
                let limit = limit.min(page.end(parent));
                if let Some(last) = page.outermost(record.nodes.end..limit).take(most).last() {
                    record.nodes.end = page.end(last);
                }
            }
            return;
        }
        let mut end = 0;
        for record in self.0.iter_mut().checking(CHECK_EVERY) {
            let last = last_elements(page, end, record.element, most);
            if let Some(first) = last.first() {
                record.nodes.start = *first;
            }
            end = record.nodes.end;
        }
    }

    /// Drops the records whose parent does not look like that of most records.
    pub fn keep_most(&mut self, page: &Page, repeated: &Repeated) -> Fallible {
        let kind = |record: &Record| repeated.rough_kind(page.parent(record.element));
        let kinds = try_collect(self.0.iter().checking(CHECK_EVERY).map(kind))?;
        if let Some(most) = most_frequent(kinds) {
            self.0.retain(|record| kind(record) == most);
        }
        Ok(())
    }
}

/// Returns the value that more than half have.
pub fn most_frequent<V: Ord + Copy>(mut values: Vec<V>) -> Option<V> {
    values.sort_unstable();
    // More than half of sorted values reach over the middle.
    let middle = *values.get(values.len() / 2)?;
    let count = values.partition_point(|value| *value <= middle) - values.partition_point(|value| *value < middle);
    (2 * count > values.len()).then_some(middle)
}

/// Returns the elements of a group that are within no other of the group. An element around most of the group holds the
/// records: it is left out, and those in it count.
pub fn parts_of(page: &Page, group: &[u32]) -> impl Iterator<Item = usize> {
    let mut end = 0;
    // Checks for all, not only for those that are returned: all may be within one.
    (0..group.len()).checking(CHECK_EVERY).filter_map(move |index| {
        let position = group[index] as usize;
        if position < end {
            return None;
        }
        let nodes = page.subtree(position);
        let within = group[index..].partition_point(|other| (*other as usize) < nodes.end) - 1;
        if within > 1 && 2 * within >= group.len() - 1 {
            return None;
        }
        end = nodes.end;
        Some(position)
    })
}

/// The levels above a part up to the highest ancestor without another part.
fn levels_above(page: &Page, part: usize, before: Option<usize>, after: Option<usize>) -> usize {
    let mut element = part;
    for level in 0..LEVELS {
        let parent = page.parent(element);
        let meets = before.is_some_and(|before| before >= parent)
            || after.is_some_and(|after| after < page.end(parent))
            || matches!(page.tag(parent), Tag::Body | Tag::Html);
        if meets || parent == element {
            return level;
        }
        element = parent;
    }
    LEVELS
}

/// The last siblings before an element that start at a position or behind it.
fn last_elements(page: &Page, from: usize, element: usize, most: usize) -> Vec<usize> {
    let parent = page.parent(element);
    let mut last = VecDeque::new();
    for child in page.outermost(from.max(parent + 1)..element) {
        if last.len() == most {
            last.pop_front();
        }
        last.push_back(child);
    }
    last.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(html: &str, class: &str, extend: bool) -> Vec<String> {
        let page = Page::sample(html);
        let repeated = Repeated::of(&page).unwrap();
        let part = page.positions().find(|at| page.class(*at) == class).unwrap();
        let group = repeated.group(repeated.kind(part).unwrap() as usize);
        let mut records = Records::around(&page, group).unwrap();
        if extend {
            records = records.extended(&page, &repeated).unwrap();
        }
        let text = |record: &Record| page.text_of(record.nodes.clone()).replace('\n', " ");
        records.0.iter().map(text).collect()
    }

    #[test]
    fn members_within_others_check() {
        let half = format!("<div>{}</div>", "<p>a</p>".repeat(5_000));
        let page = Page::sample(&[half.as_str(), &half].concat());
        let is_member = |at: &u32| matches!(page.tag(*at as usize), Tag::Div | Tag::P);
        let group: Vec<u32> = (0..page.nodes().len() as u32).filter(is_member).collect();
        let (_, checks) = interrupts::counted(|| assert_eq!(parts_of(&page, &group).count(), 2));
        assert!(checks >= 10_000 / CHECK_EVERY, "{checks}");
    }

    #[test]
    fn a_record_is_all_around_a_part_up_to_the_next() {
        let html = "<h1>t</h1><div><div><b>a</b><p class=x>one</p></div></div>\
                    <div><div><b>b</b><p class=x>two</p></div></div>\
                    <div><div><b>c</b><p class=x>three</p></div></div>";
        assert_eq!(texts(html, "x", false), ["a  one", "b  two", "c  three"]);
    }

    #[test]
    fn neighbours_before_and_behind() {
        let rows = |rows: &[(&str, &str)]| {
            let rows = rows.iter().map(|(class, text)| format!("<tr class={class}><td>{text}"));
            format!("<table>{}</table>", rows.collect::<String>())
        };
        let leads = rows(&[("h", "a"), ("x", "one"), ("h", "b"), ("x", "two"), ("f", "end")]);
        assert_eq!(texts(&leads, "x", true), ["a one", "b two"]);
        let trails = rows(&[("t", "top"), ("x", "one"), ("h", "a"), ("x", "two"), ("h", "b")]);
        assert_eq!(texts(&trails, "x", true), ["one a", "two b"]);
    }
}
