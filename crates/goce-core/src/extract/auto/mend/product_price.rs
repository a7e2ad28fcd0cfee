//! The price of a product: it is taken with the product's text.
//!
//! A price has no sentences and stands between buttons, so a method that weighs blocks leaves it out. The page's own
//! price is the first one behind the page's headline, or else the last one before it. Prices in links are those of
//! other products.

use std::ops::Range;

use super::text;
use crate::areas::leads;
use crate::areas::prices::{is_price, is_price_alone, is_struck, price_among_words, without_tax};
use crate::extract::auto::features::headings::level;
use crate::genre::markup::head_matches::HeadMatches;
use crate::page::{Page, Tag};
use crate::prelude::*;

/// Takes the price that a product's page shows, if anything of the page is taken.
pub fn take_price(page: &Page, selected: &mut [bool]) -> Fallible {
    if !selected.contains(&true) {
        return Ok(());
    }
    let Some(headline) = headline(page, selected)? else {
        return Ok(());
    };
    let (behind, before) = near(page, headline);
    let end = behind.end;
    let mut prices = behind.chain(before.rev()).filter(|block| is_own_price(page, *block));
    if let Some(price) = prices.next() {
        selected[price] = true;
        // Today's stands beside yesterday's.
        let other = price + 1;
        if other < end && is_own_price(page, other) {
            selected[other] = true;
        }
    }
    Ok(())
}

/// Returns the text of the price that a page shows near its headline: a price alone that is not struck out, or else one
/// among words that do not change it; `None` where several prices differ.
pub fn shown_price<'p>(page: &'p Page) -> Fallible<Option<&'p str>> {
    let Some(headline) = headline(page, &[])? else {
        return Ok(None);
    };
    let is_struck_out = |block: usize| around(page, first(page, block)).any(|at| is_struck(page, at));
    let alone = |block: usize| {
        let is_alone = |text: &&str| is_price_alone(text) && !text.contains(" - ");
        let whole = || Some(text(page, block).trim()).filter(|text| is_alone(text) && !is_struck_out(block));
        alone_among_prices(page, block).or_else(whole)
    };
    let among_words = |block: usize| price_among_words(text(page, block).trim()).filter(|_| !is_struck_out(block));
    for shown in [&alone as &dyn Fn(usize) -> Option<&'p str>, &among_words] {
        let (behind, before) = near(page, headline);
        let own =
            |block: usize| shown(block).filter(|_| is_own_price(page, block)).map(|price| without_tax(price).trim());
        let mut prices = behind.chain(before).filter_map(own);
        if let Some(first) = prices.next() {
            return Ok(Some(first).filter(|first| prices.all(|price| price == *first)));
        }
    }
    Ok(None)
}

/// Returns the text of the one price alone of a block of several: the others are struck out, or say what they are of:
/// `6 290 Kč <i>5 198 Kč bez DPH</i>`.
fn alone_among_prices(page: &Page, index: usize) -> Option<&str> {
    let texts = page.blocks()[index].nodes().filter(|node| page.tag(*node) == Tag::Text);
    let is_struck_out = |node: usize| around(page, node).any(|at| is_struck(page, at));
    let mut found = None;
    // A price and what stands beside it are few.
    for node in texts.take(16) {
        let text = page.text_at(node).trim();
        match text {
            "" => {}
            _ if !is_price(text) => return None,
            _ if !is_price_alone(text) || is_struck_out(node) => {}
            _ if found.is_some_and(|found| found != text) => return None,
            _ => found = Some(text),
        }
    }
    found
}

/// Returns the blocks behind a headline, and those before it, among which the price stands.
fn near(page: &Page, headline: usize) -> (Range<usize>, Range<usize>) {
    let behind = headline + 1..page.blocks().len().min(headline + 15);
    (behind, headline.saturating_sub(8)..headline)
}

