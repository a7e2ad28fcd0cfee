//! Comments.

use std::io::Write;

use goce_core::extract::auto::pipeline;
use goce_core::lists::comment_holders;
use goce_core::lists::thread::Signs;
use serde_json::json;

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Writes the signs of each page.
pub fn write(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    for labelled in pages {
        let page = labelled.parse()?;
        let holders = comment_holders(&page)?;
        let features = pipeline::measure_page(&page, None)?;
        let p_forum = pipeline::p_forum(&features);
        let signs = Signs::of(&page, &holders, p_forum);
        let shares = labelled.shares(&page)?;
        let mut rows = Vec::new();
        for nodes in &holders {
            let (mut words, mut gold) = (0.0, 0.0);
            for (block, share) in page.blocks().iter().zip(&shares) {
                if nodes.contains(&block.nodes().start) {
                    let own = page.word_count(block.nodes()) as f32;
                    words += own;
                    gold += own * share;
                }
            }
            let element = page.element(nodes.start);
            let attr =
                |name: &str| element.and_then(|e| e.attrs().find(|a| a.name() == name)).map(|a| a.value().to_owned());
            rows.push(json!([element.map_or("", |e| e.name()), attr("class"), attr("id"), words, gold]));
        }
        let gold: f32 = page.blocks().iter().zip(&shares).map(|(b, s)| page.word_count(b.nodes()) as f32 * s).sum();
        writeln!(
            out,
            "{}",
            json!({"id": labelled.id, "type": labelled.page_type, "holders": rows,
            "gold": gold, "p": signs.p_forum, "odds": signs.odds(), "before": signs.words_before, 
            "share": signs.share, "thread_type": signs.thread_type,
            "article_type": signs.article_type, "og": signs.og_article, "thread_names": signs.thread_names,
            "article_names": signs.article_names, "called": signs.called_thread, "form_names": signs.form_names,
            "has_comments": labelled.comments.as_ref().map(|c| c.split_whitespace().count())})
        )?;
    }
    Ok(())
}
