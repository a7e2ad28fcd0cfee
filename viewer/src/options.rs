//! The options of the command line.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use crate::error::Error;

/// The text of `--help`, before the options of the table and after them.
const HELP: [&str; 2] = [
    "\
usage: goce-viewer DATABASE --table TABLE [OPTION…]  serves the web application, prints the link to it

",
    "
The server.
  --listen ADDRESS        default 127.0.0.1:8700
  --token TEXT            the token of the link, also read from GOCE_VIEWER_TOKEN; by default a random one
  --name TEXT             the name that is saved with marks; by default the role
  --https                 browsers reach it by https, through a proxy: the cookie is sent by https alone
  --read-only             SELECT is all it does
  --timeout SECONDS       the longest a request may keep the database at work, default 20
  --connections N         to the database, default 8
  --judge                 begins by judging pages that are not judged
",
];

/// The options of [`Source`].
pub const OF_SOURCE: &str = "\
DATABASE is an address (postgres://user@host/database) or settings (host=/tmp dbname=demo).

Which pages. Columns that are not named are found by usual names.
  --table TABLE           the table or view of pages, with its schema if need be
  --key COLUMN[,COLUMN…]  what tells pages apart; by default the primary key
  --html COLUMN           the page: text, or bytea, which goce_decode reads
  --url COLUMN            its address
  --title COLUMN          its title
  --gold COLUMN           its content as it should be
  --update-gold           marks are written into that column too, and not to the table of marks alone
  --screenshot COLUMN     its picture, bytea
  --content-type COLUMN   the Content-Type of a page in bytea
  --target TABLE          where extracted texts are; by default the table's name and _text
";

/// Returns the text of `goce-viewer --help`.
#[must_use]
pub fn help() -> String {
    HELP.join(OF_SOURCE)
}

/// What a command line asks for.
#[derive(Debug)]
pub enum Command {
    Serve(Box<Options>),
    Help,
}

/// The table of pages and its columns, as named on the command line. What is `None`, or empty, is found by usual names.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The address of the database.
    pub database: String,
    pub table: String,
    pub key: Vec<String>,
    pub html: Option<String>,
    pub url: Option<String>,
    pub title: Option<String>,
    pub gold: Option<String>,
    pub screenshot: Option<String>,
    pub content_type: Option<String>,
    /// The table of extracted texts.
    pub target: Option<String>,
}

/// The options of the server. [`help`] explains them.
#[derive(Clone, Debug)]
pub struct Options {
    pub source: Source,
    /// Port 0 stands for a free one.
    pub listen: SocketAddr,
    /// The token of the link; without it a random one is made.
    pub token: Option<String>,
    /// The name that is saved with marks, in place of the role.
    pub name: Option<String>,
    pub https: bool,
    pub read_only: bool,
    /// What is marked is written into the column of gold texts too.
    pub update_gold: bool,
    pub timeout: Duration,
    pub connections: usize,
    pub judge: bool,
}

impl Options {
    /// The defaults for a table.
    #[must_use]
    pub fn new(database: &str, table: &str) -> Self {
        Self {
            source: Source {
                database: database.to_owned(),
                table: table.to_owned(),
                ..Source::default()
            },
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8700),
            token: None,
            name: None,
            https: false,
            read_only: false,
            update_gold: false,
            timeout: Duration::from_secs(20),
            connections: 8,
            judge: false,
        }
    }
}

/// Reads a command line without the program's name. `environment` returns the value of a variable.
pub fn parse(
    words: impl Iterator<Item = String>,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Command, Error> {
    let mut words = words.peekable();
    match words.peek().map(String::as_str) {
        None | Some("--help" | "-h" | "help") => return Ok(Command::Help),
        _ => {}
    }
    let mut options = Options::new("", "");
    options.token = environment("GOCE_VIEWER_TOKEN");
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            if !options.source.database.is_empty() {
                return Err(Error::Usage(format!("one database is enough: {word}")));
            }
            options.source.database = word;
            continue;
        }
        let switch = match word.as_str() {
            "--https" => Some(&mut options.https),
            "--read-only" => Some(&mut options.read_only),
            "--update-gold" => Some(&mut options.update_gold),
            "--judge" => Some(&mut options.judge),
            _ => None,
        };
        if let Some(switch) = switch {
            *switch = true;
            continue;
        }
        let value = words
            .next()
            .ok_or_else(|| Error::Usage(format!("unknown option, or one without its value: {word}")))?;
        if !options.source.set(&word, &value) && !of_server(&word, &value, &mut options)? {
            return Err(Error::Usage(format!("unknown option: {word}")));
        }
    }
    if options.source.database.is_empty() || options.source.table.is_empty() {
        return Err(Error::Usage("a database and --table are needed".to_owned()));
    }
    if options.read_only && options.update_gold {
        return Err(Error::Usage("--update-gold writes, which --read-only forbids".to_owned()));
    }
    Ok(Command::Serve(Box::new(options)))
}

impl Source {
    /// Takes an option and its value; false where it is none of the table's.
    pub fn set(&mut self, word: &str, value: &str) -> bool {
        let value = value.to_owned();
        match word {
            "--table" => self.table = value,
            "--key" => self.key = value.split(',').map(str::to_owned).collect(),
            "--html" => self.html = Some(value),
            "--url" => self.url = Some(value),
            "--title" => self.title = Some(value),
            "--gold" => self.gold = Some(value),
            "--screenshot" => self.screenshot = Some(value),
            "--content-type" => self.content_type = Some(value),
            "--target" => self.target = Some(value),
            _ => return false,
        }
        true
    }
}

fn of_server(word: &str, value: &str, options: &mut Options) -> Result<bool, Error> {
    match word {
        "--listen" => {
            options.listen = value.parse().map_err(|_| {
                Error::Usage(format!("--listen takes an address and a port, such as 127.0.0.1:8700: {value}"))
            })?;
        }
        "--token" => options.token = Some(value.to_owned()),
        "--name" => options.name = Some(value.to_owned()),
        "--timeout" => options.timeout = Duration::from_secs(number(word, value, 3600)?),
        "--connections" => options.connections = to_usize(number(word, value, 1000)?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn number(word: &str, value: &str, most: u64) -> Result<u64, Error> {
    value
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| Error::Usage(format!("{word} takes a number from 1 to {most}: {value}")))
}

/// Converts a number whose bound is far below 2³².
fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, Error> {
        parse(line.split_whitespace().map(str::to_owned), &|_| None)
    }

    #[test]
    fn columns_are_named() {
        let Ok(Command::Serve(options)) = parsed("db --table a.b --key x,y --html body --read-only") else {
            panic!("refused")
        };
        assert_eq!(options.source.key, ["x", "y"]);
        assert_eq!(options.source.html.as_deref(), Some("body"));
        assert!(options.read_only);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, wrong) in [
            ("db --table t --port 1", "--port"),
            ("db --table t --jobs 2", "--jobs"),
            ("db", "--table"),
            ("db --table t --timeout 0", "--timeout"),
            ("db --table t --read-only --update-gold", "--update-gold"),
        ] {
            let error = parsed(line).expect_err(line).to_string();
            assert!(error.contains(wrong), "{error}");
        }
    }
}
