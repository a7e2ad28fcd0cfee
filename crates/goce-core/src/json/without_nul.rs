//! JSON without U+0000, which `jsonb` does not have.

use std::io;

use serde_json::ser::{CharEscape, CompactFormatter, Formatter};

/// Writes compact JSON with U+FFFD in the place of each U+0000.
#[derive(Clone, Copy, Debug)]
pub struct WithoutNul;

impl Formatter for WithoutNul {
    fn write_char_escape<W: ?Sized + io::Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        match escape {
            CharEscape::AsciiControl(0) => writer.write_all("\u{FFFD}".as_bytes()),
            escape => CompactFormatter.write_char_escape(writer, escape),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::{Serializer, json};

    use super::*;

    #[test]
    fn nul_is_replaced_and_all_else_is_as_ever() {
        let value = json!({"a\0": ["\0\u{1}\n\"é", 1.5, null, true]});
        let mut written = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut written, WithoutNul)).unwrap();
        let expected = value.to_string().replace("\\u0000", "\u{FFFD}");
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }
}
