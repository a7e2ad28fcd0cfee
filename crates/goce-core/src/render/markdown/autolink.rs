//! Autolinks in text.
//!
//! GitHub's Markdown and others make links of addresses in text (GFM 0.29, section 6.9, "extended autolinks").
//! Everything up to a space or a `<` is part of the address: also backslashes of escapes, backticks of code, and marks.
//! So an address stays as it is only if no Markdown is in it or directly behind it. Otherwise it is written as a link
//! of its own, `<http://…>`, or is broken, so that nothing makes a link of it.

use crate::prelude::*;

use super::escape::{Escape, Label, RunPlace, TextContext, begins_reference, escape};

/// The schemes that are looked for. In mail addresses no renderer takes Markdown for a part of the address.
const SCHEMES: [&str; 4] = ["https", "http", "ftp", "dict"];

/// How the colon or the full stop at a place is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autolink {
    /// Like other text: there is no address, or no Markdown in it.
    AsText,
    /// As this text, which breaks the address.
    Broken(&'static str),
    /// As a part of an address that is a link of its own.
    Link {
        /// Bytes of the address before the colon.
        scheme: usize,
        /// Where the address ends.
        end: usize,
    },
}

/// Finds the addresses of a text. Places are asked for in order, so each part of the text is read once.
#[derive(Debug)]
pub struct Autolinks<'a> {
    text: &'a str,
    around: TextContext,
    place: RunPlace,
    /// Where the run of characters without a space ends that was read last.
    run_end: usize,
    /// The end of the last Markdown in that run.
    last_special: usize,
    /// A link before this place has to end here.
    stop: usize,
    /// Before this place no link is possible.
    no_link_before: usize,
}

impl<'a> Autolinks<'a> {
    pub fn new(text: &'a str, around: TextContext, place: RunPlace) -> Self {
        Autolinks {
            text,
            around,
            place,
            run_end: 0,
            last_special: 0,
            stop: 0,
            no_link_before: 0,
        }
    }

    /// Returns how the colon or the full stop at a place is written.
    pub fn at(&mut self, offset: usize) -> Autolink {
        let (before, behind) = (&self.text[..offset], &self.text[offset + 1..]);
        let ends_with = |name: &str| {
            let start = before.len().checked_sub(name.len());
            let end = start.and_then(|start| before.as_bytes().get(start..));
            end.is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes()))
        };
        let is_www = self.text.as_bytes()[offset] == b'.';
        let scheme = if is_www {
            ends_with("www").then_some("www")
        } else if behind.starts_with("//") {
            SCHEMES.into_iter().find(|scheme| ends_with(scheme))
        } else {
            None
        };
        let Some(scheme) = scheme.map(str::len) else {
            return Autolink::AsText;
        };
        // showdown makes a link of an address in an attribute too.
        if self.around.label != Label::Picture && self.is_plain(offset) {
            return Autolink::AsText;
        }
        if is_www {
            return Autolink::Broken("\\.");
        }
        match self.link_end(offset - scheme, offset) {
            Some(end) => Autolink::Link { scheme, end },
            None => Autolink::Broken("&#58;"),
        }
    }

    /// Returns `true` if there is no Markdown from a place up to the next space.
    fn is_plain(&mut self, offset: usize) -> bool {
        if offset >= self.run_end {
            self.last_special = offset;
            self.run_end = self.text.len();
            for (length, c) in self.text[offset..].char_indices().checking(CHECK_BYTES) {
                let at = offset + length;
                if c.is_whitespace() {
                    self.run_end = at;
                    break;
                }
                if escape(self.text, at, c, self.around, self.place) != Escape::None || "<>".contains(c) {
                    self.last_special = at + 1;
                }
            }
            let after = self.around.after.filter(|c| !c.is_whitespace());
            let is_end_of_link = self.around.label != Label::None && after == Some(']');
            if self.run_end == self.text.len() && after.is_some() && !is_end_of_link {
                self.last_special = self.run_end;
            }
        }
        offset >= self.last_special
    }

    /// Returns the end of an address that can be written between `<` and `>`.
    fn link_end(&mut self, start: usize, colon: usize) -> Option<usize> {
        if self.around.label != Label::None || start < self.no_link_before {
            return None;
        }
        let is_mark = |c: Option<char>| c.is_some_and(|c| c == '*' || c == '~');
        if start == 0 && is_mark(self.around.before) {
            return None;
        }
        if colon >= self.stop {
            // No longer address is written as a link of its own.
            let is_stop = |&(length, c): &(usize, char)| length > 2000 || !self.fits(colon + length, c);
            let stop = self.text[colon..].char_indices().find(is_stop);
            self.stop = stop.map_or(self.text.len(), |(length, _)| colon + length);
            // An address may be cut only where a reader sees its end.
            let is_end = |c: char| c.is_whitespace() || "<>\"'`".contains(c) || !c.is_alphanumeric() && !c.is_ascii();
            if !self.text[self.stop..].chars().next().is_none_or(is_end) {
                self.no_link_before = self.stop;
                return None;
            }
        }
        let address = &self.text[start..self.stop];
        let end = start + trimmed(address).len();
        let begins = |text: &str| text.starts_with(char::is_alphanumeric);
        let has_host = self.text.get(colon + 3..end).is_some_and(begins);
        if !has_host || has_attribute(&self.text[colon + 1..end]) {
            self.no_link_before = self.stop;
            return None;
        }
        let is_before_mark = end == self.text.len() && (is_mark(self.around.after) || self.around.after == Some('`'));
        (!is_before_mark).then_some(end)
    }

    /// Returns `true` if every renderer takes a character between `<` and `>` for a part of the address.
    fn fits(&self, offset: usize, c: char) -> bool {
        let behind = &self.text[offset + c.len_utf8()..];
        match c {
            '&' => !begins_reference(behind, self.around.after),
            // Python-Markdown reads links before addresses.
            '[' | ']' => !behind.starts_with(['(', '[', '^', ':']),
            _ => c.is_alphanumeric() || "-._~:/?#@!$()*+,;=%".contains(c),
        }
    }
}

