//! Compares methods and models with the gold texts, page by page.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::Row;

use crate::calls;
use crate::database::{cell, key, value};
use crate::error::Error;
use crate::jobs::{JobKind, Jobs, Running};
use crate::keys::Key;
use crate::learned::{self, Among, Gold, Labelled};
use crate::models::{self, is_model};
use crate::page::ORACLE;
use crate::side_tables::Present;
use crate::store::Store;
use crate::table::{Column, Table};
use crate::words::{model_name, number};

/// Groups of pages by their type, as goce judges it.
pub const BY_TYPE: &str = "page type, as judged";

/// The word scores of a page by a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PageScore {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
}

/// A page that was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredPage {
    pub key: Key,
    pub group: Option<String>,
    /// The confidence of `auto`, if the page was judged.
    pub confidence: Option<f32>,
    /// In the order of the choices.
    pub scores: Vec<PageScore>,
}

#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Methods, and models: `model:NAME`, `draft:NAME`.
    pub choices: Vec<String>,
    pub pages: Vec<MeasuredPage>,
    /// By what the pages are grouped: [`BY_TYPE`] or a column.
    pub grouped_by: Option<String>,
    /// What each model knew of the pages.
    pub notes: Vec<String>,
    /// No model had learned from any of the pages.
    pub is_fair: bool,
}

impl Measured {
    /// The mean word F1 of a choice.
    pub fn word_f1(&self, choice: &str) -> Option<f64> {
        let place = self.choices.iter().position(|chosen| chosen == choice)?;
        let sum: f64 = self.pages.iter().filter_map(|page| page.scores.get(place)).map(|score| score.f1).sum();
        Some(sum / self.pages.len() as f64)
    }
}

/// What to measure.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// Methods, and models: `model:NAME`, `draft:NAME`.
    pub choices: Vec<String>,
    /// Where the gold texts are; by default where most pages are that no model has seen.
    pub gold: Option<Gold>,
    /// Pages that a model has learned from are taken too.
    pub all: bool,
    /// One of [`groupings`].
    pub grouped_by: Option<String>,
    pub most: u32,
}

/// By what pages can be grouped: their type, if they were judged, and columns of short values.
pub fn groupings(table: &Table, present: Present) -> Vec<&str> {
    let kinds = ["text", "character varying", "boolean", "smallint", "integer", "date"];
    let taken = [&table.url, &table.title, &table.gold].into_iter().flatten().chain(&table.key).chain([&table.html]);
    let taken: Vec<&Column> = taken.collect();
    let is_short = |column: &&Column| kinds.contains(&column.kind.as_str()) && !taken.contains(column);
    let mut groupings: Vec<&str> = present.facts.then_some(BY_TYPE).into_iter().collect();
    groupings.extend(table.columns.iter().filter(is_short).map(|column| column.name.as_str()));
    groupings
}

/// Starts a comparison of methods and models. Returns whether there is a page to compare them on: without `all` those are
/// left out that a model has learned from.
pub async fn start(jobs: &Jobs, store: &Arc<Store>, measuring: Measuring) -> Result<bool, Error> {
    let mut tables = store.tables().await?;
    let present = tables.present;
    let Measuring {
        choices,
        gold,
        all,
        grouped_by,
        most,
    } = measuring;
    if choices.is_empty() {
        return Err(Error::Request("choose a method or a model at least".to_owned()));
    }
    let is_known = |choice: &String| choice == ORACLE || store.methods.contains(choice) || is_model(choice);
    if let Some(wrong) = choices.iter().find(|choice| !is_known(choice)) {
        return Err(Error::Request(format!("there is no method {wrong}")));
    }
    if let Some(wrong) = grouped_by.as_deref().filter(|by| !groupings(&store.table, present).contains(by)) {
        return Err(Error::Request(format!("pages cannot be grouped by {wrong}")));
    }
    let pupils = learned::pupils(&mut tables, &choices).await?;
    let hashes: Vec<String> = pupils.iter().map(|pupil| pupil.sha256.clone()).collect();
    let labelled = Labelled::count(&mut tables, &hashes).await?;
    let gold = gold.unwrap_or_else(|| labelled.better());
    let among = if all || hashes.is_empty() {
        Among::All
    } else {
        Among::Unseen(hashes)
    };
    if among != Among::All && labelled.of(gold) != (0, 0) && labelled.of(gold).1 == 0 {
        return Ok(false);
    }
    let (mut notes, mut is_fair) = (Vec::new(), true);
    for pupil in &pupils {
        let seen = Among::Seen(vec![pupil.sha256.clone()]);
        let seen = if all {
            learned::count(&mut tables, gold, &seen).await?
        } else {
            0
        };
        is_fair &= pupil.learned.is_some() && seen == 0;
        notes.push(note(&pupil.choice, pupil.learned, seen));
    }
    drop(tables);
    let pages = if among == Among::All {
        labelled.of(gold).0
    } else {
        labelled.of(gold).1
    };
    let column = store.table.columns.iter().find(|column| Some(&column.name) == grouped_by.as_ref());
    let query = gold.query(store, present, &among, most, column)?;
    let measured = Measured {
        grouped_by,
        notes,
        is_fair,
        ..Measured::default()
    };
    jobs.start(store, JobKind::Measure, "Measuring", move |mut running| async move {
        let pages = pages.min(i64::from(most));
        running
            .job
            .update(|progress| progress.total = i64::try_from(choices.len()).ok().map(|choices| choices * pages));
        work(&mut running, &choices, &query, present, measured).await
    })?;
    Ok(true)
}

