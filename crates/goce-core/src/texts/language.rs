//! The language of a text. The crate whatlang finds it by script, alphabet and trigrams.

use whatlang::Lang;

use crate::interrupts;

/// Bytes at the start of a text by which its language is found.
const SAMPLE: usize = 16 * 1024;

/// The least confidence of an answer. With it 89 % of texts of 20 words in known languages get an answer, and 98 % of the
/// answers are right (docs/language.md).
const LEAST_CONFIDENCE: f64 = 0.5;

/// Returns the language of a text as a code of ISO 639-1; `None` where it is uncertain, and for a text without letters.
///
/// The first 16 KiB decide. The languages are the 70 of whatlang 0.18.
pub fn language(text: &str) -> Option<&'static str> {
    interrupts::check();
    let info = whatlang::detect(&text[..text.floor_char_boundary(SAMPLE)])?;
    (info.confidence() >= LEAST_CONFIDENCE).then(|| code(info.lang()))
}

/// Bytes at the start of a page's text by which the language that the page states is checked, and the fewest that do so.
const CHECKED: usize = 4 * 1024;
const LEAST_CHECKED: usize = 200;

/// The least confidence of an answer that refutes a page.
const CERTAIN: f64 = 0.9;

/// Codes that a text hardly tells apart, and old ones, with those that mean the same here.
#[rustfmt::skip]
const ALIKE: [(&str, &str); 17] = [
    ("no", "nb"), ("nn", "nb"), ("iw", "he"), ("in", "id"), ("ji", "yi"), ("mo", "ro"), ("tl", "fil"), ("ms", "id"),
    ("bs", "hr"), ("sr", "hr"), ("sh", "hr"), ("gl", "pt"), ("yue", "zh"), ("da", "nb"),
    ("xh", "zu"), ("ss", "zu"), ("nr", "zu"),
];

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
    interrupts::check();
    if text.len() < LEAST_CHECKED {
        return None;
    }
    let info = whatlang::detect(&text[..text.floor_char_boundary(CHECKED)])?;
    let found = code(info.lang());
    let family = |code| ALIKE.iter().find(|(one, _)| *one == code).map_or(code, |(_, same)| *same);
    // What whatlang does not know it takes for a neighbour in the same script, and the text that fills templates for Latin.
    let is_known = || Lang::all().iter().any(|language| family(code(*language)) == family(stated));
    let is_sure = info.confidence() >= CERTAIN && info.lang() != Lang::Lat && is_known();
    (is_sure && family(found) != family(stated)).then_some(found)
}

/// Returns the name of PostgreSQL's text search configuration for a language; `simple` without one, and for no language.
/// Old versions of PostgreSQL lack some of them.
#[rustfmt::skip]
pub fn text_search(language: Option<&str>) -> &'static str {
    match language {
        Some("ar") => "arabic", Some("hy") => "armenian", Some("eu") => "basque", Some("ca") => "catalan",
        Some("da") => "danish", Some("nl") => "dutch", Some("en") => "english", Some("et") => "estonian",
        Some("fi") => "finnish", Some("fr") => "french", Some("de") => "german", Some("el") => "greek",
        Some("hi") => "hindi", Some("hu") => "hungarian", Some("id") => "indonesian", Some("ga") => "irish",
        Some("it") => "italian", Some("lt") => "lithuanian", Some("ne") => "nepali", Some("nb") => "norwegian",
        Some("pt") => "portuguese", Some("ro") => "romanian", Some("ru") => "russian", Some("sr") => "serbian",
        Some("es") => "spanish", Some("sv") => "swedish", Some("ta") => "tamil", Some("tr") => "turkish",
        Some("yi") => "yiddish",
        _ => "simple",
    }
}

