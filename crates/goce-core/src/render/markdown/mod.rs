//! Content as Markdown: CommonMark 0.31 with the tables, strikethrough and footnotes of GFM.
//!
//! A parser reads the words of [`super::text`] in the same order, as docs/rendering.md states.
//!
//! comrak could write Markdown too. But it writes a tree of its own: a second tree of the page, in memory that is not
//! reserved fallibly.

mod autolink;
mod braces;
mod code_block;
mod containers;
mod escape;
mod footnotes;
mod inline;
mod line_items;
mod lines;
mod math;
mod run;
mod table;

use std::rc::Rc;

use self::code_block::Code;
use self::escape::RunPlace;
pub use self::footnotes::Footnotes;
use self::inline::{Atom, Style, Token};
use self::line_items::RunPart;
use self::lines::{LineBlock, Lines};
pub use self::math::{Math, UnknownMath};
use self::run::{Inside, Rest};
use self::table::Table;
pub(super) use self::table::{LONG_CELL, is_short_part};
use super::code_language::{self, is_code_block};
use super::heading_level;
use super::tabs::Tabs;
use super::walk::{Content, Gap, SelectedStep, TextGaps, Walk};
use crate::extract::Selection;
use crate::output::Budget;
use crate::page::link_target::LinkResolver;
use crate::page::pictures::{self, LastPicture};
use crate::page::prelude::*;

/// Returns the selected content as Markdown, `None` where there is none. Links and pictures get absolute
/// addresses where the page's own, `url`, or its `<base>` is known. Formulas stand between dollar signs.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn markdown(page: &Page, selection: &Selection, url: Option<&str>) -> Rendered<Option<String>> {
    markdown_with(page, selection, url, Form::default())
}

/// How Markdown is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form<'a> {
    pub math: Math,
    /// Whether all code is fenced, also code that a renderer without fences would read as markup.
    pub fences: bool,
    /// The positions of the elements of a thread's posts, ascending: a rule stands between two.
    pub posts: &'a [usize],
}

/// Returns what [`markdown()`] does, in another form.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn markdown_with(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    form: Form<'_>,
) -> Rendered<Option<String>> {
    let content = Content::with_captions(page, selection)?;
    if content.is_empty() {
        return selection.hidden_content().map(paragraphs).transpose();
    }
    let notes = Rc::new(Footnotes::of(&content)?);
    let mut pieces = Pieces::new(&content, url, usize::MAX, notes, None);
    pieces.writer.math = form.math;
    pieces.writer.fences = form.fences;
    pieces.writer.posts = try_collect(form.posts.iter().skip(1).copied())?.into_iter();
    pieces.writer.tabs = Tabs::of(&content)?;
    pieces.next(&content, None).map(Some)
}

/// Returns a text as a heading of the first level, on one line.
pub fn heading(text: &str) -> Fallible<String> {
    let line = single_spaced(text, |c| c.is_whitespace() || c.is_control())?;
    let mut out = try_to_owned("# ")?;
    escape::text(&line, escape::TextContext::default(), RunPlace::Heading, &mut out)?;
    Ok(out)
}

/// Returns text that is in no element, with a paragraph for each line.
pub fn paragraphs(text: &str) -> Rendered<String> {
    let mut lines = Lines::new(Output::unlimited());
    for line in text.lines() {
        interrupts::check();
        let atom = Atom {
            gap: Gap::LeftOut,
            style: Style::default(),
            token: Token::Text(collapse(line)?),
        };
        if atom.token != Token::Text(String::new()) {
            let paragraph = inline::write(&mut vec![atom], &[], RunPlace::Paragraph)?;
            lines.write(LineBlock::Paragraph, &paragraph)?;
        }
    }
    Ok(lines.cut())
}

