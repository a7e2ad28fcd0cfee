//! The rules of a style sheet, found without a parser: style sheets are long, and few of their rules hide anything.
//!
//! CSS Syntax, section 5.4: what stands before a `{` is the prelude of a rule, and what stands between it and its `}` is
//! the body. Strings, comments and addresses may hold braces.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};

use super::declarations::WINDOW;
use super::page_names::PageNames;
use super::property::Survey;
use crate::prelude::*;
use crate::texts::byte_set::byte_set;

/// A rule of a style sheet that sets a property that can hide.
#[derive(Clone, Copy, Debug)]
pub struct Block<'t> {
    /// The selectors, as they are written.
    pub prelude: &'t str,
    /// The declarations, as they are written.
    pub body: &'t str,
    pub survey: Survey,
}

/// The rules of a style sheet that apply on a usual screen and may match in a page, in their order.
pub struct Blocks<'t, 'n> {
    sheet: &'t str,
    names: &'n PageNames,
    at: usize,
    /// For each group of rules that is open (`@media`), whether its rules apply.
    groups: Vec<bool>,
    /// `{`, `}` or `;`.
    brace: Next,
    comment: Next,
    /// A quote or an escape.
    quote: Next,
    /// The `(` of `url(`.
    address: Next,
    countdown: Countdown,
}

/// The next place where something stands in a sheet. It is looked for once for all rules before it.
#[derive(Default)]
struct Next {
    found: Option<usize>,
}

impl Next {
    /// Returns the next place from `from` on, if it lies before `to`. `find` returns the place in the rest of the sheet.
    #[inline]
    fn between(
        &mut self,
        sheet: &[u8],
        from: usize,
        to: usize,
        countdown: &mut Countdown,
        find: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<usize> {
        let found = match self.found {
            Some(found) if found >= from => found,
            _ => {
                let found = find(&sheet[from..]).map_or(sheet.len(), |found| from + found);
                countdown.charge(found - from);
                *self.found.insert(found)
            }
        };
        (found < to).then_some(found)
    }
}

impl<'t, 'n> Blocks<'t, 'n> {
    /// Returns the rules of a style sheet that may match in a page with these names.
    pub fn of(sheet: &'t str, names: &'n PageNames) -> Self {
        Blocks {
            sheet,
            names,
            at: 0,
            groups: Vec::new(),
            brace: Next::default(),
            comment: Next::default(),
            quote: Next::default(),
            address: Next::default(),
            countdown: Countdown::new(CHECK_BYTES),
        }
    }

    /// Goes behind the comment that begins before a place, and returns where it begins; `None` if none does.
    fn pass_comment(&mut self, before: usize) -> Option<usize> {
        let (sheet, countdown) = (self.sheet.as_bytes(), &mut self.countdown);
        let start = self.comment.between(sheet, self.at, before, countdown, |rest| memmem::find(rest, b"/*"))?;
        let end = memmem::find(&sheet[start + 2..], b"*/");
        self.at = end.map_or(sheet.len(), |end| start + 2 + end + 2);
        Some(start)
    }

    /// Returns the end of a body that begins at a place, without its `}`.
    fn body_end(&mut self, from: usize) -> usize {
        let (sheet, countdown) = (self.sheet.as_bytes(), &mut self.countdown);
        let bytes = &sheet[from..];
        let end = memchr2(b'{', b'}', bytes).unwrap_or(bytes.len());
        let to = from + end;
        let holds_braces = bytes.get(end) == Some(&b'{')
            || self.quote.between(sheet, from, to, countdown, |rest| memchr3(b'"', b'\'', b'\\', rest)).is_some()
            || self.address.between(sheet, from, to, countdown, address).is_some()
            || self.comment.between(sheet, from, to, countdown, |rest| memmem::find(rest, b"/*")).is_some();
        if holds_braces { from + end_of_block(bytes) } else { to }
    }
}

/// Returns the place of the first `(` that may be that of `url(`.
fn address(sheet: &[u8]) -> Option<usize> {
    memchr_iter(b'(', sheet).find(|at| *at > 0 && matches!(sheet[at - 1], b'l' | b'L'))
}

impl<'t> Iterator for Blocks<'t, '_> {
    type Item = Block<'t>;

