//! The records of a list-view page.

use super::buttons::Buttons;
use super::columns;
use super::item_parts::{self, ItemParts};
use super::text_without;
use super::time_series::{order_of_days, stated_at};
use crate::prelude::*;
use goce_core::areas::fields::{Field, Fields};
use goce_core::areas::page_list;
use goce_core::page::pictures::{is_dot, picture_address};
use goce_core::page::records::{Record, Repeated};

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

/// Returns the records of a list in document order; none where nothing repeats that is told like a record. `url` is the page's address,
/// if that is known.
///
/// [`RenderError`]: memory has run out, or the addresses of the records are many times longer than the page.
pub fn items(page: &Page, url: Option<&str>) -> Rendered<Vec<Item>> {
    let repeated = Repeated::with_any_class(page)?;
    let fields = Fields::of(page)?;
    let records = page_list(page, &repeated, &fields)?;
    rows(page, url, &repeated, &fields, &records.0)
}

fn rows(
    page: &Page,
    url: Option<&str>,
    repeated: &Repeated,
    fields: &Fields,
    records: &[Record],
) -> Rendered<Vec<Item>> {
    let mut times: Vec<Vec<&Field>> = Vec::new();
    for record in records.iter().checking(CHECK_EVERY) {
        times.try_push(try_collect(fields.times_in(record.nodes.clone()))?)?;
    }
    let times = columns::choose(page, &times, repeated, |field| field.trust, |_| 0)?;
    let mut parts: Vec<ItemParts> = try_with_capacity(records.len())?;
    for record in records {
        interrupts::check();
        parts.push(item_parts::parts(page, record.nodes.clone()));
    }
    let buttons = Buttons::of(page, fields, records, &parts)?;
    let order = order_of_days(page, fields);
    let mut addresses = LinkResolver::of(page, url);
    let mut items = Vec::new();
    for ((record, time), parts) in records.iter().zip(times).zip(&parts) {
        interrupts::check();
        let text = text_without(page, record.nodes.clone(), |position| buttons.is_button(position, parts))?;
        let item = Item {
            element: record.element,
            url: address(page, parts, &mut addresses)?,
            title: line(page, parts.title)?,
            text: (!text.is_empty()).then_some(text),
            image: image(page, parts, &mut addresses)?,
            price: line(page, parts.price)?,
            published_at: time.map(|field| stated_at(page, field, order)).transpose()?,
        };
        if item.is_named() || item.text.is_some() {
            items.try_push(item)?;
        }
    }
    // A row of headings or a button among records with links is no record.
    let named = items.iter().checking(CHECK_EVERY).filter(|item| item.is_named()).count();
    if 2 * named >= items.len() {
        items.retain(Item::is_named);
    }
    // Nor is a row whose links sort the list, each in another way.
    if let [first, second, ..] = &items[..]
        && first.leads_to_list(url)
        && !second.leads_to_list(url)
        && has_several_queries(page, first.element)
    {
        items.remove(0);
    }
    Ok(items)
}

/// Returns `true` for an element with links that ask for different things.
fn has_several_queries(page: &Page, element: usize) -> bool {
    let inside = page.subtree(element).filter_map(|position| page.attribute(position, names::HREF));
    let mut queries = inside.filter_map(|href| href.split_once('?')).checking(CHECK_EVERY).map(|(_, query)| query);
    queries.next().is_some_and(|first| queries.any(|query| query != first))
}

impl Item {
    /// Returns `true` for a link to the page itself with another query. `page` is the page's address.
    fn leads_to_list(&self, page: Option<&str>) -> bool {
        let (to, _) = self.url.as_deref().and_then(|url| url.split_once('?')).unzip();
        let page = page.unwrap_or("");
        to == Some(page.split('?').next().unwrap_or(page))
    }

    fn is_named(&self) -> bool {
        self.title.is_some() || self.url.is_some()
    }
}

fn line(page: &Page, position: Option<usize>) -> Rendered<Option<String>> {
    let text = position.map(|position| page.text_at(position)).filter(|text| !text.is_empty());
    Ok(text.map(on_a_line).transpose()?)
}

fn address(page: &Page, parts: &ItemParts, addresses: &mut LinkResolver) -> Rendered<Option<String>> {
    let href = parts.link.and_then(|link| page.attribute(link, names::HREF));
    Ok(href.map(|href| addresses.link(href)).transpose()?.flatten().map(LinkTarget::into_string))
}

fn image(page: &Page, parts: &ItemParts, addresses: &mut LinkResolver) -> Rendered<Option<String>> {
    let image = parts.image.filter(|&image| !is_dot(page, image));
    let address = image.map(|image| picture_address(page, image, addresses)).transpose()?;
    Ok(address.flatten().map(|address| address.target.into_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::page::XPaths;

    fn of(html: &str) -> Vec<Item> {
        let url = Some("https://a.example/list/");
        items(&sample(html), url).unwrap()
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
        let page = sample(&html);
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
    fn records_of_a_feed_that_is_read_as_a_page() {
        let item = |n: u32| {
            format!(
                "<item><title>State v. number {n}</title><link>https://a.example/{n}</link><pubDate>Tue, 0{n} Jan 2023 \
                 10:00:00 GMT</pubDate><description>It was about the bread of town {n}.</description></item>"
            )
        };
        let feed =
            format!("<rss><channel><title>Cases</title>{}</channel></rss>", (1..6).map(item).collect::<String>());
        assert_eq!(titles(&feed), (1..6).map(|n| format!("State v. number {n}")).collect::<Vec<_>>());
    }

    #[test]
    fn a_row_of_links_that_sort_is_no_record() {
        let row = |n: u32| {
            format!(
                "<tr><td><a href=p.php?id={n}>Tea of spring {n}</a><td>{n},90EUR<td><a href=b.php?id={n}><img src=b></a>"
            )
        };
        for (head, count) in [("?sort=1", 4), ("./?sort=1", 4), ("other?sort=1", 5)] {
            let head = format!("<tr><td><a href='{head}a'>Name of tea</a><td><a href='{head}b'>Price</a><td>&nbsp;");
            let html = format!("<table>{head}{}</table>", (1..5).map(row).collect::<String>());
            assert_eq!(titles(&html).len(), count, "{html}");
        }
        // A first record may be asked of the front page.
        let card = |href: &str| format!("<li><h3><a href={href}>Card of {href}</a></h3><a href={href}>More</a>");
        let cards = ["?p=12", "/2021/a", "/2021/b", "/2021/c"].map(card).concat();
        assert_eq!(titles(&format!("<ul>{cards}</ul>")).len(), 4);
    }

    #[test]
    fn headings_of_offers_in_forms_are_no_titles() {
        let card = |n: u32| {
            format!(
                "<li><a href=/p/{n}><img src=/{n}.png></a><a href=/p/{n}>Berries of kind {n}</a> <b>${n}9.99</b>\
                 <form><h6>Subscribe and Save!</h6><p>Save 20% on each order.</form>"
            )
        };
        let cards = (1..6).map(card).collect::<String>();
        assert_eq!(titles(&format!("<ul>{cards}</ul>"))[4], "Berries of kind 5");
        // Jobs of one name lead to their pages, and posts to themselves.
        for to in ["/j/", "#p"] {
            let job =
                |n: u32| format!("<li><h3><a href={to}{n}>Weaver</a></h3><p><a href=/m/{n}>The mill of town {n}</a>");
            assert_eq!(titles(&format!("<ul>{}</ul>", (1..6).map(job).collect::<String>()))[4], "Weaver");
        }
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
