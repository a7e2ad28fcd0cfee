//! The page itself with the extracted text marked: inert, to be opened from a file in a browser.
//!
//! What could run, load or send anything is left out while the page is written, name by name of what is
//! known to be harmless; the Content-Security-Policy that is written first forbids it once more.

mod attributes;
mod style;

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use html5ever::ns;
use rustc_hash::FxHashMap;
use scraper::Node as DomNode;
use scraper::node::Element;

use super::address::Addresses;
use super::content::Content;
use super::escape;
use crate::extract::Selection;
use crate::page::{Page, Tag};

/// Steps between two ticks.
const TICK_EVERY: usize = 256;

/// The levels of score that have a colour of their own, each a fifth.
const LEVELS: usize = 5;

/// Nothing is fetched, run, framed or sent.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The page with the selected text marked, `None` where there is none.
pub fn highlight(
    page: &Page,
    selection: &Selection,
    method: &str,
    tick: &mut dyn FnMut(),
) -> Option<String> {
    if Content::of(page, selection).is_empty() && selection.unshown().is_none() {
        return None;
    }
    let mut texts = FxHashMap::default();
    for (position, node) in page.nodes().iter().enumerate() {
        if node.tag() == Tag::Text {
            texts.insert(node.id(), selection.score(position));
        }
    }
    let mut writer = Writer {
        addresses: Addresses::of(page, None),
        marked: marked(page, &texts, tick),
        texts,
        legend: legend(page, selection, method, tick),
        out: String::new(),
        muted: None,
        outside: None,
    };
    writer.out.push_str("<!DOCTYPE html>\n");
    for (count, edge) in page.tree().root().traverse().enumerate() {
        if count % TICK_EVERY == 0 {
            tick();
        }
        match edge {
            Edge::Open(node) => match node.value() {
                DomNode::Element(element) => writer.open(node.id(), element),
                DomNode::Text(text) => {
                    let parent = node.parent().and_then(|parent| parent.value().as_element());
                    writer.text(node.id(), parent, &text.text);
                }
                _ => {}
            },
            Edge::Close(node) => {
                if let DomNode::Element(element) = node.value() {
                    writer.close(node.id(), element);
                }
            }
        }
    }
    Some(writer.out)
}

/// The elements with marked text in them.
fn marked(
    page: &Page,
    texts: &FxHashMap<NodeId, Option<f32>>,
    tick: &mut dyn FnMut(),
) -> FxHashMap<NodeId, ()> {
    let mut marked = FxHashMap::default();
    for (count, (&id, score)) in texts.iter().enumerate() {
        if count % TICK_EVERY == 0 {
            tick();
        }
        let mut next = page.tree().get(id).filter(|_| score.is_some());
        while let Some(node) = next {
            if marked.insert(node.id(), ()).is_some() {
                break;
            }
            next = node.parent();
        }
    }
    marked
}

/// What stands first in the body: the switch, its style, and what the colours mean.
fn legend(page: &Page, selection: &Selection, method: &str, tick: &mut dyn FnMut()) -> String {
    let mut taken = 0;
    for block in page.blocks() {
        tick();
        taken += usize::from(selection.takes(block.nodes.clone()));
    }
    let all = page.blocks().len();
    let mut out = String::from(
        "<input type=\"checkbox\" id=\"goce-only\" class=\"goce-switch\">\
         <div class=\"goce-legend\"><b>goce</b> ",
    );
    escape::text(method, &mut out);
    out.push_str(&format!(": {taken} of {all} blocks<br>score 0"));
    for level in 0..LEVELS {
        out.push_str(&format!(" <i class=\"goce-mark goce-{level}\">&#8195;</i>"));
    }
    out.push_str(" 1<br><label for=\"goce-only\">extracted text only</label></div>");
    if let Some(text) = selection.unshown() {
        out.push_str("<div class=\"goce-unshown\">Extracted from what the page does not show:");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            tick();
            out.push_str("<br>");
            escape::text(line.trim(), &mut out);
        }
        out.push_str("</div>");
    }
    out
}

