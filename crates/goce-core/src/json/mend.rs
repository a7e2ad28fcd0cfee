//! Invalid JSON is mended.
//!
//! On wcxb-dev and the extra pages 32 of 1,828 scripts are invalid: 18 have line breaks in strings, others lack a backslash
//! before a quote or a comma, or have comments. The mended text is always valid: values and separators are written anew,
//! and what fits nowhere ends the mending.

use crate::prelude::*;
use crate::texts::references::decode;
use crate::texts::spaces::start_of;
use crate::texts::words::paired;

use super::DEEPEST;
use super::document::{Document, number};
use super::mended_string::{self, Role};

/// What was mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mend {
    /// Comments of JavaScript or SGML, or CDATA marks, were dropped.
    Comment,
    /// Text before or behind the JSON was dropped.
    TextAround,
    /// All quotes were character references: `&quot;`.
    Entities,
    /// Commas without a value behind were dropped.
    ExtraComma,
    /// A comma or a colon was missing.
    Missing,
    /// Brackets or quotes were never closed, or closed nothing.
    Bracket,
    /// Control characters in strings, such as line breaks, became spaces.
    ControlCharacter,
    /// Quotes in strings lacked a backslash, or strings had quotes of another kind.
    Quote,
    /// Escapes that JSON does not have.
    Escape,
    /// Words or numbers that JSON does not have.
    Value,
    /// The text has several values.
    SeveralValues,
}

/// The name of each [`Mend`] in results, in their order.
const NAMES: &str = "\
    comment,text around,entities,extra comma,missing comma,bracket,control character,quote,escape,value,several values";

/// What was mended of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mends(u16);

impl Mends {
    /// Returns the name of each once, in the order of [`Mend`].
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.split(',').enumerate().filter(move |(mend, _)| self.0 & 1 << mend != 0).map(|(_, name)| name)
    }

    /// Notes one.
    pub fn note(&mut self, mend: Mend) {
        self.0 |= 1 << mend as u16;
    }
}

/// What an open bracket waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    Key,
    Colon,
    Value,
    Comma,
}

use Wants::*;

#[derive(Clone, Copy)]
struct Open {
    is_object: bool,
    wants: Wants,
    /// It has a value.
    has_some: bool,
    /// A comma came, and no value since.
    after_comma: bool,
}

struct Writer {
    /// The array of all values, which is taken off where there is one alone.
    out: String,
    open: Vec<Open>,
    mends: Mends,
    /// Values that are complete.
    values: usize,
}

/// Reads JSON as pages write it: as it is, or mended. Returns also what was mended; `None` where the meaning is not plain,
/// no array or object is there, or it is nested deeper than [`DEEPEST`].
pub fn read_lenient(text: &str) -> Fallible<Option<(Document<'_>, Mends)>> {
    if let Some(document) = Document::read(text)? {
        return Ok(Some((document, Mends::default())));
    }
    let Some((mended, mends)) = mend(text)? else {
        return Ok(None);
    };
    Ok(Document::read(mended)?.map(|document| (document, mends)))
}

/// Returns mended JSON, and what was mended; `None` if it cannot be mended. Of several values it makes an array.
fn mend(text: &str) -> Fallible<Option<(String, Mends)>> {
    let escaped = !text.contains('"') && (text.contains("&quot;") || text.contains("&#34;"));
    if escaped {
        ask_for(text.len())?;
    }
    let decoded = escaped.then(|| decode(text));
    let mut rest = decoded.as_deref().unwrap_or(text);
    let mut writer = Writer {
        out: try_to_owned("[")?,
        open: try_with_capacity(DEEPEST)?,
        mends: Mends::default(),
        values: 0,
    };
    if escaped {
        writer.mends.note(Mend::Entities);
    }
    let mut countdown = Countdown::new(CHECK_BYTES);
    while let Some(c) = rest.chars().next() {
        let before = rest.len();
        match writer.token(rest, c)? {
            Some(after) => rest = after,
            None => return Ok(None),
        }
        countdown.charge(before - rest.len());
    }
    while !writer.open.is_empty() {
        writer.mends.note(Mend::Bracket);
        writer.close()?;
    }
    if writer.values > 1 {
        writer.mends.note(Mend::SeveralValues);
        writer.out.try_push_char(']')?;
    } else {
        writer.out.remove(0);
    }
    Ok((writer.values > 0).then_some((writer.out, writer.mends)))
}

