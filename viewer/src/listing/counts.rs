//! What the overview counts. Large tables are counted by the planner's estimates, and in the background.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::app::App;
use crate::companions::Present;
use crate::database::{Session, cell, filled, text};
use crate::error::Error;
use crate::keys::Key;
use crate::panics::caught;

/// Up to so many rows are counted one by one.
const COUNTED: i64 = 10_000;
/// How long a view waits for counting before it says that it goes on.
const PATIENCE: Duration = Duration::from_millis(300);

/// So often counts are made anew that were forgotten while they were made.
const ROUNDS: u32 = 3;

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
    kept: Arc<Mutex<Kept>>,
}

type Counted = Result<Arc<Overview>, Arc<Error>>;

#[derive(Default)]
struct Kept {
    last: Option<(Instant, Duration, Arc<Overview>)>,
    at_work: Option<watch::Receiver<Option<Counted>>>,
    /// How often the counts were forgotten.
    forgotten: u64,
}

impl Counts {
    /// Returns the counts, and their age if they are old. `None`: they are still being counted.
    pub async fn get(app: &Arc<App>) -> Result<Option<(Arc<Overview>, Duration)>, Arc<Error>> {
        let of_task = Arc::clone(app);
        let counting = move || {
            let app = Arc::clone(&of_task);
            async move { count(&app).await }
        };
        app.counts.of(counting).await
    }

