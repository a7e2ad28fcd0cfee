//! Arguments and results of types that goce reads and writes itself, in place of pgrx.

use pgrx::callconv::Arg;

use crate::server::clock;
use crate::server::error::Result;

/// A type that a function takes as an argument.
pub trait Argument: Sized {
    /// Reads a datum.
    ///
    /// # Safety
    /// The datum is of the type's name in SQL, not NULL, and outlives the value.
    unsafe fn read(datum: pgrx::pg_sys::Datum) -> Result<Self>;
}

/// Begins a call where its first argument is read: once, however many arguments it has.
pub fn begin(argument: &Arg<'_, '_>) {
    if argument.index() == 0 {
        clock::begin();
    }
}

/// Makes an [`Argument`] one of pgrx, by the name of its type in SQL.
macro_rules! argument {
    ($type:ty, $sql:literal) => {
        impl pgrx::FromDatum for $type {
            unsafe fn from_polymorphic_datum(
                datum: pgrx::pg_sys::Datum,
                is_null: bool,
                _: pgrx::pg_sys::Oid,
            ) -> Option<Self> {
                // SAFETY: the caller's promise.
                let read = || unsafe { <$type as $crate::server::argument::Argument>::read(datum) };
                (!is_null).then(|| read().unwrap_or_else(|error| $crate::server::error::raise(error)))
            }
        }

        // SAFETY: the datum is read as the type that SQL declares.
        unsafe impl<'fcx> pgrx::callconv::ArgAbi<'fcx> for $type {
            unsafe fn unbox_arg_unchecked(argument: pgrx::callconv::Arg<'_, 'fcx>) -> Self {
                $crate::server::argument::begin(&argument);
                // SAFETY: the caller's promise. Functions that take it unconditionally are STRICT.
                unsafe { argument.unbox_arg_using_from_datum() }
                    .unwrap_or_else(|| $crate::server::error::raise($crate::server::error::Refusal::Null("argument")))
            }

            unsafe fn unbox_nullable_arg(argument: pgrx::callconv::Arg<'_, 'fcx>) -> pgrx::nullable::Nullable<Self> {
                $crate::server::argument::begin(&argument);
                // SAFETY: the caller's promise.
                unsafe { argument.unbox_arg_using_from_datum() }.into()
            }
        }

        pgrx::impl_sql_translatable!($type, $sql);
    };
}

/// Makes a type the result of a function: by the OID of its type in SQL, and the datum that a value becomes.
macro_rules! result {
    ($type:ty, $oid:expr, $value:ident => $datum:expr) => {
        impl pgrx::IntoDatum for $type {
            fn into_datum(self) -> Option<pgrx::pg_sys::Datum> {
                let $value = self;
                $datum
            }

            fn type_oid() -> pgrx::pg_sys::Oid {
                $oid
            }
        }

        // SAFETY: the datum is made in the current memory context, as PostgreSQL expects.
        unsafe impl pgrx::callconv::BoxRet for $type {
            unsafe fn box_into<'fcx>(self, fcinfo: &mut pgrx::callconv::FcInfo<'fcx>) -> pgrx::datum::Datum<'fcx> {
                match pgrx::IntoDatum::into_datum(self) {
                    // SAFETY: the caller's promise.
                    Some(datum) => unsafe { fcinfo.return_raw_datum(datum) },
                    None => fcinfo.return_null(),
                }
            }
        }
    };
}

pub(crate) use {argument, result};
