//! JSON-LD with the vocabulary of schema.org: the object that the page is about, and what it states.

use crate::prelude::*;

use super::product::{Product, is_product};
use super::rights::BESIDE;
use super::statements::{Field, Source, Statements, Wanted};
use super::subject::{self, Subject};
use super::values::{LONGEST, key, within};
use crate::structured::{Scripts, each};
use goce_core::json::{Document, Kind, Value};
use goce_core::texts::site::without_www;

/// Properties whose objects are not about the page: items of lists, comments, offers.
const ELSEWHERE: &str = "\
    itemListElement blogPost blogPosts comment comments suggestedAnswer acceptedAnswer answer review reviews \
    isPartOf isRelatedTo isSimilarTo relatedLink citation mentions about video hasPart hasVariant offers subjectOf \
    workExample";

/// Properties that state a field, the most trusted first: in each syntax, and in JSON-LD alone.
const PROPERTIES: [(Field, &str, Option<&str>); 11] = [
    (Field::Title, "headline name", Some("title")),
    (Field::Date, "datePublished dateCreated uploadDate", None),
    (Field::Modified, "dateModified", None),
    (Field::Language, "inLanguage", None),
    (Field::Description, "description", Some("abstract")),
    (Field::Image, "image thumbnailUrl", Some("primaryImageOfPage")),
    (Field::Url, "url mainEntityOfPage", None),
    (Field::Tag, "keywords", None),
    (Field::Author, "author creator", None),
    (Field::SiteName, "publisher", None),
    (Field::License, "license", None),
];

/// Returns the field that a property of microdata or RDFa states.
pub fn field_of(name: &str) -> Option<Field> {
    // Some write names in small letters: `datepublished`.
    let is_named = |names: &str| names.split(' ').any(|known| known.eq_ignore_ascii_case(name));
    let stated = PROPERTIES.iter().find(|(_, names, _)| is_named(names)).map(|(field, ..)| *field);
    stated.or((name == "isAccessibleForFree").then_some(Field::Free))
}

/// Types of things, other than works, that a page may be about.
const THINGS: &str = "\
    Product ProductGroup Course Book Event SoftwareApplication WebApplication MobileApplication Dataset \
    LearningResource Service PodcastEpisode Movie TVEpisode MusicRecording Vehicle";

/// Returns the rank of a type: 0 for the most likely subject of a page; `None` for people, places, breadcrumbs.
pub fn rank(name: &str) -> Option<u8> {
    Some(match local_name(name) {
        "Article" | "Report" | "Recipe" | "HowTo" | "Question" | "CreativeWork" | "Review" => 0,
        name if name.ends_with("Article") || name.ends_with("Posting") => 0,
        name if is_listed(name, THINGS) => 1,
        "VideoObject" | "AudioObject" => 2,
        name if name.ends_with("Page") => 3,
        "WebSite" => 4,
        _ => return None,
    })
}

/// Returns the name of a type or a property without its vocabulary.
pub fn local_name(name: &str) -> &str {
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}

/// Behind all ranks.
const UNRANKED: u8 = 5;

/// The typed data of a page.
#[derive(Debug, Default)]
pub struct Typed {
    pub product: Option<Product>,
    pub subject: Option<Subject>,
}

/// An object that a page may be about.
struct Thing<'a> {
    /// [`UNRANKED`] for one that only typed data are read of.
    rank: u8,
    is_product: bool,
    /// The kind of [`Subject`] that it is.
    subject: Option<usize>,
    object: Value<'a>,
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
    let rest = without_www(rest);
    let end = rest.find(['#', '?']).unwrap_or(rest.len());
    rest[..end].trim_end_matches('/').to_owned()
}

/// Reads the scripts of a page into statements. Returns the page's typed data, if all is wanted.
pub fn read(texts: &[&str], known: &PageIdentity, statements: &mut Statements) -> Fallible<Typed> {
    let scripts = Scripts::read(texts)?;
    let graph = Graph::of(scripts.documents())?;
    for rank in 0..UNRANKED {
        let Some(object) = graph.own(|thing| thing.rank == rank, known, 2)? else {
            continue;
        };
        // Behind works, things and media come the page and its site.
        let source = if rank < 3 { Source::JsonLd } else { Source::JsonLdPage };
        graph.state(object, source, statements)?;
        if rank == 4
            && let Some(name) = text(object.get("name"))?
        {
            statements.add(Field::SiteName, source, &name)?;
        }
    }
    match statements.wanted() {
        Wanted::All => graph.typed(known),
        Wanted::Naming => Ok(Typed::default()),
    }
}