/// Returns `true` for a quotation that is only an indentation: without a class it holds lists and code alone, or stands
/// in an item and is docutils', with a `<div>` around all of it.
fn is_indentation(page: &Page, quote: usize) -> bool {
    let end = page.end(quote);
    let is_plain = |at: usize| page.attribute(at, names::CLASS).is_none();
    let first = page.children(quote).next();
    let is_wrapped = first.is_some_and(|first| {
        page.tag(first) == Tag::Div && is_plain(first) && page.text_at(first).len() == page.text_at(quote).len()
    });
    let mut at = quote + 1;
    while at < end {
        interrupts::check();
        at = match page.tag(at) {
            Tag::Ul | Tag::Ol | Tag::Dl | Tag::Pre => page.end(at),
            Tag::Div => at + 1,
            Tag::Text if page.text_at(at).trim_start().is_empty() => at + 1,
            _ => break,
        };
    }
    is_plain(quote) && (at == end || is_wrapped && matches!(page.tag(page.parent(quote)), Tag::Li | Tag::Dd))
}

/// Returns `true` for characters that are written as spaces. Python-Markdown deletes some before it reads a text: two
/// runs of backticks with one between would become one run. Others end a line in Python.
fn is_taken_out(c: char) -> bool {
    matches!(c, '\u{2}' | '\u{3}' | '\u{1c}'..='\u{1e}')
}

/// Returns a text with single spaces.
fn collapse(text: &str) -> Fallible<String> {
    let is_space = |c: char| c.is_whitespace() || is_taken_out(c);
    // Most texts of a page are written as they are.
    let mut before = b' ';
    let mut may_change = |(at, byte): (usize, u8)| {
        let is_again = std::mem::replace(&mut before, byte) == b' ' && byte == b' ';
        is_again || byte < b' ' || matches!(byte, 0xc2 | 0xe1..=0xe3) && text[at..].starts_with(is_space)
    };
    if text.len() > CHECK_BYTES || text.bytes().enumerate().any(&mut may_change) || before == b' ' {
        return single_spaced(text, is_space);
    }
    try_to_owned(text)
}

/// The Markdown of some content in pieces. Each is written when it is asked for.
///
/// A piece is complete Markdown. A table that goes on in it has its header again, if the header has at most eight bytes for
/// each word that the piece may have.
pub struct Pieces {
    steps: Walk,
    writer: MarkdownWriter,
}

impl Pieces {
    /// Returns the pieces of some content, whose footnotes are `notes`. `headline` is an element that is written as a
    /// heading of the first level.
    pub fn new(
        content: &Content<'_>,
        url: Option<&str>,
        words: usize,
        notes: Rc<Footnotes>,
        headline: Option<usize>,
    ) -> Self {
        let page = content.page();
        let writer = MarkdownWriter {
            addresses: LinkResolver::of(page, url),
            budget: Budget::of(page),
            lines: Lines::new(Output::of(page)),
            math: Math::Tex,
            fences: false,
            posts: Vec::new().into_iter(),
            tabs: Tabs::default(),
            texts: TextGaps::default(),
            notes,
            inside: Vec::new(),
            rest: None,
            atoms: Vec::new(),
            pictures: Vec::new(),
            last_picture: LastPicture::default(),
            links: Vec::new(),
            written: None,
            owes_space: false,
            headline,
            heading: None,
            code: None,
            table: None,
            free_places: table::FREE_PLACES,
            longest_header: words.saturating_mul(8),
        };
        let steps = Walk::default();
        Pieces { steps, writer }
    }

    /// Returns the Markdown between the last cut and this one, or up to the end of the content without a cut. Cuts are
    /// ascending places in [`Page::text`], each before a word. The content is always the same.
    ///
    /// # Errors
    /// [`RenderError`](crate::output::RenderError); there are no further pieces then.
    pub fn next(&mut self, content: &Content<'_>, cut: Option<usize>) -> Rendered<String> {
        let Pieces { steps, writer } = self;
        while !writer.text_up_to(content.page(), cut)? {
            match steps.next(content) {
                Some(SelectedStep::Text(position)) => writer.begin_text(content, position),
                Some(SelectedStep::Open(position)) => writer.open(content, position)?,
                Some(SelectedStep::Close(position)) => writer.close(content, position)?,
                None => {
                    writer.flush()?;
                    break;
                }
            }
        }
        writer.cut()
    }
}

