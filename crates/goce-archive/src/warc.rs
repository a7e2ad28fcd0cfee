//! Records of WARC files (ISO 28500; versions 1.0 and 1.1, and the drafts before them) and of ARC files.

use std::io::Read;

use crate::bounded::Bounded;
use crate::fields::{Fields, MAX_HEAD, head_length};
use crate::http;
use crate::record_start::{Format, Found, MAGIC, find, holds_record, is_start, is_unfinished, is_warc_start};
use crate::source::More;
use crate::stream::Stream;
use crate::{ArchiveError, PIECE, Reading, arc, row_type};
use goce_core::dates::w3c;
use goce_core::prelude::*;

const ENDS_EARLY: &str = "the archive ends before the record does";

/// What stands between two records.
const DIVIDER: &[u8] = b"\r\n\r\n";

/// The type of a record that could not be read whole, and of bytes that are no record.
pub const DAMAGED: &str = "damaged";

/// The largest payload by default, in bytes: 64 MiB, the largest page that a user's settings allow.
pub const DEFAULT_MAX_PAYLOAD: usize = 64 << 20;

/// The largest payload that a caller may allow: as much as a `bytea` value and its row can hold.
pub const MAX_PAYLOAD: usize = 1_000_000_000;

/// A record, or the rest of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The offset of the record in the archive, in bytes; in a gzip member or zstd frame, the offset of
    /// that.
    pub offset: u64,
    /// Its WARC-Record-ID without angle brackets.
    pub id: Option<String>,
    /// Its WARC-Type in lower case, [`DAMAGED`] for one that could not be read as a whole.
    pub kind: String,
    /// Its WARC-Target-URI without angle brackets.
    pub uri: Option<String>,
    /// Its WARC-Date in microseconds since 1970.
    pub date: Option<i64>,
    /// The status code of an HTTP response.
    pub status: Option<u16>,
    /// The essence of the Content-Type of the HTTP response, or else of the record, in lower case; with the charset
    /// where the payload does not tell it.
    pub content_type: Option<String>,
    /// The decoded body of an HTTP response, or the record's block, or the bytes that are no record. `None` if it is
    /// empty or too large.
    pub payload: Option<Vec<u8>>,
    /// The place and the reason, if the record could not be read, its length is wrong or its payload could not be
    /// decoded.
    pub error: Option<String>,
}

/// Reads the records of an archive one by one: plain, compressed record by record or as a whole with gzip or
/// zstd.
///
/// A record whose length is a few bytes wrong is read as far as the next one. Other damage costs the damaged record
/// alone. It is returned with the type [`DAMAGED`], the part that could be read and the reason. Reading goes on at the
/// next record: at a member or frame that begins with one, or at a line that begins with
/// `WARC/`.
///
/// Memory is bounded by a few times the largest payload allowed.
pub struct Reader<R> {
    stream: Stream<R>,
    length: Option<u64>,
    max_payload: usize,
    /// The number of bytes that were read again.
    reread: u64,
    /// No head ends before this byte, as [`Stream::consumed`] counts. So the bytes behind several starts of records
    /// without an end of their heads are searched once.
    endless: u64,
    /// What stands between this record and the next.
    divider: &'static [u8],
    /// That of the first record.
    format: Format,
    failed: bool,
}

/// Why a record could not be read whole.
enum Stop {
    /// The archive is damaged, for this reason. Reading goes on at the next record.
    Broken(&'static str, Next),
    /// Reading or memory failed. Reading ends.
    Failed(ArchiveError),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Here,
    /// Somewhere in the bytes that follow.
    Search,
    /// Behind damaged gzip data.
    BehindDamage,
}

impl<E: Into<ArchiveError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Failed(error.into())
    }
}

impl<R: Read> Reader<R> {
    pub fn new(input: R) -> Self {
        Reader {
            stream: Stream::new(input),
            length: None,
            max_payload: DEFAULT_MAX_PAYLOAD,
            reread: 0,
            endless: 0,
            divider: DIVIDER,
            format: Format::Any,
            failed: false,
        }
    }

