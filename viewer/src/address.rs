//! The address of the database. The driver knows fewer settings of TLS than libpq: these are taken out of it.

use std::collections::HashMap;

use url::form_urlencoded::parse;

use crate::error::Error;

/// What is taken out.
const TLS: [&str; 4] = ["sslmode", "sslrootcert", "sslcert", "sslkey"];

/// An address, in its two parts.
#[derive(Debug)]
pub struct Address {
    /// What the driver reads.
    pub rest: String,
    /// The settings of TLS.
    pub tls: HashMap<String, String>,
}

impl Address {
    /// Reads `postgres://user@host/database?sslmode=…` or `host=… sslmode=…`.
    ///
    /// # Errors
    ///
    /// Where settings do not follow the form `name=value`.
    pub fn read(address: &str) -> Result<Self, Error> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Ok(Self::of_url(address));
        }
        Self::of_settings(address).ok_or_else(|| {
            Error::usage("the settings of the database are no pairs of name=value".to_owned())
        })
    }

    fn of_url(address: &str) -> Self {
        let mut tls = HashMap::new();
        let Some((base, query)) = address.split_once('?') else {
            return Self {
                rest: address.to_owned(),
                tls,
            };
        };
        let mut others = Vec::new();
        for pair in query.split('&') {
            // In these addresses a plus is a plus.
            let escaped = pair.replace('+', "%2B");
            match parse(escaped.as_bytes()).next() {
                Some((name, value)) if TLS.contains(&&*name) => {
                    tls.insert(name.into_owned(), value.into_owned());
                }
                _ => others.push(pair),
            }
        }
        let rest = if others.is_empty() {
            base.to_owned()
        } else {
            format!("{base}?{}", others.join("&"))
        };
        Self { rest, tls }
    }

    fn of_settings(settings: &str) -> Option<Self> {
        let mut tls = HashMap::new();
        let mut others = Vec::new();
        let mut left = settings.trim_start();
        while !left.is_empty() {
            let (name, after) = left.split_once('=')?;
            let (value, length) = value(after.trim_start())?;
            let end = left.len() - after.trim_start().len() + length;
            let name = name.trim();
            if TLS.contains(&name) {
                tls.insert(name.to_owned(), value);
            } else {
                others.push(left[..end].to_owned());
            }
            left = left[end..].trim_start();
        }
        Some(Self {
            rest: others.join(" "),
            tls,
        })
    }
}

/// Returns a value and how long it is as it is written: in quotes or up to a space, a backslash before what is meant.
fn value(text: &str) -> Option<(String, usize)> {
    let quoted = text.starts_with('\'');
    let mut value = String::new();
    let mut characters = text.char_indices().skip(usize::from(quoted));
    while let Some((place, character)) = characters.next() {
        match character {
            '\\' => value.push(characters.next()?.1),
            '\'' if quoted => return Some((value, place + 1)),
            _ if !quoted && character.is_whitespace() => return Some((value, place)),
            _ => value.push(character),
        }
    }
    (!quoted).then_some((value, text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str) -> (String, Vec<(String, String)>) {
        let read = Address::read(address).expect(address);
        let mut tls: Vec<(String, String)> = read.tls.into_iter().collect();
        tls.sort();
        (read.rest, tls)
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(own).collect()
    }

    #[test]
    fn settings_of_tls_are_taken_out() {
        assert_eq!(
            read("postgres://me@h/db?sslmode=verify-full&connect_timeout=3&sslrootcert=%2Fa%20b+c"),
            (
                "postgres://me@h/db?connect_timeout=3".to_owned(),
                pairs(&[("sslmode", "verify-full"), ("sslrootcert", "/a b+c")])
            )
        );
        assert_eq!(
            read("postgresql://h/db?sslmode=require").0,
            "postgresql://h/db"
        );
        assert_eq!(
            read(
                "host = h  sslrootcert='/a b/it\\'s' password='x = y' sslmode=require dbname=d\\ b"
            ),
            (
                "host = h password='x = y' dbname=d\\ b".to_owned(),
                pairs(&[("sslmode", "require"), ("sslrootcert", "/a b/it's")])
            )
        );
        assert_eq!(
            read("host=h password='sslmode=disable'"),
            ("host=h password='sslmode=disable'".to_owned(), Vec::new())
        );
    }

    #[test]
    fn what_has_no_form_is_refused() {
        for address in ["nothing", "host='h", "host=h\\", "host=h x"] {
            assert!(Address::read(address).is_err(), "{address}");
        }
        assert_eq!(read("host=h password=''").0, "host=h password=''");
    }
}
