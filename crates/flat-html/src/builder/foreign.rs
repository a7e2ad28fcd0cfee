//! "The rules for parsing tokens in foreign content": in SVG and MathML (HTML standard, 13.2.6.5).

use crate::ParseError;
use crate::names::*;
use crate::tokenizer::Tag;
use crate::tree::{NIL, kind};

use super::sets::{self, ANNOTATION, ANNOTATION_HTML, ENDS_FOREIGN, HTML_ELEMENT, MATHML_TEXT, SVG_HTML};
use super::{Builder, DONE, Open, Step, Token, is_all_space};

impl Builder<'_> {
    /// Returns `true` for a token to which the rules of this file apply ("tree construction dispatcher").
    #[inline]
    pub(super) fn is_foreign(&self, token: Token) -> bool {
        match self.stack.last() {
            Some(current) if !current.is_html() => self.is_foreign_in(*current, token),
            _ => false,
        }
    }

    fn is_foreign_in(&self, current: Open, token: Token) -> bool {
        let is_in = |sets| current.sets & sets != 0;
        match token {
            Token::Eof => false,
            Token::Start(tag) => {
                !(is_in(SVG_HTML | ANNOTATION_HTML)
                    || is_in(MATHML_TEXT) && !matches!(tag.name, MGLYPH | MALIGNMARK)
                    || is_in(ANNOTATION) && tag.name == SVG)
            }
            Token::Text | Token::Null => !is_in(SVG_HTML | MATHML_TEXT | ANNOTATION_HTML),
            Token::Comment | Token::End(_) => true,
        }
    }

    /// Returns `true` for an `<annotation-xml>` whose encoding makes it an "HTML integration point".
    fn holds_html(&self, tag: Tag) -> bool {
        let encoding = tag.value(ENCODING, &self.store.tree);
        encoding.is_some_and(|encoding| {
            encoding.eq_ignore_ascii_case("text/html") || encoding.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    pub(super) fn foreign_text(&mut self, text: &str) -> Result<(), ParseError> {
        self.frameset_ok = self.frameset_ok && is_all_space(text);
        self.insert_text(text)
    }

    pub(super) fn foreign(&mut self, token: Token) -> Step {
        match token {
            Token::Null => {
                self.insert_text("\u{fffd}")?;
                DONE
            }
            Token::Start(tag) => {
                let ends =
                    tag.name == FONT && self.has_font_attribute(tag) || sets::of_html(tag.name) & ENDS_FOREIGN != 0;
                if ends {
                    return self.end_foreign(token);
                }
                let kind = self.store.tree.node(self.current()).kind();
                self.insert_foreign(kind, tag)
            }
            Token::End(BR | P) => self.end_foreign(token),
            Token::End(name) => self.close_foreign(name),
            _ => DONE,
        }
    }

    /// Inserts an element of SVG or MathML ("insert a foreign element"), and opens it unless it ends in `/>`.
    pub(super) fn insert_foreign(&mut self, kind: u32, mut tag: Tag) -> Step {
        if kind == kind::SVG {
            tag.name = tag.name.of_svg_element();
        }
        self.adjust_attributes(kind, tag);
        let mut open = self.insert_closed(kind, tag)?;
        if kind == kind::MATHML && tag.name == ANNOTATION_XML {
            open.sets |= ANNOTATION;
            if self.holds_html(tag) {
                open.sets |= ANNOTATION_HTML;
            }
        }
        if !tag.self_closing {
            self.stack.push(open)?;
        }
        DONE
    }

    /// "Adjust MathML attributes", "adjust SVG attributes", "adjust foreign attributes": their case and their prefixes.
    fn adjust_attributes(&mut self, kind: u32, tag: Tag) {
        let attributes = &mut self.store.tree.attributes[tag.start as usize..tag.end as usize];
        for attribute in attributes {
            let name = match Name(attribute.name()) {
                name if kind == kind::SVG => name.of_svg_attribute(),
                DEFINITIONURL => CAMEL_DEFINITIONURL,
                name => name,
            };
            // Each prefix by its number in `tree::PREFIXES`.
            let (prefix, name) = match name {
                XLINK_ACTUATE => (1, ACTUATE),
                XLINK_ARCROLE => (1, ARCROLE),
                XLINK_HREF => (1, HREF),
                XLINK_ROLE => (1, ROLE),
                XLINK_SHOW => (1, SHOW),
                XLINK_TITLE => (1, TITLE),
                XLINK_TYPE => (1, TYPE),
                XML_LANG => (2, LANG),
                XML_SPACE => (2, SPACE),
                XMLNS => (3, XMLNS),
                XMLNS_XLINK => (3, XLINK),
                name => (0, name),
            };
            attribute.rename(prefix, name);
        }
        self.store.work.charge((tag.end - tag.start) as usize);
    }

    fn has_font_attribute(&self, tag: Tag) -> bool {
        let mut attributes = tag.attributes(&self.store.tree).iter();
        attributes.any(|attribute| matches!(Name(attribute.name()), COLOR | FACE | SIZE))
    }

    /// Closes elements of SVG and MathML for a tag of HTML, which the mode then reads.
    fn end_foreign(&mut self, token: Token) -> Step {
        self.stack.close_until(HTML_ELEMENT | MATHML_TEXT | SVG_HTML);
        self.step(self.mode, token)
    }

    /// Reads "any other end tag": closes the innermost element with this name, in the spelling of HTML or of SVG.
    fn close_foreign(&mut self, name: Name) -> Step {
        let mut found = None;
        for (index, open) in self.stack.inner_first() {
            if index == 0 {
                return DONE;
            }
            if open.is_html() && open.node != self.current() {
                break;
            }
            if open.name == name || open.name == name.of_svg_element() {
                found = Some(index);
                break;
            }
        }
        self.charge(self.stack.len());
        match found {
            Some(index) => {
                self.stack.truncate(index);
                DONE
            }
            None if self.current() == NIL => DONE,
            None => self.step(self.mode, Token::End(name)),
        }
    }
}
