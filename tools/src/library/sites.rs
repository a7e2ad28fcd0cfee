//! How much the other pages of a site should count for `auto`, measured on labelled pages.
//!
//! The directory is that of [`super::auto`], with folds.tsv by models/auto/train.py, whose fourth column is the registered
//! domain of each page. The pages of a domain are a site, if there are several.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::Path;

use goce_core::evaluate::{PageScores, Unit};
use goce_core::extract::auto::{Setup, Weighing, pipeline};
use goce_core::extract::{Frequencies, Options};
use goce_core::page::Page;
use goce_core::render;
use goce_core::texts::words::words;
use goce_rows::site::{PageBlocks, Profile, hash_of_page};

use super::auto;
use crate::Failure;
use crate::wcxb::{LabelledPage, read_folds};

/// Words of a run that is looked for in other texts of a site.
const RUN: usize = 8;

/// What is tried: the most that a score may lose, and the words of a long block.
const MOST: [f32; 4] = [1.0, 2.0, 3.0, 4.0];
const WORDS: [f32; 3] = [10.0, 20.0, 40.0];

/// The other pages of a site from which on `goce_extract_pending` heeds it.
const FEW: u64 = 3;

/// A page of a site, and what the site's other pages say of it.
struct Of {
    /// Its place among all pages.
    index: usize,
    page: Page,
    frequencies: Frequencies,
}

/// What a text of a page is worth.
#[derive(Clone, Copy, Default)]
struct Worth {
    word_f1: f64,
    /// The share of its runs of [`RUN`] words that another text of the site has too.
    repeated: f64,
    /// The same of runs that the gold text of the page has not.
    repeated_wrongly: f64,
}

/// A page, what kind it is, and how many other pages its site has.
struct Measured {
    fold: usize,
    kind: String,
    others: u64,
    alone: Worth,
    with: Vec<Worth>,
    gold: Worth,
}

/// Prints a table: F1 and repeated runs without and with the site, by the weighings that are tried; then, for each fold
/// the weighing that is best on the other folds, by the number of other pages and by the kind of page.
pub fn weigh(labelled: &[LabelledPage], wcxb: &Path, directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let weighings: Vec<Weighing> = MOST.iter().flat_map(|&most| WORDS.map(|words| Weighing { most, words })).collect();
    let measured = measure(labelled, wcxb, directory, &weighings)?;
    let all: Vec<(&Measured, usize)> = measured.iter().map(|page| (page, 0)).collect();
    let mean = |of: &dyn Fn(&Measured) -> f64| measured.iter().map(of).sum::<f64>() / measured.len() as f64;
    writeln!(out, "{} pages; repeated runs of the gold texts {:.4}", all.len(), mean(&|page| page.gold.repeated))?;
    let several: Vec<&Measured> = measured.iter().filter(|page| page.others >= FEW).collect();
    let of_several =
        |of: &dyn Fn(&Measured) -> f64| several.iter().map(|page| of(page)).sum::<f64>() / several.len() as f64;
    writeln!(out, "most words       F1  of {FEW} others and more  repeated  not in the gold")?;
    let mut line = |name: String, of: &dyn Fn(&Measured) -> Worth| {
        writeln!(
            out,
            "{name:10} {:.4}  {:.4}                {:.4}           {:.4}",
            mean(&|page| of(page).word_f1),
            of_several(&|page| of(page).word_f1),
            mean(&|page| of(page).repeated),
            mean(&|page| of(page).repeated_wrongly)
        )
    };
    line("without".to_owned(), &|page| page.alone)?;
    for (number, weighing) in weighings.iter().enumerate() {
        let name = format!("{:4} {:5}", weighing.most, weighing.words);
        line(name, &|page| page.with[number])?;
    }
    let folds = measured.iter().map(|page| page.fold).max().unwrap_or(0) + 1;
    let mut best_of_fold = Vec::new();
    for fold in 0..folds {
        let sum = |number: usize| -> f64 {
            let others = measured.iter().filter(|page| page.fold != fold);
            others.map(|page| page.with[number].word_f1).sum()
        };
        let best = (0..weighings.len()).max_by(|a, b| sum(*a).total_cmp(&sum(*b)));
        best_of_fold.push(best.ok_or("no weighing is tried")?);
    }
    let chosen: Vec<_> = best_of_fold.iter().map(|best| weighings[*best]).collect();
    writeln!(out, "best on the other folds: {chosen:?}")?;
    let chosen = weighings.iter().position(|tried| *tried == Weighing::CHOSEN);
    let chosen = chosen.ok_or("the chosen weighing is not tried")?;
    for (title, of) in [
        ("by folds", &(|page: &Measured| best_of_fold[page.fold]) as &dyn Fn(&Measured) -> usize),
        ("chosen", &|_| chosen),
    ] {
        let mut groups: BTreeMap<String, Vec<(&Measured, usize)>> = BTreeMap::new();
        for page in &measured {
            let others = match page.others {
                0..FEW => page.others.to_string(),
                _ => format!("{FEW} or more"),
            };
            for group in [" all".to_owned(), format!(" {others} other pages"), page.kind.clone()] {
                groups.entry(group).or_default().push((page, of(page)));
            }
        }
        writeln!(
            out,
            "{title}: pages, F1 without and with, standard error of the difference; repeated runs, and not in the gold"
        )?;
        for (group, pages) in groups {
            write_group(&group, &pages, out)?;
        }
    }
    Ok(())
}

