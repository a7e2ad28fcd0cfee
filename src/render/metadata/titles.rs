//! The title of a page: which of those that it states, and without the name of its site.

use super::text::{clean, key, within};

/// Characters that a heading may have to be a title.
const LONGEST: usize = 300;

/// What separates a title from the name of a site.
const SEPARATORS: [&str; 12] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " » ", " :: ", " « ", " / ", "|", ": ",
];

/// The titles that a page states.
#[derive(Debug, Default)]
pub struct Titles {
    /// `<h1>`s in document order.
    pub headings: Vec<String>,
    /// Those of metadata, the most trusted first.
    pub metadata: Vec<String>,
    /// `<title>`.
    pub document: Option<String>,
    /// Names of the site, and its host.
    pub sites: Vec<String>,
}

/// The share of words that two keys have in common, of the shorter one's.
fn overlap(one: &str, other: &str) -> f64 {
    let one: Vec<&str> = one.split(' ').collect();
    let other: Vec<&str> = other.split(' ').collect();
    let common = one.iter().filter(|word| other.contains(word)).count();
    common as f64 / one.len().min(other.len()).max(1) as f64
}

impl Titles {
    /// The page's title.
    ///
    /// It is the heading whose words also stand in a title of the metadata; else the one that shares half of its
    /// words with it; else what the metadata say; else the first heading.
    pub fn choose(&self) -> Option<String> {
        let cleaned = |title: &String| clean(title).filter(|title| title.chars().count() <= LONGEST);
        let headings: Vec<String> = self.headings.iter().filter_map(cleaned).collect();
        let stated = self.metadata.iter().chain(&self.document).filter_map(cleaned);
        let stated: Vec<String> = stated.collect();
        let others: Vec<String> = headings.iter().chain(&stated).map(|title| key(title)).collect();
        let stated: Vec<String> = stated.iter().map(|title| self.without_site(title, &others)).collect();
        let keys: Vec<String> = stated.iter().map(|title| key(title)).collect();
        let own: Vec<(&String, String)> = headings
            .iter()
            .map(|heading| (heading, key(heading)))
            .filter(|(_, key)| !key.is_empty() && !self.is_site(key))
            .collect();
        let confirmed = own.iter().find(|(heading, key)| {
            keys.iter().any(|title| title == key)
                || stated.iter().zip(&keys).any(|(title, title_key)| within(key, title_key) && !ends_with_part(title, heading))
        });
        let holding = || own.iter().find(|(_, key)| keys.iter().any(|title| within(title, key)));
        let similar = || {
            let [(heading, key)] = own.as_slice() else {
                return None;
            };
            let shares = keys.iter().any(|title| key.contains(' ') && overlap(title, key) >= 0.5);
            shares.then_some(*heading)
        };
        confirmed
            .or_else(holding)
            .map(|(heading, _)| *heading)
            .or_else(similar)
            .or_else(|| stated.iter().find(|title| !self.is_site(&key(title))))
            .or_else(|| own.first().map(|(heading, _)| *heading))
            .or_else(|| stated.first())
            .cloned()
    }

    fn is_site(&self, key: &str) -> bool {
        let joined = key.replace(' ', "");
        self.sites.iter().any(|site| site == key || site.replace(' ', "") == joined)
    }

    /// A title without the name of the site at its end or start: where that is known, or where a heading or another
    /// title is the rest.
    fn without_site(&self, title: &str, others: &[String]) -> String {
        let is_stated = |part: &str| {
            let part = key(part);
            !part.is_empty() && others.contains(&part)
        };
        for separator in SEPARATORS {
            if let Some((rest, last)) = title.rsplit_once(separator)
                && (self.is_site(&key(last)) || (is_stated(rest) && !is_stated(last)))
            {
                return rest.trim().to_owned();
            }
            if let Some((first, rest)) = title.split_once(separator)
                && (self.is_site(&key(first)) || (is_stated(rest) && !is_stated(first)))
            {
                return rest.trim().to_owned();
            }
        }
        title.to_owned()
    }
}

/// Whether a heading is what a title ends with after a separator: there stand the names of sites and books.
fn ends_with_part(title: &str, heading: &str) -> bool {
    let heading = key(heading);
    SEPARATORS.iter().any(|separator| {
        title.rsplit_once(separator).is_some_and(|(_, last)| key(last) == heading)
    })
}
