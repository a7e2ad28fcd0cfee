//! Content as clean HTML: elements that say what a text is, and nothing that runs or loads by itself.

use std::io::{self, Read, Write};

use ammonia::{Builder, UrlRelative};
use html5ever::{LocalName, local_name};

use super::address::{Addresses, LINK_SCHEMES};
use super::content::{Content, Gap, Step, Texts};
use super::{escape, picture};
use crate::extract::Selection;
use crate::page::{Page, Tag};

/// Elements that are written as they are. Any other is left out, and what is in it stays; one that
/// is laid out as a block and has text of its own becomes a `<div>`.
const ELEMENTS: [&str; 61] = [
    "a",
    "abbr",
    "address",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "rb",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "small",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "strike",
];

/// Steps between two ticks.
const TICK_EVERY: usize = 256;

/// The selected content as clean HTML, `None` where there is none. Links and pictures get absolute
/// addresses where the page's own, `url`, or its `<base>` is known. What is written is sanitized once
/// more as a whole, by the rules of browsers' parsers, by ammonia.
pub fn html(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    tick: &mut dyn FnMut(),
) -> Option<String> {
    let content = Content::of(page, selection);
    let mut out = String::new();
    if content.is_empty() {
        for line in selection.unshown()?.lines() {
            tick();
            if !line.trim().is_empty() {
                out.push_str("<p>");
                escape::text(line.trim(), &mut out);
                out.push_str("</p>\n");
            }
        }
    } else {
        let mut writer = Writer {
            content: &content,
            addresses: Addresses::of(page, url),
            texts: Texts::default(),
            open: Vec::new(),
            cells: Vec::new(),
            preformatted: 0,
            edge: true,
            gap_at: None,
            out: &mut out,
        };
        for (count, step) in content.steps().enumerate() {
            if count % TICK_EVERY == 0 {
                tick();
            }
            match step {
                Step::Open(position) => writer.open(position),
                Step::Close(position) => writer.close(position),
                Step::Text(position) => writer.text(position),
            }
        }
    }
    sanitize(&out, tick)
}

struct Writer<'c, 'o> {
    content: &'c Content<'c>,
    addresses: Addresses,
    texts: Texts,
    /// What ends the open elements.
    open: Vec<Option<&'static str>>,
    /// The cells of open rows that are still to come, last first.
    cells: Vec<Vec<usize>>,
    preformatted: usize,
    /// Whether a block-level element or a line break was written after the last text.
    edge: bool,
    /// Where the first of the inline elements that began after the last text is written: whitespace goes
    /// before them.
    gap_at: Option<usize>,
    out: &'o mut String,
}

impl Writer<'_, '_> {
    fn tag(&self, position: usize) -> Tag {
        let node = self.content.page().nodes().get(position);
        node.map_or(Tag::Other, |node| node.tag())
    }

    fn open(&mut self, position: usize) {
        let page = self.content.page();
        let tag = self.tag(position);
        if is_cell(tag) {
            self.skip_cells(Some(position));
        }
        let address = self.address(position, tag);
        let name = self.name(position, tag, address.is_some());
        if let Some(name) = name {
            if is_edge(tag) {
                (self.edge, self.gap_at) = (true, None);
            } else if name == "img" {
                self.gap_at = None;
            } else {
                self.gap_at.get_or_insert(self.out.len());
            }
            self.start(position, name, address.as_deref());
        }
        self.open.push(name);
        if tag == Tag::Tr {
            let mut cells: Vec<usize> = page
                .children(position)
                .filter(|&child| is_cell(self.tag(child)))
                .collect();
            cells.reverse();
            self.cells.push(cells);
        }
        self.preformatted += usize::from(name == Some("pre"));
    }

