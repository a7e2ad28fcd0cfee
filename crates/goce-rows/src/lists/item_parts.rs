//! The title, the link, the picture and the price of a record.

use crate::prelude::*;
use goce_core::areas::prices::{is_of_unit, is_price, is_price_alone, is_struck, price_at};
use goce_core::areas::{is_of_person, leads, start};
use goce_core::dates::time_text::{LONGEST, TimeForm, form};
use goce_core::dates::{is_between, month};

/// Nodes of a record that are searched.
const NODES: usize = 4096;

/// The parts of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemParts {
    /// The element or text whose text is the title.
    pub title: Option<usize>,
    /// The link to the page of what the record describes.
    pub link: Option<usize>,
    pub image: Option<usize>,
    /// The element or text that holds the price.
    pub price: Option<usize>,
    /// The record has a heading.
    pub has_heading: bool,
}

/// Returns the parts of the record that these nodes are.
pub fn parts(page: &Page, nodes: Range<usize>) -> ItemParts {
    let mut parts = ItemParts::default();
    let mut named: Option<usize> = None;
    // The length of the longest text of a link, and its position.
    let mut longest: Option<(usize, usize)> = None;
    // The first heading of the highest level: its level and its position.
    let mut heading: Option<(u8, usize)> = None;
    let (mut old_until, mut regular_until) = (0, 0);
    // The price of a unit of measure is the record's only where there is no other.
    let mut of_unit = None;
    let mut regular = None;
    let mut rating = None;
    for position in nodes.clone().take(NODES) {
        let tag = page.tag(position);
        match tag {
            Tag::Text => {
                if position >= old_until && parts.price.is_none() {
                    let price = price_at(page, position, &nodes).filter(|price| !is_in_sentence(page, *price));
                    match price {
                        Some(price) if position < regular_until => regular = regular.or(Some(price)),
                        Some(price) if is_of_unit(page.text_at(price)) => of_unit = of_unit.or(Some(price)),
                        // What is more than a price may be a deposit, or what delivery costs.
                        Some(price) if of_unit.is_some() && !is_price_alone(page.text_at(price)) => {}
                        price => parts.price = price,
                    }
                }
                continue;
            }
            Tag::Img => parts.image = parts.image.or(Some(position)),
            _ => {}
        }
        let class = start(page.class(position));
        let text = page.text_at(position);
        let property = page.attribute(position, names::ITEMPROP).map(start);

        let says = |meaning: Meaning| {
            let mut names = class.split_ascii_whitespace();
            names.any(|name| Meaning::Price.is_said_by(name) && meaning.is_said_by(name))
        };
        if is_struck(page, position) || says(Meaning::FormerPrice) {
            old_until = old_until.max(page.end(position));
        } else if says(Meaning::RegularPrice) {
            regular_until = regular_until.max(page.end(position));
        }
        if let Some(level) = tag.heading_level()
            && !text.is_empty()
        {
            parts.has_heading = true;
            let leads = || first_link(page, position).is_some();
            let is_higher = |(highest, other): (u8, usize)| {
                let is_below_day = is_day(page, other) && leads();
                is_below_day || level < highest && !(is_day(page, position) && first_link(page, other).is_some())
            };
            if heading.is_none_or(is_higher) {
                heading = Some((level, position));
            }
        }
        // The most bytes of a title.
        if text.is_empty() || text.len() > 400 {
            if is_link(page, position) {
                parts.link = parts.link.or(Some(position));
            }
            continue;
        }
        let is_title = property.is_some_and(|property| matches!(property.trim(), "name" | "headline"))
            || class.split_ascii_whitespace().any(names_title)
            // Of a feed that is read as a page.
            || tag == Tag::Div && page.element(position).is_some_and(|element| element.local() == names::TITLE);
        // "title_summary" around a link that is the title.
        let is_within = |named: usize| {
            page.subtree(named).contains(&position)
                && page.text_at(named).contains('\n')
                && tag == Tag::A
                && class.split_ascii_whitespace().any(calls_title)
        };
        if is_title && named.is_none_or(is_within) {
            named = Some(position).filter(|_| !is_price(text)).or_else(|| first_link(page, position));
        }
        if is_link(page, position) {
            if is_rating(class) {
                rating = rating.or(Some(position));
            }
            // A link to a person or to reviews counts only where there is no other.
            let length = if is_of_person(page, position) || is_rating(class) {
                1
            } else {
                1 + text.chars().count()
            };
            if longest.is_none_or(|(most, _)| length > most) {
                longest = Some((length, position));
            }
        }
    }
    parts.price = parts.price.or(regular).or(of_unit);
    // The reviews on the page of what the record describes: a link to that page has the title, and no other.
    if let Some((rating, to)) = rating.and_then(|rating| Some((rating, page_of_place(page, rating)?))) {
        let leads_there = |at: &usize| {
            let href = page.attribute(*at, names::HREF).map(start).and_then(|href| href.split(['#', '?']).next());
            *at != rating && page.tag(*at) == Tag::A && href == Some(to) && !page.text_at(*at).is_empty()
        };
        let link = nodes.clone().take(NODES).find(leads_there).unwrap_or(rating);
        longest = Some((1 + page.text_at(link).chars().count(), link));
    }
    // A heading in a form beside the record's link is that of an offer: "Subscribe and save".
    let is_offer = |heading: usize| {
        let form = page.around(heading).take_while(|at| nodes.contains(at)).find(|at| page.tag(*at) == Tag::Form);
        form.is_some_and(|form| longest.is_some_and(|(_, link)| !page.subtree(form).contains(&link)))
    };
    let heading = heading.map(|(_, position)| position).filter(|heading| !is_offer(*heading));
    // A named element beside a link with longer text names a shop or a rank.
    let named = named.filter(|named| {
        link_of(page, *named, &nodes).is_some()
            || longest.is_none_or(|(length, _)| length <= page.text_at(*named).chars().count())
    });
    // What holds the price as well is not the title, but the link in it may be.
    let named = named.map(|named| {
        let has_price = parts.price.is_some_and(|price| page.subtree(named).contains(&price));
        first_link(page, named).filter(|_| has_price).unwrap_or(named)
    });
    // The day above a post is no title where something else is called one.
    let is_called = |named: &usize| start(page.class(*named)).split_ascii_whitespace().any(calls_title);
    let called = named.filter(is_called).filter(|_| heading.is_some_and(|heading| is_day(page, heading)));
    parts.title = called.or(heading).or(named).or(longest.map(|(_, position)| position));
    let of_title = parts.title.and_then(|title| link_of(page, title, &nodes));
    // A link without text may lie over the whole record, and be labelled with its title.
    let is_over = |link: &usize| {
        let label = page.attribute(*link, names::ARIA_LABEL).map_or("", start).trim();
        !label.is_empty() && parts.title.is_some_and(|title| page.text_at(title) == label)
    };
    let over = parts.link.filter(is_over);
    parts.link = of_title.or(over).or(longest.map(|(_, position)| position)).or(parts.link);
    parts
}

