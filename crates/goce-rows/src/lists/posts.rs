//! The posts of a thread.

use super::columns;
use super::mails::mails;
use super::speakers::speakers;
use super::text_without;
use super::time_series::{TimeSeries, order_of_days, stated_at};
use crate::metadata::author_names::of_byline;
use crate::prelude::*;
use goce_core::areas::fields::{self, Field, Fields};
use goce_core::areas::{largest_groups, scored, start};
use goce_core::page::records::{Record, Records, Repeated, parts_of};

/// A post of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// The position of the post's element.
    pub element: usize,
    /// The name of who wrote it.
    pub author: Option<String>,
    /// When it was written: ISO 8601 where the page says the day, else in the page's words ("3 weeks ago").
    pub posted_at: Option<String>,
    /// Its text, without name, time and signature.
    pub text: String,
}

/// Candidates for the posts.
struct Found {
    score: f32,
    /// The number of words in their texts.
    words: usize,
    records: Records,
}

impl Found {
    /// Returns `true` for the texts in those of other records, if few words stand around each.
    fn is_text_of(&self, page: &Page, other: &Found) -> bool {
        let (parts, wider) = (&self.records.0, &other.records.0);
        let has_around = |(part, wider): (&Record, &Record)| {
            let (part, wider) = (page.subtree(part.part), page.subtree(wider.part));
            wider.start < part.start
                && part.end <= wider.end
                && page.word_count(wider.start..part.start) + page.word_count(part.end..wider.end) > 0
        };
        parts.len() == wider.len()
            // The most words of such heads and signatures, on average.
            && other.words - self.words.min(other.words) <= 14 * parts.len()
            && parts.iter().zip(wider).checking(CHECK_EVERY).all(has_around)
    }
}

/// Returns the posts of a thread in document order, the first included; none where the page has no two posts.
///
/// The texts of posts are a group of elements that look alike. Of all groups it has the most running words, with a time
/// and a name beside each element.
///
/// Mails of a list have all that in their texts.
pub fn posts(page: &Page) -> Fallible<Vec<Post>> {
    let posts = of_groups(page)?;
    if posts.is_empty() { mails(page) } else { Ok(posts) }
}

/// Returns the posts whose texts are a group of elements.
fn of_groups(page: &Page) -> Fallible<Vec<Post>> {
    let repeated = Repeated::of(page)?;
    let fields = Fields::of(page)?;
    let mut found: Vec<Found> = Vec::new();
    for group in candidates(page, &repeated, &fields)? {
        let mut records = Records::around(page, repeated.group(group))?;
        let has_text = |record: &Record| fields.running_words(page.subtree(record.part)) > 0;
        records.0.retain(has_text);
        // A text that begins like a note of a change or a signature may be a post, but not if most texts do.
        let is_note = |record: &&Record| is_change_note(page, record.part) || begins_signature(page, record.part);
        let notes = records.0.iter().checking(CHECK_EVERY).filter(is_note).count();
        if records.0.len() < 2 || 2 * notes > records.0.len() {
            continue;
        }
        let (score, records) = scored(page, &repeated, records, |records| Ok(score(page, records, &fields)))?;
        if score > 0.0 {
            let parts = records.0.iter().map(|record| page.subtree(record.part));
            let words = parts.map(|part| page.word_count(part)).sum();
            found.try_push(Found { score, words, records })?;
        }
    }
    // Of the records that are as good as the best, those with the shortest texts: they have the least around the text.
    let best = found.iter().map(|found| found.score).fold(0.0, f32::max);
    // Records with this share of the best score are as good as the best.
    let good = found.iter().filter(|found| found.score > 0.85 * best).min_by_key(|found| found.words);
    let Some(good) = good else {
        return Ok(Vec::new());
    };
    // The same for parts of their texts without the head or the signature that all have. In short posts these are much.
    let within = found.iter().filter(|found| found.score > 0.6 * best && found.is_text_of(page, good));
    let Found { records, .. } = within.min_by_key(|found| found.words).unwrap_or(good);
    let mut records = Records(try_collect(records.0.iter().cloned())?);
    begin_at_terms(page, &mut records);
    let link = page.positions().checking(CHECK_EVERY).find(|at| is_link_of_reddit(page, *at));
    if let Some(link) = link {
        let before = records.0.iter().filter(|record| record.nodes.start < link).count();
        // What the forum says of itself stands before it; of many posts it is one among others.
        if 3 * before <= records.0.len() {
            records.0.retain(|record| record.nodes.start > link);
        }
    }
    if let Some(opening) = opening(page, &records) {
        records.0.try_reserve(1)?;
        records.0.insert(0, opening);
    }
    if records.0.is_empty() {
        return Ok(Vec::new());
    }
    rows(page, &repeated, &fields, &records)
}

