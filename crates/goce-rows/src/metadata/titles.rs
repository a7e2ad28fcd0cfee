//! The title of a page: one of its titles and headings, without the name of the site.

use std::collections::BTreeSet;

use super::values::{LONGEST_TITLE, clean, key, within};
use crate::is_one;

/// Signs between a title and the name of the site.
#[rustfmt::skip]
const SEPARATORS: [&str; 15] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " » ", " :: ", " « ", " / ", " › ", " ‹ ", " > ", "|", ": ",
];

/// Signs that divide a title from a name of the site that is known. Within titles they stand for other things, too.
const BEFORE_KNOWN_SITES: [&str; 4] = ["：", "｜", "＿", "_"];

/// What phpBB and old themes of WordPress write between the names of a board or a blog and of a topic.
const BEFORE_TOPICS: [&str; 3] = [" • View topic - ", " :: View topic - ", " » Blog Archive » "];

/// Software of boards that ends titles with its name.
const BOARDS: &str = "Discuz! phpBB phpwind PHPWind vBulletin";

/// What editors and frameworks write for a title that nobody gave, and pages until their scripts run, by its key without a
/// number.
const PLACEHOLDERS: &str = "document, untitled, untitled document, untitled page, new page, no title, page title, \
    loading, please wait, just a moment, one moment please, redirecting, react app, vite app, vite react, vite react ts, \
    vite vue, vue app, create next app, nuxt app, my app, my angular app, angular app, svelte app, ionic app, webpack app, \
    無題ドキュメント, 無題, 無標題文件, 无标题文档, 제목 없음, documento sin título, documento senza titolo, document sans nom, \
    documento sem título, unbenanntes dokument, документ без названия, naamloos document, dokument bez tytułu";

/// Titles of front pages, and of shells whose page is in the heading, by their keys: the only heading says more.
const WEAK: &str = "home, home page, homepage, welcome, index, start, startseite, accueil, inicio, início, главная, \
    strona główna, hem, forside, etusivu, ana sayfa, beranda, ホーム, 首页";

/// The titles that a page states.
#[derive(Debug, Default)]
pub struct Titles {
    /// `<h1>`s in document order.
    pub headings: Vec<String>,
    /// The first headings of the second level, which count where no other does.
    pub lower: Vec<String>,
    /// Titles in metadata, the most trusted first.
    pub metadata: Vec<String>,
    /// `<title>`.
    pub document: Option<String>,
    /// Names of the site, and its host.
    pub sites: Vec<String>,
    /// The page is another than the front page of its site.
    pub is_inner: bool,
}

/// Returns the words that two keys have in common, as a share of the words of either.
fn overlap(one: &str, other: &str) -> f64 {
    let one: BTreeSet<&str> = one.split(' ').collect();
    let other: BTreeSet<&str> = other.split(' ').collect();
    one.intersection(&other).count() as f64 / one.union(&other).count().max(1) as f64
}

