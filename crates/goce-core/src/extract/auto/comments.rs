//! Readers' comments below an article are left out, the posts of a thread are not.

use crate::extract::{CHECK_EVERY, Options};
use crate::genre::PageType;
use crate::interrupts::Checking;
use crate::lists::{comment_holders, thread};
use crate::memory::{OutOfMemory, try_filled};
use crate::page::Page;

/// The score of a block that is left out: surely no content.
const LEFT_OUT: f32 = -30.0;

/// The score over which a block is likely to be content.
const LIKELY: f32 = -0.85;

/// Lowers the scores (log-odds) of the blocks of comments that are not content, unless nothing likely would remain.
pub fn leave_out_comments(
    page: &Page,
    page_features: &[f32],
    options: &Options<'_>,
    scores: &mut [f32],
) -> Result<(), OutOfMemory> {
    let left_out = match options.comments {
        Some(true) => return Ok(()),
        Some(false) => comments_to_leave_out(page, 0.0)?,
        None => comments_to_leave_out(page, p_forum(page_features))?,
    };
    let blocks = left_out.iter().zip(&*scores);
    let remains = blocks.checking(CHECK_EVERY).any(|(left_out, score)| !left_out && *score > LIKELY);
    if remains {
        for (score, left_out) in scores.iter_mut().zip(left_out).checking(CHECK_EVERY) {
            if left_out {
                *score = LEFT_OUT;
            }
        }
    }
    Ok(())
}

/// Returns for each block of a page whether it is of comments that are not content, given the probability that the page
/// is a thread by its type; nothing for a page that has no such blocks.
pub fn comments_to_leave_out(page: &Page, p_forum: f32) -> Result<Vec<bool>, OutOfMemory> {
    let holders = comment_holders(page)?;
    if holders.is_empty() || thread::is_thread(page, &holders, p_forum) {
        return Ok(Vec::new());
    }
    let mut of_comments = try_filled(false, page.blocks().len())?;
    let mut holders = holders.into_iter().peekable();
    for (block, of_comments) in page.blocks().iter().zip(&mut of_comments).checking(CHECK_EVERY) {
        let start = block.nodes().start;
        while holders.next_if(|holder| holder.end <= start).is_some() {}
        *of_comments = holders.peek().is_some_and(|holder| holder.start <= start);
    }
    Ok(of_comments)
}

/// Returns the probability that a page is a thread. The last of a page's features are the probabilities of the types.
pub fn p_forum(page_features: &[f32]) -> f32 {
    let of_types = page_features.last_chunk::<{ PageType::ALL.len() }>();
    of_types.map_or(0.0, |of_types| of_types[PageType::Forum as usize])
}
