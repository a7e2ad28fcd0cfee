//! One tree in another: the document of a frame, or markup that a page keeps in its data.

use super::tree::{CommentData, NIL, NodeData, NodeId, Tree, kind};
use super::{Budget, ParseError, Tick, names};
use crate::memory::TryPush;
use crate::names::Name;
use crate::work::Work;

impl Tree {
    /// Takes all children from a node. They stay in the tree as nodes that the parser removed.
    pub fn empty(&mut self, parent: NodeId) {
        if self.nodes[parent.number()].kind() != kind::TEXT {
            self.nodes[parent.number()].first_or_end = NIL;
        }
    }

    /// Makes the `<style>` elements in the head of another tree, and what is in its body, the last children of an element of
    /// this one. Texts, attributes and comments come with it. Time is linear in the other tree, and in the element's
    /// children.
    ///
    /// # Errors
    /// [`ParseError`], where both together exceed the limits or memory runs out.
    pub fn graft(&mut self, parent: NodeId, other: &Tree, budget: &Budget, tick: Tick<'_>) -> Result<(), ParseError> {
        let longest = (self.text.len() + other.text.len()).max(self.values.len() + other.values.len());
        if longest >= NIL as usize {
            let limit = NIL as usize;
            return Err(ParseError::TooLarge { bytes: longest, limit });
        }
        if self.nodes.len() + other.nodes.len() > budget.max_nodes {
            let nodes = budget.max_nodes;
            return Err(ParseError::TooManyNodes { nodes });
        }
        if self.attributes.len() + other.attributes.len() > budget.max_attributes {
            let attributes = budget.max_attributes;
            return Err(ParseError::TooManyAttributes { attributes });
        }
        let Some(body) = other.elements_named(names::BODY).find(|node| node.parent().is_some()) else {
            return Ok(());
        };
        let mut work = Work::new(tick);
        let moved = Moved {
            node: self.nodes.len() as u32,
            attribute: self.attributes.len() as u32,
            text: self.text.len() as u32,
            value: self.values.len() as u32,
        };
        self.nodes.try_reserve(other.nodes.len())?;
        self.attributes.try_reserve(other.attributes.len())?;
        for attribute in &other.attributes {
            work.charge(16);
            let known = self.name_of(other, Name(attribute.name() & NAME), &mut work)?;
            let mut own = *attribute;
            own.rename(attribute.name() >> kind::SHIFT, known);
            (own.start, own.end) = (own.start + moved.value, own.end + moved.value);
            self.attributes.push(own);
        }
        for node in &other.nodes {
            work.charge(16);
            let mut own = moved.node(node);
            if node.kind() < kind::TEXT {
                own.tag = node.kind() << kind::SHIFT | self.name_of(other, node.name(), &mut work)?.0;
            }
            self.nodes.push(own);
        }
        self.listed.try_extend(other.listed.iter().map(|id| moved.at(*id)))?;
        for (from, to) in [(&other.text, &mut self.text), (&other.values, &mut self.values)] {
            to.try_reserve(from.len())?;
            to.push_str(from);
        }
        let start = self.comment_text.len() as u32;
        self.comment_text.try_reserve(other.comment_text.len())?;
        self.comment_text.push_str(&other.comment_text);
        self.comments.try_extend(other.comments.iter().map(|comment| CommentData {
            parent: moved.at(comment.parent),
            start: comment.start + start,
            end: comment.end + start,
        }))?;
        let head = other.elements_named(names::HEAD).find(|node| node.parent().is_some());
        let sheets = head.into_iter().flat_map(|head| head.children());
        let sheets = sheets.filter(|child| child.as_element().is_some_and(|child| child.local() == names::STYLE));
        // The sheets are a list of their own first: behind each of them the next would be looked for from the start.
        let (mut first, mut last) = (NIL, NIL);
        for sheet in sheets {
            work.charge(8);
            let sheet = moved.at(sheet.id().0);
            let node = &mut self.nodes[sheet as usize];
            (node.parent, node.next) = (parent.0, NIL);
            match last {
                NIL => first = sheet,
                _ => self.nodes[last as usize].next = sheet,
            }
            last = sheet;
        }
        if first != NIL {
            self.append_last(parent, first, &mut work);
        }
        self.adopt(parent, moved.at(body.id().0), &mut work);
        Ok(())
    }

