//! Indexes of WARC files, CDX and CDXJ: a line for each record, with the file and the place where it stands. What chooses
//! lines chooses records.

use std::fs;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::parts::Part;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// What the names of indexes end in, with or without `.gz`.
const ENDINGS: [&str; 2] = [".cdx", ".cdxj"];

/// Returns `true` for the name of an index.
pub fn is_index_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    ENDINGS.iter().any(|ending| plain.ends_with(ending))
}

/// Returns `true` for the first bytes of an index.
pub fn is_index(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    head.lines().find(|line| !says_nothing(line)).is_some_and(|line| Line::read(line, &[]).is_some())
}

/// Returns `true` for an empty line, and for one about the index itself.
fn says_nothing(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('!')
}

/// The records that an index lists, as parts of files in its folder or in the folder `archive` beside that.
pub struct Index<R> {
    lines: R,
    /// The folders that its files may be in.
    folders: Vec<PathBuf>,
    /// The letters of a CDX file's first line.
    letters: Vec<String>,
}

impl<R: BufRead> Index<R> {
    pub fn new(lines: R, folder: &Path) -> Self {
        let folders = [folder.to_owned(), folder.join("../archive")];
        Index {
            lines,
            folders: folders.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect(),
            letters: Vec::new(),
        }
    }

    fn next_part(&mut self) -> io::Result<Option<Part>> {
        loop {
            let mut line = Vec::new();
            self.lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            match Line::read(&line, &self.letters) {
                Some(Line::Letters(letters)) => self.letters = letters,
                Some(Line::Record { file, offset, length }) => {
                    let file = self.place(&file)?;
                    return Ok(Some(Part {
                        file,
                        offset,
                        length,
                        zipped: None,
                    }));
                }
                None if says_nothing(&line) => {}
                None => return Err(io::Error::other(format!("no file, offset and length: {}", line.trim_end()))),
            }
        }
    }

    /// Returns where a file is that the index names. Neither its name nor a link may lead out of the folders: who made the
    /// index may want it. A pipe may never end.
    fn place(&self, name: &str) -> io::Result<PathBuf> {
        let mut found = self.folders.iter().filter_map(|folder| fs::canonicalize(folder.join(name)).ok());
        let may_be_read = |file: &PathBuf| file.is_file() && self.folders.iter().any(|folder| file.starts_with(folder));
        let missing = || io::Error::other(format!("there is no file {name} in the folder of the index"));
        found.find(may_be_read).ok_or_else(missing)
    }
}

impl<R: BufRead> Iterator for Index<R> {
    type Item = io::Result<Part>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_part().transpose()
    }
}

/// A line of an index.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Letters(Vec<String>),
    Record { file: String, offset: u64, length: u64 },
}

impl Line {
    /// Reads a line: the head of a CDX file, a line under these letters, or one of CDXJ, whose fields are JSON.
    fn read(line: &str, letters: &[String]) -> Option<Line> {
        let mut words = line.split_ascii_whitespace();
        if line.trim_start().starts_with("CDX ") {
            return Some(Line::Letters(words.skip(1).map(str::to_owned).collect()));
        }
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let [file, offset, length] = if letters.is_empty() {
            let fields: Value = serde_json::from_str(line.get(line.find('{')?..)?).ok()?;
            ["filename", "offset", "length"].map(|name| fields.get(name).map(text))
        } else {
            let words: Vec<&str> = words.by_ref().collect();
            let of =
                |letter| words.get(letters.iter().position(|found| found == letter)?).map(|word| (*word).to_owned());
            ["g", "V", "S"].map(of)
        };
        Some(Line::Record {
            file: file?,
            offset: offset?.parse().ok()?,
            length: length?.parse().ok().filter(|&length| length > 0)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_kinds_are_read() {
        let letters: Vec<String> = "N b a m s k r M S V g".split(' ').map(str::to_owned).collect();
        let record = |file: &str, offset, length| Line::Record {
            file: file.to_owned(),
            offset,
            length,
        };
        for (line, letters, expected) in [
            (" CDX N b a m s k r M S V g\n", &[][..], Some(Line::Letters(letters.clone()))),
            (
                "example,a)/1 20240229123456 {\"url\": \"http://a.example/1\", \"length\": \"300\", \"offset\": 20, \"filename\": \"a.warc.gz\"}",
                &[],
                Some(record("a.warc.gz", 20, 300)),
            ),
            (
                "example,a)/ 20240229123456 http://a.example/ text/html 200 SHA1 - - 300 20 b/a.warc.gz\r\n",
                &letters,
                Some(record("b/a.warc.gz", 20, 300)),
            ),
            ("example,a)/ 20240229123456 {\"filename\": \"a.warc.gz\", \"offset\": 0}", &[], None),
            ("example,a)/ 20240229123456 http://a.example/ text/html 200 SHA1 - - - 20 a.warc.gz", &letters, None),
            ("example,a)/ 2024 {\"filename\": \"a.warc.gz\", \"offset\": 0, \"length\": 0}", &[], None),
            ("", &[], None),
        ] {
            assert_eq!(Line::read(line, letters), expected, "{line}");
        }
        assert!(is_index(b" CDX N b a m s k r M S V g\nx") && !is_index(b"<p>CDX {") && !is_index(b""));
        assert!(is_index(b"a)/ 2024 {\"filename\": \"a\", \"offset\": \"0\", \"length\": \"9\"}\n"));
        assert!(is_index(b"!OpenWayback-CDXJ 1.0\n\n CDX N b\n") && !is_index(b"!\n\n<p>"));
        assert!(is_index_name("a.CDXJ.gz") && is_index_name("a.cdx") && !is_index_name("a.cdx.html"));
    }
}