/// Returns the first link in an element that says something, among its first nodes.
fn first_link(page: &Page, position: usize) -> Option<usize> {
    let says = |at: &usize| {
        let text = page.text_at(*at);
        is_link(page, *at) && !text.is_empty() && !is_price(text)
    };
    page.subtree(position).take(16).find(says)
}

/// Returns `true` for a price among more words than stand beside one, if no name near it says that it is one: "Founder
/// loses $3B in 48 hours".
fn is_in_sentence(page: &Page, price: usize) -> bool {
    let words = page.text_at(price).split_whitespace().filter(|word| word.contains(char::is_alphabetic));
    let named = |at: usize| Meaning::Price.is_said_by(start(page.class(at)));
    words.take(6).count() > 5 && !page.outwards(price).take(3).any(named)
}

/// Returns `true` for a heading that is a day with nothing else, but for a word such as that of the weekday, and no link.
fn is_day(page: &Page, heading: usize) -> bool {
    let text = page.text_at(heading);
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_of_date = |word: &str| month(word).is_some() || is_between(word);
    let is_other = |word: &&str| !is_number(word) && !is_of_date(&word.to_lowercase());
    text.len() <= LONGEST
        && words().filter(is_number).count() <= 3
        && words().filter(is_other).count() <= 1
        && form(text).is_some_and(|form| form != TimeForm::Loose)
        && first_link(page, heading).is_none()
}

