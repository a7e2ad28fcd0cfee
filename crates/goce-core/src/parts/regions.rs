//! The part of a page that a link stands in.

use std::ops::Range;

use super::link_signs::{has_fragment, has_picture, is_action, is_number, leads_to_profile, leads_to_top, leads_within, own_address, shares, site_of, width};
use super::region_names::{Called, Said, said};
use crate::html::names;
use crate::interrupts::Checking;
use crate::keyed::Map;
use crate::lists::{about_comments, comment_holders};
use crate::memory::{OutOfMemory, try_filled, try_with_capacity};
use crate::page::{Page, Tag};
use crate::render::Content;

/// Nodes or links between two checks.
const CHECK_EVERY: usize = 256;

/// The least number of links of a menu that is called teasers, and the mean width below which they are no titles.
const MENU: usize = 5;
const SHORT: u32 = 14;

/// The least number of links of a group.
const GROUP: usize = 3;

/// The width of a text from which on it is the title of a content, and the mean width from which on the links of a group
/// are. A character of Chinese, Japanese or Korean has the width of two others.
const TITLE: u32 = 30;
const TITLES: f32 = 22.0;
const LONG_TITLES: f32 = 28.0;

/// The width below which a link of a list is no title, even in a heading.
const LABELS: u32 = 18;

/// The most words of the foot of a page, and the most parts of a hundred of the page's words.
const WORDS_OF_FOOT: usize = 600;
const SHARE_OF_FOOT: usize = 25;

/// Bytes of an address that are compared.
const ADDRESS: usize = 1024;

/// The part of a page that a link stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The content of the page.
    Content,
    /// Readers' comments.
    Comment,
    /// Menus, breadcrumbs, tags, other pages of a list.
    Navigation,
    /// Headlines, cards and lists that lead to other contents.
    Teaser,
    /// The foot of the site.
    Footer,
    /// All else: buttons for sharing, names of authors, logins, advertisements.
    Other,
}

impl Region {
    /// All regions.
    pub const ALL: [Region; 6] = [
        Region::Content,
        Region::Comment,
        Region::Navigation,
        Region::Teaser,
        Region::Footer,
        Region::Other,
    ];

    /// Returns its name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            Region::Content => "content",
            Region::Comment => "comment",
            Region::Navigation => "navigation",
            Region::Teaser => "teaser",
            Region::Footer => "footer",
            Region::Other => "other",
        }
    }
}

/// What the elements around a node say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    None,
    /// Notes and references of a text.
    Notes,
    Aside,
    Header,
    Teaser,
    Other,
    /// A menu by a class or an id alone, which lists of titles have too.
    Named,
    Navigation,
    Footer,
    Comment,
}

/// Returns the region of each of a page's links, which are positions in document order.
pub fn regions(page: &Page, content: &Content<'_>, links: &[u32], url: Option<&str>) -> Result<Vec<Region>, OutOfMemory> {
    let places = places(page, content)?;
    let groups = Groups::of(page, links)?;
    let known = Known::of(page, content, links, url)?;
    let mut regions = try_with_capacity(links.len())?;
    for link in links.iter().checking(CHECK_EVERY) {
        let link = *link as usize;
        regions.push(region(page, content, &places, &groups, &known, link));
    }
    Ok(regions)
}

fn region(page: &Page, content: &Content<'_>, places: &[Place], groups: &Groups, known: &Known<'_>, link: usize) -> Region {
    let place = places[link];
    let is_content = content.takes(&page.subtree(link));
    match place {
        _ if shares(page, link) => return Region::Other,
        _ if is_content && is_action(page, link) => return Region::Other,
        _ if is_content => return Region::Content,
        Place::Comment => return Region::Comment,
        Place::Footer => return Region::Footer,
        Place::Navigation => return Region::Navigation,
        Place::Named if groups.mean_width(page, link) < LONG_TITLES => return Region::Navigation,
        _ if leads_to_top(page, link) => return Region::Navigation,
        _ if is_action(page, link) => return Region::Other,
        Place::Other => return Region::Other,
        _ => {}
    }
    if known.is_of_content(page, link) || (place != Place::Teaser && is_amid_content(page, content, link)) {
        return Region::Content;
    }
    match place {
        Place::Notes => return Region::Content,
        Place::Teaser if leads_within(page, link) => return Region::Other,
        Place::Teaser if groups.is_menu(page, link) => return Region::Navigation,
        Place::Teaser => return Region::Teaser,
        Place::Header => return Region::Navigation,
        _ => {}
    }
    if is_picture_of_content(page, content, link) && !known.leads_elsewhere(page, link) {
        return Region::Content;
    }
    match groups.region(page, link) {
        Region::Teaser if known.leads_elsewhere(page, link) => Region::Other,
        Region::Navigation | Region::Teaser if leads_to_profile(page, link) => Region::Other,
        region => region,
    }
}