    async fn of<F>(
        &self,
        count: impl Fn() -> F + Send + Sync + 'static,
    ) -> Result<Option<(Arc<Overview>, Duration)>, Arc<Error>>
    where
        F: Future<Output = Result<Overview, Error>> + Send,
    {
        let mut awaited = {
            let mut kept = lock(&self.kept);
            if let Some((at, took, overview)) = &kept.last
                // What takes long to count is counted less often.
                && at.elapsed() < *took * 20
            {
                return Ok(Some((Arc::clone(overview), at.elapsed())));
            }
            match kept.at_work.as_ref().filter(|work| work.has_changed().is_ok()) {
                Some(awaited) => awaited.clone(),
                None => {
                    let (say, awaited) = watch::channel(None);
                    kept.at_work = Some(awaited.clone());
                    let kept = Arc::clone(&self.kept);
                    tokio::spawn(async move {
                        let counted = counted(&kept, count).await;
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
            return counted.clone().map(|overview| Some((overview, Duration::ZERO)));
        }
        Ok(lock(&self.kept)
            .last
            .as_ref()
            .map(|(at, _, overview)| (Arc::clone(overview), at.elapsed())))
    }

    /// Forgets them, since they have changed. What is being counted is forgotten too, and counted again.
    pub fn forget(&self) {
        let mut kept = lock(&self.kept);
        kept.last = None;
        kept.forgotten += 1;
    }
}

/// Counts until nothing was forgotten meanwhile, one count at a time, and keeps the counts.
async fn counted<F>(kept: &Mutex<Kept>, count: impl Fn() -> F) -> Counted
where
    F: Future<Output = Result<Overview, Error>>,
{
    let mut rounds = ROUNDS;
    loop {
        let (started, before) = (Instant::now(), lock(kept).forgotten);
        let counted = caught(count()).await.map(Arc::new).map_err(Arc::new);
        let mut kept = lock(kept);
        rounds -= 1;
        let is_forgotten = kept.forgotten != before;
        if is_forgotten && rounds > 0 {
            continue;
        }
        if let Ok(overview) = &counted {
            // What is forgotten all the time is shown as it was a moment ago, and the next who asks has it counted again.
            let took = if is_forgotten {
                Duration::ZERO
            } else {
                started.elapsed()
            };
            kept.last = Some((Instant::now(), took, Arc::clone(overview)));
        }
        kept.at_work = None;
        return counted;
    }
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
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
        overview.marked = session.first(&sql, &[]).await?.map_or(Ok(0), |row| row.try_get(0))?;
    }
    Ok(overview)
}

async fn count_target(app: &App, session: &mut Session, overview: &mut Overview) -> Result<(), Error> {
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
    let oid = oid.map(|row| filled(&row, 0)).transpose()?.unwrap_or_default();
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
            Pages::Exactly(session.first(&sql, &[]).await?.map_or(Ok(0), |row| row.try_get(0))?)
        }
        (Pages::About(pages), Pages::About(rows) | Pages::Exactly(rows)) => Pages::About((pages - rows).max(0)),
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
    let counted: i64 = session.first(&sql, &[]).await?.map_or(Ok(0), |row| row.try_get(0))?;
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    /// Counts that take so long, and find what is there when they begin.
    fn counting(
        there: &Arc<AtomicI64>,
        takes: Duration,
    ) -> impl Fn() -> std::pin::Pin<Box<dyn Future<Output = Result<Overview, Error>> + Send>> + Send + Sync + 'static
    {
        let there = Arc::clone(there);
        move || {
            let pages = Pages::Exactly(there.load(Ordering::SeqCst));
            Box::pin(async move {
                tokio::time::sleep(takes).await;
                Ok(Overview {
                    pages,
                    ..Overview::default()
                })
            })
        }
    }

    /// What is shown after a while.
    async fn shown(counts: &Counts, there: &Arc<AtomicI64>, takes: Duration) -> Option<Pages> {
        let shown = counts.of(counting(there, takes)).await.expect("counts");
        shown.map(|(overview, _)| overview.pages)
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_forgotten_while_it_is_counted_is_not_kept() {
        let (counts, there) = (Counts::default(), Arc::new(AtomicI64::new(1)));
        let minute = Duration::from_secs(60);
        assert_eq!(shown(&counts, &there, minute).await, None);
        tokio::time::sleep(minute / 2).await;
        there.store(2, Ordering::SeqCst);
        counts.forget();
        // The first count ends, and nobody hears of it.
        tokio::time::sleep(minute * 3 / 4).await;
        assert_eq!(shown(&counts, &there, minute).await, None);
        // The second is kept.
        tokio::time::sleep(minute).await;
        let second = Some(Pages::Exactly(2));
        assert_eq!(shown(&counts, &there, minute).await, second);
        there.store(3, Ordering::SeqCst);
        assert_eq!(shown(&counts, &there, minute).await, second);
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_while_it_is_forgotten_hears_what_is_there() {
        let (counts, there) = (Arc::new(Counts::default()), Arc::new(AtomicI64::new(1)));
        let waiting = tokio::spawn({
            let (counts, there) = (Arc::clone(&counts), Arc::clone(&there));
            async move { shown(&counts, &there, PATIENCE / 4).await }
        });
        tokio::time::sleep(PATIENCE / 8).await;
        there.store(2, Ordering::SeqCst);
        counts.forget();
        assert_eq!(waiting.await.expect("a task"), Some(Pages::Exactly(2)));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_forgotten_all_the_time_is_shown_all_the_same() {
        let (counts, there) = (Arc::new(Counts::default()), Arc::new(AtomicI64::new(0)));
        let second = Duration::from_secs(1);
        let of_task = (Arc::clone(&counts), Arc::clone(&there));
        let forgetting = tokio::spawn(async move {
            loop {
                of_task.1.fetch_add(1, Ordering::SeqCst);
                of_task.0.forget();
                tokio::time::sleep(second).await;
            }
        });
        let mut seen = 0;
        for _ in 0..200 {
            seen += usize::from(shown(&counts, &there, second * 3 / 2).await.is_some());
            tokio::time::sleep(second / 10).await;
        }
        assert!(seen > 0);
        forgetting.abort();
    }

    #[tokio::test]
    async fn a_count_that_panics_is_an_error_and_the_next_counts_again() {
        let counts = Counts::default();
        let panicking = || async { panic!("a defect") };
        for _ in 0..2 {
            let error = counts.of(panicking).await.expect_err("a panic");
            assert!(error.to_string().contains("a defect"), "{error}");
        }
        let there = Arc::new(AtomicI64::new(1));
        assert!(shown(&counts, &there, Duration::ZERO).await.is_some());
    }
}
