//! `goce_train`, `goce_publish`, `goce_model_info` and `goce_extract_with`; the table `goce_models`.

use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::rc::Rc;

use pgrx::JsonB;
use pgrx::PgMemoryContexts;
use pgrx::pg_sys;
use pgrx::prelude::*;
use serde_json::{Map, Value, json};

use super::error::{Refusal, Result, internal};
use super::progress::Progress;
use super::rows::{self, Columns};
use super::values::{Json, Stored};
use super::{Text, parse, tick};
use crate::extract::learnhtml::by_model;
use crate::learn::dom::Model;
use crate::learn::models::Watch;
use crate::learn::train::{Kind, OptionError, Options, Table, TrainError, train};
use crate::render;

/// The rows that `goce_train` learns from: HTML, gold.
const COLUMNS: Columns = Columns {
    count: 2,
    refusal: || Refusal::TrainedColumns,
};

#[pg_extern(volatile, parallel_unsafe, cost = 1000000)]
fn goce_train(
    query: Option<Text>,
    model: default!(Option<Text>, "'forest'"),
    options: default!(Option<Json>, "'{}'"),
) -> Result<Vec<u8>> {
    let query = query.ok_or(Refusal::NullQuery)?;
    let kind: Kind = model.as_deref().unwrap_or("forest").parse()?;
    let given = match options {
        None => Value::Object(Map::new()),
        Some(options) => options.0.ok_or(OptionError::OutOfRange)?,
    };
    let options = Options::parse(kind, &given)?;
    let mut progress = Progress::new("goce_train");
    let mut table = Table::new(&options);
    rows::for_each(&query, &COLUMNS, &mut |row| {
        if let (Some(html), Some(gold)) = (row.column(1)?, row.column(2)?) {
            let page = parse(&html)?;
            table
                .add(&page, &gold, &mut tick)
                .map_err(TrainError::from)?;
        }
        progress.at(&format_args!(
            "{} pages, {} samples",
            table.pages(),
            table.samples().len()
        ));
        Ok(())
    })?;
    let nothing = Map::new();
    let given = given.as_object().unwrap_or(&nothing);
    Ok(train(&table, &options, given, &mut progress)?.write())
}

#[pg_extern(immutable, parallel_safe, strict, cost = 10000)]
fn goce_model_info(model: &[u8]) -> Result<JsonB> {
    let mut info = Model::read(model)?.description().clone();
    info.insert("bytes".to_owned(), json!(model.len()));
    Ok(JsonB(Value::Object(info)))
}

/// The model that a call site used last.
struct Kept {
    key: Vec<u8>,
    model: Rc<Model>,
}

/// The model of an argument, read once for all calls that are given the same.
fn model_of(stored: Stored, fcinfo: pg_sys::FunctionCallInfo) -> Result<Rc<Model>> {
    let read = || -> Result<Rc<Model>> { Ok(Rc::new(Model::read(stored.bytes())?)) };
    // SAFETY: PostgreSQL passes a valid pointer.
    let call_site = unsafe { (*fcinfo).flinfo };
    let Some(key) = stored.key().filter(|_| !call_site.is_null()) else {
        return read();
    };
    // SAFETY: `fn_extra` is ours; it is null or what is put there, which lives as long as the call
    // site's memory context.
    let kept: &RefCell<Option<Kept>> = unsafe {
        let extra: *mut RefCell<Option<Kept>> = (*call_site).fn_extra.cast();
        if extra.is_null() {
            let mut context = PgMemoryContexts::For((*call_site).fn_mcxt);
            let extra = context.leak_and_drop_on_delete(RefCell::new(None));
            (*call_site).fn_extra = extra.cast();
            &*extra
        } else {
            &*extra
        }
    };
    if let Some(kept) = kept.borrow().as_ref()
        && kept.key == key
    {
        return Ok(Rc::clone(&kept.model));
    }
    let model = read()?;
    kept.replace(Some(Kept {
        key: key.to_vec(),
        model: Rc::clone(&model),
    }));
    Ok(model)
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_extract_with(
    html: Text,
    model: Stored,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Option<Text>> {
    let model = model_of(model, fcinfo)?;
    let page = parse(&html)?;
    let selection = by_model(&page, &model, &mut tick);
    Ok(render::text(&page, &selection, &mut tick)?.map(Text::from))
}

extension_sql!(
    r#"
CREATE TABLE goce_models (
    name text PRIMARY KEY,
    model bytea NOT NULL,
    published_at timestamptz NOT NULL DEFAULT now(),
    published_by text NOT NULL DEFAULT current_user
);
-- A database that is dumped has its rows in the dump.
SELECT pg_catalog.pg_extension_config_dump('goce_models', '');
-- Of a trusted extension the script runs as a superuser: the table is of use to who installs it.
GRANT SELECT, INSERT, UPDATE, DELETE ON goce_models TO @extowner@ WITH GRANT OPTION;
GRANT SELECT ON goce_models TO PUBLIC;
"#,
    name = "goce_models"
);

#[pg_extern(volatile, parallel_unsafe)]
fn goce_publish(
    name: Option<Text>,
    model: Option<&[u8]>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<()> {
    let (Some(name), Some(model)) = (name, model) else {
        return Err(Refusal::NullPublished.into());
    };
    Model::read(model)?;
    // The table that was created with this function, whatever the search path is.
    // SAFETY: PostgreSQL passes a valid pointer; what the catalog returns is checked for null.
    let schema = unsafe {
        let namespace = pg_sys::get_func_namespace((*(*fcinfo).flinfo).fn_oid);
        let name = pg_sys::get_namespace_name(namespace);
        if name.is_null() {
            return Err(Refusal::NoSchema.into());
        }
        CStr::from_ptr(pg_sys::quote_identifier(name)).to_owned()
    };
    let statement = [
        b"INSERT INTO ".as_slice(),
        schema.to_bytes(),
        b".goce_models (name, model) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET \
          model = EXCLUDED.model, published_at = EXCLUDED.published_at, published_by = EXCLUDED.published_by",
    ];
    let statement = CString::new(statement.concat()).map_err(internal)?;
    Spi::connect_mut(|client| {
        let values = [name.into(), model.into()];
        client.update(statement.as_c_str(), None, &values).map(drop)
    })
    .map_err(internal)
}