/// Returns the block of the page's headline: of the headings of the first level the one with most of the page's title,
/// the last one above the text among equals; on a page without any the block with most of the title.
fn headline(page: &Page, selected: &[bool]) -> Fallible<Option<usize>> {
    let head = HeadMatches::of(page)?;
    let text = selected.iter().position(|taken| *taken).unwrap_or(0);
    let mut best: Option<(f32, usize)> = None;
    for (index, block) in page.blocks().iter().enumerate().checking(CHECK_EVERY) {
        if level(page, block) != Some(1) {
            continue;
        }
        let titled = head.titled[index];
        if best.is_none_or(|(share, _)| titled > share || titled == share && index <= text) {
            best = Some((titled, index));
        }
    }
    Ok(best.map(|(_, index)| index).or(head.title))
}

/// Returns the first node of a block.
fn first(page: &Page, index: usize) -> usize {
    page.blocks()[index].nodes().start
}

/// Returns the elements around a price that say something of it.
fn around(page: &Page, price: usize) -> impl Iterator<Item = usize> {
    page.around(price).take(6)
}

/// Returns `true` for a block that is a price and stands in no link to another page: that is another product's.
fn is_own_price(page: &Page, index: usize) -> bool {
    is_price(text(page, index))
        && !around(page, first(page, index)).any(|at| match page.tag(at) {
            Tag::A => leads(page, at),
            tag => matches!(tag, Tag::Button | Tag::Option | Tag::Nav),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(html: &str, selected: &str) -> String {
        super::super::tests::mended(html, selected, |page, selected| take_price(page, selected).unwrap())
    }

    #[test]
    fn the_price_near_the_headline_is_taken() {
        let html = "<h1>A chair</h1><p>4 ratings<p>$12.50<button>Add</button><p>A chair of wood.<p>$7";
        assert_eq!(taken(html, "000010"), "001010");
        // Nothing is taken.
        assert_eq!(taken(html, "000000"), "000000");
        // The price of yesterday stands beside it.
        assert_eq!(taken("<h1>A chair</h1><p>€ 20<p>€ 15<p>€ 3<p>Wood.", "00001"), "01101");
        // It may stand before the headline.
        assert_eq!(taken("<p>12 €<p>New<h1>A chair</h1><p>Wood.", "0001"), "1001");
        let far = format!("<h1>A chair</h1>{}<p>€ 20<p>Wood.", "<p>x".repeat(14));
        assert_eq!(taken(&far, "00000000000000001"), "00000000000000001");
    }

    #[test]
    fn one_price_alone_is_shown() {
        for (html, expected) in [
            ("<b>6 290 Kč</b> <i>5 198 Kč bez DPH</i>", Some("6 290 Kč")),
            ("<del>6 990 Kč</del> <b>6 290 Kč</b>", Some("6 290 Kč")),
            ("<b>6 290 Kč</b> <b>6 990 Kč bez</b> <b>6 990 Kč</b>", None),
            ("Na splátky od <b>202 Kč</b>", None),
        ] {
            let page = Page::sample(&format!("<h1>A chair</h1><p>{html}<p>Wood."));
            assert_eq!(shown_price(&page).unwrap(), expected, "{html}");
        }
    }

    #[test]
    fn prices_of_other_products_are_not() {
        let html = "<h1>A chair</h1><a href=/b><p>A table<p>$30</a><button>Buy for $12</button><p>Wood.";
        let none = format!("{}1", "0".repeat(Page::sample(html).blocks().len() - 1));
        assert_eq!(taken(html, &none), none);
    }

    #[test]
    fn the_headline_is_the_one_of_the_title() {
        let html = "<title>A chair - Shop</title><h1>Search</h1><p>$1<h1>A chair</h1><p>$2<p>Wood.";
        assert_eq!(taken(html, "00001"), "00011");
        // Without such a heading the block with the title.
        let html = "<title>A chair - Shop</title><p>Shop<p>A chair<p>$2<p>Wood.";
        assert_eq!(taken(html, "0001"), "0011");
        assert_eq!(taken("<p>$2<p>Wood.", "01"), "01");
    }
}
