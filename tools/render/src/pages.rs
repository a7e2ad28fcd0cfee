//! The pages of a table that lack a screenshot, and the browsers that work through them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tokio::sync::Mutex;

use goce_viewer::database::Database;
use goce_viewer::keys::{Key, shown};
use goce_viewer::table::{Column, Table};

use crate::browser::Browser;
use crate::error::Error;
use crate::options::Options;
use crate::proxy::Proxy;

/// Renders every page whose screenshot is NULL. A page that fails keeps NULL, so the next call tries it again. It is an
/// error if no page could be rendered.
pub async fn run(options: Options) -> Result<(), Error> {
    let longest_statement = Duration::from_secs(300);
    let database = Database::new(&options.source.database, options.jobs + 1, longest_statement, false)?;
    let mut connection = database.get().await?;
    let table = Table::find(&mut connection, &options.source).await?;
    let database = database.confined(&table.schemas());
    let mut connection = database.get().await?;
    let column = table.screenshot.clone().filter(|column| column.updatable).ok_or_else(|| {
        let (name, quoted) = (&table.name, &table.quoted);
        goce_viewer::Error::setup(
            format!("{name} has no column of screenshots, of type bytea, that may be updated"),
            format!("ALTER TABLE {quoted} ADD screenshot bytea; adds one."),
        )
    })?;
    let lacking = format!(
        "FROM {} AS s WHERE s.{} IS NULL AND {} IS NOT NULL",
        table.quoted,
        column.quoted,
        table.page_column()
    );
    let total = connection.only(&format!("SELECT count(*) {lacking}"), &[]).await?;
    drop(connection);
    let proxy = Proxy::start(options.scripts).await?;
    let browser = Browser::new(&options, proxy.address())?;
    let work = Arc::new(Work {
        database,
        table,
        column,
        lacking,
        proxy,
        browser,
        queue: Mutex::default(),
        bar: bar(total),
        failed: AtomicU64::default(),
    });
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..options.jobs {
        let work = Arc::clone(&work);
        workers.spawn(async move { work.all().await });
    }
    let mut failure = None;
    while let Some(ended) = workers.join_next().await {
        if let Err(error) = ended.map_err(|error| Error::Browser(error.to_string())).and_then(|ended| ended) {
            failure = Some(error);
        }
    }
    work.bar.abandon();
    let failed = work.failed.load(Ordering::Relaxed);
    let done = work.bar.position() - failed;
    eprintln!("{done} pages rendered, {failed} failed, {:.0} s", work.bar.elapsed().as_secs_f64());
    match failure {
        Some(error) => Err(error),
        None if done == 0 && failed > 0 => Err(Error::Browser("no page could be rendered".to_owned())),
        None => Ok(()),
    }
}

struct Work {
    database: Database,
    table: Table,
    column: Column,
    /// The pages `s` to render, in SQL.
    lacking: String,
    proxy: Proxy,
    browser: Browser,
    queue: Mutex<Queue>,
    bar: ProgressBar,
    /// The pages that failed.
    failed: AtomicU64,
}

/// The keys of the next pages, and the last key that was looked up.
#[derive(Default)]
struct Queue {
    keys: VecDeque<Key>,
    last: Option<Key>,
}

impl Work {
    async fn all(&self) -> Result<(), Error> {
        while let Some(key) = self.next().await? {
            match self.one(&key).await {
                Ok(()) => {}
                Err(error) if is_of_server(&error) => return Err(error),
                Err(error) => {
                    self.failed.fetch_add(1, Ordering::Relaxed);
                    self.bar.suspend(|| eprintln!("{}", printable(&format!("{}: {error}", shown(&key)))));
                }
            }
            self.bar.inc(1);
        }
        Ok(())
    }

    async fn next(&self) -> Result<Option<Key>, Error> {
        let mut queue = self.queue.lock().await;
        if queue.keys.is_empty() {
            let table = &self.table;
            // So many keys are looked up at a time.
            let sql = format!(
                "SELECT {} {} AND {} ORDER BY {} LIMIT 50",
                table.key_text("s"),
                self.lacking,
                table.key_after(),
                table.key_of("s")
            );
            let keys: Vec<(Key,)> = self.database.get().await?.rows(&sql, &[&queue.last]).await?;
            queue.keys = keys.into_iter().map(|(key,)| key).collect();
            queue.last = queue.keys.back().cloned().or(queue.last.take());
        }
        Ok(queue.keys.pop_front())
    }

    async fn one(&self, key: &Key) -> Result<(), Error> {
        let table = &self.table;
        let sql = format!("SELECT {} FROM {} AS s WHERE {}", table.page, table.quoted, table.key_is("s", 1));
        let Some((Some(html),)) = self.database.get().await?.first(&sql, &[key]).await? else {
            return Ok(());
        };
        let served = self.proxy.serve(html)?;
        let picture = self.browser.picture(served.address()).await?;
        let sql = format!(
            "UPDATE {} AS s SET {} = $2::bytea WHERE {}",
            table.quoted,
            self.column.quoted,
            table.key_is("s", 1)
        );
        self.database.get().await?.rows::<()>(&sql, &[key, &picture]).await?;
        Ok(())
    }
}

/// Whether an error is of the server, and not of one page.
fn is_of_server(error: &Error) -> bool {
    matches!(error, Error::Database(goce_viewer::Error::Database(_) | goce_viewer::Error::Unreachable(_)))
}

/// Returns the progress bar, which is drawn on a terminal alone.
fn bar(total: i64) -> ProgressBar {
    let style = ProgressStyle::with_template("[{bar:30}] {pos} of {len}, {per_sec}, {eta} left");
    let bar = ProgressBar::new(u64::try_from(total).unwrap_or(0));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Escapes what a terminal obeys. Keys are data of others, and may hold such characters.
fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            // Controls, and characters that reverse the direction of a line.
            let obeyed = character.is_control()
                || matches!(character, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            let escaped = obeyed.then(|| character.escape_unicode());
            let plain = (!obeyed).then_some(character);
            plain.into_iter().chain(escaped.into_iter().flatten())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn a_terminal_obeys_no_key() {
        assert_eq!(
            printable("https://a.example/ü\u{1b}[2J\r\n\u{202e}x"),
            "https://a.example/ü\\u{1b}[2J\\u{d}\\u{a}\\u{202e}x"
        );
    }
}
