//! Named fields, as in the heads of WARC records and of HTTP messages.

/// Named fields in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads lines of `Name: value`. A line that begins with white space goes on with the value before. Lines
    /// without a colon are passed over, for HTTP heads have them. What is no UTF-8 is taken for windows-1252,
    /// and a NUL, which a `text` value cannot hold, becomes U+FFFD.
    pub fn read(lines: &[u8]) -> Self {
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines.split(|&byte| byte == b'\n') {
            let text = match std::str::from_utf8(line) {
                Ok(line) => line.to_owned(),
                Err(_) => encoding_rs::WINDOWS_1252
                    .decode_without_bom_handling(line)
                    .0
                    .into_owned(),
            };
            let text = text.replace('\0', "\u{fffd}");
            if text.starts_with([' ', '\t']) {
                if let Some((_, value)) = fields.last_mut() {
                    let more = text.trim();
                    if !value.is_empty() && !more.is_empty() {
                        value.push(' ');
                    }
                    value.push_str(more);
                }
            } else if let Some((name, value)) = text.split_once(':') {
                fields.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        Fields(fields)
    }

    /// The values of a field, in whatever case its name is written.
    pub fn all<'a>(&'a self, name: &'a str) -> impl DoubleEndedIterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(field, _)| field.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The value of the first field of that name.
    pub fn first(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(field, _)| field.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The items of a list, which may be given in several fields of that name.
    pub fn list(&self, name: &str) -> Vec<String> {
        self.all(name)
            .flat_map(|value| value.split(','))
            .map(|item| item.trim().to_ascii_lowercase())
            .filter(|item| !item.is_empty())
            .collect()
    }
}

/// The length of a head with the empty line that ends it, which is looked for from `from`. Lines may end without
/// a carriage return.
pub fn length(bytes: &[u8], from: usize) -> Option<usize> {
    let mut from = from;
    while let Some(found) = bytes.get(from..)?.iter().position(|&byte| byte == b'\n') {
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

    #[test]
    fn fields_are_read_as_they_are_written() {
        let fields = Fields::read(
            b"A: one\r\nb:two \r\n three\r\n\tfour\r\nno colon\r\nA:five\r\nc:\r\n x\r\nd: caf\xe9\r\ne: \0\r\n: f\r\n",
        );
        assert_eq!(fields.first("a"), Some("one"));
        assert_eq!(fields.all("a").collect::<Vec<_>>(), ["one", "five"]);
        assert_eq!(fields.list("A"), ["one", "five"]);
        assert_eq!(fields.first("B"), Some("two three four"));
        assert_eq!(fields.first("c"), Some("x"));
        assert_eq!(fields.first("d"), Some("café"));
        assert_eq!(fields.first("e"), Some("\u{fffd}"));
        assert_eq!(fields.first("no colon"), None);
        assert_eq!(Fields::read(b" folded nothing"), Fields::default());
    }

    #[test]
    fn a_head_ends_with_an_empty_line() {
        assert_eq!(length(b"a: b\r\n\r\nc", 0), Some(8));
        assert_eq!(length(b"a: b\n\nc", 0), Some(6));
        assert_eq!(length(b"a: b\n\r\nc", 0), Some(7));
        assert_eq!(length(b"a: b\r\nc: d\r\n", 0), None);
        assert_eq!(length(b"", 0), None);
        assert_eq!(length(b"x", 5), None);
    }
}
