//! Markdown as safe HTML: markup within it is shown as text, pictures become links, and links are to http and https alone.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd, html};

pub fn html(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        // A picture becomes a link, so that nothing is loaded.
        Event::Start(
            Tag::Link {
                dest_url, title, id, ..
            }
            | Tag::Image {
                dest_url, title, id, ..
            },
        ) => Event::Start(Tag::Link {
            // Other types are written the same, but for addresses of mail, which would get `mailto:` before any address.
            link_type: LinkType::Inline,
            dest_url: Some(dest_url).filter(|address| is_web(address)).unwrap_or("#".into()),
            title,
            id,
        }),
        Event::End(TagEnd::Image) => Event::End(TagEnd::Link),
        other => other,
    });
    let mut written = String::with_capacity(markdown.len() + markdown.len() / 4);
    html::push_html(&mut written, events);
    written
}

fn is_web(address: &str) -> bool {
    url::Url::parse(address).is_ok_and(|address| matches!(address.scheme(), "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        let written = html("a <b onclick=x>b</b>\n\n<script>alert(1)</script>\n\n- c");
        assert!(
            !written.contains("<script") && !written.contains("<b ") && written.contains("&lt;script&gt;"),
            "{written}"
        );
        assert!(written.contains("<li>c</li>"));
    }

    #[test]
    fn links_go_to_the_web_alone() {
        for address in [
            "javascript:alert(1)",
            "JAVASCRIPT:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "/pages",
            "\tjavascript:x",
        ] {
            let written = html(&format!("[x](<{address}>) ![y](<{address}>)"));
            assert!(
                written.contains("href=\"#\"") && !written.contains("<img") && !written.contains(":alert"),
                "{written}"
            );
        }
        assert!(html("[x](https://example.org/a)").contains("href=\"https://example.org/a\""));
        assert!(html("![y](https://example.org/p.png)").contains("<a href=\"https://example.org/p.png\""));
    }

    #[test]
    fn tables_are_written() {
        assert!(html("| a | b |\n|---|---|\n| 1 | 2 |").contains("<td>1</td>"));
    }
}