/// Writes the content that each call has, which is always the same.
struct MarkdownWriter {
    addresses: LinkResolver,
    /// Bounds the bytes of addresses: the parser's copies of a link repeat its address.
    budget: Budget,
    lines: Lines,
    math: Math,
    /// All code is fenced.
    fences: bool,
    /// The elements of the posts that have not begun.
    posts: std::vec::IntoIter<usize>,
    tabs: Tabs,
    texts: TextGaps,
    notes: Rc<Footnotes>,
    /// One for each open element.
    inside: Vec<Inside>,
    /// The rest of the current text node.
    rest: Option<Rest>,
    /// The current run of text.
    atoms: Vec<Atom>,
    /// Pictures before the next text of the run.
    pictures: Vec<Atom>,
    last_picture: LastPicture,
    /// The addresses of the links in the current run.
    links: Vec<String>,
    /// The reference whose label was written.
    written: Option<usize>,
    /// A text without words was left out: a space takes its place.
    owes_space: bool,
    /// An element that is written as a heading of the first level, whatever it is.
    headline: Option<usize>,
    /// The current heading.
    heading: Option<(usize, u8)>,
    /// The current block of code.
    code: Option<Code>,
    /// The current table.
    table: Option<Table>,
    /// The rest of [`table::FREE_PLACES`].
    free_places: usize,
    longest_header: usize,
}

impl MarkdownWriter {
    fn open(&mut self, content: &Content<'_>, position: usize) -> Rendered {
        let page = content.page();
        let tag = page.tag(position);
        let inside = self.inside_of(page, position)?;
        self.inside.push(inside);
        if let Some(code) = &mut self.code {
            if tag == Tag::Code && code.language.is_none() {
                code.language = code_language::stated(page, position, true);
            }
            return Ok(());
        }
        if pictures::is_picture(page, position) {
            self.picture(page, position)?;
        } else if tag.is_player() {
            self.player(page, position)?;
        }
        if let Some(table) = &mut self.table
            && table.open(position, tag)
        {
            return Ok(());
        }
        if !self.is_in_line() && is_code_block(page, position) {
            self.flush()?;
            self.code = Some(Code {
                element: position,
                language: code_language::around(page, position),
                text: None,
            });
            return Ok(());
        }
        if self.is_in_line() || !tag.is_block() {
            return Ok(());
        }
        self.flush()?;
        if self.table.is_none() && self.begins_post(position) {
            self.lines.owe_rule();
        }
        let is_item = matches!(tag, Tag::Li | Tag::Dd);
        if !is_item {
            self.label_of_panel(page, position)?;
        }
        let level = if self.headline == Some(position) {
            Some(1)
        } else {
            heading_level(page, position)
        };
        if let Some(level) = level {
            self.heading = Some((position, level));
            return Ok(());
        }
        match tag {
            Tag::Table => self.table = Table::of(content, position, &mut self.free_places)?,
            Tag::Ul | Tag::Menu | Tag::Dir => self.lines.open_list(content, position, false),
            Tag::Ol => self.lines.open_list(content, position, true),
            Tag::Blockquote if !is_indentation(page, position) => self.lines.open_quote(position),
            Tag::Dt => self.lines.end_items(),
            // Behind the mark of a footnote a rule could be read as the target of a reference definition.
            Tag::Hr if self.lines.begins_note() => {}
            Tag::Hr => self.lines.write_rule()?,
            _ => match self.notes.label_of(position) {
                Some(label) => self.lines.open_note(position, label),
                None if is_item => {
                    self.lines.open_item(page, position);
                    self.label_of_panel(page, position)?;
                }
                None => {}
            },
        }
        Ok(())
    }

