//! Content as clean HTML: elements that say what a text is, and nothing that runs or loads by itself.
//!
//! A parser reads the same elements, attributes and texts that were written, wherever in the body of a page they stand.
//! [`allowed`] lists the elements, [`nesting`] knows where each may stand.

mod allowed;
mod nesting;

pub use self::allowed::REL;
use self::allowed::{Allowed, ElementKind, allowed, attributes};
use self::nesting::{Nesting, TagEffect, Written};
use super::code_language::is_code_block;
use super::walk::{Content, Gap, TextGaps, Visitor};
use crate::extract::Selection;
use crate::output::{HtmlPlace, push_attribute, push_end_tag, push_escaped};
use crate::page::hidden::has_hidden_letters;
use crate::page::link_target::{LinkResolver, LinkTarget, scheme};
use crate::page::pictures::{self, LastPicture};
use crate::page::prelude::*;
use crate::page::styled_display::is_plain;

/// Returns the selected content as clean HTML, `None` where there is none. Links and pictures get absolute
/// addresses where the page's own, `url`, or its `<base>` is known; a picture without one is left out.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn html(page: &Page, selection: &Selection, url: Option<&str>) -> Rendered<Option<String>> {
    let content = Content::with_captions(page, selection)?;
    if content.is_empty() {
        return selection.hidden_content().map(paragraphs).transpose();
    }
    let mut writer = HtmlWriter {
        page,
        addresses: LinkResolver::of(page, url),
        texts: TextGaps::default(),
        last_picture: LastPicture::default(),
        nesting: Nesting::default(),
        cells: Vec::new(),
        preformatted: 0,
        edge: true,
        gap_at: None,
        pre_at: None,
        out: Output::of(page),
    };
    content.visit(&mut writer)?;
    Ok(Some(finish(writer.out)))
}

/// Returns text that is in no element, with a paragraph for each line.
fn paragraphs(text: &str) -> Rendered<String> {
    let mut out = Output::unlimited();
    for line in text.lines() {
        interrupts::check();
        if !line.trim().is_empty() {
            out.push("<p>")?;
            push_escaped(line.trim(), HtmlPlace::Text, &mut out)?;
            out.push("</p>\n")?;
        }
    }
    Ok(finish(out))
}

fn finish(mut out: Output) -> String {
    out.truncate(out.as_str().trim_end().len());
    out.finish()
}

struct HtmlWriter<'c> {
    page: &'c Page,
    addresses: LinkResolver,
    texts: TextGaps,
    last_picture: LastPicture,
    nesting: Nesting<'c>,
    /// The cells of each open row that have not come yet, in reverse order.
    cells: Vec<Vec<usize>>,
    preformatted: usize,
    /// A block-level element or a line break was written after the last text.
    edge: bool,
    /// Where the first inline element behind the last text begins: whitespace goes before it.
    gap_at: Option<usize>,
    /// Where the content of the last `<pre>` begins: a parser drops a line break there.
    pre_at: Option<usize>,
    out: Output,
}

impl Visitor for HtmlWriter<'_> {
    fn open(&mut self, content: &Content<'_>, position: usize) -> Rendered {
        let tag = self.page.tag(position);
        if tag.is_cell() {
            self.skip_cells(Some(position))?;
        }
        if tag.is_player() {
            self.player(position)?;
        }
        let address = self.address(position)?;
        let mut written = Written::Nothing;
        if let Some(element) = self.fitting(content, position, address.is_some())? {
            self.start(position, element, address.as_deref())?;
            written = if element.kind.is_void() {
                Written::Void(element)
            } else {
                Written::Open(element)
            };
        }
        self.nesting.push(position, written);
        if tag == Tag::Tr {
            let cells = self.page.children(position).checking(CHECK_EVERY);
            let mut cells = try_collect(cells.filter(|child| self.page.tag(*child).is_cell()))?;
            cells.reverse();
            self.cells.push(cells);
        }
        Ok(())
    }

    fn close(&mut self, _: &Content<'_>, position: usize) -> Rendered {
        if self.page.tag(position) == Tag::Tr {
            self.skip_cells(None)?;
            self.cells.pop();
        }
        match self.nesting.pop() {
            Some(Written::Open(element)) => self.end(element),
            Some(Written::Void(element)) => self.end_edge(element),
            _ => Ok(()),
        }
    }

    fn text(&mut self, content: &Content<'_>, position: usize) -> Rendered {
        let (gap, between, text) = self.texts.next(content, position);
        self.make_place()?;
        let end = self.out.len();
        let at = self.gap_at.take().unwrap_or(end);
        let mut separator = Output::unlimited();
        match gap {
            _ if self.edge => {}
            Gap::None => {}
            Gap::LeftOut => separator.push("<br>\n")?,
            _ if self.preformatted > 0 => push_escaped(between, HtmlPlace::Text, &mut separator)?,
            Gap::Space => separator.push(" ")?,
            Gap::Line | Gap::Paragraph => separator.push("<br>\n")?,
        }
        let begins_with_break = if separator.is_empty() {
            at == end && text.starts_with('\n')
        } else {
            separator.as_str().starts_with('\n')
        };
        if begins_with_break && self.pre_at == Some(at) {
            separator.insert(0, "\n")?;
        }
        self.out.insert(at, separator.as_str())?;
        for (part, is_sign) in self.page.parts_and_signs(position) {
            if !is_sign || !self.nesting.shows(part) {
                push_escaped(part, HtmlPlace::Text, &mut self.out)?;
            }
        }
        self.edge = false;
        Ok(())
    }
}

