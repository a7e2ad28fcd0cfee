//! Rules for the chunks of any page.

use goce_core::extract::Selection;
use goce_core::page::{HeadingLevels, Page};
use goce_core::render::{Chunk, ChunkSize, Chunks};
use goce_core::texts::words::words;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{read_back, text};

pub fn all(chunks: &mut Chunks<&Page>) -> Vec<Chunk> {
    std::iter::from_fn(|| chunks.next_chunk().unwrap()).collect()
}

/// Panics if the chunks of a selection break a rule.
#[track_caller]
pub fn check(page: &Page, selection: &Selection, max_words: i32, overlap: i32, name: &str) {
    let size = ChunkSize::new(max_words, overlap).unwrap();
    let mut chunks = Chunks::of(page, selection, None, size, None).unwrap();
    let all = all(&mut chunks);
    let text = text(page, selection);
    let characters: Vec<char> = text.chars().collect();
    let slice = |from: usize, to: usize| characters[from..to].iter().collect::<String>();

    let (mut own_words, mut end, mut start) = (Vec::new(), 0, 0);
    for (number, chunk) in all.iter().enumerate() {
        let (range, of_chunk) = (&chunk.characters, chunks.text_of(chunk));
        let is = |is_so: bool, what: &str| {
            let markdown = &chunk.markdown;
            assert!(is_so, "{name}: chunk {number} of {max_words}/{overlap} is not {what}: {of_chunk:?}\n{markdown}");
        };
        let is_part = slice(range.start, range.end) == of_chunk && of_chunk == of_chunk.trim();
        is(is_part && !of_chunk.is_empty(), "that part of the text");
        is(range.start >= start && range.end > end, "in order");
        let own = slice(range.start.max(end), range.end);
        let repeated = slice(range.start, range.start.max(end));
        let is_short = words(of_chunk).count() <= max_words as usize;
        is(is_short && words(&repeated).count() <= overlap as usize, "as short as it should be");
        own_words.extend(words(&own).map(str::to_owned));
        (start, end) = (range.start, range.end);

        let (read, has_notes) = read_back::text_of(&chunk.markdown);
        let (found, expected): (Vec<&str>, Vec<&str>) = (words(&read).collect(), words(of_chunk).collect());
        // A footnote's number may be joined to a word. The note may stand in another chunk.
        let is_joined = has_notes || chunk.markdown.contains("[^");
        // The header of a table may be repeated before the words.
        let has_header = chunk.markdown.contains("| --- |");
        let is_same = match (is_joined, has_header) {
            (false, false) => found == expected,
            (false, true) => found.ends_with(&expected),
            (true, false) => found.concat() == expected.concat(),
            (true, true) => found.concat().ends_with(&expected.concat()),
        };
        // The label that a note begins with is that of its definition, which may stand in the next chunk.
        let is_of_note = is_joined || chunk.markdown.is_empty();
        let without_labels = |words: &[&str]| words.concat().replace(|c: char| c.is_ascii_digit(), "");
        let is_same = is_same || is_of_note && without_labels(&found) == without_labels(&expected);
        is(is_same, "of the same words as its Markdown");
    }
    let has_all = own_words.iter().map(String::as_str).eq(words(&text));
    assert!(has_all, "{name}: the chunks of {max_words}/{overlap} lack words, or have some twice");
    // Markdown does not say where a callout ends.
    let has_callouts = (0..page.nodes().len()).any(|at| HeadingLevels::end_with(page, at));
    if overlap == 0 && !has_callouts {
        check_headings(&chunks, &all, name);
    }
}

/// Panics at a chunk with a heading behind text, or with another path than the headings in the Markdown so far.
#[track_caller]
fn check_headings(chunks: &Chunks<&Page>, all: &[Chunk], name: &str) {
    let mut path: Vec<Option<String>> = vec![None; 6];
    let mut was_long = false;
    // Markdown writes a heading in a note behind the text.
    let mut has_note = false;
    for (number, chunk) in all.iter().enumerate() {
        let (mut heading, mut has_text, mut pictures) = (None::<(usize, String)>, false, 0);
        for event in Parser::new_ext(&chunk.markdown, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    heading = Some((level as usize, String::new()));
                }
                Event::End(TagEnd::Heading(_)) => {
                    // A heading without words holds only a picture.
                    if let Some((level, text)) = heading.take()
                        && words(&text).next().is_some()
                    {
                        assert!(!has_text, "{name}: chunk {number} has a heading behind text:\n{}", chunk.markdown);
                        path[level - 1] = Some(text);
                        path[level..].fill(None);
                    }
                }
                Event::Start(Tag::Image { .. }) => pictures += 1,
                Event::End(TagEnd::Image) => pictures -= 1,
                Event::Text(text) | Event::Code(text) if pictures == 0 => match &mut heading {
                    Some((_, heading)) => *heading += &text,
                    None => has_text |= words(&text).next().is_some(),
                },
                _ => {}
            }
        }
        let read: Vec<&String> = path.iter().flatten().collect();
        let stated: Vec<&str> = chunks.heading_path(chunk).collect();
        // A footnote's number is joined to the word behind it, without its brackets.
        let first = |text: &str| {
            let text = text.replace("[^", "").replace(']', "");
            words(&text).next().map(str::to_owned)
        };
        let is_same =
            read.len() == stated.len() && read.iter().zip(&stated).all(|(read, stated)| first(read) == first(stated));
        // A long heading is divided among chunks.
        was_long |= stated
            .iter()
            .any(|heading| heading.len() > 200 || !all.iter().any(|chunk| chunks.text_of(chunk).contains(heading)));
        let mut notes = chunk.markdown.split("]: ").skip(1);
        has_note |= notes.any(|note| note.lines().next().is_some_and(|line| line.contains("# ")));
        assert!(
            is_same || was_long || has_note,
            "{name}: chunk {number} is below {read:?}, and says {stated:?}:\n{}",
            chunk.markdown
        );
    }
}
