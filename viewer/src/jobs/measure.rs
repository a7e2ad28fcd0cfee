//! Compares methods and models with the gold texts: by `goce_compare`, and page by page.

use std::sync::Arc;

use sqlx::FromRow;

use crate::jobs::{JobKind, Jobs, Running};
use crate::learned::{Among, Gold, Labelled};
use crate::models::{self, Model};
use crate::prelude::*;
use crate::table::Column;

/// Groups of pages by their type, as goce judges it, and by their host.
const BY_TYPE: &str = "page type, as judged";
const BY_HOST: &str = "host, by address";
/// The group of all pages, as `goce_compare` calls it.
pub const ALL: &str = "all";

/// The mean word F1 of a group of pages by a choice, or by how much one choice is better than another.
#[derive(FromRow)]
pub struct Score {
    pub subset: String,
    pub method: String,
    pub pages: i64,
    pub word_f1: f64,
    /// The range of 95 %.
    pub low: f64,
    pub high: f64,
}

/// A page, with its word scores by the first choice.
#[derive(FromRow)]
pub struct MeasuredPage {
    pub key: Key,
    pub subset: Option<String>,
    /// The confidence of `auto`, if the page was judged.
    pub confidence: Option<f32>,
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
}

pub struct Measured {
    /// Methods, and models: `model:NAME`.
    pub choices: Vec<String>,
    /// All pages first, then the largest groups.
    pub scores: Vec<Score>,
    /// The worst pages first.
    pub pages: Vec<MeasuredPage>,
    /// By what the pages are grouped: [`BY_TYPE`], [`BY_HOST`] or a column.
    pub grouped_by: Option<String>,
    pub models: Vec<Model>,
}

impl Measured {
    /// By how much a choice is better than the first, over all pages.
    pub fn difference(&self, choice: &str) -> Option<&Score> {
        let name = difference(choice, self.choices.first()?);
        self.scores.iter().find(|score| score.subset == ALL && score.method == name)
    }
}

/// How `goce_compare` calls the difference of two choices.
fn difference(choice: &str, first: &str) -> String {
    format!("{choice} - {first}")
}

/// What to measure.
pub struct Measuring {
    /// Methods, and models: `model:NAME`.
    pub choices: Vec<String>,
    /// Where the gold texts are; by default where most pages are that no model has seen.
    pub gold: Option<Gold>,
    /// One of [`groupings`].
    pub grouped_by: Option<String>,
    pub most: u32,
}

/// By what pages can be grouped, each with an SQL expression over the page `s`: their type and their host, if they were
/// judged, and columns of short values.
pub fn groupings(tables: &Tables<'_>) -> Vec<(String, String)> {
    let kinds = ["text", "character varying", "boolean", "smallint", "integer", "date"];
    let table = &tables.store.table;
    let taken = [&table.url, &table.title, &table.gold].into_iter().flatten().chain(&table.key).chain([&table.html]);
    let taken: Vec<&Column> = taken.collect();
    let is_short = |column: &&Column| kinds.contains(&column.kind.as_str()) && !taken.contains(column);
    let of_facts = |(name, column): (&str, &str)| (name.to_owned(), of_facts(tables, column));
    let judged = [(BY_TYPE, "page_type"), (BY_HOST, "host")].map(of_facts);
    let judged = judged.into_iter().filter(|_| tables.present.facts);
    let columns = table.columns.iter().filter(is_short);
    let columns = columns.map(|column| (column.name.clone(), format!("left(s.{}::text, 60)", column.quoted)));
    judged.chain(columns).collect()
}

/// An SQL expression of a column of the facts of the page `s`.
fn of_facts(tables: &Tables<'_>, column: &str) -> String {
    let (facts, same) = (&tables.present.read.facts, tables.store.table.same_key("f", "s"));
    format!("(SELECT f.{column} FROM {facts} AS f WHERE {same})")
}

