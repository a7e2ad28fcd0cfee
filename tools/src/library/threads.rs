//! The posts of threads, and their scores against `ground_truth.posts` of a directory in WCXB's format, each with
//! `text`, `author` (a name, or the address of a link to the person) and `posted_at`, as the page writes it.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use goce_core::evaluate::{PageScores, Unit};
use goce_core::page::{Page, WalkStep, XPaths};
use goce_core::texts::words::words;
use goce_rows::lists::{self, Post};
use serde_json::{Value, json};

use super::halves::{HALVES, half};
use crate::Failure;
use crate::wcxb::LabelledPage;

/// The word F1 over which a post is found.
const FOUND: f64 = 0.8;

/// Writes the posts of each page.
pub fn write(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    for labelled in pages {
        let page = labelled.parse()?;
        let posts = lists::posts(&page)?;
        let mut xpaths = XPaths::default();
        let mut rows = Vec::new();
        for post in posts {
            rows.push(json!({
                "xpath": page.xpath(post.element, &mut xpaths)?, "author": post.author,
                "posted_at": post.posted_at, "text": post.text,
            }));
        }
        writeln!(out, "{}", json!({"id": labelled.id, "posts": rows}))?;
    }
    Ok(())
}

/// Counts of right ones and of all.
#[derive(Clone, Copy, Default)]
struct Share {
    right: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.all += 1;
    }

    fn value(self) -> f64 {
        self.right as f64 / self.all as f64
    }
}

/// The counts of some pages.
#[derive(Clone, Copy, Default)]
struct Counts {
    pages: usize,
    extracted: Share,
    gold: Share,
    authors: Share,
    times: Share,
    /// Golds that name nobody, or no time, that can be compared.
    not_compared: [usize; 2],
}

/// Scores posts: a post is found if its text has a word F1 over [`FOUND`] with a gold one that no other was found for.
/// Names and times are scored on found posts; a name or a time that is not there is wrong.
pub fn score(pages: &[LabelledPage], directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut halves = [Counts::default(); HALVES.len()];
    for labelled in pages {
        let file = directory.join("ground-truth").join(format!("{}.json", labelled.id));
        let truth: Value = serde_json::from_slice(&fs::read(file)?)?;
        let Some(golds) = truth["ground_truth"]["posts"].as_array() else {
            continue;
        };
        let page = labelled.parse()?;
        let mut counts = Counts {
            pages: 1,
            ..Counts::default()
        };
        score_page(&page, golds, &mut counts)?;
        let half = half(&labelled.url);
        writeln!(out, "{} {} {}", labelled.id, HALVES[half], line(&counts))?;
        add(&mut halves[half], &counts);
    }
    let mut all = Counts::default();
    for (name, counts) in HALVES.iter().zip(&halves) {
        writeln!(out, "{name}: {}", line(counts))?;
        add(&mut all, counts);
    }
    Ok(writeln!(out, "all: {}", line(&all))?)
}

fn add(sum: &mut Counts, counts: &Counts) {
    sum.pages += counts.pages;
    for (sum, share) in [
        (&mut sum.extracted, counts.extracted),
        (&mut sum.gold, counts.gold),
        (&mut sum.authors, counts.authors),
        (&mut sum.times, counts.times),
    ] {
        sum.right += share.right;
        sum.all += share.all;
    }
    for (sum, count) in sum.not_compared.iter_mut().zip(counts.not_compared) {
        *sum += count;
    }
}

fn line(counts: &Counts) -> String {
    let Counts {
        pages,
        extracted,
        gold,
        authors,
        times,
        not_compared: [names, days],
    } = counts;
    format!(
        "{pages} pages, {} posts of {}: precision {:.3}, recall {:.3}; author {:.3} of {} ({names} not compared); \
         time {:.3} of {} ({days} not compared)",
        extracted.all,
        gold.all,
        extracted.value(),
        gold.value(),
        authors.value(),
        authors.all,
        times.value(),
        times.all,
    )
}

