//! What `goce_html` may write: the one list of elements, with their attributes and their place in a tree.

use crate::html::{Name, names};

/// How parsers treat an element (HTML standard, section 13.2.6), as far as it decides where the element may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Stands anywhere outside of a table's skeleton.
    Inline,
    /// Inline. Parsers repeat it in every block until it is closed, and end one by another of its name.
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
    /// `<h1>` to `<h6>`: ends a paragraph, and one directly in another ends that.
    Heading,
    /// `<li>`: ends a paragraph, and the item around it, if no other list is between.
    Item,
    /// `<dt>` and `<dd>`: the same.
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

impl Kind {
    /// Returns `true` if the start tag ends an open paragraph.
    pub fn ends_paragraph(self) -> bool {
        !matches!(self, Kind::Inline | Kind::Formatting | Kind::Void | Kind::Ruby) && !self.is_part_of_table()
    }

    /// Returns `true` for elements that stand only in tables.
    pub fn is_part_of_table(self) -> bool {
        matches!(self, Kind::Caption | Kind::Rows | Kind::Row | Kind::Cell)
    }

    /// Returns `true` for the elements of a table that hold parts of the table and no text.
    pub fn is_skeleton(self) -> bool {
        matches!(self, Kind::Table | Kind::Rows | Kind::Row)
    }

    /// Returns `true` if open elements inside do not affect parsing outside: the standard's scopes, and its markers
    /// in the list of active formatting elements.
    pub fn is_scope(self) -> bool {
        self.is_part_of_table() || self == Kind::Table
    }

    /// Returns `true` for elements without content and end tag.
    pub fn is_void(self) -> bool {
        matches!(self, Kind::Void | Kind::Rule)
    }
}

/// An element that is written, by its name.
#[derive(Debug, PartialEq, Eq)]
pub struct Allowed {
    pub name: &'static str,
    pub kind: Kind,
    /// The attributes that it keeps, besides [`EVERYWHERE`] and an address.
    pub attributes: &'static [Name],
}

/// The attributes that every element keeps.
pub const EVERYWHERE: [Name; 2] = [names::LANG, names::DIR];

/// The value of `rel` of every link: crawlers give it no weight, and the page it leads to learns nothing of this one.
pub const REL: &str = "nofollow noopener noreferrer";

const fn of(name: &'static str, kind: Kind) -> Allowed {
    with(name, kind, &[])
}

const fn with(name: &'static str, kind: Kind, attributes: &'static [Name]) -> Allowed {
    Allowed { name, kind, attributes }
}

const SPANS: &[Name] = &[names::COLSPAN, names::ROWSPAN];
const TIME: &[Name] = &[names::DATETIME];
const START: &[Name] = &[names::START];
const VALUE: &[Name] = &[names::VALUE];
const IMG: &[Name] = &[names::ALT, names::TITLE];
const TITLE: &[Name] = &[names::TITLE];

/// Elements that are written as they are, by their names in the order of the alphabet. Any other is left out, and
/// what is in it stays; one that is laid out as a block and has text of its own becomes a `<div>`.
static ELEMENTS: [Allowed; 61] = [
    // `href` by the schemes of links.
    with("a", Kind::Formatting, TITLE),
    with("abbr", Kind::Inline, TITLE),
    of("address", Kind::Block),
    of("b", Kind::Formatting),
    of("bdi", Kind::Inline),
    of("bdo", Kind::Inline),
    of("blockquote", Kind::Block),
    of("br", Kind::Void),
    of("caption", Kind::Caption),
    of("cite", Kind::Inline),
    of("code", Kind::Formatting),
    of("dd", Kind::Definition),
    with("del", Kind::Inline, TIME),
    of("details", Kind::Block),
    with("dfn", Kind::Inline, TITLE),
    of("div", Kind::Block),
    of("dl", Kind::Block),
    of("dt", Kind::Definition),
    of("em", Kind::Formatting),
    of("figcaption", Kind::Block),
    of("figure", Kind::Block),
    of("h1", Kind::Heading),
    of("h2", Kind::Heading),
    of("h3", Kind::Heading),
    of("h4", Kind::Heading),
    of("h5", Kind::Heading),
    of("h6", Kind::Heading),
    of("hr", Kind::Rule),
    of("i", Kind::Formatting),
    // `src`, absolute, by HTTP.
    with("img", Kind::Void, IMG),
    with("ins", Kind::Inline, TIME),
    of("kbd", Kind::Inline),
    with("li", Kind::Item, VALUE),
    of("mark", Kind::Inline),
    with("ol", Kind::Block, START),
    of("p", Kind::Paragraph),
    of("pre", Kind::Preformatted),
    of("q", Kind::Inline),
    of("rb", Kind::Ruby),
    of("rt", Kind::Ruby),
    of("rtc", Kind::Ruby),
    of("ruby", Kind::Inline),
    of("s", Kind::Formatting),
    of("samp", Kind::Inline),
    of("small", Kind::Formatting),
    of("strike", Kind::Formatting),
    of("strong", Kind::Formatting),
    of("sub", Kind::Inline),
    of("summary", Kind::Block),
    of("sup", Kind::Inline),
    of("table", Kind::Table),
    of("tbody", Kind::Rows),
    with("td", Kind::Cell, SPANS),
    of("tfoot", Kind::Rows),
    with("th", Kind::Cell, SPANS),
    of("thead", Kind::Rows),
    with("time", Kind::Inline, TIME),
    of("tr", Kind::Row),
    of("u", Kind::Formatting),
    of("ul", Kind::Block),
    of("var", Kind::Inline),
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