    fn close(&mut self, position: usize) {
        let tag = self.tag(position);
        if tag == Tag::Tr {
            self.skip_cells(None);
            self.cells.pop();
        }
        if let Some(name) = self.open.pop().flatten() {
            self.preformatted -= usize::from(name == "pre");
            // A paragraph around nothing that is written, where it does not keep texts apart.
            if matches!(name, "p" | "div") && self.out.ends_with(&format!("\n<{name}>")) {
                self.out.truncate(self.out.len() - name.len() - 2);
                return;
            }
            if !matches!(name, "br" | "hr" | "img") {
                self.out.push_str("</");
                self.out.push_str(name);
                self.out.push('>');
            }
            if is_edge(tag) {
                (self.edge, self.gap_at) = (true, None);
                if self.preformatted == 0 {
                    self.out.push('\n');
                }
            }
        }
    }

    fn text(&mut self, position: usize) {
        let (gap, between, text) = self.texts.next(self.content, position);
        let at = self.gap_at.take().unwrap_or(self.out.len());
        let separator = match gap {
            // The parser drops a line break that begins a <pre>.
            _ if self.edge && self.preformatted > 0 && text.starts_with('\n') => "\n",
            _ if self.edge => "",
            Gap::None => "",
            Gap::LeftOut => "<br>\n",
            _ if self.preformatted > 0 => between,
            Gap::Space => " ",
            Gap::Line | Gap::Paragraph => "<br>\n",
        };
        self.out.insert_str(at, separator);
        escape::text(text, self.out);
        self.edge = false;
    }

    /// Where a link leads or a picture comes from, if that is kept.
    fn address(&self, position: usize, tag: Tag) -> Option<String> {
        let page = self.content.page();
        match tag {
            Tag::A => self
                .addresses
                .link(page.attribute(position, &local_name!("href"))?),
            Tag::Img => picture::address(page.element(position)?, &self.addresses),
            _ => None,
        }
    }

    /// What an element is written as. A link or a picture without an address is none.
    fn name(&self, position: usize, tag: Tag, has_address: bool) -> Option<&'static str> {
        let element = self.content.page().element(position)?;
        let known = match (tag, element.name()) {
            (Tag::Listing | Tag::Xmp | Tag::Plaintext, _) => Some("pre"),
            (Tag::Menu | Tag::Dir, _) => Some("ul"),
            (Tag::Div, _) => None,
            (Tag::Other, "tt") => Some("code"),
            (Tag::A, _) => has_address.then_some("a"),
            (Tag::Img, _) => has_address.then_some("img"),
            // Of HTML; elements of MathML have such names too.
            (_, name) if element.name.ns == html5ever::ns!(html) => {
                ELEMENTS.iter().find(|known| **known == name).copied()
            }
            _ => None,
        };
        known.or_else(|| (tag.is_block() && self.has_text_of_its_own(position)).then_some("div"))
    }

    /// Whether content that is not in a block-level element is right inside an element.
    fn has_text_of_its_own(&self, position: usize) -> bool {
        let page = self.content.page();
        let subtree = page.subtree(position);
        let mut child = position + 1;
        while child < subtree.end {
            let extent = page.subtree(child);
            if !self.tag(child).is_block() && self.content.takes(&extent) {
                return true;
            }
            child = extent.end;
        }
        false
    }

    /// Writes the cells that stand before one, or to the end of the row, as empty ones: what is in
    /// them was not selected, and columns stay columns.
    fn skip_cells(&mut self, until: Option<usize>) {
        while let Some(cell) = self.cells.last_mut().and_then(Vec::pop) {
            if Some(cell) == until {
                break;
            }
            self.start(cell, "td", None);
            self.out.push_str("</td>");
        }
    }

    fn start(&mut self, position: usize, name: &'static str, address: Option<&str>) {
        self.out.push('<');
        self.out.push_str(name);
        let page = self.content.page();
        let written = |name: &LocalName| page.attribute(position, name);
        let names = [local_name!("lang"), local_name!("dir")];
        for name in names.iter().chain(attributes(name)) {
            if let Some(value) = written(name) {
                attribute(name, value, self.out);
            }
        }
        if let Some(address) = address {
            let name = if name == "a" {
                local_name!("href")
            } else {
                local_name!("src")
            };
            attribute(&name, address, self.out);
        }
        self.out.push('>');
    }
}