    fn close(&mut self, content: &Content<'_>, position: usize) -> Rendered {
        self.inside.pop();
        if let Some(code) = &self.code {
            if code.element == position {
                self.end_code()?;
            }
            return Ok(());
        }
        if let Some(mut table) = self.table.take_if(|table| table.element == position) {
            self.flush()?;
            return self.write_rows(table.rows(self.longest_header)?);
        }
        if let Some(mut table) = self.table.take_if(|table| table.cell == Some(position)) {
            let cell = self.line(table.place())?;
            table.end_cell(cell);
            self.table = Some(table);
            return Ok(());
        }
        if let Some((_, level)) = self.heading.take_if(|(element, _)| *element == position) {
            self.end_heading(level)?;
        }
        if self.is_in_line() || !content.page().tag(position).is_block() {
            return Ok(());
        }
        self.flush()?;
        self.lines.close(position);
        Ok(())
    }

    /// Returns `true` for the first element of a post that is not the first one.
    fn begins_post(&mut self, position: usize) -> bool {
        let waiting = self.posts.as_slice();
        let begun = waiting.partition_point(|post| *post <= position);
        begun > 0 && self.posts.nth(begun - 1).is_some()
    }

    /// Writes the label of a tab before its panel.
    fn label_of_panel(&mut self, page: &Page, position: usize) -> Rendered {
        let Some(tab) = self.tabs.tab_of(position) else {
            return Ok(());
        };
        let style = Style {
            strong: true,
            ..Style::default()
        };
        let token = Token::Text(collapse(page.text_at(tab))?);
        let gap = Gap::LeftOut;
        self.atoms.try_push(Atom { gap, style, token })?;
        self.flush()
    }

    /// Returns `true` while text belongs to one line: in a heading or a cell.
    fn is_in_line(&self) -> bool {
        self.heading.is_some() || self.table.as_ref().is_some_and(|table| table.cell.is_some())
    }

    /// Writes the run as a paragraph.
    fn flush(&mut self) -> Rendered {
        self.push_pictures(true)?;
        if self.atoms.is_empty() {
            return Ok(());
        }
        for part in line_items::parts(&mut self.atoms, self.lines.begins_item())? {
            match part {
                RunPart::Paragraph(mut atoms) => {
                    let lines = inline::write(&mut atoms, &self.links, RunPlace::Paragraph)?;
                    self.lines.write(LineBlock::Paragraph, &lines)?;
                }
                RunPart::Items(items) => {
                    let links = &self.links;
                    self.lines.write_items(
                        items.into_iter().map(|mut item| inline::write(&mut item, links, RunPlace::Paragraph)),
                    )?;
                }
            }
        }
        self.forget_links();
        Ok(())
    }

    /// Ends a piece: everything so far is written.
    fn cut(&mut self) -> Rendered<String> {
        if let Some(code) = &mut self.code {
            if let Some(text) = code.text.take() {
                let language = code.language.clone();
                self.write_code(language.as_deref(), &text)?;
            }
        } else if let Some(mut table) = self.table.take() {
            if table.cell.is_some() {
                let cell = self.line(table.place())?;
                self.write_rows(table.cut(cell, self.longest_header)?)?;
            } else {
                self.flush()?;
            }
            self.table = Some(table);
        } else if let Some((_, level)) = self.heading {
            self.end_heading(level)?;
        } else {
            self.flush()?;
        }
        Ok(self.lines.cut())
    }

    /// Writes the lines of a table, if it has any.
    fn write_rows(&mut self, rows: Option<String>) -> Rendered {
        rows.map_or(Ok(()), |rows| self.lines.write_apart(LineBlock::Other, &rows))
    }

