//! Which of the statements of a page to trust, field by field.

use super::addresses;
use super::dates::{DayOrder, Moment};
use super::statements::{Field, Source, Statements};
use super::text::{clean, key};
use super::titles::Titles;
use super::{COMPARED, LONGEST_ADDRESS, Metadata, names};
use crate::render::address::Addresses;
use crate::tick::Tick;

/// Authors kept.
const MOST_AUTHORS: usize = 64;

/// Tags kept.
const MOST_TAGS: usize = 64;

/// Characters of a tag, and of a site's name.
const LONGEST_NAME: usize = 100;

/// The choice among statements.
pub struct Decision<'a> {
    pub statements: &'a Statements,
    pub resolver: Addresses,
}

impl Decision<'_> {
    pub fn metadata(self, url: Option<&str>, tick: Tick<'_>) -> Metadata {
        tick();
        let language = self.language();
        let order = language.as_deref().map_or(DayOrder::Unknown, DayOrder::of);
        let sitename = self.sitename(tick);
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
        tick();
        Metadata {
            title: self.title(sitename.as_deref(), url.or(canonical.as_deref())),
            authors: self.authors(sitename.as_deref(), tick),
            date: date.map(|date| date.to_string()),
            modified: self.modified(order).map(|date| date.to_string()),
            language,
            description: self.description(tick),
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
            tags: self.tags(tick),
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
    fn authors(&self, sitename: Option<&str>, tick: Tick<'_>) -> Vec<String> {
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
            let mut keys: Vec<String> = Vec::new();
            for value in self.statements.of(Field::Author, source) {
                tick();
                let names = match source {
                    Source::Element | Source::Class => names::of_byline(value),
                    _ => names::of_value(value),
                };
                for name in names {
                    let key = key(&name);
                    if authors.len() < MOST_AUTHORS
                        && site.as_ref() != Some(&key)
                        && !keys.contains(&key)
                    {
                        authors.push(name);
                        keys.push(key);
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
            .inspect(|_| tick())
            .flat_map(names::of_value)
            .find(|name| site.as_ref() == Some(&key(name)));
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

    fn sitename(&self, tick: Tick<'_>) -> Option<String> {
        const TRUST: [Source; 5] = [
            Source::OpenGraph,
            Source::JsonLdPage,
            Source::Microdata,
            Source::DublinCore,
            Source::Meta,
        ];
        let stated = self.statements.by_trust(Field::SiteName, &TRUST);
        let mut names = stated
            .inspect(|_| tick())
            .filter_map(|(_, name)| clean(name));
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

    fn description(&self, tick: Tick<'_>) -> Option<String> {
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
            .inspect(|_| tick())
            .find_map(|(_, description)| clean(description))
    }

    fn address(&self, field: Field, trust: &[Source]) -> Option<String> {
        let stated = self.statements.by_trust(field, trust);
        stated
            .filter(|(_, address)| address.len() <= LONGEST_ADDRESS)
            .find_map(|(_, address)| self.resolver.absolute(address))
    }

    /// The tags of the most trusted source that has any.
    fn tags(&self, tick: Tick<'_>) -> Vec<String> {
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
                .inspect(|_| tick())
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
mod tests {
    use super::*;

    #[test]
    fn languages() {
        for (text, tag) in [
            ("en_us", Some("en-US")),
            ("zh-hant-tw", Some("zh-Hant-TW")),
            ("ES-419", Some("es-419")),
            ("de, en", Some("de")),
            ("english", None),
            ("und", None),
            ("", None),
        ] {
            assert_eq!(language_tag(text).as_deref(), tag, "{text}");
        }
    }
}
