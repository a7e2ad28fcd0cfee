//! Content that is folded away until its reader opens it: whether a control that is shown opens it.
//!
//! Whoever writes a page names its parts, so a name alone does not make a hidden part content.

use super::property::Survey;
use crate::page::Level;
use crate::page::prelude::*;

/// The most nodes of a control: a heading with a button, a row of tabs.
const MOST_NODES: usize = 48;

/// The classes by which DataTables hides the header of a table that scrolls, which it shows in a table above. From a
/// cell's text the element around both tables is five elements out: row, head, table, box, both boxes.
const HIDDEN_HEADERS: [&str; 2] = ["dataTables_sizing", "dt-scroll-sizing"];

/// What the shown controls of a page refer to, as far as the page was read.
#[derive(Debug, Default)]
pub struct Controls<'t> {
    ids: Map<&'t str, ()>,
    classes: Map<&'t str, ()>,
}

impl<'t> Controls<'t> {
    /// Takes what a shown element refers to.
    pub fn look_at(&mut self, element: Element<'t>) -> Fallible {
        for attribute in element.attrs() {
            let value = attribute.value();
            match attribute.local() {
                names::ARIA_CONTROLS | names::ARIA_OWNS => {
                    for id in value.split_ascii_whitespace() {
                        self.add(id)?;
                    }
                }
                names::DATA_TARGET | names::DATA_BS_TARGET | names::FOR => self.add(value)?,
                names::HREF if value.starts_with('#') => self.add(value)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, target: &'t str) -> Fallible {
        let target = target.trim();
        let (set, name) = match target.strip_prefix('.') {
            Some(class) => (&mut self.classes, class),
            None => (&mut self.ids, target.strip_prefix('#').unwrap_or(target)),
        };
        if !name.is_empty() {
            set.try_reserve(1)?;
            set.insert(name, ());
        }
        Ok(())
    }

    /// Returns `true` if a control refers to an element.
    pub fn refer_to(&self, element: Element<'_>) -> bool {
        let has_id = || element.attr(names::ID).is_some_and(|id| self.ids.contains_key(id.trim()));
        let mut classes = element.attr(names::CLASS).unwrap_or("").split_ascii_whitespace();
        !self.ids.is_empty() && has_id()
            || !self.classes.is_empty() && classes.any(|class| self.classes.contains_key(class))
    }
}

/// Returns the first attributes of an element, with the start of each value. An element may be looked at for each hidden one
/// beside it, and may have most of the page's attributes.
pub fn first_attributes(element: Element<'_>) -> impl Iterator<Item = (Name, &str)> {
    let first = element.attrs().take(64);
    first.map(|attribute| (attribute.local(), start_of(attribute.value(), 1024)))
}

/// What the names of a hidden element say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A panel that opens on demand, in its place.
    Panel,
    /// What opens above the page, such as a menu or a dialog: no content.
    Overlay,
    Other,
}

impl Kind {
    /// Returns the kind of an element, by its class, id and role.
    pub fn of(element: Element<'_>, tag: Tag) -> Self {
        let is_named = |meaning: Meaning| {
            let mut first = first_attributes(element);
            let is_name = |name| matches!(name, names::CLASS | names::ID | names::ROLE);
            first.any(|(name, value)| is_name(name) && meaning.is_said_by(value))
        };
        if is_named(Meaning::Panel) || is_hidden_header(element) {
            Kind::Panel
        } else if matches!(tag, Tag::Dialog | Tag::Nav | Tag::Menu) || is_named(Meaning::Overlay) {
            Kind::Overlay
        } else {
            Kind::Other
        }
    }
}

/// Returns `true` if a control stands beside a hidden element.
///
/// Of a panel that is the question of an answer before it, "read more" behind it, or the row of tabs around its row. Of
/// an element without such a name, that a rule hides, it is a button just before it, or behind it or its paragraph if
/// dots stand before it. `levels` are the open elements, outermost first.
pub fn is_beside_control(tree: &Tree, levels: &[Level], node: NodeRef<'_>, kind: Kind) -> bool {
    if as_element(node).is_some_and(is_hidden_header) && is_shown_above(tree, levels, node) {
        return true;
    }
    // So many elements out from a panel its row of tabs may stand.
    let far = if kind == Kind::Panel { 3 } else { 1 };
    for level in levels.iter().rev().take(far) {
        let Some(before) = level.last_child.and_then(|id| tree.get(id)) else {
            continue;
        };
        let Some(element) = as_element(before) else {
            break;
        };
        if holds_control(before) {
            return true;
        }
        if kind != Kind::Panel {
            // "In dry summers … [Read more]"
            return is_cut(before) && (is_control_behind(node) || node.parent().is_some_and(is_control_behind));
        }
        if is_title(before, element) {
            return true;
        }
        // Another panel of the row: its control may stand at the start of the row, or before it.
        if Kind::of(element, Tag::of(element)) != Kind::Panel {
            break;
        }
        let first = before.parent().and_then(|parent| parent.first_child());
        // The most nodes of a row of panels that is looked through for its tabs.
        let row = std::iter::successors(first, |node| node.next_sibling()).take(64);
        let ahead = row.take_while(|node| node.id() != before.id());
        let is_other = |node: &NodeRef<'_>| {
            as_element(*node).is_some_and(|element| Kind::of(element, Tag::of(element)) != Kind::Panel)
        };
        if ahead.filter(is_other).last().is_some_and(holds_control) {
            return true;
        }
    }
    kind == Kind::Panel && is_control_behind(node)
}

