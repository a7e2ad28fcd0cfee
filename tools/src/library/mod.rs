//! The commands that need goce's library.

mod auto;
mod auto_parts;
mod auto_weights;
mod genre;
mod halves;
mod hostile;
mod items;
mod learnhtml;
mod own_model;
mod pages;
mod questions;
mod scores;
mod sd;
mod site_parts;
mod sites;
mod structured;
mod tables;
mod threads;
mod web2text;
mod written;

use std::io::{self, Write};
use std::path::Path;

use goce_core::learn::labels::shares;
use goce_core::memory::OutOfMemory;
use goce_core::page::{Limits, Page, PageError};
use serde_json::json;

use crate::wcxb::{self, LabelledPage};
use crate::{Failure, HELP};

pub fn run(words: &[&str], out: &mut dyn Write) -> Result<(), Failure> {
    let pages = |directory: &str| wcxb::read(Path::new(directory));
    match words {
        ["auto-rows", wcxb, directory] => auto::rows(&pages(wcxb)?, Path::new(directory)),
        ["auto-predict", wcxb, directory] => auto::predict(&pages(wcxb)?, Path::new(directory)),
        ["own-model", wcxb, corpora, numbers] => {
            own_model::measure(&pages(wcxb)?, Path::new(corpora), numbers, None, out)
        }
        ["own-model", wcxb, corpora, numbers, directory] => {
            own_model::measure(&pages(wcxb)?, Path::new(corpora), numbers, Some(Path::new(directory)), out)
        }
        ["auto-rehash", model] => auto::rehash(Path::new(model)),
        ["genre-features", wcxb, directory] => genre::write_features(&pages(wcxb)?, Path::new(directory)),
        ["genre-pixels", width, height, aspect] => {
            genre::write_pixels(width.parse()?, height.parse()?, aspect.parse()?, out)
        }
        ["genre-look"] => genre::look(None, io::stdin().lock(), out, &mut io::stderr()),
        ["genre-look", network] => genre::look(Some(Path::new(network)), io::stdin().lock(), out, &mut io::stderr()),
        ["learnhtml-train", wcxb, file, options @ ..] => {
            learnhtml::train_all(&pages(wcxb)?, Path::new(file), options, out)
        }
        ["learnhtml-folds", wcxb, folds, directory, options @ ..] => {
            let (folds, directory) = (Path::new(folds), Path::new(directory));
            learnhtml::cross_validate(&pages(wcxb)?, folds, directory, options, out)
        }
        ["learnhtml-table", wcxb, folds] => learnhtml::table_3_4(&pages(wcxb)?, Path::new(folds), 40_000, out),
        ["learnhtml-table", wcxb, folds, samples] => {
            learnhtml::table_3_4(&pages(wcxb)?, Path::new(folds), samples.parse()?, out)
        }
        ["site-weigh", wcxb, directory] => sites::weigh(&pages(wcxb)?, Path::new(wcxb), Path::new(directory), out),
        ["sd-fit", wcxb, directory] => sd::fit(&pages(wcxb)?, Path::new(directory), out),
        ["web2text-rows", wcxb, directory] => web2text::rows(&pages(wcxb)?, Path::new(directory)),
        ["web2text-predict", wcxb, directory] => web2text::predict(&pages(wcxb)?, Path::new(directory)),
        ["wcxb-extract", wcxb, method, options @ ..] if options.len() <= 2 => {
            let options = [0, 1].map(|option| options.get(option).copied());
            pages::extract(&pages(wcxb)?, method.parse()?, options, out)
        }
        ["metadata", wcxb] => pages::metadata(&pages(wcxb)?, out),
        ["tables", directory] => tables::write(Path::new(directory), out),
        ["structured"] => structured::write(io::stdin().lock(), out),
        ["items", wcxb] => items::write(&pages(wcxb)?, out),
        ["items-score", wcxb, marks] => items::score(&pages(wcxb)?, Path::new(marks), out),
        ["posts", wcxb] => threads::write(&pages(wcxb)?, out),
        ["posts-score", wcxb] => threads::score(&pages(wcxb)?, Path::new(wcxb), out),
        ["block-xpaths", wcxb] => pages::xpaths(&pages(wcxb)?, 200, out),
        ["block-xpaths", wcxb, wanted] => pages::xpaths(&pages(wcxb)?, wanted.parse()?, out),
        ["highlight", method] => pages::highlight(method, out),
        ["written", method] => written::write(method, io::stdin().lock(), out),
        ["questions", wcxb, step, asked] => questions::run(&wcxb::read_every(Path::new(wcxb), step.parse()?)?, asked),
        ["auto-parts", wcxb, step, part] => auto_parts::run(&wcxb::read_every(Path::new(wcxb), step.parse()?)?, part),
        ["site-parts", number, part] => site_parts::run(number.parse()?, part, out),
        ["genre-network", network, pixels] => genre::time_network(Path::new(network), Path::new(pixels), out),
        ["hostile-call"] => hostile::list(out),
        ["hostile-call", function, shape, bytes] => hostile::call(function, shape, bytes.parse()?, out),
        _ => Err(HELP.into()),
    }
}

impl LabelledPage {
    pub fn parse(&self) -> Result<Page, PageError> {
        Page::parse(&self.html, &Limits::default())
    }

    /// Returns, for each block of the page, the share of its words that the gold text has.
    pub fn shares(&self, page: &Page) -> Result<Vec<f32>, OutOfMemory> {
        let texts = page.blocks().iter().map(|block| page.block_text(block));
        let texts: Vec<&str> = texts.collect();
        shares(&texts, &self.gold)
    }

    /// Writes a line `{"id": …, "text": …}`.
    pub fn write_text(&self, text: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", json!({"id": self.id, "text": text}))
    }
}
