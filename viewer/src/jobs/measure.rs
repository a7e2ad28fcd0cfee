//! Compares methods and models with the gold texts.

use std::sync::Arc;

use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::calls;
use crate::database::{filled, value};
use crate::error::Error;
use crate::jobs::{JobKind, Jobs, Running};
use crate::keys::Key;
use crate::learned::{self, Among, Gold, Labelled};
use crate::models::{self, is_model};
use crate::page::ORACLE;
use crate::side_tables::Present;
use crate::store::Store;
use crate::words::{model_name, number};

/// The scores of a method over a subset of the pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// A genre, a page type, or `all`.
    pub subset: String,
    pub method: String,
    pub pages: i64,
    pub cosine: f64,
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
    pub word_f1: f64,
}

#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Over all pages, then by genre.
    pub by_genre: Vec<Scores>,
    /// By page type; empty where no page was judged.
    pub by_type: Vec<Scores>,
    /// The worst pages of the first choice, and their word F1.
    pub worst: Vec<(Key, f64)>,
    /// The first choice, a method or a model.
    pub first: String,
    /// What each model knew of the pages.
    pub notes: Vec<String>,
    /// No model had learned from any of the pages.
    pub is_fair: bool,
}

impl Measured {
    /// The word F1 of a choice over all pages.
    pub fn word_f1(&self, choice: &str) -> Option<f64> {
        let mut all = self.by_genre.iter();
        all.find(|scores| scores.subset == "all" && scores.method == choice).map(|scores| scores.word_f1)
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
    pub most: u32,
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
        most,
    } = measuring;
    if choices.is_empty() {
        return Err(Error::Request("choose a method or a model at least".to_owned()));
    }
    let is_known = |choice: &String| choice == ORACLE || store.methods.contains(choice) || is_model(choice);
    if let Some(wrong) = choices.iter().find(|choice| !is_known(choice)) {
        return Err(Error::Request(format!("there is no method {wrong}")));
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
    let query = gold.query(store, present, &among, most)?;
    let measured = Measured {
        first: choices.first().cloned().unwrap_or_default(),
        notes,
        is_fair,
        ..Measured::default()
    };
    jobs.start(store, JobKind::Measure, "Measuring", move |mut running| async move {
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
    let (store, job) = (Arc::clone(&running.store), Arc::clone(&running.job));
    let (models, methods): (Vec<String>, Vec<String>) = choices.iter().cloned().partition(|choice| is_model(choice));
    let mut by_type: Vec<&String> = choices.iter().filter(|choice| *choice != ORACLE).collect();
    by_type.truncate(if present.facts { 4 } else { 0 });
    let steps = usize::from(!methods.is_empty()) + models.len() + by_type.len() + 1;
    job.update(|progress| progress.total = i64::try_from(steps).ok());
    let begin = |says: String| job.update(|progress| progress.says = says);
    let end = || job.update(|progress| progress.done += 1);

    if !methods.is_empty() {
        begin("goce_compare".to_owned());
        measured.by_genre = compare(running, query, &methods).await?;
        end();
    }
    for model in &models {
        begin(model.clone());
        let genre = ["coalesce(q.genre, 'all')", "GROUPING SETS ((), (q.genre))", ""];
        let scores = scores(running, query, model, genre).await?;
        measured.by_genre.extend(scores);
        end();
    }
    let key = store.table.key_text("f");
    let join = format!("JOIN {} AS f ON {key} = q.key", store.side_tables.facts);
    for choice in by_type {
        begin(format!("{choice} by page type"));
        let page_type = ["f.page_type", "f.page_type", &join];
        let scores = scores(running, query, choice, page_type).await?;
        measured.by_type.extend(scores);
        end();
    }
    // All pages come first; within a subset the order of the choices stays.
    let place = |scores: &Scores| (scores.subset != "all", scores.subset.clone());
    measured.by_genre.sort_by_key(place);
    measured.by_type.sort_by(|one, other| one.subset.cmp(&other.subset));
    begin("the worst pages".to_owned());
    measured.worst = worst(running, query, &measured.first).await?;
    end();
    job.update(|progress| {
        progress.measured = Some(Arc::new(measured));
        progress.result = Some(format!("/measure?job={}", job.id));
    });
    Ok(())
}

async fn compare(running: &mut Running, query: &str, methods: &Vec<String>) -> Result<Vec<Scores>, Error> {
    let query = format!("SELECT q.html, q.gold, q.genre FROM ({query}) AS q");
    let sql = format!(
        "SELECT subset, method, pages, cosine, precision, recall, f1, word_f1 FROM {}
         WHERE pages > 0",
        calls::COMPARE.call(&running.store.table.goce, &["$1::text", "$2::text[]"])
    );
    let values = [value(&query), value(methods)];
    let rows = running.connection.rows(&sql, &values).await?;
    rows.iter().map(read).collect()
}

/// Returns the SQL expression of a choice's text over `q.html`, and the parameter `$1` of the expression.
fn content<'c>(store: &Store, choice: &'c str) -> (String, &'c str) {
    let goce = &store.table.goce;
    match models::of_choice(store, choice, 1) {
        Some((model, name)) => {
            // All arguments up to the model, with their defaults.
            let arguments = [
                "q.html",
                "'auto'",
                "NULL",
                "NULL",
                "NULL",
                "'balanced'",
                "NULL",
                "NULL",
                "false",
                &model,
            ];
            (calls::EXTRACT.call(goce, &arguments), name)
        }
        // The oracle is the method goce with the true genre.
        None if choice == ORACLE => (calls::EXTRACT.call(goce, &["q.html", "$1::text", "q.genre"]), "goce"),
        None => (calls::EXTRACT.call(goce, &["q.html", "$1::text"]), choice),
    }
}

/// Scores a choice by subsets of the pages: their SQL expression, the GROUP BY and a JOIN.
async fn scores(
    running: &mut Running,
    query: &str,
    choice: &str,
    [subset, group, join]: [&str; 3],
) -> Result<Vec<Scores>, Error> {
    let store = Arc::clone(&running.store);
    let (content, argument) = content(&store, choice);
    let sql = format!(
        "SELECT z.subset, $2::text, (z.e).pages, (z.e).cosine, (z.e).precision, (z.e).recall, (z.e).f1, (z.e).word_f1
         FROM (SELECT {subset} AS subset, {scores} AS e
               FROM ({query}) AS q {join} GROUP BY {group}) AS z
         WHERE z.subset IS NOT NULL ORDER BY 1",
        scores = calls::LCS_EVAL.call(&store.table.goce, &["q.gold", &content])
    );
    let values = [value(&argument), value(&choice)];
    let rows = running.connection.rows(&sql, &values).await?;
    let mut scores: Vec<Scores> = rows.iter().map(read).collect::<Result<_, _>>()?;
    // Pages without a genre are a second group `all`, with fewer pages than the group of all pages.
    scores.sort_by(|one, other| one.subset.cmp(&other.subset).then(other.pages.cmp(&one.pages)));
    scores.dedup_by(|later, first| later.subset == first.subset);
    Ok(scores)
}

fn read(row: &PgRow) -> Result<Scores, Error> {
    Ok(Scores {
        subset: filled(row, 0)?,
        method: filled(row, 1)?,
        pages: row.try_get(2)?,
        cosine: row.try_get(3)?,
        precision: row.try_get(4)?,
        recall: row.try_get(5)?,
        f1: row.try_get(6)?,
        word_f1: row.try_get(7)?,
    })
}

async fn worst(running: &mut Running, query: &str, choice: &str) -> Result<Vec<(Key, f64)>, Error> {
    let store = Arc::clone(&running.store);
    let (content, argument) = content(&store, choice);
    let content = format!("coalesce({content}, '')");
    let sql = format!(
        "SELECT q.key, ({}).f1 AS f1 FROM ({query}) AS q ORDER BY 2, 1 LIMIT 15",
        calls::WORD_F1.call(&store.table.goce, &["q.gold", &content])
    );
    let rows = running.connection.rows(&sql, &[value(&argument)]).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
