//! Keys of pages: the values of the key's columns, in addresses and for people.

use url::form_urlencoded::{Serializer, byte_serialize};

/// The values of a key's columns, as text.
pub type Key = Vec<String>;

/// Returns the key of a query string: its fields `key` in order.
pub fn of_query(query: &[(String, String)]) -> Key {
    query
        .iter()
        .filter(|(name, _)| name == "key")
        .map(|(_, value)| value.clone())
        .collect()
}

/// Returns an address with a key and more fields in its query.
pub fn address(path: &str, key: &Key, more: &[(&str, &str)]) -> String {
    let mut query = Serializer::new(String::new());
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

/// Escapes a text as a value in a query.
pub fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_every_key() {
        let key = vec!["a'b;--".to_owned(), "..".to_owned(), "x&key=y/ü".to_owned()];
        let address = address("/page", &key, &[("view", "text")]);
        let query = address.strip_prefix("/page?").expect("a query");
        let pairs: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect();
        assert_eq!(of_query(&pairs), key);
        assert_eq!(encoded("a b&c"), "a+b%26c");
    }
}
