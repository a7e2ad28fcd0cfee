//! What a page says of itself: title, authors, dates, site, language, description, image, address, tags.
//!
//! Every source is read into [`Statements`] first; then each field is decided by an order of trust, which
//! docs/metadata.md states with what was measured. Nothing is taken that the page does not say.

mod addresses;
mod dates;
mod head;
mod json_ld;
mod markup;
mod names;
mod statements;
mod text;
mod titles;

use html5ever::local_name;
use serde_json::{Map, Value};

use crate::page::Page;
use addresses::Base;
use dates::{DayOrder, Moment};
use head::Head;
use json_ld::Known;
use statements::{Field, Source, Statements};
use text::{clean, key};
use titles::Titles;

/// Authors kept.
const MOST_AUTHORS: usize = 64;

/// Titles and addresses that are compared with others.
const COMPARED: usize = 16;

/// Tags kept.
const MOST_TAGS: usize = 64;

/// Characters of a tag, and of a site's name.
const LONGEST_NAME: usize = 100;

/// What a page says of itself. A field that it does not state is `None` or empty.
#[allow(missing_docs)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pub title: Option<String>,
    /// In the order in which the page names them.
    pub authors: Vec<String>,
    /// ISO 8601, of publication: a day, with time and offset from UTC where they are known.
    pub date: Option<String>,
    /// The same, of the last change.
    pub modified: Option<String>,
    pub sitename: Option<String>,
    /// BCP 47.
    pub language: Option<String>,
    pub description: Option<String>,
    /// An absolute address.
    pub image: Option<String>,
    /// The canonical address, absolute.
    pub url: Option<String>,
    pub tags: Vec<String>,
}

impl Metadata {
    /// Reads a page. `url` is its address where that is known: relative addresses are resolved by it, and
    /// a day in its path is the last source of a date.
    pub fn of(page: &Page, url: Option<&str>, tick: &mut dyn FnMut()) -> Metadata {
        let mut statements = Statements::default();
        let mut head = Head::default();
        for (index, (element, text)) in page.metadata().enumerate() {
            if index % 64 == 63 {
                tick();
            }
            head.read(element, text, &mut statements);
        }
        markup::read(page, &mut statements, tick);
        let base = Base::of(url, page, tick);
        let scripts = page
            .metadata()
            .filter(|(element, _)| element.name.local == local_name!("script"));
        let known = known(&statements, url);
        json_ld::read(scripts.map(|(_, text)| text), &known, &mut statements, tick);
        Decision {
            statements: &statements,
            base,
            tick,
        }
        .metadata(url)
    }

    /// As a JSON object of the fields that the page states; `author` is `authors`, joined by "; ".
    pub fn into_json(self) -> Value {
        let mut object = Map::new();
        let author = (!self.authors.is_empty()).then(|| self.authors.join("; "));
        let texts = [
            ("title", self.title),
            ("author", author),
            ("date", self.date),
            ("modified", self.modified),
            ("sitename", self.sitename),
            ("language", self.language),
            ("description", self.description),
            ("image", self.image),
            ("url", self.url),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                object.insert(name.to_owned(), Value::String(text));
            }
        }
        for (name, texts) in [("authors", self.authors), ("tags", self.tags)] {
            if !texts.is_empty() {
                let texts = texts.into_iter().map(Value::String).collect();
                object.insert(name.to_owned(), Value::Array(texts));
            }
        }
        Value::Object(object)
    }
}

/// What tells the page's own object in JSON-LD from others.
fn known(statements: &Statements, url: Option<&str>) -> Known {
    let urls = statements.by_trust(Field::Url, &[Source::Head, Source::OpenGraph]);
    let titles = statements.by_trust(
        Field::Title,
        &[Source::OpenGraph, Source::Head, Source::First],
    );
    Known {
        addresses: urls
            .map(|(_, url)| url)
            .take(COMPARED)
            .chain(url)
            .map(json_ld::address)
            .collect(),
        titles: titles
            .take(COMPARED)
            .map(|(_, title)| key(title))
            .filter(|title| !title.is_empty() && title.len() <= titles::LONGEST)
            .collect(),
    }
}

/// The choice among statements.
struct Decision<'a> {
    statements: &'a Statements,
    base: Base,
    tick: &'a mut dyn FnMut(),
}

