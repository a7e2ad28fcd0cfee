//! Texts that a page keeps in the data of its scripts and does not show: `__NEXT_DATA__`, `__NUXT__`, the state of Apollo
//! or Redux, what SvelteKit fetched, what the App Router of Next pushes. Scripts would make the page of them.

use crate::json::{self, DEEPEST, Document, JsonString, Kind, Value};
use crate::output::{HtmlPlace, RenderError, push_escaped};
use crate::page::prelude::*;
use crate::texts::words::{is_listed, words};

/// Bytes of text up to which a page may be waiting for its scripts: a name, a menu, a notice.
pub const MOST_SHOWN: usize = 500;

/// The members that hold an article's text. Others hold excerpts of other pages, and the words of controls.
const NAMES: &str = "\
    articleBody body children content html markup text value bodyHtml body_html bodyText contentHtml content_html \
    htmlContent fullText full_text richText contenido cuerpo texto conteudo corpo testo contenu texte inhalt \
    inhoud tekst konten";

/// The member of React's elements that holds words of all kinds.
const CHILDREN: &str = "children";

/// Bytes of a line by which it is known again.
const SHOWN: usize = 60;

/// Words from which on a string is prose.
const LEAST_WORDS: usize = 8;

/// Returns the prose that the scripts of a page hold, as HTML, if it is longer than what the page shows: the strings of
/// one member name, that with most prose, in the order of the page.
///
/// # Errors
/// [`OutOfMemory`].
pub fn prose(tree: &Tree, shown: &str) -> Fallible<Option<String>> {
    let data = data(tree)?;
    let mut lengths: Map<&str, usize> = Map::default();
    for text in strings(&data).filter(|text| is_listed(text.name, NAMES) && is_prose(text)) {
        lengths.try_reserve(1)?;
        *lengths.entry(text.name).or_default() += text.written.len();
    }
    // The name breaks ties, so that the same page gives the same text.
    let most = lengths.iter().checking(CHECK_EVERY).max_by_key(|(name, length)| (**length, **name));
    // Bytes of prose from which on data are the page's text.
    let Some((name, _)) = most.filter(|(_, length)| **length > 300.max(shown.trim().len())) else {
        return Ok(None);
    };
    let longest = shown.lines().max_by_key(|line| line.len()).unwrap_or("");
    let mut paragraphs: Vec<String> = Vec::new();
    let mut last = "";
    for text in strings(&data).filter(|text| text.name == *name && (*name != CHILDREN || is_prose(text))) {
        // Data often have the same text twice.
        if std::mem::replace(&mut last, text.written) == text.written && !text.goes_on {
            continue;
        }
        let (goes_on, text) = (text.goes_on, text.text()?.unwrap_or_default());
        match paragraphs.last_mut().filter(|_| goes_on) {
            Some(paragraph) => paragraph.try_push_str(&text)?,
            None => paragraphs.try_push(text)?,
        }
    }
    let mut out = Output::unlimited();
    for paragraph in paragraphs.iter().checking(CHECK_EVERY) {
        // The page shows the beginning, or all, of it.
        if longest.len() > SHOWN && paragraph.contains(start_of(longest, SHOWN)) {
            return Ok(None);
        }
        push(paragraph, &mut out)?;
    }
    Ok(Some(out.finish()))
}

/// Returns the data of all scripts, and the data that they have as text: in strings, or in the list of Nuxt 3.
fn data(tree: &Tree) -> Fallible<Vec<Cow<'_, str>>> {
    let mut data = Vec::new();
    let mut pushed = String::new();
    for node in tree.elements_named(names::SCRIPT).filter(|node| node.parent().is_some()) {
        let element = as_element(node).filter(|element| element.namespace() == Namespace::Html);
        let text = first_text(node);
        let (Some(element), Some(script)) = (element, text) else {
            continue;
        };
        // Of one text, cut anywhere.
        if let Some((_, list)) = script.split_once("__next_f.push(")
            && let Some(list) = Document::read(list.trim_end_matches([')', ';']))?
            && let Some(part) = list.root().items().nth(1)
        {
            pushed.try_push_str(&part.text(script.len())?.unwrap_or_default())?;
        }
        for text in json::strings(script).filter(holds_json) {
            data.try_extend(text.text()?.map(Cow::Owned))?;
        }
        let tree = match element.attr(names::ID) {
            Some("__NUXT_DATA__") => nuxt(script)?,
            _ if script.starts_with("{&q;") => Some(angular(script)?),
            _ => None,
        };
        data.try_push(tree.map_or(Cow::Borrowed(script), Cow::Owned))?;
    }
    data.try_push(Cow::Owned(pushed))?;
    Ok(data)
}

/// Returns the data of Angular before 17, which writes `&q;` for quotes, and the like.
fn angular(script: &str) -> Fallible<String> {
    let mut out = String::new();
    for (number, part) in script.split('&').enumerate().checking(CHECK_EVERY) {
        let signs = [("q;", "\""), ("s;", "'"), ("l;", "<"), ("g;", ">"), ("a;", "&")];
        let known = signs.iter().find_map(|(name, sign)| Some((*sign, part.strip_prefix(name)?)));
        let (sign, rest) = known.filter(|_| number > 0).unwrap_or((if number > 0 { "&" } else { "" }, part));
        out.try_push_all(&[sign, rest])?;
    }
    Ok(out)
}

/// Returns `true` for a string that is the JSON of an object, or of a list of them.
fn holds_json(text: &JsonString<'_>) -> bool {
    let inner = text.written.trim_start_matches(['[', '{']);
    inner.len() < text.written.len() && inner.starts_with('\\')
}