fn score_page(page: &Page, golds: &[Value], counts: &mut Counts) -> Result<(), Failure> {
    let links = links(page);
    let posts = lists::posts(page)?;
    let posts: Vec<&Post> = posts.iter().filter(|post| words(&post.text).next().is_some()).collect();
    let mut used = vec![false; posts.len()];
    for gold in golds {
        let text = gold["text"].as_str().unwrap_or("");
        if words(text).next().is_none() {
            continue;
        }
        let mut best = None;
        for (index, post) in posts.iter().enumerate().filter(|(index, _)| !used[*index]) {
            let score = PageScores::new(text, &post.text, Unit::Word)?.word_f1;
            if score > best.map_or(FOUND, |(score, _)| score) {
                best = Some((score, index));
            }
        }
        counts.gold.add(best.is_some());
        let Some((_, index)) = best else {
            continue;
        };
        used[index] = true;
        let author = gold["author"].as_str().unwrap_or("");
        match names_of(author, &links) {
            Some(names) => {
                let found = posts[index].author.as_deref().map(key);
                counts.authors.add(found.is_some_and(|found| names.contains(&found)));
            }
            None => counts.not_compared[0] += 1,
        }
        match is_same_day(gold["posted_at"].as_str().unwrap_or(""), posts[index].posted_at.as_deref()) {
            Some(right) => counts.times.add(right),
            None => counts.not_compared[1] += 1,
        }
    }
    for used in used {
        counts.extracted.add(used);
    }
    Ok(())
}

fn key(text: &str) -> String {
    let lower = text.to_lowercase();
    words(&lower).collect::<Vec<_>>().join(" ")
}

/// The texts of links by their address, as the page writes it.
fn links(page: &Page) -> HashMap<String, Vec<String>> {
    let mut links: HashMap<String, Vec<String>> = HashMap::new();
    let mut open: Option<(String, String)> = None;
    for step in page.walk() {
        match step {
            WalkStep::Open(element) if element.name() == "a" => {
                open = element
                    .attrs()
                    .find(|attribute| attribute.name() == "href")
                    .map(|href| (href.value().to_owned(), String::new()));
            }
            WalkStep::Text(text) => {
                if let Some((_, name)) = &mut open {
                    name.push_str(text);
                }
            }
            WalkStep::Close(element) if element.name() == "a" => {
                if let Some((href, name)) = open.take()
                    && !key(&name).is_empty()
                {
                    links.entry(href).or_default().push(key(&name));
                }
            }
            _ => {}
        }
    }
    links
}

/// The names of a gold author: itself, or the texts of links to its address. `None` for an address without.
fn names_of(author: &str, links: &HashMap<String, Vec<String>>) -> Option<Vec<String>> {
    // Where a link to quote the post was taken for one to its author.
    if author.contains("mode=quote") {
        return None;
    }
    if let Some(names) = links.get(author) {
        return Some(names.clone());
    }
    let is_address = author.starts_with(['/', '.']) || author.contains("://") || author.ends_with('/');
    (!is_address && !key(author).is_empty()).then(|| vec![key(author)])
}

/// A day: its year where that is known, its month, its day.
type Day = (Option<i64>, i64, i64);

/// Returns `true` if a stated time is on the gold's day, or on one beside it where it has an offset from UTC: the gold
/// is as the page shows it, in some zone. A gold without a day must be repeated in its words. `None` where the gold has
/// no day and the stated time has.
fn is_same_day(gold: &str, stated: Option<&str>) -> Option<bool> {
    let Some(stated) = stated else {
        return Some(false);
    };
    let of_stated = iso(stated);
    let of_gold = days(gold);
    let Some((year, month, day)) = of_stated else {
        // "9:00am On Apr 24": a day without its year.
        let same = match (of_gold.as_slice(), days(stated).as_slice()) {
            ([(_, month, day), ..], [(_, of_month, of_day), ..]) => (month, day) == (of_month, of_day),
            _ => key(stated) == key(gold),
        };
        return Some(same);
    };
    if of_gold.is_empty() {
        return None;
    }
    let zoned = stated.len() > 10 && (stated.ends_with('Z') || stated.len() > 19);
    let most = i64::from(zoned);
    Some(of_gold.iter().any(|(of_year, of_month, of_day)| {
        let number = number((*of_year).unwrap_or(year), *of_month, *of_day);
        (number - self::number(year, month, day)).abs() <= most
    }))
}

fn iso(text: &str) -> Option<(i64, i64, i64)> {
    let mut parts = text.get(..10)?.split('-');
    let mut next = || parts.next()?.parse().ok();
    Some((next()?, next()?, next()?))
}

/// Days since some day (Howard Hinnant's civil days).
fn number(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year
}

