//! TeX that stands in sentences, for a script that draws it: MathJax, or the auto-render extension of KaTeX.

use super::formula::{Formula, LONGEST, displays, formula, is_in_code};
use crate::page::prelude::*;

/// What opens a formula, and what closes it.
const DELIMITERS: [(&str, &str); 4] = [("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$")];

/// Formulas in sentences that are read of a page.
pub const MOST_IN_SENTENCES: usize = 1 << 16;

/// Returns `true` if the page loads a script that draws what stands between delimiters.
pub fn is_drawn_by_script(tree: &Tree) -> bool {
    let draws = |script: Element<'_>| {
        let address = start_of(script.attr(names::SRC).unwrap_or(""), 512).to_ascii_lowercase();
        address.contains("mathjax") || address.contains("katex") && address.contains("auto-render")
    };
    let mut scripts = tree.elements_named(names::SCRIPT).checking(CHECK_EVERY);
    scripts.any(|script| as_element(script).is_some_and(draws))
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
    is_code: bool,
    /// The formulas that may still be read.
    pub left: usize,
    countdown: Countdown,
}

impl<'t> Parts<'t> {
    /// Returns the parts of a text, `left` formulas among them at most. A text in code is a single part: scripts leave it
    /// as it is.
    pub fn of(node: NodeRef<'_>, text: &'t str, left: usize) -> Self {
        Parts {
            text,
            at: 0,
            formula: None,
            closes: [0; DELIMITERS.len()],
            is_code: is_in_code(node),
            left,
            countdown: Countdown::new(CHECK_BYTES),
        }
    }

    /// Returns the next part; `None` at the end.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn next(&mut self) -> Fallible<Option<Part<'t>>> {
        let from = self.at;
        let mut start = from;
        while self.formula.is_none() {
            let rest = &self.text[start..];
            let found = rest.find(['\\', '$']).filter(|_| self.left > 0 && !self.is_code);
            // Looking at a delimiter takes as long as so many bytes.
            self.countdown.charge(found.unwrap_or(rest.len()) + 16);
            let Some(found) = found else {
                start = self.text.len();
                break;
            };
            start += found;
            self.formula = self.formula_at(start)?;
            if self.formula.is_none() {
                // What stands behind a backslash opens nothing.
                let length = if rest[found..].starts_with('\\') { 2 } else { 1 };
                start += rest[found..].chars().take(length).map(char::len_utf8).sum::<usize>();
            }
        }
        if start > from {
            self.at = start;
            return Ok(Some(Part::Text(&self.text[from..start])));
        }
        Ok(self.formula.take().map(|(formula, end)| {
            self.at = end;
            self.left -= 1;
            Part::Formula(formula)
        }))
    }

    /// Returns the environment of a name that begins at a place, and where it ends.
    fn environment_at(&mut self, start: usize, name: &str) -> Fallible<Option<(Formula, usize)>> {
        let text = start_of(&self.text[start..], LONGEST);
        self.countdown.charge(text.len());
        let mut ends = text.match_indices("\\end{").map(|(end, open)| end + open.len());
        let end = ends.find(|end| text[*end..].strip_prefix(name).is_some_and(|behind| behind.starts_with('}')));
        let Some(end) = end.map(|end| end + name.len() + 1) else {
            // One that is open is looked for a long way.
            self.left -= 1;
            return Ok(None);
        };
        Ok(formula(&text[..end], true)?.map(|formula| (formula, start + end)))
    }

    /// Returns the formula that begins at a place, and where it ends.
    fn formula_at(&mut self, start: usize) -> Fallible<Option<(Formula, usize)>> {
        if let Some(name) = displays(&self.text[start..]) {
            return self.environment_at(start, name);
        }
        let opened =
            DELIMITERS.iter().zip(&mut self.closes).find(|((open, _), _)| self.text[start..].starts_with(open));
        let Some(((open, close), closes)) = opened else {
            return Ok(None);
        };
        let inner = start + open.len();
        if *closes < inner {
            *closes = self.text[inner..].find(close).map_or(usize::MAX, |found| inner + found);
            self.countdown.charge((*closes).min(self.text.len()) - inner);
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
                || self.text[behind..].starts_with(char::is_alphanumeric)
                || !inner.contains(['\\', '^', '_', '{']));
        if is_price || inner.ends_with('\\') {
            return Ok(None);
        }
        Ok(formula(&self.text[start..behind], false)?.map(|formula| (formula, behind)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::hidden::hidden_texts;
    use super::super::{Page, Reason};
    use super::MOST_IN_SENTENCES;
    use crate::cases;

    /// Returns the texts of a page that loads a renderer, formulas in angle brackets.
    fn texts(body: &str) -> String {
        let page = Page::sample(&format!("<script src=/MathJax.js></script><p>{body}"));
        let formulas: Vec<usize> = page.formulas().iter().map(|formula| formula.position as usize).collect();
        let texts = page.all(super::super::Tag::Text);
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
        for [body, expected] in cases(
            r"
            The rate \(a_1^2\), and $b^2$. => The rate|<a_1^2>|, and|<b^2>|.
            $$\sum a$$ is it. \[x\] => <\sum a>|is it.|<x>
            It costs $5 or $6_000, not $ a_b $ or $a^2$5. => It costs $5 or $6_000, not $ a_b $ or $a^2$5.
            From \$5 per kg to \$x_1 per kg, $a_1 \$ b$. => From \$5 per kg to \$x_1 per kg, $a_1 \$ b$.
            a \\[4pt] b until \[x\] here. => a \\[4pt] b until|<x>|here.
            In $HOME_DIR/$USER and <code><b>\(x_1\)</b></code> => In $HOME_DIR/$USER and|\(x_1\)
            <code>\(a_1\)</code> \(open => \(a_1\)|\(open
            We set \begin{align}x &amp;= a_1 \\ y\end{align} and \begin{list}a\end{list} => We set|<\begin{align}x &= a_1 \\ y\end{align}>|and \begin{list}a\end{list}
            And \begin{align} b => And \begin{align} b
            <code>\begin{align}x &amp;= a_1 \\ y\end{align}</code> => \begin{align}x &= a_1 \\ y\end{align}",
        ) {
            assert_eq!(texts(body), expected, "{body}");
        }
        let page = Page::sample(r"<p>Not drawn: \(a_1\) here");
        assert_eq!(page.text(), r"Not drawn: \(a_1\) here");
    }

    /// What goes through the page beside its nodes finds the texts behind a formula.
    #[test]
    fn hidden_characters_behind_a_formula_are_listed() {
        let page = Page::sample("<script src=/MathJax.js></script><p>a \\(x_1\\) b<p>vi\u{200b}sible");
        let hidden = hidden_texts(&page).unwrap();
        assert_eq!(hidden.iter().filter(|text| text.reason == Reason::Characters).count(), 1, "{hidden:?}");
    }

    #[test]
    fn formulas_of_a_page_are_bounded() {
        let many = MOST_IN_SENTENCES + 10;
        let page = Page::sample(&format!("<script src=/MathJax.js></script><p>{}", "$a_1$, ".repeat(many)));
        // One formula behind another is written once, unless a text stands between them.
        assert_eq!(page.formulas().len(), MOST_IN_SENTENCES);
        assert!(page.text().ends_with("a_1, $a_1$, $a_1$, $a_1$, $a_1$, $a_1$, $a_1$, $a_1$, $a_1$, $a_1$, $a_1$,"));
    }
}
