//! Comments that no name tells: each has a link or a button that answers it.

use std::ops::Range;
use std::sync::LazyLock;

use super::comment_holders::without_title;
use crate::page::records::{Record, Records};
use crate::page::{Page, Tag};
use crate::prelude::*;
use crate::texts::phrases::{LONGEST, Phrases};

/// The most words between two comments: what stands around them.
const BETWEEN: usize = 40;

/// The fewest words of a comment, with its author, its time and the link.
const LEAST: usize = 4;

/// What links and buttons say that answer a comment, in lower case.
static REPLY: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(include_str!("replies/words.txt")));

/// Returns the nodes of comments that can be answered, two and more one after another, in document order.
pub fn answered(page: &Page) -> Fallible<Vec<Range<usize>>> {
    let mut places: Vec<u32> = Vec::new();
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_BYTES) {
        if matches!(node.tag(), Tag::A | Tag::Button) && says_reply(page, position) {
            places.try_push(position as u32)?;
        }
    }
    if places.len() < 2 {
        return Ok(Vec::new());
    }
    let records = Records::around(page, &places)?;
    let is_comment = |record: &&Record| page.word_count(record.nodes.clone()) >= LEAST;
    let mut runs: Vec<(Range<usize>, usize)> = Vec::new();
    for record in records.0.iter().checking(CHECK_EVERY).filter(is_comment) {
        let nodes = record.nodes.clone();
        match runs.last_mut() {
            Some((run, count)) if page.word_count(run.end..nodes.start.max(run.end)) <= BETWEEN => {
                run.end = run.end.max(nodes.end);
                *count += 1;
            }
            _ => runs.try_push((nodes, 1))?,
        }
    }
    runs.retain(|(_, count)| *count > 1);
    // No run begins in another, so each is asked for once.
    let mut nodes = runs.iter().map(|(nodes, _)| nodes.clone());
    without_title(page, runs.iter().map(|(nodes, _)| nodes.start), |_| nodes.next())
}

/// Returns `true` for a link or button with one of the words of [`REPLY`].
fn says_reply(page: &Page, position: usize) -> bool {
    let nodes = page.subtree(position);
    if page.text_offset(nodes.end) - page.text_offset(nodes.start) > LONGEST {
        return false;
    }
    let text = page.text_of(nodes).trim_matches(|c: char| !c.is_alphanumeric());
    REPLY.contain(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<String> {
        let page = Page::sample(html);
        let texts = answered(&page).unwrap().into_iter().map(|nodes| page.text_of(nodes).replace('\n', " "));
        texts.collect()
    }

    #[test]
    fn each_word_is_found() {
        for word in include_str!("replies/words.txt").lines() {
            let page = Page::sample(&format!("<a href=#1>{word}!</a>"));
            assert!(page.positions().any(|at| page.tag(at) == Tag::A && says_reply(&page, at)), "{word}");
        }
    }

    #[test]
    fn comments_with_links_to_answer() {
        let comment = |name: &str, text: &str| {
            format!(
                "<div class=opOpinia><div class=opHd>~<i>{name}</i> [2012-01-02 20:19]</div><p>{text}</p>\
                 <p><a href=#1>odpowiedz</a></p></div>"
            )
        };
        let two = comment("xcz", "Nic z tego nie będzie.") + &comment("cia", "Zgadzam się z tym.");
        let found = of(&format!("<h1>Title</h1><p>An article of some words.</p><h3>Opinie</h3>{two}<p>Footer"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("~xcz") && found[0].ends_with("odpowiedz"), "{found:?}");
        assert!(of(&format!("<h1>Title</h1>{}", comment("xcz", "Nic z tego nie będzie."))).is_empty());
        let words = "word ".repeat(60);
        assert!(of(&format!("{}<p>{words}</p>{}", comment("a", "One."), comment("b", "Two."))).is_empty());
        assert!(of("<ul><li><a href=/a>Reply</a><li><a href=/b>Reply</a></ul>").is_empty());
    }
}
