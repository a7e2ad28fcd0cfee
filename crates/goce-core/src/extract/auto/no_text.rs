//! Pages that show no text of their own, so that an empty result is right: shells, errors, robot checks, consent.

mod says;

use self::says::*;
use super::mend::{ACCEPTING, SUBSCRIBING};
use super::{begins_any, has_any};
use crate::areas::prices::is_price;
use crate::page::prelude::*;
use crate::page::{Block, Description};
use crate::texts::words::{lower_case, words};

/// Bytes of text outside the labels of links up to which a page is a shell.
const SHELL: usize = 720;

/// Bytes of text outside the labels of links up to which a page may be a notice: an error, a robot check or a question for consent.
const NOTICE: usize = 4000;

/// Bytes of the title, and of the text, that are read for what a notice says.
const READ: usize = 1000;

/// The most words of a title or heading that is an error's, beside what it says of the error.
const WORDS: usize = 6;

/// The most bytes of a block that may be one.
const LINE: usize = 100;

/// What divides a title from the name of its site.
const DIVIDERS: [char; 7] = ['|', '–', '—', '·', '»', '«', ':'];

/// What ends a sentence.
const ENDS: [char; 6] = ['.', '!', '?', '。', '！', '？'];

/// What a title or heading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Error,
    /// A number of HTTP or "Oops" alone, which may be a name.
    Status,
    Other,
}

/// Returns what a line in lower case is: an error's is nothing but what errors say.
fn line_of(said: &str) -> Line {
    let end = |at: usize| at + said[at..].find(|c: char| !c.is_alphanumeric()).unwrap_or(said.len() - at);
    let known = ERRORS.iter().find_map(|known| Some((said.find(known)?, known)));
    let (before, behind) = known.map_or((said, ""), |(at, known)| (&said[..at], &said[end(at + known.len())..]));
    let is_of_page = words(said).any(|word| PAGES.contains(&word));
    let is_part = |word: &str| {
        let known = [&STATUSES[..], &PAGES, &BESIDE_ERRORS, &INTERJECTIONS].into_iter();
        known.chain(is_of_page.then_some(&SOUGHT[..])).any(|known| known.contains(&word))
    };
    let rest = || words(before).chain(words(behind));
    let has_status = rest().any(|word| STATUSES.contains(&word));
    let is_title = |word: &str| STATUSES.contains(&word) || INTERJECTIONS.contains(&word);
    let is_long = rest().nth(WORDS).is_some();
    if is_long || !rest().all(is_part) {
        return Line::Other;
    }
    match known {
        // Thai divides no words.
        Some((_, known)) if known.contains(' ') || known.len() > 24 || rest().next().is_some() => Line::Error,
        None if has_status && rest().any(|word| matches!(word, "error" | "fehler" | "erreur")) => Line::Error,
        None if rest().next().is_some() && rest().all(is_title) => Line::Status,
        _ => Line::Other,
    }
}

/// Returns what a title or heading in lower case is, beside the name of its site.
fn titled_line(said: &str) -> Line {
    let parts = said.split(DIVIDERS).flat_map(|part| part.split(" - ")).map(str::trim);
    let (mut line, mut site) = (Line::Other, "");
    for part in parts.filter(|part| !part.is_empty()) {
        match line_of(part) {
            Line::Error => line = Line::Error,
            Line::Status if line == Line::Other => line = Line::Status,
            Line::Status => {}
            // The name of the site is one part, of few words.
            Line::Other if site.is_empty() && part.split_whitespace().nth(WORDS - 1).is_none() => site = part,
            Line::Other => return Line::Other,
        }
    }
    line
}

/// Why a page shows no text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoText {
    /// It shows no word at all.
    Empty,
    /// It shows little but links: scripts would fill it, or a frame.
    Shell,
    Error,
    RobotCheck,
    Consent,
    /// It shows a headline, and that subscribers may read more.
    Paywall,
    /// It is a search without results.
    NothingFound,
}

/// The most bytes of the message that an error or a question for consent shows as its text.
const MESSAGE: usize = 400;

