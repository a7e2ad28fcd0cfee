//! What the elements of a page state: microdata, RDFa, `<time>`, bylines and headings, in one walk.

use html5ever::{LocalName, local_name};
use scraper::node::Element;

use super::json_ld::rank;
use super::statements::{Field, Source, Statements};
use crate::page::{Display, Page, Step, Tag, attribute};

/// Steps of the walk between two ticks.
const STEPS: u32 = 512;

/// Bytes kept of an element's text.
const TEXT: usize = 2048;

/// Elements whose text is being read at once; those inside more wait for none.
const OPEN_TEXTS: usize = 8;

/// Bytes of class and id that are looked at.
const NAMES: usize = 256;

/// Bytes of a text that may be a date beside the heading.
const SHORT: usize = 80;

/// Texts after a heading, and before the first, among which a date is the page's.
const AFTER_HEADING: u32 = 24;
const BEFORE_HEADING: u32 = 8;

/// Whether four digits stand in a text.
fn has_year(text: &str) -> bool {
    text.as_bytes()
        .windows(4)
        .any(|four| four.iter().all(u8::is_ascii_digit))
}

/// An element whose text states something.
struct OpenText {
    depth: usize,
    field: Field,
    source: Source,
    text: String,
}

/// An item of microdata that is open.
struct Item {
    depth: usize,
    /// What its properties are about: the page's work, the page, or something else.
    about: About,
    /// The field that the item's own name is the value of.
    named: Option<Field>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Work,
    Other,
}

struct Walk<'s> {
    statements: &'s mut Statements,
    depth: usize,
    /// The depth of the outermost open element that shows nothing.
    mute: Option<usize>,
    /// The depth of the outermost open element that is about something else: comments, teasers, footers.
    beside: Option<usize>,
    texts: Vec<OpenText>,
    items: Vec<Item>,
    /// Works seen so far: the first is the page's.
    works: usize,
    /// Texts since the last `<h1>` ended; none before the first.
    since_heading: Option<u32>,
    /// The last text with a year before the first `<h1>`, and the texts since.
    before_heading: Option<(String, u32)>,
}

/// Reads a page's elements into statements.
pub fn read(page: &Page, statements: &mut Statements, tick: &mut dyn FnMut()) {
    let mut walk = Walk {
        statements,
        depth: 0,
        mute: None,
        beside: None,
        texts: Vec::new(),
        items: Vec::new(),
        works: 0,
        since_heading: None,
        before_heading: None,
    };
    let mut steps = 0u32;
    for step in page.walk() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(STEPS) {
            tick();
        }
        match step {
            Step::Open(element) => {
                walk.depth += 1;
                walk.open(element);
            }
            Step::Text(text) if walk.mute.is_none() => {
                walk.near(text);
                walk.text(text);
            }
            Step::Text(_) => {}
            Step::Close(element) => {
                if element.name.local == local_name!("h1") {
                    walk.since_heading = Some(0);
                }
                walk.close();
                walk.depth = walk.depth.saturating_sub(1);
            }
        }
    }
    if let Some((text, texts)) = walk.before_heading
        && texts <= BEFORE_HEADING
    {
        walk.statements.add(Field::Date, Source::Near, &text);
    }
}

