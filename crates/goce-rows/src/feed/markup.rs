//! The text of an element of a feed, from its XML.

use super::Parsed;
use crate::prelude::*;
use Form::*;
use goce_core::output::pieces;
use goce_core::page::{Limits, without_invisible};
use goce_core::texts::references::decode;
use goce_core::texts::spaces::start_of;

/// How an element holds its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text: `&lt;` is a sign.
    Plain,
    /// As text, if it does not look like HTML.
    Untyped,
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
pub fn value(xml: &str) -> Fallible<Option<String>> {
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

fn push_decoded(text: &str, out: &mut String) -> Fallible {
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
pub fn text(xml: &str, form: Form, limits: &Limits) -> Parsed<Option<String>> {
    shown(&html(xml, form)?, limits)
}

/// Returns the visible text of an element on one line.
pub fn line(xml: &str, form: Form, limits: &Limits) -> Parsed<Option<String>> {
    let mut html = html(xml, form)?;
    // No element of XML.
    if form == Escaped && (!xml.contains('<') || xml.trim_start().starts_with(CDATA[0])) {
        html = with_words(&html)?;
    }
    Ok(shown(&html, limits)?.map(|text| on_a_line(&text)).transpose()?)
}

/// Returns the visible text of a value that is HTML, or looks like it, or is text; `None` if it has none.
pub fn text_of_value(value: &str, is_html: bool, limits: &Limits) -> Parsed<Option<String>> {
    if is_html || looks_like_html(value) {
        return shown(value, limits);
    }
    let mut html = String::new();
    push_escaped(value, &mut html)?;
    shown(&html, limits)
}

/// Returns the visible text of such a value on one line.
pub fn line_of_value(value: &str, is_html: bool, limits: &Limits) -> Parsed<Option<String>> {
    Ok(text_of_value(value, is_html, limits)?.map(|text| on_a_line(&text)).transpose()?)
}

/// Returns the visible text of HTML. Where that is CDATA again, it is read as HTML once more.
fn shown(html: &str, limits: &Limits) -> Parsed<Option<String>> {
    let text = visible(html, limits)?;
    match text.as_deref().and_then(|text| text.strip_prefix(CDATA[0])) {
        Some(inner) => visible(inner.strip_suffix(CDATA[1]).unwrap_or(inner), limits),
        None => Ok(text),
    }
}

fn visible(html: &str, limits: &Limits) -> Parsed<Option<String>> {
    let text = if html.contains(['<', '&']) {
        let page = Page::parse(html, limits)?;
        try_to_owned(page.text().trim())?
    } else {
        on_a_line(&without_invisible(html)?)?
    };
    Ok((!text.is_empty()).then_some(text))
}

/// Elements that titles have, or that show nothing.
const IN_TITLES: &str = "a abbr acronym b bdi bdo big br center cite code data del dfn div em font h1 h2 h3 h4 h5 h6 hr \
    i img ins kbd li mark nobr ol p pre q rp rt ruby s samp script small span strike strong style sub sup time tt \
    u ul var wbr";

/// Returns the HTML of a title in which what is in the place of an element and is none is a word: `vector<int>`.
fn with_words(html: &str) -> Fallible<String> {
    let mut words = String::new();
    let has_links = html.contains("</a>");
    let mut rest = html;
    for piece in html.split_inclusive('<').checking(CHECK_EVERY) {
        // What stands before is a `<`.
        if words.ends_with('<') {
            let name = &piece[..piece.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(piece.len())];
            let behind = &piece[name.len()..];
            let is_bare = name == "a" && behind.starts_with('>') && !has_links;
            // An element has an end, in as many bytes as are looked at.
            let ends = || behind.starts_with("/>") || start_of(rest, 1024).contains(&format!("</{name}>"));
            let is_word = name.len() < 64
                && name.starts_with(|c: char| c.is_ascii_alphabetic())
                && (behind.starts_with(['>', ' ', ',', '<', '/', '[', '@']) || behind.starts_with("::"))
                && !behind.split('>').next().is_some_and(|behind| behind.contains('='))
                && (is_bare || !is_listed(&name.to_ascii_lowercase(), IN_TITLES) && !ends());
            if is_word {
                words.pop();
                words.try_push_str("&lt;")?;
            }
        }
        words.try_push_str(piece)?;
        rest = &rest[piece.len()..];
    }
    Ok(words)
}

/// Begins CDATA, and ends it. Where XML is escaped twice, it stands in HTML, which has none.
const CDATA: [&str; 2] = ["<![CDATA[", "]]>"];

/// Returns the HTML that an element holds.
fn html(xml: &str, form: Form) -> Fallible<String> {
    let form = match form {
        Plain | Untyped => {
            let value = value(xml)?.unwrap_or_default();
            let is_html = value.starts_with(CDATA[0]) || form == Untyped && looks_like_html(&value);
            if is_html { Escaped } else { Plain }
        }
        form => form,
    };
    let mut html = String::new();
    for part in parts(xml) {
        match (part, form) {
            (Part::Text(text), Escaped) => push_decoded(text, &mut html)?,
            (Part::CData(text), Escaped) => html.try_push_str(text)?,
            (Part::Tag(tag), Escaped | Markup) => html.try_push_str(tag)?,
            // What is escaped in XML is escaped in HTML.
            (Part::Text(text), _) => html.try_push_str(text)?,
            (Part::CData(text), _) => push_escaped(text, &mut html)?,
            (Part::Tag(_), _) => html.try_push_str(" ")?,
        }
    }
    if !html.contains(CDATA[0]) {
        return Ok(html);
    }
    let mut bare = String::new();
    for piece in html.split(CDATA[0]) {
        interrupts::check();
        let (inner, behind) = piece.split_once(CDATA[1]).unwrap_or((piece, ""));
        bare.try_push_all(&[inner, behind])?;
    }
    Ok(bare)
}

/// Returns `true` for a text that has the end of an element, a line break or a reference to a character.
fn looks_like_html(text: &str) -> bool {
    memchr::memchr2_iter(b'<', b'&', text.as_bytes()).checking(CHECK_EVERY).any(|at| {
        // The longest reference to a character that is looked for, in bytes.
        let rest = start_of(&text[at..], 12);
        match rest.as_bytes() {
            [b'<', b'/', letter, ..] => letter.is_ascii_alphabetic(),
            [b'<', rest @ ..] => rest.get(..2).is_some_and(|name| name.eq_ignore_ascii_case(b"br")),
            _ => rest.split_once(';').is_some_and(|(name, _)| {
                let is_name = name.len() > 1 && !name[1..].contains(|c: char| !c.is_ascii_alphanumeric() && c != '#');
                is_name && decode(rest) != rest
            }),
        }
    })
}

fn push_escaped(text: &str, out: &mut String) -> Fallible {
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
