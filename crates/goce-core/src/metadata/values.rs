//! The strings that pages state: cleaned, and compared by their words.

use crate::texts::words::words;

/// The longest value that is taken, in bytes. A longer one is no title, name or description.
pub const LONGEST: usize = 16 * 1024;

/// Named character references that occur in pages escaped twice.
#[rustfmt::skip]
const NAMED: [(&str, char); 16] = [
    ("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", ' '), ("ndash", '–'), ("mdash", '—'),
    ("lsquo", '‘'), ("rsquo", '’'), ("ldquo", '“'), ("rdquo", '”'), ("hellip", '…'), ("middot", '·'), ("bull", '•'),
    ("eacute", 'é'),
];

/// The longest character reference that is read, in bytes without `&`.
const LONGEST_REFERENCE: usize = 10;

/// Returns a value with single spaces, character references replaced, and control characters dropped; `None` if it is
/// empty, a template's placeholder or longer than [`LONGEST`].
pub fn clean(value: &str) -> Option<String> {
    if value.len() > LONGEST {
        return None;
    }
    // Pages escape references once or twice too often: `&amp;#8217;`.
    let decoded = decode(&decode(value));
    let spaced: Vec<&str> = decoded
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|part| !part.is_empty())
        .collect();
    let text = spaced.join(" ").replace(['\u{feff}', '\u{200b}', '\u{ad}'], "");
    let text = text.trim();
    let placeholder = text.contains("{{") || text.contains("<%") || text.contains("${");
    let nothing = ["null", "undefined", "none", "n/a", "[object Object]"];
    let stated = text.chars().any(char::is_alphanumeric)
        && !placeholder
        && !nothing.iter().any(|word| text.eq_ignore_ascii_case(word));
    stated.then(|| text.to_owned())
}

/// Returns a text with HTML's character references replaced.
pub fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let end = after.bytes().take(LONGEST_REFERENCE).position(|byte| byte == b';');
        match end.and_then(|end| Some((reference(&after[..end])?, end))) {
            Some((c, end)) => {
                out.push(c);
                rest = &after[end + 1..];
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn reference(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| *c != '\0');
    }
    let named = NAMED.iter().find(|(known, _)| *known == name);
    named.map(|(_, c)| *c)
}

/// Returns the words of a text in lower case, with single spaces between. Texts of one key count as the same.
pub fn key(text: &str) -> String {
    let lower = text.to_lowercase();
    words(&lower).collect::<Vec<_>>().join(" ")
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
        for (value, cleaned) in [
            ("  Rye \n bread\u{a0} ", Some("Rye bread")),
            ("Salt &amp;amp; rye", Some("Salt & rye")),
            ("It&#8217;s &#x41;&unknown; & so", Some("It’s A&unknown; & so")),
            ("a\0b", Some("a b")),
            ("AT&T;&", Some("AT&T;&")),
            (" – ", None),
            ("", None),
            ("undefined", None),
            ("{{ title }}", None),
        ] {
            assert_eq!(clean(value).as_deref(), cleaned, "{value}");
        }
        assert_eq!(clean(&"x".repeat(LONGEST + 1)), None);
    }

    #[test]
    fn keys_stand_in_keys() {
        assert_eq!(key("Rye — a Winter’s bread!"), "rye a winter s bread");
        assert!(within("a b", "x a b y") && within("a", "a"));
        assert!(!within("a b", "aa b") && !within("", "a"));
    }
}
