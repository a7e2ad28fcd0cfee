//! Colours, as far as they tell whether a text can be seen on what is behind it.

use cssparser::{Parser, Token, color, match_ignore_ascii_case};

/// A colour of sRGB: red, green, blue, and the opacity in \[0, 1\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    rgb: [u8; 3],
    alpha: f32,
}

/// The opacity up to which nobody sees a colour or an element.
pub const FAINTEST: f32 = 0.05;

impl Colour {
    pub const BLACK: Colour = Colour::opaque(0, 0, 0);
    pub const WHITE: Colour = Colour::opaque(255, 255, 255);

    pub const fn opaque(red: u8, green: u8, blue: u8) -> Self {
        Colour {
            rgb: [red, green, blue],
            alpha: 1.0,
        }
    }

    /// Returns the colour of an attribute such as `bgcolor`: a name, or a number with or without `#`.
    pub fn of_attribute(value: &str) -> Option<Self> {
        let value = value.trim();
        if let Ok((red, green, blue)) = color::parse_named_color(value) {
            return Some(Colour::opaque(red, green, blue));
        }
        Colour::of_hash(value.strip_prefix('#').unwrap_or(value))
    }

    fn of_hash(digits: &str) -> Option<Self> {
        let (red, green, blue, alpha) = color::parse_hash_color(digits.as_bytes()).ok()?;
        let rgb = [red, green, blue];
        Some(Colour { rgb, alpha })
    }

    /// Returns the colour that a token begins; `None` if it is none, or none that is read.
    pub fn of_token(token: &Token<'_>, input: &mut Parser<'_>) -> Option<Self> {
        match token {
            Token::Hash(digits) | Token::IDHash(digits) => Colour::of_hash(digits),
            Token::Ident(name) if name.eq_ignore_ascii_case("transparent") => Some(Colour {
                alpha: 0.0,
                ..Colour::BLACK
            }),
            Token::Ident(name) => {
                let (red, green, blue) = color::parse_named_color(name).ok()?;
                Some(Colour::opaque(red, green, blue))
            }
            Token::Function(name) => {
                let is_rgb = match_ignore_ascii_case! { name, "rgb" | "rgba" => true, _ => false };
                if !is_rgb {
                    return None;
                }
                let parts = input.parse_nested_block(|input| Ok::<_, cssparser::ParseError<()>>(numbers_of_rgb(input)));
                let ([red, green, blue, alpha], count) = parts.ok()?;
                (count >= 3).then_some(Colour {
                    rgb: [red, green, blue].map(|part| part.clamp(0.0, 255.0) as u8),
                    alpha: if count > 3 { alpha } else { 1.0 },
                })
            }
            _ => None,
        }
    }

    /// Returns `true` if nobody sees it, whatever is behind it.
    pub fn is_transparent(self) -> bool {
        self.alpha < FAINTEST
    }

    /// Returns `true` if nothing behind it is seen.
    pub fn is_opaque(self) -> bool {
        self.alpha > 1.0 - FAINTEST
    }

    /// Returns `true` if nobody can read a text of this colour on the other.
    pub fn is_like(self, other: Colour) -> bool {
        let parts = self.rgb.iter().zip(other.rgb);
        // Nobody reads `#f5f5f5` on white.
        self.is_opaque() && parts.into_iter().all(|(part, other)| part.abs_diff(other) <= 10)
    }
}

/// Returns the numbers of `rgb()` — the first three of 255, the fourth of 1 — and how many there are.
fn numbers_of_rgb(input: &mut Parser<'_>) -> ([f32; 4], usize) {
    let mut parts = [0.0; 4];
    let mut count = 0;
    while count < 4
        && let Ok(token) = input.next()
    {
        let whole = if count < 3 { 255.0 } else { 1.0 };
        parts[count] = match token {
            Token::Number { value, .. } => *value,
            Token::Percentage { unit_value, .. } => unit_value * whole,
            _ => continue,
        };
        count += 1;
    }
    (parts, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    fn colour(text: &str) -> Option<Colour> {
        let mut parser = Parser::new(text);
        let token = parser.next().ok()?.clone();
        Colour::of_token(&token, &mut parser)
    }

    #[test]
    fn colours_are_read() {
        for [text] in cases(
            "
            #fff
            #FFFFFF
            white
            White
            rgb(255,255,255)
            rgb(100% 100% 100% / 1)
            rgba(255, 255, 255, 1)",
        ) {
            assert_eq!(colour(text), Some(Colour::WHITE), "{text}");
        }
        for text in ["transparent", "rgba(1,2,3,0)", "#1230"] {
            assert!(colour(text).unwrap().is_transparent(), "{text}");
        }
        for [text] in cases(
            "
            inherit
            hsl(0 0% 0%)
            rgb(1,2)
            #12
            url(a)",
        ) {
            assert_eq!(colour(text), None, "{text}");
        }
        assert_eq!(Colour::of_attribute(" FFFFFF"), Some(Colour::WHITE));
        assert_eq!(Colour::of_attribute("#000"), Some(Colour::BLACK));
        assert_eq!(Colour::of_attribute("none at all"), None);
    }

    #[test]
    fn colours_that_nobody_tells_apart() {
        assert!(colour("#f8f8f8").unwrap().is_like(Colour::WHITE));
        assert!(!colour("#eee").unwrap().is_like(Colour::WHITE));
        assert!(!colour("rgba(255,255,255,.5)").unwrap().is_like(Colour::WHITE));
    }
}
