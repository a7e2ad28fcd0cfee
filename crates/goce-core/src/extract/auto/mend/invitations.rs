//! What invites the reader of an article elsewhere: forms for newsletters, links to the pages before and behind, lines
//! that name another page of the site ("Read more: …") or ask to subscribe, and lines of links at the end.

use super::site_notices::{
    SUBSCRIBE, SUBSCRIBING, asks, asks_for_consent, asks_to_follow, is_about_site, line_about_site, tells_of_payment,
};
use super::{blocks_in, count_words, element, first_node, leave_out, outermost, tag, taken, words_in};
use crate::areas::start;
use crate::extract::auto::{begins_any, is_any};
use crate::page::prelude::*;
use crate::texts::lists::{lines, listed};
use crate::texts::site::{self, without_www};
use crate::texts::words::{lower_case, words};

/// The most bytes of a line that names another page, and the most words of its label.
const LINE: usize = 240;
const LABEL: usize = 4;

/// Labels that say by themselves that such a line leads elsewhere, wherever it stands and without a colon.
const READ_ALSO: [&str; 173] = lines(include_str!("invitations/read_also.txt"));

/// The elements around the first text of such a line among which its link is.
const AROUND: usize = 3;

/// The most nodes of an invitation with its form.
const NODES: usize = 256;

/// The most lines of links at the beginning or the end of an article.
const LAST_LINES: usize = 8;

/// The last parts of addresses at which one subscribes.
const SUBSCRIPTIONS: [&str; 12] = listed(
    "abo abonnement abonnements abonnieren boletin newsletter newsletters signup subscribe subscription suscribete \
     suscripcion",
);

/// Ids of teasers of other pages.
const RELATED: [&str; 8] =
    listed("related related-articles related-content related-posts related-stories relatedposts read-also recommended");

/// Addresses of channels. A link to one of the hosts counts only if it is the whole line: others may be sources.
const CHANNELS: [&str; 4] =
    listed("news.google.com/publications/ news.google.com/s/ whatsapp.com/channel/ zen.yandex.ru/");
const HOSTS_OF_CHANNELS: [&str; 5] = listed("dzen.ru max.ru t.me telegram.me whatsapp.com");

/// The ends of the addresses of files, which are parts of the text.
const FILES: [&str; 8] = listed("pdf doc docx xls xlsx csv zip mp3");

/// The signs of links to the pages before and behind.
const ARROWS: [&str; 12] = listed("← → « » ‹ › ⟵ ⟶ ⇐ ⇒ << >>");

/// Labels of such links.
const NEIGHBOURS: [&str; 17] = listed(
    "previous prev next older newer vorheriger nächster zurück weiter précédent suivant anterior siguiente próximo \
     precedente vorige volgende",
);

