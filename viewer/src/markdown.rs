//! Markdown as HTML that is safe to show: no markup of the text's own, no pictures, links by http alone.

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

/// Returns the HTML of a text in Markdown. Its own markup is shown as text. A picture is a link to it, so that nothing
/// is loaded.
pub fn html(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(link(link_type, dest_url, title, id)),
        Event::Start(Tag::Image {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(link(link_type, dest_url, title, id)),
        Event::End(TagEnd::Image) => Event::End(TagEnd::Link),
        other => other,
    });
    let mut written = String::with_capacity(markdown.len() + markdown.len() / 4);
    html::push_html(&mut written, events);
    written
}

fn link<'m>(link_type: LinkType, address: CowStr<'m>, title: CowStr<'m>, id: CowStr<'m>) -> Tag<'m> {
    let is_web = url::Url::parse(&address).is_ok_and(|address| matches!(address.scheme(), "http" | "https"));
    // An email's link type would write mailto: before any address.
    let link_type = if link_type == LinkType::Email {
        LinkType::Inline
    } else {
        link_type
    };
    Tag::Link {
        link_type,
        dest_url: if is_web { address } else { CowStr::Borrowed("#") },
        title,
        id,
    }
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
