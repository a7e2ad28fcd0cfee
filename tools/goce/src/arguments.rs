//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, CommandFactory, Parser, ValueEnum, error::ErrorKind};

use goce_archive::{DEFAULT_MAX_PAYLOAD, MAX_PAYLOAD};
use goce_core::extract::Focus;
use goce_core::page::Hidden;
use goce_methods::Method;

use crate::progress::visible;

/// The most bytes of a page that any setting allows, as `goce.max_html_size` does in SQL.
const MAX_HTML_SIZE: u64 = 1_000_000_000;

/// Clean text from web pages: HTML and WARC files to text, Markdown or JSON lines. The text is that of goce_page in
/// PostgreSQL, byte for byte.
///
/// An INPUT is an HTML file, a WARC file (both plain or .gz, the latter also .zst), a WACZ file, an index of WARC files
/// (CDXJ), a folder, or "-" for standard input. Of a folder and the folders in it, all files are read that end in
/// .html, .htm, .xhtml, .warc or .arc, with or without .gz, in .warc.zst, or in .wacz; links to folders, and links that
/// lead out of the folder, are not followed. Of an archive, the responses and resources that are HTML are pages. Of an
/// index, the records are read that it lists.
///
/// Pages come out in the order of the inputs. In text and Markdown a form feed separates them, and one within a page is
/// a space. JSON lines have all columns of goce_page, the file's name, and what a WARC record says. A page that fails
/// does not stop the run: in JSON lines the columns "error" and "error_kind" of its line say why; otherwise standard
/// error does.
#[derive(Clone, Debug, Parser)]
#[command(name = "goce", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Arguments {
    /// What to read; standard input without any.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// What to write. "copy" are the records of WARC files for PostgreSQL's COPY (FORMAT binary), as of goce_warc.
    #[arg(short, long, default_value = "text")]
    pub format: Format,

    /// Write to this file, or into this folder: if it is one, or the name ends in /. See below.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// How many pages are worked on at once; as many as there are processors if not given.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Also read files out of a folder to which links in it lead.
    #[arg(long)]
    pub follow_links: bool,

    /// The method of extraction.
    #[arg(long, default_value = "auto", value_parser = named(Method::ALL.map(Method::name)).map(parsed::<Method>))]
    pub method: Method,

    /// Which of two errors is worse: text that is no content, or content left out.
    #[arg(long, default_value = "balanced", value_parser = named(Focus::ALL.map(Focus::name)).map(parsed::<Focus>))]
    pub focus: Focus,

    /// Whether readers' comments are content; if not given, as the method decides.
    #[arg(long, value_name = "true|false", action = ArgAction::Set)]
    pub comments: Option<bool>,

    /// Which text that is not shown may be content: none, what a click opens, or all.
    #[arg(long, default_value = "folded", value_parser = named(Hidden::ALL.map(Hidden::name)).map(parsed::<Hidden>))]
    pub hidden: Hidden,

    /// Whether the content begins with the headline; if not given, Markdown does and text does not.
    #[arg(long, value_name = "true|false", action = ArgAction::Set)]
    pub title: Option<bool>,

    /// The address of the page, if there is one page only. WARC files have the addresses in them.
    #[arg(long)]
    pub url: Option<String>,

    /// The longest page, in bytes of UTF-8. A longer one fails, and so does a WARC record of four times as many bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 20, value_parser = clap::value_parser!(u64).range(1024..=MAX_HTML_SIZE))]
    pub max_html_size: u64,

    /// With --format copy: only records of this type, such as response; may be repeated.
    #[arg(long = "type", value_name = "TYPE")]
    pub types: Vec<String>,

    /// With --format copy: the largest payload. A larger one is left out: it is NULL, and an error says so.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(0..=MAX_PAYLOAD as u64))]
    pub max_payload: Option<u64>,

    /// Write the manual page, or the completions for a shell, and read no input.
    #[arg(long, value_name = "WHAT", exclusive = true)]
    pub generate: Option<Generated>,
}

const AFTER_HELP: &str = "\
A folder as --output gets one file for each input file. A file is written under a temporary name, and has its own once it \
is whole. Inputs whose file is there already are skipped: so the same command, given again, goes on where it was stopped. \
Delete a file to have it made again.

Exit status: 0 all is right, 1 some pages or inputs failed, 2 wrong usage or the output cannot be written.