fn write_group(group: &str, pages: &[(&Measured, usize)], out: &mut dyn Write) -> Result<(), Failure> {
    let count = pages.len() as f64;
    let mean = |of: &dyn Fn(Worth) -> f64| {
        let alone = pages.iter().map(|(page, _)| of(page.alone)).sum::<f64>();
        let with = pages.iter().map(|(page, number)| of(page.with[*number]));
        (alone / count, with.sum::<f64>() / count)
    };
    let (alone, with) = mean(&|worth| worth.word_f1);
    let squares = pages.iter().map(|(page, number)| {
        let gain = page.with[*number].word_f1 - page.alone.word_f1;
        (gain - (with - alone)).powi(2)
    });
    let error = (squares.sum::<f64>() / count).sqrt() / count.sqrt();
    let repeated = mean(&|worth| worth.repeated);
    let wrongly = mean(&|worth| worth.repeated_wrongly);
    writeln!(
        out,
        "  {group:16} {:4}  {alone:.4} {with:.4} {:+.4} ({error:.4})  {:.4} {:.4}  {:.4} {:.4}",
        pages.len(),
        with - alone,
        repeated.0,
        repeated.1,
        wrongly.0,
        wrongly.1
    )?;
    Ok(())
}

/// Measures all pages of sites, each by the models that have not seen its domain.
fn measure(
    labelled: &[LabelledPage],
    wcxb: &Path,
    directory: &Path,
    weighings: &[Weighing],
) -> Result<Vec<Measured>, Failure> {
    let folds = read_folds(&directory.join("folds.tsv"), labelled)?;
    let sets = fs::read_to_string(wcxb.join("sets.tsv"))?;
    let kinds: Vec<&str> = labelled
        .iter()
        .zip(sets.lines())
        .map(|(page, line)| match line.split_once('\t') {
            Some((_, set)) if !set.is_empty() => set,
            _ => &page.page_type,
        })
        .collect();
    let models = auto::models(directory)?;
    let mut measured = Vec::new();
    for of_site in several(directory)? {
        let site = read(labelled, &of_site)?;
        let texts_with = |weighing: Option<Weighing>| -> Result<Vec<String>, Failure> {
            let mut texts = Vec::new();
            for of in &site {
                let setup = models.of(of.index, folds[of.index].number, labelled.len());
                let options = Options {
                    site: weighing.map(|_| &of.frequencies),
                    ..Options::default()
                };
                let weighing = weighing.unwrap_or(Weighing::CHOSEN);
                let selection = pipeline::run(&Setup { weighing, ..setup }, &of.page, &options)?.selection;
                texts.push(render::text(&of.page, &selection)?.unwrap_or_default());
            }
            Ok(texts)
        };
        let golds: Vec<&str> = site.iter().map(|of| labelled[of.index].gold.as_str()).collect();
        let alone = worth(&texts_with(None)?, &golds)?;
        let mut with = Vec::new();
        for weighing in weighings {
            with.push(worth(&texts_with(Some(*weighing))?, &golds)?);
        }
        let of_golds = worth(&golds, &golds)?;
        for (place, of) in site.iter().enumerate() {
            measured.push(Measured {
                fold: folds[of.index].number,
                kind: kinds[of.index].to_owned(),
                others: of.frequencies.pages,
                alone: alone[place],
                with: with.iter().map(|with| with[place]).collect(),
                gold: of_golds[place],
            });
        }
    }
    Ok(measured)
}

