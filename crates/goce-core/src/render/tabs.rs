//! Tabs: a row of labels, and a panel for each label. Behind each other, panels need their labels.

use super::walk::Content;
use crate::page::prelude::*;

/// The most bytes of a label.
const LONGEST: usize = 60;

/// The panels of some content that have a label.
#[derive(Debug, Default)]
pub struct Tabs {
    /// The positions of panels and of their tabs, by those of the panels.
    by_panel: Vec<(usize, usize)>,
    /// The tabs alone, ascending.
    tabs: Vec<usize>,
}

/// A tab or a panel of a page, by its role.
struct Part<'p> {
    position: usize,
    is_tab: bool,
    id: &'p str,
    /// The id of the other one.
    other: &'p str,
}

impl Tabs {
    /// Returns the panels with text of some content whose labels are words, and are not the first line of their text.
    pub fn of(content: &Content<'_>) -> Fallible<Self> {
        let page = content.page();
        let parts = parts(page)?;
        let mut tabs = Tabs::default();
        for (panel, tab) in pairs(&parts)? {
            let (label, text) = (page.text_at(tab), page.subtree(panel));
            let is_label = label.len() <= LONGEST && !label.contains('\n') && label.contains(char::is_alphabetic);
            // Only its start is looked at: many panels may begin with the same white space.
            let rest = start_of(page.text_of(text.clone()), 256).trim_start().strip_prefix(label.trim());
            let is_beside = |between: &str| between.len() <= 256 && between.trim().is_empty();
            // That of an accordion stands where it belongs, if it is content: before its panel, or around it.
            let has_own = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['\n', ':']))
                || page.end(tab) <= panel
                    && page.subtree(page.parent(tab)).contains(&panel)
                    && is_beside(page.text_of(page.end(tab).min(panel)..panel));
            if is_label && !has_own && content.takes_text(&text) {
                tabs.by_panel.try_push((panel, tab))?;
                tabs.tabs.try_push(tab)?;
            }
        }
        tabs.by_panel.sort_unstable();
        tabs.tabs.sort_unstable();
        Ok(tabs)
    }

    /// Returns the tab of the panel at a position.
    pub fn tab_of(&self, panel: usize) -> Option<usize> {
        let place = self.by_panel.binary_search_by_key(&panel, |pair| pair.0).ok()?;
        Some(self.by_panel[place].1)
    }

    /// Returns `true` for the tab of one of the panels.
    pub fn has(&self, tab: usize) -> bool {
        self.tabs.binary_search(&tab).is_ok()
    }
}

/// Returns the tabs and panels of a page, in document order.
fn parts(page: &Page) -> Fallible<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    // Few pages have any.
    let mut attributes = page.tree().attributes().checking(CHECK_BYTES);
    if !attributes
        .any(|attribute| attribute.local() == names::ROLE && attribute.value().trim_start().starts_with(['t', 'T']))
    {
        return Ok(parts);
    }
    for position in page.positions().checking(CHECK_EVERY) {
        let role = page.attribute(position, names::ROLE).map_or("", str::trim);
        let is_tab = role.eq_ignore_ascii_case("tab");
        if !is_tab && !role.eq_ignore_ascii_case("tabpanel") {
            continue;
        }
        let stated = |name| page.attribute(position, name).map_or("", start_of_name).trim();
        let other = if is_tab {
            names::ARIA_CONTROLS
        } else {
            names::ARIA_LABELLEDBY
        };
        parts.try_push(Part {
            position,
            is_tab,
            id: stated(names::ID),
            other: stated(other),
        })?;
    }
    Ok(parts)
}

/// Returns panels with their tabs: one names the id of the other, or as many panels follow as there are tabs in a row.
fn pairs(parts: &[Part<'_>]) -> Fallible<Vec<(usize, usize)>> {
    let mut by_id: Map<&str, &Part<'_>> = Map::default();
    let mut by_panel: Map<&str, usize> = Map::default();
    for part in parts {
        by_id.try_entry(part.id)?.or_insert(part);
        if part.is_tab {
            by_panel.try_entry(part.other)?.or_insert(part.position);
        }
    }
    let mut found = Vec::new();
    let is_turn = |one: &Part<'_>, next: &Part<'_>| one.is_tab || !next.is_tab;
    for row in parts.chunk_by(is_turn).checking(CHECK_EVERY) {
        let (tabs, panels) = row.split_at(row.partition_point(|part| part.is_tab));
        for (index, panel) in panels.iter().enumerate().checking(CHECK_EVERY) {
            let named = by_id.get(panel.other).filter(|tab| tab.is_tab && !panel.other.is_empty());
            let names_it = || by_panel.get(panel.id).filter(|_| !panel.id.is_empty()).copied();
            let in_order = || tabs.get(index).filter(|_| tabs.len() == panels.len()).map(|tab| tab.position);
            let tab = named.map(|tab| tab.position).or_else(names_it).or_else(in_order);
            if let Some(tab) = tab {
                found.try_push((panel.position, tab))?;
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::cases;
    use crate::page::Tag;
    use crate::render::check_markdown;

    #[test]
    fn panels_have_their_labels() {
        let tabs = |attributes: [&str; 4]| {
            let [a, b, c, d] = attributes;
            format!(
                "<p>x<div role=tablist><span role=tab {a}>sh</span><span role=tab {b}>Fish</span></div>\
                 <div role=tabpanel {c}>one</div><div role=tabpanel {d}>two</div><p>y"
            )
        };
        let check = |html: String, expected: &str| check_markdown(Tag::Html, &format!("{html} => {expected}"));
        for ids in [
            ["id=1", "id=2", "aria-labelledby=2", "aria-labelledby=1"],
            ["aria-controls=4", "aria-controls=3", "id=3", "id=4"],
        ] {
            check(tabs(ids), "x||**Fish**||one||**sh**||two||y");
        }
        for [from, to, expected] in cases(
            "
            x => x => x||**sh**||one||**Fish**||two||y
            >sh< => ><a href=x>sh</a>< => x||**sh**||one||**Fish**||two||y
            Fish => two => x||two||**sh**||one||two||y
            Fish => tw => x||**sh**||one||**tw**||two||y
            Fish => 2 => x||2||**sh**||one||two||y
            <p>y => <div role=tabpanel>y => x||sh Fish||one||two||y",
        ) {
            check(tabs([""; 4]).replace(from, to), expected);
        }
        check_markdown(
            Tag::Html,
            "
            <div role=tab>a</div><div role=tabpanel>b</div><div role=tab>c</div><div role=tabpanel>d</div> => a||b||c||d
            <div role=tab>a<div role=tabpanel>b</div></div> => a||b
            <b role=tab>a</b>x<ul><li role=tabpanel>b</ul> => x||- **a**||  b
            <div role=tab id=a>b<div role=tabpanel aria-labelledby=a>c</div></div> => b||c
            <b role=tab>a</b>x<table role=tabpanel><tr><td>b<td>c<tr><td>d<td>e</table> => x||**a**|||  |  ||| --- | --- ||| b | c ||| d | e |",
        );
    }
}
