//! Text, code and addresses, escaped so that renderers read no Markdown in them.

use super::autolink::{Autolink, Autolinks};
use super::braces::Braces;
use crate::output::pieces;
use crate::prelude::*;
use crate::texts::byte_set::byte_set;
use {Escape::Reference, RunPlace::*};

/// Where a run is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPlace {
    Paragraph,
    Heading,
    /// In a cell of a table.
    Cell,
    /// In a cell of a table's header.
    HeaderCell,
}

impl RunPlace {
    /// Returns `true` if a line break cannot stand there.
    pub fn is_one_line(self) -> bool {
        self != Paragraph
    }

    pub fn is_cell(self) -> bool {
        matches!(self, Cell | HeaderCell)
    }

    /// Returns `true` if code can be written there as code. In a cell, a backslash before a bar looks like one that
    /// escapes the bar. showdown writes a header into an attribute.
    pub fn can_hold_code(self, text: &str) -> bool {
        !(self.is_cell() && (text.contains("\\|") || text.ends_with('\\')))
            && !(self == HeaderCell && text.contains('"'))
    }
}

/// The kind of brackets around a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Label {
    /// No brackets.
    #[default]
    None,
    Link,
    Picture,
}

/// The context of a piece of text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextContext {
    /// The text begins a line.
    pub line_start: bool,
    /// The text follows a reference to a footnote.
    pub after_note: bool,
    /// The brackets around the text.
    pub label: Label,
    /// The character before the text; `None` where a line begins.
    pub before: Option<char>,
    /// The character behind the text; `None` where the line ends.
    pub after: Option<char>,
    /// A mark, such as that of emphasis, stands somewhere behind the text.
    pub before_mark: bool,
    /// The line begins with the bracket of a link or of a reference to a footnote.
    pub after_bracket: bool,
    /// A dollar sign stands somewhere behind the text, in the same run.
    pub before_dollar: bool,
}

/// How a character is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// As it is: no renderer reads Markdown in it.
    None,
    Backslash,
    /// As a character reference. Every renderer knows `&lt;` and `&amp;`. But Python-Markdown knows no `\<`, and in
    /// addresses GitHub's autolinks know no backslash.
    Reference(&'static str),
}

/// Returns how the character at a place of a text is written, except at the start of a line.
pub fn escape(text: &str, offset: usize, c: char, around: TextContext, place: RunPlace) -> Escape {
    let behind = &text[offset + c.len_utf8()..];
    let next = || behind.chars().next().or(around.after);
    let before = || text[..offset].chars().next_back();
    let in_label = || around.label != Label::None && !is_plain_label(text, around);
    let is_escaped = match c {
        // marked drops the backslashes before it reads the text of a link.
        '[' if in_label() => return Reference("&#91;"),
        ']' if in_label() => return Reference("&#93;"),
        '$' if in_label() && is_pair_of_dollars(behind, around, place) => return Reference("&#36;"),
        // marked writes the quote of a picture into an attribute without an escape, showdown that of a header.
        '"' if around.label == Label::Picture || place == HeaderCell => return Reference("&quot;"),
        // showdown writes them into an attribute, and then sees the end of the tag there.
        '<' if around.label == Label::Picture => return Reference("&lt;"),
        '>' if around.label == Label::Picture => return Reference("&gt;"),
        // It makes a link of a mail address in an attribute too.
        '@' if around.label == Label::Picture => return Reference("&#64;"),
        // mistune takes the link for a reference to a footnote.
        '^' if around.label != Label::None && offset == 0 => return Reference("&#94;"),
        // showdown and markdown2 take it for the escape of a backtick that begins code.
        '\\' if behind.is_empty() && around.after == Some('`') => return Reference("&#92;"),
        '\\' | '`' | '*' | '[' | ']' => true,
        // Braces may hold attributes (Python-Markdown, kramdown), templates (Liquid) or code (MDX).
        '{' => true,
        // Inside a word it is no mark.
        '_' => ![before(), next()].iter().all(|c| c.is_some_and(char::is_alphanumeric)),
        // It strikes text out only if it can end what another one began: not behind a space.
        '~' => {
            let before = before().or(around.before);
            // marked reads it together with backticks behind it.
            matches!(next(), Some('~' | '`')) || before.is_some_and(|c| !c.is_whitespace())
        }
        // A bracket in the text itself is escaped.
        '!' => behind.is_empty() && around.after == Some('['),
        '|' => place.is_cell(),
        '$' => is_pair_of_dollars(behind, around, place),
        // markdown2 reads a definition from the first bracket of a line to the last one with a colon.
        ':' if around.after_bracket && before() == Some(']') => return Reference("&#58;"),
        ':' | '(' => around.after_note && offset == 0,
        '#' => place == Heading && next().is_none_or(char::is_whitespace),
        '<' if may_begin_tag(next()) => return Reference("&lt;"),
        // marked sees no marks between `<` and `>`, whatever stands behind `<`.
        '<' if around.before_mark && !behind.contains(['<', '>']) => return Reference("&lt;"),
        '&' if begins_reference(behind, around.after) => return Reference("&amp;"),
        _ => false,
    };
    if is_escaped { Escape::Backslash } else { Escape::None }
}