impl Walk<'_> {
    fn open(&mut self, element: &Element) {
        let tag = Tag::of(element);
        if tag == Tag::Html
            && let Some(language) = attribute(element, &local_name!("lang"))
        {
            self.statements.add(Field::Language, Source::Head, language);
        }
        // Metadata of items may stand in the body, and show nothing.
        self.microdata(element, tag);
        if self.mute.is_some() {
            return;
        }
        if tag.display() == Display::None {
            if !matches!(tag, Tag::Meta | Tag::Link | Tag::Base) {
                self.mute = Some(self.depth);
            }
            return;
        }
        if tag.display() != Display::Inline {
            self.text(" ");
        }
        let names = names(element);
        if self.beside.is_none() && is_beside(tag, &names) {
            self.beside = Some(self.depth);
        }
        if tag == Tag::H1 {
            self.listen(Field::Title, Source::First);
        }
        if self.beside.is_none() {
            if tag == Tag::Time {
                self.time(element, &names);
            } else if !matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article) {
                self.date_by_class(element, &names);
            }
            self.author(element, tag, &names);
        }
    }

    fn text(&mut self, text: &str) {
        for open in &mut self.texts {
            let room = TEXT.saturating_sub(open.text.len());
            let mut end = text.len().min(room);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            open.text.push_str(&text[..end]);
        }
    }

    /// Takes note of a short text with a year just after or before the heading: there stand dates in pages that
    /// mark them up by nothing.
    fn near(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() || self.beside.is_some() {
            return;
        }
        let dated = (6..=SHORT).contains(&text.len()) && has_year(text);
        match &mut self.since_heading {
            Some(texts) => {
                *texts = texts.saturating_add(1);
                if dated && *texts <= AFTER_HEADING {
                    let lower = text.to_lowercase();
                    let changed = ["updated", "modified", "reviewed"]
                        .iter()
                        .any(|word| lower.contains(word));
                    let field = if changed {
                        Field::Modified
                    } else {
                        Field::Date
                    };
                    self.statements.add(field, Source::Near, text);
                }
            }
            None if dated => self.before_heading = Some((text.to_owned(), 0)),
            None => {
                if let Some((_, texts)) = &mut self.before_heading {
                    *texts = texts.saturating_add(1);
                }
            }
        }
    }

    fn close(&mut self) {
        let depth = Some(self.depth);
        if self.mute == depth {
            self.mute = None;
        }
        if self.beside == depth {
            self.beside = None;
        }
        while let Some(open) = self.texts.pop_if(|open| open.depth == self.depth) {
            // A longer text is no name and no date.
            if open.text.len() < TEXT {
                self.statements.add(open.field, open.source, &open.text);
            }
        }
        while self.items.pop_if(|item| item.depth == self.depth).is_some() {}
    }

    /// Takes the text of the element just opened as a statement.
    fn listen(&mut self, field: Field, source: Source) {
        if self.texts.len() < OPEN_TEXTS {
            self.texts.push(OpenText {
                depth: self.depth,
                field,
                source,
                text: String::new(),
            });
        }
    }

    /// `itemscope`, `itemtype` and `itemprop`, or RDFa's `typeof` and `property`.
    fn microdata(&mut self, element: &Element, tag: Tag) {
        let property = attribute(element, &local_name!("itemprop")).or_else(|| {
            let rdfa = attribute(element, &local_name!("property"))?;
            Some(rdfa.strip_prefix("schema:").unwrap_or(rdfa))
                .filter(|_| !matches!(tag, Tag::Meta | Tag::Link))
        });
        let kind = attribute(element, &local_name!("itemtype"))
            .or_else(|| attribute(element, &LocalName::from("typeof")));
        let is_item = kind.is_some() || attribute(element, &local_name!("itemscope")).is_some();
        let parent = self.items.last().map(|item| (item.about, item.named));
        let field = property.and_then(|property| {
            property
                .split_ascii_whitespace()
                .take(4)
                .find_map(|name| match parent {
                    Some((About::Work, _)) => field_of(name),
                    Some((About::Other, named)) => named.filter(|_| name == "name"),
                    // Without an item only what cannot mean anything else.
                    None => field_of(name).filter(|field| {
                        matches!(field, Field::Author | Field::Date | Field::Modified)
                    }),
                })
        });
        if is_item {
            let kinds = kind.unwrap_or("").split_ascii_whitespace().take(4);
            let is_work = kinds.filter_map(rank).min().is_some_and(|rank| rank <= 3);
            // An item that is a property of nothing, or the main entity of a page.
            let on_top = parent.is_none_or(|_| property == Some("mainEntity"));
            let about = if is_work && on_top && self.works == 0 {
                About::Work
            } else {
                About::Other
            };
            let is_page = kind.is_some_and(|kind| kind.trim_end().ends_with("Page"));
            self.works += usize::from(about == About::Work && !is_page);
            self.items.push(Item {
                depth: self.depth,
                about,
                named: field.filter(|field| matches!(field, Field::Author | Field::SiteName)),
            });
        } else if let Some(field) = field {
            self.property(element, tag, field);
        }
    }

    fn property(&mut self, element: &Element, tag: Tag, field: Field) {
        let value = match tag {
            Tag::Meta => attribute(element, &local_name!("content")),
            Tag::Time => attribute(element, &local_name!("datetime")),
            Tag::Img => attribute(element, &local_name!("src")),
            Tag::Link => attribute(element, &local_name!("href")),
            Tag::A if matches!(field, Field::Url | Field::Image) => {
                attribute(element, &local_name!("href"))
            }
            _ => attribute(element, &local_name!("content")),
        };
        match value {
            Some(value) => self.statements.add(field, Source::Microdata, value),
            None if self.mute.is_none() => self.listen(field, Source::Microdata),
            None => {}
        }
    }

    /// `<time>`: of publication or of change where it says so, else the first of the page.
    fn time(&mut self, element: &Element, names: &str) {
        let published = attribute(element, &LocalName::from("pubdate")).is_some()
            || ["publish", "posted", "entry-date", "dt-published", "created"]
                .iter()
                .any(|name| names.contains(name));
        let modified = ["updated", "modified"]
            .iter()
            .any(|name| names.contains(name));
        let (field, source) = match (modified, published) {
            (true, false) => (Field::Modified, Source::Element),
            (_, true) => (Field::Date, Source::Element),
            _ => (Field::Date, Source::First),
        };
        match attribute(element, &local_name!("datetime")) {
            Some(value) if !value.trim().is_empty() => self.statements.add(field, source, value),
            _ => self.listen(field, source),
        }
    }

    fn date_by_class(&mut self, element: &Element, names: &str) {
        if ["updated", "modified"]
            .iter()
            .any(|name| names.contains(name))
        {
            self.listen(Field::Modified, Source::Class);
        } else if ["date", "publish", "posted", "timestamp"]
            .iter()
            .any(|name| names.contains(name))
        {
            let value = attribute(element, &local_name!("content"))
                .or_else(|| attribute(element, &local_name!("datetime")));
            match value {
                Some(value) => self.statements.add(Field::Date, Source::Class, value),
                None => self.listen(Field::Date, Source::Class),
            }
        }
    }

    fn author(&mut self, element: &Element, tag: Tag, names: &str) {
        let rel = attribute(element, &local_name!("rel")).unwrap_or("");
        let by_rel = rel
            .split_ascii_whitespace()
            .take(8)
            .any(|rel| rel.eq_ignore_ascii_case("author"));
        let by_link =
            tag == Tag::A && attribute(element, &local_name!("href")).is_some_and(leads_to_author);
        // Forum software: the post's author, who wrote the page if the post is the first.
        if let Some(name) = attribute(element, &LocalName::from("data-author")) {
            self.statements.add(Field::Author, Source::Class, name);
        }
        const SURE: [&str; 13] = [
            "author-name",
            "author_name",
            "authorname",
            "author__name",
            "byline-name",
            "byline__name",
            "byline__author",
            "byline-author",
            "byline_author",
            "article-author",
            "entry-author",
            "post-author",
            "p-author",
        ];
        const NOT: [&str; 14] = [
            "bio",
            "box",
            "image",
            "avatar",
            "img",
            "photo",
            "desc",
            "title",
            "social",
            "date",
            "authority",
            "authoriz",
            "container",
            "list",
        ];
        let by_class =
            !NOT.iter().any(|part| names.contains(part)) && !matches!(tag, Tag::Html | Tag::Body);
        if by_rel || by_link || (by_class && SURE.iter().any(|part| names.contains(part))) {
            self.listen(Field::Author, Source::Element);
        } else if by_class
            && ["author", "byline", "writer", "username"]
                .iter()
                .any(|part| names.contains(part))
        {
            self.listen(Field::Author, Source::Class);
            // "by Ann » 3 May 2021"
            self.listen(Field::Date, Source::Near);
        }
    }
}

