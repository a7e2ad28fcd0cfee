//! The words of dates in all languages, from the CLDR: `models/months/README.md` says what the table has.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::DayOrder;
use super::tokens::folded;

static TABLE: &str = include_str!("../../../../models/months/months.tsv");

/// Names of months in languages with few pages that are words of many others: "iPhone 12 Pro, 2021" is no day.
const OTHER_WORDS: &str = "\
    abe ape api ara bal cab dame dub fan few gene gor han here hun ion jug lam led lip mac mach mag mas mat mer now \
    pep pom pro rugs sam sat sta stu sub tem tir tri uno";

/// How years and months are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calendar {
    Gregorian,
    /// The solar one of Iran and Afghanistan.
    Persian,
    /// The lunar one of Islam.
    Islamic,
}

/// The table, by its words.
#[derive(Default)]
struct Words {
    months: FxHashMap<&'static str, (Calendar, u8)>,
    behind_ordinals: FxHashMap<&'static str, u8>,
    between: FxHashSet<&'static str>,
    /// `true` for the afternoon.
    halves: FxHashMap<&'static str, bool>,
    orders: FxHashMap<&'static str, DayOrder>,
}

fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut all = Words::default();
        let others: Vec<&str> = OTHER_WORDS.split(' ').collect();
        for line in TABLE.lines() {
            let mut cells = line.split('\t');
            let (Some(row), Some(of), Some(names)) = (cells.next(), cells.next(), cells.next()) else {
                continue;
            };
            let month = of.parse().unwrap_or(0);
            let calendar = match row {
                "persian" => Calendar::Persian,
                "islamic" => Calendar::Islamic,
                _ => Calendar::Gregorian,
            };
            let order = if of == "month-first" {
                DayOrder::MonthFirst
            } else {
                DayOrder::DayFirst
            };
            for name in names.split(',').filter(|name| !others.contains(name)) {
                match row {
                    // Gregorian months come first.
                    "gregorian" | "persian" | "islamic" => {
                        all.months.entry(name).or_insert((calendar, month));
                    }
                    "behind-ordinals" => _ = all.behind_ordinals.insert(name, month),
                    "half" => _ = all.halves.insert(name, of == "pm"),
                    "order" => _ = all.orders.insert(name, order),
                    _ => _ = all.between.insert(name),
                }
            }
        }
        all
    })
}

/// Returns the month of a name in small letters, 1 to 12, in the calendar of most countries. The name may have two or
/// three words with spaces between.
pub fn month(name: &str) -> Option<u8> {
    let found = if name.is_ascii() {
        month_of(name)
    } else {
        month_of(&folded(name))
    };
    found.filter(|(calendar, _)| *calendar == Calendar::Gregorian).map(|(_, month)| month)
}

/// Returns the month of a name without accents, and its calendar.
pub fn month_of(name: &str) -> Option<(Calendar, u8)> {
    words().months.get(name).copied()
}

/// Returns the month of a name behind a day with a point, where that is another one.
pub fn month_behind_ordinal(name: &str) -> Option<u8> {
    words().behind_ordinals.get(name).copied()
}

/// Returns `true` for a word that only stands between day, month and year.
pub fn is_between(word: &str) -> bool {
    words().between.contains(word)
}

/// Returns whether a word names the afternoon; `None` if it names no half of a day.
pub fn is_afternoon(word: &str) -> Option<bool> {
    words().halves.get(word).copied()
}

/// Returns the order of day and month in numbers in a language, or a region of one: `de`, `en-GB`.
pub fn order(language: &str) -> Option<DayOrder> {
    words().orders.get(language).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn names_have_months() {
        for [name, expected] in cases(
            "
            may => 5
            märz => 3
            κασιμ => -
            kasım => 11
            δεκεμβρίου => 12
            กันยายน => 9
            tháng mười hai => 12
            فروردین => -
             => -
            pro => -
            monday => -",
        ) {
            let found = month(name).map(|month| month.to_string());
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{name}");
        }
        assert_eq!(month_of(&folded("فروردین")), Some((Calendar::Persian, 1)));
        assert_eq!(month_behind_ordinal("listopada"), Some(10));
    }

    #[test]
    fn the_table_is_whole() {
        for calendar in ["gregorian", "persian", "islamic"] {
            let rows = TABLE.lines().filter(|line| line.starts_with(calendar));
            assert_eq!(rows.count(), 12);
        }
        for name in words().months.keys() {
            assert_eq!(folded(name), *name);
        }
    }
}
