//! What the tags, roles, classes and ids of elements say of the part of a page that they hold.

use super::start_of_name;
use crate::element_names::{Meaning, area};
use crate::html::names;
use crate::page::{Page, Tag};

/// What an element is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// A menu, by a tag or a role.
    pub is_nav: bool,
    /// The foot of a page, by a tag or a role.
    pub is_footer: bool,
    /// The head of a page or of a part of it, by a tag or a role.
    pub is_header: bool,
    /// Beside the content, by a tag or a role.
    pub is_aside: bool,
    /// By a class or an id: the first that fits.
    pub name: Option<Meaning>,
}

/// Returns what an element is called.
pub fn said(page: &Page, position: usize, tag: Tag) -> Said {
    let mut said = Said {
        is_nav: matches!(tag, Tag::Nav | Tag::Menu),
        is_footer: tag == Tag::Footer,
        is_header: tag == Tag::Header,
        is_aside: tag == Tag::Aside,
        name: None,
    };
    if matches!(tag, Tag::Html | Tag::Body | Tag::Main) {
        return said;
    }
    let Some(element) = page.element(position) else {
        return said;
    };
    for (name, value) in element.attrs_of([names::CLASS, names::ID, names::ROLE]) {
        let value = start_of_name(value);
        if name == names::ROLE {
            match value.trim() {
                "navigation" | "menu" | "menubar" => said.is_nav = true,
                "contentinfo" => said.is_footer = true,
                "banner" => said.is_header = true,
                "complementary" => said.is_aside = true,
                _ => {}
            }
            continue;
        }
        for name in value.split_ascii_whitespace() {
            said.name = said.name.into_iter().chain(area(name)).min();
        }
    }
    said
}
