//! The texts of a page that its reader does not see, each with the reason.

use super::Display;
use super::shown::{invisible_at, is_invisible, spell};
use crate::html::Node as DomNode;

pub use super::shown::Reason;
use crate::page::prelude::*;

/// The work of a node, in bytes of text.
const WORK_OF_NODE: usize = 64;

/// A text that a reader of the page does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenText {
    pub reason: Reason,
    /// The element that is hidden, or that the text stands in.
    pub node: NodeId,
    /// The text, with single spaces; for [`Reason::Characters`] what they say to a program: the letters of tags, and the
    /// numbers of other characters.
    pub text: String,
}

/// Returns the texts that a reader does not see, in document order, none within another. A page that was parsed with
/// [`Hidden::None`](super::Hidden::None) has all of them, its comments too.
///
/// # Errors
/// [`OutOfMemory`].
pub fn hidden_texts(page: &Page) -> Fallible<Vec<HiddenText>> {
    let mut listing = Listing {
        texts: Vec::new(),
        letters: None,
        countdown: Countdown::new(CHECK_BYTES),
    };
    let mut comments = try_collect(page.tree().comments())?;
    comments.sort_by_key(|(parent, _)| *parent);
    let mut unseen = page.unseen.iter().peekable();
    let mut nodes = page.nodes().iter().peekable();
    for edge in page.tree().root().traverse() {
        listing.countdown.charge(WORK_OF_NODE);
        let Edge::Open(node) = edge else {
            continue;
        };
        let id = node.id();
        if as_text(node).is_none() {
            let from = comments.partition_point(|(parent, _)| *parent < id);
            for (_, comment) in comments[from..].iter().take_while(|(parent, _)| *parent == id) {
                listing.push(Reason::Comment, id, comment)?;
            }
        }
        if let Some((_, reason)) = unseen.next_if(|(unseen, _)| *unseen == id) {
            match (node.value(), node.parent()) {
                (DomNode::Text(text), Some(parent)) => listing.push_letters(*reason, parent, text)?,
                _ => listing.push_element(*reason, node)?,
            }
        }
        // A text with formulas in it is several nodes.
        let is_shown = std::iter::from_fn(|| nodes.next_if(|shown| shown.id() == id)).count() > 0;
        if is_shown && let (DomNode::Text(text), Some(parent)) = (node.value(), node.parent()) {
            listing.end_letters()?;
            listing.push_characters(parent.id(), text)?;
        }
    }
    listing.end_letters()?;
    Ok(listing.texts)
}

/// Nodes of an element that are looked at.
const NODES: usize = 256;

/// Returns `true` for an element that is nothing but text in letters that nobody sees, because of their size or colour. An
/// icon may stand for words that are hidden as an element.
pub fn has_hidden_letters(page: &Page, position: usize) -> bool {
    let nodes = page.subtree(position);
    let is_picture = |node: usize| matches!(page.tag(node), Tag::Img | Tag::Other);
    if !page.text_of(nodes.clone()).is_empty() || nodes.clone().take(NODES).skip(1).any(is_picture) {
        return false;
    }
    nodes.take(NODES).any(|node| {
        let node = page.node(node).into_iter();
        node.flat_map(|node| node.children().take(NODES))
            .filter_map(as_text)
            .any(|text| text.contains(|c: char| !c.is_whitespace()))
    })
}

/// Texts in letters that nobody sees, with nothing shown between them.
struct Letters {
    reason: Reason,
    /// The outermost element of one of them.
    node: NodeId,
    text: String,
}

struct Listing {
    texts: Vec<HiddenText>,
    letters: Option<Letters>,
    countdown: Countdown,
}

impl Listing {
    fn push(&mut self, reason: Reason, node: NodeId, text: &str) -> Fallible {
        self.end_letters()?;
        self.countdown.charge(text.len());
        let text = single_spaced(text, char::is_whitespace)?;
        if !text.is_empty() {
            self.texts.try_push(HiddenText { reason, node, text })?;
        }
        Ok(())
    }

    /// Adds a text whose letters nobody sees, to the one before it if one of their elements is in the other.
    fn push_letters(&mut self, reason: Reason, parent: NodeRef<'_>, text: &str) -> Fallible {
        self.countdown.charge(text.len());
        let around = |node: NodeRef<'_>, outer: NodeId| {
            let levels = std::iter::successors(Some(node), |node| node.parent());
            // Levels between an element whose letters nobody sees and the texts listed with it.
            levels.take(16).any(|node| node.id() == outer)
        };
        if let Some(letters) = self.letters.as_mut().filter(|letters| letters.reason == reason) {
            let inner = parent.tree().get(letters.node);
            let is_outer = inner.is_some_and(|inner| around(inner, parent.id()));
            if is_outer || around(parent, letters.node) {
                let is_inline = |node: NodeRef<'_>| {
                    as_element(node).is_none_or(|element| Tag::of(element).display() == Display::Inline)
                };
                if inner.is_some_and(|inner| {
                    parent.id() != inner.id() && !(is_inline(parent) || is_outer && is_inline(inner))
                }) {
                    letters.text.try_push_char(' ')?;
                }
                if is_outer {
                    letters.node = parent.id();
                }
                return letters.text.try_push_str(text);
            }
        }
        self.end_letters()?;
        self.letters = Some(Letters {
            reason,
            node: parent.id(),
            text: try_to_owned(text)?,
        });
        Ok(())
    }

    /// Lists the letters that are waiting for more.
    fn end_letters(&mut self) -> Fallible {
        match self.letters.take() {
            Some(letters) => self.push(letters.reason, letters.node, &letters.text),
            None => Ok(()),
        }
    }

    /// Adds the text of an element that is hidden.
    fn push_element(&mut self, reason: Reason, node: NodeRef<'_>) -> Fallible {
        let mut text = String::new();
        let mut mute: Option<NodeId> = None;
        for edge in node.traverse() {
            self.countdown.charge(WORK_OF_NODE);
            match edge {
                Edge::Open(inner) if mute.is_none() => match inner.value() {
                    DomNode::Text(piece) => {
                        self.countdown.charge(piece.len());
                        text.try_push_str(piece)?;
                    }
                    DomNode::Element(element) => match Tag::of(element).display() {
                        Display::None => mute = Some(inner.id()),
                        Display::Inline => {}
                        _ => text.try_push_char(' ')?,
                    },
                    _ => {}
                },
                Edge::Close(inner) if mute == Some(inner.id()) => mute = None,
                _ => {}
            }
        }
        self.push(reason, node.id(), &text)
    }

    /// Adds what the characters of a shown text say that show nothing.
    fn push_characters(&mut self, parent: NodeId, text: &str) -> Fallible {
        self.countdown.charge(text.len());
        if text.is_ascii() || !text.chars().any(is_invisible) {
            return Ok(());
        }
        let mut spelled = String::new();
        let mut before = None;
        for (at, c) in text.char_indices() {
            self.countdown.charge(1);
            if is_invisible(c) && invisible_at(&text[at..], before).is_some() {
                spell(c, &mut spelled)?;
            } else {
                before = Some(c).filter(|c| !c.is_whitespace());
            }
        }
        self.push(Reason::Characters, parent, &spelled)
    }
}
