//! A run of text with its marks, as Markdown that is parsed back to the same.
//!
//! Marks are written only where the rules of CommonMark (0.31, section 6.2) let them work, else left
//! out; spaces go to their outside.

use crate::render::content::Gap;

use super::escape::{self, Around, Place};

/// What marks a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// `<b>`, `<strong>`.
    pub strong: bool,
    /// `<i>`, `<em>`.
    pub emphasis: bool,
    /// `<del>`, `<s>`.
    pub deleted: bool,
    /// `<code>`.
    pub code: bool,
    /// The number of the link that it is in.
    pub link: Option<u32>,
}

/// A piece of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub gap: Gap,
    pub style: Style,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text without whitespace at its ends, in it single spaces.
    Text(String),
    /// A picture: its text, its address.
    Picture(String, String),
    /// A reference to a footnote, by its label.
    Note(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Strong,
    Emphasis,
    Deleted,
}

impl Mark {
    /// Those that close last first.
    const ALL: [Mark; 3] = [Mark::Deleted, Mark::Strong, Mark::Emphasis];

    fn is_in(self, style: Style) -> bool {
        match self {
            Mark::Strong => style.strong,
            Mark::Emphasis => style.emphasis,
            Mark::Deleted => style.deleted,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Mark::Strong => "**",
            Mark::Emphasis => "*",
            Mark::Deleted => "~~",
        }
    }

    fn character(self) -> char {
        match self {
            Mark::Deleted => '~',
            _ => '*',
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Text(String),
    Code(String),
    Picture(String, String),
    Note(String),
    Space,
    Break,
    /// A mark opens; the token that closes it.
    Open(Mark, usize),
    /// It closes; the token that opened it.
    Close(Mark, usize),
    LinkOpen,
    LinkClose(u32),
    /// A mark that would not work.
    Nothing,
}

/// Rounds of leaving out marks that do not work; each may take away what another one needed.
const ROUNDS: usize = 4;

/// Writes a run: lines without what stands before them in lists and quotations.
pub fn write(atoms: &[Atom], links: &[String], place: Place) -> String {
    let mut tokens = tokens(atoms, place);
    for round in 0..=ROUNDS {
        if !leave_out(&mut tokens, round == ROUNDS) {
            break;
        }
    }
    merge(&mut tokens);
    spell(&tokens, links, place)
}

fn tokens(atoms: &[Atom], place: Place) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut link = None;
    // The open marks, with the tokens that opened them.
    let mut open: Vec<(Mark, usize)> = Vec::new();
    for (index, atom) in atoms.iter().enumerate() {
        let style = atom.style;
        if link != style.link {
            close(&mut tokens, &mut open, 0);
            if let Some(number) = link {
                tokens.push(Token::LinkClose(number));
            }
        } else {
            let keep = open.iter().position(|(mark, _)| !mark.is_in(style));
            let keep = keep.unwrap_or(open.len());
            close(&mut tokens, &mut open, keep);
        }
        if index > 0 {
            match atom.gap {
                Gap::None => {}
                Gap::Space => tokens.push(Token::Space),
                _ if place.is_one_line() => tokens.push(Token::Space),
                _ => tokens.push(Token::Break),
            }
        }
        if link != style.link {
            link = style.link;
            if link.is_some() {
                tokens.push(Token::LinkOpen);
            }
        }
        for mark in Mark::ALL {
            let is_open = open.iter().any(|(other, _)| *other == mark);
            if mark.is_in(style) && !is_open {
                open.push((mark, tokens.len()));
                tokens.push(Token::Open(mark, 0));
            }
        }
        match &atom.kind {
            Kind::Text(text) if style.code && place.can_hold_code(text) => {
                tokens.push(Token::Code(text.clone()));
            }
            Kind::Text(text) => tokens.push(Token::Text(text.clone())),
            Kind::Picture(text, address) => {
                tokens.push(Token::Picture(text.clone(), address.clone()));
            }
            Kind::Note(label) => tokens.push(Token::Note(label.clone())),
        }
    }
    close(&mut tokens, &mut open, 0);
    if let Some(number) = link {
        tokens.push(Token::LinkClose(number));
    }
    tokens
}

/// Closes all marks but the first so many.
fn close(tokens: &mut Vec<Token>, open: &mut Vec<(Mark, usize)>, keep: usize) {
    for (mark, opened) in open.drain(keep..).rev() {
        let closed = tokens.len();
        if let Some(token) = tokens.get_mut(opened) {
            *token = Token::Open(mark, closed);
        }
        tokens.push(Token::Close(mark, opened));
    }
}

/// The first character that a token is written with; as a space where a line ends.
fn first_char(token: &Token) -> Option<char> {
    match token {
        Token::Text(text) => text.chars().next(),
        Token::Code(_) => Some('`'),
        Token::Picture(..) => Some('!'),
        Token::Note(_) | Token::LinkOpen => Some('['),
        Token::Space | Token::Break => Some(' '),
        Token::Open(mark, _) | Token::Close(mark, _) => Some(mark.character()),
        Token::LinkClose(_) => Some(']'),
        Token::Nothing => None,
    }
}

/// The last one.
fn last_char(token: &Token) -> Option<char> {
    match token {
        Token::Text(text) => text.chars().next_back(),
        Token::Code(_) => Some('`'),
        Token::Picture(..) | Token::LinkClose(_) => Some(')'),
        Token::Note(_) => Some(']'),
        Token::LinkOpen => Some('['),
        _ => first_char(token),
    }
}

/// Whether a character is whitespace, or punctuation for sure: versions of CommonMark differ in symbols.
fn is_outside(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_punctuation()
}

/// Whether it may be taken for one of punctuation.
fn is_doubtful(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Replaces marks that do not work, with their partners; all of them where that is wanted. Whether
/// any was.
fn leave_out(tokens: &mut [Token], all: bool) -> bool {
    let mut wrong = Vec::new();
    // The open marks of the character `*`.
    let mut depth = 0usize;
    let mut index = 0;
    let mut before = ' ';
    while let Some(token) = tokens.get(index) {
        let (Token::Open(mark, _) | Token::Close(mark, _)) = token else {
            before = last_char(token).unwrap_or(before);
            index += 1;
            continue;
        };
        // Marks of one character side by side are one run.
        let character = mark.character();
        let run: Vec<usize> = (index..)
            .map_while(|next| match tokens.get(next)? {
                Token::Open(mark, _) | Token::Close(mark, _) => {
                    (mark.character() == character).then_some(Some(next))
                }
                Token::Nothing => Some(None),
                _ => None,
            })
            .flatten()
            .collect();
        let end = run.last().map_or(index, |last| last + 1);
        let after = tokens[end..].iter().find_map(first_char).unwrap_or(' ');
        let opens = run
            .iter()
            .filter(|&&place| matches!(tokens[place], Token::Open(..)))
            .count();
        let closes = run.len() - opens;
        let left = !after.is_whitespace() && (!is_doubtful(after) || is_outside(before));
        let right = !before.is_whitespace() && (!is_doubtful(before) || is_outside(after));
        // As lenient a reader sees it.
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
                    || depth == closes && (closes == 1 || together(tokens, &run)))
        };
        if !works || all {
            // Of a mixed run, what opens goes: what closes may do without it.
            let mixed = opens > 0 && closes > 0 && !all;
            wrong.extend(
                run.iter()
                    .filter(|&&place| !mixed || matches!(tokens[place], Token::Open(..))),
            );
        }
        if character == '*' {
            depth = (depth + opens).saturating_sub(closes);
        }
        before = character;
        index = end;
    }
    let found = !wrong.is_empty();
    for place in wrong {
        if let Some(Token::Open(_, partner) | Token::Close(_, partner)) = tokens.get(place) {
            let partner = *partner;
            for place in [place, partner] {
                if let Some(token) = tokens.get_mut(place) {
                    *token = Token::Nothing;
                }
            }
        }
    }
    found
}