impl Decision<'_> {
    fn metadata(self, url: Option<&str>) -> Metadata {
        let language = self.language();
        let order = language.as_deref().map_or(DayOrder::Unknown, DayOrder::of);
        let sitename = self.sitename();
        let canonical = self.address(
            Field::Url,
            &[
                Source::Head,
                Source::OpenGraph,
                Source::JsonLd,
                Source::Twitter,
                Source::Meta,
            ],
        );
        let date = self.date(order, &[url, canonical.as_deref()]);
        (self.tick)();
        Metadata {
            title: self.title(sitename.as_deref(), url.or(canonical.as_deref())),
            authors: self.authors(sitename.as_deref()),
            date: date.map(|date| date.to_string()),
            modified: self.modified(order).map(|date| date.to_string()),
            language,
            description: self.description(),
            image: self.address(
                Field::Image,
                &[
                    Source::OpenGraph,
                    Source::Twitter,
                    Source::JsonLd,
                    Source::Microdata,
                    Source::Head,
                    Source::Meta,
                    Source::JsonLdPage,
                ],
            ),
            tags: self.tags(),
            url: canonical,
            sitename,
        }
    }

    fn title(&self, sitename: Option<&str>, url: Option<&str>) -> Option<String> {
        const TRUST: [Source; 6] = [
            Source::JsonLd,
            Source::OpenGraph,
            Source::Twitter,
            Source::DublinCore,
            Source::Meta,
            Source::Microdata,
        ];
        let owned = |(_, title): (Source, &str)| title.to_owned();
        let host = url.and_then(addresses::host_names).into_iter().flatten();
        Titles {
            headings: self
                .statements
                .by_trust(Field::Title, &[Source::First])
                .take(COMPARED)
                .map(owned)
                .collect(),
            metadata: self
                .statements
                .by_trust(Field::Title, &TRUST)
                .take(COMPARED)
                .map(owned)
                .collect(),
            document: self
                .statements
                .of(Field::Title, Source::Head)
                .next()
                .map(str::to_owned),
            sites: sitename.map(key).into_iter().chain(host).collect(),
        }
        .choose()
    }

    /// The names that the most trusted source gives.
    fn authors(&self, sitename: Option<&str>) -> Vec<String> {
        const TRUST: [Source; 8] = [
            Source::JsonLd,
            Source::DublinCore,
            Source::Microdata,
            Source::Meta,
            Source::Twitter,
            Source::OpenGraph,
            Source::Element,
            Source::Class,
        ];
        let site = sitename.map(key);
        for source in TRUST {
            let mut authors: Vec<String> = Vec::new();
            for value in self.statements.of(Field::Author, source) {
                let names = match source {
                    Source::Element | Source::Class => names::of_byline(value),
                    _ => names::of_value(value),
                };
                for name in names {
                    let is_new = !authors.iter().any(|author| key(author) == key(&name));
                    if is_new
                        && authors.len() < MOST_AUTHORS
                        && site.as_deref() != Some(&key(&name))
                    {
                        authors.push(name);
                    }
                }
                // Further elements are of other works.
                if matches!(source, Source::Element | Source::Class) && !authors.is_empty() {
                    break;
                }
            }
            if !authors.is_empty() {
                return authors;
            }
        }
        // A site that names itself the author, and nobody else.
        let stated = self.statements.of(Field::Author, Source::JsonLd);
        let itself = stated
            .flat_map(names::of_value)
            .find(|name| site.as_deref() == Some(&key(name)));
        itself.into_iter().collect()
    }

    fn date(&self, order: DayOrder, urls: &[Option<&str>]) -> Option<Moment> {
        const TRUST: [Source; 10] = [
            Source::JsonLd,
            Source::OpenGraph,
            Source::DublinCore,
            Source::Meta,
            Source::Microdata,
            Source::Element,
            Source::Class,
            Source::JsonLdPage,
            Source::First,
            Source::Near,
        ];
        let stated = self.statements.by_trust(Field::Date, &TRUST);
        let in_path = || {
            urls.iter()
                .flatten()
                .find_map(|url| Moment::of_path(addresses::path(url)))
        };
        moment(stated, order).or_else(in_path)
    }

    fn modified(&self, order: DayOrder) -> Option<Moment> {
        const TRUST: [Source; 8] = [
            Source::JsonLd,
            Source::OpenGraph,
            Source::DublinCore,
            Source::Meta,
            Source::Microdata,
            Source::Element,
            Source::Class,
            Source::JsonLdPage,
        ];
        moment(self.statements.by_trust(Field::Modified, &TRUST), order)
    }

    fn sitename(&self) -> Option<String> {
        const TRUST: [Source; 5] = [
            Source::OpenGraph,
            Source::JsonLdPage,
            Source::Microdata,
            Source::DublinCore,
            Source::Meta,
        ];
        let stated = self.statements.by_trust(Field::SiteName, &TRUST);
        let mut names = stated.filter_map(|(_, name)| clean(name));
        names.find(|name| !name.contains("://") && name.chars().count() <= LONGEST_NAME)
    }

    fn language(&self) -> Option<String> {
        const TRUST: [Source; 6] = [
            Source::Head,
            Source::JsonLd,
            Source::DublinCore,
            Source::Meta,
            Source::OpenGraph,
            Source::JsonLdPage,
        ];
        let stated = self.statements.by_trust(Field::Language, &TRUST);
        stated
            .into_iter()
            .find_map(|(_, language)| language_tag(language))
    }

    fn description(&self) -> Option<String> {
        const TRUST: [Source; 7] = [
            Source::Meta,
            Source::OpenGraph,
            Source::Twitter,
            Source::DublinCore,
            Source::JsonLd,
            Source::Microdata,
            Source::JsonLdPage,
        ];
        let stated = self.statements.by_trust(Field::Description, &TRUST);
        stated
            .into_iter()
            .find_map(|(_, description)| clean(description))
    }

    fn address(&self, field: Field, trust: &[Source]) -> Option<String> {
        let mut stated = self.statements.by_trust(field, trust);
        stated.find_map(|(_, address)| self.base.resolve(address))
    }

    /// The tags of the most trusted source that has any.
    fn tags(&self) -> Vec<String> {
        for source in [
            Source::OpenGraph,
            Source::JsonLd,
            Source::Meta,
            Source::DublinCore,
            Source::Microdata,
        ] {
            let mut tags: Vec<String> = Vec::new();
            let mut keys: Vec<String> = Vec::new();
            let values = self.statements.of(Field::Tag, source);
            for tag in values
                .flat_map(|value| value.split([',', ';', '，', '、']))
                .filter_map(clean)
            {
                let key = key(&tag);
                if tags.len() < MOST_TAGS
                    && tag.chars().count() <= LONGEST_NAME
                    && !keys.contains(&key)
                {
                    tags.push(tag);
                    keys.push(key);
                }
            }
            if !tags.is_empty() {
                return tags;
            }
        }
        Vec::new()
    }
}

