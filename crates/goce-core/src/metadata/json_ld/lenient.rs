//! JSON as pages write it: invalid JSON is mended where its meaning is plain.
//!
//! No crate does this mending. On wcxb-dev 27 of 1,220 scripts are invalid: 11 have line breaks in strings, most others
//! lack a backslash before a quote or a comma. Readers of JSON5 refuse these too.

use std::io::{self, Read};

use serde_json::Value;

use crate::interrupts::{self, Countdown};
use crate::memory::{OutOfMemory, TryPush, ask_for};
use crate::metadata::values::decode;

/// The longest script that is read, in bytes. A longer one is data of an application.
pub const LONGEST: usize = 1024 * 1024;

/// Bytes that the parser gets between two checks.
const CHUNK: usize = 8 * 1024;

/// The most bytes of memory for a byte of a script. Each `{"":1},` is a map with a node for eleven members, of 632 bytes.
/// The mended text and the one before take three bytes more.
const MEMORY: usize = 104;

/// Levels of nesting; serde_json's own limit is 128.
const DEEPEST: usize = 120;

/// A text that checks as it is read.
struct Checked<'a> {
    rest: &'a [u8],
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        interrupts::check();
        let chunk = &self.rest[..self.rest.len().min(CHUNK)];
        let mut chunk = chunk;
        let read = chunk.read(buffer)?;
        self.rest = &self.rest[read..];
        Ok(read)
    }
}

fn parse(text: &str) -> Result<Vec<Value>, OutOfMemory> {
    let checked = Checked { rest: text.as_bytes() };
    // Some scripts have several values.
    let values =
        serde_json::Deserializer::from_reader(io::BufReader::with_capacity(CHUNK, checked)).into_iter::<Value>();
    let mut read = Vec::new();
    for value in values {
        match value {
            Ok(value) => read.try_push(value)?,
            Err(_) => return Ok(Vec::new()),
        }
    }
    Ok(read)
}

/// Returns the values of a script; none if it cannot be mended or is longer than [`LONGEST`].
pub fn read(text: &str) -> Result<Vec<Value>, OutOfMemory> {
    if text.len() > LONGEST {
        return Ok(Vec::new());
    }
    ask_for(text.len() * MEMORY)?;
    let values = parse(text)?;
    if !values.is_empty() {
        return Ok(values);
    }
    let escaped = !text.contains('"') && text.contains("&quot;");
    let decoded = escaped.then(|| decode(text));
    match mend(decoded.as_deref().unwrap_or(text)) {
        Some(mended) => parse(&mended),
        None => Ok(Vec::new()),
    }
}

/// Returns mended JSON; `None` if it is nested too deep.
///
/// Comments, CDATA marks, commas before brackets and semicolons are dropped. Line breaks in strings become spaces. Quotes
/// in strings get a backslash, and escapes that JSON lacks lose theirs. Open strings and brackets are closed.
fn mend(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut open = Vec::new();
    let mut rest = text;
    let mut countdown = Countdown::new(CHUNK);
    while let Some(c) = rest.chars().next() {
        countdown.charge(1);
        if let Some(after) = mark(rest) {
            rest = after;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => {
                let after = string(rest, &mut out);
                countdown.charge(rest.len() - after.len());
                rest = after;
            }
            '{' | '[' => {
                open.push(if c == '{' { '}' } else { ']' });
                if open.len() > DEEPEST {
                    return None;
                }
                out.push(c);
            }
            '}' | ']' => {
                // A bracket that closes nothing is dropped; missing ones are added.
                if open.contains(&c) {
                    drop_comma(&mut out);
                    while let Some(end) = open.pop() {
                        out.push(end);
                        if end == c {
                            break;
                        }
                    }
                }
            }
            ',' => {
                if !out.ends_with([',', '{', '[']) {
                    out.push(',');
                }
            }
            ';' => {}
            c if c.is_whitespace() || c.is_control() || c == '\u{feff}' => {}
            c => out.push(c),
        }
    }
    drop_comma(&mut out);
    out.extend(open.iter().rev());
    Some(out)
}

/// Drops a comma before a closing bracket, and completes a member without a value.
fn drop_comma(out: &mut String) {
    if out.ends_with(',') {
        out.pop();
    } else if out.ends_with(':') {
        out.push_str("null");
    }
}

