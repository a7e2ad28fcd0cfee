//! The times and the names of people on a page: they tell who wrote a record, and when.

use std::sync::LazyLock;

use crate::dates::DayOrder;
use crate::dates::time_text::{self, TimeForm};
use crate::element_names::Meaning;
use crate::html::names;
use crate::page::{Page, Tag};
use crate::prelude::*;
use crate::texts::spaces::start_of;
use crate::texts::words::{are_digits, is_listed};

use super::start;

/// Fields of a record that are compared with those of other records.
pub const FIELDS_COMPARED: usize = 64;

/// The most bytes of a name.
const LONGEST_NAME: usize = 80;

/// A time or a name on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// The position of the element or text.
    pub position: usize,
    /// The position of the element by which fields of several records are compared: the element itself, or the parent
    /// of a text.
    pub element: usize,
    /// How sure it is that this is a time or a name, from 0 to 1.
    pub trust: f32,
    /// `false` where only a class says that the element holds a name: a better field may be in it.
    pub is_whole: bool,
}

impl Field {
    fn new(position: usize, element: usize, trust: f32) -> Self {
        Field {
            position,
            element,
            trust,
            is_whole: true,
        }
    }
}

/// The times and the names of a page.
#[derive(Debug, Default)]
pub struct Fields {
    pub times: Vec<Field>,
    pub names: Vec<Field>,
    /// For each node and the end: the number of times and of names before it.
    before: Vec<[u32; 2]>,
    /// For each node and the end: the number of running words before it. These stand in no link, button or heading.
    running: Vec<u32>,
}

impl Fields {
    /// Finds the times and the names of a page.
    pub fn of(page: &Page) -> Fallible<Fields> {
        let count = page.nodes().len();
        let mut fields = Fields {
            before: try_with_capacity(count + 1)?,
            running: try_with_capacity(count + 1)?,
            ..Fields::default()
        };
        let mut running = 0;
        // Words up to here stand in a link, a button or a heading.
        let mut linked = 0;
        // Up to here a time, or a name, was found already.
        let (mut timed, mut named) = (0, 0);
        for position in (0..count).checking(CHECK_EVERY) {
            fields.count_before(running);
            let end = page.end(position);
            let tag = page.tag(position);
            if tag == Tag::Text {
                let text = page.text_at(position);
                if position >= linked {
                    running += page.word_count(position..position + 1) as u32;
                }
                if position >= timed
                    && let Some(trust) = trust_in_text(text)
                    && !is_labelled(page, position)
                {
                    let element = page.parent(position);
                    fields.times.try_push(Field::new(position, element, trust))?;
                }
                if position >= named && (is_labelled_name(page, position) || behind_byline(text).is_some()) {
                    fields.names.try_push(Field::new(position, page.parent(position), 0.9))?;
                }
                continue;
            }
            if matches!(tag, Tag::A | Tag::Button | Tag::Option | Tag::Select) || tag.heading_level().is_some() {
                linked = linked.max(end);
            }
            if position >= timed
                && let Some(trust) = trust_in_time(page, position)
            {
                timed = end;
                if !is_labelled(page, position) {
                    fields.times.try_push(Field::new(position, position, trust))?;
                }
            }
            if position >= named
                && let Some((trust, is_whole)) = trust_in_name(page, position)
            {
                // An element that holds a name by its class alone may have a link to the person in it.
                if is_whole {
                    named = end;
                }
                let name = Field::new(position, position, trust);
                fields.names.try_push(Field { is_whole, ..name })?;
            }
        }
        fields.count_before(running);
        Ok(fields)
    }

    /// Notes the counts before the next node. [`Fields::of`] has reserved the memory.
    fn count_before(&mut self, running: u32) {
        self.before.push([self.times.len() as u32, self.names.len() as u32]);
        self.running.push(running);
    }

    /// Returns the times in a range of nodes.
    pub fn times_in(&self, nodes: std::ops::Range<usize>) -> &[Field] {
        &self.times[self.before[nodes.start][0] as usize..self.before[nodes.end][0] as usize]
    }

    /// Returns the names in a range of nodes.
    pub fn names_in(&self, nodes: std::ops::Range<usize>) -> &[Field] {
        &self.names[self.before[nodes.start][1] as usize..self.before[nodes.end][1] as usize]
    }

