//! The area of the page that a name speaks of.

use super::letters::{says, words_of};
use super::meaning::Meaning;

/// The areas, in the order in which they count.
const AREAS: [Meaning; 7] = [
    Meaning::Notes,
    Meaning::Footer,
    Meaning::Furniture,
    Meaning::Navigation,
    Meaning::Teaser,
    Meaning::Header,
    Meaning::Aside,
];

/// Returns the area that a class or an id says: the first of those that its words say. A foot or a head of a part of a text
/// is none, and neither is what an element only has or stands beside.
pub fn area(name: &str) -> Option<Meaning> {
    let mut first: Option<Meaning> = None;
    let mut is_of_part = false;
    let mut is_not_itself = false;
    for word in words_of(name) {
        if let Some(area) = AREAS.into_iter().find(|area| says(word, *area)) {
            let is_of_page = matches!(area, Meaning::Footer | Meaning::Header);
            if !(is_of_page && is_of_part || is_not_itself) {
                first = first.into_iter().chain([area]).min();
            }
        }
        is_of_part = says(word, Meaning::OfPart);
        is_not_itself = says(word, Meaning::NotItself);
    }
    first
}

/// Returns what the names of a class or an id say stands beside a product on its page: [`Meaning::BesideProduct`] or
/// [`Meaning::Delivery`].
pub fn beside_product(names: &str) -> Option<Meaning> {
    names.split_ascii_whitespace().find_map(|name| {
        let mut said = None;
        let mut is_not_itself = false;
        for word in words_of(name) {
            if says(word, Meaning::OfProduct) {
                return None;
            }
            let is_said = |meaning: &Meaning| !is_not_itself && says(word, *meaning);
            said = said.or([Meaning::BesideProduct, Meaning::Delivery].into_iter().find(is_said));
            is_not_itself = says(word, Meaning::NotItself);
        }
        said
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn areas_by_their_words() {
        for [name, expected] in cases(
            "
            site-footer => Footer
            entry-footer => -
            stack--has-footer => -
            hnf-footer__links => Footer
            mainNav => Navigation
            GlobalNav-module__list => Navigation
            breadcrumbs => Navigation
            canvas => -
            naval => -
            share_buttons => Furniture
            social-nav => Furniture
            header => Header
            adventure => -
            notPrint => -
            hidden-print => -
             => -
            related-posts => Teaser",
        ) {
            let found = area(name).map(|area| format!("{area:?}"));
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{name}");
        }
    }
}
