//! The statements of a page's elements: microdata, RDFa, `<time>`, bylines and headings, in one walk.
//!
//! A hidden element may be a statement for machines. The text of a hidden element is no part of what is around it.

mod byline;
mod dates;
mod licenses;
mod microdata;
mod said;
mod stated_titles;
mod teasers;

use super::author_names::EDGE;
use super::statements::{Field, Source, Statements, Wanted};
use crate::prelude::*;
use byline::{Byline, NearLine};
use dates::Dates;
use goce_core::html::{Edge, Name, Node};
use goce_core::page::Display;
// The start of an attribute alone is read: the parser may copy its element many times.
use goce_core::areas::start_of_name as start;
use goce_core::texts::memo::Memo;
use goce_core::texts::site::host;
use goce_core::texts::spaces::trimmed;
use licenses::leads_to_license;
use microdata::Item;
use said::Said;
use stated_titles::WithoutHeading;
use teasers::{Place, Titles};

/// Bytes that are kept of an element's text.
const TEXT: usize = 2048;

/// An open element whose text is a statement.
struct OpenText {
    depth: usize,
    field: Field,
    source: Source,
    text: String,
    /// The number of the element.
    element: u64,
    /// It goes on with the byline before it.
    goes_on: bool,
    place: Place,
}

impl OpenText {
    fn push(&mut self, text: &str) {
        let room = TEXT.saturating_sub(self.text.len());
        self.text.push_str(start_of(text, room));
    }
}

#[derive(Default)]
struct Walk {
    statements: Statements,
    wanted: Wanted,
    /// An element has an attribute of microdata or RDFa.
    has_microdata: bool,
    /// Class and id of the element that was opened last.
    names: String,
    depth: usize,
    /// The depth of the innermost open element that is noted here, or whose text is read: few are.
    noted: usize,
    /// The depth of the outermost open element that shows nothing.
    mute: Option<usize>,
    /// The depth of the open element that is hidden from the page's reader.
    hidden: Option<usize>,
    /// A link of the page leads to a licence: what is a picture's is looked for.
    has_license: bool,
    /// The depth of the outermost open figure.
    figure: Option<usize>,
    /// A picture stands before in the block, outside links to licences: badges of licences stand in them.
    has_picture: bool,
    /// The depth of the open link to a licence.
    license: Option<usize>,
    /// The depth of the outermost open element that is about something else: comments, teasers, footers.
    beside: Option<usize>,
    /// Those that name the page, and others.
    texts: [Vec<OpenText>; 2],
    items: Vec<Item>,
    /// Works so far. The first is the page's.
    works: usize,
    /// All works within no other: of a list that states several, none is the page's.
    all_works: usize,
    /// An item is a product or another subject.
    has_typed: bool,
    /// Elements so far.
    elements: u64,
    /// The element that was opened last is a link to an author.
    is_author_link: bool,
    /// It holds the role of somebody.
    is_role: bool,
    /// The last byline of elements that hold a name, and of those that may, and the first in the foot of the article.
    bylines: [Option<Byline>; 3],
    /// Bylines of teasers above the heading.
    of_teasers: Vec<String>,
    /// The depth of the outermost open article, of a quotation or another article in it, and of its foot.
    article: Option<usize>,
    within_article: Option<usize>,
    foot: Option<usize>,
    /// A heading of the open article is the page's title. How many headings were compared with that.
    is_own_article: bool,
    compared: usize,
    near_line: NearLine,
    /// Where bylines stand, and the titles before them.
    places: Vec<(Source, Place)>,
    all_titles: Titles,
    /// No text was read since a block began or ended.
    begins_block: bool,
    /// The host of the page's own address, if its head states that.
    own_host: Option<String>,
    /// The depth of the first link to the site's front page, while it is open, or 0.
    home_link: Option<usize>,
    dates: Dates,
    /// The depth of the open heading, and how many texts stand before it.
    heading: Option<(usize, u32)>,
    /// Titles that the page states, if no heading is one.
    titles: WithoutHeading,
    /// Headings of the second and of the third level that were read.
    lower_headings: [usize; 2],
}

