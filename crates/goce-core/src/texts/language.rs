//! The language of a text. The crate whatlang finds it by script, alphabet and trigrams.

use whatlang::{Info, Lang, Script};

use crate::prelude::*;
use crate::texts::spaces::start_of;
use crate::texts::words::{is_listed, paired};

/// Returns the language of a text as a code of ISO 639-1; `None` where it is uncertain, and for a text without letters.
///
/// The first 16 KiB decide. The languages are the 70 of whatlang 0.18.
pub fn language(text: &str) -> Option<&'static str> {
    // With this confidence 89 % of texts of 20 words in known languages get an answer, and 98 % of the answers are right
    // (docs/language.md).
    detected(text, 16 * 1024).map(|info| code(info.lang()))
}

/// Returns the language of the first bytes of a text, if it is found with a confidence of .5, for English less.
fn detected(text: &str, bytes: usize) -> Option<Info> {
    interrupts::check();
    let text = start_of(text, bytes);
    // Whatlang goes by the script of most letters, but names of products are Latin anywhere, and a word of two characters
    // of Chinese, Japanese or Korean says what four or more Latin letters say.
    let characters = text.chars().filter(|c| is_east_asian(*c)).count();
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let info = if characters * 2 > letters {
        whatlang::detect(&text.replace(|c: char| c.is_ascii_alphabetic(), ""))
    } else {
        whatlang::detect(text)
    }?;
    // Lists of names are English with little confidence. Languages that whatlang does not know are taken for others, with
    // as little, but not for English (benches/results/rows.md).
    let is_enough =
        info.confidence() >= 0.5 || info.lang() == Lang::Eng && info.confidence() >= 0.1 && text.len() >= 500;
    is_enough.then_some(info)
}

/// Returns `true` for Chinese characters, kana and syllables of Hangul.
fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{20000}'..='\u{3ffff}')
}

/// Codes that a text hardly tells apart, and old ones, with those that mean the same here.
const ALIKE: &str = "\
    no nb, nn nb, iw he, in id, ji yi, mo ro, tl fil, ms id, bs hr, sr hr, sh hr, gl pt, yue zh, da nb, xh zu, \
    ss zu, nr zu";

/// Codes of countries that pages state in place of their language's, with that. Some are codes of other languages.
const COUNTRIES: &str = "cn zh, cz cs, dk da, gr el, ir fa, jp ja, kr ko, rs sr, se sv, tw zh, ua uk, vn vi";

/// Languages that whatlang knows in one script, and that pages write in another one, too.
const TWO_SCRIPTS: &str = "az jv ms pa tk uz";

/// Returns the language of a page, as the primary subtag of a tag of BCP 47. It is the one that the page states
/// (`stated`, a tag), unless the text is surely in another one: long enough, in a script or a language that is known.
pub fn of_page(text: Option<&str>, stated: Option<&str>) -> Option<String> {
    let stated = stated.and_then(|tag| tag.split('-').next());
    let Some(stated) = stated else {
        return text.and_then(language).map(str::to_owned);
    };
    Some(text.and_then(|text| refuting(text, stated)).unwrap_or(stated).to_owned())
}

/// Returns the language of a text, if it is surely another one than stated.
fn refuting(text: &str, stated: &str) -> Option<&'static str> {
    // A shorter text refutes no page.
    if text.len() < 200 {
        return None;
    }
    let info = detected(text, 4 * 1024)?;
    let (language, script) = (info.lang(), info.script());
    let found = code(language);
    let family = |code| paired(ALIKE, code).unwrap_or(code);
    // Where it is uncertain which of the languages of a script it is, it is none of another script.
    let is_written = || script.langs().iter().any(|language| family(code(*language)) == family(stated));
    let is_foreign = script != Script::Latin && script.langs().len() > 1 && !is_listed(stated, TWO_SCRIPTS);
    if info.confidence() < 0.9 && (!is_foreign || is_written()) {
        return None;
    }
    // What whatlang does not know it takes for a neighbour in the same script, and the text that fills templates for Latin.
    let is_known = || Lang::all().iter().any(|language| family(code(*language)) == family(stated));
    let is_country = paired(COUNTRIES, stated) == Some(found);
    (language != Lang::Lat && family(found) != family(stated) && (is_country || is_known())).then_some(found)
}