    fn next(&mut self) -> Option<Block<'t>> {
        // Where a prelude began that has a comment in it.
        let mut began = None;
        loop {
            let within = began.take();
            let start = within.unwrap_or(self.at);
            let sheet = self.sheet.as_bytes();
            let countdown = &mut self.countdown;
            let find = |rest: &[u8]| memchr3(b'{', b'}', b';', rest);
            let found = self.brace.between(sheet, self.at, sheet.len(), countdown, find)?;
            if let Some(comment) = self.pass_comment(found) {
                let begins = || !self.sheet[start..comment].trim_ascii().is_empty();
                began = within.or_else(|| begins().then_some(start));
                continue;
            }
            let prelude = self.sheet[start..found].trim_ascii();
            let brace = sheet[found];
            self.countdown.charge(prelude.len());
            self.at = found + 1;
            if brace == b';' {
                continue;
            }
            if brace == b'}' {
                self.groups.pop();
                continue;
            }
            if let Some(rule) = prelude.strip_prefix('@')
                && let Some(applies) = group_applies(rule)
                // Deeper groups are passed over.
                && self.groups.len() < 16
            {
                let applies = applies && self.groups.last() != Some(&false);
                self.groups.push(applies);
                continue;
            }
            let end = self.body_end(self.at);
            let body = &self.sheet[self.at..end];
            self.countdown.charge(body.len());
            self.at = (end + 1).min(self.sheet.len());
            if prelude.starts_with('@') || self.groups.last() == Some(&false) || !self.names.may_match(prelude) {
                continue;
            }
            let survey = Survey::of(body);
            if !survey.sets.is_empty() {
                return Some(Block { prelude, body, survey });
            }
        }
    }
}

/// Returns the place of the `}` that ends a block, or the length of the text.
fn end_of_block(bytes: &[u8]) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    loop {
        while bytes.get(at).is_some_and(|byte| !ENDS_OR_HIDES_END[usize::from(*byte)]) {
            at += 1;
        }
        let Some((byte, behind)) = bytes.get(at..).and_then(<[u8]>::split_first) else {
            return bytes.len();
        };
        at += 1;
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return at - 1,
            b'}' => depth -= 1,
            b'\\' => at += 1,
            b'"' | b'\'' => at += end_of_string(behind, *byte),
            b'/' if behind.first() == Some(&b'*') => {
                let end = memmem::find(&behind[1..], b"*/");
                at = end.map_or(bytes.len(), |end| at + 1 + end + 2);
            }
            b'(' if bytes[..at - 1].ends_with(b"url") && !matches!(behind.first(), Some(b'"' | b'\'')) => {
                at = memchr(b')', behind).map_or(bytes.len(), |end| at + end + 1);
            }
            _ => {}
        }
    }
}

