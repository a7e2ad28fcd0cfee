//! The view in which blocks are marked as content.

use std::collections::HashSet;

use maud::{Markup, html};

use crate::keys::{address, shown};
use crate::listing::Count;
use crate::marks::Mark;
use crate::page::PageBlock;
use crate::prelude::*;
use crate::views::layout::message;
use crate::views::{key_fields, pictures};
use crate::workflow::NO_PAGES;

pub struct Marking<'m> {
    pub store: &'m Store,
    pub key: &'m Key,
    pub blocks: &'m [PageBlock],
    pub content: &'m HashSet<i32>,
    pub html_md5: &'m str,
    /// The newest version.
    pub last: Option<&'m Mark>,
    /// The text in the field of a page without blocks.
    pub typed: &'m str,
    /// How many pages are marked, and how many there are.
    pub progress: (i64, Count),
    /// The gold text beside what the method takes.
    pub gold: Option<Markup>,
    /// Why `content`, which was sent, could not be saved.
    pub error: Option<&'m Error>,
}

/// The form is the list of blocks. With scripts the page itself can be clicked too.
pub fn mark(marking: &Marking<'_>) -> Markup {
    let Marking { key, last, error, .. } = *marking;
    let seen = last.map_or(0, |mark| mark.version);
    // To send once more that nothing is content is to mean it.
    let empty = matches!(error, Some(Error::Unasked)).then_some("yes");
    html! {
        @if let Some(error) = error { (message(error)) }
        p.meta {
            strong { (number(marking.progress.0)) " of " (marking.progress.1) " marked" }
            span { (marking.blocks.len()) " blocks, chosen by auto" }
            @if let Some(last) = last { span.badge.good { "marked by " (last.by) ", " (last.at) } }
            a href=(address("/page", key, &[])) { "Page " bdi { (shown(key)) } }
        }
        @if let Some(gold) = &marking.store.table.gold {
            p.note.where { "Your marks are saved beside the pages. The column " code { (gold.name) } " stays as it is." }
        }
        form.marking method="post" action="/mark" data-marking data-next=(address("/mark", key, &[("skip", "yes")])) {
            (key_fields(key))
            input type="hidden" name="seen" value=(seen);
            input type="hidden" name="md5" value=(marking.html_md5);
            input type="hidden" name="empty" value=[empty];
            div.toolbar {
                button.main name="then" value="next" { "Save, next page" kbd { "Enter" } }
                button name="then" value="stay" { "Save" kbd { "S" } }
                button name="then" value="skip" { "Skip" kbd { "N" } }
                button type="button" data-undo hidden { "Undo" kbd { "U" } }
                output data-status role="status" { @if error.is_some() { "Not saved yet." } }
                button name="then" value="mark" formaction="/mark/undo" data-take-back hidden[seen == 0] {
                    "Undo version " span { (seen) }
                }
            }
            @if marking.blocks.is_empty() { (typing(marking.typed)) } @else {
            p.note.keys data-keys hidden {
                "Click or drag over the page. Keys: " kbd { "J" } " next block, " kbd { "K" } " previous, " kbd { "Space" } " content or not, "
                kbd { "Shift" } "+" kbd { "J" } " paint on, " kbd { "C" } " nothing is content, " kbd { "U" } " undo."
            }
            div.beside {
                a.skip href="#blocks" data-past hidden { "Skip the page" }
                div.framed {
                    (pictures::strip(marking.blocks))
                    iframe.page title="The page: click what is content" sandbox="allow-scripts" data-frame hidden
                        data-src=(address("/frame/mark", key, &[])) {}
                }
                (blocks(marking))
            }
            }
        }
        @if let Some(gold) = &marking.gold { section { h2 { "Gold text and extracted text" } (gold) } }
    }
}

/// The field for the text of a page that has no block to choose.
fn typing(typed: &str) -> Markup {
    html! {
        label for="text" { "This page has no blocks to choose. Its content, as text:" }
        textarea id="text" name="text" rows="16" dir="auto" { "\n" (typed) }
    }
}

fn blocks(marking: &Marking<'_>) -> Markup {
    html! {
        fieldset.blocks id="blocks" tabindex="-1" {
            legend { "Blocks that are content" }
            ol {
                @for block in marking.blocks {
                    li data-block=(block.ord) {
                        label {
                            input type="checkbox" name="content" value=(block.ord) checked[marking.content.contains(&block.ord)] autocomplete="off";
                            span.tag { (block.tag) }
                            span.words dir="auto" { (block.text) }
                        }
                    }
                }
            }
        }
    }
}

pub fn done(is_empty: bool) -> Markup {
    html! {
        p.panel {
            @if is_empty { (NO_PAGES) } @else { "Every page is marked. " a href="/learn" { "Train on the marks." } }
        }
    }
}
