//! The address of the database in both forms of libpq's connection strings.

use std::collections::BTreeMap;

use url::form_urlencoded::parse;

use crate::error::Error;

/// Settings of a connection by libpq's names.
pub type Settings = BTreeMap<String, String>;

/// Reads `postgres://user@host/database?sslmode=…` or `host=… sslmode=…`.
pub fn read(address: &str) -> Result<Settings, Error> {
    let rest = ["postgres://", "postgresql://"].iter().find_map(|scheme| address.strip_prefix(scheme));
    match rest {
        Some(rest) => of_url(rest),
        None => of_pairs(address).ok_or("its settings are no pairs of name=value"),
    }
    .map_err(|why| Error::Usage(format!("the address of the database cannot be read: {why}")))
}

/// Reads what follows the scheme: `user:password@host:port,host:port/database?name=value&…`.
fn of_url(rest: &str) -> Result<Settings, &'static str> {
    let mut settings = Settings::new();
    let (base, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, database) = base.split_once('/').unwrap_or((base, ""));
    let (credentials, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = credentials.split_once(':').unwrap_or((credentials, ""));
    let (hosts, ports) = of_hosts(hosts)?;
    for (name, value) in [
        ("user", user),
        ("password", password),
        ("host", &hosts),
        ("port", &ports),
        ("dbname", database),
    ] {
        if !value.is_empty() {
            settings.insert(name.to_owned(), unescaped(value)?);
        }
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or("a setting behind its question mark has no value")?;
        settings.insert(unescaped(name)?, unescaped(value)?);
    }
    Ok(settings)
}

/// Returns the hosts and the ports, each as a list with commas. The ports are empty where no host has one.
fn of_hosts(written: &str) -> Result<(String, String), &'static str> {
    let mut hosts = Vec::new();
    let mut ports = Vec::new();
    for one in written.split(',') {
        let (host, port) = match one.strip_prefix('[') {
            Some(rest) => {
                let (host, after) = rest.split_once(']').ok_or("a bracket is not closed")?;
                let port = match after {
                    "" => "",
                    _ => after.strip_prefix(':').ok_or("behind a bracket comes a port")?,
                };
                (host, port)
            }
            None => one.split_once(':').unwrap_or((one, "")),
        };
        hosts.push(host);
        ports.push(port);
    }
    let ports = match ports.concat().as_str() {
        "" => String::new(),
        _ => ports.join(","),
    };
    Ok((hosts.join(","), ports))
}

/// Resolves `%20` and the like. In these addresses, unlike those of forms, a plus is a plus.
fn unescaped(text: &str) -> Result<String, &'static str> {
    let escaped = text.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    let text = parse(escaped.as_bytes()).next().map(|(text, _)| text.into_owned()).unwrap_or_default();
    // The parser puts this character where the text is not UTF-8.
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return Err("it is not in UTF-8");
    }
    Ok(text)
}

fn of_pairs(text: &str) -> Option<Settings> {
    let mut settings = Settings::new();
    let mut left = text.trim_start();
    while !left.is_empty() {
        let (name, after) = left.split_once('=')?;
        let name = name.trim();
        if name.is_empty() || name.contains(char::is_whitespace) {
            return None;
        }
        let after = after.trim_start();
        let (value, length) = value(after)?;
        settings.insert(name.to_owned(), value);
        left = after[length..].trim_start();
    }
    Some(settings)
}

/// Reads a value, in quotes or up to a space, with backslashes as escapes. Returns it and its length in the text.
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

pub fn written(settings: &Settings) -> String {
    let pairs: Vec<String> = settings
        .iter()
        .map(|(name, value)| {
            let value = value.replace('\\', "\\\\").replace('\'', "\\'");
            format!("{name}='{value}'")
        })
        .collect();
    pairs.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Settings {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(own).collect()
    }

    #[test]
    fn both_forms_are_read() {
        for (address, settings) in [
            (
                "postgres://me:x%40y+z@h/db?sslmode=verify-full&sslrootcert=%2Fa%20b+c",
                pairs(&[
                    ("user", "me"),
                    ("password", "x@y+z"),
                    ("host", "h"),
                    ("dbname", "db"),
                    ("sslmode", "verify-full"),
                    ("sslrootcert", "/a b+c"),
                ]),
            ),
            ("postgresql://[::1]:5433,b.example/?host=c", pairs(&[("host", "c"), ("port", "5433,")])),
            ("postgresql://%2Fvar%2Frun/d", pairs(&[("host", "/var/run"), ("dbname", "d")])),
            ("postgres://", pairs(&[])),
            (
                "host = h  sslrootcert='/a b/it\\'s' password='x = y' dbname=d\\ b",
                pairs(&[
                    ("host", "h"),
                    ("sslrootcert", "/a b/it's"),
                    ("password", "x = y"),
                    ("dbname", "d b"),
                ]),
            ),
            (
                "host=h password='sslmode=disable' user=''",
                pairs(&[("host", "h"), ("password", "sslmode=disable"), ("user", "")]),
            ),
        ] {
            assert_eq!(read(address).expect(address), settings, "{address}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let settings = pairs(&[("host", "a b"), ("password", "it's \\ = ")]);
        assert_eq!(read(&written(&settings)).expect("settings"), settings);
    }

    #[test]
    fn what_has_no_form_is_refused() {
        for address in [
            "nothing",
            "host='h",
            "host=h\\",
            "host=h x",
            "host=h x y=z",
            "postgres://[::1/d",
            "postgres://[::1]5/d",
            "postgres://h/d?sslmode",
            "postgres://h/%ff",
        ] {
            assert!(read(address).is_err(), "{address}");
        }
    }
}
