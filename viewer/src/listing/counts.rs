//! What the overview counts. Large tables are counted by the planner's estimates, and in the background.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::app::App;
use crate::companions::Present;
use crate::database::{Session, cell, filled, text};
use crate::error::Error;
use crate::keys::Key;

/// Up to so many rows are counted one by one.
const COUNTED: i64 = 10_000;
/// How long a view waits for counting before it says that it goes on.
const PATIENCE: Duration = Duration::from_millis(300);

/// A number of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Pages {
    /// Counted.
    Exactly(i64),
    /// Estimated by the planner's statistics.
    About(i64),
    /// No estimate is there, as for a view.
    #[default]
    Many,
}

/// What the overview shows.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    pub pages: Pages,
    pub done: Pages,
    pub failed: i64,
    pub pending: Pages,
    pub judged: i64,
    pub unjudgeable: i64,
    pub genres: Vec<(String, i64)>,
    pub types: Vec<(String, i64)>,
    /// Pages by confidence, in tenths.
    pub confidence: [i64; 10],
    pub failures: Vec<(String, i64, String, Vec<Key>)>,
    pub marked: i64,
    pub present: Present,
}

/// The last counts, and whether they are being counted.
#[derive(Default)]
pub struct Counts {
    kept: Mutex<Kept>,
}

type Counted = Result<Arc<Overview>, Arc<Error>>;

#[derive(Default)]
struct Kept {
    last: Option<(Instant, Duration, Arc<Overview>)>,
    at_work: Option<watch::Receiver<Option<Counted>>>,
}

impl Counts {
    /// Returns the counts, and their age if they are old. `None`: they are still being counted.
    pub async fn get(app: &Arc<App>) -> Result<Option<(Arc<Overview>, Duration)>, Arc<Error>> {
        let mut awaited = {
            let mut kept = app
                .counts
                .kept
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if let Some((at, took, overview)) = &kept.last
                // What takes long to count is counted less often.
                && at.elapsed() < *took * 20
            {
                return Ok(Some((Arc::clone(overview), at.elapsed())));
            }
            match kept
                .at_work
                .as_ref()
                .filter(|work| work.has_changed().is_ok())
            {
                Some(awaited) => awaited.clone(),
                None => {
                    let (say, awaited) = watch::channel(None);
                    kept.at_work = Some(awaited.clone());
                    let app = Arc::clone(app);
                    tokio::spawn(async move {
                        let started = Instant::now();
                        let counted = count(&app).await.map(Arc::new).map_err(Arc::new);
                        let mut kept = app
                            .counts
                            .kept
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner);
                        if let Ok(overview) = &counted {
                            kept.last =
                                Some((Instant::now(), started.elapsed(), Arc::clone(overview)));
                        }
                        kept.at_work = None;
                        drop(kept);
                        let _ = say.send(Some(counted));
                    });
                    awaited
                }
            }
        };
        let waited = tokio::time::timeout(PATIENCE, awaited.wait_for(Option::is_some)).await;
        if let Ok(Ok(counted)) = waited
            && let Some(counted) = counted.as_ref()
        {
            return counted
                .clone()
                .map(|overview| Some((overview, Duration::ZERO)));
        }
        let kept = app
            .counts
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(kept
            .last
            .as_ref()
            .map(|(at, _, overview)| (Arc::clone(overview), at.elapsed())))
    }

    /// Forgets them, since they have changed.
    pub fn forget(&self) {
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .last = None;
    }
}

async fn count(app: &App) -> Result<Overview, Error> {
    let (mut session, present) = app.session().await?;
    let session = &mut session;
    let (table, names) = (&app.table, &app.names);
    let mut overview = Overview {
        pages: size(session, &table.quoted, &table.oid).await?,
        present,
        ..Overview::default()
    };
    overview.pending = overview.pages;
    if present.target {
        count_target(app, session, &mut overview).await?;
    } else {
        overview.done = Pages::Exactly(0);
    }
    if present.facts {
        let sql = format!(
            "SELECT genre, page_type, least(width_bucket(confidence, 0, 1, 10), 10), count(*) FROM {} GROUP BY 1, 2, 3",
            names.facts
        );
        for row in session.rows(&sql, &[]).await? {
            let pages: i64 = row.try_get(3)?;
            overview.judged += pages;
            add(&mut overview.genres, cell(&row, 0)?, pages);
            add(&mut overview.types, cell(&row, 1)?, pages);
            match row
                .try_get::<_, Option<i32>>(2)?
                .and_then(|tenth| usize::try_from(tenth - 1).ok())
            {
                Some(tenth) => overview.confidence[tenth.min(9)] += pages,
                None => overview.unjudgeable += pages,
            }
        }
        for named in [&mut overview.genres, &mut overview.types] {
            named.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        }
    }
    if present.marks {
        let sql = format!("SELECT count(*) FROM {} WHERE version = 1", names.marks);
        overview.marked = session
            .first(&sql, &[])
            .await?
            .map_or(Ok(0), |row| row.try_get(0))?;
    }
    Ok(overview)
}