/// Says whether a model knew the pages that it is measured on.
fn note(choice: &str, learned: Option<i64>, seen: i64) -> String {
    let name = model_name(choice);
    match (learned, seen) {
        (None, _) => {
            format!(
                "It is not known which pages {name} has learned from: its score is worth nothing if these are among them."
            )
        }
        (Some(_), 0) => format!("These are pages that {name} has not seen."),
        (Some(_), seen) => format!(
            "{name} has learned from {} of the pages with a gold text: on these its score is better than on others.",
            number(seen)
        ),
    }
}

async fn work(
    running: &mut Running,
    choices: &[String],
    query: &str,
    present: Present,
    mut measured: Measured,
) -> Result<(), Error> {
    let group = if measured.grouped_by.as_deref() == Some(BY_TYPE) {
        "f.page_type"
    } else {
        "p.subset"
    };
    let (mut columns, mut from) =
        (format!("p.key, {group}::text, "), format!("(SELECT q.*, q.html AS page FROM ({query}) AS q) AS p"));
    if present.facts {
        let (facts, key) = (&running.store.side_tables.facts, running.store.table.key_text("f"));
        from.push_str(&format!(" LEFT JOIN {facts} AS f ON {key} = p.key"));
    }
    columns.push_str(if present.facts { "f.confidence" } else { "NULL::real" });
    let mut pages = BTreeMap::new();
    for choice in choices {
        running.job.update(|progress| progress.says = model_name(choice));
        let number = measure(running, [&columns, &from], choice, &mut pages).await?;
        running.job.update(|progress| progress.done += number);
    }
    // A page that came or went meanwhile has not been measured by all.
    measured.pages = pages.into_values().filter(|page: &MeasuredPage| page.scores.len() == choices.len()).collect();
    if measured.pages.is_empty() {
        return Err(Error::Request("there is no page to measure on".to_owned()));
    }
    measured.choices = choices.to_vec();
    running.job.update(|progress| {
        progress.measured = Some(Arc::new(measured));
        progress.result = Some(format!("/measure?job={}", running.job.id));
    });
    Ok(())
}

/// Returns the SQL expression of a choice's text over `p.page`, and the parameter `$1` of the expression.
fn content<'c>(store: &Store, choice: &'c str) -> (String, &'c str) {
    let goce = &store.table.goce;
    match models::of_choice(store, choice, 1) {
        Some((model, name)) => (calls::EXTRACT.call_by(goce, "'auto'", Some(&model)), name),
        // The oracle is the method goce with the true genre.
        None if choice == ORACLE => (calls::EXTRACT.call(goce, &["p.page", "$1::text", "p.genre"]), "goce"),
        None => (calls::EXTRACT.call_by(goce, "$1::text", None), choice),
    }
}

/// Measures a choice on the pages `p`: adds the scores of each to `pages`, and returns how many they are.
async fn measure(
    running: &mut Running,
    [columns, from]: [&str; 2],
    choice: &str,
    pages: &mut BTreeMap<Key, MeasuredPage>,
) -> Result<i64, Error> {
    let store = Arc::clone(&running.store);
    let (content, argument) = content(&store, choice);
    let word_f1 = calls::WORD_F1.call(&store.table.goce, &["p.gold", &format!("coalesce({content}, '')")]);
    let sql = format!("SELECT {columns}, w.precision, w.recall, w.f1 FROM {from}, {word_f1} AS w");
    let rows = running.connection.rows(&sql, &[value(&argument)]).await?;
    for row in &rows {
        let (key, group, confidence) = (key(row, 0)?, cell(row, 1)?, row.try_get(2)?);
        let page = pages.entry(key.clone()).or_insert_with(|| MeasuredPage {
            key,
            group,
            confidence,
            scores: Vec::new(),
        });
        page.scores.push(PageScore {
            precision: row.try_get(3)?,
            recall: row.try_get(4)?,
            f1: row.try_get(5)?,
        });
    }
    Ok(i64::try_from(rows.len()).unwrap_or(i64::MAX))
}
