//! What invites the reader of an article elsewhere: forms for newsletters, and links to the pages before and behind.

use super::blocks_in;
use crate::html::names;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush};
use crate::page::{Page, Tag};

/// The most words of an invitation with its form.
const INVITATION: usize = 60;

/// The share of the taken words up to which an invitation is one.
const SHARE: usize = 4;

/// The most nodes of an invitation.
const NODES: usize = 256;

/// The most links in an invitation.
const LINKS: usize = 2;

/// The most elements around a form's field that are looked at.
const LEVELS: usize = 12;

/// The signs of links to the pages before and behind.
const ARROWS: [&str; 12] = ["←", "→", "«", "»", "‹", "›", "⟵", "⟶", "⇐", "⇒", "<<", ">>"];

/// Leaves out, of what is taken of an article, forms for an address of electronic mail with the words that invite to give
/// it, and blocks of links to the pages before and behind.
pub fn leave_out_invitations(page: &Page, selected: &mut [bool]) -> Result<(), OutOfMemory> {
    let mut wrong = Vec::new();
    let blocks = page.blocks();
    let mut taken = 0;
    for (index, block) in blocks.iter().enumerate().checking(CHECK_EVERY) {
        if selected[index] {
            taken += page.word_count(block.nodes());
            if leads_to_neighbours(page, index) {
                wrong.try_push(index..index + 1)?;
            }
        }
    }
    // The end of what was looked at.
    let mut end = 0;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        if position < end || node.tag() != Tag::Input || !asks_for_mail(page, position) {
            continue;
        }
        let nodes = page.subtree(invitation_around(page, position, taken / SHARE));
        end = nodes.end;
        // A field alone stands in a sentence.
        if nodes.clone().any(|position| sends(page, position)) {
            wrong.try_push(blocks_in(page, &nodes))?;
        }
    }
    for blocks in wrong {
        selected[blocks].fill(false);
    }
    Ok(())
}

fn asks_for_mail(page: &Page, position: usize) -> bool {
    let is = |name, value: &str| {
        let own = page.attribute(position, name).unwrap_or("").trim();
        own.len() >= value.len() && own[..own.floor_char_boundary(value.len())].eq_ignore_ascii_case(value)
    };
    is(names::TYPE, "email") || !is(names::TYPE, "hidden") && is(names::NAME, "email")
}

/// Returns `true` for what sends a field away.
fn sends(page: &Page, position: usize) -> bool {
    match page.nodes()[position].tag() {
        Tag::Form | Tag::Button => true,
        Tag::Input => {
            let kind = page.attribute(position, names::TYPE).unwrap_or("");
            ["submit", "image", "button"].iter().any(|sends| kind.eq_ignore_ascii_case(sends))
        }
        _ => false,
    }
}

/// Returns the largest element around a field with no more words than an invitation has.
fn invitation_around(page: &Page, field: usize, most: usize) -> usize {
    let mut around = field;
    for _ in 0..LEVELS {
        let parent = page.nodes()[around].parent();
        let is_whole = matches!(page.nodes()[parent].tag(), Tag::Body | Tag::Html | Tag::Main | Tag::Article);
        let nodes = page.subtree(parent);
        if nodes.len() > NODES {
            break;
        }
        let links = || page.nodes()[nodes.clone()].iter().filter(|node| node.tag() == Tag::A).take(LINKS + 1);
        if is_whole || page.word_count(nodes.clone()) > INVITATION.min(most) || links().count() > LINKS {
            break;
        }
        around = parent;
    }
    around
}

/// Returns `true` for a block of links alone, one of which has an arrow at an end.
fn leads_to_neighbours(page: &Page, index: usize) -> bool {
    let block = &page.blocks()[index];
    let text = page.block_text(block);
    let is_quoted = [('«', '»'), ('»', '«'), ('‹', '›')]
        .iter()
        .any(|(open, close)| text.starts_with(*open) && text.ends_with(*close));
    let has_arrow = !is_quoted && ARROWS.iter().any(|arrow| text.starts_with(arrow) || text.ends_with(arrow));
    if !has_arrow {
        return false;
    }
    let mut nodes = block.nodes();
    let mut links = 0;
    while let Some(position) = nodes.next() {
        let node = &page.nodes()[position];
        let is_link =
            |position: usize| page.nodes()[position].tag() == Tag::A && page.attribute(position, names::HREF).is_some();
        if node.tag() == Tag::Text {
            let text = page.text_of(position..position + 1);
            let around = node.parent();
            if text.contains(char::is_alphanumeric) && !is_link(around) && !is_link(page.nodes()[around].parent()) {
                return false;
            }
            links += 1;
        } else if is_link(position) {
            links += 1;
            nodes.start = page.subtree(position).end.max(nodes.start);
        }
    }
    links > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(html: &str) -> String {
        let page = Page::sample(html);
        let all = "1".repeat(page.blocks().len());
        super::super::tests::mended(&all, |selected| leave_out_invitations(&page, selected).unwrap())
    }

    #[test]
    fn links_to_neighbours_are_left_out() {
        assert_eq!(left("<p>Text.<p><a href=/1>← A rope</a> | <a href=/3>Knots →</a>"), "10");
        assert_eq!(left("<p>Text.<p><a href=/1>« <b>A rope</b></a><p><a href=/3><i>Knots</i> »</a>"), "100");
        assert_eq!(left("<p>« Text », <a href=/1>she</a> said »<p><a href=/1>A rope</a><p>a → b →"), "111");
    }

    #[test]
    fn forms_for_newsletters_are_left_out() {
        let text = format!("<p>{}", "word ".repeat(100));
        let form = "<div><h3>Letter</h3><p>Every day.</p><form><input type=email><button>Go</button></form></div>";
        assert_eq!(left(&format!("{text}{form}{text}")), "10001");
        let form = "<section><p>Every day.</p><input name=EMAIL placeholder=you><button></button></section>";
        assert_eq!(left(&format!("<article>{text}{form}{text}</article>")), "101");
        // A longer text with such a field is none.
        let form = format!("<div>{text}<div><p>Every day.</p><input type=email><button></button></div></div>");
        assert_eq!(left(&format!("{form}{text}")), "101");
        assert_eq!(left(&format!("{text}<p>Type it <input type=email> here.<p>«<a href=/x>Said</a>»")), "111");
        let fields = format!("<div>{}", "<input type=email>".repeat(20_000));
        assert_eq!(left(&format!("{text}{fields}")), "1");
        assert_eq!(left(&format!("{text}<p>Search <input name=q> <input type=hidden name=email>")), "11");
    }
}
