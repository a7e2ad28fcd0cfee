//! `text` between the server's encoding and Rust's UTF-8.
//!
//! pgrx's own strings work in UTF-8 databases only. In a database of another encoding every
//! character that comes in has a Unicode equivalent; one that goes out may have none there (the
//! page says `&mdash;`, the database is LATIN1) and is then written as a numeric character
//! reference, `&#8212;`, which is what the HTML standard's encoders do. So nothing is lost and
//! no page stops a query. (PostgreSQL 13 lacks the interface for that, and raises 22P05.)

use std::ops::Deref;

use pgrx::callconv::{Arg, ArgAbi, BoxRet, FcInfo};
use pgrx::nullable::Nullable;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::{FromDatum, IntoDatum, PgLogLevel, pg_sys};

use super::settings::limits;
use crate::page::PageError;

/// The longest value that PostgreSQL can make and put into a row with others, in bytes.
const MAX_LENGTH: usize = 1_000_000_000;

/// A `text` argument or result.
#[derive(Debug)]
pub struct Text(String);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text(text.to_owned())
    }
}

/// Whether the server keeps text in another encoding than UTF-8. In `SQL_ASCII` it keeps
/// whatever bytes it was given.
fn converts() -> bool {
    // SAFETY: reads a variable of the backend.
    let encoding = unsafe { pg_sys::GetDatabaseEncoding() } as u32;
    encoding != pg_sys::pg_enc::PG_UTF8 && encoding != pg_sys::pg_enc::PG_SQL_ASCII
}

/// Bytes of the server's encoding as a string. What is no UTF-8 then (possible in `SQL_ASCII`
/// only) is replaced by U+FFFD.
pub fn from_server(bytes: &[u8]) -> String {
    if converts() && !bytes.is_ascii() {
        // SAFETY: the bytes are a detoasted text, shorter than 1 GB; the result, when it is
        // another pointer, is a C string of its own, freed here.
        unsafe {
            let converted = pg_sys::pg_server_to_any(
                bytes.as_ptr().cast(),
                bytes.len() as i32,
                pg_sys::pg_enc::PG_UTF8 as i32,
            );
            if !std::ptr::eq(converted.cast::<u8>(), bytes.as_ptr()) {
                let text = std::ffi::CStr::from_ptr(converted)
                    .to_string_lossy()
                    .into_owned();
                pg_sys::pfree(converted.cast());
                return text;
            }
        }
    }
    String::from_utf8_lossy(bytes).into_owned()
}

/// A string in the server's encoding.
pub fn to_server(text: &str) -> Vec<u8> {
    if !converts() || text.is_ascii() {
        return text.as_bytes().to_vec();
    }
    convert(text)
}

#[cfg(feature = "pg13")]
fn convert(text: &str) -> Vec<u8> {
    // SAFETY: as in `from_server`.
    unsafe {
        let converted = pg_sys::pg_any_to_server(
            text.as_ptr().cast(),
            text.len() as i32,
            pg_sys::pg_enc::PG_UTF8 as i32,
        );
        std::ffi::CStr::from_ptr(converted).to_bytes().to_vec()
    }
}

/// A string in ASCII, other characters as numeric character references.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            out.push_str(&format!("&#{};", c as u32));
        }
    }
    out
}

/// A message in a form that any server encoding has: pgrx hands messages on as they are.
pub fn message(text: String) -> String {
    if converts() && !text.is_ascii() {
        ascii(&text)
    } else {
        text
    }
}

/// Bytes converted at a time.
#[cfg(not(feature = "pg13"))]
const PIECE: usize = 4096;

/// At most this many bytes come out for one that goes in (PostgreSQL's MAX_CONVERSION_GROWTH).
#[cfg(not(feature = "pg13"))]
const GROWTH: usize = 4;

#[cfg(not(feature = "pg13"))]
fn convert(text: &str) -> Vec<u8> {
    let utf8 = pg_sys::pg_enc::PG_UTF8 as i32;
    // SAFETY: looks the conversion up in the catalog.
    let (server, conversion) = unsafe {
        let server = pg_sys::GetDatabaseEncoding();
        (server, pg_sys::FindDefaultConversionProc(utf8, server))
    };
    if conversion == pg_sys::InvalidOid {
        return ascii(text).into_bytes();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut buffer = [0u8; PIECE * GROWTH + 1];
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = rest.len().min(PIECE);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        // SAFETY: the source has `end` bytes and is only read; the buffer is as large as the
        // conversion can need, with the byte that ends a C string.
        let converted = unsafe {
            pg_sys::pg_do_encoding_conversion_buf(
                conversion,
                utf8,
                server,
                rest.as_ptr().cast_mut(),
                end as i32,
                buffer.as_mut_ptr(),
                buffer.len() as i32,
                true,
            )
        };
        let written = buffer.iter().position(|&byte| byte == 0).unwrap_or(0);
        out.extend_from_slice(&buffer[..written]);
        rest = &rest[usize::try_from(converted).unwrap_or(0).min(end)..];
        if (converted as usize) < end
            && let Some(c) = rest.chars().next()
        {
            out.extend_from_slice(format!("&#{};", c as u32).as_bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

impl FromDatum for Text {
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        type_oid: pg_sys::Oid,
    ) -> Option<Self> {
        // SAFETY: the caller's promise; text has the layout of bytea.
        let bytes = unsafe { <&[u8]>::from_polymorphic_datum(datum, is_null, type_oid) }?;
        // Before it is copied: nothing that goce makes of a text is allowed to be without bounds.
        let limit = limits().max_bytes;
        if bytes.len() > limit {
            let bytes = bytes.len();
            ErrorReport::from(PageError::TooLarge { bytes, limit }).report(PgLogLevel::ERROR);
        }
        Some(Text(from_server(bytes)))
    }
}

impl IntoDatum for Text {
    fn into_datum(self) -> Option<pg_sys::Datum> {
        let bytes = to_server(&self.0);
        // References are longer than the characters that they stand for.
        if bytes.len() > MAX_LENGTH {
            let (bytes, limit) = (bytes.len(), MAX_LENGTH);
            ErrorReport::from(PageError::TooLarge { bytes, limit }).report(PgLogLevel::ERROR);
        }
        bytes.into_datum()
    }

    fn type_oid() -> pg_sys::Oid {
        pg_sys::TEXTOID
    }
}

// SAFETY: text by SQL's name, converted as above.
unsafe impl<'fcx> ArgAbi<'fcx> for Text {
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: the caller's promise. An argument that may be null is an Option.
        unsafe { arg.unbox_arg_using_from_datum() }.unwrap_or(Text(String::new()))
    }

    unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
        // SAFETY: the caller's promise.
        unsafe { arg.unbox_arg_using_from_datum() }.into()
    }
}

// SAFETY: the datum is made in the current memory context, as PostgreSQL expects.
unsafe impl BoxRet for Text {
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> pgrx::datum::Datum<'fcx> {
        match self.into_datum() {
            // SAFETY: the caller's promise.
            Some(datum) => unsafe { fcinfo.return_raw_datum(datum) },
            None => fcinfo.return_null(),
        }
    }
}

pgrx::impl_sql_translatable!(Text, "text");