impl NoText {
    /// Returns `true` if the selected blocks of a page, which are few, are the message of an error, a question for
    /// consent, a robot check, what stands in the place of a text for subscribers or what a search says that found nothing.
    /// The title or the heading says nothing else: robot checks stand in forms of pages with a text of their own, too.
    pub fn is_message(page: &Page, taken: &[bool]) -> Fallible<bool> {
        let selected = || page.blocks().iter().zip(taken).filter(|(_, taken)| **taken).map(|(block, _)| block);
        let bytes: usize = selected().checking(CHECK_EVERY).map(|block| page.block_text(block).len()).sum();
        // Below the message a page may suggest others, by links.
        let fits = |most| bytes <= most || (1..=MESSAGE).contains(&unlinked_bytes(page, MESSAGE, |block| taken[block]));
        if bytes == 0 || !(fits(SHELL) || bytes <= NOTICE && is_bare(page)) {
            return Ok(false);
        }
        let lines = titles(page)?;
        if is_without_script(page, selected(), &lines)? {
            return Ok(true);
        }
        let (reason, is_whole) = match NoText::read(page)? {
            Some(read) if read.1 || fits(SHELL) => read,
            _ => return Ok(false),
        };
        if is_whole || matches!(reason, NoText::Empty | NoText::Shell) || holds_article(page, 2 * bytes) {
            return Ok(is_whole);
        }
        if reason == NoText::Paywall {
            // A list of headlines is no stub.
            return Ok(bytes <= MESSAGE && is_stub(page, selected(), &lines)?);
        }
        // Prices below a second heading are those of suggestions.
        let mut headings = page.positions().filter(|at| page.tag(*at).heading_level().is_some());
        let end = headings.nth(1).unwrap_or(page.nodes().len());
        let has_price = |block: &Block| block.nodes().start < end && is_price(page.block_text(block));
        if !fits(MESSAGE) || page.blocks().iter().any(has_price) {
            return Ok(false);
        }
        match reason {
            NoText::RobotCheck => return Ok(begins_any(lines[0].trim_start(), &CHECK_TITLES)),
            NoText::Consent => return Ok(false),
            // An article on a search has more to say.
            NoText::NothingFound => {
                let mut ends = selected().flat_map(|block| page.block_text(block).matches(['.', '!', '?', '。']));
                return Ok(bytes <= MESSAGE && ends.nth(3).is_none());
            }
            _ => {}
        }
        let (mut sentences, mut is_about_page) = (0, false);
        for block in selected() {
            let text = lower_case(page.block_text(block))?;
            if line_of(&text) == Line::Other {
                sentences += text.split_inclusive(ENDS).filter(|text| !text.trim().is_empty()).count();
                is_about_page |= words(&text).any(|word| PAGES.contains(&word)) || has_any(&text, &ERRORS);
            }
        }
        let lines = lines.map(|said| titled_line(&said));
        let mut is_error = lines.contains(&Line::Error);
        if lines.contains(&Line::Status) {
            // Another line must say that it is an error's. In the one under the heading it may be one of two sentences.
            let mut is_under_heading = false;
            for block in page.blocks().iter().checking(CHECK_EVERY) {
                let text = lower_case(start_of(page.block_text(block), MESSAGE))?;
                let sentences = if is_under_heading { 2 } else { 0 };
                let mut said = text.split_inclusive(ENDS).filter(|text| text.len() <= LINE).take(sentences);
                is_error = is_error
                    || text.len() <= LINE && line_of(&text) == Line::Error
                    || !quotes(&text) && said.any(|text| line_of(text) == Line::Error);
                is_under_heading = line_of(&text) == Line::Status;
            }
        }
        Ok(is_error && (sentences < 2 || is_about_page))
    }