/// The first value that is a date; texts of elements may hold more than it.
fn moment<'s>(stated: impl Iterator<Item = (Source, &'s str)>, order: DayOrder) -> Option<Moment> {
    let mut stated = stated;
    stated.find_map(|(source, value)| match source {
        Source::Class | Source::Element | Source::First | Source::Near => {
            Moment::of_text(value, order)
        }
        _ => Moment::of_value(value, order),
    })
}

/// A language tag (BCP 47), in its usual case: `en-US`, `zh-Hant`.
fn language_tag(text: &str) -> Option<String> {
    let text = text.split([',', ';', ' ']).next()?.trim();
    let mut tag = String::new();
    for (index, part) in text.split(['-', '_']).enumerate().take(4) {
        let letters = part.bytes().all(|byte| byte.is_ascii_alphabetic());
        let part = match (index, part.len()) {
            (0, 2..=3) if letters => part.to_ascii_lowercase(),
            (0, _) => return None,
            (_, 2) if letters => part.to_ascii_uppercase(),
            (_, 3) if part.bytes().all(|byte| byte.is_ascii_digit()) => part.to_owned(),
            (_, 4) if letters => {
                let (first, rest) = part.split_at(1);
                format!(
                    "{}{}",
                    first.to_ascii_uppercase(),
                    rest.to_ascii_lowercase()
                )
            }
            _ => break,
        };
        if index > 0 {
            tag.push('-');
        }
        tag.push_str(&part);
    }
    (tag != "und").then_some(tag)
}

#[cfg(test)]
mod tests;
