//! The words around a place of a page.

use crate::prelude::*;

/// The most characters on each side. Texts without spaces are cut there; others at the last space before it.
const CHARACTERS: usize = 240;

/// Returns the text of a block from some words before some of its nodes to some words behind them; `None` where the block
/// has no other text. `block` are the nodes of the block.
pub fn around<'p>(page: &'p Page, nodes: &Range<usize>, block: &Range<usize>) -> Option<&'p str> {
    let text = page.text();
    let start = page.text_offset(nodes.start);
    let end = start + page.text_of(nodes.clone()).len();
    let block_start = page.text_offset(block.start).min(start);
    let block_end = page.text_offset(block.end.max(nodes.end)).max(end);
    let from = start - length_of_words(text.get(block_start..start)?, true);
    let to = end + length_of_words(text.get(end..block_end)?, false);
    let has_others = [from..start, end..to].into_iter().any(|side| !text[side].trim().is_empty());
    has_others.then(|| text[from..to].trim())
}

/// Returns how many bytes the first words of a text take, from its start or, in `reverse`, from its end.
fn length_of_words(text: &str, reverse: bool) -> usize {
    let places = || text.char_indices();
    let places: &mut dyn Iterator<Item = (usize, char)> = match reverse {
        false => &mut places(),
        true => &mut places().rev().map(|(at, c)| (text.len() - at - c.len_utf8(), c)),
    };
    let mut words = 0;
    let mut last_space = 0;
    let mut was_space = true;
    for (count, (at, c)) in places.enumerate() {
        let is_space = c.is_whitespace();
        if is_space && !was_space {
            words += 1;
            last_space = at;
        }
        // The most words on each side.
        if words == 20 && is_space {
            return at;
        }
        if count == CHARACTERS {
            return if last_space > 0 { last_space } else { at };
        }
        was_space = is_space;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Option<String> {
        let page = sample(html);
        let link = crate::first_of(&page, Tag::A).unwrap();
        let block = page.blocks().iter().find(|block| block.nodes().end > link)?;
        around(&page, &page.subtree(link), &block.nodes()).map(str::to_owned)
    }

    #[test]
    fn twenty_words_on_each_side() {
        assert_eq!(
            of("<p>Before. <p>See <b>the <a href=x>other page</a></b>, please.<p>After").as_deref(),
            Some("See the other page, please.")
        );
        assert_eq!(of("<p><a>alone</a>"), None);
        let words = "one two ".repeat(15);
        let expected = format!("{}x {}", "one two ".repeat(10), "one two ".repeat(10));
        assert_eq!(of(&format!("<p>{words}<a>x</a> {words}")).as_deref(), Some(expected.trim_end()));
        let expected = format!("{}x{}", "\u{6f22}".repeat(CHARACTERS), "\u{6f22}".repeat(CHARACTERS));
        let long = "\u{6f22}".repeat(1000);
        assert_eq!(of(&format!("<p>{long}<a>x</a>{long}")).as_deref(), Some(expected.as_str()));
    }
}
