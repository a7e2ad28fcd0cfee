//! Bytes of pages in every encoding of the Encoding standard.

use encoding_rs::*;
use goce_archive::{ArchiveError, decode, sniff};
use goce_core::interrupts;
use proptest::prelude::*;

use crate::pages::cases;

fn text(page: &[u8], content_type: Option<&str>) -> String {
    decode(page, content_type, usize::MAX).unwrap()
}

fn guess(page: &[u8]) -> &'static str {
    sniff(page, None).encoding.name()
}

/// The encodings of the standard, all their labels (section 4.2), and a text that each can hold.
const ENCODINGS: &str = "\
UTF-8 | unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 | Đà Nẵng 日本 😀
IBM866 | 866 cp866 csibm866 ibm866 | Привет ─│
ISO-8859-2 | csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 | Zażółć gęślą
ISO-8859-3 | csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 | Ħĝŭ
ISO-8859-4 | csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 | ĀĶŧ
ISO-8859-5 | csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 | Привет
ISO-8859-6 | arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 | مرحبا
ISO-8859-7 | csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek | Καλημέρα
ISO-8859-8 | csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual | שלום
ISO-8859-8-I | csiso88598i iso-8859-8-i logical | שלום
ISO-8859-10 | csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6 | ĄĒŊ
ISO-8859-13 | iso-8859-13 iso8859-13 iso885913 | Ąžuolas
ISO-8859-14 | iso-8859-14 iso8859-14 iso885914 | Ŵŷ Ḃḃ
ISO-8859-15 | csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 | 10 € œuvre
ISO-8859-16 | iso-8859-16 | Țară și
KOI8-R | cskoi8r koi koi8 koi8-r koi8_r | Привет
KOI8-U | koi8-ru koi8-u | Привіт ґ
macintosh | csmacintosh mac macintosh x-mac-roman | café ≠ π
windows-874 | dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 | สวัสดี
windows-1250 | cp1250 windows-1250 x-cp1250 | Zażółć „gęślą”
windows-1251 | cp1251 windows-1251 x-cp1251 | Привет № 5
windows-1252 | ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 | café – “naïve” €
windows-1253 | cp1253 windows-1253 x-cp1253 | Καλημέρα
windows-1254 | cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254 | İstanbul ğş
windows-1255 | cp1255 windows-1255 x-cp1255 | שלום ₪
windows-1256 | cp1256 windows-1256 x-cp1256 | مرحبا پ
windows-1257 | cp1257 windows-1257 x-cp1257 | Ąžuolas
windows-1258 | cp1258 windows-1258 x-cp1258 | đ ơ ư ₫
x-mac-cyrillic | x-mac-cyrillic x-mac-ukrainian | Привет
GBK | chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk | 你好，世界
gb18030 | gb18030 | 你好 😀 ñ
Big5 | big5 big5-hkscs cn-big5 csbig5 x-x-big5 | 你好，世界
EUC-JP | cseucpkdfmtjapanese euc-jp x-euc-jp | 日本語 かな
ISO-2022-JP | csiso2022jp iso-2022-jp | 日本語 かな
Shift_JIS | csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis | 日本語 かな
EUC-KR | cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 | 안녕하세요
replacement | csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement | 
UTF-16BE | unicodefffe utf-16be | Đà 日本 😀
UTF-16LE | csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le | Đà 日本 😀
x-user-defined | x-user-defined | \u{f780}\u{f7ff}";

/// Returns for each encoding its name, its labels and its text.
fn encodings() -> impl Iterator<Item = [&'static str; 3]> {
    ENCODINGS.lines().map(|line| {
        let fields: Vec<&str> = line.split(" | ").collect();
        fields.try_into().unwrap()
    })
}

/// Returns text in an encoding. encoding_rs encodes as forms are sent, which is never in UTF-16.
fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    if encoding == UTF_16BE {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    } else if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else if encoding == X_USER_DEFINED {
        text.chars().map(|c| (c as u32 & 0xff) as u8).collect()
    } else {
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost, "{} cannot hold {text}", encoding.name());
        bytes.into_owned()
    }
}

#[test]
fn every_label_of_the_standard_names_its_encoding() {
    let mut labels = 0;
    for [name, all, sample] in encodings() {
        let encoding = Encoding::for_label(name.as_bytes()).unwrap();
        let bytes = encode(encoding, sample);
        for label in all.split(' ') {
            labels += 1;
            for content_type in [
                format!("text/html; charset={label}"),
                format!("text/html;charset=\" {} \"", label.to_uppercase()),
            ] {
                assert_eq!(sniff(&bytes, Some(&content_type)).encoding.name(), name, "{label}");
                assert_eq!(text(&bytes, Some(&content_type)), sample, "{label}");
            }
            let meta = format!("<!doctype html><meta charset='{label}'>");
            let expected = match name {
                "UTF-16BE" | "UTF-16LE" => "UTF-8",
                "x-user-defined" => "windows-1252",
                name => name,
            };
            assert_eq!(guess(meta.as_bytes()), expected, "{label}");
        }
    }
    assert_eq!(labels, 228);
}

#[test]
fn japanese_that_switches_its_characters_is_detected() {
    let page = encode(ISO_2022_JP, "<p>橋が開通し、車と人がまた通れるようになりました。");
    assert_eq!(guess(&page), "ISO-2022-JP");
}

#[test]
fn nul_characters_are_dropped_in_text_and_replaced_in_tags() {
    for [page, expected] in cases(
        "
        a\0b => ab
        \0\0<p\0 title='\0'>x\0y</p>\0 => <p\u{fffd} title='\u{fffd}'>xy</p>
        <scr\0ipt> => <scr\u{fffd}ipt>
        <\0script> => <\u{fffd}script>
        <!--\0-->\0 => <!--\u{fffd}-->",
    ) {
        assert_eq!(text(page.as_bytes(), Some("text/html; charset=utf-8")), expected);
        // However it is cut into pieces.
        let page = format!("{}{page}", "x".repeat(16 * 1024 - 3));
        assert!(text(page.as_bytes(), Some("text/html; charset=utf-8")).ends_with(&expected));
    }
}

#[test]
fn long_pages_are_decoded_in_pieces_and_bounded() {
    let sample = "Zażółć gęślą jaźń. ".repeat(100_000);
    let page = encode(ISO_8859_2, &sample);
    let content_type = Some("text/html; charset=latin2");
    let (decoded, checks) = interrupts::counted(|| decode(&page, content_type, sample.len()).unwrap());
    assert!(decoded == sample && checks > page.len() / 20_000);
    let refused = decode(&page, content_type, sample.len() - 1);
    assert!(matches!(refused, Err(ArchiveError::TooLarge { .. })));
}

proptest! {
    #[test]
    fn any_bytes_decode(page in prop::collection::vec(any::<u8>(), 0..2000), content_type in ".*", which in 0..40usize) {
        let whole = text(&page, Some(&content_type));
        prop_assert!(!whole.contains('\0'));
        let content_type = format!("text/html; charset={}", encodings().nth(which).unwrap()[0]);
        let decoded = text(&page, Some(&content_type));
        let (expected, _, _) = sniff(&page, Some(&content_type)).encoding.decode(&page);
        if !page.contains(&0) {
            prop_assert_eq!(decoded, expected);
        }
        text(&[b"<meta ".to_vec(), page].concat(), None);
    }
}
