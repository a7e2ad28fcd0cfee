//! Places in the HTML of a page, found in its bytes.

use std::collections::HashMap;
use std::ops::Range;

use super::normal;
use crate::Failure;
use crate::wcxb::LabelledPage;

/// The fewest words of a paragraph that is edited.
const LEAST_WORDS: usize = 8;

/// A paragraph of the gold text.
#[derive(Clone)]
pub struct Paragraph {
    /// Its element in the HTML.
    pub html: Range<usize>,
    /// What is in the element.
    pub inner: Range<usize>,
    /// Its words with single spaces.
    pub text: String,
}

/// The HTML of a page, and where its parts are.
pub struct Source<'p> {
    pub html: &'p str,
    /// The paragraphs that the gold text has, and that are one block of the page each, whose text is there once.
    pub paragraphs: Vec<Paragraph>,
    /// Links in menus, headers, footers and sidebars whose text the gold text has not.
    pub menu_links: Vec<Range<usize>>,
    /// Behind the start tag of the body.
    pub body: Option<usize>,
}

impl<'p> Source<'p> {
    pub fn of(labelled: &'p LabelledPage) -> Result<Self, Failure> {
        let searched = without_scripts(&labelled.html);
        let html = searched.as_str();
        let page = labelled.parse()?;
        let mut blocks: HashMap<String, usize> = HashMap::new();
        for block in page.blocks() {
            *blocks.entry(normal(page.block_text(block))).or_default() += 1;
        }
        let gold = format!(" {} ", normal(&labelled.gold));
        let mut paragraphs = Vec::new();
        for element in elements(html, "p") {
            let Some(inner) = inner(html, &element) else {
                continue;
            };
            let text = normal(&shown(&html[inner.clone()])?);
            let is_gold = text.split(' ').count() >= LEAST_WORDS && gold.contains(&format!(" {text} "));
            if is_gold && blocks.get(&text) == Some(&1) {
                paragraphs.push(Paragraph {
                    html: element,
                    inner,
                    text,
                });
            }
        }
        let mut menu_links = Vec::new();
        for region in menus(html) {
            for link in elements(&html[region.clone()], "a") {
                let link = region.start + link.start..region.start + link.end;
                let text = normal(&shown(&html[link.clone()])?);
                let is_menu = !text.is_empty() && !gold.contains(&format!(" {text} "));
                let is_outside = paragraphs.iter().all(|p| p.html.end <= link.start || link.end <= p.html.start);
                if is_menu && is_outside && menu_links.last().is_none_or(|last: &Range<usize>| last.end <= link.start) {
                    menu_links.push(link);
                }
            }
        }
        let body = tags(html, "body").next().map(|tag| tag.end);
        Ok(Source {
            html: &labelled.html,
            paragraphs,
            menu_links,
            body,
        })
    }

    /// Returns the HTML with each range replaced by a text. The ranges ascend.
    pub fn replaced(&self, edits: &[(Range<usize>, String)]) -> String {
        let mut out = String::new();
        let mut at = 0;
        for (range, text) in edits {
            out.push_str(&self.html[at..range.start]);
            out.push_str(text);
            at = range.end;
        }
        out.push_str(&self.html[at..]);
        out
    }
}

/// Returns some HTML with spaces in place of comments and of what is not shown, of the same length.
fn without_scripts(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut at = 0;
    let hidden = [
        ("<!--", "-->"),
        ("<script", "</script"),
        ("<style", "</style"),
        ("<template", "</template"),
    ];
    while let Some(start) = html[at..].find('<').map(|found| at + found) {
        out.push_str(&html[at..start]);
        let starts = |open: &&(&str, &str)| {
            html.as_bytes()
                .get(start..start + open.0.len())
                .is_some_and(|tag| tag.eq_ignore_ascii_case(open.0.as_bytes()))
        };
        match hidden.iter().find(starts) {
            Some((open, close)) => {
                let from = start + open.len();
                let end = html[from..].find(close).map_or(html.len(), |found| from + found + close.len());
                out.extend(std::iter::repeat_n(' ', end - start));
                at = end;
            }
            None => {
                out.push('<');
                at = start + 1;
            }
        }
    }
    out.push_str(&html[at..]);
    out
}

