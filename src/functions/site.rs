//! `goce_site`, `goce_site_merge` and `goce_site_blocks`.
//!
//! The state of the aggregates is the type `goce_site`, the bytes of a profile. PostgreSQL and distributed engines ship it
//! as it is.

use std::rc::Rc;

use pgrx::{FromDatum, pg_sys, varlena};

use crate::functions::prelude::*;
use crate::server::argument::{Argument, argument, result};
use crate::server::clock;
use crate::server::last_used::LastUsed;
use crate::server::settings;
use crate::server::site_state::AggregateState;
use crate::server::text::varlena_of;
use goce_rows::site::{PageBlocks, Profile, count_left_out, hash_of_page};

/// A value of the type `goce_site`.
pub struct Site(Bytes);

enum Bytes {
    Owned(Vec<u8>),
    /// An argument, which lives as long as the call.
    Stored(pg_sys::Datum),
}

thread_local! {
    /// The pages of a site mostly follow each other, and to read a full profile takes as long as to extract a small page.
    static PROFILE: LastUsed<Profile<'static>> = const { LastUsed::new() };
}

/// Gives the last profile back.
pub fn forget() {
    PROFILE.with(LastUsed::forget);
}

impl Site {
    fn bytes(&self) -> Result<&[u8]> {
        match &self.0 {
            Bytes::Owned(bytes) => Ok(bytes),
            // SAFETY: an argument that is not null and stored as bytea is; detoasted, it is in the memory context of the
            // call.
            Bytes::Stored(datum) => {
                unsafe { <&[u8]>::from_datum(*datum, false) }.ok_or_else(|| Refusal::Null("argument").into())
            }
        }
    }

    fn profile(&self) -> Result<Profile<'_>> {
        Profile::from_bytes(self.bytes()?).or_report()
    }

    /// Returns the profile to extract pages with, without samples.
    pub fn kept(&self) -> Result<Rc<Profile<'static>>> {
        let make = || self.profile()?.without_samples().or_report();
        PROFILE.with(|last| last.get(self.bytes()?, make))
    }

    /// Returns the state of the calling aggregate, if this is its value.
    fn state(&self, fcinfo: pg_sys::FunctionCallInfo) -> Option<AggregateState> {
        match self.0 {
            Bytes::Owned(_) => None,
            Bytes::Stored(datum) => AggregateState::of(datum, fcinfo),
        }
    }

    fn of(profile: &Profile<'_>) -> Result<Self> {
        Ok(Site(Bytes::Owned(profile.to_bytes().or_report()?)))
    }
}

impl Argument for Site {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        Ok(Site(Bytes::Stored(datum)))
    }
}

argument!(Site, "goce_site");
result!(Site, pg_sys::InvalidOid, site => match site.0 {
    Bytes::Owned(bytes) => Some(varlena_of(&bytes)),
    Bytes::Stored(datum) => Some(datum),
});

// Stored, written and read as bytea is, by its functions.
extension_sql!(
    r#"
CREATE TYPE goce_site;
CREATE FUNCTION goce_site_in(cstring) RETURNS goce_site LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'byteain';
CREATE FUNCTION goce_site_out(goce_site) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'byteaout';
CREATE FUNCTION goce_site_recv(internal) RETURNS goce_site LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'bytearecv';
CREATE FUNCTION goce_site_send(goce_site) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'byteasend';
CREATE TYPE goce_site (
    INPUT = goce_site_in, OUTPUT = goce_site_out, RECEIVE = goce_site_recv, SEND = goce_site_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = extended
);
"#,
    name = "site_type"
);

