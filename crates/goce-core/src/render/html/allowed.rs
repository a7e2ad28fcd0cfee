//! The elements that `goce_html` may write, with their attributes and their place in a tree.

use crate::html::{Name, names};

/// How parsers treat an element (HTML standard, section 13.2.6), as far as this decides where it may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// Stands anywhere outside of a table's skeleton.
    Inline,
    /// Inline. Parsers repeat it in every block until it is closed; a second one of its name ends it.
    Formatting,
    /// `<br>` and `<img>`: inline, and never hold anything.
    Void,
    /// `<hr>`: ends a paragraph, and never holds anything.
    Rule,
    /// Parts of `<ruby>`, which end one another.
    Ruby,
    Block,
    /// `<p>`: ended by every block.
    Paragraph,
    /// `<h1>` to `<h6>`: ends a paragraph, and a heading directly around it.
    Heading,
    /// `<li>`: ends a paragraph, and the item around it in the same list.
    Item,
    /// `<dt>` and `<dd>`: like `<li>`.
    Definition,
    /// `<pre>`: ends a paragraph; the line break that begins it is dropped.
    Preformatted,
    /// `<table>`: ends a paragraph, where the page has a doctype.
    Table,
    /// `<caption>`: only in a table.
    Caption,
    /// `<thead>`, `<tbody>` and `<tfoot>`: only in a table.
    Rows,
    /// `<tr>`: only in one of these.
    Row,
    /// `<td>` and `<th>`: only in a row.
    Cell,
}

impl ElementKind {
    /// Returns `true` if the start tag ends an open paragraph.
    pub fn ends_paragraph(self) -> bool {
        !matches!(self, ElementKind::Inline | ElementKind::Formatting | ElementKind::Void | ElementKind::Ruby)
            && !self.is_part_of_table()
    }

    /// Returns `true` for elements that stand only in tables.
    pub fn is_part_of_table(self) -> bool {
        matches!(self, ElementKind::Caption | ElementKind::Rows | ElementKind::Row | ElementKind::Cell)
    }

    /// Returns `true` for the elements of a table that hold only other parts of it.
    pub fn is_skeleton(self) -> bool {
        matches!(self, ElementKind::Table | ElementKind::Rows | ElementKind::Row)
    }

    /// Returns `true` if elements that are open outside do not affect parsing inside: the standard's scopes, and its
    /// markers in the list of active formatting elements.
    pub fn is_scope(self) -> bool {
        self.is_part_of_table() || self == ElementKind::Table
    }

    /// Returns `true` for elements without content and end tag.
    pub fn is_void(self) -> bool {
        matches!(self, ElementKind::Void | ElementKind::Rule)
    }
}

/// An element that is written, by its name.
#[derive(Debug, PartialEq, Eq)]
pub struct Allowed {
    pub name: &'static str,
    pub kind: ElementKind,
    /// The attributes that it keeps, besides [`EVERYWHERE`] and an address.
    pub attributes: &'static [Name],
}

/// The attributes that every element keeps.
pub const EVERYWHERE: [Name; 2] = [names::LANG, names::DIR];

/// The value of `rel` of every link. Crawlers give the link no weight, and the target learns nothing of this page.
pub const REL: &str = "nofollow noopener noreferrer";

const fn of(name: &'static str, kind: ElementKind) -> Allowed {
    with(name, kind, &[])
}

const fn with(name: &'static str, kind: ElementKind, attributes: &'static [Name]) -> Allowed {
    Allowed { name, kind, attributes }
}

const SPANS: &[Name] = &[names::COLSPAN, names::ROWSPAN];
const TIME: &[Name] = &[names::DATETIME];
const START: &[Name] = &[names::START];
const VALUE: &[Name] = &[names::VALUE];
const IMG: &[Name] = &[names::ALT, names::TITLE];
const TITLE: &[Name] = &[names::TITLE];

/// Elements that are written as they are, in the order of the alphabet. Any other element is left out and its content
/// stays. One that is laid out as a block and has text of its own becomes a `<div>`.
static ELEMENTS: [Allowed; 61] = [
    // `href` by the schemes of links.
    with("a", ElementKind::Formatting, TITLE),
    with("abbr", ElementKind::Inline, TITLE),
    of("address", ElementKind::Block),
    of("b", ElementKind::Formatting),
    of("bdi", ElementKind::Inline),
    of("bdo", ElementKind::Inline),
    of("blockquote", ElementKind::Block),
    of("br", ElementKind::Void),
    of("caption", ElementKind::Caption),
    of("cite", ElementKind::Inline),
    of("code", ElementKind::Formatting),
    of("dd", ElementKind::Definition),
    with("del", ElementKind::Inline, TIME),
    of("details", ElementKind::Block),
    with("dfn", ElementKind::Inline, TITLE),
    of("div", ElementKind::Block),
    of("dl", ElementKind::Block),
    of("dt", ElementKind::Definition),
    of("em", ElementKind::Formatting),
    of("figcaption", ElementKind::Block),
    of("figure", ElementKind::Block),
    of("h1", ElementKind::Heading),
    of("h2", ElementKind::Heading),
    of("h3", ElementKind::Heading),
    of("h4", ElementKind::Heading),
    of("h5", ElementKind::Heading),
    of("h6", ElementKind::Heading),
    of("hr", ElementKind::Rule),
    of("i", ElementKind::Formatting),
    // `src`, absolute, by HTTP.
    with("img", ElementKind::Void, IMG),
    with("ins", ElementKind::Inline, TIME),
    of("kbd", ElementKind::Inline),
    with("li", ElementKind::Item, VALUE),
    of("mark", ElementKind::Inline),
    with("ol", ElementKind::Block, START),
    of("p", ElementKind::Paragraph),
    of("pre", ElementKind::Preformatted),
    of("q", ElementKind::Inline),
    of("rb", ElementKind::Ruby),
    of("rt", ElementKind::Ruby),
    of("rtc", ElementKind::Ruby),
    of("ruby", ElementKind::Inline),
    of("s", ElementKind::Formatting),
    of("samp", ElementKind::Inline),
    of("small", ElementKind::Formatting),
    of("strike", ElementKind::Formatting),
    of("strong", ElementKind::Formatting),
    of("sub", ElementKind::Inline),
    of("summary", ElementKind::Block),
    of("sup", ElementKind::Inline),
    of("table", ElementKind::Table),
    of("tbody", ElementKind::Rows),
    with("td", ElementKind::Cell, SPANS),
    of("tfoot", ElementKind::Rows),
    with("th", ElementKind::Cell, SPANS),
    of("thead", ElementKind::Rows),
    with("time", ElementKind::Inline, TIME),
    of("tr", ElementKind::Row),
    of("u", ElementKind::Formatting),
    of("ul", ElementKind::Block),
    of("var", ElementKind::Inline),
];

/// Returns the allowed element of a name.
pub fn allowed(name: &str) -> Option<&'static Allowed> {
    let place = ELEMENTS.binary_search_by(|element| element.name.cmp(name));
    ELEMENTS.get(place.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_found() {
        for element in &ELEMENTS {
            assert_eq!(allowed(element.name), Some(element));
        }
        assert_eq!(allowed("script"), None);
        assert_eq!(allowed(""), None);
    }
}
