//! Connections: a pool for requests, each bounded in time, and connections of their own for jobs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime};
use futures_util::future::poll_fn;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, Client, Config, Row};

use crate::error::Error;
use crate::settings;
use crate::tls::{Cancel, Tls};

/// A value for a parameter of a statement, and its type.
pub type Value<'a> = (&'a (dyn ToSql + Sync), Type);

/// A parameter of type text; the statement casts it.
pub fn text<T: ToSql + Sync>(value: &T) -> Value<'_> {
    (value, Type::TEXT)
}

/// A parameter of type text[].
pub fn texts<T: ToSql + Sync>(value: &T) -> Value<'_> {
    (value, Type::TEXT_ARRAY)
}

/// A parameter of type bytea.
pub fn bytes<T: ToSql + Sync>(value: &T) -> Value<'_> {
    (value, Type::BYTEA)
}

/// Returns a cell of text.
pub fn cell(row: &Row, place: usize) -> Result<Option<String>, Error> {
    Ok(row.try_get(place)?)
}

/// Returns a cell of text that is not NULL by the statement; the empty text for NULL.
pub fn filled(row: &Row, place: usize) -> Result<String, Error> {
    Ok(cell(row, place)?.unwrap_or_default())
}

/// How long a request waits for a connection.
const WAIT: Duration = Duration::from_secs(15);
/// A statement that the server has not ended by its own bound is given up after so much more, or twice the bound.
const SILENCE: Duration = Duration::from_secs(10);

/// Where names without a schema are looked up, unless the address says otherwise: a function or an operator that
/// somebody else put into a schema of the role's path is none of the viewer's.
const PATH: &str = "pg_catalog, pg_temp";

/// The database.
pub struct Database {
    pool: Pool,
    /// Settings of a job's connections.
    own: Config,
    settings: Settings,
}

/// How to connect.
#[derive(Clone)]
struct Settings {
    config: Config,
    tls: Tls,
    connections: usize,
    timeout: Duration,
    read_only: bool,
}

impl Database {
    /// Reads the address; connects to nothing yet.
    pub fn new(address: &str, connections: usize, timeout: Duration, read_only: bool) -> Result<Self, Error> {
        let environment = |name: &str| std::env::var(name).ok();
        let given = settings::of(address, &environment)?;
        let mut config = settings::for_driver(&given)?;
        let tls = Tls::read(&given, &mut config, &environment)?;
        Self::with(
            Settings {
                config,
                tls,
                connections,
                timeout,
                read_only,
            },
            None,
        )
    }

    /// The same database, where names without a schema are looked up in `pg_catalog` and these schemas alone; unless the
    /// address sets `search_path` itself.
    pub fn confined(&self, schemas: &[String]) -> Result<Self, Error> {
        let path = [&[PATH.to_owned()], schemas].concat().join(", ");
        Self::with(self.settings.clone(), Some(&path))
    }

    fn with(settings: Settings, path: Option<&str>) -> Result<Self, Error> {
        let mut config = settings.config.clone();
        let mut own = settings.config.clone();
        let mut given = config
            .get_options()
            .map(|options| format!("{options} "))
            .unwrap_or_default();
        if let Some(path) = path
            && !given.contains("search_path")
        {
            let escaped = path.replace('\\', "\\\\").replace(' ', "\\ ");
            given.push_str(&format!("-c search_path={escaped} "));
        }
        let read_only = if settings.read_only {
            " -c default_transaction_read_only=on"
        } else {
            ""
        };
        config.options(format!(
            "{given}-c statement_timeout={}{read_only}",
            settings.timeout.as_millis()
        ));
        own.options(format!("{given}{read_only}"));
        let manager = Manager::from_config(
            config,
            settings.tls.clone(),
            ManagerConfig {
                recycling_method: RecyclingMethod::Fast,
            },
        );
        let pool = Pool::builder(manager)
            .max_size(settings.connections)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(WAIT))
            .create_timeout(Some(WAIT))
            .build()
            .map_err(|error| Error::usage(error.to_string()))?;
        Ok(Self { pool, own, settings })
    }

    /// Waits for a connection whose statements are bounded in time.
    pub async fn get(&self) -> Result<Session, Error> {
        match self.pool.get().await {
            Ok(object) => Ok(Session {
                object: Some(object),
                tls: self.settings.tls.clone(),
                longest: self.settings.timeout + self.settings.timeout.min(SILENCE),
                at_work: false,
                in_transaction: false,
            }),
            Err(PoolError::Timeout(deadpool_postgres::TimeoutType::Wait)) => Err(Error::Busy),
            Err(error) => Err(Error::Pool(error)),
        }
    }

    /// Opens a connection of a job, without a bound in time.
    pub async fn own(&self) -> Result<Own, Error> {
        let (client, mut connection) = self.own.connect(self.settings.tls.clone()).await?;
        let notice = Arc::new(Mutex::new(String::new()));
        let said = Arc::clone(&notice);
        tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notice(message) = message {
                    message
                        .message()
                        .clone_into(&mut said.lock().unwrap_or_else(PoisonError::into_inner));
                }
            }
        });
        // A job ends with the viewer, and not at its next notice. PostgreSQL 13 does not know the setting.
        let _ = client
            .batch_execute("SET client_connection_check_interval = 1000")
            .await;
        Ok(Own {
            client,
            notice,
            tls: self.settings.tls.clone(),
        })
    }
}