impl Writer {
    /// Reads what a text begins with. Returns the text that follows; `None` if the meaning is not plain.
    fn token<'t>(&mut self, text: &'t str, c: char) -> Fallible<Option<&'t str>> {
        if matches!(c, '<' | '-' | ']' | '/')
            && let Some(after) = mark(text)
        {
            self.mends.note(Mend::Comment);
            return Ok(Some(after));
        }
        let after = &text[c.len_utf8()..];
        let is_fine = match c {
            ' ' | '\t' | '\n' | '\r' => true,
            c if c.is_whitespace() || c.is_control() || c == '\u{feff}' => {
                self.mends.note(Mend::TextAround);
                true
            }
            '{' | '[' => self.begin(c == '{')?,
            '}' | ']' => {
                self.end(c == '}')?;
                true
            }
            ',' | ';' => self.comma()?,
            ':' => self.colon()?,
            _ if self.open.is_empty() => {
                self.mends.note(Mend::TextAround);
                // Up to the next bracket or mark.
                let length = after.find(['{', '[', '<', '/']).unwrap_or(after.len());
                return Ok(Some(&after[length..]));
            }
            c if mended_string::closing(c).is_some() => return self.string(after, c).map(Some),
            _ => return self.word(text),
        };
        Ok(is_fine.then_some(after))
    }

    /// Makes room for a key or a value. Returns its role.
    fn make_room(&mut self) -> Fallible<Role> {
        let Some(open) = self.open.last_mut() else {
            if self.values > 0 {
                self.out.try_push_char(',')?;
            }
            return Ok(Role::Item);
        };
        let role = match (open.is_object, open.wants) {
            (false, _) => Role::Item,
            (true, Key | Comma) => Role::Key,
            (true, Colon | Value) => Role::Member,
        };
        if matches!(open.wants, Colon | Comma) {
            self.mends.note(Mend::Missing);
        }
        if open.wants == Colon {
            self.out.try_push_char(':')?;
        } else if open.has_some && role != Role::Member {
            self.out.try_push_char(',')?;
        }
        open.wants = if role == Role::Key { Colon } else { Comma };
        open.has_some = true;
        open.after_comma = false;
        Ok(role)
    }

    fn begin(&mut self, is_object: bool) -> Fallible<bool> {
        // Where a key is due there can be no object. One level is for the array of several values.
        if self.open.len() + 1 >= DEEPEST || self.make_room()? == Role::Key {
            return Ok(false);
        }
        self.out.try_push_char(if is_object { '{' } else { '[' })?;
        self.open.try_push(Open {
            is_object,
            wants: if is_object { Key } else { Value },
            has_some: false,
            after_comma: false,
        })?;
        Ok(true)
    }

    /// A bracket that closes nothing is dropped; missing ones are added.
    fn end(&mut self, is_object: bool) -> Fallible {
        let Some(at) = self.open.iter().rposition(|open| open.is_object == is_object) else {
            self.mends.note(Mend::Bracket);
            return Ok(());
        };
        if at + 1 < self.open.len() {
            self.mends.note(Mend::Bracket);
        }
        while self.open.len() > at {
            self.close()?;
        }
        Ok(())
    }

    /// Closes the innermost bracket, and completes its last member.
    fn close(&mut self) -> Fallible {
        self.complete()?;
        if let Some(open) = self.open.pop() {
            if open.after_comma {
                self.mends.note(Mend::ExtraComma);
            }
            self.out.try_push_char(if open.is_object { '}' } else { ']' })?;
            self.values += usize::from(self.open.is_empty());
        }
        Ok(())
    }

    /// Gives a member without a value the value `null`.
    fn complete(&mut self) -> Fallible {
        if let Some(open) = self.open.last_mut().filter(|open| open.is_object) {
            match open.wants {
                Colon => self.out.try_push_str(":null")?,
                Value => self.out.try_push_str("null")?,
                Key | Comma => return Ok(()),
            }
            open.wants = Comma;
            self.mends.note(Mend::Value);
        }
        Ok(())
    }

    fn comma(&mut self) -> Fallible<bool> {
        self.complete()?;
        match self.open.last_mut() {
            Some(open) if open.wants == Comma => {
                open.wants = if open.is_object { Key } else { Value };
                open.after_comma = true;
            }
            _ => self.mends.note(Mend::ExtraComma),
        }
        Ok(true)
    }

    fn colon(&mut self) -> Fallible<bool> {
        match self.open.last_mut() {
            Some(open) if open.wants == Colon => {
                self.out.try_push_char(':')?;
                open.wants = Value;
                Ok(true)
            }
            // Text around the JSON may have one.
            open => Ok(open.is_none()),
        }
    }

    /// Copies a string from behind its opening quote. Returns the text that follows.
    fn string<'t>(&mut self, text: &'t str, quote: char) -> Fallible<&'t str> {
        let role = self.make_room()?;
        if quote != '"' {
            self.mends.note(Mend::Quote);
        }
        mended_string::copy(text, quote, role, &mut self.out, &mut self.mends)
    }

    /// Copies a number, a literal, or a text without quotes. Returns the text that follows.
    fn word<'t>(&mut self, text: &'t str) -> Fallible<Option<&'t str>> {
        // No number, literal or text without quotes is longer.
        let start = start_of(text, 1024);
        let length = match start.find([',', ':', ';', '{', '}', '[', ']', '"', '\n', '\r']) {
            Some(length) => length,
            None if start.len() == text.len() => text.len(),
            None => return Ok(None),
        };
        let (mut word, mut after) = text.split_at(length);
        // A comment behind a value ends with its line.
        if let Some(at) = word.find(" //").or_else(|| word.find("/*")) {
            (word, after) = text.split_at(at);
        }
        let word = word.trim();
        if self.make_room()? == Role::Key {
            // A name of JavaScript, as a key: no part of a number or of a text.
            let is_name = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '-'))
                && !word.starts_with(|c: char| c.is_numeric());
            if !is_name || !after.trim_start().starts_with(':') {
                return Ok(None);
            }
            self.mends.note(Mend::Quote);
            self.out.try_push_all(&["\"", word, "\""])?;
            return Ok(Some(after));
        }
        if matches!(word, "true" | "false" | "null") || number(word).is_some() {
            self.out.try_push_str(word)?;
            return Ok(Some(after));
        }
        self.mends.note(Mend::Value);
        if let Some(value) = paired("True true, False false, None null, undefined null, NaN null", word) {
            self.out.try_push_str(value)?;
            return Ok(Some(after));
        }
        // A text without quotes ends with its member.
        if after.starts_with([':', '{', '[', '"']) {
            return Ok(None);
        }
        mended_string::copy(word, '"', Role::Whole, &mut self.out, &mut Mends::default())?;
        Ok(Some(after))
    }
}

