//! `goce_language` and `goce_regconfig`.

use crate::functions::prelude::*;
use crate::server::argument::result;
use goce_core::texts::language::{language, text_search};

#[pg_extern(immutable, parallel_safe, strict, cost = 30000)]
fn goce_language(text: Text) -> Option<Text> {
    language(&text).map(Text::from)
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
    let name = text_search(language(&text));
    configuration(name).or_else(|| configuration("simple")).map(RegConfig)
}
