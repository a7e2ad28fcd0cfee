//! An element and all within it as HTML (HTML standard, section 13.3).

use crate::prelude::*;
use goce_core::html::{Edge, Name, Namespace, Node, NodeId, Tree};
use goce_core::output::{HtmlPlace, push_end_tag, push_escaped, push_value};

/// Returns an element of a page as HTML of at most `limit` bytes.
///
/// Texts and values have character references for `&`, `<`, `>`, `"` (in values), U+00A0 and the carriage return. The
/// text of `<script>`, `<style>` and other elements in which HTML reads no references is written as it is.
///
/// # Errors
/// [`RenderError`].
pub fn write(tree: &Tree, id: NodeId, limit: usize) -> Rendered<String> {
    let mut out = Output::limited(limit);
    let steps = tree.get(id).into_iter().flat_map(|node| node.traverse());
    for step in steps.checking(CHECK_EVERY) {
        match step {
            Edge::Open(node) => match node.value() {
                Node::Element(element) => open(element, &mut out)?,
                Node::Text(text) => {
                    let around = node.parent().and_then(|node| node.value().as_element());
                    if around.is_some_and(|element| is_one_of(element, &RAW_TEXT)) {
                        out.push_long(text)?;
                    } else {
                        push_escaped(text, HtmlPlace::Text, &mut out)?;
                    }
                }
                Node::Document | Node::Fragment => {}
            },
            Edge::Close(node) => {
                if let Node::Element(element) = node.value()
                    && !is_one_of(element, &VOID)
                {
                    push_end_tag(element.name(), &mut out)?;
                }
            }
        }
    }
    Ok(out.finish())
}

fn open(element: Element<'_>, out: &mut Output) -> Rendered {
    out.push("<")?;
    out.push_long(element.name())?;
    for attribute in element.attrs().checking(CHECK_EVERY) {
        out.push(" ")?;
        if !attribute.prefix().is_empty() {
            out.push_all(&[attribute.prefix(), ":"])?;
        }
        out.push_long(attribute.name())?;
        push_value(attribute.value(), out)?;
    }
    out.push(">")
}

/// Elements without an end tag.
const VOID: [Name; 18] = {
    use names::*;
    [
        AREA, BASE, BASEFONT, BGSOUND, BR, COL, EMBED, FRAME, HR, IMG, INPUT, KEYGEN, LINK, META, PARAM, SOURCE, TRACK,
        WBR,
    ]
};

/// Elements whose text has no character references.
const RAW_TEXT: [Name; 7] = {
    use names::*;
    [IFRAME, NOEMBED, NOFRAMES, PLAINTEXT, SCRIPT, STYLE, XMP]
};

fn is_one_of(element: Element<'_>, names: &[Name]) -> bool {
    element.namespace() == Namespace::Html && names.contains(&element.local())
}
