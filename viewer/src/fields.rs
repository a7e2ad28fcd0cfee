//! The fields of query strings and forms.

use crate::prelude::*;

/// Names and values, in order.
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// Reads a query string: `a=b&c=d`.
    pub fn read(text: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(text).into_owned().collect())
    }

    /// Returns the first value of that name that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, value)| known == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Error> {
        let wrong = |value| Error::Request(format!("“{name}” needs a number; “{value}” is not one"));
        self.get(name).map(|value| value.trim().parse().map_err(|_| wrong(value))).transpose()
    }

    /// Returns the key of a page: the fields `key` in order.
    pub fn key(&self) -> Key {
        self.all("key").map(str::to_owned).collect()
    }
}
