//! The view in which blocks are marked as content.

use std::collections::HashSet;

use maud::{Markup, html};

use crate::app::App;
use crate::keys::{Key, address};
use crate::page::PageBlock;
use crate::session::Visitor;
use crate::views::{key_fields, token};

pub struct Marking<'m> {
    pub app: &'m App,
    pub visitor: &'m Visitor,
    pub key: &'m Key,
    pub blocks: &'m [PageBlock],
    pub content: &'m HashSet<i32>,
    pub method: &'m str,
    pub html_md5: &'m str,
    pub seen: i32,
    pub last: Option<String>,
    /// Why `content`, which was sent, could not be saved.
    pub problem: Option<Markup>,
}

/// The form is the list of blocks. With scripts the page itself can be clicked too.
pub fn mark(marking: &Marking<'_>) -> Markup {
    let key = marking.key;
    html! {
        @if let Some(problem) = &marking.problem { (problem) }
        p.meta {
            span { (marking.blocks.len()) " blocks, chosen by " (marking.method) }
            @if let Some(last) = &marking.last { span.badge.good { (last) } }
            a href=(address("/page", key, &[])) { "The page" }
        }
        (written_to(marking.app))
        form.marking method="post" action="/mark" data-marking {
            (token(marking.visitor))
            (key_fields(key))
            input type="hidden" name="seen" value=(marking.seen);
            input type="hidden" name="md5" value=(marking.html_md5);
            input type="hidden" name="method" value=(marking.method);
            div.toolbar {
                button.main name="then" value="next" { "Save, next page" kbd { "Enter" } }
                button name="then" value="stay" { "Save" kbd { "S" } }
                a.button href=(address("/mark/next", key, &[])) data-skip { "Skip" kbd { "N" } }
                button type="button" data-undo hidden { "Undo" kbd { "U" } }
                output data-status role="status" { @if marking.problem.is_some() { "Not saved yet." } }
            }
            p.note.keys data-keys hidden {
                "Click or drag over the page. Keys: " kbd { "J" } " next block, " kbd { "K" } " previous, " kbd { "Space" } " content or not, "
                kbd { "Shift" } "+" kbd { "J" } " paint on, " kbd { "C" } " nothing is content, " kbd { "U" } " undo."
            }
            div.beside {
                iframe.page title="The page: click what is content" sandbox="allow-scripts" data-frame hidden
                    data-src=(address("/frame/mark", key, &[("method", marking.method)])) {}
                fieldset.blocks {
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
    }
}

/// Says where marks are saved. The user's own column of gold texts is never written without a word.
fn written_to(app: &App) -> Markup {
    let Some(gold) = &app.table.gold else {
        return html! {};
    };
    html! {
        @if app.updated_gold().is_some() {
            p.message.warning data-writes-gold {
                "Saving overwrites the column " code { (gold.name) } " of " code { (app.table.name) } " with what you mark, as "
                code { "--update-gold" } " asks for. Undo brings the old text back."
            }
        } @else {
            p.note { "Your marks are saved beside the pages. The column " code { (gold.name) } " stays as it is." }
        }
    }
}

pub fn done() -> Markup {
    html! { p.panel { "There is no page left that is not marked. " a href="/learn" { "Train on the marks." } } }
}
