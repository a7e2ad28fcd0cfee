//! Reads the text of a selector into its parts (Selectors, level 4).

use goce_core::memory::{OutOfMemory, TryPush, TryPushStr};

use super::attributes::{AttributeTest, Case, Operator};
use super::nth::Nth;
use super::scanner::{Problem, Scanner, is_white};
use super::{MAX_DEPTH, SelectError};

/// The pseudo-classes that are known.
#[rustfmt::skip]
pub const PSEUDO_CLASSES: [&str; 17] = [
    ":root", ":scope", ":empty", ":first-child", ":last-child", ":only-child", ":first-of-type", ":last-of-type",
    ":only-of-type", ":nth-child()", ":nth-last-child()", ":nth-of-type()", ":nth-last-of-type()", ":is()", ":where()",
    ":not()", ":has()",
];

/// How the element on the right of a combinator stands to the one on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combinator {
    /// A space: a descendant.
    Descendant,
    /// `>`: a child.
    Child,
    /// `+`: the next sibling.
    Next,
    /// `~`: a later sibling.
    Later,
}

/// Compounds, and the combinator before each but the first.
#[derive(Debug, PartialEq, Eq)]
pub struct Complex {
    pub first: Compound,
    pub rest: Vec<(Combinator, Compound)>,
}

/// The parts that one element must match. Without parts every element matches.
#[derive(Debug, PartialEq, Eq)]
pub struct Compound(pub Vec<Simple>);

/// A part of a compound.
#[derive(Debug, PartialEq, Eq)]
pub enum Simple {
    /// A name, as it is written and in lower case.
    Name {
        written: String,
        lower: String,
    },
    Id(String),
    Class(String),
    /// `[name]` and the like.
    Attribute(AttributeTest),
    Root,
    Empty,
    /// `:nth-child()` and its relatives.
    Nth {
        nth: Nth,
        from_end: bool,
        of_type: bool,
        /// Only siblings that match this list count.
        of: Option<Vec<Complex>>,
    },
    Is(Vec<Complex>),
    Not(Vec<Complex>),
    /// `:has()`: each selector with its relation to the element.
    Has(Vec<(Combinator, Complex)>),
}

/// Reads a list of selectors.
pub fn parse(text: &str) -> Result<Vec<Complex>, SelectError> {
    let mut parser = Parser {
        scanner: Scanner::new(text),
        depth: 0,
        in_has: false,
    };
    let list = parser.list(Parser::complex)?;
    match parser.scanner.peek() {
        None => Ok(list),
        Some(_) => parser.scanner.error(Problem::Unexpected),
    }
}

struct Parser<'s> {
    scanner: Scanner<'s>,
    /// The number of open parentheses of pseudo-classes.
    depth: usize,
    /// One of them belongs to `:has()`.
    in_has: bool,
}

