//! Code as pages show it: the numbers of its lines beside it, and lines where markup alone does not keep them.

use memchr::memchr2_iter;

use crate::html::Node;
use crate::page::prelude::*;
use crate::texts::words::is_listed;

/// The first nodes of a cell in which code is looked for.
const NODES: usize = 8;

/// The start of the class of cells that are lines of code, as GitHub's tables of code have it, and of cells without a
/// line, beside one that was added or taken away.
pub(super) const LINE_CELL: &str = "blob-code";
const NO_LINE_CELL: &str = "blob-code blob-code-empty";

/// The starts of the classes of lines of code, behind those of the element around them: of CodeMirror, Crayon,
/// SyntaxHighlighter, Doxygen, Ace and Monaco. Only CodeMirror 5 and Ace have an element between both.
pub(super) const LINES: [(&str, &str); 8] = [
    ("cm-content", "cm-line"),
    ("CodeMirror-code", OLD_LINE),
    ("ace_layer ace_text-layer", "ace_line"),
    ("view-lines", "view-line"),
    ("crayon-pre", "crayon-line"),
    ("container", "line number"),
    ("fragment", "line"),
    ("foldopen", "line"),
];

/// The class of a line of CodeMirror 5, which is a `<pre>`.
const OLD_LINE: &str = "CodeMirror-line";

/// The classes of lists of lines of code, of the first SyntaxHighlighter.
const LISTS: &str = "dp-c dp-cpp dp-css dp-delphi dp-j dp-py dp-rb dp-sql dp-vb dp-xml";

/// Attributes that say the number of a line.
const NUMBERS: [&str; 3] = ["data-line-number", "data-linenumber", "data-ln"];

/// The start of the class of an element of numbers beside code that is no `<pre>`.
pub(super) const NUMBERS_CLASS: &str = "line-numbers";

/// The first names in classes of the numbers of these editors, among which a hidden one keeps the width, and of what
/// Doxygen shows where the pointer is.
pub(super) const BESIDE: [&str; 5] = [
    "cm-gutters",
    "CodeMirror-linenumber",
    "ace_gutter",
    "margin-view-overlays",
    "ttc",
];

/// The first name in the class of a block of code that is no `<pre>`.
pub(super) const CODE_BLOCK: &str = "code-block";

/// The start of the class of a field with a copy of the code beside it.
const COPY_CLASS: &str = "crayon-plain";

/// The attribute with the sign of a line of a comparison, which style sheets show.
const SIGN: &str = "data-code-marker";

/// Attributes of buttons that copy something.
const COPIES: [&str; 3] = ["data-clipboard-text", "data-clipboard-target", "data-copy"];

/// Words in attributes that say the same. The last is that of phpBB.
const COPY_WORDS: [&str; 3] = ["copy", "clipboard", "selectCode"];

/// The colour by which alone cnblogs.com tells the numbers of lines from code, as its editors wrote it.
const NUMBER_COLOURS: [&str; 2] = ["#008080", "rgba(0, 128, 128, 1)"];

/// What the class of an element says of code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeClass {
    /// It begins as [`NUMBERS_CLASS`] does.
    is_of_numbers: bool,
    /// It is one of [`BESIDE`].
    is_beside: bool,
    is_line_cell: bool,
    /// It is the second one of [`LINES`].
    may_be_line: bool,
    /// It may be the name of a language.
    may_be_language: bool,
    /// It is that of a block of code.
    is_block: bool,
}

impl CodeClass {
    pub fn of(class: &str) -> Self {
        let first = class.trim_start().bytes().next().unwrap_or(0);
        CodeClass {
            is_of_numbers: first == b'l' && class.trim_start().starts_with(NUMBERS_CLASS),
            is_beside: matches!(first, b'C' | b'a' | b'c' | b'm' | b't')
                && class.split_ascii_whitespace().next().is_some_and(|first| BESIDE.contains(&first)),
            is_line_cell: first == b'b' && is_line_cell(class),
            may_be_line: matches!(first, b'C' | b'a' | b'c' | b'l' | b'v')
                && LINES.iter().any(|(_, line)| is_called_so(class, line)),
            may_be_language: start_of_name(class).contains("lang"),
            is_block: is_block(class),
        }
    }
}

