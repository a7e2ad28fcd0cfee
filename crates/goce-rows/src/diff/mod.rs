//! What has changed in the content between two versions of a page.
//!
//! All blocks of both versions are aligned, content or not, by one common subsequence ([`common`]). So a block that is
//! content by the selection of one version alone, and that both show, is no change. Equal blocks have the same words
//! ([`numbering`]). What is left between them is paired by its words ([`likeness`]). Counters, times since and the like do
//! not count ([`volatile_text`]).

mod common;
mod likeness;
mod numbering;
mod side;
mod volatile_text;
mod words;

use self::likeness::Comparer;
use self::numbering::{Numbering, Sequence, are_same};
use self::side::{Line, Side};
use crate::prelude::*;

/// No number of a line, pair or place.
const NONE: u32 = u32::MAX;

/// What has happened to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Added,
    Removed,
    Changed,
    /// It stands elsewhere. Its words may have changed a little too.
    Moved,
}

impl Op {
    /// Returns the sign of the operation: `+`, `-`, `~` or `>`.
    pub fn sign(self) -> &'static str {
        match self {
            Op::Added => "+",
            Op::Removed => "-",
            Op::Changed => "~",
            Op::Moved => ">",
        }
    }
}

/// A change of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub op: Op,
    /// The numbers of its lines in both versions; [`NONE`] for none.
    old: u32,
    new: u32,
}

/// The changes between two versions of a page, in the order of the new one. Removed blocks stand where they stood.
#[derive(Debug)]
pub struct Diff {
    old: Side,
    new: Side,
    changes: Vec<Change>,
}

/// One of the two versions of a block.
#[derive(Clone, Copy, Debug)]
pub struct Version<'a> {
    /// Its text, as [`Page::block_text`] has it.
    pub text: &'a str,
    /// The position of the nearest block-level element around it; `None` for content that the page does not show.
    pub element: Option<usize>,
}

impl Diff {
    /// Returns the changes between the content of two versions of a page.
    ///
    /// The content is what either selection takes. A block that both versions have at the same place is no change, and so
    /// is one that moves into the content or out of it. Addresses and attributes do not count. Time and memory are
    /// linear in both pages but for sorting.
    pub fn of(old: (&Page, &Selection), new: (&Page, &Selection)) -> Fallible<Diff> {
        let mut diff = Diff {
            old: Side::of(old.0, old.1)?,
            new: Side::of(new.0, new.1)?,
            changes: Vec::new(),
        };
        let partners = Partners::of(old.0, &diff.old, new.0, &diff.new)?;
        diff.changes = partners.changes(&diff.old.lines, &diff.new.lines)?;
        Ok(diff)
    }

    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns a changed block as it was in the old page.
    pub fn old_version<'a>(&'a self, page: &'a Page, change: &Change) -> Option<Version<'a>> {
        version(&self.old, page, change.old)
    }

    /// Returns a changed block as it is in the new page.
    pub fn new_version<'a>(&'a self, page: &'a Page, change: &Change) -> Option<Version<'a>> {
        version(&self.new, page, change.new)
    }

    /// Returns the headings above a changed block, the outermost first: in the content of the new page, or of the old
    /// one for a removed block. A long one is cut.
    pub fn heading_path<'a>(&'a self, old: &'a Page, new: &'a Page, change: &Change) -> impl Iterator<Item = &'a str> {
        let (side, page, number) = match change.op {
            Op::Removed => (&self.old, old, change.old),
            _ => (&self.new, new, change.new),
        };
        let line = side.lines.get(number as usize);
        line.map(|line| side.heading_path(page, line)).into_iter().flatten()
    }
}

fn version<'a>(side: &'a Side, page: &'a Page, number: u32) -> Option<Version<'a>> {
    let line = side.lines.get(number as usize)?;
    Some(Version {
        text: side.text(page, line),
        element: side.element(page, line),
    })
}

/// What a line is to the other version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nothing of its kind was found.
    Alone,
    /// The same or a changed line, in order.
    InOrder {
        is_changed: bool,
    },
    Moved,
}

/// A line's fate, and the number of the line that it is the version of.
#[derive(Clone, Copy, Debug)]
struct Partner {
    fate: Fate,
    number: u32,
}

const ALONE: Partner = Partner {
    fate: Fate::Alone,
    number: NONE,
};

/// The versions of all lines.
struct Partners {
    of_old: Vec<Partner>,
    of_new: Vec<Partner>,
}

impl Partners {
    fn of(old_page: &Page, old: &Side, new_page: &Page, new: &Side) -> Fallible<Partners> {
        let mut partners = Partners {
            of_old: try_filled(ALONE, old.lines.len())?,
            of_new: try_filled(ALONE, new.lines.len())?,
        };
        let mut numbers = Numbering::new();
        let (a, b) = (numbers.sequence(old, old_page)?, numbers.sequence(new, new_page)?);
        for (i, j) in common::common(&a.numbers, &b.numbers, numbers.len())? {
            let (i, j) = (a.lines[i as usize], b.lines[j as usize]);
            partners.pair(i, j, Fate::InOrder { is_changed: false });
        }
        partners.find_moved((old, old_page, &a), (new, &b), numbers.len())?;
        drop((a, b, numbers));
        let mut comparer = Comparer::new((old, old_page), (new, new_page));
        partners.find_changed((old, old_page), (new, new_page), &mut comparer)?;
        partners.find_moved_and_changed(old, new, &mut comparer)?;
        Ok(partners)
    }

    fn pair(&mut self, old: u32, new: u32, fate: Fate) {
        self.of_old[old as usize] = Partner { fate, number: new };
        self.of_new[new as usize] = Partner { fate, number: old };
    }

