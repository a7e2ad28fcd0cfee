//! The allocator of the library: the system's, with a small reserve.
//!
//! Rust aborts the process when an allocation fails, and then PostgreSQL ends all sessions. Memory that grows with input
//! is therefore asked for fallibly (`goce_core::memory`). Small allocations, also of libraries, are served from a
//! reserve when the system refuses, and the next check for interrupts raises "out of memory". The reserve takes address
//! space alone until it is touched.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use goce_core::memory::reserve::{Ledger, MAX_ALIGN, MAX_BLOCK};

/// The size of the reserve in bytes.
const SIZE: usize = 4 << 20;

/// The reserve, aligned as strictly as any block of it may be. Older loaders align to a page at most.
#[repr(C, align(4096))]
struct Space(UnsafeCell<[u8; SIZE]>);

// SAFETY: a block is read and written by whom the ledger gave it, and the ledger gives no byte twice.
unsafe impl Sync for Space {}

const _: () = assert!(align_of::<Space>() >= MAX_ALIGN);

static SPACE: Space = Space(UnsafeCell::new([0; SIZE]));

static LEDGER: Ledger<SIZE> = Ledger::new();

/// Set when the reserve is touched, cleared by [`refused`].
static TOUCHED: AtomicBool = AtomicBool::new(false);

/// Returns `true` if the system refused an allocation since the last call.
pub fn refused() -> bool {
    // Called at every check, so mostly one read.
    TOUCHED.load(Ordering::Relaxed) && TOUCHED.swap(false, Ordering::Relaxed)
}

/// Gives memory that was freed back to the system. The allocator of glibc keeps it where blocks in use lie behind it: a
/// session would stay as large as its largest page was.
pub fn give_back() {
    #[cfg(target_env = "gnu")]
    // SAFETY: looks at the allocator's own free memory alone.
    unsafe {
        libc::malloc_trim(0);
    }
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
            // SAFETY: the ledger gives offsets inside the space.
            unsafe { SPACE.0.get().cast::<u8>().add(offset) }
        }
        None => ptr::null_mut(),
    }
}

// SAFETY: a block is the system's or the reserve's, as its address tells, and overlaps no other block in use. The start
// of the reserve is aligned to MAX_ALIGN, so an aligned offset is an aligned address, and stricter layouts are refused.
// Nothing here panics or allocates.
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
            // SAFETY: the block has that many bytes, which may have been used before.
            unsafe { ptr::write_bytes(block, 0, layout.size()) };
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_of_reserve(block) {
            LEDGER.give_back();
        } else {
            // SAFETY: the block came from the system with this layout.
            unsafe { System.dealloc(block, layout) };
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_of_reserve(block) {
            // SAFETY: the block came from the system with this layout; the size is the caller's promise.
            let moved = unsafe { System.realloc(block, layout, size) };
            if !moved.is_null() || size > MAX_BLOCK {
                return moved;
            }
        }
        // SAFETY: the caller promises a size that is not 0 and makes a valid layout.
        let moved = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !moved.is_null() {
            // SAFETY: two blocks of at least that many bytes; the old one was made with this layout and is not used again.
            unsafe {
                ptr::copy_nonoverlapping(block, moved, layout.size().min(size));
                self.dealloc(block, layout);
            }
        }
        moved
    }
}
