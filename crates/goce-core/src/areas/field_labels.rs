//! What a form says of its fields: their labels, and which of them must be filled in.

use std::ops::Range;

use crate::html::names;
use crate::page::{Block, Page, Tag};
use crate::prelude::*;

/// The kinds of `<input>` that no label stands before.
const NO_FIELDS: &str = "hidden submit button image reset search checkbox radio";

/// Returns, for each block, `true` if it says what a field of its form is for, or which fields must be filled in: a short
/// one without digits just before a field, in a form of two fields and more that is not most of the page; or what is
/// ticked behind a field, where that is little. Empty for a page without such a form. Headings are no labels.
pub fn field_labels(page: &Page) -> Fallible<Vec<bool>> {
    let blocks = page.blocks();
    let mut labels = Vec::new();
    // A form with more words holds the page.
    let most = page.word_count(page.positions()) / 2;
    let mut form = 0..0;
    // The block before the first field of the form, until there is a second one.
    let mut first = None;
    // Whether the form has few choices, from its first one on.
    let mut has_few = None;
    let mut before = 0;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        match node.tag() {
            Tag::Form if page.word_count(page.subtree(position)) <= most => {
                form = page.subtree(position);
                first = None;
                has_few = None;
            }
            Tag::Input | Tag::Textarea | Tag::Select if form.contains(&position) => {
                if labels.is_empty() {
                    labels = try_filled(false, blocks.len())?;
                }
                before += blocks[before..].iter().take_while(|block| block.nodes().start <= position).count();
                let is_choice = is_choice(page, position);
                if is_choice && has_few.is_none() {
                    has_few = Some(has_few_choices(page, position..form.end));
                }
                if first.is_some()
                    && is_choice
                    && has_few == Some(true)
                    && let Some(choice) = blocks.get(before)
                    && page.subtree(choice.element()).contains(&position)
                {
                    // The most words of a choice.
                    labels[before] |= is_label(page, choice, &form, 40);
                }
                let Some(label) = before.checked_sub(1).filter(|_| is_field(page, position)) else {
                    continue;
                };
                let Some(first) = first.replace(label) else {
                    continue;
                };
                for index in [first, label] {
                    // The most words of a label.
                    labels[index] |= is_label(page, &blocks[index], &form, 8);
                }
                // A note stands above the first label.
                if let Some(note) = first.checked_sub(1)
                    // The most words of a note.
                    && is_label(page, &blocks[note], &form, 12)
                {
                    labels[note] |= page.block_text(&blocks[note]).contains('*');
                }
            }
            _ => {}
        }
    }
    Ok(labels)
}

fn is_field(page: &Page, position: usize) -> bool {
    let kind = page.attribute(position, names::TYPE).unwrap_or("");
    page.tag(position) != Tag::Input || !NO_FIELDS.split(' ').any(|other| kind.eq_ignore_ascii_case(other))
}

/// Returns `true` for what is ticked, such as consent to terms.
fn is_choice(page: &Page, position: usize) -> bool {
    page.attribute(position, names::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"))
}

/// Returns `true` for a form of two choices at most, which may ask for consent: more are a list to tick, such as
/// ingredients.
fn has_few_choices(page: &Page, nodes: Range<usize>) -> bool {
    nodes.checking(CHECK_EVERY).filter(|at| is_choice(page, *at)).nth(2).is_none()
}

/// Returns `true` for a block in a form that may be a label, of at most some words. Its bytes are bounded too: many fields
/// may stand behind one block.
fn is_label(page: &Page, block: &Block, form: &Range<usize>, most: usize) -> bool {
    let nodes = block.nodes();
    let text = page.block_text(block);
    form.contains(&nodes.start)
        && page.tag(block.element()).heading_level().is_none()
        && page.word_count(nodes) <= most
        && text.len() <= 240
        && !text.contains(|c: char| c.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    fn labels(html: &str) -> Vec<String> {
        let page = Page::sample(html);
        let found = field_labels(&page).unwrap();
        let of_labels = page.blocks().iter().zip(found).filter(|(_, is_label)| *is_label);
        of_labels.map(|(block, _)| page.block_text(block).to_owned()).collect()
    }

    #[test]
    fn what_a_form_says_of_its_fields() {
        let fields =
            "<p>Your name: <input name=n><p>Telefono*<div><input type=tel></div><p>What for?<textarea></textarea>";
        let text = "<p>The harbour is open from May to October, and on Sundays too.";
        assert_eq!(
            labels(&format!("{text}<form>{fields}<p>Thank you.</form>")),
            ["Your name:", "Telefono*", "What for?"]
        );
        let note = "<p>Fields marked (*) are required.";
        let with_note = labels(&format!("{text}<form>{note}{fields}</form>"));
        assert_eq!(with_note[0], "Fields marked (*) are required.");
        assert_eq!(with_note.len(), 4);
        let consent = "<p><input type=checkbox> I have read the terms.";
        assert_eq!(labels(&format!("{text}<form>{fields}{consent}</form>"))[3], "I have read the terms.");
        // A choice has one label before it.
        assert_eq!(
            labels(
                "<p>A lamp of brass.<form><p>Size<select><option>S</select><p>Colour<select><option>red</select></form>"
            ),
            ["Size", "Colour"]
        );
    }

    #[test]
    fn what_is_no_label() {
        for [html] in cases(
            "
            // One field, none, no form.
            <form><p>Search the archive <input name=q><input type=submit></form>
            <form><p>The whole page stands in a form.<input type=hidden name=a><input type=hidden name=b></form>
            <p>Name <input><p>Mail <input>
            // Nothing but choices.
            <form><p><input type=checkbox> Lamps<p><input type=checkbox> Wicks</form>
            <form><p>Servings<input><ul><li><input type=checkbox> Lentils<li><input type=checkbox> Oil<li><input \
            type=checkbox> Salt</ul></form>
            // A heading, a price, a sentence, a text before the form.
            <p>Open on Sundays<form><h2>Write to us</h2><input><p>Lamp, $19<input></form>
            <form><p>We answer within a day, and on Sundays too if it cannot wait.<input><input></form>",
        ) {
            let text = "<p>The lamp of the harbour has been lit since May, and it burns until October.";
            assert_eq!(labels(&format!("{text}{html}")), [""; 0], "{html}");
        }
        // Long words, each scanned once for many fields if it were not for the bound.
        let long = format!("<p>{}<form><p>{}", "word ".repeat(9), "*".repeat(500));
        assert_eq!(labels(&format!("{long}<input><input></form>")), [""; 0]);
        // A form around the page.
        assert_eq!(labels("<form><p>The harbour has a lamp.<p>Name<input><p>Mail<input></form>"), [""; 0]);
    }
}
