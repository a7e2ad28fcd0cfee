//! Records with the texts beside their elements: `<a>Name</a> of 3 May, 12 pages<br>`.

use std::cmp::Ordering;
use std::ops::Range;

use crate::page::records::{Record, Records};
use crate::page::{Page, Tag, nodes};
use crate::prelude::*;

/// The most elements between two records that are looked at.
const BETWEEN: usize = 32;

/// What stands between two records of one parent.
struct Gap {
    /// Where the text of the record before it ends, and where that of the record behind it begins.
    split: [usize; 2],
    /// A rule or a line break says where the one ends and the other begins.
    is_told: bool,
    /// A rule or an empty line does.
    is_wide: bool,
}

/// Returns `true` where rules or empty lines stand between most records: what else stands there belongs to the record on
/// its side of them, however many elements it is.
pub fn are_told_by_lines(page: &Page, records: &Records) -> bool {
    let (mut count, mut told) = (0, 0);
    for gap in records.0.windows(2).checking(CHECK_EVERY).filter_map(|pair| between(page, pair)) {
        count += 1;
        told += usize::from(Gap::of(page, gap, true).is_wide);
    }
    2 * told > count
}

/// Returns records with the texts beside their elements; `None` where most records have none.
pub fn with_texts(page: &Page, records: &Records) -> Fallible<Option<Records>> {
    let mut countdown = Countdown::new(CHECK_EVERY);
    countdown.charge(records.0.len());
    let pairs = || records.0.windows(2).filter_map(|pair| between(page, pair));
    let (mut count, mut worded, mut with_elements) = (0, 0, 0);
    let (mut of_next, mut of_last) = (0, 0);
    for gap in pairs() {
        countdown.charge(1);
        match sides_of_line(page, &gap) {
            // A text node is no part of two records.
            [true, true] => return Ok(None),
            [last, next] => {
                of_last += usize::from(last);
                of_next += usize::from(next);
            }
        }
        count += 1;
        worded += usize::from(page.word_count(gap.clone()) > 0);
        with_elements += usize::from(page.outermost(gap).take(BETWEEN).any(|element| says(page, element)));
    }
    let (Some(first), Some(last)) = (records.0.first(), records.0.last()) else {
        return Ok(None);
    };
    if 2 * count <= records.0.len() || 10 * worded < 7 * count {
        return Ok(None);
    }
    // Elements between most records are parts of these, others are not: the heading of a day.
    let are_parts = 2 * with_elements > count;
    let before = text_before(page, first)..first.nodes.start;
    let behind = last.nodes.end..page.subtree(page.parent(last.element)).end;
    let behind = last.nodes.end..end_of_last(page, records, behind, are_parts);
    // Texts lead if the first record has one and the last none.
    let leads = match of_next.cmp(&of_last) {
        Ordering::Equal => page.word_count(before.clone()) > 0 && page.word_count(behind.clone()) == 0,
        lines => lines == Ordering::Greater,
    };
    let mut found = Records(try_collect(records.0.iter().cloned())?);
    let mut with_text_before = 0;
    for index in (1..found.0.len()).checking(CHECK_EVERY) {
        let Some(gap) = between(page, &found.0[index - 1..=index]) else {
            continue;
        };
        let Gap {
            split: [end, start],
            is_told,
            ..
        } = Gap::of(page, gap, are_parts);
        if is_told || !leads {
            found.0[index - 1].nodes.end = end;
        }
        if is_told || leads {
            with_text_before += usize::from(is_told && page.word_count(start..found.0[index].nodes.start) > 0);
            found.0[index].nodes.start = start;
        }
    }
    // Breaks tell that most begin with a text.
    let told = with_text_before > 0 && 2 * with_text_before > count;
    if let Some(record) = found.0.first_mut().filter(|_| leads || told) {
        record.nodes.start = before.start;
    }
    if let Some(record) = found.0.last_mut().filter(|_| !leads) {
        record.nodes.end = behind.end;
    }
    Ok(Some(found))
}

