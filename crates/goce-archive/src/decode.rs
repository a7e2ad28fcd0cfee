//! A page's bytes to text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    CoderResult, DecoderResult, Encoding, GB18030, GBK, ISO_8859_2, KOI8_R, KOI8_U, REPLACEMENT, UTF_8, WINDOWS_1250,
};

use crate::mime::charset;
use crate::prescan::prescan;
use crate::{ArchiveError, CHUNK, Reading};
use goce_core::prelude::*;

/// Begins the sequences that switch between the character sets of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// Characters beyond ASCII for each fault, from which on a page is UTF-8 in spite of it; and faults for each such
/// character, from which on it is none although the server says so.
const FEW: usize = 4;

/// The encoding of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sniffed {
    pub encoding: &'static Encoding,
    /// The length of the byte order mark, 0 without one.
    pub mark: usize,
    /// The encoding that the Content-Type names, if the page names another and its bytes are rather of that.
    pub refuted: Option<&'static Encoding>,
}

/// Returns the encoding of a page by the HTML standard's encoding sniffing algorithm (section 13.2.3.2). These are
/// asked in turn: a byte order mark; the charset of the HTTP header Content-Type; the first 1,024 bytes of the page;
/// the detector that Firefox uses, which may find UTF-8. (Firefox gives it the top-level domain too; here there is no
/// address.) A few bytes that are none do not keep the rest from being UTF-8.
///
/// Unlike in the standard, the page counts before the header where its bytes are text in the encoding that it names
/// itself, and are none in that of the header, or where the header names an encoding of one byte a character and the
/// detector finds the page's. A page that names another, but is UTF-8 throughout, counts as if it named that. A page that
/// names none and is no UTF-8 at all, as the header says, is left to the detector.
pub fn sniff(page: &[u8], content_type: Option<&str>) -> Sniffed {
    if let Some((encoding, mark)) = Encoding::for_bom(page) {
        return Sniffed {
            encoding,
            mark,
            refuted: None,
        };
    }
    let named = content_type.and_then(charset).and_then(|label| Encoding::for_label(label.as_bytes()));
    let own = own_encoding(page);
    let refuted = named.filter(|named| own.is_some_and(|own| is_refuted(page, named, own)));
    let stated = if refuted.is_some() { own } else { named.or(own) };
    let stated = stated.filter(|stated| own.is_some() || *stated != UTF_8 || may_be_utf8(page));
    Sniffed {
        encoding: stated.unwrap_or_else(|| detected(page)),
        mark: 0,
        refuted,
    }
}

/// Returns the encoding that a page names itself; UTF-8 for a page of that which goes under an older template. Hardly any
/// other bytes beyond ASCII are whole in UTF-8; of pairs of bytes for a character a few may be.
fn own_encoding(page: &[u8]) -> Option<&'static Encoding> {
    let own = prescan(page)?;
    let is_other = own != UTF_8 && !page.is_ascii() && is_utf8(page);
    let enough = if own.is_single_byte() { FEW } else { FEW * FEW };
    let is_usual = own.is_single_byte() && is_other && has_usual_signs(page);
    let is_sure = is_other && (is_usual || Signs::count(page, UTF_8).beyond_ascii > enough);
    Some(if is_sure { UTF_8 } else { own })
}

/// Returns `true` if all characters beyond ASCII of a page of UTF-8 are Latin letters with accents and usual signs.
/// Few others may be pairs of bytes of another encoding: the last two of "NESTLÉ®".
fn has_usual_signs(page: &[u8]) -> bool {
    page.chunks(CHUNK).all(|chunk| {
        interrupts::check();
        chunk.iter().all(|byte| *byte < 0xc0 || matches!(byte, 0xc2 | 0xc3 | 0xe2))
    })
}

/// Returns the encoding that the page's bytes are text in.
fn detected(page: &[u8]) -> &'static Encoding {
    if is_utf8(page) || is_mostly_utf8(page) {
        UTF_8
    } else {
        detect(page)
    }
}