    /// Pairs equal blocks that stand elsewhere.
    fn find_moved(
        &mut self,
        (old, page, a): (&Side, &Page, &Sequence),
        (new, b): (&Side, &Sequence),
        numbers: usize,
    ) -> Fallible {
        // For each number the first old line that is left, and for each line the next one.
        let mut first = try_filled(NONE, numbers)?;
        let mut next = try_filled(NONE, old.lines.len())?;
        for (&index, &number) in a.lines.iter().zip(&a.numbers).rev().checking(CHECK_EVERY) {
            if self.of_old[index as usize].fate == Fate::Alone {
                next[index as usize] = first[number as usize];
                first[number as usize] = index;
            }
        }
        for (&index, &number) in b.lines.iter().zip(&b.numbers).checking(CHECK_EVERY) {
            if self.of_new[index as usize].fate != Fate::Alone {
                continue;
            }
            let from = first[number as usize];
            let Some(old_line) = old.lines.get(from as usize) else {
                continue;
            };
            let stays = old_line.is_content == new.lines[index as usize].is_content;
            // The fewest bytes of a block that has moved. Shorter ones, as cells, are found everywhere.
            if stays && old.text(page, old_line).len() < 24 {
                continue;
            }
            first[number as usize] = next[from as usize];
            self.pair(from, index, Fate::Moved);
        }
        Ok(())
    }

    /// Pairs what is left between blocks that are in order.
    fn find_changed(
        &mut self,
        (old, old_page): (&Side, &Page),
        (new, new_page): (&Side, &Page),
        comparer: &mut Comparer<'_>,
    ) -> Fallible {
        let mut pairs = Vec::new();
        let (mut left_old, mut left_new) = (Vec::new(), Vec::new());
        let mut at_old = 0;
        let mut work = Countdown::new(CHECK_EVERY);
        for at_new in (0..=new.lines.len()).checking(CHECK_EVERY) {
            let partner = self.of_new.get(at_new);
            let is_left = |line: &Line, partner: &Partner| partner.fate == Fate::Alone && line.counts;
            let end_old = match partner {
                None => old.lines.len(),
                Some(partner) if matches!(partner.fate, Fate::InOrder { .. }) => partner.number as usize,
                Some(partner) => {
                    if is_left(&new.lines[at_new], partner) {
                        left_new.try_push(at_new as u32)?;
                    }
                    continue;
                }
            };
            for index in at_old..end_old {
                work.charge(1);
                if is_left(&old.lines[index], &self.of_old[index]) {
                    left_old.try_push(index as u32)?;
                }
            }
            at_old = end_old + 1;
            comparer.gap(&left_old, &left_new, &mut pairs)?;
            left_old.clear();
            left_new.clear();
        }
        for (i, j) in pairs.into_iter().checking(CHECK_EVERY) {
            let (a, b) = (&old.lines[i as usize], &new.lines[j as usize]);
            // Fleeting things are known in content alone.
            let is_changed = a.is_content == b.is_content
                || !are_same(&old.lasting_as_content(old_page, a)?, &new.lasting_as_content(new_page, b)?);
            self.pair(i, j, Fate::InOrder { is_changed });
        }
        Ok(())
    }

    fn find_moved_and_changed(&mut self, old: &Side, new: &Side, comparer: &mut Comparer<'_>) -> Fallible {
        let left = |lines: &[Line], partners: &[Partner]| -> Fallible<Vec<u32>> {
            let mut left = Vec::new();
            for (index, (line, partner)) in lines.iter().zip(partners).enumerate().checking(CHECK_EVERY) {
                if partner.fate == Fate::Alone && line.counts && line.is_content {
                    left.try_push(index as u32)?;
                }
            }
            Ok(left)
        };
        let (left_old, left_new) = (left(&old.lines, &self.of_old)?, left(&new.lines, &self.of_new)?);
        for (i, j) in comparer.moved(&left_old, &left_new)? {
            self.pair(i, j, Fate::Moved);
        }
        Ok(())
    }

    fn changes(&self, old: &[Line], new: &[Line]) -> Fallible<Vec<Change>> {
        let mut changes = Vec::new();
        // Before each new line, the number of the old line that the next line in order is the version of.
        let mut ends = try_filled(old.len() as u32, self.of_new.len() + 1)?;
        for (index, partner) in self.of_new.iter().enumerate().rev().checking(CHECK_EVERY) {
            ends[index] = match partner.fate {
                Fate::InOrder { .. } => partner.number,
                _ => ends[index + 1],
            };
        }
        let mut at_old = 0;
        let mut work = Countdown::new(CHECK_EVERY);
        for (index, &end) in ends.iter().enumerate().checking(CHECK_EVERY) {
            for (at, line) in old.iter().enumerate().take(end as usize).skip(at_old) {
                work.charge(1);
                if self.of_old[at].fate == Fate::Alone && line.is_content && line.counts {
                    changes.try_push(Change {
                        op: Op::Removed,
                        old: at as u32,
                        new: NONE,
                    })?;
                }
            }
            at_old = at_old.max(end as usize);
            let (Some(partner), Some(line)) = (self.of_new.get(index), new.get(index)) else {
                break;
            };
            let partner_is_content = old.get(partner.number as usize).is_some_and(|old| old.is_content);
            let op = match partner.fate {
                Fate::Alone if line.is_content && line.counts => Op::Added,
                Fate::InOrder { is_changed: true } if line.is_content || partner_is_content => Op::Changed,
                Fate::Moved if line.is_content && partner_is_content => Op::Moved,
                _ => continue,
            };
            changes.try_push(Change {
                op,
                old: partner.number,
                new: index as u32,
            })?;
        }
        Ok(changes)
    }
}

#[cfg(test)]
mod tests;
