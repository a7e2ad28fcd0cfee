//! The options of the command line.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use goce_viewer::options::{OF_SOURCE, Source};

use crate::error::Error;

/// What [`read`] says for `--help`, before the options of the table and after them.
const HELP: [&str; 2] = [
    "\
usage: goce-render DATABASE --table TABLE [OPTION…]  makes the screenshots that are missing

",
    "
Screenshots.
  --jobs N                browsers at once, default 2
  --browser PROGRAM       default chromium
  --page-timeout SECONDS  the longest for a page, default 30
  --scripts               scripts of pages run
",
];

#[derive(Debug)]
pub struct Options {
    pub source: Source,
    pub jobs: usize,
    pub browser: PathBuf,
    pub page_timeout: Duration,
    pub scripts: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            source: Source::default(),
            jobs: 2,
            browser: PathBuf::from("chromium"),
            page_timeout: Duration::from_secs(30),
            scripts: false,
        }
    }
}

pub fn help() -> String {
    HELP.join(OF_SOURCE)
}

/// Reads a command line without the program's name; `None` where it asks for help.
pub fn read(words: impl Iterator<Item = String>) -> Result<Option<Options>, Error> {
    let mut words = words.peekable();
    if matches!(words.peek().map(String::as_str), None | Some("--help" | "-h" | "help")) {
        return Ok(None);
    }
    let mut options = Options::default();
    while let Some(word) = words.next() {
        if options.source.database.is_empty() && !word.starts_with("--") {
            options.source.database = word;
            continue;
        }
        if word == "--scripts" {
            options.scripts = true;
            continue;
        }
        let value = words.next();
        let value = value.ok_or_else(|| Error::Usage(format!("unknown option, or one without its value: {word}")))?;
        match word.as_str() {
            "--jobs" => options.jobs = number(&word, &value, 64)?,
            "--browser" => options.browser = PathBuf::from(value),
            "--page-timeout" => options.page_timeout = Duration::from_secs(number(&word, &value, 3600)?),
            _ if options.source.set(&word, &value) => {}
            _ => return Err(Error::Usage(format!("unknown option: {word}"))),
        }
    }
    if options.source.database.is_empty() || options.source.table.is_empty() {
        return Err(Error::Usage("a database and --table are needed".to_owned()));
    }
    Ok(Some(options))
}

fn number<N: FromStr + PartialOrd + From<u16>>(word: &str, value: &str, most: u16) -> Result<N, Error> {
    let number = value.parse().ok().filter(|number| *number >= N::from(1) && *number <= N::from(most));
    number.ok_or_else(|| Error::Usage(format!("{word} takes a number from 1 to {most}: {value}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Options>, Error> {
        read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read_and_what_is_wrong_is_named() {
        let options = parsed("db --table t --jobs 3 --key a,b --scripts").expect("options").expect("no help");
        assert_eq!((options.jobs, options.scripts, options.source.key.len()), (3, true, 2));
        assert!(parsed("").expect("help").is_none());
        for (line, wrong) in [
            ("db --table t --listen x", "--listen"),
            ("db --table t --jobs 0", "--jobs"),
            ("db --table t --jobs", "--jobs"),
            ("db --jobs 1", "--table"),
        ] {
            let error = parsed(line).expect_err(line).to_string();
            assert!(error.contains(wrong), "{error}");
        }
    }
}
