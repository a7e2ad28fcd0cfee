//! Sections of a product's page that are about something else, by their headings: customers' reviews and other products.

use std::ops::Range;
use std::sync::LazyLock;

use super::comment_holders::is_part;
use super::start;
use crate::keyed::Map;
use crate::page::Page;

/// The most bytes of such a heading.
const LONGEST: usize = 80;

/// Headings in lower case, and whether they stand above customers' reviews or above other products.
static HEADINGS: LazyLock<Map<&str, bool>> = LazyLock::new(|| {
    let lists = [
        (true, include_str!("product_sections/reviews.txt")),
        (false, include_str!("product_sections/other_products.txt")),
    ];
    lists
        .into_iter()
        .flat_map(|(are_reviews, list)| list.lines().map(move |line| (line, are_reviews)))
        .collect()
});

/// Returns the nodes of the section of a product's page whose heading says that customers or other products come: those of the
/// innermost element that begins with the heading and holds more, up to the next heading that is no deeper; behind reviews up
/// to the next one of any level. Where other things stand before the heading in that element it is the heading and the element
/// behind it: what follows may be about the product again.
pub(super) fn product_section(page: &Page, position: usize) -> Option<Range<usize>> {
    let level = page.tag(position).heading_level()?;
    let own = page.subtree(position);
    if page.text_offset(own.end) - page.text_offset(own.start) > LONGEST {
        return None;
    }
    let are_reviews = says_reviews(page.text_of(own.clone()).trim())?;
    let begins = |around: &usize| page.text_offset(*around) == page.text_offset(position);
    let holds_more = |around: &usize| page.text_offset(own.end) < page.text_offset(page.end(*around));
    let Some(around) = page.around(position).take(8).take_while(begins).find(holds_more) else {
        let end = page.subtree(page.parent(position)).end;
        let next = page.outermost(own.end..end).next().filter(|next| page.tag(*next).is_block())?;
        return page.tag(next).heading_level().is_none().then(|| position..page.end(next));
    };
    if !is_part(page.tag(around)) {
        return None;
    }
    let is_next = |at: &usize| page.tag(*at).heading_level().is_some_and(|other| are_reviews || other <= level);
    let end = page.end(around);
    Some(around..(own.end..end).find(is_next).unwrap_or(end))
}

/// Returns whether the text of a heading says that reviews come, or else other products, whatever number stands beside it;
/// `None` if it says neither.
fn says_reviews(text: &str) -> Option<bool> {
    let is_beside = |c: char| c.is_numeric() || c.is_whitespace() || matches!(c, '(' | ')' | '（' | '）' | ':' | '：');
    let text = start(text.trim_matches(is_beside)).to_lowercase().replace('’', "'");
    HEADINGS.get(text.as_str()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn sections_about_something_else() {
        for [html, expected] in cases(
            "
            <h2>Reviews (3)</h2><p>Nice.<h3>Size</h3><p>3 m => Reviews (3) Nice.
            <section><h2>212 Bewertungen</h2><p>Gut.</section><p>3 m => 212 Bewertungen Gut.
            <section><div><h2>You’ll also love</h2></div><h3>A wick</h3></section><p>3 m => You’ll also love A wick
            <h2>関連商品</h2><h3>茶碗</h3><h2>寸法</h2><p>3 m => 関連商品 茶碗
            // What is about the product.
            <p>It shines.<h2>Reviews</h2><p>None yet.<p>Of brass, cast in one piece. => Reviews None yet.
            <p>It shines.<h2>Reviews</h2><h2>Size</h2><p>3 m =>
            <p>Complete the look<p>With this lamp of brass. =>
            <div>12 reviews</div><p>3 m =>
            <h3>4.8 (212 reviews)</h3><p>$89<p>3 m =>
            <h2>Reviews of the first edition</h2><p>3 m =>
            <ul><li>Reviews<li>Size</ul><p>3 m =>",
        ) {
            let page = Page::sample(&format!("<h1>Lamp</h1><p>Of brass.<div>{html}</div>"));
            let found = page.positions().find_map(|position| product_section(&page, position));
            let text = found.map_or("", |nodes| page.text_of(nodes));
            assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{html}");
        }
    }
}
