//! The scores of the records of lists against pages marked by hand.
//!
//! A line of marks is a page: its `id`, the `sha256` of its HTML, `base`, the XPath that all others begin with, and
//! `records`, of each the XPaths of its elements behind `base` and the XPath of its link behind that of the first element,
//! null without one. A record is found if the element that goce names is a marked one, or one above or below it that
//! has no part of another marked record.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use goce_core::html::names::HREF;
use goce_core::page::{Page, XPaths};
use goce_rows::lists;
use serde_json::Value;

use super::halves::{HALVES, half};
use crate::Failure;
use crate::wcxb::LabelledPage;

/// Of some pages, or of one: what is marked, what is returned, and what of it is found, of records and of links.
#[derive(Clone, Copy, Default)]
struct Counts {
    pages: usize,
    marked: [usize; 2],
    returned: [usize; 2],
    found: [usize; 2],
    /// The sums of the pages' F1 of records and of links.
    of_pages: [f64; 2],
}

impl Counts {
    fn f1(&self) -> [f64; 2] {
        [0, 1].map(|of| 2.0 * self.found[of] as f64 / (self.returned[of] + self.marked[of]).max(1) as f64)
    }

    fn add(&mut self, other: &Counts) {
        self.pages += other.pages;
        for of in [0, 1] {
            self.marked[of] += other.marked[of];
            self.returned[of] += other.returned[of];
            self.found[of] += other.found[of];
            self.of_pages[of] += other.of_pages[of];
        }
    }

    fn line(&self) -> String {
        let ([records, links], [f1, f1_of_links]) = (self.of_pages.map(|sum| sum / self.pages as f64), self.f1());
        let [returned, marked, found] = [self.returned[0], self.marked[0], self.found[0]];
        format!(
            "{} pages, {returned} records of {marked} marked: precision {:.3}, recall {:.3}, F1 {f1:.3}; links F1 \
             {f1_of_links:.3}; means of pages: records F1 {records:.3}, links F1 {links:.3}",
            self.pages,
            found as f64 / returned as f64,
            found as f64 / marked as f64,
        )
    }
}

pub fn score_items(pages: &[LabelledPage], marks: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut halves = [Counts::default(); HALVES.len()];
    for line in fs::read_to_string(marks)?.lines() {
        let marked: Value = serde_json::from_str(line)?;
        let id = marked["id"].as_str().unwrap_or("");
        let labelled = pages.iter().find(|page| page.id == id);
        let labelled = labelled.ok_or_else(|| format!("no page {id}"))?;
        let page = labelled.parse()?;
        let counts = score_page(&page, labelled, &marked)?;
        let half = half(&labelled.url);
        writeln!(out, "{id} {} {}", HALVES[half], counts.line())?;
        halves[half].add(&counts);
    }
    let mut all = Counts::default();
    for (name, counts) in HALVES.iter().zip(&halves) {
        writeln!(out, "{name}: {}", counts.line())?;
        all.add(counts);
    }
    Ok(writeln!(out, "all: {}", all.line())?)
}

/// The positions of a page's elements by their XPath.
fn positions(page: &Page) -> Result<HashMap<String, usize>, Failure> {
    let mut xpaths = XPaths::default();
    let mut positions = HashMap::new();
    for position in 0..page.nodes().len() {
        if page.element(position).is_some() {
            positions.insert(page.xpath(position, &mut xpaths)?, position);
        }
    }
    Ok(positions)
}

fn score_page(page: &Page, labelled: &LabelledPage, marked: &Value) -> Result<Counts, Failure> {
    let positions = positions(page)?;
    // What the page hides is not found, and counts as missed.
    let position = |xpath: String| positions.get(&xpath).copied();
    let base = marked["base"].as_str().unwrap_or("");
    // Of each the elements, whether it has a link, and where that leads.
    let mut records: Vec<(Vec<usize>, bool, Option<&str>)> = Vec::new();
    for record in marked["records"].as_array().ok_or("no records")? {
        let elements = record[0].as_array().ok_or("no elements")?;
        let xpaths = elements.iter().filter_map(Value::as_str).map(|xpath| format!("{base}{xpath}"));
        let xpaths: Vec<String> = xpaths.collect();
        let link = record[1].as_str().zip(xpaths.first());
        let href = link.and_then(|(link, first)| page.attribute(position(format!("{first}{link}"))?, HREF));
        records.push((xpaths.iter().cloned().filter_map(position).collect(), link.is_some(), href));
    }
    let marked = records;
    let items = lists::items(page, Some(&labelled.url))?;
    let mut counts = Counts {
        pages: 1,
        marked: [marked.len(), marked.iter().filter(|(_, has_link, _)| *has_link).count()],
        returned: [items.len(), items.iter().filter(|item| item.url.is_some()).count()],
        ..Counts::default()
    };
    // Links with the same path as no other record's are the same whatever their queries.
    let mut of_path: HashMap<&str, usize> = HashMap::new();
    for href in marked.iter().filter_map(|(.., href)| *href) {
        *of_path.entry(path(href)).or_default() += 1;
    }
    let mut used = vec![false; marked.len()];
    for item in &items {
        let element = item.element;
        let around = page.subtree(element);
        let touches = |record: &usize| around.contains(record) || page.subtree(*record).contains(&element);
        let within: Vec<usize> = (0..marked.len()).filter(|index| marked[*index].0.iter().any(touches)).collect();
        let [index] = within.as_slice() else {
            continue;
        };
        if std::mem::replace(&mut used[*index], true) {
            continue;
        }
        counts.found[0] += 1;
        if let (Some(href), Some(url)) = (marked[*index].2, &item.url)
            && (is_same(href, url) || (of_path[path(href)] == 1 && is_same(path(href), path(url))))
        {
            counts.found[1] += 1;
        }
    }
    counts.of_pages = counts.f1();
    Ok(counts)
}

/// An address without query and fragment.
fn path(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or("")
}

/// Returns `true` if a link's address and a resolved one end alike.
fn is_same(href: &str, url: &str) -> bool {
    let end = |address: &str| {
        let rest = address.trim().split_once("://").map_or(address.trim(), |(_, rest)| rest);
        rest.trim_start_matches(['.', '/']).trim_end_matches('/').to_owned()
    };
    let (href, url) = (end(href), end(url));
    !href.is_empty() && (url == href || url.ends_with(&format!("/{href}")))
}
