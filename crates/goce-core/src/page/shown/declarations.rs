//! The declarations of a style, read by a parser of CSS, as far as they can hide text.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, Token, match_ignore_ascii_case, parse_important,
};

use super::colour::Colour;
use super::property::Property::{self, *};
use crate::prelude::*;

/// The value of a declaration, as far as it can hide text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A value that hides nothing, or that is not read.
    Other,
    /// The value that hides by itself: `none`, `hidden`, a clip or a scale of nothing. Of an animation: that there is one.
    Set,
    /// A length in CSS pixels; for the opacity its share, in \[0, 1\].
    Number(f32),
    /// A colour.
    Colour(Colour),
}

/// A declaration of a property that can hide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declaration {
    pub property: Property,
    pub value: Value,
    pub is_important: bool,
}

/// The width of the window for which lengths and media queries are read, in CSS pixels: a usual screen's.
pub const WINDOW: f32 = 1280.0;

/// How far, in CSS pixels, a row of slides may be moved.
const FARTHEST_SLIDE: f32 = -9000.0;

/// The size of the font for which relative lengths are read, in CSS pixels: browsers' default.
const FONT: f32 = 16.0;

/// What a shift by the whole width counts as, in CSS pixels: slides stand beside the window by a few widths.
const SLIDE: f32 = 100.0;

/// A size of a font, in CSS pixels, that is small whatever it is a share of.
const SMALL: f32 = 4.0;

/// Appends the declarations of a block or of a `style` attribute that can hide, in their order.
pub fn read(declarations: &str, into: &mut Vec<Declaration>) -> Fallible {
    // The parser copies names that hold escapes.
    ask_for(2 * declarations.len())?;
    let mut parser = Parser::new(declarations);
    let mut reader = Reader;
    for declaration in RuleBodyParser::new(&mut parser, &mut reader).flatten() {
        into.try_push(declaration)?;
    }
    Ok(())
}

struct Reader;

impl<'i> AtRuleParser<'i> for Reader {
    type Prelude = ();
    type AtRule = Declaration;
    type Error = ();
}

impl<'i> QualifiedRuleParser<'i> for Reader {
    type Prelude = ();
    type QualifiedRule = Declaration;
    type Error = ();
}

impl RuleBodyItemParser<'_, Declaration, ()> for Reader {
    fn parse_declarations(&self) -> bool {
        true
    }

    /// Nested rules are passed over as rules.
    fn parse_qualified(&self) -> bool {
        true
    }
}

impl<'i> DeclarationParser<'i> for Reader {
    type Declaration = Declaration;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _start: &ParserState,
    ) -> Result<Declaration, ParseError<()>> {
        let property = Property::named(&name).ok_or_else(ParseError::unexpected_token)?;
        let mut value = Reading {
            property,
            is_all_margins: name.eq_ignore_ascii_case("margin"),
            value: Value::Other,
            lengths: Lengths::default(),
        };
        let mut is_important = false;
        loop {
            if input.try_parse(parse_important).is_ok() {
                is_important = true;
            }
            let Ok(token) = input.next().cloned() else {
                break;
            };
            value.take(&token, input);
        }
        Ok(Declaration {
            property,
            value: value.finish(),
            is_important,
        })
    }
}

/// The first four lengths of a value, in CSS pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    lengths: [f32; 4],
    count: usize,
}