/// Whether the marks that a run closes were opened by one run.
fn together(tokens: &[Token], run: &[usize]) -> bool {
    let mut opened = run.iter().filter_map(|&place| match tokens.get(place) {
        Some(Token::Close(_, partner)) => Some(*partner),
        _ => None,
    });
    let (Some(mut last), rest) = (opened.next(), opened) else {
        return true;
    };
    for next in rest {
        if !(next + 1..last).all(|between| tokens.get(between) == Some(&Token::Nothing)) {
            return false;
        }
        last = next;
    }
    true
}

/// Joins pieces of text, and of code, that nothing separates any more but spaces.
fn merge(tokens: &mut Vec<Token>) {
    let mut merged: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens.drain(..) {
        match (merged.last_mut(), token) {
            (_, Token::Nothing) => {}
            (Some(Token::Text(text)), Token::Text(more)) => text.push_str(&more),
            (Some(Token::Text(text)), Token::Space) => text.push(' '),
            (Some(Token::Code(text)), Token::Code(more)) => text.push_str(&more),
            (Some(Token::Space), Token::Text(mut more)) => {
                more.insert(0, ' ');
                merged.pop();
                merged.push(Token::Text(more));
            }
            (_, token) => merged.push(token),
        }
    }
    *tokens = merged;
}

fn spell(tokens: &[Token], links: &[String], place: Place) -> String {
    let mut out = String::new();
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| tokens.get(before));
        let around = Around {
            line_start: matches!(before, None | Some(Token::Break)),
            after_note: matches!(before, Some(Token::Note(_))),
            after: tokens.get(index + 1).and_then(first_char),
        };
        match token {
            Token::Text(text) => escape::text(text, around, place, &mut out),
            Token::Code(text) => escape::code(text, place, &mut out),
            Token::Picture(text, address) => {
                out.push_str("![");
                let inside = Around {
                    after: Some(']'),
                    ..Around::default()
                };
                escape::text(text, inside, place, &mut out);
                out.push_str("](");
                escape::address(address, &mut out);
                out.push(')');
            }
            Token::Note(label) => {
                out.push_str("[^");
                out.push_str(label);
                out.push(']');
            }
            Token::Space => out.push(' '),
            Token::Break => out.push_str("\\\n"),
            Token::Open(mark, _) | Token::Close(mark, _) => out.push_str(mark.as_str()),
            Token::LinkOpen => out.push('['),
            Token::LinkClose(number) => {
                out.push_str("](");
                let address = links.get(*number as usize).map_or("", |link| link);
                escape::address(address, &mut out);
                out.push(')');
            }
            Token::Nothing => {}
        }
    }
    out
}