/// Returns what follows a comment or a mark of SGML at the start of a text.
fn mark(text: &str) -> Option<&str> {
    const MARKS: [&str; 5] = ["<!--", "-->", "<![CDATA[", "]]>", "//"];
    if let Some(comment) = text.strip_prefix("/*") {
        return Some(comment.split_once("*/").map_or("", |(_, after)| after));
    }
    let mark = MARKS.iter().find(|mark| text.starts_with(**mark))?;
    let after = &text[mark.len()..];
    if *mark != "//" {
        return Some(after);
    }
    // A comment ends with its line, but JSON may follow `//<![CDATA[` on one line.
    if MARKS[..4].iter().any(|mark| after.trim_start().starts_with(mark)) {
        return Some(after.trim_start());
    }
    Some(after.split_once('\n').map_or("", |(_, after)| after))
}

/// Copies a string, whose opening quote was read, to its end. Returns the text that follows.
fn string<'a>(text: &'a str, out: &mut String) -> &'a str {
    out.push('"');
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' if ends_string(&text[at + 1..]) => {
                out.push('"');
                return &text[at + 1..];
            }
            '"' => out.push_str("\\\""),
            '\\' => escape(&mut characters, out),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    ""
}

/// Returns `true` if `after`, which follows a quote, can follow a string.
fn ends_string(after: &str) -> bool {
    let next = after.trim_start().chars().next();
    next.is_none_or(|c| matches!(c, ',' | ':' | '}' | ']' | ';' | '/' | '<'))
}

/// Copies an escape; one that JSON lacks without its backslash.
fn escape(characters: &mut std::str::CharIndices<'_>, out: &mut String) {
    let Some((_, c)) = characters.next() else {
        return;
    };
    match c {
        '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => {
            out.push('\\');
            out.push(c);
        }
        'u' => {
            let digits = characters.as_str().get(..4).unwrap_or("");
            let valid = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            // A surrogate may lack its other half, which would make all of the JSON invalid.
            let surrogate = digits.starts_with(['d', 'D'])
                && digits.as_bytes().get(1).is_some_and(|byte| !byte.is_ascii_digit() || *byte >= b'8');
            if valid && !surrogate {
                out.push_str("\\u");
            } else if valid {
                out.push(' ');
                for _ in 0..4 {
                    characters.next();
                }
            }
        }
        c if c.is_control() => out.push(' '),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values(text: &str) -> Vec<Value> {
        read(text).unwrap()
    }

    #[test]
    fn json_is_read() {
        assert_eq!(values(r#"{"a": [1, "\u00e9"]}"#), [json!({"a": [1, "é"]})]);
        assert_eq!(values(r#"{"a":1} {"b":2}"#), [json!({"a": 1}), json!({"b": 2})]);
        assert!(values("").is_empty() && values("no json").is_empty());
    }

    #[test]
    fn broken_json_is_mended() {
        let expected = json!({"a": ["b c", "d"], "e": {"f": 1}});
        for text in [
            r#"{"a": ["b c", "d",], "e": {"f": 1,},}"#,
            "{\"a\": [\"b\nc\", \"d\"], \"e\": {\"f\": 1}}",
            "<!-- {\"a\": [\"b c\", \"d\"], \"e\": {\"f\": 1}} -->",
            "//<![CDATA[\n{\"a\": [\"b c\", \"d\"], \"e\": {\"f\": 1}}\n//]]>",
            "/* x */{\"a\": [\"b c\", \"d\"], // y\n\"e\": {\"f\": 1}};",
            r#"{"a": ["b c", "d"], "e": {"f": 1"#,
            r#"{"a": ["b c", "d"], "e": {"f": 1}}}}"#,
            r#"{"a": ["b c",, "d"], "e": {"f": 1}}"#,
            "{&quot;a&quot;: [&quot;b c&quot;, &quot;d&quot;], &quot;e&quot;: {&quot;f&quot;: 1}}",
        ] {
            assert_eq!(values(text), std::slice::from_ref(&expected), "{text}");
        }
        assert_eq!(values(r#"{"a": "b "c" d", "e": "it\'s"}"#), [json!({"a": "b \"c\" d", "e": "it's"})]);
        assert_eq!(values(r#"{"a": "x\ud83dy",}"#), [json!({"a": "x y"})]);
        assert_eq!(values(r#"{"a": "x", "b":}"#), [json!({"a": "x", "b": null})]);
        assert_eq!(values(r#"{"a": "open"#), [json!({"a": "open"})]);
    }

    #[test]
    fn hostile_json_is_bounded() {
        assert!(values(&"[".repeat(200_000)).is_empty());
        assert!(values(&format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))).is_empty());
        assert!(values(&format!("{{\"a\": \"{}\"}}", "x".repeat(LONGEST))).is_empty());
        for piece in ["\"", "\" ", "{\"a\":", "//", "/*", "\\", "]", "&quot;", "\"a\":[,"] {
            let (_, checks) = interrupts::counted(|| read(&piece.repeat(100_000)).unwrap());
            assert!(checks > 0, "{piece}");
        }
    }
}