impl<'c> HtmlWriter<'c> {
    /// Returns the address of a link or a picture, if it is kept.
    fn address(&mut self, position: usize) -> Rendered<Option<String>> {
        let page = self.page;
        match page.tag(position) {
            Tag::A => {
                let href = page.attribute(position, names::HREF);
                let Some(href) = href.filter(|_| !has_hidden_letters(page, position)) else {
                    return Ok(None);
                };
                Ok(match self.addresses.link(href)? {
                    // It names a scheme and is no address: parsers would differ.
                    Some(LinkTarget::Unresolved(address)) if scheme(&address).is_some() => None,
                    address => address.map(LinkTarget::into_string),
                })
            }
            _ if pictures::is_picture(page, position) && !pictures::is_decoration(page, position) => {
                let address = pictures::picture_address(page, position, &mut self.addresses)?;
                let address = address.filter(|address| !address.is_thumbnail(page, position));
                let Some(address) = address.and_then(|address| address.target.into_absolute()) else {
                    return Ok(None);
                };
                Ok((!self.last_picture.is_copied_by(page, position, &address)?).then_some(address))
            }
            _ => Ok(None),
        }
    }

    /// Writes the link to a film or a sound, or its title where no link may stand.
    fn player(&mut self, position: usize) -> Rendered {
        let page = self.page;
        let Some(player) = page.player_at(position, &mut self.addresses)? else {
            return Ok(());
        };
        let (Some(address), Some(link)) = (player.target.into_absolute(), allowed("a")) else {
            return Ok(());
        };
        if self.last_picture.is_copied_by(page, position, &address)? {
            return Ok(());
        }
        let fits = self.fits(link)?;
        if !self.edge {
            self.out.push(" ")?;
        }
        if fits {
            self.start(position, link, Some(&address))?;
        }
        push_escaped(&player.title, HtmlPlace::Text, &mut self.out)?;
        if fits {
            self.end(link)?;
        }
        (self.edge, self.gap_at) = (false, None);
        Ok(())
    }

