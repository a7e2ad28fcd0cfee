//! The text of an element of a feed, from its XML.

use goce_core::interrupts;
use goce_core::memory::{OutOfMemory, TryPushStr, ask_for, try_to_owned};
use goce_core::output::pieces;
use goce_core::page::{Limits, Page, PageError, without_invisible};
use goce_core::texts::references::decode;
use goce_core::texts::spaces::single_spaced;

/// How an element holds its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text: `&lt;` is a sign.
    Plain,
    /// As HTML whose signs are escaped: `&lt;` begins a tag.
    Escaped,
    /// As elements.
    Markup,
}

/// A part of XML.
enum Part<'x> {
    Text(&'x str),
    CData(&'x str),
    Tag(&'x str),
}

/// Returns the parts of XML, without comments.
fn parts(xml: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = xml;
    std::iter::from_fn(move || {
        loop {
            interrupts::check();
            if rest.is_empty() {
                return None;
            }
            let text = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            if text > 0 {
                let (text, after) = rest.split_at(text);
                rest = after;
                return Some(Part::Text(text));
            }
            if let Some(after) = rest.strip_prefix("<![CDATA[") {
                let (inner, after) = after.split_once("]]>").unwrap_or((after, ""));
                rest = after;
                return Some(Part::CData(inner));
            }
            if let Some(after) = rest.strip_prefix("<!--") {
                rest = after.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            let end = memchr::memchr(b'>', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
            let (tag, after) = rest.split_at(end);
            rest = after;
            return Some(Part::Tag(tag));
        }
    })
}

/// Returns the text of an element that has no markup, such as an address: trimmed; `None` if it is empty.
pub fn value(xml: &str) -> Result<Option<String>, OutOfMemory> {
    let mut value = String::new();
    for part in parts(xml) {
        match part {
            Part::Text(text) => push_decoded(text, &mut value)?,
            Part::CData(text) => value.try_push_str(text)?,
            Part::Tag(_) => {}
        }
    }
    let value = value.trim();
    (!value.is_empty()).then(|| try_to_owned(value)).transpose()
}

fn push_decoded(text: &str, out: &mut String) -> Result<(), OutOfMemory> {
    if !text.contains('&') {
        return out.try_push_str(text);
    }
    for piece in whole_references(text) {
        interrupts::check();
        ask_for(piece.len())?;
        out.try_push_str(&decode(piece))?;
    }
    Ok(())
}

/// Returns a text in pieces that end before an ampersand.
fn whole_references(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let piece = pieces(rest).next()?;
        let end = match piece.rfind('&') {
            Some(at) if at > 0 && piece.len() < rest.len() => at,
            _ => piece.len(),
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// Returns the visible text of an element; `None` if it has none.
pub fn text(xml: &str, form: Form, limits: &Limits) -> Result<Option<String>, PageError> {
    let html = html(xml, form)?;
    let text = if html.contains(['<', '&']) {
        let page = Page::parse(&html, limits)?;
        try_to_owned(page.text().trim())?
    } else {
        single_spaced(&without_invisible(&html)?, char::is_whitespace)?
    };
    Ok((!text.is_empty()).then_some(text))
}

/// Returns the visible text of an element on one line.
pub fn line(xml: &str, form: Form, limits: &Limits) -> Result<Option<String>, PageError> {
    let text = text(xml, form, limits)?;
    Ok(text.map(|text| single_spaced(&text, char::is_whitespace)).transpose()?)
}

/// Returns the HTML that an element holds.
fn html(xml: &str, form: Form) -> Result<String, OutOfMemory> {
    let mut html = String::new();
    for part in parts(xml) {
        match (part, form) {
            // What is escaped in XML is escaped in HTML.
            (Part::Text(text), Form::Plain | Form::Markup) => html.try_push_str(text)?,
            (Part::Text(text), Form::Escaped) => push_decoded(text, &mut html)?,
            (Part::CData(text), Form::Escaped) => html.try_push_str(text)?,
            (Part::CData(text), Form::Plain | Form::Markup) => push_escaped(text, &mut html)?,
            (Part::Tag(tag), Form::Escaped | Form::Markup) => html.try_push_str(tag)?,
            (Part::Tag(_), Form::Plain) => html.try_push_str(" ")?,
        }
    }
    Ok(html)
}

fn push_escaped(text: &str, out: &mut String) -> Result<(), OutOfMemory> {
    for piece in text.split_inclusive(['<', '&']) {
        let plain = piece.strip_suffix(['<', '&']).unwrap_or(piece);
        out.try_push_str(plain)?;
        match piece.as_bytes().last() {
            Some(b'<') => out.try_push_str("&lt;")?,
            Some(b'&') => out.try_push_str("&amp;")?,
            _ => {}
        }
    }
    Ok(())
}
