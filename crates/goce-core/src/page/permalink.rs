//! What stands beside words and is none: permalinks of headings, links to edit a section, second marks of a note.

use crate::page::prelude::*;

/// What permalinks show: a sign, or a letter of an icon font.
const SIGNS: &str = "¶#§🔗⚓";
const ICONS: std::ops::RangeInclusive<char> = '\u{e000}'..='\u{f8ff}';

/// Nodes of a link that are looked at, and bytes of each text: a permalink has few.
const NODES: usize = 6;
const READ: usize = 32;

/// How classes begin: of Tufte's signs before notes, of OpenEdition's numbers of paragraphs, of MediaWiki's links to edit a
/// section, of Sphinx's links to its source, of what opens a panel of GOV.UK ("Show"), and of the marks that LaTeXML
/// repeats in the text of a note.
pub(super) const MARKS: [&str; 7] = [
    "margin-toggle",
    "paranumber",
    "mw-editsection",
    "viewcode-link",
    "govuk-accordion__section-toggle",
    "ltx_note_mark",
    "ltx_tag ltx_tag_note",
];

/// Returns `true` for the class of a link or a mark that is no text of the page.
pub fn is_mark(class: &str) -> bool {
    MARKS.iter().any(|mark| class.starts_with(mark))
}

/// Returns `true` for the notes of a paragraph, cut, that OpenEdition has beside it, and whole below the text.
pub fn is_copy_of_notes(node: NodeRef<'_>, class: &str) -> bool {
    class == "sidenotes" && parent(node).is_some_and(|text| start_of_value(text, names::CLASS).contains("wResizable"))
}

/// Returns `true` for a link to a part of a page that shows a sign alone, as headings have one.
#[inline]
pub fn is_permalink(node: NodeRef<'_>, element: Element<'_>, href: Option<&str>) -> bool {
    let leads_to_part = href.is_some_and(|href| href.contains('#'));
    leads_to_part && shows_sign(node) && is_of_heading(node, element)
}

/// Returns `true` for a link in a heading or a term, or one that its class calls a permalink: elsewhere `§` and `¶` are marks
/// of notes and words.
fn is_of_heading(node: NodeRef<'_>, element: Element<'_>) -> bool {
    let mut around = around(node).take(4);
    let class = start_of_value(element, names::CLASS);
    ["anchor", "hash-link", "headerlink", "permalink", "pilcrow"]
        .iter()
        .any(|name| class.contains(name))
        || around.any(|around| {
            let tag = as_element(around).map(Tag::of);
            tag.is_some_and(|tag| tag == Tag::Dt || tag.heading_level().is_some())
        })
}

/// Returns `true` for a link that shows a sign and no word.
fn shows_sign(node: NodeRef<'_>) -> bool {
    let mut nodes = 0;
    let mut found = false;
    let are_signs = node.descendants().take(NODES + 1).all(|inner| {
        nodes += 1;
        let text = as_text(inner).unwrap_or("");
        start_of(text, READ + 1).len() <= READ
            && text.chars().all(|c| {
                let is_sign = SIGNS.contains(c) || ICONS.contains(&c);
                found |= is_sign;
                is_sign || c.is_whitespace() || c == '\u{200b}'
            })
    });
    are_signs && found && nodes <= NODES
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

    #[test]
    fn marks_beside_words_are_no_text() {
        Page::check_texts(
            "
            <h2 id=a>Ports<a href='#a' class=hash-link>\u{200b}#</a></h2> => Ports
            <h2>Hosts<a class=headerlink href=#b>¶</a></h2> => Hosts
            <p>Hosts<a class=pilcrow href=#b>¶</a> => Hosts
            <h2><a href=/doc#b><span>§</span></a> Names</h2> => Names
            <dl><dt>read()<a href=#c>\u{f0c1}</a></dl> => read()
            <p>See <a href=#d>#d</a> and <a href=#tags>#</a> => See #d and #
            <p><span class=paranumber>1</span>In May<label class=margin-toggle>⊕</label> => In May
            <div class='text wResizable'><ul class=sidenotes><li>1 Box</ul>a</div><ul class=sidenotes><li>b</ul> => a|b
            <p>law <a href=/bgb#p5>§</a> 5 => law § 5
            <div>(1)<a class=headerlink href=#e1>#</a></div> => (1)
            <p>A<a href=#n>*</a> <a href=#e></a> => A*
            <h2>History<span class=mw-editsection>[<a href=/e>edit</a>]</span></h2> => History
            <h2><button>Ports<span class=govuk-accordion__section-toggle><span>Show</span></span></button></h2> => \
            Ports
            known<span class='ltx_note ltx_role_footnote'><sup class=ltx_note_mark>1</sup><span \
            class=ltx_note_outer><span class=ltx_note_content><sup class=ltx_note_mark>1</sup><span class='ltx_tag \
            ltx_tag_note'>1</span>A smith, he says.</span></span></span>, though => known A smith, he says., though",
        );
    }
}
