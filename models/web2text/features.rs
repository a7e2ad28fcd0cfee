//! Writes what train.py learns `web2text` from, and what the networks that it trained extract.
//!
//! usage: web2text-features rows WCXB-DIRECTORY DIRECTORY
//!        web2text-features predict WCXB-DIRECTORY DIRECTORY
//!
//! `rows` writes rows.f32, the features of all text nodes of all pages (little-endian, not a number where
//! one is not known); leaves.tsv, a line each: page, words, label; pages.tsv, a line per page: ID, URL,
//! page type; names.tsv, the features' names; and ceiling.jsonl, the texts that the labels make.
//!
//! `predict` reads folds.tsv (a line per page: ID, fold) and a network K.onnx for each fold K, and
//! writes, of each page by the network that has not seen its fold: extracted.jsonl, the texts;
//! predicted.tsv, a line per text node: label, decision, probability, and the unary potential of content.

#[path = "../wcxb.rs"]
mod wcxb;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use goce::extract::web2text::features::{Features, names};
use goce::extract::web2text::network::Network;
use goce::extract::web2text::{Judged, selection};
use goce::learn::labels::shares;
use goce::memory::OutOfMemory;
use goce::page::{Limits, Page};
use goce::render;
use wcxb::LabelledPage;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, mode, source, directory] = arguments.as_slice() else {
        return Err("usage: web2text-features rows|predict WCXB-DIRECTORY DIRECTORY".into());
    };
    let directory = Path::new(directory);
    let labelled = wcxb::read(Path::new(source))?;
    match mode.as_str() {
        "rows" => write_rows(&labelled, directory),
        "predict" => predict(&labelled, directory),
        _ => Err(format!("no mode {mode}").into()),
    }
}

fn parse(labelled: &LabelledPage) -> Result<Page, Box<dyn Error>> {
    Ok(Page::parse(&labelled.html, &Limits::default(), &mut || ())?)
}

/// The labels of a page's text nodes: those of the blocks that they are in, content if the gold
/// text has more than half of a block's words.
fn labels(page: &Page, features: &Features, gold: &str) -> Result<Vec<bool>, OutOfMemory> {
    let texts: Vec<&str> = page
        .blocks()
        .iter()
        .map(|block| page.block_text(block))
        .collect();
    let shares = shares(&texts, gold, &mut || ())?;
    let mut block = 0;
    let mut labels = Vec::new();
    for leaf in features.leaves() {
        while page.blocks()[block].nodes.end <= *leaf as usize {
            block += 1;
        }
        labels.push(shares[block] > 0.5);
    }
    Ok(labels)
}

fn write_rows(pages: &[LabelledPage], directory: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(directory)?;
    let create = |name: &str| File::create(directory.join(name)).map(BufWriter::new);
    let mut rows = create("rows.f32")?;
    let mut leaves = create("leaves.tsv")?;
    let mut list = create("pages.tsv")?;
    let mut ceiling = create("ceiling.jsonl")?;
    for (index, labelled) in pages.iter().enumerate() {
        let page = parse(labelled)?;
        let features = Features::of(&page, &mut || ())?;
        let labels = labels(&page, &features, &labelled.gold)?;
        let mut bytes = Vec::new();
        features.rows(0..features.leaves().len(), &mut |row| {
            bytes.extend(row.iter().flat_map(|value| value.to_le_bytes()));
        });
        rows.write_all(&bytes)?;
        for (leaf, label) in labels.iter().enumerate() {
            let words = features.words(leaf);
            writeln!(leaves, "{index}\t{words}\t{}", u8::from(*label))?;
        }
        writeln!(
            list,
            "{}\t{}\t{}",
            labelled.id, labelled.url, labelled.page_type
        )?;
        let judged = Judged {
            probabilities: vec![1.0; labels.len()],
            labels,
        };
        let text = render::text(
            &page,
            &selection(&page, &features, &judged, &mut || ())?,
            &mut || (),
        )?;
        let line = serde_json::json!({"id": labelled.id, "text": text});
        writeln!(ceiling, "{line}")?;
    }
    for mut file in [rows, leaves, list, ceiling] {
        file.flush()?;
    }
    fs::write(directory.join("names.tsv"), names().join("\n"))?;
    Ok(())
}

fn predict(pages: &[LabelledPage], directory: &Path) -> Result<(), Box<dyn Error>> {
    let folds = fs::read_to_string(directory.join("folds.tsv"))?;
    let mut networks: Vec<Network> = Vec::new();
    let mut extracted = BufWriter::new(File::create(directory.join("extracted.jsonl"))?);
    let mut predicted = BufWriter::new(File::create(directory.join("predicted.tsv"))?);
    for (labelled, line) in pages.iter().zip(folds.lines()) {
        let (id, fold) = line.split_once('\t').ok_or("folds.tsv: no fold")?;
        if id != labelled.id {
            return Err(format!("folds.tsv has {id}, not {}", labelled.id).into());
        }
        let fold: usize = fold.parse()?;
        while networks.len() <= fold {
            let path = directory.join(format!("{}.onnx", networks.len()));
            networks.push(Network::read(&fs::read(path)?)?);
        }
        let page = parse(labelled)?;
        let features = Features::of(&page, &mut || ())?;
        let potentials = networks[fold].potentials(&features, &mut || ())?;
        let judged = Judged::of(&potentials, &mut || ())?;
        let labels = labels(&page, &features, &labelled.gold)?;
        for (leaf, label) in labels.iter().enumerate() {
            writeln!(
                predicted,
                "{}\t{}\t{}\t{}",
                u8::from(*label),
                u8::from(judged.labels[leaf]),
                judged.probabilities[leaf],
                potentials[leaf].unary[1].exp(),
            )?;
        }
        let text = render::text(
            &page,
            &selection(&page, &features, &judged, &mut || ())?,
            &mut || (),
        )?;
        let line = serde_json::json!({"id": labelled.id, "text": text});
        writeln!(extracted, "{line}")?;
    }
    extracted.flush()?;
    predicted.flush()?;
    Ok(())
}
