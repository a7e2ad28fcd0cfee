//! Metadata that a page states: title, authors, dates, site, language, description, image, address, tags, typed data,
//! and what readers and robots may do.
//!
//! All sources are read into [`Statements`]. Then each field is chosen by an order of trust, which docs/metadata.md gives
//! with the measurements. Nothing is taken that the page does not state.

mod address_parts;
pub(crate) mod author_names;
mod author_words;
mod choice;
mod east_asian;
mod head_elements;
mod json_ld;
mod markup;
mod price;
mod product;
mod rights;
mod robots;
mod statements;
mod subject;
mod titles;
mod values;

use crate::prelude::*;
use serde_json::Value;

use crate::structured::{self, Texts};
use choice::Choice;
use goce_core::page::Description;
use head_elements::HeadReader;
use json_ld::{PageIdentity, Typed};
use statements::{Field, Source, Statements, Wanted};
use values::{LONGEST_TITLE, key, list, object};

pub use product::Product;
pub use rights::{Access, License};
pub use robots::Robots;
pub use subject::Subject;

/// The most values of a kind, such as authors, tags or robots. Later ones are dropped: papers of physics have thousands.
const MOST: usize = 64;

/// The most titles and addresses that are compared with others.
const COMPARED: usize = 16;

/// The longest address of a page that is read, in bytes.
pub const LONGEST_ADDRESS: usize = 8192;

/// The metadata that a page states. A field that it does not state is `None` or empty.
#[allow(missing_docs)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pub title: Option<String>,
    /// In the order of the page.
    pub authors: Vec<String>,
    /// When the page was published, in ISO 8601: a day, with time and offset from UTC where they are known.
    pub date: Option<String>,
    /// When it was last changed, likewise.
    pub modified: Option<String>,
    pub sitename: Option<String>,
    /// BCP 47.
    pub language: Option<String>,
    pub description: Option<String>,
    pub image: Option<String>,
    /// The canonical address, absolute.
    pub url: Option<String>,
    pub tags: Vec<String>,
    /// What the page sells, if it says that it sells something.
    pub product: Option<Product>,
    /// What the page is about, by its typed data.
    pub subject: Option<Subject>,
    pub license: Option<License>,
    /// Who may read the page.
    pub access: Option<Access>,
    /// What robots may do with the page.
    pub robots: Robots,
    /// An unclosed element or comment swallowed the page ([`Page::is_damaged`]).
    pub damaged: bool,
}

/// What names a page: the same as in its [`Metadata`], in less time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// The page's title.
    pub title: Option<String>,
    /// The name of its site.
    pub sitename: Option<String>,
}

impl Naming {
    /// Returns the memory that the names take, in bytes.
    pub fn memory(&self) -> usize {
        self.title.held() + self.sitename.held()
    }

    /// Returns what names a page. `url` is as in [`Metadata::of`].
    ///
    /// # Errors
    /// [`RenderError`], where memory has run out.
    pub fn of(page: &Page, url: Option<&str>) -> Rendered<Naming> {
        let url = url.filter(|url| url.len() <= LONGEST_ADDRESS);
        let (statements, _) = statements(page, url, Wanted::Naming)?;
        Ok(Choice::of(page, &statements, url).naming(url))
    }
}

/// Reads the statements of a page, and its typed data, if all is wanted.
fn statements(page: &Page, url: Option<&str>, wanted: Wanted) -> Rendered<(Statements, Typed)> {
    let mut statements = Statements::of_page(page.source_bytes(), wanted);
    let mut head = HeadReader::default();
    let mut scripts = Vec::new();
    for element in page.head().checking(CHECK_EVERY) {
        match element {
            Description::JsonLd(script) => scripts.try_push(script)?,
            element => head.read(element, &mut statements)?,
        }
    }
    let has_typed = markup::read(page, &mut statements)?;
    let identity = identity(&statements, url);
    let mut typed = json_ld::read(&scripts, &identity, &mut statements)?;
    if wanted == Wanted::Naming {
        return Ok((statements, typed));
    }
    if has_typed {
        for other in typed_items(page, url, &identity)? {
            let product = other.product.filter(|product| product.may_be(typed.product.as_ref()));
            typed.product = product.into_iter().fold(typed.product, Product::completed);
            typed.subject = other.subject.into_iter().fold(typed.subject, Subject::completed);
        }
    }
    typed.product = Product::of_open_graph(&statements).into_iter().fold(typed.product, Product::completed);
    if let Some(product) = &mut typed.product {
        product.read_shown(page)?;
    }
    Ok((statements, typed))
}

