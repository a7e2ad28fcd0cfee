//! The options of the command line.

use std::net::SocketAddr;
use std::time::Duration;

use clap::{Args, Parser};

/// The table of pages and its columns. What is `None`, or empty, is found by usual names.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which pages (columns that are not named are found by usual names)")]
pub struct Source {
    /// The address of the database: postgres://user@host/database, or postgres:///database?host=/tmp
    pub database: String,
    /// The table or view of pages, with its schema if need be
    #[arg(long)]
    pub table: String,
    /// What tells pages apart; by default the primary key
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub key: Vec<String>,
    /// The page: text, or bytea, which goce_decode reads
    #[arg(long, value_name = "COLUMN")]
    pub html: Option<String>,
    /// Its address
    #[arg(long, value_name = "COLUMN")]
    pub url: Option<String>,
    /// Its title
    #[arg(long, value_name = "COLUMN")]
    pub title: Option<String>,
    /// When it was captured
    #[arg(long, value_name = "COLUMN")]
    pub captured: Option<String>,
    /// Its content as it should be
    #[arg(long, value_name = "COLUMN")]
    pub gold: Option<String>,
    /// Its picture, bytea
    #[arg(long, value_name = "COLUMN")]
    pub screenshot: Option<String>,
    /// The Content-Type of a page in bytea
    #[arg(long, value_name = "COLUMN")]
    pub content_type: Option<String>,
    /// Where extracted texts are; by default the table's name and _text
    #[arg(long, value_name = "TABLE")]
    pub target: Option<String>,
}

/// Serves the web application beside the database, and prints the link to it
#[derive(Debug, Parser)]
#[command(name = "goce-viewer", version)]
pub struct Options {
    #[command(flatten)]
    pub source: Source,
    /// Where the viewer listens; port 0 stands for a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8700")]
    pub listen: SocketAddr,
    /// The token of the link, of at least 16 characters; by default a random one
    #[arg(long, value_name = "TEXT", env = "GOCE_VIEWER_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// The name that is saved with marks; by default the role
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// Browsers reach it by https, through a proxy: the cookie is sent by https alone
    #[arg(long)]
    pub https: bool,
    /// SELECT is all it does
    #[arg(long)]
    pub read_only: bool,
    /// The longest a request may keep the database at work, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub timeout: Duration,
    /// Connections to the database
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub connections: u32,
    /// Begins by judging pages that are not judged
    #[arg(long)]
    pub judge: bool,
}

impl Options {
    /// The defaults for a table.
    #[must_use]
    pub fn new(database: &str, table: &str) -> Self {
        Self::parse_from(["goce-viewer", &format!("--table={table}"), "--", database])
    }
}

/// Reads a time of up to an hour, in seconds.
///
/// # Errors
///
/// The text is no whole number from 1 to 3600.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (1..=3600).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(|| "it takes seconds, from 1 to 3600".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_and_what_is_wrong_too() {
        let parsed = |line: &str| Options::try_parse_from(["goce-viewer"].into_iter().chain(line.split_whitespace()));
        let options = parsed("db --table a.b --key x,y --html body --read-only").expect("options");
        assert_eq!(options.source.key, ["x", "y"]);
        assert_eq!((options.source.html.as_deref(), options.read_only), (Some("body"), true));
        assert_eq!((options.timeout, options.listen.port()), (Duration::from_secs(20), 8700));
        for (line, wrong) in [
            ("db --table t --port 1", "--port"),
            ("db", "--table"),
            ("db --table t --timeout 0", "--timeout"),
            ("db --table t --listen 8700", "--listen"),
        ] {
            let error = parsed(line).expect_err(line).to_string();
            assert!(error.contains(wrong), "{error}");
        }
    }
}