/// Reads a page's elements into statements. Returns `true` if one is an item of microdata or RDFa that is a
/// product or another subject.
pub fn read(page: &Page, statements: &mut Statements) -> Fallible<bool> {
    let wanted = statements.wanted();
    let links = || page.tree().elements_named(names::A).checking(CHECK_EVERY);
    let own_address = statements.by_trust(Field::Url, &[Source::Head, Source::OpenGraph]).next();
    let own_host = own_address.and_then(|(_, url)| host(url)).filter(|host| !host.is_empty());
    let own_host = own_host.map(try_to_owned).transpose()?;
    let has_license =
        wanted == Wanted::All && links().any(|link| link.value().as_element().is_some_and(leads_to_license));
    let titles = WithoutHeading::on(page, statements);
    let mut attributes = page.tree().attributes().checking(CHECK_BYTES);
    let mut walk = Walk {
        own_host,
        has_microdata: attributes.any(|attribute| is_of_microdata(attribute.local())),
        wanted,
        titles,
        statements: std::mem::take(statements),
        has_license,
        begins_block: true,
        ..Walk::default()
    };
    let mut classes = Memo::default();
    // Nothing within a hidden element or text begins another.
    let mut unseen = page.unseen().map(|(id, _)| id).peekable();
    for edge in page.tree().root().traverse_elements().checking(CHECK_EVERY) {
        match edge {
            Edge::Open(node) => {
                let is_hidden = unseen.next_if_eq(&node.id()).is_some();
                match node.value() {
                    Node::Element(element) => {
                        walk.depth += 1;
                        if is_hidden {
                            walk.hidden = Some(walk.note());
                        }
                        walk.open(element, &mut classes)?;
                    }
                    Node::Text(text) if walk.mute.is_none() => walk.read_text(text, is_hidden)?,
                    _ => {}
                }
            }
            Edge::Close(node) => node.as_element().map_or(Ok(()), |element| walk.close(element))?,
        }
    }
    walk.end_byline(Source::Element)?;
    walk.end_byline(Source::Class)?;
    walk.end_line()?;
    walk.end_byline(Source::Near)?;
    walk.forget_teasers();
    for names in std::mem::take(&mut walk.of_teasers) {
        walk.statements.add(Field::Author, Source::Near, &names)?;
    }
    walk.dates.state(&mut walk.statements)?;
    *statements = walk.statements;
    Ok(walk.has_typed)
}

impl Walk {
    fn read_text(&mut self, text: &str, is_hidden: bool) -> Fallible {
        if self.wanted == Wanted::Naming {
            if !is_hidden {
                self.text(text);
            }
            return Ok(());
        }
        let trimmed = trimmed(text);
        // Most texts are white space between elements.
        if !trimmed.is_empty() {
            if self.beside.is_none() && !is_hidden {
                self.line(trimmed)?;
            }
            let is_own = self.beside.is_none() && self.foot.is_none();
            self.all_titles.look(Tag::Text, None, self.depth);
            self.dates.text(text, is_own, self.all_titles.place())?;
            if is_own && !is_hidden && self.titles.has(text) {
                self.dates.titled()?;
            }
        }
        if !is_hidden {
            self.all_titles.text(trimmed.len());
            self.text(text);
            self.behind_names(text);
        }
        Ok(())
    }

