//! The encoding that a page names in its first bytes.
//!
//! HTML standard, section 13.2.3.2: "prescan a byte stream to determine its encoding", with "get an attribute" and "get
//! an XML encoding", and section 2.4.5, "extracting a character encoding from a meta element". Unlike there, spaces may
//! stand before the XML declaration, as in many feeds, and any tag in UTF-16 counts as the declaration does.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

/// The number of bytes that are looked at, as the standard recommends.
pub const PRESCANNED: usize = 1024;

/// Returns the encoding that the first 1,024 bytes of a page name, in a `<meta>` or in an XML declaration.
pub fn prescan(page: &[u8]) -> Option<&'static Encoding> {
    let bytes = &page[..page.len().min(PRESCANNED)];
    match bytes {
        [b'<', 0, b'!'..=b'z', 0, ..] => return Some(UTF_16LE),
        [0, b'<', 0, b'!'..=b'z', ..] => return Some(UTF_16BE),
        _ => {}
    }
    meta(&mut Scanner { rest: bytes }).or_else(|| xml(bytes))
}

/// The bytes that are left. Every method returns `None` at their end.
struct Scanner<'a> {
    rest: &'a [u8],
}

fn meta(scanner: &mut Scanner<'_>) -> Option<&'static Encoding> {
    loop {
        let rest = scanner.rest;
        if rest.starts_with(b"<!--") {
            // The dashes that begin a comment can end it too.
            scanner.rest = &rest[2..];
            let end = memmem::find(scanner.rest, b"-->")?;
            scanner.advance(end + 2);
        } else if rest.len() > 5 && rest[..5].eq_ignore_ascii_case(b"<meta") && (is_space(rest[5]) || rest[5] == b'/') {
            scanner.advance(5);
            if let Some(encoding) = scanner.meta_attributes()? {
                return Some(encoding);
            }
        } else if is_tag(rest) {
            let end = rest.iter().position(|&byte| is_space(byte) || byte == b'>')?;
            scanner.advance(end);
            while scanner.attribute()?.is_some() {}
        } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
            let end = memchr(b'>', rest)?;
            scanner.advance(end);
        }
        if scanner.rest.is_empty() {
            return None;
        }
        scanner.advance(1);
    }
}

fn is_tag(bytes: &[u8]) -> bool {
    match bytes {
        [b'<', b'/', letter, ..] | [b'<', letter, ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// An attribute's name and value, ASCII letters in lower case.
type Attribute = (Vec<u8>, Vec<u8>);

impl<'a> Scanner<'a> {
    fn advance(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or(&[]);
    }

    fn byte(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Returns what stands in quotes here.
    fn quoted(&self) -> Option<&'a [u8]> {
        let (quote, rest) = self.rest.split_first().filter(|(first, _)| matches!(first, b'"' | b'\''))?;
        Some(&rest[..memchr(*quote, rest)?])
    }

    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.byte().is_some_and(&is_skipped) {
            self.advance(1);
        }
    }

    /// Returns the encoding that the attributes of a `<meta>` name, `Some(None)` if they name none.
    fn meta_attributes(&mut self) -> Option<Option<&'static Encoding>> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let mut got_pragma = false;
        // The encoding that an attribute has named, none for an unknown one; `true` if it counts by the pragma alone.
        let mut charset: Option<(Option<&'static Encoding>, bool)> = None;
        while let Some((name, value)) = self.attribute()? {
            if seen.contains(&name) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" if charset.is_none() => charset = of_content(&value).map(|encoding| (Some(encoding), true)),
                b"charset" => charset = Some((Encoding::for_label(&value), false)),
                _ => {}
            }
            seen.push(name);
        }
        let wanted = charset.filter(|(_, needs_pragma)| !needs_pragma || got_pragma);
        let encoding = wanted.and_then(|(encoding, _)| encoding);
        Some(encoding.map(|encoding| {
            if encoding == X_USER_DEFINED {
                WINDOWS_1252
            } else {
                readable(encoding)
            }
        }))
    }

    /// "Get an attribute". Returns `Some(None)` where the tag has no further one.
    fn attribute(&mut self) -> Option<Option<Attribute>> {
        let start = self.rest.iter().position(|&byte| !is_space(byte) && byte != b'/')?;
        self.advance(start);
        if self.byte()? == b'>' {
            return Some(None);
        }
        // A name may begin with a sign of equality.
        let ends_name = |byte: &u8| is_space(*byte) || matches!(byte, b'=' | b'/' | b'>');
        let end = 1 + self.rest[1..].iter().position(ends_name)?;
        let name = self.rest[..end].to_ascii_lowercase();
        self.advance(end);
        self.skip(is_space);
        if self.byte()? != b'=' {
            return Some(Some((name, Vec::new())));
        }
        self.advance(1);
        self.skip(is_space);
        let value = match self.byte()? {
            b'"' | b'\'' => {
                let value = self.quoted()?;
                self.advance(value.len() + 2);
                value
            }
            _ => {
                let end = self.rest.iter().position(|&byte| is_space(byte) || byte == b'>')?;
                let value = &self.rest[..end];
                self.advance(end);
                value
            }
        };
        Some(Some((name, value.to_ascii_lowercase())))
    }
}

/// Returns UTF-8 in place of UTF-16: a declaration that was read byte by byte is not in UTF-16.
fn readable(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else {
        encoding
    }
}

/// "Extracting a character encoding from a meta element", from the value of its `content`, in lower case.
fn of_content(value: &[u8]) -> Option<&'static Encoding> {
    let mut scanner = Scanner { rest: value };
    loop {
        let found = memmem::find(scanner.rest, b"charset")?;
        scanner.advance(found + 7);
        scanner.skip(is_space);
        if scanner.byte()? == b'=' {
            break;
        }
    }
    scanner.advance(1);
    scanner.skip(is_space);
    let label = match scanner.byte()? {
        b'"' | b'\'' => scanner.quoted()?,
        _ => scanner.rest.split(|&byte| is_space(byte) || byte == b';').next()?,
    };
    Encoding::for_label(label)
}

