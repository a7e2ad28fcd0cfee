//! The records of a list-view page.

use std::collections::HashSet;
use std::ops::Range;

use super::candidates::{largest_groups, scored};
use super::columns;
use super::counts::PageCounts;
use super::fields::{Field, Fields};
use super::item_parts::{self, ItemParts};
use super::time_series::{order_of_days, stated_at};
use super::{CHECK_EVERY, on_a_line};
use crate::html::names;
use crate::interrupts::{self, Checking};
use crate::memory::{OutOfMemory, TryPush, try_collect, try_to_owned};
use crate::page::Page;
use crate::page::records::{Record, Records, Repeated, parts_of};
use crate::render::RenderError;
use crate::render::link_target::{LinkResolver, LinkTarget};
use crate::render::picture_address;

/// Groups of elements that are tried as parts of records.
const CANDIDATES: usize = 96;

/// The least number of records in a list.
const LEAST: usize = 3;

/// Words of a record up to which its size counts.
const WORDS: usize = 60;

/// A record of a list. A field that it does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The position of the record's element.
    pub element: usize,
    /// The target of its link: absolute where the page's address is known.
    pub url: Option<String>,
    /// Its heading, or the text of its link.
    pub title: Option<String>,
    pub text: Option<String>,
    /// The address of its first picture.
    pub image: Option<String>,
    /// Its price, as the page writes it.
    pub price: Option<String>,
    /// When it was published: ISO 8601 where the page says the day, else in the page's words.
    pub published_at: Option<String>,
}

/// Returns the records of a list in document order; none where nothing with links repeats. `url` is the page's address,
/// if that is known.
///
/// [`RenderError`]: memory has run out, or the addresses of the records are many times longer than the page.
pub fn items(page: &Page, url: Option<&str>) -> Result<Vec<Item>, RenderError> {
    let repeated = Repeated::of(page)?;
    let fields = Fields::of(page)?;
    match best_records(page, &repeated, &fields)? {
        Some(records) => rows(page, url, &repeated, &fields, &records.0),
        None => Ok(Vec::new()),
    }
}

/// Returns the nodes of the records of a list, in document order.
pub fn nodes_of_items(page: &Page) -> Result<Vec<Range<usize>>, OutOfMemory> {
    let records = best_records(page, &Repeated::of(page)?, &Fields::of(page)?)?;
    let records = records.map_or(Vec::new(), |records| records.0);
    try_collect(records.into_iter().map(|record| record.nodes))
}

/// Returns the records of a page with the best score.
fn best_records(page: &Page, repeated: &Repeated, fields: &Fields) -> Result<Option<Records>, OutOfMemory> {
    let counts = PageCounts::of(page)?;
    let mut best: Option<(f32, Records)> = None;
    for group in candidates(page, repeated, &counts)? {
        let members = repeated.group(group);
        let mut records = Records::around(page, members)?;
        records.keep_most(page, repeated);
        let (score, records) = scored(page, repeated, records, |records| score(page, records, fields, &counts))?;
        if score > best.as_ref().map_or(0.0, |(best, _)| 1.01 * best) {
            best = Some((score, records));
        }
    }
    Ok(best.map(|(_, records)| records))
}

/// Returns the groups of at least three elements with the most words in them.
fn candidates(page: &Page, repeated: &Repeated, counts: &PageCounts) -> Result<Vec<usize>, OutOfMemory> {
    largest_groups(repeated, CANDIDATES, |members| {
        if members.len() < LEAST {
            return None;
        }
        let (mut size, mut count) = (0, 0);
        for part in parts_of(page, members).filter(|part| !counts.is_beside(*part)) {
            size += page.word_count(page.subtree(part)).min(WORDS);
            count += 1;
        }
        (count >= LEAST && size > 0).then_some(size)
    })
}

/// Returns the score of records as a page's list, 0 for what is no list: rich, long, linked records away from menus are
/// better.
fn score(page: &Page, records: &Records, fields: &Fields, counts: &PageCounts) -> Result<f32, OutOfMemory> {
    let (mut size, mut rich, mut linked, mut beside) = (0usize, 0f32, 0usize, 0usize);
    let mut addresses: [HashSet<&str>; 2] = Default::default();
    let count = records.0.len();
    for record in records.0.iter().checking(CHECK_EVERY) {
        size += page.word_count(record.nodes.clone()).min(WORDS);
        rich += counts.richness(page, fields, &record.nodes);
        beside += usize::from(counts.is_beside(record.element));
        if let Some(links) = counts.links(&record.nodes) {
            linked += 1;
            for (addresses, link) in addresses.iter_mut().zip(links) {
                let href = page.attribute(link, names::HREF).unwrap_or("");
                addresses.try_reserve(1)?;
                addresses.insert(&href[..href.floor_char_boundary(512)]);
            }
        }
    }
    // Records may share their first link or their last one, but not both.
    let different = addresses.iter().map(HashSet::len).max().unwrap_or(0);
    if count < LEAST || 10 * linked < 7 * count || 10 * different < 6 * linked {
        return Ok(0.0);
    }
    let share = |number: usize| number as f32 / count as f32;
    let place = (1.0 - 0.9 * share(beside)) * (count as f32).powf(0.15);
    Ok(rich / count as f32 * (size as f32).powf(0.8) * place * share(linked) * share(different))
}