/// The days that a gold time may mean.
fn days(text: &str) -> Vec<Day> {
    /// The first three letters of months in English, German, French and Spanish.
    const MONTHS: [&str; 12] = [
        "jan ene",
        "feb fév fev",
        "mar mär mrz",
        "apr avr abr",
        "may mai",
        "jun",
        "jul",
        "aug aoû ago",
        "sep",
        "oct okt",
        "nov",
        "dec dez déc dic",
    ];
    let lower = text.to_lowercase();
    let tokens: Vec<&str> = words(&lower).collect();
    let month = tokens.iter().enumerate().find_map(|(at, token)| {
        let start: String = token.chars().take(3).collect();
        let is_word = start.chars().all(char::is_alphabetic) && start.chars().count() == 3;
        let of = |names: &&str| is_word && names.split(' ').any(|name| name == start);
        let month = MONTHS.iter().position(of)?;
        // "juin" and "juil" begin with the same letters in other languages, too.
        Some((at, month as i64 + 1))
    });
    let value = |token: &&str| token.trim_end_matches(char::is_alphabetic).parse::<i64>().ok();
    let whole_year = |year: i64, digits: usize| match digits {
        4 => Some(year),
        2 if year < 70 => Some(2000 + year),
        2 => Some(1900 + year),
        _ => None,
    };
    if let Some((at, month)) = month {
        let is_clock = |token: &str| lower.contains(&format!("{token}:")) || lower.contains(&format!(":{token}"));
        let before = at.checked_sub(1).and_then(|at| tokens.get(at)).filter(|token| token.len() <= 2);
        let after = tokens.get(at + 1);
        let (day, year) = match before.and_then(value) {
            Some(day) if !is_clock(before.copied().unwrap_or("")) => (Some(day), after),
            _ => (after.and_then(value), tokens.get(at + 2)),
        };
        let year = year
            .filter(|year| !is_clock(year) || year.len() == 4)
            .and_then(|year| whole_year(value(year)?, year.len()));
        return day.filter(|day| (1..=31).contains(day)).map(|day| (year, month, day)).into_iter().collect();
    }
    let numbers: Vec<(i64, usize)> =
        tokens.iter().filter_map(|token| Some((token.parse().ok()?, token.len()))).collect();
    match numbers.as_slice() {
        [(year, 4), (month, 1 | 2), (day, 1 | 2), ..] => vec![(Some(*year), *month, *day)],
        [(a, 1 | 2), (b, 1 | 2), (year, digits @ (2 | 4)), ..] if text.contains(['.', '/', '-']) => {
            let year = whole_year(*year, *digits);
            let possible = [(year, *b, *a), (year, *a, *b)];
            possible.into_iter().filter(|(_, month, _)| *month <= 12).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_golds() {
        for (text, expected) in [
            ("Nov 7, 2013", vec![(Some(2013), 11, 7)]),
            ("Sun Jul 28, 2013 11:59 am", vec![(Some(2013), 7, 28)]),
            ("4 December 2016 at 12:11AM", vec![(Some(2016), 12, 4)]),
            ("12 Jan 2018, 12:15", vec![(Some(2018), 1, 12)]),
            ("26/05/20", vec![(Some(2020), 5, 26)]),
            ("04.03.2019", vec![(Some(2019), 3, 4), (Some(2019), 4, 3)]),
            ("Sat, Jun 18 '05, 10:24 AM", vec![(Some(2005), 6, 18)]),
            ("Thu 21-Nov-19 10:53:49", vec![(Some(2019), 11, 21)]),
            ("9:00am On Apr 24", vec![(None, 4, 24)]),
            ("March 27", vec![(None, 3, 27)]),
            ("2020.03.12 13:17", vec![(Some(2020), 3, 12)]),
            ("9. März 2020", vec![(Some(2020), 3, 9)]),
            ("3 weeks ago", vec![]),
            ("1 Jahr 2 Tage her", vec![]),
        ] {
            assert_eq!(days(text), expected, "{text}");
        }
    }

    #[test]
    fn days_beside_the_gold() {
        let right = |gold, stated| is_same_day(gold, Some(stated));
        assert_eq!(right("Nov 7, 2013", "2013-11-07"), Some(true));
        assert_eq!(right("Nov 7, 2013", "2013-11-08"), Some(false));
        assert_eq!(right("Nov 7, 2013", "2013-11-08T01:00:00Z"), Some(true));
        assert_eq!(right("3 weeks ago", "3  weeks ago"), Some(true));
        assert_eq!(right("3 weeks ago", "2013-11-08"), None);
        assert_eq!(is_same_day("3 weeks ago", None), Some(false));
    }
}