/// Returns the page's typed data among items of JSON.
pub fn typed(items: &[Document<'_>], known: &PageIdentity) -> Fallible<Typed> {
    Graph::of(items.iter())?.typed(known)
}

/// All objects of a page.
#[derive(Default)]
pub struct Graph<'d> {
    things: Vec<Thing<'d>>,
    by_id: Map<Cow<'d, str>, Value<'d>>,
}

impl<'d> Graph<'d> {
    fn of(documents: impl Iterator<Item = &'d Document<'d>>) -> Fallible<Self> {
        let mut graph = Graph::default();
        for document in documents {
            // The last value that is not about the page. The next is one.
            let mut elsewhere: Option<Value<'_>> = None;
            let mut leads_elsewhere = false;
            for value in document.values().checking(1024) {
                if std::mem::take(&mut leads_elsewhere) {
                    elsewhere = Some(value);
                }
                let is_own = elsewhere.is_none_or(|other| !value.is_in(other));
                match value.kind() {
                    Kind::Key => {
                        let name = text(Some(value).filter(|_| is_own))?;
                        leads_elsewhere = name.is_some_and(|name| is_listed(&name, ELSEWHERE));
                    }
                    Kind::Object => graph.add(value, is_own)?,
                    _ => {}
                }
            }
        }
        Ok(graph)
    }

    fn add(&mut self, object: Value<'d>, is_own: bool) -> Fallible {
        // The most members of an object that others refer to. A larger one is data of an application, and would be
        // searched for each that refers to it.
        if let Some(id) = text(object.get("@id"))?
            && (2..=128).contains(&object.members().count())
        {
            self.by_id.try_entry(id)?.or_insert(object);
        }
        if !is_own {
            return Ok(());
        }
        let (mut ranks, mut sells, mut subject) = (Vec::new(), false, None);
        // The most types of an object that are read, with their list.
        for name in each(object.get("@type")).take(17) {
            if let Some(name) = text(Some(name))? {
                ranks.try_extend(rank(&name))?;
                sells |= is_product(&name);
                subject = subject.or_else(|| subject::kind_of(&name));
            }
        }
        let rank = ranks.into_iter().min().or(subject.map(|_| UNRANKED));
        if let Some(rank) = rank {
            self.things.try_push(Thing {
                rank,
                is_product: sells,
                subject,
                object,
            })?;
        }
        Ok(())
    }

    /// Returns the object, among those that are wanted, that is the page's own: one with the page's address, else one with
    /// its title, else the first if there are at most `few`.
    fn own(
        &self,
        is_wanted: impl Fn(&Thing<'_>) -> bool,
        known: &PageIdentity,
        few: usize,
    ) -> Fallible<Option<Value<'d>>> {
        // Objects of a rank among which the page's own is searched.
        let of_rank = || self.things.iter().filter(|thing| is_wanted(thing)).take(256);
        for thing in of_rank().checking(1) {
            for name in ["mainEntityOfPage", "url", "@id"] {
                let value = thing.object.get(name).map(|value| value.get("@id").unwrap_or(value));
                if text(value)?.is_some_and(|url| known.addresses.contains(&address(&url))) {
                    return Ok(Some(thing.object));
                }
            }
        }
        for thing in of_rank().checking(1) {
            let title = match text(thing.object.get("headline"))? {
                None => text(thing.object.get("name"))?,
                title => title,
            };
            let title = key(&title.unwrap_or_default());
            if known.titles.iter().any(|known| within(&title, known) || within(known, &title)) {
                return Ok(Some(thing.object));
            }
        }
        let is_few = of_rank().nth(few).is_none();
        Ok(of_rank().next().filter(|_| is_few).map(|thing| thing.object))
    }

    fn state(&self, object: Value<'d>, source: Source, statements: &mut Statements) -> Fallible {
        let wanted = statements.wanted();
        if wanted == Wanted::All {
            self.state_access(object, source, statements)?;
        }
        for (field, names, more) in PROPERTIES.into_iter().filter(|(field, ..)| wanted.has(*field)) {
            for name in names.split(' ').chain(more) {
                interrupts::check();
                let value = object.get(name);
                if let (Field::License, Some(url)) = (field, text(value.and_then(|value| value.get("url")))?) {
                    let name = text(value.and_then(|value| value.get("name")))?.unwrap_or_default();
                    statements.add(field, source, &format!("{url}{BESIDE}{name}"))?;
                }
                let source = match field {
                    Field::SiteName => Source::JsonLdPage,
                    // Where an organisation is the author, people may stand in the page.
                    Field::Author if self.is_organisation(value)? => Source::JsonLdPage,
                    _ => source,
                };
                for text in self.texts(value)? {
                    statements.add(field, source, &text)?;
                }
            }
        }
        Ok(())
    }

