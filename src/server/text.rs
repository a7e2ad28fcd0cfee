//! `text` between the server's encoding and Rust's UTF-8: the one place where a text becomes a datum.
//!
//! pgrx's strings work in UTF-8 databases only. In a database of another encoding an incoming character without a Unicode
//! equivalent becomes U+FFFD. An outgoing one may have no equivalent there (the page says `&mdash;`, the database is
//! LATIN1): it is written as a numeric character reference, `&#8212;`, as the HTML standard's encoders do. So nothing is
//! lost and no page stops a query.
//!
//! No text of PostgreSQL may have the character U+0000: dumps, indexes and clients end there. U+FFFD goes out in its
//! place, as from the HTML standard's parser.

use std::borrow::Cow;
use std::ops::Deref;
use std::str::FromStr;

use pgrx::{pg_sys, varlena};

use crate::server::argument::{Argument, argument, result};
use crate::server::clock;
use crate::server::encoding::{converts, decode, replaced, to_server};
use crate::server::error::{OrReport, Refusal, Report, Result, raise};
use crate::server::room;
use crate::server::settings::limits;
use goce_core::memory::{Fallible, TryPush, try_to_owned};
use goce_core::page::PageError;

/// A `text` argument or result.
#[derive(Debug)]
pub struct Text(Content);

#[derive(Debug)]
enum Content {
    Owned(String),
    /// A constant, or a value in PostgreSQL's memory. Only `from_datum` makes the latter, and its caller promises that the
    /// datum outlives the value: pgrx for an argument, `query_rows` for a column.
    Borrowed(*const str),
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Content::Owned(text) => text,
            // SAFETY: it outlives the value, as said above, and nothing writes to it.
            Content::Borrowed(text) => unsafe { &**text },
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text(Content::Owned(text))
    }
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Text(Content::Borrowed(text))
    }
}

impl Text {
    pub fn copy(text: &str) -> Fallible<Text> {
        Ok(Text(Content::Owned(try_to_owned(text)?)))
    }

    /// Returns the text as a name, which errors quote: the start of a long text, which is no known name.
    pub fn name(&self) -> &str {
        start(self)
    }

    /// Returns the text in the server's encoding.
    pub fn in_server(&self) -> Fallible<Cow<'_, [u8]>> {
        if (!converts() || self.is_ascii()) && !self.as_bytes().contains(&0) {
            return Ok(Cow::Borrowed(self.as_bytes()));
        }
        to_server(self).map(Cow::Owned)
    }

    /// Returns the text of bytes in the server's encoding.
    ///
    /// # Safety
    /// The bytes outlive the value.
    pub unsafe fn from_server(bytes: &[u8]) -> Fallible<Text> {
        if converts() && !bytes.is_ascii() {
            return Ok(Text(Content::Owned(decode(bytes)?)));
        }
        // Not copied, but checked: a `str` that is no UTF-8 would be read beyond its end. PostgreSQL checks neither texts
        // in SQL_ASCII, nor a user's cast of bytea to text, nor what a foreign server sends. The check takes a hundredth
        // of parsing.
        Ok(Text(match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Content::Borrowed(text),
            Err(_) => Content::Owned(replaced(bytes)?),
        }))
    }
}

/// Returns what a text names, such as a method; `None` for NULL.
pub fn named<T: FromStr<Err: Report>>(name: Option<&Text>) -> Result<Option<T>> {
    name.map(|name| name.name().parse()).transpose().or_report()
}

/// Returns the part of a name that errors quote: the start of a long one, which is no known name.
pub fn start(name: &str) -> &str {
    // The longest part of a name that is looked at, in bytes. Every known name is shorter.
    &name[..name.floor_char_boundary(200)]
}

/// Returns the bytes of a `text` argument, detoasted.
///
/// A longer one than the limit is refused before it is detoasted.
///
/// # Safety
/// The datum is a text, and not NULL.
unsafe fn detoasted<'a>(datum: pg_sys::Datum) -> Result<&'a [u8]> {
    // SAFETY: the caller's promise. The size is that of the value with a header of four bytes.
    let bytes = unsafe { pg_sys::toast_raw_datum_size(datum) }.saturating_sub(pg_sys::VARHDRSZ);
    let limit = limits().max_bytes;
    if bytes > limit {
        return Err(PageError::TooLarge { bytes, limit }.report());
    }
    // SAFETY: the caller's promise; detoasted, it is in the memory context of the call.
    unsafe {
        room::for_argument(datum)?;
        let text = pg_sys::pg_detoast_datum_packed(datum.cast_mut_ptr());
        let start = varlena::vardata_any(text).cast();
        Ok(std::slice::from_raw_parts(start, varlena::varsize_any_exhdr(text)))
    }
}

impl Argument for Text {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        // SAFETY: the caller's promise.
        unsafe { Text::from_server(detoasted(datum)?).or_report() }
    }
}

argument!(Text, "text");
result!(Text, pg_sys::TEXTOID, text => {
    let Cow::Owned(bytes) = text.in_server().or_raise() else {
        return Some(varlena_of(text.as_bytes()));
    };
    // Dropped before PostgreSQL gets its copy, so that memory holds two of them at most.
    drop(text);
    Some(varlena_of(&bytes))
});

/// Returns a value of variable length with these bytes, or raises an error where there is no memory for it.
pub fn varlena_of(bytes: &[u8]) -> pg_sys::Datum {
    // The longest value that PostgreSQL can put into a row with others, in bytes.
    if bytes.len() > 1_000_000_000 {
        raise(Refusal::ResultTooLarge { bytes: bytes.len() });
    }
    let size = bytes.len() + pg_sys::VARHDRSZ;
    room::for_value(size).or_raise();
    // SAFETY: palloc returns that many bytes or raises; the header takes the first four, the bytes the rest. The size is
    // less than 2³⁰.
    unsafe {
        let value: *mut u8 = pg_sys::palloc(size).cast();
        varlena::set_varsize_4b(value.cast(), size as i32);
        let content = value.add(pg_sys::VARHDRSZ);
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), content, bytes.len());
        pg_sys::Datum::from(value)
    }
}

/// A query that a user wrote, in the server's encoding.
#[derive(Debug)]
pub struct Query(Vec<u8>);

impl Query {
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Argument for Query {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        // The query is no page: the clock starts with each of its rows.
        clock::stop();
        let mut copy = Vec::new();
        // SAFETY: the caller's promise.
        copy.try_extend_from_slice(unsafe { detoasted(datum) }?).or_report()?;
        Ok(Query(copy))
    }
}

argument!(Query, "text");
