//! XPaths of elements in the original page.

use crate::page::prelude::*;

/// Writes XPaths. Positions are counted once for each parent, so the XPaths of all elements of a page take time linear in
/// the page and in the paths' length.
///
/// Paths are absolute, with a position at every step: `/html[1]/body[1]/div[2]`. An element of another namespace or with
/// an odd name is written as `*`, with its position among all elements: `/html[1]/body[1]/*[3]`.
#[derive(Debug, Default)]
pub struct XPaths {
    /// For each node its position among the siblings of the same name, and among all siblings: from 1 on; 0 before they
    /// are counted.
    positions: Vec<(u32, u32)>,
    /// Siblings of each name so far, by the name's number. All are 0 between two parents.
    counts: Vec<u32>,
    /// The names with a count.
    counted: Vec<Name>,
    /// The last path. The next one mostly has the same start, which is not written again.
    path: String,
    /// The elements of the last path from the root on, each with the path's length there.
    steps: Vec<(NodeId, usize)>,
    /// The element and its ancestors, from the inside out.
    ancestors: Vec<NodeId>,
}

impl XPaths {
    /// Returns the XPath of an element, or of the parent of a text node.
    pub(super) fn of(&mut self, tree: &Tree, id: NodeId) -> Fallible<String> {
        self.ancestors.clear();
        let mut next = tree.get(id);
        while let Some(node) = next {
            if as_element(node).is_some() {
                self.ancestors.try_push(node.id())?;
            }
            next = node.parent();
        }
        let known = self.steps.iter().zip(self.ancestors.iter().rev());
        let alike = known.take_while(|((step, _), id)| step == *id).count();
        self.steps.truncate(alike);
        self.path.truncate(self.steps.last().map_or(0, |(_, end)| *end));
        for number in (0..self.ancestors.len() - alike).rev() {
            let id = self.ancestors[number];
            if let Some(node) = tree.get(id)
                && let Some(element) = as_element(node)
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

    fn position(&mut self, node: NodeRef<'_>) -> Fallible<(u32, u32)> {
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
        for sibling in parent.children().checking(CHECK_EVERY) {
            if let Some(element) = as_element(sibling) {
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
    fn count(&mut self, name: Name) -> Fallible<u32> {
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

fn is_plain(element: Element<'_>) -> bool {
    let name = element.name().as_bytes();
    let odd = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'-' && *byte != b'_';
    // No element of HTML has a longer name.
    element.namespace() == Namespace::Html && name.len() <= 32 && !name.iter().any(odd)
}

#[cfg(test)]
mod tests {
    use crate::page::{Page, Tag, XPaths};

    #[test]
    fn positions_count_all_siblings_of_a_name() {
        let page = Page::sample("<div>a</div><p>x</p><div hidden>b</div><div><o:p>c<i>d</i></o:p></div>");
        let mut xpaths = XPaths::default();
        let paths: Vec<String> = page
            .nodes()
            .iter()
            .filter(|node| node.tag() == Tag::Text)
            .map(|node| page.xpath(node.parent(), &mut xpaths).unwrap())
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
        let page = Page::sample("<div><p>a<p>b<i>c</i></div><table><tr><td>d<b>e</b><td>f</table><p>g<b>h");
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