impl Lengths {
    fn push(&mut self, length: f32) {
        if let Some(place) = self.lengths.get_mut(self.count) {
            *place = length;
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[f32] {
        &self.lengths[..self.count]
    }

    /// Returns the lengths in the parentheses of a function. Percentages are of `width`.
    fn in_parentheses(input: &mut Parser<'_>, width: f32) -> Self {
        let mut lengths = Lengths::default();
        let read = input.parse_nested_block(|input| {
            while let Ok(token) = input.next() {
                if let Token::Percentage { unit_value, .. } = token {
                    lengths.push(*unit_value * width);
                } else if let Some(length) = length(token) {
                    lengths.push(length);
                }
            }
            Ok::<_, ParseError<()>>(())
        });
        debug_assert!(read.is_ok());
        lengths
    }
}

/// A value that is read token by token.
struct Reading {
    property: Property,
    is_all_margins: bool,
    value: Value,
    lengths: Lengths,
}

impl Reading {
    fn take(&mut self, token: &Token<'_>, input: &mut Parser<'_>) {
        match (self.property, token) {
            (Property::Colour, token) => {
                if let Some(colour) = Colour::of_token(token, input) {
                    self.value = Value::Colour(colour);
                }
            }
            (Background | BackgroundImage, token) => self.take_background(token, input),
            (Clip | ClipPath | Transform, Token::Function(name)) => {
                let width = if self.property == Transform { SLIDE } else { WINDOW };
                self.take_function(name, Lengths::in_parentheses(input, width));
            }
            (_, Token::Function(name)) if name.eq_ignore_ascii_case("calc") => {
                match Lengths::in_parentheses(input, WINDOW).as_slice() {
                    // A sum whose parts are small.
                    [_, _, ..] if self.property == FontSize => {}
                    [first, ..] => self.lengths.push(*first),
                    [] => {}
                }
            }
            (_, Token::Ident(name)) if self.property != FontSize => {
                if is_keyword_that_hides(self.property, name) {
                    self.value = Value::Set;
                }
            }
            (FontSize, token) => self.take_font_size(token),
            (Opacity, Token::Percentage { unit_value, .. }) => self.lengths.push(*unit_value),
            (Left | Right | MarginLeft, Token::Percentage { unit_value, .. }) => {
                self.lengths.push(*unit_value * SLIDE);
            }
            (_, token) => {
                if let Some(length) = length(token) {
                    self.lengths.push(length);
                }
            }
        }
    }

    fn take_background(&mut self, token: &Token<'_>, input: &mut Parser<'_>) {
        match Colour::of_token(token, input) {
            Some(colour) if self.value == Value::Other => self.value = Value::Colour(colour),
            // A picture or a gradient: nobody knows what is behind the text.
            None if matches!(token, Token::UnquotedUrl(_) | Token::Function(_)) => self.value = Value::Set,
            _ => {}
        }
    }

    /// A size that is a share of the size around says nothing by itself, unless the share is small. Weights have no unit.
    fn take_font_size(&mut self, token: &Token<'_>) {
        let size = match token {
            Token::Ident(name) => match_ignore_ascii_case! { name,
                "xx-small" | "x-small" | "small" | "medium" | "large" | "x-large" | "xx-large" => Some(FONT),
                _ => None,
            },
            Token::Number { value, .. } => (*value == 0.0).then_some(0.0),
            Token::Percentage { unit_value, .. } => Some(unit_value * FONT).filter(|size| *size < SMALL),
            Token::Dimension { unit, .. } => {
                let is_share = match_ignore_ascii_case! { unit, "em" | "ex" | "ch" => true, _ => false };
                length(token).filter(|size| !is_share || *size < SMALL)
            }
            _ => None,
        };
        if let Some(size) = size {
            self.lengths.push(size);
        }
    }

    fn take_function(&mut self, name: &str, arguments: Lengths) {
        let [first, second, third, fourth] = arguments.lengths;
        let count = arguments.count;
        let is_nothing = match_ignore_ascii_case! { name,
            // From the upper and the left edge: top, right, bottom, left.
            "rect" => count == 4 && (third - first <= 1.0 || second - fourth <= 1.0),
            // Half of the width from each side.
            "inset" => count > 0 && first >= WINDOW / 2.0,
            "circle" | "ellipse" => count > 0 && first == 0.0,
            "polygon" => count == 4 && arguments.lengths == [0.0; 4],
            "scale" | "scale3d" | "matrix" => count > 0 && first == 0.0 || count > 1 && second == 0.0 && name.len() == 5,
            "scalex" | "scaley" => count > 0 && first == 0.0,
            _ => false,
        };
        if is_nothing {
            self.value = Value::Set;
        }
        let moves = match_ignore_ascii_case! { name,
            "translate" | "translate3d" | "translatex" | "translatey" => true,
            _ => false,
        };
        // Programs move the row of all slides so, of which some are seen.
        let is_of_slides = |least: &f32| name.eq_ignore_ascii_case("translate3d") && *least > FARTHEST_SLIDE;
        let least = arguments.as_slice().iter().copied().reduce(f32::min);
        if moves && let Some(least) = least.filter(|least| !is_of_slides(least)) {
            self.lengths.push(least);
        }
    }

    fn finish(self) -> Value {
        let lengths = self.lengths.as_slice();
        let number = match (self.property, lengths) {
            _ if self.value != Value::Other => None,
            (Padding, lengths) => lengths.iter().copied().reduce(f32::max),
            (Transform, lengths) => lengths.iter().copied().reduce(f32::min),
            // The margins above and to the left: the left one is the fourth, or as wide as the right one.
            (_, [top, _, _, left]) if self.is_all_margins => Some(top.min(*left)),
            (_, [top, right, ..]) if self.is_all_margins => Some(top.min(*right)),
            (_, lengths) => lengths.first().copied(),
        };
        number.map_or(self.value, Value::Number)
    }
}

fn is_keyword_that_hides(property: Property, name: &str) -> bool {
    match property {
        Display => name.eq_ignore_ascii_case("none"),
        Visibility => match_ignore_ascii_case! { name, "hidden" | "collapse" => true, _ => false },
        Overflow => {
            match_ignore_ascii_case! { name, "hidden" | "clip" | "scroll" | "auto" => true, _ => false }
        }
        Animation => !name.eq_ignore_ascii_case("none"),
        _ => false,
    }
}

/// Returns a length in CSS pixels. A percentage is of the window's width.
fn length(token: &Token<'_>) -> Option<f32> {
    match token {
        Token::Number { value, .. } => Some(*value),
        Token::Percentage { unit_value, .. } => Some(unit_value * WINDOW),
        Token::Dimension { value, unit, .. } => {
            let pixels = match_ignore_ascii_case! { unit,
                "px" => 1.0,
                "em" | "rem" => FONT,
                "ex" | "ch" => FONT / 2.0,
                "pt" => 4.0 / 3.0,
                "pc" => 16.0,
                "in" => 96.0,
                "cm" => 96.0 / 2.54,
                "mm" => 96.0 / 25.4,
                "vw" | "vh" | "vmin" | "vmax" => WINDOW / 100.0,
                _ => return None,
            };
            Some(value * pixels)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    fn values(declarations: &str) -> Vec<(Property, Value)> {
        let mut found = Vec::new();
        read(declarations, &mut found).unwrap();
        found.into_iter().map(|found| (found.property, found.value)).collect()
    }

    #[test]
    fn values_that_hide() {
        for [declarations, property, value] in cases(
            "
            DISPLAY : None !important => Display => Set
            display:/**/n\\6fne => Display => Set
            display:block => Display => Other
            visibility:collapse => Visibility => Set
            opacity:0% => Opacity => Number(0.0)
            font-size:calc(var(--size) * var(--scale, 1)) => FontSize => Other
            font-size:calc(0.09rem + 1.5vw) => FontSize => Other
            opacity:.5 => Opacity => Number(0.5)
            font:italic 700 14px/0 serif => FontSize => Number(14.0)
            font:0/0 a => FontSize => Number(0.0)
            left:-10em => Left => Number(-160.0)
            left:calc(-9999px + 1em) => Left => Number(-9999.0)
            margin:0 0 0 -9999px => MarginLeft => Number(-9999.0)
            margin:1px auto -9999px => MarginLeft => Number(-9999.0)
            transform:translate(-50px, -9999px) => Transform => Number(-9999.0)
            transform:translate3d(-9999px, 0, 0) => Transform => Number(-9999.0)
            transform:translate3d(-2700px, 0px, 0px) => Transform => Other
            transform:rotate(9deg) scale(0) => Transform => Set
            transform:scale(1, 0) => Transform => Set
            transform:scale(1.5) => Transform => Other
            clip:rect(1px 1px 1px 1px) => Clip => Set
            clip:rect(0, auto, auto, 0) => Clip => Other
            clip-path:inset(50%) => ClipPath => Set
            clip-path:inset(5%) => ClipPath => Other
            clip-path:polygon(0 0, 0 0) => ClipPath => Set
            overflow:hidden => Overflow => Set
            padding:0 0 56.25% => Padding => Number(720.0)
            background:url(a.png) #fff => Background => Set
            background-image:linear-gradient(red, blue) => BackgroundImage => Set
            background-image:none => BackgroundImage => Other
            background:#fff => Background => Colour(Colour { rgb: [255, 255, 255], alpha: 1.0 })
            color:black => Colour => Colour(Colour { rgb: [0, 0, 0], alpha: 1.0 })
            color:inherit => Colour => Other",
        ) {
            assert_eq!(format!("{:?}", values(declarations)), format!("[({property}, {value})]"), "{declarations}");
        }
    }

    #[test]
    fn what_is_no_declaration_is_passed_over() {
        let declarations = ";;x;color;:;display:none;{};.a{left:0}margin-top:-1px;@media x{top:1px}opacity:0";
        let found: Vec<Property> = values(declarations).into_iter().map(|(property, _)| property).collect();
        assert_eq!(found, [Property::Display, Property::MarginTop, Property::Opacity]);
        let mut found = Vec::new();
        read("opacity:0!important;opacity:1", &mut found).unwrap();
        assert!(found[0].is_important && !found[1].is_important);
    }
}