/// Returns the data of Nuxt 3 as a tree: it writes a list of values that name each other by their places. `None` if
/// it is no such list.
fn nuxt(script: &str) -> Fallible<Option<String>> {
    let Some(document) = Document::read(script)? else {
        return Ok(None);
    };
    let mut values = try_collect(document.root().items().map(Some))?;
    let mut out = String::new();
    push_nuxt(&mut values, 0, 0, script.len(), &mut out)?;
    Ok((!values.is_empty()).then_some(out))
}

/// Appends the value at a place, and those that it names: each object and list once, so that circles end, and no more
/// once twice the bytes of the script are written, so that hostile data stay small.
fn push_nuxt(values: &mut [Option<Value<'_>>], at: usize, depth: usize, bytes: usize, out: &mut String) -> Fallible {
    let Some(value) = values.get(at).copied().flatten().filter(|_| depth < DEEPEST && out.len() / 2 <= bytes) else {
        return out.try_push_str("null");
    };
    let (open, close) = match value.kind() {
        Kind::Object => ("{", "}"),
        Kind::Array => ("[", "]"),
        _ => return out.try_push_str(value.written()),
    };
    values[at] = None;
    out.try_push_str(open)?;
    let members = value.members().map(|(key, value)| (Some(key), value));
    let named = members.chain(value.items().map(|item| (None, item)));
    for (number, (key, value)) in named.checking(CHECK_EVERY).enumerate() {
        if number > 0 {
            out.try_push_str(",")?;
        }
        if let Some(key) = key {
            out.try_push_all(&[key.written(), ":"])?;
        }
        match value.written().parse() {
            Ok(at) => push_nuxt(values, at, depth + 1, bytes, out)?,
            // The kind of a list, such as "Reactive", is no value.
            Err(_) => out.try_push_str("null")?,
        }
    }
    out.try_push_str(close)
}

/// The named strings of data, without those that hold data.
fn strings<'a>(data: &'a [Cow<'_, str>]) -> impl Iterator<Item = JsonString<'a>> {
    data.iter().flat_map(|data| json::strings(data)).filter(|text| !holds_json(text))
}

/// Returns `true` for a text of sentences, plain or as HTML, and not for code, styles, addresses and drawings.
fn is_prose(text: &JsonString<'_>) -> bool {
    // These bytes decide whether it is prose.
    let start = start_of(text.written, 2000);
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
fn push(text: &str, out: &mut Output) -> Fallible {
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
    use super::nuxt;
    use crate::page::Page;

    const PROSE: &str =
        "The keeper of the old lighthouse counts the ships that pass, and writes their names into a book.";

    fn text(script: &str) -> String {
        let html = format!("<title>t</title><div id=app>Menu</div>{script}");
        Page::sample(&html).text().to_owned()
    }

    /// An object whose body is this JSON, as a string of JSON has it.
    fn escaped(json: &str) -> String {
        format!("{{\"body\":\"{json}\"}}").replace('\\', "\\\\").replace('"', "\\\"")
    }

    /// Paragraphs as React's server writes them, in a string of JSON.
    fn escaped_children(ends: &[&str]) -> String {
        let element = |end| format!("[\"$\",\"p\",null,{{\"children\":\"{PROSE} {end}\"}}],");
        ends.iter().map(element).collect::<String>().replace('"', "\\\"")
    }

    #[test]
    fn hostile_lists_of_nuxt_stay_small() {
        let long = format!("\"{}\"", "a".repeat(1000));
        let often = ["2"; 1000].join(",");
        for list in [
            format!("[[1,0],[{often}],{long}]"),
            "[[0,0,1],[0,1]]".to_owned(),
            format!("[{}]", (1..3000).map(|at| format!("[{at},{at}]")).collect::<Vec<_>>().join(",")),
        ] {
            let tree = nuxt(&list).unwrap().unwrap();
            assert!(tree.len() < list.len() * 5, "{} of {}", tree.len(), list.len());
        }
        for list in ["{}", "[]", "[1", ""] {
            assert_eq!(nuxt(list).unwrap(), None, "{list}");
        }
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
            format!(
                "<script id=__NUXT_DATA__>[[\"Reactive\",1],{{\"a\":0,\"b\":2}},{{\"title\":3,\"body\":4,\"c\":-1}},\
                \"T\",\"{json}\"]</script>"
            ),
            format!("<script>window.__STATE__ = JSON.parse(\"{}\");</script>", escaped(&json)),
            format!("<script id=ng-state>{{\"1\": {{\"b\": {{\"testo\": \"{json}\"}}}}}}</script>"),
            format!(
                "<script id=app-state>{}</script>",
                format!("{{\"b\":{{\"body\":\"{paragraphs}\"}}}}")
                    .replace('"', "&q;")
                    .replace('<', "&l;")
                    .replace('>', "&g;")
            ),
            format!("<script data-sveltekit-fetched>{{\"status\":200,\"body\":\"{}\"}}</script>", escaped(&json)),
            format!(
                "<script id=__NEXT_DATA__>[{}]</script>",
                ["One.", "Two.", "Three.", "", "Four"]
                    .map(|end| format!(
                        "{{\"children\":[{{\"text\":\"The kee\"}},{{\"text\":\"{} {end}\"}}]}}",
                        &PROSE[7..]
                    ))
                    .join(",")
            ),
            format!(
                "<script>self.__next_f.push([1,\"1:[{}\"])</script><script>self.__next_f.push([1,\"{}]\"]);</script>",
                escaped_children(&["One."]),
                escaped_children(&["Two.", "Three.", "Four."])
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
