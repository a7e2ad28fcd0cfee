//! The state of `goce_site` while an aggregate is at work: an expanded object of PostgreSQL.
//!
//! It is kept from row to row, so that pages can wait in it to be merged together. Where the value leaves the aggregate,
//! to another process or as the result, PostgreSQL asks for its bytes: a profile. All its memory is in one context below
//! the aggregate's, so it ends with the aggregate and counts toward `work_mem`.

use std::ops::{Deref, DerefMut};
use std::ptr::{self, NonNull};
use std::slice;

use pgrx::{pg_sys, varlena};

use crate::server::clock;
use crate::server::error::OrReport;
use crate::server::room;
use goce_core::memory::{Fallible, OutOfMemory};
use goce_rows::site::{self, GrowableBytes};

/// The object, in its memory context.
#[repr(C)]
struct Object {
    header: pg_sys::ExpandedObjectHeader,
    pages: site::SiteState<Buffer>,
}

static METHODS: pg_sys::ExpandedObjectMethods = pg_sys::ExpandedObjectMethods {
    get_flat_size: Some(flat_size),
    flatten_into: Some(flatten_into),
};

/// Bytes in a memory context that outlives them.
#[derive(Debug)]
struct Buffer {
    context: pg_sys::MemoryContext,
    /// Dangling as long as the capacity is 0.
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
        // SAFETY: that many bytes were written there, and only the buffer refers to them.
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
    fn append(&mut self, bytes: &[u8]) -> Fallible {
        let needed = self.length.checked_add(bytes.len()).ok_or(OutOfMemory)?;
        if needed > self.capacity {
            let capacity = needed.checked_next_power_of_two().ok_or(OutOfMemory)?;
            room::of_bytes(capacity)?;
            // SAFETY: the context is alive, and the start is a block of it unless the capacity is 0.
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
        // SAFETY: the capacity suffices, and only the buffer refers to its bytes.
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

/// The pages of an aggregate at work.
pub struct AggregateState(NonNull<Object>);

impl AggregateState {
    /// Returns a new state for the calling aggregate; `None` where no aggregate calls.
    pub fn new(fcinfo: pg_sys::FunctionCallInfo) -> Option<Self> {
        let parent = context_of_aggregate(fcinfo)?;
        // SAFETY: the parent outlives the object. A context's block is aligned for any type, and the object is written
        // whole before anything refers to it.
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
            let pages = site::SiteState::new(Buffer::new(context), Buffer::new(context));
            object.write(Object {
                header: pg_sys::ExpandedObjectHeader::default(),
                pages,
            });
            let header = &raw mut (*object.as_ptr()).header;
            pg_sys::EOH_init_header(header, &METHODS, context);
            Some(AggregateState(object))
        }
    }

    /// Returns the state that [`AggregateState::new`] made for the calling aggregate; `None` for any other value, such as a
    /// copy of it.
    pub fn of(datum: pg_sys::Datum, fcinfo: pg_sys::FunctionCallInfo) -> Option<Self> {
        context_of_aggregate(fcinfo)?;
        let value: *const pg_sys::varlena = datum.cast_mut_ptr();
        // SAFETY: the datum is not null and of variable length. What PostgreSQL marks as a writable expanded object is
        // one, and with these methods it was made above. Only the aggregate refers to it.
        unsafe {
            let is_ours = varlena::varatt_is_1b_e(value)
                && u32::from(varlena::vartag_external(value)) == pg_sys::vartag_external::VARTAG_EXPANDED_RW;
            if !is_ours {
                return None;
            }
            let header = pg_sys::DatumGetEOHP(datum);
            ptr::eq((*header).eoh_methods, &METHODS).then(|| NonNull::new(header.cast()).map(AggregateState))?
        }
    }

    pub fn pages(&mut self) -> &mut site::SiteState<impl GrowableBytes> {
        // SAFETY: the object outlives the call, and nothing else refers to it meanwhile.
        &mut unsafe { self.0.as_mut() }.pages
    }

    /// Returns the datum for PostgreSQL: always the same, so that it copies nothing.
    pub fn datum(&self) -> pg_sys::Datum {
        // SAFETY: the object outlives the call.
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
/// The object was made by [`AggregateState::new`], and nothing else uses it while the bytes are used.
unsafe fn value<'o>(object: *mut pg_sys::ExpandedObjectHeader) -> &'o [u8] {
    // The last page is done, and other groups may have been finished since.
    clock::stop();
    // SAFETY: the caller's promise; the header is the object's first field.
    let object = unsafe { &mut *object.cast::<Object>() };
    object.pages.settle().or_raise()
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn flat_size(object: *mut pg_sys::ExpandedObjectHeader) -> usize {
    // SAFETY: PostgreSQL calls with an object of these methods.
    unsafe { value(object) }.len() + pg_sys::VARHDRSZ
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn flatten_into(
    object: *mut pg_sys::ExpandedObjectHeader,
    result: *mut std::ffi::c_void,
    size: usize,
) {
    // SAFETY: PostgreSQL calls with an object of these methods and the size that `flat_size` returned, at most 256 kB.
    unsafe {
        let bytes = value(object);
        varlena::set_varsize_4b(result.cast(), size as i32);
        let start = result.cast::<u8>().add(pg_sys::VARHDRSZ);
        ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len().min(size - pg_sys::VARHDRSZ));
    }
}