/// In a list of definitions posts begin with their terms: Blogger writes the time behind the text.
fn begin_at_terms(page: &Page, records: &mut Records) {
    let mut next = None;
    for record in records.0.iter_mut().rev().checking(CHECK_EVERY) {
        let list = page.parent(record.element);
        let is_term = |at: &usize| page.tag(*at) == Tag::Dt && page.parent(*at) == list;
        let term = (record.nodes.start..record.element).rev().checking(CHECK_EVERY).find(is_term);
        if let Some(term) = term {
            record.nodes = term..page.end(list).min(next.unwrap_or(usize::MAX));
        }
        // Without a term of its own a record still ends the one before it. Else that reached to the end of the list.
        next = Some(term.unwrap_or(record.nodes.start));
    }
}

/// Types of schema.org that the opening post has.
const OPENINGS: [&str; 3] = ["Question", "DiscussionForumPosting", "SocialMediaPosting"];

/// Classes of questions: of Stack Exchange and others, Question2Answer, AnsPress, DW Question & Answer.
const QUESTIONS: [&str; 4] = ["question", "qa-q-view", "ap-question-cell", "dwqa-question-item"];

/// Returns `true` for what opens a thread of Reddit, in its older design.
fn is_link_of_reddit(page: &Page, position: usize) -> bool {
    let class = start(page.class(position));
    ["thing", "link"].iter().all(|name| class.split_ascii_whitespace().any(|of| of == *name))
}

/// Returns the opening post where microdata or its class names one before the other posts. It looks different from these.
fn opening(page: &Page, records: &Records) -> Option<Record> {
    let end = records.0.first()?.nodes.start;
    let mut item = None;
    for position in (0..end).checking(CHECK_EVERY) {
        let stated = |name| page.attribute(position, name).map_or("", start).trim();
        let mut classes = start(page.class(position)).split_ascii_whitespace();
        let kind = stated(names::ITEMTYPE);
        if item.is_none()
            && (OPENINGS.iter().any(|opening| kind.ends_with(opening))
                || is_link_of_reddit(page, position)
                || classes.any(|of| QUESTIONS.contains(&of)))
        {
            item = Some(position);
        }
        let Some(item) = item else {
            continue;
        };
        let nodes = page.subtree(position);
        let is_text = match page.attribute(item, names::ITEMTYPE) {
            Some(_) => matches!(stated(names::ITEMPROP), "text" | "articleBody"),
            None if is_link_of_reddit(page, item) => stated(names::CLASS).starts_with("usertext-body"),
            None => ["body", "text", "content"].iter().any(|body| stated(names::CLASS).ends_with(body)),
        };
        if is_text && nodes.end <= end && page.subtree(item).contains(&position) {
            let of_item = page.subtree(item);
            return Some(Record {
                part: position,
                element: if of_item.end <= end { item } else { position },
                nodes: of_item.start..of_item.end.min(end),
            });
        }
    }
    None
}

/// Returns the groups of at least two elements with the most running words.
fn candidates(page: &Page, repeated: &Repeated, fields: &Fields) -> Fallible<Vec<usize>> {
    // Groups of elements that are tried as the posts' texts.
    largest_groups(repeated, 48, |members| {
        if members.len() < 2 {
            return None;
        }
        let (mut words, mut count) = (0, 0);
        for position in parts_of(page, members) {
            let own = fields.running_words(page.subtree(position));
            words += own;
            count += usize::from(own > 0);
        }
        (count >= 2).then_some(words)
    })
}

/// Fields of a record that its score is made of.
const MOST_FIELDS: usize = 16;

/// A time or a name in the text itself has this share of its trust.
const INSIDE: f32 = 0.6;