struct Writer {
    addresses: Addresses,
    /// The score of each visible text node, none for one that was not selected.
    texts: FxHashMap<NodeId, Option<f32>>,
    marked: FxHashMap<NodeId, ()>,
    legend: String,
    out: String,
    /// The outermost open element that is left out with all that is in it.
    muted: Option<NodeId>,
    /// The outermost open element without marked text.
    outside: Option<NodeId>,
}

impl Writer {
    fn open(&mut self, id: NodeId, element: &Element) {
        if self.muted.is_some() {
            return;
        }
        let Some(name) = name(element) else {
            self.muted = Some(id);
            return;
        };
        let is_frame_of_page = matches!(name, "html" | "head" | "body" | "style" | "title");
        let is_outside =
            !is_frame_of_page && self.outside.is_none() && !self.marked.contains_key(&id);
        if is_outside {
            self.outside = Some(id);
        }
        self.out.push('<');
        self.out.push_str(name);
        attributes::write(element, name, is_outside, &self.addresses, &mut self.out);
        self.out.push('>');
        match name {
            "head" => {
                self.out.push_str(&format!(
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
                     <meta charset=\"utf-8\">"
                ));
            }
            "body" => {
                self.out.push_str(style::OWN);
                self.out.push_str(&std::mem::take(&mut self.legend));
            }
            // The parser drops the first line break.
            "pre" | "textarea" => self.out.push('\n'),
            _ => {}
        }
    }

    fn close(&mut self, id: NodeId, element: &Element) {
        if self.muted.is_some() {
            self.muted = self.muted.filter(|muted| *muted != id);
            return;
        }
        self.outside = self.outside.filter(|outside| *outside != id);
        if let Some(name) = name(element)
            && !matches!(name, "br" | "hr" | "img" | "input" | "wbr" | "col")
        {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    fn text(&mut self, id: NodeId, parent: Option<&Element>, text: &str) {
        if self.muted.is_some() {
            return;
        }
        let around = parent.and_then(name);
        if around == Some("style") {
            self.out.push_str(&style::harmless(text));
            return;
        }
        // These hold no elements.
        let is_bare = matches!(
            around,
            Some("title" | "textarea" | "option" | "select" | "optgroup")
        );
        let class = match self.texts.get(&id) {
            _ if is_bare => None,
            Some(Some(score)) => {
                let level = (score * LEVELS as f32).clamp(0.0, (LEVELS - 1) as f32) as usize;
                Some(format!("goce-mark goce-{level}"))
            }
            Some(None) if self.outside.is_none() => Some("goce-out".to_owned()),
            _ => None,
        };
        match class {
            Some(class) => {
                self.out.push_str(&format!("<span class=\"{class}\">"));
                escape::text(text, &mut self.out);
                self.out.push_str("</span>");
            }
            None => escape::text(text, &mut self.out),
        }
    }
}

/// What an element is written as; none for what is left out with all that is in it.
fn name(element: &Element) -> Option<&str> {
    if element.name.ns != ns!(html) {
        // MathML is text without its layout, SVG no text at all.
        return match (Tag::of(element), &*element.name.local) {
            (Tag::Svg | Tag::Annotation | Tag::AnnotationXml, _) => None,
            _ => Some("span"),
        };
    }
    match Tag::of(element) {
        Tag::Script
        | Tag::Iframe
        | Tag::Object
        | Tag::Embed
        | Tag::Template
        | Tag::Link
        | Tag::Meta
        | Tag::Base
        | Tag::Audio
        | Tag::Video
        | Tag::Canvas
        | Tag::Source
        | Tag::Track
        | Tag::Param
        | Tag::Noembed
        | Tag::Noframes
        | Tag::Frameset
        | Tag::Datalist => return None,
        // Without scripts it shows; no action, nothing to send.
        Tag::Noscript | Tag::Form | Tag::Plaintext | Tag::Xmp | Tag::Listing => {
            return Some(if Tag::of(element).keeps_whitespace() {
                "pre"
            } else {
                "div"
            });
        }
        _ => {}
    }
    let name = element.name();
    match name {
        "frame" | "applet" | "bgsound" | "portal" | "fencedframe" => None,
        _ if attributes::KNOWN.contains(&name) => Some(name),
        // Elements that only scripts define.
        _ => Some("span"),
    }
}

#[cfg(test)]
mod tests;
