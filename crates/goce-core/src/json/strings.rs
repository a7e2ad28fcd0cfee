//! The strings of JSON, found by their quotes.
//!
//! `auto`, genres and threads need no more than the types of a page, and read each page. To find strings takes no memory and
//! a fraction of the time of a [`Document`], and serves for invalid JSON too.

use std::borrow::Cow;

use super::Document;
use crate::prelude::*;

/// A string that is a member's value, or stands in a list that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonString<'a> {
    pub name: &'a str,
    /// The string as it is written between its quotes, with escapes.
    pub written: &'a str,
    pub in_list: bool,
}

impl JsonString<'_> {
    /// Returns the text of the string; `None` if that is not valid.
    pub fn text(&self) -> Fallible<Option<String>> {
        let mut json = String::new();
        json.try_reserve_exact(self.written.len() + 2)?;
        for part in ["\"", self.written, "\""] {
            json.try_push_str(part)?;
        }
        let document = Document::read(json)?;
        let text = document.as_ref().map(|document| document.root().text(usize::MAX)).transpose()?.flatten();
        Ok(text.map(Cow::into_owned))
    }
}

/// The iterator that [`strings`] returns.
pub struct Strings<'a> {
    json: &'a str,
    at: usize,
    /// The last string, which may be a name.
    name: Option<&'a str>,
    /// The name of the list of strings that may go on here.
    list: Option<&'a str>,
    next_check: usize,
}

/// Returns the named strings of JSON, in order.
pub fn strings(json: &str) -> Strings<'_> {
    Strings {
        json,
        at: 0,
        name: None,
        list: None,
        next_check: CHECK_BYTES,
    }
}

impl<'a> Iterator for Strings<'a> {
    type Item = JsonString<'a>;

    fn next(&mut self) -> Option<JsonString<'a>> {
        let bytes = self.json.as_bytes();
        loop {
            let open = memchr::memchr(b'"', &bytes[self.at..])?;
            let between = bytes[self.at..self.at + open].trim_ascii();
            let start = self.at + open + 1;
            let mut end = start;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let end = end.min(bytes.len());
            if end >= self.next_check {
                self.next_check = end + CHECK_BYTES;
                interrupts::check();
            }
            // Quotes and escapes are ASCII, so both ends are boundaries, unless the text ends within an escape.
            let written = self.json.get(start..end)?;
            self.at = (end + 1).min(bytes.len());
            if let Some(before) = between.strip_suffix(b":") {
                self.list = None;
                let name = self.name.take().filter(|_| before.is_empty()).or_else(|| identifier_at_end(before));
                if let Some(name) = name {
                    return Some(JsonString {
                        name,
                        written,
                        in_list: false,
                    });
                }
                continue;
            }
            let begins_list = between.strip_suffix(b"[").is_some_and(|before| before.trim_ascii_end() == b":");
            self.list = if begins_list {
                self.name
            } else {
                self.list.filter(|_| between == b",")
            };
            self.name = Some(written);
            if let Some(name) = self.list {
                return Some(JsonString {
                    name,
                    written,
                    in_list: true,
                });
            }
        }
    }
}

/// Returns the name that JavaScript writes without quotes before a colon: `{body: "…"}`.
fn identifier_at_end(text: &[u8]) -> Option<&str> {
    let text = text.trim_ascii_end();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let length = text.iter().rev().take_while(|byte| is_part(byte)).count();
    let name = &text[text.len() - length..];
    std::str::from_utf8(name).ok().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Vec<(&str, &str, bool)> {
        strings(json).map(|text| (text.name, text.written, text.in_list)).collect()
    }

    #[test]
    fn strings_with_names() {
        assert_eq!(
            read(r#"{"a":"b \"c\"","d" : [ "e" , "f"],"g":[1,"h"],"i":"j","k":{"l":["m"]}}"#),
            [
                ("a", r#"b \"c\""#, false),
                ("d", "e", true),
                ("d", "f", true),
                ("i", "j", false),
                ("l", "m", true),
            ]
        );
        let text = |json| strings(json).next().unwrap().text().unwrap();
        assert_eq!(text(r#"{"a":"b \"c\""}"#).as_deref(), Some("b \"c\""));
        assert_eq!(text(r#"{"a":"\x"}"#), None);
        assert_eq!(read("x={a:1, body : \"b\", \"c\":\"d\"}"), [("body", "b", false), ("c", "d", false)]);
        assert_eq!(read(r#"{"a": "unclosed"#), [("a", "unclosed", false)]);
        assert_eq!(read(r#"{"a": 1, "b": "é\"#), [("b", "é\\", false)]);
        assert!(read("").is_empty());
    }

    #[test]
    fn long_json_checks() {
        let json = "{\"a\": \"b\"}".repeat(CHECK_BYTES / 2);
        let (count, checks) = interrupts::counted(|| strings(&json).count());
        assert_eq!(count, CHECK_BYTES / 2);
        assert!((4..=5).contains(&checks), "{checks}");
    }
}