    /// Sets the length of the archive, in bytes. Then a record that claims to reach beyond the end is known to be
    /// damaged at once, and the records behind it are found.
    pub fn length(mut self, length: u64) -> Self {
        self.length = Some(length);
        self
    }

    /// Sets the largest payload, in bytes, at most [`MAX_PAYLOAD`]. A record with a larger one has no payload, and an
    /// error that says so.
    pub fn max_payload(mut self, max_payload: usize) -> Self {
        self.max_payload = max_payload.min(MAX_PAYLOAD);
        self
    }

    /// Returns the next record, `None` at the end. Checks for interrupts every fraction of a millisecond.
    ///
    /// # Errors [`ArchiveError::Read`] and [`ArchiveError::OutOfMemory`]; after them there are no more records. Damage
    /// of the archive is an error of its records.
    pub fn next_record(&mut self) -> Reading<Option<Record>> {
        if self.failed {
            return Ok(None);
        }
        let record = self.read();
        self.failed = !matches!(record, Ok(Some(_)));
        record
    }

    fn read(&mut self) -> Reading<Option<Record>> {
        loop {
            self.skip_breaks(&mut Vec::new())?;
            if !self.stream.bytes().is_empty() && !self.begins_member()? {
                break;
            }
            match self.stream.more()? {
                More::Data | More::Boundary => {}
                More::End => return Ok(None),
                More::Damaged(reason) => {
                    let offset = self.stream.member();
                    let stop = Stop::Broken(reason, Next::BehindDamage);
                    return self.salvage(offset, None, stop).map(Some);
                }
            }
        }
        let offset = self.stream.offset();
        let fields = match self.head() {
            Ok(fields) => fields,
            Err(stop) => return self.salvage(offset, None, stop).map(Some),
        };
        let mut block = Bounded::new(self.max_payload);
        let read = self.block(&fields, &mut block);
        if let Err(stop) = read.and_then(|()| self.finish(&block)) {
            let known = Some((fields, block));
            return self.salvage(offset, known, stop).map(Some);
        }
        let mut record = record(offset, &fields, block, self.max_payload)?;
        record.error = record.error.map(|error| located(offset, &error));
        Ok(Some(record))
    }

    /// Returns `true` if a gzip member that holds a record begins here, which is read next.
    fn begins_member(&mut self) -> Reading<bool> {
        let begins = self.stream.begins_member(|first| is_start(first, self.format))?;
        if begins {
            self.endless = 0;
        }
        Ok(begins)
    }

    /// Goes on after damage with the bytes as they are.
    fn skip_damage(&mut self) {
        self.stream.skip_damage();
        self.endless = 0;
    }

    /// Consumes line breaks, and keeps the first ones.
    fn skip_breaks(&mut self, kept: &mut Vec<u8>) -> Reading {
        loop {
            interrupts::check();
            let bytes = self.stream.bytes();
            let bytes = &bytes[..bytes.len().min(PIECE)];
            let is_break = |byte: &&u8| matches!(byte, b'\r' | b'\n');
            let count = bytes.iter().take_while(is_break).count();
            // The most line breaks that are kept, to be put back if no record follows them.
            let room = 64usize.saturating_sub(kept.len());
            kept.try_extend_from_slice(&bytes[..count.min(room)])?;
            self.stream.consume(count);
            if count < PIECE {
                return Ok(());
            }
        }
    }

    /// Reads on behind a member or frame that ends within a record. The record may go on in the next member or not.
    fn go_on(&mut self) -> Result<(), Stop> {
        let unread = self.stream.bytes().len();
        loop {
            match self.stream.more()? {
                More::Data if self.stream.bytes().len() < unread + MAGIC.len() => {}
                More::Data | More::Boundary => break,
                More::End => return Err(Stop::Broken(ENDS_EARLY, Next::Search)),
                More::Damaged(reason) => return Err(Stop::Broken(reason, Next::BehindDamage)),
            }
        }
        if self.stream.bytes().get(unread..).is_some_and(|bytes| is_start(bytes, self.format)) {
            self.stream.consume(unread);
            let reason = "the record's compressed data end before the record does";
            return Err(Stop::Broken(reason, Next::Here));
        }
        Ok(())
    }

