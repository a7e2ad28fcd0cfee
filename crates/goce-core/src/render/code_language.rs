//! The language of preformatted text, by the ways in which pages say it.

use crate::html::{Name, names};
use crate::page::Page;
use crate::texts::spaces::start_of;

/// The prefixes of the language's name in a class.
const PREFIXES: [&str; 5] = ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:"];

/// The longest name of a language.
const LONGEST: usize = 30;

/// Bytes of an attribute that are looked at: one element may be around many.
const READ: usize = 1024;

/// Returns the language that the element at a position names in its class, `data-lang` or `data-language`.
pub fn of(page: &Page, position: usize) -> Option<String> {
    let element = page.element(position)?;
    let read = |name: Name| Some(start_of(element.attr(name)?, READ));
    let of_class = read(names::CLASS)
        .into_iter()
        .flat_map(str::split_whitespace)
        .find_map(|class| PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)));
    let of_data = || {
        [names::DATA_LANG, names::DATA_LANGUAGE]
            .iter()
            .find_map(|name| read(*name))
    };
    let name = of_class.or_else(of_data)?.trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "+#._-".contains(c);
    (!name.is_empty() && name.len() <= LONGEST && name.chars().all(is_name)).then(|| name.to_ascii_lowercase())
}

/// Returns the [`of`] that an element or one of the two around it names.
pub fn around(page: &Page, position: usize) -> Option<String> {
    let mut at = position;
    for _ in 0..3 {
        if let Some(language) = of(page, at) {
            return Some(language);
        }
        at = page.nodes().get(at)?.parent();
    }
    None
}