    /// `classes` has what classes of elements without an id say.
    fn open<'p>(&mut self, element: Element<'p>, classes: &mut Memo<'p, Said>) -> Fallible {
        let tag = Tag::of(element);
        if tag == Tag::Html {
            let mut languages = [names::LANG, names::XML_LANG].into_iter().filter_map(|name| element.attr(name));
            let language = languages.find(|language| !language.trim().is_empty());
            self.statements.add(Field::Language, Source::Head, language.unwrap_or(""))?;
        }
        let read = if self.wanted == Wanted::All || self.has_microdata {
            Read::of(element)
        } else {
            Read::default()
        };
        // Microdata may stand in elements that show nothing.
        if read.has_microdata {
            self.microdata(element, tag)?;
        }
        if self.mute.is_some() {
            return Ok(());
        }
        if tag.display() == Display::None {
            if !matches!(tag, Tag::Meta | Tag::Link | Tag::Base) {
                self.mute = Some(self.note());
            }
            return Ok(());
        }
        if tag.display() != Display::Inline {
            self.text(" ");
            self.begins_block = true;
        }
        self.has_picture &= is_in_line(tag);
        self.has_picture |= tag == Tag::Img && self.license.is_none();
        if tag == Tag::Figure {
            let depth = self.note();
            self.figure.get_or_insert(depth);
        }
        self.elements += 1;
        self.edge(tag);
        if tag == Tag::H1 && self.hidden.is_none() {
            self.listen(Field::Title, Source::First);
        }
        // A headline of a lower level is among the first ones: blogs have titles of posts in the third.
        if let Some(level @ 2..=3) = tag.heading_level()
            && self.hidden.is_none()
            && self.lower_headings[usize::from(level - 2)] < 3
        {
            self.lower_headings[usize::from(level - 2)] += 1;
            self.listen(Field::Title, Source::Far);
        }
        // Before it, headings of XenForo have a mark of the thread: "Solved".
        if !self.texts[usize::from(Field::Title.is_naming())].is_empty()
            && element.attr(names::CLASS) == Some("label-append")
        {
            let titles = self.texts.iter_mut().flatten().filter(|open| open.field == Field::Title);
            titles.for_each(|open| open.text.clear());
        }
        if tag == Tag::A
            && self.home_link.is_none()
            && element.attr(names::HREF).is_some_and(|href| self.leads_home(href))
        {
            self.home_link = Some(self.note());
            self.listen(Field::SiteName, Source::Far);
        }
        if tag == Tag::Img && self.home_link.is_some_and(|depth| depth > 0) {
            let alternative = start(element.attr(names::ALT).unwrap_or(""));
            let sites = self.texts.iter_mut().flatten().filter(|open| open.field == Field::SiteName);
            sites.for_each(|open| open.push(alternative));
        }
        if self.wanted == Wanted::Naming {
            return Ok(());
        }
        self.all_titles.open(tag);
        // Blogs have headings of the third level for the titles of posts.
        let is_titled = |class: &str| ["entry-title", "post-title"].iter().any(|title| start(class).contains(title));
        if matches!(tag, Tag::H1 | Tag::H2) || tag == Tag::H3 && read.class.is_some_and(is_titled) {
            let depth = self.note();
            self.heading.get_or_insert((depth, self.dates.texts()));
        }
        let mut names = [read.class, read.id].into_iter().flatten();
        let mut is_menu =
            || tag == Tag::Nav || tag == Tag::Ul && names.any(|name| Meaning::Navigation.is_said_by(start(name)));
        if self.dates.since_heading().is_none() && is_menu() {
            self.dates.menu();
        }
        // The foot of MediaWiki, in any language. A wiki has no day of publication.
        if read.id == Some("footer-info-lastmod") {
            self.listen(Field::Modified, Source::Class);
        }
        if self.beside.is_some() && !self.has_license {
            return Ok(());
        }
        match (tag, self.article) {
            (Tag::Article, None) => (self.article, self.is_own_article) = (Some(self.note()), false),
            (Tag::Article | Tag::Blockquote, Some(_)) => {
                let depth = self.note();
                self.within_article.get_or_insert(depth);
            }
            _ => {}
        }
        let said = match (read.class, read.id) {
            (Some(class), None) => classes.get_or_find(start(class), |_| self.said_by(&read)),
            _ => self.said_by(&read),
        };
        self.is_role = said.role;
        if said.of_picture && !is_wide(tag) {
            let depth = self.note();
            self.figure.get_or_insert(depth);
        }
        if self.has_license && tag == Tag::A {
            self.license(element)?;
        }
        let has_own_foot = self.article.is_some() && self.is_own_article && self.within_article.is_none();
        let is_own_foot = tag == Tag::Footer && has_own_foot && !said.beside;
        if is_own_foot {
            let depth = self.note();
            self.foot.get_or_insert(depth);
        }
        let is_beside = matches!(tag, Tag::Footer | Tag::Aside | Tag::Nav) && !is_own_foot;
        let is_beside = is_beside || said.beside && !is_wide(tag);
        // A heading begins a box of others there.
        if self.beside.is_none() && tag.heading_level().is_some() {
            self.beside = self.foot;
        }
        if self.beside.is_none() && is_beside {
            self.beside = Some(self.note());
        }
        if self.beside.is_none() {
            self.date(element, tag, &read, &said)?;
            self.author(element, tag, &read, &said)?;
        }
        Ok(())
    }

    /// Returns `true` for the address of the front page: "/", or the host of the page's own address without a path.
    fn leads_home(&self, href: &str) -> bool {
        let href = start(href).trim();
        let is_own = |own: &String| href.trim_end_matches('/').ends_with(own) && host(href) == Some(own);
        matches!(href, "/" | "./") || self.own_host.as_ref().is_some_and(is_own)
    }

    /// Marks the edge of an element in the open bylines and dates: <b>03</b><b>2021</b>. The items of a list are several
    /// names.
    #[inline]
    fn edge(&mut self, tag: Tag) {
        if self.texts[0].is_empty() {
            return;
        }
        for open in self.texts[0].iter_mut().filter(|open| open.text.len() < TEXT) {
            let edge = match open.field {
                Field::Author => EDGE,
                Field::Date | Field::Modified => ' ',
                _ => continue,
            };
            if !open.text.is_empty() && !open.text.ends_with(edge) {
                open.text.push(edge);
                if tag == Tag::Li && edge == EDGE {
                    open.text.extend([',', EDGE]);
                }
            }
        }
    }

    /// Adds a text to what is read of the open elements. A hidden one is part of hidden elements alone.
    #[inline]
    fn text(&mut self, text: &str) {
        if self.texts.iter().any(|open| !open.is_empty()) {
            self.push(text);
        }
    }

    fn push(&mut self, text: &str) {
        let hidden = self.hidden.unwrap_or(0);
        for open in self.texts.iter_mut().flatten().filter(|open| open.depth >= hidden) {
            open.push(text);
        }
    }

    /// Notes something of the element that was just opened. Returns its depth.
    fn note(&mut self) -> usize {
        self.noted = self.depth;
        self.depth
    }

    fn close(&mut self, element: Element<'_>) -> Fallible {
        let tag = Tag::of(element);
        let is_noted = self.noted == self.depth;
        if is_noted
            && let Some((_, start)) = self.heading.take_if(|(heading, _)| *heading == self.depth)
            && self.dates.heading(tag, start)?
        {
            // Lines before the page's own heading are those of teasers above it.
            self.near_line = NearLine::Nothing;
            if self.dates.are_teasers_above() {
                self.places.clear();
                for source in [Source::Element, Source::Class] {
                    self.end_byline(source)?;
                    if self.statements.of(Field::Author, source).nth(1).is_some() {
                        self.of_teasers.try_extend(self.statements.take(Field::Author, source))?;
                    }
                }
            }
        }
        if matches!(tag, Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6) && self.beside.is_none() {
            self.dates.lower_heading();
            self.end_lower_heading();
        }
        if self.wanted == Wanted::All {
            self.all_titles.close(tag, self.dates.last());
        }
        self.begins_block |= tag.display() != Display::Inline;
        self.has_picture &= is_in_line(tag);
        self.edge(tag);
        if is_noted {
            self.end_noted()?;
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }

    /// Forgets what was noted of the innermost element, and states its text.
    fn end_noted(&mut self) -> Fallible {
        let depth = self.depth;
        let mut noted = self.heading.map_or(0, |(heading, _)| heading);
        for open in [
            &mut self.mute,
            &mut self.beside,
            &mut self.figure,
            &mut self.license,
            &mut self.hidden,
            &mut self.article,
            &mut self.within_article,
            &mut self.foot,
        ] {
            open.take_if(|open| *open == depth);
            noted = noted.max(open.unwrap_or(0));
        }
        if self.home_link == Some(depth) {
            self.home_link = Some(0);
        }
        for list in 0..self.texts.len() {
            while let Some(open) = self.texts[list].pop_if(|open| open.depth == depth) {
                let is_microdata = open.source == Source::Microdata;
                match open.field {
                    // A text that was cut is no name and no date.
                    _ if open.text.len() >= TEXT => {}
                    Field::Author if !is_microdata => {
                        if open.text.contains(char::is_alphanumeric) {
                            self.places.try_push((open.source, open.place))?;
                            self.add_name(open.source, &open.text, open.element, open.goes_on)?;
                        }
                    }
                    Field::Date | Field::Modified if !is_microdata => {
                        self.dates.add(open.field, open.source, &open.text, open.place)?;
                    }
                    field => {
                        // Headings that are compared.
                        if field == Field::Title && self.article.is_some() && self.compared < 16 {
                            self.compared += 1;
                            self.is_own_article |= stated_titles::has(&self.statements, &open.text);
                        }
                        self.statements.add(field, open.source, &open.text)?;
                    }
                }
            }
        }
        while self.items.pop_if(|item| item.depth == depth).is_some() {}
        let texts = self.texts.iter().filter_map(|texts| texts.last()).map(|open| open.depth);
        let others = texts.chain(self.items.last().map(|item| item.depth)).chain(self.home_link);
        self.noted = others.fold(noted, usize::max);
        Ok(())
    }

    /// Reads the text of the element that was just opened as a statement.
    fn listen(&mut self, field: Field, source: Source) {
        let element = self.elements;
        let goes_on = field == Field::Author && source != Source::Microdata && self.goes_on(source);
        let texts = &mut self.texts[usize::from(field.is_naming())];
        // Open elements whose text is read: those that name the page, and others. Further ones within them are not
        // read.
        if texts.len() < 8 && self.wanted.has(field) {
            self.noted = self.depth;
            texts.push(OpenText {
                depth: self.depth,
                field,
                source,
                text: String::new(),
                element,
                goes_on,
                place: self.all_titles.place(),
            });
        }
    }
}

