//! Content-Types as the rows of an archive have them.

use encoding_rs::Encoding;

use crate::decode::tells;
use crate::mime;

/// Returns a Content-Type as the rows of an archive have it: its essence, with the charset only where the body does not
/// tell it, so that [`decode`](crate::decode()) gives the same text by it.
pub fn of_row(content_type: &str, body: Option<&[u8]>) -> Option<String> {
    let essence = mime::essence(content_type)?;
    let charset = |body| {
        let label = mime::charset(content_type)?;
        let encoding = Encoding::for_label(label.as_bytes())?;
        (!tells(body, encoding)).then_some(label)
    };
    match body.and_then(charset) {
        Some(label) => Some(format!("{essence}; charset={}", label.to_ascii_lowercase())),
        None => Some(essence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_charset_that_a_body_does_not_tell() {
        for (content_type, body, expected) in [
            ("text/html; charset=UTF-8", &b"abc"[..], "text/html"),
            ("text/html; charset=koi8-r", b"abc", "text/html"),
            ("text/html; charset=utf-8", "é".as_bytes(), "text/html"),
            ("\"Text/html; charset='KOI8-R'\"", b"\xf0", "text/html; charset=koi8-r"),
            ("text/html charset=koi8-r", b"\xf0", "text/html; charset=koi8-r"),
            ("text/html; charset=koi8-r", b"<meta charset=koi8-r>\xf0", "text/html"),
            ("text/html; charset=koi8-r", b"<meta charset=utf-8>\xf0", "text/html; charset=koi8-r"),
            ("text/html; charset=koi8-r", b"\xef\xbb\xbf\xc3\xa9", "text/html"),
            ("text/html; charset=utf-8", b"\xf0", "text/html; charset=utf-8"),
            ("text/html; charset=iso-2022-jp", b"abc", "text/html; charset=iso-2022-jp"),
            ("text/html; charset=none", b"\xf0", "text/html"),
            ("text/html; charset", b"\xf0", "text/html"),
            ("text/html; charset=", b"\xf0", "text/html"),
        ] {
            assert_eq!(of_row(content_type, Some(body)).as_deref(), Some(expected), "{content_type} {body:?}");
        }
        assert_eq!(of_row("text/html; charset=koi8-r", None).as_deref(), Some("text/html"));
    }
}