/// Returns `true` for a class that titles have, or names.
fn names_title(class: &str) -> bool {
    calls_title(class) || class.to_ascii_lowercase().ends_with("name") && !is_other_title(class)
}

/// Returns `true` for a class that titles have.
fn calls_title(class: &str) -> bool {
    let lower = class.to_ascii_lowercase();
    (lower.contains("title") || lower.contains("headline")) && !is_other_title(class)
}

fn is_other_title(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    // Tachyons has a height of lines that is called so.
    ["subtitle", "username", "untitled", "lh-title"].iter().any(|other| class.contains(other))
}

/// Returns the address of the page, without a query, on which a link leads to a place.
fn page_of_place(page: &Page, link: usize) -> Option<&str> {
    let (to, _) = page.attribute(link, names::HREF).map(start)?.split_once('#')?;
    to.split('?').next().filter(|to| !to.is_empty())
}

/// Returns `true` for a class of ratings and reviews: "4.7 (176 ratings)".
fn is_rating(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    class
        .split([' ', '-', '_'])
        .any(|word| word.starts_with("rating") || word.starts_with("reviewscore"))
}

/// Returns the link of a title: in it, or around it within the record.
fn link_of(page: &Page, title: usize, nodes: &Range<usize>) -> Option<usize> {
    let around = page.around(title).take(16).take_while(|around| *around >= nodes.start);
    page.subtree(title).take(NODES).chain(around).find(|at| is_link(page, *at))
}

