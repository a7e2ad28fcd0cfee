//! How much the other pages of a site should count for `auto`, measured on labelled pages.
//!
//! The directory is that of [`super::auto`], with folds.tsv by models/auto/train.py, whose fourth column is the registered
//! domain of each page. The pages of a domain are a site, if there are several.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use goce_core::evaluate::{PageScores, Unit};
use goce_core::extract::auto::{Setup, Weighing, pipeline};
use goce_core::extract::{Frequencies, Options};
use goce_core::page::Page;
use goce_core::render;
use goce_rows::site::{PageBlocks, Profile, hash_of_page};

use super::auto;
use crate::Failure;
use crate::wcxb::{LabelledPage, read_folds};

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

/// The word F1 of a page's text without its site, and with it by each weighing that is tried.
struct Measured {
    kind: String,
    /// The other pages of its site.
    others: u64,
    alone: f64,
    with: Vec<f64>,
}

/// Prints the word F1 without the site, and with it by each weighing; then what the chosen weighing gains, by the number
/// of other pages and by the kind of page.
pub fn weigh(labelled: &[LabelledPage], wcxb: &Path, directory: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let weighings: Vec<Weighing> = MOST.iter().flat_map(|&most| WORDS.map(|words| Weighing { most, words })).collect();
    let measured = measure(labelled, wcxb, directory, &weighings)?;
    let several: Vec<&Measured> = measured.iter().filter(|page| page.others >= FEW).collect();
    writeln!(out, "{} pages\nmost words       F1  of {FEW} others and more", measured.len())?;
    let mut line = |name: String, of: &dyn Fn(&Measured) -> f64| {
        let all = mean(measured.iter().map(of));
        writeln!(out, "{name:10} {all:.4}  {:.4}", mean(several.iter().map(|page| of(page))))
    };
    line("without".to_owned(), &|page| page.alone)?;
    for (number, weighing) in weighings.iter().enumerate() {
        line(format!("{:4} {:5}", weighing.most, weighing.words), &|page| page.with[number])?;
    }
    let chosen = weighings.iter().position(|tried| *tried == Weighing::CHOSEN);
    let chosen = chosen.ok_or("the chosen weighing is not tried")?;
    let mut groups: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for page in &measured {
        let others = match page.others {
            0..FEW => page.others.to_string(),
            _ => format!("{FEW} or more"),
        };
        for group in [" all".to_owned(), format!(" {others} other pages"), page.kind.clone()] {
            groups.entry(group).or_default().push(page.with[chosen] - page.alone);
        }
    }
    writeln!(out, "chosen: pages, what they gain, its standard error")?;
    for (group, gains) in groups {
        let gain = mean(gains.iter().copied());
        let variance = mean(gains.iter().map(|of| (of - gain).powi(2)));
        let error = (variance / gains.len() as f64).sqrt();
        writeln!(out, "  {group:16} {:4}  {gain:+.4} ({error:.4})", gains.len())?;
    }
    Ok(())
}

fn mean(of: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = of.len() as f64;
    of.sum::<f64>() / count
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
        for of in read(labelled, &of_site)? {
            let f1 = |weighing: Option<Weighing>| -> Result<f64, Failure> {
                let options = Options {
                    site: weighing.map(|_| &of.frequencies),
                    ..Options::default()
                };
                let setup = Setup {
                    weighing: weighing.unwrap_or(Weighing::CHOSEN),
                    ..models.of(of.index, folds[of.index].number, labelled.len())
                };
                let selection = pipeline::run(&setup, &of.page, &options)?.selection;
                let text = render::text(&of.page, &selection)?.unwrap_or_default();
                Ok(PageScores::new(&labelled[of.index].gold, &text, Unit::Word)?.word_f1)
            };
            measured.push(Measured {
                kind: kinds[of.index].to_owned(),
                others: of.frequencies.pages,
                alone: f1(None)?,
                with: weighings.iter().map(|weighing| f1(Some(*weighing))).collect::<Result<_, _>>()?,
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
