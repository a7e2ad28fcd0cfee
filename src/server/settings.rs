//! Settings. Limits may refuse work and never change a result. The genre network changes results: only superusers set it.

use std::ffi::{CStr, CString, c_int, c_void};
use std::time::Duration;

use pgrx::pg_sys;
use pgrx::{GucContext, GucFlags, GucRegistry, GucSetting};

use goce_core::page::Limits;
use goce_sight::screenshot;

static MAX_HTML_SIZE: GucSetting<i32> = GucSetting::<i32>::new(16 << 20);

static MAX_HTML_SIZE_LIMIT: GucSetting<i32> = GucSetting::<i32>::new(64 << 20);

static MAX_SCREENSHOT_PIXELS: GucSetting<i32> = GucSetting::<i32>::new(100_000_000);

static MAX_SCREENSHOT_PIXELS_LIMIT: GucSetting<i32> = GucSetting::<i32>::new(100_000_000);

static PAGE_MEMORY: GucSetting<i32> = GucSetting::<i32>::new(8 << 20);

static PAGE_TIMEOUT: GucSetting<i32> = GucSetting::<i32>::new(0);

static GENRE_MODEL: GucSetting<Option<CString>> = GucSetting::<Option<CString>>::new(Some(c""));

/// Defines the settings and reserves the prefix `goce.`, so that a misspelt one is an error.
pub fn define() {
    // The ceilings first: settings of a configuration file are checked against them.
    GucRegistry::define_int_guc(
        c"goce.max_html_size_limit",
        c"Sets the ceiling of goce.max_html_size, which users set.",
        c"The smaller of the two holds.",
        &MAX_HTML_SIZE_LIMIT,
        1024,
        1_000_000_000,
        GucContext::Suset,
        GucFlags::UNIT_BYTE,
    );
    // At a billion pixels the sizes of all decoders' buffers still fit into 32 bits.
    GucRegistry::define_int_guc(
        c"goce.max_screenshot_pixels_limit",
        c"Sets the ceiling of goce.max_screenshot_pixels, which users set.",
        c"The smaller of the two holds.",
        &MAX_SCREENSHOT_PIXELS_LIMIT,
        1,
        1_000_000_000,
        GucContext::Suset,
        GucFlags::default(),
    );
    // SAFETY: the hooks are guarded.
    unsafe {
        GucRegistry::define_int_guc_with_hooks(
            c"goce.max_html_size",
            c"Sets the longest page or text that goce works on.",
            c"A longer one is refused with SQLSTATE 54000. A page full of tags may take 100 times its length in memory.",
            &MAX_HTML_SIZE,
            1024,
            1_000_000_000,
            GucContext::Userset,
            GucFlags::UNIT_BYTE,
            Some(check_max_html_size),
            None,
            None,
        );
        GucRegistry::define_int_guc_with_hooks(
            c"goce.max_screenshot_pixels",
            c"Sets the largest screenshot that goce decodes, in pixels.",
            c"A larger one is refused with SQLSTATE 54000, by the size in its header.",
            &MAX_SCREENSHOT_PIXELS,
            1,
            1_000_000_000,
            GucContext::Userset,
            GucFlags::default(),
            Some(check_max_screenshot_pixels),
            None,
            None,
        );
    }
    GucRegistry::define_int_guc(
        c"goce.page_timeout",
        c"Sets the longest time that a call of goce may work on a page.",
        c"A call that takes longer fails with SQLSTATE 54000. 0 is no limit.",
        &PAGE_TIMEOUT,
        0,
        i32::MAX,
        GucContext::Userset,
        GucFlags::UNIT_MS,
    );
    GucRegistry::define_int_guc(
        c"goce.page_memory",
        c"Sets the memory that the last page may keep between two queries.",
        c"Functions that are called for the same page one after the other parse it once. 0 keeps nothing.",
        &PAGE_MEMORY,
        0,
        i32::MAX,
        GucContext::Userset,
        GucFlags::UNIT_BYTE,
    );
    GucRegistry::define_string_guc(
        c"goce.genre_model",
        c"Sets the file of the network that tells genres by screenshots.",
        c"An ONNX file with goce's metadata properties; a relative path starts at the data directory. Empty: the built-in network.",
        &GENRE_MODEL,
        GucContext::Suset,
        GucFlags::SUPERUSER_ONLY,
    );
    #[cfg(feature = "pg14")]
    // SAFETY: the name is a constant, and PostgreSQL copies what it keeps.
    unsafe {
        pg_sys::EmitWarningsOnPlaceholders(c"goce".as_ptr());
    }
    #[cfg(not(feature = "pg14"))]
    // SAFETY: the name is a constant, and PostgreSQL copies what it keeps.
    unsafe {
        pg_sys::MarkGUCPrefixReserved(c"goce".as_ptr());
    }
}

