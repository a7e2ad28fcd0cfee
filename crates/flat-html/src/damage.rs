//! Damaged pages: what has no end, or the end of another, and so swallows the page.
//!
//! By the standard an unclosed `<title>` holds all that follows. Torn pages of an archive have no text then. So
//! [`parse_archived`](crate::parse_archived) reads such a page again, as if the part were closed where its own content
//! must have ended.
//!
//! A page is damaged in two cases.
//!
//! - **The page ends within a part**: a title, text area, style, script, `<xmp>`, `<iframe>`, comment or quoted value. It
//!   holds a start tag, and `<body`, `</body` or `</html`. A title needs no such mark. [`MANY_TAGS`] start tags are as
//!   good in all but scripts, comments and `<xmp>`, in which markup can be their own. So a page that was cut off within
//!   a script stays as it is.
//! - **A part took the end of another**: a title holds [`MANY_TAGS`] tags; a style, text area or `<iframe>` holds as
//!   many `<`, and a start tag of its own name. Scripts and comments may hold much, so these are looked at only in a page
//!   that has no `<body>` outside of them: if they hold `<body`, and the beginning of another of their kind.
//!
//! Where a part is closed:
//!
//! | part | closed |
//! |---|---|
//! | title | before the first tag that is not one of a few words (`<b>`), or the first comment |
//! | text area, xmp, iframe | before the first tag or comment |
//! | style | before the first tag; not in strings, comments and brackets |
//! | script | before the first tag that begins a line, or is one of [`STRUCTURE`]; not in strings and comments |
//! | comment | behind `-- >`, which SGML allowed, or `<![endif]`; else behind the first `>` or before the first tag |
//! | quoted value | before the first `>` |

use memchr::{memchr, memmem};

use crate::memory::{OutOfMemory, TryPush};
use crate::names::{self, Name};
use crate::work::Work;

/// How often a page is read again at most. Each time, parts are closed that the readings before have shown.
const MOST_READS: usize = 8;

/// So many tags no title has.
pub const MANY_TAGS: usize = 8;

/// Bytes searched between two counts of work.
const WINDOW: usize = 4 * 1024;

/// The longest name that is taken for a tag's.
const LONGEST_NAME: usize = 32;

/// The longest comment that ends with its line.
const LONGEST_LINE: usize = 1024;

/// Tags that end a script wherever they stand.
const STRUCTURE: [&str; 12] = [
    "html", "head", "body", "meta", "link", "title", "base", "style", "script", "noscript", "div", "table",
];

/// Tags that some titles hold.
const IN_TITLES: [&str; 14] = [
    "a", "abbr", "b", "big", "br", "cite", "em", "font", "i", "small", "span", "strong", "sub", "sup",
];

/// What only its own end ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Title,
    Textarea,
    Style,
    Script,
    Xmp,
    Iframe,
    Comment,
    /// A value in single quotes.
    Single,
    /// A value in double quotes.
    Double,
}

/// The number of kinds of parts.
const PARTS: usize = Part::Double as usize + 1;

impl Part {
    /// Returns the part that an element of raw text is. Others are read by the standard alone.
    pub fn of_element(name: Name) -> Option<Part> {
        Some(match name {
            names::TITLE => Part::Title,
            names::TEXTAREA => Part::Textarea,
            names::STYLE => Part::Style,
            names::SCRIPT => Part::Script,
            names::XMP => Part::Xmp,
            names::IFRAME => Part::Iframe,
            _ => return None,
        })
    }
}

/// Which parts of a page are closed, and where. It is filled while the page is read, for the next time.
#[derive(Debug)]
pub struct Repairs {
    /// Parts are looked at: the page is not read by the standard alone.
    is_on: bool,
    /// A part was found that must be closed, so the page has to be read again.
    pub again: bool,
    /// Scripts and comments that end too late are looked for.
    pub looks_for_late: bool,
    /// The place of the first part that is closed.
    pub first: usize,
    /// By part, the place from which on there is no end of it in the page.
    endless: [usize; PARTS],
    /// Other parts, in order: where they begin and where they are closed.
    single: Vec<(usize, usize)>,
    ends: EndsInCode,
    reads: usize,
}

/// The places from which on no comment and no template of a script ends, so that none is searched for twice.
#[derive(Clone, Copy, Debug)]
struct EndsInCode {
    comments: usize,
    templates: usize,
}