/// Returns `true` for a link in a caption or a block between two others, all amid the content.
fn is_amid_content(page: &Page, content: &Content<'_>, link: usize) -> bool {
    if !(content.first()..content.last()).contains(&link) {
        return false;
    }
    let mut around = link;
    for _ in 0..LEVELS {
        around = page.nodes()[around].parent();
        if page.nodes()[around].tag() == Tag::Figcaption {
            return true;
        }
    }
    let nodes = page.subtree(link);
    let blocks = page.blocks();
    let own = blocks.partition_point(|block| block.nodes().end <= link);
    let takes = |index: usize| blocks.get(index).is_some_and(|block| content.takes(&block.nodes()));
    blocks.get(own).is_some_and(|block| block.nodes().start < nodes.end)
        && own.checked_sub(1).is_some_and(takes)
        && takes(own + 1)
}

/// Returns `true` for a picture beside text of the content.
fn is_picture_of_content(page: &Page, content: &Content<'_>, link: usize) -> bool {
    if !page.text_of(page.subtree(link)).is_empty() || !has_picture(page, link) {
        return false;
    }
    let parent = page.nodes()[link].parent();
    [parent, page.nodes()[parent].parent()].into_iter().any(|around| content.takes(&page.subtree(around)))
}

/// Returns for each node what the elements around it say.
pub fn places(page: &Page, content: &Content<'_>) -> Result<Vec<Place>, OutOfMemory> {
    let nodes = page.nodes();
    let mut places = try_filled(Place::None, nodes.len())?;
    let last = content.last();
    for position in (0..nodes.len()).checking(CHECK_EVERY) {
        let (parent, tag) = (nodes[position].parent(), nodes[position].tag());
        let around = if parent == position { Place::None } else { places[parent] };
        if tag == Tag::Text || matches!(around, Place::Navigation | Place::Footer) {
            places[position] = around;
            continue;
        }
        let own = own_place(page, content, last, position, &said(page, position, tag));
        places[position] = match (around, own) {
            (around, Place::None) => around,
            (Place::Teaser | Place::Other, Place::Aside | Place::Header | Place::Teaser) => around,
            (Place::Named, Place::Aside | Place::Header | Place::Other) => around,
            (_, own) => own,
        };
    }
    let comments = comment_holders(page)?;
    let about = about_comments(page)?;
    for nodes in comments.iter().chain(&about) {
        // A list of the site's latest comments.
        if places[nodes.start] == Place::Teaser {
            continue;
        }
        for place in places[nodes.clone()].iter_mut().checking(CHECK_EVERY) {
            *place = Place::Comment;
        }
    }
    if let Some(foot) = foot(page, last) {
        for place in places[page.subtree(foot)].iter_mut().checking(CHECK_EVERY) {
            if *place != Place::Comment {
                *place = Place::Footer;
            }
        }
    }
    Ok(places)
}

/// Returns what an element itself says.
fn own_place(page: &Page, content: &Content<'_>, last: usize, position: usize, said: &Said) -> Place {
    if *said == Said::default() {
        return Place::None;
    }
    let nodes = page.subtree(position);
    // What holds content is called for something else, but for the notes of a text.
    if said.name == Some(Called::Notes) {
        return Place::Notes;
    }
    if content.takes(&nodes) || (content.is_empty() && is_most(page, position)) {
        return Place::None;
    }
    let is_footer = said.is_footer || said.name == Some(Called::Footer);
    if is_footer && position >= last && !is_in_article(page, position) {
        return Place::Footer;
    }
    match said.name {
        Some(Called::Other) => Place::Other,
        _ if said.is_nav => Place::Navigation,
        Some(Called::Navigation) => Place::Named,
        Some(Called::Teaser) => Place::Teaser,
        _ if said.is_header && position < last && !is_in_article(page, position) => Place::Header,
        Some(Called::Header) if position < last && !is_in_article(page, position) => Place::Header,
        Some(Called::Aside) => Place::Aside,
        _ if said.is_aside => Place::Aside,
        _ => Place::None,
    }
}

/// Returns `true` for an element with more than half of the page's words.
fn is_most(page: &Page, position: usize) -> bool {
    2 * page.word_count(page.subtree(position)) > page.word_count(0..page.nodes().len())
}

/// Returns `true` for an element near the top of an article.
fn is_in_article(page: &Page, position: usize) -> bool {
    let mut element = position;
    for _ in 0..LEVELS {
        element = page.nodes()[element].parent();
        if page.nodes()[element].tag() == Tag::Article {
            return true;
        }
    }
    false
}

/// The levels above an element in which an article is looked for.
const LEVELS: usize = 6;