/// What a property of schema.org states.
fn field_of(name: &str) -> Option<Field> {
    Some(match name {
        "headline" | "name" => Field::Title,
        "author" | "creator" => Field::Author,
        "datePublished" | "dateCreated" | "uploadDate" => Field::Date,
        "dateModified" => Field::Modified,
        "publisher" => Field::SiteName,
        "inLanguage" => Field::Language,
        "description" => Field::Description,
        "image" | "thumbnailUrl" => Field::Image,
        "url" | "mainEntityOfPage" => Field::Url,
        "keywords" => Field::Tag,
        _ => return None,
    })
}

/// Whether an address is that of an author's page.
fn leads_to_author(href: &str) -> bool {
    let path = href.get(..NAMES).unwrap_or(href).to_ascii_lowercase();
    [
        "/author/",
        "/authors/",
        "/contributor/",
        "/contributors/",
        "/byline/",
        "/auteur/",
        "/autor/",
    ]
    .iter()
    .any(|part| path.contains(part))
}

/// Class and id of an element in lower case.
fn names(element: &Element) -> String {
    let mut names = String::new();
    for name in [local_name!("class"), local_name!("id")] {
        if let Some(value) = attribute(element, &name) {
            names.extend(value.chars().take(NAMES).map(|c| c.to_ascii_lowercase()));
            names.push(' ');
        }
    }
    names
}

/// Whether an element is about something else than the page's work.
fn is_beside(tag: Tag, names: &str) -> bool {
    const NAMES: [&str; 11] = [
        "comments",
        "commentlist",
        "comment-",
        "related",
        "sidebar",
        "widget-area",
        "recommend",
        "footer",
        "newsletter",
        "trending",
        "most-read",
    ];
    match tag {
        Tag::Html | Tag::Body | Tag::Main | Tag::Article => false,
        Tag::Footer | Tag::Aside | Tag::Nav => true,
        _ => names
            .split(' ')
            .any(|name| NAMES.iter().any(|beside| name.starts_with(beside))),
    }
}