/// Returns what the page's items of microdata and of RDFa state.
fn typed_items(page: &Page, url: Option<&str>, known: &PageIdentity) -> Rendered<Vec<Typed>> {
    let mut typed = Vec::new();
    for items in [
        structured::microdata(page, url, Texts::Shown),
        structured::rdfa(page, url, Texts::Shown),
    ] {
        // The most items of microdata or RDFa among which the page's typed data are searched, and the most bytes of
        // their JSON.
        let items = items.and_then(|items| items.of_types(subject::is_typed, 64, Output::limited(1 << 20)));
        let items = match items {
            // Data above these limits are ignored: the page has other metadata.
            Err(RenderError::TooLarge { .. }) => continue,
            items => items?,
        };
        typed.try_push(json_ld::typed(&items, known)?)?;
    }
    Ok(typed)
}

impl Metadata {
    /// Returns the metadata of a page. `url` is its address, if known: it resolves relative addresses, and a day in its
    /// path is the last source of a date. An address of more than 8 KiB is ignored.
    ///
    /// # Errors
    /// [`RenderError`], where memory has run out.
    pub fn of(page: &Page, url: Option<&str>) -> Rendered<Metadata> {
        let url = url.filter(|url| url.len() <= LONGEST_ADDRESS);
        let (statements, typed) = statements(page, url, Wanted::All)?;
        let choice = Choice::of(page, &statements, url);
        let license = License::of(&statements, |address| choice.absolute(address));
        let metadata = choice.metadata(url);
        let site = metadata.sitename.as_deref().map(key);
        let host = url.and_then(address_parts::host_names).unwrap_or_default();
        Ok(Metadata {
            product: typed
                .product
                .filter(|product| *product != Product::default())
                .filter(|product| !product.is_site(|name| site.iter().chain(&host).any(|of| of == name))),
            subject: typed.subject,
            license,
            access: Access::of(&statements),
            robots: Robots::of(&statements),
            damaged: page.is_damaged(),
            ..metadata
        })
    }

    /// Returns the memory that the metadata takes, in bytes.
    pub fn memory(&self) -> usize {
        let Metadata {
            title,
            sitename,
            language,
            description,
            date,
            modified,
            image,
            url,
            ..
        } = self;
        [title, sitename, language, description, date, modified, image, url]
            .map(Held::held)
            .iter()
            .sum::<usize>()
            + list_memory(&self.authors)
            + list_memory(&self.tags)
            + self.product.as_ref().map_or(0, Product::memory)
            + self.subject.as_ref().map_or(0, Subject::memory)
            + self.license.as_ref().map_or(0, License::memory)
            + self.access.as_ref().map_or(0, Access::memory)
            + self.robots.memory()
    }

    /// Returns when the page was published, in seconds since 1970 in UTC. A day without a time begins at midnight, and a
    /// time without an offset is one in UTC.
    pub fn published(&self) -> Option<i64> {
        let moment = Moment::of_value(self.date.as_deref()?, DayOrder::Unknown)?;
        Some(moment.seconds())
    }

    /// Adds what headers of HTTP say to robots: lines `Name: value`, as the server sent them with the page.
    #[must_use]
    pub fn with_headers(mut self, headers: &str) -> Metadata {
        self.robots.read_headers(headers);
        self
    }

    /// Returns a JSON object of the fields that the page states, with `author`: the authors, joined by "; ". `damaged` is
    /// in it only if `true`.
    pub fn into_json(self) -> Value {
        let author = (!self.authors.is_empty()).then(|| self.authors.join("; "));
        let mut stated = object([
            ("title", self.title),
            ("author", author),
            ("date", self.date),
            ("modified", self.modified),
            ("sitename", self.sitename),
            ("language", self.language),
            ("description", self.description),
            ("image", self.image),
            ("url", self.url),
        ]);
        let (kind, subject) = self.subject.map(Subject::into_json).unzip();
        stated.extend(object([
            ("authors", list(self.authors)),
            ("tags", list(self.tags)),
            ("product", self.product.map(Product::into_json)),
            (kind.unwrap_or_default(), subject),
            ("license", self.license.map(License::into_json)),
            ("access", self.access.map(Access::into_json)),
            ("robots", self.robots.into_json()),
            ("damaged", self.damaged.then_some(Value::Bool(true))),
        ]));
        stated.into()
    }
}

/// Returns the memory that a list of texts takes, in bytes.
fn list_memory(texts: &Vec<String>) -> usize {
    texts.held() + texts.iter().map(Held::held).sum::<usize>()
}

/// Returns the addresses and titles by which the page's own object is recognised.
fn identity(statements: &Statements, url: Option<&str>) -> PageIdentity {
    let urls = statements.by_trust(Field::Url, &[Source::Head, Source::OpenGraph]);
    let titles = statements.by_trust(Field::Title, &[Source::OpenGraph, Source::Head, Source::First]);
    PageIdentity {
        addresses: urls.map(|(_, url)| url).take(COMPARED).chain(url).map(json_ld::address).collect(),
        titles: titles
            .take(COMPARED)
            .map(|(_, title)| key(title))
            .filter(|title| !title.is_empty() && title.len() <= LONGEST_TITLE)
            .collect(),
    }
}

#[cfg(test)]
mod tests;