/// Returns the name of PostgreSQL's text search configuration for a language; `simple` without one, and for no language.
/// Old versions of PostgreSQL lack some of them.
pub fn text_search(language: Option<&str>) -> &'static str {
    language.and_then(|language| paired(CONFIGURATIONS, language)).unwrap_or("simple")
}

/// Languages with their text search configurations.
const CONFIGURATIONS: &str = "\
    ar arabic, hy armenian, eu basque, ca catalan, da danish, nl dutch, en english, et estonian, fi finnish, \
    fr french, de german, el greek, hi hindi, hu hungarian, id indonesian, ga irish, it italian, lt lithuanian, \
    ne nepali, nb norwegian, nn norwegian, no norwegian, pt portuguese, ro romanian, ru russian, sr serbian, es spanish, sv swedish, ta tamil, \
    tr turkish, yi yiddish";

/// The codes of whatlang, of ISO 639-3, with those of ISO 639-1.
const CODES: &str = "\
    afr af, aka ak, amh am, ara ar, aze az, bel be, ben bn, bul bg, cat ca, ces cs, cmn zh, cym cy, dan da, deu de, \
    ell el, eng en, epo eo, est et, fin fi, fra fr, guj gu, heb he, hin hi, hrv hr, hun hu, hye hy, ind id, ita it, \
    jav jv, jpn ja, kan kn, kat ka, khm km, kor ko, lat la, lav lv, lit lt, mal ml, mar mr, mkd mk, mya my, nep ne, \
    nld nl, nob nb, ori or, pan pa, pes fa, pol pl, por pt, ron ro, rus ru, sin si, slk sk, slv sl, sna sn, spa es, \
    srp sr, swe sv, tam ta, tel te, tgl tl, tha th, tuk tk, tur tr, ukr uk, urd ur, uzb uz, vie vi, yid yi, zul zu";

