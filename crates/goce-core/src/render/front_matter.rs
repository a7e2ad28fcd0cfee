//! Front matter: what a page states about itself, as YAML before its Markdown.

use std::fmt::Write;

use crate::output::{Output, Rendered};
use crate::prelude::*;

/// The fields of front matter, in the order in which they are written. A field that is `None` is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrontMatter<'a> {
    pub title: Option<&'a str>,
    /// All authors, in one text.
    pub author: Option<&'a str>,
    /// The date of publication, ISO 8601.
    pub date: Option<&'a str>,
    pub url: Option<&'a str>,
    /// The name of its site.
    pub site: Option<&'a str>,
    /// Its language, BCP 47.
    pub language: Option<&'a str>,
    pub page_type: Option<&'a str>,
    /// The F1 that the content is expected to have, in \[0, 1\].
    pub confidence: Option<f32>,
}

/// Returns Markdown with front matter before it.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn with_front_matter(markdown: &str, matter: &FrontMatter<'_>) -> Rendered<String> {
    let mut out = Output::unlimited();
    out.push("---\n")?;
    let fields = [
        ("title", matter.title),
        ("author", matter.author),
        ("date", matter.date),
        ("url", matter.url),
        ("site", matter.site),
        ("language", matter.language),
        ("type", matter.page_type),
    ];
    let dollars = fields.iter().filter_map(|(_, value)| *value).map(|value| value.matches('$').count());
    let has_pair = dollars.sum::<usize>() > 1;
    for (name, value) in fields {
        if let Some(value) = value {
            out.push_all(&[name, ": ", &quoted(value, has_pair)?, "\n"])?;
        }
    }
    if let Some(confidence) = matter.confidence {
        out.push(&format!("confidence: {confidence}\n"))?;
    }
    out.push("---\n\n")?;
    out.push_long(markdown)?;
    Ok(out.finish())
}

/// Returns a text as a double-quoted scalar of YAML 1.2, on one line. Characters that YAML does not print, or that some
/// programs take for the end of a line, are escaped. So are characters that begin markup, because a renderer without
/// front matter reads it as Markdown, and dollar signs if there is a pair of them, which it may read as a formula.
fn quoted(text: &str, has_pair: bool) -> Fallible<String> {
    let begins_markup = |c| begins_markup(c) || has_pair && c == '$';
    let mut out = String::new();
    out.try_push_char('"')?;
    for c in text.chars().checking(CHECK_BYTES) {
        match c {
            '"' => out.try_push_str("\\\"")?,
            '\\' => out.try_push_str("\\\\")?,
            '\n' => out.try_push_str("\\n")?,
            '\r' => out.try_push_str("\\r")?,
            '\t' => out.try_push_str("\\t")?,
            c if is_unprintable(c) || begins_markup(c) => {
                out.try_reserve(10)?;
                let code = u32::from(c);
                // Writing to a string does not fail, and there is room.
                let _ = match code {
                    0..=0xff if !begins_markup(c) => write!(out, "\\x{code:02x}"),
                    0..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
            c => out.try_push_char(c)?,
        }
    }
    out.try_push_char('"')?;
    Ok(out)
}

/// Returns `true` for characters that YAML does not take as they are (YAML 1.2.2, section 5.1), for further ends of
/// lines, and for marks of writing direction, which make a text look different.
fn is_unprintable(c: char) -> bool {
    matches!(c,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns `true` for characters that begin a tag, a link, a picture, or attributes in Python-Markdown.
fn begins_markup(c: char) -> bool {
    matches!(c, '<' | '[' | '{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_titles_are_one_line() {
        for (title, expected) in [
            ("plain", r#""plain""#),
            ("a: b # c", r#""a: b # c""#),
            ("---", r#""---""#),
            ("say \"no\" \\ 'yes'", r#""say \"no\" \\ 'yes'""#),
            ("a\n---\nb: c\r\t", r#""a\n---\nb: c\r\t""#),
            ("a\u{2028}b\u{2029}c\u{85}d", r#""a\u2028b\u2029c\x85d""#),
            ("\u{feff}a\0b\u{7f}\u{202e}", r#""\ufeffa\x00b\x7f\u202e""#),
            ("- [x] {y}: *z &a !b %c @d `e", r#""- \u005bx] \u007by}: *z &a !b %c @d `e""#),
            ("中文 é 😀", r#""中文 é 😀""#),
            (
                "<img> [a](javascript:b) *c*{: onclick=d }",
                r#""\u003cimg> \u005ba](javascript:b) *c*\u007b: onclick=d }""#,
            ),
        ] {
            assert_eq!(quoted(title, false).unwrap(), expected);
        }
    }

    #[test]
    fn fields_in_their_order() {
        let matter = FrontMatter {
            title: Some("T: 1"),
            author: Some("Ann; Ben"),
            date: Some("2021-05-03"),
            url: Some("https://a.example/b"),
            site: Some("S"),
            language: Some("en-GB"),
            page_type: Some("article"),
            confidence: Some(0.5),
        };
        assert_eq!(
            with_front_matter("text", &matter).unwrap(),
            "---\ntitle: \"T: 1\"\nauthor: \"Ann; Ben\"\ndate: \"2021-05-03\"\nurl: \"https://a.example/b\"\n\
             site: \"S\"\nlanguage: \"en-GB\"\ntype: \"article\"\nconfidence: 0.5\n---\n\ntext"
        );
        assert_eq!(with_front_matter("text", &FrontMatter::default()).unwrap(), "---\n---\n\ntext");
    }

    #[test]
    fn a_pair_of_dollars_is_escaped() {
        let mut matter = FrontMatter {
            title: Some("for $5"),
            ..FrontMatter::default()
        };
        assert_eq!(with_front_matter("", &matter).unwrap(), "---\ntitle: \"for $5\"\n---\n\n");
        matter.site = Some("$");
        assert_eq!(with_front_matter("", &matter).unwrap(), "---\ntitle: \"for \\u00245\"\nsite: \"\\u0024\"\n---\n\n");
    }
}
