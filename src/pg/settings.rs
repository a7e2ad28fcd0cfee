//! Settings. Limits may refuse work, they never change a result; the genre network, which does,
//! only a superuser may choose.

use std::ffi::CString;

use pgrx::{GucContext, GucFlags, GucRegistry, GucSetting};

use crate::genre::screenshot;
use crate::page::Limits;

static MAX_HTML_SIZE: GucSetting<i32> = GucSetting::<i32>::new(64 << 20);

static MAX_SCREENSHOT_PIXELS: GucSetting<i32> = GucSetting::<i32>::new(100_000_000);

static GENRE_MODEL: GucSetting<Option<CString>> = GucSetting::<Option<CString>>::new(Some(c""));

/// Defines the settings and reserves the prefix `goce.`, so that a misspelt one is an error.
pub fn define() {
    GucRegistry::define_int_guc(
        c"goce.max_html_size",
        c"Sets the longest page or text that goce works on.",
        c"A longer one is refused with SQLSTATE 54000. A page full of tags takes more than 100 times its length in memory.",
        &MAX_HTML_SIZE,
        1024,
        1_000_000_000,
        GucContext::Userset,
        GucFlags::UNIT_BYTE,
    );
    // At a billion the sizes of all formats' buffers still fit into 32 bits, where decoders
    // reckon with that.
    GucRegistry::define_int_guc(
        c"goce.max_screenshot_pixels",
        c"Sets the largest screenshot that goce decodes, in pixels.",
        c"A larger one is refused with SQLSTATE 54000, by the size in its header.",
        &MAX_SCREENSHOT_PIXELS,
        1,
        1_000_000_000,
        GucContext::Userset,
        GucFlags::default(),
    );
    GucRegistry::define_string_guc(
        c"goce.genre_model",
        c"Sets the file of the network that tells genres by screenshots.",
        c"An ONNX file with goce's metadata properties; a relative path starts at the data directory. Empty: the built-in network.",
        &GENRE_MODEL,
        GucContext::Suset,
        GucFlags::SUPERUSER_ONLY,
    );
    #[cfg(any(feature = "pg13", feature = "pg14"))]
    // SAFETY: the name is a constant, and PostgreSQL copies what it keeps.
    unsafe {
        pgrx::pg_sys::EmitWarningsOnPlaceholders(c"goce".as_ptr());
    }
    #[cfg(not(any(feature = "pg13", feature = "pg14")))]
    // SAFETY: the name is a constant, and PostgreSQL copies what it keeps.
    unsafe {
        pgrx::pg_sys::MarkGUCPrefixReserved(c"goce".as_ptr());
    }
}

/// The limits in force for pages.
pub fn limits() -> Limits {
    Limits {
        max_bytes: usize::try_from(MAX_HTML_SIZE.get()).unwrap_or(0),
    }
}

/// The limits in force for screenshots.
pub fn screenshot_limits() -> screenshot::Limits {
    screenshot::Limits {
        max_pixels: u64::try_from(MAX_SCREENSHOT_PIXELS.get()).unwrap_or(0),
    }
}

/// The path of the genre network's file, in the server's encoding, unless it is the built-in one.
pub fn genre_model() -> Option<CString> {
    GENRE_MODEL.get().filter(|path| !path.is_empty())
}