/// Returns the element at the end of a page, behind the last content, that has its copyright notice.
fn foot(page: &Page, last: usize) -> Option<usize> {
    let all = page.word_count(0..page.nodes().len());
    let blocks = page.blocks();
    let notice = blocks.iter().rev().take(BLOCKS_OF_FOOT).take_while(|block| block.nodes().start >= last);
    let notice = notice.filter(|block| says_copyright(page.block_text(block))).last()?;
    let mut foot = notice.element();
    if foot < last {
        return None;
    }
    loop {
        let parent = page.nodes()[foot].parent();
        let words = page.word_count(page.subtree(parent));
        if parent == foot || parent < last || words > WORDS_OF_FOOT.min(all * SHARE_OF_FOOT / 100) {
            return Some(foot);
        }
        foot = parent;
    }
}

/// The last blocks of a page in which its copyright notice is looked for.
const BLOCKS_OF_FOOT: usize = 40;

fn says_copyright(text: &str) -> bool {
    let start = crate::texts::spaces::start_of(text, 400);
    start.contains('\u{a9}') || {
        let lower = start.to_lowercase();
        ["copyright", "all rights reserved", "(c) ", "版权所有", "alle rechte", "tous droits", "derechos reservados", "direitos reservados", "diritti riservati"]
            .iter()
            .any(|word| lower.contains(word))
    }
}

/// The links that stand together.
struct Groups {
    /// The links' positions.
    links: Vec<u32>,
    /// The widths of the texts before each, and their bytes.
    before: Vec<(u32, u32)>,
    /// For each node the innermost element around it, or itself, with so many links as make a group; `u32::MAX` for none.
    around: Vec<u32>,
    /// How many of the links before each are pictures alone.
    pictures: Vec<u32>,
}

impl Groups {
    fn of(page: &Page, links: &[u32]) -> Result<Self, OutOfMemory> {
        let mut own = try_with_capacity(links.len())?;
        own.extend_from_slice(links);
        let mut before: Vec<(u32, u32)> = try_with_capacity(links.len() + 1)?;
        let mut pictures: Vec<u32> = try_with_capacity(links.len() + 1)?;
        let (mut widths, mut bytes, mut of_pictures) = (0u32, 0u32, 0);
        for link in links.iter().checking(CHECK_EVERY) {
            before.push((widths, bytes));
            pictures.push(of_pictures);
            let text = page.text_of(page.subtree(*link as usize));
            let own = width(text);
            widths = widths.saturating_add(own);
            bytes = bytes.saturating_add(text.len().min(u32::MAX as usize) as u32);
            of_pictures += u32::from(own == 0 && has_picture(page, *link as usize));
        }
        before.push((widths, bytes));
        pictures.push(of_pictures);
        let nodes = page.nodes();
        let mut around = try_filled(u32::MAX, nodes.len())?;
        // How many links begin before a node, and at its end.
        let mut started = try_filled(0u32, nodes.len() + 1)?;
        for link in links.iter().checking(CHECK_EVERY) {
            started[*link as usize + 1] = 1;
        }
        for position in (0..nodes.len()).checking(CHECK_EVERY) {
            started[position + 1] += started[position];
        }
        for position in (0..nodes.len()).checking(CHECK_EVERY) {
            let parent = nodes[position].parent();
            let count = started[page.subtree(position).end] - started[position];
            around[position] = if count as usize >= GROUP {
                position as u32
            } else if parent == position {
                u32::MAX
            } else {
                around[parent]
            };
        }
        Ok(Groups {
            links: own,
            before,
            around,
            pictures,
        })
    }

    /// Returns the numbers of the first link of a link's group and of the one behind its last, and the group's nodes; `None`
    /// for a link that stands alone.
    fn group(&self, page: &Page, link: usize) -> Option<(Range<usize>, Range<usize>)> {
        let group = self.around[link] as usize;
        if group >= page.nodes().len() || is_most(page, group) {
            return None;
        }
        let nodes = page.subtree(group);
        let first = self.links.partition_point(|link| (*link as usize) < nodes.start);
        let end = self.links.partition_point(|link| (*link as usize) < nodes.end);
        Some((first..end, nodes))
    }

    /// Returns the mean width of the links of a link's group; its own for a link that stands alone.
    fn mean_width(&self, page: &Page, link: usize) -> f32 {
        match self.group(page, link) {
            Some((links, _)) => self.sum(&links).0 as f32 / links.len().max(1) as f32,
            None => width(page.text_of(page.subtree(link))) as f32,
        }
    }

    /// Returns `true` for a link among several short ones.
    fn is_menu(&self, page: &Page, link: usize) -> bool {
        self.group(page, link).is_some_and(|(links, _)| {
            let pictures = self.pictures[links.end] - self.pictures[links.start];
            links.len() >= MENU && pictures == 0 && self.sum(&links).0 < SHORT * links.len() as u32
        })
    }