/// Returns the score of records as posts whose parts are the texts; 0 where too few have a time or a name.
fn score(page: &Page, records: &Records, fields: &Fields) -> f32 {
    let (mut words, mut timed, mut named, mut inside) = (0u32, 0f32, 0f32, 0f32);
    for record in records.0.iter().checking(CHECK_EVERY) {
        words += fields.running_words(page.subtree(record.part));
        let head = head(page, record);
        let [before, behind] = outside(page, record);
        // A text that begins with a time or a name contains the head of its post.
        let (time, name) = (most(fields.times_in(head.clone())), most(fields.names_in(head)));
        inside += time.max(name);
        let around = |fields_in: &dyn Fn(Range<usize>) -> f32| fields_in(before.clone()).max(fields_in(behind.clone()));
        timed += around(&|nodes| most(fields.times_in(nodes))).max(INSIDE * time);
        named += around(&|nodes| most(fields.names_in(nodes))).max(INSIDE * name);
    }
    let share = |sum: f32| sum / records.0.len() as f32;
    if share(timed) < 0.3 && share(named) < 0.3 {
        return 0.0;
    }
    words as f32 * (0.1 + share(timed)) * (0.1 + share(named)) * (1.0 - 0.7 * share(inside))
}

/// Returns the trust in the most trusted of some fields.
fn most(fields: &[Field]) -> f32 {
    let trusts = fields.iter().take(MOST_FIELDS).map(|field| field.trust);
    trusts.fold(0.0, f32::max)
}

/// Returns the nodes of a record before its text, and behind it.
pub(super) fn outside(page: &Page, record: &Record) -> [Range<usize>; 2] {
    let part = page.subtree(record.part);
    [
        record.nodes.start.min(part.start)..part.start,
        part.end..record.nodes.end.max(part.end),
    ]
}

/// Returns the nodes at the start of a record's text.
pub(super) fn head(page: &Page, record: &Record) -> Range<usize> {
    let part = page.subtree(record.part);
    // Nodes at the start of a text that may be the head of the post.
    part.start..part.end.min(part.start + 16)
}

/// Returns the fields of each record outside of its text. Where most records have none there, the fields in the heads
/// of the texts are added.
fn fields_of<'m>(
    page: &Page,
    records: &[Record],
    fields_in: impl Fn(Range<usize>) -> &'m [Field],
) -> Fallible<Vec<Vec<&'m Field>>> {
    let mut of_records = Vec::new();
    let mut without = 0;
    for record in records.iter().checking(CHECK_EVERY) {
        let mut of_record = Vec::new();
        for nodes in outside(page, record) {
            of_record.try_extend(fields_in(nodes).iter())?;
        }
        without += usize::from(of_record.is_empty());
        of_records.try_push(of_record)?;
    }
    if 2 * without > records.len() {
        for (record, of_record) in records.iter().zip(&mut of_records).checking(CHECK_EVERY) {
            of_record.try_extend(fields_in(head(page, record)).iter())?;
        }
    }
    Ok(of_records)
}

/// Returns `true` for the teasers of a list: most have a heading with a link to another page, or such a link as long as a
/// title, outside the text.
fn lead_elsewhere(page: &Page, fields: &Fields, records: &[Record]) -> Fallible<bool> {
    let mut leading = 0;
    let mut titles = Set::default();
    // A link to the page of something else than a person.
    let is_link = |position: usize| {
        let href = page.attribute(position, names::HREF).map(start);
        page.tag(position) == Tag::A
            && href.is_some_and(|href| !href.contains(['#', '?']) && !href.trim().is_empty())
            && !fields::is_of_person(page, position)
    };
    for record in records.iter().checking(CHECK_EVERY) {
        let is_heading = |position: &usize| page.tag(*position).heading_level().is_some();
        let heading = record.nodes.clone().find(is_heading);
        let leads = heading.is_some_and(|heading| {
            let parent = page.parent(heading);
            let inside = page.subtree(heading).chain([parent]);
            inside.into_iter().any(|position| {
                // A name that is all that the link says: titles of teasers may begin with one.
                let is_name = |name: &Field| page.text_at(name.position).trim() == page.text_at(position).trim();
                is_link(position) && !fields.names_in(page.subtree(position)).iter().take(MOST_FIELDS).any(is_name)
            })
        });
        leading += usize::from(leads);
        let is_title = |position: &usize| {
            // The shortest such title, in bytes.
            page.text_at(*position).len() >= 25
                && is_link(*position)
                && fields.times_in(page.subtree(*position)).is_empty()
        };
        let [before, _] = outside(page, record);
        // Nodes before a text that are looked at.
        if let Some(title) = before.take(256).find(is_title) {
            titles.try_reserve(1)?;
            titles.insert(start(page.text_at(title)));
        }
    }
    Ok(10 * leading.max(titles.len()) >= 6 * records.len())
}

