//! Readers' comments below an article are left out, the posts of a thread are not. What is about commenting is left out
//! of both.

use super::pipeline::types;
use crate::areas::{answered_comments, beside_product, comment_forms, field_labels, named_comment_holders, thread};
use crate::extract::Options;
use crate::genre::PageType;
use crate::page::prelude::*;

/// The score of a block that is left out: surely no content.
pub(super) const LEFT_OUT: f32 = -30.0;

/// A block over this score is likely to be content.
const LIKELY: f32 = -0.85;

/// The probability of a thread over which comments that no name tells are its posts: posts can be answered, too.
const UNNAMED_POSTS: f32 = 0.3;

/// The comments of a page, or the posts of a thread.
#[derive(Debug, Default)]
pub struct Comments {
    /// For each block, `true` if it is within them; empty for a page without any.
    within: Vec<bool>,
    are_posts: bool,
}

impl Comments {
    /// Finds the comments of a page, given the probability that the page is a thread by its type, and its
    /// [`comment_parts`](crate::areas::comment_parts).
    pub fn of(page: &Page, parts: &[usize], p_forum: f32) -> Fallible<Self> {
        let named = named_comment_holders(page, parts)?;
        let are_named = !named.is_empty();
        let holders = if are_named { named } else { answered_comments(page)? };
        if holders.is_empty() {
            return Ok(Comments::default());
        }
        Ok(Comments {
            within: page.blocks_starting_in(&holders)?,
            are_posts: thread::is_thread(page, &holders, p_forum) || !are_named && p_forum > UNNAMED_POSTS,
        })
    }

    /// Finds the comments of a page as a caller counts them: if none are content, the page is no thread by its type.
    pub fn asked(page: &Page, parts: &[usize], page_features: &[f32], options: &Options<'_>) -> Fallible<Self> {
        let is_unwanted = options.comments == Some(false);
        Comments::of(page, parts, if is_unwanted { 0.0 } else { p_forum(page_features) })
    }

    /// Returns for each block `true` if it is of a comment or a post; nothing for a page without any.
    pub fn within(&self) -> &[bool] {
        &self.within
    }

    /// Returns for each block `true` if it is of comments that are not content; nothing for a page that has no such blocks.
    pub fn to_leave_out(&self) -> &[bool] {
        if self.are_posts { &[] } else { &self.within }
    }
}

/// Lowers the scores (log-odds) of blocks of comments that are not content, and of those about commenting, each unless
/// nothing likely would remain.
pub fn leave_out_comments(page: &Page, parts: &[usize], comments: &[bool], scores: &mut [f32]) -> Fallible {
    leave_out(comments, scores);
    // A form for replies is neither a post nor a comment.
    leave_out(&page.blocks_starting_in(&comment_forms(page, parts)?)?, scores);
    Ok(())
}

/// Lowers the scores of blocks of what stands beside the product, on a page that is more likely a product's than not, and
/// of labels of fields on others: a shop's form has the facts of the product. Each unless nothing likely would remain.
pub fn leave_out_beside(page: &Page, page_features: &[f32], scores: &mut [f32]) -> Fallible {
    if types(page_features).p(PageType::Product) <= 0.5 {
        leave_out(&field_labels(page)?, scores);
        return Ok(());
    }
    let left_out = page.blocks_starting_in(&beside_product(page)?)?;
    let blocks = page.blocks().iter().zip(&left_out).zip(&*scores);
    let remaining = blocks.checking(CHECK_EVERY).filter(|((_, left_out), score)| !**left_out && **score > LIKELY);
    let words: usize = remaining.map(|((block, _), _)| page.word_count(block.nodes())).sum();
    // A name and a price are no text of a product.
    if words >= 15 {
        leave_out(&left_out, scores);
    }
    Ok(())
}

/// Lowers the scores of some blocks, unless nothing likely would remain.
fn leave_out(left_out: &[bool], scores: &mut [f32]) {
    let blocks = left_out.iter().zip(&*scores);
    let remains = blocks.checking(CHECK_EVERY).any(|(left_out, score)| !left_out && *score > LIKELY);
    if remains {
        for (score, left_out) in scores.iter_mut().zip(left_out).checking(CHECK_EVERY) {
            if *left_out {
                *score = LEFT_OUT;
            }
        }
    }
}

/// Returns the probability that a page is a thread.
pub fn p_forum(page_features: &[f32]) -> f32 {
    types(page_features).p(PageType::Forum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::comment_parts;

    /// An article of two blocks, and two comments.
    const BLOG: &str = "<h1>Ice</h1><p>The harbour froze over night.<div id=commentlist><p>So cold!<p>Indeed.</div>";

    /// Checks the rows of a table: whether comments are content, the probability of a thread, the scores of the page's
    /// blocks, and those that they have in the end; `-` for a block that is left out.
    fn check(html: &str, table: &str) {
        let numbers = |text: &str| text.split(' ').map(|score| score.parse().unwrap_or(LEFT_OUT)).collect::<Vec<_>>();
        for [comments, p_forum, before, after] in cases(table) {
            let comments = comments.parse().ok();
            assert_eq!(scores(html, comments, p_forum.parse().unwrap(), numbers(before)), numbers(after), "{before}");
        }
    }

    fn scores(html: &str, comments: Option<bool>, p_forum: f32, mut scores: Vec<f32>) -> Vec<f32> {
        let page = Page::sample(html);
        let mut features = vec![0.0; PageType::ALL.len()];
        features[PageType::Forum as usize] = p_forum;
        let options = Options {
            comments,
            ..Options::default()
        };
        let parts = comment_parts(&page).unwrap();
        let found = Comments::asked(&page, &parts, &features, &options).unwrap();
        let left_out = if comments == Some(true) {
            &[]
        } else {
            found.to_leave_out()
        };
        leave_out_comments(&page, &parts, left_out, &mut scores).unwrap();
        scores
    }

    #[test]
    fn comments_of_articles_are_left_out() {
        check(
            BLOG,
            "
            unsaid => .02 => 1 2 3 4 => 1 2 - -
            false => .98 => 1 2 3 4 => 1 2 - -
            true => .02 => 1 2 3 4 => 1 2 3 4
            // The posts of a thread.
            unsaid => .98 => 1 2 3 4 => 1 2 3 4
            // Nothing else is likely.
            unsaid => .02 => -1 -2 3 4 => -1 -2 3 4",
        );
    }

    #[test]
    fn what_is_about_commenting_is_left_out_of_threads_too() {
        check(
            &format!("{BLOG}<div class=comment-captcha>Enter the letters.</div>"),
            "
            unsaid => .98 => 1 2 3 4 5 => 1 2 3 4 -
            unsaid => .02 => 1 2 3 4 5 => 1 2 - - -
            false => .98 => 1 2 3 4 5 => 1 2 - - -
            true => .02 => 1 2 3 4 5 => 1 2 3 4 -
            unsaid => .98 => -1 -2 -3 -4 5 => -1 -2 -3 -4 5",
        );
    }

    #[test]
    fn training_is_told_the_blocks() {
        let page = Page::sample(BLOG);
        let of = |page: &Page, p_forum| Comments::of(page, &comment_parts(page).unwrap(), p_forum).unwrap();
        assert_eq!(of(&page, 0.02).to_leave_out(), [false, false, true, true]);
        assert!(of(&page, 0.98).to_leave_out().is_empty());
        assert_eq!(of(&page, 0.98).within(), [false, false, true, true]);
        assert!(of(&Page::sample("<p>Text"), 0.02).within().is_empty());
    }
}
