//! A run of text with its marks, written as Markdown that is read back to the same.
//!
//! A mark is written only where it works by the rules of CommonMark (0.31, section 6.2), and is left out elsewhere.
//! Spaces go outside of marks.

use crate::prelude::*;
use crate::render::walk::Gap;

use super::escape::{self, Label, RunPlace, TextContext};

/// The marks of a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// `<b>`, `<strong>`.
    pub strong: bool,
    /// `<i>`, `<em>`.
    pub emphasis: bool,
    /// `<del>`, `<s>`.
    pub deleted: bool,
    /// The outermost `<code>` around.
    pub code: Option<usize>,
    /// The number of the link around.
    pub link: Option<u32>,
}

/// A piece of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub gap: Gap,
    pub style: Style,
    pub token: Token,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Strong,
    Emphasis,
    Deleted,
}

impl Mark {
    /// All marks. The first one closes last.
    const ALL: [Mark; 3] = [Deleted, Strong, Emphasis];

    fn is_in(self, style: Style) -> bool {
        match self {
            Strong => style.strong,
            Emphasis => style.emphasis,
            Deleted => style.deleted,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Strong => "**",
            Emphasis => "*",
            Deleted => "~~",
        }
    }

    fn character(self) -> char {
        if self == Deleted { '~' } else { '*' }
    }
}

/// A part of a run as it is written. Atoms have the first four kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Text with single spaces, and none at its ends.
    Text(String),
    /// A picture: its text and its address.
    Picture(String, String),
    /// A reference to a footnote, by its label.
    Note(String),
    /// A formula with its dollar signs.
    Formula(String),
    Code(String),
    Space,
    Break,
    /// The start of a mark, and the token that ends it.
    Open(Mark, usize),
    /// The end of a mark, and the token that starts it.
    Close(Mark, usize),
    LinkOpen,
    LinkClose(u32),
    /// A mark that would not work.
    Nothing,
}

use Mark::*;
use Token::*;

/// Writes a run and empties it. The lines have no prefixes of lists or quotations.
pub fn write(atoms: &mut Vec<Atom>, links: &[String], place: RunPlace) -> Fallible<String> {
    let mut tokens = tokens(atoms, place)?;
    let has = |is_such: fn(&Token) -> bool| tokens.iter().checking(CHECK_EVERY).any(is_such);
    if has(|token| matches!(token, Open(..))) {
        let has_star = has(|token| matches!(token, Code(code) if code.contains('*')));
        leave_out_around_code(&mut tokens, links)?;
        // Each round may take away what another mark needed. The last one leaves all marks out.
        for round in 0..=4 {
            if !leave_out(&mut tokens, has_star, round == 4)? {
                break;
            }
        }
    }
    merge(&mut tokens)?;
    for token in tokens.iter_mut().checking(CHECK_EVERY) {
        if let Code(code) = token
            && escape::moves_text(code)
        {
            *token = Text(std::mem::take(code));
        }
    }
    spell(&tokens, links, place)
}

fn tokens(atoms: &mut Vec<Atom>, place: RunPlace) -> Fallible<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut link = None;
    // The element of the code that was written last.
    let mut code = None;
    // The open marks, with the tokens that opened them.
    let mut open: Vec<(Mark, usize)> = Vec::new();
    let mut atoms = atoms.drain(..).enumerate().checking(CHECK_EVERY).peekable();
    while let Some((index, atom)) = atoms.next() {
        let style = atom.style;
        let next = atoms.peek().map(|(_, next)| next);
        let is_read = |text: &str| style.link.is_some() && is_read_first(text, next);
        let is_code =
            style.code.is_some() && matches!(&atom.token, Text(text) if place.can_hold_code(text) && !is_read(text));
        let before = std::mem::replace(&mut code, style.code.filter(|_| is_code));
        if link != style.link {
            close(&mut tokens, &mut open, 0)?;
            tokens.try_extend(link.map(LinkClose))?;
        } else {
            let keep = open.iter().take_while(|(mark, _)| mark.is_in(style)).count();
            close(&mut tokens, &mut open, keep)?;
        }
        if index > 0 {
            match atom.gap {
                Gap::None => {}
                // A space within code is code.
                Gap::Space if is_code && before == code && matches!(tokens.last(), Some(Code(_))) => {
                    tokens.try_push(Code(try_to_owned(" ")?))?;
                }
                Gap::Space => tokens.try_push(Space)?,
                _ if place.is_one_line() => tokens.try_push(Space)?,
                _ => tokens.try_push(Break)?,
            }
        }
        if link != style.link {
            link = style.link;
            if link.is_some() {
                tokens.try_push(LinkOpen)?;
            }
        }
        for mark in Mark::ALL {
            let is_open = open.iter().any(|(other, _)| *other == mark);
            if mark.is_in(style) && !is_open {
                open.push((mark, tokens.len()));
                tokens.try_push(Open(mark, 0))?;
            }
        }
        tokens.try_push(match atom.token {
            Text(text) if is_code => Code(text),
            token => token,
        })?;
    }
    close(&mut tokens, &mut open, 0)?;
    tokens.try_extend(link.map(LinkClose))?;
    Ok(tokens)
}

