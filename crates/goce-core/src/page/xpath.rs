//! XPaths: where in the original page an element is.

use crate::html::{Element, Name, Namespace, NodeId, NodeRef, Tree};
use crate::interrupts;
use crate::memory::{OutOfMemory, TryPush, TryPushStr, try_filled, try_to_owned};

/// Longest element name that is written; no element of HTML has a longer one.
const MAX_NAME: usize = 32;

/// Positions of elements among their siblings, counted once a parent, so that the XPaths of all
/// elements of a page take time linear in the page and in the paths' length.
///
/// Paths are absolute, with a position at every step: `/html[1]/body[1]/div[2]`. Elements of
/// other namespaces, and those with odd names, are written as `*`, their position counted
/// among all elements: `/html[1]/body[1]/*[3]`.
#[derive(Debug, Default)]
pub struct XPaths {
    /// For each node its position among the siblings of the same name, and among all: 1 for the first, 0 while it
    /// is not counted.
    positions: Vec<(u32, u32)>,
    /// Siblings of each name so far, by the name's number; all 0 between two parents.
    counts: Vec<u32>,
    /// The names that are in `counts`.
    counted: Vec<Name>,
    /// The path asked for last, and its elements from the root on, each with the path's length there: the next
    /// path mostly begins alike, and is not written anew from the root.
    path: String,
    steps: Vec<(NodeId, usize)>,
    /// The elements around the one that is asked for, from the inside out.
    around: Vec<NodeId>,
}

impl XPaths {
    /// Returns the XPath of an element, or of the parent of a text node.
    pub(super) fn of(&mut self, tree: &Tree, id: NodeId) -> Result<String, OutOfMemory> {
        self.around.clear();
        let mut next = tree.get(id);
        while let Some(node) = next {
            if node.value().as_element().is_some() {
                self.around.try_push(node.id())?;
            }
            next = node.parent();
        }
        let known = self.steps.iter().zip(self.around.iter().rev());
        let alike = known.take_while(|((step, _), id)| step == *id).count();
        self.steps.truncate(alike);
        self.path.truncate(self.steps.last().map_or(0, |(_, end)| *end));
        for number in (0..self.around.len() - alike).rev() {
            let id = self.around[number];
            if let Some(node) = tree.get(id)
                && let Some(element) = node.value().as_element()
            {
                let (of_name, of_all) = self.position(node)?;
                let step = if is_plain(element) {
                    format!("/{}[{of_name}]", element.name())
                } else {
                    format!("/*[{of_all}]")
                };
                self.path.try_push_str(&step)?;
                self.steps.try_push((id, self.path.len()))?;
            }
        }
        try_to_owned(&self.path)
    }

    fn position(&mut self, node: NodeRef<'_>) -> Result<(u32, u32), OutOfMemory> {
        if self.positions.is_empty() {
            self.positions = try_filled((0, 0), node.tree().len())?;
        }
        let known = self.positions[node.id().number()];
        if known.1 != 0 {
            return Ok(known);
        }
        let Some(parent) = node.parent() else {
            return Ok((1, 1));
        };
        let mut elements = 0;
        for (count, sibling) in parent.children().enumerate() {
            if count % CHECK_EVERY == CHECK_EVERY - 1 {
                interrupts::check();
            }
            if let Some(element) = sibling.value().as_element() {
                elements += 1;
                // A step with a name matches elements of no namespace but HTML's.
                let of_name = if is_plain(element) {
                    self.count(element.local())?
                } else {
                    0
                };
                self.positions[sibling.id().number()] = (of_name, elements);
            }
        }
        for name in self.counted.drain(..) {
            self.counts[name.number()] = 0;
        }
        Ok(self.positions[node.id().number()])
    }

    /// Counts one more element of a name.
    fn count(&mut self, name: Name) -> Result<u32, OutOfMemory> {
        let number = name.number();
        if self.counts.len() <= number {
            self.counts.try_reserve(number + 1 - self.counts.len())?;
            self.counts.resize(number + 1, 0);
        }
        if self.counts[number] == 0 {
            self.counted.try_push(name)?;
        }
        self.counts[number] += 1;
        Ok(self.counts[number])
    }
}

/// Siblings counted between two checks.
const CHECK_EVERY: usize = 4 * 1024;

fn is_plain(element: Element<'_>) -> bool {
    let name = element.name().as_bytes();
    let odd = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'-' && *byte != b'_';
    element.namespace() == Namespace::Html && name.len() <= MAX_NAME && !name.iter().any(odd)
}

#[cfg(test)]
mod tests {
    use crate::page::{Limits, Page, Tag, XPaths};

    #[test]
    fn positions_count_all_siblings_of_a_name() {
        let page = Page::parse(
            "<div>a</div><p>x</p><div hidden>b</div><div><o:p>c<i>d</i></o:p></div>",
            &Limits::default(),
        )
        .unwrap();
        let mut xpaths = XPaths::default();
        let paths: Vec<String> = page
            .nodes()
            .iter()
            .enumerate()
            .filter(|(_, node)| node.tag() == Tag::Text)
            .map(|(position, _)| page.xpath(page.nodes()[position].parent(), &mut xpaths).unwrap())
            .collect();
        assert_eq!(
            paths,
            [
                "/html[1]/body[1]/div[1]",
                "/html[1]/body[1]/p[1]",
                "/html[1]/body[1]/div[3]/*[1]",
                "/html[1]/body[1]/div[3]/*[1]/i[1]",
            ]
        );
    }

    #[test]
    fn a_path_does_not_depend_on_the_one_before_it() {
        let page = Page::parse(
            "<div><p>a<p>b<i>c</i></div><table><tr><td>d<b>e</b><td>f</table><p>g<b>h",
            &Limits::default(),
        )
        .unwrap();
        let count = page.nodes().len();
        let mut kept = XPaths::default();
        for first in 0..count {
            for second in 0..count {
                for position in [first, second] {
                    let fresh = page.xpath(position, &mut XPaths::default());
                    assert_eq!(page.xpath(position, &mut kept), fresh);
                }
            }
        }
    }
}