/// Returns where the last record ends, given what stands behind it. Where rules or empty lines stand between the records
/// and none does behind the last, that has as many elements as the middle one.
fn end_of_last(page: &Page, records: &Records, behind: Range<usize>, are_parts: bool) -> usize {
    let gap = Gap::of(page, behind.clone(), are_parts);
    if gap.is_told || !are_told_by_lines(page, records) {
        return gap.split[0];
    }
    let middle = records.0.len() / 2;
    let between = records.0.get(middle.saturating_sub(1)..=middle).and_then(|pair| between(page, pair));
    let elements = between.map_or(0, |nodes| {
        let end = Gap::of(page, nodes.clone(), are_parts).split[0];
        page.outermost(nodes.start..end).take(BETWEEN).count()
    });
    page.outermost(behind.clone()).nth(elements).unwrap_or(behind.end)
}

/// Returns where the text before a record begins.
fn text_before(page: &Page, record: &Record) -> usize {
    let parent = page.parent(record.element);
    let is_text = |at: &usize| page.tag(*at) == Tag::Text && page.parent(*at) == parent;
    (parent + 1..record.nodes.start)
        .rev()
        .take(BETWEEN)
        .take_while(is_text)
        .last()
        .unwrap_or(record.nodes.start)
}

/// Returns the nodes between two records of one parent.
fn between(page: &Page, pair: &[Record]) -> Option<Range<usize>> {
    let [one, other] = pair else { return None };
    let is_one = page.parent(one.element) == page.parent(other.element) && one.nodes.end <= other.nodes.start;
    is_one.then_some(one.nodes.end..other.nodes.start)
}

/// Returns whether a text between two records in `<pre>` has words on the line of the record before it, and on that of the
/// record behind it.
fn sides_of_line(page: &Page, gap: &Range<usize>) -> [bool; 2] {
    // How deep in it a text is looked for.
    let keeps_lines = || page.around(gap.start).take(4).any(|at| page.tag(at) == Tag::Pre);
    if gap.len() != 1 || page.tag(gap.start) != Tag::Text || !keeps_lines() {
        return [false; 2];
    }
    // As written: the text of the page has no empty lines at its end.
    let text = page.node(gap.start).and_then(nodes::as_text).unwrap_or("");
    let has_words = |line: &str| line.contains(char::is_alphanumeric);
    match (text.split_once('\n'), text.rsplit_once('\n')) {
        (Some((last, _)), Some((_, next))) => [has_words(last), has_words(next)],
        _ => [false; 2],
    }
}

/// Returns `true` for an element with words.
fn says(page: &Page, element: usize) -> bool {
    page.word_count(page.subtree(element)) > 0
}

impl Gap {
    /// Finds where a record ends and the next begins: at a rule behind the words of the one, at two line breaks or at the
    /// only one, else at the first and the last element with words, unless these `are_parts` of records.
    fn of(page: &Page, nodes: Range<usize>, are_parts: bool) -> Gap {
        let (mut end, mut start) = (nodes.end, nodes.start);
        let (mut breaks, mut last_break, mut double, mut rule) = (0, None, None, None);
        let mut last_worded = nodes.start;
        for element in page.outermost(nodes.clone()).take(BETWEEN) {
            let inside = page.subtree(element);
            if says(page, element) {
                last_worded = inside.end;
                if !are_parts || page.tag(element).is_block() {
                    end = end.min(inside.start);
                    start = inside.end;
                }
            } else if page.tag(element) == Tag::Br {
                breaks += 1;
                if let Some(last) = last_break
                    && page.word_count(last..element) == 0
                {
                    double = double.or(Some(last));
                }
                last_break = Some(element);
            } else if page.tag(element) == Tag::Hr {
                rule = rule.or(Some(element));
            }
        }
        // What stands behind it is no part of the record before it, and no element is one of the record behind it: a rule
        // stands between a title and its text, too, and above a signature.
        let divides = |line: &usize| last_worded <= *line && page.word_count(nodes.start..*line) > 0;
        let is_wide = rule.or(double).is_some_and(|line| divides(&line));
        if let Some(rule) = rule.filter(divides) {
            return Gap {
                split: [rule, rule + 1],
                is_told: true,
                is_wide,
            };
        }
        if end < nodes.end {
            return Gap {
                split: [end, start],
                is_told: false,
                is_wide,
            };
        }
        let told = double.or(last_break.filter(|_| breaks == 1));
        Gap {
            split: told.map_or([nodes.end, nodes.start], |told| [told, told]),
            is_told: told.is_some(),
            is_wide,
        }
    }
}
