//! `jsonb` and `bytea` arguments that pgrx's own types do not fit.

use std::ffi::CString;

use pgrx::callconv::{Arg, ArgAbi, BoxRet, FcInfo};
use pgrx::nullable::Nullable;
use pgrx::{
    FromDatum, IntoDatum, direct_function_call, direct_function_call_as_datum, pg_sys, varlena,
};
use serde_json::Value;

use super::text::{from_server, to_server};

/// A `jsonb` argument or result, in a database of any encoding. An argument is none if it holds a number that
/// is out of the range of a double (1e400); a result that is none is NULL.
pub struct Json(pub Option<Value>);

impl FromDatum for Json {
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        _: pg_sys::Oid,
    ) -> Option<Self> {
        if is_null {
            return None;
        }
        // SAFETY: the caller's promise that this is a jsonb.
        let text =
            unsafe { direct_function_call::<&std::ffi::CStr>(pg_sys::jsonb_out, &[Some(datum)]) }?;
        let text = from_server(text.to_bytes());
        Some(Json(serde_json::from_str(&text).ok()))
    }
}

impl IntoDatum for Json {
    fn into_datum(self) -> Option<pg_sys::Datum> {
        // No byte is 0: JSON escapes that character.
        let text = CString::new(to_server(&self.0?.to_string())).ok()?;
        // SAFETY: a C string in the server's encoding, which is what the input function takes.
        unsafe { direct_function_call_as_datum(pg_sys::jsonb_in, &[text.as_c_str().into_datum()]) }
    }

    fn type_oid() -> pg_sys::Oid {
        pg_sys::JSONBOID
    }
}

// SAFETY: the datum is made in the current memory context, as PostgreSQL expects.
unsafe impl BoxRet for Json {
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> pgrx::datum::Datum<'fcx> {
        match self.into_datum() {
            // SAFETY: the caller's promise.
            Some(datum) => unsafe { fcinfo.return_raw_datum(datum) },
            None => fcinfo.return_null(),
        }
    }
}

/// A `bytea` argument that is not read until it is asked for: it may be a large value kept out of
/// line, of which every call of a query is given the same.
#[derive(Clone, Copy)]
pub struct Stored(pg_sys::Datum);

/// The first two bytes of a pointer to a value that is kept out of line in a table.
const ON_DISK: u8 = 18;

impl Stored {
    /// The value.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: made of an argument that is not null, which lives as long as the call; what is
        // detoasted lives in the memory context of the call.
        unsafe { <&[u8]>::from_datum(self.0, false) }.unwrap_or_default()
    }

    /// What tells this value from others within a query: where it is kept, or else all of it as it was
    /// passed. None if it is passed by a pointer to memory.
    pub fn key(&self) -> Option<&[u8]> {
        let start: *const pg_sys::varlena = self.0.cast_mut_ptr();
        // SAFETY: an argument that is not null points to a varlena, of the size that it says.
        unsafe {
            let bytes = std::slice::from_raw_parts(start.cast::<u8>(), varlena::varsize_any(start));
            let is_pointer = varlena::varatt_is_1b_e(start);
            (!is_pointer || bytes.get(1) == Some(&ON_DISK)).then_some(bytes)
        }
    }
}

impl FromDatum for Stored {
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        _: pg_sys::Oid,
    ) -> Option<Self> {
        (!is_null).then_some(Stored(datum))
    }
}

// SAFETY: jsonb by SQL's name, read as above.
unsafe impl<'fcx> ArgAbi<'fcx> for Json {
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: the caller's promise.
        unsafe { arg.unbox_arg_using_from_datum() }.unwrap_or(Json(None))
    }

    unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
        // SAFETY: the caller's promise.
        unsafe { arg.unbox_arg_using_from_datum() }.into()
    }
}

// SAFETY: bytea by SQL's name; functions that take it unconditionally are STRICT.
unsafe impl<'fcx> ArgAbi<'fcx> for Stored {
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: the caller's promise.
        unsafe { arg.unbox_arg_using_from_datum() }.unwrap_or(Stored(pg_sys::Datum::null()))
    }

    unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
        // SAFETY: the caller's promise.
        unsafe { arg.unbox_arg_using_from_datum() }.into()
    }
}

pgrx::impl_sql_translatable!(Json, "jsonb");
pgrx::impl_sql_translatable!(Stored, "bytea");
