//! The words of a text, by one definition for measures and for word counts of pages.
//!
//! A word is a maximal run of letters (Unicode category L), numbers (N) and underscores, as Python's `\w+` finds it.
//! (Rust's `char::is_alphanumeric` and the regex crates' `\w` also take combining marks.)

use memchr::memmem;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::prelude::*;

/// Returns `true` for characters of words.
#[inline]
pub fn is_word_char(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || c == '_'
    } else {
        is_word_char_beyond_ascii(c)
    }
}

/// Not inlined: most text is ASCII, and the test for that stays small.
#[inline(never)]
fn is_word_char_beyond_ascii(c: char) -> bool {
    is_frequent_letter(c) || is_letter_or_number(c)
}

/// Returns `true` for the most frequent letters beyond ASCII: the search through all of Unicode takes much longer.
fn is_frequent_letter(c: char) -> bool {
    matches!(c,
        'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ʯ' // Latin
        | 'Σ'..='ϵ' // Greek
        | 'Ѐ'..='ҁ' // Cyrillic
        | 'א'..='ת' // Hebrew
        | 'ؠ'..='ي' // Arabic
        | 'ぁ'..='ゖ' | 'ァ'..='ヺ' // Japanese
        | '一'..='鿕' // Chinese
        | '가'..='힣' // Korean
    )
}

fn is_letter_or_number(c: char) -> bool {
    matches!(c.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

/// Returns the words of a text in order, as written. Measures lower-case the whole text first, as the published scores
/// do: `"İ"` becomes two characters, and the second ends a word.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word_char(c)).filter(|word| !word.is_empty())
}

/// Returns the words of a text in order, as [`words`] does, and checks on the way through a long text.
pub fn words_checking(text: &str) -> impl Iterator<Item = &str> {
    let mut work = Countdown::new(CHECK_BYTES);
    text.split(move |c| {
        work.charge(1);
        !is_word_char(c)
    })
    .filter(|word| !word.is_empty())
}

/// Returns `true` for a word of a list, in which one space stands between two.
pub fn is_listed(word: &str, list: &str) -> bool {
    let is_end = |at: usize| list.as_bytes().get(at).is_none_or(|byte| *byte == b' ');
    let mut places = memmem::find_iter(list.as_bytes(), word);
    !word.contains(' ') && places.any(|at| (at == 0 || is_end(at - 1)) && is_end(at + word.len()))
}

/// Returns the second word of the pair that begins with `first` in a list such as `de german, en english`.
pub fn paired(list: &'static str, first: &str) -> Option<&'static str> {
    list.split(", ").find_map(|pair| pair.strip_prefix(first)?.strip_prefix(' '))
}

/// Returns `true` for a text of ASCII digits alone, and for none.
pub fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns what `str::to_lowercase` returns. Unlike it, it reports that memory ran out, and checks for interrupts.
pub fn lower_case(text: &str) -> Fallible<String> {
    let mut lower = String::new();
    lower.try_reserve(text.len())?;
    if text.len() < CHECK_BYTES && text.is_ascii() {
        lower.push_str(text);
        lower.make_ascii_lowercase();
        return Ok(lower);
    }
    for (place, c) in text.char_indices().checking(CHECK_BYTES) {
        if c.is_ascii() {
            lower.try_push_char(c.to_ascii_lowercase())?;
        } else if c == 'Σ' {
            let (before, after) = (&text[..place], &text[place + c.len_utf8()..]);
            let ends_word = meets_cased(before.chars().rev()) && !meets_cased(after.chars());
            lower.try_push_char(if ends_word { 'ς' } else { 'σ' })?;
        } else {
            for c in c.to_lowercase() {
                lower.try_push_char(c)?;
            }
        }
    }
    Ok(lower)
}

/// Returns `true` if the first character that decides the form of a sigma has a case (Unicode Standard, table 3-17,
/// "Final_Sigma"). The search ends at another sigma, so it passes no character more than twice.
fn meets_cased(characters: impl Iterator<Item = char>) -> bool {
    for (count, c) in characters.enumerate() {
        if count % 1024 == 1023 {
            interrupts::check();
        }
        // The standard library shows both properties by the form that it gives a sigma.
        let becomes_final = |before: &[char]| {
            let probe: String = before.iter().chain(&['Σ']).collect();
            probe.to_lowercase().ends_with('ς')
        };
        if becomes_final(&[c]) {
            return true;
        }
        let is_ignored = becomes_final(&['A', c]);
        if !is_ignored {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::cases;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lower_case_is_that_of_the_standard_library(
            text in r"[ΣΣσaA'.:\u{301}\u{2bc} 漢ªDž\u{ad}İ1]{0,30}|\PC{0,40}"
        ) {
            prop_assert_eq!(lower_case(&text).unwrap(), text.to_lowercase());
        }
    }

    #[test]
    fn frequent_letters_are_letters() {
        let is_wrong = |c: &char| is_frequent_letter(*c) && !is_letter_or_number(*c);
        assert_eq!(('\0'..=char::MAX).find(is_wrong), None);
    }

    #[test]
    fn words_that_check_are_the_same() {
        for text in ["", " ", "a", " Don't\u{2026}glue_me  é", &"a …".repeat(20_000)] {
            let (found, checks) = interrupts::counted(|| words_checking(text).collect::<Vec<_>>());
            assert_eq!(found, words(text).collect::<Vec<_>>());
            assert_eq!(checks, text.chars().count() / CHECK_BYTES);
        }
    }

    #[test]
    fn lower_case_checks_in_proportion() {
        for [unit] in cases(
            "
            Σ
            a
            '
            漢
            Σ''",
        ) {
            let checks = |count: usize| {
                let text = unit.repeat(count);
                let (lower, checks) = interrupts::counted(|| lower_case(&text).unwrap());
                assert_eq!(lower.len(), text.len());
                checks
            };
            let (once, twice) = (checks(40_000), checks(80_000));
            assert!(once >= 2 && 10 * twice <= 23 * once + 10, "{unit} {once} {twice}");
        }
        // A long run is searched, and checks, once from either side.
        let text = format!("AΣ{}Σ", "'".repeat(100_000));
        let (_, checks) = interrupts::counted(|| lower_case(&text).unwrap());
        assert!((200..220).contains(&checks), "{checks}");
    }

    #[test]
    fn words_are_what_python_finds() {
        // re.findall(r"\w+", …) on the same text, Python 3.11.
        let text = "Don't glue_me: 3.14 naïve e\u{301}te Ⅷ ² ½ 漢字かな हिन्दी ﷺ \u{24d0}x";
        assert_eq!(words(text).collect::<Vec<_>>().join(" "), "Don t glue_me 3 14 naïve e te Ⅷ ² ½ 漢字かな ह न द ﷺ x");
    }
}
