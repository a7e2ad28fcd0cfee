//! Indexes of WARC files, CDXJ: a line for each record, with the file and the place where it stands. What chooses lines
//! chooses records.

use std::fs;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::parts::{Part, ends_in};

/// What the names of indexes end in, with or without `.gz`. An index of the older form CDX has no line that is read, and is
/// refused as an index, not read as a page.
const ENDINGS: [&str; 2] = [".cdx", ".cdxj"];

/// Returns `true` for the name of an index.
pub fn is_index_name(name: &str) -> bool {
    ends_in(name, &ENDINGS, &[".gz"])
}

/// Returns `true` for the first bytes of an index.
pub fn is_index(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    head.lines().find(|line| !says_nothing(line)).is_some_and(|line| record(line).is_some())
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
}

impl<R: BufRead> Index<R> {
    pub fn new(lines: R, folder: &Path) -> Self {
        let folders = [folder.to_owned(), folder.join("../archive")];
        Index {
            lines,
            folders: folders.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect(),
        }
    }

    fn next_part(&mut self) -> io::Result<Option<Part>> {
        loop {
            let mut line = Vec::new();
            // No longer line is read.
            self.lines.by_ref().take(1 << 20).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            if let Some((file, offset, length)) = record(&line) {
                return Ok(Some(Part {
                    file: self.place(&file)?,
                    offset,
                    length,
                    zipped: None,
                }));
            }
            if !says_nothing(&line) {
                return Err(io::Error::other(format!("no file, offset and length: {}", line.trim_end())));
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

/// Returns the file, the offset and the length that a line has in its fields, which are JSON.
fn record(line: &str) -> Option<(String, u64, u64)> {
    let fields: Value = serde_json::from_str(line.get(line.find('{')?..)?).ok()?;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let [file, offset, length] = ["filename", "offset", "length"].map(|name| fields.get(name).map(text));
    let length = length?.parse().ok().filter(|&length| length > 0)?;
    Some((file?, offset?.parse().ok()?, length))
}
