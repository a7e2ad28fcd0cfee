//! The view in which blocks are marked as content.

use std::collections::HashSet;

use maud::{Markup, PreEscaped, html};

use crate::keys::{Key, address, shown};
use crate::listing::Count;
use crate::page::PageBlock;
use crate::store::Store;
use crate::views::{key_fields, pictures};
use crate::words::number;
use crate::workflow::NO_PAGES;

/// The most blocks that the list has at once. Browsers take long for lists of more. The script draws other parts by itself.
const PART: usize = 1_000;

pub struct Marking<'m> {
    pub store: &'m Store,
    pub key: &'m Key,
    pub blocks: &'m [PageBlock],
    pub content: &'m HashSet<i32>,
    /// The place of the first block of the list.
    pub from: usize,
    pub method: &'m str,
    pub html_md5: &'m str,
    pub seen: i32,
    pub last: Option<String>,
    /// The text in the field of a page without blocks.
    pub typed: &'m str,
    /// Nothing was content, and to send that again is to mean it.
    pub is_unasked: bool,
    /// How many pages are marked, and how many there are.
    pub progress: (i64, Count),
    /// The gold text beside what the method takes.
    pub gold: Option<Markup>,
    /// Why `content`, which was sent, could not be saved.
    pub problem: Option<Markup>,
}

/// The form is the list of blocks. With scripts the page itself can be clicked too.
pub fn mark(marking: &Marking<'_>) -> Markup {
    let key = marking.key;
    html! {
        @if let Some(problem) = &marking.problem { (problem) }
        p.meta {
            strong { (number(marking.progress.0)) " of " (marking.progress.1) " marked" }
            span { (marking.blocks.len()) " blocks, chosen by " (marking.method) }
            @if let Some(last) = &marking.last { span.badge.good { (last) } }
            a href=(address("/page", key, &[])) { "Page " bdi { (shown(key)) } }
        }
        @if let Some(gold) = &marking.store.table.gold {
            p.note.where { "Your marks are saved beside the pages. The column " code { (gold.name) } " stays as it is." }
        }
        form.marking method="post" action="/mark" data-marking data-next=(address("/mark/next", key, &[])) {
            (key_fields(key))
            input type="hidden" name="seen" value=(marking.seen);
            input type="hidden" name="md5" value=(marking.html_md5);
            input type="hidden" name="method" value=(marking.method);
            input type="hidden" name="empty" value=[marking.is_unasked.then_some("yes")];
            div.toolbar {
                button.main name="then" value="next" { "Save, next page" kbd { "Enter" } }
                button name="then" value="stay" { "Save" kbd { "S" } }
                button name="then" value="skip" { "Skip" kbd { "N" } }
                button type="button" data-undo hidden { "Undo" kbd { "U" } }
                output data-status role="status" { @if marking.problem.is_some() { "Not saved yet." } }
                button name="then" value="mark" formaction="/mark/undo" data-take-back hidden[marking.seen == 0] {
                    "Undo version " span { (marking.seen) }
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
                        data-src=(address("/frame/mark", key, &[("method", marking.method)])) {}
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
    let (all, content) = (marking.blocks, marking.content);
    let from = marking.from.min(all.len().saturating_sub(1)) / PART * PART;
    let to = all.len().min(from + PART);
    let part = |name: &str, from: usize| html! { button name="then" value=(format!("part:{from}")) { (name) } };
    html! {
        fieldset.blocks id="blocks" tabindex="-1" data-part=(PART) {
            legend { "Blocks that are content" }
            @for range in ranges(&all[..from], content).iter().chain(&ranges(&all[to..], content)) {
                input type="hidden" name="content" value=(range);
            }
            ol {
                @for block in &all[from..to] {
                    li data-block=(block.ord) {
                        label {
                            input type="checkbox" name="content" value=(block.ord) checked[content.contains(&block.ord)] autocomplete="off";
                            span.tag { (block.tag) }
                            span.words dir="auto" { (block.text) }
                        }
                    }
                }
            }
            @if all.len() > PART {
                p.note { output data-place { "Blocks " (from + 1) " to " (to) } " of " (all.len()) }
                div.actions data-without-scripts {
                    @if from > 0 { (part("Save, earlier blocks", from - PART)) }
                    @if to < all.len() { (part("Save, later blocks", to)) }
                }
                div.actions data-with-scripts hidden {
                    button type="button" data-draw="-1" { "Earlier blocks" }
                    button type="button" data-draw="1" { "Later blocks" }
                }
                script type="application/json" data-blocks { (PreEscaped(as_json(all))) }
            }
        }
    }
}

/// The numbers of the blocks that are content, as ranges: `3-7`.
fn ranges(blocks: &[PageBlock], content: &HashSet<i32>) -> Vec<String> {
    let runs = blocks.chunk_by(|one, other| {
        content.contains(&one.ord) == content.contains(&other.ord) && other.ord == one.ord.saturating_add(1)
    });
    let runs = runs.filter_map(|run| Some((run.first()?, run.last()?)));
    let runs = runs.filter(|(first, _)| content.contains(&first.ord));
    runs.map(|(first, last)| format!("{}-{}", first.ord, last.ord)).collect()
}

/// All blocks for the script: number, tag and text of each. Nothing within ends the element that it is in.
fn as_json(blocks: &[PageBlock]) -> String {
    let blocks: Vec<_> = blocks.iter().map(|block| (block.ord, &block.tag, &block.text)).collect();
    serde_json::to_string(&blocks).unwrap_or_default().replace('<', "\\u003c")
}

pub fn done(is_empty: bool) -> Markup {
    html! {
        p.panel {
            @if is_empty { (NO_PAGES) } @else { "Every page is marked. " a href="/learn" { "Train on the marks." } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_in_the_list_is_sent_too() {
        let block = |ord| PageBlock {
            ord,
            xpath: String::new(),
            tag: "p".to_owned(),
            is_content: false,
            score: None,
            text: "</script><!--".to_owned(),
        };
        let blocks: Vec<PageBlock> = [1, 2, 3, 4, 6, 7].map(block).into();
        assert_eq!(ranges(&blocks, &HashSet::from([1, 3, 4, 6])), ["1-1", "3-4", "6-6"]);
        assert_eq!(as_json(&blocks[..1]), r#"[[1,"p","\u003c/script>\u003c!--"]]"#);
    }
}
