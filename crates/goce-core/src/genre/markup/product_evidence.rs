//! What shows that a page is a product's or a shop's list, whatever platform made it: a price near the headline and a
//! button to buy it, or such a button and one product with an offer in JSON-LD; many such buttons.
//!
//! Page types are learned from few shops, and mostly by the names of their platforms. Of 4,409 labelled pages 38 show a price
//! near the headline and one to three elements named after such buttons: 33 products, and five pages of shops of which only
//! the genre is known. 68 of WCXB and of those of other kinds state one product with an offer, and no list: 66 products.

use std::sync::LazyLock;

use super::head_matches::HeadMatches;
use super::shown_price::price_below_headline;
use crate::areas;
use crate::areas::prices::is_price;
use crate::genre::{PageType, PageTypeScores};
use crate::json;
use crate::page::Description;
use crate::page::prelude::*;
use crate::texts::memo::Memo;
use crate::texts::phrases::{LONGEST, Phrases};

/// The most buttons to buy something: lists have one in each record.
const MOST_BUTTONS: usize = 8;

/// The blocks between the price and the button: sizes, the stock, how it is sent.
const NEAR: usize = 15;

/// The most that the probability of an article, documentation or a thread may be.
const MOST_TEXT: f32 = 0.85;

/// What buttons say that put a product in a basket, in lower case.
static BUY: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(include_str!("product_evidence/buy.txt")));

/// The probability of a product's page that shows this: of these 38 none is known to be another.
const SURE: f32 = 0.95;

/// The share of collections among lists with [`LEAST_OF_SHOP`] such buttons: 29 of 31 of WCXB and of those of other kinds.
const COLLECTIONS: f32 = 0.94;

/// The least number of buttons to buy something by which a list is a shop's.
const LEAST_OF_SHOP: usize = 4;

/// Raises the probability of a product to [`SURE`] where the page shows that it is one's; the other types keep their
/// proportions. A listing with many buttons to buy something is likelier a collection.
pub fn with_evidence(page: &Page, head: &HeadMatches, scores: PageTypeScores) -> Fallible<PageTypeScores> {
    let before = scores.p(PageType::Product);
    let is_text = |of| matches!(of, PageType::Article | PageType::Documentation | PageType::Forum);
    // Articles praise a product and say where it is sold.
    if before >= SURE || scores.p_any(is_text) > MOST_TEXT {
        return Ok(scores);
    }
    let is_shown = price_below_headline(page, head)?.is_some_and(|shown| is_bought(page, shown));
    if !is_shown && !is_stated(page) {
        let is_shop = scores.page_type() == PageType::Listing && is_shop(page);
        return Ok(if is_shop { as_collection(scores) } else { scores });
    }
    let mut probabilities = scores.probabilities.map(|other| other * (1.0 - SURE) / (1.0 - before).max(1e-6));
    probabilities[PageType::Product as usize] = SURE;
    Ok(PageTypeScores { probabilities })
}

/// Divides the probability of a list between the two types of it.
fn as_collection(mut scores: PageTypeScores) -> PageTypeScores {
    let list = scores.p(PageType::Listing) + scores.p(PageType::Collection);
    scores.probabilities[PageType::Collection as usize] = list * COLLECTIONS;
    scores.probabilities[PageType::Listing as usize] = list * (1.0 - COLLECTIONS);
    scores
}

/// Returns `true` for a page with as many such buttons and as many prices as a shop's list has.
fn is_shop(page: &Page) -> bool {
    let prices = page.blocks().iter().checking(CHECK_EVERY).filter(|block| is_price(page.block_text(block)));
    buy_buttons(page).nth(LEAST_OF_SHOP - 1).is_some() && prices.take(LEAST_OF_SHOP).count() == LEAST_OF_SHOP
}

/// Returns `true` for JSON-LD with one product, or one group of variants, that is offered, and without a list, on a page
/// with a button to buy it and fewer than a shop's list has. Firms state their services as products.
fn is_stated(page: &Page) -> bool {
    let (mut products, mut groups, mut offers, mut lists) = (0, 0, 0, 0);
    for element in page.head().checking(CHECK_EVERY) {
        let Description::JsonLd(script) = element else { continue };
        for text in json::strings(script).filter(|text| text.name == "@type") {
            match text.written.rsplit(['/', '#', ':']).next().unwrap_or("") {
                "Product" => products += 1,
                "ProductGroup" => groups += 1,
                "Offer" | "AggregateOffer" => offers += 1,
                "ItemList" | "OfferCatalog" | "CollectionPage" | "SearchResultsPage" => lists += 1,
                _ => {}
            }
        }
    }
    let is_one = groups == 1 || groups == 0 && products == 1;
    let buttons = || buy_buttons(page).take(LEAST_OF_SHOP).count();
    is_one && offers > 0 && lists == 0 && (1..LEAST_OF_SHOP).contains(&buttons())
}

/// Returns `true` for a page with some buttons that put something in a basket, and not many, of which one stands near the
/// blocks from the headline to the price.
fn is_bought(page: &Page, shown: Range<usize>) -> bool {
    let blocks = page.blocks();
    let start = blocks[shown.start].nodes().start;
    let end = blocks.get(shown.end + NEAR).map_or(page.nodes().len(), |block| block.nodes().start);
    let (mut count, mut is_near) = (0, false);
    for button in buy_buttons(page) {
        count += 1;
        is_near |= (start..end).contains(&button);
    }
    is_near && count <= MOST_BUTTONS
}