/// Returns those of some signs that a title has: to look for a sign costs less than to divide a title at it.
fn signs_in<'s>(title: &str, signs: &'s [&'s str]) -> impl Iterator<Item = &'s str> {
    signs.iter().copied().filter(|sign| title.contains(sign))
}

impl Titles {
    /// Returns the page's title.
    ///
    /// It is the longest heading that stands in another stated title; else the longest that holds such a title; else
    /// the only heading, if it has many words of one; on a page without such a heading the first of a lower level that
    /// stands before a sign in one; else the title of the metadata or of `<title>`, without the name of the site; else
    /// the first heading.
    pub fn choose(&self) -> Option<String> {
        let cleaned = |title: &String| {
            let title = clean(title)?;
            let title = without_software(&title);
            (title.chars().count() <= LONGEST_TITLE).then(|| title.to_owned())
        };
        let is_given = |title: &String| {
            let key = key(title);
            !is_one(PLACEHOLDERS, key.trim_end_matches(|c: char| c.is_numeric() || c == ' '))
        };
        let mut headings: Vec<String> = Vec::new();
        for heading in self.headings.iter().filter_map(cleaned) {
            if !headings.contains(&heading) {
                headings.push(heading);
            }
        }
        let document = self.document.as_deref().map(|title| self.without_counter(title).to_owned());
        let stated = self.metadata.iter().chain(&document);
        let full: Vec<String> = stated.filter_map(cleaned).filter(is_given).collect();
        let all = headings.iter().chain(&full);
        let mut others: Vec<String> = all.map(|title| key(title)).collect();
        // To divide titles takes time, and most have no heading at their ends.
        let titles = || full.iter().zip(&others[headings.len()..]);
        let (sites, own): (Vec<_>, Vec<_>) =
            headings.iter().map(|heading| (heading, key(heading))).partition(|(heading, key)| {
                let at_edges = |whole: &str| whole.starts_with(key.as_str()) || whole.ends_with(key.as_str());
                let names_site = |title: &str| self.names_site(title, heading, &others);
                self.is_site(key) || titles().any(|(title, whole)| at_edges(whole) && names_site(title))
            });
        let sites: Vec<String> = sites.into_iter().map(|(_, key)| key).collect();
        others.retain(|other| !sites.contains(other));
        let is_site = |key: &str| self.is_site(key) || sites.iter().any(|site| site == key);
        let without_site = |title: &String| without_site(title, &others, &is_site, &|key| self.is_of_site(key));
        let stated: Vec<String> = full.iter().map(without_site).collect();
        let keys: Vec<String> = stated.iter().map(|title| key(title)).collect();
        let find = |is: &dyn Fn(&str, &str) -> bool| {
            let found = own.iter().filter(|(_, heading)| keys.iter().any(|title| is(heading, title)));
            // The first of the longest ones.
            let longest = found.rev().max_by_key(|(_, heading)| heading.len());
            longest.map(|(heading, _)| *heading)
        };
        let first = own.first().map(|(_, heading)| heading.as_str());
        let length = |text: &str| text.chars().count();
        let is_part =
            // Of how many parts of another stated title a heading is one at least that stands in it. The page's first
            // heading may be shorter.
            |part: &str, whole: &str| (first == Some(part) || 3 * part.len() >= whole.len()) && within(part, whole);
        let joined = |key: &str| key.replace(' ', "");
        // A heading that is over three times as long as a title in it is a section's ("3. Compound select statements", of
        // "Select"), unless it is the first or the only heading.
        let is_longer = |heading: &str, title: &str| {
            let is_section = own.len() > 1 && first != Some(heading) && 3 * title.len() < heading.len();
            // A heading of several times the length, in characters, is a whole page.
            within(title, heading) && !is_section && length(heading) <= 4 * length(title).max(20)
        };
        // A heading whose parts no space divides: of the same words, a stated title has the spaces.
        let glued = || {
            let is_glued = |title: &str, heading: &str| heading.len() < title.len() && joined(heading) == joined(title);
            let has_glued = |title: &str| own.iter().any(|(_, heading)| is_glued(title, heading));
            keys.iter().position(|title| has_glued(title)).map(|at| &stated[at])
        };
        let lower: Vec<String> = self.lower.iter().filter_map(cleaned).filter(|_| own.is_empty()).collect();
        let begins_title = |heading: &&String| {
            let heading = key(heading);
            stated.iter().any(|title| {
                let mut signs = signs_in(title, &SEPARATORS).chain(signs_in(title, &BEFORE_KNOWN_SITES));
                signs.any(|sign| title.split_once(sign).is_some_and(|(first, _)| key(first) == heading))
            })
        };
        // "Site - What it is for", the same on all its pages.
        let is_slogan = |title: &str| {
            let mut parts = signs_in(title, &SEPARATORS).filter_map(|sign| title.split_once(sign));
            self.is_inner && parts.any(|(site, _)| self.is_site(&key(site)))
        };
        let are_slogans = || full.iter().all(|title| is_slogan(title));
        find(&is_part)
            .or_else(|| lower.iter().find(begins_title))
            .or_else(|| find(&is_longer))
            .or_else(glued)
            // On the seen half of wcxb-dev's domains the heading is right for 43 of 63 such pages and the title for 19;
            // below this overlap, for 28 and 58 of 86.
            .or_else(|| find(&|heading, title| own.len() == 1 && overlap(title, heading) >= 0.4))
            .or_else(|| find(&|heading, title| own.len() == 1 && overlap(title, heading) < 0.1 && are_slogans()))
            .or_else(|| {
                let is_own = |title: &str| !is_site(title) && (own.len() != 1 || !is_one(WEAK, title));
                stated.iter().find(|title| is_own(&key(title)))
            })
            .or_else(|| own.first().map(|(heading, _)| *heading))
            .or_else(|| lower.first().filter(|_| stated.is_empty() && document.is_some()))
            .or_else(|| stated.first())
            .cloned()
    }

    /// Returns the document's title without the number of unread messages before it, which no other title has:
    /// "(3) Rye".
    fn without_counter<'t>(&self, title: &'t str) -> &'t str {
        let title = title.trim_start();
        let counter = title.strip_prefix('(').and_then(|rest| rest.split_once(") "));
        let is_shared = |start: &str| self.headings.iter().chain(&self.metadata).any(|other| other.starts_with(start));
        match counter {
            // Larger numbers are cut short: "99+".
            Some((number, rest))
                if matches!(number.trim_end_matches('+').len(), 1..=2)
                    && number.trim_end_matches('+').bytes().all(|byte| byte.is_ascii_digit())
                    && !is_shared(&title[..title.len() - rest.len()]) =>
            {
                rest
            }
            _ => title,
        }
    }

    fn is_site(&self, key: &str) -> bool {
        let joined = key.replace(' ', "");
        self.sites.iter().any(|site| site == key || site.replace(' ', "") == joined)
    }

    /// Returns `true` for half of a name of the site, or more: at least two of its words, and no others. "Doom9's Forum" is
    /// of forum.doom9.org, and "Rust Blog" of blog.rust-lang.org.
    fn is_of_site(&self, key: &str) -> bool {
        let words = || key.split(' ').filter(|word| *word != "s");
        let count = words().count();
        // The most words of the name of a site that are compared.
        (2..=8).contains(&count)
            && self.sites.iter().any(|site| {
                let is_named = |word| site.split(' ').any(|of| of == word);
                site.split(' ').count() <= 2 * count && words().all(is_named)
            })
    }

    /// Returns `true` for a heading that names the site or the book, not the page: after a separator it ends a title, or it
    /// begins a title whose rest is another title or heading.
    fn names_site(&self, title: &str, heading: &str, others: &[String]) -> bool {
        let is_name = |text: &str| !text.split_whitespace().any(|word| word.starts_with(char::is_lowercase));
        let ends = |title: &str, separator: &str, heading: &str| {
            let is_titled = !is_name(heading);
            let heading = key(heading);
            title.rsplit_once(separator).is_some_and(|(rest, last)| {
                // "Site | Title" ends with a title, which a second heading or title repeats, which is much the longer one, or
                // which has small letters where the rest has none. Of 30 headings of wcxb-dev at such ends, of those twice as
                // long as the rest 7 of 9 are the title, of the others none.
                let is_title = || 2 * rest.len() <= last.len() || is_titled && is_name(rest);
                let rest = key(rest);
                key(last) == heading
                    && others.iter().filter(|other| **other == heading).count() < 2
                    && !rest.is_empty()
                    && !self.is_site(&rest)
                    && !is_title()
            })
        };
        signs_in(title, &SEPARATORS).any(|separator| {
            // Where the rest is the site's name the heading is none.
            let begins = title.split_once(separator).is_some_and(|(first, rest)| {
                let (first, key_of_rest) = (key(first), key(rest));
                let is_lower = || self.lower.iter().any(|lower| key(lower) == key_of_rest);
                let is_title = (others.contains(&key_of_rest) || is_lower()) && !self.is_site(&key_of_rest);
                first == key(heading) && is_title && !ends(title, separator, rest)
            });
            begins || ends(title, separator, heading)
        })
    }
}

