//! Columns: a column is the part of the template that writes the same field into every record.

use goce_core::areas::fields::{FIELDS_COMPARED, Field};
use goce_core::page::records::Repeated;
use goce_core::page::{Page, Tag};
use goce_core::prelude::*;
use goce_core::texts::spaces::start_of;

/// Columns that are compared; further ones are ignored.
pub const COLUMNS: usize = 64;

/// How a field's element looks, and the tag and first class of the element around that. Boards write the time of a post and
/// that of a bookmark in it in elements that look alike.
pub type Place<'p> = (u32, Tag, &'p str);

/// Returns the place of a field; `None` for one that stands in no element that repeats.
pub fn place<'p>(page: &'p Page, repeated: &Repeated, field: &Field) -> Option<Place<'p>> {
    let parent = page.parent(field.element);
    // Bytes of a class that are read.
    let class = start_of(page.class(parent), 128).split_ascii_whitespace().next().unwrap_or("");
    Some((repeated.kind(field.element)?, page.tag(parent), class))
}

/// A column, and the sum of the trust in its fields.
#[derive(Clone, Copy, Debug)]
struct Column<K> {
    key: K,
    trust: f32,
    /// The number of the last record that has a field in it.
    last: usize,
}

/// Returns the columns of some records, the most trusted first. `key` tells a field's column, `weigh` returns the trust in
/// one field. Only the first field that a record has in a column counts.
fn columns<K: Copy + PartialEq>(
    records: &[Vec<&Field>],
    key: impl Fn(&Field) -> Option<K>,
    weigh: impl Fn(&Field) -> f32,
) -> Fallible<Vec<Column<K>>> {
    let mut columns: Vec<Column<K>> = Vec::new();
    for (index, fields) in records.iter().enumerate().checking(CHECK_EVERY) {
        for field in fields.iter().take(FIELDS_COMPARED) {
            let Some(key) = key(field) else {
                continue;
            };
            let trust = weigh(field);
            let known = columns.iter().position(|column| column.key == key);
            let Some(known) = known else {
                if columns.len() < COLUMNS {
                    columns.try_push(Column {
                        key,
                        trust,
                        last: index,
                    })?;
                }
                continue;
            };
            let column = &mut columns[known];
            if column.last != index {
                column.last = index;
                column.trust += trust;
            }
        }
    }
    // The sort is stable: of columns with the same trust the first one wins.
    columns.sort_by(|one, other| other.trust.total_cmp(&one.trust));
    Ok(columns)
}

/// Returns one field for each record: the one in the most trusted column of those that the record has. Of several there it is
/// the first, or the one at the most trusted place of those before a node that `end` returns for each record. `weigh` returns
/// the trust in one field.
pub fn choose<'m>(
    page: &Page,
    records: &[Vec<&'m Field>],
    repeated: &Repeated,
    weigh: impl Fn(&Field) -> f32,
    end: impl Fn(usize) -> usize,
) -> Fallible<Vec<Option<&'m Field>>> {
    let kinds = columns(records, |field| repeated.kind(field.element), &weigh)?;
    let places = columns(records, |field| place(page, repeated, field), &weigh)?;
    let mut chosen = Vec::new();
    for (index, fields) in records.iter().enumerate().checking(CHECK_EVERY) {
        let end = end(index);
        let fields = || fields.iter().take(FIELDS_COMPARED);
        let found = kinds.iter().find_map(|column| {
            let of_kind = || fields().filter(|field| repeated.kind(field.element) == Some(column.key));
            let first = of_kind().next()?;
            let before = || of_kind().take_while(|field| field.position < end);
            let at_place = |of: &Column<Place>| before().find(|field| place(page, repeated, field) == Some(of.key));
            Some(*places.iter().find_map(at_place).unwrap_or(first))
        });
        chosen.try_push(found)?;
    }
    Ok(chosen)
}