/// Returns the text that some HTML shows.
fn shown(html: &str) -> Result<String, Failure> {
    let page = goce_core::page::Page::parse(html, &goce_core::page::Limits::default())?;
    Ok(page.text().to_owned())
}

/// Returns the start tags of a name.
pub fn tags<'h>(html: &'h str, name: &'h str) -> impl Iterator<Item = Range<usize>> + 'h {
    let bytes = html.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(found) = html[at..].find('<') {
            let start = at + found;
            at = start + 1;
            let end = at + name.len();
            let is_name = bytes.get(at..end).is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()));
            let is_whole = bytes.get(end).is_some_and(|byte| matches!(byte, b'>' | b' ' | b'\n' | b'\t' | b'\r'));
            if is_name && is_whole {
                let end = end + html[end..].find('>')? + 1;
                at = end;
                return Some(start..end);
            }
        }
        None
    })
}

/// Returns the elements of a name that hold none of the same name.
fn elements<'h>(html: &'h str, name: &'h str) -> impl Iterator<Item = Range<usize>> + 'h {
    let close = format!("</{name}>");
    tags(html, name).filter_map(move |tag| {
        let end = tag.end + html[tag.end..].find(&close)? + close.len();
        let inner = &html[tag.end..end - close.len()];
        tags(inner, name).next().is_none().then_some(tag.start..end)
    })
}

/// Returns what is in an element; `None` if that has blocks.
fn inner(html: &str, element: &Range<usize>) -> Option<Range<usize>> {
    let text = &html[element.clone()];
    let (start, end) = (text.find('>')? + 1, text.rfind('<')?);
    let inner = element.start + start..element.start + end;
    let has_blocks = [
        "div",
        "ul",
        "ol",
        "table",
        "br",
        "script",
        "li",
        "h2",
        "h3",
        "blockquote",
        "form",
        "noscript",
    ];
    let is_plain = has_blocks.iter().all(|name| tags(&html[inner.clone()], name).next().is_none());
    (is_plain && !html[inner.clone()].contains("<!--") && !html[inner.clone()].contains("<br")).then_some(inner)
}

/// Returns the parts of a page that are menus, headers, footers and sidebars by their names.
fn menus(html: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let named = ["nav", "header", "footer", "aside", "ul", "div"].into_iter().flat_map(|name| {
        tags(html, name).filter_map(move |tag| {
            let text = html[tag.clone()].to_ascii_lowercase();
            let is_menu = !matches!(name, "ul" | "div")
                || ["menu", "nav", "footer", "sidebar"].iter().any(|word| text.contains(word));
            is_menu.then(|| Some(tag.start..end_of(html, name, &tag)?)).flatten()
        })
    });
    found.extend(named.filter(|part| part.len() < html.len() / 2));
    found.sort_by_key(|part| part.start);
    let mut outer: Vec<Range<usize>> = Vec::new();
    for part in found {
        if outer.last().is_none_or(|last| last.end <= part.start) {
            outer.push(part);
        }
    }
    outer
}

/// Returns the end of the element that begins with a tag.
fn end_of(html: &str, name: &str, tag: &Range<usize>) -> Option<usize> {
    let close = format!("</{name}>");
    let mut starts = tags(&html[tag.end..], name).map(|inner| tag.end + inner.start).peekable();
    let (mut at, mut open) = (tag.end, 1);
    loop {
        let end = at + html[at..].find(&close)?;
        while starts.next_if(|start| *start < end).is_some() {
            open += 1;
        }
        open -= 1;
        at = end + close.len();
        if open == 0 {
            return Some(at);
        }
    }
}
