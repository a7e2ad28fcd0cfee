//! Published models: the table `goce_models`, `goce_publish` and `goce_model`.

use std::cell::RefCell;
use std::ffi::{CStr, CString};

use pgrx::PgMemoryContexts;
use pgrx::PgSqlErrorCode::ERRCODE_INSUFFICIENT_PRIVILEGE;

use crate::functions::learning;
use crate::functions::prelude::*;
use crate::server::argument::{Argument, argument};
use crate::server::contexts::kept_at_call;
use crate::server::error::internal;
use crate::server::spi;
use goce_core::evaluate::{Scores, TokenPair, Unit, lcs_length};
use goce_core::interrupts::Checking;

extension_sql!(
    r#"
CREATE TABLE goce_models (
    name text PRIMARY KEY,
    model bytea NOT NULL,
    published_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    published_by text NOT NULL DEFAULT current_user::pg_catalog.text
);
-- A database that is dumped has its rows in the dump.
SELECT pg_catalog.pg_extension_config_dump('goce_models', '');
-- Of a trusted extension the script runs as a superuser: the table is of use to who installs it. His name and that of
-- the schema are looked up, not put in by CREATE EXTENSION, which would refuse names with $, quotes or backslashes.
DO $do$
DECLARE
    owner pg_catalog.name;
    schema pg_catalog.name;
BEGIN
    SELECT pg_catalog.pg_get_userbyid(e.extowner), n.nspname INTO STRICT owner, schema
    FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
    WHERE e.extname OPERATOR(pg_catalog.=) 'goce'::pg_catalog.name;
    EXECUTE pg_catalog.format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.goce_models TO %I WITH GRANT OPTION', schema, owner);
END $do$;
GRANT SELECT ON goce_models TO PUBLIC;
"#,
    name = "goce_models"
);

/// The name of a model, as the server has it: a table is asked for it, and no conversion changes it before.
pub struct Name(pg_sys::Datum);

impl Argument for Name {
    unsafe fn read(datum: pg_sys::Datum) -> Result<Self> {
        Ok(Name(datum))
    }
}

argument!(Name, "text");

impl Name {
    fn value(&self) -> spi::Value {
        (pg_sys::TEXTOID, self.0)
    }

    /// Returns the name as errors quote it.
    fn quoted(&self) -> Result<String> {
        // SAFETY: a text that is not NULL and lives as long as the call.
        let text = unsafe { <Text as Argument>::read(self.0)? };
        Ok(text.name().to_owned())
    }
}

/// The table `goce_models`, found by the schema of a function of goce, whatever the search path.
struct Models {
    /// With its schema, quoted.
    table: CString,
}

impl Models {
    fn beside(fcinfo: pg_sys::FunctionCallInfo) -> Result<Self> {
        // SAFETY: PostgreSQL passes a valid pointer; what the catalog returns is checked for null.
        let schema = unsafe {
            let call_site = (*fcinfo).flinfo;
            if call_site.is_null() {
                return Err(Refusal::NoSchema.into());
            }
            let name = pg_sys::get_namespace_name(pg_sys::get_func_namespace((*call_site).fn_oid));
            if name.is_null() {
                return Err(Refusal::NoSchema.into());
            }
            CStr::from_ptr(pg_sys::quote_identifier(name))
        };
        let table = [schema.to_bytes(), b".goce_models"].concat();
        Ok(Models {
            table: CString::new(table).map_err(internal)?,
        })
    }

    /// Returns a statement about the table, whose name stands between its two parts.
    fn statement(&self, before: &str, after: &str) -> Result<CString> {
        let parts = [before.as_bytes(), self.table.as_bytes(), after.as_bytes()];
        CString::new(parts.concat()).map_err(internal)
    }

    /// Returns what `keep` makes of a published model, as its row has it: mostly out of line. `keep` runs in the memory
    /// context of the call.
    fn read<T>(&self, name: &Name, keep: impl FnOnce(Stored) -> Result<T>) -> Result<T> {
        // The cast keeps another type, which an owner may have given the column, from being read as bytes.
        let statement =
            self.statement("SELECT m.model::pg_catalog.bytea FROM ", " AS m WHERE m.name OPERATOR(pg_catalog.=) $1")?;
        let own = PgMemoryContexts::CurrentMemoryContext.value();
        spi::connected(|| {
            let select = || spi::select_kept(&statement, [name.value()]);
            let rows = spi::refused(ERRCODE_INSUFFICIENT_PRIVILEGE, Refusal::MayNotReadModels, select)?;
            let found = (rows.len() > 0).then(|| rows.row(0).datum(1)).flatten();
            match found {
                // SAFETY: the row lives until the connection ends; nothing of SPI's context is kept.
                Some(model) => unsafe { PgMemoryContexts::For(own).switch_to(|_| keep(Stored::of(model))) },
                None => Err(self.unknown(name)?.into()),
            }
        })
    }

