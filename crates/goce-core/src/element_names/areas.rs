//! The area of the page that a name speaks of.

use std::sync::LazyLock;

use super::letters::words_of;
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

/// The words of areas by their first letter, `a` to `z`.
static BY_LETTER: LazyLock<[Vec<(Meaning, &str)>; 26]> = LazyLock::new(|| {
    let mut by_letter: [Vec<_>; 26] = Default::default();
    for area in AREAS {
        for word in area.words() {
            let letter = word.bytes().next().and_then(|letter| letter.checked_sub(b'a'));
            if let Some(of_letter) = letter.and_then(|letter| by_letter.get_mut(usize::from(letter))) {
                of_letter.push((area, *word));
            }
        }
    }
    by_letter
});

/// Returns the area that a class or an id says: the first of those that its words say. A foot or a head of a part of a text
/// is none, and neither is what an element only has or stands beside.
pub fn area(name: &str) -> Option<Meaning> {
    let mut first: Option<Meaning> = None;
    let mut is_of_part = false;
    let mut is_not_itself = false;
    for word in words_of(name) {
        let letter = word.read().first().and_then(|letter| letter.checked_sub(b'a'));
        let of_letter = letter.and_then(|letter| BY_LETTER.get(usize::from(letter)));
        // A word that is in two lists has the first.
        let mut known = of_letter.into_iter().flatten();
        if let Some((area, _)) = known.find(|(_, known)| word.is_any_of(&[known])) {
            let is_of_page = matches!(area, Meaning::Footer | Meaning::Header);
            if !(is_of_page && is_of_part || is_not_itself) {
                first = Some(first.map_or(*area, |first| first.min(*area)));
            }
        }
        is_of_part = word.is_any_of(Meaning::OfPart.words());
        is_not_itself = word.is_any_of(Meaning::NotItself.words());
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
            if word.is_any_of(Meaning::OfProduct.words()) {
                return None;
            }
            let says = |meaning: &Meaning| !is_not_itself && word.is_any_of(meaning.words());
            said = said.or([Meaning::BesideProduct, Meaning::Delivery].into_iter().find(says));
            is_not_itself = word.is_any_of(Meaning::NotItself.words());
        }
        said
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_by_their_words() {
        for (name, expected) in [
            ("site-footer", Some(Meaning::Footer)),
            ("entry-footer", None),
            ("stack--has-footer", None),
            ("hnf-footer__links", Some(Meaning::Footer)),
            ("mainNav", Some(Meaning::Navigation)),
            ("GlobalNav-module__list", Some(Meaning::Navigation)),
            ("breadcrumbs", Some(Meaning::Navigation)),
            ("canvas", None),
            ("naval", None),
            ("share_buttons", Some(Meaning::Furniture)),
            ("social-nav", Some(Meaning::Furniture)),
            ("header", Some(Meaning::Header)),
            ("adventure", None),
            ("", None),
            ("related-posts", Some(Meaning::Teaser)),
        ] {
            assert_eq!(area(name), expected, "{name}");
        }
    }
}
