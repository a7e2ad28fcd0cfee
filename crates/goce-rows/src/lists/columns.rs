//! Columns: a column is the part of the template that writes the same field into every record.

use crate::prelude::*;
use goce_core::areas::fields::{FIELDS_COMPARED, Field};
use goce_core::page::records::Repeated;

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

/// A column.
#[derive(Debug)]
pub struct Column<K, V> {
    pub key: K,
    /// What is kept of its fields.
    pub kept: V,
    /// The number of the last record that has a field in it.
    last: usize,
}

/// The columns of some records, in the order of their first fields.
#[derive(Debug)]
pub struct Columns<K, V>(pub Vec<Column<K, V>>);

impl<K: PartialEq, V: Default> Columns<K, V> {
    /// Returns what is kept of a column, to add a field of a record to it; `None` if the record has a field there already,
    /// and for columns behind the 64th.
    pub fn first_in(&mut self, key: K, record: usize) -> Fallible<Option<&mut V>> {
        let at = match self.0.iter().position(|column| column.key == key) {
            Some(at) => at,
            None if self.0.len() == 64 => return Ok(None),
            None => {
                self.0.try_push(Column {
                    key,
                    kept: V::default(),
                    last: usize::MAX,
                })?;
                self.0.len() - 1
            }
        };
        let column = &mut self.0[at];
        let last = std::mem::replace(&mut column.last, record);
        Ok((last != record).then_some(&mut column.kept))
    }
}

/// Returns the columns of some records, the most trusted first. `key` tells a field's column, `weigh` returns the trust in
/// one field.
fn by_trust<K: PartialEq>(
    records: &[Vec<&Field>],
    key: impl Fn(&Field) -> Option<K>,
    weigh: impl Fn(&Field) -> f32,
) -> Fallible<Vec<Column<K, f32>>> {
    let mut columns: Columns<K, f32> = Columns(Vec::new());
    for (index, fields) in records.iter().enumerate().checking(CHECK_EVERY) {
        for field in fields.iter().take(FIELDS_COMPARED) {
            if let Some(key) = key(field)
                && let Some(trust) = columns.first_in(key, index)?
            {
                *trust += weigh(field);
            }
        }
    }
    // The sort is stable: of columns with the same trust the first one wins.
    columns.0.sort_by(|one, other| other.kept.total_cmp(&one.kept));
    Ok(columns.0)
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
    let kinds = by_trust(records, |field| repeated.kind(field.element), &weigh)?;
    let places = by_trust(records, |field| place(page, repeated, field), &weigh)?;
    let mut chosen = Vec::new();
    for (index, fields) in records.iter().enumerate().checking(CHECK_EVERY) {
        let end = end(index);
        let fields = || fields.iter().take(FIELDS_COMPARED);
        let found = kinds.iter().find_map(|column| {
            let of_kind = || fields().filter(|field| repeated.kind(field.element) == Some(column.key));
            let first = of_kind().next()?;
            let before = || of_kind().take_while(|field| field.position < end);
            let at_place =
                |of: &Column<Place, f32>| before().find(|field| place(page, repeated, field) == Some(of.key));
            Some(*places.iter().find_map(at_place).unwrap_or(first))
        });
        chosen.try_push(found)?;
    }
    Ok(chosen)
}