/// Returns `true` for a link that leads somewhere.
fn is_link(page: &Page, position: usize) -> bool {
    page.tag(position) == Tag::A && leads(page, position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_product() {
        let page = sample(
            "<li><a href=/p/1><img src=a.png></a><h3><a href=/p/1>A chair</a></h3>\
             <del>$20</del> <span class=price>$1<sup>5</sup></span><a href=#buy>Buy</a></li>",
        );
        let all = page.positions();
        let parts = parts(&page, all);
        let text = |position: Option<usize>| page.text_at(position.unwrap());
        assert_eq!(text(parts.title), "A chair");
        assert_eq!(page.attribute(parts.link.unwrap(), names::HREF), Some("/p/1"));
        assert_eq!(text(parts.price), "$15");
        assert!(parts.image.is_some() && parts.has_heading);
    }

    #[test]
    fn a_link_over_a_record_leads_where_its_title_does() {
        let page = sample(
            "<li><a class=over href=/p/1 aria-label='A chair'></a><a href=/tag/july>Jul 17, 2024</a><h2>A chair</h2></li>",
        );
        let parts = parts(&page, page.positions());
        assert_eq!(page.attribute(parts.link.unwrap(), names::HREF), Some("/p/1"));
    }

    #[test]
    fn ratings_and_labels_are_no_titles() {
        for html in [
            "<a href=/p/1?s=1>A chair</a><a class='x ReviewScore' href=/p/1?s=2#r>Very positive (10,705 reviews)</a>\
             <a href=/tags/1>Chairs and tables</a>",
            "<a class=rating-count href=/s>4.7 (176 seller ratings)</a><a href=/p/1>A chair</a>",
            "<h2 class=date-header>Sunday, 27 November 2011</h2><h3><a href=/p/1>A chair</a></h3>",
            "<h2>27.11.2011</h2><div class=post-title>A chair</div><a href=/p/1>More</a>",
            "<h2><a href=/p/1>A chair</a></h2><h3><a href=/p/2>2 May 2009</a></h3>",
            "<h2>A chair</h2><h3>2 May 2009</h3><a href=/p/1>More</a>",
            "<div class=title_summary><a class=title href=/p/1>A chair</a><p>by A. Carpenter of Dover</div>",
            "<div class='f7 lh-title'>Sponsored by a maker</div><a href=/p/1>A chair</a>",
            "<div class=title><a href=/p/1>A chair</a><b>$12.00</b> In stock <a href=/o/1>14 new and used ones</a></div>",
        ] {
            let page = sample(&format!("<ul><li>{html}</ul>"));
            let parts = parts(&page, page.positions());
            assert_eq!(page.text_at(parts.title.unwrap()), "A chair", "{html}");
        }
    }

    #[test]
    fn days_that_are_titles() {
        for (html, title) in [
            ("<h3><a href=/e/0>1 May 2009</a></h3><p>We baked bread.<h4>2 Responses</h4>", "1 May 2009"),
            ("<h2>1 May 2009</h2><h3>Breakfast</h3><p>Bread.<a href=/e>More</a>", "1 May 2009"),
            (
                "<h2>Council minutes 1 June 2012</h2><h3><a href=/d>Downloads</a></h3>",
                "Council minutes 1 June 2012",
            ),
            ("<h2>[1.0.0] - 2019-05-10</h2><h3><a href=/a>Added</a></h3>", "[1.0.0] - 2019-05-10"),
            ("<h2>Version 2.0 (12 May 2019)</h2><h3><a href=/b>Bug fixes</a></h3>", "Version 2.0 (12 May 2019)"),
            (
                "<div class=title><a href=/b/0>Book</a><p>by <a class=author-name href=/u/0>Ann</a></div>",
                "Book\n\nby Ann",
            ),
        ] {
            let page = sample(&format!("<ul><li>{html}</ul>"));
            let parts = parts(&page, page.positions());
            assert_eq!(page.text_at(parts.title.unwrap()), title, "{html}");
        }
    }

    #[test]
    fn prices_in_parts() {
        expect(
            "
            <span class=price><bdi>64,00&nbsp;<span>€</span></bdi></span> => 64,00 €
            <span class=Price-amount><bdi>1.299,00&nbsp;<span>zł</span></bdi></span> => 1.299,00 zł
            <span><span>$</span>1,299.00</span> => $1,299.00
            <del><bdi>20<span>€</span></bdi></del> <ins><bdi>15<span>€</span></bdi></ins> => 15€
            <div><span>€59,00</span><s>€99,00</s></div> => €59,00
            // 'Regular' names the only price, too; a holder holds what is no old one.
            <span class=regular-price><span class=price>£170.00</span></span> => £170.00
            <div class=price__regular><span class='price-item price-item--regular'>£2.95 GBP</span></div> => £2.95 GBP
            <b class=regular-price>£170</b><b class=special-price>£120</b> => £120
            <b class=price__instalment>£17 a month</b><b class=price__all>£170</b> => £170
            <b class=old-price>£170</b> => -
            <b class=priceOld>£170</b><b>£120</b> => £120
            <div class=card-price-btn-holder><div class=price-holder>$19.00</div><a href=/b>Buy</a></div> => $19.00
            <p>Whither bucks: Founder of the site loses $3B in two days => -
            <p class=price>Kurs für Gäste im Zimmer am Meer ab 349 € => Kurs für Gäste im Zimmer am Meer ab 349 €
            <p>€ 21,96 / kg</p><p>€ 5,49</p> => € 5,49
            <p>1 kg = 21,96 €</p><p>5,49 €</p> => 5,49 €
            <p>$10 / month</p><p>$90</p> => $10 / month
            <p>€ 21,96 / kg</p> => € 21,96 / kg
            <em><span><i><b>$</b><b>1,699</b></i><u><b>.</b>00</u></span><b>Price $1699.00</b></em> => $1,699.00
            <span><b>$</b><b>148</b><b>.02</b></span> => $148.02
            <p>лв1097,87 => лв1097,87
            // Several numbers, whose parts nobody knows.
            <span>$</span><span>148</span><span>02</span> <p>$148.02 => $148.02
            <p><del>200</del> <ins>150</ins> <i>€</i></p> => -
            <span><b>4.5</b> <b>120</b> <b>€</b></span> => -
            // Something else beside the number.
            <p>Save <b>20</b> <i>€</i></p><p>80 €</p> => 80 €
            <p><b>4.5</b> <i>$$</i></p><p>from $25</p> => from $25
            <p><b>2</b> TL</p> => -
            <span><b>2020</b> EURO</span> => -",
            |html| {
                let page = sample(&format!("<ul><li><h3>A chair</h3><div>{html}</div></ul>"));
                let price = parts(&page, page.positions()).price?;
                Some(page.text_at(price).to_owned())
            },
        );
    }
}
