//! Arrays as arguments. pgrx makes its vectors without asking for their memory, and its strings
//! without looking at the encoding.

use pgrx::callconv::{Arg, ArgAbi};
use pgrx::nullable::Nullable;
use pgrx::{FromDatum, pg_sys};

use super::error::{Refusal, Result, raise};
use super::{Text, clock, tick};
use crate::memory::TryPush;

/// The most methods that are compared at once.
pub const MAX_NAMES: usize = 1000;

/// The most elements of an array that is read: more than any page has parts. An array may have a
/// hundred million, of one bit each where they are NULL, and PostgreSQL takes it apart in one go.
pub const MAX_ELEMENTS: usize = 1 << 20;

/// Elements read between two ticks.
const TICK_EVERY: usize = 16 * 1024;

/// How PostgreSQL stores the elements of an array.
struct Element {
    oid: pg_sys::Oid,
    length: i32,
    by_value: bool,
    align: u8,
}

/// The elements of an array, of any number of dimensions in order; `None` for NULL.
///
/// # Errors
/// [`Refusal::LongArray`].
///
/// # Safety
/// The datum is an array of that type, and not NULL. What is returned lives as long as the memory
/// context.
unsafe fn elements<'a>(
    datum: pg_sys::Datum,
    element: &Element,
) -> Result<impl ExactSizeIterator<Item = Option<pg_sys::Datum>> + use<'a>> {
    let (mut datums, mut nulls, mut count) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
    // SAFETY: the caller's promise. The arrays are made for us, in the current memory context.
    let (datums, nulls) = unsafe {
        let array = pg_sys::pg_detoast_datum(datum.cast_mut_ptr());
        // The lengths of the dimensions stand behind the header.
        let header: *mut pg_sys::ArrayType = array.cast();
        let length = pg_sys::ArrayGetNItems((*header).ndim, header.add(1).cast::<i32>());
        let length = length.unsigned_abs() as usize;
        if length > MAX_ELEMENTS {
            return Err(Refusal::LongArray { length }.into());
        }
        pg_sys::deconstruct_array(
            array.cast(),
            element.oid,
            element.length,
            element.by_value,
            element.align as std::ffi::c_char,
            &mut datums,
            &mut nulls,
            &mut count,
        );
        let count = count.unsigned_abs() as usize;
        if count == 0 {
            (&[][..], &[][..])
        } else {
            let datums: &[pg_sys::Datum] = std::slice::from_raw_parts(datums, count);
            let nulls: &[bool] = std::slice::from_raw_parts(nulls, count);
            (datums, nulls)
        }
    };
    Ok(datums
        .iter()
        .zip(nulls)
        .map(|(datum, is_null)| (!is_null).then_some(*datum)))
}

/// The state of an aggregate: a `bigint[]` that is short.
pub struct State(Vec<Option<i64>>);

/// More integers than any state has.
const MAX_STATE: usize = 64;

impl State {
    /// The integers; `None` if one is NULL, or there are too many for any state.
    pub fn integers(&self) -> Option<Vec<i64>> {
        if self.0.len() > MAX_STATE {
            return None;
        }
        self.0.iter().copied().collect()
    }
}

/// `int[]`: numbers, or none where one is NULL.
pub struct Integers(pub Vec<Option<i32>>);

/// `text[]`: names, or none where one is NULL.
pub struct Names(pub Vec<Option<Text>>);

/// An array that is made of its elements.
trait OfElements: Sized {
    const ELEMENT: Element;

    /// # Safety
    /// The elements are of that type, and outlive the value.
    unsafe fn of(
        elements: &mut dyn ExactSizeIterator<Item = Option<pg_sys::Datum>>,
    ) -> Result<Self>;
}

impl OfElements for State {
    const ELEMENT: Element = Element {
        oid: pg_sys::INT8OID,
        length: 8,
        by_value: cfg!(target_pointer_width = "64"),
        align: pg_sys::TYPALIGN_DOUBLE,
    };

    unsafe fn of(
        elements: &mut dyn ExactSizeIterator<Item = Option<pg_sys::Datum>>,
    ) -> Result<Self> {
        // SAFETY: the caller's promise.
        let integer = |datum| unsafe { i64::from_datum(datum, false) };
        // One more than there may be shows that it is no state.
        let integers = elements.take(MAX_STATE + 1);
        Ok(State(
            integers.map(|datum| datum.and_then(integer)).collect(),
        ))
    }
}

impl OfElements for Integers {
    const ELEMENT: Element = Element {
        oid: pg_sys::INT4OID,
        length: 4,
        by_value: true,
        align: pg_sys::TYPALIGN_INT,
    };

    unsafe fn of(
        elements: &mut dyn ExactSizeIterator<Item = Option<pg_sys::Datum>>,
    ) -> Result<Self> {
        let mut integers = Vec::new();
        integers
            .try_reserve_exact(elements.len())
            .map_err(crate::memory::OutOfMemory::from)?;
        for (position, datum) in elements.enumerate() {
            if position % TICK_EVERY == 0 {
                tick();
            }
            // SAFETY: the caller's promise.
            integers.try_push(datum.and_then(|datum| unsafe { i32::from_datum(datum, false) }))?;
        }
        Ok(Integers(integers))
    }
}

impl OfElements for Names {
    const ELEMENT: Element = Element {
        oid: pg_sys::TEXTOID,
        length: -1,
        by_value: false,
        align: pg_sys::TYPALIGN_INT,
    };

    unsafe fn of(
        elements: &mut dyn ExactSizeIterator<Item = Option<pg_sys::Datum>>,
    ) -> Result<Self> {
        if elements.len() > MAX_NAMES {
            return Err(Refusal::TooManyMethods.into());
        }
        // SAFETY: the caller's promise.
        let text = |datum| unsafe { Text::from_datum(datum, false) };
        Ok(Names(elements.map(|datum| datum.and_then(text)).collect()))
    }
}

macro_rules! argument {
    ($array:ty, $sql:literal) => {
        impl FromDatum for $array {
            unsafe fn from_polymorphic_datum(
                datum: pg_sys::Datum,
                is_null: bool,
                _: pg_sys::Oid,
            ) -> Option<Self> {
                if is_null {
                    return None;
                }
                clock::begin();
                // SAFETY: the caller's promise that this is such an array. It lives as long as the
                // call, as does what is made of it.
                let array = unsafe {
                    elements(datum, &<$array>::ELEMENT)
                        .and_then(|mut elements| <$array>::of(&mut elements))
                };
                Some(array.unwrap_or_else(|error| raise(error)))
            }
        }

        // SAFETY: the array by SQL's name, read as above.
        unsafe impl<'fcx> ArgAbi<'fcx> for $array {
            unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
                // SAFETY: the caller's promise.
                match unsafe { arg.unbox_arg_using_from_datum() } {
                    Some(array) => array,
                    None => raise(Refusal::NullArgument),
                }
            }

            unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
                // SAFETY: the caller's promise.
                unsafe { arg.unbox_arg_using_from_datum() }.into()
            }
        }

        pgrx::impl_sql_translatable!($array, $sql);
    };
}

argument!(State, "bigint[]");
argument!(Integers, "int[]");
argument!(Names, "text[]");
