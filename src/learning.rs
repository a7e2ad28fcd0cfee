//! `goce_train`, `goce_model_info` and `goce_extract_with`.

use std::rc::Rc;

use pgrx::PgMemoryContexts;
use pgrx::pg_sys;
use pgrx::prelude::*;
use serde_json::{Map, Value, json};

use crate::error::{OrReport, Refusal, Result};
use crate::last_used::LastUsed;
use crate::page_memory::parse_once;
use crate::progress::Progress;
use crate::query_rows;
use crate::text::{Query, named};
use crate::values::{Json, Stored};
use crate::{Text, clock, parse};
use goce_core::extract::Selection;
use goce_core::page::Page;
use goce_core::render;
use goce_methods::heed_comments;
use goce_papers::learnhtml::TrainedModel;
use goce_papers::learnhtml::by_model;
use goce_papers::learnhtml::models::Watch;
use goce_papers::learnhtml::training::{ModelKind, OptionError, Table, TrainError, TrainOptions, train};

#[pg_extern(volatile, parallel_unsafe, cost = 1000000)]
fn goce_train(
    query: Option<Query>,
    model: default!(Option<Text>, "'forest'"),
    options: default!(Option<Json>, "'{}'"),
) -> Result<Vec<u8>> {
    let query = query.ok_or(Refusal::NullQuery)?;
    let kind = named(model.as_ref())?.unwrap_or(ModelKind::Forest);
    let given = match options {
        None => Value::Object(Map::new()),
        Some(options) => options.0.ok_or(OptionError::OutOfRange).or_report()?,
    };
    let options = TrainOptions::parse(kind, &given).or_report()?;
    let mut progress = Progress::new("goce_train");
    let mut table = Table::new(&options);
    query_rows::for_each(&query, &["html", "gold"], &mut |row| {
        if let (Some(html), Some(gold)) = (row.column(1)?, row.column(2)?) {
            let page = parse_once(&html)?;
            table.add(&page, &gold).or_report()?;
        }
        progress.at(&format_args!("{} pages, {} samples", table.pages(), table.samples().len()));
        Ok(())
    })?;
    let given = given.as_object().ok_or(OptionError::NotAnObject).or_report()?;
    let trained = train(&table, &options, given, &mut progress).or_report()?;
    let model = trained.write().map_err(TrainError::from).or_report()?;
    progress.end();
    Ok(model)
}

#[pg_extern(immutable, parallel_safe, strict, cost = 10000)]
fn goce_model_info(model: &[u8]) -> Result<Json> {
    clock::begin();
    let mut info = TrainedModel::read(model).or_report()?.description().clone();
    info.insert("bytes".to_owned(), json!(model.len()));
    Ok(Json(Some(Value::Object(info))))
}

/// Returns the model of an argument, read once for all calls of a query that are given the same.
fn model_of(stored: Stored, fcinfo: pg_sys::FunctionCallInfo) -> Result<Rc<TrainedModel>> {
    let read = || TrainedModel::read(stored.bytes()).or_report();
    // SAFETY: PostgreSQL passes a valid pointer.
    let call_site = unsafe { (*fcinfo).flinfo };
    let Some(key) = stored.key().filter(|_| !call_site.is_null()) else {
        return read().map(Rc::new);
    };
    // SAFETY: `fn_extra` is the function's own. It is null, or what is put there below, which lives as long as the call
    // site's memory context.
    let last: &LastUsed<TrainedModel> = unsafe {
        if (*call_site).fn_extra.is_null() {
            let mut context = PgMemoryContexts::For((*call_site).fn_mcxt);
            (*call_site).fn_extra = context.leak_and_drop_on_delete(LastUsed::<TrainedModel>::new()).cast();
        }
        &*(*call_site).fn_extra.cast()
    };
    last.get(key, read)
}

thread_local! {
    /// The model of the last argument `model`.
    static LAST: LastUsed<TrainedModel> = const { LastUsed::new() };
}

/// Returns the model of an argument. It is read once for all calls that are given the same one after the other.
pub fn last_model(stored: Stored) -> Result<Rc<TrainedModel>> {
    let bytes = stored.bytes();
    LAST.with(|last| last.get(bytes, || TrainedModel::read(bytes).or_report()))
}

/// Returns what a model selects of a page, with or without its comments.
pub fn selected_by(page: &Page, model: &TrainedModel, comments: Option<bool>) -> Result<Selection> {
    heed_comments(page, comments, by_model(page, model).or_report()?).or_report()
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_extract_with(html: Text, model: Stored, fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Text>> {
    let model = model_of(model, fcinfo)?;
    let page = parse(&html)?;
    let selection = by_model(&page, &model).or_report()?;
    Ok(render::text(&page, &selection).or_report()?.map(Text::from))
}
