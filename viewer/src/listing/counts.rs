//! What the overview counts. It is counted in the background, and large tables by the planner's estimates.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use crate::again;
use crate::app::{App, Tables};
use crate::circle::{Circle, Newest};
use crate::companions::Present;
use crate::database::{Connection, cell, filled, text};
use crate::error::Error;
use crate::keys::Key;
use crate::learned::{self, Among, Gold, Labelled};
use crate::models::{self, DRAFT, MODEL};
use crate::report;
use crate::shared::{caught, lock};

/// The most rows that are counted one by one.
const COUNTED: i64 = 10_000;
/// How long a view waits for the counts before it says that they are being counted.
const PATIENCE: Duration = Duration::from_millis(300);
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PageCount {
    Exactly(i64),
    /// An estimate of the planner's statistics.
    About(i64),
    /// More than [`COUNTED`]. There is no estimate, as for a view.
    #[default]
    Many,
}

/// What the overview shows.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    pub pages: PageCount,
    pub done: PageCount,
    pub failed: i64,
    pub pending: PageCount,
    pub judged: i64,
    pub unjudgeable: i64,
    pub genres: Vec<(String, i64)>,
    pub types: Vec<(String, i64)>,
    /// Pages by confidence, in tenths.
    pub confidence: [i64; 10],
    pub failures: Vec<(String, i64, String, Vec<Key>)>,
    pub marked: i64,
    /// How far it is on the way to better texts.
    pub circle: Circle,
    pub present: Present,
}

/// The last counts.
#[derive(Default)]
pub struct Counts {
    /// When they were made, and how long they count.
    kept: Mutex<Option<(Instant, Duration, Arc<Overview>)>>,
    forgotten: AtomicU64,
    /// Held by the counting that is running. Others wait for its result.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Counts {
    /// Returns the counts and their age; `None` while the first are being counted.
    pub async fn get(app: &Arc<App>) -> Result<Option<(Arc<Overview>, Duration)>, Error> {
        let of_task = Arc::clone(app);
        let counted = async {
            let turn = Arc::clone(&app.counts.turn).lock_owned().await;
            // The counting goes on where nobody waits for it any more.
            let counting = tokio::spawn(async move {
                let _turn = turn;
                of_task.counts.fresh(count(&of_task)).await
            });
            counting.await.unwrap_or_else(|_| Err(Error::Defect("the counting broke off".to_owned())))
        };
        match tokio::time::timeout(PATIENCE, counted).await {
            Ok(counted) => counted.map(Some),
            Err(_) => Ok(app.counts.last()),
        }
    }

    fn last(&self) -> Option<(Arc<Overview>, Duration)> {
        lock(&self.kept).as_ref().map(|(at, _, overview)| (Arc::clone(overview), at.elapsed()))
    }

    /// Returns counts that still count, and counts if there are none.
    async fn fresh(
        &self,
        count: impl Future<Output = Result<Overview, Error>>,
    ) -> Result<(Arc<Overview>, Duration), Error> {
        if let Some((at, counts_for, overview)) = lock(&self.kept).as_ref()
            && at.elapsed() < *counts_for
        {
            return Ok((Arc::clone(overview), at.elapsed()));
        }
        let (started, before) = (Instant::now(), self.forgotten.load(Ordering::SeqCst));
        let overview = Arc::new(caught(count).await?);
        let mut kept = lock(&self.kept);
        // Slow counts are kept for longer. Those that were forgotten meanwhile are shown, and the next view counts again.
        let is_outdated = self.forgotten.load(Ordering::SeqCst) != before;
        let counts_for = if is_outdated {
            Duration::ZERO
        } else {
            started.elapsed() * 20
        };
        *kept = Some((Instant::now(), counts_for, Arc::clone(&overview)));
        Ok((overview, Duration::ZERO))
    }

    /// Forgets the counts after a change, and those of a counting that is running.
    pub fn forget(&self) {
        let mut kept = lock(&self.kept);
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        *kept = None;
    }
}

