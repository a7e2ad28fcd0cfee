//! What a page says of its licence, and of who may read it without paying.

use crate::prelude::*;
use serde_json::Value;

use super::list_memory;
use super::statements::{Field, Source, Statements};
use super::values::{LONGEST_TITLE, clean, list, object};

/// What stands between an address and a name that one object of JSON-LD states.
pub const BESIDE: char = '\u{1f}';

/// A licence that a page states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct License {
    /// Its absolute address.
    pub url: Option<String>,
    /// Its name, or for an address of Creative Commons its code: `CC BY-SA 4.0`.
    pub name: Option<String>,
}

/// Who may read a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Whether it may be read without paying (`isAccessibleForFree`).
    pub free: Option<bool>,
    /// Selectors of the parts that cost money.
    pub paid_parts: Vec<String>,
    /// The word for it: `free`, `metered`, `locked`.
    pub tier: Option<String>,
}

/// Returns `true` for an address whose path says that it is of a licence: <https://www.gnu.org/copyleft/fdl.html>.
/// Hosts have such letters in other words: <https://millicent.example>.
pub fn is_license(address: &str) -> bool {
    let start = start_of(address, 256).to_ascii_lowercase();
    let behind_scheme = start.split_once("//").map(|(_, rest)| rest);
    let path = behind_scheme.map_or(start.as_str(), |rest| rest.find('/').map_or("", |at| &rest[at..]));
    let begins = |at: usize| !path[..at].ends_with(char::is_alphabetic);
    let is_in_path = |word: &&str| path.match_indices(*word).any(|(at, _)| begins(at));
    creative_commons(address).is_some() || ["licen", "copyleft", "lizenz"].iter().any(is_in_path)
}

/// Returns the code of a licence of Creative Commons by its address: `CC BY-SA 4.0`.
pub fn creative_commons(address: &str) -> Option<String> {
    let rest = ["https://", "http://", "//"].into_iter().find_map(|scheme| address.strip_prefix(scheme))?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest).strip_prefix("creativecommons.org/")?;
    let mut parts = rest.split('/');
    let (kind, name) = (parts.next()?, parts.next()?);
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let version = parts.next().filter(|version| version.starts_with(|c: char| c.is_ascii_digit()));
    let name = match (kind, name) {
        ("licenses", name) if is_name => format!("CC {}", name.to_ascii_uppercase()),
        ("publicdomain", "zero") => "CC0".to_owned(),
        ("publicdomain", "mark") => "PDM".to_owned(),
        _ => return None,
    };
    let version = version.map(|version| &version[..version.find(['?', '#']).unwrap_or(version.len())]);
    Some(version.map_or_else(|| name.clone(), |version| format!("{name} {version}")))
}

impl License {
    /// Returns the licence of the most trusted source. `absolute` resolves an address. Links to Creative Commons that do
    /// not say that they are the page's count if they are all of one licence.
    pub(super) fn of(statements: &Statements, absolute: impl Fn(&str) -> Option<String>) -> Option<License> {
        let mut links = statements.of(Field::License, Source::Far).filter_map(&absolute);
        let link = links.next().filter(|link| links.all(|other| creative_commons(&other) == creative_commons(link)));
        // In words Dublin Core's rights say who holds them.
        let stated = statements.trusted(Field::License);
        let stated = stated
            .filter(|(source, value)| *source != Source::DublinCore || value.contains("://"))
            .map(|(_, value)| value);
        let read = |value: &str| {
            let (address, name) = value.split_once(BESIDE).unwrap_or((value, value));
            let is_address = |text: &str| text.contains("://") || text.starts_with('/');
            // A sentence may have it in brackets.
            let mut parts = address.split(|c: char| c.is_whitespace() || "()<>\"".contains(c));
            let address = parts.find(|part| part.contains("://")).unwrap_or(address);
            let url = absolute(address).filter(|_| is_address(address));
            let words = || clean(name).filter(|words| words.chars().count() <= LONGEST_TITLE && !is_address(name));
            let name = url.as_deref().and_then(creative_commons).or_else(words);
            Some(License { url, name }).filter(|license| *license != License::default())
        };
        stated.chain(link.as_deref()).find_map(read)
    }

    /// Returns the memory that it takes, in bytes.
    pub fn memory(&self) -> usize {
        self.url.held() + self.name.held()
    }

    /// Returns a JSON object of what is stated.
    pub fn into_json(self) -> Value {
        object([("url", self.url), ("name", self.name)]).into()
    }
}

impl Access {
    /// Returns what the page states; `None` if it states nothing.
    pub(super) fn of(statements: &Statements) -> Option<Access> {
        let word = |value: &str| value.rsplit('/').next().unwrap_or("").to_ascii_lowercase();
        let free = statements.first(Field::Free, |value| word(value).parse().ok());
        let parts = statements.trusted(Field::PaidPart).filter_map(|(_, part)| clean(part));
        let tier = statements.first(Field::Tier, clean);
        let access = Access {
            free,
            // The most parts of a page that cost money.
            paid_parts: parts.take(16).collect(),
            tier: tier.filter(|tier| tier.len() <= LONGEST_TITLE).map(|tier| tier.to_lowercase()),
        };
        Some(access).filter(|access| *access != Access::default())
    }

    /// Returns the memory that it takes, in bytes.
    pub fn memory(&self) -> usize {
        list_memory(&self.paid_parts) + self.tier.held()
    }

    /// Returns a JSON object of what is stated.
    pub fn into_json(self) -> Value {
        let (free, tier) = (self.free.map(Value::from), self.tier.map(Value::from));
        object([("free", free), ("paid_parts", list(self.paid_parts)), ("tier", tier)]).into()
    }
}
