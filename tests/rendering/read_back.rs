//! The text that a reader of Markdown finds.

use goce_core::texts::words::words;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

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

/// Returns the place where the words of Markdown and of a text differ, if they do. A footnote's number may be joined to
/// a word.
pub fn difference(markdown: &str, text: &str) -> Option<String> {
    let (read, has_notes) = text_of(markdown);
    let (found, expected): (Vec<&str>, Vec<&str>) = (words(&read).collect(), words(text).collect());
    if found == expected || has_notes && found.concat() == expected.concat() {
        return None;
    }
    let same = found.iter().zip(&expected).take_while(|(a, b)| a == b).count();
    let around = |words: &[&str]| {
        let from = same.saturating_sub(4);
        words[from.min(words.len())..(same + 5).min(words.len())].join(" ")
    };
    Some(format!("expected … {} …\nfound    … {} …", around(&expected), around(&found)))
}
