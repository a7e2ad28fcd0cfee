//! The last page that a backend parsed, for the next call about the same page.
//!
//! A page is known again by all of its bytes, and by the hidden text that is asked for: a comparison takes a thousandth of
//! a parse, and unlike a hash it cannot take one page for another. What is kept of it is a function of the page and the
//! arguments alone ([`KnownPage`]).
//!
//! A page that takes more memory than `goce.page_memory` is given back at the end of its query. After an error of any kind
//! nothing is kept. After a large page, kept or not, the system gets back what is free.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

use pgrx::pg_sys;

use crate::server::contexts::call_at_reset;
use crate::server::error::{OrReport, Result, notice};
use crate::server::memory;
use crate::server::settings;
use crate::server::text::Text;
use goce_core::memory::try_to_owned;
use goce_core::page::{Hidden, Page};
use goce_methods::KnownPage;

struct LastPage {
    html: String,
    page: Rc<KnownPage>,
}

impl LastPage {
    fn memory(&self) -> usize {
        self.html.len() + self.page.memory()
    }
}

thread_local! {
    static LAST: RefCell<Option<LastPage>> = const { RefCell::new(None) };

    /// The memory of the portal that runs a query whose end gives back a large page; null for none.
    static AWAITED: Cell<pg_sys::MemoryContext> = const { Cell::new(ptr::null_mut()) };

    /// A large page was read since memory was last given back to the system.
    static WAS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// Asks PostgreSQL to say when transactions end. It is asked once, when the library is loaded.
pub fn define() {
    // SAFETY: the functions are guarded, and never removed.
    unsafe {
        pg_sys::RegisterXactCallback(Some(at_end_of_transaction), ptr::null_mut());
        pg_sys::RegisterSubXactCallback(Some(at_end_of_subtransaction), ptr::null_mut());
    }
}

/// Returns a page with the hidden text that is text of pages by default: the last one, if that is the same.
pub fn parse(html: &Text) -> Result<Rc<KnownPage>> {
    parse_with(html, Hidden::default())
}

/// Returns a page with the hidden text that is asked for: the last one, if the HTML is the same and so much was asked.
pub fn parse_with(html: &Text, hidden: Hidden) -> Result<Rc<KnownPage>> {
    settings::limits().check_length(html).or_report()?;
    note_length(html);
    let limit = settings::page_memory();
    if limit == 0 {
        forget();
        return Ok(Rc::new(parse_anew(html, hidden)?.into()));
    }
    let known = LAST.with_borrow(|last| {
        let last = last.as_ref().filter(|last| last.page.hidden() == hidden && last.html.as_str() == &**html)?;
        Some((Rc::clone(&last.page), last.memory() > limit))
    });
    if let Some((page, is_large)) = known {
        // Its selection may have grown, and the setting may be another.
        if is_large {
            await_end_of_query();
        }
        return Ok(page);
    }
    // Before the next page takes memory.
    forget();
    let page: Rc<KnownPage> = Rc::new(parse_anew(html, hidden)?.into());
    // Where memory is short the page is not kept.
    if let Ok(html) = try_to_owned(html) {
        let last = LastPage {
            html,
            page: Rc::clone(&page),
        };
        if last.memory() > limit {
            await_end_of_query();
        }
        LAST.set(Some(last));
    }
    Ok(page)
}

/// Returns a page of many, such as an aggregate's, none of which comes again. The last page stays.
pub fn parse_once(html: &Text) -> Result<Page> {
    parse_anew(html, Hidden::default())
}

fn parse_anew(html: &Text, hidden: Hidden) -> Result<Page> {
    note_length(html);
    // What a cast of bytea to text writes.
    if html.strip_prefix("\\x").is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit())) {
        notice("the page is the hexadecimal digits of bytes", "Bytes become text by goce_decode, not by a cast.");
    }
    Page::parse_with(html, &settings::limits(), hidden).or_report()
}

/// Has memory given back to the system at the end of the query, if the page is a large one.
fn note_length(html: &Text) {
    // The length of a large page in bytes. A parse of one takes ten times as long as to give its memory back.
    if html.len() >= 1 << 20 {
        WAS_LARGE.set(true);
        await_end_of_query();
    }
}

/// Gives the last page back.
pub fn forget() {
    LAST.set(None);
}

/// Gives the last page back if it takes more memory than it may between queries.
fn forget_large() {
    let limit = settings::page_memory();
    let is_large = LAST.with_borrow_mut(|last| last.take_if(|last| last.memory() > limit)).is_some();
    if WAS_LARGE.take() || is_large {
        memory::give_back();
    }
}

/// Has [`at_end_of_query`] called when the memory of the portal that runs the query is freed. A parallel worker has no
/// portal; there the end of the transaction has to do.
fn await_end_of_query() {
    // SAFETY: the context of the portal that is running, which outlives this call; the function is guarded.
    unsafe {
        let context = pg_sys::PortalContext;
        if context.is_null() || AWAITED.get() == context {
            return;
        }
        call_at_reset(context, at_end_of_query, context.cast());
        AWAITED.set(context);
    }
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn at_end_of_query(portal: *mut c_void) {
    if AWAITED.get() == portal.cast() {
        AWAITED.set(ptr::null_mut());
    }
    forget_large();
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn at_end_of_transaction(event: pg_sys::XactEvent::Type, _arg: *mut c_void) {
    use pg_sys::XactEvent::{XACT_EVENT_ABORT, XACT_EVENT_COMMIT, XACT_EVENT_PARALLEL_ABORT, XACT_EVENT_PREPARE};
    match event {
        XACT_EVENT_ABORT | XACT_EVENT_PARALLEL_ABORT => {
            forget();
            forget_large();
        }
        XACT_EVENT_COMMIT | XACT_EVENT_PREPARE => forget_large(),
        _ => {}
    }
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn at_end_of_subtransaction(
    event: pg_sys::SubXactEvent::Type,
    _own: pg_sys::SubTransactionId,
    _parent: pg_sys::SubTransactionId,
    _arg: *mut c_void,
) {
    if event == pg_sys::SubXactEvent::SUBXACT_EVENT_ABORT_SUB {
        forget();
    }
}
