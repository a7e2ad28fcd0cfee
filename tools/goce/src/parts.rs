//! Parts of files, read one after another as one archive.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use flate2::read::DeflateDecoder;

/// The first bytes of the frame with a dictionary, which a WARC file of zstd begins with.
const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];

/// What the names of archives end in, with or without `.gz` or `.zst`.
const ARCHIVES: [&str; 3] = [".warc", ".arc", ".wacz"];

/// Returns `true` for the name of an archive.
pub fn is_archive_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    ARCHIVES.iter().any(|ending| plain.ends_with(ending))
}

/// Some bytes of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    pub file: PathBuf,
    pub offset: u64,
    pub length: u64,
    /// The bytes are compressed by deflate, as in a ZIP file.
    pub is_deflated: bool,
}

/// Reads parts one after another.
pub struct Parts<I> {
    parts: I,
    current: Option<Box<dyn Read + Send>>,
    /// The files of which parts were read.
    known: HashSet<PathBuf>,
}

impl<I: Iterator<Item = io::Result<Part>>> Parts<I> {
    pub fn new(parts: I) -> Self {
        Parts {
            parts,
            current: None,
            known: HashSet::new(),
        }
    }

    /// Opens a part. The dictionary that its file begins with comes before the first part.
    fn open(&mut self, part: Part) -> io::Result<Box<dyn Read + Send>> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", part.file.display()));
        let mut file = File::open(&part.file).map_err(named)?;
        let mut before = Vec::new();
        if part.offset > 0 && !self.known.contains(&part.file) {
            let mut head = [0; 8];
            if file.read_exact(&mut head).is_ok() && head.starts_with(&DICTIONARY) {
                let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
                before.extend(head);
                file.by_ref().take(length.into()).read_to_end(&mut before)?;
            }
            self.known.insert(part.file.clone());
        }
        file.seek(SeekFrom::Start(part.offset))?;
        let bytes = file.take(part.length);
        Ok(if part.is_deflated {
            Box::new(DeflateDecoder::new(bytes))
        } else {
            Box::new(io::Cursor::new(before).chain(bytes))
        })
    }
}

impl<I: Iterator<Item = io::Result<Part>>> Read for Parts<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(current) = &mut self.current {
                let count = current.read(buffer)?;
                if count > 0 || buffer.is_empty() {
                    return Ok(count);
                }
            }
            match self.parts.next() {
                None => return Ok(0),
                Some(part) => self.current = Some(self.open(part?)?),
            }
        }
    }
}