/// Returns the code of ISO 639-1.
#[rustfmt::skip]
fn code(language: Lang) -> &'static str {
    match language {
        Lang::Afr => "af", Lang::Aka => "ak", Lang::Amh => "am", Lang::Ara => "ar", Lang::Aze => "az",
        Lang::Bel => "be", Lang::Ben => "bn", Lang::Bul => "bg", Lang::Cat => "ca", Lang::Ces => "cs",
        Lang::Cmn => "zh", Lang::Cym => "cy", Lang::Dan => "da", Lang::Deu => "de", Lang::Ell => "el",
        Lang::Eng => "en", Lang::Epo => "eo", Lang::Est => "et", Lang::Fin => "fi", Lang::Fra => "fr",
        Lang::Guj => "gu", Lang::Heb => "he", Lang::Hin => "hi", Lang::Hrv => "hr", Lang::Hun => "hu",
        Lang::Hye => "hy", Lang::Ind => "id", Lang::Ita => "it", Lang::Jav => "jv", Lang::Jpn => "ja",
        Lang::Kan => "kn", Lang::Kat => "ka", Lang::Khm => "km", Lang::Kor => "ko", Lang::Lat => "la",
        Lang::Lav => "lv", Lang::Lit => "lt", Lang::Mal => "ml", Lang::Mar => "mr", Lang::Mkd => "mk",
        Lang::Mya => "my", Lang::Nep => "ne", Lang::Nld => "nl", Lang::Nob => "nb", Lang::Ori => "or",
        Lang::Pan => "pa", Lang::Pes => "fa", Lang::Pol => "pl", Lang::Por => "pt", Lang::Ron => "ro",
        Lang::Rus => "ru", Lang::Sin => "si", Lang::Slk => "sk", Lang::Slv => "sl", Lang::Sna => "sn",
        Lang::Spa => "es", Lang::Srp => "sr", Lang::Swe => "sv", Lang::Tam => "ta", Lang::Tel => "te",
        Lang::Tgl => "tl", Lang::Tha => "th", Lang::Tuk => "tk", Lang::Tur => "tr", Lang::Ukr => "uk",
        Lang::Urd => "ur", Lang::Uzb => "uz", Lang::Vie => "vi", Lang::Yid => "yi", Lang::Zul => "zu",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    #[rustfmt::skip]
    fn languages_of_sentences() {
        for (expected, text) in [
            ("en", "The ferry leaves at seven in the morning, and the tide does not wait for those who come late."),
            ("de", "Die Fähre legt um sieben Uhr morgens ab, und die Flut wartet nicht auf die, die zu spät kommen."),
            ("fr", "Le bac part à sept heures du matin, et la marée n'attend pas ceux qui arrivent en retard."),
            ("es", "El transbordador sale a las siete de la mañana, y la marea no espera a los que llegan tarde."),
            ("vi", "Chuyến phà rời bến lúc bảy giờ sáng, và thủy triều không chờ những người đến muộn."),
            ("ru", "Паром отходит в семь часов утра, и прилив не ждёт тех, кто приходит слишком поздно. Рыбаки уже вышли в море, а на берегу остались только дети, которые собирают ракушки и смотрят на волны."),
            ("uk", "Пором відходить о сьомій годині ранку, і приплив не чекає на тих, хто приходить запізно."),
            ("zh", "渡轮早上七点离开，潮水不会等待那些来晚的人。"),
            ("ja", "フェリーは朝七時に出発し、潮は遅れて来る人を待ってはくれない。"),
            ("ar", "تغادر العبارة في الساعة السابعة صباحا، والمد لا ينتظر من يأتي متأخرا."),
            ("el", "Το πλοίο φεύγει στις επτά το πρωί και η παλίρροια δεν περιμένει όσους αργούν."),
            ("he", "המעבורת יוצאת בשבע בבוקר, והגאות אינה מחכה למי שמאחר."),
        ] {
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
        for (text, stated, expected) in [
            (Some(&*german), Some("en-US"), Some("de")),
            (Some(&*german), Some("de-AT"), Some("de")),
            (Some(&*german), None, Some("de")),
            (Some(&*chinese), Some("en"), Some("zh")),
            (Some(&*chinese), Some("zh-Hant-TW"), Some("zh")),
            (Some(&*norwegian), Some("no"), Some("no")),
            (Some(&*norwegian), Some("nn-NO"), Some("nn")),
            (Some(&*lorem), Some("en"), Some("en")),
            // Too short, and languages that are not known.
            (Some(&*tigrinya), Some("ti"), Some("ti")),
            (Some(&*assamese), Some("as"), Some("as")),
            (Some("Los Angeles"), Some("fr"), Some("fr")),
            (Some(&*german), Some("lb"), Some("lb")),
            (None, Some("en-GB"), Some("en")),
            (None, None, None),
        ] {
            assert_eq!(of_page(text, stated).as_deref(), expected, "{stated:?}");
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
