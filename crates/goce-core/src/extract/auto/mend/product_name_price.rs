//! The name and the price of a product: they are taken with its text.
//!
//! A price has no sentences and stands between buttons, so a method that weighs blocks leaves it out. The name may stand in
//! another column than the text.

use crate::genre::markup::head_matches::HeadMatches;
use crate::genre::markup::shown_price::{headline, is_own_price, near};
use crate::page::prelude::*;

/// Takes the headline of a product's page, if it has half of the title's words, and the price near it, if anything of the page
/// is taken.
pub fn take_name_and_price(page: &Page, selected: &mut [bool]) -> Fallible {
    if !selected.contains(&true) {
        return Ok(());
    }
    let head = HeadMatches::of(page)?;
    let Some(headline) = headline(page, &head, selected)? else {
        return Ok(());
    };
    selected[headline] |= head.titled[headline] >= 0.5;
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
    use super::super::tests::check_mended;
    use super::*;

    fn check(table: &str) {
        check_mended(table, |page, selected| take_name_and_price(page, selected).unwrap());
    }

    #[test]
    fn the_price_near_the_headline_is_taken() {
        check(
            "
            <h1>A chair</h1><p>4 ratings<p>$12.50<button>Add</button><p>A chair of wood.<p>$7 => 000010 => 001010
            // Nothing is taken.
            <h1>A chair</h1><p>4 ratings<p>$12.50<button>Add</button><p>A chair of wood.<p>$7 => 000000 => 000000
            // The price of yesterday stands beside it.
            <h1>A chair</h1><p>€ 20<p>€ 15<p>€ 3<p>Wood. => 00001 => 01101
            // It may stand before the headline.
            <p>12 €<p>New<h1>A chair</h1><p>Wood. => 0001 => 1001",
        );
        let (far, none) = ("<p>x".repeat(14), "0".repeat(16));
        check(&format!("<h1>A chair</h1>{far}<p>€ 20<p>Wood. => {none}1 => {none}1"));
    }

    #[test]
    fn prices_of_other_products_are_not() {
        check("<h1>A chair</h1><a href=/b><p>A table<p>$30</a><button>Buy for $12</button><p>Wood. => 00001 => 00001");
    }

    #[test]
    fn the_headline_is_the_one_of_the_title() {
        check(
            "
            <title>A chair - Shop</title><h1>Search</h1><p>$1<h1>A chair</h1><p>$2<p>Wood. => 00001 => 00111
            // Without such a heading the block with the title.
            <title>A chair - Shop</title><p>Shop<p>A chair<p>$2<p>Wood. => 0001 => 0111
            <p>$2<p>Wood. => 01 => 01",
        );
    }
}
