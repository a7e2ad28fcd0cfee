//! `goce_train`, `goce_model_info` and `goce_extract_with`.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::functions::prelude::*;
use crate::server::clock;
use crate::server::contexts::kept_at_call;
use crate::server::last_used::LastUsed;
use crate::server::progress::Progress;
use crate::server::query_rows;
use crate::server::text::Query;
use goce_core::extract::auto::correction::{Difference, Learned, TrainingError, TrainingPages};
use goce_core::extract::{Options, auto};
use goce_core::memory::try_to_owned;
use goce_core::render;
use goce_core::texts::canonical_address::canonical;
use goce_core::texts::site::registered_domain;
use goce_methods::{OwnKind, OwnModel, correction_options};
use goce_papers::learnhtml::training::{ModelKind, OptionError, Table, TrainError, TrainOptions, train};

#[pg_extern(volatile, parallel_unsafe, cost = 1000000)]
fn goce_train(
    query: Option<Query>,
    model: default!(Option<Text>, "'auto'"),
    options: default!(Option<Json>, "'{}'"),
) -> Result<Bytes> {
    let query = query.ok_or(Refusal::Null("query"))?;
    let kind = named(model.as_ref())?.unwrap_or(OwnKind::Auto);
    let given = match options {
        None => Value::Object(Map::new()),
        Some(options) => options.0.ok_or(OptionError::OutOfRange).or_report()?,
    };
    let mut progress = Progress::new("goce_train");
    let model = match kind {
        OwnKind::Auto => correction(&query, &given, &mut progress)?,
        OwnKind::Elements(kind) => elements(&query, kind, &given, &mut progress)?,
    };
    progress.end();
    Ok(Bytes(model))
}

/// The columns of the pages to learn from. The third is the page's site, or what else pages have in common.
const COLUMNS: [&str; 3] = ["html", "gold", "url"];

/// Returns a correction of `auto`, as bytes.
fn correction(query: &Query, given: &Value, progress: &mut Progress) -> Result<Vec<u8>> {
    let (training, options) = correction_options(given).or_report()?;
    let setup = auto::Setup::built_in().or_report()?;
    let is_tested = training.folds > 1;
    let mut pages = TrainingPages::new(training);
    let mut grouped_by = "page";
    query_rows::for_each(query, &COLUMNS, 1, &mut |row| {
        if let (Some(html), Some(gold)) = (row.column(1)?, row.column(2)?) {
            let page = parse_once(&html)?;
            let is_address = row.is_named(3, c"url");
            let group = match row.column(3)? {
                Some(url) if is_address => site_of(&url),
                column => column.as_deref().map(try_to_owned).transpose().or_report()?,
            };
            if group.is_some() {
                grouped_by = if is_address { "url" } else { "column" };
            }
            pages.add(&setup, &page, &gold, group.as_deref()).or_report()?;
        }
        progress.at(&format_args!("{} pages", pages.seen()));
        Ok(())
    })?;
    let seen = pages.seen();
    let mut learned = pages.train(&mut |step| progress.at(step)).or_report()?;
    let description = &mut learned.correction.description;
    description.insert("options".to_owned(), Value::Object(options));
    if let Some(training) = description.get_mut("training").and_then(Value::as_object_mut) {
        training.insert("grouped_by".to_owned(), json!(grouped_by));
    }
    tell(&learned, is_tested, seen);
    learned.correction.write().map_err(TrainingError::from).or_report()
}

/// Returns the registered domain of an address; `None` of what is no address.
fn site_of(url: &str) -> Option<String> {
    let address = canonical(url).ok()??;
    let host = address.split('/').nth(2)?;
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    Some(registered_domain(host).to_owned())
}

