//! The price that a page shows near its headline: the page's own price is the first one behind the headline, or else the last
//! one before it. Prices in links are those of other products.

use super::head_matches::HeadMatches;
use crate::areas::leads;
use crate::areas::prices::{is_price, is_price_alone, is_struck, price_among_words, without_tax};
use crate::page::prelude::*;

/// Returns the blocks from the headline of a page to the one with its price, if that stands before the next heading and is not
/// zero: behind that other products may begin. `None` where several prices stand there.
pub fn price_below_headline(page: &Page, head: &HeadMatches) -> Fallible<Option<Range<usize>>> {
    let Some(headline) = headline(page, head, &[])? else {
        return Ok(None);
    };
    let is_price = |block: &usize| {
        is_own_price(page, *block) && page.text_of_block(*block).contains(|c: char| c.is_ascii_digit() && c != '0')
    };
    let (behind, _) = near(page, headline);
    let next = behind.clone().find(|block| is_other_heading(page, headline, *block) && !is_price(block));
    let mut prices = (behind.start..next.unwrap_or(behind.end)).filter(is_price);
    let Some(first) = prices.next() else {
        return Ok(None);
    };
    // Yesterday's may stand beside it. More are those of a list.
    Ok((prices.count() < 2).then_some(headline..first + 1))
}

/// Returns the text of the price that a page shows near its headline: a price alone that is not struck out, or else one
/// among words that do not change it; `None` where several prices differ.
pub fn shown_price<'p>(page: &'p Page, head: &HeadMatches) -> Fallible<Option<&'p str>> {
    let Some(headline) = headline(page, head, &[])? else {
        return Ok(None);
    };
    let is_struck_out = |block: usize| around(page, first(page, block)).any(|at| is_struck(page, at));
    let alone = |block: usize| {
        let is_alone = |text: &&str| is_price_alone(text) && !text.contains(" - ");
        let whole = || Some(page.text_of_block(block).trim()).filter(|text| is_alone(text) && !is_struck_out(block));
        alone_among_prices(page, block).or_else(whole)
    };
    let among_words =
        |block: usize| price_among_words(page.text_of_block(block).trim()).filter(|_| !is_struck_out(block));
    for shown in [&alone as &dyn Fn(usize) -> Option<&'p str>, &among_words] {
        let (behind, before) = near(page, headline);
        let own = |block: usize| {
            let is_own = is_own_price(page, block);
            is_own.then(|| shown(block)).flatten().map(|price| without_tax(price).trim())
        };
        // Behind the next heading other products may begin.
        let is_next = |block: &usize| is_other_heading(page, headline, *block) && own(*block).is_none();
        let next = behind.clone().find(is_next).unwrap_or(behind.end);
        // All of them have to be the same one.
        let one = |mut prices: &mut dyn Iterator<Item = &'p str>| {
            let first = prices.next()?;
            Some(Some(first).filter(|first| Iterator::all(&mut prices, |price| price == *first)))
        };
        let beside = one(&mut (behind.start..next).filter_map(own));
        if let Some(price) = beside.or_else(|| one(&mut behind.chain(before).filter_map(own))) {
            return Ok(price);
        }
    }
    Ok(None)
}

/// Returns `true` for a heading that does not repeat the headline, which may be hidden: `<h1 class=sr-only>`.
fn is_other_heading(page: &Page, headline: usize, block: usize) -> bool {
    page.heading_level(block).is_some() && page.text_of_block(block).trim() != page.text_of_block(headline).trim()
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
pub fn near(page: &Page, headline: usize) -> (Range<usize>, Range<usize>) {
    let behind = headline + 1..page.blocks().len().min(headline + 15);
    (behind, headline.saturating_sub(8)..headline)
}

/// Returns the block of the page's headline: of the headings of the first level the one with most of the page's title,
/// the last one above the text among equals; on a page without any the block with most of the title.
pub fn headline(page: &Page, head: &HeadMatches, selected: &[bool]) -> Fallible<Option<usize>> {
    let text = selected.iter().position(|taken| *taken).unwrap_or(0);
    let mut best: Option<(f32, usize)> = None;
    for index in (0..page.blocks().len()).checking(CHECK_EVERY) {
        if page.heading_level(index) != Some(1) {
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
pub fn is_own_price(page: &Page, index: usize) -> bool {
    is_price(page.text_of_block(index))
        && !around(page, first(page, index)).any(|at| match page.tag(at) {
            Tag::A => leads(page, at),
            tag => matches!(tag, Tag::Button | Tag::Option | Tag::Nav),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_price_alone_is_shown() {
        for (html, expected) in [
            ("<b>6 290 Kč</b> <i>5 198 Kč bez DPH</i>", Some("6 290 Kč")),
            ("<del>6 990 Kč</del> <b>6 290 Kč</b>", Some("6 290 Kč")),
            ("<b>6 290 Kč</b> <b>6 990 Kč bez</b> <b>6 990 Kč</b>", None),
            ("Na splátky od <b>202 Kč</b>", None),
            ("<h2>6 290 Kč</h2><h3>Jiná židle</h3><p>4 990 Kč", Some("6 290 Kč")),
        ] {
            let page = Page::sample(&format!("<h1>A chair</h1><p>{html}<p>Wood."));
            assert_eq!(shown_price(&page, &HeadMatches::of(&page).unwrap()).unwrap(), expected, "{html}");
        }
    }
}
