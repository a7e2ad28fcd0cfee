//! Notes of a text: what a reference in taken text leads to is taken with it.

use super::{blocks_in, taken};
use crate::page::Block;
use crate::page::prelude::*;

/// Takes the notes that links in taken blocks lead to, if these have the names or roles of notes, or if they are numbers or
/// marks and the notes lead back or stand among notes.
pub fn take_notes(page: &Page, probabilities: &[f32], selected: &mut [bool]) -> Fallible {
    let mut targets: Vec<(&str, bool, &Block)> = Vec::new();
    for block in taken(selected).map(|index| &page.blocks()[index]) {
        for link in block.nodes().filter(|at| page.tag(*at) == Tag::A) {
            let label = page.text_at(link).trim_matches(['[', '(', '*', ')', ']']);
            let is_number = || !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
            if let Some(target) = fragment(page, link) {
                let role = page.attribute(link, names::ROLE).unwrap_or("");
                let is_named =
                    Meaning::Footnote.behind(target).is_some() || matches!(role, "doc-noteref" | "doc-biblioref");
                if is_named || is_number() || page.is_called(link, Meaning::NoteMark) {
                    targets.try_push((target, is_named, block))?;
                }
            }
        }
    }
    if targets.is_empty() {
        return Ok(());
    }
    let mut positions: Map<&str, usize> = Map::default();
    for position in page.positions().checking(CHECK_EVERY) {
        // Word names its notes by `<a name>`.
        let name = || page.attribute(position, names::NAME).filter(|_| page.tag(position) == Tag::A);
        let id = page.attribute(position, names::ID).or_else(name);
        if let Some(id) = id {
            positions.try_entry(id)?.or_insert(position);
        }
    }
    for (target, is_named, block) in targets.into_iter().checking(CHECK_EVERY) {
        let Some(mut at) = positions.get(target).copied() else {
            continue;
        };
        // A note is not far above the target.
        for _ in 0..3 {
            if !page.tag(at).is_block() {
                at = page.parent(at);
            }
        }
        let mut nodes = page.subtree(at);
        if page.tag(at) == Tag::Dt && page.nodes().get(nodes.end).is_some_and(|node| node.tag() == Tag::Dd) {
            nodes.end = page.end(nodes.end);
        }
        let note = blocks_in(page, &nodes);
        let leads_back = || {
            let links = nodes.clone().take(32).filter(|node| page.tag(*node) == Tag::A);
            let mut back = links.filter_map(|link| positions.get(fragment(page, link)?));
            back.any(|mark| block.nodes().contains(mark))
        };
        let is_short = note.len() <= 6 && page.word_count(nodes.clone()) <= 200;
        let says_notes = |at: usize| page.is_called(at, Meaning::Notes);
        let is_among_notes = is_short && page.around(at).take(3).any(says_notes);
        if !is_short || !is_named && !is_among_notes && !leads_back() {
            continue;
        }
        // Short notes at the end of a text reach no .2, and those among notes no .1.
        let least = if is_among_notes { 0.03 } else { 0.1 };
        if probabilities[note.clone()].iter().any(|probability| *probability >= least) {
            selected[note].fill(true);
        }
    }
    Ok(())
}

/// Returns the `id` that a link leads to, on this page or another: as its address or, on Wikidot's pages, its script says.
fn fragment(page: &Page, link: usize) -> Option<&str> {
    let address = page.attribute(link, names::HREF)?;
    if address.starts_with("javascript:") {
        return start_of(page.attribute(link, names::ONCLICK)?, 256).split('\'').nth(1);
    }
    Some(address.split_once('#')?.1)
}

#[cfg(test)]
mod tests {
    use super::super::tests::mended;
    use super::*;

    fn taken(html: &str, selected: &str, probability: f32) -> String {
        let probabilities = vec![probability; selected.len()];
        mended(html, selected, |page, selected| take_notes(page, &probabilities, selected).unwrap())
    }

    #[test]
    fn what_a_reference_leads_to_is_taken() {
        for [text, expected] in cases(
            "
            Text<sup><a href='#fn1'>1</a></sup> => 1100
            Text<a href='/page#fn2'><sup>2</sup></a> => 1010
            Text <a href='#more'>more</a> => 1000
            Text <a href='#more' role=doc-biblioref>Smit</a> => 1001
            Text <a href='#fn9'>9</a> => 1000",
        ) {
            let html = format!("<p>{text}<ol><li id=fn1><p>Note.<li id=fn2>Other.</ol><p id=more>More.");
            assert_eq!(taken(&html, "1000", 0.3), expected, "{text}");
            assert_eq!(taken(&html, "1000", 0.05), "1000");
        }
        // Project Gutenberg, Google Docs, Sphinx, Word; a list of chapters.
        for [html, expected] in cases(
            "
            <p>Text<a id=FA_1></a><a href=#F_1>[1]</a><p><a id=F_1></a><a href=#FA_1>[1]</a> Note.<p>More. => 110
            <p>Text<sup><a href=#ftnt1 id=r1>[1]</a></sup><p><a id=ftnt1 href=#r1>[1]</a> Note.<p>More. => 110
            <p>Text<a id=id1 href=#id2>[1]</a><dl><dt id=id2><a href=#id1>1</a><dd>Note.</dl> => 111
            <p>Text<a class=footnoteref href='javascript:;' onclick=\"f('n-1')\">1</a>\
            <div class=footnotes-footer><p id=n-1>Note.</div><p>More. => 110
            <p>Text<a class='cite xref' href=#B>[B]</a><dl class=references><dt id=B>[B]<dd>Moe.</dl> => 111
            <p>Text <a class=cite href=#n>Figure 1</a><p id=n>A figure.<p>More. => 100
            <p>Text<a href='#_ftn1'>[1]</a><p><a name=_ftn1>[1]</a> Note.<p>More. => 110
            <p>Chapters <a href=#c1>1</a><p id=c1>Chapter. <a href=#top>Up</a><p id=top>More. => 100",
        ) {
            assert_eq!(taken(html, "100", 0.15), expected, "{html}");
        }
    }
}
