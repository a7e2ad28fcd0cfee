//! JSON-LD with the vocabulary of schema.org: the object that the page is about, and what it states.

mod scripts;

use std::collections::HashMap;

use serde_json::{Map, Value};

pub use scripts::MEMORY;

use super::product::{Product, is_product};
use super::statements::{Field, Source, Statements, Wanted};
use super::values::{self, key, within};
use crate::interrupts::{self, CHECK_EVERY, Checking, Countdown};
use crate::memory::{OutOfMemory, TryPush, try_collect};

/// Bytes that are read of all scripts of a page.
const LONGEST: usize = 4 * scripts::LONGEST;

/// Properties whose objects are not about the page: items of lists, comments, offers.
#[rustfmt::skip]
const ELSEWHERE: [&str; 23] = [
    "itemListElement", "blogPost", "blogPosts", "comment", "comments", "suggestedAnswer", "acceptedAnswer", "answer",
    "review", "reviews", "isPartOf", "isRelatedTo", "isSimilarTo", "relatedLink", "citation", "mentions", "about",
    "video", "hasPart", "hasVariant", "offers", "subjectOf", "workExample",
];

/// Properties that state a field, the most trusted first.
const PROPERTIES: [(Field, &str); 10] = [
    (Field::Title, "headline name title"),
    (Field::Date, "datePublished dateCreated uploadDate"),
    (Field::Modified, "dateModified"),
    (Field::Language, "inLanguage"),
    (Field::Description, "description abstract"),
    (Field::Image, "image thumbnailUrl primaryImageOfPage"),
    (Field::Url, "url mainEntityOfPage"),
    (Field::Tag, "keywords"),
    (Field::Author, "author creator"),
    (Field::SiteName, "publisher"),
];

/// Types of things, other than works, that a page may be about.
#[rustfmt::skip]
const THINGS: [&str; 16] = [
    "Product", "ProductGroup", "Course", "Book", "Event", "SoftwareApplication", "WebApplication", "MobileApplication",
    "Dataset", "LearningResource", "Service", "PodcastEpisode", "Movie", "TVEpisode", "MusicRecording", "Vehicle",
];

/// Returns the rank of a type: 0 for the most likely subject of a page; `None` for people, places, breadcrumbs.
pub fn rank(name: &str) -> Option<u8> {
    let start = name.rfind(['/', '#', ':']).map_or(0, |end| end + 1);
    let name = &name[start..];
    Some(match name {
        "Article" | "Report" | "Recipe" | "HowTo" | "Question" | "CreativeWork" | "Review" => 0,
        name if name.ends_with("Article") || name.ends_with("Posting") => 0,
        name if THINGS.contains(&name) => 1,
        "VideoObject" | "AudioObject" => 2,
        name if name.ends_with("Page") => 3,
        "WebSite" => 4,
        _ => return None,
    })
}

/// An object that a page may be about.
struct Thing<'a> {
    rank: u8,
    is_product: bool,
    object: &'a Map<String, Value>,
}

/// The page's addresses and titles, by which its own object is recognised.
#[derive(Debug, Default)]
pub struct PageIdentity {
    /// By [`address`].
    pub addresses: Vec<String>,
    /// Keys of titles and headings.
    pub titles: Vec<String>,
}

/// Returns an address without scheme, `www.`, query, fragment and final slash.
pub fn address(url: &str) -> String {
    let url = url.trim();
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    let end = rest.find(['#', '?']).unwrap_or(rest.len());
    rest[..end].trim_end_matches('/').to_owned()
}

/// Reads the scripts of a page into statements. Returns the page's product, if it has one and all is wanted.
pub fn read(texts: &[&str], known: &PageIdentity, statements: &mut Statements) -> Result<Option<Product>, OutOfMemory> {
    let mut left = LONGEST;
    let mut values = Vec::new();
    for script in texts {
        let Some(rest) = left.checked_sub(script.len()) else {
            continue;
        };
        left = rest;
        values.try_extend(scripts::read(script)?)?;
    }
    let graph = Graph::of(&values)?;
    let mut chosen: [Option<&Map<String, Value>>; 5] = [None; 5];
    for (rank, chosen) in chosen.iter_mut().enumerate() {
        *chosen = graph.own(|thing| usize::from(thing.rank) == rank, known);
    }
    let [work, thing, medium, page, site] = chosen;
    for object in [work, thing, medium].into_iter().flatten() {
        graph.state(object, Source::JsonLd, statements)?;
    }
    for object in [page, site].into_iter().flatten() {
        graph.state(object, Source::JsonLdPage, statements)?;
    }
    if let Some(Value::String(name)) = site.and_then(|site| site.get("name")) {
        statements.add(Field::SiteName, Source::JsonLdPage, name)?;
    }
    match statements.wanted() {
        Wanted::All => graph.product(known),
        Wanted::Naming => Ok(None),
    }
}

/// Returns the page's product among items of JSON.
pub fn product(values: &[Value], known: &PageIdentity) -> Result<Option<Product>, OutOfMemory> {
    Graph::of(values)?.product(known)
}

/// All objects of a page.
pub struct Graph<'a> {
    things: Vec<Thing<'a>>,
    by_id: HashMap<&'a str, &'a Map<String, Value>>,
}