/// Returns the places of the pages of each domain that has several.
fn several(directory: &Path) -> Result<Vec<Vec<usize>>, Failure> {
    let folds = fs::read_to_string(directory.join("folds.tsv"))?;
    let mut of_domain: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, line) in folds.lines().enumerate() {
        let domain = line.split('\t').nth(3);
        let domain = domain.ok_or("folds.tsv has no domains: models/auto/train.py writes them")?;
        // A page without an address is of no site.
        if !domain.is_empty() {
            of_domain.entry(domain).or_default().push(index);
        }
    }
    Ok(of_domain.into_values().filter(|pages| pages.len() > 1).collect())
}

/// Reads the pages of a site.
fn read(labelled: &[LabelledPage], of_site: &[usize]) -> Result<Vec<Of>, Failure> {
    let mut pages = Vec::new();
    let mut blocks = Vec::new();
    for &index in of_site {
        let page = labelled[index].parse()?;
        let hash = hash_of_page(&labelled[index].html);
        blocks.push(PageBlocks::of(&page, hash)?);
        pages.push((index, hash, page));
    }
    let mut profile: Option<Profile<'_>> = None;
    for blocks in &blocks {
        let of_page = blocks.profile()?;
        profile = Some(match profile {
            Some(profile) => profile.merge(&of_page)?,
            None => of_page,
        });
    }
    let profile = profile.ok_or("a site has pages")?;
    let mut site = Vec::new();
    for (index, hash, page) in pages {
        let frequencies = profile.frequencies(&page, hash)?;
        site.push(Of {
            index,
            page,
            frequencies,
        });
    }
    Ok(site)
}

/// Returns what each text of a site is worth, given the gold texts.
fn worth(texts: &[impl AsRef<str>], golds: &[&str]) -> Result<Vec<Worth>, Failure> {
    let runs = |text| -> HashSet<Vec<&str>> {
        let all: Vec<&str> = words(text).collect();
        all.windows(RUN).map(<[&str]>::to_vec).collect()
    };
    let of_texts: Vec<HashSet<Vec<&str>>> = texts.iter().map(|text| runs(text.as_ref())).collect();
    let mut texts_with: HashMap<&Vec<&str>, usize> = HashMap::new();
    for run in of_texts.iter().flatten() {
        *texts_with.entry(run).or_default() += 1;
    }
    let mut found = Vec::new();
    for ((text, of_text), gold) in texts.iter().zip(&of_texts).zip(golds) {
        let of_gold = runs(gold);
        let repeated = of_text.iter().filter(|run| texts_with[run] > 1);
        let wrongly = repeated.clone().filter(|run| !of_gold.contains(*run));
        let all = of_text.len().max(1) as f64;
        found.push(Worth {
            word_f1: PageScores::new(gold, text.as_ref(), Unit::Word)?.word_f1,
            repeated: repeated.count() as f64 / all,
            repeated_wrongly: wrongly.count() as f64 / all,
        });
    }
    Ok(found)
}