/// Returns `true` for a value that may be set: in a session, no more than the ceiling. A value from elsewhere, such as a
/// configuration file or the leader of a parallel query, may be read before its ceiling: the smaller of the two holds.
fn is_allowed(value: i32, ceiling: &GucSetting<i32>, source: pg_sys::GucSource::Type, hint: &'static CStr) -> bool {
    // SAFETY: reads a variable of the process.
    let is_worker = unsafe { pg_sys::InitializingParallelWorker };
    if is_worker || source != pg_sys::GucSource::PGC_S_SESSION || value <= ceiling.get() {
        return true;
    }
    // SAFETY: PostgreSQL copies the constant into an error with SQLSTATE 22023 when the hook returns.
    unsafe { pg_sys::GUC_check_errhint_string = hint.as_ptr().cast_mut() };
    false
}

/// Defines the hook that checks a setting against its ceiling.
macro_rules! below_ceiling {
    ($name:ident, $ceiling:ident, $hint:literal) => {
        #[pgrx::pg_guard]
        unsafe extern "C-unwind" fn $name(
            value: *mut c_int,
            _extra: *mut *mut c_void,
            source: pg_sys::GucSource::Type,
        ) -> bool {
            // SAFETY: PostgreSQL passes a valid pointer.
            is_allowed(unsafe { *value }, &$ceiling, source, $hint)
        }
    };
}

below_ceiling!(
    check_max_html_size,
    MAX_HTML_SIZE_LIMIT,
    c"The setting \"goce.max_html_size_limit\" is its ceiling; superusers raise it."
);
below_ceiling!(
    check_max_screenshot_pixels,
    MAX_SCREENSHOT_PIXELS_LIMIT,
    c"The setting \"goce.max_screenshot_pixels_limit\" is its ceiling; superusers raise it."
);

/// Returns the limits in force for pages.
pub fn limits() -> Limits {
    let bytes = MAX_HTML_SIZE.get().min(MAX_HTML_SIZE_LIMIT.get());
    Limits {
        max_bytes: bytes.unsigned_abs() as usize,
        ..Limits::default()
    }
}

/// Returns the limits in force for screenshots.
pub fn screenshot_limits() -> screenshot::ScreenshotLimits {
    let pixels = MAX_SCREENSHOT_PIXELS.get().min(MAX_SCREENSHOT_PIXELS_LIMIT.get());
    screenshot::ScreenshotLimits {
        max_pixels: pixels.unsigned_abs().into(),
    }
}

/// Returns the memory in bytes that the last page may keep between two queries; 0 if no page is to be kept.
pub fn page_memory() -> usize {
    PAGE_MEMORY.get().unsigned_abs() as usize
}

/// Returns the longest time that a call may work on a page, `None` without a limit.
pub fn page_timeout() -> Option<Duration> {
    let milliseconds = PAGE_TIMEOUT.get().unsigned_abs();
    (milliseconds > 0).then_some(Duration::from_millis(milliseconds.into()))
}

/// Returns the path of the genre network's file, in the server's encoding; `None` for the built-in network.
pub fn genre_model() -> Option<CString> {
    GENRE_MODEL.get().filter(|path| !path.is_empty())
}
