//! The text that a reader of Markdown finds.

use goce_core::texts::words::words;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::assert_same_words;

/// Returns the text of Markdown without that of pictures, one line for each block, and `true` if it refers to footnotes.
pub fn text_of(markdown: &str) -> (String, bool) {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let (mut text, mut has_notes, mut pictures) = (String::new(), false, 0);
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Image { .. }) => pictures += 1,
            Event::End(TagEnd::Image) => pictures -= 1,
            Event::Text(piece) | Event::Code(piece) if pictures == 0 => text += &piece,
            // There must be no HTML: its words will not match.
            Event::Html(html) | Event::InlineHtml(html) => text += &format!(" HTML {html}"),
            Event::FootnoteReference(label) => {
                has_notes = true;
                text += &label;
            }
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            Event::SoftBreak | Event::HardBreak | Event::Rule => text.push('\n'),
            Event::Start(_) | Event::End(_) => text.push('\n'),
            _ => {}
        }
    }
    (text, has_notes)
}

/// Panics unless Markdown has the words of a text. A footnote's number may be joined to a word.
#[track_caller]
pub fn check(markdown: &str, text: &str, name: &str) {
    let (read, has_notes) = text_of(markdown);
    if !has_notes || words(&read).collect::<String>() != words(text).collect::<String>() {
        assert_same_words(&read, text, &format!("{name}\n{markdown}\n\n{text}"));
    }
}
