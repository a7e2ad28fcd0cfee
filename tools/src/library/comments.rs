//! The comments of pages, and whether they are a thread's.

use std::io::Write;

use goce_core::areas::comment_holders;
use goce_core::areas::thread::{Signs, is_thread};
use goce_core::extract::auto::pipeline;
use goce_core::page::Page;
use serde_json::json;

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Writes, for each page with comments, the signs of a thread, the elements that hold the comments with their words and
/// how many of these the gold text has.
pub fn write(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    for labelled in pages {
        let page = labelled.parse()?;
        let holders = comment_holders(&page)?;
        if holders.is_empty() {
            continue;
        }
        let p_forum = pipeline::p_forum(&pipeline::measure_page(&page, None)?);
        let signs = Signs::of(&page, &holders, p_forum);
        let shares = labelled.shares(&page)?;
        let mut written = Vec::new();
        for nodes in &holders {
            let (mut words, mut in_gold) = (0.0, 0.0);
            for (block, share) in page.blocks().iter().zip(&shares) {
                if nodes.contains(&block.nodes().start) {
                    let own = page.word_count(block.nodes()) as f32;
                    words += own;
                    in_gold += own * share;
                }
            }
            written.push(json!({"tag": tag(&page, nodes.start), "words": words, "in_gold": in_gold}));
        }
        let line = json!({
            "id": labelled.id, "page_type": labelled.page_type, "is_thread": is_thread(&page, &holders, p_forum),
            "odds": signs.odds(), "p_forum": p_forum, "words_before": signs.words_before, "share": signs.share,
            "thread_type": signs.thread_type, "article_type": signs.article_type,
            "called_thread": signs.called_thread, "thread_names": signs.thread_names,
            "article_names": signs.article_names, "form_names": signs.form_names,
            "comments": labelled.comments.is_some(), "holders": written,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns an element's name with its class and id.
fn tag(page: &Page, position: usize) -> String {
    let Some(element) = page.element(position) else {
        return String::new();
    };
    let names = element.attrs().filter(|attribute| matches!(attribute.name(), "class" | "id"));
    let names = names.map(|attribute| format!(" {}={:?}", attribute.name(), attribute.value()));
    format!("<{}{}>", element.name(), names.collect::<String>())
}