    /// Returns the name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            NoText::Empty => "empty",
            NoText::Shell => "shell",
            NoText::Error => "error",
            NoText::RobotCheck => "robot-check",
            NoText::Consent => "consent",
            NoText::Paywall => "paywall",
            NoText::NothingFound => "nothing-found",
        }
    }

    /// Returns why a page shows no text of its own; `None` for a page that shows some.
    pub fn of(page: &Page) -> Fallible<Option<NoText>> {
        Ok(NoText::read(page)?.map(|(reason, _)| reason))
    }

    /// Returns why a page shows no text of its own, and whether it surely is nothing else.
    fn read(page: &Page) -> Fallible<Option<(NoText, bool)>> {
        if words(page.text()).next().is_none() {
            return Ok(Some((NoText::Empty, false)));
        }
        let unlinked = unlinked_bytes(page, NOTICE, |_| true);
        if unlinked > NOTICE {
            return Ok(None);
        }
        let [title, heading] = titles(page)?;
        let text = lower_case(start_of(page.text(), READ))?;
        let is_titled = |known: &[&str]| has_any(&title, known) || has_any(&heading, known);
        let is_status = |said: &str| words(said).next().is_some_and(|first| STATUSES.contains(&first));
        let is_bare = is_bare(page);
        let holds = |tag: Tag| page.nodes().iter().any(|node| node.tag() == tag);
        // A part of the address of the style of Anubis, which speaks many languages.
        let is_guarded = is_bare
            && page
                .head()
                .any(|element| matches!(element, Description::Link(link) if link.href.contains("/.within.website/")));
        // An article on such pages may be titled like one.
        let is_article = || {
            let is_long = heading.split_whitespace().nth(WORDS).is_some();
            holds(Tag::Article) || is_long && title.contains(heading.trim())
        };
        let is_named = |said: &String| has_any(said, &ROBOT_CHECKS) || has_any(said, &CHECKS);
        if is_guarded || [&title, &heading, &text].into_iter().any(is_named) && !is_article() {
            // A page with a form for comments or messages may show a check there.
            // It says what robot checks do, and quotes nothing: an article on them may.
            let says_check = |text: &str| has_any(text, &CHECKS) && !quotes(text);
            let is_check =
                is_guarded || is_bare && is_titled(&CHECKS) || unlinked <= SHELL && any_block(page, says_check)?;
            // A form for something else has such a question, below its own heading.
            let is_named = || {
                let begins = begins_any(title.trim_start(), &CHECK_TITLES);
                is_guarded || begins || is_titled(&CHECKS) || is_titled(&ROBOT_CHECKS)
            };
            let has_heading = !heading.trim().is_empty() && title.contains(heading.trim());
            let is_form = holds(Tag::Textarea) || has_heading && !is_named();
            return Ok(Some((NoText::RobotCheck, is_check && !is_form)));
        }
        let is_of_server = || {
            // Tutorials on such errors are longer, or show code.
            let is_said =
                || is_titled(&SERVERS) && unlinked <= 4 * MESSAGE || unlinked <= SHELL && has_any(&text, &SERVERS);
            is_said() && !holds(Tag::Pre) || unlinked <= MESSAGE && has_any(&text, &MAINTENANCE)
        };
        let body = page.nodes().iter().take(4).position(|node| node.tag() == Tag::Body);
        let mut classes = body.map_or("", |body| page.class(body)).split_ascii_whitespace();
        let is_error = |class| ERROR_CLASSES.contains(&class);
        // A post on such a message is longer, or quotes it.
        let says_gone = |block: &str| block.len() <= LINE && has_any(block, &BOARDS) && !quotes(block);
        let is_gone = !is_article() && unlinked <= SHELL && has_any(&text, &BOARDS) && any_block(page, says_gone)?;
        if !is_article() && is_bare && is_of_server() || is_gone || classes.clone().any(is_error) {
            return Ok(Some((NoText::Error, true)));
        }
        if classes.any(|class| class == "search-no-results")
            || (begins_search(&title) || begins_search(&heading)) && any_block(page, |text| has_any(text, &NO_RESULTS))?
        {
            return Ok(Some((NoText::NothingFound, false)));
        }
        if is_titled(&CONSENT) {
            // It names cookies in every language.
            let asks =
                |line: &String| line.split_whitespace().nth(9).is_none() && begins_any(line.trim_start(), &CONSENT);
            let asks = (asks(&title) || asks(&heading)) && !holds(Tag::Article);
            let is_whole = asks && lower_case(start_of(page.text(), NOTICE))?.contains("cookie");
            return Ok(Some((NoText::Consent, is_whole)));
        }
        let may_ask = is_bare && unlinked <= 2 * SHELL && !holds(Tag::Article);
        if may_ask && asks_for_consent(page, is_titled(&CONSENT_FOR))? {
            return Ok(Some((NoText::Consent, true)));
        }
        let reason = if [&title, &heading]
            .into_iter()
            .any(|said| has_any(said, &ERRORS) || is_status(said) || titled_line(said) == Line::Error)
            // As a title it may be the name of a site.
            || titled_line(&heading) != Line::Other
        {
            NoText::Error
        } else if any_block(page, |text| has_any(text, &PAYWALLS))? {
            NoText::Paywall
        } else if unlinked > SHELL {
            return Ok(None);
        } else if text.contains("cookie")
            && has_any(&text, &ACCEPTING)
            && has_any(&text, &SUBSCRIBING)
            && any_block(page, |text| has_any(text, &ACCEPTING) && has_any(text, &SUBSCRIBING))?
        {
            // A wall: accept or subscribe. A banner may stand above an offer of a newsletter.
            NoText::Consent
        } else {
            NoText::Shell
        };
        Ok(Some((reason, false)))
    }
}

