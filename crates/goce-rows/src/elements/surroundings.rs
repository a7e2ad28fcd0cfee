//! The words around a place of a page.

use std::ops::Range;

use goce_core::page::Page;

/// The most words on each side.
const WORDS: usize = 20;

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
    let before = last_words(text.get(block_start..start)?);
    let after = first_words(text.get(end..block_end)?);
    if before.trim().is_empty() && after.trim().is_empty() {
        return None;
    }
    Some(text.get(start - before.len()..end + after.len())?.trim())
}

/// Returns the first words of a text.
fn first_words(text: &str) -> &str {
    let mut words = 0;
    let mut last_space = 0;
    let mut was_space = true;
    for (count, (at, c)) in text.char_indices().enumerate() {
        let is_space = c.is_whitespace();
        if is_space {
            if !was_space {
                words += 1;
                last_space = at;
            }
            if words == WORDS {
                return &text[..at];
            }
        }
        if count == CHARACTERS {
            return if last_space > 0 {
                &text[..last_space]
            } else {
                &text[..at]
            };
        }
        was_space = is_space;
    }
    text
}

/// Returns the last words of a text.
fn last_words(text: &str) -> &str {
    let mut words = 0;
    let mut last_space = text.len();
    let mut was_space = true;
    for (count, (at, c)) in text.char_indices().rev().enumerate() {
        let is_space = c.is_whitespace();
        let behind = at + c.len_utf8();
        if is_space {
            if !was_space {
                words += 1;
                last_space = behind;
            }
            if words == WORDS {
                return &text[behind..];
            }
        }
        if count == CHARACTERS {
            return if last_space < text.len() {
                &text[last_space..]
            } else {
                &text[behind..]
            };
        }
        was_space = is_space;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::page::Tag;

    fn of(html: &str) -> Option<String> {
        let page = crate::sample(html);
        let link = page.nodes().iter().position(|node| node.tag() == Tag::A).unwrap();
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
