//! Authors' names as pages state them.

use super::values::{clean, key};
use goce_core::dates::month;

/// The longest name, in characters.
const LONGEST: usize = 80;

/// The most words of a name.
const MOST_WORDS: usize = 8;

/// The most names: papers of physics have thousands.
const MOST: usize = 64;

/// Words before a name in a byline, in lower case.
#[rustfmt::skip]
const BEFORE: [&str; 32] = [
    "article by", "authored by:", "authored by", "written by", "posted by", "published by", "story by", "words by",
    "text by", "created by", "reviewed by", "by:", "by", "authors:", "author:", "author", "von:", "von", "autor:",
    "text:", "par", "auteur :", "auteur:", "escrito por", "publicado por", "por", "autore:", "автор:", "作者：", "作者:",
    "文/", "tác giả:",
];

/// Words and signs that end a name in a byline.
#[rustfmt::skip]
const AFTER: [&str; 26] = [
    "|", "•", "·", "»", "›", "\u{2014}", " - ", " – ", " / ", " @", " on ", " in ", " at ", " updated", " published",
    " posted", " last ", " am ", " (@", " min read", " follow", " modified", " reviewed", " contributor", " wrote",
    " · ",
];

/// Words that stand in the place of a name but are none.
#[rustfmt::skip]
const NOBODY: [&str; 43] = [
    "admin", "administrator", "root", "user", "username", "webmaster", "guest", "unknown", "author", "authors",
    "test", "wpadmin", "wordpress", "super user", "superuser", "site admin", "blog admin", "adm", "anonymous", "name",
    "by", "writer", "default", "no author", "not available", "nobody", "n a", "about the author", "view all posts",
    "read more", "share", "follow", "profile", "posted by", "written by", "topic author", "original poster",
    "insights from", "about", "website", "home", "email", "all posts",
];

/// Returns the names in a value that should be names: of JSON-LD, `<meta>` or microdata.
pub fn of_value(value: &str) -> Vec<String> {
    let Some(text) = clean(value) else {
        return Vec::new();
    };
    names(without_prefix(&text))
}

/// Returns the names in the text of a byline, which may go on with a date, a place or the time to read.
pub fn of_byline(text: &str) -> Vec<String> {
    let Some(text) = clean(text) else {
        return Vec::new();
    };
    let text = without_prefix(&text);
    let lower = text.to_lowercase();
    // Where lower case has another length, its places are not those of the text.
    let end = AFTER.iter().filter_map(|after| lower.find(after)).min();
    let end = end.filter(|_| lower.len() == text.len());
    let digits = text.find(|c: char| c.is_ascii_digit());
    let end = end.into_iter().chain(digits).min().unwrap_or(text.len());
    let text = &text[..text.floor_char_boundary(end)];
    names(text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '.' && c != ')'))
}

fn without_prefix(text: &str) -> &str {
    let mut text = text.trim();
    // Two prefixes at most: "Author: by Ann".
    for _ in 0..2 {
        let cut = BEFORE.iter().find_map(|before| {
            let length = prefix_length(text, before)?;
            let rest = &text[length..];
            let ends_word = !before.ends_with(char::is_alphanumeric) || rest.starts_with([' ', ':', '\u{a0}']);
            ends_word.then(|| rest.trim_start_matches([' ', ':', '-', '–', '\u{a0}']))
        });
        match cut {
            Some(rest) if !rest.is_empty() => text = rest,
            _ => break,
        }
    }
    text
}

/// Returns the length of a prefix in a text, if it has it in any case.
fn prefix_length(text: &str, prefix: &str) -> Option<usize> {
    let mut lower = text.char_indices().map(|(at, c)| (at, c.to_lowercase().next()));
    for expected in prefix.chars() {
        if lower.next()?.1 != Some(expected) {
            return None;
        }
    }
    Some(lower.next().map_or(text.len(), |(at, _)| at))
}

fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split([';', '\n', '|']) {
        if names.len() == MOST {
            break;
        }
        let mut people: Vec<&str> = Vec::new();
        for and in [" and ", " & ", " und ", " et ", " y ", " e "] {
            if part.contains(and) {
                people = part.split(and).collect();
                break;
            }
        }
        // Names of one word do not divide a text: "Ann Miller and Ben", "Salt & Rye".
        if people.is_empty() || people.iter().any(|name| name.split_whitespace().count() < 2) {
            people = vec![part];
        }
        for people in people {
            let commas: Vec<&str> = people.split(", ").collect();
            let whole = commas.len() < 2 || commas.iter().any(|name| !is_full_name(name));
            let each = if whole { vec![people] } else { commas };
            for name in each.into_iter().filter_map(name) {
                if names.len() < MOST && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    names
}

/// Words of degrees and offices.
#[rustfmt::skip]
const OFFICES: [&str; 11] = [
    "editor", "writer", "staff", "reporter", "professor", "director", "manager", "senior", "university", "chief", "of",
];

/// Returns `true` for a first and a last name, and `false` for a degree or an office.
fn is_full_name(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    text.split_whitespace().nth(1).is_some() && !words.any(|word| OFFICES.contains(&word))
}

/// Returns the text if it can be a name: no address, no handle, no word of [`NOBODY`].
fn name(text: &str) -> Option<String> {
    let text = text
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '-' | '–' | '/' | '"' | '“' | '”' | '*'));
    let lower = text.to_lowercase();
    let address = lower.contains("://")
        || lower.starts_with("www.")
        || lower.starts_with(['@', '#', '/'])
        || lower.contains(".php")
        || (lower.contains('@') && !lower.contains(' '))
        || lower.contains("facebook.com");
    let key = key(text);
    let possible = !address
        && text.chars().count() <= LONGEST
        && text.split_whitespace().count() <= MOST_WORDS
        && text.chars().any(char::is_alphabetic)
        // A template's variable: page.head.extra.author.
        && !(text.contains('.') && !text.contains(' ') && lower.ends_with("author"))
        && (key.contains(' ') || month(&key).is_none())
        && !NOBODY.contains(&key.as_str());
    possible.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (value, expected) in [
            ("Ann Miller", vec!["Ann Miller"]),
            ("By Ann Miller", vec!["Ann Miller"]),
            ("Byron Baker", vec!["Byron Baker"]),
            ("Ann Miller and Ben Baker", vec!["Ann Miller", "Ben Baker"]),
            ("Ann Miller, Ben Baker", vec!["Ann Miller", "Ben Baker"]),
            ("Ann Miller; Ben Baker;", vec!["Ann Miller", "Ben Baker"]),
            ("Ann Miller, MD, RD", vec!["Ann Miller, MD, RD"]),
            ("Ann Miller, Senior Editor", vec!["Ann Miller, Senior Editor"]),
            ("Salt & Rye", vec!["Salt & Rye"]),
            ("von Анна Мельник", vec!["Анна Мельник"]),
            ("作者：李安", vec!["李安"]),
            ("admin", vec![]),
            ("https://example.org/ann", vec![]),
            ("@ann", vec![]),
            ("ann@example.org", vec![]),
            ("null", vec![]),
            ("12345", vec![]),
        ] {
            assert_eq!(of_value(value), expected, "{value}");
        }
        assert!(of_value(&"long ".repeat(100)).is_empty());
    }

    #[test]
    fn bylines() {
        for (text, expected) in [
            ("By Ann Miller | May 3, 2021", vec!["Ann Miller"]),
            ("Posted by: Ann Miller on Monday", vec!["Ann Miller"]),
            ("Ann Miller, 3 May 2021", vec!["Ann Miller"]),
            ("BY ANN MILLER · 4 min read", vec!["ANN MILLER"]),
            ("Written by", vec![]),
            ("3 May 2021", vec![]),
        ] {
            assert_eq!(of_byline(text), expected, "{text}");
        }
    }
}
