//! Characters that show nothing: what is written with them a reader does not see, and a program does.

use std::borrow::Cow;

use crate::prelude::*;

/// A character and the characters beside it, as far as they decide whether it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// It never stays.
    Never,
    /// It stays between letters of scripts that join by it, and in pictures of several characters.
    Joiner,
    /// It stays between letters of scripts that have no spaces.
    Break,
    /// It stays unless the characters beside it are both Latin, or the one before is such a mark too.
    Mark,
    /// It stays behind a character whose look it chooses.
    Selector,
    /// It stays behind an ideograph whose look it chooses.
    IdeographSelector,
    /// It stays in the flag of a region.
    Tag,
    /// It stays before a letter of Korean that it takes the place of another for.
    Filler,
    /// It stays in Mongolian.
    Mongolian,
}

use Class::*;

fn class(c: char) -> Option<Class> {
    Some(match c as u32 {
        0x00AD | 0x034F | 0x17B4 | 0x17B5 | 0x2060..=0x206F | 0x202A..=0x202E | 0x3164 | 0xFEFF | 0xFFA0 => Never,
        0xFFF9..=0xFFFB | 0x1D173..=0x1D17A => Never,
        0x200C | 0x200D => Joiner,
        0x200B => Break,
        0x061C | 0x200E | 0x200F => Mark,
        0x115F | 0x1160 => Filler,
        0x180B..=0x180F => Mongolian,
        0xFE00..=0xFE0F => Selector,
        0xE0100..=0xE01EF => IdeographSelector,
        0xE0000..=0xE007F => Tag,
        _ => return None,
    })
}

/// Returns `true` for a character that shows nothing by itself.
#[inline]
pub fn is_invisible(c: char) -> bool {
    // By the upper bytes first, as nearly all text has none of these.
    matches!(
        (c as u32) >> 8,
        0x00 | 0x03 | 0x06 | 0x11 | 0x17 | 0x18 | 0x20 | 0x31 | 0xFE | 0xFF | 0x1D1 | 0xE00 | 0xE01
    ) && class(c).is_some()
}

/// Returns the length in bytes of the character at the start of a text, if it goes; `None` if it stays. `before` is the
/// character before it, if one stands there.
pub fn invisible_at(text: &str, before: Option<char>) -> Option<usize> {
    let mut rest = text.chars();
    let c = rest.next()?;
    let stays = stays(class(c)?, c, before, rest.as_str());
    (!stays).then_some(c.len_utf8())
}

fn stays(class: Class, c: char, before: Option<char>, after: &str) -> bool {
    let next = after.chars().next();
    let both = |is_of: fn(char) -> bool| before.is_some_and(is_of) && next.is_some_and(is_of);
    match class {
        Never => false,
        Joiner => before.is_some_and(joins) || c == ZERO_WIDTH_JOINER && both(is_picture),
        Break => both(has_no_spaces),
        Mark => {
            let is_latin = |c: char| c.is_ascii_alphanumeric();
            !(before.is_some_and(is_invisible) || before.is_some_and(is_latin) && next.is_some_and(is_latin))
        }
        Selector => before.is_some_and(|before| !before.is_whitespace() && !is_invisible(before)),
        IdeographSelector => before.is_some_and(is_ideograph),
        Tag => match before {
            Some(BLACK_FLAG) => is_region(c, after),
            // Behind a flag that was found to be one.
            Some(before) => self::class(before) == Some(Tag) && before != END_OF_TAGS,
            None => false,
        },
        Filler => next.is_some_and(|next| matches!(next, '\u{1100}'..='\u{11ff}')),
        Mongolian => before.is_some_and(|before| matches!(before, '\u{1800}'..='\u{18af}')),
    }
}

const ZERO_WIDTH_JOINER: char = '\u{200d}';
const BLACK_FLAG: char = '\u{1f3f4}';
const END_OF_TAGS: char = '\u{e007f}';

/// Returns `true` if tags are those of a region's flag, such as Scotland's: letters and digits, and an end (UTS 51, section
/// C.1). `first` is the first one.
fn is_region(first: char, after: &str) -> bool {
    let is_spec = |c: char| matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let length = after.chars().take(6).take_while(|c| is_spec(*c)).count();
    is_spec(first) && (2..=5).contains(&length) && after.chars().nth(length) == Some(END_OF_TAGS)
}

