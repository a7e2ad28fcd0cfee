//! Trains and measures `learnhtml` on a directory in WCXB's format.
//!
//! usage: learnhtml folds WCXB FOLDS DIRECTORY [MODEL [OPTIONS]]
//!        learnhtml train WCXB FILE [MODEL [OPTIONS]]
//!        learnhtml table WCXB FOLDS [SAMPLES]
//!
//! FOLDS has a line a page in the order of their IDs: ID, fold. `folds` trains one model a fold, on the
//! pages of all others, writes what they extract to DIRECTORY/extracted.jsonl and prints scores; `train`
//! writes the model of all pages; `table` prints the thesis' Table 3.4: F1 over samples, of the five
//! models by features and samples, learned from as many samples at most (40,000). MODEL and OPTIONS are
//! those of goce_train; without, those of the built-in model.

#[path = "../wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use goce::evaluate::{PageScores, PageSums, Unit};
use goce::extract::learnhtml::Model;
use goce::extract::learnhtml::by_model;
use goce::extract::learnhtml::models::Watch;
use goce::extract::learnhtml::training::{
    Kind, Options, Scores, Table, fit, of_pages, score, train,
};
use goce::page::{Limits, Page};
use goce::render;
use serde_json::{Map, Value, json};
use wcxb::LabelledPage;

const FOLDS: u32 = 5;

/// The options of the built-in model: smaller than goce_train's defaults make one.
fn built_in() -> Value {
    json!({"trees": 40, "min_leaf": 20, "folds": 0})
}

struct Silent;

impl Watch for Silent {
    fn tick(&mut self) {}

    fn at(&mut self, _step: &dyn Display) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let options = |rest: &[&str]| -> Result<Options, Box<dyn Error>> {
        let kind = rest.first().unwrap_or(&"forest").parse()?;
        let given = rest
            .get(1)
            .map_or_else(|| Ok(built_in()), |text| serde_json::from_str(text))?;
        Ok(Options::parse(kind, &given)?)
    };
    match arguments.as_slice() {
        ["folds", source, folds, directory, rest @ ..] => cross_validate(
            Path::new(source),
            folds,
            Path::new(directory),
            &options(rest)?,
        ),
        ["train", source, file, rest @ ..] => {
            let options = options(rest)?;
            let table = table(&wcxb::read(Path::new(source))?, &options)?;
            let model = train(&table, &options, &Map::new(), &mut Silent)?;
            println!("{:#}", Value::Object(model.description().clone()));
            Ok(fs::write(file, model.write(&mut || ())?)?)
        }
        ["table", source, folds] => table_3_4(Path::new(source), folds, 40_000),
        ["table", source, folds, samples] => table_3_4(Path::new(source), folds, samples.parse()?),
        _ => Err("usage: learnhtml folds|train|table WCXB …".into()),
    }
}

fn parse(html: &str) -> Result<Page, Box<dyn Error>> {
    Ok(Page::parse(html, &Limits::default(), &mut || ())?)
}

fn table(pages: &[LabelledPage], options: &Options) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(options);
    for page in pages {
        table.add(&parse(&page.html)?, &page.gold, &mut || ())?;
    }
    Ok(table)
}

fn cross_validate(
    source: &Path,
    folds: &str,
    directory: &Path,
    options: &Options,
) -> Result<(), Box<dyn Error>> {
    let pages = wcxb::read(source)?;
    let fold_of = wcxb::read_folds(Path::new(folds), &pages)?;
    let table = table(&pages, options)?;
    let mut texts = vec![None; pages.len()];
    let mut by_fold = Vec::new();
    for fold in 0..FOLDS {
        let started = Instant::now();
        let learned = of_pages(&table, |page| fold_of[page as usize] != fold)?;
        let held_out = of_pages(&table, |page| fold_of[page as usize] == fold)?;
        let fitted = fit(&table, &learned, options, &mut Silent)?;
        by_fold.push(score(&table, &held_out, &fitted, &mut Silent)?);
        let model = Model::new(Map::new(), fitted.space, fitted.classifier);
        eprintln!(
            "fold {fold}: {} samples, {} bytes, {:.1} s",
            learned.len(),
            model.write(&mut || ())?.len(),
            started.elapsed().as_secs_f64()
        );
        for (index, page) in pages.iter().enumerate() {
            if fold_of[index] == fold {
                let parsed = parse(&page.html)?;
                texts[index] =
                    render::text(&parsed, &by_model(&parsed, &model, &mut || ())?, &mut || ())?;
            }
        }
    }
    println!("samples: {}", Scores::mean(&by_fold).to_json());
    let mut extracted = BufWriter::new(File::create(directory.join("extracted.jsonl"))?);
    let mut types: Vec<&str> = pages.iter().map(|page| &*page.page_type).collect();
    types.sort_unstable();
    types.dedup();
    let mut sums = vec![PageSums::default(); types.len() + 1];
    for (page, text) in pages.iter().zip(&texts) {
        writeln!(extracted, "{}", json!({"id": page.id, "text": text}))?;
        let text = text.as_deref().unwrap_or_default();
        let scores = PageScores::new(&page.gold, text, Unit::Word, &mut || ())?;
        sums[0].add(&scores)?;
        if let Ok(of_type) = types.binary_search(&&*page.page_type) {
            sums[of_type + 1].add(&scores)?;
        }
    }
    extracted.flush()?;
    for (name, sums) in ["all"].iter().chain(&types).zip(&sums) {
        let scores = sums.scores();
        let digits =
            |score: Option<f64>| score.map_or(String::new(), |score| format!("{score:.4}"));
        println!(
            "{name}: word F1 {}, LCS precision {} recall {} f1 {}, {} pages",
            digits(scores.word_f1),
            digits(scores.precision),
            digits(scores.recall),
            digits(scores.f1),
            scores.pages
        );
    }
    Ok(())
}

fn table_3_4(source: &Path, folds: &str, max_samples: usize) -> Result<(), Box<dyn Error>> {
    let pages = wcxb::read(source)?;
    let fold_of = wcxb::read_folds(Path::new(folds), &pages)?;
    for samples in ["blocks", "tags"] {
        let common = json!({"samples": samples, "max_samples": max_samples});
        let table = table(&pages, &Options::parse(Kind::Forest, &common)?)?;
        let content = table
            .samples()
            .iter()
            .filter(|sample| sample.content)
            .count();
        println!(
            "{samples}: {} samples of {}, {content} of them content",
            table.samples().len(),
            table.seen()
        );
        for features in ["numeric", "text", "both"] {
            for kind in Kind::ALL {
                let started = Instant::now();
                let options =
                    Options::parse(kind, &json!({"samples": samples, "features": features}))?;
                let mut by_fold = Vec::new();
                for fold in 0..FOLDS {
                    let learned = of_pages(&table, |page| fold_of[page as usize] != fold)?;
                    let held_out = of_pages(&table, |page| fold_of[page as usize] == fold)?;
                    let fitted = fit(&table, &learned, &options, &mut Silent)?;
                    by_fold.push(score(&table, &held_out, &fitted, &mut Silent)?);
                }
                println!(
                    "{samples}\t{features}\t{}\t{}\t{:.0} s",
                    kind.name(),
                    Scores::mean(&by_fold).to_json(),
                    started.elapsed().as_secs_f64()
                );
            }
        }
    }
    Ok(())
}
