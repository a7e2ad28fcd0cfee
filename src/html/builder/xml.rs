//! Pages that were written as XML, and are read as HTML.
//!
//! Archives hold pages that a program has parsed and written as XML: elements without content end in `/>`. HTML does not
//! know that form: `<i/>` opens an element, and `<iframe/>` takes all the rest of the page for its text. Such a page
//! shows itself by its void elements, which XML has to end in `/>` too, and HTML does not.

use super::sets::VOID;
use super::{Builder, Token};
use crate::html::ParseError;
use crate::html::names::{BODY, HTML, MATH, SVG};
use crate::html::tokenizer::{State, Tag};

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
        // SVG and MathML know the form, and `foreign` reads it.
        tag.self_closing
            && xml.ended >= ENOUGH
            && !matches!(tag.name, HTML | BODY | SVG | MATH)
            && !self.is_foreign(Token::Start(tag))
    }

    /// Ends the element that a start tag has just opened, raw text too.
    pub(super) fn end_whole(&mut self, tag: Tag) -> Result<State, ParseError> {
        self.bounded_end(tag.name)?;
        Ok(State::Data)
    }
}
