//! What the overview counts: large tables by the planner's estimates, and slow counts not at each view.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::learned::{Among, most};
use crate::models;
use crate::prelude::*;
use crate::reextract;
use crate::side_tables::{Present, SideTables, WITHOUT_TEXT};
use crate::workflow::{Newest, Workflow};

/// The most rows that are counted one by one.
const COUNTED: i64 = 10_000;

/// A number of rows.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub rows: i64,
    /// It is an estimate of the planner.
    pub is_about: bool,
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", if self.is_about { "about " } else { "" }, number(self.rows))
    }
}

/// What the overview shows.
#[derive(Default)]
pub struct Overview {
    pub pages: Count,
    pub done: Count,
    pub failed: i64,
    pub pending: Count,
    pub judged: i64,
    /// Pages that are judged and have no text. They are not among those by type and confidence.
    pub without_text: i64,
    pub types: Vec<(String, i64)>,
    /// Pages by confidence, in tenths.
    pub confidence: [i64; 10],
    /// How far it is on the way to better texts.
    pub circle: Workflow,
    pub present: Present,
}

/// The last counts. Who asks while they are made waits for them.
#[derive(Default)]
pub struct Counts(Mutex<Option<Kept>>);

struct Kept {
    at: Instant,
    took: Duration,
    /// How often something had changed when the counting began.
    changes: u64,
    overview: Arc<Overview>,
}

impl Counts {
    /// Returns the counts and their age. Slow counts are kept for longer, unless something has changed since.
    pub async fn get(&self, store: &Store) -> Result<(Arc<Overview>, Duration), Error> {
        let mut kept = self.0.lock().await;
        let (changes, started) = (store.changes(), Instant::now());
        if let Some(kept) = kept.as_ref().filter(|kept| kept.changes == changes && kept.at.elapsed() < kept.took * 20) {
            return Ok((Arc::clone(&kept.overview), kept.at.elapsed()));
        }
        let overview = Arc::new(count(store).await?);
        *kept = Some(Kept {
            at: Instant::now(),
            took: started.elapsed(),
            changes,
            overview: Arc::clone(&overview),
        });
        Ok((overview, Duration::ZERO))
    }
}

async fn count(store: &Store) -> Result<Overview, Error> {
    let mut tables = store.tables().await?;
    let pages = size(&mut tables.connection, &store.table.quoted).await?;
    let mut overview = Overview {
        pages,
        pending: pages,
        present: tables.present.clone(),
        ..Overview::default()
    };
    count_target(&mut tables, &mut overview).await?;
    count_facts(&mut tables, &mut overview).await?;
    overview.circle = circle(&mut tables, &overview).await?;
    Ok(overview)
}

async fn count_facts(tables: &mut Tables<'_>, overview: &mut Overview) -> Result<(), Error> {
    let SideTables { facts, target, .. } = &tables.present.read;
    // Of a page without a text neither type nor confidence is that of a text.
    let sql = format!(
        "SELECT page_type, least(width_bucket(confidence, 0, 1, 10), 10), count(*), {WITHOUT_TEXT}
         FROM {facts} AS f LEFT JOIN {target} AS t ON {} GROUP BY 1, 2, 4 ORDER BY 1, 2",
        tables.store.table.same_key("t", "f")
    );
    let counted: Vec<(Option<String>, Option<i32>, i64, bool)> = tables.connection.rows(&sql, &[]).await?;
    for (page_type, tenth, pages, is_without_text) in counted {
        overview.judged += pages;
        if is_without_text {
            overview.without_text += pages;
            continue;
        }
        match (page_type, overview.types.last_mut()) {
            (Some(page_type), Some((last, count))) if *last == page_type => *count += pages,
            (Some(page_type), _) => overview.types.push((page_type, pages)),
            (None, _) => {}
        }
        if let Some(tenth) = tenth.and_then(|tenth| overview.confidence.get_mut(usize::try_from(tenth - 1).ok()?)) {
            *tenth += pages;
        }
    }
    overview.types.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
    Ok(())
}

async fn circle(tables: &mut Tables<'_>, overview: &Overview) -> Result<Workflow, Error> {
    let Count { rows: pages, is_about } = overview.pages;
    // A hundredth of an estimate says nothing.
    let few = if is_about { pages / 100 } else { 0 };
    // The pages of a view are not extracted in batches.
    let is_pending = tables.store.table.is_table && overview.pending.rows > few;
    // Nothing is known of a model that was trained elsewhere without a held-out score.
    let mut models = models::listed(tables, None).await?.into_iter();
    let mut newest = None;
    if let Some(model) = models.find(|model| model.learned.is_some() || model.info.held_out.is_some()) {
        let among = |learnable| Among {
            learnable,
            unseen: vec![model.sha256.clone()],
        };
        newest = Some(Newest {
            unseen: most(tables, &among(false)).await?,
            fresh: most(tables, &among(true)).await?,
            model,
            measured: None,
        });
    }
    Ok(Workflow {
        pages,
        is_about,
        pending: if is_pending { overview.pending.rows } else { 0 },
        judged: if overview.judged + few >= pages {
            pages
        } else {
            overview.judged
        },
        labelled: most(tables, &Among::default()).await?,
        newest,
        unfinished: reextract::unfinished(tables).await?,
        made: reextract::made(tables).await?,
    })
}

async fn count_target(tables: &mut Tables<'_>, overview: &mut Overview) -> Result<(), Error> {
    let (table, target) = (&tables.store.table, &tables.present.read.target);
    let connection = &mut tables.connection;
    let sql = format!("SELECT count(*) FROM {target} AS t WHERE sqlstate IS NOT NULL");
    overview.failed = connection.only(&sql, &[]).await?;
    let texts = size(connection, target).await?;
    overview.done = Count {
        rows: (texts.rows - overview.failed).max(0),
        ..texts
    };
    overview.pending.rows = if overview.pages.is_about {
        (overview.pages.rows - texts.rows).max(0)
    } else {
        connection.only(&table.lacking(target), &[]).await?
    };
    Ok(())
}

/// Returns the number of rows of a table or view: exactly up to [`COUNTED`], above that as the planner estimates it.
pub async fn size(connection: &mut Connection, table: &str) -> Result<Count, Error> {
    let sql = format!("SELECT count(*) FROM (SELECT FROM {table} AS t LIMIT {COUNTED} + 1) AS counted");
    let rows: i64 = connection.only(&sql, &[]).await?;
    if rows <= COUNTED {
        return Ok(Count { rows, is_about: false });
    }
    let plan: Vec<(String,)> = connection.rows(&format!("EXPLAIN SELECT FROM {table} AS t"), &[]).await?;
    let estimate = plan.first().and_then(|(node,)| node.split("rows=").nth(1)?.split(' ').next()?.parse().ok());
    Ok(Count {
        rows: rows.max(estimate.unwrap_or_default()),
        is_about: true,
    })
}

/// Counts the pages that were marked.
pub async fn marked(tables: &mut Tables<'_>) -> Result<i64, Error> {
    let sql = format!("SELECT count(*) FROM {} AS m WHERE version = 1", tables.present.read.marks);
    tables.connection.only(&sql, &[]).await
}
