//! The properties of CSS that hide text, and a quick look for them: most style sheets are long, and few of their
//! declarations hide anything.

use memchr::memchr_iter;

use crate::texts::byte_set::byte_set;

/// A property of CSS that can hide text, or that says whether another one does. An animation may also be a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Property {
    Display,
    Visibility,
    Opacity,
    FontSize,
    TextIndent,
    Left,
    Right,
    Top,
    Bottom,
    MarginLeft,
    MarginTop,
    Transform,
    Clip,
    ClipPath,
    Height,
    MaxHeight,
    Overflow,
    Padding,
    Animation,
    Colour,
    Background,
    /// A picture or a gradient behind the text, beside the colour.
    BackgroundImage,
}

/// The number of properties.
pub const PROPERTIES: usize = Property::BackgroundImage as usize + 1;

impl Property {
    /// Returns the property of a name, in any case. Shorthands count as the part of them that hides.
    pub fn named(name: &str) -> Option<Property> {
        use Property::*;
        // By the last letter, as most names are of other properties.
        let candidates: &[(&str, Property)] = match name.as_bytes().last()?.to_ascii_lowercase() {
            b'y' => &[("display", Display), ("visibility", Visibility), ("opacity", Opacity)],
            b'e' => &[
                ("font-size", FontSize),
                ("animation-name", Animation),
                ("animation-fill-mode", Animation),
                ("will-change", Animation),
                ("background-image", BackgroundImage),
            ],
            b't' => &[
                ("left", Left),
                ("height", Height),
                ("max-height", MaxHeight),
                ("min-height", Padding),
                ("font", FontSize),
                ("right", Right),
                ("text-indent", TextIndent),
                ("margin-left", MarginLeft),
            ],
            b'p' => &[
                ("top", Top),
                ("clip", Clip),
                ("margin-top", MarginTop),
                ("padding-top", Padding),
            ],
            b'm' => &[
                ("transform", Transform),
                ("bottom", Bottom),
                ("-webkit-transform", Transform),
                ("padding-bottom", Padding),
            ],
            b'h' => &[("clip-path", ClipPath)],
            b'w' => &[("overflow", Overflow)],
            b'g' => &[("padding", Padding)],
            b'n' => &[
                ("margin", MarginLeft),
                ("transition", Animation),
                ("animation", Animation),
                ("animation-duration", Animation),
                ("transition-duration", Animation),
                ("-webkit-animation", Animation),
                ("-webkit-transition", Animation),
            ],
            b'r' => &[("color", Colour), ("background-color", Background)],
            b'd' => &[("background", Background)],
            _ => return None,
        };
        let mut candidates = candidates.iter();
        candidates.find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|&(_, property)| property)
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The bytes of names of properties.
static OF_NAMES: [bool; 256] = byte_set(b"-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// The longest value that is looked through, in bytes: each has its own end.
const LONGEST_VALUE: usize = 256;

/// A set of properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Properties(u32);

impl Properties {
    /// Returns the set of some properties.
    #[inline]
    pub fn of(properties: &[Property]) -> Self {
        Properties(properties.iter().fold(0, |bits, property| bits | property.bit()))
    }

    pub fn has(self, property: Property) -> bool {
        self.0 & property.bit() != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn has_some_of(self, other: Properties) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds all of another set. Returns those that were not in this one.
    pub fn add(&mut self, other: Properties) -> Properties {
        let new = Properties(other.0 & !self.0);
        self.0 |= other.0;
        new
    }
}

/// Which properties a list of declarations sets, and whether one of them may hide by its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    pub sets: Properties,
    /// A value may hide, whatever the colours. A parser decides.
    hides: bool,
    /// The colours of the text and of what is behind it may be one.
    hides_by_colours: bool,
}

impl Survey {
    /// Looks through the declarations of a block or of a `style` attribute.
    pub fn of(declarations: &str) -> Survey {
        let bytes = declarations.as_bytes();
        let mut survey = Survey::default();
        let mut shades = [None; 2];
        for colon in memchr_iter(b':', bytes) {
            let name_end = bytes[..colon].trim_ascii_end().len();
            // The longest name that counts has 19 bytes.
            let before = &bytes[name_end.saturating_sub(24)..name_end];
            let length = before.iter().rev().position(|byte| !OF_NAMES[usize::from(*byte)]).unwrap_or(before.len());
            let Some(property) = declarations.get(name_end - length..name_end).and_then(Property::named) else {
                // A comment or an escape in a name: the parser knows.
                let ahead = before[..before.len() - length].last();
                if ahead.is_some_and(|byte| matches!(byte, b'/' | b'\\' | b'0'..=b'9')) {
                    survey = Survey {
                        sets: Properties(u32::MAX),
                        hides: true,
                        ..survey
                    };
                }
                continue;
            };
            survey.sets.0 |= property.bit();
            let value = bytes[colon + 1..].trim_ascii_start();
            match property {
                Property::Colour => shades[0] = Some(Shade::of(value)),
                Property::Background => shades[1] = Some(Shade::of(value)),
                _ => survey.hides |= may_hide(property, value),
            }
        }
        survey.hides_by_colours = match shades {
            [Some(Shade::Clear), _] => true,
            [Some(text), Some(behind)] => text.may_be(behind),
            _ => false,
        };
        survey
    }

    /// Returns `true` if the declarations may hide what they apply to. `colours` says whether the colour of a text, or of
    /// what is behind it, counts by itself.
    #[inline]
    pub fn may_hide(self, colours: bool) -> bool {
        let shades = Properties::of(&[Property::Colour, Property::Background, Property::BackgroundImage]);
        self.hides || self.hides_by_colours || colours && self.sets.has_some_of(shades)
    }
}

/// What the first letters of a colour say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shade {
    /// The first digit of its red part.
    Red(u8),
    /// A colour that says no digit.
    Any,
    /// Transparent.
    Clear,
    /// None that is known.
    None,
}

impl Shade {
    fn of(value: &[u8]) -> Shade {
        let lower = |at: usize| value.get(at).map_or(0, u8::to_ascii_lowercase);
        match lower(0) {
            b'#' => (lower(1) as char).to_digit(16).map_or(Shade::None, |digit| Shade::Red(digit as u8)),
            b'w' if lower(1) == b'h' => Shade::Red(15),
            b'b' if lower(2) == b'a' => Shade::Red(0),
            b't' if lower(1) == b'r' => Shade::Clear,
            // Variables, and what is no colour.
            b'v' | b'i' | b'u' | b'n' | b'c' if lower(0) != b'n' || lower(1) != b'a' => Shade::None,
            _ => Shade::Any,
        }
    }