impl EndsInCode {
    const UNKNOWN: EndsInCode = EndsInCode {
        comments: usize::MAX,
        templates: usize::MAX,
    };
}

impl Repairs {
    /// Returns repairs for reading by the standard alone: there are none, and none are looked for.
    pub fn off() -> Repairs {
        Repairs {
            is_on: false,
            again: false,
            looks_for_late: false,
            first: usize::MAX,
            endless: [usize::MAX; PARTS],
            single: Vec::new(),
            ends: EndsInCode::UNKNOWN,
            reads: 0,
        }
    }

    /// Returns repairs for the first reading of a page that may be damaged.
    pub fn on() -> Repairs {
        Repairs {
            is_on: true,
            ..Repairs::off()
        }
    }

    /// Returns the repairs for reading the page again.
    pub fn for_next_time(mut self) -> Repairs {
        self.again = false;
        self.reads += 1;
        self.is_on = self.reads < MOST_READS;
        self.single.sort_unstable();
        self
    }

    /// Returns `true` if a part is closed that the page does not close there.
    pub fn is_damaged(&self) -> bool {
        self.first != usize::MAX
    }

    /// Returns where a part is closed that begins at `start`; `None` if at its own end.
    #[cold]
    pub fn close(&mut self, part: Part, page: &str, start: usize, work: &mut Work<'_>) -> Option<usize> {
        if let Ok(place) = self.single.binary_search_by_key(&start, |single| single.0) {
            return Some(self.single[place].1);
        }
        if start < self.endless[part as usize] {
            return None;
        }
        close(part, page, start, &mut self.ends, work)
    }

    fn note(&mut self, start: usize) {
        self.again = true;
        self.first = self.first.min(start);
    }

    fn note_single(&mut self, start: usize, close: usize) -> Result<(), OutOfMemory> {
        self.note(start);
        self.single.try_push((start, close))
    }

    /// Looks at a part that began at `start` and has not ended where the page ends.
    #[cold]
    pub fn unclosed(&mut self, part: Part, page: &str, start: usize, work: &mut Work<'_>) -> Result<(), OutOfMemory> {
        if !self.is_on || start >= self.endless[part as usize] {
            return Ok(());
        }
        let Some(close) = close(part, page, start, &mut self.ends, work) else {
            return Ok(());
        };
        if !is_rest_of_page(part, page, close, work) {
            return Ok(());
        }
        // Within `<!--` the standard passes over the ends of some scripts.
        if part == Part::Script && Tags::new(page, start, work).any(|tag| tag.is("script") && tag.is_end) {
            return self.note_single(start, close);
        }
        self.endless[part as usize] = start;
        self.note(start);
        Ok(())
    }

    /// Looks at a part that began at `start` and has ended at the end of `page`.
    #[cold]
    pub fn closed(&mut self, part: Part, page: &str, start: usize, work: &mut Work<'_>) -> Result<(), OutOfMemory> {
        if !self.is_on || !is_end_of_another(part, page, start, work) {
            return Ok(());
        }
        // Of the page only the part is looked at, so what has no end here may have one.
        let mut ends = EndsInCode::UNKNOWN;
        if let Some(close) = close(part, page, start, &mut ends, work)
            && !is_own_end(part, page, close, work)
        {
            self.note_single(start, close)?;
        }
        Ok(())
    }

    /// Has scripts and comments looked for that end too late, if `<body` stands anywhere in the page. Called at the end
    /// of a page that had no such tag.
    #[cold]
    pub fn look_for_late(&mut self, page: &str, work: &mut Work<'_>) {
        if self.is_on && !self.looks_for_late && Tags::new(page, 0, work).any(|tag| tag.is("body") && !tag.is_end) {
            self.looks_for_late = true;
            self.again = true;
        }
    }
}

/// A `<` with a name behind it, as in a tag.
#[derive(Clone, Copy, Debug)]
struct TagLike<'p> {
    at: usize,
    name: &'p str,
    is_end: bool,
}

impl TagLike<'_> {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn is_of(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.is(name))
    }
}

/// Returns the tag that begins at `at`, where a `<` stands.
fn tag_at(page: &str, at: usize) -> Option<TagLike<'_>> {
    let bytes = page.as_bytes();
    let is_end = bytes.get(at + 1) == Some(&b'/');
    let start = at + 1 + usize::from(is_end);
    if !bytes.get(start)?.is_ascii_alphabetic() {
        return None;
    }
    let rest = &bytes[start..bytes.len().min(start + LONGEST_NAME)];
    let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b':'))?;
    // A torn tag may end where the next begins.
    let ends = rest[length].is_ascii_whitespace() || matches!(rest[length], b'/' | b'>' | b'<');
    let name = &page[start..start + length];
    ends.then_some(TagLike { at, name, is_end })
}

