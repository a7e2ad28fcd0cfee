//! Blocks of code, and their programming languages as pages state them.

use crate::page::code::{is_of_lines, shows_code};
use crate::page::prelude::*;

/// Returns the start of an attribute: one element may be around many.
fn start(value: &str) -> &str {
    start_of(value, 1024)
}

/// Returns `true` for an element that is a block of code: one that keeps whitespace by its name, `<code>` with several
/// lines, a cell called so or what was pasted from an editor with several, and an element of which each part is a line
/// of code.
pub fn is_code_block(page: &Page, position: usize) -> bool {
    match page.tag(position) {
        Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => true,
        Tag::Code => has_lines(page, position),
        Tag::Td => {
            let class = page.class(position);
            class.contains("code") && Meaning::CodeBlock.is_said_by(start(class)) && has_lines(page, position)
        }
        Tag::Div if page.element(position).is_some_and(shows_code) => has_lines(page, position),
        Tag::Table | Tag::Div | Tag::Ol => is_of_lines(page, position),
        _ => false,
    }
}

/// Returns `true` for an element with several lines, apart from what stands around it, and without paragraphs, headings and the
/// like in it.
fn has_lines(page: &Page, position: usize) -> bool {
    let nodes = page.subtree(position);
    let (start, text) = (page.text_offset(nodes.start), page.text_of(nodes.clone()));
    let is_apart = page.text()[..start].chars().next_back().is_none_or(char::is_whitespace)
        && page.text()[start + text.len()..].chars().next().is_none_or(char::is_whitespace);
    let is_part = |tag: Tag| !tag.is_block() || tag == Tag::Div;
    is_apart
        && start_of(text, 4096).contains('\n')
        && page.nodes()[nodes].iter().skip(1).checking(CHECK_EVERY).all(|node| is_part(node.tag()))
}

/// Returns `true` for a link in code that has all of its text.
pub fn is_all_of_code(page: &Page, link: usize) -> bool {
    let around = page.parent(link);
    page.text_at(around) == page.text_at(link)
}

/// Returns the language of an element, or of one of those around it that hold little else: a caption, the name of the
/// language, a button. There may be a table around it.
pub fn around(page: &Page, position: usize) -> Option<String> {
    let most = page.text_at(position).len() + 120;
    let is_near = |at: &usize| {
        let is_page = matches!(page.tag(*at), Tag::Html | Tag::Body | Tag::Main | Tag::Article);
        *at == position || !is_page && page.text_at(*at).len() <= most
    };
    let mut near = page.outwards(position).take(8).take_while(is_near);
    near.find_map(|at| stated(page, at, at == position))
}

/// Returns the language that an element states. One that is code itself may state it by a name alone.
pub fn stated(page: &Page, position: usize, is_code: bool) -> Option<String> {
    let element = page.element(position)?;
    let class = element.attr(names::CLASS).map_or("", start);
    // WeChat gives all code the class of JavaScript.
    let found = of_attribute(page, element, is_code).or_else(|| of_class(class, is_code))?;
    Some(found.to_ascii_lowercase())
}

/// Returns the name of a language, without what stands around it; `None` for a text that is no name of one.
fn language_in(text: &str) -> Option<&str> {
    // Further settings may follow (`brush:php;toolbar:false`, `language-js{1,3-5}`).
    let name = text.split([';', '{', ',']).next().unwrap_or(text).trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "+#._-".contains(c);
    let is_language = !name.is_empty() && name.len() <= 30 && name.chars().all(is_name);
    (is_language && !Meaning::NoLanguage.is_said_by(name)).then_some(name)
}

