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
    /// The string goes on with the paragraph of the last `text` or `value`: both are spans of rich text.
    pub goes_on: bool,
}

/// The members that say what a part of rich text is.
const TYPES: [&str; 3] = ["_type", "nodeType", "type"];

/// The types of spans.
const SPANS: [&str; 3] = ["inlineCode", "span", "text"];

impl JsonString<'_> {
    /// Returns the text of the string; `None` if that is not valid.
    pub fn text(&self) -> Fallible<Option<String>> {
        let mut json = String::new();
        json.try_reserve_exact(self.written.len() + 2)?;
        json.try_push_all(&["\"", self.written, "\""])?;
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
    rich: RichText,
}

/// Where the reading is in rich text: Portable Text, Contentful, Lexical, ProseMirror, Slate, trees of HTML. In all, a
/// list `children` or `content` has the spans of a paragraph, or what has such lists.
#[derive(Default)]
struct RichText {
    /// The brackets that are open.
    depth: u32,
    /// The lists of objects that are open and may have spans, and the objects that are spans by their type, each as the
    /// bit of its depth. An object that comes before its type has that of its sibling.
    lists: u128,
    spans: u128,
    /// The last string is the first key of its object.
    is_first: bool,
    /// The depth of the list whose spans are the paragraph; the least depth since the last span.
    paragraph: Option<u32>,
    least: u32,
}

impl RichText {
    /// Reads what is between the last string, `name`, and the next one.
    fn read(&mut self, name: Option<&str>, between: &[u8], next: &str) {
        for byte in between {
            match byte {
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => {
                    self.lists &= !bit(self.depth);
                    self.depth = self.depth.saturating_sub(1);
                    self.least = self.least.min(self.depth);
                }
                _ => {}
            }
        }
        // A value stands where its key does.
        if between != b":" {
            self.is_first = between.ends_with(b"{");
        }
        let marks = between.iter().filter(|byte| !byte.is_ascii_whitespace());
        let has_spans = name == Some("children") || name == Some("content") && next != "text";
        if has_spans && self.is_first && marks.eq(b":[{") {
            self.lists |= bit(self.depth - 1);
        }
    }

    /// Returns `true` for a span that goes on with a paragraph.
    fn goes_on(&mut self, name: &str, written: &str) -> bool {
        let object = bit(self.depth);
        if TYPES.contains(&name) {
            self.spans = self.spans & !object | if SPANS.contains(&written) { object } else { 0 };
        }
        if !matches!(name, "text" | "value") {
            return false;
        }
        let list = self.depth.saturating_sub(1);
        // Slate has spans without a type, trees of HTML the ends of lines between paragraphs.
        let is_span = self.spans & object != 0 || self.is_first && name == "text";
        if !is_span || self.lists & bit(list) == 0 || written == "\\n" {
            self.paragraph = None;
            return false;
        }
        // Links have lists of their own within the paragraph.
        let shared = self.paragraph.map(|paragraph| paragraph.min(list)).filter(|shared| *shared <= self.least);
        self.paragraph = shared.or(Some(list));
        self.least = self.depth;
        shared.is_some()
    }
}

/// Returns the bit of a depth; none for one that no document has.
fn bit(depth: u32) -> u128 {
    1u128.checked_shl(depth).unwrap_or(0)
}

/// Returns the named strings of JSON, in order. That of `JSON.parse("…")` has the name `parse`.
pub fn strings(json: &str) -> Strings<'_> {
    Strings {
        json,
        at: 0,
        name: None,
        list: None,
        next_check: CHECK_BYTES,
        rich: RichText::default(),
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
            self.rich.read(self.name, between, written);
            let is_call = between.ends_with(b"JSON.parse(");
            if let Some(before) = between.strip_suffix(if is_call { b"(" } else { b":" }) {
                self.list = None;
                let name = self.name.take().filter(|_| before.is_empty()).or_else(|| identifier_at_end(before));
                if let Some(name) = name {
                    return Some(JsonString {
                        name,
                        written,
                        in_list: false,
                        goes_on: self.rich.goes_on(name, written),
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
                    goes_on: false,
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
        assert_eq!(read(r#"x = JSON.parse("{\"a\":1}"), call("b")"#), [("parse", r#"{\"a\":1}"#, false)]);
        assert!(read("").is_empty());
    }

    #[test]
    fn spans_go_on_with_their_paragraph() {
        let texts = |json| {
            let texts = strings(json).filter(|text| matches!(text.name, "text" | "value"));
            texts.map(|text| if text.goes_on { "+" } else { " " }.to_owned() + text.written).collect::<String>()
        };
        for json in [
            // Portable Text.
            r#"[{"_type":"block","style":"h2","children":[{"_type":"span","text":"a"},
                {"_type":"span","marks":["em"],"text":"b"}]},
                {"_type":"block","children":[{"_type":"span","text":"c"}]}]"#,
            // Contentful, with a link.
            r#"{"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"a"},
                {"nodeType":"hyperlink","content":[{"nodeType":"text","value":"b"}]}]},
                {"nodeType":"paragraph","content":[{"nodeType":"text","value":"c","marks":[],"data":{}}]}]}"#,
            // ProseMirror.
            r#"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a"},
                {"type":"text","marks":[{"type":"bold"}],"text":"b"}]},
                {"type":"paragraph","content":[{"type":"text","text":"c"}]}]}"#,
            // Slate, with a link.
            r#"[{"type":"p","children":[{"type":"a","children":[{"text":"a"}]},{"text":"b"}]},
                {"children":[{"text":"c"}]}]"#,
            // Lexical: the type comes last.
            r#"{"children":[{"children":[{"style":"","text":"","type":"text"}]},
                {"children":[{"style":"","text":"a","type":"text"},{"style":"","text":"b","type":"text"}],"type":"p"},
                {"children":[{"style":"","text":"c","type":"text"}]}]}"#,
        ] {
            assert_eq!(texts(json).trim_start(), "a+b c", "{json}");
        }
        // Neither comments nor paragraphs in one list, nor what is between blocks or is deeper than any document.
        let deep = "[".repeat(200) + r#"{"children":[{"text":"a"},{"text":"b"}]}"#;
        for json in [
            r#"{"children":[{"id":1,"text":"a","type":"comment"},{"id":2,"text":"b","type":"comment"}]}"#,
            r#"{"content":[{"type":"paragraph","text":"a"},{"type":"paragraph","text":"b"}]}"#,
            r#"{"content":[{"text":"a"},{"text":"b"}]}"#,
            r#"{"blocks":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
            r#"{"children":[{"tag":"p","children":[{"type":"text","value":"a"}]},{"type":"text","value":"\n"},
                {"tag":"p","children":[{"type":"text","value":"b"}]},{"type":"code","value":"c"},
                {"tag":"p","children":[{"type":"text","value":"d"}]}]}"#,
            &deep,
        ] {
            assert!(!texts(json).contains('+'), "{json}");
        }
    }

    #[test]
    fn long_json_checks() {
        let json = "{\"a\": \"b\"}".repeat(CHECK_BYTES / 2);
        let (count, checks) = interrupts::counted(|| strings(&json).count());
        assert_eq!(count, CHECK_BYTES / 2);
        assert!((4..=5).contains(&checks), "{checks}");
    }
}
