//! The elements that `goce_html` may write, with their attributes and their place in a tree.

use crate::page::prelude::*;

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

use ElementKind::*;

impl ElementKind {
    /// Returns `true` if the start tag ends an open paragraph.
    pub fn ends_paragraph(self) -> bool {
        !matches!(self, Inline | Formatting | Void | Ruby) && !self.is_part_of_table()
    }

    /// Returns `true` for elements that stand only in tables.
    pub fn is_part_of_table(self) -> bool {
        matches!(self, Caption | Rows | Row | Cell)
    }

    /// Returns `true` for the elements of a table that hold only other parts of it.
    pub fn is_skeleton(self) -> bool {
        matches!(self, Table | Rows | Row)
    }

    /// Returns `true` if elements that are open outside do not affect parsing inside: the standard's scopes, and its
    /// markers in the list of active formatting elements.
    pub fn is_scope(self) -> bool {
        self.is_part_of_table() || self == Table
    }

    /// Returns `true` for elements without content and end tag.
    pub fn is_void(self) -> bool {
        matches!(self, Void | Rule)
    }
}

/// An element that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed<'n> {
    pub name: &'n str,
    pub kind: ElementKind,
}

/// The value of `rel` of every link. Crawlers give the link no weight, and the target learns nothing of this page.
pub const REL: &str = "nofollow noopener noreferrer";

/// Returns the allowed element of a name. Any other element is left out and its content stays. One that is laid out as a
/// block and has text of its own becomes a `<div>`.
#[rustfmt::skip]
pub fn allowed(name: &str) -> Option<Allowed<'_>> {
    let kind = match name {
        "abbr" | "bdi" | "bdo" | "cite" | "del" | "dfn" | "ins" | "kbd" | "mark" | "q" | "ruby" | "samp" | "sub" | "sup"
        | "time" | "var" => Inline,
        // Of `<a>` there is `href` too, by the schemes of links.
        "a" | "b" | "code" | "em" | "i" | "s" | "small" | "strike" | "strong" | "u" => Formatting,
        // Of `<img>` there is `src` too, absolute, by HTTP.
        "br" | "img" => Void,
        "hr" => Rule,
        "rb" | "rt" | "rtc" => Ruby,
        "address" | "blockquote" | "details" | "div" | "dl" | "figcaption" | "figure" | "ol" | "summary" | "ul" => {
            Block
        }
        "p" => Paragraph,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Heading,
        "li" => Item,
        "dd" | "dt" => Definition,
        "pre" => Preformatted,
        "table" => Table,
        "caption" => Caption,
        "tbody" | "tfoot" | "thead" => Rows,
        "tr" => Row,
        "td" | "th" => Cell,
        _ => return None,
    };
    Some(Allowed { name, kind })
}

/// Returns the attributes that an element keeps, besides an address, and besides the language and the direction that every
/// element keeps.
pub fn attributes(name: &str) -> &'static [Name] {
    match name {
        "a" | "abbr" | "dfn" => &[names::TITLE],
        "del" | "ins" | "time" => &[names::DATETIME],
        "img" => &[names::ALT, names::TITLE],
        "li" => &[names::VALUE],
        "ol" => &[names::START],
        "td" | "th" => &[names::COLSPAN, names::ROWSPAN],
        _ => &[],
    }
}