/// Returns `true` for a page with a button that accepts something, on which no longer text speaks of anything else. A page
/// that is not titled so, but sells in place of consent that it shows no advertisements, may greet its readers.
fn asks_for_consent(page: &Page, is_titled: bool) -> Fallible<bool> {
    let mut accepts = false;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        let label = match node.tag() {
            Tag::Button => page.text_at(position),
            Tag::Input => page.attribute(position, names::VALUE).unwrap_or(""),
            _ => "",
        };
        if !accepts && (1..=LINE).contains(&label.len()) {
            let label = lower_case(label)?;
            accepts = has_any(&label, &ACCEPTING) || words(&label).any(|word| matches!(word, "agree" | "consent"));
        }
    }
    if !accepts {
        return Ok(false);
    }
    let asks = |text: &str| has_any(text, &CONSENT_FOR) || has_any(text, &ACCEPTING);
    if is_titled {
        let speaks_else = |text: &str| text.split_whitespace().nth(2 * WORDS).is_some() && !asks(text);
        return Ok(!any_block(page, speaks_else)?);
    }
    let (mut greetings, mut asks_whole, mut offers) = (0, false, false);
    for block in page.blocks().iter().checking(CHECK_EVERY) {
        let text = lower_case(start_of(page.block_text(block), READ))?;
        let is_without_ads = has_any(&text, &WITHOUT_ADS);
        let sells = is_without_ads || has_any(&text, &SUBSCRIBING);
        asks_whole |= has_any(&text, &CONSENT_FOR) && has_any(&text, &ACCEPTING);
        offers |= is_without_ads;
        greetings += usize::from(!sells && !asks(&text) && text.split_whitespace().nth(WORDS).is_some());
    }
    Ok(asks_whole && offers && greetings <= 1)
}

/// Returns `true` for blocks that are nothing but the headline, and that the page needs scripts.
fn is_without_script<'p>(page: &Page, blocks: impl Iterator<Item = &'p Block>, titles: &[String]) -> Fallible<bool> {
    let mut says_so = false;
    for block in blocks.checking(CHECK_EVERY) {
        let text = lower_case(page.block_text(block))?;
        let is_instead = page.outwards(block.element()).any(|at| page.tag(at) == Tag::Noscript);
        let is_notice = is_instead && text.contains("javascript");
        says_so |= is_notice;
        if !is_notice && !titles.iter().any(|title| title.contains(text.trim())) {
            return Ok(false);
        }
    }
    Ok(says_so && unlinked_bytes(page, MESSAGE, |_| true) <= MESSAGE)
}