/// "Get an XML encoding".
fn xml(bytes: &[u8]) -> Option<&'static Encoding> {
    // Feeds have empty lines before the declaration.
    let bytes = bytes.trim_ascii_start();
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let end = memchr(b'>', bytes)?;
    let declaration = &bytes[..end];
    let found = memmem::find(declaration, b"encoding")?;
    let mut scanner = Scanner {
        rest: &declaration[found + 8..],
    };
    let is_control = |byte| byte <= b' ';
    scanner.skip(is_control);
    if scanner.byte()? != b'=' {
        return None;
    }
    scanner.advance(1);
    scanner.skip(is_control);
    let label = scanner.quoted()?;
    if label.iter().copied().any(is_control) {
        return None;
    }
    Encoding::for_label(label).map(readable)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = r#"<meta charset=utf-8> => UTF-8
<META CHARSET = 'Big5' > => Big5
<meta/charset="shift_jis"/> => Shift_JIS
<meta charset=" euc-kr "> => EUC-KR
<meta charset=utf-16> => UTF-8
<meta charset=utf-16be> => UTF-8
<meta charset=x-user-defined> => windows-1252
<meta charset=latin1> => windows-1252
<meta charset=iso-2022-kr> => replacement
<meta charset=nonsense><meta charset=gbk> => GBK
<meta charset=utf-8 => none
<metacharset=utf-8> => none
<meta http-equiv=Content-Type content='text/html; charset=koi8-r'> => KOI8-R
<meta content='text/html; charset=koi8-r' http-equiv=content-type> => KOI8-R
<meta content='text/html; charset=koi8-r'> => none
<meta http-equiv=refresh content='text/html; charset=koi8-r'> => none
<meta http-equiv=content-type content='charset charset = "koi8-u" x'> => KOI8-U
<meta http-equiv=content-type content='charset="koi8-u'> => none
<meta http-equiv=content-type content='charset=koi8-u;x'> => KOI8-U
<meta http-equiv=content-type charset=gbk content='charset=koi8-u'> => GBK
<meta charset=gbk charset=big5> => GBK
<meta http-equiv=content-type content='charset=koi8-u' charset=nonsense> => none
<!-- <meta charset=big5> --><meta charset=gbk> => GBK
<!--><meta charset=gbk> => GBK
<!-- <meta charset=big5> => none
<a title='<meta charset=big5>'><meta charset=gbk> => GBK
<a title="<meta charset=big5> => none
</a title='<meta charset=big5>'><meta charset=gbk> => GBK
</ '><meta charset=gbk> => GBK
<!doctype html><?php ?><meta charset=gbk> => GBK
a < b <meta charset=gbk> => GBK
<<meta charset=gbk> => GBK
<script>'<meta charset=big5>'</script> => Big5
<?xml version='1.0' encoding='gbk'?><p> => GBK
<?xml version='1.0' encoding = "utf-16"?><p> => UTF-8
<?xml version='1.0' encoding='gbk'?><meta charset=big5> => Big5
<?xml version='1.0' encoding='gbk '?> => none
<?xml version='1.0' encoding=gbk?> => none
 <?xml version='1.0' encoding='gbk'?> => GBK
< => none
<meta => none
<meta charset => none
<meta charset= => none"#;

    #[test]
    fn meta_elements_name_encodings_as_the_standard_has_it() {
        for line in CASES.lines() {
            let (page, expected) = line.rsplit_once(" => ").unwrap();
            let found = prescan(page.as_bytes()).map_or("none", Encoding::name);
            assert_eq!(found, expected, "{page}");
        }
        for (page, expected) in [
            ("<\0?\0x\0m\0l\0", Some("UTF-16LE")),
            ("\0<\0?\0x\0m\0l", Some("UTF-16BE")),
            ("<\0!\0D\0O\0", Some("UTF-16LE")),
            ("<\0h\0t\0m\0", Some("UTF-16LE")),
            ("\0<\0!\0D\0O", Some("UTF-16BE")),
            ("", None),
        ] {
            let found = prescan(page.as_bytes()).map(Encoding::name);
            assert_eq!(found, expected, "{page}");
        }
    }

    #[test]
    fn only_the_first_1024_bytes_count() {
        let meta = "<meta charset=gbk>";
        let page = |before: usize| format!("{}{meta}", " ".repeat(before));
        assert!(prescan(page(PRESCANNED - meta.len()).as_bytes()).is_some());
        assert!(prescan(page(PRESCANNED - meta.len() + 1).as_bytes()).is_none());
    }
}
