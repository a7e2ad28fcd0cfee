//! The elements of a highlighted page, and the attributes that they keep.

use super::{HighlightWriter, style};
use crate::output::{HtmlPlace, push_attribute, push_escaped};
use crate::page::link_target::LinkTarget;
use crate::page::prelude::*;
use crate::render::html::REL;
use crate::texts::words::is_listed;

/// Elements that are written by their own names; any other becomes a `<span>`.
pub const KNOWN: &str = "\
    html head body title style a abbr acronym address article aside b bdi bdo big blockquote br button caption \
    center cite code col colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font \
    footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark menu meter nav nobr ol \
    optgroup option output p picture pre progress q rb rp rt rtc ruby s samp search section select small span strike \
    strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr map";

/// Elements that are left out with their content.
pub const LEFT_OUT: &str = "\
    applet audio base bgsound canvas datalist embed fencedframe frame frameset iframe link meta noembed noframes object \
    param portal script source template track video";

/// Attributes that only say how something looks or what it is. `data-…` and `aria-…` stay too, because style sheets
/// select by them.
const HARMLESS: &str = "\
    abbr align alt bgcolor border cellpadding cellspacing checked clear color cols colspan compact datetime dir \
    disabled face frame headers height hidden high hspace label lang link low max min noshade nowrap open \
    placeholder reversed role rows rowspan rules scope selected size span start title valign vspace width";

impl HighlightWriter<'_> {
    /// Writes the attributes of an element. `is_outside` marks an element without extracted text.
    pub fn attributes(&mut self, element: Element<'_>, name: &str, is_outside: bool) -> Rendered {
        // Some pages hide these elements until their scripts have run. The policy stands in `<head>`, behind its styles.
        let is_root = matches!(name, "html" | "head" | "body");
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
                // There is no form that it could send, and no address that it could load.
                "type" => name == "input",
                _ => {
                    is_listed(local, HARMLESS)
                        || (local.starts_with("data-") || local.starts_with("aria-")) && is_plain(local)
                }
            };
            if is_kept || local == "style" && !is_root {
                kept.try_push((local, value))?;
            }
        }
        let mut work = Countdown::new(CHECK_EVERY);
        kept.sort_unstable_by(|(one, _), (other, _)| {
            work.charge(1);
            one.cmp(other)
        });
        for (name, value) in kept {
            if name == "style" {
                self.out.push(" style=\"")?;
                style::harmless(value, style::CssPlace::Value, &mut self.out)?;
                self.out.push("\"")?;
            } else {
                push_attribute(name, value, &mut self.out)?;
            }
        }
        self.classes(element.attr(names::CLASS).unwrap_or(""), is_outside)?;
        match name {
            "a" => {
                let href = element.attr(names::HREF).unwrap_or("");
                if href.starts_with('#') {
                    push_attribute("href", href, &mut self.out)?;
                } else if let Some(LinkTarget::Absolute(link)) = self.addresses.link(href)? {
                    push_attribute("href", &link, &mut self.out)?;
                    push_attribute("rel", REL, &mut self.out)?;
                }
            }
            "button" => push_attribute("type", "button", &mut self.out)?,
            _ => {}
        }
        Ok(())
    }

    /// Writes the classes. The page's own must not look like those of goce.
    fn classes(&mut self, class: &str, is_outside: bool) -> Rendered {
        self.budget.spend(class.len())?;
        let of_page = class.split_whitespace().filter(|class| !class.starts_with("goce-"));
        let own = is_outside.then_some("goce-out");
        let mut is_begun = false;
        for class in of_page.chain(own).checking(CHECK_EVERY) {
            self.out.push(if is_begun { " " } else { " class=\"" })?;
            is_begun = true;
            push_escaped(class, HtmlPlace::Value, &mut self.out)?;
        }
        if is_begun {
            self.out.push("\"")?;
        }
        Ok(())
    }
}

/// Returns `true` for names of letters, digits, `-` and `_`, which every parser reads back unchanged.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}