    /// Returns the number of running words in a range of nodes.
    pub fn running_words(&self, nodes: std::ops::Range<usize>) -> u32 {
        self.running[nodes.end] - self.running[nodes.start]
    }
}

fn trust_in_text(text: &str) -> Option<f32> {
    Some(match time_text::form(text)? {
        TimeForm::Loose => 0.5,
        TimeForm::Numbers | TimeForm::Day => 0.8,
        TimeForm::Clock => 0.9,
    })
}

/// Returns the trust in an element as a time: `<time>`, microdata, or a title that is a date.
fn trust_in_time(page: &Page, position: usize) -> Option<f32> {
    let element = page.element(position)?;
    let tag = page.tag(position);
    let attribute = |name| element.attr(name).map(start);
    // `<relative-time>` is GitHub's.
    let may_state = tag == Tag::Time || tag == Tag::Other && !matches!(element.local(), names::INS | names::DEL);
    if may_state && attribute(names::DATETIME).is_some_and(|value| stated(value).is_some()) {
        return Some(1.0);
    }
    if tag == Tag::Time {
        return trust_in_text(short_text(page, position)?);
    }
    if attribute(names::ITEMPROP).is_some_and(|value| is_listed(value.trim(), "datePublished dateCreated uploadDate")) {
        return Some(1.0);
    }
    let titled = matches!(tag, Tag::Abbr | Tag::Span | Tag::A)
        && (attribute(names::TITLE).is_some_and(is_full) || pointed_time(page, position).is_some());
    titled.then_some(0.95)
}

fn is_full(value: &str) -> bool {
    matches!(time_text::form(value), Some(TimeForm::Day | TimeForm::Clock))
}

/// Attributes that scripts show, as browsers show a `title`, to those who point at an element.
const POINTED: &str = "aria-label data-bs-title data-original-title data-tippy-content data-tooltip";

/// Returns the full time that a page tells those who point at a relative one, such as "3 years ago".
pub fn pointed_time(page: &Page, position: usize) -> Option<&str> {
    let mut pointed = page.element(position)?.attrs().filter(|attribute| is_listed(attribute.name(), POINTED));
    let full = pointed.find_map(|attribute| Some(start(attribute.value())).filter(|value| is_full(value)))?;
    (time_text::form(page.text_at(position)) == Some(TimeForm::Loose)).then_some(full)
}

/// Returns how the value of an attribute writes a time; `None` for a value that is no time. Ten digits are seconds
/// since 1970, thirteen are milliseconds.
pub fn stated(value: &str) -> Option<TimeForm> {
    let value = value.trim();
    let is_number = matches!(value.len(), 10 | 13) && are_digits(value);
    if is_number {
        return Some(TimeForm::Clock);
    }
    time_text::form(value)
}

/// Returns the text of an element if it is short enough for a name.
pub fn short_text(page: &Page, position: usize) -> Option<&str> {
    let text = page.text_at(position);
    (!text.is_empty() && text.len() <= LONGEST_NAME).then_some(text)
}

/// Returns the trust in an element as an author's name, and the value of [`Field::is_whole`].
fn trust_in_name(page: &Page, position: usize) -> Option<(f32, bool)> {
    let text = page.text_at(position);
    // One with a name and a rank, a place or a count of posts is no longer.
    if text.len() > 300 || !text.contains(char::is_alphanumeric) || text.contains("://") {
        return None;
    }
    if text.len() > LONGEST_NAME || text.lines().count() > 2 {
        let name = page.text_at(name_element(page, position));
        let has_name = name.len() <= LONGEST_NAME && !name.contains('\n');
        return (has_name && is_named(page, position)).then_some((0.5, false));
    }
    let element = page.element(position)?;
    let attribute = |name| element.attr(name).map(start);
    let property = attribute(names::ITEMPROP).unwrap_or("");
    if matches!(property.trim(), "author" | "creator") {
        return Some((1.0, true));
    }
    let is_author = |rel: &str| rel.split_ascii_whitespace().any(|rel| rel == "author");
    if attribute(names::REL).is_some_and(is_author) {
        return Some((1.0, true));
    }
    let is_link = page.tag(position) == Tag::A;
    let of_person = is_of_person(page, position);
    let above = page.parent(position);
    let named = is_named(page, position);
    match (of_person, named) {
        (true, true) => Some((1.0, true)),
        (true, false) if is_named(page, above) => Some((0.95, true)),
        (true, false) => Some((0.8, true)),
        (false, true) if is_link => Some((0.9, true)),
        (false, true) if page.tag(position).is_block() => Some((0.6, false)),
        (false, true) => Some((0.7, false)),
        _ if matches!(page.tag(position), Tag::A | Tag::B | Tag::Strong | Tag::Span)
            && begins_behind_byline(page, position) =>
        {
            Some((0.9, true))
        }
        _ => says(page, position).then_some((0.7, true)),
    }
}

