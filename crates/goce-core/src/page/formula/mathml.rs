//! MathML, by the TeX that it keeps or as a line of text.

use super::{Formula, LONGEST, formula};
use crate::html::Node as DomNode;
use crate::page::prelude::*;
use crate::texts::words::is_listed;

/// Returns MathML by the TeX that it keeps, in an attribute too (`kept`), or as text.
pub fn of_mathml(node: NodeRef<'_>, element: Element<'_>, kept: Option<&str>) -> Fallible<Option<Formula>> {
    let is_said = ["display", "mode"].iter().any(|name| {
        let name = node.tree().find(name);
        name.and_then(|name| element.attr(name)).is_some_and(|value| matches!(value, "block" | "display"))
    });
    // KaTeX before 0.11 said it by the class of the third element around alone.
    let of_katex = || around(node).nth(2).and_then(as_element).map(|around| start_of_value(around, names::CLASS));
    let is_display = is_said || of_katex().is_some_and(|class| class.starts_with("katex-display"));
    let mut within = node.descendants().take(LONGEST);
    let is_tex = |element: &Element<'_>| {
        element.local() == names::ANNOTATION
            && element
                .attr(names::ENCODING)
                .is_some_and(|encoding| start_of(encoding, 64).to_ascii_lowercase().contains("tex"))
    };
    let annotation = within.find(|node| as_element(*node).is_some_and(|element| is_tex(&element)));
    let annotation = annotation.and_then(|node| node.first_child()?.value().as_text());
    let alternative = || node.tree().find("alttext").and_then(|name| element.attr(name));
    for tex in annotation.into_iter().chain(kept).chain(alternative()) {
        if let Some(formula) = formula(tex, is_display)? {
            return Ok(Some(formula));
        }
    }
    let text = line_of(node)?;
    Ok(text.filter(|text| !text.is_empty()).map(|text| Formula {
        text,
        is_tex: false,
        is_display,
    }))
}

/// An open element of MathML, with the lines of what is in it.
struct Open {
    name: Name,
    parts: Vec<String>,
}

/// Returns MathML as a line: `(a+b)/c`, `x^2`. `None` if it has too many nodes.
fn line_of(math: NodeRef<'_>) -> Fallible<Option<String>> {
    let mut open: Vec<Open> = Vec::new();
    let mut bytes = 0;
    for (step, edge) in math.traverse().enumerate() {
        if step > LONGEST || bytes > LONGEST {
            return Ok(None);
        }
        match edge {
            Edge::Open(node) => match node.value() {
                // HTML within, which has a layout of its own.
                DomNode::Element(element) if element.namespace() != Namespace::MathMl => return Ok(None),
                DomNode::Element(element) => open.try_push(Open {
                    name: element.local(),
                    parts: Vec::new(),
                })?,
                DomNode::Text(text) => {
                    bytes += text.len();
                    if let Some(around) = open.last_mut()
                        && bytes <= LONGEST
                        && !text.trim().is_empty()
                    {
                        around.parts.try_push(single_spaced(text.trim(), char::is_whitespace)?)?;
                    }
                }
                _ => {}
            },
            Edge::Close(node) => {
                if let Some(closed) = as_element(node).and_then(|_| open.pop()) {
                    let line = closed.line(node)?;
                    match open.last_mut() {
                        Some(around) => around.parts.try_push(line)?,
                        None => return single_spaced(&line, char::is_whitespace).map(Some),
                    }
                }
            }
        }
    }
    Ok(None)
}

/// Operators that stand between spaces.
const SPACED: &str = "= + - − < > ≤ ≥ ≠ ≈ → ± ∈ ≡";

impl Open {
    fn line(self, node: NodeRef<'_>) -> Fallible<String> {
        let name = node.tree().name(self.name);
        let part = |place: usize| self.parts.get(place).map_or("", String::as_str);
        let mut line = String::new();
        let mut push = |parts: &[&str]| parts.iter().try_for_each(|part| line.try_push_str(part));
        match name {
            "mfrac" => push(&[&group(part(0)), "/", &group(part(1))])?,
            "msup" => push(&[&group(part(0)), "^", &group(part(1))])?,
            "msub" | "munder" => push(&[part(0), "_", &group(part(1))])?,
            // An accent says nothing to who reads a line.
            "mover" => push(&[
                part(0),
                if is_accent(part(1)) { "" } else { "^" },
                if is_accent(part(1)) { "" } else { part(1) },
            ])?,
            "msubsup" | "munderover" => push(&[part(0), "_", &group(part(1)), "^", &group(part(2))])?,
            "msqrt" => push(&["√(", &self.parts.concat(), ")"])?,
            "mroot" => push(&["root(", part(0), ", ", part(1), ")"])?,
            "mfenced" => push(&["(", &self.parts.join(", "), ")"])?,
            "mtable" => push(&[&self.parts.join("; ")])?,
            "mtr" | "mlabeledtr" => push(&[&self.parts.join(", ")])?,
            "semantics" => push(&[part(0)])?,
            "annotation" | "annotation-xml" | "mphantom" => {}
            "mspace" => push(&[" "])?,
            _ => {
                for (place, part) in self.parts.iter().enumerate() {
                    // A sign before a term is no operator.
                    let is_spaced = place > 0 && name != "mo" && is_listed(part, SPACED);
                    let space = if is_spaced { " " } else { "" };
                    push(&[space, part, space])?;
                }
            }
        }
        Ok(line)
    }
}

fn is_accent(text: &str) -> bool {
    text.chars().count() == 1 && !text.chars().all(char::is_alphanumeric)
}

/// Returns a term, in parentheses if it is several.
fn group(term: &str) -> Cow<'_, str> {
    let term = term.trim();
    if term.chars().all(char::is_alphanumeric) || term.chars().count() == 1 {
        Cow::Borrowed(term)
    } else {
        Cow::Owned(format!("({term})"))
    }
}

#[cfg(test)]
mod tests {
    use crate::cases;
    use crate::page::Page;

    #[test]
    fn mathml_is_a_line() {
        for [mathml, line] in cases("
            <mn>10</mn><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>3</mn><mn>4</mn></mfrac> => 10x^2 = 3/4
            <mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac> => (a + b)/c
            <msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup> => x_i^2
            <msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt> => √(x+1)
            <mover><mi>x</mi><mo>¯</mo></mover> => x
            <munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover> => ∑_(i = 1)^n
            <mo>(</mo><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd><mtd>4</mtd></mtr></mtable><mo>)</mo> => (1, 2; 3, 4)
             =>") {
            assert_eq!(Page::sample(&format!("<math>{mathml}</math>")).text(), line, "{mathml}");
        }
        let deep = format!("<math>{}x", "<mrow>".repeat(5000));
        assert_eq!(Page::sample(&deep).text(), "x");
    }
}
