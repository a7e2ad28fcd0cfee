//! Valid JSON, read into a flat list of its values, and written again.

use crate::interrupts::{self, CHECK_BYTES, Checking, Countdown};
use crate::memory::{OutOfMemory, TryPush, TryPushStr};
use crate::render::{Output, RenderError, pieces};

use super::DEEPEST;

/// The most digits of a number that stays a number, and its largest exponent, that of a double. PostgreSQL would refuse
/// 1e999999, and write 1e131000 with as many digits. A number beyond is written as a string.
const MOST_DIGITS: usize = 1000;
const LARGEST_EXPONENT: u32 = 308;

/// The place of a value in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index(u32);

/// What a value is.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Object,
    Array,
    String,
    Number,
    /// `true`, `false` or `null`.
    Literal,
}

#[derive(Clone, Copy, Debug)]
struct Value {
    kind: Kind,
    /// The bytes of the text that are the value; of a string with its quotes.
    start: u32,
    end: u32,
    /// The place behind the value and all in it.
    next: u32,
}

/// A part of the text that is not written as it is read: a string with `\u`, or a large number.
#[derive(Clone, Copy, Debug)]
struct Special {
    start: u32,
    end: u32,
}

/// Valid JSON: one value, with all in it.
#[derive(Debug)]
pub struct Document<'t> {
    text: &'t str,
    values: Vec<Value>,
    specials: Vec<Special>,
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
    at: usize,
    values: Vec<Value>,
    specials: Vec<Special>,
    /// The places of the arrays and objects that are open.
    open: Vec<u32>,
}

impl<'t> Document<'t> {
    /// Reads JSON (RFC 8259); `None` for a text that is not valid, is nested deeper than [`DEEPEST`], or has 4 GiB.
    pub fn read(text: &'t str) -> Result<Option<Document<'t>>, OutOfMemory> {
        if u32::try_from(text.len()).is_err() {
            return Ok(None);
        }
        let mut reader = Reader {
            text,
            at: 0,
            values: Vec::new(),
            specials: Vec::new(),
            open: Vec::new(),
        };
        let is_valid = reader.run()?;
        Ok(is_valid.then_some(Document {
            text,
            values: reader.values,
            specials: reader.specials,
        }))
    }

    /// Returns the place of the whole.
    pub fn root(&self) -> Index {
        Index(0)
    }

    /// Returns what a value is.
    pub fn kind(&self, at: Index) -> Kind {
        self.values[at.0 as usize].kind
    }

    /// Returns the values of an array; none of another value.
    pub fn items(&self, at: Index) -> impl Iterator<Item = Index> + '_ {
        let is_array = self.kind(at) == Kind::Array;
        self.children(at).filter(move |_| is_array)
    }

    /// Returns the members of an object, as they come: key and value; none of another value.
    pub fn members(&self, at: Index) -> impl Iterator<Item = (Index, Index)> + '_ {
        let is_object = self.kind(at) == Kind::Object;
        let mut children = self.children(at).filter(move |_| is_object);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    fn children(&self, at: Index) -> impl Iterator<Item = Index> + '_ {
        let end = self.values[at.0 as usize].next;
        let mut next = at.0 + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.values[child as usize].next;
                Index(child)
            })
        })
    }

    /// Returns the value of an object's last member of this name, as `jsonb` does.
    pub fn get(&self, at: Index, name: &str) -> Option<Index> {
        self.members(at).filter(|(key, _)| self.is_text(*key, name)).last().map(|(_, value)| value)
    }

    /// Returns `true` for a string that is this text.
    pub fn is_text(&self, at: Index, text: &str) -> bool {
        match self.string(at) {
            Some(written) if written.contains('\\') => unescaped(written).eq(text.chars()),
            written => written == Some(text),
        }
    }

    /// Returns a string as it is written between its quotes, with escapes; `None` for another value.
    fn string(&self, at: Index) -> Option<&'t str> {
        let value = self.values[at.0 as usize];
        let inner = self.text.get(value.start as usize + 1..(value.end as usize).checked_sub(1)?)?;
        (value.kind == Kind::String).then_some(inner)
    }

    /// Returns the text of a string; `None` for another value.
    pub fn text_of(&self, at: Index) -> Result<Option<String>, OutOfMemory> {
        self.string(at).map(text).transpose()
    }

    /// Writes a value as JSON that `jsonb` takes: without U+0000 and lone surrogates, for which U+FFFD stands, and without
    /// numbers that PostgreSQL does not have. All else is as it was.
    pub fn write(&self, at: Index, out: &mut Output) -> Result<(), RenderError> {
        let value = self.values[at.0 as usize];
        let mut from = value.start;
        let first = self.specials.partition_point(|special| special.start < value.start);
        let specials = self.specials[first..].iter().take_while(|special| special.end <= value.end);
        for special in specials {
            out.push_long(&self.text[from as usize..special.start as usize])?;
            let written = &self.text[special.start as usize..special.end as usize];
            match written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
                Some(inner) => push_string(out, &text(inner)?)?,
                None => push_string(out, written)?,
            }
            from = special.end;
        }
        out.push_long(&self.text[from as usize..value.end as usize])
    }
}

