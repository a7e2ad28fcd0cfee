//! Pages that were written as XML, and are read as HTML.
//!
//! Archives hold pages that a program has parsed and written as XML: elements without content end in `/>`. HTML does not
//! know that form: `<i/>` opens an element, and `<iframe/>` takes all the rest of the page for its text. Such a page
//! shows itself by its void elements, which XML has to end in `/>` too, and HTML does not.

use super::sets::VOID;
use super::{Builder, Open, Token};
use crate::ParseError;
use crate::names::{BODY, FORM, HTML, Name};
use crate::tokenizer::{State, Tag};

/// Void elements after which a page may be known as XML.
const ENOUGH: u32 = 3;

/// How the void elements of a page end so far.
#[derive(Debug, Default)]
pub struct Xml {
    /// Pages written as XML are read as such.
    pub is_read: bool,
    /// Void elements that ended in `/>`.
    ended: u32,
    /// One did not.
    is_html: bool,
}

impl Builder<'_> {
    /// Returns `true` if a start tag is its element's end too. `sets` are those of its name.
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

    /// Ends the element that a start tag has just opened, raw text too. `before` is the number of nodes before the tag.
    ///
    /// A tag that the rules left out has opened nothing, and its end would close another element of its name: `<form/>`
    /// within a form that one. SVG and MathML know the form; their elements have not been opened.
    pub(super) fn end_whole(&mut self, name: Name, before: usize, state: State) -> Result<State, ParseError> {
        let is_new = |node: u32| node as usize >= before;
        let is_open = |open: &Open| open.is(name) && is_new(open.node);
        // In a table a form is not opened, but what follows belongs to it.
        let is_form = name == FORM && self.form.is_some_and(is_new);
        if !is_form && !self.stack.last().is_some_and(is_open) {
            return Ok(state);
        }
        // None of those closed early, although it may have the name of one.
        self.counted(Token::End(name))?;
        Ok(State::Data)
    }
}
