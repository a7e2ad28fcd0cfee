//! Content that a page holds without showing it: the page is a shell that scripts would fill.

use crate::extract::auto::is_any;
use crate::json;
use crate::page::Description;
use crate::page::prelude::*;
use crate::texts::words::words;

/// Returns the article's text in JSON-LD; else the longest description, if it is an excerpt.
pub fn hidden_content(page: &Page) -> Fallible<Option<String>> {
    let (mut article, mut description) = (String::new(), "");
    for element in page.head() {
        interrupts::check();
        match element {
            Description::JsonLd(script) => {
                for text in json::strings(script) {
                    // The text is at most as long as it is written.
                    if text.name == "articleBody"
                        && !text.in_list
                        && text.written.len() > article.len()
                        && let Some(body) = text.text()?
                        && body.len() > article.len()
                    {
                        article = body;
                    }
                }
            }
            Description::Meta(meta) => {
                let content = meta.content.unwrap_or("");
                if is_any(meta.key(), &["description", "og:description"]) && content.len() > description.len() {
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
    // In scripts without spaces 15 bytes count as a word.
    let count = words(description).count().max(description.len() / 15);
    // Shorter ones are slogans: among the pages of wcxb-dev that show no content, all with a longer description were threads
    // of forums, and most with a shorter one have no content.
    (count >= 60).then(|| try_to_owned(description)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Option<String> {
        hidden_content(&Page::sample(html)).unwrap()
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
