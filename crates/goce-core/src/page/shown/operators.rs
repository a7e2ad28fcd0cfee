//! Signs between two numbers that only some readers are to meet, such as the line of a fraction.

use crate::page::Display;
use crate::page::prelude::*;

/// Signs of numbers and what stands between them.
const OPERATORS: &str = "/⁄÷×*+±-−–:=<>≤≥^.,";

/// Returns `true` for an element that is one sign between two operands, one of which is a number: without it they would
/// be another number.
pub fn is_operator(node: NodeRef<'_>) -> bool {
    let mut children = node.children();
    let (Some(text), None) = (children.next().and_then(as_text), children.next()) else {
        return false;
    };
    let mut chars = start_of_name(text).trim().chars();
    if !chars.next().is_some_and(|sign| OPERATORS.contains(sign)) || chars.next().is_some() {
        return false;
    }
    let (Some(before), Some(behind)) = (operand(node, false), operand(node, true)) else {
        return false;
    };
    let is_operand = |c: char| c.is_alphanumeric();
    let is_number = |c: char| c.is_numeric();
    // "5:", "5." and "5 -" stand before words, too.
    if text.trim().starts_with([':', '.', ',', '-', '–']) {
        return is_number(before) && is_number(behind);
    }
    is_operand(before) && is_operand(behind) && (is_number(before) || is_number(behind))
}

/// Returns the character before or behind an element in its line, but for white space.
fn operand<'t>(node: NodeRef<'t>, is_behind: bool) -> Option<char> {
    // The levels out of an element and into the one beside it, and the nodes on each that are looked at.
    const LEVELS: usize = 4;
    const NODES: usize = 64;
    let is_in_line =
        |node: &NodeRef<'_>| as_element(*node).is_some_and(|element| Tag::of(element).display() == Display::Inline);
    let has_text = |node: &NodeRef<'_>| as_text(*node).is_none_or(|text| !start_of_name(text).trim_start().is_empty());
    let beside = |node: NodeRef<'t>| {
        let mut before = None;
        for other in node.parent()?.children().take(NODES) {
            if other.id() == node.id() {
                return if is_behind {
                    behind(node).take(NODES).find(has_text)
                } else {
                    before
                };
            }
            before = Some(other).filter(has_text).or(before);
        }
        None
    };
    let mut levels = std::iter::successors(Some(node), |node| node.parent().filter(is_in_line)).take(LEVELS);
    let inner = |node: &NodeRef<'t>| {
        let mut children = node.children().take(NODES).filter(has_text);
        if !is_in_line(node) {
            None
        } else if is_behind {
            children.next()
        } else {
            children.last()
        }
    };
    let text = std::iter::successors(levels.find_map(beside), inner).take(LEVELS).find_map(as_text)?;
    if is_behind {
        start_of_name(text).trim_start().chars().next()
    } else {
        text[text.floor_char_boundary(text.len().saturating_sub(NODES))..].trim_end().chars().next_back()
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

    #[test]
    fn operators_between_operands_are_text() {
        Page::check_texts(
            "
            4<i class=sr-only>+</i><b><b>1</b> <i class=sr-only>/</i> 2</b> a<b class=sr-only>/</b>b => 4+1 / 2 ab
            <b aria-hidden=true>8</b><b aria-hidden=true>/</b><b>9</b><p>1<p class=sr-only>:</p><p>2 => 8/9||1||2
            2<b class=sr-only>or</b>3<a class=sr-only>★</a>4 <b aria-hidden=true>★</b>5<b class=sr-only>/</b> => 234 5
            <p><a>2023</a> <b class=sr-only>, </b> <a>2024</a> x<b class=visually-hidden>-</b>y => 2023 , 2024 xy
            <style>.sr-only{position:absolute;clip:rect(0,0,0,0)}</style>4<b class=sr-only>/</b>3 => 4/3",
        );
    }
}