/// Returns `true` for all of the text of a link, if it could be no link, reference or formula without backslashes.
fn is_plain_label(text: &str, around: TextContext) -> bool {
    let is_whole = around.label == Label::Link && around.before == Some('[') && around.after == Some(']');
    let has_pair = |sign: char| text.find(sign) != text.rfind(sign);
    is_whole
        && text.len() <= 256
        && !has_pair('[')
        && !has_pair(']')
        && !has_pair('$')
        && !text.contains(['^', '`', '\\', '!'])
        && ["](", "]:", "[ ", "[x"].into_iter().all(|sign| !text.contains(sign))
}

/// Returns `true` if some renderer might read a tag, a comment or an address where `<` stands before this character.
/// Python-Markdown drops control characters first, so only harmless characters are listed. Other text may follow the
/// end of a text, as in chunks.
fn may_begin_tag(next: Option<char>) -> bool {
    next.is_none_or(|c| !(c == ' ' || c.is_ascii_digit() || "=-<>&".contains(c)))
}

/// Returns `true` if a renderer with formulas may read one from a dollar sign on: one that another follows. The last
/// of a run stays, as in a sentence with one price. A renderer without tables may read on from cell to cell.
fn is_pair_of_dollars(behind: &str, around: TextContext, place: RunPlace) -> bool {
    place.is_cell() || around.before_dollar || behind.contains('$')
}

/// `true` for the bytes of the characters that [`escape`] and [`text`] look at. Others are written as they are.
static IS_LOOKED_AT: [bool; 256] = byte_set(b"\\`*_{}[]\"~!|:(#<>&.$@^");

/// Returns the length of the start of a text that is written as it is.
fn plain(text: &str) -> usize {
    text.bytes().position(|byte| IS_LOOKED_AT[usize::from(byte)]).unwrap_or(text.len())
}

/// Appends text that is read as text.
pub fn text(text: &str, around: TextContext, place: RunPlace, out: &mut String) -> Fallible {
    let mut work = Countdown::default();
    let block_start = if around.line_start && place == Paragraph {
        block_start(text, around.after)
    } else {
        None
    };
    let mut addresses = Autolinks::new(text, around, place);
    let mut offset = 0;
    loop {
        // A backslash may stand before the first character of a line.
        let end = offset + plain(&text[offset..]);
        let end = block_start.filter(|start| (offset..end).contains(start)).unwrap_or(end);
        out.try_push_str(&text[offset..end])?;
        work.charge(end - offset);
        offset = end;
        let Some(c) = text[offset..].chars().next() else {
            break;
        };
        work.charge(1);
        let written = match c {
            ':' | '.' => addresses.at(offset),
            _ => Autolink::AsText,
        };
        match written {
            Autolink::AsText => {}
            Autolink::Broken(separator) => {
                out.try_push_str(separator)?;
                offset += 1;
                continue;
            }
            Autolink::Link { scheme, end } => {
                // The scheme is in the output already. It is letters, which are never escaped.
                out.truncate(out.len() - scheme);
                out.try_push_all(&["<", &text[offset - scheme..end], ">"])?;
                offset = end;
                continue;
            }
        }
        match escape(text, offset, c, around, place) {
            Reference(reference) => out.try_push_str(reference)?,
            escape => {
                if escape == Escape::Backslash || block_start == Some(offset) {
                    out.try_push_char('\\')?;
                }
                out.try_push_char(c)?;
            }
        }
        offset += c.len_utf8();
    }
    Ok(())
}