fn is_control_behind(node: NodeRef<'_>) -> bool {
    let mut behind = behind(node).take(2);
    behind.find(|node| node.value().is_element()).is_some_and(holds_control)
}

/// Returns `true` for the dots of a text that goes on where its reader asks for more.
fn is_cut(node: NodeRef<'_>) -> bool {
    let text = first_text(node);
    text.is_some_and(|text| matches!(text.trim(), "..." | "…"))
}

fn is_hidden_header(element: Element<'_>) -> bool {
    element.attr(names::CLASS).is_some_and(|class| HIDDEN_HEADERS.contains(&class.trim()))
}

/// Returns `true` if the table above the own one shows the first text of an element.
fn is_shown_above(tree: &Tree, levels: &[Level], node: NodeRef<'_>) -> bool {
    fn text(node: NodeRef<'_>) -> Option<&str> {
        as_text(node).map(str::trim).filter(|text| !text.is_empty())
    }
    let own = node.descendants().take(MOST_NODES).find_map(text);
    // Row, head, table, box, both boxes.
    let above = levels.iter().rev().nth(5).and_then(|level| tree.get(level.last_child?));
    // The most nodes of the header that is shown.
    own.is_some() && above.is_some_and(|above| above.descendants().take(1024).any(|node| text(node) == own))
}

/// Returns `true` if a control is among the first nodes of an element that do not look hidden.
fn holds_control(node: NodeRef<'_>) -> bool {
    let mut hidden = None;
    node.traverse().take(2 * MOST_NODES).any(|edge| match edge {
        Edge::Open(node) => {
            let Some(element) = as_element(node).filter(|_| hidden.is_none()) else {
                return false;
            };
            if looks_hidden(element) {
                hidden = Some(node.id());
            }
            hidden.is_none() && opens(element)
        }
        Edge::Close(node) => {
            hidden = hidden.filter(|hidden| *hidden != node.id());
            false
        }
    })
}

/// Returns `true` for an element that its attributes may hide.
fn looks_hidden(element: Element<'_>) -> bool {
    first_attributes(element).any(|(name, value)| match name {
        names::HIDDEN => true,
        names::STYLE => Survey::of(value).may_hide(false),
        names::CLASS => Meaning::ScreenReader.is_said_by(value),
        _ => false,
    })
}

/// Returns `true` if the names of an element, or of the panel that it is the heading of, say that it opens something.
fn is_title(node: NodeRef<'_>, element: Element<'_>) -> bool {
    let is_named = |element: Element<'_>, meaning: Meaning| {
        let mut first = first_attributes(element);
        first.any(|(name, value)| matches!(name, names::CLASS | names::ID) && meaning.is_said_by(value))
    };
    let tag = Tag::of(element);
    let parent = parent(node);
    is_named(element, Meaning::Control)
        || (tag.heading_level().is_some() || tag == Tag::Dt)
            && parent.is_some_and(|parent| is_named(parent, Meaning::Panel))
}

/// Returns `true` for a button, a tab, a link to nowhere and the like.
fn opens(element: Element<'_>) -> bool {
    let mut is_link_to_a_page = false;
    for (name, value) in first_attributes(element) {
        match name {
            names::ARIA_EXPANDED | names::ARIA_CONTROLS | names::ONCLICK => return true,
            names::DATA_TOGGLE | names::DATA_TARGET | names::DATA_BS_TARGET => return true,
            names::ROLE if matches!(value.trim(), "button" | "tab" | "tablist") => return true,
            names::HREF => is_link_to_a_page = !value.starts_with('#') && !value.starts_with("javascript:"),
            _ => {}
        }
    }
    match Tag::of(element) {
        Tag::Button | Tag::Summary | Tag::Label => true,
        Tag::A => !is_link_to_a_page,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

    #[test]
    fn texts_behind_dots_go_on_where_a_button_follows() {
        let is_shown = |before: &str, behind: &str| {
            let rule = "<style>#more { display: none }</style>";
            let html =
                format!("{rule}<p>Eighty buckets<span>{before}</span><span id=more> a day</span></p>{behind}<p>text");
            Page::sample(&html).text().contains("a day")
        };
        assert!(is_shown("...", "<button onclick='f()'>Read more</button>"));
        assert!(is_shown("…", " <a href='#'>Read more</a>"));
        assert!(!is_shown("...", ""));
        assert!(!is_shown("or", "<button>Read more</button>"));
    }

    #[test]
    fn headers_of_scrolling_tables_are_those_shown_above() {
        let text = |above: &str, class: &str| {
            let hidden = format!("<div class={class} style='height: 0; overflow: hidden'>Pan</div>");
            let below = format!("<table><thead><tr><th>{hidden}<tbody><tr><td>Crooked</table>");
            let html = format!("<div><div><table><tr><th>{above}</table></div><div>{below}</div></div>");
            Page::sample(&html).text().replace('\n', "")
        };
        assert_eq!(text("Pan", "dataTables_sizing"), "PanPanCrooked");
        assert_eq!(text("Pan", "dt-scroll-sizing"), "PanPanCrooked");
        assert_eq!(text("Kilos", "dataTables_sizing"), "KilosCrooked");
        assert_eq!(text("Pan", "sizing"), "PanCrooked");
    }
}
