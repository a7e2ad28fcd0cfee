//! JSON Feed, 1.0 and 1.1.

use super::draft::Draft;
use super::fields::Field::{self, *};
use super::reader::LONGEST;
use super::{Entry, Kind, Parsed};
use crate::prelude::*;
use goce_core::json::{self, Value};
use goce_core::page::Limits;

/// The fields by the names of an item's members, with their ranks as those of elements.
const FIELDS: [(&str, Field, u8); 9] = [
    ("id", Guid, 1),
    ("url", Link, 2),
    ("external_url", Link, 1),
    ("title", Title, 1),
    ("content_html", Text, 3),
    ("content_text", Text, 2),
    ("summary", Text, 1),
    ("date_published", Time, 2),
    ("date_modified", Time, 1),
];

/// Members of which a feed has one: those that other JSON with items lacks.
const OF_FEEDS: [&str; 2] = ["home_page_url", "feed_url"];

/// Returns the items of a feed; none of other JSON.
pub fn entries(json: &str, url: Option<&str>, limits: &Limits) -> Parsed<Vec<Entry>> {
    let mut entries = Vec::new();
    let Some((document, _)) = json::read_lenient(json)? else {
        return Ok(entries);
    };
    let feed = document.root();
    let version = feed.get("version").map(|version| version.text(LONGEST)).transpose()?.flatten();
    let is_feed = version.is_some_and(|version| version.contains("jsonfeed.org/"))
        || OF_FEEDS.iter().any(|name| feed.get(name).is_some());
    let Some(items) = feed.get("items").filter(|_| is_feed) else {
        return Ok(entries);
    };
    let mut resolver = LinkResolver::of_text(json.len(), url);
    for item in items.items() {
        interrupts::check();
        entries.try_extend(entry(item, &mut resolver, limits)?)?;
    }
    Ok(entries)
}

fn entry(item: Value<'_>, resolver: &mut LinkResolver, limits: &Limits) -> Parsed<Option<Entry>> {
    let mut draft = Draft::default();
    for (key, value) in item.members() {
        interrupts::check();
        let Some((name, field, rank)) = FIELDS.into_iter().find(|(name, ..)| key.is_text(name)) else {
            continue;
        };
        let stated = match field {
            Title | Text => value.text(limits.max_bytes)?,
            // Identifiers may be numbers.
            _ if value.kind() == json::Kind::Number => Some(value.written().into()),
            _ => value.text(LONGEST)?,
        };
        if let Some(stated) = stated {
            draft.state((field, rank), &stated, name == "content_html", resolver, limits)?;
        }
    }
    draft.take_address(resolver)?;
    Ok(draft.into_entry(Kind::Item))
}