/// Labels before the name of who wrote a mail or an entry of a guestbook, in lower case.
const NAME_LABELS: &str = "\
    author autor auteur autore från from fra nom nombre nome name namn navn naam von van имя автор от \
    imię isim 名前 お名前 이름 姓名";

/// Returns `true` for a text behind such a label in an element of its own: `<b>Name:</b> Ann`, `<em>From</em>: Ann`.
fn is_labelled_name(page: &Page, position: usize) -> bool {
    let Some(label) = position.checked_sub(1).filter(|before| page.tag(*before) == Tag::Text) else {
        return false;
    };
    let (label, own) = (page.text_of(label..position), page.text_at(position));
    let end = label
        .trim_end()
        .strip_suffix([':', '：'])
        .or_else(|| own.trim_start().starts_with(':').then_some(label));
    label.len() <= LONGEST_NAME
        && own.len() <= LONGEST_NAME
        && own.contains(char::is_alphabetic)
        && end.is_some_and(|label| is_listed(&label.trim().to_lowercase(), NAME_LABELS))
}

/// Returns what stands behind such a label in its own element: "From: Ann".
pub fn behind_label(text: &str) -> Option<&str> {
    let (label, name) = text.split_once([':', '：']).filter(|(label, _)| label.len() <= LONGEST_NAME)?;
    let name = name.trim_start();
    (!name.is_empty() && is_listed(&label.trim().to_lowercase(), NAME_LABELS)).then_some(name)
}

/// Words before the name of who wrote something, in lower case.
static BYLINES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let words = "\
        posted by,post by,written by,comment by,geschrieben von,verfasst von,kommentar von,écrit par,posté par,\
        publié par,rédigé par,commentaire de,escrito por,publicado por,enviado por,comentario de,postado por,\
        comentário de,scritto da,inserito da,pubblicato da,geschreven door,geplaatst door,skrevet av,skrivet av,\
        skrevet af,napisał,автор";
    words.split(',').collect()
});

/// Returns what stands behind such words at the start of a short text: "Posted by: Ann at".
pub fn behind_byline(text: &str) -> Option<&str> {
    let text = text.trim_start();
    if text.len() > LONGEST_NAME {
        return None;
    }
    let lower = start_of(text, 32).to_lowercase();
    let words = BYLINES.iter().find(|words| lower.starts_with(**words))?;
    let name = text.get(words.len()..)?.strip_prefix([':', ' ', '\n', '\u{a0}'])?;
    let name = name.trim_start_matches(|c: char| c.is_whitespace() || c == ':');
    name.contains(char::is_alphanumeric).then_some(name)
}

/// Returns `true` for an element that begins behind such words alone: `written by <a>Ann</a>`.
fn begins_behind_byline(page: &Page, position: usize) -> bool {
    let before = position.checked_sub(1).filter(|before| page.tag(*before) == Tag::Text);
    let label = before.map_or("", |before| page.text_at(before)).trim().trim_end_matches([':', '：']).trim_end();
    !label.is_empty() && label.len() <= LONGEST_NAME && BYLINES.contains(&&*label.to_lowercase())
}

/// Verbs between a speaker's name and what is said, in lower case.
const SAYS: &str = "says, said, wrote, writes, schrieb, schreibt, sagt, schreef, a écrit, dit, escribió, dice";

