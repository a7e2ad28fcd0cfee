//! The strings that pages state: cleaned, and compared by their words.

use serde_json::{Map, Value};

use goce_core::page::without_invisible;
use goce_core::texts::references::decode;
use goce_core::texts::words::words;

/// The longest value that is taken, in bytes. A longer one is no title, name or description.
pub const LONGEST: usize = 16 * 1024;

/// The longest title, or licence in words, in characters.
pub const LONGEST_TITLE: usize = 300;

/// Returns a value with single spaces, character references replaced, and control characters and those that show nothing
/// dropped; `None` if it is empty, a template's placeholder or longer than [`LONGEST`].
pub fn clean(value: &str) -> Option<String> {
    if value.len() > LONGEST {
        return None;
    }
    // Pages escape references once or twice too often: `&amp;#8217;`.
    let decoded = decode(&decode(value));
    // Without memory for a copy of so few bytes the value is none.
    let seen = without_invisible(&decoded).ok()?;
    let spaced: Vec<&str> =
        seen.split(|c: char| c.is_whitespace() || c.is_control()).filter(|part| !part.is_empty()).collect();
    let text = spaced.join(" ");
    let placeholder = text.contains("{{") || text.contains("<%") || text.contains("${");
    let nothing = ["null", "undefined", "none", "n/a", "[object Object]"];
    let is_nothing = nothing.iter().any(|word| text.eq_ignore_ascii_case(word));
    (text.contains(char::is_alphanumeric) && !placeholder && !is_nothing).then_some(text)
}

/// Returns an object of JSON of the fields that are stated.
pub fn object<const N: usize>(fields: [(&str, Option<impl Into<Value>>); N]) -> Map<String, Value> {
    let stated = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into())));
    stated.collect()
}

/// Returns an array of texts, or an object of names with what each has; `None` without any.
pub fn list<V>(values: Vec<V>) -> Option<Value>
where
    Value: FromIterator<V>,
{
    (!values.is_empty()).then(|| values.into_iter().collect())
}

/// Returns the words of a text in lower case, with single spaces between. Texts of one key count as the same.
pub fn key(text: &str) -> String {
    let lower = text.to_lowercase();
    let mut key = String::with_capacity(lower.len());
    for word in words(&lower) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(word);
    }
    key
}

/// Returns `true` if a key's words stand in another key, in a row.
pub fn within(part: &str, whole: &str) -> bool {
    !part.is_empty() && format!(" {whole} ").contains(&format!(" {part} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cleaned() {
        crate::expect(
            "
            Salt &amp;amp; rye => Salt & rye
            It&#8217;s &#x41;&unknown; & so => It’s A&unknown; & so
            a\0b => a b
            Ry\u{ad}e\u{e0041} \u{200b} b&#x202e;read => Rye bread
            می\u{200c}خواهم => می\u{200c}خواهم
            \u{e0041}\u{200b} => -
            AT&T;& => AT&T;&
            – => -
             => -
            undefined => -
            {{ title }} => -",
            clean,
        );
        assert_eq!(clean("  Rye \n bread\u{a0} ").as_deref(), Some("Rye bread"));
        assert_eq!(clean(&"x".repeat(LONGEST + 1)), None);
    }

    #[test]
    fn keys_stand_in_keys() {
        assert_eq!(key("Rye — a Winter’s bread!"), "rye a winter s bread");
        assert!(within("a b", "x a b y") && within("a", "a"));
        assert!(!within("a b", "aa b") && !within("", "a"));
    }
}
