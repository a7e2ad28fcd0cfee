//! What stands around the text of an article by its name: the lead under the headline is a part of it, the box about the
//! author is not.

use super::{blocks_in, boxes, count_words, element, leave_out, taken, words_in};
use crate::page::prelude::*;
use crate::texts::memo::Memo;

/// Takes the lead of an article: what is named so, between the headline and the first taken text behind it.
pub fn take_lead(page: &Page, probabilities: &[f32], selected: &mut [bool]) {
    let Some(title) = page.nodes().iter().checking(CHECK_EVERY).position(|node| node.tag() == Tag::H1) else {
        return;
    };
    let behind = blocks_in(page, &page.subtree(title)).end;
    // The lead is among six blocks behind the headline.
    for index in (behind..selected.len().min(behind + 6)).take_while(|index| !selected[*index]) {
        let element = element(page, index);
        let is_lead = |at: usize| page.is_called(at, Meaning::Lead);
        let is_named = is_lead(element) || is_lead(page.parent(element));
        // Its words, and its least probability.
        if is_named && (5..=80).contains(&words_in(page, index)) && probabilities[index] >= 0.15 {
            selected[index] = true;
            return;
        }
    }
}

/// Leaves out boxes about the author behind taken text.
pub fn leave_out_author_box(page: &Page, selected: &mut [bool]) -> Fallible {
    let mut said = Memo::default();
    let first = taken(selected).next().map_or(0, |index| element(page, index));
    let is_box = |at: usize, _| {
        let mut says = |value| said.get_or_find(start_of_name(value), |value| Meaning::AuthorBox.is_said_by(value));
        at > first && (says(page.class(at)) || page.attribute(at, names::ID).is_some_and(says))
    };
    let words = |blocks| count_words(page, blocks, selected).1;
    let all = words(0..selected.len());
    let mut wrong = Vec::new();
    // Few boxes have more words.
    for nodes in boxes(page, selected, 150, is_box) {
        let blocks = blocks_in(page, &nodes);
        // A short text may have a longer box: two thirds of the words.
        if 3 * words(blocks.clone()) <= 2 * all {
            wrong.try_push(blocks)?;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_left, mended};
    use super::*;

    const TEXT: &str = "<p>The harbour froze over night, and the ferry stayed where it was until the ice had gone.";

    #[test]
    fn a_lead_is_taken() {
        let lead = |html: &str, probability: f32| {
            mended(html, "0001", |page, selected| take_lead(page, &[probability; 4], selected))
        };
        let html = format!("<h1>Ice</h1><div class=linha-fina>It came over night, and it stays</div><i>Ann</i>{TEXT}");
        assert_eq!(lead(&html, 0.2), "0101");
        assert_eq!(lead(&html, 0.1), "0001");
        let other = html.replace("linha-fina", "tags").replace("<h1>", "<h1 class=subtitle>");
        assert_eq!(lead(&other, 0.2), "0001");
        assert_eq!(lead(&html.replace("h1", "h2"), 0.2), "0001");
    }

    #[test]
    fn a_box_about_the_author_is_left_out() {
        let long = "ice. ".repeat(TEXT.split(' ').count());
        check_left(
            &"
            TEXT<div class='x author-box'><h3>Ann Miller</h3><p>Ann writes of ice.</div> => 100
            TEXT<div class=post-author-info><h3>Ann Miller</h3><p>Ann writes of ice.</div> => 100
            TEXT<div class=yazar-kutusu><h3>Ann Miller</h3><p>Ann writes of ice.</div> => 100
            TEXT<div class=sobre_el_autor><h3>Ann Miller</h3><p>Ann writes of ice.</div> => 100
            TEXT<div class=author-box><h3>Ann Miller</h3><p>Ann writes of LONG</div> => 100
            TEXT<div class=author-box><h3>A</h3><p>Ann.</div><div class=author-box><h3>A</h3><p>Ann.</div> => 10000
            // Before the text, or most of it.
            <div class=author-box><h3>Ann Miller</h3><p>Ann writes of ice.</div>TEXT => 111
            <p>Ice.<div class=author-box><h3>Ann Miller</h3><p>Ann writes of ice.</div> => 111
            TEXT<div class=box><h3>Ann Miller</h3><p>Ann writes of ice.</div> => 111"
                .replace("TEXT", TEXT)
                .replace("LONG", &long),
            leave_out_author_box,
        );
    }
}
