//! The options of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser};
use goce_viewer::options::Source;

/// Makes the screenshots that are missing.
#[derive(Debug, Parser)]
#[command(name = "goce-render", max_term_width = 100)]
pub struct Options {
    #[command(flatten)]
    source: SourceOptions,
    /// Browsers at once.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: u16,
    #[arg(long, value_name = "PROGRAM", default_value = "chromium")]
    pub browser: PathBuf,
    /// The longest for a page.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub page_timeout: Duration,
    /// Scripts of pages run.
    #[arg(long)]
    pub scripts: bool,
}

/// The table of pages and its columns. Columns that are not named are found by usual names.
#[derive(Args, Clone, Debug)]
struct SourceOptions {
    /// An address (postgres://user@host/database) or settings (host=/tmp dbname=demo).
    database: String,
    /// The table or view of pages, with its schema if need be.
    #[arg(long)]
    table: String,
    /// What tells pages apart; by default the primary key.
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    key: Vec<String>,
    /// The page: text, or bytea, which goce_decode reads.
    #[arg(long, value_name = "COLUMN")]
    html: Option<String>,
    /// Its address.
    #[arg(long, value_name = "COLUMN")]
    url: Option<String>,
    /// Its title.
    #[arg(long, value_name = "COLUMN")]
    title: Option<String>,
    /// Its content as it should be.
    #[arg(long, value_name = "COLUMN")]
    gold: Option<String>,
    /// Its picture, bytea.
    #[arg(long, value_name = "COLUMN")]
    screenshot: Option<String>,
    /// The Content-Type of a page in bytea.
    #[arg(long, value_name = "COLUMN")]
    content_type: Option<String>,
    /// Where extracted texts are; by default the table's name and _text.
    #[arg(long, value_name = "TABLE")]
    target: Option<String>,
}

fn seconds(value: &str) -> Result<Duration, String> {
    let seconds = value.parse().ok().filter(|seconds| (1..=3600).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(|| "it is not a number from 1 to 3600".to_owned())
}

impl Options {
    /// Returns the table of pages, as the viewer takes it.
    pub fn source(&self) -> Source {
        let SourceOptions {
            database,
            table,
            key,
            html,
            url,
            title,
            gold,
            screenshot,
            content_type,
            target,
        } = self.source.clone();
        Source {
            database,
            table,
            key,
            html,
            url,
            title,
            gold,
            screenshot,
            content_type,
            target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_what_is_wrong_is_named() {
        let parsed = |line: &str| Options::try_parse_from(format!("goce-render {line}").split(' '));
        let options = parsed("db --table t --jobs 3 --key a,b --scripts").expect("options");
        assert_eq!((options.jobs, options.scripts, options.source().key.len()), (3, true, 2));
        for (line, wrong) in [
            ("db --table t --listen x", "--listen"),
            ("db --table t --jobs 0", "--jobs"),
            ("db --table t --page-timeout 0", "--page-timeout"),
            ("db --table t --jobs", "--jobs"),
            ("db --jobs 1", "--table"),
        ] {
            let error = parsed(line).expect_err(line).to_string();
            assert!(error.contains(wrong), "{error}");
        }
    }
}
