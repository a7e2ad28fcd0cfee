//! Keys of pages: the values of the key's columns, in addresses and for people.

use url::form_urlencoded::{Serializer, byte_serialize};

/// The values of a key's columns, as text.
pub type Key = Vec<String>;

/// Returns an address with a key and more fields in its query.
pub fn address(path: &str, key: &Key, more: &[(&str, &str)]) -> String {
    address_in("", path, key, more)
}

/// Returns the same, with the query of the list that the page was found in.
pub fn address_in(list: &str, path: &str, key: &Key, more: &[(&str, &str)]) -> String {
    let mut query = Serializer::new(String::new());
    if !list.is_empty() {
        query.append_pair("list", list);
    }
    for value in key {
        query.append_pair("key", value);
    }
    for (name, value) in more {
        query.append_pair(name, value);
    }
    format!("{path}?{}", query.finish())
}

/// Writes a key for people.
pub fn shown(key: &Key) -> String {
    key.join(" · ")
}

/// Returns the title of a page for people; without one its key.
pub fn title(title: Option<&str>, key: &Key) -> String {
    let title = title.filter(|title| !title.trim().is_empty());
    title.map_or_else(|| shown(key), str::to_owned)
}

/// Escapes a text as a value in a query.
pub fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Fields;

    #[test]
    fn an_address_keeps_every_key() {
        let key = vec!["a'b;--".to_owned(), "..".to_owned(), "x&key=y/ü".to_owned()];
        let address = address("/page", &key, &[("view", "text")]);
        let query = address.strip_prefix("/page?").expect("a query");
        assert_eq!(Fields::read(query.as_bytes()).key(), key);
        assert_eq!(encoded("a b&c"), "a+b%26c");
    }
}
