//! Learns the thresholds of the SD algorithm on labelled pages, and measures it by cross-validation.
//!
//! The kind of a page of WCXB, which labels none, is that of its type: forum, collection and
//! listing are multiple, all else is article. Section 4.1.1 of the paper counts the discussions of
//! forums and answers to questions among the multiple areas; few of the forums are a story and the
//! comments on it. That leaves articles with comments without pages of their own, though some
//! articles have comments: taking these for such counts as wrong here.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use goce_core::page::Page;
use goce_papers::sd::{self, FittedThresholds, PageKind, ThresholdFit};

use super::create;
use super::scores::Groups;
use crate::Failure;
use crate::wcxb::{LabelledPage, read_folds};

/// Counts of pages by their type: those of each kind, and those of none.
type Confusion<'a> = BTreeMap<&'a str, [u64; PageKind::ALL.len() + 1]>;

/// Learns thresholds from the pages of all folds of folds.tsv but one, for each; writes them, how many pages of each
/// type are then taken for which kind, the scores of the extracted texts (these go to extracted.jsonl), and the
/// thresholds learned from all pages.
pub fn fit(pages: &[LabelledPage], directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let folds = read_folds(&directory.join("folds.tsv"), pages)?;
    let parsed = pages.iter().map(LabelledPage::parse);
    let parsed = parsed.collect::<Result<Vec<Page>, _>>()?;

    // From the pages of all folds but one.
    let learn = |left_out: Option<usize>| -> Result<FittedThresholds, Failure> {
        let mut fit = ThresholdFit::default();
        for (index, page) in parsed.iter().enumerate() {
            if Some(folds[index].number) != left_out {
                fit.add(Some(page), kind_of(&pages[index].page_type))?;
            }
        }
        Ok(fit.best().ok_or("no pages to learn from")?)
    };
    let in_words = |FittedThresholds {
                        thresholds, precision, ..
                    }: &FittedThresholds| {
        let (t1, t2) = (thresholds.t1(), thresholds.t2());
        format!("T1 {t1} T2 {t2} precision {precision:.4}")
    };

    let mut extracted = create(directory, "extracted.jsonl")?;
    let mut confusion = Confusion::new();
    let mut groups = Groups::default();
    let count = folds.iter().map(|fold| fold.number + 1).max();
    for fold in 0..count.unwrap_or(0) {
        let fitted = learn(Some(fold))?;
        writeln!(out, "fold {fold}: {} on the others", in_words(&fitted))?;
        for index in (0..pages.len()).filter(|index| folds[*index].number == fold) {
            let (page, labelled) = (&parsed[index], &pages[index]);
            let kind = sd::page_kind(page, fitted.thresholds)?;
            let column = kind.map_or(PageKind::ALL.len(), |kind| kind as usize);
            confusion.entry(&labelled.page_type).or_default()[column] += 1;
            let selection = sd::select(page, fitted.thresholds)?;
            let text = labelled.write_selection(page, &selection, &mut extracted)?;
            let subset = match kind_of(&labelled.page_type) {
                PageKind::Multiple => "list-view",
                _ => "article",
            };
            groups.add(labelled, &text, &[subset])?;
        }
    }
    extracted.flush()?;
    print_kinds(&confusion, out)?;
    groups.print(out)?;

    let all = learn(None)?;
    Ok(writeln!(out, "\nlearned from all: {}", in_words(&all))?)
}

/// Returns the kind of a page by its type.
fn kind_of(page_type: &str) -> PageKind {
    match page_type {
        "forum" | "collection" | "listing" => PageKind::Multiple,
        _ => PageKind::Article,
    }
}

fn print_kinds(confusion: &Confusion, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{:16} article  with comments  multiple  none", "out of fold")?;
    // By kind, of pages that are of one: those that are recognized, and all.
    let (mut right, mut all) = ([0; PageKind::ALL.len()], [0; PageKind::ALL.len()]);
    for (page_type, counts) in confusion {
        let [article, comments, multiple, none] = counts;
        writeln!(out, "{page_type:16} {article:7}  {comments:13}  {multiple:8}  {none:4}")?;
        let kind = kind_of(page_type) as usize;
        right[kind] += counts[kind];
        all[kind] += counts.iter().sum::<u64>();
    }
    // Precision in the paper's sense: of the pages of a kind, the share that is recognized.
    let share = |kind: PageKind| right[kind as usize] as f64 / all[kind as usize] as f64;
    let article = share(PageKind::Article);
    let multiple = share(PageKind::Multiple);
    let mean = (article + multiple) / 2.0;
    writeln!(out, "precision: article {article:.4}, multiple {multiple:.4}, mean {mean:.4}")
}
