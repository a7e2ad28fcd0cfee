//! What `goce_items` finds of the records of labelled pages, and what models/lists/train.py learns from.
//!
//! A directory has `html/ID.html.gz` and `ground-truth/ID.json`. A page's records are `records`, or those of
//! `ground_truth`. A record that has a `text` is found in an item if the words that they share are half of the words of
//! both together. One that has a `name` is found in an item that has 80 % of the words of the name. Each item is one record
//! at most. Words count once, in lower case.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::Path;

use goce_core::areas::fields::Fields;
use goce_core::areas::page_list::{Lists, measures};
use goce_core::page::records::Repeated;
use goce_core::texts::words::words;
use goce_rows::lists;
use serde_json::{Value, json};

use super::halves::{HALVES, half};
use super::parse;
use crate::Failure;
use crate::wcxb::{labels, read_label};

/// A page whose records are known.
struct ListPage {
    id: String,
    address: String,
    page_type: String,
    html: String,
    records: Vec<Gold>,
}

/// What is known of a record.
enum Gold {
    /// Its text.
    Text(HashSet<String>),
    /// Its name.
    Name(HashSet<String>),
}

fn distinct_words(text: &str) -> HashSet<String> {
    words(&text.to_lowercase()).map(str::to_owned).collect()
}

impl Gold {
    fn read(record: &Value) -> Option<Gold> {
        let field = |name: &str| record[name].as_str().map(distinct_words);
        field("text").map(Gold::Text).or_else(|| field("name").map(Gold::Name))
    }

    /// Returns how well an item fits, more for a better fit; `None` for another record's item.
    fn fit(&self, item: &HashSet<String>) -> Option<f64> {
        let share = |gold: &HashSet<String>, of: usize| {
            let shared = gold.intersection(item).count();
            shared as f64 / of.max(1) as f64
        };
        match self {
            Gold::Text(gold) => Some(share(gold, gold.union(item).count())).filter(|share| *share >= 0.5),
            Gold::Name(gold) => Some(share(gold, gold.len())).filter(|share| *share >= 0.8),
        }
    }
}

fn read(directory: &Path) -> Result<Vec<ListPage>, Failure> {
    let mut pages = Vec::new();
    for path in labels(directory)? {
        let (id, label, html) = read_label(directory, &path)?;
        let records = label["records"].as_array().or_else(|| label["ground_truth"]["records"].as_array());
        let records = records.ok_or_else(|| format!("no records in {}", path.display()))?;
        // Pages with fewer are no lists.
        if records.len() < 3 {
            continue;
        }
        let domain = label["_internal"]["domain"].as_str().or_else(|| records[0]["url"].as_str());
        pages.push(ListPage {
            address: domain.unwrap_or("").to_owned(),
            page_type: label["_internal"]["page_type"]["primary"].as_str().unwrap_or("-").to_owned(),
            html,
            records: records.iter().filter_map(Gold::read).collect(),
            id,
        });
    }
    Ok(pages)
}

/// Returns the recall and the precision, given of each record whether it was found, and the number of items.
fn recall_and_precision((found, items): &(Vec<bool>, usize)) -> [f64; 2] {
    let count = found.iter().filter(|is_found| **is_found).count();
    [found.len(), *items].map(|of| count as f64 / of.max(1) as f64)
}

/// Returns of each record whether an item is it, and how many items there are, given their texts.
fn found<'t>(gold: &[Gold], items: impl Iterator<Item = &'t str>) -> (Vec<bool>, usize) {
    let items: Vec<HashSet<String>> = items.map(distinct_words).collect();
    let mut pairs = Vec::new();
    for (index, record) in gold.iter().enumerate() {
        let fits = items.iter().enumerate().filter_map(|(item, words)| Some((record.fit(words)?, index, item)));
        pairs.extend(fits);
    }
    // The best pairs first; of equals the first in the page.
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut records, mut used) = (vec![false; gold.len()], vec![false; items.len()]);
    for (_, record, item) in pairs {
        if !records[record] && !used[item] {
            (records[record], used[item]) = (true, true);
        }
    }
    (records, items.len())
}

/// Writes recall and precision of each page, and their means over pages by half and by type.
pub fn score(directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut means: BTreeMap<String, (usize, [f64; 2])> = BTreeMap::new();
    for labelled in read(directory)? {
        let page = parse(&labelled.html)?;
        let items = lists::items(&page, None)?;
        let texts = items.iter().map(|item| item.text.as_deref().unwrap_or(""));
        let scores = recall_and_precision(&found(&labelled.records, texts));
        let half = HALVES[half(&labelled.address)];
        let [recall, precision] = scores;
        writeln!(
            out,
            "{} {half} {} recall {recall:.3} precision {precision:.3} of {} records, {} items",
            labelled.id,
            labelled.page_type,
            labelled.records.len(),
            items.len()
        )?;
        for group in ["all", half, &format!("- {}", labelled.page_type)] {
            let (pages, sums) = means.entry(group.to_owned()).or_default();
            *pages += 1;
            for (sum, score) in sums.iter_mut().zip(scores) {
                *sum += score;
            }
        }
    }
    for (group, (pages, sums)) in means {
        let [recall, precision] = sums.map(|sum| sum / pages as f64);
        writeln!(out, "{group}: {pages} pages, recall {recall:.3}, precision {precision:.3}")?;
    }
    Ok(())
}

/// Writes a line a page: what is measured of each list that it may have, with its recall and its precision, the numbers of
/// the records that it finds, where its records begin and end, and the words of the page before the first and the last.
pub fn write_rows(directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    for labelled in read(directory)? {
        let page = parse(&labelled.html)?;
        let fields = Fields::of(&page)?;
        let mut lists = Lists::of(&page, &Repeated::with_any_class(&page)?, &fields)?;
        lists.search_all();
        let rows = lists.candidates.iter().map(|candidate| {
            let is_found = found(&labelled.records, candidate.nodes().map(|nodes| page.text_of(nodes)));
            let found = is_found.0.iter().enumerate().filter(|(_, is_found)| **is_found);
            let nodes: Vec<[usize; 2]> = candidate.nodes().map(|nodes| [nodes.start, nodes.end]).collect();
            let ends = [
                nodes.first().map_or(0, |[start, _]| *start),
                nodes.last().map_or(0, |[_, end]| *end),
            ];
            json!({
                "measures": candidate.measures.0,
                "scores": recall_and_precision(&is_found),
                "found": found.map(|(number, _)| number).collect::<Vec<usize>>(),
                "nodes": nodes,
                "words": ends.map(|end| page.word_count(0..end)),
            })
        });
        let line = json!({
            "id": labelled.id,
            "half": HALVES[half(&labelled.address)],
            "names": measures::NAMES,
            "records": labelled.records.len(),
            "words": page.word_count(0..page.nodes().len()),
            "lists": rows.collect::<Vec<Value>>(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_one_record_at_most() {
        let gold = |record: Value| Gold::read(&record).unwrap();
        let texts = ["one two three", "Four five", "six"].map(|text| gold(json!({"text": text})));
        let scores = |gold: &[Gold], items: &[&str]| recall_and_precision(&found(gold, items.iter().copied()));
        assert_eq!(scores(&texts, &["One two three four", "five FOUR", "seven", "five four"]), [2.0 / 3.0, 0.5]);
        assert_eq!(scores(&texts, &[]), [0.0, 0.0]);
        let names = ["A v. B", "A v. B"].map(|name| gold(json!({"name": name, "text": null})));
        assert_eq!(scores(&names, &["1 May: A v. B, reversed"]), [0.5, 1.0]);
    }
}
