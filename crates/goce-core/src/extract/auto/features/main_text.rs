//! The main text by two old rules: the element whose paragraphs count most (Readability, arc90), and the element with the
//! greatest sum of text densities (CETD, Sun et al. 2011).

use super::sums::Sums;
use crate::page::prelude::*;

/// The points of a page's elements by each rule, and the best elements.
#[derive(Debug)]
pub struct MainText {
    /// The points by paragraphs, for each node.
    pub paragraphs: Vec<f32>,
    /// The sums of text densities, for each node.
    pub densities: Vec<f32>,
    /// The position of the best element by paragraphs.
    pub top: usize,
    /// The position of the best element by text densities.
    pub dense: usize,
}

/// Returns the share of an element's text within links, in \[0, 1\].
pub fn link_share(bytes: u32, link_bytes: u32) -> f32 {
    link_bytes as f32 / bytes.max(1) as f32
}

/// Returns the place of the greatest number, the first of equals.
fn greatest(points: &[f32]) -> usize {
    let greater =
        |best: (usize, f32), (place, point): (usize, &f32)| if *point > best.1 { (place, *point) } else { best };
    points.iter().enumerate().fold((0, f32::NEG_INFINITY), greater).0
}

impl MainText {
    /// Returns the main text of a page.
    pub fn of(page: &Page, sums: &Sums) -> Fallible<Self> {
        let nodes = page.nodes();
        let mut paragraphs = try_filled(0.0, nodes.len())?;
        for (block, text) in page.blocks().iter().zip(&sums.texts).checking(CHECK_EVERY) {
            if text.bytes <= 25 {
                continue;
            }
            let length = (text.bytes as f32 / 100.0).min(3.0);
            let points = (1.0 + text.commas as f32 + length) * (1.0 - text.link_share());
            let mut at = block.element();
            if matches!(nodes[at].tag(), Tag::P | Tag::Pre | Tag::Td | Tag::Blockquote | Tag::H2 | Tag::H3 | Tag::Li) {
                at = nodes[at].parent();
            }
            for above in 0..4 {
                paragraphs[at] += points / if above == 0 { 1.0 } else { 2.0 * above as f32 };
                if at == 0 {
                    break;
                }
                at = nodes[at].parent();
            }
        }
        let mut densities = try_filled(0.0, nodes.len())?;
        for (position, node) in nodes.iter().enumerate().checking(CHECK_EVERY) {
            if node.tag() == Tag::Text {
                continue;
            }
            let text = sums.text(page, position);
            let links = link_share(text.bytes, text.link_bytes);
            paragraphs[position] *= 1.0 - links;
            if position > 0 {
                let elements = sums.held(page, position).elements;
                let density = text.bytes as f32 / elements as f32;
                densities[node.parent()] += density * (1.0 - links);
            }
        }
        let top = greatest(&paragraphs);
        interrupts::check();
        let dense = greatest(&densities);
        interrupts::check();
        Ok(MainText {
            top,
            dense,
            paragraphs,
            densities,
        })
    }
}

/// Returns the number of steps from an element up to the first that holds the best one, and from there down to it.
pub fn steps_to(page: &Page, from: usize, best: usize) -> (f32, f32) {
    let (mut at, mut up) = (from, 0);
    while !page.subtree(at).contains(&best) {
        at = page.parent(at);
        up += 1;
    }
    let depth = |at: usize| page.nodes()[at].depth() as f32;
    (up as f32, depth(best) - depth(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_text_is_found() {
        let sentence = "A sentence, of some length, that a reader would call a sentence. ";
        let page = Page::sample(&format!(
            "<nav><a>one</a><a>two</a></nav><main><p>{}</p><p>{}</p></main>",
            sentence.repeat(3),
            sentence
        ));
        let sums = Sums::of(&page).unwrap();
        let main_text = MainText::of(&page, &sums).unwrap();
        let main = page.nodes().iter().position(|node| node.tag() == Tag::Main).unwrap();
        assert_eq!((main_text.top, main_text.dense), (main, main));
        assert_eq!(steps_to(&page, main + 1, main), (1.0, 0.0));
        let nav = main - page.subtree(main - 1).len();
        assert!(page.subtree(0).contains(&nav));
    }
}