/// The tags in a part of a page, whatever they stand in.
struct Tags<'p, 'w, 't> {
    page: &'p str,
    at: usize,
    work: &'w mut Work<'t>,
}

impl<'p, 'w, 't> Tags<'p, 'w, 't> {
    fn new(page: &'p str, at: usize, work: &'w mut Work<'t>) -> Self {
        Tags { page, at, work }
    }
}

impl<'p> Iterator for Tags<'p, '_, '_> {
    type Item = TagLike<'p>;

    fn next(&mut self) -> Option<TagLike<'p>> {
        while self.at < self.page.len() {
            let until = self.page.len().min(self.at + WINDOW);
            let found = memchr(b'<', &self.page.as_bytes()[self.at..until]);
            let at = found.map_or(until, |found| self.at + found);
            self.work.charge(16 + at - self.at);
            self.at = at + usize::from(found.is_some());
            if found.is_some()
                && let Some(tag) = tag_at(self.page, at)
            {
                return Some(tag);
            }
        }
        None
    }
}

/// Returns the first byte of `bytes` in a part of a page.
fn find(page: &str, mut at: usize, end: usize, byte: u8, work: &mut Work<'_>) -> Option<usize> {
    while at < end {
        let until = end.min(at + WINDOW);
        let found = memchr(byte, &page.as_bytes()[at..until]);
        work.charge(16 + found.unwrap_or(until - at));
        if let Some(found) = found {
            return Some(at + found);
        }
        at = until;
    }
    None
}

/// Returns where a part that begins at `start` is closed, for parts whose own end does not count.
fn close(part: Part, page: &str, start: usize, ends: &mut EndsInCode, work: &mut Work<'_>) -> Option<usize> {
    match part {
        Part::Title | Part::Textarea | Part::Xmp | Part::Iframe => {
            let is_own = |tag: &TagLike<'_>| part == Part::Title && tag.is_of(&IN_TITLES);
            let tag = Tags::new(page, start, work).find(|tag| !is_own(tag))?.at;
            let comment = memmem::find(&page.as_bytes()[start..tag], b"<!--");
            Some(comment.map_or(tag, |comment| start + comment))
        }
        Part::Style | Part::Script => close_of_code(part, page, start, ends, work),
        Part::Comment => close_of_comment(page, start, work),
        Part::Single | Part::Double => find(page, start, page.len(), b'>', work),
    }
}

fn close_of_comment(page: &str, start: usize, work: &mut Work<'_>) -> Option<usize> {
    let bytes = page.as_bytes();
    let mut first = None;
    let mut at = start;
    // Up to the next comment, so that no byte is looked at for two comments.
    while let Some(mark) = bytes.get(at) {
        work.charge(1);
        match mark {
            b'<' if bytes[at..].starts_with(b"<!--") => break,
            b'<' if bytes[at..].starts_with(b"<![endif]") => {
                let behind = &bytes[at + 9..];
                let dashes = behind.iter().take(4).position(|byte| *byte != b'-').unwrap_or(0);
                return Some(at + 9 + dashes + usize::from(behind.get(dashes) == Some(&b'>')));
            }
            b'<' => {
                let tag = tag_at(page, at);
                if tag.is_some_and(|tag| tag.is_of(&["body", "html"])) {
                    return first.or(Some(at));
                }
                first = first.or(tag.map(|tag| tag.at));
            }
            b'>' if page[start..at].trim_ascii_end().ends_with("--") => return Some(at + 1),
            b'>' => first = first.or(Some(at + 1)),
            _ => {}
        }
        at += 1;
    }
    first.or((at < bytes.len()).then_some(at))
}

