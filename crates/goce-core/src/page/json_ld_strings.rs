//! The strings of JSON-LD, found by their quotes.
//!
//! Some features need a few strings only. They are read here without memory, and from invalid JSON too. `metadata` needs
//! whole objects and parses the scripts itself.

use crate::interrupts::{self, CHECK_BYTES};

/// A string that is a member's value, or stands in a list that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonString<'a> {
    pub name: &'a str,
    /// The string as it is written between its quotes, with escapes.
    pub written: &'a str,
    pub in_list: bool,
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
            if between.ends_with(b":") {
                self.list = None;
                if let Some(name) = self.name.take() {
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