    fn may_be(self, other: Shade) -> bool {
        match (self, other) {
            (Shade::Red(one), Shade::Red(other)) => one.abs_diff(other) <= 1,
            (Shade::None | Shade::Clear, _) | (_, Shade::None | Shade::Clear) => false,
            _ => true,
        }
    }
}

/// Returns `true` if a value may hide, by its first bytes.
fn may_hide(property: Property, value: &[u8]) -> bool {
    let Some(first) = value.first().map(u8::to_ascii_lowercase) else {
        return false;
    };
    // A comment, an escape, a function or a value that is not looked through: the parser knows.
    let value = &value[..value.len().min(LONGEST_VALUE)];
    let end = value.iter().position(|byte| matches!(byte, b';' | b'}'));
    if matches!(first, b'/' | b'\\')
        || first == b'c' && value.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"calc("))
        || end.is_none() && value.len() == LONGEST_VALUE
    {
        return true;
    }
    let value = &value[..end.unwrap_or(value.len())];
    use Property::*;
    match property {
        Display => first == b'n',
        Visibility => matches!(first, b'h' | b'c'),
        Opacity | FontSize | Height | MaxHeight => is_tiny(value),
        TextIndent | Top | Bottom | MarginTop => is_far(value),
        Left | Right | MarginLeft => {
            is_far(value) || value.iter().take_while(|byte| byte.is_ascii_digit()).count() >= 4
        }
        Transform => value.windows(2).any(|two| matches!(two, [b'(' | b',' | b' ', b'0'])) || is_far(value),
        Clip => first == b'r',
        ClipPath => matches!(first, b'i' | b'c' | b'p' | b'e'),
        Overflow | Padding | Animation => false,
        Colour | Background | BackgroundImage => false,
    }
}

/// Returns `true` if a number may be about 0, or 1 pixel: `0`, `0.01`, `.05em`, `1px`, `1%`, `-1`.
fn is_tiny(value: &[u8]) -> bool {
    match value {
        [b'0' | b'-', b'.', digit, ..] | [b'.', digit, ..] => *digit <= b'1',
        [b'0' | b'-', ..] => true,
        [b'1', b'p' | b'P' | b'%', ..] => true,
        _ => false,
    }
}

/// Returns `true` if one of the lengths of a value may be far beyond the edge: `-9999px`, `-100em`, `0 0 0 -999px`.
fn is_far(value: &[u8]) -> bool {
    value.split(|byte| *byte == b'-').skip(1).any(is_long)
}

/// Returns `true` for a number of three digits, or of two and a unit of fonts or windows.
fn is_long(number: &[u8]) -> bool {
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits >= 3
        || digits == 2 && number.get(2).is_some_and(|unit| matches!(unit, b'e' | b'E' | b'r' | b'R' | b'v' | b'V'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, lines};

    #[test]
    fn what_may_hide_is_found() {
        for [declarations] in cases(
            r"
            display:none
            margin:0; DISPLAY : None
            visibility:hidden
            opacity:.0
            font:0/0 a
            font-size:1px
            text-indent:-9999px
            left:-9999em
            clip:rect(0,0,0,0)
            clip-path:inset(50%)
            height:0
            transform:scale(0)
            transform:scale(1, 0)
            transform:translate(-9999px, 0)
            opacity:0.01
            margin:0 0 0 -9999px
            text-indent:-99em
            display:/**/none
            color:#fff;background:#fff
            color:white;background-color:#FEFEFE
            color:rgb(0,0,0);background:black
            color:transparent
            display/**/:none
            d\69splay:none
            displa\79 : none
            margin:0 0 0 -9999px
            left:calc(-9999px + 1em)",
        ) {
            assert!(Survey::of(declarations).may_hide(false), "{declarations}");
        }
        for declarations in lines(
            "
            :
            display:block
            border-color:red;background:none
            color:red
            color:#fff;background:#333
            color:var(--a);background:var(--b)
            color:#fff;background:none
            font-size:1.5em;height:100%;left:0
            xdisplay:none
            margin:0 -15px;color:#123
            display
            opacity:0.8;left:-20px;top:-5px;transform:rotate(45deg) scale(1.1);font-size:0.875rem",
        )
        .chain([""])
        {
            assert!(!Survey::of(declarations).may_hide(false), "{declarations}");
        }
        assert!(Survey::of("color:#fff").may_hide(true));
    }
}
