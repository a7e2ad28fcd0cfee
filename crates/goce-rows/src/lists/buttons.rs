//! Links and buttons that say the same in most records of a list, such as "Add to cart": they are no part of a record.

use crate::prelude::*;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::item_parts::ItemParts;
use goce_core::areas::fields::Fields;
use goce_core::page::records::Record;

/// The buttons of a list, by what they say.
pub struct Buttons<'p> {
    page: &'p Page,
    fields: &'p Fields,
    /// The hashes of what links and buttons say, with the number of records that say it and the last of them.
    said: Map<u64, (usize, usize)>,
    /// The least number of records that say a button's text.
    least: usize,
}

impl<'p> Buttons<'p> {
    /// Counts what the links and buttons of records say. `parts` has the parts of each.
    pub fn of(page: &'p Page, fields: &'p Fields, records: &[Record], parts: &[ItemParts]) -> Fallible<Self> {
        let mut buttons = Buttons {
            page,
            fields,
            said: Map::default(),
            // The least number of records in which a text says that it is a button's.
            least: (6 * records.len()).div_ceil(10).max(4),
        };
        for (index, (record, parts)) in records.iter().zip(parts).enumerate() {
            interrupts::check();
            for position in record.nodes.clone().checking(CHECK_EVERY) {
                let Some(hash) = buttons.hash(position, parts) else {
                    continue;
                };
                let (count, last) = buttons.said.try_entry(hash)?.or_insert((0, usize::MAX));
                if *last != index {
                    (*count, *last) = (*count + 1, index);
                }
            }
        }
        Ok(buttons)
    }

    /// Returns `true` for an element of a record that is a button.
    pub fn is_button(&self, position: usize, parts: &ItemParts) -> bool {
        let hash = self.hash(position, parts);
        let said = hash.and_then(|hash| self.said.get(&hash));
        said.is_some_and(|(count, _)| *count >= self.least)
    }

    /// Returns the hash of what a link or a button says, whatever the numbers in it; `None` for other elements, and for
    /// what a record states: its title, a price, a time, a name.
    fn hash(&self, position: usize, parts: &ItemParts) -> Option<u64> {
        let page = self.page;
        if !matches!(page.tag(position), Tag::A | Tag::Button | Tag::Label | Tag::Select) {
            return None;
        }
        let nodes = page.subtree(position);
        let text = page.text_of(nodes.clone());
        // First the length: elements nest, and the text of each would be read.
        // The most bytes and words of a button.
        if text.is_empty() || text.len() > 80 || page.word_count(nodes.clone()) > 4 {
            return None;
        }
        // The most digits of a count in a button. Longer numbers are telephone numbers and the like.
        if text.bytes().filter(u8::is_ascii_digit).count() > 4 {
            return None;
        }
        let is_stated = [parts.title, parts.price].into_iter().flatten().any(|part| meet(&nodes, &page.subtree(part)))
            || !self.fields.times_in(nodes.clone()).is_empty()
            || !self.fields.names_in(nodes).is_empty();
        let is_break = |c| matches!(c, '\n' | '\t');
        let stands_alone = || {
            let start = page.text_offset(position);
            let behind = page.text()[start + text.len()..].trim_start_matches(' ');
            page.text()[..start].ends_with(is_break) && (behind.is_empty() || behind.starts_with(is_break))
        };
        if is_stated || !stands_alone() {
            return None;
        }
        let mut hasher = FxHasher::default();
        for c in text.chars().filter(|c| !c.is_ascii_digit()) {
            c.hash(&mut hasher);
        }
        Some(hasher.finish())
    }
}

/// Returns `true` where one of two subtrees is in the other.
fn meet(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use crate::lists::items;
    use crate::prelude::*;

    fn texts(card: impl Fn(usize) -> String, count: usize) -> Vec<String> {
        let cards: String = (0..count).map(|n| format!("<li class=card>{}</li>", card(n))).collect();
        let items = items(&sample(&format!("<ul>{cards}</ul>")), None).unwrap();
        items.into_iter().map(|item| item.text.unwrap_or_default()).collect()
    }

    #[test]
    fn what_most_records_say_is_left_out() {
        let card = |n: usize| {
            format!(
                "<h3><a href=/{n}>Chair {n}</a></h3><p>${n}5.00</p><p><a href=/{n}#c>{n} comments</a></p>\
                 <button>Add to cart</button><p><a href=/{n}>Read more</a></p>"
            )
        };
        assert_eq!(texts(card, 5)[2], "Chair 2\n\n$25.00");
        // Of three records nobody knows.
        assert!(texts(card, 3)[2].ends_with("Read more"));
    }

    #[test]
    fn what_a_record_states_is_kept() {
        let card = |n: usize| {
            format!(
                "<h3><a href=/{n}>Part {n}</a></h3><p><a href=/news>News</a> of bread</p>\
                 <p><a href=/author/ann rel=author>Ann</a></p><p>See <a href=/x>the shop</a> for number {}</p>",
                n * 7
            )
        };
        assert_eq!(texts(card, 5)[1], "Part 1\n\nNews of bread\n\nAnn\n\nSee the shop for number 7");
    }
}
