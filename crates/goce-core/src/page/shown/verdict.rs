//! What counts as a page's text, and why a text is hidden.

use std::str::FromStr;

/// Which of the text that a page hides counts as its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hidden {
    /// None: only what is shown without a click.
    None,
    /// What is folded, if a control that is shown opens it.
    #[default]
    Folded,
    /// All of it.
    All,
}

impl Hidden {
    /// All values, in the order of the documentation.
    pub const ALL: [Hidden; 3] = [Hidden::None, Hidden::Folded, Hidden::All];

    /// Returns the name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            Hidden::None => "none",
            Hidden::Folded => "folded",
            Hidden::All => "all",
        }
    }
}

/// A name that no value of [`Hidden`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown value \"{0}\" of hidden")]
pub struct UnknownHidden(pub String);

impl FromStr for Hidden {
    type Err = UnknownHidden;

    fn from_str(name: &str) -> Result<Self, UnknownHidden> {
        let mut all = Hidden::ALL.into_iter();
        all.find(|hidden| hidden.name() == name).ok_or_else(|| UnknownHidden(name.to_owned()))
    }
}

/// Why a reader does not see a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// `hidden`, `display: none`, `visibility: hidden`, a closed dialog, an icon's name.
    Display,
    /// No opacity.
    Opacity,
    /// A font, a box or a scale of no size.
    Size,
    /// A place beyond the edge of the page.
    OffScreen,
    /// A clip that leaves nothing.
    Clip,
    /// The colour of what is behind it.
    Colour,
    /// A class of texts for screen readers.
    ScreenReader,
    /// A rule of the page's own `<style>`, whatever it does.
    Rule,
    /// Characters that show nothing.
    Characters,
    /// It is folded: a control that is shown opens it.
    Folded,
    /// A comment of the page's source.
    Comment,
}

impl Reason {
    /// Returns the name in SQL.
    pub fn name(self) -> &'static str {
        use Reason::*;
        match self {
            Display => "display",
            Opacity => "opacity",
            Size => "size",
            OffScreen => "off-screen",
            Clip => "clip",
            Colour => "colour",
            ScreenReader => "screen-reader",
            Rule => "rule",
            Characters => "characters",
            Folded => "folded",
            Comment => "comment",
        }
    }
}

/// Why an element is hidden, with all in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub reason: Reason,
    /// A script or a control may show it: it is hidden as what waits is hidden.
    pub may_open: bool,
    /// The block of the page's rule that hides it.
    pub rule: Option<u32>,
}

impl Verdict {
    /// Returns the verdict on what waits to be shown.
    pub(super) fn waits(reason: Reason) -> Self {
        Verdict {
            reason,
            may_open: true,
            rule: None,
        }
    }

    /// Returns the verdict on what nobody is to see.
    pub(super) fn stays(reason: Reason) -> Self {
        Verdict {
            reason,
            may_open: false,
            rule: None,
        }
    }
}
