//! The commands that need goce's library.

mod auto;
mod auto_parts;
mod auto_weights;
mod genre;
mod halves;
mod hostile;
mod learnhtml;
mod lists;
mod own_model;
mod pages;
mod questions;
mod records;
mod scores;
mod sd;
mod site_parts;
mod sites;
mod structured;
mod tables;
mod web2text;
mod written;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Subcommand;
use goce_core::extract::Focus;
use goce_core::learn::labels::shares;
use goce_core::memory::OutOfMemory;
use goce_core::page::{Limits, Page, PageError};
use goce_methods::Method;
use serde_json::json;

use crate::Failure;
use crate::wcxb::{LabelledPage, read, read_every};

#[derive(Subcommand)]
pub enum Command {
    /// What models/auto/train.py learns from; DIRECTORY has folds.tsv
    AutoRows { wcxb: PathBuf, directory: PathBuf },
    /// What the models of the folds extract
    AutoPredict { wcxb: PathBuf, directory: PathBuf },
    /// What texts gain by corrections of auto that learned from NUMBERS of pages, as 20,60, in CORPORA such as
    /// tools/data/own-corpora.tsv; DIRECTORY has the models of the folds
    OwnModel {
        wcxb: PathBuf,
        corpora: PathBuf,
        #[arg(value_delimiter = ',', num_args = 1, required = true)]
        numbers: Vec<usize>,
        directory: Option<PathBuf>,
    },
    /// Writes the hash of today's names of features into a model of auto: for new names alone
    AutoRehash { model: PathBuf },
    /// How much the other pages of a site should count for auto, by the models of the folds
    SiteWeigh { wcxb: PathBuf, directory: PathBuf },
    /// What models/genre-markup/train.py learns from
    GenreFeatures { wcxb: PathBuf, directory: PathBuf },
    /// Screenshots, whose paths are read, as the genre network takes them
    GenrePixels { width: u32, height: u32, aspect: f64 },
    /// Trains learnhtml on all pages; MODEL and OPTIONS are those of goce_train
    LearnhtmlTrain {
        wcxb: PathBuf,
        file: PathBuf,
        model: Option<String>,
        options: Option<String>,
    },
    /// Trains learnhtml without each fold, and scores what it extracts of that fold
    LearnhtmlFolds {
        wcxb: PathBuf,
        folds: PathBuf,
        directory: PathBuf,
        model: Option<String>,
        options: Option<String>,
    },
    /// The thesis' Table 3.4, learned from at most so many samples
    LearnhtmlTable {
        wcxb: PathBuf,
        folds: PathBuf,
        #[arg(default_value_t = 40_000)]
        samples: usize,
    },
    /// The thresholds of SD, and their scores; DIRECTORY has folds.tsv
    SdFit { wcxb: PathBuf, directory: PathBuf },
    /// What models/web2text/train.py learns from
    Web2textRows { wcxb: PathBuf, directory: PathBuf },
    /// What the networks of the folds extract; DIRECTORY has folds.tsv
    Web2textPredict { wcxb: PathBuf, directory: PathBuf },
    /// A line {"id": …, "text": …} a page; COMMENTS is true or false
    WcxbExtract {
        wcxb: PathBuf,
        method: Method,
        focus: Option<Focus>,
        comments: Option<bool>,
    },
    /// A line of metadata a page
    Metadata { wcxb: PathBuf },
    /// A line {"structured": …, "metadata": …} for each line {"html": …, "url": …} of standard input
    Structured,
    /// A line {"id": …, "html": …, "blocks": [[xpath, tag, text], …]} for each of some pages, evenly spread
    BlockXpaths {
        wcxb: PathBuf,
        #[arg(default_value_t = 200)]
        pages: usize,
    },
    /// A line {"id": …, "items": […]} a page: the records of lists
    Items { wcxb: PathBuf },
    /// Scores the records of lists against models/lists/marks.jsonl, in two halves by domain
    ItemsScore { wcxb: PathBuf, marks: PathBuf },
    /// Recall and precision of the records of lists, on pages whose records are labelled, in two halves by domain
    RecordsScore { directory: PathBuf },
    /// What models/lists/train.py learns from
    RecordsRows { directory: PathBuf },
    /// A line {"id": …, "posts": […]} a page: the posts of threads
    Posts { wcxb: PathBuf },
    /// A line a table of the pages *.html and *.html.gz of a directory and those below it
    Tables { directory: PathBuf },
    /// What goce_highlight makes of the page on standard input
    Highlight { method: Method },
    /// Text, Markdown, Markdown behind front matter and chunks of pages, a JSON string a line on standard input
    Written { method: Method },
    /// Asks every STEP-th page one question or several
    Questions {
        wcxb: PathBuf,
        step: usize,
        asked: questions::Asked,
    },
    /// Takes every STEP-th page through the parts of auto up to PART
    AutoParts {
        wcxb: PathBuf,
        step: usize,
        part: auto_parts::Part,
    },
    /// Takes so many generated pages of one site through a part of goce_site's work, or auto
    SiteParts { pages: usize, part: site_parts::Part },
    /// A line for each screenshot whose path is read: path, probability of a list view and width of its layout, by a file
    /// or the built-in network
    GenreLook { network: Option<PathBuf> },
    /// Times a network for each line of standard input
    GenreNetwork { network: PathBuf, pixels: PathBuf },
    /// One function on one hostile page; without arguments the functions and shapes
    HostileCall {
        #[arg(requires = "bytes")]
        function: Option<String>,
        shape: Option<String>,
        bytes: Option<usize>,
    },
}