fn rows(
    page: &Page,
    url: Option<&str>,
    repeated: &Repeated,
    fields: &Fields,
    records: &[Record],
) -> Result<Vec<Item>, RenderError> {
    let mut times: Vec<Vec<&Field>> = Vec::new();
    for record in records.iter().checking(CHECK_EVERY) {
        let mut of_record = Vec::new();
        of_record.try_extend(fields.times_in(record.nodes.clone()).iter())?;
        times.try_push(of_record)?;
    }
    let times = columns::choose(&times, repeated, |field| field.trust)?;
    let order = order_of_days(page, fields);
    let mut addresses = LinkResolver::of(page, url);
    let mut items = Vec::new();
    for (record, time) in records.iter().zip(times) {
        interrupts::check();
        let nodes = record.nodes.clone();
        let parts = item_parts::parts(page, nodes.clone());
        let item = Item {
            element: record.element,
            url: address(page, &parts, &mut addresses)?,
            title: line(page, parts.title)?,
            text: text(page, nodes)?,
            image: image(page, &parts, &mut addresses)?,
            price: line(page, parts.price)?,
            published_at: time.map(|field| stated_at(page, field, order)).transpose()?,
        };
        if item.title.is_some() || item.url.is_some() {
            items.try_push(item)?;
        }
    }
    Ok(items)
}

fn line(page: &Page, position: Option<usize>) -> Result<Option<String>, RenderError> {
    let text = position.map(|position| page.text_of(page.subtree(position)));
    let text = text.filter(|text| !text.is_empty());
    Ok(text.map(on_a_line).transpose()?)
}

fn text(page: &Page, nodes: Range<usize>) -> Result<Option<String>, RenderError> {
    let text = page.text_of(nodes);
    let text = (!text.is_empty()).then(|| try_to_owned(text));
    Ok(text.transpose()?)
}

fn address(page: &Page, parts: &ItemParts, addresses: &mut LinkResolver) -> Result<Option<String>, RenderError> {
    let href = parts.link.and_then(|link| page.attribute(link, names::HREF));
    let address = href.map(|href| addresses.link(href)).transpose()?;
    Ok(address.flatten().map(LinkTarget::into_string))
}

fn image(page: &Page, parts: &ItemParts, addresses: &mut LinkResolver) -> Result<Option<String>, RenderError> {
    let element = parts.image.and_then(|image| page.element(image));
    let address = element.map(|element| picture_address::of(element, addresses)).transpose()?;
    Ok(address.flatten().map(LinkTarget::into_string))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::XPaths;

    fn of(html: &str) -> Vec<Item> {
        let url = Some("https://a.example/list/");
        items(&Page::sample(html), url).unwrap()
    }

    fn titles(html: &str) -> Vec<String> {
        let title = |item: Item| item.title.unwrap_or_default();
        of(html).into_iter().map(title).collect()
    }

    #[test]
    fn products_with_their_fields() {
        let product = |n: u32| {
            format!(
                "<li class='product n{n}'><a href=p/{n}><img src=/{n}.png></a><h3><a href=p/{n}>Chair {n}</a></h3>\
                 <del>$90.00</del> <b>${n}5.50</b> <time datetime=2021-05-0{n}>x</time><p>It has four legs and a back."
            )
        };
        let products: String = (1..4).map(product).collect();
        let html = format!(
            "<nav><a href=/>Home</a><a href=/a>All chairs</a><a href=/b>New chairs</a></nav><ul>{products}</ul>\
             <footer><a href=/i>Imprint</a><a href=/t>Terms</a><a href=/c>Contact</a></footer>"
        );
        let page = Page::sample(&html);
        let items = of(&html);
        assert_eq!(items.len(), 3);
        let second = items[1].clone();
        let xpath = page.xpath(second.element, &mut XPaths::default());
        assert_eq!(xpath.unwrap(), "/html[1]/body[1]/ul[1]/li[2]");
        assert_eq!(
            second,
            Item {
                element: second.element,
                url: Some("https://a.example/list/p/2".to_owned()),
                title: Some("Chair 2".to_owned()),
                text: second.text.clone(),
                image: Some("https://a.example/2.png".to_owned()),
                price: Some("$25.50".to_owned()),
                published_at: Some("2021-05-02".to_owned()),
            }
        );
        assert!(second.text.unwrap().ends_with("four legs and a back."));
    }

    #[test]
    fn a_record_of_two_rows() {
        let row = |n: u32| {
            format!(
                "<tr class=hit><td>{n}.<td class=title><a href=/h/{n}>A longer title of hit {n}</a>\
                 <tr><td><td class=under>by ann, {n} hours ago"
            )
        };
        let html = format!("<table>{}</table>", (1..5).map(row).collect::<String>());
        let items = of(&html);
        assert_eq!(items.len(), 4);
        assert!(items[3].text.as_deref().unwrap().ends_with("4 hours ago"));
        assert_eq!(items[3].title.as_deref(), Some("A longer title of hit 4"));
    }

    #[test]
    fn records_in_rows_of_three() {
        let card =
            |n: u32| format!("<div class=col><h4><a href=/c/{n}>Card number {n}</a></h4><p>Some words of it</p></div>");
        let row = |n: u32| format!("<div class=row>{}</div>", (3 * n..3 * n + 3).map(card).collect::<String>());
        let html: String = (0..3).map(row).collect();
        assert_eq!(titles(&html).len(), 9);
    }

    #[test]
    fn links_of_an_index() {
        let letter = |c: char| {
            let links: String = (0..8).map(|n| format!("<li><a href=/{c}{n}>{c}{n}</a>")).collect();
            format!("<h3>{c}</h3><ul>{links}</ul>")
        };
        let html: String = ('a'..'e').map(letter).collect();
        assert_eq!(titles(&html).len(), 32);
    }

    #[test]
    fn what_repeats_without_links_is_no_list() {
        for html in [
            "",
            "<p>One text.<p>Another text.<p>A third text.",
            "<ul><li><a href=/x>The same</a><li><a href=/x>The same</a><li><a href=/x>The same</a></ul>",
        ] {
            assert_eq!(titles(html), [""; 0], "{html}");
        }
    }
}