/// Tells what belongs to code by looking into elements, within a bound for the whole page.
#[derive(Debug, Default)]
pub struct CodeReader {
    /// The attributes of [`NUMBERS`] that the page has.
    numbers: [Option<Name>; NUMBERS.len()],
    /// Those of [`COPIES`].
    copies: [Option<Name>; COPIES.len()],
    sign: Option<Name>,
    /// The last number of a line that was told by counting, and the element around the lines.
    last_number: Option<(NodeId, u32)>,
    left: usize,
}

impl CodeReader {
    /// Returns the reader of a page.
    pub fn of(tree: &Tree) -> Self {
        CodeReader {
            numbers: NUMBERS.map(|name| tree.find(name)),
            copies: COPIES.map(|name| tree.find(name)),
            sign: tree.find(SIGN),
            // Nodes and bytes of text that are looked at for all code of a page.
            left: 4 << 20,
            ..CodeReader::default()
        }
    }

    /// Returns `true` for what stands beside the lines of code and is none: numbers of lines, in code or beside it, the
    /// name of the language that the element around both states, and buttons and fields that copy it.
    #[inline]
    pub fn is_beside_lines(
        &mut self,
        node: NodeRef<'_>,
        element: Element<'_>,
        tag: Tag,
        class: CodeClass,
        href: Option<&str>,
        in_code: bool,
    ) -> bool {
        let may_be = match tag {
            Tag::Button => {
                let is_beside = || in_code || is_beside_code(node);
                return self.says_copy(element) && is_beside() || in_code && offers_copy(node) && is_outside_code(node);
            }
            Tag::Textarea => return class_of(element).trim_start().starts_with(COPY_CLASS),
            Tag::A if leads_nowhere(href) && self.says_copy(element) && (in_code || is_beside_code(node)) => {
                return true;
            }
            _ if in_code && Meaning::CopyButton.is_said_by(class_of(element)) => return true,
            _ if in_code && is_label_of_code(node) => return true,
            _ if in_code => is_called(element) || self.says_number(element),
            Tag::Span => return class.may_be_language && repeats_language(node),
            Tag::Pre => is_called(element),
            Tag::Div if class.is_beside => return true,
            Tag::Div => class.is_of_numbers && is_beside_code(node),
            Tag::Td | Tag::Th => {
                (is_called(element) || holds_code(node)) && next_element(node).is_some_and(may_be_code)
            }
            _ => false,
        };
        // Beside code stands what says so, or counts up.
        may_be && self.holds_numbers(node, !in_code && (tag == Tag::Pre || !is_called(element)))
    }

    /// Returns `true` for the number of a line, at the start of that line, by its colour alone or because each line of
    /// these, from 1 on, begins with an element with its number.
    #[inline]
    pub fn is_number_of_line(&mut self, node: NodeRef<'_>, element: Element<'_>) -> bool {
        is_coloured(element) && self.holds_numbers(node, false) || self.counts_up(node).is_some()
    }

    fn counts_up(&mut self, node: NodeRef<'_>) -> Option<()> {
        let line = node.parent().filter(|line| line.first_child() == Some(node))?;
        let (number, class) = number_of(line)?;
        let around = line.parent()?.id();
        let next = || next_element(line).filter(|next| number_of(*next) == Some((2, class)));
        // Numbers alone are what a program prints.
        let has_code = |line: NodeRef<'_>| line.children().nth(1).is_some();
        let begins = number == 1 && next().is_some_and(|next| has_code(line) || has_code(next));
        let goes_on = self.last_number.is_some_and(|last| last == (around, number.wrapping_sub(1)));
        (begins || goes_on).then(|| self.last_number = Some((around, number)))
    }