impl Reader<'_> {
    fn run(&mut self) -> Result<bool, OutOfMemory> {
        let bytes = self.text.as_bytes();
        let mut expect = Expect::Value;
        let mut countdown = Countdown::new(CHECK_BYTES);
        loop {
            let from = self.at;
            self.skip_spaces();
            let Some(&byte) = bytes.get(self.at) else {
                return Ok(expect == Expect::Next && self.open.is_empty());
            };
            let start = self.at;
            self.at += 1;
            expect = match (expect, byte) {
                (Expect::Value | Expect::FirstItem, b'{') => {
                    if !self.begin(Kind::Object, start)? {
                        return Ok(false);
                    }
                    Expect::FirstKey
                }
                (Expect::Value | Expect::FirstItem, b'[') => {
                    if !self.begin(Kind::Array, start)? {
                        return Ok(false);
                    }
                    Expect::FirstItem
                }
                (Expect::Next | Expect::FirstKey, b'}') | (Expect::Next | Expect::FirstItem, b']') => {
                    let kind = if byte == b'}' { Kind::Object } else { Kind::Array };
                    if !self.end(kind) {
                        return Ok(false);
                    }
                    Expect::Next
                }
                (Expect::Next, b',') => match self.innermost() {
                    Some(Kind::Object) => Expect::Key,
                    Some(_) => Expect::Value,
                    None => return Ok(false),
                },
                (Expect::Key | Expect::FirstKey, b'"') => {
                    if !self.string(start)? {
                        return Ok(false);
                    }
                    self.skip_spaces();
                    if bytes.get(self.at) != Some(&b':') {
                        return Ok(false);
                    }
                    self.at += 1;
                    Expect::Value
                }
                (Expect::Value | Expect::FirstItem, _) => {
                    let is_valid = match byte {
                        b'"' => self.string(start)?,
                        b'-' | b'0'..=b'9' => self.number(start)?,
                        _ => self.literal(start)?,
                    };
                    if !is_valid {
                        return Ok(false);
                    }
                    Expect::Next
                }
                _ => return Ok(false),
            };
            countdown.charge(self.at - from);
        }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    }

    fn innermost(&self) -> Option<Kind> {
        self.open.last().map(|at| self.values[*at as usize].kind)
    }

    /// Adds a value that ends here, unless its end is set later.
    fn add(&mut self, kind: Kind, start: usize) -> Result<(), OutOfMemory> {
        let next = self.values.len() as u32 + 1;
        let (start, end) = (start as u32, self.at as u32);
        self.values.try_push(Value { kind, start, end, next })
    }

    fn begin(&mut self, kind: Kind, start: usize) -> Result<bool, OutOfMemory> {
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
        (value.end, value.next) = (self.at as u32, next);
        value.kind == kind
    }

    /// Reads a string from behind its quote.
    fn string(&mut self, start: usize) -> Result<bool, OutOfMemory> {
        let bytes = self.text.as_bytes();
        let mut is_special = false;
        let mut countdown = Countdown::new(CHECK_BYTES);
        loop {
            countdown.charge(1);
            let Some(&byte) = bytes.get(self.at) else {
                return Ok(false);
            };
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let escaped = bytes.get(self.at);
                    self.at += 1;
                    match escaped {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {}
                        Some(b'u') => {
                            let digits = bytes.get(self.at..self.at + 4);
                            if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                                return Ok(false);
                            }
                            is_special = true;
                        }
                        _ => return Ok(false),
                    }
                }
                0..0x20 => return Ok(false),
                _ => {}
            }
        }
        self.add(Kind::String, start)?;
        if is_special {
            self.special(start)?;
        }
        Ok(true)
    }

    fn special(&mut self, start: usize) -> Result<(), OutOfMemory> {
        let (start, end) = (start as u32, self.at as u32);
        self.specials.try_push(Special { start, end })
    }

    fn number(&mut self, start: usize) -> Result<bool, OutOfMemory> {
        let bytes = self.text.as_bytes();
        let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
        self.at = start + bytes[start..].iter().take_while(|byte| is_part(byte)).count();
        let written = &self.text[start..self.at];
        let Some(number) = number(written) else {
            return Ok(false);
        };
        self.add(Kind::Number, start)?;
        if !number.is_moderate {
            self.special(start)?;
        }
        Ok(true)
    }

    fn literal(&mut self, start: usize) -> Result<bool, OutOfMemory> {
        let rest = &self.text.as_bytes()[start..];
        let literal = [&b"true"[..], b"false", b"null"].into_iter().find(|literal| rest.starts_with(literal));
        let Some(literal) = literal else {
            return Ok(false);
        };
        self.at = start + literal.len();
        self.add(Kind::Literal, start)?;
        Ok(true)
    }
}

