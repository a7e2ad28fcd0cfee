//! The program `goce-tools`: what training, measuring and comparing need. [`HELP`] lists its commands.

#![forbid(unsafe_code)]

#[cfg(feature = "library")]
mod library;
mod rows;
#[path = "../../tests/shapes/mod.rs"]
mod shapes;
mod wcxb;

use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
type Failure = Box<dyn Error>;

const HELP: &str = "\
usage: goce-tools COMMAND ARGUMENT…

WCXB is a directory in that data set's format: html/ID.html.gz and ground-truth/ID.json. FOLDS is a file with a
line a page in the order of their IDs: ID, tab, fold. Results go to standard output unless a DIRECTORY is named.

Training
  auto-rows WCXB DIRECTORY        what models/auto/train.py learns from; DIRECTORY has folds.tsv
  auto-predict WCXB DIRECTORY     what the models of the folds extract
  own-model WCXB CORPORA NUMBERS [DIRECTORY]
                                  what texts gain by corrections of auto that learned from NUMBERS of pages, as 20,60, in
                                  corpora such as tools/data/own-corpora.tsv; DIRECTORY has the models of the folds
  auto-rehash MODEL               writes the hash of today's names of features into a model of auto: for new names alone
  site-weigh WCXB DIRECTORY       how much the other pages of a site should count for auto, by the models of the folds
  genre-features WCXB DIRECTORY   what models/genre-markup/train.py learns from
  genre-pixels WIDTH HEIGHT ASPECT
                                  screenshots, whose paths are read, as the genre network takes them
  learnhtml-train WCXB FILE [MODEL [OPTIONS]]
                                  trains learnhtml on all pages; MODEL and OPTIONS are those of goce_train
  learnhtml-folds WCXB FOLDS DIRECTORY [MODEL [OPTIONS]]
                                  trains it without each fold, and scores what it extracts of that fold
  learnhtml-table WCXB FOLDS [SAMPLES]
                                  the thesis' Table 3.4, learned from at most so many samples (40000)
  sd-fit WCXB DIRECTORY           the thresholds of SD, and their scores; DIRECTORY has folds.tsv
  web2text-rows WCXB DIRECTORY    what models/web2text/train.py learns from
  web2text-predict WCXB DIRECTORY what the networks of the folds extract; DIRECTORY has folds.tsv

Pages
  wcxb-copy WCXB                  rows for COPY: id, url, html, page_type, gold, title, author, publish_date
  wcxb-extract WCXB METHOD [FOCUS [COMMENTS]]
                                  a line {\"id\": …, \"text\": …} a page; COMMENTS is true or false
  metadata WCXB                   a line of metadata a page
  structured                      a line {\"structured\": …, \"metadata\": …} for each line {\"html\": …, \"url\": …} of
                                  standard input
  block-xpaths WCXB [PAGES]       a line {\"id\": …, \"html\": …, \"blocks\": [[xpath, tag, text], …]} for each of
                                  some pages (200), evenly spread
  items WCXB                      a line {\"id\": …, \"items\": […]} a page: the records of lists
  tables DIRECTORY                a line a table of the pages *.html and *.html.gz of a directory and those below it
  posts WCXB                      a line {\"id\": …, \"posts\": […]} a page: the posts of threads
  highlight METHOD                what goce_highlight makes of the page on standard input
  written METHOD                  text, Markdown, Markdown behind front matter and chunks of pages, a JSON string a line on
                                  standard input

Checks and measurements
  questions WCXB STEP QUESTION   asks every STEP-th page one question or several
  auto-parts WCXB STEP PART       takes every STEP-th page through the parts of auto up to PART
  site-parts PAGES PART           takes so many generated pages of one site through a part of goce_site's work, or auto
  genre-look [NETWORK]            a line for each screenshot whose path is read: path, probability of a list view and
                                  width of its layout, by a file or the built-in network
  genre-network NETWORK PIXELS    times a network for each line of standard input
  hostile-pages BYTES [SHAPE]...  hostile pages, all or some, as rows for COPY: name, page
  hostile-shapes                  the names of the shapes that they have
  hostile-call [FUNCTION SHAPE BYTES]
                                  one function on one such page; without arguments the functions and shapes
  items-score WCXB MARKS          scores the records of lists against models/lists/marks.jsonl, in two halves by domain
  posts-score WCXB                scores the posts of threads against ground_truth.posts, in two halves by domain
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut out = BufWriter::new(stdout().lock());
    let done = run(&words, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str], out: &mut dyn Write) -> Result<(), Failure> {
    match words {
        ["help" | "--help"] => Ok(out.write_all(HELP.as_bytes())?),
        ["wcxb-copy", wcxb] => rows::copy(&wcxb::read(Path::new(wcxb))?, out),
        ["hostile-pages", bytes, only @ ..] => rows::hostile_pages(bytes.parse()?, only, out),
        ["hostile-shapes"] => rows::hostile_shapes(out),
        #[cfg(feature = "library")]
        _ => library::run(words, out),
        #[cfg(not(feature = "library"))]
        _ => Err(HELP.into()),
    }
}