/// Returns `true` for a bold text before a verb like "says" or before a date as Japanese boards write it (`：2009/11/03`),
/// and for a link before such a verb with a colon behind it.
fn says(page: &Page, position: usize) -> bool {
    let is_link = page.tag(position) == Tag::A;
    if !is_link && !matches!(page.tag(position), Tag::B | Tag::Strong) {
        return false;
    }
    let behind = &page.text()[page.text_offset(page.end(position))..];
    // The bound keeps time linear: preformatted text may have a page of line breaks there, and 250 bold elements end before
    // it.
    let behind = start_of(start_of(behind, 64).trim_start(), 16).to_lowercase();
    let is_dated = behind.strip_prefix('：').is_some_and(|date| date.starts_with(|c: char| c.is_ascii_digit()));
    let mut verbs = SAYS.split(", ").filter_map(|verb| behind.strip_prefix(verb));
    let ends = |rest: &str| match is_link {
        true => rest.trim_start().starts_with([':', '：', '…']),
        false => !rest.starts_with(char::is_alphanumeric),
    };
    is_dated && !is_link || verbs.any(ends)
}

/// Returns `true` for a link to a person.
pub fn is_of_person(page: &Page, position: usize) -> bool {
    if page.tag(position) != Tag::A {
        return false;
    }
    page.attribute(position, names::HREF)
        .is_some_and(|address| Meaning::PersonAddress.is_said_by(start(address)))
}

/// Returns `true` for an element with the class of an author's name.
fn is_named(page: &Page, position: usize) -> bool {
    let class = start(page.class(position));
    Meaning::Person.is_said_by(class) || Meaning::PersonAlone.is_said_by(class)
}

/// Returns the element that holds the name alone. Where an element has several parts, such as a name and a rank, that is the
/// first part with text, unless that is an initial, which stands for a picture, before a part with a name's class.
pub fn name_element(page: &Page, position: usize) -> usize {
    // Microdata tells the name from what stands beside it.
    let is_name = |at: &usize| {
        let property = page.attribute(*at, names::ITEMPROP).map_or("", start);
        property.trim() == "name" && !page.text_at(*at).is_empty()
    };
    let mut element = page.subtree(position).take(16).find(is_name).unwrap_or(position);
    for _ in 0..8 {
        let has_own_text = {
            let nodes = page.subtree(element);
            let mut next = nodes.start + 1;
            while next < nodes.end && page.tag(next) != Tag::Text {
                next = page.end(next);
            }
            next < nodes.end
        };
        let mut parts = page.children(element).filter(|child| !page.text_at(*child).is_empty());
        let first = parts.next();
        let is_letter = first.is_some_and(|first| page.text_at(first).chars().nth(1).is_none());
        let named = parts.take(8).find(|part| is_letter && is_named(page, *part));
        match named.or(first) {
            Some(part) if !has_own_text => element = part,
            _ => break,
        }
    }
    element
}

/// Words before times that are not of the record, in lower case: of joining, of the last change.
const LABELS: &str = "\
    joined,join date,registered,since,registriert,anmeldungsdatum,dabei seit,seit:,beigetreten,registrierung,\
    inscrit,enregistré,inscription,depuis,registrado,fecha de ingreso,desde,last ,edited,zuletzt,bearbeitet,\
    geändert,modifié,editado,注册,编辑";

