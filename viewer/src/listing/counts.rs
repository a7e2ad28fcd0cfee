//! What the overview counts. It is counted in the background, and large tables by the planner's estimates.

use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::Row;
use tokio::time::Instant;

use crate::database::{Connection, cell, filled, value};
use crate::error::Error;
use crate::keys::Key;
use crate::learned::{self, Among, Gold, Labelled};
use crate::models::{self, ListedModel};
use crate::reextract;
use crate::report;
use crate::shared::{caught, lock};
use crate::side_tables::Present;
use crate::store::{Store, Tables};
use crate::words::number;
use crate::workflow::{Newest, Workflow};

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

impl fmt::Display for PageCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exactly(pages) => formatter.write_str(&number(pages)),
            Self::About(pages) => write!(formatter, "about {}", number(pages)),
            Self::Many => write!(formatter, "more than {}", number(COUNTED)),
        }
    }
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
    /// Pages that are judged and have no text. They are not among those by genre, type and confidence.
    pub without_text: i64,
    pub genres: Vec<(String, i64)>,
    pub types: Vec<(String, i64)>,
    /// Pages by confidence, in tenths.
    pub confidence: [i64; 10],
    pub failures: Vec<(String, i64, String, Vec<Key>)>,
    pub marked: i64,
    /// How far it is on the way to better texts.
    pub circle: Workflow,
    pub present: Present,
}

/// The last counts.
#[derive(Default)]
pub struct Counts {
    kept: Mutex<Option<Kept>>,
    /// Held by the counting that is running. Others wait for its result.
    turn: Arc<tokio::sync::Mutex<()>>,
}

struct Kept {
    at: Instant,
    counts_for: Duration,
    /// How often something had changed when the counting began.
    changes: u64,
    overview: Arc<Overview>,
}

impl Counts {
    /// Returns the counts and their age; `None` while those of the last change are being made.
    pub async fn get(self: &Arc<Self>, store: &Arc<Store>) -> Result<Option<(Arc<Overview>, Duration)>, Error> {
        let (counts, of_task) = (Arc::clone(self), Arc::clone(store));
        let counted = async {
            let turn = Arc::clone(&self.turn).lock_owned().await;
            // The counting goes on where nobody waits for it any more.
            let counting = tokio::spawn(async move {
                let _turn = turn;
                counts.fresh(&|| of_task.changes(), count(&of_task)).await
            });
            counting.await.unwrap_or_else(|_| Err(Error::Defect("the counting broke off".to_owned())))
        };
        match tokio::time::timeout(PATIENCE, counted).await {
            Ok(counted) => counted.map(Some),
            Err(_) => Ok(self.kept(store.changes())),
        }
    }

    /// Returns the last counts and their age if nothing has changed since.
    fn kept(&self, changes: u64) -> Option<(Arc<Overview>, Duration)> {
        let kept = lock(&self.kept);
        let kept = kept.as_ref().filter(|kept| kept.changes == changes)?;
        Some((Arc::clone(&kept.overview), kept.at.elapsed()))
    }

    /// Returns counts that still count, and counts if there are none.
    async fn fresh(
        &self,
        changes: &(dyn Fn() -> u64 + Sync),
        count: impl Future<Output = Result<Overview, Error>>,
    ) -> Result<(Arc<Overview>, Duration), Error> {
        let before = changes();
        let counts_for = lock(&self.kept).as_ref().map_or(Duration::ZERO, |kept| kept.counts_for);
        if let Some(kept) = self.kept(before).filter(|(_, age)| *age < counts_for) {
            return Ok(kept);
        }
        let started = Instant::now();
        let overview = Arc::new(caught(count).await?);
        // Slow counts are kept for longer. What changed meanwhile is counted for the next view.
        *lock(&self.kept) = Some(Kept {
            at: Instant::now(),
            counts_for: started.elapsed() * 20,
            changes: before,
            overview: Arc::clone(&overview),
        });
        Ok((overview, Duration::ZERO))
    }
}

async fn count(store: &Store) -> Result<Overview, Error> {
    let mut tables = store.tables().await?;
    let (table, present) = (&store.table, tables.present);
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
        // Of a page without a text neither type nor confidence is that of a text.
        let (target, join) = match present.target {
            true => (
                present.without_text(),
                format!("LEFT JOIN {} AS t ON {}", store.side_tables.target, table.same_key("t", "f")),
            ),
            false => ("false", String::new()),
        };
        let sql = format!(
            "SELECT genre, page_type, least(width_bucket(confidence, 0, 1, 10), 10), count(*), coalesce({target}, false)
             FROM {} AS f {join} GROUP BY 1, 2, 3, 5",
            store.side_tables.facts
        );
        for row in connection.rows(&sql, &[]).await? {
            let pages: i64 = row.try_get(3)?;
            overview.judged += pages;
            if row.try_get(4)? {
                overview.without_text += pages;
                continue;
            }
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
        let marks = &store.side_tables.marks;
        let sql = format!("SELECT count(*) FROM {marks} WHERE version = 1");
        overview.marked = connection.count(&sql).await?;
    }
    overview.circle = circle(&mut tables, &overview).await?;
    Ok(overview)
}