/// Returns `true` if a page's bytes are text in its own encoding, and in the one of the header they are none; where the
/// header names an encoding of one byte a character, if the detector finds the page's own. Hardly any bytes but those of
/// UTF-8 are whole in UTF-8, so one fault in the header's encoding is enough. Most bytes are whole in other encodings, so
/// in the header's there must be more faults than characters beyond ASCII.
fn is_refuted(page: &[u8], named: &'static Encoding, own: &'static Encoding) -> bool {
    if named == own || named == REPLACEMENT || named == UTF_8 && is_utf8(page) {
        return false;
    }
    // Many servers name one encoding of one byte for all pages, in which all bytes are whole.
    if named.is_single_byte() {
        let found = detected(page);
        let is_own = found == own || alike(found) == alike(own) && alike(named) != alike(own);
        return is_own && !(own == UTF_8 && page.is_ascii());
    }
    let of_named = Signs::count(page, named);
    if of_named.malformed == 0 {
        return false;
    }
    let of_own = Signs::count(page, own);
    let is_own = own == UTF_8 && of_own.beyond_ascii > 0;
    // What is whole in UTF-8 is hardly anything else, and all bytes are whole in most encodings of one byte.
    let certainty = if named == UTF_8 && own.is_single_byte() { FEW } else { 1 };
    of_own.malformed == 0 && (is_own || of_named.malformed > certainty * of_named.beyond_ascii)
}