    /// Returns the element that an element of the page is written as, wherever it stands. `None` for one that is left
    /// out, and for a link or a picture without an address.
    fn known(&self, position: usize, has_address: bool) -> Option<Allowed<'c>> {
        let element = self.page.element(position)?;
        allowed(match (self.page.tag(position), element.name()) {
            (Tag::Listing | Tag::Xmp | Tag::Plaintext, _) => "pre",
            // Its lines would be one.
            (Tag::Code, _) if self.preformatted == 0 && is_code_block(self.page, position) => "pre",
            (Tag::Menu | Tag::Dir, _) => "ul",
            // By its role an element of another name may be one.
            (tag @ (Tag::Table | Tag::Tbody | Tag::Tr | Tag::Td | Tag::Th), _) => tag.name(),
            (Tag::Div, _) => return None,
            (tag, _) if is_plain(tag, element) => return None,
            (Tag::Other, "tt") => "code",
            // Browsers would add marks to those that the page has.
            (Tag::Other, "q") if self.page.first_sign(position) != Some("\"") => return None,
            (Tag::Other, "rt") if self.page.first_sign(position) != Some("(") => return None,
            (Tag::A | Tag::Img, _) if !has_address => return None,
            // Of elements of another name only pictures have an address.
            (Tag::Img, _) => "img",
            (Tag::Other | Tag::Iframe, _) if has_address => "img",
            // Elements of MathML have names of HTML, too.
            (_, name) if element.namespace() == Namespace::Html => name,
            _ => return None,
        })
    }

    /// Returns the element that an element of the page is written as at this place; `None` for one that is left out.
    /// Elements that its start tag would end are ended first.
    fn fitting(&mut self, content: &Content<'_>, position: usize, has_address: bool) -> Rendered<Option<Allowed<'c>>> {
        let is_block = self.page.tag(position).is_block();
        for element in [self.known(position, has_address), allowed("div")] {
            if let Some(element) = element
                && (element.name != "div" || is_block && self.has_text_of_its_own(content, position))
                && self.fits(element)?
            {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// Ends the elements that must end before an element, and returns `true` if the element may then be written here.
    fn fits(&mut self, element: Allowed<'c>) -> Rendered<bool> {
        if !element.kind.is_part_of_table() {
            if element.kind.ends_paragraph() {
                self.leave_skeleton()?;
            } else {
                self.make_place()?;
            }
        }
        if let TagEffect::EndsParagraph(depth) = self.nesting.effect(element) {
            self.end_from(depth, true)?;
        }
        Ok(self.nesting.effect(element) == TagEffect::Fits)
    }

    /// Makes this a place for text: leaves a table's skeleton, and opens the paragraph again that a block has ended.
    fn make_place(&mut self) -> Rendered {
        self.leave_skeleton()?;
        while let Some((depth, position, element)) = self.nesting.waiting() {
            let mut written = Written::Nothing;
            if self.nesting.effect(element) == TagEffect::Fits {
                let address = self.address(position)?;
                self.start(position, element, address.as_deref())?;
                written = Written::Open(element);
            }
            self.nesting.set(depth, written);
        }
        Ok(())
    }

    /// Ends a table where something other than its parts comes. No parser makes such a tree.
    fn leave_skeleton(&mut self) -> Rendered {
        while let Some(depth) = self.nesting.skeleton() {
            self.end_from(depth, false)?;
        }
        Ok(())
    }

    fn end_from(&mut self, depth: usize, again: bool) -> Rendered {
        for element in self.nesting.end_from(depth, again) {
            self.end(element)?;
        }
        Ok(())
    }

    /// Returns `true` if an element has content outside of the blocks in it.
    fn has_text_of_its_own(&self, content: &Content<'_>, position: usize) -> bool {
        let page = self.page;
        let end = page.end(position);
        let mut child = position + 1;
        let mut work = Countdown::new(CHECK_EVERY);
        while child < end {
            work.charge(1);
            let nodes = page.subtree(child);
            if !page.tag(child).is_block() && content.takes(&nodes) {
                return true;
            }
            child = nodes.end;
        }
        false
    }

    /// Writes the cells before one, or up to the end of the row, as empty cells. They were not selected; columns stay
    /// columns.
    fn skip_cells(&mut self, until: Option<usize>) -> Rendered {
        while let Some(cell) = self.cells.last_mut().and_then(Vec::pop) {
            if Some(cell) == until {
                break;
            }
            interrupts::check();
            if let Some(td) = allowed("td")
                && self.nesting.effect(td) == TagEffect::Fits
            {
                self.start(cell, td, None)?;
                self.out.push("</td>")?;
            }
        }
        Ok(())
    }

    /// Writes a start tag.
    fn start(&mut self, position: usize, element: Allowed<'c>, address: Option<&str>) -> Rendered {
        // Several `<code>` that fill a `<pre>` are read as lines of code.
        if self.preformatted > 0
            && element.name == "code"
            && let Some(before) = self.out.as_str().strip_suffix("</code>")
        {
            self.out.truncate(before.len());
            return Ok(());
        }
        if is_edge(element) {
            (self.edge, self.gap_at) = (true, None);
        } else if element.name == "img" {
            self.gap_at = None;
        } else {
            self.gap_at.get_or_insert(self.out.len());
        }
        self.out.push_all(&["<", element.name])?;
        let page = self.page;
        for name in [names::LANG, names::DIR].iter().chain(attributes(element.name)) {
            if let Some(value) = page.attribute(position, *name) {
                push_attribute(page.tree().name(*name), &page.seen_of(value)?, &mut self.out)?;
            }
        }
        match (element.name, address) {
            ("a", Some(address)) => {
                push_attribute("href", address, &mut self.out)?;
                push_attribute("rel", REL, &mut self.out)?;
            }
            ("img", Some(address)) => push_attribute("src", address, &mut self.out)?,
            _ => {}
        }
        self.out.push(">")?;
        if element.kind == ElementKind::Preformatted {
            self.preformatted += 1;
            self.pre_at = Some(self.out.len());
        }
        Ok(())
    }

    /// Writes an end tag.
    fn end(&mut self, element: Allowed<'c>) -> Rendered {
        if element.kind == ElementKind::Preformatted {
            self.preformatted = self.preformatted.saturating_sub(1);
        }
        // An empty paragraph or `<div>` goes where nothing before it needs to be kept apart.
        let empty = ["\n<p>", "\n<div>"].into_iter().find(|empty| self.out.as_str().ends_with(*empty));
        if let Some(empty) = empty {
            self.out.truncate(self.out.len() - empty.len() + 1);
            return Ok(());
        }
        push_end_tag(element.name, &mut self.out)?;
        self.end_edge(element)
    }

    /// Breaks the line behind a block.
    fn end_edge(&mut self, element: Allowed<'c>) -> Rendered {
        if is_edge(element) {
            (self.edge, self.gap_at) = (true, None);
            if self.preformatted == 0 {
                self.out.push("\n")?;
            }
        }
        Ok(())
    }
}

/// Returns `true` if the start and the end of an element separate words without whitespace.
fn is_edge(element: Allowed<'_>) -> bool {
    match element.kind {
        ElementKind::Inline | ElementKind::Formatting | ElementKind::Ruby => false,
        ElementKind::Void => element.name == "br",
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> String {
        let page = Page::sample(html);
        let all = Selection::whole(&page).unwrap();
        super::html(&page, &all, None).unwrap().unwrap()
    }

    /// Checks what is written of pages, with bars for line breaks.
    #[track_caller]
    fn check(table: &str) {
        for [html, expected] in cases(table) {
            assert_eq!(of(&html.replace('|', "\n")).replace('\n', "|"), expected, "{html}");
        }
    }

    #[test]
    fn whitespace_stands_outside_of_inline_elements() {
        check(
            "
            <p>one <b> two</b> <i>three</i>four</p> => <p>one <b>two</b> <i>three</i>four</p>
            <h1> A <em> title </em></h1><pre><code>|x|  y</code></pre> => \
            <h1>A <em>title</em></h1>|<pre><code>|x|  y</code></pre>
            // Code beside code would be read as its next line.
            <pre><tt>a</tt><code>b</code>|<nobr><code> c</code></nobr>d<code>e</code></pre> => \
            <pre><code>ab| c</code>d<code>e</code></pre>",
        );
    }

    #[test]
    fn raised_marks_have_no_signs_and_films_stand_in_links() {
        check(
            "
            <p>a 10<sup><i><b><u>6</u></b></i></sup></p> => <p>a 10<sup><i><b><u>6</u></b></i></sup></p>
            <p>a <q>b<sub>c</sub></q>d</p> => <p>a <q>b<sub>c</sub></q>d</p>
            <p><ruby>a<b><rt>b</rt></b></ruby>c</p> => <p><ruby>a<b><rt>b</rt></b></ruby>c</p>
            <pre><q>a<q> b</q></q>c</pre> => <pre><q>a<q> b</q></q>c</pre>
            <p>a<rt>b</rt>c</p> => <p>abc</p>
            <p>a“<q>b</q>” <q>'c'</q> => <p>a“b” 'c'</p>
            <p><ruby>a<button><rt>b</rt></button> => <p><ruby>a</ruby></p>|<div><rt>(b)</rt></div>",
        );
        let film = of("<p>a</p><a href=http://b.example/><video controls src=http://b.example/c.mp4></video></a>");
        assert!(film.contains("rel=\"nofollow noopener noreferrer\">b.example</a>"), "{film}");
    }

    /// The words that a page shows.
    fn words(html: &str) -> String {
        Page::sample(html).text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn elements_that_hold_nothing_go_where_they_keep_nothing_apart() {
        check("<p>a</p><p><img></p><p>b</p> => <p>a</p>|<p>b</p>");
        assert_eq!(words(&of("a<p><img></p>b")), "a b");
    }

    #[test]
    fn the_deepest_tree_is_read_back_whole() {
        // Content that is right in the body gets a `<div>`: the output would be deeper than any tree that a parser makes.
        let (lists, links) = ("<ul><li>x".repeat(253), "<a href=x>x".repeat(12));
        for dels in 1..8 {
            let html = format!("{}{lists}</del>{links}", "<del>".repeat(dels));
            assert_eq!(words(&of(&html)), words(&html), "{dels}");
        }
    }
}
