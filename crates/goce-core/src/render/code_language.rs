//! The programming language of preformatted text, as pages state it.

use crate::element_names::Meaning;
use crate::html::{Name, names};
use crate::page::Page;
use crate::texts::spaces::start_of;

/// The most bytes of a language's name.
const LONGEST: usize = 30;

/// Bytes of an attribute that are read: one element may be around many.
const READ: usize = 1024;

/// Returns the language of the element at a position, by its class, `data-lang` or `data-language`.
pub fn of(page: &Page, position: usize) -> Option<String> {
    let element = page.element(position)?;
    let read = |name: Name| Some(start_of(element.attr(name)?, READ));
    let of_class = read(names::CLASS)
        .into_iter()
        .flat_map(str::split_whitespace)
        .find_map(|class| Meaning::CodeLanguage.behind(class));
    let of_data = || [names::DATA_LANG, names::DATA_LANGUAGE].iter().find_map(|name| read(*name));
    let name = of_class.or_else(of_data)?.trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "+#._-".contains(c);
    (!name.is_empty() && name.len() <= LONGEST && name.chars().all(is_name)).then(|| name.to_ascii_lowercase())
}

/// Returns the language of an element, or of one of the two around it.
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
