//! Notes of a text: what a reference in taken text leads to is taken with it.

use super::blocks_in;
use crate::element_names::Meaning;
use crate::html::names;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::keyed::Map;
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};

/// The least probability of a note, of any of its blocks.
const LIKELY: f32 = 0.2;

/// The most blocks and words of a note.
const BLOCKS: usize = 6;
const WORDS: usize = 200;

/// The levels above the target of a reference in which its note is looked for.
const LEVELS: usize = 3;

/// Takes the notes that links in taken blocks lead to, if these have the names of notes.
pub fn take_notes(page: &Page, probabilities: &[f32], selected: &mut [bool]) -> Result<(), OutOfMemory> {
    let blocks = page.blocks();
    let mut targets: Vec<&str> = Vec::new();
    for (index, block) in blocks.iter().enumerate().checking(CHECK_EVERY) {
        if !selected[index] {
            continue;
        }
        let links = block.nodes().filter(|at| page.tag(*at) == Tag::A);
        for link in links {
            let href = page.attribute(link, names::HREF);
            if let Some(target) = href.and_then(|href| Some(href.split_once('#')?.1))
                && Meaning::Footnote.behind(target).is_some()
            {
                targets.try_push(target)?;
            }
        }
    }
    if targets.is_empty() {
        return Ok(());
    }
    let mut positions: Map<&str, usize> = Map::default();
    for position in (0..page.nodes().len()).checking(CHECK_EVERY) {
        // Word names its notes by `<a name>`.
        let name = || page.attribute(position, names::NAME).filter(|_| page.tag(position) == Tag::A);
        let id = page.attribute(position, names::ID).or_else(name);
        if let Some(id) = id.filter(|id| Meaning::Footnote.behind(id).is_some()) {
            positions.try_reserve(1)?;
            positions.entry(id).or_insert(position);
        }
    }
    for target in targets.into_iter().checking(CHECK_EVERY) {
        let Some(mut at) = positions.get(target).copied() else {
            continue;
        };
        for _ in 0..LEVELS {
            if page.tag(at).is_block() {
                break;
            }
            at = page.parent(at);
        }
        let note = blocks_in(page, &page.subtree(at));
        let is_likely = || probabilities[note.clone()].iter().any(|probability| *probability >= LIKELY);
        if note.len() <= BLOCKS && page.word_count(page.subtree(at)) <= WORDS && is_likely() {
            selected[note].fill(true);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::mended;
    use super::*;

    #[test]
    fn what_a_reference_leads_to_is_taken() {
        let notes = "<ol><li id=fn1><p>Note.<li id=fn2>Other.</ol><p id=more>More.";
        for (text, expected) in [
            ("Text<sup><a href='#fn1'>1</a></sup>", "1100"),
            ("Text<a href='/page#fn2'><sup>2</sup></a>", "1010"),
            ("Text <a href='#more'>more</a>", "1000"),
            ("Text <a href='#fn9'>9</a>", "1000"),
        ] {
            let page = Page::sample(&format!("<p>{text}{notes}"));
            let taken = mended("1000", |selected| take_notes(&page, &[0.9, 0.3, 0.3, 0.3], selected).unwrap());
            assert_eq!(taken, expected, "{text}");
            let unlikely = mended("1000", |selected| take_notes(&page, &[0.9, 0.1, 0.1, 0.1], selected).unwrap());
            assert_eq!(unlikely, "1000");
        }
        let word = Page::sample("<p>Text<a href='#_ftn1'>[1]</a><p><a name=_ftn1>[1]</a> Note.<p>More.");
        assert_eq!(mended("100", |selected| take_notes(&word, &[0.9, 0.3, 0.3], selected).unwrap()), "110");
    }
}
