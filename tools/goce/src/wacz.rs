//! The archives in a WACZ file, which is a ZIP file (<https://specs.webrecorder.net/wacz/1.1.1/>).

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use crate::parts::{Part, Zipped, is_archive_name};

/// The first bytes of a ZIP file that is not empty.
pub const MAGIC: &[u8] = b"PK\x03\x04";

/// The length of the record at the end of a ZIP file, without the comment behind it.
const END: u64 = 22;

/// Returns `true` for the name of a WACZ file.
pub fn is_name(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".wacz")
}

/// Returns the archives of a WACZ file, in its order.
///
/// # Errors
/// The file cannot be read, or is no WACZ file.
pub fn archives(path: &Path) -> io::Result<Vec<Part>> {
    let mut file = File::open(path)?;
    let directory = directory(&mut file)?;
    let mut parts = Vec::new();
    let mut rest = &directory[..];
    while rest.starts_with(b"PK\x01\x02") {
        let (entry, after) = Entry::read(rest).ok_or_else(invalid)?;
        rest = after;
        let name = entry.name.to_ascii_lowercase();
        if !name.starts_with(b"archive/") || !is_archive_name(&String::from_utf8_lossy(&name)) {
            continue;
        }
        if entry.flags & 1 != 0 {
            return Err(io::Error::other("an archive in the WACZ file is encrypted"));
        }
        let is_deflated = match entry.method {
            0 => false,
            8 => true,
            _ => {
                return Err(io::Error::other(
                    "an archive in the WACZ file is compressed by another method than deflate",
                ));
            }
        };
        let mut header = [0; 30];
        file.seek(SeekFrom::Start(entry.offset))?;
        file.read_exact(&mut header)?;
        let behind = number(&header, 26, 2).zip(number(&header, 28, 2)).map(|(name, extra)| 30 + name + extra);
        let offset = behind.filter(|_| header.starts_with(MAGIC)).and_then(|behind| entry.offset.checked_add(behind));
        parts.push(Part {
            file: path.to_owned(),
            offset: offset.ok_or_else(invalid)?,
            length: entry.length,
            zipped: Some(Zipped {
                is_deflated,
                crc: entry.crc,
            }),
        });
    }
    let mut places: Vec<_> = parts.iter().map(|part| (part.offset, part.length)).collect();
    places.sort_unstable();
    // A small file could repeat its bytes without end.
    if places
        .windows(2)
        .any(|two| matches!(two, [(offset, length), (next, _)] if offset.saturating_add(*length) > *next))
    {
        return Err(invalid());
    }
    if parts.is_empty() {
        return Err(io::Error::other("there is no WARC file below archive/ in this ZIP file"));
    }
    Ok(parts)
}

/// Returns the central directory of a ZIP file.
fn directory(file: &mut File) -> io::Result<Vec<u8>> {
    let length = file.seek(SeekFrom::End(0))?;
    let start = length.saturating_sub(END + u64::from(u16::MAX));
    let tail = read_at(file, start, length - start)?;
    // A comment that holds these bytes too does not end where it should.
    let fits = |&end: &usize| {
        number(&tail, end + 20, 2).is_some_and(|comment| end as u64 + END + comment == tail.len() as u64)
    };
    let end = memchr::memmem::rfind_iter(&tail, b"PK\x05\x06").find(fits).ok_or_else(invalid)?;
    let of_end = |at, count| number(&tail, end + at, count).ok_or_else(invalid);
    let (mut size, mut offset) = (of_end(12, 4)?, of_end(16, 4)?);
    // Files of more than 4 GB have the numbers elsewhere.
    if let Some(locator) = end.checked_sub(20).and_then(|at| tail.get(at..end))
        && locator.starts_with(b"PK\x06\x07")
    {
        let record = read_at(file, number(locator, 8, 8).ok_or_else(invalid)?, 56)?;
        let of_record = |at| number(&record, at, 8).filter(|_| record.starts_with(b"PK\x06\x06")).ok_or_else(invalid);
        (size, offset) = (of_record(40)?, of_record(48)?);
    }
    if size > 64 << 20 {
        return Err(io::Error::other("the directory of the ZIP file has more than 64 MiB"));
    }
    read_at(file, offset, size)
}

/// A file in a ZIP file, as its directory has it.
struct Entry<'a> {
    name: &'a [u8],
    flags: u64,
    method: u64,
    /// The checksum of its bytes, unpacked.
    crc: u32,
    /// The length of its compressed bytes.
    length: u64,
    /// The offset of its header.
    offset: u64,
}

impl Entry<'_> {
    fn read(bytes: &[u8]) -> Option<(Entry<'_>, &[u8])> {
        let of = |at, count| number(bytes, at, count);
        let [name, extra, comment] = [of(28, 2)? as usize, of(30, 2)? as usize, of(32, 2)? as usize];
        let (_, rest) = bytes.split_at_checked(46)?;
        let (name, rest) = rest.split_at_checked(name)?;
        let (mut extra, rest) = rest.split_at_checked(extra)?;
        let (_, rest) = rest.split_at_checked(comment)?;
        let mut sizes = [of(24, 4)?, of(20, 4)?, of(42, 4)?];
        // The numbers that need more than 32 bits, in this order.
        while let (Some(kind), Some(length)) = (number(extra, 0, 2), number(extra, 2, 2)) {
            let (field, after) = extra.get(4..)?.split_at_checked(length as usize)?;
            extra = after;
            if kind == 1 {
                for (at, size) in sizes.iter_mut().filter(|size| **size == u64::from(u32::MAX)).enumerate() {
                    *size = number(field, 8 * at, 8)?;
                }
            }
        }
        let entry = Entry {
            name,
            flags: of(8, 2)?,
            method: of(10, 2)?,
            crc: of(16, 4)? as u32,
            length: sizes[1],
            offset: sizes[2],
        };
        Some((entry, rest))
    }
}

/// Returns a number of this many bytes.
fn number(bytes: &[u8], at: usize, count: usize) -> Option<u64> {
    let digits = bytes.get(at..at.checked_add(count)?)?;
    Some(digits.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

fn read_at(file: &mut File, offset: u64, count: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(count).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < count {
        Err(invalid())
    } else {
        Ok(bytes)
    }
}

fn invalid() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the ZIP file is damaged")
}