/// Returns the posts; none where the records are no thread. In a thread most records have a time and a name, or the
/// times rise.
fn rows(page: &Page, repeated: &Repeated, fields: &Fields, records: &Records) -> Fallible<Vec<Post>> {
    let times = fields_of(page, &records.0, |nodes| fields.times_in(nodes))?;
    let mut names = fields_of(page, &records.0, |nodes| fields.names_in(nodes))?;
    for names in names.iter_mut().checking(CHECK_EVERY) {
        // Behind a name that is sure, what only a class calls one is something about the person: a count of posts.
        let is_sure = |field: &Field| field.is_whole && field.trust >= 0.9;
        let sure = names.iter().find(|field| is_sure(field)).map_or(usize::MAX, |field| field.position);
        // The link to a post of a person may be its time: all that the link says.
        let is_time = |field: &Field| {
            interrupts::check();
            let name = fields::name_element(page, field.position);
            let is_whole = |time: &Field| page.text_at(time.position).trim() == page.text_at(name).trim();
            let mut times = fields.times_in(page.subtree(name)).iter().take(MOST_FIELDS);
            page.tag(field.position) == Tag::A && times.any(is_whole)
        };
        names.retain(|field| (field.is_whole || field.position < sure) && !is_time(field));
    }
    let order = order_of_days(page, fields);
    let series = TimeSeries::of(page, repeated, &times, order)?;
    let trust = |field: &Field| field.trust * series.trust(columns::place(page, repeated, field));
    let mut times = columns::choose(page, &times, repeated, trust, |index| records.0[index].part)?;
    if let Some(first @ None) = times.first_mut() {
        let stated = fields.times_in(records.around_first(page)).iter();
        *first = stated.take(MOST_FIELDS).find(|field| field.trust > 0.9);
    }
    let order = series.order.unwrap_or(order);
    let records = &records.0;
    let mut chosen = columns::choose(page, &names, repeated, |field| field.trust, |_| 0)?;
    for (chosen, names) in chosen.iter_mut().zip(&names).checking(CHECK_EVERY) {
        // A link to the person in the element is better than the element.
        if let Some(several) = chosen.filter(|field| !field.is_whole) {
            let nodes = page.subtree(several.position);
            let is_inner = |field: &&&Field| field.is_whole && nodes.contains(&field.position);
            *chosen = Some(names.iter().find(is_inner).copied().unwrap_or(several));
        }
    }
    // A bold text that is the same in all is a label: nothing says that it is a name.
    let is_label = |field: &Field| {
        interrupts::check();
        let is_bold = matches!(page.tag(field.position), Tag::B | Tag::Strong);
        is_bold && page.class(field.position).is_empty()
    };
    let mut labels = chosen.iter().flatten().map(|field| is_label(field).then(|| page.text_at(field.position).trim()));
    let first = labels.next().flatten();
    if first.is_some() && labels.clone().nth(1).is_some() && labels.all(|label| label == first) {
        chosen.fill(None);
    }
    let share = |fields: &[Option<&Field>]| fields.iter().flatten().count() as f32 / records.len() as f32;
    let (timed, named) = (share(&times), share(&chosen));
    // One of two records may have a time and a name by chance, so both must have them.
    let least = if records.len() == 2 { 1.0 } else { 0.5 };
    let rises = timed >= 0.7 && records.len() > 2 && series.rises(page, &times, repeated);
    let is_thread = timed.min(named) >= least || rises;
    if !is_thread || lead_elsewhere(page, fields, records)? {
        return Ok(Vec::new());
    }
    let mut unnamed = Vec::new();
    if named == 0.0 {
        unnamed = speakers(page, fields, records, &times)?;
    }
    for (chosen, name) in chosen.iter_mut().zip(&unnamed).checking(CHECK_EVERY) {
        *chosen = name.as_ref();
    }
    let both = times.iter().zip(&chosen);
    let both = both.filter(|(time, name)| time.is_some() && name.is_some());
    let most_have_both = 10 * both.count() >= 6 * records.len();
    let mut posts = Vec::new();
    let mut counts = 0;
    for ((record, time), name) in records.iter().zip(times).zip(chosen) {
        interrupts::check();
        // A record with neither is something else that looks like a post.
        if most_have_both && time.is_none() && name.is_none() {
            continue;
        }
        let part = page.subtree(record.part);
        let heads = [time, name].into_iter().flatten();
        let heads = heads.map(|field| page.end(field.position));
        let start = heads.filter(|end| part.contains(&(end - 1))).max();
        let text = text_of_part(page, start.unwrap_or(part.start)..part.end)?;
        let text = match person_ends(&text) {
            0 => text,
            end => try_to_owned(&text[end..])?,
        };
        if text.is_empty() {
            continue;
        }
        counts += usize::from(is_count(&text));
        posts.try_push(Post {
            element: record.element,
            author: author(page, record, fields, name)?,
            posted_at: time.map(|field| stated_at(page, field, order)).transpose()?,
            text,
        })?;
    }
    // Nor is a thread what a page writes twice, for wide windows and narrow ones.
    let is_one = matches!(&posts[..], [one, other] if one.text == other.text);
    if 2 * counts > posts.len() || is_one {
        posts.clear();
    }
    Ok(posts)
}