/// Leaves out, of what is taken of an article, blocks of links to the pages before and behind, lines that name another
/// page of the site, with a label above, lines that ask to subscribe, and lines about the site at the end.
pub fn leave_out_invitations(page: &Page, selected: &mut [bool]) -> Fallible {
    let mut wrong = Vec::new();
    let host = page.own_host();
    for (number, index) in taken(selected).enumerate() {
        if leads_to_neighbours(page, index)
            || is_between(page, index, selected) && names_other_page(page, index, host)
            || says_read_also(page, index, host)?
            || asks_to_subscribe(page, index)?
            || asks_for_consent(page, index)
            || is_of_neighbours(page, index)
            // At the beginning stand lines about paid links.
            || number < 4 && tells_of_payment(&line_about_site(page, index)?)
        {
            wrong.try_push(index..index + 1)?;
        } else if is_under_label(page, index, selected) && is_other_page(page, index, host) {
            wrong.try_push(index - 1..index + 1)?;
        }
    }
    leave_out(std::mem::take(&mut wrong), selected);
    for index in taken(selected).rev().take(LAST_LINES) {
        if is_about_site(page, index)? {
            wrong.try_push(index..index + 1)?;
        } else if !is_line_of_links(page, index, host) {
            break;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

/// Leaves out, of what is taken, forms for an address of electronic mail with the words that invite to give it.
pub fn leave_out_newsletters(page: &Page, selected: &mut [bool]) -> Fallible {
    let (_, all) = count_words(page, 0..selected.len(), selected);
    let mut wrong = Vec::new();
    // The end of what was looked at.
    let mut end = 0;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        if position < end || node.tag() != Tag::Input || !asks_for_mail(page, position) {
            continue;
        }
        // An invitation with its form is short, and is no large part of what is taken.
        let invitation = invitation_around(page, position, 60.min(all / 4));
        // A box that is named so may have more.
        let named = page.around(invitation).take(4).find(|at| {
            page.subtree(*at).len() <= NODES
                && page.is_called(*at, Meaning::Newsletter)
                && 2 * count_words(page, blocks_in(page, &page.subtree(*at)), selected).1 <= all
        });
        let nodes = page.subtree(named.unwrap_or(invitation));
        end = nodes.end;
        // A field alone stands in a sentence.
        if nodes.clone().any(|position| sends(page, position)) {
            wrong.try_push(blocks_in(page, &nodes))?;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

/// Leaves out the last taken lines of an article, eight at most, that are links within the site with at most a label
/// beside them: "Share: …", "Back to top". Links to other sites may be sources.
pub fn leave_out_last_links(page: &Page, selected: &mut [bool]) {
    let host = page.own_host();
    let lines = taken(selected).rev().take(LAST_LINES).take_while(|index| is_line_of_links(page, *index, host));
    if let Some(first) = lines.last() {
        selected[first..].fill(false);
    }
}

/// Leaves out lines of three links and more, and nothing else, at the beginning of what is taken and above the first
/// `<h1>`: the menus of pages that were written by hand.
pub fn leave_out_menu_lines(page: &Page, selected: &mut [bool]) {
    let mut blocks = (0..selected.len()).checking(CHECK_EVERY);
    let is_headline = |index: usize| page.outwards(element(page, index)).take(AROUND).any(|at| page.tag(at) == Tag::H1);
    let Some(headline) = blocks.find(|index| is_headline(*index)) else {
        return;
    };
    let is_menu = |index: &usize| {
        let mut links = 0;
        let mut is_sign = |at: usize| {
            let is_linked = page.around(at).take(AROUND).any(|around| page.tag(around) == Tag::A);
            links += usize::from(is_linked);
            is_linked || !page.text_at(at).contains(char::is_alphanumeric)
        };
        let nodes = page.blocks()[*index].nodes().checking(CHECK_EVERY);
        nodes.filter(|at| page.tag(*at) == Tag::Text).all(&mut is_sign) && links > 2
    };
    let menus: Vec<usize> = taken(&selected[..headline]).take_while(is_menu).take(LAST_LINES).collect();
    menus.into_iter().for_each(|index| selected[index] = false);
}

/// Returns `true` for a short paragraph of links with at most a label beside them.
fn is_line_of_links(page: &Page, index: usize, host: Option<&str>) -> bool {
    let count = words_in(page, index);
    // The most words of a last line.
    if !is_paragraph(page, index) || count > 12 {
        return false;
    }
    let mut linked = 0;
    for at in page.blocks()[index].nodes().filter(|at| page.tag(*at) == Tag::Text) {
        let Some(link) = page.around(at).take(AROUND).find(|around| page.tag(*around) == Tag::A) else {
            continue;
        };
        let href = page.attribute(link, names::HREF).unwrap_or("#").trim();
        if !href.starts_with('#') && !stays_on_site(href, host) {
            return false;
        }
        linked += page.word_count(at..at + 1);
    }
    linked > 0 && count - linked <= 2
}

/// Leaves out, of what is taken of an article, what its id alone calls other pages of the site: a heading, and two
/// blocks or more that begin with a link.
pub fn leave_out_related(page: &Page, selected: &mut [bool]) -> Fallible {
    let host = page.own_host();
    let is_called = |at: usize| page.attribute(at, names::ID).is_some_and(|id| RELATED.contains(&id.trim()));
    let begins_with_link = |index: &usize| {
        let mut around = page.around(first_node(page, *index)).take(AROUND);
        let link = around.find(|at| page.tag(*at) == Tag::A).and_then(|at| page.attribute(at, names::HREF));
        link.is_some_and(|href| stays_on_site(start(href).trim(), host))
    };
    let mut wrong = Vec::new();
    for nodes in outermost(page, |at, tag| tag.is_block() && is_called(at)) {
        let blocks = blocks_in(page, &nodes);
        let is_heading = |index: usize| tag(page, index).heading_level().is_some();
        if blocks.start > 0
            && !blocks.is_empty()
            && is_heading(blocks.start)
            && blocks.clone().skip(1).take(64).filter(begins_with_link).nth(1).is_some()
            // Longer blocks are a text that begins with links.
            && page.word_count(nodes.clone()) < 20 * blocks.len()
            && 2 * page.word_count(nodes) <= page.word_count(0..page.nodes().len() - 1)
        {
            wrong.try_push(blocks)?;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

/// Leaves out, of what is taken of an article, the cards of other pages of the site behind its paragraphs: elements
/// that are one link, and an article within it, called teasers, or a heading with more in the link.
pub fn leave_out_cards(page: &Page, selected: &mut [bool]) -> Fallible {
    let host = page.own_host();
    let mut wrong: Vec<Range<usize>> = Vec::new();
    let is_heading = |at: usize| page.tag(at).heading_level().is_some();
    let is_card = |at: usize, tag: Tag| {
        let nodes = page.subtree(at);
        let may_be = tag.is_block() && !matches!(tag, Tag::P | Tag::Figure) && !is_heading(at) || tag == Tag::A;
        // Few nodes hold a card.
        if !may_be || nodes.len() > 64 || page.word_count(nodes.clone()) > 60 {
            return false;
        }
        let text = page.text_of(nodes.clone()).trim();
        let Some(link) = nodes.clone().find(|at| page.tag(*at) == Tag::A && page.text_at(*at).trim() == text) else {
            return false;
        };
        let href = page.attribute(link, names::HREF).map_or("#", start).trim();
        let is_called = || {
            tag == Tag::Article && page.around(at).take(12).any(|around| page.tag(around) == Tag::Article)
                || page.is_called(at, Meaning::Teaser)
        };
        let has_heading = || page.subtree(link).any(|at| is_heading(at) && page.text_at(at).trim() != text);
        // Headings may link to themselves.
        is_long(text)
            && stays_on_site(href, host)
            && !href.contains('#')
            && !is_file(href)
            && (has_heading() || is_called())
    };
    for nodes in outermost(page, is_card) {
        let blocks = blocks_in(page, &nodes);
        let Some(before) = blocks.start.checked_sub(1) else {
            continue;
        };
        let is_paragraph = || {
            let before = element(page, before);
            page.tag(before) == Tag::P && page.parent(before) == page.parent(nodes.start)
        };
        if wrong.last().is_some_and(|last| last.end == blocks.start) || selected[before] && is_paragraph() {
            wrong.try_push(blocks)?;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

fn asks_for_mail(page: &Page, position: usize) -> bool {
    let is = |name, value: &str| {
        let own = page.attribute(position, name).unwrap_or("").trim();
        own.len() >= value.len() && own[..own.floor_char_boundary(value.len())].eq_ignore_ascii_case(value)
    };
    is(names::TYPE, "email") || !is(names::TYPE, "hidden") && is(names::NAME, "email")
}

/// Returns `true` for what sends a field away.
fn sends(page: &Page, position: usize) -> bool {
    match page.tag(position) {
        Tag::Form | Tag::Button => true,
        Tag::Input => {
            let kind = page.attribute(position, names::TYPE).unwrap_or("");
            is_any(kind, &["submit", "image", "button"])
        }
        _ => false,
    }
}

/// Returns the largest element around a field with no more words than these, and little else.
fn invitation_around(page: &Page, field: usize, most: usize) -> usize {
    let is_invitation = |around: &usize| {
        let nodes = page.subtree(*around);
        let links = || nodes.clone().filter(|at| page.tag(*at) == Tag::A);
        !matches!(page.tag(*around), Tag::Body | Tag::Html | Tag::Main | Tag::Article)
            && nodes.len() <= NODES
            && page.word_count(nodes.clone()) <= most
            && links().nth(2).is_none()
    };
    page.around(field).take(12).take_while(is_invitation).last().unwrap_or(field)
}

/// Returns `true` for a paragraph, or what stands for one.
fn is_paragraph(page: &Page, index: usize) -> bool {
    matches!(tag(page, index), Tag::P | Tag::Div)
}

/// Returns `true` for a paragraph between two taken paragraphs beside it.
fn is_between(page: &Page, index: usize, selected: &[bool]) -> bool {
    let element = |index: usize| element(page, index);
    let parent = page.parent(element(index));
    let is_paragraph = |index: usize| page.tag(element(index)) == Tag::P && page.parent(element(index)) == parent;
    let is_beside = |index: usize| selected[index] && is_paragraph(index);
    is_paragraph(index) && index > 0 && index + 1 < selected.len() && is_beside(index - 1) && is_beside(index + 1)
}

/// Returns the text of a line of few bytes.
fn line(page: &Page, index: usize) -> Option<&str> {
    Some(page.text_of_block(index).trim()).filter(|line| line.len() <= LINE)
}

/// Returns the title of another page of the site, to which the one link of a line leads, and `true` if that is a file.
fn other_page<'p>(page: &'p Page, index: usize, host: Option<&str>) -> Option<(&'p str, bool)> {
    let mut links = links_of(page, index);
    let link = links.next().filter(|_| links.next().is_none())?;
    // One long address may lead from many blocks.
    let href = page.attribute(link, names::HREF).map_or("#", start).trim();
    let title = page.text_at(link).trim();
    (is_long(title) && stays_on_site(href, host)).then(|| (title, is_file(href)))
}

/// Returns `true` for a line that is a label, a colon and the title of another page of the site, in one link.
fn names_other_page(page: &Page, index: usize, host: Option<&str>) -> bool {
    let Some((label, title)) = line(page, index).and_then(|line| line.split_once([':', '：'])) else {
        return false;
    };
    let is_label = !label.contains(|c: char| c.is_ascii_digit()) && (1..=LABEL).contains(&words(label).count());
    let is_title = |(linked, is_file): (&str, bool)| !is_file && linked.ends_with(title.trim());
    is_label && !title.starts_with("//") && is_long(title) && other_page(page, index, host).is_some_and(is_title)
}

/// Returns `true` for a paragraph, an item or a heading that is a known label and the title of another page of the site,
/// in one link.
fn says_read_also(page: &Page, index: usize, host: Option<&str>) -> Fallible<bool> {
    let may_be = is_paragraph(page, index) || tag(page, index) == Tag::Li || tag(page, index).heading_level().is_some();
    let (Some(text), Some((title, _))) = (line(page, index).filter(|_| may_be), other_page(page, index, host)) else {
        return Ok(false);
    };
    // Brackets may stand around both, and a full stop behind.
    let is_sign = |c: char| !c.is_alphanumeric();
    let [text, title] = [text, title].map(|text| text.trim_matches(is_sign));
    // The label may be the beginning of the link.
    let label = if text == title {
        title.split_once([':', '：', '-', '–', '—', '|', '»', '!']).map(|(label, _)| label)
    } else {
        text.strip_suffix(title)
    };
    let Some(label) = label else {
        return Ok(false);
    };
    let label = lower_case(label.trim_matches(is_sign))?;
    Ok(READ_ALSO.iter().any(|known| known.trim_end_matches(is_sign) == label))
}

/// Returns `true` for a paragraph under a taken one that is a label, which stands under another taken one.
fn is_under_label(page: &Page, index: usize, selected: &[bool]) -> bool {
    let is_taken = |index: usize| selected[index] && tag(page, index) == Tag::P;
    let Some(before) = index.checked_sub(2).filter(|before| (*before..=index).all(is_taken)) else {
        return false;
    };
    let first = first_node(page, before + 1);
    line(page, before + 1).is_some_and(|text| {
        let is_whole = |at: usize| matches!(page.tag(at), Tag::B | Tag::Strong) && page.text_at(at).trim() == text;
        words(text).nth(LABEL).is_none()
            && !text.contains(|c: char| c.is_ascii_digit())
            && (text.ends_with([':', '：']) || page.around(first).take(AROUND).any(is_whole))
    })
}

/// Returns `true` for a paragraph that is one link to another page of the site, by its title.
fn is_other_page(page: &Page, index: usize, host: Option<&str>) -> bool {
    line(page, index).is_some_and(|line| other_page(page, index, host) == Some((line, false)))
}

/// Returns `true` for a short paragraph that asks to subscribe: all its links lead to where one does, it is one link to
/// a channel, or it says so of the site's own channel.
fn asks_to_subscribe(page: &Page, index: usize) -> Fallible<bool> {
    if tag(page, index) != Tag::P || words_in(page, index) > SUBSCRIBE {
        return Ok(false);
    }
    let mut links = links_of(page, index).peekable();
    let has_links = links.peek().is_some();
    let text = page.text_of_block(index).trim();
    let said = line_about_site(page, index)?;
    // "Subscriptions and billing" is no call.
    let is_call = || said.as_str() >= "\u{e00}" || words(&said).next().is_some_and(asks);
    let subscribes = begins_any(&said, &SUBSCRIBING) && is_call();
    let leads_there = |link| {
        // One long address may lead from many blocks.
        let href = page.attribute(link, names::HREF).map_or("", start).trim();
        let address = href.split_once("//").map_or("", |(_, address)| without_www(address));
        let path = href.split(['?', '#']).next().filter(|path| !path.starts_with("mailto:")).unwrap_or("");
        let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
        let is_channel = |host: &str| address.strip_prefix(host).is_some_and(|rest| rest.starts_with('/'));
        begins_any(address, &CHANNELS)
            || HOSTS_OF_CHANNELS.iter().any(|host| is_channel(host)) && page.text_at(link).trim() == text
            || is_any(last, &SUBSCRIPTIONS)
            || page.text_at(link).trim() == text && subscribes
    };
    // Events invite by "Join us", too, and somebody may be quoted.
    let may_ask = has_links || !said.starts_with("join us") && !text.starts_with(['"', '“', '„', '«']);
    Ok(has_links && links.all(leads_there) || may_ask && asks_to_follow(&said))
}

/// Returns the links of a block. One may begin before its first text.
fn links_of(page: &Page, index: usize) -> impl Iterator<Item = usize> + '_ {
    let nodes = page.blocks()[index].nodes();
    page.around(nodes.start).take(AROUND).chain(nodes).filter(|at| page.tag(*at) == Tag::A)
}

/// Returns `true` for a title of four words, or of six characters that are not of ASCII.
fn is_long(title: &str) -> bool {
    words(title).nth(3).is_some() || title.chars().filter(|c| !c.is_ascii()).nth(5).is_some()
}

fn is_file(href: &str) -> bool {
    let end = href.split(['?', '#']).next().and_then(|path| path.rsplit_once('.')).map_or("", |(_, end)| end);
    is_any(end, &FILES)
}

fn stays_on_site(href: &str, host: Option<&str>) -> bool {
    match site::host(href) {
        Some(other) => host == Some(without_www(other)),
        None => !href.starts_with('#') && !href.split(['/', '?']).next().unwrap_or("").contains(':'),
    }
}

/// Returns `true` for a block of a table that has nothing but labels of the pages before and behind, and their links.
fn is_of_neighbours(page: &Page, index: usize) -> bool {
    let Some(table) = page.around(element(page, index)).take(AROUND).find(|at| page.tag(*at) == Tag::Table) else {
        return false;
    };
    let blocks = blocks_in(page, &page.subtree(table));
    let text = |index: usize| page.text_of_block(index).trim();
    let is_label = |index: usize| is_any(text(index).trim_end_matches(':').trim(), &NEIGHBOURS);
    let is_link = |index: usize| links_of(page, index).any(|link| page.text_at(link).trim() == text(index));
    matches!(blocks.len(), 2 | 4) && blocks.clone().step_by(2).all(is_label) && blocks.skip(1).step_by(2).all(is_link)
}

/// Returns `true` for a block of links alone, one of which has an arrow at an end.
fn leads_to_neighbours(page: &Page, index: usize) -> bool {
    let text = page.text_of_block(index);
    let is_quoted = [('«', '»'), ('»', '«'), ('‹', '›')]
        .iter()
        .any(|(open, close)| text.starts_with(*open) && text.ends_with(*close));
    let has_arrow = !is_quoted && ARROWS.iter().any(|arrow| text.starts_with(arrow) || text.ends_with(arrow));
    if !has_arrow {
        return false;
    }
    let mut nodes = page.blocks()[index].nodes();
    let mut links = 0;
    while let Some(position) = nodes.next() {
        let is_link = |position: usize| page.tag(position) == Tag::A && page.attribute(position, names::HREF).is_some();
        if page.tag(position) == Tag::Text {
            let text = page.text_at(position);
            let around = page.parent(position);
            if text.contains(char::is_alphanumeric) && !is_link(around) && !is_link(page.parent(around)) {
                return false;
            }
            links += 1;
        } else if is_link(position) {
            links += 1;
            nodes.start = page.end(position).max(nodes.start);
        }
    }
    links > 0
}

#[cfg(test)]
mod tests;
