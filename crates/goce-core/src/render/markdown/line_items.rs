//! Lines that begin with the sign of an item, as people write lists without one.

use super::inline::{Atom, Token};
use crate::prelude::*;
use crate::render::walk::Gap;

/// A part of a run that is written by itself.
pub enum RunPart {
    Paragraph(Vec<Atom>),
    /// Lines, without their signs.
    Items(Vec<Vec<Atom>>),
}

/// The signs of items that stand for nothing else.
const BULLETS: [char; 5] = ['•', '▪', '●', '■', '‣'];

/// Returns the parts of a run, and empties it. A list is two or more neighbouring lines with one sign, or a line with a
/// bullet that is all of the run. `begins_item` is `true` for one whose first line has the mark of another item.
pub fn parts(run: &mut Vec<Atom>, begins_item: bool) -> Fallible<Vec<RunPart>> {
    let mut parts: Vec<RunPart> = Vec::new();
    let has_sign = run.iter().checking(CHECK_EVERY).any(|atom| sign_of(atom).is_some());
    if !has_sign || begins_item && run.first().and_then(sign_of).is_some() {
        parts.try_push(RunPart::Paragraph(std::mem::take(run)))?;
        return Ok(parts);
    }
    let mut lines: Vec<Vec<Atom>> = Vec::new();
    for atom in run.drain(..).checking(CHECK_EVERY) {
        match lines.last_mut() {
            Some(line) if atom.gap != Gap::Line => line.try_push(atom)?,
            _ => lines.try_push(try_collect([atom])?)?,
        }
    }
    let is_alone = lines.len() == 1;
    let mut lines = lines.into_iter().checking(CHECK_EVERY).peekable();
    while let Some(line) = lines.next() {
        let sign = sign_of_line(&line);
        let is_list = match (sign, lines.peek()) {
            (Some(sign), Some(next)) => sign_of_line(next) == Some(sign),
            (Some(sign), None) => is_alone && BULLETS.contains(&sign),
            _ => false,
        };
        if !is_list {
            match parts.last_mut() {
                Some(RunPart::Paragraph(before)) => before.try_extend(line)?,
                _ => parts.try_push(RunPart::Paragraph(line))?,
            }
            continue;
        }
        let mut items: Vec<Vec<Atom>> = Vec::new();
        items.try_push(without_sign(line)?)?;
        while let Some(line) = lines.next_if(|line| sign_of_line(line) == sign) {
            items.try_push(without_sign(line)?)?;
        }
        parts.try_push(RunPart::Items(items))?;
    }
    Ok(parts)
}

/// Returns the sign of an item that an atom begins with, if it may be one.
fn sign_of(atom: &Atom) -> Option<char> {
    let Token::Text(text) = &atom.token else {
        return None;
    };
    let mut chars = text.chars();
    let sign = chars.next().filter(|_| atom.style.code.is_none())?;
    let is_apart = matches!(chars.next(), None | Some(' '));
    (BULLETS.contains(&sign) || matches!(sign, '·' | '-' | '*') && is_apart).then_some(sign)
}

/// Returns the sign of a line that is an item. A line with a dash may be speech, which ends as sentences do.
fn sign_of_line(line: &[Atom]) -> Option<char> {
    let first = line.first()?;
    let sign = sign_of(first)?;
    let has_more = |text: &str| text[sign.len_utf8()..].contains(|c| c != ' ' && c != sign);
    let has_words = line.len() > 1 || matches!(&first.token, Token::Text(text) if has_more(text));
    let is_sentence = match line.last().map(|last| &last.token) {
        Some(Token::Text(text)) => text.ends_with(['.', '!', '?', '…', '"', '”', '»', ',']),
        _ => false,
    };
    (has_words && !(sign == '-' && is_sentence)).then_some(sign)
}

/// Returns a line without its sign.
fn without_sign(mut line: Vec<Atom>) -> Fallible<Vec<Atom>> {
    let is_sign = match line.first_mut().map(|first| &mut first.token) {
        Some(Token::Text(text)) => {
            let mut rest = text.chars();
            rest.next();
            *text = try_to_owned(rest.as_str().trim_start())?;
            text.is_empty()
        }
        _ => false,
    };
    line.drain(..usize::from(is_sign));
    Ok(line)
}

#[cfg(test)]
mod tests {
    use crate::page::Tag;
    use crate::render::check_markdown;

    #[test]
    fn lines_with_signs_are_items() {
        check_markdown(
            Tag::Body,
            "
            <p>Fit:<br>- Slim fit<br>- <b>Light</b> cloth<br>Wash it. => Fit:||- Slim fit|- **Light** cloth||Wash it.
            <p>•one<br>•two, *3* => - one|- two, \\*3\\*
            <p>• one</p><p>•<a href=/x>two</a></p><p>three => - one||- [two](/x)||three
            <p>* one<br>* two<p>* three => - one|- two||\\* three
            <p>· one<br>· two => - one|- two
            // Speech, a line alone, two signs, a rule, and numbers below zero.
            <p>- Who is it?<br>- Me. => \\- Who is it?\\|\\- Me.
            <p>- one<br>two => \\- one\\|two
            <p>- one<br>* two => \\- one\\|\\* two
            <p>- - -<br>- - - => \\- - -\\|\\- - -
            <p>-5<br>-6 => -5\\|-6
            <ul><li>a<br>• b<br>• c<li>d</ul> => - a|  - b|  - c|- d
            <ul><li>• b<br>• c</ul> => - • b\\|  • c",
        );
    }
}