/// Says by a NOTICE what becomes of comments; that a correction is not surely better than `auto`, and if more pages
/// than the seen ones might help; that it is untested though tests were wanted; that it would help other sites too.
fn tell(learned: &Learned, is_tested: bool, seen: u64) {
    let notice =
        |message, hint| ereport!(PgLogLevel::NOTICE, PgSqlErrorCode::ERRCODE_SUCCESSFUL_COMPLETION, message, hint);
    let (pages, content) = (learned.commented.pages, learned.commented.content);
    let takes_comments = learned.commented.is_content().is_some();
    if takes_comments {
        notice(
            "comments become content, on pages of other sites too".to_owned(),
            "Where the model is used, comments => false leaves them out.".to_owned(),
        );
    } else if content > 0 && 5 * content >= pages {
        notice(
            format!("comments stay out, though the gold texts of {content} of {pages} pages have them"),
            "Where the model is used, comments => true takes them.".to_owned(),
        );
    }
    if learned.may_help_others {
        let but = if takes_comments { ", but for comments" } else { "" };
        notice(
            format!(
                "pages of other sites stay as they are{but}, though the texts of held-out ones are better by this model"
            ),
            "The option \"other_sites\": true corrects them too. Sites whose pages are labelled by another rule lose by it."
                .to_owned(),
        );
    }
    let Some(held_out) = &learned.held_out else {
        if is_tested {
            notice(
                "the correction is untested: there is one page alone".to_owned(),
                "Ten pages teach little, and 60 are enough to tell if they help.".to_owned(),
            );
        }
        return;
    };
    let Difference { mean, low, high } = held_out.difference;
    if learned.may_help_others && low == high {
        // No page that was held out is of a known site, so nothing more is known.
        return;
    }
    let helps_its_sites = learned.same_sites.as_ref().is_some_and(|same_sites| same_sites.difference.low > 0.0);
    let message = if low > 0.0 {
        return;
    } else if learned.correction.is_none() {
        "no correction makes the texts of held-out pages better: the model leaves \"auto\" as it is".to_owned()
    } else if helps_its_sites {
        "the texts of held-out pages are better if other pages of their sites were learned from, and not surely otherwise"
            .to_owned()
    } else {
        format!(
            "the texts of held-out pages are better by {mean:.3}, which may be chance: the range is {low:.3} to {high:.3}"
        )
    };
    let more = match &learned.curve[..] {
        // The growth of the word F1 with twice as many pages from which on more are worth their marks.
        [.., (before, little), (pages, much)] if much.mean - little.mean >= 0.003 => {
            let growth = much.mean - little.mean;
            format!("More pages might help: from {before} to {pages} pages the word F1 grew by {growth:.3}.")
        }
        [.., (pages, _)] => {
            format!("More pages like these would hardly help, by tests that learned from {pages} of the {seen}.")
        }
        [] => "These pages are too few to tell if more would help.".to_owned(),
    };
    notice(message, more);
}

/// Returns a classifier of LearnHTML, as bytes.
fn elements(query: &Query, kind: ModelKind, given: &Value, progress: &mut Progress) -> Result<Vec<u8>> {
    let options = TrainOptions::parse(kind, given).or_report()?;
    let mut table = Table::new(&options);
    query_rows::for_each(query, &COLUMNS, 1, &mut |row| {
        if let (Some(html), Some(gold)) = (row.column(1)?, row.column(2)?) {
            let page = parse_once(&html)?;
            table.add(&page, &gold).or_report()?;
        }
        progress.at(&format_args!("{} pages, {} samples", table.pages(), table.samples().len()));
        Ok(())
    })?;
    let trained = train(&table, &options, &mut |step| progress.at(step)).or_report()?;
    trained.write().map_err(TrainError::from).or_report()
}

#[pg_extern(immutable, parallel_safe, strict, cost = 10000)]
fn goce_model_info(model: &[u8]) -> Result<Json> {
    clock::begin();
    let mut info = OwnModel::read(model).or_report()?.description().clone();
    info.insert("bytes".to_owned(), json!(model.len()));
    Ok(Json(Some(Value::Object(info))))
}

/// Returns the model of an argument, read once for all calls of a query that are given the same.
fn model_of(stored: Stored, fcinfo: pg_sys::FunctionCallInfo) -> Result<Rc<OwnModel>> {
    let read = || OwnModel::read(stored.bytes()).or_report();
    // SAFETY: the call's own argument; this function keeps nothing else.
    let last = unsafe { kept_at_call(fcinfo, LastUsed::<OwnModel>::new) };
    match stored.key().zip(last) {
        Some((key, (last, _))) => last.get(key, read),
        None => read().map(Rc::new),
    }
}

thread_local! {
    /// The model of the last argument `model`.
    static LAST: LastUsed<OwnModel> = const { LastUsed::new() };
}

/// Gives the last model back.
pub fn forget() {
    LAST.with(LastUsed::forget);
}

/// Returns the model of an argument. It is read once for all calls that are given the same one after the other.
pub fn last_model(stored: Stored) -> Result<Rc<OwnModel>> {
    let bytes = stored.bytes();
    LAST.with(|last| last.get(bytes, || OwnModel::read(bytes).or_report()))
}

#[pg_extern(immutable, parallel_safe, strict, cost = 800000)]
fn goce_extract_with(html: Text, model: Stored, fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Text>> {
    let model = model_of(model, fcinfo)?;
    let page = parse(&html)?;
    let selection = model.select(&page, &Options::default()).or_report()?;
    Ok(render::text(&page, &selection).or_report()?.map(Text::from))
}