/// Returns the buttons that put something in a basket. What is in such a form or element is one with it.
fn buy_buttons(page: &Page) -> impl Iterator<Item = usize> {
    let mut known = Memo::default();
    let mut within: Range<usize> = 0..0;
    let nodes = page.nodes().iter().enumerate().checking(CHECK_BYTES);
    nodes.filter_map(move |(position, node)| {
        let tag = node.tag();
        if within.contains(&position) || !matches!(tag, Tag::Button | Tag::Form | Tag::Input | Tag::A) {
            return None;
        }
        let mut is_named = |name| {
            let value = page.attribute(position, name).map_or("", areas::start);
            known.get_or_find(value, |value| Meaning::Buy.is_said_by(value))
        };
        let is_named =
            is_named(names::CLASS) || is_named(names::ID) || is_named(names::ACTION) || is_named(names::NAME);
        let is_button = is_named || says_buy(page, position, tag);
        is_button.then(|| {
            within = page.subtree(position);
            position
        })
    })
}

/// Returns `true` for a button with one of the words of [`BUY`].
fn says_buy(page: &Page, position: usize, tag: Tag) -> bool {
    let nodes = page.subtree(position);
    let text = match tag {
        Tag::Input => page.attribute(position, names::VALUE).unwrap_or(""),
        Tag::Button | Tag::A if page.text_offset(nodes.end) - page.text_offset(nodes.start) <= LONGEST => {
            page.text_of(nodes)
        }
        _ => "",
    };
    BUY.contain(text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_shows_its_price_and_a_button() {
        let scores = PageTypeScores {
            probabilities: [0.5, 0.1, 0.3, 0.05, 0.02, 0.02, 0.01],
        };
        let p = |html: &str| {
            let page = Page::sample(&format!("<h1>A lamp</h1>{html}<p>Of brass."));
            let scores = with_evidence(&page, &HeadMatches::of(&page).unwrap(), scores).unwrap();
            assert!((scores.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            scores.p(PageType::Product)
        };
        for html in [
            "<p>$12.50<button>Add to cart</button>",
            "<h2>A lamp</h2><p>$12.50<button>Buy now</button>",
            "<p>12,50 €<form action=/cart/add><button name=add>Los</button></form>",
            "<p>12,50 zł<input type=submit value='Do koszyka'>",
            "<p>￥1,200<p><a class='btn single_add_to_cart_button'>購入</a>",
        ] {
            assert_eq!(p(html), SURE, "{html}");
        }
        const OFFER: &str = r#""offers": {"@type": "Offer", "price": "12.50"}"#;
        let with = |html: &str, json: &str| p(&format!("{html}<script type=application/ld+json>{json}</script>"));
        let stated = |json: &str| with("<button>Add to cart</button>", json);
        assert_eq!(with("", &format!(r#"{{"@type": "Product", "name": "A plan", {OFFER}}}"#)), 0.05);
        assert_eq!(stated(&format!(r#"{{"@type": "Product", "name": "A lamp", {OFFER}}}"#)), SURE);
        let variants = format!(r#"[{{"@type": "Product", {OFFER}}}, {{"@type": "Product", {OFFER}}}]"#);
        assert_eq!(stated(&format!(r#"{{"@type": "ProductGroup", "hasVariant": {variants}}}"#)), SURE);
        assert_eq!(stated(&variants), 0.05);
        assert_eq!(stated(r#"{"@type": "Product", "name": "A lamp"}"#), 0.05);
        assert_eq!(stated(&format!(r#"{{"@type": "ItemList", "of": {{"@type": "Product", {OFFER}}}}}"#)), 0.05);
        for html in [
            "<p>$12.50<button>Search</button>",
            "<button>Add to cart</button>",
            "<p>$12.50<a href=/cart class=header-cart>Cart</a>",
            &format!("<p>$12.50{}", "<button>Buy now</button>".repeat(9)),
            "<h2><a href=/a>A wick</a></h2><p>$3<button>Add to cart</button>",
            "<p>$0.00<button>Add to cart</button>",
            &"<div><a href=/a>A wick</a></div><p>$3<p><button>Buy now</button>".repeat(4),
            &format!("<p>$12.50{}<button>Add to cart</button>", "<p>Words.".repeat(20)),
        ] {
            assert_eq!(p(html), 0.05, "{html}");
        }
    }

    #[test]
    fn each_word_is_found() {
        for word in include_str!("product_evidence/buy.txt").lines() {
            let page = Page::sample(&format!("<button>{word}</button>"));
            assert_eq!(buy_buttons(&page).count(), 1, "{word}");
        }
    }

    #[test]
    fn a_list_with_buttons_is_a_shops() {
        let scores = PageTypeScores {
            probabilities: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4],
        };
        let top = |count: usize| {
            let page = Page::sample(&"<div><a href=/a>A wick</a><p>$3<button>Buy now</button></div>".repeat(count));
            with_evidence(&page, &HeadMatches::of(&page).unwrap(), scores).unwrap().page_type()
        };
        assert_eq!(top(4), PageType::Collection);
        assert_eq!(top(3), PageType::Listing);
        let page = Page::sample(&"<div><a href=/a>A review</a><p>Fine.<button>Buy now</button></div>".repeat(4));
        let scores = with_evidence(&page, &HeadMatches::of(&page).unwrap(), scores).unwrap();
        assert_eq!(scores.page_type(), PageType::Listing);
    }
}
