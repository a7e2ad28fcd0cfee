//! The commands that need goce's library.

mod auto;
mod auto_parts;
mod auto_weights;
mod genre;
mod halves;
mod hostile;
mod learnhtml;
mod lists;
mod pages;
mod records;
mod scores;
mod sd;
mod sites;
mod web2text;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use goce_core::extract::{Focus, Selection};
use goce_core::learn::labels::shares;
use goce_core::memory::OutOfMemory;
use goce_core::page::{Limits, Page, PageError};
use goce_core::render;
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
    /// Scores the records of lists against models/lists/marks.jsonl, in two halves by domain
    ItemsScore { wcxb: PathBuf, marks: PathBuf },
    /// Recall and precision of the records of lists, on pages whose records are labelled, in two halves by domain
    RecordsScore { directory: PathBuf },
    /// What models/lists/train.py learns from
    RecordsRows { directory: PathBuf },
    /// A line a table of the pages *.html and *.html.gz of a directory and those below it
    Tables { directory: PathBuf },
    /// What goce_highlight makes of the page on standard input
    Highlight { method: Method },
    /// Text, Markdown, Markdown behind front matter and chunks of pages, a JSON string a line on standard input
    Written { method: Method },
    /// Takes every STEP-th page through the parts of auto up to PART
    AutoParts {
        wcxb: PathBuf,
        step: usize,
        part: auto_parts::Part,
    },
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
            Self::Structured => pages::stated(stdin, out),
            Self::ItemsScore { wcxb, marks } => lists::score_items(&read(&wcxb)?, &marks, out),
            Self::RecordsScore { directory } => records::score(&directory, out),
            Self::RecordsRows { directory } => records::write_rows(&directory, out),
            Self::Tables { directory } => pages::tables(&directory, out),
            Self::Highlight { method } => pages::highlight(method, stdin, out),
            Self::Written { method } => pages::written(method, stdin, out),
            Self::AutoParts { wcxb, step, part } => auto_parts::run(&read_every(&wcxb, step)?, part),
            Self::HostileCall {
                function: Some(function),
                shape: Some(shape),
                bytes: Some(bytes),
            } => hostile::call(&function, &shape, bytes, out),
            Self::HostileCall { .. } => hostile::list(out),
        }
    }
}

/// Creates a file of a directory. What is written last is lost unless it is flushed.
fn create(directory: &Path, name: &str) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(directory.join(name))?))
}

/// Parses a page within the default limits.
fn parse(html: &str) -> Result<Page, PageError> {
    Page::parse(html, &Limits::default())
}

impl LabelledPage {
    pub fn parse(&self) -> Result<Page, PageError> {
        parse(&self.html)
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

    /// Writes such a line with what was selected of the page, and returns the text.
    pub fn write_selection(&self, page: &Page, selection: &Selection, out: &mut dyn Write) -> Result<String, Failure> {
        let text = render::text(page, selection)?;
        self.write_text(text.as_deref(), out)?;
        Ok(text.unwrap_or_default())
    }
}