Examples:
  goce page.html
  curl https://example.com/ | goce --format markdown --url https://example.com/
  goce --format jsonl crawl.warc.gz > pages.jsonl
  goce --format jsonl --output pages/ crawls/*.warc.gz
  goce --format copy crawl.warc.gz | PGCLIENTENCODING=UTF8 psql -c 'COPY records (ord, record_id, type, uri, date, \
    status, content_type, payload, error) FROM STDIN (FORMAT binary)'";

/// What `--generate` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generated {
    Man,
    Bash,
    Fish,
    Zsh,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Markdown,
    Jsonl,
    Copy,
}

impl Format {
    /// Returns what the names of files of this format end in.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Jsonl => "jsonl",
            Format::Copy => "copy",
        }
    }
}

fn named<const N: usize>(names: [&'static str; N]) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

#[expect(clippy::expect_used, reason = "the parser takes the names of the table alone")]
fn parsed<T: FromStr<Err: std::fmt::Debug>>(name: String) -> T {
    name.parse().expect("a name of the table")
}

impl Arguments {
    /// Reads the command line. A wrong one ends the process, with a message and exit status 2.
    pub fn read() -> Arguments {
        let arguments = Arguments::parse();
        if let Err(message) = arguments.check() {
            Arguments::reject(&message);
        }
        arguments
    }

    /// Ends the process, because the command line is wrong.
    pub fn reject(message: &str) -> ! {
        Arguments::command().error(ErrorKind::ArgumentConflict, visible(message)).exit()
    }

    fn check(&self) -> Result<(), String> {
        if self.focus != Focus::default() && !self.method.heeds_focus() {
            return Err(format!("--focus has no effect with the method \"{}\"", self.method.name()));
        }
        let is_copy = self.format == Format::Copy;
        for (name, is_given) in [
            ("--type", !self.types.is_empty()),
            ("--max-payload", self.max_payload.is_some()),
        ] {
            if is_given && !is_copy {
                return Err(format!("{name} is for --format copy"));
            }
        }
        let for_pages = [
            ("--url", self.url.is_some()),
            ("--comments", self.comments.is_some()),
            ("--title", self.title.is_some()),
            ("--hidden", self.hidden != Hidden::default()),
        ];
        for (name, is_given) in for_pages {
            if is_given && is_copy {
                return Err(format!("{name} is for pages, not for --format copy"));
            }
        }
        if self.url.is_some() && self.inputs.len() > 1 {
            return Err("--url is for one page".to_owned());
        }
        Ok(())
    }

    /// Returns the largest payload of a record, in bytes.
    pub fn max_payload(&self) -> usize {
        match self.max_payload {
            Some(bytes) => usize::try_from(bytes).unwrap_or(MAX_PAYLOAD),
            None if self.format == Format::Copy => DEFAULT_MAX_PAYLOAD,
            // No encoding that pages are in takes more than four bytes for what is one byte of UTF-8.
            None => self.max_html_size().saturating_mul(4).min(MAX_PAYLOAD),
        }
    }

    /// Returns the longest page, in bytes of UTF-8.
    pub fn max_html_size(&self) -> usize {
        usize::try_from(self.max_html_size).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Arguments, String> {
        let words = std::iter::once("goce").chain(words.split_whitespace());
        let arguments = Arguments::try_parse_from(words).map_err(|error| error.to_string())?;
        arguments.check().map(|()| arguments)
    }

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
        let arguments = read("").unwrap();
        assert_eq!((arguments.format, arguments.method.name(), arguments.comments), (Format::Text, "auto", None));
        assert_eq!(arguments.hidden, Hidden::Folded);
        assert_eq!(read("--hidden all").unwrap().hidden, Hidden::All);
        assert_eq!(arguments.max_payload(), 64 << 20);
    }

    #[test]
    fn wrong_ones_are_told() {
        for (words, expected) in [
            ("--method none", "web2text"),
            ("--jobs 0", "invalid value"),
            ("--comments perhaps", "true"),
            ("--method goce --focus recall", "no effect with the method \"goce\""),
            ("--type response a.warc", "for --format copy"),
            ("--format copy --title true", "not for --format copy"),
            ("--format copy --hidden none", "not for --format copy"),
            ("--hidden some", "folded"),
            ("--url http://a.example a.html b.html", "one page"),
            ("--max-html-size 5", "1024"),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(expected), "{words}: {error}");
        }
    }
}
