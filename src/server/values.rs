//! `jsonb` and `bytea` arguments that pgrx's own types do not fit.

use std::ffi::CStr;
use std::io;

use pgrx::datum::TimestampWithTimeZone;
use pgrx::{FromDatum, direct_function_call, pg_sys, varlena};
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::Serializer;

use crate::server::argument::{Argument, argument, result};
use crate::server::encoding::{converts, to_server};
use crate::server::error::{OrReport, Refusal, Report, Result, internal, raise};
use crate::server::room;
use crate::server::text::{Text, varlena_of};
use goce_core::interrupts;
use goce_core::json::{self, WithoutNul};
use goce_core::memory::{OutOfMemory, TryPushStr, ask_for};

/// The longest options that are read, in bytes of JSON.
const MAX_OPTIONS: usize = 64 * 1024;

/// A `jsonb` argument or result, in a database of any encoding. An argument is `None` if it holds a number out of the range
/// of a double (1e400) or nests too deep for options. A result of `None` is NULL.
pub struct Json(pub Option<Value>);

const LONG_OPTIONS: Refusal = Refusal::LongOptions { limit: MAX_OPTIONS };

impl Argument for Json {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        // SAFETY: the caller's promise that this is a jsonb.
        let size = unsafe { pg_sys::toast_raw_datum_size(datum) };
        // A value is only some bytes longer as jsonb than as text, but for numbers with many zeros.
        if size > 8 * MAX_OPTIONS {
            return Err(LONG_OPTIONS.into());
        }
        // What the text of options takes, in lengths of their `jsonb`: PostgreSQL doubles its buffer. Numbers with many
        // zeros may take more.
        room::of_bytes(16 * size).or_report()?;
        // SAFETY: the caller's promise.
        let text = unsafe { direct_function_call::<&CStr>(pg_sys::jsonb_out, &[Some(datum)]) };
        let text = text.ok_or(Refusal::Null("argument"))?.to_bytes();
        if text.len() > MAX_OPTIONS {
            return Err(LONG_OPTIONS.into());
        }
        // SAFETY: the text is in the call's memory context.
        let text = unsafe { Text::from_server(text).or_report()? };
        // The most memory that options take, in lengths of their text: an empty array or object is two bytes with its
        // comma and takes 32; vectors double when they grow.
        ask_for(64 * text.len()).or_report()?;
        Ok(Json(serde_json::from_str(&text).ok()))
    }
}

argument!(Json, "jsonb");
result!(Json, pg_sys::JSONBOID, json => Some(jsonb(written(&json.0?).or_raise())));

/// JSON in the making, in fallible memory and with looks at interrupts.
struct Written {
    text: String,
    next_look: usize,
}

/// The bytes between two looks at interrupts.
const LOOK_EVERY: usize = 64 * 1024;

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // serde_json writes whole strings of UTF-8.
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        self.text.try_push_str(text).map_err(|_| io::ErrorKind::OutOfMemory)?;
        if self.text.len() >= self.next_look {
            interrupts::check();
            self.next_look = self.text.len() + LOOK_EVERY;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a value as JSON.
fn written(value: &Value) -> Result<String> {
    let mut text = Written {
        text: String::new(),
        next_look: LOOK_EVERY,
    };
    let mut serializer = Serializer::with_formatter(&mut text, WithoutNul);
    value.serialize(&mut serializer).map_err(|error| match error.io_error_kind() {
        Some(io::ErrorKind::OutOfMemory) => OutOfMemory.report(),
        _ => internal(error),
    })?;
    Ok(text.text)
}

/// Returns a `jsonb` of JSON without U+0000.
fn jsonb(text: String) -> pg_sys::Datum {
    let text = if converts() && !text.is_ascii() {
        to_server(&text).or_raise()
    } else {
        text.into_bytes()
    };
    let binary = json::jsonb(&text).or_raise();
    // Dropped before PostgreSQL gets its copy, so that memory holds two of them at most.
    drop(text);
    varlena_of(&binary)
}

/// A `jsonb` result from JSON as text, which must be valid and without U+0000. Numbers stay as they are written, which those
/// of [`Json`] do not.
pub struct JsonText(pub String);

result!(JsonText, pg_sys::JSONBOID, json => Some(jsonb(json.0)));
pgrx::impl_sql_translatable!(JsonText, "jsonb");

/// A `bytea` that is read only when asked for: a large value, out of line and the same in every call of a query.
#[derive(Clone, Copy)]
pub struct Stored(pg_sys::Datum);

impl Stored {
    /// # Safety
    /// The datum is a bytea, not NULL, and outlives the value.
    pub unsafe fn of(datum: pg_sys::Datum) -> Self {
        Stored(datum)
    }

    pub fn datum(&self) -> pg_sys::Datum {
        self.0
    }

    /// Returns the value in memory alone: a copy in the current memory context.
    pub fn copied(&self) -> Stored {
        // SAFETY: a bytea, which is not null.
        let bytes = unsafe { pg_sys::toast_raw_datum_size(self.0) };
        room::of_bytes(bytes.saturating_mul(2)).or_raise();
        // SAFETY: as above.
        Stored(unsafe { pg_sys::pg_detoast_datum_copy(self.0.cast_mut_ptr()) }.into())
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: a bytea, which is not null.
        unsafe { room::for_argument(self.0) }.or_raise();
        // SAFETY: an argument that is not null and lives as long as the call; detoasted, it is in the call's memory
        // context.
        let bytes = unsafe { <&[u8]>::from_datum(self.0, false) };
        bytes.unwrap_or_else(|| raise(Refusal::Null("argument")))
    }

    /// Returns bytes that differ for different values of a query: the place of a value that is kept out of line, or the
    /// value itself. `None` for a pointer to memory, which may be used again for another value.
    pub fn key(&self) -> Option<&[u8]> {
        let start: *const pg_sys::varlena = self.0.cast_mut_ptr();
        // SAFETY: an argument that is not null points to a varlena, which has its size in it.
        unsafe {
            let bytes = std::slice::from_raw_parts(start.cast::<u8>(), varlena::varsize_any(start));
            let is_in_memory = varlena::varatt_is_1b_e(start)
                && u32::from(varlena::vartag_external(start)) != pg_sys::vartag_external::VARTAG_ONDISK;
            (!is_in_memory).then_some(bytes)
        }
    }
}

impl Argument for Stored {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        Ok(Stored(datum))
    }
}

argument!(Stored, "bytea");
result!(Stored, pg_sys::BYTEAOID, stored => Some(stored.0));

/// Returns a time that is so many microseconds after 1970; `None` for one that PostgreSQL does not have.
pub fn timestamp(microseconds: i64) -> Option<TimestampWithTimeZone> {
    TimestampWithTimeZone::try_from(microseconds.checked_sub(goce_archive::copy::EPOCH)?).ok()
}

/// A `bytea` as a result.
pub struct Bytes(pub Vec<u8>);

result!(Bytes, pg_sys::BYTEAOID, bytes => Some(varlena_of(&bytes.0)));
pgrx::impl_sql_translatable!(Bytes, "bytea");
