//! Valid JSON, read into a flat list of its values, and written again.

use std::borrow::Cow;

use crate::output::{Output, Rendered, pieces};
use crate::prelude::*;
use crate::texts::words::are_digits;

use super::DEEPEST;
use super::tokens::{Token, Tokens};

/// What a value is.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Object,
    Array,
    /// The name of an object's member.
    Key,
    String,
    Number,
    /// `true`, `false` or `null`.
    Literal,
}

/// Where a value stands in its document.
#[derive(Clone, Copy, Debug)]
struct Extent {
    kind: Kind,
    /// The bytes of the text that are the value; of a string with its quotes.
    start: u32,
    end: u32,
    /// The place behind the value and all in it.
    next: u32,
}

/// Valid JSON: one value, with all in it.
#[derive(Debug)]
pub struct Document<'t> {
    text: Cow<'t, str>,
    /// In the order of the text, an object or array before what is in it.
    values: Vec<Extent>,
    /// The places of those that are not written as they are read: strings with `\u`, and large numbers.
    specials: Vec<u32>,
}

/// A value of a document. Keys are values too.
#[derive(Clone, Copy, Debug)]
pub struct Value<'d> {
    document: &'d Document<'d>,
    at: u32,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    /// A value, or the end of an array.
    FirstItem,
    Key,
    /// A key, or the end of an object.
    FirstKey,
    /// A comma, or the end of what is open.
    Next,
}

struct Reader<'t> {
    text: &'t str,
    tokens: Tokens<'t>,
    values: Vec<Extent>,
    specials: Vec<u32>,
    /// The places of the arrays and objects that are open.
    open: Vec<u32>,
}

impl<'t> Document<'t> {
    /// Reads JSON (RFC 8259); `None` for a text that is not valid, is nested deeper than [`DEEPEST`], or has 4 GiB.
    pub fn read(text: impl Into<Cow<'t, str>>) -> Fallible<Option<Document<'t>>> {
        let text = text.into();
        if u32::try_from(text.len()).is_err() {
            return Ok(None);
        }
        let mut reader = Reader {
            text: &text,
            tokens: Tokens {
                text: text.as_bytes(),
                at: 0,
            },
            values: Vec::new(),
            specials: Vec::new(),
            open: Vec::new(),
        };
        let is_valid = reader.run()?;
        let Reader { values, specials, .. } = reader;
        Ok(is_valid.then_some(Document { text, values, specials }))
    }

    /// Returns the whole.
    pub fn root(&self) -> Value<'_> {
        Value { document: self, at: 0 }
    }

    /// Returns all values in the order of the text, an object or array before what is in it, a key before its value.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        (0..self.values.len() as u32).map(|at| Value { document: self, at })
    }
}

impl<'d> Value<'d> {
    fn extent(self) -> Extent {
        self.document.values[self.at as usize]
    }

    /// Returns what the value is.
    pub fn kind(self) -> Kind {
        self.extent().kind
    }

    /// Returns `true` for another value of the document, or a part of that.
    pub fn is_in(self, other: Value<'_>) -> bool {
        (other.at..other.extent().next).contains(&self.at)
    }

