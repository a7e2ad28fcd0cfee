//! The allocator of the library inside a server: the system's, with a small reserve.
//!
//! Rust's own answer to an allocation that fails is to abort the process, and PostgreSQL's answer to
//! that is to end all sessions. Memory that grows with input is therefore asked for fallibly (`goce_core::memory`).
//! Allocations that no input makes large, a few bytes here and there, in libraries too, are served from a reserve when
//! the system refuses; then the next check raises "out of memory". The reserve takes address space only, until it is
//! touched.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use goce_core::memory::reserve::{Ledger, MAX_ALIGN, MAX_BLOCK};

/// The size of the reserve in bytes.
const SIZE: usize = 4 << 20;

/// The reserve itself, aligned as strictly as any block of it may be. (Older loaders align to no more
/// than a page, whatever a library says.)
#[repr(C, align(4096))]
struct Space(UnsafeCell<[u8; SIZE]>);

// SAFETY: only blocks are read and written, by who was given them; the ledger gives no byte twice.
unsafe impl Sync for Space {}

const _: () = assert!(align_of::<Space>() >= MAX_ALIGN);

static SPACE: Space = Space(UnsafeCell::new([0; SIZE]));

static LEDGER: Ledger<SIZE> = Ledger::new();

/// Set when the reserve is touched, until the next look.
static TOUCHED: AtomicBool = AtomicBool::new(false);

/// Returns `true` if the system refused an allocation since the last call.
pub fn refused() -> bool {
    // A read alone in all but a few cases: this is asked at every check.
    TOUCHED.load(Ordering::Relaxed) && TOUCHED.swap(false, Ordering::Relaxed)
}

struct WithReserve;

#[global_allocator]
static ALLOCATOR: WithReserve = WithReserve;

#[inline]
fn is_of_reserve(block: *mut u8) -> bool {
    // Below the start the difference wraps around to a large number.
    (block as usize).wrapping_sub(SPACE.0.get() as usize) < SIZE
}

/// Returns a block of the reserve, null if there is none of this layout.
#[cold]
fn of_reserve(layout: Layout) -> *mut u8 {
    match LEDGER.take(layout.size(), layout.align()) {
        Some(offset) => {
            TOUCHED.store(true, Ordering::Relaxed);
            // SAFETY: the ledger gives offsets inside the space alone.
            unsafe { SPACE.0.get().cast::<u8>().add(offset) }
        }
        None => ptr::null_mut(),
    }
}

// SAFETY: a block is the system's or one of the reserve, which does not overlap any other that is out;
// addresses tell which. The start of the reserve is aligned to MAX_ALIGN, so an aligned offset is an
// aligned address, and stricter layouts are refused. Nothing here panics or allocates.
unsafe impl GlobalAlloc for WithReserve {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let block = unsafe { System.alloc(layout) };
        if block.is_null() { of_reserve(layout) } else { block }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            return block;
        }
        let block = of_reserve(layout);
        if !block.is_null() {
            // SAFETY: the block has that many bytes. Another may have used them before.
            unsafe { ptr::write_bytes(block, 0, layout.size()) };
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_of_reserve(block) {
            LEDGER.give_back();
        } else {
            // SAFETY: not of the reserve, so it came from the system with this layout.
            unsafe { System.dealloc(block, layout) };
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_of_reserve(block) {
            // SAFETY: not of the reserve, so it came from the system with this layout; the size is
            // the caller's promise.
            let moved = unsafe { System.realloc(block, layout, size) };
            if !moved.is_null() || size > MAX_BLOCK {
                return moved;
            }
        }
        // SAFETY: the caller promises a size that is not 0 and makes a valid layout.
        let moved = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !moved.is_null() {
            // SAFETY: two blocks that are both out, of at least that many bytes; the old one is
            // not used any more, and was made with this layout.
            unsafe {
                ptr::copy_nonoverlapping(block, moved, layout.size().min(size));
                self.dealloc(block, layout);
            }
        }
        moved
    }
}