async fn count(app: &App) -> Result<Overview, Error> {
    let mut tables = app.tables().await?;
    let (table, present) = (&app.table, tables.present);
    let mut overview = Overview {
        pages: size(&mut tables.connection, &table.quoted, &table.oid).await?,
        present,
        ..Overview::default()
    };
    overview.pending = overview.pages;
    if present.target {
        count_target(&mut tables, &mut overview).await?;
    } else {
        overview.done = PageCount::Exactly(0);
    }
    let connection = &mut tables.connection;
    if present.facts {
        let sql = format!(
            "SELECT genre, page_type, least(width_bucket(confidence, 0, 1, 10), 10), count(*) FROM {} GROUP BY 1, 2, 3",
            app.companions.facts
        );
        for row in connection.rows(&sql, &[]).await? {
            let pages: i64 = row.try_get(3)?;
            overview.judged += pages;
            add(&mut overview.genres, cell(&row, 0)?, pages);
            add(&mut overview.types, cell(&row, 1)?, pages);
            let tenth: Option<i32> = row.try_get(2)?;
            match tenth.and_then(|tenth| usize::try_from(tenth - 1).ok()) {
                Some(tenth) => overview.confidence[tenth.min(9)] += pages,
                None => overview.unjudgeable += pages,
            }
        }
        for named in [&mut overview.genres, &mut overview.types] {
            named.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        }
    }
    if present.marks {
        let marks = &app.companions.marks;
        let sql = format!("SELECT count(*) FROM {marks} WHERE version = 1");
        overview.marked = connection.count(&sql).await?;
    }
    overview.circle = circle(&mut tables, &overview).await?;
    Ok(overview)
}

async fn circle(tables: &mut Tables<'_>, overview: &Overview) -> Result<Circle, Error> {
    let (app, present) = (tables.app, tables.present);
    let (pages, is_exact) = match overview.pages {
        PageCount::Exactly(pages) => (pages, true),
        PageCount::About(pages) => (pages, false),
        PageCount::Many => (COUNTED + 1, false),
    };
    // A hundredth of an estimate says nothing.
    let few = if is_exact { 0 } else { pages / 100 };
    let pending = match overview.pending {
        // The pages of a view are not extracted in batches.
        _ if !app.table.is_table => 0,
        PageCount::Exactly(pending) | PageCount::About(pending) if pending > few => pending,
        PageCount::Many if !present.target => pages,
        _ => 0,
    };
    let mut circle = Circle {
        pages,
        is_about: !is_exact,
        pending,
        judged: if overview.judged + few >= pages {
            pages
        } else {
            overview.judged
        },
        marked: learned::count(tables, Gold::Marks, &Among::All).await?,
        gold: learned::count(tables, Gold::Column, &Among::All).await?,
        unfinished: again::unfinished(tables).await?,
        ..Circle::default()
    };
    circle.made = again::made(tables).await?;
    let published = models::published(tables, 1).await?.into_iter().map(|model| (MODEL, model));
    let drafts = models::drafts(tables, 1).await?.into_iter().map(|model| (DRAFT, model));
    // Nothing is known of a model that was trained elsewhere without a held-out score.
    let known = published
        .chain(drafts)
        .filter(|(_, model)| model.learned.is_some() || report::held_out(&model.info).is_some());
    let newest = known.max_by(|(_, one), (_, other)| one.moment.total_cmp(&other.moment));
    let Some((prefix, model)) = newest else {
        return Ok(circle);
    };
    let labelled = Labelled::count(tables, std::slice::from_ref(&model.sha256)).await?;
    circle.newest = Some(Newest {
        unseen: labelled.marks.1.max(labelled.column.1),
        choice: format!("{prefix}{}", model.name),
        learned: model.learned,
        held_out: report::held_out(&model.info),
        worth_it: report::worth_it(&report::learning_curve(&model.info)),
        name: model.name,
        measured: None,
    });
    Ok(circle)
}