    fn more(&mut self) -> Result<(), Stop> {
        match self.stream.more()? {
            More::Data => Ok(()),
            More::Boundary => self.go_on(),
            More::End => Err(Stop::Broken(ENDS_EARLY, Next::Search)),
            More::Damaged(reason) => Err(Stop::Broken(reason, Next::BehindDamage)),
        }
    }

    /// Consumes a record's head, and returns its fields.
    fn head(&mut self) -> Result<Fields, Stop> {
        while is_unfinished(self.stream.bytes(), self.format) {
            self.more()?;
        }
        if self.format != Format::Warc
            && let Some(line) = arc::Line::read(self.stream.bytes())
        {
            let (fields, length) = (line.fields()?, line.length);
            self.stream.consume(length);
            self.divider = arc::DIVIDER;
            self.format = Format::Arc;
            return Ok(fields);
        }
        if self.format == Format::Arc || !is_warc_start(self.stream.bytes()) {
            return Err(Stop::Broken("no WARC record begins here", Next::Search));
        }
        self.divider = DIVIDER;
        self.format = Format::Warc;
        let known = self.endless.saturating_sub(self.stream.consumed());
        let mut scanned = known as usize;
        loop {
            interrupts::check();
            let bytes = self.stream.bytes();
            let end = bytes.len().min(scanned + PIECE);
            if let Some(length) = head_length(&bytes[..end], scanned) {
                let fields = Fields::read(&bytes[..length])?;
                self.stream.consume(length);
                return Ok(fields);
            }
            // A line break and a carriage return may be the start of the empty line.
            scanned = scanned.max(end.saturating_sub(2));
            self.endless = self.stream.consumed() + scanned as u64;
            if end < bytes.len() {
                continue;
            }
            if end > MAX_HEAD {
                return Err(Stop::Broken("the record's head has more than 1 MiB", Next::Search));
            }
            self.more()?;
        }
    }

    fn block(&mut self, fields: &Fields, block: &mut Bounded) -> Result<(), Stop> {
        let length = fields.first("Content-Length").map(str::parse::<u64>);
        let Some(Ok(mut left)) = length else {
            return Err(Stop::Broken("the record has no valid Content-Length", Next::Search));
        };
        if let (true, Some(length)) = (self.stream.is_plain(), self.length)
            && left > length.saturating_sub(self.stream.offset())
        {
            return Err(Stop::Broken(ENDS_EARLY, Next::Search));
        }
        while left > 0 {
            interrupts::check();
            if self.stream.bytes().is_empty() {
                self.more()?;
            }
            let bytes = self.stream.bytes();
            let count = left.min(bytes.len().min(PIECE) as u64) as usize;
            block.push(&bytes[..count])?;
            self.stream.consume(count);
            left -= count as u64;
        }
        Ok(())
    }

    /// Checks that the archive or the gzip member ends behind a record's block, or that a record begins there.
    fn finish(&mut self, block: &Bounded) -> Result<(), Stop> {
        let mut breaks = Vec::new();
        loop {
            self.skip_breaks(&mut breaks)?;
            let bytes = self.stream.bytes();
            if is_start(bytes, self.format) {
                return Ok(());
            }
            if is_unfinished(bytes, self.format) {
                match self.stream.more()? {
                    More::Data => continue,
                    More::Boundary | More::End if self.stream.bytes().is_empty() => return Ok(()),
                    More::Boundary | More::End => {}
                    More::Damaged(reason) => return Err(Stop::Broken(reason, Next::BehindDamage)),
                }
            }
            if self.begins_member()? {
                return Ok(());
            }
            self.stream.unread(&breaks)?;
            if breaks.starts_with(self.divider) && !holds_record(block, self.format) {
                // The record ends as it should: the next one is damaged.
                return Ok(());
            }
            return Err(Stop::Broken(
                "no record follows the record's block, so its Content-Length is wrong",
                Next::Search,
            ));
        }
    }