impl Walk {
    /// Returns what the names of an element say.
    fn said_by(&mut self, read: &Read<'_>) -> Said {
        self.names.clear();
        for value in [read.class, read.id].into_iter().flatten() {
            self.names.push_str(start(value));
            self.names.push(' ');
        }
        if self.names.is_empty() {
            return Said::default();
        }
        Said::of(&self.names, self.has_license)
    }
}

/// What is read of the attributes of every element, in one go.
#[derive(Default)]
struct Read<'p> {
    class: Option<&'p str>,
    id: Option<&'p str>,
    rel: Option<&'p str>,
    data_author: Option<&'p str>,
    datetime: Option<&'p str>,
    title: Option<&'p str>,
    /// It has an attribute of microdata or RDFa.
    has_microdata: bool,
}

impl<'p> Read<'p> {
    fn of(element: Element<'p>) -> Self {
        let mut read = Read::default();
        for attribute in element.attrs() {
            // None of these has a prefix.
            let place = match attribute.local() {
                names::CLASS => &mut read.class,
                names::ID => &mut read.id,
                names::REL => &mut read.rel,
                names::DATA_AUTHOR => &mut read.data_author,
                names::DATETIME => &mut read.datetime,
                names::TITLE => &mut read.title,
                name => {
                    read.has_microdata |= is_of_microdata(name);
                    continue;
                }
            };
            *place = place.or(Some(attribute.value()));
        }
        read
    }
}

/// Returns `true` for the name of an attribute of microdata or RDFa.
#[inline]
fn is_of_microdata(name: Name) -> bool {
    matches!(name, names::ITEMPROP | names::ITEMSCOPE | names::ITEMTYPE | names::PROPERTY | names::TYPEOF)
}

/// Returns `true` for an element that ends no block.
#[inline]
fn is_in_line(tag: Tag) -> bool {
    matches!(tag.display(), Display::Inline | Display::Break)
}

/// Returns `true` for an element that is the page or its work, whatever its names say.
fn is_wide(tag: Tag) -> bool {
    matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article)
}