    /// Returns the values of an array; none of another value.
    pub fn items(self) -> impl Iterator<Item = Value<'d>> {
        let is_array = self.kind() == Kind::Array;
        self.children().filter(move |_| is_array)
    }

    /// Returns the members of an object, as they come: key and value; none of another value.
    pub fn members(self) -> impl Iterator<Item = (Value<'d>, Value<'d>)> {
        let is_object = self.kind() == Kind::Object;
        let mut children = self.children().filter(move |_| is_object);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    fn children(self) -> impl Iterator<Item = Value<'d>> {
        let end = self.extent().next;
        let mut next = self.at + 1;
        std::iter::from_fn(move || {
            let child = Value { at: next, ..self };
            (next < end).then(|| {
                next = child.extent().next;
                child
            })
        })
    }

    /// Returns the value of an object's last member of this name, as `jsonb` does.
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        self.members().filter(|(key, _)| key.is_text(name)).last().map(|(_, value)| value)
    }

    /// Returns `true` for a string that is this text.
    pub fn is_text(self, text: &str) -> bool {
        match self.string() {
            // With escapes a text is longer.
            Some(written) if written.len() > text.len() => {
                written.contains('\\') && unescaped(written).eq(text.chars())
            }
            written => written == Some(text),
        }
    }

    /// Returns a string as it is written between its quotes, with escapes; `None` for another value.
    fn string(self) -> Option<&'d str> {
        let written = self.written();
        let inner = written.get(1..written.len().checked_sub(1)?)?;
        matches!(self.kind(), Kind::Key | Kind::String).then_some(inner)
    }

    /// Returns the value as it is written.
    pub fn written(self) -> &'d str {
        let Extent { start, end, .. } = self.extent();
        &self.document.text[start as usize..end as usize]
    }

    /// Returns the text of a string of at most so many bytes; `None` for another value.
    pub fn text(self, longest: usize) -> Fallible<Option<Cow<'d, str>>> {
        // A byte is written with six at most.
        let written = self.string().filter(|written| written.len() <= longest.saturating_mul(6));
        let text = match written {
            Some(written) if written.contains('\\') => Some(Cow::Owned(text(written)?)),
            written => written.map(Cow::Borrowed),
        };
        Ok(text.filter(|text| text.len() <= longest))
    }

    /// Writes a value as JSON that `jsonb` takes: without U+0000 and lone surrogates, for which U+FFFD stands, and without
    /// numbers that PostgreSQL does not have. All else is as it was.
    pub fn write(self, out: &mut Output) -> Rendered {
        let Document {
            text: json, specials, ..
        } = self.document;
        let Extent { start, end, next, .. } = self.extent();
        let mut from = start;
        let first = specials.partition_point(|special| *special < self.at);
        for &at in specials[first..].iter().take_while(|special| **special < next) {
            let special = Value { at, ..self };
            out.push_long(&json[from as usize..special.extent().start as usize])?;
            match special.string() {
                Some(inner) => push_string(out, &text(inner)?)?,
                None => push_string(out, special.written())?,
            }
            from = special.extent().end;
        }
        out.push_long(&json[from as usize..end as usize])
    }
}

impl Reader<'_> {
    fn run(&mut self) -> Fallible<bool> {
        let mut expect = Expect::Value;
        let mut countdown = Countdown::new(CHECK_BYTES);
        loop {
            let start = self.tokens.skip_spaces();
            let Ok(token) = self.tokens.next() else {
                return Ok(false);
            };
            let expects_value = matches!(expect, Expect::Value | Expect::FirstItem);
            let begun = |is_object| {
                if is_object {
                    (Kind::Object, Expect::FirstKey)
                } else {
                    (Kind::Array, Expect::FirstItem)
                }
            };
            let (is_valid, next) = match token {
                Token::Nothing => return Ok(expect == Expect::Next && self.open.is_empty()),
                Token::Begin { is_object } if expects_value => {
                    let (kind, next) = begun(is_object);
                    (self.begin(kind, start)?, next)
                }
                Token::End { is_object } if expect == Expect::Next || expect == begun(is_object).1 => {
                    (self.end(begun(is_object).0), Expect::Next)
                }
                Token::Comma if expect == Expect::Next => match self.innermost() {
                    Some(Kind::Object) => (true, Expect::Key),
                    innermost => (innermost.is_some(), Expect::Value),
                },
                Token::String { .. } if expects_value => (self.string(Kind::String, start)?, Expect::Next),
                Token::String { .. } if expect != Expect::Next => {
                    (self.string(Kind::Key, start)? && self.tokens.next() == Ok(Token::Colon), Expect::Value)
                }
                Token::Number if expects_value => (self.number(start)?, Expect::Next),
                Token::True | Token::False | Token::Null if expects_value => {
                    self.add(Kind::Literal, start)?;
                    (true, Expect::Next)
                }
                _ => return Ok(false),
            };
            if !is_valid {
                return Ok(false);
            }
            expect = next;
            countdown.charge(self.tokens.at - start);
        }
    }

    fn innermost(&self) -> Option<Kind> {
        self.open.last().map(|at| self.values[*at as usize].kind)
    }

    /// Adds a value that ends here, unless its end is set later.
    fn add(&mut self, kind: Kind, start: usize) -> Fallible {
        let next = self.values.len() as u32 + 1;
        let (start, end) = (start as u32, self.tokens.at as u32);
        self.values.try_push(Extent { kind, start, end, next })
    }

    fn begin(&mut self, kind: Kind, start: usize) -> Fallible<bool> {
        self.open.try_push(self.values.len() as u32)?;
        self.add(kind, start)?;
        Ok(self.open.len() <= DEEPEST)
    }

    fn end(&mut self, kind: Kind) -> bool {
        let next = self.values.len() as u32;
        let Some(at) = self.open.pop() else {
            return false;
        };
        let value = &mut self.values[at as usize];
        (value.end, value.next) = (self.tokens.at as u32, next);
        value.kind == kind
    }

    /// Adds the string that was read.
    fn string(&mut self, kind: Kind, start: usize) -> Fallible<bool> {
        let mut rest = self.text.as_bytes()[start + 1..self.tokens.at - 1].iter();
        let mut is_special = false;
        let mut countdown = Countdown::new(CHECK_BYTES);
        while let Some(byte) = rest.next() {
            countdown.charge(1);
            let is_valid = match byte {
                b'\\' => match rest.next() {
                    Some(b'u') => {
                        is_special = true;
                        (0..4).all(|_| rest.next().is_some_and(u8::is_ascii_hexdigit))
                    }
                    escaped => matches!(escaped, Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')),
                },
                byte => *byte >= b' ',
            };
            if !is_valid {
                return Ok(false);
            }
        }
        if is_special {
            self.specials.try_push(self.values.len() as u32)?;
        }
        self.add(kind, start)?;
        Ok(true)
    }

    /// Adds the number that was read.
    fn number(&mut self, start: usize) -> Fallible<bool> {
        let is_moderate = number(&self.text[start..self.tokens.at]);
        if is_moderate == Some(false) {
            self.specials.try_push(self.values.len() as u32)?;
        }
        self.add(Kind::Number, start)?;
        Ok(is_moderate.is_some())
    }
}

