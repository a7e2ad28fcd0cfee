//! What an element of a highlighted page may be, and which attributes it keeps.

use html5ever::local_name;
use scraper::node::Element;

use super::style;
use crate::page::attribute;
use crate::render::address::Addresses;
use crate::render::escape;

/// Elements that are written by their own names; any other becomes a `<span>`.
pub const KNOWN: [&str; 104] = [
    "html",
    "head",
    "body",
    "title",
    "style",
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "br",
    "button",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "main",
    "mark",
    "menu",
    "meter",
    "nav",
    "nobr",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "picture",
    "pre",
    "progress",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "search",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
    "map",
];

/// Attributes that only say how something looks or what it is. `data-…` and `aria-…` stay too: style
/// sheets select by them.
const HARMLESS: [&str; 47] = [
    "abbr",
    "align",
    "alt",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "checked",
    "clear",
    "color",
    "cols",
    "colspan",
    "compact",
    "datetime",
    "dir",
    "disabled",
    "face",
    "frame",
    "headers",
    "height",
    "hidden",
    "high",
    "hspace",
    "label",
    "lang",
    "link",
    "low",
    "max",
    "min",
    "noshade",
    "nowrap",
    "open",
    "placeholder",
    "reversed",
    "role",
    "rows",
    "rowspan",
    "rules",
    "scope",
    "selected",
    "size",
    "span",
    "start",
    "title",
    "valign",
    "vspace",
    "width",
];

/// Writes the attributes that an element keeps; `is_outside` marks it as one without extracted text.
pub fn write(
    element: &Element,
    name: &str,
    is_outside: bool,
    addresses: &Addresses,
    out: &mut String,
) {
    for (qualified, value) in &element.attrs {
        let local = &*qualified.local;
        if !qualified.ns.is_empty() {
            continue;
        }
        // Pages hide these until their scripts have run.
        let is_root = matches!(name, "html" | "body");
        let is_kept = match local {
            "id" => !value.starts_with("goce-"),
            "hidden" => !is_root,
            "value" => matches!(name, "li" | "meter" | "progress" | "input" | "button"),
            _ => {
                HARMLESS.contains(&local)
                    || is_plain(local) && (local.starts_with("data-") || local.starts_with("aria-"))
            }
        };
        if is_kept {
            push(local, value, out);
        } else if local == "style" && !is_root {
            push(local, &style::harmless(value), out);
        }
    }
    let class = attribute(element, &local_name!("class")).unwrap_or("");
    let own = if is_outside { "goce-out" } else { "" };
    let classes: Vec<&str> = class
        .split_whitespace()
        .filter(|class| !class.starts_with("goce-"))
        .chain((!own.is_empty()).then_some(own))
        .collect();
    if !classes.is_empty() {
        push("class", &classes.join(" "), out);
    }
    match name {
        "a" => {
            let href = attribute(element, &local_name!("href")).unwrap_or("");
            let is_fragment = href.starts_with('#');
            if is_fragment {
                push("href", href, out);
            } else if let Some(link) = addresses.link(href).filter(|link| link.contains(':')) {
                push("href", &link, out);
                push("rel", "nofollow noopener noreferrer", out);
            }
        }
        "button" => push("type", "button", out),
        "input" => {
            let kind = attribute(element, &local_name!("type")).unwrap_or("text");
            let kind = kind.trim().to_ascii_lowercase();
            // One that loads a picture or a file, or sends, becomes one that does not.
            let kind = match kind.as_str() {
                "checkbox" | "radio" | "hidden" | "range" | "color" | "date" => kind.as_str(),
                "submit" | "reset" | "button" => "button",
                _ => "text",
            };
            push("type", kind, out);
        }
        _ => {}
    }
}

/// Whether a name needs no thought about how it is read back.
fn is_plain(name: &str) -> bool {
    name.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

fn push(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape::text(value, out);
    out.push('"');
}