/// Returns an address without the signs that end a sentence, as GFM's autolinks end: a full stop, or a parenthesis that
/// closes none in the address.
fn trimmed(address: &str) -> &str {
    let mut open = address.matches('(').count();
    let mut close = address.matches(')').count();
    let mut rest = address;
    while let Some(last) = rest.chars().next_back() {
        match last {
            '?' | '!' | '.' | ',' | ':' | '*' | '_' | '~' | ';' | '[' => {}
            '(' => open -= 1,
            ')' if close > open => close -= 1,
            _ => break,
        }
        rest = &rest[..rest.len() - last.len_utf8()];
    }
    rest
}

/// Returns `true` if an address has what a browser would take for an attribute, if it took `<http:` for a tag: there a
/// solidus divides attributes. No known renderer writes such an address as a tag. One that does would run
/// `<http://a.example/onclick=…>`.
fn has_attribute(address: &str) -> bool {
    let mut parts = address.split('/');
    parts.any(|part| {
        part.split_once('=')
            .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::escape::text;
    use super::*;
    use crate::cases;

    fn written(input: &str, around: TextContext) -> String {
        let mut out = String::new();
        text(input, around, RunPlace::Paragraph, &mut out).unwrap();
        out
    }

    #[test]
    fn addresses_without_markdown_stay() {
        for input in crate::lines(
            r#"
            see http://a.example/b_c/d-e?f=1&g=2#h, and
            HTTPS://a.example
            www.a.example.
            (http://a.example/b(c)), "http://a.example/"
            http:// and ftp://x and mailto:a@b.example"#,
        ) {
            assert_eq!(written(input, TextContext::default()), input);
        }
    }

    #[test]
    fn other_addresses_are_links_of_their_own() {
        for [input, output] in cases(
            r"
            at http://a.example/~smith/. => at <http://a.example/~smith/>.
            http://a.example/b_(c), d => <http://a.example/b_(c)>, d
            (http://a.example/*b*) => (<http://a.example/*b>\*)
            http://a.example/[b]/c => <http://a.example/[b]/c>
            http://a.example/<img src=x> => <http://a.example/>&lt;img src=x>
            http://a.example/`b` => <http://a.example/>\`b\`
            http://a.example/~b。次 => <http://a.example/~b>。次",
        ) {
            assert_eq!(written(input, TextContext::default()), output);
        }
    }

    #[test]
    fn addresses_that_no_link_can_hold_are_broken() {
        for [input, output] in cases(
            r"
            http://a.example/\b => http&#58;//a.example/\\b
            http://a.example/[b](c) => http&#58;//a.example/\[b\](c)
            http://a.example/{b} => http&#58;//a.example/\{b}
            http://a.example/?b&lt;img => http&#58;//a.example/?b&amp;lt;img
            http://~a/onclick=b => http&#58;//\~a/onclick=b
            http://a/~b/onclick=c => http&#58;//a/\~b/onclick=c
            www.a.example/~b => www\.a.example/\~b
            WWW.a.example/<b> => WWW\.a.example/&lt;b>",
        ) {
            assert_eq!(written(input, TextContext::default()), output);
        }
        let long = format!("http://a.example/~{}", "b".repeat(2000));
        assert!(written(&long, TextContext::default()).starts_with("http&#58;//"));
    }

    #[test]
    fn what_stands_around_counts() {
        for [before, input, after, output] in cases(
            r"
            => http://a.example/ => space => http://a.example/
            => http://a.example/ => ` => http&#58;//a.example/
            => http://a.example/ => [ => <http://a.example/>
            => http://a.example/ => * => http&#58;//a.example/
            => www.a.example => [ => www\.a.example
            => http://a.example/ => ] => http://a.example/
            => http://a.example/~b => ] => http&#58;//a.example/\~b
            * => http://a.example/~b => => http&#58;//a.example/\~b",
        ) {
            let around = TextContext {
                label: if after == "]" { Label::Link } else { Label::None },
                before: before.chars().next(),
                after: after.replace("space", " ").chars().next(),
                ..TextContext::default()
            };
            assert_eq!(written(input, around), output, "{before} {input} {after}");
        }
    }

    #[test]
    fn many_addresses_take_linear_time() {
        // If each address read all that follows, up to the brace, time would be quadratic.
        for end in ["{", "/onclick=b", "~"] {
            let text = format!("{}{end}", "http://a.example/b".repeat(50_000));
            assert!(written(&text, TextContext::default()).len() >= text.len());
        }
    }
}