/// Returns whether a number of JSON stays one; `None` for a text that is none by its grammar. PostgreSQL would refuse
/// 1e999999, and write 1e131000 with as many digits. So one of more than 1,000 digits, or with a larger exponent than a
/// double has, is written as a string.
pub(super) fn number(written: &str) -> Option<bool> {
    let unsigned = written.strip_prefix('-').unwrap_or(written);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let are_digits = |digits: &str| !digits.is_empty() && are_digits(digits);
    let is_number =
        [whole, fraction, exponent].into_iter().all(are_digits) && (whole.len() == 1 || !whole.starts_with('0'));
    is_number.then(|| mantissa.len() <= 1000 && exponent.parse().is_ok_and(|exponent: u32| exponent <= 308))
}

/// Returns the text of a valid string, written with escapes.
fn text(written: &str) -> Fallible<String> {
    let mut text = String::new();
    // Escapes are longer than what they stand for.
    text.try_reserve(written.len())?;
    for c in unescaped(written).checking(CHECK_BYTES) {
        text.try_push_char(c)?;
    }
    Ok(text)
}

/// Returns the characters of a valid string, written with escapes. U+FFFD stands for half a surrogate pair.
fn unescaped(written: &str) -> impl Iterator<Item = char> {
    let mut rest = written.chars();
    std::iter::from_fn(move || {
        let c = rest.next()?;
        if c != '\\' {
            return Some(c);
        }
        Some(match rest.next()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = unit(&mut rest);
                let mut ahead = rest.clone();
                if (0xD800..0xDC00).contains(&unit) && ahead.next() == Some('\\') && ahead.next() == Some('u') {
                    let low = self::unit(&mut ahead);
                    if (0xDC00..0xE000).contains(&low) {
                        rest = ahead;
                        let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                        return Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                }
                char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other,
        })
    })
}

/// Reads four hexadecimal digits.
fn unit(rest: &mut std::str::Chars<'_>) -> u32 {
    let digits = rest.by_ref().take(4).map(|digit| digit.to_digit(16).unwrap_or(0));
    digits.fold(0, |unit, digit| unit << 4 | digit)
}

/// Writes a string of JSON. U+FFFD stands for U+0000, which `jsonb` does not have.
pub fn push_string(out: &mut Output, text: &str) -> Rendered {
    out.push("\"")?;
    for piece in pieces(text) {
        interrupts::check();
        let mut rest = piece;
        while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
            let (plain, special) = rest.split_at(at);
            out.push(plain)?;
            // One byte long, as all that is looked for.
            let (special, after) = special.split_at(1);
            push_escaped(out, special)?;
            rest = after;
        }
        out.push(rest)?;
    }
    out.push("\"")
}