async fn circle(tables: &mut Tables<'_>, overview: &Overview) -> Result<Workflow, Error> {
    let (store, present) = (tables.store, tables.present);
    let (pages, is_exact) = match overview.pages {
        PageCount::Exactly(pages) => (pages, true),
        PageCount::About(pages) => (pages, false),
        PageCount::Many => (COUNTED + 1, false),
    };
    // A hundredth of an estimate says nothing.
    let few = if is_exact { 0 } else { pages / 100 };
    let pending = match overview.pending {
        // The pages of a view are not extracted in batches.
        _ if !store.table.is_table => 0,
        PageCount::Exactly(pending) | PageCount::About(pending) if pending > few => pending,
        PageCount::Many if !present.target => pages,
        _ => 0,
    };
    let mut circle = Workflow {
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
        unfinished: reextract::unfinished(tables).await?,
        ..Workflow::default()
    };
    circle.made = reextract::made(tables).await?;
    // Nothing is known of a model that was trained elsewhere without a held-out score.
    let is_known = |model: &ListedModel| model.learned.is_some() || report::held_out(&model.info).is_some();
    let newest = models::newest(tables).await?.into_iter().find(|(_, model)| is_known(model));
    let Some((choice, model)) = newest else {
        return Ok(circle);
    };
    let labelled = Labelled::count(tables, std::slice::from_ref(&model.sha256)).await?;
    let mut fresh = 0;
    for gold in [Gold::Marks, Gold::Column] {
        fresh = fresh.max(learned::count(tables, gold, &Among::Fresh(vec![model.sha256.clone()])).await?);
    }
    circle.newest = Some(Newest {
        unseen: labelled.marks.1.max(labelled.column.1),
        fresh,
        choice,
        learned: model.learned,
        held_out: report::held_out(&model.info),
        worth_it: report::worth_it(&report::learning_curve(&model.info)),
        name: model.name,
        measured: None,
    });
    Ok(circle)
}

async fn count_target(tables: &mut Tables<'_>, overview: &mut Overview) -> Result<(), Error> {
    let (table, target) = (&tables.store.table, &tables.store.side_tables.target);
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
    let oid = connection.first(sql, &[value(target)]).await?;
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
            &[value(&oid)],
        )
        .await?;
    Ok(match row.map(|row| row.try_get(0)).transpose()?.flatten() {
        Some(rows) if rows > COUNTED => PageCount::About(rows),
        _ => PageCount::Many,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Counts what is there when the counting begins, which takes this long. Each change adds a page.
    async fn shown(counts: &Counts, there: &AtomicU64, takes: Duration) -> PageCount {
        let counting = async {
            let pages = PageCount::Exactly(there.load(Ordering::SeqCst).try_into().expect("few pages"));
            tokio::time::sleep(takes).await;
            Ok(Overview {
                pages,
                ..Overview::default()
            })
        };
        let _turn = counts.turn.lock().await;
        counts.fresh(&|| there.load(Ordering::SeqCst), counting).await.expect("counts").0.pages
    }

    #[tokio::test(start_paused = true)]
    async fn what_changes_while_it_is_counted_is_counted_again() {
        let (counts, there, minute) = (Counts::default(), AtomicU64::new(1), Duration::from_secs(60));
        let change = async {
            tokio::time::sleep(minute / 2).await;
            there.store(2, Ordering::SeqCst);
        };
        let second = async {
            tokio::time::sleep(minute / 4).await;
            shown(&counts, &there, minute).await
        };
        let (first, second, ()) = tokio::join!(shown(&counts, &there, minute), second, change);
        assert_eq!((first, second), (PageCount::Exactly(1), PageCount::Exactly(2)));
        // This one is kept for a while.
        let again = || counts.fresh(&|| 2, async { Ok(Overview::default()) });
        assert_eq!(again().await.expect("counts").0.pages, second);
        tokio::time::sleep(minute * 21).await;
        assert_eq!(again().await.expect("counts").0.pages, PageCount::Many);
    }

    #[tokio::test]
    async fn a_count_that_panics_is_an_error_and_the_next_counts_again() {
        let counts = Counts::default();
        let error = counts.fresh(&|| 0, async { panic!("a defect") }).await.expect_err("a panic");
        assert!(error.to_string().contains("a defect"), "{error}");
        assert_eq!(shown(&counts, &AtomicU64::new(1), Duration::ZERO).await, PageCount::Exactly(1));
    }
}
