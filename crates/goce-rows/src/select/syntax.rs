//! The syntax of selectors: what the crate `selectors` reads of it, and the errors.

use std::fmt::{self, Write};

use cssparser::{BasicParseErrorKind, CowRcStr, ParseError, ParseErrorKind, ToCss};
use precomputed_hash::PrecomputedHash;
use selectors::parser::{self, Selector, SelectorImpl, SelectorParseErrorKind};

use super::MAX_DEPTH;

/// The pseudo-classes that are known.
pub const PSEUDO_CLASSES: &str = "\
    :root, :scope, :empty, :first-child, :last-child, :only-child, :first-of-type, :last-of-type, :only-of-type, \
    :nth-child(), :nth-last-child(), :nth-of-type(), :nth-last-of-type(), :is(), :where(), :not(), :has()";

/// The kinds of errors in a selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A selector is missing at the start, behind a comma, or in parentheses.
    #[error("a selector is missing")]
    NoSelector,
    /// Nothing follows a combinator.
    #[error("nothing follows the combinator")]
    NoCompound,
    /// A name is missing.
    #[error("a name is missing")]
    NoName,
    /// A character is not allowed here.
    #[error("unexpected character")]
    Unexpected,
    /// A pseudo-class is unknown, or lacks its parentheses.
    #[error("unknown pseudo-class")]
    PseudoClass,
    /// `::before` and the like, which are no elements.
    #[error("a pseudo-element is no element of the page")]
    PseudoElement,
    /// A prefix other than `*`: there is no way to declare one.
    #[error("unknown namespace prefix")]
    Prefix,
    /// No operator or value where an attribute has to have them.
    #[error("malformed test of an attribute")]
    Attribute,
    /// `:has()` or a pseudo-element within parentheses that exclude them.
    #[error("not allowed within these parentheses")]
    NotAllowed,
    /// More parentheses and brackets within each other than [`MAX_DEPTH`].
    #[error("too many levels of parentheses")]
    Depth,
}

impl From<SelectorParseErrorKind> for Problem {
    fn from(kind: SelectorParseErrorKind) -> Problem {
        use Problem::*;
        use SelectorParseErrorKind as Kind;
        match kind {
            Kind::EmptySelector => NoSelector,
            Kind::DanglingCombinator => NoCompound,
            Kind::ClassNeedsIdent | Kind::NoIdentForPseudo | Kind::PseudoElementExpectedIdent => NoName,
            Kind::UnsupportedPseudoClassOrElement => PseudoClass,
            Kind::ExpectedNamespace => Prefix,
            Kind::NoQualifiedNameInAttributeSelector
            | Kind::UnexpectedTokenInAttributeSelector
            | Kind::ExpectedBarInAttr
            | Kind::BadValueInAttr
            | Kind::InvalidQualNameInAttr => Attribute,
            Kind::InvalidState => NotAllowed,
            _ => Unexpected,
        }
    }
}

/// An error in a selector, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct SyntaxError {
    pub problem: Problem,
    /// The selector up to the error, at most its last 40 characters. Of a part in parentheses or brackets all is read.
    pub read: String,
}

/// Reads a list of selectors.
pub fn parse(text: &str) -> Result<Vec<Selector<PageSelectors>>, SyntaxError> {
    let mut input = cssparser::Parser::new(text);
    input.set_nested_block_limit(MAX_DEPTH as u8);
    let mut read = 0;
    let list = input.parse_comma_separated(|input| {
        let selector = Selector::parse(&SelectorParser, input).and_then(|selector| {
            input.expect_exhausted()?;
            Ok(selector)
        });
        read = input.position().byte_index();
        selector
    });
    list.map_err(|error| {
        let read = text.get(..read).unwrap_or(text);
        // The most characters that an error quotes.
        let from = read.char_indices().rev().nth(39).map_or(0, |(at, _)| at);
        SyntaxError {
            problem: match error.kind {
                ParseErrorKind::Custom(problem) => problem,
                ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => Problem::Depth,
                ParseErrorKind::Basic(_) => Problem::Unexpected,
            },
            read: read[from..].to_owned(),
        }
    })
}

/// Selectors of level 4, as far as they apply to a page at rest.
struct SelectorParser;

impl<'i> parser::Parser<'i> for SelectorParser {
    type Impl = PageSelectors;
    type Error = Problem;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn allow_forgiving_selectors(&self) -> bool {
        false
    }

    fn parse_pseudo_element(&self, _: CowRcStr<'i>) -> Result<Never, ParseError<Problem>> {
        Err(ParseError::custom(Problem::PseudoElement))
    }
}

/// The types of which selectors are made.
#[derive(Clone, Debug)]
pub struct PageSelectors;

impl SelectorImpl for PageSelectors {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Word;
    type Identifier = Word;
    type LocalName = Word;
    type NamespaceUrl = Word;
    type NamespacePrefix = Word;
    type BorrowedNamespaceUrl = Word;
    type BorrowedLocalName = Word;
    type NonTSPseudoClass = Never;
    type PseudoElement = Never;
}

/// A name or a value in a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word(Box<str>);

impl Word {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Word {
    fn from(word: &str) -> Word {
        Word(word.into())
    }
}

impl AsRef<str> for Word {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Word {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.0, out)
    }
}

impl PrecomputedHash for Word {
    /// Hashes are for Bloom filters, which are not used.
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// The pseudo-elements, and the pseudo-classes of states: none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Never {}

impl ToCss for Never {
    fn to_css<W: Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl parser::PseudoElement for Never {}

impl parser::NonTSPseudoClass for Never {
    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}
