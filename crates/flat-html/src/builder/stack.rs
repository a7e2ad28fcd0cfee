//! The "stack of open elements" (HTML standard, 13.2.4.2).

use std::ops::Deref;

use crate::memory::{OutOfMemory, TryPush};
use crate::names::{KNOWN_NAMES, Name};

use super::sets::{self, HTML_ELEMENT};

/// An element that has begun and not ended.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    pub node: u32,
    pub name: Name,
    /// The [`sets`] of the element, as bits.
    pub sets: u32,
}

impl Open {
    pub fn is_html(&self) -> bool {
        self.sets & HTML_ELEMENT != 0
    }

    /// Returns `true` for an element of HTML with this name.
    pub fn is(&self, name: Name) -> bool {
        self.name == name && self.is_html()
    }
}

/// The open elements, from `<html>` to the innermost, which is the "current node".
#[derive(Debug)]
pub struct Stack {
    open: Vec<Open>,
    /// By known name, the number of open elements of HTML. Most searches end here, because it is 0.
    counts: [u32; KNOWN_NAMES],
}

impl Deref for Stack {
    type Target = [Open];

    #[inline]
    fn deref(&self) -> &[Open] {
        &self.open
    }
}

impl Stack {
    pub fn new() -> Self {
        Stack {
            open: Vec::new(),
            counts: [0; KNOWN_NAMES],
        }
    }

    /// Returns the open elements with their places, from the innermost to the outermost.
    pub fn inner_first(&self) -> impl DoubleEndedIterator<Item = (usize, &Open)> {
        self.open.iter().enumerate().rev()
    }

    #[inline]
    fn count(&mut self, open: Open, change: i32) {
        if open.is_html()
            && let Some(count) = self.counts.get_mut(open.name.0 as usize)
        {
            *count = count.saturating_add_signed(change);
        }
    }

    #[inline]
    pub fn push(&mut self, open: Open) -> Result<(), OutOfMemory> {
        self.open.try_push(open)?;
        self.count(open, 1);
        Ok(())
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        self.count(open, -1);
        Some(open)
    }

    pub fn truncate(&mut self, length: usize) {
        while self.open.len() > length {
            self.pop();
        }
    }

    pub fn remove(&mut self, index: usize) {
        let open = self.open.remove(index);
        self.count(open, -1);
    }

    pub fn insert(&mut self, index: usize, open: Open) -> Result<(), OutOfMemory> {
        self.open.try_reserve(1)?;
        self.open.insert(index, open);
        self.count(open, 1);
        Ok(())
    }

    /// Puts another element of the same name in the place of one.
    pub fn replace(&mut self, index: usize, node: u32) {
        if let Some(open) = self.open.get_mut(index) {
            open.node = node;
        }
    }

    /// Removes an element, if it is open.
    pub fn remove_node(&mut self, node: u32) {
        if let Some(index) = self.position(node) {
            self.remove(index);
        }
    }

    pub fn position(&self, node: u32) -> Option<usize> {
        self.open.iter().rposition(|open| open.node == node)
    }

    /// Returns `true` if the current node is an element of HTML with this name.
    #[inline]
    pub fn is_current(&self, name: Name) -> bool {
        self.last().is_some_and(|open| open.is(name))
    }

    /// Returns `true` if the current node is in one of the sets.
    pub fn is_current_in(&self, sets: u32) -> bool {
        self.last().is_some_and(|open| open.sets & sets != 0)
    }

    /// Returns `true` if an element of HTML with this name is open.
    #[inline]
    pub fn has(&self, name: Name) -> bool {
        match self.counts.get(name.0 as usize) {
            Some(count) => *count > 0,
            None => self.open.iter().any(|open| open.is(name)),
        }
    }

    /// Returns `true` if an element for which `is` holds is open, and no element inside it is in the sets `scope`.
    pub fn in_scope_where(&self, scope: u32, is: impl Fn(&Open) -> bool) -> bool {
        for open in self.open.iter().rev() {
            if is(open) {
                return true;
            }
            if open.sets & scope != 0 {
                return false;
            }
        }
        false
    }

    /// Returns `true` if the stack "has an element in scope": one of HTML with this name, and no element inside it is
    /// in the sets `scope`.
    #[inline]
    pub fn in_scope(&self, scope: u32, name: Name) -> bool {
        self.has(name) && self.in_scope_where(scope, |open| open.is(name))
    }

    /// Closes elements while the current node is in one of the sets ("generate implied end tags").
    pub fn close_implied(&mut self, sets: u32) {
        while self.is_current_in(sets) {
            self.pop();
        }
    }

    /// "Generate implied end tags, except for" elements with this name.
    pub fn close_implied_but(&mut self, name: Name) {
        while self.is_current_in(sets::IMPLIED_END) && !self.is_current(name) {
            self.pop();
        }
    }

    /// Closes the innermost element with this name, and before it those that it ends without end tags.
    pub fn close_item(&mut self, name: Name) {
        self.close_implied_but(name);
        self.close_to(name);
    }

    /// Closes elements, last the innermost one with this name.
    pub fn close_to(&mut self, name: Name) {
        while self.pop().is_some_and(|open| !open.is(name)) {}
    }

    /// Closes elements, last the innermost one that is in one of the sets.
    pub fn close_to_set(&mut self, sets: u32) {
        while self.pop().is_some_and(|open| open.sets & sets == 0) {}
    }

    /// Closes elements until the current node is in one of the sets ("clear the stack back to a table context" and
    /// others).
    pub fn close_until(&mut self, sets: u32) {
        while !self.is_empty() && !self.is_current_in(sets) {
            self.pop();
        }
    }
}