/// Returns `true` for letters and marks of scripts in which joiners change the look: Arabic and its kin, those of India and
/// beyond, Mongolian.
fn joins(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1a20}'..='\u{1c4f}'
        | '\u{a840}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}'
        | '\u{1e900}'..='\u{1e95f}')
}

/// Returns `true` for parts of pictures that are written with joiners: 👩‍🚀.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns `true` for letters of Thai, Lao, Tibetan, Burmese and Khmer.
fn has_no_spaces(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1980}'..='\u{19ff}')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns a text without its invisible characters; the text itself if it has none.
///
/// # Errors
/// [`OutOfMemory`].
pub fn without_invisible(text: &str) -> Fallible<Cow<'_, str>> {
    if text.is_ascii() || !text.chars().any(is_invisible) {
        return Ok(Cow::Borrowed(text));
    }
    let mut out = String::new();
    let mut rest = text;
    let mut countdown = Countdown::new(CHECK_BYTES);
    while let Some(c) = rest.chars().next() {
        countdown.charge(1);
        match invisible_at(rest, out.chars().next_back()) {
            Some(length) => rest = &rest[length..],
            None => {
                out.try_push_char(c)?;
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    Ok(Cow::Owned(out))
}

/// Appends what an invisible character says to programs: the letter of a tag, the byte of a selector, else its number.
///
/// # Errors
/// [`OutOfMemory`].
pub fn spell(c: char, out: &mut String) -> Fallible {
    match c as u32 {
        tag @ 0xE0020..=0xE007E => out.try_push_char(char::from((tag - 0xE0000) as u8)),
        // Soft hyphens are frequent, and tell nobody anything.
        0x00AD => Ok(()),
        number => {
            if !out.is_empty() {
                out.try_push_char(' ')?;
            }
            out.try_push_str(&format!("U+{number:04X}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn what_shows_nothing_goes() {
        for [text, clean] in cases(
            "
            plain text – é 漢字 => plain text – é 漢字
            au\u{ad}to\u{200b}ma\u{200c}tic\u{feff} => automatic
            a\u{e0049}\u{e0067}b => ab
            pass\u{202e}drow\u{202c} => passdrow
            \u{2066}a\u{2069} => a
            a\u{200e}b => ab
            x\u{fe01}\u{fe02}\u{e0100} => x\u{fe01}
            \u{1f3f4}\u{e0049}\u{e007f} => \u{1f3f4}
            \u{3164}\u{115f}a => a
            \u{200d}\u{200d} =>",
        ) {
            assert_eq!(without_invisible(text).unwrap(), clean, "{text:?}");
        }
    }

    #[test]
    fn what_scripts_and_pictures_need_stays() {
        for [text] in cases(
            "
            می\u{200c}خواهم
            क\u{94d}\u{200d}ष
            \u{1f469}\u{200d}\u{1f680}
            \u{2764}\u{fe0f}\u{200d}\u{1f525}
            \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}
            ភាសា\u{200b}ខ្មែរ
            שלום\u{200f}!
            葛\u{e0100}
            \u{1160}\u{1161}
            \u{182d}\u{180e}\u{1820}",
        ) {
            assert_eq!(without_invisible(text).unwrap(), text, "{text:?}");
        }
    }

    #[test]
    fn tags_are_spelled() {
        let spelled = |text: &str| {
            let mut out = String::new();
            for c in text.chars() {
                spell(c, &mut out).unwrap();
            }
            out
        };
        assert_eq!(spelled("\u{e0049}\u{e0067}\u{e006e}"), "Ign");
        assert_eq!(spelled("\u{200b}\u{200c}\u{ad}"), "U+200B U+200C");
    }

    #[test]
    fn the_quick_look_leaves_nothing_out() {
        for c in (0..=0x10FFFF).filter_map(char::from_u32) {
            assert_eq!(is_invisible(c), class(c).is_some(), "{c:?}");
        }
    }
}