async fn count_target(tables: &mut Tables<'_>, overview: &mut Overview) -> Result<(), Error> {
    let (table, target) = (&tables.app.table, &tables.app.companions.target);
    let connection = &mut tables.connection;
    let sql = format!(
        "SELECT sqlstate, count(*), min(error), to_jsonb((array_agg({} ORDER BY {}))[1:5])::text FROM {target} AS t
         WHERE sqlstate IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1",
        table.key_text("t"),
        table.key_of("t")
    );
    for row in connection.rows(&sql, &[]).await? {
        let pages: i64 = row.try_get(1)?;
        overview.failed += pages;
        let keys = serde_json::from_str(&filled(&row, 3)?).unwrap_or_default();
        let failure = (filled(&row, 0)?, pages, filled(&row, 2)?, keys);
        overview.failures.push(failure);
    }
    let sql = "SELECT to_regclass($1::text)::oid::text";
    let oid = connection.first(sql, &[text(target)]).await?;
    let oid = oid.map(|row| filled(&row, 0)).transpose()?;
    let rows = size(connection, target, &oid.unwrap_or_default()).await?;
    overview.done = match rows {
        PageCount::Exactly(rows) => PageCount::Exactly(rows - overview.failed),
        PageCount::About(rows) => PageCount::About((rows - overview.failed).max(0)),
        PageCount::Many => PageCount::Many,
    };
    overview.pending = match (overview.pages, rows) {
        (PageCount::Exactly(_), _) => PageCount::Exactly(connection.count(&table.lacking(target)).await?),
        (PageCount::About(pages), PageCount::About(rows) | PageCount::Exactly(rows)) => {
            PageCount::About((pages - rows).max(0))
        }
        _ => PageCount::Many,
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

/// Returns the number of rows of a table: exactly up to [`COUNTED`], above that by an estimate.
pub async fn size(connection: &mut Connection, table: &str, oid: &str) -> Result<PageCount, Error> {
    let most = COUNTED + 1;
    let sql = format!("SELECT count(*) FROM (SELECT FROM {table} LIMIT {most}) AS counted");
    let counted = connection.count(&sql).await?;
    if counted <= COUNTED {
        return Ok(PageCount::Exactly(counted));
    }
    let row = connection
        .first(
            "SELECT sum(greatest(c.reltuples, 0))::bigint FROM pg_class AS c
             WHERE c.relkind IN ('r', 'm', 'f')
               AND (c.oid = $1::text::oid OR c.oid IN (SELECT p.relid FROM pg_partition_tree($1::text::oid::regclass) AS p))",
            &[text(&oid)],
        )
        .await?;
    Ok(match row.map(|row| row.try_get(0)).transpose()?.flatten() {
        Some(rows) if rows > COUNTED => PageCount::About(rows),
        _ => PageCount::Many,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicI64;

    use super::*;

    /// Counts what is there when the counting begins, which takes this long.
    async fn shown(counts: &Counts, there: &AtomicI64, takes: Duration) -> PageCount {
        let counting = async {
            let pages = PageCount::Exactly(there.load(Ordering::SeqCst));
            tokio::time::sleep(takes).await;
            Ok(Overview {
                pages,
                ..Overview::default()
            })
        };
        let _turn = counts.turn.lock().await;
        counts.fresh(counting).await.expect("counts").0.pages
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_forgotten_while_it_is_counted_is_not_kept() {
        let (counts, there, minute) = (Counts::default(), AtomicI64::new(1), Duration::from_secs(60));
        let change = async {
            tokio::time::sleep(minute / 2).await;
            there.store(2, Ordering::SeqCst);
            counts.forget();
        };
        let second = async {
            tokio::time::sleep(minute / 4).await;
            shown(&counts, &there, minute).await
        };
        let (first, second, ()) = tokio::join!(shown(&counts, &there, minute), second, change);
        assert_eq!((first, second), (PageCount::Exactly(1), PageCount::Exactly(2)));
        // This one is kept.
        there.store(3, Ordering::SeqCst);
        assert_eq!(shown(&counts, &there, minute).await, second);
        tokio::time::sleep(minute * 21).await;
        assert_eq!(shown(&counts, &there, minute).await, PageCount::Exactly(3));
    }

    #[tokio::test]
    async fn a_count_that_panics_is_an_error_and_the_next_counts_again() {
        let counts = Counts::default();
        let error = counts.fresh(async { panic!("a defect") }).await.expect_err("a panic");
        assert!(error.to_string().contains("a defect"), "{error}");
        assert_eq!(shown(&counts, &AtomicI64::new(1), Duration::ZERO).await, PageCount::Exactly(1));
    }
}