/// Whether texts before and behind the start or the end of an element are apart without whitespace.
fn is_edge(tag: Tag) -> bool {
    tag.is_block() || matches!(tag, Tag::Br | Tag::Hr)
}

fn is_cell(tag: Tag) -> bool {
    matches!(tag, Tag::Td | Tag::Th)
}

/// The attributes that an element keeps, besides language, direction and address.
fn attributes(name: &str) -> &'static [LocalName] {
    const CELL: &[LocalName] = &[local_name!("colspan"), local_name!("rowspan")];
    const OL: &[LocalName] = &[local_name!("start")];
    const LI: &[LocalName] = &[local_name!("value")];
    const TIME: &[LocalName] = &[local_name!("datetime")];
    const TITLE: &[LocalName] = &[local_name!("title")];
    const IMG: &[LocalName] = &[local_name!("alt"), local_name!("title")];
    match name {
        "td" | "th" => CELL,
        "ol" => OL,
        "li" => LI,
        "time" | "del" | "ins" => TIME,
        "a" | "abbr" | "dfn" => TITLE,
        "img" => IMG,
        _ => &[],
    }
}

fn attribute(name: &LocalName, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape::text(value, out);
    out.push('"');
}

/// Reads or writes, with a tick before each piece.
struct Ticking<'t, T> {
    inner: T,
    tick: &'t mut dyn FnMut(),
}

impl<T: Read> Read for Ticking<'_, T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.tick)();
        self.inner.read(buffer)
    }
}

impl<T: Write> Write for Ticking<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.tick)();
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// What ammonia leaves of some HTML; none if it fails, which reading from memory does not.
fn sanitize(html: &str, tick: &mut dyn FnMut()) -> Option<String> {
    let mut builder = Builder::empty();
    builder
        .tags(ELEMENTS.into_iter().collect())
        .clean_content_tags(["script", "style"].into_iter().collect())
        .generic_attributes(["lang", "dir"].into_iter().collect())
        .url_schemes(LINK_SCHEMES.into_iter().collect())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("nofollow noopener noreferrer"));
    for name in ELEMENTS {
        let own = attributes(name).iter().map(|name| &**name);
        let address = match name {
            "a" => Some("href"),
            "img" => Some("src"),
            _ => None,
        };
        builder.add_tag_attributes(name, own.chain(address));
    }
    let document = builder
        .clean_from_reader(Ticking {
            inner: html.as_bytes(),
            tick: &mut *tick,
        })
        .ok()?;
    let mut out = Vec::new();
    out.try_reserve(html.len()).ok()?;
    document
        .write_to(Ticking {
            inner: &mut out,
            tick,
        })
        .ok()?;
    let clean = String::from_utf8(out).ok()?;
    Some(clean.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Method;
    use crate::page::Limits;

    fn of(html: &str) -> String {
        let page = Page::parse(html, &Limits::default(), &mut || ()).unwrap();
        let all = Method::Default.select(&page, None, &mut || ()).unwrap();
        super::html(&page, &all, None, &mut || ()).unwrap()
    }

    #[test]
    fn whitespace_stands_outside_of_inline_elements() {
        assert_eq!(
            of("<p>one <b> two</b> <i>three</i>four</p>"),
            "<p>one <b>two</b> <i>three</i>four</p>"
        );
        assert_eq!(
            of("<h1> A <em> title </em></h1><pre><code>\nx\n  y</code></pre>"),
            "<h1>A <em>title</em></h1>\n<pre><code>\nx\n  y</code></pre>"
        );
    }

    #[test]
    fn elements_that_hold_nothing_go_where_they_keep_nothing_apart() {
        assert_eq!(of("<p>a</p><p><img></p><p>b</p>"), "<p>a</p>\n<p>b</p>");
        let kept = of("a<p><img></p>b");
        let page = Page::parse(&kept, &Limits::default(), &mut || ()).unwrap();
        assert_eq!(
            page.text().split_whitespace().collect::<Vec<_>>(),
            ["a", "b"]
        );
    }
}