/// Starts a comparison of methods and models, on pages that no model has learned from, if there is one.
pub async fn start(jobs: &Jobs, store: &Arc<Store>, measuring: Measuring) -> Result<(), Error> {
    let mut tables = store.tables().await?;
    let Measuring {
        choices,
        gold,
        grouped_by,
        most,
    } = measuring;
    let Some(first) = choices.first() else {
        return Err(Error::Request("choose a method or a model at least".to_owned()));
    };
    let subset = match &grouped_by {
        Some(by) => {
            let grouping = groupings(&tables).into_iter().find(|(name, _)| name == by);
            let (_, subset) = grouping.ok_or_else(|| Error::Request(format!("pages cannot be grouped by {by}")))?;
            format!("coalesce({subset}, 'none')")
        }
        None => "NULL::text".to_owned(),
    };
    let models = models::chosen(&mut tables, &choices).await?;
    let among = Among {
        unseen: models.iter().map(|model| model.sha256.clone()).collect(),
        ..Among::default()
    };
    let labelled = Labelled::count(&mut tables, &among).await?;
    let gold = gold.unwrap_or_else(|| labelled.better());
    let (all, unseen) = labelled.of(gold);
    if all > 0 && unseen == 0 {
        return Ok(());
    }
    let columns = format!("{} AS html, {} AS gold, {subset} AS subset", store.table.page, gold.text(&tables));
    let compared = gold.query(&tables, &columns, &among, most)?;
    let key = store.table.key_text("s");
    let columns = format!("{columns}, {key} AS key, {} AS confidence", of_facts(&tables, "confidence"));
    let by_page = gold.query(&tables, &columns, &among, most)?;
    let (extract, argument) = models::call(&store.table.goce, "goce_extract", "q.html", first, 1);
    let argument = argument.to_owned();
    let extracted = format!("coalesce({extract}, '')");
    let word_f1 = store.table.goce.call("goce_word_f1", &[("gold", "q.gold"), ("extracted", &extracted)]);
    let by_page = format!(
        "SELECT q.key, q.subset, q.confidence, w.precision, w.recall, w.f1 FROM ({by_page}) AS q, {word_f1} AS w ORDER BY w.f1, q.key"
    );
    let compare = store.table.goce.call("goce_compare", &[("query", "$1::text"), ("methods", "$2::text[]")]);
    // One page has no range: its mean stands for it.
    let compare = format!(
        "SELECT c.subset, c.method, c.pages, c.word_f1, coalesce(c.low, c.word_f1) AS low,
             coalesce(c.high, c.word_f1) AS high FROM {compare} AS c WHERE c.word_f1 IS NOT NULL
         ORDER BY c.subset <> '{ALL}', c.pages DESC, c.subset, array_position($2::text[], c.method)"
    );
    drop(tables);
    jobs.start(store, JobKind::Measure, "Measuring", move |mut running| async move {
        let Running { job, connection, .. } = &mut running;
        let pages = unseen.min(i64::from(most));
        let compared_pages = pages * i64::try_from(choices.len()).unwrap_or(1);
        job.update(|progress| progress.total = Some(compared_pages + pages));
        let others = choices.iter().skip(1).map(|choice| difference(choice, &choices[0]));
        let methods: Vec<String> = choices.iter().cloned().chain(others).collect();
        let scores: Vec<Score> = connection.rows(&compare, &[&compared, &methods]).await?;
        if scores.is_empty() {
            return Err(Error::Request("there is no page to measure on".to_owned()));
        }
        job.update(|progress| progress.done = compared_pages);
        let measured = Measured {
            scores,
            pages: connection.rows(&by_page, &[&argument]).await?,
            choices,
            grouped_by,
            models,
        };
        job.update(|progress| {
            progress.done += pages;
            progress.measured = Some(Arc::new(measured));
            progress.result = Some(format!("/measure?job={}", job.id));
        });
        Ok(())
    })
}
