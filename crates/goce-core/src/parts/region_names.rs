//! What the tags, roles, classes and ids of elements say of the part of a page that they hold.

use std::sync::LazyLock;

use crate::html::names;
use crate::page::{Page, Tag};
use crate::texts::spaces::{ATTRIBUTE_START, start_of};

/// The most letters of a word that is read. No known word is longer.
const LONGEST_WORD: usize = 16;

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
    pub name: Option<Called>,
}

/// What a class or an id calls an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Called {
    /// Notes and references.
    Notes,
    Footer,
    /// Buttons, names of authors, logins, advertisements.
    Other,
    Navigation,
    Teaser,
    Header,
    Aside,
}

/// Words of names, in lower case: whole ones, or with `*` beginnings.
#[rustfmt::skip]
const WORDS: [(Called, &[&str]); 7] = [
    (Called::Notes, &["references", "reflist", "footnote*", "endnote*", "bibliography", "citations"]),
    (Called::Footer, &["footer*", "foot", "ftr", "footlinks", "colophon", "rodape", "fusszeile", "pie"]),
    (Called::Other, &[
        "share*", "sharing", "social*", "sociable", "addthis", "sharedaddy", "bdshare", "follow", "byline", "author*",
        "login*", "signin", "signup", "register", "minicart", "cart", "basket", "ad", "ads", "adv", "advert*", "sponsor*",
        "reklama", "werbung", "anzeige", "newsletter*", "subscribe*", "avatar*", "userinfo", "postprofile", "vote*", "voters",
        "buttons", "toolbar", "print", "cookie*", "consent", "postmeta", "twitter*", "tweet*", "facebook", "reactions",
        "attribution", "postbit", "timestamp", "permalink", "credits", "paywall", "disclaimer", "online",
    ]),
    (Called::Navigation, &[
        "nav", "navi", "navbar*", "navigation*", "navlinks", "navlist", "navmenu", "navwrap*", "subnav*", "topnav*", "mainnav*", "pagenav*", "navholder",
        "menu*", "submenu*", "megamenu*", "topmenu", "mainmenu", "menubar", "breadcrumb*", "crumb*", "bread", "pagina*", "pager", "paging", "sitemap",
        "toc", "tagcloud*", "tags", "taglist", "tag", "topics", "categories", "archives", "facet*", "filter*", "filters", "languages", "lang",
        "languageselector", "langselector", "jumpbox*", "skip*", "etiquetas*", "schlagworte", "jumplinks", "tablist",
    ]),
    (Called::Teaser, &[
        "related*", "recommend*", "popular*", "trending*", "mostread", "mostpopular", "teaser*", "promo*", "outbrain", "taboola",
        "relacionad*", "ranking*", "suggest*", "upsell*", "crosssell*", "similar*", "headlines", "readmore", "latest", "recent*",
        "discover", "also", "carousel*",
    ]),
    (Called::Header, &["header", "masthead", "topbar", "siteheader", "cabecera", "banner"]),
    (Called::Aside, &["sidebar*", "aside", "rail", "sidecolumn", "secondary", "rightcol*", "leftcol*", "widget*"]),
];

/// The known words by their first letter, `a` to `z`.
static BY_LETTER: LazyLock<[Vec<(Called, &str)>; 26]> = LazyLock::new(|| {
    let mut by_letter: [Vec<_>; 26] = Default::default();
    for (called, words) in WORDS {
        for word in words {
            let letter = word.bytes().next().and_then(|letter| letter.checked_sub(b'a'));
            if let Some(of_letter) = letter.and_then(|letter| by_letter.get_mut(usize::from(letter))) {
                of_letter.push((called, *word));
            }
        }
    }
    by_letter
});

/// What stands before a word for a footer in the name of a part of a text or a record.
#[rustfmt::skip]
const OF_PARTS: [&str; 20] = [
    "post", "entry", "article", "message", "comment", "card", "modal", "item", "story", "content", "section", "block",
    "box", "widget", "panel", "q", "media", "teaser", "product", "popup",
];

/// What stands before a word that says what an element has or where it stands, not what it is.
const NOT_ITSELF: [&str; 9] = [
    "has", "no", "with", "without", "below", "above", "before", "after", "hide",
];

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
        let value = start_of(value, ATTRIBUTE_START);
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
            let called = called(name);
            said.name = match (said.name, called) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
    }
    said
}

/// Returns what a class or an id calls an element.
fn called(name: &str) -> Option<Called> {
    let mut best: Option<Called> = None;
    let mut before = Word::default();
    let mut words = Words::of(name);
    while let Some(word) = words.next() {
        if let Some(known) = known(word.read()) {
            let is_after = |words: &[&str]| words.iter().any(|word| word.as_bytes() == before.read());
            let of_page = matches!(known, Called::Footer | Called::Header);
            let is_of_part = of_page && is_after(&OF_PARTS);
            if !(is_of_part || is_after(&NOT_ITSELF)) {
                best = Some(best.map_or(known, |best| best.min(known)));
            }
        }
        before = word;
    }
    best
}

/// Returns what a word calls an element. One that is in two lists has the first.
fn known(word: &[u8]) -> Option<Called> {
    let letter = word.first().and_then(|letter| letter.checked_sub(b'a'))?;
    let known = BY_LETTER.get(usize::from(letter))?;
    known.iter().find(|(_, known)| is_word(word, known)).map(|(called, _)| *called)
}

fn is_word(word: &[u8], known: &str) -> bool {
    match known.strip_suffix('*') {
        Some(start) => word.starts_with(start.as_bytes()),
        None => word == known.as_bytes(),
    }
}

/// A word in lower case: as many letters as are read.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    letters: [u8; LONGEST_WORD],
    count: usize,
}

impl Word {
    fn read(&self) -> &[u8] {
        &self.letters[..self.count]
    }
}

/// The words of a name, which begin at capital letters and behind what is no letter.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    fn of(name: &'a str) -> Self {
        Words {
            bytes: name.as_bytes(),
            at: 0,
        }
    }

    fn next(&mut self) -> Option<Word> {
        while !self.bytes.get(self.at)?.is_ascii_alphabetic() {
            self.at += 1;
        }
        let mut word = Word::default();
        let mut was_small = false;
        while let Some(byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_alphabetic()) {
            if was_small && byte.is_ascii_uppercase() {
                break;
            }
            was_small = byte.is_ascii_lowercase();
            if let Some(letter) = word.letters.get_mut(word.count) {
                *letter = byte.to_ascii_lowercase();
                word.count += 1;
            }
            self.at += 1;
        }
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_their_words() {
        for (name, expected) in [
            ("site-footer", Some(Called::Footer)),
            ("entry-footer", None),
            ("stack--has-footer", None),
            ("hnf-footer__links", Some(Called::Footer)),
            ("mainNav", Some(Called::Navigation)),
            ("GlobalNav-module__list", Some(Called::Navigation)),
            ("breadcrumbs", Some(Called::Navigation)),
            ("canvas", None),
            ("naval", None),
            ("share_buttons", Some(Called::Other)),
            ("social-nav", Some(Called::Other)),
            ("header", Some(Called::Header)),
            ("adventure", None),
            ("", None),
            ("related-posts", Some(Called::Teaser)),
        ] {
            assert_eq!(called(name), expected, "{name}");
        }
    }
}
