//! Who wrote each post, where no markup says that something is a name: short texts beside the time, that differ.

use crate::prelude::*;
use goce_core::areas::fields::{Field, Fields};
use goce_core::dates::{month, time_text};
use goce_core::page::records::Record;

use super::columns::{Column, Columns};
use super::posts::{head, outside};

/// How an element looks: its tag and class, and the tag of the element around it.
type Look<'p> = (Tag, &'p str, Tag);

/// Texts that look alike, one in each record.
#[derive(Default)]
struct Texts<'p> {
    /// How often each text is there, but for a number at its end: "Comment 7".
    counts: Map<&'p str, usize>,
    fields: Vec<(usize, Field)>,
    /// Those that are links, have a name's class, or stand on a line with the time.
    borne_out: usize,
}

impl Texts<'_> {
    /// Returns `true` for names: most records have one, they differ, and their markup does not speak against it.
    fn are_names(&self, records: usize) -> bool {
        let count = self.fields.len();
        let most = self.counts.values().copied().max().unwrap_or(0);
        10 * count >= 8 * records && 10 * self.borne_out >= 8 * count && self.counts.len() > 1 && 3 * most <= 2 * count
    }
}

/// Returns the name beside each record's text, or else at the start of it: the first column of texts that are names.
pub fn speakers(
    page: &Page,
    of_page: &Fields,
    records: &[Record],
    times: &[Option<&Field>],
) -> Fallible<Vec<Option<Field>>> {
    let found = names_in(page, of_page, records, times, |record| outside(page, record))?;
    if found.iter().any(Option::is_some) {
        return Ok(found);
    }
    names_in(page, of_page, records, times, |record| [head(page, record), 0..0])
}

fn names_in(
    page: &Page,
    of_page: &Fields,
    records: &[Record],
    times: &[Option<&Field>],
    sides: impl Fn(&Record) -> [Range<usize>; 2],
) -> Fallible<Vec<Option<Field>>> {
    let mut columns: Columns<Look<'_>, Texts<'_>> = Columns(Vec::new());
    for (index, (record, time)) in records.iter().zip(times).enumerate() {
        for side in sides(record) {
            let mut position = side.start;
            // Nodes on each side of a text that are looked at.
            let end = side.end.min(side.start + 256);
            while position < end {
                interrupts::check();
                let nodes = page.subtree(position);
                let text = page.text_of(nodes.clone());
                let is_name = is_like_name(page, position, text) && of_page.times_in(nodes.clone()).is_empty();
                if !is_name {
                    position += 1;
                    continue;
                }
                position = nodes.end;
                if let Some(texts) = columns.first_in(look(page, nodes.start), index)? {
                    let text = text.trim();
                    // A number without a space before it is part of a name: "user4711".
                    let word = text.trim_end_matches(|c: char| c.is_ascii_digit());
                    let unnumbered = if word.ends_with(char::is_whitespace) {
                        word.trim_end()
                    } else {
                        text
                    };
                    *texts.counts.try_entry(unnumbered)?.or_default() += 1;
                    texts.borne_out += usize::from(is_borne_out(page, nodes.start, *time));
                    let field = Field {
                        position: nodes.start,
                        element: nodes.start,
                        trust: 0.5,
                        is_whole: true,
                    };
                    texts.fields.try_push((index, field))?;
                }
            }
        }
    }
    let mut found = try_filled(None, records.len())?;
    let is_of_names = |column: &&Column<Look<'_>, Texts<'_>>| column.kept.are_names(records.len());
    if let Some(column) = columns.0.iter().find(is_of_names) {
        for (index, field) in column.kept.fields.iter().checking(CHECK_EVERY) {
            found[*index] = Some(*field);
        }
    }
    Ok(found)
}

fn look(page: &Page, position: usize) -> Look<'_> {
    let node = &page.nodes()[position];
    // Bytes of a class that are read.
    (node.tag(), start_of(page.class(position), 128), page.tag(node.parent()))
}

/// Returns `true` for an element with a text as short as a name.
fn is_like_name(page: &Page, position: usize, text: &str) -> bool {
    let tag = page.tag(position);
    let is_other = matches!(tag, Tag::Text | Tag::Button | Tag::Option | Tag::Select) || tag.heading_level().is_some();
    let text = text.trim();
    // The longest name, in bytes and in words.
    let is_short = (2..=40).contains(&text.len()) && text.split_whitespace().count() <= 4;
    !is_other
        && is_short
        && text.starts_with(|c: char| c.is_alphabetic() || c == '@')
        && !text.contains(['\n', '\t', ':', ';', '?', '!', '/', '(', '#', '»'])
        && time_text::form(text).is_none()
        && month(&text.to_lowercase()).is_none()
}

/// Returns `true` for a text that is a link, that has a name's class, or that stands on a line with the time.
fn is_borne_out(page: &Page, position: usize, time: Option<&Field>) -> bool {
    let (_, class, _) = look(page, position);
    let is_named = class.split_ascii_whitespace().any(|class| class.eq_ignore_ascii_case("name"))
        || Meaning::Person.is_said_by(class);
    let mut links = page.subtree(position).filter(|at| page.tag(*at) == Tag::A);
    let is_link = links.any(|link| page.attribute(link, names::HREF).is_some_and(|href| !href.contains('#')));
    is_named || is_link || time.is_some_and(|time| is_beside(page, position, time.position))
}

/// Returns `true` for an element on the line of another, or near that.
fn is_beside(page: &Page, one: usize, other: usize) -> bool {
    let (first, second) = (one.min(other), one.max(other));
    let between = page.text_offset(page.end(first))..page.text_offset(second);
    let between = page.text().get(between).unwrap_or("");
    // Bytes and line breaks between a name and the time beside it.
    between.len() <= 80 && between.matches('\n').count() <= 2
}
