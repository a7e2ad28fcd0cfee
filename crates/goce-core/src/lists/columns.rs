//! The parts of records that are the same part in all of them: their columns.

use super::CHECK_EVERY;
use super::fields::{FIELDS_COMPARED, Field};
use crate::interrupts::Checking;
use crate::memory::{OutOfMemory, TryPush};
use crate::page::records::Repeated;

/// Different columns that are compared.
pub const COLUMNS: usize = 64;

/// A column of fields, and how much speaks for it.
#[derive(Clone, Copy, Debug)]
struct Column {
    kind: u32,
    trust: f32,
    /// The last record that it was found in.
    last: usize,
}

/// Returns for each record its field: one of the column with the most trust, summed over the records, that the
/// record has. `weigh` returns the trust in a field.
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
            // The first of a record counts.
            if column.last != index {
                column.last = index;
                column.trust += trust;
            }
        }
    }
    // What comes first wins where both are trusted alike.
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
