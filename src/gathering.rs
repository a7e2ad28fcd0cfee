//! The state of `goce_site` while an aggregate is at work: an expanded object of PostgreSQL.
//!
//! It stays what it is from row to row, so that pages can wait in it to be merged together. Wherever the value leaves
//! the aggregate, to another process or as its result, PostgreSQL asks for its bytes, and these are a profile's as
//! always. All its memory is of one context below the aggregate's: it ends with the aggregate, and counts toward
//! `work_mem`.

use std::ops::{Deref, DerefMut};
use std::ptr::{self, NonNull};
use std::slice;

use pgrx::{pg_sys, varlena};

use super::error::{Result, raise};
use goce_core::memory::OutOfMemory;
use goce_core::site::{GrowableBytes, SiteState};

/// The object, in its memory context.
#[repr(C)]
struct Object {
    header: pg_sys::ExpandedObjectHeader,
    gathering: SiteState<Buffer>,
}

static METHODS: pg_sys::ExpandedObjectMethods = pg_sys::ExpandedObjectMethods {
    get_flat_size: Some(flat_size),
    flatten_into: Some(flatten_into),
};

/// Bytes in a memory context, which ends later than the object that has them.
#[derive(Debug)]
struct Buffer {
    context: pg_sys::MemoryContext,
    /// The start; dangling as long as the capacity is 0.
    start: NonNull<u8>,
    length: usize,
    capacity: usize,
}

impl Buffer {
    fn new(context: pg_sys::MemoryContext) -> Self {
        Buffer {
            context,
            start: NonNull::dangling(),
            length: 0,
            capacity: 0,
        }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: so many bytes were written there, and the buffer alone has them.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr(), self.length) }
    }
}

impl GrowableBytes for Buffer {
    /// PostgreSQL raises the error where there is no memory.
    fn append(&mut self, bytes: &[u8]) -> Result<(), OutOfMemory> {
        let needed = self.length.checked_add(bytes.len()).ok_or(OutOfMemory)?;
        if needed > self.capacity {
            let capacity = needed.checked_next_power_of_two().ok_or(OutOfMemory)?;
            // SAFETY: the context lives, and the start is a block of it unless the capacity is 0.
            let start = unsafe {
                if self.capacity == 0 {
                    pg_sys::MemoryContextAlloc(self.context, capacity)
                } else {
                    pg_sys::repalloc(self.start.as_ptr().cast(), capacity)
                }
            };
            self.start = NonNull::new(start.cast()).ok_or(OutOfMemory)?;
            self.capacity = capacity;
        }
        // SAFETY: the capacity suffices, and nobody else has bytes of the buffer.
        unsafe {
            let end = self.start.as_ptr().add(self.length);
            ptr::copy_nonoverlapping(bytes.as_ptr(), end, bytes.len());
        }
        self.length = needed;
        Ok(())
    }

    fn clear(&mut self) {
        self.length = 0;
    }
}

/// Pages that an aggregate gathers.
pub struct State(NonNull<Object>);

impl State {
    /// Returns a new state for the aggregate that calls; `None` where a function calls that is none.
    pub fn new(fcinfo: pg_sys::FunctionCallInfo) -> Option<Self> {
        let parent = context_of_aggregate(fcinfo)?;
        // SAFETY: the parent is a memory context, which outlives the object. A context's block is aligned for any type,
        // and the object is written as a whole before anything refers to it.
        unsafe {
            let context = pg_sys::AllocSetContextCreateInternal(
                parent,
                c"goce_site".as_ptr(),
                0,
                pg_sys::ALLOCSET_SMALL_INITSIZE as usize,
                pg_sys::ALLOCSET_DEFAULT_MAXSIZE as usize,
            );
            let object = pg_sys::MemoryContextAlloc(context, size_of::<Object>()).cast();
            let object: NonNull<Object> = NonNull::new(object)?;
            let gathering = SiteState::new(Buffer::new(context), Buffer::new(context));
            object.write(Object {
                header: pg_sys::ExpandedObjectHeader::default(),
                gathering,
            });
            let header = &raw mut (*object.as_ptr()).header;
            pg_sys::EOH_init_header(header, &METHODS, context);
            Some(State(object))
        }
    }

    /// Returns the state that an aggregate has had from [`State::new`]; `None` for any other value, such as one that
    /// was copied on its way.
    pub fn of(datum: pg_sys::Datum, fcinfo: pg_sys::FunctionCallInfo) -> Option<Self> {
        context_of_aggregate(fcinfo)?;
        let value: *const pg_sys::varlena = datum.cast_mut_ptr();
        // SAFETY: the datum is not null and of variable length. One that PostgreSQL marks as an expanded object that
        // may be written is one, and one with our methods was made above. The aggregate alone has it.
        unsafe {
            let is_ours = varlena::varatt_is_1b_e(value)
                && u32::from(varlena::vartag_external(value)) == pg_sys::vartag_external::VARTAG_EXPANDED_RW;
            if !is_ours {
                return None;
            }
            let header = pg_sys::DatumGetEOHP(datum);
            ptr::eq((*header).eoh_methods, &METHODS).then(|| NonNull::new(header.cast()).map(State))?
        }
    }

    pub fn pages(&mut self) -> &mut SiteState<impl GrowableBytes> {
        // SAFETY: the object lives as long as the call, and no one else has it meanwhile.
        &mut unsafe { self.0.as_mut() }.gathering
    }

    /// Returns the datum to hand to PostgreSQL: always the same, so that it copies nothing.
    pub fn datum(&self) -> pg_sys::Datum {
        // SAFETY: the object lives as long as the call.
        let pointer = unsafe { &raw mut (*self.0.as_ptr()).header.eoh_rw_ptr };
        pg_sys::Datum::from(pointer)
    }
}

fn context_of_aggregate(fcinfo: pg_sys::FunctionCallInfo) -> Option<pg_sys::MemoryContext> {
    let mut context = ptr::null_mut();
    // SAFETY: PostgreSQL calls with a valid call info.
    let calls = unsafe { pg_sys::AggCheckCallContext(fcinfo, &mut context) };
    (calls != 0).then_some(context)
}

/// Returns the bytes of the object's value.
///
/// # Safety
/// The object was made by [`State::new`], and nobody else uses it for as long as the bytes are used.
unsafe fn value<'o>(object: *mut pg_sys::ExpandedObjectHeader) -> &'o [u8] {
    // SAFETY: the caller's promise; the header is the object's first field.
    let object = unsafe { &mut *object.cast::<Object>() };
    match object.gathering.settle() {
        Ok(bytes) => bytes,
        Err(error) => raise(error),
    }
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn flat_size(object: *mut pg_sys::ExpandedObjectHeader) -> usize {
    // SAFETY: PostgreSQL calls with an object of ours.
    unsafe { value(object) }.len() + pg_sys::VARHDRSZ
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn flatten_into(
    object: *mut pg_sys::ExpandedObjectHeader,
    result: *mut std::ffi::c_void,
    size: usize,
) {
    // SAFETY: PostgreSQL calls with an object of ours and the size that it was told, which the value has kept since. A
    // value has at most 256 kB.
    unsafe {
        let bytes = value(object);
        varlena::set_varsize_4b(result.cast(), size as i32);
        let start = result.cast::<u8>().add(pg_sys::VARHDRSZ);
        ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len().min(size - pg_sys::VARHDRSZ));
    }
}
