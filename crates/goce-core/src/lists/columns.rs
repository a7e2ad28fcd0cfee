//! Columns: a column is the part of the template that writes the same field into every record.

use super::fields::{FIELDS_COMPARED, Field};
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::records::Repeated;

/// Columns that are compared; further ones are ignored.
pub const COLUMNS: usize = 64;

/// A column, and the sum of the trust in its fields.
#[derive(Clone, Copy, Debug)]
struct Column {
    kind: u32,
    trust: f32,
    /// The number of the last record that has a field in it.
    last: usize,
}

/// Returns one field for each record: the one in the most trusted column of those that the record has. The trust in a
/// column is summed over the records; `weigh` returns the trust in one field.
pub fn choose<'m>(
    records: &[Vec<&'m Field>],
    repeated: &Repeated,
    weigh: impl Fn(&Field) -> f32,
) -> Result<Vec<Option<&'m Field>>, OutOfMemory> {
    let mut columns: Vec<Column> = Vec::new();
    for (index, fields) in records.iter().enumerate().checking(CHECK_EVERY) {
        for field in fields.iter().take(FIELDS_COMPARED) {
            let Some(kind) = repeated.kind(field.element) else {
                continue;
            };
            let trust = weigh(field);
            let known = columns.iter().position(|column| column.kind == kind);
            let Some(known) = known else {
                if columns.len() < COLUMNS {
                    columns.try_push(Column {
                        kind,
                        trust,
                        last: index,
                    })?;
                }
                continue;
            };
            let column = &mut columns[known];
            // Only the first field that a record has in a column counts.
            if column.last != index {
                column.last = index;
                column.trust += trust;
            }
        }
    }
    // The sort is stable: of columns with the same trust the first one wins.
    columns.sort_by(|one, other| other.trust.total_cmp(&one.trust));
    let mut chosen = Vec::new();
    for fields in records.iter().checking(CHECK_EVERY) {
        let found = columns.iter().find_map(|column| {
            let of_column = |field: &&&Field| repeated.kind(field.element) == Some(column.kind);
            let field = fields.iter().take(FIELDS_COMPARED).find(of_column)?;
            Some(*field)
        });
        chosen.try_push(found)?;
    }
    Ok(chosen)
}