    /// Returns `true` for an object, or a list that begins with one, of a type of organisations.
    fn is_organisation(&self, value: Option<Value<'d>>) -> Fallible<bool> {
        let first = value.and_then(|value| {
            if value.kind() == Kind::Array {
                value.items().next()
            } else {
                Some(value)
            }
        });
        let Some(object) = first.filter(|first| first.kind() == Kind::Object) else {
            return Ok(false);
        };
        let kind = text(self.whole(object)?.get("@type"))?;
        Ok(kind.is_some_and(|kind| kind.ends_with("Organization") || kind.ends_with("Corporation")))
    }

    fn typed(&self, known: &PageIdentity) -> Fallible<Typed> {
        let own = self.own(|thing| thing.is_product, known, 1)?;
        Ok(Typed {
            product: own.map(|object| Product::of(object, self)).transpose()?,
            subject: Subject::of(self, |kind, few| self.own(|thing| thing.subject == Some(kind), known, few))?,
        })
    }

    /// Whether an object may be read without paying, and which parts of it may not.
    fn state_access(&self, object: Value<'d>, source: Source, statements: &mut Statements) -> Fallible {
        let free = |object: Value<'d>| {
            object.get("isAccessibleForFree").map(Value::written).map(|free| free.trim_matches('"'))
        };
        if let Some(free) = free(object) {
            statements.add(Field::Free, source, free)?;
        }
        for part in subject::at(self, object, "hasPart")? {
            if free(part).is_some_and(|free| free.eq_ignore_ascii_case("false")) {
                for selector in self.texts(part.get("cssSelector"))? {
                    statements.add(Field::PaidPart, source, &selector)?;
                }
            }
        }
        Ok(())
    }

    /// Returns an object, or the one that it refers to by `@id` alone.
    pub fn whole(&self, object: Value<'d>) -> Fallible<Value<'d>> {
        if object.members().nth(1).is_some() {
            return Ok(object);
        }
        let id = text(object.get("@id"))?;
        Ok(id.and_then(|id| self.by_id.get(&id)).copied().unwrap_or(object))
    }

    /// Returns the strings of a value: itself, those of a list, or an object's name or address. An object may refer to
    /// another by `@id`.
    pub fn texts(&self, value: Option<Value<'d>>) -> Fallible<Vec<Cow<'d, str>>> {
        /// The most values that are read.
        const MOST: usize = 256;
        let mut texts = Vec::new();
        let mut open: Vec<Value<'d>> = value.into_iter().collect();
        for _ in 0..MOST {
            let Some(value) = open.pop() else {
                break;
            };
            if value.kind() == Kind::Array {
                let start = open.len();
                open.try_extend(value.items().take(MOST))?;
                open[start..].reverse();
            } else if value.kind() == Kind::Object {
                let id = text(value.get("@id"))?;
                let whole = id.as_ref().and_then(|id| self.by_id.get(id));
                let stated = |name: &str| {
                    let given = value.get(name);
                    given.or_else(|| whole?.get(name))
                };
                let said = ["name", "url", "contentUrl", "@value"].into_iter().find_map(stated);
                let said = said.filter(|said| match said.kind() {
                    Kind::Object => stated("name").is_some(),
                    kind => matches!(kind, Kind::String | Kind::Array),
                });
                match said {
                    // A person's name may stand in parts.
                    _ if stated("name").is_none() && stated("familyName").is_some() => {
                        let mut name = String::new();
                        for part in ["givenName", "additionalName", "familyName"] {
                            name.try_push_str(&text(stated(part))?.unwrap_or_default())?;
                            name.try_push_str(" ")?;
                        }
                        texts.try_push(Cow::Owned(name))?;
                    }
                    Some(said) => open.try_push(said)?,
                    None => texts.try_extend(id)?,
                }
            } else {
                texts.try_extend(text(Some(value))?)?;
            }
        }
        Ok(texts)
    }
}

/// Returns the text of a string that is not too long for a statement.
pub fn text(value: Option<Value<'_>>) -> Fallible<Option<Cow<'_, str>>> {
    value.map(|value| value.text(LONGEST)).transpose().map(Option::flatten)
}