    /// Puts a block back, to look for records in it, unless it was dropped. At most eight times as many bytes are read
    /// again as were read, so that an archive of wrong lengths takes linear time.
    fn put_back(&mut self, block: &mut Bounded) -> Reading {
        let Some(bytes) = block.bytes() else {
            return Ok(());
        };
        let length = bytes.len() as u64;
        if self.reread + length <= 8 * self.stream.consumed() {
            self.reread += length;
            self.stream.unread(bytes)?;
            *block = Bounded::new(self.max_payload);
        }
        Ok(())
    }

    /// Returns what is left of a record, and goes on to the start of the next one.
    fn salvage(&mut self, offset: u64, mut known: Option<(Fields, Bounded)>, stop: Stop) -> Reading<Record> {
        let (mut reason, next) = match stop {
            Stop::Broken(reason, next) => (reason.to_owned(), next),
            Stop::Failed(error) => return Err(error),
        };
        if let (Next::Search, Some((_, block))) = (next, &mut known) {
            self.put_back(block)?;
        }
        let has_head = known.is_some();
        let (fields, mut block) = known.unwrap_or_else(|| (Fields::default(), Bounded::new(self.max_payload)));
        match next {
            Next::Here => {}
            Next::Search => {
                if !has_head {
                    // Otherwise the search would find the same start again.
                    let bytes = self.stream.bytes();
                    block.push(&bytes[..bytes.len().min(1)])?;
                    self.stream.consume(1);
                }
                self.search(&mut block, has_head)?;
            }
            Next::BehindDamage => {
                reason = format!("{reason} near byte {}", self.stream.reached());
                if !has_head {
                    block.push(self.stream.bytes())?;
                }
                self.skip_damage();
                self.search(&mut Bounded::new(0), false)?;
            }
        }
        let mut fault = None;
        let mut record = if has_head {
            if next != Next::BehindDamage {
                fault = wrong_length(&fields, &mut block, self.divider, next);
            }
            record(offset, &fields, block, self.max_payload)?
        } else {
            Record {
                offset,
                payload: block.into_bytes().ok().filter(|bytes| !bytes.is_empty()),
                ..Record::default()
            }
        };
        if let Some(fault) = fault.filter(|_| record.kind != DAMAGED) {
            reason = fault;
        } else {
            record.kind = DAMAGED.to_owned();
        }
        if let Some(error) = &record.error {
            reason = format!("{reason}; {error}");
        }
        record.error = Some(located(offset, &reason));
        Ok(record)
    }

