//! ARC files, which archives wrote before WARC: a line for each record, then as many bytes as the line says.
//!
//! <https://archive.org/web/researcher/ArcFileFormat.php>, versions 1 and 2.

use crate::fields::Fields;
use goce_core::prelude::*;

/// What stands between two records.
pub const DIVIDER: &[u8] = b"\n";

/// The longest line, in bytes. Addresses have at most about 2,000.
pub const MAX_LINE: usize = 8 * 1024;

/// The longest scheme of an address, in bytes.
const MAX_SCHEME: usize = 16;

/// A record's line: `http://a.example/ 192.0.2.1 20080115120001 text/html 149`. Version 2 has more between the last
/// two.
#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    uri: &'a [u8],
    /// Of 14 digits, or of 12 without seconds.
    date: &'a [u8],
    content_type: &'a [u8],
    block: &'a [u8],
    /// The bytes of the line with its line break.
    pub length: usize,
}

impl Line<'_> {
    /// Returns the line that these bytes begin with, if it is one.
    pub fn read(bytes: &[u8]) -> Option<Line<'_>> {
        if !begins_address(bytes) {
            return None;
        }
        let length = memchr::memchr(b'\n', &bytes[..bytes.len().min(MAX_LINE)])? + 1;
        let line = bytes[..length].trim_ascii_end();
        let is_number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        // An address may have spaces in it.
        let spaces = || memchr::memchr_iter(b' ', line);
        let is_of_host = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b'.' | b':' | b'-');
        let is_host = |word: &[u8]| !word.is_empty() && word.iter().all(is_of_host);
        let mut before = None;
        let (host_after, date_after) = spaces().find_map(|space| {
            let word = line[space + 1..].split(|&byte| byte == b' ').next().unwrap_or(&[]);
            let host_after = before.replace(space)?;
            let is_date = matches!(word.len(), 12 | 14) && is_number(word);
            (is_date && is_host(&line[host_after + 1..space])).then_some((host_after, space))
        })?;
        let mut words = line[date_after + 1..].split(|&byte| byte == b' ');
        let (date, content_type) = (words.next()?, words.next()?);
        let block = words.next_back().filter(|block| is_number(block))?;
        Some(Line {
            uri: &line[..host_after],
            date,
            content_type,
            block,
            length,
        })
    }

    /// Returns what the line says, as the fields of a WARC record.
    pub fn fields(&self) -> Fallible<Fields> {
        let kind: &[u8] = match self.uri {
            // What the archive says of itself.
            uri if uri.starts_with(b"filedesc:") => b"warcinfo",
            uri if uri.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"http")) => b"response",
            _ => b"resource",
        };
        let digits = |from: usize, to: usize| self.date.get(from..to).unwrap_or(b"00");
        let mut lines = Vec::new();
        for part in [
            &b"WARC-Type: "[..],
            kind,
            b"\nWARC-Target-URI: ",
            self.uri,
            b"\nWARC-Date: ",
            digits(0, 4),
            b"-",
            digits(4, 6),
            b"-",
            digits(6, 8),
            b"T",
            digits(8, 10),
            b":",
            digits(10, 12),
            b":",
            digits(12, 14),
            b"Z\nContent-Type: ",
            self.content_type,
            b"\nContent-Length: ",
            self.block,
        ] {
            lines.try_extend_from_slice(part)?;
        }
        Fields::read(&lines)
    }
}

/// Returns `true` for the first bytes of what may become a record's line with more bytes.
pub fn is_unfinished(bytes: &[u8]) -> bool {
    let is_short = bytes.len() < MAX_LINE && memchr::memchr(b'\n', bytes).is_none();
    let may_be_address = begins_address(bytes) || bytes.len() < MAX_SCHEME && bytes.iter().all(u8::is_ascii_alphabetic);
    is_short && may_be_address
}

/// Returns `true` for bytes that begin with the scheme of an address.
fn begins_address(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(MAX_SCHEME)];
    let letters = start.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    letters > 1 && start.get(letters) == Some(&b':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::cases;

    #[test]
    fn lines_of_both_versions() {
        let of = |line: &str| {
            let fields = Line::read(line.as_bytes())?.fields().unwrap();
            let names = "WARC-Type WARC-Target-URI WARC-Date Content-Type Content-Length".split(' ');
            Some(names.map(|name| fields.first(name).unwrap_or("-")).collect::<Vec<_>>().join(" "))
        };
        for [line, expected] in cases(
            "
            http://a.example/ 192.0.2.1 20080115120001 text/html 149 => \
                response http://a.example/ 2008-01-15T12:00:01Z text/html 149
            https://a.example/b c?d 2001:db8::1 200801151200 no-type 0 => \
                response https://a.example/b c?d 2008-01-15T12:00:00Z no-type 0
            http://a.example/ 192.0.2.1 20080115120001 text/html 200 - - 77 a.arc 149 => \
                response http://a.example/ 2008-01-15T12:00:01Z text/html 149
            filedesc://a.arc 0.0.0.0 20080115120000 text/plain 76 => \
                warcinfo filedesc://a.arc 2008-01-15T12:00:00Z text/plain 76
            dns:a.example 192.0.2.1 20080115120000 text/dns 5 => \
                resource dns:a.example 2008-01-15T12:00:00Z text/dns 5",
        ) {
            for behind in ["\n", "\r\nx", "\n1 0"] {
                assert_eq!(of(&format!("{line}{behind}")).as_deref(), Some(expected), "{line}");
            }
        }
        for line in [
            "",
            "http://a.example/ 192.0.2.1 20080115120001 text/html 149",
            "http://a.example/ 192.0.2.1 20080115120001 text/html\n",
            "http://a.example/ 192.0.2.1 20080115120001 text/html -1\n",
            "http://a.example/ a.example 20080115120001 text/html 149\n",
            "http://a.example/ 20080115120001 text/html 149\n",
            "com,example)/ 192.0.2.1 20080115120001 text/html 149\n",
            "<p>http://a.example/ 192.0.2.1 20080115120001 text/html 149\n",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
        let long = format!("http://{} 192.0.2.1 20080115120001 text/html 149\n", "a".repeat(MAX_LINE));
        assert_eq!(of(&long), None);
        assert!(is_unfinished(b"http://a") && is_unfinished(b"ht") && is_unfinished(b""));
        assert!(!is_unfinished(long.as_bytes()) && !is_unfinished(b"<p>") && !is_unfinished(b"a:\n"));
    }
}
