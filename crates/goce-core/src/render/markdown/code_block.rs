//! Blocks of code: between fences, or indented where a fence would not keep the code inert.

use super::escape::{self, holds_attributes, moves_text, needs_indent};
use super::inline::{Atom, Style, Token};
use super::lines::LineBlock;
use super::{MarkdownWriter, collapse, is_taken_out};
use crate::page::prelude::*;
use crate::render::walk::Gap;

/// Returns `true` for characters that end a line in JavaScript or Python, beside the line break. What stands behind
/// would not be indented. In code they are written as spaces.
fn ends_line(c: char) -> bool {
    matches!(c, '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns a line of code that stands in a line of text, with its spaces at the start.
fn code_line(line: &str) -> Fallible<String> {
    let is_space = |c: char| c.is_whitespace() || is_taken_out(c);
    if moves_text(line) {
        return collapse(line);
    }
    let mut text = String::new();
    text.try_reserve(line.len())?;
    text.extend(line.trim_end_matches(is_space).chars().map(|c| if is_space(c) { ' ' } else { c }));
    Ok(text)
}

/// The block of code that is being read.
pub struct Code {
    /// The element that it is.
    pub element: usize,
    /// The language that it names.
    pub language: Option<String>,
    /// Its text so far.
    pub text: Option<String>,
}

impl MarkdownWriter {
    /// Writes the current block of code.
    pub fn end_code(&mut self) -> Rendered {
        let code = self.code.take();
        match code.and_then(|code| Some((code.language, code.text?))) {
            Some((language, text)) => self.write_code(language.as_deref(), &text),
            None => Ok(()),
        }
    }

    /// Writes a part of a block of code.
    pub fn write_code(&mut self, language: Option<&str>, text: &str) -> Rendered {
        // Empty lines at the start go. Those at the end are not part of the page's text.
        let blank = text.len() - text.trim_start().len();
        let start = text[..blank].rfind(['\n', '\r']).map_or(0, |place| place + 1);
        let text = &text[start..];
        let mut lines = String::new();
        let mut is_first = true;
        for line in text.split('\r') {
            // A carriage return breaks the line, alone or before a line break.
            if !is_first && !line.starts_with('\n') {
                lines.try_push_char('\n')?;
            }
            is_first = false;
            for (number, part) in line.split(ends_line).checking(CHECK_EVERY).enumerate() {
                if number > 0 {
                    lines.try_push_char(' ')?;
                }
                lines.try_push_str(part)?;
            }
        }
        let is_markup = || needs_indent(&lines) || self.lines.is_inside() && holds_attributes(&lines);
        if !self.fences && is_markup() {
            return self.write_indented(&lines);
        }
        let fence = escape::longest_run(&lines, '`').max(2) + 1;
        let mut block = String::new();
        escape::run(fence, &mut block)?;
        block.try_push_all(&[language.unwrap_or(""), "\n", &lines, "\n"])?;
        escape::run(fence, &mut block)?;
        self.lines.write_apart(LineBlock::Code, &block)
    }

    /// Writes code that is code also for a renderer without fences: indented, or each line by itself where spaces do
    /// not make code or the code would change what stands around it.
    fn write_indented(&mut self, code: &str) -> Rendered {
        if !moves_text(code) && self.lines.write_indented(code)? {
            return Ok(());
        }
        for line in code.lines() {
            let atom = Atom {
                gap: if self.atoms.is_empty() { Gap::LeftOut } else { Gap::Line },
                style: Style {
                    code: (!moves_text(line)).then_some(0),
                    ..Style::default()
                },
                token: Token::Text(code_line(line)?),
            };
            if atom.token != Token::Text(String::new()) {
                self.atoms.try_push(atom)?;
            }
            // So many lines are one paragraph.
            if self.atoms.len() >= 256 {
                self.flush()?;
            }
        }
        self.flush()
    }
}

#[cfg(test)]
mod tests {
    use crate::cases;
    use crate::extract::Selection;
    use crate::page::{Page, Tag};
    use crate::render::{Form, check_markdown, markdown_of, markdown_with};

    #[test]
    fn code_is_a_block_without_its_element() {
        check_markdown(
            Tag::Html,
            "
            <div class=fragment><div class=line>a *b</div><div class=line>  c => ```|a *b|  c|```
            <div class='cm-content' data-language=js><div class=cm-line>a</div><div class=cm-line>  b => ```js|a|  b|```
            <div class='syntaxhighlighter java'><table><tr><td class=gutter>1<br>2<td class=code>\
            <div class=container><div class='line number1'><code>a</code></div><div class='line number2'>\
            <code>&nbsp;&nbsp;</code><code>b</code></div></div></table></div> => ```java|a|  b|```
            <div style='font-family:monospace;white-space:pre'><div>a</div><div>  b</div></div> => ```|a|  b|```
            <div style='font-family:monospace;white-space:pre'>a</div> => a
            <ol class=dp-j><li>a</li><li>&nbsp;&nbsp;b&nbsp;</li></ol> => ```|a|  b|```
            <ol class=dp-list><li>a</li></ol> => 1. a
            <div class=container><div class=line>a</div><div class=line>b</div></div> => a||b",
        );
    }

    #[test]
    fn braces_that_are_no_attributes_stay_between_fences() {
        for [code, is_fenced] in cases(
            r#"
            a{b="1"} => true
            if (a) { b=1; } => true
            sum(rate({a="1"}[5m])) => true
            {a="1"} |= "b" => true
            {a="1"} => true
            a<br>{ b=1 }<br><br>c => false
            a<br>{ b=1 }<br>1. c => false
            { b=1 } *c* => false
            a | { b=1 } => false
            a@b.example{c=1} => false
            #12{c=1} => false
            foo<br>{: c=1}<br>bar => false
            # a { b=1; } => false
            a { b=1; }<br>--- => false
            a { b=1; }<br>> : c => false
            *a*{b=1} => false"#,
        ) {
            let written = markdown_of(&format!("<pre>{code}</pre>"), Tag::Html);
            assert_eq!(written.starts_with("```").to_string(), is_fenced, "{code}");
        }
    }

    #[test]
    fn all_code_is_fenced_where_it_is_asked_for() {
        let page = Page::sample("<ol><li>a<pre class=language-rust>let a: Vec&lt;T>;\n\nb[0](c)</pre></ol>");
        let selection = Selection::subtrees(&page, page.all(Tag::Html)).unwrap();
        let form = Form {
            fences: true,
            ..Form::default()
        };
        assert_eq!(
            markdown_with(&page, &selection, None, form).unwrap().unwrap(),
            "1. a\n\n   ```rust\n   let a: Vec<T>;\n\n   b[0](c)\n   ```"
        );
    }

    #[test]
    fn lines_of_code_keep_what_stands_between() {
        check_markdown(
            Tag::B,
            "
            <pre><b>a</b><br><br>  <b>b</b></pre> => ```|a||  b|```
            <pre><b>a</b><br><br><b> b</b><br><b>c</b></pre> => ```|a|| b|c|```
            <pre><b>a</b><br>x<br><br><b>b</b></pre> => ```|a|b|```
            <p><code><b>a<br>&nbsp;&nbsp;b<br><br>c</b></code></p> => ```|a|  b||c|```",
        );
    }
}