#[pg_extern(immutable, parallel_safe, cost = 100000, requires = ["site_type"])]
fn goce_site_accum(state: Option<Site>, html: Option<Text>, fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Site>> {
    let Some(html) = html else {
        return Ok(state);
    };
    if state.is_none() {
        // The first argument, whose reading starts the clock of a page, is NULL at the first page.
        clock::begin();
    }
    // Checked for every page: which pages are parsed depends on the others.
    settings::limits().check_length(&html).or_report()?;
    let hash = hash_of_page(&html);
    let kept = match &state {
        None => AggregateState::new(fcinfo),
        Some(state) => state.state(fcinfo),
    };
    if let Some(mut kept) = kept {
        if !kept.pages().count_left_out(hash) {
            let page = parse_once(&html)?;
            kept.pages().add(&PageBlocks::of(&page, hash).or_report()?).or_report()?;
        }
        return Ok(Some(Site(Bytes::Stored(kept.datum()))));
    }
    accum_alone(state, &html, hash, fcinfo).map(Some)
}

/// Adds a page where no [`AggregateState`] is kept between the pages: outside of aggregates, and in those of Citus, which copies
/// the state.
fn accum_alone(state: Option<Site>, html: &Text, hash: u64, fcinfo: pg_sys::FunctionCallInfo) -> Result<Site> {
    let Some(mut state) = state else {
        let page = parse_once(html)?;
        return Site::of(&PageBlocks::of(&page, hash).or_report()?.profile().or_report()?);
    };
    if let Some(bytes) = own_bytes(&mut state, fcinfo) {
        if count_left_out(bytes, hash) {
            return Ok(state);
        }
    } else {
        let mut bytes = Vec::new();
        bytes.try_extend_from_slice(state.bytes()?).or_report()?;
        if count_left_out(&mut bytes, hash) {
            return Ok(Site(Bytes::Owned(bytes)));
        }
    }
    let known = state.profile()?;
    let page = parse_once(html)?;
    let blocks = PageBlocks::of(&page, hash).or_report()?;
    Site::of(&known.merge(&blocks.profile().or_report()?).or_report()?)
}

/// Returns the bytes of a state of the calling aggregate, to be changed in place: most pages of a large site are only
/// counted, and 256 kB would be copied for each.
fn own_bytes(state: &mut Site, fcinfo: pg_sys::FunctionCallInfo) -> Option<&mut [u8]> {
    let Bytes::Stored(datum) = state.0 else {
        return None;
    };
    let value: *mut pg_sys::varlena = datum.cast_mut_ptr();
    // SAFETY: PostgreSQL calls with a valid call info. An aggregate's transition function may change the transition value
    // (documentation, section 38.12.5). The value is not null; with an uncompressed header of four bytes, its bytes follow.
    unsafe {
        let calls = pg_sys::AggCheckCallContext(fcinfo, std::ptr::null_mut());
        if calls == 0 || !varlena::varatt_is_4b_u(value) {
            return None;
        }
        let bytes = varlena::vardata_4b(value).cast::<u8>().cast_mut();
        let length = varlena::varsize_4b(value).saturating_sub(pg_sys::VARHDRSZ);
        Some(std::slice::from_raw_parts_mut(bytes, length))
    }
}

#[pg_extern(immutable, parallel_safe, strict, cost = 50000, requires = ["site_type"])]
fn goce_site_combine(state: Site, other: Site) -> Result<Site> {
    Site::of(&state.profile()?.merge(&other.profile()?).or_report()?)
}

#[pg_extern(immutable, parallel_safe, strict, cost = 50000, requires = ["site_type"])]
fn goce_site_blocks(
    site: Site,
) -> Result<
    TableIterator<(
        name!(text_hash, i64),
        name!(pages, i64),
        name!(sample, Text),
        name!(error, i64),
        name!(place_hash, i64),
        name!(place, Text),
        name!(place_pages, i64),
    )>,
> {
    let profile = site.profile()?;
    let mut rows = Vec::new();
    for shared in profile.shared().or_report()? {
        // Counts are at most 2⁶⁰.
        let [text_hash, pages, error, place_hash, place_pages] = [
            shared.text_hash,
            shared.pages,
            shared.error,
            shared.place_hash,
            shared.place_pages,
        ]
        .map(u64::cast_signed);
        let row = || row!(text_hash, pages, shared.sample, error, place_hash, shared.place, place_pages);
        rows.try_push(row().or_report()?).or_report()?;
    }
    Ok(row_each(rows, |_, row| Ok::<_, RenderError>(row)))
}

#[pg_extern(immutable, parallel_safe, strict, requires = ["site_type"])]
fn goce_site_pages(site: Site) -> Result<i64> {
    Ok(site.profile()?.pages().cast_signed())
}

extension_sql!(
    r#"
CREATE AGGREGATE goce_site(html text) (
    SFUNC = goce_site_accum, STYPE = goce_site, SSPACE = 393216, COMBINEFUNC = goce_site_combine, PARALLEL = SAFE
);
CREATE AGGREGATE goce_site_merge(site goce_site) (
    SFUNC = goce_site_combine, STYPE = goce_site, SSPACE = 262144, COMBINEFUNC = goce_site_combine, PARALLEL = SAFE
);
"#,
    name = "site_aggregates",
    requires = [goce_site_accum, goce_site_combine, goce_site_blocks]
);