/// A number of JSON.
pub(super) struct Number {
    is_moderate: bool,
}

/// Returns a text as a number by the grammar of JSON; `None` if it is none.
pub(super) fn number(written: &str) -> Option<Number> {
    let unsigned = written.strip_prefix('-').unwrap_or(written);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let are_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    let is_number = are_digits(whole)
        && (whole.len() == 1 || !whole.starts_with('0'))
        && fraction.is_none_or(are_digits)
        && exponent.is_none_or(are_digits);
    is_number.then(|| Number {
        is_moderate: mantissa.len() <= MOST_DIGITS
            && exponent.is_none_or(|exponent| exponent.parse().is_ok_and(|exponent: u32| exponent <= LARGEST_EXPONENT)),
    })
}

/// Returns the text of a valid string, written with escapes.
fn text(written: &str) -> Result<String, OutOfMemory> {
    let mut text = String::new();
    // Escapes are longer than what they stand for.
    text.try_reserve(written.len())?;
    for c in unescaped(written).checking(CHECK_BYTES) {
        text.try_push_char(c)?;
    }
    Ok(text)
}

/// Returns the characters of a valid string, written with escapes. U+FFFD stands for half a surrogate pair.
fn unescaped(written: &str) -> impl Iterator<Item = char> + '_ {
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
pub fn push_string(out: &mut Output, text: &str) -> Result<(), RenderError> {
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

fn push_escaped(out: &mut Output, special: &str) -> Result<(), RenderError> {
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

    fn written(text: &str) -> Option<String> {
        let document = Document::read(text).unwrap()?;
        let mut out = Output::unlimited();
        document.write(document.root(), &mut out).unwrap();
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
        let long = "1".repeat(MOST_DIGITS + 1);
        assert_eq!(written(&long), Some(format!("\"{long}\"")));
    }

    #[test]
    fn what_is_no_json_is_not_read() {
        #[rustfmt::skip]
        const TEXTS: [&str; 30] = [
            "", " ", "{", "[", "]", "{]", "[}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[,1]", "[1 2]", "{} {}", "{a:1}", "{'a':1}",
            "01", "1.", ".5", "+1", "1e", "-", "tru", "nul", "\"\\x\"", "\"\\u12g4\"", "\"a", "\"a\nb\"", "\u{feff}1", "1\u{a0}",
        ];
        for text in TEXTS {
            assert_eq!(written(text), None, "{text}");
        }
        assert!(written(&format!("{}{}", "[".repeat(DEEPEST), "]".repeat(DEEPEST))).is_some());
        assert_eq!(written(&format!("{}{}", "[".repeat(DEEPEST + 1), "]".repeat(DEEPEST + 1))), None);
    }

    #[test]
    fn values_are_found() {
        let document = Document::read(r#"{"a": 1, "b": [{"c": "x"}, "y\u0041"], "\u0061": 2}"#).unwrap().unwrap();
        let root = document.root();
        let a = document.get(root, "a").unwrap();
        assert_eq!(document.kind(a), Kind::Number);
        assert_eq!(&document.text[document.values[a.0 as usize].start as usize..][..1], "2", "the last of a name");
        let list = document.get(root, "b").unwrap();
        let items: Vec<Index> = document.items(list).collect();
        assert_eq!(document.text_of(document.get(items[0], "c").unwrap()).unwrap().as_deref(), Some("x"));
        assert_eq!(document.text_of(items[1]).unwrap().as_deref(), Some("yA"));
        assert_eq!(document.get(list, "c"), None);
        assert_eq!(document.items(root).count() + document.members(list).count(), 0);
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
