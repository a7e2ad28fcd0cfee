//! The commands that need goce's library.

mod auto;
mod auto_parts;
mod auto_weights;
mod chunks;
mod comments;
mod diff_pairs;
mod duplicates;
mod gaps;
mod genre;
mod halves;
mod headlines;
mod hidden;
mod hostile;
mod items;
mod languages;
mod learnhtml;
mod link_regions;
mod own_model;
mod pages;
mod parts;
mod questions;
mod rendered;
mod scores;
mod sd;
mod site_gain;
mod site_parts;
mod sites;
mod structured;
mod threads;
mod web2text;
mod written;

#[path = "../../../tests/rendering/chunked.rs"]
mod chunked;
#[path = "../../../tests/rendering/read_back.rs"]
mod read_back;

use std::io::{self, Write};
use std::path::Path;

use goce_core::learn::labels::shares;
use goce_core::memory::OutOfMemory;
use goce_core::page::{Hidden, Limits, Page, PageError};
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
        ["site-gain", wcxb] => site_gain::measure(&pages(wcxb)?, None, out),
        ["site-gain", wcxb, directory] => site_gain::measure(&pages(wcxb)?, Some(Path::new(directory)), out),
        ["sd-fit", wcxb, directory] => sd::fit(&pages(wcxb)?, Path::new(directory), out),
        ["web2text-rows", wcxb, directory] => web2text::rows(&pages(wcxb)?, Path::new(directory)),
        ["web2text-predict", wcxb, directory] => web2text::predict(&pages(wcxb)?, Path::new(directory)),
        ["wcxb-extract", wcxb, method, options @ ..] if options.len() <= 2 => {
            let options = [0, 1].map(|option| options.get(option).copied());
            pages::extract(&pages(wcxb)?, method.parse()?, options, out)
        }
        ["metadata", wcxb] => pages::metadata(&pages(wcxb)?, out),
        ["headlines", wcxb] => headlines::measure(&pages(wcxb)?, out),
        ["parts", kind, directory] => parts::write(kind, Path::new(directory), out),
        ["link-regions", directory, marks] => link_regions::score(Path::new(directory), Path::new(marks), out),
        ["structured", wcxb] => structured::of_pages(&pages(wcxb)?, out),
        ["structured"] => structured::of_lines(io::stdin().lock(), out),
        ["items", wcxb] => items::write(&pages(wcxb)?, out),
        ["items-score", wcxb, marks] => items::score(&pages(wcxb)?, Path::new(marks), out),
        ["posts", wcxb] => threads::write(&pages(wcxb)?, out),
        ["posts-score", wcxb] => threads::score(&pages(wcxb)?, Path::new(wcxb), out),
        ["block-xpaths", wcxb] => pages::xpaths(&pages(wcxb)?, 200, out),
        ["block-xpaths", wcxb, wanted] => pages::xpaths(&pages(wcxb)?, wanted.parse()?, out),
        ["hidden", wcxb] => hidden::write(&pages(wcxb)?, Hidden::default(), out),
        ["hidden", wcxb, value] => hidden::write(&pages(wcxb)?, value.parse()?, out),
        ["comments", wcxb] => comments::write(&pages(wcxb)?, out),
        ["chunks", wcxb] => chunks::check(&pages(wcxb)?, "auto", out),
        ["chunks", wcxb, method] => chunks::check(&pages(wcxb)?, method, out),
        ["diff-pairs", wcxb, options @ ..] if options.len() <= 3 => {
            let number = |place: usize| options.get(place).map(|number| number.parse::<u64>()).transpose();
            let step = number(0)?.unwrap_or(1).max(1) as usize;
            let pages = wcxb::read_every(Path::new(wcxb), step)?;
            diff_pairs::measure(&pages, number(1)?.unwrap_or(1), options.get(2).map(Path::new), out)
        }
        ["near-duplicates", wcxb] => duplicates::measure(&pages(wcxb)?, out),
        ["languages", wcxb] => languages::measure(&pages(wcxb)?, out),
        ["highlight", method] => pages::highlight(method, out),
        ["written", method] => written::write(method, io::stdin().lock(), out),
        ["questions", wcxb, step, asked] => questions::run(&wcxb::read_every(Path::new(wcxb), step.parse()?)?, asked),
        ["auto-parts", wcxb, step, part] => auto_parts::run(&wcxb::read_every(Path::new(wcxb), step.parse()?)?, part),
        ["site-parts", number, part] => site_parts::run(number.parse()?, part, out),
        ["genre-network", network, pixels] => genre::time_network(Path::new(network), Path::new(pixels), out),
        ["hostile-call"] => hostile::list(out),
        ["hostile-call", function, shape, bytes] => hostile::call(function, shape, bytes.parse()?, out),
        ["hostile-gaps", bytes, milliseconds, only @ ..] => {
            gaps::write(bytes.parse()?, milliseconds.parse()?, only, out)
        }
        ["rendered-words", wcxb] => rendered::compare(&pages(wcxb)?, "auto", None, out),
        ["rendered-words", wcxb, method] => rendered::compare(&pages(wcxb)?, method, None, out),
        ["rendered-words", wcxb, method, directory] => {
            rendered::compare(&pages(wcxb)?, method, Some(Path::new(directory)), out)
        }
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
