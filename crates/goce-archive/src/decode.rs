//! A page's bytes to text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Encoding};

use crate::ArchiveError;
use crate::mime::charset;
use crate::prescan::prescan;
use goce_core::interrupts;
use goce_core::memory::{OutOfMemory, TryPushStr};

/// Bytes decoded, or given to the detector, between two checks.
const CHUNK: usize = 16 * 1024;

/// The bytes of a Content-Type that are read. Servers refuse longer headers.
const MAX_CONTENT_TYPE: usize = 64 * 1024;

/// Begins the sequences that switch between the character sets of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// Returns the encoding of a page and the length of its byte order mark, 0 without one. The encoding is found by the
/// HTML standard's encoding sniffing algorithm (section 13.2.3.2). These are asked in turn: a byte order mark; the
/// charset of the HTTP header Content-Type; the first 1,024 bytes of the page; the detector that Firefox uses, which
/// may find UTF-8. (Firefox gives it the top-level domain too; here there is no address.)
pub fn sniff(page: &[u8], content_type: Option<&str>) -> (&'static Encoding, usize) {
    if let Some(marked) = Encoding::for_bom(page) {
        return marked;
    }
    let named = content_type
        .map(|content_type| &content_type[..content_type.floor_char_boundary(MAX_CONTENT_TYPE)])
        .and_then(charset)
        .and_then(|label| Encoding::for_label(label.as_bytes()));
    if let Some(encoding) = named.or_else(|| prescan(page)) {
        return (encoding, 0);
    }
    let detected = if is_utf8(page) {
        encoding_rs::UTF_8
    } else {
        detect(page)
    };
    (detected, 0)
}

/// Returns `true` if the detector would find UTF-8: in valid UTF-8, unless all is ASCII with escapes, which may be
/// ISO-2022-JP. The detector asks all encodings, so it takes many times longer.
fn is_utf8(page: &[u8]) -> bool {
    let is_ascii = Encoding::ascii_valid_up_to(page) == page.len();
    if is_ascii {
        memchr::memchr(ESCAPE, page).is_none()
    } else {
        Encoding::utf8_valid_up_to(page) == page.len()
    }
}

/// Returns the encoding that the detector finds.
fn detect(page: &[u8]) -> &'static Encoding {
    // ISO-2022-JP changes what ASCII bytes mean. The page comes from an archive, so no script runs by that.
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    for chunk in page.chunks(CHUNK) {
        interrupts::check();
        detector.feed(chunk, false);
    }
    detector.feed(&[], true);
    detector.guess(None, Utf8Detection::Allow)
}

/// Returns the text of a page, decoded by the encoding that [`sniff`] finds, without its byte order mark. Bytes that
/// mean nothing become U+FFFD, as the Encoding standard says. NUL characters are dropped in the text of the body and
/// become U+FFFD in tags.
///
/// # Errors
/// [`ArchiveError::TooLarge`] if the text has more than `limit` bytes of UTF-8, [`ArchiveError::OutOfMemory`].
pub fn decode(page: &[u8], content_type: Option<&str>, limit: usize) -> Result<String, ArchiveError> {
    let (encoding, mark) = sniff(page, content_type);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    let mut chunk = String::new();
    chunk.try_reserve(CHUNK)?;
    let mut filter = NulFilter::default();
    let mut rest = page.get(mark..).unwrap_or(&[]);
    loop {
        interrupts::check();
        let (input, after) = rest.split_at(rest.len().min(CHUNK));
        let (result, read, _) = decoder.decode_to_string(input, &mut chunk, after.is_empty());
        rest = rest.get(read..).unwrap_or(&[]);
        // The rest is about as long in UTF-8; the text grows in steps.
        text.try_reserve(chunk.len().max(rest.len().min(text.len())))?;
        filter.push(&chunk, &mut text)?;
        chunk.clear();
        if text.len() > limit {
            return Err(ArchiveError::TooLarge { limit });
        }
        if result == CoderResult::InputEmpty && rest.is_empty() {
            return Ok(text);
        }
    }
}

/// Removes NUL characters, which a `text` value of PostgreSQL cannot hold.
///
/// The HTML standard drops them in the text of the body and replaces them by U+FFFD in tags, attributes and
/// comments. So does this filter. It takes everything between a `<` and the next `>` for a tag, so that dropping a NUL
/// never makes a tag of other text.
#[derive(Default)]
struct NulFilter {
    in_tag: bool,
}

impl NulFilter {
    fn push(&mut self, text: &str, out: &mut String) -> Result<(), OutOfMemory> {
        let mut pieces = text.split('\0');
        if let Some(first) = pieces.next() {
            self.piece(first, out)?;
        }
        for piece in pieces {
            if self.in_tag {
                out.try_push_char(char::REPLACEMENT_CHARACTER)?;
            }
            self.piece(piece, out)?;
        }
        Ok(())
    }

    fn piece(&mut self, piece: &str, out: &mut String) -> Result<(), OutOfMemory> {
        let last = piece.bytes().rev().find(|byte| matches!(byte, b'<' | b'>'));
        self.in_tag = last.map_or(self.in_tag, |byte| byte == b'<');
        out.try_push_str(piece)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_taken_for_utf_8_at_once_is_what_the_detector_takes_for_it(
            start in r"[a-z<é漢\u{1b}$(BJ\u{0}]{0,40}",
            rest in prop::collection::vec(any::<u8>(), 0..4),
            is_cut: bool,
        ) {
            let mut page = start.into_bytes();
            if is_cut {
                page.pop();
            } else {
                page.extend(rest);
            }
            if is_utf8(&page) {
                prop_assert_eq!(detect(&page), encoding_rs::UTF_8);
            } else if detect(&page) == encoding_rs::UTF_8 {
                prop_assert!(page.is_ascii() && page.contains(&ESCAPE));
            }
        }
    }

    #[test]
    fn of_a_long_content_type_only_the_start_is_read() {
        let encoding = |padding: usize| {
            let content_type = format!("text/html; x={}; charset=koi8-r", "a".repeat(padding));
            sniff(b"text", Some(&content_type)).0.name()
        };
        assert_eq!(encoding(MAX_CONTENT_TYPE - 100), "KOI8-R");
        assert_ne!(encoding(MAX_CONTENT_TYPE), "KOI8-R");
    }
}