impl Parser<'_> {
    /// Reads a list between commas, up to the end of the selector or to a closing parenthesis. Equal members are kept
    /// once.
    fn list<T: PartialEq>(&mut self, one: fn(&mut Self) -> Result<T, SelectError>) -> Result<Vec<T>, SelectError> {
        let mut list = Vec::new();
        loop {
            push_new(&mut list, one(self)?)?;
            if !self.scanner.eat(",") {
                return Ok(list);
            }
        }
    }

    fn complex(&mut self) -> Result<Complex, SelectError> {
        self.scanner.skip_spaces();
        let mut complex = Complex {
            first: self.compound(Problem::NoSelector)?,
            rest: Vec::new(),
        };
        loop {
            let is_spaced = self.scanner.skip_spaces();
            let combinator = match self.combinator() {
                Some(combinator) => combinator,
                None if matches!(self.scanner.peek(), None | Some(',' | ')')) => {
                    return Ok(complex);
                }
                None if is_spaced => Combinator::Descendant,
                None => return self.scanner.error(Problem::Unexpected),
            };
            let problem = match combinator {
                Combinator::Descendant => Problem::Unexpected,
                _ => Problem::NoCompound,
            };
            let compound = self.compound(problem)?;
            complex.rest.try_push((combinator, compound))?;
        }
    }

    /// Reads a combinator other than a space, and the spaces behind it.
    fn combinator(&mut self) -> Option<Combinator> {
        let combinator = match self.scanner.peek()? {
            '>' => Combinator::Child,
            '+' => Combinator::Next,
            '~' => Combinator::Later,
            _ => return None,
        };
        self.scanner.next();
        self.scanner.skip_spaces();
        Some(combinator)
    }

    /// Reads `> a b`, as it stands in `:has()`.
    fn relative(&mut self) -> Result<(Combinator, Complex), SelectError> {
        self.scanner.skip_spaces();
        let combinator = self.combinator();
        Ok((combinator.unwrap_or(Combinator::Descendant), self.complex()?))
    }

    /// Reads a compound; without one the error is `problem`.
    fn compound(&mut self, problem: Problem) -> Result<Compound, SelectError> {
        let start = self.scanner.at();
        let mut parts = Vec::new();
        self.element_name(&mut parts)?;
        loop {
            self.scanner.skip_comments();
            let part = match self.scanner.peek() {
                Some('#') => {
                    self.scanner.next();
                    Simple::Id(self.name()?)
                }
                Some('.') => {
                    self.scanner.next();
                    self.scanner.skip_comments();
                    Simple::Class(self.name()?)
                }
                Some('[') => Simple::Attribute(self.attribute()?),
                Some(':') => {
                    self.pseudo(&mut parts)?;
                    continue;
                }
                _ if self.scanner.at() == start => return self.scanner.error(problem),
                _ => return Ok(Compound(parts)),
            };
            push_new(&mut parts, part)?;
        }
    }

    fn name(&mut self) -> Result<String, SelectError> {
        match self.scanner.name()? {
            Some(name) => Ok(name),
            None => self.scanner.error(Problem::NoName),
        }
    }

    /// Reads `*`, `name`, `*|*` or `*|name`, if one comes next.
    fn element_name(&mut self, parts: &mut Vec<Simple>) -> Result<(), SelectError> {
        let start = self.scanner.at();
        if self.scanner.eat("*|") || !self.scanner.rest().starts_with('|') {
            let is_any = self.scanner.eat("*");
            if let Some(written) = if is_any { None } else { self.scanner.name()? } {
                let lower = written.to_ascii_lowercase();
                parts.try_push(Simple::Name { written, lower })?;
            } else if !is_any && self.scanner.at() > start {
                return self.scanner.error(Problem::NoName);
            }
        }
        if self.scanner.rest().starts_with('|') {
            return self.scanner.error_at(Problem::Prefix, start);
        }
        Ok(())
    }

    fn attribute(&mut self) -> Result<AttributeTest, SelectError> {
        let open = self.scanner.at();
        self.scanner.next();
        self.scanner.skip_spaces();
        let start = self.scanner.at();
        let with_prefix = self.scanner.eat("*|");
        if !with_prefix {
            // `|name` means no namespace, as `name` does.
            self.scanner.eat("|");
        }
        let written = self.name()?;
        let rest = self.scanner.rest();
        if rest.starts_with('|') && !rest.starts_with("|=") {
            return self.scanner.error_at(Problem::Prefix, start);
        }
        self.scanner.skip_spaces();
        let operator = Operator::ALL.into_iter().find(|(sign, _)| self.scanner.eat(sign)).map(|(_, operator)| operator);
        let (mut value, mut case) = (String::new(), Case::OfAttribute);
        if operator.is_some() {
            self.scanner.skip_spaces();
            value = match self.scanner.string()? {
                Some(string) => string,
                None => match self.scanner.name()? {
                    Some(name) => name,
                    None => return self.scanner.error(Problem::Attribute),
                },
            };
            self.scanner.skip_spaces();
            let at = self.scanner.at();
            if let Some(flag) = self.scanner.name()? {
                case = match flag.as_str() {
                    "i" | "I" => Case::Ignored,
                    "s" | "S" => Case::Sensitive,
                    _ => return self.scanner.error_at(Problem::Flag, at),
                };
                self.scanner.skip_spaces();
            }
        }
        if !self.scanner.eat("]") {
            return match self.scanner.peek() {
                None => self.scanner.error_at(Problem::Unclosed, open),
                Some(_) => self.scanner.error(Problem::Attribute),
            };
        }
        Ok(AttributeTest::new(written, with_prefix, operator, value, case)?)
    }

    /// Reads a pseudo-class. An only child is a first and a last one.
    fn pseudo(&mut self, parts: &mut Vec<Simple>) -> Result<(), SelectError> {
        let start = self.scanner.at();
        self.scanner.next();
        if self.scanner.rest().starts_with(':') {
            return self.scanner.error_at(Problem::PseudoElement, start);
        }
        self.scanner.skip_comments();
        let name = self.name()?.to_ascii_lowercase();
        if self.scanner.eat("(") {
            let part = self.function(&name, start)?;
            push_new(parts, part)?;
            return Ok(());
        }
        let of_type = name.ends_with("-of-type");
        let edge = |from_end| Simple::Nth {
            nth: Nth::FIRST,
            from_end,
            of_type,
            of: None,
        };
        let part = match name.as_str() {
            "root" | "scope" => Simple::Root,
            "empty" => Simple::Empty,
            "first-child" | "first-of-type" | "only-child" | "only-of-type" => edge(false),
            "last-child" | "last-of-type" => edge(true),
            _ => return self.scanner.error_at(Problem::PseudoClass, start),
        };
        push_new(parts, part)?;
        if name.starts_with("only") {
            push_new(parts, edge(true))?;
        }
        Ok(())
    }

    /// Reads the argument of a pseudo-class, behind its parenthesis. The pseudo-class began at `start`.
    fn function(&mut self, name: &str, start: usize) -> Result<Simple, SelectError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.scanner.error_at(Problem::Depth, start);
        }
        let part = match name {
            "is" | "where" => Simple::Is(self.list(Self::complex)?),
            "not" => Simple::Not(self.list(Self::complex)?),
            "has" if self.in_has => return self.scanner.error_at(Problem::HasInHas, start),
            "has" => {
                self.in_has = true;
                let list = self.list(Self::relative)?;
                self.in_has = false;
                Simple::Has(list)
            }
            "nth-child" | "nth-last-child" | "nth-of-type" | "nth-last-of-type" => {
                self.nth(name.contains("last"), name.ends_with("of-type"))?
            }
            _ => return self.scanner.error_at(Problem::PseudoClass, start),
        };
        self.depth -= 1;
        if self.scanner.eat(")") {
            return Ok(part);
        }
        match self.scanner.peek() {
            None => self.scanner.error_at(Problem::Unclosed, start),
            Some(_) => self.scanner.error(Problem::Unexpected),
        }
    }

    fn nth(&mut self, from_end: bool, of_type: bool) -> Result<Simple, SelectError> {
        self.scanner.skip_spaces();
        let argument = &without_comments(self.scanner.rest())?[..];
        let mut words = argument.match_indices(['o', 'O']);
        let of = words.find(|(at, _)| is_of(argument, *at));
        let of = of.map(|(at, _)| at).filter(|_| !of_type);
        let formula = &argument[..of.unwrap_or(argument.len())];
        let nth = formula.trim_end_matches(is_white);
        let Some(nth) = Nth::parse(nth) else {
            return self.scanner.error(Problem::Nth);
        };
        self.scanner.skip(formula.len());
        let of = match of {
            None => None,
            Some(_) => {
                self.scanner.skip("of".len());
                Some(self.list(Self::complex)?)
            }
        };
        Ok(Simple::Nth {
            nth,
            from_end,
            of_type,
            of,
        })
    }
}

/// Appends a part unless there is an equal one, which would cost another pass over the page. A selector is short enough
/// to compare each part with all before it.
fn push_new<T: PartialEq>(parts: &mut Vec<T>, part: T) -> Result<(), OutOfMemory> {
    if parts.contains(&part) {
        return Ok(());
    }
    parts.try_push(part)
}

/// Returns a text up to the first closing parenthesis, with spaces in place of comments.
fn without_comments(text: &str) -> Result<String, OutOfMemory> {
    let mut argument = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next().filter(|c| *c != ')') {
        let length = match rest.strip_prefix("/*") {
            None => c.len_utf8(),
            Some(comment) => comment.find("*/").map_or(rest.len(), |end| end + 4),
        };
        if length == c.len_utf8() {
            argument.try_push_char(c)?;
        } else {
            argument.try_push_str(&" ".repeat(length))?;
        }
        rest = &rest[length..];
    }
    Ok(argument)
}

/// Returns `true` if the word "of" stands at a place.
fn is_of(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let is_word = after.len() >= 2
        && after.is_char_boundary(2)
        && after[..2].eq_ignore_ascii_case("of")
        && !after[2..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    is_word && before.ends_with(char::is_whitespace)
}
