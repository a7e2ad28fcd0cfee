//! The bytes of an archive as its writer wrote them: plain, or in any number of gzip members
//! or zstd frames.

use std::io::Read;

use crate::gzip::{self, End, Header, Member};
use crate::source::{HISTORY, More, Source};
use crate::zstd::Input;
use crate::{PIECE, Reading, append, replace_front};
use goce_core::prelude::*;

enum Mode {
    /// At the start, or behind a gzip member.
    Between,
    /// The bytes stand in the archive as they were written, or in zstd frames.
    Plain,
    /// In the compressed data of a gzip member.
    Data(Box<Member>),
    /// Behind the compressed data, before the checksum.
    Trailer(Box<Member>),
}

/// The bytes of an archive as its writer wrote them.
pub struct Stream<R> {
    source: Source<Input<R>>,
    mode: Mode,
    /// The offset of the gzip member that was begun last.
    member: u64,
    inflated: Vec<u8>,
    position: usize,
    /// The buffer that the inflater writes to.
    room: Vec<u8>,
    /// The end or the damage that follows the inflated bytes, if it is known already.
    pending: Option<More>,
    consumed: u64,
}

impl<R: Read> Stream<R> {
    pub fn new(input: R) -> Self {
        Stream {
            source: Source::new(Input::new(input)),
            mode: Mode::Between,
            member: 0,
            inflated: Vec::new(),
            room: Vec::new(),
            position: 0,
            pending: None,
            consumed: 0,
        }
    }

    /// Returns the bytes that were read and not consumed.
    pub fn bytes(&self) -> &[u8] {
        match self.mode {
            Mode::Plain => self.source.bytes(),
            _ => &self.inflated[self.position..],
        }
    }

    /// Consumes the first of the unread bytes.
    pub fn consume(&mut self, count: usize) {
        let count = count.min(self.bytes().len());
        match self.mode {
            Mode::Plain => self.source.position += count,
            _ => self.position += count,
        }
        self.consumed += count as u64;
    }

    /// Puts bytes back that were consumed last.
    pub fn unread(&mut self, bytes: &[u8]) -> Reading {
        if let Mode::Plain = self.mode {
            self.source.unread(bytes)?;
        } else if self.position >= bytes.len() {
            self.position -= bytes.len();
        } else {
            replace_front(&mut self.inflated, self.position, bytes)?;
            self.position = 0;
        }
        self.consumed -= bytes.len() as u64;
        Ok(())
    }

    /// Returns the number of bytes that were consumed and not put back.
    pub fn consumed(&self) -> u64 {
        self.consumed
    }

    /// Returns the offset of the unread bytes in the archive; in a gzip member or zstd
    /// frame, the offset of that.
    pub fn offset(&self) -> u64 {
        match self.mode {
            _ if self.source.input.is_packed() => self.source.input.frame(),
            Mode::Plain => self.source.offset(),
            Mode::Between if self.bytes().is_empty() => self.source.offset(),
            _ => self.member,
        }
    }

    /// Returns the offset of the gzip member or zstd frame that was begun last.
    pub fn member(&self) -> u64 {
        if self.source.input.is_packed() {
            self.source.input.frame()
        } else {
            self.member
        }
    }

    /// Returns the offset up to which the archive was read.
    pub fn reached(&self) -> u64 {
        if self.source.input.is_packed() {
            self.source.input.reached()
        } else {
            self.source.offset()
        }
    }

    /// Returns `true` if the bytes stand in the archive as they were written.
    pub fn is_plain(&self) -> bool {
        matches!(self.mode, Mode::Plain) && !self.source.input.is_packed()
    }

    /// Reads on.
    pub fn more(&mut self) -> Reading<More> {
        if let Some(pending) = self.pending.take() {
            return Ok(pending);
        }
        loop {
            interrupts::check();
            match std::mem::replace(&mut self.mode, Mode::Between) {
                Mode::Plain => {
                    self.mode = Mode::Plain;
                    let more = self.source.more()?;
                    return Ok(if more { More::Data } else { self.source.input.event() });
                }
                Mode::Between => {
                    if let Some(more) = self.begin()? {
                        return Ok(more);
                    }
                }
                Mode::Data(member) => {
                    if let Some(more) = self.inflate(member)? {
                        return Ok(more);
                    }
                }
                Mode::Trailer(member) => {
                    self.source.at_least(gzip::TRAILER)?;
                    let Some(trailer) = self.source.bytes().get(..gzip::TRAILER) else {
                        self.source.position = self.source.end;
                        return Ok(More::Damaged(TRUNCATED));
                    };
                    let matches = member.matches(trailer);
                    self.source.position += gzip::TRAILER;
                    return Ok(if matches {
                        More::Boundary
                    } else {
                        More::Damaged("a gzip member's checksum is not that of its data")
                    });
                }
            }
        }
    }