    /// Returns the widths and the bytes of the texts of some links together.
    fn sum(&self, links: &Range<usize>) -> (u32, u32) {
        let (start, end) = (self.before[links.start], self.before[links.end]);
        (end.0 - start.0, end.1 - start.1)
    }

    /// Returns the region of a link of which nothing else is known.
    fn region(&self, page: &Page, link: usize) -> Region {
        let text = page.text_of(page.subtree(link));
        let own = width(text);
        let Some((links, nodes)) = self.group(page, link) else {
            return alone(page, link, own);
        };
        let mean = self.mean_width(page, link);
        let all = page.text_of(nodes.clone()).len();
        let share = self.sum(&links).1 as f32 / all.max(1) as f32;
        let pictures = self.pictures[links.end] - self.pictures[links.start];
        if leads_within(page, link) {
            return if share >= HALF { Region::Navigation } else { Region::Other };
        }
        if mean >= TITLES || 2 * pictures as usize >= links.len() {
            return Region::Teaser;
        }
        let is_label = own < LABELS && share >= MOST;
        if !is_label && is_title(page, link, own) {
            return Region::Teaser;
        }
        if share >= HALF && !(is_number(text) && links.len() < GROUP) {
            return Region::Navigation;
        }
        alone(page, link, own)
    }
}

/// Shares of a group's text that are in its links.
const HALF: f32 = 0.5;
const MOST: f32 = 0.7;

fn alone(page: &Page, link: usize, width: u32) -> Region {
    if is_title(page, link, width) {
        Region::Teaser
    } else {
        Region::Other
    }
}

/// Returns `true` for a link that is a title: it stands in a heading, or is long and most of the element around it.
fn is_title(page: &Page, link: usize, width: u32) -> bool {
    !has_fragment(page, link) && is_in_heading(page, link) || (width >= TITLE && is_most_of_block(page, link))
}

/// Returns `true` for a link that has most of the text of the nearest block-level element around it.
fn is_most_of_block(page: &Page, link: usize) -> bool {
    let mut around = link;
    for _ in 0..LEVELS {
        around = page.nodes()[around].parent();
        if page.nodes()[around].tag().is_block() {
            break;
        }
    }
    page.text_of(page.subtree(around)).len() < 2 * page.text_of(page.subtree(link)).len()
}

/// Returns `true` for a link in a heading, or around one.
fn is_in_heading(page: &Page, link: usize) -> bool {
    let nodes = page.nodes();
    let parent = nodes[link].parent();
    let above = [parent, nodes[parent].parent()];
    let within = page.subtree(link).take(NODES_OF_LINK);
    above.into_iter().chain(within).any(|node| nodes[node].tag().heading_level().is_some())
}

/// The nodes of a link in which a heading is looked for.
const NODES_OF_LINK: usize = 64;

/// The addresses of the links of the content.
struct Known<'p> {
    addresses: Map<&'p str, ()>,
    /// Where the content begins and ends.
    first: usize,
    last: usize,
    /// The site of the page, if it is known.
    site: Option<String>,
}

impl<'p> Known<'p> {
    fn of(page: &'p Page, content: &Content<'p>, links: &[u32], url: Option<&str>) -> Result<Self, OutOfMemory> {
        let mut addresses: Map<&str, ()> = Map::default();
        for link in links.iter().checking(CHECK_EVERY) {
            let link = *link as usize;
            if let Some(address) = address(page, link).filter(|_| content.takes(&page.subtree(link))) {
                addresses.try_reserve(1)?;
                addresses.insert(address, ());
            }
        }
        Ok(Known {
            addresses,
            first: content.first(),
            last: content.last(),
            site: url.or_else(|| own_address(page)).and_then(site_of).map(str::to_ascii_lowercase),
        })
    }

    /// Returns `true` for a link to another site than the page's.
    fn leads_elsewhere(&self, page: &Page, link: usize) -> bool {
        let href = page.attribute(link, names::HREF).and_then(site_of);
        href.zip(self.site.as_deref()).is_some_and(|(href, own)| !href.eq_ignore_ascii_case(own))
    }

    /// Returns `true` for a link between the first and the last content that leads where a link of the content does.
    fn is_of_content(&self, page: &Page, link: usize) -> bool {
        (self.first..self.last).contains(&link)
            && address(page, link).is_some_and(|address| self.addresses.contains_key(address))
    }
}

/// Returns an address that is worth comparing.
fn address(page: &Page, link: usize) -> Option<&str> {
    let href = page.attribute(link, names::HREF)?.trim();
    let scripted = href.starts_with('#') || href.len() > ADDRESS || href.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"));
    (!scripted && href.len() > 1).then_some(href)
}
