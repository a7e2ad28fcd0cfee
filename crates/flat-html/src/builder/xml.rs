//! Pages that a program wrote as XML. The standard does not know them.
//!
//! In XML an element without content may end in `/>`. In HTML `<i/>` opens an element, and `<iframe/>` makes the rest
//! of the page its text. Void elements show which of both a page is: in XML they must end in `/>`, in HTML most do not.

use super::sets::VOID;
use super::{Builder, Open, Token};
use crate::ParseError;
use crate::names::{BODY, FORM, HTML, Name};
use crate::tokenizer::{State, Tag};

/// The number of void elements after which a page can count as XML.
const ENOUGH: u32 = 3;

/// How the void elements of a page have ended so far.
#[derive(Debug, Default)]
pub struct Xml {
    /// The caller wants pages written as XML to be read as XML.
    pub is_read: bool,
    /// The number of void elements that ended in `/>`.
    ended: u32,
    /// A void element did not end in `/>`, so the page counts as HTML.
    is_html: bool,
}

impl Builder<'_> {
    /// Returns `true` if a start tag ends its element too. `sets` are the sets of its name.
    pub(super) fn is_whole(&mut self, tag: Tag, sets: u32) -> bool {
        let xml = &mut self.xml;
        if !xml.is_read || xml.is_html {
            return false;
        }
        if sets & VOID != 0 {
            xml.ended += u32::from(tag.self_closing);
            xml.is_html = !tag.self_closing;
            return false;
        }
        tag.self_closing && xml.ended >= ENOUGH && !matches!(tag.name, HTML | BODY)
    }

    /// Ends the element that a start tag has just opened, also one of raw text. `before` is the number of nodes before
    /// the tag.
    ///
    /// If the rules ignored the tag, as with `<form/>` within a form, nothing was opened: an end tag would close the
    /// outer element of that name. SVG and MathML know `/>` themselves and have not opened the element either.
    pub(super) fn end_whole(&mut self, name: Name, before: usize, state: State) -> Result<State, ParseError> {
        let is_new = |node: u32| node as usize >= before;
        let is_open = |open: &Open| open.is(name) && is_new(open.node);
        // In a table a form is closed at once, but stays the "form element pointer".
        let is_form = name == FORM && self.form.is_some_and(is_new);
        if !is_form && !self.stack.last().is_some_and(is_open) {
            return Ok(state);
        }
        // This end tag belongs to no element that was closed early, so it does not go through `bounded_end`.
        self.counted(Token::End(name))?;
        Ok(State::Data)
    }
}
