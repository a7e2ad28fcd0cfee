//! The values of properties that elements state.

use super::Texts;
use crate::prelude::*;
use goce_core::html::{Name, Node, NodeId, NodeRef};
use goce_core::output::pieces;
use goce_core::page::link_target::scheme;

/// Reads values, within the budget of a page: an element may be read for several items.
pub struct Values {
    resolver: LinkResolver,
    budget: Budget,
    countdown: Countdown,
    /// The hidden nodes whose text is no part of what is around them, in the order of their ids.
    left_out: Vec<NodeId>,
}

impl Values {
    pub fn of(page: &Page, url: Option<&str>, texts: Texts) -> Fallible<Self> {
        let mut left_out = Vec::new();
        if texts == Texts::Shown {
            left_out = try_collect(page.unseen().map(|(id, _)| id))?;
            left_out.sort_unstable();
        }
        Ok(Values {
            left_out,
            resolver: LinkResolver::of(page, url),
            // Bytes of the budget for each of the page.
            budget: Budget::limited(super::limit(page, 32)),
            countdown: Countdown::default(),
        })
    }

    /// Counts a node that is visited.
    pub fn visit(&mut self) -> Rendered {
        self.countdown.charge(1);
        self.budget.spend(8)
    }

    /// Counts an item that is kept, by about the memory that it takes.
    pub fn item(&mut self) -> Rendered {
        self.spend(256)
    }

    /// Counts bytes that are kept.
    pub fn spend(&mut self, bytes: usize) -> Rendered {
        self.countdown.charge(bytes);
        self.budget.spend(bytes)
    }

    /// Returns a text as it is.
    pub fn text(&mut self, text: &str) -> Rendered<String> {
        self.spend(text.len())?;
        Ok(try_to_owned(text)?)
    }

    /// Returns the value of an attribute as it is; `""` without it.
    pub fn attribute(&mut self, element: Element<'_>, name: Name) -> Rendered<String> {
        self.text(element.attr(name).unwrap_or(""))
    }

    /// Returns an absolute address, or one as it is written that cannot be resolved; `None` for one that runs something or
    /// is data itself.
    pub fn address(&mut self, written: &str) -> Rendered<Option<String>> {
        let target = self.resolver.link(written)?.map(LinkTarget::into_string);
        if let Some(address) = &target {
            self.spend(address.len())?;
        }
        Ok(target)
    }

    /// Returns the address that names an item: any with a scheme (`urn:isbn:…`), else an absolute one.
    pub fn id(&mut self, written: &str) -> Rendered<Option<String>> {
        let written = written.trim();
        if written.is_empty() {
            return Ok(None);
        }
        match self.address(written)? {
            None if scheme(written).is_some() => self.text(written).map(Some),
            resolved => Ok(resolved),
        }
    }

    /// Returns the text in a node, with single spaces. Templates are no part of it, and hidden nodes in it only if they are
    /// wanted.
    pub fn text_in(&mut self, node: NodeRef<'_>) -> Rendered<String> {
        let mut text = String::new();
        let mut next = node.first_child();
        let mut space_due = false;
        while let Some(current) = next {
            self.visit()?;
            let mut inner = None;
            match current.value() {
                _ if self.left_out.binary_search(&current.id()).is_ok() => {}
                Node::Text(piece) => {
                    for piece in pieces(piece) {
                        self.spend(piece.len())?;
                        push_spaced(piece, &mut text, &mut space_due)?;
                    }
                }
                Node::Element(_) => inner = current.first_child(),
                Node::Document | Node::Fragment => {}
            }
            next = inner.or_else(|| behind(current, node));
        }
        Ok(text)
    }
}

/// Returns the node that follows a node and all in it, within `root`.
pub fn behind<'p>(node: NodeRef<'p>, root: NodeRef<'p>) -> Option<NodeRef<'p>> {
    let mut current = node;
    while current != root {
        if let Some(next) = current.next_sibling() {
            return Some(next);
        }
        current = current.parent()?;
    }
    None
}

fn push_spaced(piece: &str, text: &mut String, space_due: &mut bool) -> Fallible {
    let mut is_first = true;
    for word in piece.split(char::is_whitespace) {
        *space_due |= !std::mem::take(&mut is_first);
        if word.is_empty() {
            continue;
        }
        if std::mem::take(space_due) && !text.is_empty() {
            text.try_push_char(' ')?;
        }
        text.try_push_str(word)?;
    }
    Ok(())
}

/// Returns the attribute with the address that an element is: its value as a property.
pub fn address_attribute(element: Element<'_>) -> Option<Name> {
    Some(match element.local() {
        names::AUDIO | names::EMBED | names::IFRAME | names::IMG | names::SOURCE | names::TRACK | names::VIDEO => {
            names::SRC
        }
        names::A | names::AREA | names::LINK => names::HREF,
        names::OBJECT => names::DATA,
        _ => return None,
    })
}

/// Returns an element's tokens in an attribute, at most `most`.
pub fn tokens(element: Element<'_>, name: Name, most: usize) -> impl Iterator<Item = &str> {
    element.attr(name).unwrap_or("").split_ascii_whitespace().take(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_single_spaces() {
        let page = sample("<p> a\n<b>b</b>c <i> d</i><template>e</template></p><p>f");
        let html = page.tree().root();
        let paragraph =
            html.descendants().find(|node| node.value().as_element().is_some_and(|e| e.local() == names::P));
        let text = Values::of(&page, None, Texts::All).unwrap().text_in(paragraph.unwrap()).unwrap();
        assert_eq!(text, "a bc d");
    }
}