/// Returns `true` if code in a link must be written as text, because in code nothing can be escaped. The line could
/// become the definition of a reference, `[…]:`. And marked reads brackets and backticks in the code before the link.
fn is_read_first(code: &str, next: Option<&Atom>) -> bool {
    let goes_on = |next: &Atom| next.gap == Gap::None && matches!(&next.token, Text(text) if text.starts_with(':'));
    code.contains(['[', ']', '`']) || next.is_some_and(goes_on)
}

/// Closes all open marks but the first `keep`.
fn close(tokens: &mut Vec<Token>, open: &mut Vec<(Mark, usize)>, keep: usize) -> Fallible {
    for (mark, opened) in open.drain(keep..).rev() {
        let closed = tokens.len();
        tokens[opened] = Open(mark, closed);
        tokens.try_push(Close(mark, opened))?;
    }
    Ok(())
}

/// Returns the first character of a token as it is written; a space where a line ends.
fn first_char(token: &Token) -> Option<char> {
    match token {
        Text(text) => text.chars().next(),
        Code(_) => Some('`'),
        Picture(..) => Some('!'),
        Formula(_) => Some('$'),
        Note(_) | LinkOpen => Some('['),
        Space | Break => Some(' '),
        Open(mark, _) | Close(mark, _) => Some(mark.character()),
        LinkClose(_) => Some(']'),
        Nothing => None,
    }
}

fn last_char(token: &Token) -> Option<char> {
    match token {
        Text(text) => text.chars().next_back(),
        Code(_) => Some('`'),
        Picture(..) | LinkClose(_) => Some(')'),
        Note(_) => Some(']'),
        LinkOpen => Some('['),
        _ => first_char(token),
    }
}

/// Returns `true` for whitespace and for punctuation in every version of CommonMark. The versions differ in symbols.
fn is_outside(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_punctuation()
}