    /// Consumes all bytes before the next record and appends them to `skipped`, up to further damage. `line_start` is
    /// `true` if the first byte may begin a record.
    fn search(&mut self, skipped: &mut Bounded, mut line_start: bool) -> Reading {
        let mut dropped = Bounded::new(0);
        let mut skipped = &mut *skipped;
        loop {
            interrupts::check();
            let bytes = self.stream.bytes();
            let bytes = &bytes[..bytes.len().min(PIECE)];
            let (count, found) = find(bytes, line_start, self.stream.is_plain(), self.format);
            let last = count.checked_sub(1).and_then(|last| bytes.get(last));
            line_start = last.map_or(line_start, |&byte| byte == b'\n');
            skipped.push(&bytes[..count])?;
            let searched = bytes.len();
            self.stream.consume(count);
            match found {
                Found::Record => return Ok(()),
                Found::Member if self.begins_member()? => return Ok(()),
                Found::Member => {
                    skipped.push(&self.stream.bytes()[..1])?;
                    self.stream.consume(1);
                    line_start = false;
                    continue;
                }
                Found::Nothing if self.stream.bytes().len() > searched - count => continue,
                Found::Nothing => {}
            }
            let event = self.stream.more()?;
            if event == More::Data {
                continue;
            }
            // The rest is too short for a record.
            let rest = self.stream.bytes();
            skipped.push(rest)?;
            let left = rest.len();
            self.stream.consume(left);
            match event {
                More::End if left == 0 => return Ok(()),
                More::Damaged(_) => {
                    self.skip_damage();
                    skipped = &mut dropped;
                    line_start = false;
                }
                _ => line_start = true,
            }
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Reading<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

/// Removes what divides a block from the next record. Returns what is wrong with a length that is off by a few bytes:
/// the whole block is there, since that follows it, or since its gzip member ends.
fn wrong_length(fields: &Fields, block: &mut Bounded, divider: &[u8], next: Next) -> Option<String> {
    let length = block.length();
    // ClueWeb09 has line feeds alone, in the heads too. Elsewhere an empty line ends a page that was torn.
    let has_line_feeds =
        divider == DIVIDER && !fields.has_returns && block.bytes().is_some_and(|bytes| bytes.ends_with(b"\n\n"));
    let divider = if has_line_feeds { b"\n\n" } else { divider };
    block.trim_end(divider);
    let stated: u64 = fields.first("Content-Length")?.parse().ok()?;
    let is_whole = next == Next::Here || length - block.length() == divider.len() as u64;
    let off = block.length().abs_diff(stated);
    let what = if block.length() > stated { "small" } else { "large" };
    // By how many bytes a length may be wrong so that the record is still taken for whole.
    (is_whole && (1..=64).contains(&off)).then(|| format!("the record's Content-Length is {off} bytes too {what}"))
}

fn located(offset: u64, reason: &str) -> String {
    format!("at byte {offset}: {reason}")
}

/// Returns a record. Its error does not state the place yet.
fn record(offset: u64, fields: &Fields, block: Bounded, max_payload: usize) -> Reading<Record> {
    let copy = |value: Option<&str>| value.map(try_to_owned).transpose();
    let uri = |name| {
        copy(fields.first(name).map(|value| {
            let bare = value.strip_prefix('<').and_then(|bare| bare.strip_suffix('>'));
            bare.unwrap_or(value)
        }))
    };
    // A record without a type becomes a damaged one below.
    let mut kind = try_to_owned(fields.first("WARC-Type").unwrap_or_default())?;
    kind.make_ascii_lowercase();
    let mut record = Record {
        offset,
        id: uri("WARC-Record-ID")?,
        kind,
        uri: uri("WARC-Target-URI")?,
        date: fields.first("WARC-Date").and_then(w3c::microseconds),
        ..Record::default()
    };
    let of_record = fields.first("Content-Type");
    let length = block.length();
    let may_be_response = matches!(record.kind.as_str(), "response" | "revisit");
    let block = match block.into_bytes() {
        Ok(block) => block,
        Err(start) => {
            record.error = Some(format!("the record's block has {length} bytes, more than {max_payload}"));
            if may_be_response && http::is_response(&start) {
                let response = http::read_head(&start)?;
                record.status = response.status;
                record.content_type =
                    response.content_type.and_then(|of_response| row_type::of_row(&of_response, None));
            }
            return Ok(record);
        }
    };
    if may_be_response && http::is_response(&block) {
        let response = http::read(block, max_payload)?;
        record.status = response.status;
        // A record of ARC has the type that the server has sent.
        let has_own = |of_record: &&str| response.body.is_some() && !of_record.starts_with("application/http");
        let of_record = of_record.filter(has_own);
        let of_response = response.content_type.as_deref().or(of_record);
        record.content_type =
            of_response.and_then(|of_response| row_type::of_row(of_response, response.body.as_deref()));
        record.payload = response.body;
        record.error = response.problem;
    } else {
        record.content_type = of_record.and_then(|of_record| row_type::of_row(of_record, Some(&block)));
        record.payload = Some(block);
    }
    if record.kind.is_empty() {
        record.kind = DAMAGED.to_owned();
        record.error = Some("the record has no WARC-Type".to_owned());
    }
    Ok(record)
}