/// Returns the place behind a string that began before these bytes. It ends with its line, if not before.
fn end_of_string(bytes: &[u8], quote: u8) -> usize {
    let mut at = 0;
    while let Some(next) = bytes.get(at..).and_then(|rest| memchr3(quote, b'\\', b'\n', rest)) {
        at += next + 1;
        if bytes[at - 1] != b'\\' {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// The bytes that begin or end a block, and those that begin what may hold such bytes.
static ENDS_OR_HIDES_END: [bool; 256] = byte_set(b"{}\\\"'/(");

/// Returns whether the rules in a group apply on a usual screen, given the group's rule without its `@`; `None` for a rule
/// with a body of its own, such as `@font-face`.
fn group_applies(rule: &str) -> Option<bool> {
    let end = rule.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(rule.len());
    let (name, condition) = rule.split_at(end);
    match name.to_ascii_lowercase().as_str() {
        "media" => Some(media_applies(condition)),
        "supports" | "layer" | "document" | "-moz-document" => Some(true),
        "container" | "scope" | "starting-style" => Some(false),
        _ => None,
    }
}

/// Returns `true` if a media query holds for a usual screen. Queries of print, of what the reader prefers, and of anything
/// but the type of the medium and the width do not.
pub fn media_applies(query: &str) -> bool {
    // It is copied.
    if query.len() > 1024 {
        return false;
    }
    let query = without_comments(query).to_ascii_lowercase();
    query.split(',').any(|query| query.split(" and ").all(|part| condition_applies(part.trim())))
}

fn without_comments(query: &str) -> Cow<'_, str> {
    if !query.contains("/*") {
        return Cow::Borrowed(query);
    }
    let mut parts = query.split("/*");
    let first = parts.next().unwrap_or("");
    let behind = parts.map(|part| part.split_once("*/").map_or("", |(_, behind)| behind));
    Cow::Owned(std::iter::once(first).chain(behind).collect::<Vec<_>>().join(" "))
}

fn condition_applies(condition: &str) -> bool {
    let condition = condition.strip_prefix("only ").unwrap_or(condition).trim();
    if matches!(condition, "" | "all" | "screen") {
        return true;
    }
    // `(min-width: 600px)`, and since Media Queries Level 4 `(width >= 600px)`.
    let condition = condition.trim_matches(['(', ')']);
    let Some(sign) = condition.find([':', ';', '<', '>']) else {
        return false;
    };
    let (feature, value) = condition.split_at(sign);
    let is_most = value.starts_with([';', '<']);
    let length = if value.starts_with("<=") || value.starts_with(">=") {
        2
    } else {
        1
    };
    let value = value[length..].trim();
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let pixels = match &value[number.len()..] {
        "px" => 1.0,
        "em" | "rem" => 16.0,
        _ => return false,
    };
    let Ok(width) = number.trim().parse::<f32>() else {
        return false;
    };
    match feature.trim() {
        "min-width" => WINDOW >= width * pixels,
        "max-width" => WINDOW <= width * pixels,
        "width" if is_most => WINDOW <= width * pixels,
        "width" => WINDOW >= width * pixels,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupts;
    use crate::page::Page;
    use crate::{cases, lines};

    fn names() -> PageNames {
        PageNames::of(Page::sample("<p class='a b c d'>").tree())
    }

    fn found(sheet: &str) -> String {
        let names = names();
        let blocks = Blocks::of(sheet, &names).map(|block| format!("{} [{}]", block.prelude, block.body));
        blocks.collect::<Vec<_>>().join(" & ")
    }

    #[test]
    fn rules_are_found() {
        for [sheet, expected] in cases(
            "
            .a{display:none} => .a [display:none]
            @import 'x';@charset 'y';.a , b { top : 0 } => .a , b [ top : 0 ]
            /* .x{top:0} */.a{/*}*/top:0}.b{top:1px => .a [/*}*/top:0] & .b [top:1px]
            .a /* .x{ */ , .b{top:0} => .a /* .x{ */ , .b [top:0]
            .a{content:\"}\";top:0}.b{color:red} => .a [content:\"}\";top:0] & .b [color:red]
            .a{background:url(a}b);top:0} => .a [background:url(a}b);top:0]
            .a{background:rgba(0,0,0,.5);top:0}.q{top:0} => .a [background:rgba(0,0,0,.5);top:0]
            .a{top:0;content:'\\'}'}.b{top:0} => .a [top:0;content:'\\'}'] & .b [top:0]
            .a{background:url(a/}b);top:0} => .a [background:url(a/}b);top:0]
            @font-face{font-size:0}.a{margin:0} => .a [margin:0]
            @keyframes k{0%{opacity:0}to{opacity:1}}.a{top:0} => .a [top:0]
            @media screen{.a{top:0}@media print{.b{top:0}}.c{top:0}}.d{top:0} => .a [top:0] & .c [top:0] & .d [top:0]
            .a{top:0;& .b{left:0}}.c{border:0} => .a [top:0;& .b{left:0}]
            }}{{ =>
            .a{ =>
            <!-- .a{top:0} --> => <!-- .a [top:0]",
        ) {
            assert_eq!(found(sheet), expected, "{sheet}");
        }
    }

    #[test]
    fn media_of_a_usual_screen() {
        for query in lines(
            "
            screen
            only screen and (min-width: 600px)
            (min-width:40em)
            print, screen
            (width>=48rem)
            /**/screen/* print */ and (min-width: 600px)",
        )
        .chain(["", " all"])
        {
            assert!(media_applies(query), "{query}");
        }
        for [query] in cases(
            "
            print
            (max-width: 600px)
            screen and (max-width:767px)
            (prefers-color-scheme: dark)
            not screen
            (min-width: 90rem)
            (hover: none)
            (width < 600px)",
        ) {
            assert!(!media_applies(query), "{query}");
        }
    }

    #[test]
    fn hostile_sheets_take_linear_time() {
        for piece in lines(
            "
            {
            }
            @media{
            /*
            \"{
            .a{\"
            a:b;
            url(
            \\
            .a{/*",
        )
        .chain(["/**/a "])
        {
            for end in ["", "{}"] {
                let sheet = piece.repeat(400_000 / piece.len()) + end;
                let names = names();
                let (_, checks) = interrupts::counted(|| Blocks::of(&sheet, &names).count());
                assert!(checks <= 10 * sheet.len() / CHECK_BYTES, "{piece}: {checks}");
            }
        }
    }
}
