//! Arrays as arguments and results. pgrx's own would abort the process where memory is refused, and take strings for UTF-8;
//! and PostgreSQL would copy each element of a result twice, unasked.

use pgrx::{FromDatum, pg_sys};

use crate::server::argument::{Argument, argument, result};
use crate::server::error::{OrReport, Refusal, Result};
use crate::server::room;
use crate::server::text::{Text, varlena_of};
use goce_core::interrupts::{CHECK_EVERY, Checking};
use goce_core::memory::{Fallible, TryPush, try_collect};

/// The most methods that one call compares.
const MAX_NAMES: usize = 1000;

/// The most elements of an array: more than any page has parts. PostgreSQL takes an array apart without looking at
/// interrupts, and one may have a hundred million elements.
const MAX_ELEMENTS: usize = 1 << 20;

/// Returns the elements of an array of any number of dimensions, in order; `None` for NULL.
///
/// # Safety
/// The datum is an array of that type, and not NULL. The elements live as long as the memory context.
unsafe fn elements<'a>(
    datum: pg_sys::Datum,
    element: pg_sys::Oid,
) -> Result<impl ExactSizeIterator<Item = Option<pg_sys::Datum>> + use<'a>> {
    let (mut datums, mut nulls, mut count) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
    // SAFETY: the caller's promise. PostgreSQL makes both arrays in the current memory context.
    let (datums, nulls) = unsafe {
        room::for_argument(datum)?;
        let array = pg_sys::pg_detoast_datum(datum.cast_mut_ptr());
        // The header is followed by the lengths of the dimensions.
        let header: *mut pg_sys::ArrayType = array.cast();
        let length = pg_sys::ArrayGetNItems((*header).ndim, header.add(1).cast::<i32>());
        let length = length.unsigned_abs() as usize;
        if length > MAX_ELEMENTS {
            let limit = MAX_ELEMENTS;
            return Err(Refusal::LongArray { length, limit }.into());
        }
        room::of_bytes(length * (size_of::<pg_sys::Datum>() + size_of::<bool>())).or_report()?;
        let (mut size, mut by_value, mut align) = (0, false, 0);
        pg_sys::get_typlenbyvalalign(element, &mut size, &mut by_value, &mut align);
        pg_sys::deconstruct_array(
            array.cast(),
            element,
            size.into(),
            by_value,
            align,
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
    Ok(datums.iter().zip(nulls).map(|(datum, is_null)| (!is_null).then_some(*datum)))
}

/// The state of an aggregate: a short `bigint[]`.
pub struct State(Vec<Option<i64>>);

/// More integers than any state has.
const MAX_STATE: usize = 64;

impl State {
    /// Returns the integers; `None` if one is NULL, or there are more than any state has.
    pub fn integers(&self) -> Option<Vec<i64>> {
        if self.0.len() > MAX_STATE {
            return None;
        }
        self.0.iter().copied().collect()
    }
}

impl Argument for State {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        // SAFETY: the caller's promise.
        let integer = |datum| unsafe { i64::from_datum(datum, false) };
        // One element too many is enough to refuse it.
        let integers = unsafe { elements(datum, pg_sys::INT8OID)? }.take(MAX_STATE + 1);
        Ok(State(integers.map(|datum| datum.and_then(integer)).collect()))
    }
}

argument!(State, "bigint[]");

/// `int[]`: numbers, `None` where one is NULL.
pub struct Integers(pub Vec<Option<i32>>);

impl Argument for Integers {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        // SAFETY: the caller's promise.
        let elements = unsafe { elements(datum, pg_sys::INT4OID)? };
        // SAFETY: as above.
        let integer = |datum| unsafe { i32::from_datum(datum, false) };
        let integers = elements.checking(CHECK_EVERY);
        let integers = try_collect(integers.map(|datum| datum.and_then(integer)));
        Ok(Integers(integers.or_report()?))
    }
}

argument!(Integers, "int[]");

/// `text[]`: names, `None` where one is NULL.
pub struct Names(pub Vec<Option<Text>>);

impl Argument for Names {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        // SAFETY: the caller's promise.
        let elements = unsafe { elements(datum, pg_sys::TEXTOID)? };
        if elements.len() > MAX_NAMES {
            return Err(Refusal::TooManyMethods { limit: MAX_NAMES }.into());
        }
        // SAFETY: as above; the elements live as long as the call.
        let text = |datum| unsafe { Text::from_datum(datum, false) };
        Ok(Names(elements.map(|datum| datum.and_then(text)).collect()))
    }
}

argument!(Names, "text[]");

/// `text[]` as a result.
pub struct Texts(pub Vec<Text>);

impl Texts {
    /// Returns what stands in an array behind its length word (PostgreSQL's `utils/array.h`).
    fn content(&self) -> Fallible<Vec<u8>> {
        let has_elements = !self.0.is_empty();
        let mut bytes = Vec::new();
        let mut word = |word: u32| bytes.try_extend_from_slice(&word.to_ne_bytes());
        // Dimensions; where the elements begin, which is said only if some are NULL; the type of the elements.
        word(has_elements.into())?;
        word(0)?;
        word(pg_sys::TEXTOID.to_u32())?;
        if has_elements {
            // The length of the one dimension, and its first index.
            word(self.0.len() as u32)?;
            word(1)?;
        }
        for text in self.0.iter().checking(CHECK_EVERY) {
            let text = text.in_server()?;
            // The length word of a value of variable length.
            let size = (size_of::<u32>() + text.len()) as u32;
            let size = if cfg!(target_endian = "little") {
                size << 2
            } else {
                size
            };
            bytes.try_extend_from_slice(&size.to_ne_bytes())?;
            bytes.try_extend_from_slice(&text)?;
            let missing = bytes.len().next_multiple_of(size_of::<u32>()) - bytes.len();
            bytes.try_extend_from_slice(&[0; size_of::<u32>()][..missing])?;
        }
        Ok(bytes)
    }
}

result!(Texts, pg_sys::TEXTARRAYOID, texts => {
    let content = texts.content().or_raise();
    // Dropped before PostgreSQL gets its copy, so that memory holds two of them at most.
    drop(texts);
    Some(varlena_of(&content))
});
pgrx::impl_sql_translatable!(Texts, "text[]");