/// Returns `true` for a line with a word of searches: one that begins like it, where words are divided.
fn begins_search(line: &str) -> bool {
    let begins = |(at, known): (usize, &str)| known >= "\u{e00}" || !line[..at].ends_with(char::is_alphanumeric);
    SEARCHES.iter().any(|known| line.match_indices(known).any(begins))
}

/// Returns `true` for a page of few links.
fn is_bare(page: &Page) -> bool {
    page.nodes().iter().filter(|node| node.tag() == Tag::A).nth(8).is_none()
}

/// Returns `true` if one of the page's blocks, whose start is given in lower case, is such a one.
fn any_block(page: &Page, is_one: impl Fn(&str) -> bool) -> Fallible<bool> {
    for block in page.blocks().iter().checking(CHECK_EVERY) {
        if is_one(&lower_case(start_of(page.block_text(block), READ))?) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn quotes(text: &str) -> bool {
    text.contains(['"', '“', '„', '«'])
}

/// Returns `true` for blocks one of which says that subscribers may read more, if the others are the headline, short
/// labels and what speaks of subscribing. `titles` are the page's, in lower case.
fn is_stub<'p>(page: &Page, blocks: impl Iterator<Item = &'p Block>, titles: &[String]) -> Fallible<bool> {
    let mut says_so = false;
    for block in blocks.checking(CHECK_EVERY) {
        let text = lower_case(page.block_text(block))?;
        let is_headline = titles.iter().any(|title| title.contains(text.trim()));
        let is_label = text.len() <= LINE && !text.trim_end().ends_with(['.', '!', '?', '…', '。', '！', '？', '।']);
        let is_notice = has_any(&text, &PAYWALLS);
        let subscribes = || words(&text).any(|word| begins_any(word, &SUBSCRIBING));
        says_so |= is_notice;
        if !(is_notice || is_headline || is_label || subscribes()) {
            return Ok(false);
        }
    }
    Ok(says_so)
}

/// Returns `true` for a page with several articles, or with one of more bytes than these.
fn holds_article(page: &Page, bytes: usize) -> bool {
    let mut articles = page.positions().filter(|at| page.tag(*at) == Tag::Article);
    articles.next().is_some_and(|first| articles.next().is_some() || page.text_at(first).len() > bytes)
}

/// Returns the start of a page's title and of its first heading, of the first level if there is one, in lower case.
fn titles(page: &Page) -> Fallible<[String; 2]> {
    let title = page.head().find_map(|element| match element {
        Description::Title(title) => Some(title),
        _ => None,
    });
    let first = |is_one: fn(Tag) -> bool| page.nodes().iter().position(|node| is_one(node.tag()));
    let heading = first(|tag| tag == Tag::H1).or_else(|| first(|tag| tag.heading_level().is_some()));
    let heading = heading.map_or("", |heading| page.text_at(heading));
    Ok([
        lower_case(start_of(title.unwrap_or(""), READ))?,
        lower_case(start_of(heading, READ))?,
    ])
}

/// Returns the bytes of the text of some blocks, by their numbers, that stand outside links' labels. More than `most` are
/// not counted to the end.
fn unlinked_bytes(page: &Page, most: usize, is_counted: impl Fn(usize) -> bool) -> usize {
    let mut bytes = 0;
    let mut end_of_link = 0;
    let mut block = 0;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        if bytes > most {
            break;
        }
        if position < end_of_link {
            continue;
        }
        match node.tag() {
            // An anchor that old pages never close holds all that follows.
            Tag::A if page.attribute(position, names::HREF).is_some() => {
                let link = page.subtree(position);
                // A longer one is no label, but a card.
                if page.text_of(link.clone()).len() <= 400 {
                    end_of_link = link.end;
                }
            }
            Tag::Text => {
                while page.blocks().get(block).is_some_and(|block| block.nodes().end <= position) {
                    block += 1;
                }
                if block < page.blocks().len() && is_counted(block) {
                    bytes += page.text_at(position).len();
                }
            }
            _ => {}
        }
    }
    bytes
}

#[cfg(test)]
mod tests;