    /// Makes the children of one node the last children of another.
    fn adopt(&mut self, parent: NodeId, from: u32, work: &mut Work<'_>) {
        let first = std::mem::replace(&mut self.nodes[from as usize].first_or_end, NIL);
        let mut child = first;
        while child != NIL {
            work.charge(8);
            let node = &mut self.nodes[child as usize];
            node.parent = parent.0;
            child = node.next;
        }
        if first != NIL {
            self.append_last(parent, first, work);
        }
    }

    /// Puts a node, with the siblings behind it, behind the children of another.
    fn append_last(&mut self, parent: NodeId, first: u32, work: &mut Work<'_>) {
        let mut last = self.nodes[parent.number()].first();
        if last == NIL {
            self.nodes[parent.number()].first_or_end = first;
            return;
        }
        while self.nodes[last as usize].next != NIL {
            work.charge(8);
            last = self.nodes[last as usize].next;
        }
        self.nodes[last as usize].next = first;
    }

    /// Returns this tree's number of a name of another.
    fn name_of(&mut self, other: &Tree, name: Name, work: &mut Work<'_>) -> Result<Name, ParseError> {
        if name.number() < names::KNOWN_NAMES {
            return Ok(name);
        }
        Ok(self.names.intern(other.name(name), work)?)
    }
}

/// The bits of an attribute's number that are its name without a prefix.
const NAME: u32 = (1 << kind::SHIFT) - 1;

/// What is added to the places of another tree.
struct Moved {
    node: u32,
    attribute: u32,
    text: u32,
    value: u32,
}

impl Moved {
    fn at(&self, node: u32) -> u32 {
        if node == NIL { NIL } else { node + self.node }
    }

    fn node(&self, node: &NodeData) -> NodeData {
        let (start, first_or_end) = match node.kind() {
            kind::TEXT => (node.start + self.text, node.first_or_end + self.text),
            _ if node.start == NIL => (NIL, self.at(node.first_or_end)),
            _ => (node.start + self.attribute, self.at(node.first_or_end)),
        };
        NodeData {
            parent: self.at(node.parent),
            first_or_end,
            next: self.at(node.next),
            tag: node.tag,
            start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeRef;
    use crate::tests::{tree, write};

    /// Returns a tree, and the id of its first `<div>`.
    fn tree_with_div(html: &str) -> (Tree, NodeId) {
        let tree = tree(html);
        let div = tree.elements_named(names::DIV).next().unwrap().id();
        (tree, div)
    }

    #[test]
    fn a_grafted_tree_reads_like_one_that_was_parsed_there() {
        for (page, inner) in [
            ("<div></div>", "<p own=1 id=a>one<b>two</b></p>three<new-name own=2>"),
            ("<p own-too=x></p><div>before</div>after", "<svg xlink:href=a><foreignObject><i>x</i></svg>"),
            ("<div><i>a</i></div>", ""),
        ] {
            let (mut grafted, div) = tree_with_div(page);
            grafted.graft(div, &tree(inner), &Budget::default(), &mut || ()).unwrap();
            let whole = page.replace("</div>", &format!("{inner}</div>"));
            assert_eq!(write(&grafted), write(&tree(&whole)), "{page} {inner}");
            let parents = grafted.root().descendants().skip(1).all(|node| node.parent().is_some());
            assert!(parents, "{page}");
        }
    }

    #[test]
    fn sheets_of_the_head_come_with_it_in_linear_time() {
        let ticks = |sheets: usize| {
            let (mut page, div) = tree_with_div("<div>a</div>");
            let other = tree(&format!("{}<p>b", "<style>s</style>".repeat(sheets)));
            let mut ticks = 0;
            page.graft(div, &other, &Budget::default(), &mut || ticks += 1).unwrap();
            let children = page.get(div).unwrap().children().filter_map(NodeRef::as_element);
            let found: Vec<_> = children.map(|child| child.local()).collect();
            assert_eq!(found.len(), sheets + 1);
            assert_eq!(found.last(), Some(&names::P));
            ticks
        };
        let (some, more) = (ticks(2_000), ticks(4_000));
        assert!(more <= 3 * some, "{some} {more}");
    }

    #[test]
    fn limits_hold_for_both_trees_together() {
        let graft = |max_nodes, max_attributes| {
            let (mut page, div) = tree_with_div("<div a=1></div>");
            let budget = Budget {
                max_nodes,
                max_attributes,
            };
            page.graft(div, &tree("<p b=1>x"), &budget, &mut || ())
        };
        assert_eq!(graft(100, 2), Ok(()));
        assert_eq!(graft(10, 2), Err(ParseError::TooManyNodes { nodes: 10 }));
        assert_eq!(graft(100, 1), Err(ParseError::TooManyAttributes { attributes: 1 }));
    }
}