impl Command {
    /// Writes what the command makes.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let stdin = io::stdin().lock();
        match self {
            Self::AutoRows { wcxb, directory } => auto::rows(&read(&wcxb)?, &directory),
            Self::AutoPredict { wcxb, directory } => auto::predict(&read(&wcxb)?, &directory),
            Self::OwnModel {
                wcxb,
                corpora,
                numbers,
                directory,
            } => own_model::measure(&read(&wcxb)?, &corpora, &numbers, directory.as_deref(), out),
            Self::AutoRehash { model } => auto::rehash(&model),
            Self::SiteWeigh { wcxb, directory } => sites::weigh(&read(&wcxb)?, &wcxb, &directory, out),
            Self::GenreFeatures { wcxb, directory } => genre::write_features(&read(&wcxb)?, &directory),
            Self::GenrePixels { width, height, aspect } => genre::write_pixels(width, height, aspect, stdin, out),
            Self::LearnhtmlTrain {
                wcxb,
                file,
                model,
                options,
            } => learnhtml::train_all(&read(&wcxb)?, &file, &learnhtml::options(model, options)?, out),
            Self::LearnhtmlFolds {
                wcxb,
                folds,
                directory,
                model,
                options,
            } => {
                let options = learnhtml::options(model, options)?;
                learnhtml::cross_validate(&read(&wcxb)?, &folds, &directory, &options, out)
            }
            Self::LearnhtmlTable { wcxb, folds, samples } => learnhtml::table_3_4(&read(&wcxb)?, &folds, samples, out),
            Self::SdFit { wcxb, directory } => sd::fit(&read(&wcxb)?, &directory, out),
            Self::Web2textRows { wcxb, directory } => web2text::rows(&read(&wcxb)?, &directory),
            Self::Web2textPredict { wcxb, directory } => web2text::predict(&read(&wcxb)?, &directory),
            Self::WcxbExtract {
                wcxb,
                method,
                focus,
                comments,
            } => pages::extract(&read(&wcxb)?, method, focus.unwrap_or_default(), comments, out),
            Self::Metadata { wcxb } => pages::metadata(&read(&wcxb)?, out),
            Self::Structured => structured::write(stdin, out),
            Self::BlockXpaths { wcxb, pages } => pages::xpaths(&read(&wcxb)?, pages, out),
            Self::Items { wcxb } => lists::write_items(&read(&wcxb)?, out),
            Self::ItemsScore { wcxb, marks } => lists::score_items(&read(&wcxb)?, &marks, out),
            Self::RecordsScore { directory } => records::score(&directory, out),
            Self::RecordsRows { directory } => records::write_rows(&directory, out),
            Self::Posts { wcxb } => lists::write_posts(&read(&wcxb)?, out),
            Self::Tables { directory } => tables::write(&directory, out),
            Self::Highlight { method } => pages::highlight(method, stdin, out),
            Self::Written { method } => written::write(method, stdin, out),
            Self::Questions { wcxb, step, asked } => questions::run(&read_every(&wcxb, step)?, asked),
            Self::AutoParts { wcxb, step, part } => auto_parts::run(&read_every(&wcxb, step)?, part),
            Self::SiteParts { pages, part } => site_parts::run(pages, part, out),
            Self::GenreLook { network } => genre::look(network.as_deref(), stdin, out, &mut io::stderr()),
            Self::GenreNetwork { network, pixels } => genre::time_network(&network, &pixels, stdin, out),
            Self::HostileCall {
                function: Some(function),
                shape: Some(shape),
                bytes: Some(bytes),
            } => hostile::call(&function, &shape, bytes, out),
            Self::HostileCall { .. } => hostile::list(out),
        }
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
