//! TeX that stands in sentences, for a script that draws it: MathJax, or the auto-render extension of KaTeX.

use super::formula::{Formula, LONGEST, is_in_code, tex_between};
use crate::html::{Element, NodeRef, Tree, names};
use crate::interrupts::{CHECK_BYTES, Countdown};
use crate::memory::OutOfMemory;
use crate::texts::spaces::start_of;

/// What opens a formula, and what closes it.
const DELIMITERS: [(&str, &str); 4] = [("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$")];

/// What looking at a delimiter takes, in bytes that are read meanwhile.
const WORK: usize = 16;

/// Bytes of an address, and of a script, in which the name of a renderer is looked for.
const READ: usize = 512;

/// Returns `true` if the page loads a script that draws what stands between delimiters.
pub fn is_drawn_by_script(tree: &Tree) -> bool {
    let draws = |script: Element<'_>| {
        let address = start_of(script.attr(names::SRC).unwrap_or(""), READ).to_ascii_lowercase();
        address.contains("mathjax") || address.contains("katex") && address.contains("auto-render")
    };
    tree.elements_named(names::SCRIPT).filter_map(|script| script.value().as_element()).any(draws)
}

/// A part of a text.
#[derive(Debug)]
pub enum Part<'t> {
    Text(&'t str),
    Formula(Formula),
}

/// The parts of a text, in their order.
#[derive(Debug)]
pub struct Parts<'t> {
    text: &'t str,
    at: usize,
    /// The formula that stands at this place, and where it ends.
    formula: Option<(Formula, usize)>,
    /// For each of [`DELIMITERS`], where the next one that closes was found last; beyond the text if there is none.
    closes: [usize; DELIMITERS.len()],
    countdown: Countdown,
}

impl<'t> Parts<'t> {
    /// Returns the parts of a text. One in code is a single part: scripts leave it as it is.
    pub fn of(node: NodeRef<'_>, text: &'t str) -> Self {
        Parts {
            text,
            at: 0,
            formula: None,
            closes: [if is_in_code(node) { usize::MAX } else { 0 }; DELIMITERS.len()],
            countdown: Countdown::new(CHECK_BYTES),
        }
    }

    /// Returns the next part; `None` at the end.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn next(&mut self) -> Result<Option<Part<'t>>, OutOfMemory> {
        let from = self.at;
        let mut start = from;
        while self.formula.is_none() {
            let Some(found) = self.text[start..].find(['\\', '$']) else {
                start = self.text.len();
                break;
            };
            start += found;
            self.countdown.charge(found + WORK);
            self.formula = self.formula_at(start)?;
            start += usize::from(self.formula.is_none());
        }
        if start > from {
            self.at = start;
            return Ok(Some(Part::Text(&self.text[from..start])));
        }
        Ok(self.formula.take().map(|(formula, end)| {
            self.at = end;
            Part::Formula(formula)
        }))
    }

    /// Returns the formula that begins at a place, and where it ends.
    fn formula_at(&mut self, start: usize) -> Result<Option<(Formula, usize)>, OutOfMemory> {
        let opened =
            DELIMITERS.iter().zip(&mut self.closes).find(|((open, _), _)| self.text[start..].starts_with(open));
        let Some(((open, close), closes)) = opened else {
            return Ok(None);
        };
        let inner = start + open.len();
        if *closes < inner {
            *closes = self.text[inner..].find(close).map_or(usize::MAX, |found| inner + found);
        }
        let end = *closes;
        if end == usize::MAX || end - inner > LONGEST {
            return Ok(None);
        }
        let (inner, behind) = (&self.text[inner..end], end + close.len());
        // Dollars stand around prices, too.
        let is_price = *open == "$"
            && (inner.starts_with(char::is_whitespace)
                || inner.ends_with(char::is_whitespace)
                || self.text[behind..].starts_with(|c: char| c.is_ascii_digit())
                || !inner.contains(['\\', '^', '_', '{']));
        let formula = if is_price {
            None
        } else {
            tex_between(&self.text[start..behind])?
        };
        Ok(formula.map(|formula| (formula, behind)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Page;

    /// Returns the texts of a page that loads a renderer, formulas in angle brackets.
    fn texts(body: &str) -> String {
        let page = Page::sample(&format!("<script src=/MathJax.js></script><p>{body}"));
        let formulas: Vec<usize> = page.formulas().iter().map(|formula| formula.position as usize).collect();
        let texts = (0..page.nodes().len()).filter(|position| page.nodes()[*position].tag() == super::super::Tag::Text);
        let shown = texts.map(|position| {
            let text = page.text_of(position..position + 1);
            if formulas.contains(&position) {
                format!("<{text}>")
            } else {
                text.to_owned()
            }
        });
        shown.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn formulas_in_sentences() {
        assert_eq!(texts(r"The rate \(a_1^2\), and $b^2$."), "The rate|<a_1^2>|, and|<b^2>|.");
        assert_eq!(texts(r"$$\sum a$$ is it. \[x\]"), r"<\sum a>|is it.|<x>");
        assert_eq!(
            texts("It costs $5 or $6_000, not $ a_b $ or $a^2$5."),
            "It costs $5 or $6_000, not $ a_b $ or $a^2$5."
        );
        assert_eq!(texts(r"<code>\(a_1\)</code> \(open"), r"\(a_1\)|\(open");
        let page = Page::sample(r"<p>Not drawn: \(a_1\) here");
        assert_eq!(page.text(), r"Not drawn: \(a_1\) here");
    }
}
