//! JSON as pages write it: parsed as it is, and otherwise mended where the meaning is plain.
//!
//! The mending is not left to a crate, for none reads what pages write: on wcxb-dev 27 of 1,220 scripts are no JSON, 11 of
//! them for line breaks in strings and most others for quotes that lack a backslash or commas that are missing, which
//! readers of JSON5 refuse too.

use std::io::{self, Read};

use serde_json::Value;

use crate::interrupts;
use crate::memory::{OutOfMemory, TryPush, ask_for};
use crate::metadata::values::decode;

/// Bytes of a script that are read: what is longer is data of an application.
pub const LONGEST: usize = 1024 * 1024;

/// Bytes handed to the parser between two checks.
const CHUNK: usize = 8 * 1024;

/// Bytes that a byte of a script may take in memory, at most: each `{"":1},` is a map with a node for eleven
/// members, of 632 bytes. Besides there are the mended text and the one before, of three bytes.
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
    // Scripts with several values, one after the other, do occur.
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

/// Returns the values of a script; none where nothing can be made of it, and where it is longer than [`LONGEST`].
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

/// Returns JSON without comments, CDATA marks, commas before brackets and stray semicolons; with line breaks and
/// quotes in strings escaped, escapes that JSON lacks undone, and open strings and brackets closed. `None` if it
/// nests too deep.
fn mend(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut open = Vec::new();
    let mut rest = text;
    let mut until_check = 0usize;
    while let Some(c) = rest.chars().next() {
        if until_check == 0 {
            interrupts::check();
            until_check = CHUNK;
        }
        until_check -= 1;
        if let Some(after) = mark(rest) {
            rest = after;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => {
                let after = string(rest, &mut out);
                until_check = until_check.saturating_sub(rest.len() - after.len());
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
                // One that closes nothing is dropped, one that is missing is put in.
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

/// Drops a comma, or the start of a member, before an end.
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
    // A comment runs to the end of its line, but `//<![CDATA[` is at times followed by all.
    if MARKS[..4].iter().any(|mark| after.trim_start().starts_with(mark)) {
        return Some(after.trim_start());
    }
    Some(after.split_once('\n').map_or("", |(_, after)| after))
}

/// Copies a string to its end, its opening quote being read; returns what follows.
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

/// Copies an escape as it is where JSON has it, else without its backslash.
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
            // Half of a pair of surrogates alone is no character, and would spoil all.
            let surrogate = digits.starts_with(['d', 'D'])
                && digits
                    .as_bytes()
                    .get(1)
                    .is_some_and(|byte| !byte.is_ascii_digit() || *byte >= b'8');
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
        assert_eq!(
            values(r#"{"a": "b "c" d", "e": "it\'s"}"#),
            [json!({"a": "b \"c\" d", "e": "it's"})]
        );
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