/// Returns `true` for characters that are punctuation in some version of CommonMark.
fn is_doubtful(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Removes pairs of marks whose content some renderers misread. marked and mistune look for the end of struck text
/// without regard to code, addresses and lines; marked looks for the end of other marks without regard to code.
fn leave_out_around_code(tokens: &mut [Token], links: &[String]) -> Fallible {
    // The open marks, at most three: each with its token, and whether it must go.
    let mut open: Vec<(Mark, usize, bool)> = Vec::new();
    let mut wrong = Vec::new();
    for (index, token) in tokens.iter().enumerate().checking(CHECK_EVERY) {
        let (strikes, stars) = match token {
            Open(mark, _) => {
                open.try_push((*mark, index, false))?;
                continue;
            }
            Close(mark, partner) => {
                if let Some(place) = open.iter().rposition(|(other, ..)| other == mark)
                    && open.remove(place).2
                {
                    wrong.try_extend([*partner, index])?;
                }
                continue;
            }
            Code(code) => (true, code.contains('*')),
            Picture(_, address) => (address.contains('~'), address.contains('*')),
            LinkClose(number) => {
                let address = links.get(*number as usize).map_or("", String::as_str);
                (address.contains('~'), address.contains('*'))
            }
            Text(text) => (text.contains('~'), false),
            Break => (true, false),
            _ => continue,
        };
        for (mark, _, is_wrong) in &mut open {
            *is_wrong |= if *mark == Deleted { strikes } else { stars };
        }
    }
    wrong.into_iter().for_each(|place| tokens[place] = Nothing);
    Ok(())
}

/// Removes marks that do not work, with their partners; all marks if `all`. Returns `true` if it removed any.
/// `has_star` is `true` if there is a `*` in some code.
fn leave_out(tokens: &mut [Token], has_star: bool, all: bool) -> Fallible<bool> {
    let mut work = Countdown::new(CHECK_EVERY);
    let mut wrong = Vec::new();
    // The number of open marks of the character `*`.
    let mut depth = 0usize;
    let mut index = 0;
    let mut before = ' ';
    while let Some(token) = tokens.get(index) {
        work.charge(1);
        let (Open(mark, _) | Close(mark, _)) = token else {
            before = last_char(token).unwrap_or(before);
            index += 1;
            continue;
        };
        // Adjacent marks of one character are one run.
        let character = mark.character();
        let marks = (index..)
            .map_while(|next| match tokens.get(next)? {
                Open(mark, _) | Close(mark, _) => (mark.character() == character).then_some(Some(next)),
                Nothing => Some(None),
                _ => None,
            })
            .flatten();
        let run = try_collect(marks)?;
        let end = run.last().map_or(index, |last| last + 1);
        let after = tokens[end..].iter().find_map(first_char).unwrap_or(' ');
        let opens = run.iter().filter(|&&place| matches!(tokens[place], Open(..))).count();
        let closes = run.len() - opens;
        let left = !after.is_whitespace() && (!is_doubtful(after) || is_outside(before));
        let right = !before.is_whitespace() && (!is_doubtful(before) || is_outside(after));
        // As a lenient reader sees it.
        let may_open = !after.is_whitespace();
        let may_close = !before.is_whitespace();
        let works = if opens > 0 && closes > 0 {
            false
        } else if opens > 0 {
            left && (!may_close || is_outside(before) && !is_doubtful(after) || depth == 0)
        } else {
            right
                && (!may_open
                    || is_outside(after) && !is_doubtful(before)
                    || depth == closes
                        // marked may look for the end in code behind.
                        && !has_star
                        && (closes == 1 || together(tokens, &run))
                        && (!after.is_alphanumeric() || opened_by_words(tokens, &run)))
        };
        if !works || all {
            // In a mixed run the starts go. The ends may then work.
            let mixed = opens > 0 && closes > 0 && !all;
            wrong.try_extend(run.iter().copied().filter(|&place| !mixed || matches!(tokens[place], Open(..))))?;
        }
        if character == '*' {
            depth = (depth + opens).saturating_sub(closes);
        }
        before = character;
        index = end;
    }
    let found = !wrong.is_empty();
    for place in wrong.into_iter().checking(CHECK_EVERY) {
        if let Some(Open(_, partner) | Close(_, partner)) = tokens.get(place) {
            let partner = *partner;
            tokens[place] = Nothing;
            tokens[partner] = Nothing;
        }
    }
    Ok(found)
}

/// Returns `true` if one run opened all marks that a run closes.
fn together(tokens: &[Token], run: &[usize]) -> bool {
    let mut opened = run.iter().filter_map(|&place| match tokens.get(place) {
        Some(Close(_, partner)) => Some(*partner),
        _ => None,
    });
    let mut last = opened.next();
    opened.all(|next| {
        let mut between = next + 1..last.replace(next).unwrap_or(0);
        between.all(|between| tokens.get(between) == Some(&Nothing))
    })
}

/// Returns `true` if a word stands behind the start of each mark that a run closes. Before a sign, marked takes marks
/// within a word for text.
fn opened_by_words(tokens: &[Token], run: &[usize]) -> bool {
    run.iter().all(|&place| match tokens.get(place) {
        Some(Close(_, partner)) => {
            let inside = tokens.get(partner + 1..).unwrap_or_default();
            let first = inside.iter().take(run.len() + 1).find_map(first_char);
            first.is_none_or(|c| !is_doubtful(c) || c == '*')
        }
        _ => true,
    })
}

/// Joins adjacent texts, and adjacent code. Only spaces may be between texts.
fn merge(tokens: &mut Vec<Token>) -> Fallible {
    let mut work = Countdown::new(CHECK_EVERY);
    let mut merged = Ok(());
    tokens.retain(|token| !matches!(token, Nothing));
    tokens.dedup_by(|token, last| {
        work.charge(1);
        let (text, more) = match (last, token) {
            (Text(text), Text(more)) | (Code(text), Code(more)) => (text, more.as_str()),
            (Text(text), Space) => (text, " "),
            (last @ Space, Text(more)) => {
                let mut text = String::new();
                merged = merged.and(text.try_push_all(&[" ", more]));
                *last = Text(text);
                return true;
            }
            _ => return false,
        };
        merged = merged.and(text.try_push_str(more));
        true
    });
    merged
}

/// Returns `true` if a token is written with a dollar sign.
fn has_dollar(token: &Token, links: &[String]) -> bool {
    match token {
        Text(text) | Code(text) | Note(text) => text.contains('$'),
        Picture(text, address) => text.contains('$') || address.contains('$'),
        Formula(_) => true,
        LinkClose(number) => links.get(*number as usize).is_some_and(|address| address.contains('$')),
        _ => false,
    }
}

fn spell(tokens: &[Token], links: &[String], place: RunPlace) -> Fallible<String> {
    let mut out = String::new();
    // A run of up to 64 bytes is written into one allocation.
    out.try_reserve(64)?;
    let mut label = Label::None;
    let mut after_bracket = false;
    let last_mark = tokens.iter().rposition(|token| matches!(token, Open(..) | Close(..)));
    let last_dollar = tokens.iter().rposition(|token| has_dollar(token, links));
    for (index, token) in tokens.iter().enumerate().checking(CHECK_EVERY) {
        let before = index.checked_sub(1).and_then(|before| tokens.get(before));
        match token {
            LinkOpen => label = Label::Link,
            LinkClose(_) => label = Label::None,
            _ => {}
        }
        let line_start = matches!(before, None | Some(Break));
        if line_start {
            after_bracket = matches!(token, LinkOpen | Note(_));
        }
        let around = TextContext {
            line_start,
            after_bracket,
            after_note: matches!(before, Some(Note(_))),
            label,
            before: before.and_then(last_char),
            after: tokens.get(index + 1).and_then(first_char),
            before_mark: last_mark.is_some_and(|last| index < last),
            before_dollar: last_dollar.is_some_and(|last| index < last),
        };
        match token {
            Code(text) if !after_bracket || !text.contains("]:") => escape::code(text, place, &mut out)?,
            Text(text) | Code(text) => escape::text(text, around, place, &mut out)?,
            Picture(text, address) => {
                out.try_push_str("![")?;
                let inside = TextContext {
                    label: Label::Picture,
                    before: Some('['),
                    after: Some(']'),
                    before_dollar: around.before_dollar || address.contains('$'),
                    ..TextContext::default()
                };
                escape::text(text, inside, place, &mut out)?;
                out.try_push_str("](")?;
                escape::address(address, &mut out)?;
                out.try_push_char(')')?;
            }
            Note(label) => out.try_push_all(&["[^", label, "]"])?,
            Formula(tex) => {
                // Renderers take a dollar sign beside a letter or a number for text.
                if out.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '\\' | '$')) {
                    out.try_push_char(' ')?;
                }
                out.try_push_str(tex)?;
                if around.after.is_some_and(|c| c.is_alphanumeric() || c == '$') {
                    out.try_push_char(' ')?;
                }
            }
            Space => out.try_push_char(' ')?,
            // marked reads no link over a backslash at the end of a line.
            Break if label != Label::None => out.try_push_str("  \n")?,
            Break => out.try_push_str("\\\n")?,
            Open(mark, _) | Close(mark, _) => out.try_push_str(mark.as_str())?,
            // pulldown-cmark takes both for one link.
            LinkOpen if around.after_note => out.try_push_str(" [")?,
            LinkOpen => out.try_push_char('[')?,
            LinkClose(number) => {
                out.try_push_str("](")?;
                if let Some(link) = links.get(*number as usize) {
                    escape::address(link, &mut out)?;
                }
                out.try_push_char(')')?;
            }
            Nothing => {}
        }
    }
    Ok(out)
}
