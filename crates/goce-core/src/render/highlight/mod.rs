//! The page itself with the extracted text marked: inert, to be opened from a file in a browser.
//!
//! Elements and attributes that could run, load or send something are left out: only names known to be harmless are
//! written. What style sheets would load the Content-Security-Policy at the start forbids. The style sheet of goce
//! ([`style::OWN`]) wins over the page's own, so nothing covers the marks.

mod attributes;
mod style;

use super::walk::Content;
use crate::extract::Selection;
use crate::html::Node as DomNode;
use crate::output::{Budget, HtmlPlace, push_end_tag, push_escaped};
use crate::page::Reason;
use crate::page::link_target::LinkResolver;
use crate::page::prelude::*;
use crate::texts::words::is_listed;

/// The classes of marked text, by level: each stands for a fifth of the scores.
#[rustfmt::skip]
const MARKS: [&str; 5] = [
    "goce-mark goce-0", "goce-mark goce-1", "goce-mark goce-2", "goce-mark goce-3", "goce-mark goce-4",
];

/// The policy: nothing may be fetched, run, framed or sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Returns the page with the selected text marked; `None` where there is none.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn highlight(page: &Page, selection: &Selection, method: &str) -> Rendered<Option<String>> {
    if Content::of(page, selection)?.is_empty() && selection.hidden_content().is_none() {
        return Ok(None);
    }
    let mut writer = HighlightWriter {
        page,
        selection,
        next: 0,
        marked: marked(page, selection)?,
        addresses: LinkResolver::of(page, None),
        budget: Budget::of(page),
        legend: legend(page, selection, method)?,
        out: Output::of(page),
        muted: None,
        outside: None,
        without_style: 0,
    };
    writer.out.push("<!DOCTYPE html>\n")?;
    let mut unseen = page.unseen().peekable();
    for edge in page.tree().root().traverse().checking(CHECK_EVERY) {
        match edge {
            Edge::Open(node) => {
                let position = writer.position(node.id());
                let reason = unseen.next_if(|(id, _)| *id == node.id()).map(|(_, reason)| reason);
                // The style that hides it may be changed here, and would show it.
                let is_left_out = reason.is_some_and(|reason| !matches!(reason, Reason::Display | Reason::Folded));
                match node.value() {
                    DomNode::Text(_) if is_left_out => {}
                    DomNode::Element(_) if is_left_out => writer.leave_out(node.id()),
                    DomNode::Element(_) if position.is_some_and(|at| page.tag(at) == Tag::Text) => {
                        // The text of a formula stands in the place of its element.
                        writer.text(position, None, position.map_or("", |at| page.text_at(at)))?;
                        writer.leave_out(node.id());
                    }
                    DomNode::Element(element) => writer.open(node.id(), position, element)?,
                    DomNode::Text(text) => {
                        let parent = parent(node);
                        // TeX without its delimiters, as it is in the block. A sentence stays as it is.
                        let is_whole = |at: usize| at + 1 == writer.next && page.formula_at(at).is_some();
                        let formula = position.filter(|at| is_whole(*at));
                        writer.text(position, parent, formula.map_or(text, |at| page.text_at(at)))?;
                    }
                    _ => {}
                }
            }
            Edge::Close(node) => {
                if let DomNode::Element(element) = node.value() {
                    writer.close(node.id(), element)?;
                }
            }
        }
    }
    Ok(Some(writer.out.finish()))
}

/// Returns the number of selected texts before each node of the page, and before its end.
fn marked(page: &Page, selection: &Selection) -> Rendered<Vec<u32>> {
    let mut before = Vec::new();
    before.try_reserve_exact(page.nodes().len() + 1)?;
    let mut marked = 0;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        before.push(marked);
        let is_marked = node.tag() == Tag::Text && selection.score(position).is_some();
        marked += u32::from(is_marked);
    }
    before.push(marked);
    Ok(before)
}

/// Returns the elements that are written first in the body: the switch, and a legend of the colours.
fn legend(page: &Page, selection: &Selection, method: &str) -> Rendered<String> {
    let mut taken = 0;
    for block in page.blocks() {
        interrupts::check();
        taken += usize::from(selection.takes(block.nodes()));
    }
    let all = page.blocks().len();
    let mut out = Output::unlimited();
    out.push(
        "<input type=\"checkbox\" id=\"goce-only\" class=\"goce-switch\">\
         <div class=\"goce-legend\"><b>goce</b> ",
    )?;
    push_escaped(method, HtmlPlace::Text, &mut out)?;
    out.push(&format!(": {taken} of {all} blocks<br>score 0"))?;
    for class in MARKS {
        out.push_all(&[" <i class=\"", class, "\">&#8195;</i>"])?;
    }
    out.push(" 1<br><label for=\"goce-only\">extracted text only</label></div>")?;
    if let Some(text) = selection.hidden_content() {
        out.push("<div class=\"goce-unshown\">Extracted from what the page does not show:")?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            interrupts::check();
            out.push("<br>")?;
            push_escaped(line.trim(), HtmlPlace::Text, &mut out)?;
        }
        out.push("</div>")?;
    }
    Ok(out.finish())
}

