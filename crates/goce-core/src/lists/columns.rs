//! The parts of records that are the same part in all of them: their columns.

use super::marks::{Mark, OF_RECORD};
use crate::interrupts::Checking;
use crate::memory::{OutOfMemory, TryPush};
use crate::page::records::Repeated;

/// Records between two checks.
const CHECK_EVERY: usize = 64;

/// Different columns that are compared.
pub const COLUMNS: usize = 64;

/// A column of marks, and how much speaks for it.
#[derive(Clone, Copy, Debug)]
struct Column {
    kind: u32,
    trust: f32,
    /// The last record that it was found in.
    last: usize,
}

/// Returns for each record its mark: one of the column with the most trust, summed over the records, that the
/// record has. `weigh` returns the trust in a mark.
pub fn choose<'m>(
    records: &[Vec<&'m Mark>],
    repeated: &Repeated,
    weigh: impl Fn(&Mark) -> f32,
) -> Result<Vec<Option<&'m Mark>>, OutOfMemory> {
    let mut columns: Vec<Column> = Vec::new();
    for (index, marks) in records.iter().enumerate().checking(CHECK_EVERY) {
        for mark in marks.iter().take(OF_RECORD) {
            let Some(kind) = repeated.kind(mark.element) else {
                continue;
            };
            let trust = weigh(mark);
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
    for marks in records.iter().checking(CHECK_EVERY) {
        let found = columns.iter().find_map(|column| {
            let of_column = |mark: &&&Mark| repeated.kind(mark.element) == Some(column.kind);
            let mark = marks.iter().take(OF_RECORD).find(of_column)?;
            Some(*mark)
        });
        chosen.try_push(found)?;
    }
    Ok(chosen)
}
