//! An entry that is being read.

use crate::prelude::*;
use goce_core::page::Limits;
use url::Url;

use super::fields::Field;
use super::reader::resolved;
use super::{Entry, Kind, Parsed, date, markup};

/// A value, with the rank of what states it. The highest rank counts, of equals the first.
#[derive(Debug, Default)]
pub struct Best<T> {
    pub value: Option<T>,
    rank: u8,
}

impl<T> Best<T> {
    /// Takes what is read, unless a value of this rank or a higher one is there.
    pub fn take(&mut self, rank: u8, read: impl FnOnce() -> Parsed<Option<T>>) -> Parsed {
        if self.rank < rank
            && let value @ Some(_) = read()?
        {
            *self = Best { value, rank };
        }
        Ok(())
    }
}

/// What an entry has stated so far.
#[derive(Debug, Default)]
pub struct Draft {
    pub url: Best<String>,
    pub title: Best<String>,
    pub published: Best<i64>,
    pub text: Best<String>,
    pub id: Option<String>,
    /// An identifier that may be an address, if there is no other.
    pub address: Option<String>,
}

impl Draft {
    /// Takes a value that states a field. A title, and a text that is no HTML, may look like HTML.
    pub fn state(
        &mut self,
        (field, rank): (Field, u8),
        value: &str,
        is_html: bool,
        resolver: &mut LinkResolver,
        limits: &Limits,
    ) -> Parsed {
        match field {
            Field::Title => self.title.take(rank, || markup::line_of_value(value, false, limits))?,
            Field::Text => self.text.take(rank, || markup::text_of_value(value, is_html, limits))?,
            Field::Link => self.url.take(rank, || resolved(resolver, value))?,
            Field::Time => self.published.take(rank, || Ok(date::instant(value)))?,
            Field::Guid | Field::Id => {
                let id = value.trim();
                if field == Field::Guid && self.address.is_none() && !id.is_empty() {
                    self.address = Some(try_to_owned(id)?);
                }
                if self.id.is_none() && !id.is_empty() {
                    self.id = Some(try_to_owned(id)?);
                }
            }
        }
        Ok(())
    }

    /// Takes the identifier for the address of an entry that has no other, if it is one.
    pub fn take_address(&mut self, resolver: &mut LinkResolver) -> Parsed {
        // `tag:` and `urn:` are no addresses of pages.
        let leads_to_page =
            |address: &String| Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        match self.address.take().filter(leads_to_page) {
            Some(address) => self.url.take(1, || resolved(resolver, &address)),
            None => Ok(()),
        }
    }

    /// Returns the entry; `None` if nothing was stated.
    pub fn into_entry(self, kind: Kind) -> Option<Entry> {
        let entry = Entry {
            kind,
            url: self.url.value,
            title: self.title.value,
            published: self.published.value,
            text: self.text.value,
            id: self.id,
        };
        let texts = [&entry.url, &entry.title, &entry.text, &entry.id];
        let states_something = texts.into_iter().any(Option::is_some) || entry.published.is_some();
        states_something.then_some(entry)
    }
}