/// Returns a title without what the software of boards and manuals writes around it: `Board :: View topic - Title`,
/// `Title - Board - Powered by Discuz!`, `Title¶`.
fn without_software(title: &str) -> &str {
    let topic = BEFORE_TOPICS.iter().find_map(|before| title.rsplit_once(before)).map_or(title, |(_, topic)| topic);
    let powered = topic
        .rsplit_once(" - Powered by ")
        .filter(|(_, by)| BOARDS.split(' ').any(|board| by.starts_with(board)));
    let rest = powered.map_or(topic, |(rest, _)| rest);
    let rest = rest.trim_end_matches("Â¶").trim_end_matches(['¶', ' ']).trim_end_matches(" #");
    let rest = without_open_separators(rest);
    if rest.contains(char::is_alphanumeric) {
        rest
    } else {
        title
    }
}

/// Returns a title without separators that divide it from nothing: " - Home".
fn without_open_separators(title: &str) -> &str {
    let mut title = title.trim();
    while let Some(cut) = SEPARATORS.iter().find_map(|separator| {
        let is_quotation = matches!(separator.trim(), "«" | "»") && title.contains('«') && title.contains('»');
        let begins = title.strip_prefix(separator.trim_start());
        let cut = begins.or_else(|| title.strip_suffix(separator.trim_end()).filter(|_| separator.starts_with(' ')));
        cut.filter(|_| !is_quotation)
    }) {
        title = cut.trim();
    }
    title
}