async fn count_target(
    app: &App,
    session: &mut Session,
    overview: &mut Overview,
) -> Result<(), Error> {
    let (table, target) = (&app.table, &app.names.target);
    let sql = format!(
        "SELECT sqlstate, count(*), min(error), to_jsonb((array_agg({} ORDER BY {}))[1:5])::text FROM {target} AS t
         WHERE sqlstate IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1",
        table.key_text("t"),
        table.key_of("t")
    );
    for row in session.rows(&sql, &[]).await? {
        let pages: i64 = row.try_get(1)?;
        overview.failed += pages;
        let keys = serde_json::from_str(&filled(&row, 3)?).unwrap_or_default();
        overview
            .failures
            .push((filled(&row, 0)?, pages, filled(&row, 2)?, keys));
    }
    let oid = session
        .first("SELECT to_regclass($1::text)::oid::text", &[text(target)])
        .await?;
    let oid = oid
        .map(|row| filled(&row, 0))
        .transpose()?
        .unwrap_or_default();
    let rows = size(session, target, &oid).await?;
    overview.done = match rows {
        Pages::Exactly(rows) => Pages::Exactly(rows - overview.failed),
        Pages::About(rows) => Pages::About((rows - overview.failed).max(0)),
        Pages::Many => Pages::Many,
    };
    overview.pending = match (overview.pages, rows) {
        (Pages::Exactly(_), _) => {
            let sql = format!(
                "SELECT count(*) FROM {} AS s WHERE NOT EXISTS (SELECT FROM {target} AS t WHERE {})",
                table.quoted,
                table.same_key("t", "s")
            );
            Pages::Exactly(
                session
                    .first(&sql, &[])
                    .await?
                    .map_or(Ok(0), |row| row.try_get(0))?,
            )
        }
        (Pages::About(pages), Pages::About(rows) | Pages::Exactly(rows)) => {
            Pages::About((pages - rows).max(0))
        }
        _ => Pages::Many,
    };
    Ok(())
}

fn add(named: &mut Vec<(String, i64)>, name: Option<String>, pages: i64) {
    let Some(name) = name else { return };
    match named.iter_mut().find(|(known, _)| *known == name) {
        Some((_, count)) => *count += pages,
        None => named.push((name, pages)),
    }
}

/// Returns the number of rows of a table, counted up to [`COUNTED`], beyond that estimated.
pub async fn size(session: &mut Session, table: &str, oid: &str) -> Result<Pages, Error> {
    let sql = format!(
        "SELECT count(*) FROM (SELECT FROM {table} LIMIT {}) AS counted",
        COUNTED + 1
    );
    let counted: i64 = session
        .first(&sql, &[])
        .await?
        .map_or(Ok(0), |row| row.try_get(0))?;
    if counted <= COUNTED {
        return Ok(Pages::Exactly(counted));
    }
    let oid = oid.to_owned();
    let row = session
        .first(
            "SELECT sum(greatest(c.reltuples, 0))::bigint FROM pg_class AS c
             WHERE c.relkind IN ('r', 'm', 'f')
               AND (c.oid = $1::text::oid OR c.oid IN (SELECT p.relid FROM pg_partition_tree($1::text::oid::regclass) AS p))",
            &[text(&oid)],
        )
        .await?;
    Ok(match row.map(|row| row.try_get(0)).transpose()?.flatten() {
        Some(rows) if rows > COUNTED => Pages::About(rows),
        _ => Pages::Many,
    })
}
