//! Indexes of WARC files, CDX and CDXJ: a line for each record, with the file and the place where it stands. What chooses
//! lines chooses records.

use std::io::{self, BufRead, Read};
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::parts::Part;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Returns `true` for the first bytes of an index.
pub fn is_index(head: &[u8]) -> bool {
    let line = String::from_utf8_lossy(head.split(|&byte| byte == b'\n').next().unwrap_or(&[]));
    line.trim_start().starts_with("CDX ") || matches!(Line::read(&line, &[]), Some(Line::Record { .. }))
}

/// The records that an index lists, as parts of files in its folder or in the folder `archive` beside that.
pub struct Index<R> {
    lines: R,
    folder: PathBuf,
    /// The letters of a CDX file's first line.
    letters: Vec<String>,
}

impl<R: BufRead> Index<R> {
    pub fn new(lines: R, folder: &Path) -> Self {
        Index {
            lines,
            folder: folder.to_owned(),
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
                        is_deflated: false,
                    }));
                }
                None if line.trim().is_empty() || line.starts_with('!') => {}
                None => return Err(io::Error::other(format!("no file, offset and length: {}", line.trim_end()))),
            }
        }
    }

    /// Returns where a file is that the index names. It may not lead out of the folder: who made the index may want it.
    fn place(&self, name: &str) -> io::Result<PathBuf> {
        let name = Path::new(name);
        if !name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(io::Error::other(format!("{} is not in the folder of the index", name.display())));
        }
        let beside = self.folder.join(name);
        let in_archive = self.folder.join("../archive").join(name);
        Ok(if !beside.exists() && in_archive.exists() {
            in_archive
        } else {
            beside
        })
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
            length: length?.parse().ok()?,
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
            ("", &[], None),
        ] {
            assert_eq!(Line::read(line, letters), expected, "{line}");
        }
        assert!(is_index(b" CDX N b a m s k r M S V g\nx") && !is_index(b"<p>CDX {") && !is_index(b""));
        assert!(is_index(b"a)/ 2024 {\"filename\": \"a\", \"offset\": \"0\", \"length\": \"9\"}\n"));
    }

    #[test]
    fn no_file_out_of_the_folder_is_read() {
        let index = Index::new(io::empty(), Path::new("/srv/crawl"));
        assert_eq!(index.place("a/b.warc").unwrap(), Path::new("/srv/crawl/a/b.warc"));
        for name in ["/etc/passwd", "../a.warc", "a/../../b.warc"] {
            assert!(index.place(name).is_err(), "{name}");
        }
    }
}