/// Returns `true` for a time of something else: its own text, or the 40 bytes before it on its line, have a word of
/// [`LABELS`].
fn is_labelled(page: &Page, position: usize) -> bool {
    let own = page.text_at(position);
    let digit = own.find(|c: char| c.is_numeric()).unwrap_or(0);
    let offset = page.text_offset(position);
    let text = &page.text()[..offset];
    let before = text.trim_end_matches([' ', '\n', '\t']);
    let start = before.floor_char_boundary(before.len().saturating_sub(40));
    let (is_whole, line) = match before[start..].rsplit_once('\n') {
        Some((_, line)) => (true, line),
        None => (start == 0, &before[start..]),
    };
    // A line before is a label, if it is neither prose nor a label with its value.
    let is_label = is_whole && !line.contains(|c: char| c.is_numeric());
    let line = if is_label || !text[before.len()..].contains('\n') {
        line
    } else {
        ""
    };
    // A word before an earlier time on the line belongs to that time.
    let behind = line.rfind(|c: char| c.is_numeric()).map_or(line, |at| {
        if time_text::moment(line, DayOrder::DayFirst).is_some() {
            &line[at..]
        } else {
            line
        }
    });
    let says = |text: &str| {
        let lower = text.to_lowercase();
        LABELS.split(',').any(|label| lower.contains(label))
    };
    says(behind) || says(start_of(own, digit.min(40)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn a_relative_time_has_a_full_one_for_pointers() {
        for [attribute, text, expected] in cases(
            "
            data-tippy-content='Monday, May 3th, 2021 at 2:20:00 PM' => 3 years ago => true
            data-bs-toggle=tooltip data-bs-title='May 3, 2021 14:20' => 3 years ago => true
            data-original-title='3 May 2021' => vor 3 Jahren => true
            aria-label='3 May 2021 at 14:20' => 3 years ago => true
            data-tooltip='Posts: 12' => 3 years ago => false
            aria-label='The fair of 3 May 2021' => A fair => false",
        ) {
            let page = Page::sample(&format!("<p><span {attribute}>{text}</span>"));
            let found = page.positions().any(|position| pointed_time(&page, position).is_some());
            assert_eq!(found.to_string(), expected, "{attribute}");
        }
    }

    #[test]
    fn elements_of_their_own_state_times() {
        for [html, expected] in cases(
            "
            <relative-time datetime=2021-05-03T10:00:00Z>on a day</relative-time> => true
            <relative-time datetime=soon>on a day</relative-time> => false
            <ins datetime=2021-05-03>on a day</ins> => false",
        ) {
            let page = Page::sample(&format!("<p>Ann wrote {html}"));
            let found = page.positions().any(|position| trust_in_time(&page, position) == Some(1.0));
            assert_eq!(found.to_string(), expected, "{html}");
        }
    }

    #[test]
    fn names_behind_labels() {
        for [html, expected] in cases(
            "
            <p><i>From:</i> Ann (<a href=mailto:a@a.example>a@a.example</a>) => 1
            <li><em>From</em>: Ann &lt;<a href=mailto:a@a.example>a@a.example</a>&gt; => 1
            <td><b>Name:</b> Ann<br><b>Homepage:</b> <a href=http://h.example/~x>http://h.example/~x</a> => 1
            <p><b>From</b> Ann<p><b>Place:</b> Ann<p><b>Name:</b> 17 => 0",
        ) {
            let page = Page::sample(html);
            let names = Fields::of(&page).unwrap().names;
            let texts: Vec<_> = names.iter().map(|name| page.text_at(name.position)).collect();
            assert_eq!(texts.len().to_string(), expected, "{html} {texts:?}");
            assert!(texts.iter().all(|text| text.contains("Ann")), "{html}");
        }
    }

    #[test]
    fn names_behind_bylines() {
        for [html, expected] in cases(
            "
            <p>Posted by: Jeff at <a href=#c1>November 9</a> => Posted by: Jeff at
            <i>written by <a href=http://a.example>Best Man</a>, October 20, 2012</i> => Best Man
            <div><a href=http://a.example>Alison</a> said:</div> => Alison",
        ) {
            let page = Page::sample(html);
            let names = Fields::of(&page).unwrap().names;
            let texts: Vec<_> = names.iter().map(|name| page.text_at(name.position).trim()).collect();
            assert_eq!(texts, [expected], "{html}");
        }
        for html in [
            "<p>As <a href=/ann>Ann</a> said, it is cold",
            "<p>Posted by:",
            "<p>Posted by",
        ] {
            let names = Fields::of(&Page::sample(html)).unwrap().names;
            assert!(names.is_empty(), "{html}");
        }
        assert_eq!(behind_byline("Written By  Ann"), Some("Ann"));
        assert_eq!(behind_byline("posted bynow"), None);
    }

    #[test]
    fn who_says_something_is_named_shortly_before() {
        for (between, expected) in [(1, 1), (60, 1), (1000, 0)] {
            let html = format!("<pre><b>Ann</b>{}said so</pre>", "\n".repeat(between));
            let fields = Fields::of(&Page::sample(&html)).unwrap();
            assert_eq!(fields.names.len(), expected, "{between}");
        }
    }
}
