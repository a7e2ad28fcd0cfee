//! `goce_language` and `goce_regconfig`.

use crate::functions::prelude::*;
use crate::server::argument::result;
use crate::server::error::notice;
use goce_core::texts::language::{language, text_search};

#[pg_extern(immutable, parallel_safe, strict, cost = 30000)]
fn goce_language(text: Text) -> Option<Text> {
    of_text(&text).map(Text::from)
}

/// Returns the language of a text, and says by a NOTICE if that begins as a page does.
fn of_text(text: &str) -> Option<&'static str> {
    let start = text.trim_ascii_start().as_bytes();
    if [&b"<!doctype"[..], b"<html"]
        .iter()
        .any(|tag| start.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag)))
    {
        notice(
            "the text is a page of HTML",
            "The language of its content is that of goce_extract(html), or the column \"language\" of goce_page(html).",
        );
    }
    language(text)
}

/// The OID of a configuration of text search.
pub struct RegConfig(pg_sys::Oid);

result!(RegConfig, pg_sys::REGCONFIGOID, configuration => Some(pg_sys::Datum::from(configuration.0)));
pgrx::impl_sql_translatable!(RegConfig, "regconfig");

/// The column of pg_ts_config with the OID: the first, as in all catalogs since PostgreSQL 12.
const OID_COLUMN: pg_sys::AttrNumber = 1;

/// Returns the configuration of a name in `pg_catalog`, whatever the search path.
fn configuration(name: &str) -> Option<pg_sys::Oid> {
    // The longest name has ten letters.
    let mut key = pg_sys::NameData::default();
    for (place, byte) in key.data.iter_mut().zip(name.bytes()) {
        *place = byte as std::ffi::c_char;
    }
    // SAFETY: the keys of this cache are a name, which the call does not keep, and the OID of a namespace.
    let oid = unsafe {
        pg_sys::GetSysCacheOid(
            pg_sys::SysCacheIdentifier::TSCONFIGNAMENSP as std::ffi::c_int,
            OID_COLUMN,
            pg_sys::Datum::from(&raw const key),
            pg_sys::Datum::from(pg_sys::Oid::from(pg_sys::PG_CATALOG_NAMESPACE)),
            pg_sys::Datum::null(),
            pg_sys::Datum::null(),
        )
    };
    (oid != pg_sys::InvalidOid).then_some(oid)
}

/// IMMUTABLE as `to_tsvector(regconfig, text)` is: the configurations of `pg_catalog` are made with the cluster and keep
/// their OIDs.
#[pg_extern(immutable, parallel_safe, strict, cost = 30000)]
fn goce_regconfig(text: Text) -> Option<RegConfig> {
    // A code, such as the column "language" of `goce_page`.
    let is_code = text.len() == 2 && text.is_ascii();
    let name = text_search(if is_code { Some(&*text) } else { of_text(&text) });
    configuration(name).or_else(|| configuration("simple")).map(RegConfig)
}