/// Returns a title without its end or start if that is a known name of the site, or if the rest is a heading or another
/// title. An end that is half of such a name, behind three words, goes too.
fn without_site(
    title: &str,
    others: &[String],
    is_site: &dyn Fn(&str) -> bool,
    is_of_site: &dyn Fn(&str) -> bool,
) -> String {
    // The site's name may be one of the titles.
    let is_stated = |part: &str| others.contains(&key(part)) && !is_site(&key(part));
    for separator in signs_in(title, &SEPARATORS) {
        let begins = title.split_once(separator).map(|(first, rest)| (rest, first));
        for (rest, site) in title.rsplit_once(separator).into_iter().chain(begins) {
            if is_site(&key(site)) || is_stated(rest) && !is_stated(site) {
                return rest.trim().to_owned();
            }
        }
    }
    // Not behind a colon, or behind a word or two: there, a part of the site's name may belong to the title.
    for separator in signs_in(title, &SEPARATORS).filter(|separator| *separator != ": ") {
        if let Some((rest, last)) = title.rsplit_once(separator)
            && is_of_site(&key(last))
            && !is_site(&key(title))
            && rest.split_whitespace().nth(2).is_some()
        {
            return rest.trim().to_owned();
        }
    }
    let brackets = || title.strip_suffix('】').and_then(|title| title.rsplit_once('【'));
    let ends = BEFORE_KNOWN_SITES
        .into_iter()
        .filter_map(|separator| title.rsplit_once(separator))
        .chain(brackets());
    let begins = BEFORE_KNOWN_SITES.into_iter().filter_map(|separator| title.split_once(separator));
    let begins = begins.chain(title.strip_prefix('【').and_then(|title| title.split_once('】')));
    let parts = ends.chain(begins.map(|(first, rest)| (rest, first)));
    let mut without = parts.filter(|(rest, site)| is_site(&key(site)) && rest.contains(char::is_alphanumeric));
    without.next().map_or(title, |(rest, _)| rest.trim()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    fn some(text: &str) -> Option<String> {
        (!text.is_empty()).then(|| text.to_owned())
    }

    #[test]
    fn titles_without_sites() {
        // A heading, a title of the metadata, that of the document, the name of the site, and the title that is chosen.
        let table = "
            Rye bread => => Rye bread | The Baker => => Rye bread
            => Rye bread - The Baker => x => The Baker => Rye bread
            => Rye bread => Rye bread – Baker’s blog => => Rye bread
            // Nothing says that it ends with the name of the site.
            => => Rye bread | The Baker => => Rye bread | The Baker
            // A heading that names the book.
            The Book of Bread => => What is rye? - The Book of Bread => => What is rye?
            Rye and its many friends => => Baker's - Rye and its many friends => => Rye and its many friends
            Rye bread => => The Baker - Rye bread => The Baker => Rye bread
            Rye by hand => => The Valley Baker - Rye by hand => => Rye by hand
            // A heading in other words, and one of something else.
            The best rye breads of 2021 => Best rye breads 2021 => => => The best rye breads of 2021
            Subscribe now => Rye bread => => => Rye bread
            Rye => => => => Rye
            Retry policies¶ => => Retry policies — Ferry 2.1 => => Retry policies
            The Bench => => The Bench • View topic - Which oil? => => Which oil?
            => => Which oil? - The Bench - Powered by Discuz! => => Which oil? - The Bench
            => => How to hide the View topic - link => => How to hide the View topic - link
            // Nobody gave a title, or scripts give it.
            The heron returns => => Loading... => => The heron returns
            The heron returns => => Home => => The heron returns
            => Rye bread => React App => => Rye bread
            => => Rail - Powered by Hydrogen => => Rail - Powered by Hydrogen
            => => Bench • View topic - ¶ => => Bench • View topic
            What is new in C# => => => => What is new in C#
            => Rye bread - The Baker => Bread › Rye => The Baker => Rye bread
            // The site's name as the title of each page, behind signs of full width, and unread messages.
            => The Baker => The Baker - Rye bread => The Baker => Rye bread
            => => 黒パン：谷日報 => 谷日報 => 黒パン
            => => 黒パン【谷日報】 => 谷日報 => 黒パン
            => => 黑面包_谷日报 => 谷日报 => 黑面包
            => => snake_case => x => snake_case
            => => (3) Rye bread - The Baker => The Baker => Rye bread
            => (3) Rye bread => (3) Rye bread => => (3) Rye bread
            => => (2021) Rye => => (2021) Rye
            The Baker => => The Baker » Blog Archive » Rye bread => => Rye bread
            Which rye for which loaf? => Milltown => Which rye for which loaf? | Milltown => => Which rye for which loaf?
            // Words of its name, or of its host.
            => => Bread of rye | The Valley => The Valley Baker => Bread of rye
            => => Bread of rye - Valley9's Forum => forum valley9 org => Bread of rye
            => => Rye bread - The Valley => The Valley Baker => Rye bread - The Valley
            => => Rye bread - The Valley Baker's cakes => The Valley Baker => Rye bread - The Valley Baker's cakes
            => => The Valley - Fine Bread => The Valley - Fine Bread => The Valley - Fine Bread
            => => Bread: The Valley => The Valley Baker => Bread: The Valley
            BreadRye and salt => Bread: Rye and salt => => => Bread: Rye and salt
            Пенсии работающих россиян вырастут с февраля => Пенсии => => => Пенсии работающих россиян вырастут с февраля
            => => => => -";
        for [heading, metadata, document, site, title] in cases(table) {
            let titles = Titles {
                headings: some(heading).into_iter().collect(),
                metadata: some(metadata).into_iter().collect(),
                document: Some(document.to_owned()),
                sites: vec![key(site)],
                ..Titles::default()
            };
            assert_eq!(titles.choose().as_deref().unwrap_or("-"), title, "{heading} {document}");
        }
    }

    #[test]
    fn headings_of_the_second_level_count_where_there_is_no_other() {
        for [heading, document, title] in cases(
            "
            => Rye bread｜The Baker => Rye bread
            => Oat cakes, and what else there is => Oat cakes, and what else there is
            => Untitled => News
            Salt => Untitled => Salt
            // A banner has the name of the blog, and a heading below it the title of the post.
            The Baker => The Baker: Rye bread => Rye bread",
        ) {
            let titles = Titles {
                headings: some(heading).into_iter().collect(),
                lower: vec!["News".to_owned(), "Rye bread".to_owned()],
                document: some(document),
                ..Titles::default()
            };
            assert_eq!(titles.choose().unwrap_or_default(), title, "{heading} {document}");
        }
    }

    #[test]
    fn slogans_and_sections_are_no_titles() {
        for [headings, document, is_inner, title] in cases(
            "
            My rye stays flat => Valley - Where all bakers meet => true => My rye stays flat
            My rye stays flat => Valley - Where all bakers meet => false => Where all bakers meet
            Bakers of the north => Valley - Where all bakers meet => true => Where all bakers meet
            1. Overview|2. How to bake rye breads of the north|3. How we bake rye => Bake => true => Bake
            2. How to bake rye breads of the north|3. How we bake rye => Bake => true \
            => 2. How to bake rye breads of the north",
        ) {
            let titles = Titles {
                headings: headings.split('|').map(str::to_owned).collect(),
                document: some(document),
                sites: vec!["valley".to_owned()],
                is_inner: is_inner == "true",
                ..Titles::default()
            };
            assert_eq!(titles.choose().unwrap_or_default(), title, "{headings} {document}");
        }
    }

    #[test]
    fn signs_at_the_ends_of_a_document_s_title() {
        let chosen = |document: &str| {
            let titles = Titles {
                document: Some(format!(" {document} ")),
                ..Titles::default()
            };
            titles.choose()
        };
        expect(
            "
            - Home => Home
            Rye bread » => Rye bread
            | - => -
            Retry policies # => Retry policies
            New Page 1 => -
            Untitled Document => -
            Documents => Documents
            Le maire : « Nous partirons » => Le maire : « Nous partirons »",
            chosen,
        );
    }
}
