//! Rules on single blocks: content, and marks of the article's end.

use super::blocks::TextBlock;
use goce_core::page::Page;
use goce_core::prelude::*;

/// Returns for each block `true` if it is content by the paper's rules on word counts. Nothing is content from the first
/// end mark behind enough running text on.
pub fn content(page: &Page, blocks: &[TextBlock]) -> Fallible<Vec<bool>> {
    let mut content = try_with_capacity(blocks.len())?;
    let mut words = 0;
    let mut ended = false;
    for (index, block) in blocks.iter().enumerate() {
        interrupts::check();
        let previous = index.checked_sub(1).and_then(|index| blocks.get(index));
        let is_content = is_content(previous, block, blocks.get(index + 1));
        // Blocks of this text density are running text. An article has 60 words of it before it can end.
        if is_content && block.is_dense(9) {
            words += block.words;
        }
        ended = ended || words >= 60 && is_end_mark(page, block)?;
        content.push(is_content && !ended);
    }
    Ok(content)
}

/// The paper's decision tree over word counts and link densities, learned from news pages. A missing neighbour counts as
/// one without words.
fn is_content(previous: Option<&TextBlock>, block: &TextBlock, next: Option<&TextBlock>) -> bool {
    let words = |neighbour: Option<&TextBlock>| neighbour.map_or(0, |block| block.words);
    if block.link_density() > 0.333333 {
        false
    } else if previous.map_or(0.0, TextBlock::link_density) > 0.555556 {
        block.words > 40 || words(next) > 17
    } else {
        block.words > 16 || words(next) > 15 || words(previous) > 4
    }
}

/// Returns `true` if a block heads the comments on an article, or a call for them.
fn is_end_mark(page: &Page, block: &TextBlock) -> Fallible<bool> {
    const STARTS: [&str; 4] = ["comments", "© reuters", "please rate this", "post a comment"];
    const AFTER_A_NUMBER: [&str; 2] = [" comments", " users responded in"];
    const PARTS: [&str; 7] = [
        "what you think...",
        "add your comment",
        "add comment",
        "reader views",
        "have your say",
        "reader comments",
        "rätta artikeln",
    ];
    const WHOLE: &str = "thanks for your comments - this feedback is now closed";

    let text = block.text(page);
    // Long blocks, and those of fewer than eight characters, are no end marks.
    if block.words >= 15 || text.chars().nth(7).is_none() {
        return Ok(false);
    }
    // In lower case a character has at most three times the bytes; the copy doubles as it grows.
    ask_for(9 * text.len())?;
    let text = text.to_lowercase();
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    Ok(STARTS.iter().any(|start| text.starts_with(start))
        || after_digits.len() < text.len() && AFTER_A_NUMBER.iter().any(|start| after_digits.starts_with(start))
        || PARTS.iter().any(|part| text.contains(part))
        || text == WHOLE)
}

#[cfg(test)]
mod tests {
    use super::super::blocks::blocks;
    use super::*;
    use crate::tests::cases;

    fn decide_html(html: &str) -> Vec<bool> {
        let page = crate::tests::page(html);
        let blocks = blocks(&page).unwrap();
        content(&page, &blocks).unwrap()
    }

    #[test]
    fn words_and_links_of_three_blocks() {
        // Paragraphs by their words, and behind a `/` by the linked ones of them; `+` for each that is content.
        for [paragraphs, expected] in cases(
            "
            16 => -
            17 => +
            // The next block has more than 15 words; or the one before more than 4.
            1 15 => - -
            1 16 => + -
            4 1 => - -
            5 1 => - +
            // 0.3333… is more than 0.333333.
            30/10 => -
            31/10 => +
            // Behind links, a block needs more words. 5/9 is less than 0.555556.
            9/5 40 => - +
            9/6 40 => - -
            9/6 41 => - +
            9/6 1 17 => - - +
            9/6 1 18 => - + +",
        ) {
            let html = paragraphs.split(' ').map(|paragraph| {
                let (words, linked) = paragraph.split_once('/').unwrap_or((paragraph, "0"));
                let [words, linked] = [words, linked].map(|number| number.parse::<usize>().unwrap());
                format!("<p><a>{}</a>{}", "l ".repeat(linked), "w ".repeat(words - linked))
            });
            let found = decide_html(&html.collect::<String>());
            let found = found.into_iter().map(|is_content| if is_content { "+" } else { "-" });
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{paragraphs}");
        }
    }

    #[test]
    fn ends_of_articles() {
        let after = |words: usize, mark: &str| {
            let html = format!("<p>{}<p>{mark}<p>{}", "word ".repeat(words), "w ".repeat(20));
            decide_html(&html)
        };
        for mark in [
            "Comments (3)",
            "12 comments",
            "Please HAVE YOUR SAY here",
            "© Reuters 2009",
        ] {
            assert_eq!(after(60, mark), [true, false, false], "{mark}");
        }
        for mark in [
            "Comment",
            "some comments",
            "12 replies",
            " comments".repeat(20).as_str(),
        ] {
            assert!(after(60, mark)[2], "{mark}");
        }
        // Too little text before it.
        assert!(after(59, "Comments (3)")[2]);
    }
}