/// Returns `true` for a number with a word or none behind it.
fn is_count(text: &str) -> bool {
    // The most bytes and letters of a count: lists of links have one, of points or comments, in the place of a text.
    text.len() <= 40
        && text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().filter(|c| c.is_alphabetic()).count() <= 9
}

fn author(page: &Page, record: &Record, fields: &Fields, field: Option<&Field>) -> Fallible<Option<String>> {
    let stated = page
        .attribute(record.element, names::DATA_AUTHOR)
        .filter(|name| name.len() <= 100 && !name.trim().is_empty());
    if let Some(name) = stated {
        return on_a_line(name).map(Some);
    }
    let Some(field) = field else {
        return Ok(None);
    };
    let element = fields::name_element(page, field.position);
    let text = page.text_at(element);
    let mut text = fields::behind_label(text).unwrap_or(text);
    let is_link = page.tag(field.position) == Tag::A;
    // A link to a person may have the time behind the name: "Ann 13 May".
    if is_link && let Some(time) = fields.times_in(page.subtree(element)).first() {
        let before = page.text().get(page.text_offset(element)..page.text_offset(time.position)).unwrap_or("");
        text = Some(before.trim()).filter(|before| !before.is_empty()).unwrap_or(text);
    }
    // "by Ann » 3 May 2021"
    if !field.is_whole && !fields.times_in(page.subtree(field.position)).is_empty() {
        return Ok(of_byline(text).into_iter().next());
    }
    // "Posted by: Ann at", before a link with the time.
    if let Some(name) = fields::behind_byline(text) {
        let end = [" |", " @", " at ", " on ", " am ", " le ", " el ", ", "]
            .iter()
            .filter_map(|end| name.find(end))
            .min();
        let name = name[..end.unwrap_or(name.len())].trim();
        let name = [" at", " on"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        return on_a_line(name).map(Some);
    }
    // "Age: 35–44" is something about the person.
    let is_fact = |(label, value): (&str, &str)| {
        let label = label.trim();
        !label.is_empty() && !label.contains(' ') && value.contains(|c: char| c.is_ascii_digit())
    };
    if !is_link && text.split_once([':', '：']).is_some_and(is_fact) {
        return Ok(None);
    }
    // A name behind a label may have an address behind it, or the signs before one: ": Ann <".
    let is_sign = |c: char| c.is_whitespace() || matches!(c, ':' | '(' | '"');
    let before_address = text.split('<').next().unwrap_or(text).trim_matches(is_sign);
    let is_text = page.tag(field.position) == Tag::Text && !before_address.is_empty();
    let name = if is_text { before_address } else { text };
    // A link to a person is the name alone: "simon says" is a user.
    on_a_line(if is_link { name } else { without_verb(name) }).map(Some)
}

/// Verbs behind the name of who says something, as blogs' software writes them.
const SAYS: &str = "\
    says said wrote writes sagt sagte meint schreibt schrieb dit écrit dice dijo escribió detto scrive diz disse escreveu \
    zegt schreef säger skrev skriver sier siger sanoo kirjoitti pisze napisał napisała mówi říká napsal napsala говорит \
    пишет написал каже diyor dedi yazdı berkata mondja írta spune zice";

/// Returns a name without the verb behind it: "Ann says:", "Ann said...".
fn without_verb(name: &str) -> &str {
    let words = name.trim_end_matches([':', '：', '.', '…', ' ', '\u{a0}']);
    match words.rsplit_once([' ', '\n', '\u{a0}']) {
        Some((before, verb)) if is_listed(verb, SAYS) => before.trim_end_matches(" a").trim_end_matches(" ha"),
        _ => name,
    }
}

/// How notes begin that say when a post was changed, in lower case.
const CHANGE_NOTES: &str = "\
    last edited by,last edited on,last edited at,last edited:,last edit:,edited by,this post was last modified,\
    this post was edited,zuletzt geändert von,zuletzt bearbeitet,letzte änderung:,dieser beitrag wurde,\
    einmal editiert,mal editiert,dernière modification par,dernière modification :,dernière modification:,\
    dernière édition par,dernière édition :,dernière édition:,\
    modifié en dernier par,última edición por,última edición:,editado por última vez,ultima modifica di,\
    ultima modifica:,última edição por,última edição:,editado pela última vez,laatst bewerkt,laatst gewijzigd,\
    senast redigerad,redigerad av,sidst redigeret,senest rettet af,sist redigert,viimeksi muokannut,ostatnio zmieniony,\
    ostatnio edytowan,naposledy upravil,ultima oară modificat,τελευταία επεξεργασία,последний раз редактировалось,\
    отредактировано:,востаннє редагувалось,最後に編集したユーザー,最后编辑,最后由,最後由,本帖最后由,本帖最後由,마지막으로 수정,נערך לאחרונה,آخر تعديل";

/// Returns `true` for an element that is a note of a change.
fn is_change_note(page: &Page, position: usize) -> bool {
    let text = page.text_at(position);
    // The longest such note, in bytes.
    text.len() <= 160
        // An element with more lines holds the text too.
        && !text.contains('\n')
        && page.tag(position) != Tag::Text
        && text.contains(|c: char| c.is_ascii_digit())
        && {
            let text = text.trim_start_matches(|c: char| !c.is_alphabetic()).to_lowercase();
            CHANGE_NOTES.split(',').any(|note| text.starts_with(note))
        }
}

/// Labels of when who writes a post joined the board, in lower case.
const JOINED: &str = "\
    join date, joined, registered, member since, reg date, registriert, registriert seit, dabei seit, anmeldungsdatum, \
    mitglied seit, date d'inscription, inscription, inscrit, inscrit le, fecha de ingreso, registrado, data registrazione, \
    iscritto, iscritto dal, data de cadastro, registrado em, lid sinds, geregistreerd, dołączył, dołączyła, rejestracja, \
    reg.datum, registrerad, tilmeldt, регистрация, зарегистрирован, 註冊日期, 注册时间";

/// Labels of what else boards show of people, in lower case.
const OF_PERSON: &str = "\
    posts, location, beiträge, ort, wohnort, messages, localisation, mensajes, ubicación, messaggi, località, mensagens, \
    localização, berichten, locatie, posty, skąd, inlägg, indlæg, сообщений, сообщения, откуда, age, gender, likes, \
    reputation, thanks, 帖子";

/// Returns where a text goes on behind what boards show of the person at its beginning: a rank, when they joined, and a
/// count of posts or the like; 0 where it lacks one of the last two, or has nothing else.
fn person_ends(text: &str) -> usize {
    let (mut at, mut end) = (0, 0);
    let (mut has_joined, mut has_more) = (false, false);
    // The lines at the beginning among which the facts stand.
    for line in text.split_inclusive('\n').take(10) {
        at += line.len();
        // The longest line with a fact, in bytes.
        let fact = Some(line).filter(|line| line.len() <= 80).and_then(|line| line.split_once([':', '：']));
        let label = fact.map_or(String::new(), |(label, _)| label.trim().to_lowercase());
        let (joined, more) = (is_one(JOINED, &label), is_one(OF_PERSON, &label));
        (has_joined, has_more) = (has_joined | joined, has_more | more);
        if joined || more {
            end = at;
        } else if line.split_whitespace().nth(3).is_some() {
            // A rank is shorter.
            break;
        }
    }
    let rest = text[end..].trim_start();
    if has_joined && has_more && !rest.is_empty() {
        text.len() - rest.len()
    } else {
        0
    }
}

/// Returns `true` for an element that begins with the line above a signature, as old boards write it.
fn begins_signature(page: &Page, position: usize) -> bool {
    page.tag(position) != Tag::Text && page.text_at(position).starts_with("________")
}

/// Returns the text of a post without signatures and notes of changes.
fn text_of_part(page: &Page, part: Range<usize>) -> Fallible<String> {
    let first = part.start;
    text_without(page, part, |position| {
        let class = start_of(page.class(position), 256);
        position > first
            && (Meaning::Signature.is_said_by(class)
                || Meaning::SignatureAlone.is_said_by(class)
                || begins_signature(page, position)
                || is_change_note(page, position))
    })
}

#[cfg(test)]
mod tests;
