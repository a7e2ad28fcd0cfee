//! Compares methods and models with the gold texts.

use std::sync::Arc;

use crate::app::App;
use crate::calls;
use crate::companions::Present;
use crate::database::{Own, filled, text, texts};
use crate::error::Error;
use crate::jobs::train::Gold;
use crate::jobs::{Job, Jobs, Kind};
use crate::keys::Key;
use crate::models::{self, is_model};
use crate::page::METHODS;

/// Scores of a method over some pages.
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

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// By genre and over all.
    pub by_genre: Vec<Scores>,
    /// By page type as judged; empty where nothing was judged.
    pub by_type: Vec<Scores>,
    /// The worst pages of the first method, and their word F1.
    pub worst: Vec<(Key, f64)>,
    /// That method.
    pub first: String,
}

/// Starts a comparison of methods and of models (`model:NAME`, `draft:NAME`) over at most so many pages.
pub async fn start(app: &Arc<App>, choices: Vec<String>, gold: Gold, most: u32, by: &str) -> Result<Arc<Job>, Error> {
    let (mut session, present) = app.session().await?;
    if choices.is_empty() {
        return Err(Error::Request("choose a method or a model at least".to_owned()));
    }
    if let Some(wrong) = choices.iter().find(|choice| !is_choice(choice)) {
        return Err(Error::Request(format!("there is no method {wrong}")));
    }
    for choice in &choices {
        models::check(app, &mut session, present, choice).await?;
    }
    drop(session);
    let query = gold.query(app, present, most)?;
    let job = app.jobs.begin(Kind::Measure, "Measuring", by)?;
    let (of_app, of_job) = (Arc::clone(app), Arc::clone(&job));
    Jobs::run(app, &job, async move {
        work(&of_app, &of_job, &choices, &query, present).await
    });
    Ok(job)
}

fn is_choice(choice: &str) -> bool {
    choice == "oracle" || METHODS.contains(&choice) || is_model(choice)
}

async fn work(app: &App, job: &Job, choices: &[String], query: &str, present: Present) -> Result<(), Error> {
    let own = app.database.own().await?;
    job.cancelled_by(own.cancel());
    let own = &own;
    let mut measured = Measured {
        first: choices.first().cloned().unwrap_or_default(),
        ..Measured::default()
    };
    let (models, methods): (Vec<&String>, Vec<&String>) = choices.iter().partition(|choice| is_model(choice));
    let by_type: Vec<&String> = choices.iter().filter(|choice| *choice != "oracle").take(4).collect();
    let steps = usize::from(!methods.is_empty()) + models.len() + if present.facts { by_type.len() } else { 0 } + 1;
    job.tell(|progress| progress.total = i64::try_from(steps).ok());
    let step = |says: String| {
        job.tell(|progress| progress.says = says);
    };
    let stepped = || job.tell(|progress| progress.done += 1);

    if !methods.is_empty() {
        step("goce_compare".to_owned());
        let methods: Vec<String> = methods.into_iter().cloned().collect();
        measured.by_genre = compare(app, own, query, &methods).await?;
        stepped();
    }
    for model in models {
        step(model.clone());
        let subset = "coalesce(q.genre, 'all')";
        measured
            .by_genre
            .extend(scores(app, own, query, model, subset, "GROUPING SETS ((), (q.genre))", "").await?);
        stepped();
    }
    if present.facts {
        let facts = format!("JOIN {} AS f ON {} = q.key", app.names.facts, app.table.key_text("f"));
        for choice in by_type {
            step(format!("{choice} by page type"));
            measured
                .by_type
                .extend(scores(app, own, query, choice, "f.page_type", "f.page_type", &facts).await?);
            stepped();
        }
    }
    // Over all first; within a genre the order of the choices.
    measured.by_genre.sort_by(|one, other| {
        let place = |scores: &Scores| (scores.subset != "all", scores.subset.clone());
        place(one).cmp(&place(other))
    });
    measured.by_type.sort_by(|one, other| one.subset.cmp(&other.subset));
    step("the worst pages".to_owned());
    measured.worst = worst(app, own, query, &measured.first).await?;
    stepped();
    job.tell(|progress| {
        progress.measured = Some(Arc::new(measured));
        progress.result = Some(format!("/measure?job={}", job.id));
    });
    Ok(())
}

async fn compare(app: &App, own: &Own, query: &str, methods: &Vec<String>) -> Result<Vec<Scores>, Error> {
    let query = format!("SELECT q.html, q.gold, q.genre FROM ({query}) AS q");
    let sql = format!(
        "SELECT subset, method, pages, cosine, precision, recall, f1, word_f1 FROM {}
         WHERE pages > 0",
        calls::COMPARE.call(&app.table.goce, &["$1::text", "$2::text[]"])
    );
    own.rows(&sql, &[text(&query), texts(methods)])
        .await?
        .iter()
        .map(read)
        .collect()
}

/// The text of a choice over `q.html`; `$1` is its name.
fn content(app: &App, choice: &str) -> (String, String) {
    let goce = &app.table.goce;
    match models::of_choice(app, choice, 1) {
        Some((model, name)) => (calls::EXTRACT_WITH.call(goce, &["q.html", &model]), name.to_owned()),
        // An oracle is told the genre.
        None if choice == "oracle" => (
            calls::EXTRACT.call(goce, &["q.html", "left('goce' || $1::text, 4)", "q.genre"]),
            String::new(),
        ),
        None => (calls::EXTRACT.call(goce, &["q.html", "$1::text"]), choice.to_owned()),
    }
}

async fn scores(
    app: &App,
    own: &Own,
    query: &str,
    choice: &str,
    subset: &str,
    group: &str,
    join: &str,
) -> Result<Vec<Scores>, Error> {
    let (content, argument) = content(app, choice);
    let sql = format!(
        "SELECT z.subset, $2::text, (z.e).pages, (z.e).cosine, (z.e).precision, (z.e).recall, (z.e).f1, (z.e).word_f1
         FROM (SELECT {subset} AS subset, {scores} AS e
               FROM ({query}) AS q {join} GROUP BY {group}) AS z
         WHERE z.subset IS NOT NULL ORDER BY 1",
        scores = calls::LCS_EVAL.call(&app.table.goce, &["q.gold", &content])
    );
    let choice = choice.to_owned();
    let mut scores: Vec<Scores> = own
        .rows(&sql, &[text(&argument), text(&choice)])
        .await?
        .iter()
        .map(read)
        .collect::<Result<_, _>>()?;
    // Pages without a genre are a group of that name beside that of all pages.
    scores.sort_by(|one, other| one.subset.cmp(&other.subset).then(other.pages.cmp(&one.pages)));
    scores.dedup_by(|later, first| later.subset == first.subset);
    Ok(scores)
}

fn read(row: &tokio_postgres::Row) -> Result<Scores, Error> {
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

async fn worst(app: &App, own: &Own, query: &str, choice: &str) -> Result<Vec<(Key, f64)>, Error> {
    let (content, argument) = content(app, choice);
    let sql = format!(
        "SELECT q.key, ({}).f1 AS f1 FROM ({query}) AS q ORDER BY 2, 1 LIMIT 15",
        calls::WORD_F1.call(&app.table.goce, &["q.gold", &format!("coalesce({content}, '')")])
    );
    let rows = own.rows(&sql, &[text(&argument)]).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