/// Returns the one of some encodings for the same languages that stands for them: the detector may find either.
fn alike(encoding: &'static Encoding) -> &'static Encoding {
    match encoding {
        of if of == KOI8_R => KOI8_U,
        of if of == ISO_8859_2 => WINDOWS_1250,
        of if of == GB18030 => GBK,
        of => of,
    }
}

/// What the bytes of a page are in an encoding.
#[derive(Default)]
struct Signs {
    /// Sequences that mean nothing, and control characters beyond ASCII, which stand for bytes without a meaning. A sequence
    /// that is cut off by the end does not count.
    malformed: usize,
    /// Characters beyond ASCII.
    beyond_ascii: usize,
}

impl Signs {
    fn count(page: &[u8], encoding: &'static Encoding) -> Signs {
        let mut signs = Signs::default();
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut room = [0; CHUNK];
        let mut rest = page;
        loop {
            interrupts::check();
            let (input, after) = rest.split_at(rest.len().min(CHUNK));
            let (result, read, written) =
                decoder.decode_to_utf8_without_replacement(input, &mut room, after.is_empty());
            rest = rest.get(read..).unwrap_or(&[]);
            let text = &room[..written];
            signs.beyond_ascii += text.iter().filter(|&&byte| byte >= 0xc0).count();
            signs.malformed += text.windows(2).filter(|pair| matches!(pair, [0xc2, 0x80..0xa0])).count();
            match result {
                DecoderResult::InputEmpty if rest.is_empty() => return signs,
                DecoderResult::Malformed(..) => signs.malformed += usize::from(!rest.is_empty()),
                DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
            }
        }
    }
}

/// Returns `true` if a page gives the same text whether a Content-Type names this encoding or not. The detector is not
/// asked.
pub fn tells(page: &[u8], encoding: &'static Encoding) -> bool {
    let is_alike = || encoding == UTF_8 || page.is_ascii() && encoding.is_ascii_compatible();
    Encoding::for_bom(page).is_some()
        || own_encoding(page).map_or_else(|| is_utf8(page) && is_alike(), |own| own == encoding)
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

/// Returns `true` for a page with a few bytes that are no UTF-8, such as a line that was put in from an older page,
/// among many characters of it. Pairs of bytes in other encodings are seldom whole in UTF-8.
fn is_mostly_utf8(page: &[u8]) -> bool {
    let signs = Signs::count(page, UTF_8);
    signs.beyond_ascii > FEW * signs.malformed
}

/// Returns `false` for a page with more than a few bytes that are no UTF-8, among hardly any characters of it.
fn may_be_utf8(page: &[u8]) -> bool {
    is_utf8(page) || {
        let signs = Signs::count(page, UTF_8);
        signs.malformed <= FEW * (1 + signs.beyond_ascii)
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

/// Returns the text of a page, decoded by the encoding that [`sniff`] finds, without its byte order mark.
///
/// # Errors
/// As of [`Sniffed::decode`].
pub fn decode(page: &[u8], content_type: Option<&str>, limit: usize) -> Reading<String> {
    sniff(page, content_type).decode(page, limit)
}

impl Sniffed {
    /// Returns the text of the page of which this is the encoding. Bytes that mean nothing become U+FFFD, as the
    /// Encoding standard says. NUL characters are dropped in the text of the body and become U+FFFD in tags.
    ///
    /// # Errors
    /// [`ArchiveError::TooLarge`] if the text has more than `limit` bytes of UTF-8, [`ArchiveError::OutOfMemory`].
    pub fn decode(&self, page: &[u8], limit: usize) -> Reading<String> {
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut text = String::new();
        let mut chunk = String::new();
        chunk.try_reserve(CHUNK)?;
        let mut filter = NulFilter::default();
        let mut rest = page.get(self.mark..).unwrap_or(&[]);
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
    fn push(&mut self, text: &str, out: &mut String) -> Fallible {
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

    fn piece(&mut self, piece: &str, out: &mut String) -> Fallible {
        let last = piece.bytes().rev().find(|byte| matches!(byte, b'<' | b'>'));
        self.in_tag = last.map_or(self.in_tag, |byte| byte == b'<');
        out.try_push_str(piece)
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, WINDOWS_1252};
    use goce_core::cases;
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
                prop_assert_eq!(detect(&page), UTF_8);
            } else if detect(&page) == UTF_8 {
                prop_assert!(page.is_ascii() && page.contains(&ESCAPE));
            }
        }
    }

    #[test]
    fn a_few_bytes_do_not_keep_a_page_from_being_utf_8() {
        let page = |utf8: usize, faults: usize| ["é à ".repeat(utf8).as_bytes(), &b"caf\xe9 ".repeat(faults)].concat();
        let found = |page: &[u8], content_type| sniff(page, content_type).encoding.name();
        assert_eq!(found(&page(20, 2), None), "UTF-8");
        assert_ne!(found(&page(4, 2), None), "UTF-8");
        let own = [b"<meta charset=utf-8>".as_slice(), &page(20, 2)].concat();
        assert_eq!(found(&own, Some("text/html; charset=iso-8859-1")), "UTF-8");
        assert_eq!(found("<meta charset=iso-8859-1>Deux frères".as_bytes(), None), "UTF-8");
        // Few characters that are rare may be pairs of other bytes.
        assert_ne!(found(b"<meta charset=iso-8859-1>NESTL\xc9\xae", None), "UTF-8");
        // Not for what is no UTF-8 at all.
        let korean = EUC_KR.encode("배는 일곱 시에 떠나고, 비가 오면 내일 떠난다").0;
        assert_ne!(found(&korean, None), "UTF-8");
        // Nor for what only the server calls so, unless all but a few bytes are.
        let utf8 = Some("text/html; charset=utf-8");
        assert_eq!(found(&korean, utf8), "EUC-KR");
        let french = WINDOWS_1252.encode("Deux frères graissent les paliers, tiré par six bœufs cédés à dîner").0;
        assert_eq!(found(&french, utf8), "windows-1252");
        assert_eq!(found(&page(2, 2), utf8), "UTF-8");
    }

    #[test]
    fn the_page_refutes_a_charset_that_its_bytes_are_no_text_in() {
        let page = |encoding: &str, own: &str, text: &str| {
            let encoding = Encoding::for_label(encoding.as_bytes()).unwrap();
            encoding.encode(&format!("<meta charset={own}>{text}")).0.into_owned()
        };
        let check = |page: &[u8], named: &str, expected: &str| {
            let found = sniff(page, Some(&format!("text/html; charset={named}")));
            assert_eq!(found.encoding.name(), expected, "{named} {}", String::from_utf8_lossy(page));
            let named = Encoding::for_label(named.as_bytes());
            assert_eq!(found.refuted, named.filter(|named| *named != found.encoding));
        };
        // The encoding of the bytes, what the page names, what the server names, what is found.
        for [encoding, own, named, expected, text] in cases(
            "
            utf-8 => utf-8 => latin1 => UTF-8 => Grüße
            windows-1252 => windows-1252 => utf-8 => windows-1252 => für die Strömung
            windows-1251 => windows-1251 => utf-8 => windows-1251 => Пароход уходит в семь часов
            euc-jp => euc-jp => utf-8 => EUC-JP => 船は七時に出る、雨が降らなければ
            windows-1250 => windows-1250 => latin1 => windows-1250 => Sad założył lekarz, który chciał góry
            windows-1250 => windows-1250 => latin1 => windows-1250 => nad wsią. Sad założył lekarz. © 2024
            koi8-r => koi8-r => latin1 => KOI8-R => Пароход уходит в семь часов
            koi8-r => koi8-r => windows-1251 => KOI8-R => Пароход уходит в семь часов
            // The server has recoded the page.
            windows-1251 => koi8-r => windows-1251 => windows-1251 => Пароход уходит в семь часов
            iso-8859-2 => windows-1250 => iso-8859-2 => ISO-8859-2 => \
                Příliš žluťoučký kůň šel do lesa, pršelo a nikdo ho nešetřil, říkali
            // All is UTF-8, whatever is named.
            utf-8 => iso-8859-2 => latin1 => UTF-8 => Grüße
            utf-8 => gbk => gbk => GBK => Grüße",
        ) {
            check(&page(encoding, own, text), named, expected);
        }
        let greek = "<?xml version='1.0' encoding='utf-8'?>Το πλοίο φεύγει στις επτά, αν δεν βρέχει πολύ";
        for named in ["euc-kr", "shift_jis", "latin1"] {
            check(greek.as_bytes(), named, "UTF-8");
        }
        // Most of it is UTF-8; a character is cut off.
        check(&[&page("utf-8", "iso-8859-1", "Grüße für"), &b"caf\xe9 x"[..]].concat(), "utf-8", "UTF-8");
        let whole = page("utf-8", "iso-8859-1", "Grüße für é");
        check(&whole[..whole.len() - 1], "utf-8", "UTF-8");
        check(b"<meta charset=euc-jp>\xff\xff", "utf-8", "UTF-8");
        check(b"<meta charset=utf-8>\xff\xff", "gbk", "GBK");
    }

    #[test]
    fn refuting_can_be_interrupted() {
        let page = [b"<meta charset=koi8-r>".as_slice(), &b"\xff".repeat(10 * CHUNK)].concat();
        let (found, checks) = interrupts::counted(|| sniff(&page, Some("text/html; charset=utf-8")));
        assert!(found.refuted.is_some() && checks >= 20, "{checks}");
    }

    #[test]
    fn of_a_long_content_type_only_the_start_is_read() {
        let encoding = |padding: usize| {
            let content_type = format!("text/html; x={}; charset=koi8-r", "a".repeat(padding));
            sniff(b"text", Some(&content_type)).encoding.name()
        };
        use crate::mime::MAX_CONTENT_TYPE;
        assert_eq!(encoding(MAX_CONTENT_TYPE - 100), "KOI8-R");
        assert_ne!(encoding(MAX_CONTENT_TYPE), "KOI8-R");
    }
}
