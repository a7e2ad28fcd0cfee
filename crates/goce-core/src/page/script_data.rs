//! Texts that a page keeps in the data of its scripts and does not show: `__NEXT_DATA__`, `__NUXT__`, the state of Apollo
//! or Redux. Scripts would make the page of them.

use crate::html::{Namespace, Tree, names};
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::json::{self, JsonString};
use crate::keyed::Map;
use crate::memory::OutOfMemory;
use crate::output::{HtmlPlace, Output, RenderError, push_escaped};
use crate::texts::spaces::start_of;
use crate::texts::words::words;

/// Bytes of text up to which a page may be waiting for its scripts: a name, a menu, a notice.
pub const MOST_SHOWN: usize = 500;

/// Bytes of prose from which on data are the page's text.
const LEAST_PROSE: usize = 300;

/// The members that hold an article's text. Others hold excerpts of other pages, and the words of controls.
const NAMES: [&str; 7] = ["articleBody", "body", "content", "html", "markup", "text", "value"];

/// Bytes of a line by which it is known again.
const SHOWN: usize = 60;

/// Bytes of a string that decide whether it is prose.
const READ: usize = 2000;

/// Words from which on a string is prose.
const LEAST_WORDS: usize = 8;

/// Returns the prose that the scripts of a page hold, as HTML, if it is longer than what the page shows: the strings of
/// one member name, that with most prose, in the order of the page.
///
/// # Errors
/// [`OutOfMemory`].
pub fn prose(tree: &Tree, shown: &str) -> Result<Option<String>, OutOfMemory> {
    let mut lengths: Map<&str, usize> = Map::default();
    for text in strings(tree).filter(|text| NAMES.contains(&text.name) && is_prose(text)) {
        lengths.try_reserve(1)?;
        *lengths.entry(text.name).or_default() += text.written.len();
    }
    // The name breaks ties, so that the same page gives the same text.
    let most = lengths.iter().checking(CHECK_EVERY).max_by_key(|(name, length)| (**length, **name));
    let Some((name, _)) = most.filter(|(_, length)| **length > LEAST_PROSE.max(shown.trim().len())) else {
        return Ok(None);
    };
    let longest = shown.lines().max_by_key(|line| line.len()).unwrap_or("");
    let mut out = Output::unlimited();
    let mut last = "";
    for text in strings(tree).filter(|text| text.name == *name) {
        // Data often have the same text twice.
        if std::mem::replace(&mut last, text.written) == text.written {
            continue;
        }
        if let Some(text) = text.text()? {
            // The page shows the beginning, or all, of it.
            if longest.len() > SHOWN && text.contains(start_of(longest, SHOWN)) {
                return Ok(None);
            }
            push(&text, &mut out)?;
        }
    }
    Ok(Some(out.finish()))
}

/// The named strings of all scripts that hold data.
fn strings(tree: &Tree) -> impl Iterator<Item = JsonString<'_>> {
    let scripts = tree.elements_named(names::SCRIPT).filter_map(|node| {
        let element = node.value().as_element()?;
        let is_html = element.namespace() == Namespace::Html && node.parent().is_some();
        is_html.then(|| node.first_child()?.value().as_text()).flatten()
    });
    scripts.flat_map(json::strings)
}

/// Returns `true` for a text of sentences, plain or as HTML, and not for code, styles, addresses and drawings.
fn is_prose(text: &JsonString<'_>) -> bool {
    let start = start_of(text.written, READ);
    if start.len() < 40 || start.contains(['{', '}']) || start.contains("://") && !start.contains('<') {
        return false;
    }
    let letters = start.chars().filter(|c| c.is_alphabetic()).count();
    // Scripts without spaces have long words.
    let is_long =
        words(start).take(LEAST_WORDS).count() == LEAST_WORDS || !start.is_ascii() && letters > LEAST_WORDS * 4;
    is_long && letters * 2 > start.chars().count()
}

/// Appends a string of data: HTML as it is, each line of another text as a paragraph.
fn push(text: &str, out: &mut Output) -> Result<(), OutOfMemory> {
    let written = if text.contains("</") || text.contains("<p") || text.contains("<br") {
        out.push_all(&["<div>", ""]).and_then(|()| out.push_long(text)).and_then(|()| out.push("</div>"))
    } else {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.try_for_each(|line| {
            out.push("<p>")?;
            push_escaped(line, HtmlPlace::Text, out)?;
            out.push("</p>")
        })
    };
    match written {
        Err(RenderError::OutOfMemory) => Err(OutOfMemory),
        // No page is as long as the limit.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

    const PROSE: &str =
        "The keeper of the old lighthouse counts the ships that pass, and writes their names into a book.";

    fn text(script: &str) -> String {
        let html = format!("<title>t</title><div id=app>Menu</div>{script}");
        Page::sample(&html).text().to_owned()
    }

    #[test]
    fn prose_of_scripts_is_the_text_of_a_page_that_shows_none() {
        let paragraphs = format!("<p>{PROSE} One.</p><p>{PROSE} Two.</p><p>{PROSE} Three.</p><p>{PROSE}</p>");
        let json = paragraphs.replace("</", "<\\/");
        for script in [
            format!("<script id=__NEXT_DATA__ type=application/json>{{\"props\":{{\"body\":\"{json}\"}}}}</script>"),
            format!("<script>window.__STATE__ = {{a: undefined, \"content\":\"{json}\", \"x\": 1}};</script>"),
            format!(
                "<script>__APOLLO_STATE__={{\"a\":[{}]}}</script>",
                ["One.", "Two.", "Three.", "", "Four"]
                    .map(|end| format!("{{\"text\":\"{PROSE} {end}\",\"url\":\"https://a.example/some/long/path\"}}"))
                    .join(",")
            ),
        ] {
            let text = text(&script);
            assert!(text.starts_with("Menu\n\nThe keeper"), "{text}");
            assert!(text.matches("\n\n").count() >= 4 && text.contains("Two."), "{text}");
        }
    }

    #[test]
    fn pages_that_show_their_text_keep_to_it() {
        let data = format!("<script>x={{\"body\":\"{}\"}}</script>", PROSE.repeat(5));
        assert!(text(&data).contains("lighthouse"));
        let shown = format!("{data}<p>{}", PROSE.repeat(6));
        assert_eq!(text(&shown).matches("lighthouse").count(), 6);
        let again = format!("{data}<p>{PROSE}");
        assert_eq!(text(&again).matches("lighthouse").count(), 1);
        for data in [
            format!("<script>x={{\"body\":\"{PROSE}\"}}</script>"),
            format!("<script>x={{\"body\":\"{}\"}}</script>", ".a { color: red; margin: 0 auto } ".repeat(50)),
            format!("<script>x={{\"path\":\"{}\"}}</script>", "M10 20 L30 40 C1 2 3 4 ".repeat(50)),
            format!(
                "<script>x={{\"a\":\"{}\"}}</script>",
                "https://a.example/the/long/path/of/a/page/of/ours ".repeat(9)
            ),
            "<script>x={\"body\":\"".to_owned(),
        ] {
            assert_eq!(text(&data), "Menu", "{data}");
        }
    }
}