    /// Begins the next member, or plain bytes. Zeros between members are padding.
    fn begin(&mut self) -> Reading<Option<More>> {
        loop {
            interrupts::check();
            let bytes = self.source.bytes();
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            self.source.position += zeros;
            if !self.source.bytes().is_empty() {
                break;
            }
            if !self.source.more()? {
                return Ok(Some(self.source.input.event()));
            }
        }
        self.source.at_least(gzip::MAGIC.len())?;
        if !self.source.bytes().starts_with(gzip::MAGIC) {
            if !self.bytes().is_empty() {
                return Ok(Some(More::End));
            }
            self.mode = Mode::Plain;
            return Ok(Some(More::Data));
        }
        self.member = self.source.offset();
        loop {
            match gzip::header(self.source.bytes()) {
                Header::Complete(length) => {
                    self.source.position += length;
                    self.mode = Mode::Data(Box::new(Member::new()));
                    return Ok(None);
                }
                Header::Incomplete if self.source.more()? => {}
                Header::Incomplete => {
                    self.source.position = self.source.end;
                    return Ok(Some(More::Damaged(TRUNCATED)));
                }
                Header::Invalid => {
                    return Ok(Some(More::Damaged("a gzip member's header is damaged")));
                }
            }
        }
    }

    /// Inflates a piece of a member.
    fn inflate(&mut self, mut member: Box<Member>) -> Reading<Option<More>> {
        if self.source.bytes().is_empty() && !self.source.more()? {
            return Ok(Some(More::Damaged(TRUNCATED)));
        }
        if self.position > PIECE || self.position == self.inflated.len() {
            replace_front(&mut self.inflated, self.position, &[])?;
            self.position = 0;
        }
        if self.room.is_empty() {
            self.room.try_reserve(PIECE)?;
            self.room.resize(PIECE, 0);
        }
        let step = member.inflate(self.source.bytes(), &mut self.room);
        append(&mut self.inflated, &self.room[..step.produced])?;
        self.source.position += step.consumed;
        match step.end {
            None => self.mode = Mode::Data(member),
            Some(End::Whole) => self.mode = Mode::Trailer(member),
            // There is input, so data that do not go on are damaged, not truncated.
            Some(_) => self.pending = Some(More::Damaged("gzip data are damaged")),
        }
        if step.produced > 0 {
            return Ok(Some(More::Data));
        }
        Ok(self.pending.take())
    }

    /// Goes on after damage with the archive's bytes, from behind the start of the damaged member, as far back as they are
    /// kept. Unread bytes are dropped.
    pub fn skip_damage(&mut self) {
        self.inflated.clear();
        self.position = 0;
        self.pending = None;
        self.mode = Mode::Plain;
        if self.source.input.is_packed() {
            self.source.position = self.source.end;
            return;
        }
        let behind = self.member.saturating_add(1).max(self.source.base);
        let back = self.source.offset().saturating_sub(behind);
        let back = back.min(HISTORY as u64) as usize;
        self.source.position -= back.min(self.source.position);
    }

    /// Returns `true` if the unread bytes are plain and begin with a gzip member whose first data `is_start` accepts. Then
    /// the member is read next.
    pub fn begins_member(&mut self, is_start: impl Fn(&[u8]) -> bool) -> Reading<bool> {
        if !self.is_plain() || !self.source.bytes().starts_with(gzip::MAGIC) {
            return Ok(false);
        }
        self.source.at_least(WINDOW)?;
        let bytes = self.source.bytes();
        let window = &bytes[..bytes.len().min(WINDOW)];
        // Bytes inflated for that: a line of ARC has an address.
        let begins = gzip::peek(window, 1024).is_some_and(|first| is_start(&first));
        if begins {
            self.mode = Mode::Between;
        }
        Ok(begins)
    }
}

/// Bytes looked at to see whether a gzip member begins with a record.
const WINDOW: usize = 2 * 1024;

const TRUNCATED: &str = "gzip data end early";