/// Returns the place for a backslash that keeps the start of a line from being that of a heading, a list, a quotation,
/// a rule or a table.
fn block_start(text: &str, after: Option<char>) -> Option<usize> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let second = chars.next().or(after);
    let ends = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let needed = match first {
        // Python-Markdown reads a heading without a space too.
        '>' | '=' | '|' | '#' => true,
        '-' => second.is_none_or(|c| !c.is_alphanumeric()),
        '+' => ends(second),
        // Python-Markdown and mistune read a definition. It may also be the line of a table.
        ':' => second == Some('-') || ends(second),
        // markdown-it reads a definition.
        '~' => ends(second),
        '0'..='9' => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let mut behind = text[digits..].chars();
            let is_number = digits <= 9 && matches!(behind.next(), Some('.' | ')'));
            return (is_number && ends(behind.next().or(after))).then_some(digits);
        }
        _ => false,
    };
    needed.then_some(0)
}

/// Returns `true` if the text behind an ampersand makes it a character reference. `&#` is always one: Python-Markdown
/// loses its place in the text behind it (its parser of HTML begins anew there).
pub fn begins_reference(behind: &str, after: Option<char>) -> bool {
    if behind.chars().next().or(after) == Some('#') {
        return true;
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || "#_".contains(c) || c.is_control();
    // A longer name counts as a reference, because browsers read the start of one.
    let longest = 40;
    let mut rest = behind.char_indices().take(longest);
    match rest.find(|(_, c)| !is_name(*c)) {
        Some((length, c)) => length > 0 && c == ';',
        None if behind.len() >= longest => true,
        // The reference may go on behind the text. No name of one letter ends without a semicolon.
        None => {
            let goes_on = |c: char| !c.is_whitespace() && (behind.len() > 1 || is_name(c) || c == ';');
            !behind.is_empty() && after.is_some_and(goes_on)
        }
    }
}

/// The starts of the names of characters that some readers take for references without a semicolon.
const STARTS: &[u8] = b"\
    aa ac ae ag am ar at au br cc ce co cu de di ea ec eg et eu fr gt ia ic ie ig iq iu la lt ma mi nb no nt oa oc \
    og or os ot ou pa pl po qu ra re se sh su sz th ti ua uc ug um uu ya ye yu";

/// Returns `true` if the text behind an ampersand in an address is the name of a parameter that nobody reads as a character:
/// letters and digits before an equals sign.
fn begins_parameter(behind: &str) -> bool {
    let length = behind.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let is_start = |start: &[u8]| behind.as_bytes()[..2].eq_ignore_ascii_case(&start[..2]);
    let is_taken = || length > 1 && STARTS.chunks(3).any(is_start);
    length > 0 && behind.as_bytes().get(length) == Some(&b'=') && !is_taken()
}

/// Returns `true` if a renderer that does not know or loses fences would read markup in a block of code.
/// Python-Markdown without its extension knows none, and with it loses them within lists and quotations. Markup is what
/// may begin a tag, a link or a character reference, or attributes in braces. A control character may hide these.
pub fn needs_indent(code: &str) -> bool {
    let mut before = ' ';
    let mut braces = Braces::of(code);
    for (offset, c) in code.char_indices().checking(CHECK_BYTES) {
        let is_markup = match (before, c) {
            (_, '&') => begins_reference(&code[offset + 1..], None),
            ('<', '\n') => false,
            ('<', _) => may_begin_tag(Some(c)),
            (']', '(' | '[' | ':') => true,
            _ => c.is_ascii_control() && !"\t\n\r".contains(c),
        };
        if braces.end_attributes(offset, c) || is_markup {
            return true;
        }
        before = c;
    }
    false
}

/// Returns `true` for code that is written as text, because as code it would change what stands around it.
pub fn moves_text(code: &str) -> bool {
    ends_code(code) || has_broken_reference(code) || has_escaped_tag(code)
}

/// Returns `true` if `&#` without a number is in code ([`begins_reference`]).
fn has_broken_reference(code: &str) -> bool {
    code.match_indices("&#").checking(CHECK_BYTES).any(|(offset, _)| {
        let number = &code[offset + 2..];
        let number = number.strip_prefix(['x', 'X']).unwrap_or(number);
        !number.starts_with(|c: char| c.is_ascii_hexdigit())
    })
}

/// Returns `true` if code has `\<` without `>` in the same line. showdown takes the next `>` for the end of an escaped
/// tag, which may be the mark of a quotation.
fn has_escaped_tag(code: &str) -> bool {
    let mut before = ' ';
    let mut is_open = false;
    for c in code.chars().checking(CHECK_BYTES) {
        match c {
            '<' if before == '\\' => is_open = true,
            '>' => is_open = false,
            '\n' if is_open => return true,
            _ => {}
        }
        before = c;
    }
    is_open
}

/// Returns `true` if `</code>` is in code, before any other tag but those of `<span>`. markdown2 takes an indented
/// block that stands before it for one that it has written itself, and reads markup there.
fn ends_code(code: &str) -> bool {
    for (offset, _) in code.match_indices('<').checking(CHECK_BYTES) {
        let behind = &code[offset + 1..];
        if behind.starts_with("/code>") {
            return true;
        }
        if !behind.strip_prefix('/').unwrap_or(behind).starts_with("span") {
            return false;
        }
    }
    false
}

/// Returns `true` if code begins with the mark of a definition. markdown-it reads one there, however far it is
/// indented.
pub fn begins_definition(code: &str) -> bool {
    code.trim_start().strip_prefix([':', '~']).is_some_and(|behind| behind.starts_with([' ', '\t']))
}

/// Returns `true` if Python-Markdown, which loses fences within lists and quotations, would read attributes in braces
/// without a value: alone in the last line of a paragraph, or at the end of a heading or the term of a definition.
pub fn holds_attributes(code: &str) -> bool {
    let mut lines = code.split('\n').checking(CHECK_BYTES).peekable();
    let (mut braces, mut heads) = (false, false);
    while let Some(line) = lines.next() {
        let line = line.trim();
        heads |= line.starts_with(": ") || !line.is_empty() && line.bytes().all(|byte| b"=-|: ".contains(&byte));
        if line.ends_with('}') && line.contains('{') {
            braces = true;
            let ends_paragraph = lines.peek().is_some_and(|next| next.trim().is_empty());
            heads |= line.starts_with('#') || line.starts_with('{') && ends_paragraph;
        }
    }
    braces && heads
}

/// Appends text as code.
pub fn code(text: &str, place: RunPlace, out: &mut String) -> Fallible {
    let fence = longest_run(text, '`') + 1;
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    run(fence, out)?;
    out.try_push_str(pad)?;
    for piece in pieces(text) {
        interrupts::check();
        for (index, part) in piece.split(|c| place.is_cell() && c == '|').enumerate() {
            if index > 0 {
                out.try_push_str("\\|")?;
            }
            out.try_push_str(part)?;
        }
    }
    out.try_push_str(pad)?;
    run(fence, out)
}

/// Appends backticks.
pub fn run(length: usize, out: &mut String) -> Fallible {
    out.try_reserve(length)?;
    out.extend(std::iter::repeat_n('`', length));
    Ok(())
}

/// The length of the longest run of a character.
pub fn longest_run(text: &str, of: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for piece in pieces(text) {
        if piece.len() > CHECK_BYTES {
            interrupts::check();
        }
        for c in piece.chars() {
            run = if c == of { run + 1 } else { 0 };
            longest = longest.max(run);
        }
    }
    longest
}

/// The bytes of addresses that are written as they are.
static IS_PLAIN: [bool; 256] = byte_set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/:?=%#+,");

/// Appends an address as the target of a link.
pub fn address(address: &str, out: &mut String) -> Fallible {
    let mut work = Countdown::default();
    let mut rest = address;
    while let Some(length) = rest.bytes().position(|byte| !IS_PLAIN[usize::from(byte)]) {
        work.charge(length);
        let (plain, special) = rest.split_at(length);
        out.try_push_str(plain)?;
        let mut chars = special.chars();
        let c = chars.next().unwrap_or_default();
        rest = chars.as_str();
        out.try_push_str(match c {
            // mistune decodes `&amp;#58;` twice, which may make a scheme.
            '&' if begins_reference(rest, None) => "%26",
            '&' if !begins_parameter(rest) => "&amp;",
            '<' => "%3C",
            '>' => "%3E",
            '(' => "%28",
            ')' => "%29",
            '\\' => "%5C",
            '|' => "%7C",
            '`' => "%60",
            ' ' => "%20",
            '"' => "%22",
            // markdown2 reads a definition.
            ']' if rest.starts_with(':') => "%5D",
            // showdown reads pictures before links.
            '!' if rest.starts_with('[') => "%21",
            // Only addresses that could not be resolved have such characters.
            c if c.is_whitespace() || c.is_control() => "",
            c => &special[..c.len_utf8()],
        })?;
    }
    out.try_push_str(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    fn escaped(input: &str, around: TextContext, place: RunPlace) -> String {
        let mut out = String::new();
        text(input, around, place, &mut out).unwrap();
        out
    }

    #[test]
    fn only_what_would_be_read_is_escaped() {
        let start = TextContext {
            line_start: true,
            ..TextContext::default()
        };
        for [input, output] in cases(
            "
            a*b_c_d _e => a\\*b_c_d \\_e
            1. a => 1\\. a
            1.5 a 1. b => 1.5 a 1. b
            1234567890. a => 1234567890. a
            # a => \\# a
            #a # => \\#a #
            - a - b => \\- a - b
            -5 => -5
            --- => \\---
            = => \\=
            >a > b => \\>a > b
            a < b <c> &amp; &am => a < b &lt;c> &amp;amp; &am
            <3 <= <- << </a <!b <?c <\u{2}d <é => <3 <= <- << &lt;/a &lt;!b &lt;?c &lt;\u{2}d &lt;é
            ~5 km, 10~20, a ~~b~~ => ~5 km, 10\\~20, a \\~\\~b\\~\\~
            a {: onclick=x } => a \\{: onclick=x }
            a | b => a | b
            |a => \\|a
            [a](b) ![c] => \\[a\\](b) !\\[c\\]
            a\\b => a\\\\b
            $5 => $5
            $5 to $6 => \\$5 to $6
            $$a$$ => \\$\\$a\\$$
            ~ a => \\~ a
            a &# b => a &amp;# b",
        ) {
            assert_eq!(escaped(input, start, Paragraph), output);
        }
        let before_code = TextContext {
            after: Some('`'),
            before_dollar: true,
            ..start
        };
        assert_eq!(escaped(r"$ a\b\", before_code, Paragraph), r"\$ a\\b&#92;");
        let label = |label| TextContext {
            label,
            ..TextContext::default()
        };
        assert_eq!(escaped("^a$b$c^ d@e >", label(Label::Link), Paragraph), "&#94;a&#36;b$c^ d@e >");
        assert_eq!(escaped("^a <d@e> \"", label(Label::Picture), Cell), "&#94;a &lt;d&#64;e&gt; &quot;");
        assert_eq!(escaped("a\" $", start, Cell), r#"a" \$"#);
        assert_eq!(escaped("a\"|", start, HeaderCell), r"a&quot;\|");
        let whole = TextContext {
            before: Some('['),
            after: Some(']'),
            before_dollar: true,
            ..label(Label::Link)
        };
        assert_eq!(escaped("[1] $5 &T", whole, Paragraph), r"\[1\] \$5 &T");
        assert_eq!(escaped("[1](a)", whole, Paragraph), "&#91;1&#93;(a)");
        let before_mark = TextContext {
            before_mark: true,
            ..start
        };
        assert_eq!(escaped("a < b > c < d", before_mark, Paragraph), "a < b > c &lt; d");
        assert_eq!(escaped("# a #", start, Heading), r"\# a \#");
        assert_eq!(escaped("- a|b", start, Cell), r"- a\|b");
    }

    #[test]
    fn code_that_changes_what_stands_around_it_is_text() {
        let check = |table: &str, is_such: &dyn Fn(&str) -> bool| {
            for [code, expected] in cases(table) {
                assert_eq!(is_such(&code.replace('|', "\n")).to_string(), expected, "{code}");
            }
        };
        check(
            r"
            </code> => true
            <span></span></code> => true
            a&# => true
            &#; => true
            &#x; => true
            \<a => true
            \<a|> => true
            <a></code> => false
            </b> => false
            &#1 => false
            &#xA; => false
            \<a> => false
            <a => false
            &amp; => false",
            &moves_text,
        );
        check(
            "
            # a { b } => true
            { b }||c => true
            a { b }|: c => true
            a { b }|--- => true
            { b }|    : c => true
            a { b } => false
            { b } => false
            { b }|c| => false
            # a => false
            : a => false
            a {|}|| => false",
            &holds_attributes,
        );
        assert!(!HeaderCell.can_hold_code("\""));
        assert!(Cell.can_hold_code("\"") && !HeaderCell.can_hold_code("\\|"));
        check(
            "
            : a => true
            |  ~\ta => true
            :a => false
            a : b => false
            ~~~ a => false",
            &begins_definition,
        );
    }

    #[test]
    fn code_and_addresses() {
        let of = |text: &str, place| {
            let mut out = String::new();
            code(text, place, &mut out).unwrap();
            out
        };
        assert_eq!(of("a``b", Paragraph), "```a``b```");
        assert_eq!(of("`", Paragraph), "`` ` ``");
        assert_eq!(of("a|b", Cell), r"`a\|b`");
        let mut out = String::new();
        address("a(b) <c>?d=1&e;&f=2![$!", &mut out).unwrap();
        assert_eq!(out, "a%28b%29%20%3Cc%3E?d=1%26e;&f=2%21[$!");
    }
}