    /// Returns the sign of a line of code that was added or taken away, `None` within for any other line; `None` for an
    /// element that says nothing of its line.
    #[inline]
    pub fn sign(&self, element: Element<'_>) -> Option<Option<&'static str>> {
        let sign = element.attr(self.sign?)?;
        Some(["+", "-"].into_iter().find(|known| *known == sign))
    }

    /// Returns `true` for an element that keeps its lines though it is no `<pre>`: `<code>` that says that it is a
    /// block or names a language, with a line break between its words, lines of code in cells and others called so, and
    /// code that was pasted with its style.
    #[inline(always)]
    pub fn keeps_lines(
        &mut self,
        node: NodeRef<'_>,
        element: Element<'_>,
        tag: Tag,
        class: CodeClass,
        style: Option<&str>,
    ) -> bool {
        match tag {
            Tag::Td => class.is_line_cell,
            Tag::Div => {
                class.may_be_line && is_line(node, class_of(element))
                    || class.is_block && names_language(element) && is_text(node) && self.has_lines(node)
                    || style.is_some_and(is_style_of_code)
            }
            Tag::Li => parent(node).is_some_and(|list| is_list_of_lines(class_of(list))),
            Tag::Code => says_block(element) && self.has_lines(node),
            _ => false,
        }
    }

    /// Returns `true` for an element in code that may be a number: by an attribute, a link to its own line, or because
    /// nobody can select it.
    fn says_number(&self, element: Element<'_>) -> bool {
        element
            .attr(names::HREF)
            .is_some_and(|href| href.starts_with('#') && href.ends_with(|c: char| c.is_ascii_digit()))
            || value_in(start_of_value(element, names::STYLE), "user-select")
                .is_some_and(|value| value.starts_with("none"))
            || self.numbers.iter().flatten().any(|name| element.attr(*name).is_some())
    }

    /// Returns `true` for a button that says that it copies something.
    fn says_copy(&self, element: Element<'_>) -> bool {
        // Each of these words has `op`, `pb` or `tC`.
        let may_say = |value: &str| {
            let bytes = value.as_bytes();
            memchr2_iter(b'p', b'C', bytes).any(|at| match bytes[at] {
                b'p' => bytes[..at].ends_with(b"o") || bytes[at..].starts_with(b"pb"),
                _ => bytes[..at].ends_with(b"t"),
            })
        };
        let says = |value: &str| may_say(value) && COPY_WORDS.iter().any(|word| value.contains(word));
        element.attrs().any(|attribute| says(start_of_name(attribute.value())))
            || self.copies.iter().flatten().any(|name| element.attr(*name).is_some())
    }

    /// Returns `true` if an element has no text but numbers. Several must count up; `several` of them are asked for of what
    /// has no code beside it.
    fn holds_numbers(&mut self, node: NodeRef<'_>, several: bool) -> bool {
        let (mut last, mut number, mut count): (Option<u64>, Option<u64>, usize) = (None, None, 0);
        let mut close = |number: &mut Option<u64>| {
            let Some(this) = number.take() else {
                return true;
            };
            count += 1;
            last.replace(this).is_none_or(|last| last + 1 == this)
        };
        for part in self.parts(node) {
            let text = match part {
                CodePart::Text(text) => text,
                CodePart::Break => "",
                CodePart::Rest => return false,
            };
            for c in text.chars() {
                match c.to_digit(10) {
                    Some(digit) if number.is_none_or(|number| number < 1_000_000) => {
                        number = Some(number.unwrap_or(0) * 10 + u64::from(digit));
                    }
                    None if c.is_whitespace() || matches!(c, '.' | ':' | '|') => {
                        if !close(&mut number) {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
            // Each number may have an element of its own.
            if !close(&mut number) {
                return false;
            }
        }
        count > 1 || !several
    }

    /// Returns `true` if a line break stands between two words of an element without `<br>`.
    fn has_lines(&mut self, node: NodeRef<'_>) -> bool {
        let (mut has_word, mut has_break) = (false, false);
        let mut has_lines = false;
        for part in self.parts(node) {
            let CodePart::Text(text) = part else {
                return false;
            };
            for c in text.chars() {
                has_break |= c == '\n' && has_word;
                has_word |= !c.is_whitespace();
                has_lines |= has_break && !c.is_whitespace();
            }
        }
        has_lines
    }

    /// Returns the texts and line breaks in an element, as far as the bounds allow.
    fn parts<'t>(&mut self, node: NodeRef<'t>) -> impl Iterator<Item = CodePart<'t>> {
        // The same for one element.
        let mut here = (64 * 1024).min(self.left);
        let left = &mut self.left;
        node.descendants().filter_map(move |node| {
            let (part, work) = match node.value() {
                Node::Text(text) => (Some(CodePart::Text(text)), text.len() + 1),
                Node::Element(element) if Tag::of(element) == Tag::Br => (Some(CodePart::Break), 1),
                _ => (None, 1),
            };
            let Some(rest) = here.checked_sub(work) else {
                return Some(CodePart::Rest);
            };
            *left -= work;
            here = rest;
            part
        })
    }
}

/// A part of code.
enum CodePart<'t> {
    Text(&'t str),
    /// `<br>`.
    Break,
    /// It is too long to be looked at.
    Rest,
}

/// Returns `true` if the class of an element says that it holds numbers of lines.
fn is_called(element: Element<'_>) -> bool {
    Meaning::LineNumber.is_said_by(class_of(element))
}

fn class_of(element: Element<'_>) -> &str {
    start_of_value(element, names::CLASS)
}

/// Returns `true` for the class of a cell that is a line of code.
fn is_line_cell(class: &str) -> bool {
    let class = class.trim_start();
    class.starts_with(LINE_CELL) && !class.starts_with(NO_LINE_CELL)
}

/// Returns `true` for a line of code that is no cell.
fn is_line(node: NodeRef<'_>, class: &str) -> bool {
    let is_around = |lines: &str| {
        let has_between = matches!(lines, "CodeMirror-code" | "ace_layer ace_text-layer");
        let levels = if has_between { 2 } else { 1 };
        let mut around = around(node).take(levels).filter_map(as_element);
        around.any(|around| is_called_so(class_of(around), lines))
    };
    LINES.iter().any(|(lines, line)| is_called_so(class, line) && is_around(lines))
}

/// Returns `true` for the `<pre>` of a line of CodeMirror 5.
pub(super) fn is_old_line(node: NodeRef<'_>, pre: Element<'_>) -> bool {
    is_called_so(class_of(pre), OLD_LINE) && is_line(node, class_of(pre))
}

/// Returns `true` for the class of a block of code without a `<pre>`, as Writerside has it.
fn is_block(class: &str) -> bool {
    class.split_ascii_whitespace().next() == Some(CODE_BLOCK)
}

fn names_language(element: Element<'_>) -> bool {
    [names::DATA_LANG, names::DATA_LANGUAGE].iter().any(|name| element.attr(*name).is_some())
}

/// Returns `true` for an element that holds a text and nothing else.
fn is_text(node: NodeRef<'_>) -> bool {
    first_text(node).is_some() && node.children().nth(1).is_none()
}

/// Returns `true` for a class that begins with a word, which a number may follow.
fn is_called_so(class: &str, word: &str) -> bool {
    begins_with(class.trim_start(), word)
}

fn begins_with(class: &str, word: &str) -> bool {
    let behind = class.strip_prefix(word);
    behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphabetic() || matches!(c, '-' | '_')))
}

/// Returns `true` for an element that shows its text as editors show code and keeps its lines: it was pasted from one,
/// or is a block of code and names its language.
pub fn shows_code(element: Element<'_>) -> bool {
    element.attr(names::STYLE).is_some_and(is_style_of_code) || is_block(class_of(element)) && names_language(element)
}

fn is_style_of_code(style: &str) -> bool {
    let style = start_of_name(style);
    style.contains("monospace") && value_in(style, "white-space") == Some("pre")
}

/// Returns `true` for an element with a line of code in each row, or in each child, by the first of them.
#[inline]
pub fn is_of_lines(page: &Page, position: usize) -> bool {
    match page.tag(position) {
        Tag::Table | Tag::Div => begins_with_line(page, position),
        Tag::Ol => is_list_of_lines(page.class(position)),
        _ => false,
    }
}

/// Returns `true` for the class of a list of lines of code, as the first SyntaxHighlighter wrote it.
fn is_list_of_lines(class: &str) -> bool {
    class
        .split_ascii_whitespace()
        .next()
        .is_some_and(|name| name.starts_with("dp-") && is_listed(name, LISTS))
}

fn begins_with_line(page: &Page, position: usize) -> bool {
    let begins = |tag, is_line: &dyn Fn(&str) -> bool| {
        let mut first = page.subtree(position).take(2 * NODES).skip(1);
        first.any(|at| page.tag(at) == tag && is_line(page.class(at)))
    };
    if page.tag(position) == Tag::Table {
        return begins(Tag::Td, &is_line_cell);
    }
    let class = page.class(position).trim_start();
    // Most classes begin with other letters.
    matches!(class.as_bytes().first(), Some(b'C' | b'a' | b'c' | b'f' | b'v'))
        && LINES
            .iter()
            .any(|(lines, line)| begins_with(class, lines) && begins(Tag::Div, &|class| is_called_so(class, line)))
}

/// Returns `true` for an element that names the code behind it: a caption, or what is called so.
pub fn is_title(page: &Page, position: usize) -> bool {
    page.tag(position) == Tag::Figcaption || Meaning::CodeTitle.is_said_by(start_of_name(page.class(position)))
}

/// Returns the space that parts the number of a line from its code, where it is no part of that.
pub fn space_behind_number(number: Element<'_>) -> char {
    if is_coloured(number) { ' ' } else { '\u{a0}' }
}

/// Returns `true` for an element that may be a number by its colour alone.
fn is_coloured(element: Element<'_>) -> bool {
    let style = start_of_value(element, names::STYLE);
    element.attr(names::CLASS).is_none()
        && value_in(style, "color").is_some_and(|colour| NUMBER_COLOURS.contains(&colour))
}

/// Returns the number that a line of code begins with, in an element of its own, and the class of that.
fn number_of(line: NodeRef<'_>) -> Option<(u32, &str)> {
    let is_line = as_element(line).is_some_and(|line| matches!(Tag::of(line), Tag::Div | Tag::Span | Tag::P | Tag::Li));
    let number = line.first_child().filter(|_| is_line)?;
    let class = class_of(as_element(number)?);
    let text = first_text(number)?.trim();
    // More digits are no number of a line.
    let is_number = text.len() <= 6 && are_digits(text) && number.children().count() == 1;
    text.parse().ok().filter(|_| is_number).map(|number| (number, class))
}

/// Returns `true` for a link that only a script makes one.
fn leads_nowhere(href: Option<&str>) -> bool {
    href.is_some_and(|href| href == "#" || href.starts_with("javascript:"))
}

/// Returns `true` for an element that names the language that the class of the element around it states, with code beside
/// it.
fn repeats_language(node: NodeRef<'_>) -> bool {
    let text = first_text(node).unwrap_or("").trim();
    let around = parent(node).map_or("", class_of);
    !text.is_empty() && states_language(around, text) && next_element(node).is_some_and(holds_code)
}

/// Returns `true` for a class that states a language of code.
fn states_language(class: &str, language: &str) -> bool {
    let mut stated = class.split_ascii_whitespace().filter_map(|name| Meaning::CodeLanguage.behind(name));
    stated.any(|stated| stated.eq_ignore_ascii_case(language))
}

/// Returns `true` for a button whose words offer to copy something.
fn offers_copy(node: NodeRef<'_>) -> bool {
    let offers = |text: &str| {
        let text = start_of_name(text).to_lowercase();
        ["copy", "copi", "kopi", "копир", "复制", "複製", "コピー", "복사"]
            .iter()
            .any(|word| text.contains(word))
    };
    node.descendants().take(NODES).filter_map(as_text).any(offers)
}

/// Returns `true` for what stands in `<pre>` beside its `<code>`: the bar of a block of code.
fn is_outside_code(node: NodeRef<'_>) -> bool {
    let is_code = |node: NodeRef<'_>| tag_of_node(node) == Some(Tag::Code);
    let holds_code = |node: NodeRef<'_>| node.descendants().take(NODES).any(is_code);
    for around in around(node).take(5) {
        match tag_of_node(around) {
            Some(Tag::Code) => return false,
            Some(_) if around.children().take(2 * NODES).any(holds_code) => return true,
            Some(Tag::Pre) | None => return false,
            Some(_) => {}
        }
    }
    false
}

/// Returns `true` for the name of its language at the head of a `<pre>`, before its `<code>`.
fn is_label_of_code(node: NodeRef<'_>) -> bool {
    let is_blank = |node: &NodeRef<'_>| as_text(*node).is_some_and(|text| start_of_name(text).trim_start().is_empty());
    // Few elements of code are its first ones.
    let first = node.parent().and_then(|around| around.children().take(3).find(|node| !is_blank(node)));
    if first.is_none_or(|first| first.id() != node.id()) {
        return false;
    }
    let mut texts = node.descendants().take(2 * NODES).filter(|node| !is_blank(node)).filter_map(as_text);
    let (Some(text), None) = (texts.next().map(start_of_name), texts.next()) else {
        return false;
    };
    let text = text.trim();
    let is_block = tag_of_node(node).is_some_and(Tag::is_block);
    let mut levels = around(node).take(4).filter_map(as_element);
    let is_shown = |node: &NodeRef<'_>| !is_blank(node) && tag_of_node(*node) != Some(Tag::Button);
    let next = || behind(node).take(NODES).find(is_shown);
    let is_before_code = || next().and_then(tag_of_node) == Some(Tag::Code);
    (is_block && Meaning::Language.is_said_by(start_of_name(text))
        || levels.any(|at| states_language(class_of(at), text)) && (is_block || is_before_code()))
        && is_outside_code(node)
}

/// Returns `true` for `<code>` that says that it is a block.
fn says_block(element: Element<'_>) -> bool {
    let class = class_of(element);
    let says = |class: &str| class.contains("block") || Meaning::CodeLanguage.behind(class).is_some();
    let style = start_of_value(element, names::STYLE);
    class.split_ascii_whitespace().any(says) || style.contains("pre") || style.contains("block")
}

fn holds_code(node: NodeRef<'_>) -> bool {
    let mut elements = node.descendants().take(NODES).filter_map(as_element);
    elements.any(|element| matches!(Tag::of(element), Tag::Pre | Tag::Code) || is_line_cell(class_of(element)))
}

/// Returns the columns by which no-break spaces indent a line, given the white space that it begins with: one for each,
/// and one for other white space behind them, as browsers show it.
pub fn indentation(space: &str) -> usize {
    let mut was_other = true;
    let shown = space.chars().filter(|c| {
        let is_other = *c != '\u{a0}';
        let is_shown = !(is_other && was_other);
        was_other = is_other;
        is_shown
    });
    shown.count()
}

/// Returns the next element beside a node.
fn next_element(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let next = behind(node);
    next.take(NODES).find(|node| node.value().is_element())
}

/// Returns `true` for an element that holds code, or says so.
fn may_be_code(node: NodeRef<'_>) -> bool {
    let class = as_element(node).map_or("", class_of);
    class.contains("code") || holds_code(node)
}

/// Returns `true` if an element beside a node, or beside a bar around it, holds code.
fn is_beside_code(node: NodeRef<'_>) -> bool {
    let around = around(node);
    // The levels above a button or numbers in which code is looked for.
    around.take(3).any(|around| around.children().take(2 * NODES).any(holds_code))
}

/// Returns the value of a property in a style, of the first that ends with the name.
fn value_in<'s>(style: &'s str, name: &str) -> Option<&'s str> {
    let mut behind = style.match_indices(name).map(|(at, _)| style[at + name.len()..].trim_start());
    let value = behind.find_map(|behind| behind.strip_prefix(':'))?;
    value.split(';').next().map(str::trim)
}

#[cfg(test)]
mod tests;
