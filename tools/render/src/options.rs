//! The options of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use goce_viewer::options::{Source, seconds};

/// Makes the screenshots that a table of pages lacks
#[derive(Debug, Parser)]
#[command(name = "goce-render", version)]
pub struct Options {
    #[command(flatten)]
    pub source: Source,
    /// Browsers at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub jobs: u32,
    /// The browser
    #[arg(long, value_name = "PROGRAM", default_value = "chromium")]
    pub browser: PathBuf,
    /// The longest for a page, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub page_timeout: Duration,
    /// Scripts of pages run
    #[arg(long)]
    pub scripts: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_what_is_wrong_is_named() {
        let parsed = |line: &str| Options::try_parse_from(["goce-render"].into_iter().chain(line.split_whitespace()));
        let options = parsed("db --table t --jobs 3 --key a,b --scripts").expect("options");
        assert_eq!((options.jobs, options.scripts, options.source.key.len()), (3, true, 2));
        for (line, wrong) in [
            ("db --table t --listen x", "--listen"),
            ("db --table t --jobs 0", "--jobs"),
        ] {
            let error = parsed(line).expect_err(line).to_string();
            assert!(error.contains(wrong), "{error}");
        }
    }
}