fn push_escaped(out: &mut Output, special: &str) -> Rendered {
    match special {
        "\"" => out.push("\\\""),
        "\\" => out.push("\\\\"),
        "\0" => out.push("\u{FFFD}"),
        "\n" => out.push("\\n"),
        "\r" => out.push("\\r"),
        "\t" => out.push("\\t"),
        other => out.push(&format!("\\u{:04x}", other.bytes().next().unwrap_or(b' '))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines;

    fn written(text: &str) -> Option<String> {
        let document = Document::read(text).unwrap()?;
        let mut out = Output::unlimited();
        document.root().write(&mut out).unwrap();
        Some(out.finish())
    }

    #[test]
    fn json_is_written_as_it_is_read() {
        for text in [
            r#"{"a": [1, -0.50e+3, {"b": null}], "c": true, "d": false, "e": "x\n\"y\"", "f": {}, "g": []}"#,
            "12345678901234567890.10",
            r#""漢""#,
            "[]",
        ] {
            assert_eq!(written(&format!(" {text}\n")).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_jsonb_lacks_is_written_otherwise() {
        for (text, expected) in [
            (
                r#"["\u0000","\u00e9\u6f22","\ud83d\ude00","\ud83d","\ude00x","\ud83d\u0041"]"#,
                "[\"\u{FFFD}\",\"é漢\",\"😀\",\"\u{FFFD}\",\"\u{FFFD}x\",\"\u{FFFD}A\"]",
            ),
            (r#"{"\u0061": "\u0022\u005c\u0001"}"#, r#"{"a": "\"\\\u0001"}"#),
            ("[1e308, 1e309, -1E-400]", "[1e308, \"1e309\", \"-1E-400\"]"),
        ] {
            assert_eq!(written(text).as_deref(), Some(expected), "{text}");
        }
        let long = "1".repeat(1001);
        assert_eq!(written(&long), Some(format!("\"{long}\"")));
    }

    #[test]
    fn what_is_no_json_is_not_read() {
        for text in lines(
            r#"
            {
            [
            ]
            {]
            [}
            {"a"}
            {"a":}
            {"a":1,}
            [1,]
            [,1]
            [1 2]
            {} {}
            {a:1}
            {'a':1}
            01
            1.
            .5
            +1
            1e
            -
            tru
            nul
            "\x"
            "\u12g4"
            "a"#,
        )
        .chain(["", " ", "\"a\nb\"", "\u{feff}1", "1\u{a0}"])
        {
            assert_eq!(written(text), None, "{text}");
        }
        assert!(written(&format!("{}{}", "[".repeat(DEEPEST), "]".repeat(DEEPEST))).is_some());
        assert_eq!(written(&format!("{}{}", "[".repeat(DEEPEST + 1), "]".repeat(DEEPEST + 1))), None);
    }

    #[test]
    fn values_are_found() {
        let document = Document::read(r#"{"a": 1, "b": [{"c": "x"}, "y\u0041"], "\u0061": 2}"#).unwrap().unwrap();
        let root = document.root();
        let a = root.get("a").unwrap();
        assert_eq!((a.kind(), a.written()), (Kind::Number, "2"), "the last of a name");
        let list = root.get("b").unwrap();
        let items: Vec<Value<'_>> = list.items().collect();
        let text = |value: Value<'_>, longest| value.text(longest).unwrap().map(Cow::into_owned);
        assert_eq!(text(items[0].get("c").unwrap(), 1).as_deref(), Some("x"));
        assert_eq!(text(items[1], 2).as_deref(), Some("yA"));
        assert_eq!((text(items[1], 1), text(list, 9)), (None, None));
        assert!(list.get("c").is_none() && a.is_in(root) && items[0].is_in(list) && !a.is_in(list));
        assert_eq!(root.items().count() + list.members().count(), 0);
        let kinds: String = document.values().map(|value| format!("{:?} ", value.kind())).collect();
        assert_eq!(kinds, "Object Key Number Key Array Object Key String String Key Number ");
    }

    #[test]
    fn long_json_checks() {
        for text in [
            format!("[{}1]", "1,".repeat(100_000)),
            format!("\"{}\"", "x".repeat(200_000)),
        ] {
            let (read, checks) = interrupts::counted(|| Document::read(&text).unwrap().is_some());
            assert!(read && checks > 5, "{checks}");
        }
    }
}