/// Returns the language in a class: behind a word for it, in the same name or as the next one (`brush: php;`), or as the name
/// of a language that is known, if the class is that of code.
fn of_class(class: &str, is_code: bool) -> Option<&str> {
    let mut all = class.split_ascii_whitespace().map(|name| name.trim_end_matches(';')).peekable();
    let (mut is_block, mut known) = (is_code, None);
    while let Some(name) = all.next() {
        if let Some(behind) = Meaning::CodeLanguage.behind(name) {
            let said = if behind.is_empty() {
                all.peek().copied()
            } else {
                Some(behind)
            };
            // `lang-auto language-rust`
            if let Some(language) = said.and_then(language_in) {
                return Some(language);
            }
            continue;
        }
        is_block |= Meaning::CodeBlock.is_said_by(name);
        let mut ends =
            name.match_indices(['-', '_', ':']).filter_map(|(at, _)| Some((&name[..at], name.get(at + 1..)?)));
        let behind = ends.find(|(before, behind)| {
            Meaning::Language.is_said_by(behind) && Meaning::BeforeLanguage.is_said_by(before)
        });
        if let Some((_, language)) = behind {
            return language_in(language);
        }
        if known.is_none() && Meaning::Language.is_said_by(name) {
            known = Some(name);
        }
    }
    known.filter(|_| is_block).and_then(language_in)
}

/// Returns the language in an attribute: `data-lang`, `data-language` and the like, the settings of a highlighter that name
/// its brush, `language` of code, and `lang` of it, if it is no language that people speak.
fn of_attribute<'p>(page: &'p Page, element: Element<'p>, is_code: bool) -> Option<&'p str> {
    element.attrs().take(32).find_map(|attribute| {
        let (name, value) = (page.tree().name(attribute.local()), start(attribute.value()).trim());
        let is_of_data =
            name.starts_with("data-") && ["lang", "language", "syntax"].iter().any(|end| name.ends_with(end));
        // People speak none that is called so in code.
        let is_known = || is_code && (name == "language" || name == "lang" && Meaning::Language.is_said_by(value));
        let of_settings = || value.split_once("brush:").filter(|_| name.starts_with("data-")).map(|(_, brush)| brush);
        if is_of_data || is_known() {
            Some(value)
        } else {
            of_settings()
        }
        .and_then(language_in)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages() {
        for [html, expected] in cases("
            <pre class=language-rust>x => rust
            <pre class='brush: php; title: ; notranslate'>x => php
            <pre class='brush:js;toolbar:false'>x => js
            <pre class='sourceCode haskell'>x => haskell
            <pre class='lang:Python decode:true'>x => python
            <pre class='EnlighterJSRAW' data-enlighter-language=java>x => java
            <pre lang=php>x => php
            <pre language=promql>x => promql
            <div language=en><pre>x => -
            <pre class='hljs lang-auto language-rust'>x => rust
            <pre class='language-js{1,3-5}'>x => js
            <pre data-lang=none class='hljs language-c'>x => c
            <pre class=syntaxhighlighter-pre data-syntaxhighlighter-params='gutter: true; brush: sql; theme: Dark'>x => sql
            <pre class='prettyprint lang-sql linenums'>x => sql
            <pre name=code class=ruby>x => ruby
            <pre class=code-snippet__js data-lang=bash>x => bash
            <pre class='src src-emacs-lisp'>x => emacs-lisp
            <pre class=gatsby-code-jsx>x => jsx
            <div class='highlight highlight-source-shell'><pre>x => shell
            <div class='highlight-python notranslate'><div class=highlight><pre>x => python
            <div class='mw-highlight mw-highlight-lang-lua'><pre>x => lua
            <div class='wp_syntax' data-code-lang=css><pre>x => css
            <figure class='highlight yaml'><table><tr><td class=gutter><pre>1</pre><td class=code><pre>x</table> => yaml
            <div class='language-ruby highlighter-rouge'><div class=highlight><pre class=highlight>x => ruby
            <div class='highlight-default notranslate'><pre>x => -
            <div class='c php'><pre>x => -
            <pre lang=en>x => -
            <body class=lang-en><pre>x => -
            <div class='highlight php'><p>Another text, longer than a caption would be, stands in the same element as this code does, and so its class is none of the code's.</p><pre>x => -",
        ) {
            let page = Page::sample(html);
            let code = page.nodes().iter().rposition(|node| node.tag() == Tag::Pre).unwrap();
            assert_eq!(around(&page, code).as_deref().unwrap_or("-"), expected, "{html}");
        }
    }
}
