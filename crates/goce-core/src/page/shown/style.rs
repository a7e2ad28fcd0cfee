//! The style of an element, as far as it can hide text: the last declaration of each property, and what they do together.

use super::colour::{Colour, FAINTEST};
use super::declarations::{Declaration, Value};
use super::property::Property::*;
use super::property::{PROPERTIES, Properties, Property};
use super::{Reason, Verdict};

/// Where a declaration stands.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// In a `style` attribute.
    Attribute,
    /// In a rule of the page's own, by its specificity and its number on the page.
    Rule { specificity: u32, block: u32 },
}

/// The width or height of a box, in CSS pixels, up to which nothing in it is seen.
const SMALLEST_BOX: f32 = 1.0;

/// What declarations say of an element.
#[derive(Clone, Debug)]
pub struct Style {
    values: [Value; PROPERTIES],
    /// How strong the declaration is that gave the value: 0 for none.
    ranks: [u64; PROPERTIES],
    /// The properties that rules of the page gave, by a bit each.
    by_rules: u32,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            values: [Value::Other; PROPERTIES],
            ranks: [0; PROPERTIES],
            by_rules: 0,
        }
    }
}

impl Style {
    /// Takes declarations of one place, in their order (CSS Cascading, section 6.1: important ones first, then those of
    /// the attribute, then the more specific, then the later).
    pub fn declare(&mut self, declarations: &[Declaration], origin: Origin) {
        let rank = match origin {
            Origin::Attribute => 1 << 62,
            Origin::Rule { specificity, block } => (u64::from(specificity) << 32) | (u64::from(block) + 1),
        };
        for declaration in declarations {
            let rank = rank | u64::from(declaration.is_important) << 63;
            let place = declaration.property as usize;
            if rank >= self.ranks[place] {
                self.values[place] = declaration.value;
                self.ranks[place] = rank;
                self.by_rules &= !(1 << place);
                self.by_rules |= u32::from(matches!(origin, Origin::Rule { .. })) << place;
            }
        }
    }

    /// Returns `true` if there was a declaration of a property.
    pub fn is_declared(&self, property: Property) -> bool {
        self.ranks[property as usize] > 0
    }

    fn has_set(&self, property: Property) -> bool {
        self.values[property as usize] == Value::Set
    }

    fn number(&self, property: Property) -> Option<f32> {
        match self.values[property as usize] {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the block of the rule that gave a property; `None` if no rule of the page did.
    fn rule(&self, property: Property) -> Option<u32> {
        let by_rule = self.by_rules >> property as u32 & 1 == 1;
        by_rule.then(|| self.ranks[property as usize] as u32 - 1)
    }

    /// Returns a reason, or [`Reason::Rule`] if a rule of the page gave the property.
    fn reason(&self, property: Property, reason: Reason) -> Reason {
        self.rule(property).map_or(reason, |_| Reason::Rule)
    }

    /// Returns why nobody sees the element and what is in it; `None` if this style does not hide it.
    pub fn hides(&self) -> Option<Verdict> {
        self.cause().map(|(_, verdict)| verdict)
    }

    /// Returns the properties by which the style may hide a text. Others that it lacks could show it.
    pub fn hiding(&self) -> Properties {
        let mut hiding = self.cause().map_or(Properties::default(), |(properties, _)| properties);
        if let Some(Some(_)) = self.font() {
            hiding.add(Properties::of(&[FontSize]));
        }
        if self.is_declared(Property::Colour) || self.is_declared(Background) {
            hiding.add(Properties::of(&[Property::Colour, Background, BackgroundImage]));
        }
        hiding
    }

    /// Returns what [`Style::hides`] does, and the properties that it depends on. Texts beyond the edge of the page and
    /// clipped ones wait for nobody: they are for programs.
    fn cause(&self) -> Option<(Properties, Verdict)> {
        let has = |property: &Property| self.has_set(*property);
        let is_closed = |property: &Property| self.number(*property).is_some_and(|length| length <= SMALLEST_BOX);
        let is_off = |property: &Property| {
            let may_be_right = matches!(property, Left | Right | MarginLeft);
            // In CSS pixels. Margins and slides that are seen are shorter, and to the right pages may be wide.
            self.number(*property).is_some_and(|length| length <= -900.0 || may_be_right && length >= 5000.0)
        };
        // What fades or slides in is shown.
        let is_still = !self.has_set(Animation) && !self.is_declared(Transform);
        // A box without height may keep a ratio by its padding, and one without width may grow.
        let clips = self.has_set(Overflow) && self.number(Padding).is_none_or(|padding| padding <= SMALLEST_BOX);
        let (cause, others, reason, may_open): (_, &[Property], _, _) = if self.has_set(Display) {
            (Display, &[], Reason::Display, true)
        } else if is_still && self.has_set(Visibility) {
            (Visibility, &[Animation, Transform], Reason::Display, true)
        } else if is_still && self.number(Opacity).is_some_and(|share| share < FAINTEST) {
            (Opacity, &[Animation, Transform], Reason::Opacity, true)
        } else if let Some(closed) = [Height, MaxHeight].into_iter().find(is_closed).filter(|_| clips) {
            (closed, &[Overflow, Padding], Reason::Size, true)
        } else if self.has_set(Transform) {
            (Transform, &[], Reason::Size, false)
        } else if let Some(clip) = [Clip, ClipPath].into_iter().find(has) {
            (clip, &[], Reason::Clip, false)
        } else {
            let edges = [TextIndent, Left, Right, Top, Bottom, MarginLeft, MarginTop, Transform];
            (edges.into_iter().find(is_off)?, &[], Reason::OffScreen, false)
        };
        let mut properties = Properties::of(others);
        properties.add(Properties::of(&[cause]));
        let verdict = Verdict {
            reason: self.reason(cause, reason),
            may_open,
            rule: self.rule(cause).filter(|_| may_open),
        };
        Some((properties, verdict))
    }

    /// Returns why nobody reads the font, and whether it has no size at all; `None` for one that can be read, and the
    /// outer `None` where the style says no size.
    pub fn font(&self) -> Option<Option<(Reason, bool)>> {
        let size = self.number(FontSize)?.abs();
        // In CSS pixels: nobody reads a smaller font.
        let is_tiny = size < 2.0;
        Some(is_tiny.then(|| (self.reason(FontSize, Reason::Size), size == 0.0)))
    }

    /// Returns the colour of the text and the reason that it would be; `None` for one that is not known, and the outer
    /// `None` where the style says none.
    pub fn colour(&self) -> Option<Option<(Colour, Reason)>> {
        let value = self.values[Property::Colour as usize];
        self.is_declared(Property::Colour).then_some(match value {
            Value::Colour(colour) => Some((colour, self.reason(Property::Colour, Reason::Colour))),
            _ => None,
        })
    }

    /// Returns the colour behind the text; `None` for one that is not known, and the outer `None` where the style says
    /// none.
    pub fn background(&self) -> Option<Option<Colour>> {
        let value = self.values[Background as usize];
        match value {
            _ if self.has_set(BackgroundImage) => Some(None),
            Value::Colour(colour) if colour.is_opaque() => Some(Some(colour)),
            Value::Colour(colour) if colour.is_transparent() => None,
            Value::Colour(_) | Value::Set => Some(None),
            _ => None,
        }
    }
}