/// Returns where a style or script is closed: where a tag stands that cannot be part of it.
fn close_of_code(part: Part, page: &str, start: usize, ends: &mut EndsInCode, work: &mut Work<'_>) -> Option<usize> {
    let bytes = page.as_bytes();
    let is_script = part == Part::Script;
    let mut at = start;
    // Only white space stands before this place in its line.
    let mut begins_line = true;
    while let Some(&byte) = bytes.get(at) {
        work.charge(1);
        match byte {
            b'\n' | b'\r' => begins_line = true,
            b' ' | b'\t' | b'\x0c' => {}
            b'<' => {
                if let Some(tag) = tag_at(page, at)
                    && (begins_line || !is_script || tag.is_of(&STRUCTURE))
                {
                    return Some(at);
                }
                begins_line = false;
            }
            b'"' | b'\'' => {
                begins_line = false;
                at = skip_string(bytes, at + 1, byte, work);
                continue;
            }
            // An address may be a picture in SVG.
            b'(' if !is_script => {
                let until = bytes.len().min(at + LONGEST_LINE);
                at = find(page, at, until, b')', work).unwrap_or(at);
            }
            b'`' if is_script && at < ends.templates => {
                begins_line = false;
                match find(page, at + 1, bytes.len(), b'`', work) {
                    Some(end) => at = end,
                    None => ends.templates = at,
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') && at < ends.comments => {
                begins_line = false;
                match find_comment_end(page, at + 2, work) {
                    Some(end) => {
                        at = end;
                        continue;
                    }
                    None => ends.comments = at,
                }
            }
            b'/' if is_script && bytes.get(at + 1) == Some(&b'/') => {
                begins_line = false;
                let until = bytes.len().min(at + LONGEST_LINE);
                at = find(page, at, until, b'\n', work).unwrap_or(at + 2);
                continue;
            }
            _ => begins_line = false,
        }
        at += 1;
    }
    None
}

/// Returns the place behind a string, which ends at its quote or with its line.
fn skip_string(bytes: &[u8], mut at: usize, quote: u8, work: &mut Work<'_>) -> usize {
    while let Some(&byte) = bytes.get(at) {
        work.charge(1);
        match byte {
            b'\\' => at += 1,
            b'\n' | b'\r' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Returns the place behind the next `*/`.
fn find_comment_end(page: &str, start: usize, work: &mut Work<'_>) -> Option<usize> {
    let mut at = start;
    while let Some(slash) = find(page, at, page.len(), b'/', work) {
        at = slash + 1;
        if slash > start && page.as_bytes()[slash - 1] == b'*' {
            return Some(at);
        }
    }
    None
}

/// Returns `true` if the page from `close` on is what a part without an end has swallowed, and not its own.
fn is_rest_of_page(part: Part, page: &str, close: usize, work: &mut Work<'_>) -> bool {
    // What a script, a comment or `<xmp>` holds may be markup of its own.
    let is_sure = !matches!(part, Part::Script | Part::Comment | Part::Xmp);
    let (mut starts, mut has_mark) = (0, part == Part::Title);
    for tag in Tags::new(page, close, work) {
        starts += usize::from(!tag.is_end);
        has_mark |= tag.is("body") || tag.is_end && tag.is("html");
        if starts > 0 && has_mark || is_sure && starts >= MANY_TAGS {
            return true;
        }
    }
    false
}

/// Returns `true` if the part from `start` to the end of `page` took the end of another.
fn is_end_of_another(part: Part, page: &str, start: usize, work: &mut Work<'_>) -> bool {
    let part_of_page = &page.as_bytes()[start..];
    let mut holds = |name: &str| Tags::new(page, start, work).any(|tag| tag.is(name) && !tag.is_end);
    match part {
        Part::Title => Tags::new(page, start, work).nth(MANY_TAGS - 1).is_some(),
        Part::Style => holds("style"),
        Part::Textarea => holds("textarea"),
        Part::Iframe => holds("iframe"),
        // A script that writes a page writes the ends of its scripts so.
        Part::Script => holds("body") && holds("script") && memmem::find(part_of_page, b"<\\/script").is_none(),
        Part::Comment => holds("body") && memmem::find(part_of_page, b"<!--").is_some(),
        _ => false,
    }
}

/// Returns `true` if a part that ends with `page` is closed by its own end tag: nothing is wrong with it.
fn is_own_end(part: Part, page: &str, close: usize, work: &mut Work<'_>) -> bool {
    let name = match part {
        Part::Title => "title",
        Part::Style => "style",
        Part::Script => "script",
        // They are closed before the beginning of another of their kind.
        _ => return false,
    };
    let is_end = |tag: TagLike<'_>| tag.is_end && tag.is(name);
    // Within `<!--` the standard passes over the ends of some scripts, so the last one counts.
    tag_at(page, close).is_some_and(is_end) && !Tags::new(page, close + 1, work).any(is_end)
}
