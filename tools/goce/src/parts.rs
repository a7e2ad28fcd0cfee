//! Archives, and parts of files that are read as such.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use flate2::Crc;
use flate2::read::DeflateDecoder;
use goce_archive::{Reader, dictionary_length};

use crate::progress::Progress;

/// What the names of archives end in, with or without `.gz` or `.zst`.
const ARCHIVES: [&str; 2] = [".warc", ".arc"];

/// Returns `true` for the name of an archive.
pub fn is_archive_name(name: &str) -> bool {
    ends_in(name, &ARCHIVES, &[".gz", ".zst"])
}

/// Returns `true` for a name with one of these endings, in letters of any case, alone or before one of `packed`.
pub fn ends_in(name: &str, endings: &[&str], packed: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = packed.iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
    endings.iter().any(|ending| plain.ends_with(ending))
}

/// An archive, opened.
pub struct Archive {
    pub bytes: Box<dyn Read + Send>,
    /// Its length in bytes, if it is a file.
    pub length: Option<u64>,
    /// What was found wrong with it as a whole, when its bytes have been read.
    pub damage: Arc<OnceLock<String>>,
}

impl Archive {
    /// Returns the reader of its records, whose bytes count as progress.
    pub fn reader(self, progress: &Progress, max_payload: usize) -> Reader<Box<dyn Read + Send>> {
        let reader = Reader::new(progress.count(self.bytes)).max_payload(max_payload);
        match self.length {
            Some(length) => reader.length(length),
            None => reader,
        }
    }
}

/// The archives of an input, opened one after another. An error ends them.
pub type Archives = Box<dyn Iterator<Item = io::Result<Archive>> + Send>;

/// Some bytes of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    pub file: PathBuf,
    pub offset: u64,
    pub length: u64,
    pub zipped: Option<Zipped>,
}

/// How a ZIP file has a part.
#[derive(Debug, PartialEq, Eq)]
pub struct Zipped {
    /// The bytes are compressed by deflate.
    pub is_deflated: bool,
    /// The checksum of what the bytes hold.
    pub crc: u32,
}

impl Part {
    /// Opens the part. The dictionary that its file begins with comes before it.
    ///
    /// # Errors
    /// The file cannot be read, or ends before the part does.
    pub fn open(self) -> io::Result<Archive> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.file.display()));
        let mut file = File::open(&self.file).map_err(named)?;
        let length = file.metadata()?.len();
        if self.offset.checked_add(self.length).is_none_or(|end| end > length) {
            let end = self.offset.saturating_add(self.length);
            return Err(named(io::Error::other(format!("the file ends before byte {end}"))));
        }
        let damage = Arc::default();
        let mut before = Vec::new();
        if self.zipped.is_none() && self.offset > 0 {
            file.by_ref().take(8).read_to_end(&mut before)?;
            let length = dictionary_length(&before).map_or(0, |length| length as u64);
            before.clear();
            if length <= self.offset {
                file.seek(SeekFrom::Start(0))?;
                file.by_ref().take(length).read_to_end(&mut before)?;
            }
        }
        file.seek(SeekFrom::Start(self.offset))?;
        let bytes = file.take(self.length);
        let bytes: Box<dyn Read + Send> = match self.zipped {
            None => Box::new(io::Cursor::new(before).chain(bytes)),
            Some(zipped) => Box::new(Checked {
                bytes: if zipped.is_deflated {
                    Box::new(DeflateDecoder::new(bytes))
                } else {
                    Box::new(bytes)
                },
                offset: self.offset,
                expected: zipped.crc,
                found: Crc::new(),
                damage: Arc::clone(&damage),
            }),
        };
        Ok(Archive {
            bytes,
            length: None,
            damage,
        })
    }
}

/// Reads a part of a ZIP file and checks its checksum at the end, which may come early in damaged data.
struct Checked {
    bytes: Box<dyn Read + Send>,
    offset: u64,
    expected: u32,
    found: Crc,
    damage: Arc<OnceLock<String>>,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match self.bytes.read(buffer) {
            // What flate2 says of damaged data.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::InvalidData) => 0,
            count => count?,
        };
        self.found.update(&buffer[..count]);
        if count == 0 && !buffer.is_empty() && self.found.sum() != self.expected {
            let offset = self.offset;
            self.damage.get_or_init(|| {
                format!("the archive at byte {offset} of the ZIP file has another checksum than stated")
            });
        }
        Ok(count)
    }
}