/// Returns what follows a comment or a mark of SGML at the start of a text.
fn mark(text: &str) -> Option<&str> {
    const MARKS: [&str; 5] = ["<!--", "-->", "<![CDATA[", "]]>", "//"];
    if let Some(comment) = text.strip_prefix("/*") {
        // `/*]]>*/` closes what `/*<![CDATA[*/` opened.
        return Some(comment.split_once("*/").map_or("", |(_, after)| after));
    }
    let mark = MARKS.iter().find(|mark| text.starts_with(**mark))?;
    let after = &text[mark.len()..];
    if *mark != "//" {
        return Some(after);
    }
    // A comment ends with its line, but JSON may follow `//<![CDATA[` on one line.
    let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
    if MARKS[..4].iter().any(|mark| after[spaces..].starts_with(mark)) {
        return Some(&after[spaces..]);
    }
    Some(after.find(['\n', '\r']).map_or("", |end| &after[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, lines};

    fn mended(text: &str) -> Option<(String, Vec<&'static str>)> {
        let (mended, mends) = mend(text).unwrap()?;
        assert!(Document::read(mended.as_str()).unwrap().is_some(), "{text} -> {mended}");
        Some((mended, mends.names().collect()))
    }

    #[test]
    fn valid_json_stays_as_it_is() {
        let (document, mends) = read_lenient("5").unwrap().unwrap();
        assert_eq!((document.root().written(), mends.names().next()), ("5", None));
        assert!(read_lenient("").unwrap().is_none());
    }

    #[test]
    fn each_kind_of_damage() {
        let whole = r#"{"a":["b c","d"],"e":{"f":1}}"#;
        let check = |text: &str, mends: &str| {
            let (found, found_mends) = mended(text).unwrap();
            assert_eq!((found.as_str(), found_mends.join(", ").as_str()), (whole, mends), "{text}");
        };
        for [text, mends] in cases(
            r#"
            {"a":["b c","d"],"e":{"f":1}} =>
            {"a": ["b c", "d",], "e": {"f": 1,},} => extra comma
            {"a": ["b c",, "d"], "e": {"f": 1}}; => extra comma
            {"a": ["b|c", "d"], "e": {"f": 1}} => control character
            <!-- {"a": ["b c", "d"], "e": {"f": 1}} --> => comment
            /*<![CDATA[*/{"a": ["b c", "d"], "e": {"f": 1}}/*]]>*/ => comment
            /* x */{"a": ["b c", "d"], // y|"e": {"f": 1}} => comment
            {"a": ["b c", "d"], "e": {"f": 1 // one|}} => comment
            {"a": ["b c", "d"], "e": {"f": 1 => bracket
            {"a": ["b c", "d"], "e": {"f": 1}}}} => bracket
            {"a": ["b c" "d"] "e": {"f": 1}} => missing comma
            {"a": ["b c"|"d"]|"e" {"f": 1}} => missing comma
            {&quot;a&quot;: [&quot;b c&quot;, &quot;d&quot;], &quot;e&quot;: {&quot;f&quot;: 1}} => entities
            {'a': ['b c', 'd'], 'e': {'f': 1}} => quote
            {“a”: [“b c”, “d”], “e”: {“f”: 1}} => quote
            {a: ["b c", "d"], e: {f: 1}} => quote
            var x = {"a": ["b c", "d"], "e": {"f": 1}}; x => text around, extra comma"#,
        ) {
            check(&text.replace('|', "\n"), mends);
        }
        check("//<![CDATA[\n{\"a\": [\"b c\", \"d\"], \"e\": {\"f\": 1}}\n//]]>", "comment");
        check("\u{feff}{\"a\":\u{a0}[\"b c\", \"d\"], \"e\": {\"f\": 1}}", "text around");
        // An unclosed array with a member in it has no plain meaning.
        assert_eq!(mended(r#"{"a": ["b c", "d", "e": {"f": 1}}"#), None);
    }

    #[test]
    fn strings_and_values() {
        for [text, expected, mend] in cases(
            r#"
            {"a": "b "c" d", "e": "f"} => {"a":"b \"c\" d","e":"f"} => quote
            {"a": "b "c", and d", "e": "f"} => {"a":"b \"c\", and d","e":"f"} => quote
            {"a": "<a href="/x">y</a>", "e": "f"} => {"a":"<a href=\"/x\">y</a>","e":"f"} => quote
            {"a": "x" "b": "y"} => {"a":"x","b":"y"} => missing comma
            {"a": "it\'s \d"} => {"a":"it's d"} => escape
            {"a": "x\ud83dy\ud83d\ude00",} => {"a":"x�y\ud83d\ude00"} => escape
            {"a": "x", "b":} => {"a":"x","b":null} => value
            {"a", "b": 1} => {"a":null,"b":1} => value
            {"a": "open => {"a":"open"} => bracket
            {"a": £12.50, "b": undefined, "c": True, "d": 01} => {"a":"£12.50","b":null,"c":true,"d":"01"} => value
            {"a":1},{"b":2} => [{"a":1},{"b":2}] => several values"#,
        ) {
            let (mended, mends) = mended(text).unwrap_or_default();
            assert_eq!(mended, expected, "{text}");
            assert!(mends.contains(&mend), "{text}: {mends:?}");
        }
    }

    #[test]
    fn what_has_no_plain_meaning_is_not_mended() {
        for text in lines(
            r#"
            no json
            1
            {{ title }}
            {"a": {{ title }} }
            // The price is 1299, not 1.
            {"price": 1,299.00, "b": 2}
            {"a": b: c}"#,
        )
        .chain([""])
        {
            assert_eq!(mended(text), None, "{text}");
        }
    }

    #[test]
    fn hostile_json_is_bounded() {
        assert_eq!(mended(&"[".repeat(200_000)), None);
        for piece in lines(
            "
            \"
            {\"a\":
            /*
            \\
            ]
            &quot;
            \"a\":[,
            x",
        )
        .chain(["\" ", "//", "\"\" ", "\",\n", "a \n"])
        {
            for before in ["", "[", "[\"", "{\"a\":\""] {
                let text = format!("{before}{}", piece.repeat(100_000));
                let (_, checks) = interrupts::counted(|| mend(&text).unwrap());
                assert!(checks > 0 || mend(&text).unwrap().is_none(), "{before}{piece}");
            }
        }
    }
}