/// A connection of a job, and the last NOTICE that it got.
pub struct Own {
    client: Client,
    notice: Arc<Mutex<String>>,
    tls: Tls,
}

impl Own {
    /// Runs a statement.
    pub async fn rows(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        Ok(self.client.query_typed(sql, values).await?)
    }

    /// Runs statements without parameters.
    pub async fn run(&self, sql: &str) -> Result<(), Error> {
        Ok(self.client.batch_execute(sql).await?)
    }

    /// What ends the statement at work.
    pub fn cancel(&self) -> Cancel {
        Cancel::new(self.client.cancel_token(), &self.tls)
    }

    /// Where the last NOTICE is.
    pub fn notice(&self) -> Arc<Mutex<String>> {
        Arc::clone(&self.notice)
    }
}

/// A connection of the pool. Dropped in the middle of a statement, because the browser went away, it ends the
/// statement and itself.
pub struct Session {
    object: Option<Object>,
    tls: Tls,
    /// The longest that it waits for an answer: who sits between may let a connection go without a word.
    longest: Duration,
    at_work: bool,
    in_transaction: bool,
}

impl Session {
    /// Runs a statement and returns its rows.
    pub async fn rows(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        let object = self.object.as_ref().ok_or(Error::Silent)?;
        self.at_work = true;
        let rows = tokio::time::timeout(self.longest, object.query_typed(sql, values)).await;
        self.ended(rows)
    }

    /// Takes the end of a statement. Where none came, the connection is of no use any more.
    fn ended<T>(
        &mut self,
        outcome: Result<Result<T, tokio_postgres::Error>, tokio::time::error::Elapsed>,
    ) -> Result<T, Error> {
        let Ok(outcome) = outcome else {
            self.give_up();
            return Err(Error::Silent);
        };
        self.at_work = false;
        Ok(outcome?)
    }

    /// Returns the first row, if there is one.
    pub async fn first(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Option<Row>, Error> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Runs statements without parameters.
    pub async fn run(&mut self, sql: &str) -> Result<(), Error> {
        let object = self.object.as_ref().ok_or(Error::Silent)?;
        self.at_work = true;
        let done = tokio::time::timeout(self.longest, object.batch_execute(sql)).await;
        self.ended(done)
    }

    /// Makes what is not there yet; where somebody else makes it at the same time, theirs is taken.
    pub async fn create(&mut self, sql: &str) -> Result<(), Error> {
        let mut made = self.run(sql).await;
        if is_named_by_type(&made) {
            made = self.run(sql).await;
        }
        if is_there(&made) { Ok(()) } else { made }
    }

    /// Begins a transaction, which is rolled back unless it is committed.
    pub async fn begin(&mut self) -> Result<(), Error> {
        self.in_transaction = true;
        self.run("BEGIN").await
    }

    /// Gives up what was begun.
    pub async fn roll_back(&mut self) -> Result<(), Error> {
        self.run("ROLLBACK").await?;
        self.in_transaction = false;
        Ok(())
    }

    /// Commits.
    ///
    /// # Errors
    ///
    /// [`Error::Unsure`] where the connection is lost before the server has said whether it did.
    pub async fn commit(&mut self) -> Result<(), Error> {
        self.run("COMMIT").await.map_err(|error| match error {
            Error::Database(lost) if lost.as_db_error().is_none() => Error::Unsure,
            Error::Silent => Error::Unsure,
            refused => refused,
        })?;
        self.in_transaction = false;
        Ok(())
    }
}

/// Returns whether a table could not be made because it is there: of two who make it at once the second hears that its
/// name, or the name's row in a catalog, is taken.
pub fn is_there<T>(made: &Result<T, Error>) -> bool {
    has_failed_with(made, &SqlState::DUPLICATE_TABLE) || has_failed_with(made, &SqlState::UNIQUE_VIOLATION)
}

/// Returns whether a table could not be made because a type has its name. The server looks for a table first. If the first
/// of two ends between both looks, the second hears of the type of the table that is there now: asked again, it hears of
/// the table. Where the type is something else, the answer is the same.
pub fn is_named_by_type<T>(made: &Result<T, Error>) -> bool {
    has_failed_with(made, &SqlState::DUPLICATE_OBJECT)
}

fn has_failed_with<T>(made: &Result<T, Error>, code: &SqlState) -> bool {
    matches!(made, Err(Error::Database(error)) if error.code() == Some(code))
}

impl Session {
    /// Ends the statement at work, and the connection.
    fn give_up(&mut self) {
        let Some(object) = self.object.take() else {
            return;
        };
        let client = Object::take(object);
        if self.at_work
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let cancel = Cancel::new(client.cancel_token(), &self.tls);
            runtime.spawn(async move {
                cancel.send().await;
                drop(client);
            });
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.at_work || self.in_transaction {
            self.give_up();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_at_the_start() {
        let new = |address| Database::new(address, 1, Duration::from_secs(1), false);
        assert!(new("postgres://somebody@localhost/demo").is_ok());
        assert!(matches!(new("postgres://[broken"), Err(Error::Usage { .. })));
        assert!(matches!(new("postgres://localhost:none/demo"), Err(Error::Address(_))));
    }
}