impl<'a> Graph<'a> {
    fn of(values: &'a [Value]) -> Result<Self, OutOfMemory> {
        let mut graph = Graph {
            things: Vec::new(),
            by_id: HashMap::new(),
        };
        let mut open: Vec<(&Value, bool)> = try_collect(values.iter().rev().map(|value| (value, true)))?;
        let mut countdown = Countdown::new(CHECK_EVERY);
        while let Some((value, own)) = open.pop() {
            countdown.charge(1);
            match value {
                Value::Array(items) => {
                    open.try_extend(items.iter().rev().map(|item| (item, own)))?;
                }
                Value::Object(object) => {
                    graph.add(object, own)?;
                    let members =
                        object.iter().rev().filter(|(_, value)| matches!(value, Value::Array(_) | Value::Object(_)));
                    let is_own = |name: &String| own && !ELSEWHERE.contains(&name.as_str());
                    open.try_extend(members.map(|(name, value)| (value, is_own(name))))?;
                }
                _ => {}
            }
        }
        Ok(graph)
    }

    fn add(&mut self, object: &'a Map<String, Value>, own: bool) -> Result<(), OutOfMemory> {
        if let Some(id) = object.get("@id").and_then(Value::as_str)
            && object.len() > 1
        {
            self.by_id.try_reserve(1)?;
            self.by_id.entry(id).or_insert(object);
        }
        let rank = strings(object.get("@type")).filter_map(rank).min();
        if let Some(rank) = rank.filter(|_| own) {
            let is_product = strings(object.get("@type")).any(is_product);
            self.things.try_push(Thing {
                rank,
                is_product,
                object,
            })?;
        }
        Ok(())
    }

    /// Returns the object, among those that are wanted, that is the page's own: one with the page's address, else one with
    /// its title, else the first if there are only one or two.
    fn own(&self, is_wanted: impl Fn(&Thing<'_>) -> bool, known: &PageIdentity) -> Option<&'a Map<String, Value>> {
        // Objects of a rank among which the page's own is searched.
        let of_rank = || self.things.iter().filter(|thing| is_wanted(thing)).take(256);
        let by_address = of_rank().checking(1).find(|thing| {
            let url = ["mainEntityOfPage", "url", "@id"]
                .iter()
                .filter_map(|name| {
                    let value = thing.object.get(*name)?;
                    let id = value.as_object().and_then(|object| object.get("@id"));
                    id.unwrap_or(value).as_str()
                })
                .filter(|url| url.len() <= values::LONGEST);
            url.map(address).any(|url| known.addresses.contains(&url))
        });
        let mut by_title = || {
            of_rank().checking(1).find(|thing| {
                let title = ["headline", "name"]
                    .iter()
                    .find_map(|name| thing.object.get(*name)?.as_str())
                    .filter(|title| title.len() <= values::LONGEST);
                let title = key(title.unwrap_or(""));
                let mut titles = known.titles.iter();
                titles.any(|known| within(&title, known) || within(known, &title))
            })
        };
        let few = of_rank().nth(2).is_none();
        let first = || of_rank().next().filter(|_| few);
        by_address.or_else(&mut by_title).or_else(first).map(|thing| thing.object)
    }

    fn state(
        &self,
        object: &'a Map<String, Value>,
        source: Source,
        statements: &mut Statements,
    ) -> Result<(), OutOfMemory> {
        interrupts::check();
        let wanted = statements.wanted();
        for (field, names) in PROPERTIES.into_iter().filter(|(field, _)| wanted.has(*field)) {
            let source = match field {
                Field::SiteName => Source::JsonLdPage,
                _ => source,
            };
            for name in names.split(' ') {
                for text in self.texts(object.get(name))? {
                    statements.add(field, source, text)?;
                }
            }
        }
        Ok(())
    }

    fn product(&self, known: &PageIdentity) -> Result<Option<Product>, OutOfMemory> {
        let own = self.own(|thing| thing.is_product, known);
        own.map(|object| Product::of(object, self)).transpose()
    }

    /// Returns an object, or the one that it refers to by `@id` alone.
    pub fn whole(&self, object: &'a Map<String, Value>) -> &'a Map<String, Value> {
        let id = object.get("@id").and_then(Value::as_str).filter(|_| object.len() == 1);
        id.and_then(|id| self.by_id.get(id)).copied().unwrap_or(object)
    }

    /// Returns the strings of a value: itself, those of a list, or an object's name or address. An object may refer to
    /// another by `@id`.
    pub fn texts(&self, value: Option<&'a Value>) -> Result<Vec<&'a str>, OutOfMemory> {
        /// The most values that are read.
        const MOST: usize = 256;
        let mut texts = Vec::new();
        let mut open: Vec<&Value> = value.into_iter().collect();
        for _ in 0..MOST {
            let Some(value) = open.pop() else {
                break;
            };
            match value {
                Value::String(text) => texts.push(text.as_str()),
                Value::Array(items) => open.try_extend(items.iter().take(MOST).rev())?,
                Value::Object(object) => {
                    let id = object.get("@id").and_then(Value::as_str);
                    let whole = id.and_then(|id| self.by_id.get(id)).copied();
                    let said = ["name", "url", "contentUrl", "@value"].iter().find_map(|name| {
                        let given = |object: &'a Map<String, Value>| object.get(*name);
                        given(object).or_else(|| whole.and_then(given))
                    });
                    match said {
                        Some(said @ (Value::String(_) | Value::Array(_))) => open.push(said),
                        _ => texts.extend(id),
                    }
                }
                _ => {}
            }
        }
        Ok(texts)
    }
}

/// Returns a string, or the strings of a list.
fn strings(value: Option<&Value>) -> impl Iterator<Item = &str> {
    let list = value.and_then(Value::as_array).into_iter().flatten();
    value.into_iter().chain(list.take(16)).filter_map(Value::as_str)
}
