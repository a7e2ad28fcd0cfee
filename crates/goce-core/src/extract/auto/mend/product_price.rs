//! The price of a product: it is taken with the product's text.
//!
//! A price has no sentences and stands between buttons, so a method that weighs blocks leaves it out.

use crate::genre::markup::head_matches::HeadMatches;
use crate::genre::markup::shown_price::{headline, is_own_price, near};
use crate::page::Page;
use crate::prelude::*;

/// Takes the price that a product's page shows, if anything of the page is taken.
pub fn take_price(page: &Page, selected: &mut [bool]) -> Fallible {
    if !selected.contains(&true) {
        return Ok(());
    }
    let Some(headline) = headline(page, &HeadMatches::of(page)?, selected)? else {
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