/// Returns the code of ISO 639-1.
fn code(language: Lang) -> &'static str {
    paired(CODES, language.code()).unwrap_or(language.code())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::cases;

    #[test]
    #[rustfmt::skip]
    fn languages_of_sentences() {
        for [expected, text] in cases("
            en => The ferry leaves at seven in the morning, and the tide does not wait for those who come late.
            de => Die Fähre legt um sieben Uhr morgens ab, und die Flut wartet nicht auf die, die zu spät kommen.
            fr => Le bac part à sept heures du matin, et la marée n'attend pas ceux qui arrivent en retard.
            es => El transbordador sale a las siete de la mañana, y la marea no espera a los que llegan tarde.
            vi => Chuyến phà rời bến lúc bảy giờ sáng, và thủy triều không chờ những người đến muộn.
            ru => Паром отходит в семь часов утра, и прилив не ждёт тех, кто приходит слишком поздно. Рыбаки уже вышли в море, а на берегу остались только дети, которые собирают ракушки и смотрят на волны.
            uk => Пором відходить о сьомій годині ранку, і приплив не чекає на тих, хто приходить запізно.
            zh => 渡轮早上七点离开，潮水不会等待那些来晚的人。
            ja => フェリーは朝七時に出発し、潮は遅れて来る人を待ってはくれない。
            ar => تغادر العبارة في الساعة السابعة صباحا، والمد لا ينتظر من يأتي متأخرا.
            el => Το πλοίο φεύγει στις επτά το πρωί και η παλίρροια δεν περιμένει όσους αργούν.
            he => המעבורת יוצאת בשבע בבוקר, והגאות אינה מחכה למי שמאחר.
            // With as many Latin letters in names, and more.
            zh => Product Hunt 今日热榜：最新的工具和应用。 OpenAI 发布新的模型。 GitHub 上的开源项目。
            ja => Windows と Microsoft Office の使い方を説明します。 Google Chrome の設定はこちらです。
            ko => Samsung Galaxy 새로운 모델이 나왔습니다. Apple iPhone 보다 빠릅니다.
            en => The word for a ferry is 渡轮 in Chinese and フェリー in Japanese, and the tide does not wait for either.",
        ) {
            assert_eq!(language(text), Some(expected), "{text}");
            let long = format!("{text} ").repeat(1000);
            assert_eq!(language(&long), Some(expected), "{text}");
        }
    }

    #[test]
    fn uncertain_texts_have_no_language() {
        for text in ["", "123 456 … !", "ok", "Los Angeles", "menu"] {
            assert_eq!(language(text), None, "{text}");
        }
    }

    #[test]
    fn a_list_of_names_may_be_english() {
        let names = "King's Head\nBlue Lagoon Camp\nStation Hotel\nVilla Rosa\nThe White Swan\nMonte Carlo\nRed Lion\n\
                     Bella Vista Resort\nThe Old Bakery\nOcean View Motel\nCedar Grove\nHarbour House\n";
        assert_eq!(language(names), None);
        assert_eq!(language(&names.repeat(4)), Some("en"));
    }

    #[test]
    fn a_page_is_refuted_where_its_text_is_sure() {
        let german = "Die Fähre legt um sieben Uhr morgens ab, und die Flut wartet nicht auf die, die zu spät kommen. "
            .repeat(4);
        let chinese = "渡轮早上七点离开，潮水不会等待那些来晚的人。".repeat(10);
        let norwegian =
            "Fergen går klokken syv om morgenen, og tidevannet venter ikke på dem som kommer for sent. ".repeat(4);
        let lorem =
            "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. "
                .repeat(4);
        let tigrinya = "ሰላም ንኹሉኹም። ሎሚ ጽቡቕ መዓልቲ እዩ። ".repeat(10);
        let assamese = "আজি বতৰ ভাল। আমি ঘৰলৈ যাম। ".repeat(10);
        let hindi =
            "पुरानी चक्की फिर से चल रही है। Mill 1234 Rye. गाँव के लोग आटा लेने आते हैं। Open 24 hours, call now. ".repeat(3);
        let texts = [
            ("hindi", &*hindi),
            ("german", &*german),
            ("chinese", &chinese),
            ("norwegian", &norwegian),
            ("lorem", &lorem),
            ("tigrinya", &tigrinya),
            ("assamese", &assamese),
            ("short", "Los Angeles"),
        ];
        for [name, stated, expected] in cases(
            "
            german => en-US => de
            german => de-AT => de
            german => - => de
            chinese => en => zh
            chinese => zh-Hant-TW => zh
            chinese => cn => zh
            german => se => se
            norwegian => no => no
            norwegian => nn-NO => nn
            lorem => en => en
            // Too short, and languages that are not known.
            tigrinya => ti => ti
            assamese => as => as
            short => fr => fr
            german => lb => lb
            // One of two languages of its script, and surely none of another one.
            hindi => en => hi
            hindi => de-DE => hi
            hindi => mr => mr
            - => en-GB => en
            - => - => -",
        ) {
            let text = texts.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
            let found = of_page(text, Some(stated).filter(|stated| *stated != "-"));
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{name} {stated}");
        }
    }

    #[test]
    fn every_language_has_a_code_of_its_own() {
        let codes: BTreeSet<&str> = Lang::all().iter().map(|&language| code(language)).collect();
        assert_eq!(codes.len(), Lang::all().len());
        assert!(codes.iter().all(|code| code.len() == 2));
    }

    #[test]
    fn configurations_of_text_search() {
        assert_eq!(text_search(Some("de")), "german");
        assert_eq!(text_search(Some("no")), "norwegian");
        assert_eq!(text_search(Some("ja")), "simple");
        assert_eq!(text_search(None), "simple");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in r"\PC{0,200}|[a-zà-ÿ ]{0,100}|[а-я ]{0,60}|[\u{5d0}-\u{5ea} ]{0,40}|[\u{900}-\u{97f} ]{0,40}") {
            let _ = language(&text);
        }
    }
}
