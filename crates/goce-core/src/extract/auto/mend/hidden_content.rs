//! Content that a page holds without showing it: the page is a shell that scripts would fill.

use crate::interrupts;
use crate::memory::{OutOfMemory, TryPushStr, ask_for, try_to_owned};
use crate::page::{Description, Page, json_ld_strings};
use crate::texts::words::words;

/// Returns the article's text in JSON-LD; else the longest description, if it is an excerpt.
pub fn hidden_content(page: &Page) -> Result<Option<String>, OutOfMemory> {
    let (mut article, mut description) = (String::new(), "");
    for element in page.head() {
        interrupts::check();
        match element {
            Description::JsonLd(script) => {
                for text in json_ld_strings::strings(script) {
                    // The text is at most as long as it is written.
                    if text.name == "articleBody"
                        && !text.in_list
                        && text.written.len() > article.len()
                        && let Some(body) = string_of_json(text.written)?
                        && body.len() > article.len()
                    {
                        article = body;
                    }
                }
            }
            Description::Meta(meta) => {
                let content = meta.content.unwrap_or("");
                if ["description", "og:description"].iter().any(|known| meta.key().eq_ignore_ascii_case(known))
                    && content.len() > description.len()
                {
                    description = content;
                }
            }
            _ => {}
        }
    }
    let article = article.trim();
    if words(article).next().is_some() {
        return try_to_owned(article).map(Some);
    }
    let description = description.trim();
    // Bytes of text that count as a word in scripts without spaces.
    let count = words(description).count().max(description.len() / 15);
    // Words from which on a description is an excerpt of the content. Shorter ones are slogans: among the pages of
    // wcxb-dev that show no content, all with a longer description were threads of forums, and most with a shorter one
    // have no content.
    if count < 60 {
        return Ok(None);
    }
    try_to_owned(description).map(Some)
}

/// Returns the text of a string of JSON, given as it is written between its quotes, and `None` if that is no JSON.
fn string_of_json(written: &str) -> Result<Option<String>, OutOfMemory> {
    let mut json = String::new();
    json.try_reserve_exact(written.len() + 2)?;
    json.try_push_char('"')?;
    json.try_push_str(written)?;
    json.try_push_char('"')?;
    // serde_json collects a string with escapes, doubling, and then copies it.
    ask_for(4 * json.len())?;
    Ok(serde_json::from_str(&json).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Option<String> {
        let page = Page::sample(html);
        hidden_content(&page).unwrap()
    }

    #[test]
    fn articles_and_excerpts() {
        let excerpt = "word ".repeat(60);
        let meta = format!("<meta property='og:description' content='{excerpt}'>");
        assert_eq!(of(&meta).unwrap(), excerpt.trim());
        assert_eq!(of("<meta name=description content='A slogan'>"), None);
        let article = r#"<script type="application/ld+json">{"articleBody": "One \u00e9\n\"two\""}</script>"#;
        assert_eq!(of(&format!("{meta}{article}")).unwrap(), "One é\n\"two\"");
        // What is broken or empty is not taken.
        for body in [r"a \x", r"\ud800", "", " "] {
            let script = format!("<script type='application/ld+json'>{{\"articleBody\": \"{body}\"}}</script>");
            assert_eq!(of(&script), None, "{body}");
        }
    }
}
