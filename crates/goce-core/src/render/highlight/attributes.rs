//! The elements of a highlighted page, and the attributes that they keep.

use crate::html::{Element, names};
use crate::interrupts::{CHECK_EVERY, Checking, Countdown};
use crate::memory::TryPush;

use super::style;
use crate::render::html_text::{HtmlPlace, push_attribute, push_escaped};
use crate::render::link_target::{LinkResolver, LinkTarget};
use crate::render::output::{Budget, Output, RenderError};

/// Elements that are written by their own names; any other becomes a `<span>`.
#[rustfmt::skip]
pub const KNOWN: [&str; 104] = [
    "html", "head", "body", "title", "style", "a", "abbr", "acronym", "address", "article", "aside", "b", "bdi", "bdo",
    "big", "blockquote", "br", "button", "caption", "center", "cite", "code", "col", "colgroup", "data", "dd", "del",
    "details", "dfn", "dialog", "dir", "div", "dl", "dt", "em", "fieldset", "figcaption", "figure", "font", "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "i", "img", "input", "ins", "kbd", "label", "legend",
    "li", "main", "mark", "menu", "meter", "nav", "nobr", "ol", "optgroup", "option", "output", "p", "picture", "pre",
    "progress", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "search", "section", "select", "small", "span",
    "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "time",
    "tr", "tt", "u", "ul", "var", "wbr", "map",
];

/// Attributes that only say how something looks or what it is. `data-…` and `aria-…` stay too, because style sheets
/// select by them.
#[rustfmt::skip]
const HARMLESS: [&str; 47] = [
    "abbr", "align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "checked", "clear", "color", "cols",
    "colspan", "compact", "datetime", "dir", "disabled", "face", "frame", "headers", "height", "hidden", "high",
    "hspace", "label", "lang", "link", "low", "max", "min", "noshade", "nowrap", "open", "placeholder", "reversed",
    "role", "rows", "rowspan", "rules", "scope", "selected", "size", "span", "start", "title", "valign", "vspace",
    "width",
];

/// Writes the attributes that elements keep.
pub struct Attributes<'o> {
    pub addresses: &'o mut LinkResolver,
    /// Bounds what is read and not written: the parser's copies of an element repeat its attributes.
    pub budget: &'o mut Budget,
    pub out: &'o mut Output,
}

impl Attributes<'_> {
    /// Writes the attributes of an element. `is_outside` marks an element without extracted text.
    pub fn write(&mut self, element: Element<'_>, name: &str, is_outside: bool) -> Result<(), RenderError> {
        // Some pages hide these elements until their scripts have run.
        let is_root = matches!(name, "html" | "body");
        let mut kept: Vec<(&str, &str)> = Vec::new();
        for attribute in element.attrs().checking(CHECK_EVERY) {
            if !attribute.prefix().is_empty() {
                continue;
            }
            let (local, value) = (attribute.name(), attribute.value());
            let is_kept = match local {
                "id" => !value.starts_with("goce-"),
                "hidden" => !is_root,
                "value" => matches!(name, "li" | "meter" | "progress" | "input" | "button"),
                _ => {
                    HARMLESS.contains(&local)
                        || (local.starts_with("data-") || local.starts_with("aria-")) && is_plain(local)
                }
            };
            if is_kept || local == "style" && !is_root {
                kept.try_push((local, value))?;
            }
        }
        self.sort(&mut kept);
        for (name, value) in kept {
            if name == "style" {
                self.out.push(" style=\"")?;
                style::harmless(value, style::CssPlace::Value, self.out)?;
                self.out.push("\"")?;
            } else {
                self.push(name, value)?;
            }
        }
        let class = element.attr(names::CLASS).unwrap_or("");
        self.classes(class, is_outside)?;
        match name {
            "a" => {
                let href = element.attr(names::HREF).unwrap_or("");
                if href.starts_with('#') {
                    self.push("href", href)?;
                } else if let Some(LinkTarget::Absolute(link)) = self.addresses.link(href)? {
                    self.push("href", &link)?;
                    self.push("rel", "nofollow noopener noreferrer")?;
                }
            }
            "button" => self.push("type", "button")?,
            "input" => {
                let kind = element.attr(names::TYPE).unwrap_or("text");
                // An input that loads a picture or a file, or sends something, becomes harmless.
                let is = |known: &&&str| kind.trim().eq_ignore_ascii_case(known);
                let kind = match (KEPT.iter().find(is), SENDING.iter().find(is)) {
                    (Some(kept), _) => kept,
                    (_, Some(_)) => "button",
                    _ => "text",
                };
                self.push("type", kind)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Sorts attributes by their names.
    fn sort(&mut self, attributes: &mut [(&str, &str)]) {
        let mut work = Countdown::new(CHECK_EVERY);
        attributes.sort_unstable_by(|(one, _), (other, _)| {
            work.charge(1);
            one.cmp(other)
        });
    }

    /// Writes the classes. The page's own must not look like those of goce.
    fn classes(&mut self, class: &str, is_outside: bool) -> Result<(), RenderError> {
        self.budget.spend(class.len())?;
        let of_page = class.split_whitespace().map(|class| (class, true));
        let own = is_outside.then_some(("goce-out", false));
        let mut is_begun = false;
        for (class, is_of_page) in of_page.chain(own).checking(CHECK_EVERY) {
            if is_of_page && class.starts_with("goce-") {
                continue;
            }
            self.out.push(if is_begun { " " } else { " class=\"" })?;
            is_begun = true;
            push_escaped(class, HtmlPlace::Value, self.out)?;
        }
        if is_begun {
            self.out.push("\"")?;
        }
        Ok(())
    }

    fn push(&mut self, name: &str, value: &str) -> Result<(), RenderError> {
        push_attribute(name, value, self.out)
    }
}

/// Kinds of `<input>` that stay.
const KEPT: [&str; 6] = ["checkbox", "radio", "hidden", "range", "color", "date"];

/// Kinds of `<input>` that become buttons.
const SENDING: [&str; 3] = ["submit", "reset", "button"];

/// Returns `true` for names of letters, digits, `-` and `_`, which every parser reads back unchanged.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}
