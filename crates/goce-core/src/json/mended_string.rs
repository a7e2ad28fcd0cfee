//! The strings of invalid JSON, whose ends are not plain where quotes in them lack a backslash.

use crate::prelude::*;
use crate::texts::spaces::start_of;

use super::mend::{Mend, Mends};

/// What a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Key,
    /// The value of an object's member.
    Member,
    /// A value of an array.
    Item,
    /// All of the text: no quote ends it.
    Whole,
}

/// Returns the quotes that may close what a quote opens; `None` for a character that is no quote.
pub fn closing(quote: char) -> Option<&'static [char]> {
    Some(match quote {
        '"' => &['"'],
        '\'' => &['\''],
        '“' | '”' | '„' | '‟' | '″' => &['”', '“', '″'],
        _ => return None,
    })
}

/// Copies a string, whose opening quote was read, to its end. Returns the text that follows.
pub fn copy<'t>(text: &'t str, quote: char, role: Role, out: &mut String, mends: &mut Mends) -> Fallible<&'t str> {
    let closing = closing(quote).unwrap_or(&[]);
    let mut countdown = Countdown::new(CHECK_BYTES);
    out.try_push_char('"')?;
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        countdown.charge(1);
        match c {
            c if closing.contains(&c) && ends_string(&text[at + c.len_utf8()..], role) => {
                out.try_push_char('"')?;
                return Ok(&text[at + c.len_utf8()..]);
            }
            '"' => {
                mends.note(Mend::Quote);
                out.try_push_str("\\\"")?;
            }
            '\\' => escape(&mut characters, out, mends)?,
            c if c < ' ' => {
                mends.note(Mend::ControlCharacter);
                out.try_push_char(' ')?;
            }
            c => out.try_push_char(c)?,
        }
    }
    if role != Role::Whole {
        mends.note(Mend::Bracket);
    }
    out.try_push_char('"')?;
    Ok("")
}

/// Returns `true` if `after`, which follows a quote, can follow a string.
fn ends_string(after: &str, role: Role) -> bool {
    let next = after.trim_start();
    let Some(c) = next.chars().next() else {
        return role != Role::Whole;
    };
    match (role, c) {
        (Role::Whole, _) => false,
        (Role::Key, c) => matches!(c, ':' | ',' | '}' | '{' | '['),
        (_, '}' | ']' | ';') => true,
        (_, '/') => next.starts_with("//") || next.starts_with("/*"),
        (_, '<') => next.starts_with("<!"),
        (Role::Member, ',') => {
            let behind = next[1..].trim_start();
            let comment = behind.starts_with("//") || behind.starts_with("/*");
            behind.is_empty() || behind.starts_with(['}', ',', ']']) || comment || is_key(behind)
        }
        (Role::Member, _) => is_key(next),
        // A colon in an array: the caller finds that it has no plain meaning.
        (Role::Item, ',' | ':') => true,
        // Without a comma, but on a line of its own or alone between quotes.
        (Role::Item, c) => closing(c).is_some() && next.len() < after.len(),
    }
}

/// Returns `true` if a text begins with a key and a colon.
fn is_key(text: &str) -> bool {
    let Some(quote) = text.chars().next() else {
        return false;
    };
    // No longer key is looked for.
    let start = start_of(text, 80);
    let Some(closing) = closing(quote) else {
        let end = start.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '@')));
        return end.is_some_and(|end| end > 0 && start[end..].starts_with(':') && !start[end..].starts_with("://"));
    };
    let inner = &start[quote.len_utf8()..];
    let end = inner.find(|c: char| closing.contains(&c) || c < ' ');
    end.is_some_and(|end| {
        let mut behind = inner[end..].chars();
        behind.next().is_some_and(|c| closing.contains(&c)) && behind.as_str().trim_start().starts_with(':')
    })
}

/// Copies an escape; one that JSON lacks without its backslash.
fn escape(characters: &mut std::str::CharIndices<'_>, out: &mut String, mends: &mut Mends) -> Fallible {
    let unit = |text: &str| {
        let digits = text.strip_prefix('u')?.get(..4).filter(|digits| !digits.starts_with('+'))?;
        u32::from_str_radix(digits, 16).ok()
    };
    let rest = characters.as_str();
    let low = |text: &str| text.strip_prefix('\\').and_then(unit).is_some_and(|unit| (0xDC00..0xE000).contains(&unit));
    // Characters that are copied as they are, and those that are read.
    let (copied, read) = match rest.chars().next() {
        None => {
            mends.note(Mend::Escape);
            return Ok(());
        }
        Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => (1, 1),
        Some('u') => match unit(rest) {
            Some(0xD800..0xDC00) if rest.get(5..).is_some_and(low) => (11, 11),
            // Half a surrogate pair would make all of the JSON invalid for some readers.
            Some(0xD800..0xE000) => (0, 5),
            Some(_) => (5, 5),
            None => (0, 1),
        },
        Some(c) => {
            mends.note(if c < ' ' { Mend::ControlCharacter } else { Mend::Escape });
            characters.next();
            return out.try_push_char(if c < ' ' { ' ' } else { c });
        }
    };
    if copied > 0 {
        out.try_push_char('\\')?;
        out.try_push_str(&rest[..copied])?;
    } else {
        mends.note(Mend::Escape);
        if read > 1 {
            out.try_push_char(char::REPLACEMENT_CHARACTER)?;
        }
    }
    for _ in 0..read {
        characters.next();
    }
    Ok(())
}
