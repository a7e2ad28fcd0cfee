//! The words of a text: one definition for measures and for word counts on pages.
//!
//! A word is a maximal run of characters of the Unicode categories L (letters) and N (numbers)
//! and of the underscore, which is what Python's `\w+` finds. (Rust's `char::is_alphanumeric`
//! and the regex crates' `\w` also take combining marks.)

#![forbid(unsafe_code)]

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Whether a character belongs to a word.
#[inline]
pub fn is_word_char(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || c == '_'
    } else {
        matches!(
            c.general_category_group(),
            GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
        )
    }
}

/// The words of a text in order, as written. Measures lower-case the whole text first, as the
/// published scores do (`"İ"` becomes two characters, and the second one ends a word).
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word_char(c))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_python_finds() {
        // re.findall(r"\w+", …) on the same text, Python 3.11.
        let text = "Don't glue_me: 3.14 naïve e\u{301}te Ⅷ ² ½ 漢字かな हिन्दी ﷺ \u{24d0}x";
        assert_eq!(
            words(text).collect::<Vec<_>>(),
            [
                "Don",
                "t",
                "glue_me",
                "3",
                "14",
                "naïve",
                "e",
                "te",
                "Ⅷ",
                "²",
                "½",
                "漢字かな",
                "ह",
                "न",
                "द",
                "ﷺ",
                "x"
            ]
        );
    }
}