    /// Returns the refusal of a name that no model has, with the names that are the most like it.
    fn unknown(&self, name: &Name) -> Result<Refusal> {
        let statement =
            self.statement("SELECT pg_catalog.left(m.name::pg_catalog.text, 200) FROM ", " AS m ORDER BY m.name")?;
        let name = name.quoted()?;
        // The most names among which one that is like another is looked for.
        let rows = spi::select(&statement, 1000)?;
        let mut known = Vec::new();
        for number in (0..rows.len()).checking(1) {
            // SAFETY: a text, which the statement makes; it lives as long as the row.
            let other = rows.row(number).datum(1).map(|datum| unsafe { <Text as Argument>::read(datum) });
            if let Some(other) = other.transpose()? {
                let likeness = likeness(&name, &other)?;
                known.try_push((likeness, (*other).to_owned())).or_report()?;
            }
        }
        known.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let is_all = known.len() <= MOST_LISTED;
        known.truncate(MOST_LISTED);
        let known = known.into_iter().map(|(_, name)| name).collect();
        Ok(Refusal::UnknownModel { name, known, is_all })
    }
}

/// The most names that an error lists.
const MOST_LISTED: usize = 20;

/// Returns how much of two names is the same, from 0 to 1.
fn likeness(name: &str, other: &str) -> Result<f64> {
    let pair = TokenPair::new(name, other, Unit::Char).or_report()?;
    let common = lcs_length(&pair).or_report()?;
    Ok(Scores::of_overlap(common, pair.gold.len(), pair.extracted.len()).f1)
}

/// The model that the first call at one place of a query returned, in the memory of that place, with its
/// [key](Stored::key). It stays as long as the place: a value that was returned may still be in use.
struct FirstModel(RefCell<Option<(Vec<u8>, Stored)>>);

impl FirstModel {
    /// Returns a model in memory: the first one if it is the same, and a copy for this call otherwise.
    fn or_copy(&self, stored: Stored, call_site: pg_sys::MemoryContext) -> Result<Stored> {
        let Some(key) = stored.key() else {
            return Ok(stored.copied());
        };
        if let Some((first, model)) = self.0.borrow().as_ref() {
            return Ok(if first == key { *model } else { stored.copied() });
        }
        let mut copy = Vec::new();
        copy.try_extend_from_slice(key).or_report()?;
        // SAFETY: the memory context of the call site, which lives longer than the call.
        let model = unsafe { PgMemoryContexts::For(call_site).switch_to(|_| stored.copied()) };
        self.0.replace(Some((copy, model)));
        Ok(model)
    }
}

// The table is asked in each call, so a model that was published since is seen. What takes long, to fetch the model from
// where it is out of line, is done once for a place in a query.
#[pg_extern(stable, parallel_safe, cost = 500)]
fn goce_model(name: Option<Name>, fcinfo: pg_sys::FunctionCallInfo) -> Result<Stored> {
    let name = name.ok_or(Refusal::Null("name of a model"))?;
    let models = Models::beside(fcinfo)?;
    // SAFETY: the call's own argument; this function keeps nothing else.
    let kept = unsafe { kept_at_call(fcinfo, || FirstModel(RefCell::new(None))) };
    let (first, context) = kept.ok_or(Refusal::NoSchema)?;
    models.read(&name, |stored| first.or_copy(stored, context))
}

/// Returns the bytes of a published model, in the memory context of the call, for another function of goce.
pub fn published(name: Text, fcinfo: pg_sys::FunctionCallInfo) -> Result<Stored> {
    let name = Name(name.into_datum().ok_or(Refusal::Null("name of a model"))?);
    Models::beside(fcinfo)?.read(&name, |stored| Ok(stored.copied()))
}

#[pg_extern(name = "goce_publish", volatile, parallel_unsafe)]
fn goce_publish_0_3(
    name: Option<Name>,
    model: Option<Stored>,
    replace: default!(Option<bool>, "false"),
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<()> {
    let (Some(name), Some(model)) = (name, model) else {
        return Err(Refusal::Null("name and model").into());
    };
    if name.quoted()?.trim().is_empty() {
        return Err(Refusal::NamelessModel.into());
    }
    learning::last_model(model)?;
    let models = Models::beside(fcinfo)?;
    // Where another session publishes the name at the same time, this waits for it.
    let statement = models.statement(
        "INSERT INTO ",
        if replace == Some(true) {
            " (name, model) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET model = EXCLUDED.model, \
             published_at = EXCLUDED.published_at, published_by = EXCLUDED.published_by"
        } else {
            " (name, model) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
        },
    )?;
    spi::connected(|| {
        let execute = || spi::execute(&statement, [name.value(), (pg_sys::BYTEAOID, model.datum())]);
        let published = spi::refused(ERRCODE_INSUFFICIENT_PRIVILEGE, Refusal::MayNotPublish, execute)?;
        if published == 0 {
            return Err(Refusal::Published(name.quoted()?).into());
        }
        Ok(())
    })
}
