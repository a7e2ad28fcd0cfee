//! Learns the thresholds of the SD algorithm on labelled pages, and measures it by cross-validation.
//!
//! usage: sd-fit WCXB-DIRECTORY DIRECTORY
//!
//! DIRECTORY holds folds.tsv: a line per page in the order of their IDs: ID, fold. For each fold
//! thresholds are learned from the pages of the others. Prints them, how many pages of each type are
//! then taken for which kind, and the scores of the extracted texts; writes these to
//! DIRECTORY/extracted.jsonl; and prints the thresholds learned from all pages.
//!
//! The kind of a page of WCXB, which labels none, is that of its type: forum, collection and
//! listing are multiple, all else is article. Section 4.1.1 of the paper counts the discussions of
//! forums and answers to questions among the multiple areas; few of the forums are a story and the
//! comments on it. That leaves articles with comments without pages of their own, though some
//! articles have comments: taking these for such counts as wrong here.

#[path = "../wcxb.rs"]
mod wcxb;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use goce::evaluate::{PageScores, PageSums, Unit};
use goce::extract::sd::{self, Fit, Kind};
use goce::page::{Limits, Page};
use goce::render;
use wcxb::LabelledPage;

/// Counts of pages by their type: those of each kind, and those of none.
type Confusion<'a> = BTreeMap<&'a str, [u64; Kind::ALL.len() + 1]>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, source, directory] = arguments.as_slice() else {
        return Err("usage: sd-fit WCXB-DIRECTORY DIRECTORY".into());
    };
    let directory = PathBuf::from(directory);
    let pages = wcxb::read(Path::new(source))?;
    let fold_of = wcxb::read_folds(&directory.join("folds.tsv"), &pages)?;
    let parsed = pages
        .iter()
        .map(|page| Page::parse(&page.html, &Limits::default(), &mut || ()))
        .collect::<Result<Vec<Page>, _>>()?;

    let mut out = BufWriter::new(File::create(directory.join("extracted.jsonl"))?);
    let mut confusion = Confusion::new();
    let mut sums = BTreeMap::<String, PageSums>::new();
    let folds = fold_of.iter().max().map_or(0, |last| last + 1);
    for fold in 0..folds {
        let (held_out, others): (Vec<_>, Vec<_>) =
            (0..pages.len()).partition(|&index| fold_of[index] == fold);
        let mut fit = Fit::default();
        for index in others {
            fit.add(Some(&parsed[index]), kind_of(&pages[index]), &mut || ())?;
        }
        let fitted = fit.best().ok_or("no pages to learn from")?;
        println!(
            "fold {fold}: T1 {} T2 {} precision {:.4} on the others",
            fitted.thresholds.t1(),
            fitted.thresholds.t2(),
            fitted.precision
        );
        for index in held_out {
            let (page, labelled) = (&parsed[index], &pages[index]);
            let kind = sd::page_kind(page, fitted.thresholds, &mut || ())?;
            let column = kind.map_or(Kind::ALL.len(), |kind| kind as usize);
            confusion.entry(&labelled.page_type).or_default()[column] += 1;
            let selection = sd::select(page, fitted.thresholds, &mut || ())?;
            let text = render::text(page, &selection, &mut || ())?;
            let line = serde_json::json!({"id": labelled.id, "text": text});
            writeln!(out, "{line}")?;
            let text = text.unwrap_or_default();
            let scores = PageScores::new(&labelled.gold, &text, Unit::Word, &mut || ())?;
            let subset = match kind_of(labelled) {
                Kind::Multiple => "list-view",
                _ => "article",
            };
            for group in ["all", subset, &format!("- {}", labelled.page_type)] {
                sums.entry(group.to_owned()).or_default().add(&scores)?;
            }
        }
    }
    print_kinds(&confusion);
    print_scores(&sums);

    let mut fit = Fit::default();
    for (page, labelled) in parsed.iter().zip(&pages) {
        fit.add(Some(page), kind_of(labelled), &mut || ())?;
    }
    let fitted = fit.best().ok_or("no pages to learn from")?;
    println!(
        "\nlearned from all: T1 {} T2 {} precision {:.4}",
        fitted.thresholds.t1(),
        fitted.thresholds.t2(),
        fitted.precision
    );
    Ok(())
}

/// The kind of a page by its type.
fn kind_of(page: &LabelledPage) -> Kind {
    match page.page_type.as_str() {
        "forum" | "collection" | "listing" => Kind::Multiple,
        _ => Kind::Article,
    }
}

fn print_kinds(confusion: &Confusion) {
    println!(
        "\n{:16} article  with comments  multiple  none",
        "out of fold"
    );
    for (page_type, counts) in confusion {
        let [article, comments, multiple, none] = counts;
        println!("{page_type:16} {article:7}  {comments:13}  {multiple:8}  {none:4}");
    }
    // Precision in the paper's sense: of the pages of a kind, the share that is recognized.
    let share = |is_multiple: bool, column: Kind| {
        let rows = confusion
            .iter()
            .filter(|(name, _)| ["forum", "collection", "listing"].contains(name) == is_multiple);
        let (mut right, mut all) = (0, 0);
        for (_, counts) in rows {
            right += counts[column as usize];
            all += counts.iter().sum::<u64>();
        }
        right as f64 / all as f64
    };
    let article = share(false, Kind::Article);
    let multiple = share(true, Kind::Multiple);
    let mean = (article + multiple) / 2.0;
    println!("precision: article {article:.4}, multiple {multiple:.4}, mean {mean:.4}");
}

fn print_scores(sums: &BTreeMap<String, PageSums>) {
    println!(
        "\n{:16} pages  precision  recall      f1  page_f1  word_f1",
        "out of fold"
    );
    for (subset, sums) in sums {
        let scores = sums.scores();
        let value = |value: Option<f64>| value.unwrap_or(f64::NAN);
        println!(
            "{subset:16} {:5}     {:.4}  {:.4}  {:.4}   {:.4}   {:.4}",
            scores.pages,
            value(scores.precision),
            value(scores.recall),
            value(scores.f1),
            value(scores.page_f1),
            value(scores.word_f1)
        );
    }
}
