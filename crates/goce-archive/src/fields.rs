//! Named fields, as in the heads of WARC records and of HTTP messages.

use std::ops::Range;

use goce_core::prelude::*;

pub const MAX_HEAD: usize = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// All names and values.
    text: String,
    /// Where each name and each value stands in it.
    fields: Vec<(Range<usize>, Range<usize>)>,
    /// A line ends with a carriage return and a line feed.
    pub has_returns: bool,
}

impl Fields {
    /// Reads lines of `Name: value`. A line that begins with white space goes on with the value before. Lines
    /// without a colon, which HTTP heads have, are skipped. A line that is not UTF-8 is read as windows-1252. A NUL,
    /// which a `text` value cannot hold, becomes U+FFFD.
    pub fn read(lines: &[u8]) -> Fallible<Self> {
        let mut fields = Fields::default();
        let mut line_text = String::new();
        for line in lines.split(|&byte| byte == b'\n') {
            interrupts::check();
            line_text.clear();
            fields.has_returns |= line.ends_with(b"\r");
            decode(line, &mut line_text)?;
            if line_text.starts_with([' ', '\t']) {
                fields.go_on(line_text.trim())?;
            } else if let Some((name, value)) = line_text.split_once(':') {
                let name = fields.push(name.trim())?;
                let value = fields.push(value.trim())?;
                fields.fields.try_push((name, value))?;
            }
        }
        Ok(fields)
    }

    /// Appends a text. Returns its place.
    fn push(&mut self, text: &str) -> Fallible<Range<usize>> {
        let start = self.text.len();
        self.text.try_push_str(text)?;
        Ok(start..self.text.len())
    }

    /// Appends to the last value, which ends the text.
    fn go_on(&mut self, more: &str) -> Fallible {
        if let Some((_, value)) = self.fields.last_mut() {
            if value.start < value.end && !more.is_empty() {
                self.text.try_push_char(' ')?;
            }
            self.text.try_push_str(more)?;
            value.end = self.text.len();
        }
        Ok(())
    }

    /// Returns the values of a field. The case of its name does not matter.
    pub fn all<'a>(&'a self, name: &str) -> impl DoubleEndedIterator<Item = &'a str> {
        self.fields
            .iter()
            .filter(move |(field, _)| self.text[field.clone()].eq_ignore_ascii_case(name))
            .map(|(_, value)| &self.text[value.clone()])
    }

    pub fn first(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// Returns the items of a list, which may be given in several fields of that name.
    pub fn list<'a>(&'a self, name: &str) -> impl DoubleEndedIterator<Item = &'a str> {
        self.all(name).flat_map(|value| value.split(',')).map(str::trim).filter(|item| !item.is_empty())
    }
}

fn decode(line: &[u8], text: &mut String) -> Fallible {
    let mut push = |c| {
        text.try_push_char(match c {
            '\0' => char::REPLACEMENT_CHARACTER,
            c => c,
        })
    };
    match std::str::from_utf8(line) {
        Ok(line) => line.chars().try_for_each(&mut push),
        Err(_) => {
            for piece in line.chunks(1024) {
                let (piece, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(piece);
                piece.chars().try_for_each(&mut push)?;
            }
            Ok(())
        }
    }
}

/// Returns the length of a head with the empty line that ends it, `None` if no such line follows `from`. Lines may end
/// without a carriage return.
pub fn head_length(bytes: &[u8], mut from: usize) -> Option<usize> {
    while let Some(found) = memchr::memchr(b'\n', bytes.get(from..)?) {
        from += found + 1;
        match bytes.get(from..)? {
            [b'\n', ..] => return Some(from + 1),
            [b'\r', b'\n', ..] => return Some(from + 2),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::cases;

    #[test]
    fn fields_are_read_as_they_are_written() {
        let fields = Fields::read(
            b"A: one\r\nb:two \r\n three\r\n\tfour\r\nno colon\r\nA:five\r\nc:\r\n x\r\nd: caf\xe9\r\ne: \0\r\n: f\r\n",
        )
        .unwrap();
        assert_eq!(fields.all("a").collect::<Vec<_>>(), ["one", "five"]);
        assert_eq!(fields.list("A").collect::<Vec<_>>(), ["one", "five"]);
        for [name, expected] in cases(
            "
            a => one
            B => two three four
            c => x
            d => café
            e => \u{fffd}
            no colon => -",
        ) {
            assert_eq!(fields.first(name).unwrap_or("-"), expected, "{name}");
        }
        assert_eq!(Fields::read(b" folded nothing"), Ok(Fields::default()));
    }

    #[test]
    fn a_head_ends_with_an_empty_line() {
        assert_eq!(head_length(b"a: b\r\n\r\nc", 0), Some(8));
        assert_eq!(head_length(b"a: b\n\nc", 0), Some(6));
        assert_eq!(head_length(b"a: b\n\r\nc", 0), Some(7));
        assert_eq!(head_length(b"a: b\r\nc: d\r\n", 0), None);
        assert_eq!(head_length(b"", 0), None);
        assert_eq!(head_length(b"x", 5), None);
    }
}
