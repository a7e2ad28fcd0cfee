//! TeX between dollar signs, as most renderers of Markdown take formulas.
//!
//! A renderer without formulas reads the TeX as Markdown, so nothing in it may be markup there. TeX that cannot be written
//! so is text.

use std::str::FromStr;

use crate::prelude::*;

/// How Markdown writes the formulas of which a page keeps the TeX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Math {
    /// Between dollar signs.
    #[default]
    Tex,
    /// As text that no renderer reads as a formula.
    Text,
}

impl Math {
    /// All values, in the order of the documentation.
    pub const ALL: [Math; 2] = [Math::Tex, Math::Text];

    /// Returns the name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            Math::Tex => "tex",
            Math::Text => "text",
        }
    }
}

/// A name that no value of [`Math`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown value \"{0}\" of math")]
pub struct UnknownMath(pub String);

impl FromStr for Math {
    type Err = UnknownMath;

    fn from_str(name: &str) -> Result<Self, UnknownMath> {
        let mut all = Math::ALL.into_iter();
        all.find(|math| math.name() == name).ok_or_else(|| UnknownMath(name.to_owned()))
    }
}

/// What renderers may take for a link, or for the end of the formula, and commands that make a page of it. In small letters.
const REFUSED: &str = "$ ` @ :// www. javascript: \\href \\url \\include \\input \\require \\html \\style \\class";

/// Returns TeX as a formula of Markdown, with its dollar signs; `None` for TeX that has no safe form.
pub fn formula(tex: &str, is_display: bool) -> Fallible<Option<String>> {
    let tex = tex.trim();
    // Formulas are short.
    let small = tex.to_ascii_lowercase();
    if tex.is_empty() || ends_in_escape(tex) || REFUSED.split(' ').any(|sign| small.contains(sign)) {
        return Ok(None);
    }
    let dollars = if is_display { "$$" } else { "$" };
    let mut out = String::new();
    out.try_push_str(dollars)?;
    let mut before = '$';
    let mut chars = tex.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or('$');
        match c {
            _ if c.is_control() => return Ok(None),
            '\\' if next == '|' => {
                chars.next();
                chars.next_if_eq(&' ');
                out.try_push_str("\\Vert ")?;
            }
            '\\' if matches!(next, '*' | '<' | '>' | '~') => return Ok(None),
            '\\' => {
                out.try_push_char(c)?;
                // What a backslash stands before is no mark of its own.
                if matches!(next, '\\' | '_' | '[' | ']' | '!') {
                    out.try_push_char(next)?;
                    chars.next();
                }
            }
            '<' | '>' | '|' | '*' => {
                chars.next_if_eq(&' ');
                out.try_push_str(match c {
                    '<' => "\\lt ",
                    '>' => "\\gt ",
                    '|' => "\\vert ",
                    _ => "\\ast ",
                })?;
            }
            '~' => out.try_push_str("\\ ")?,
            // Behind a sign an underscore begins emphasis, unless a space follows.
            '_' if !before.is_alphanumeric() => out.try_push_str("_ ")?,
            '&' if next.is_alphanumeric() || next == '#' => out.try_push_str("& ")?,
            ']' if matches!(next, '(' | '[' | ':') => out.try_push_str("] ")?,
            '[' if next == '^' => out.try_push_str("[ ")?,
            '!' if next == '[' => out.try_push_str("! ")?,
            _ => out.try_push_char(c)?,
        }
        before = c;
    }
    out.truncate(out.trim_end().len());
    if ends_in_escape(&out) {
        return Ok(None);
    }
    out.try_push_str(dollars)?;
    Ok(Some(out))
}

/// Returns `true` for a text whose last backslash would escape what follows.
fn ends_in_escape(text: &str) -> bool {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::formula;
    use crate::{cases, lines};

    #[test]
    fn tex_is_written_between_dollars() {
        for [tex, written] in cases(
            r"
            k_{n+1} = n^2 => $k_{n+1} = n^2$
            a<b \| c|d*e => $a\lt b \Vert c\vert d\ast e$
            {x}_{1} &amp; [a](b) ![c] [^1] => ${x}_ {1} & amp; [a] (b) ! [c] [ ^1]$
            a \\ b~c => $a \\ b\ c$",
        ) {
            assert_eq!(formula(tex, false).unwrap().unwrap(), written, "{tex}");
        }
        assert_eq!(formula(" x ", true).unwrap().unwrap(), "$$x$$");
    }

    #[test]
    fn tex_that_could_run_is_text() {
        for tex in lines(
            "
            a`b
            \\text{$x$}
            x\\
            \\href{https://a.example/}{x}
            a@b.example
            x\u{1b}y
            x = y~
            \\HREF{a}{b}
            \\require{html}",
        )
        .chain([""])
        {
            assert_eq!(formula(tex, false).unwrap(), None, "{tex}");
        }
        assert_eq!(formula("x\\\\", false).unwrap().unwrap(), "$x\\\\$");
    }
}