struct HighlightWriter<'p> {
    page: &'p Page,
    selection: &'p Selection,
    /// The first visible node that has not come yet.
    next: usize,
    /// The result of [`marked`].
    marked: Vec<u32>,
    addresses: LinkResolver,
    /// Bounds what is read and not written: the parser's copies of an element repeat its attributes.
    budget: Budget,
    legend: String,
    out: Output,
    /// The outermost open element that is left out with its content.
    muted: Option<NodeId>,
    /// The outermost open element without marked text.
    outside: Option<NodeId>,
    /// The number of open elements in which parsers do not agree whether a style sheet is one.
    without_style: usize,
}

impl HighlightWriter<'_> {
    /// Returns the position of a node among the visible ones, if it is visible. All nodes are asked for, in their
    /// order. Of a text with formulas in it that is its first part.
    fn position(&mut self, id: NodeId) -> Option<usize> {
        let first = self.next;
        let nodes = self.page.nodes()[first..].iter();
        self.next += nodes.take_while(|node| node.id() == id).count();
        (self.next > first).then_some(first)
    }

    /// Leaves an element out with its content.
    fn leave_out(&mut self, id: NodeId) {
        self.muted = self.muted.or(Some(id));
    }

    /// Returns `true` if marked text is in a node.
    fn is_marked(&self, position: Option<usize>) -> bool {
        position.is_some_and(|position| {
            let nodes = self.page.subtree(position);
            self.marked.get(nodes.start) != self.marked.get(nodes.end)
        })
    }

    fn open(&mut self, id: NodeId, position: Option<usize>, element: Element<'_>) -> Rendered {
        if self.muted.is_some() {
            return Ok(());
        }
        let name = name(element).filter(|name| *name != "style" || self.without_style == 0);
        let Some(name) = name else {
            self.muted = Some(id);
            return Ok(());
        };
        self.without_style += usize::from(is_without_style(element));
        let is_frame_of_page = matches!(name, "html" | "head" | "body" | "style" | "title");
        let is_outside = !is_frame_of_page && self.outside.is_none() && !self.is_marked(position);
        if is_outside {
            self.outside = Some(id);
        }
        self.out.push_all(&["<", name])?;
        self.attributes(element, name, is_outside)?;
        self.out.push(">")?;
        match name {
            "head" => {
                let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
                self.out.push_all(&[policy, POLICY, "\"><meta charset=\"utf-8\">", style::OWN])?;
            }
            "body" => {
                let legend = std::mem::take(&mut self.legend);
                self.out.push_long(&legend)?;
            }
            // The parser drops the first line break.
            "pre" | "textarea" => self.out.push("\n")?,
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, id: NodeId, element: Element<'_>) -> Rendered {
        if self.muted.is_some() {
            self.muted = self.muted.filter(|muted| *muted != id);
            return Ok(());
        }
        self.outside = self.outside.filter(|outside| *outside != id);
        self.without_style -= usize::from(is_without_style(element));
        if let Some(name) = name(element)
            && !matches!(name, "br" | "hr" | "img" | "input" | "wbr" | "col")
        {
            push_end_tag(name, &mut self.out)?;
        }
        Ok(())
    }

    fn text(&mut self, position: Option<usize>, parent: Option<Element<'_>>, text: &str) -> Rendered {
        if self.muted.is_some() {
            return Ok(());
        }
        let around = parent.and_then(name);
        if around == Some("style") {
            return style::harmless(text, style::CssPlace::Sheet, &mut self.out);
        }
        // These hold no elements.
        let is_bare = matches!(around, Some("title" | "textarea" | "option" | "select" | "optgroup"));
        let score = position.map(|position| self.selection.score(position));
        let class = match score {
            _ if is_bare => None,
            Some(Some(score)) => {
                let level = (score * MARKS.len() as f32).clamp(0.0, (MARKS.len() - 1) as f32);
                Some(MARKS[level as usize])
            }
            Some(None) if self.outside.is_none() => Some("goce-out"),
            _ => None,
        };
        if let Some(class) = class {
            self.out.push_all(&["<span class=\"", class, "\">"])?;
        }
        push_escaped(text, HtmlPlace::Text, &mut self.out)?;
        if class.is_some() {
            self.out.push("</span>")?;
        }
        Ok(())
    }
}

/// Returns `true` if a parser may read a style sheet in an element as something else: as markup if it still has the
/// insertion mode "in select", as text if scripts are on.
fn is_without_style(element: Element<'_>) -> bool {
    if element.namespace() != Namespace::Html {
        return true;
    }
    matches!(
        Tag::of(element),
        Tag::Select | Tag::Option | Tag::Optgroup | Tag::Noscript | Tag::Button | Tag::Textarea
    )
}

/// Returns the name that an element is written with; `None` if the element is left out with its content.
fn name(element: Element<'_>) -> Option<&str> {
    if element.namespace() != Namespace::Html {
        // MathML stays as text without layout. SVG is left out.
        let is_left_out = matches!(Tag::of(element), Tag::Svg | Tag::Annotation | Tag::AnnotationXml);
        return (!is_left_out).then_some("span");
    }
    match element.name() {
        // A form without an action sends nothing. `<noscript>` shows where no script runs.
        "form" | "noscript" => Some("div"),
        "listing" | "plaintext" | "xmp" => Some("pre"),
        // A frame or a template that holds content is a `Tag::Div`.
        name if Tag::of(element) != Tag::Div && is_listed(name, attributes::LEFT_OUT) => None,
        name if is_listed(name, attributes::KNOWN) => Some(name),
        // Elements that only scripts define.
        _ => Some("span"),
    }
}

#[cfg(test)]
mod tests;