    /// Writes the run as a heading.
    fn end_heading(&mut self, level: u8) -> Rendered {
        let line = self.line(RunPlace::Heading)?;
        if line.is_empty() {
            return Ok(());
        }
        let mut heading = "#".repeat(usize::from(level));
        heading.try_push_all(&[" ", &line])?;
        self.lines.write(LineBlock::Other, &heading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{check_markdown, markdown_of};

    #[test]
    fn quotations_that_indent_are_none() {
        check_markdown(
            Tag::Html,
            "
            <blockquote><ul><li>a</ul><pre>b</pre></blockquote> => - a||```|b|```
            <blockquote><div><div class=highlight><pre>a</pre></div></div></blockquote> => ```|a|```
            <ul><li>a<blockquote><div><p>b</div></blockquote></ul> => - a||  b
            <blockquote><div><p>a</div></blockquote> => > a
            <ul><li>a<blockquote><p>b</blockquote></ul> => - a||  > b
            <blockquote class=quote><ul><li>a</ul></blockquote> => > - a
            <blockquote>a<ul><li>b</ul></blockquote> => > a|>|> - b",
        );
    }

    #[test]
    fn styles_of_spans_are_emphasis() {
        check_markdown(
            Tag::Html,
            "
            <p>a <span style='color: red; FONT-WEIGHT: 700'>bb</span> c => a **bb** c
            <p><span style='font-weight:bold;font-style:italic !important'>aa</span> b => ***aa*** b
            <p><b>aa <span style=font-weight:400>bb</span></b> => **aa** bb
            <p><span style='font-weight:700;font-weight:400;font-style:normal'>aa</span> => aa
            <h2>a <span style=font-weight:700>bb</span></h2> => ## a bb
            <p><span style=font-weight:700>W</span>hen => When
            <p><span style=font-weight:600>7</span> o'clock => **7** o'clock
            <p><b>aa <span class=s1 style='font-weight:inherit;font-style:var(--x)'>bb</span></b> => **aa bb**
            <p><span class=token style=font-style:italic>import</span> a => import a
            <p><code>a <span style=font-weight:700>bb</span></code> => `a bb`",
        );
    }

    #[test]
    fn rules_stand_between_posts() {
        for [html, expected] in cases(
            "
            <h1>x</h1><article>a</article><article><h2>b</h2>c</article><article><ul><li>d</ul></article>e \
            => # x||a||___||## b||c||___||- d||e
            <article>a</article><hr><article>b</article><article><hr>c</article> => a||___||b||___||c
            <article>a<article>b</article></article><article><img src=a.gif width=1></article><article>c</article> \
            => a||___||b||___||c
            <ul><li><article>a</article><li><article>b</article></ul> => - a|- b
            <table><tr><td><article>a</article><td><article>b</article></table> => a||___||b",
        ) {
            let page = Page::sample(html);
            let is_post = |at: &usize| page.element(*at).is_some_and(|element| element.name() == "article");
            let posts: Vec<usize> = page.positions().filter(is_post).collect();
            let form = Form {
                posts: &posts,
                ..Form::default()
            };
            let written = markdown_with(&page, &Selection::whole(&page).unwrap(), None, form).unwrap();
            assert_eq!(written.unwrap().replace('\n', "|"), expected, "{html}");
        }
    }

    #[test]
    fn paragraphs_that_are_set_as_headings_are_none() {
        let long = "word ".repeat(30);
        for (html, is_heading) in [
            (format!("<h2>{long}end.</h2>"), false),
            (format!("<h2>{long}end.”</h2>"), false),
            (format!("<h2>{long}end</h2>"), true),
            (format!("<h1>{long}end.</h1>"), true),
            ("<h2>A short one.</h2>".to_owned(), true),
        ] {
            assert_eq!(markdown_of(&html, Tag::Html).starts_with('#'), is_heading, "{html}");
        }
    }

    #[test]
    fn links_of_pictures() {
        check_markdown(
            Tag::P,
            "
            <p>x <a href=a.png><img src=a.png></a> => x ![](a.png)
            <p>x <a href=a.jpg><img src=a-300x200.jpg></a> => x ![](a.jpg)
            <p>x <a href=a-300x200.jpg><img src=a.jpg></a> => x ![](a.jpg)
            <p>x <a href=b.jpg><img src=a-30x20.jpg></a> => x ![](b.jpg)
            <p>x <a href=b.jpg><img src=a.jpg></a> => x [![](a.jpg)](b.jpg)
            <p>x <a href=b><img src=a.jpg?width=50&height=50></a> => x
            <p>x <img src=a-30x20.jpg width=300> => x ![](a-30x20.jpg)
            <p>x <img src=a-30x20.jpg data-image=a.jpg> => x ![](a.jpg)
            <p>x <a href=#>ⓘ</a> y => x y",
        );
    }
}
