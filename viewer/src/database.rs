//! Connections: a pool for requests, whose statements have a time limit, and a connection without one for each job.

use std::time::Duration;

use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow, PgSslMode};
use sqlx::{Arguments, Connection as _, Encode, Executor, Postgres, Row, Type};

use crate::error::Error;
use crate::keys::Key;

/// A value for a parameter of a statement. The server learns its type from here.
pub type Value<'a> = Box<dyn Fn(&mut PgArguments) -> Result<(), BoxDynError> + Send + Sync + 'a>;

/// A parameter; the statement casts it.
pub fn value<'a, T>(value: &'a T) -> Value<'a>
where
    T: Encode<'a, Postgres> + Type<Postgres> + Sync,
{
    Box::new(move |arguments| arguments.add(value))
}

/// The values of a key as the first parameters of a statement, and more after them.
pub fn key_and<'a>(key: &'a Key, more: impl IntoIterator<Item = Value<'a>>) -> Vec<Value<'a>> {
    key.iter().map(value).chain(more).collect()
}

fn arguments(values: &[Value<'_>]) -> Result<PgArguments, Error> {
    let mut arguments = PgArguments::default();
    for value in values {
        value(&mut arguments).map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

pub fn cell(row: &PgRow, place: usize) -> Result<Option<String>, Error> {
    Ok(row.try_get(place)?)
}

/// Returns the key of a page, an array of texts.
pub fn key(row: &PgRow, place: usize) -> Result<Key, Error> {
    Ok(row.try_get(place)?)
}

/// Returns a cell that the statement keeps from being NULL; NULL becomes the empty text.
pub fn filled(row: &PgRow, place: usize) -> Result<String, Error> {
    Ok(cell(row, place)?.unwrap_or_default())
}

/// How long a request waits for a connection.
const WAIT: Duration = Duration::from_secs(15);
/// How long after its time limit a statement is given up, where the server has not ended it. A shorter limit counts twice.
const SILENCE: Duration = Duration::from_secs(10);

/// Where names without a schema are looked up, unless the address sets it. The viewer must not call a function or an
/// operator that somebody else put into a schema of the role's `search_path`.
const PATH: &str = "pg_catalog, pg_temp";

/// Cancels the statement that runs on a connection.
#[derive(Clone)]
pub struct Cancel {
    pool: PgPool,
    pid: i32,
}

impl Cancel {
    /// Cancels it. Where the server cannot be reached, the statement ends with its connection.
    pub async fn send(&self) {
        let _ = sqlx::query("SELECT pg_cancel_backend($1)").bind(self.pid).execute(&self.pool).await;
    }
}

pub struct Database {
    pool: PgPool,
    /// The settings of a job's connection, whose statements have no time limit.
    settings: PgConnectOptions,
    connections: u32,
    timeout: Duration,
}

impl Database {
    /// Reads the address. Nothing is connected yet.
    pub fn new(address: &str, connections: u32, timeout: Duration, read_only: bool) -> Result<Self, Error> {
        // The driver would take a mode that it does not know for the default one.
        if let Ok(mode) = std::env::var("PGSSLMODE") {
            mode.parse::<PgSslMode>().map_err(Error::Address)?;
        }
        let mut settings: PgConnectOptions = address.parse().map_err(Error::Address)?;
        if settings.get_application_name().is_none() {
            settings = settings.application_name("goce-viewer");
        }
        // A statement ends with the connection that asked for it.
        settings = settings.options([("client_connection_check_interval", "1000")]);
        if read_only {
            settings = settings.options([("default_transaction_read_only", "on")]);
        }
        Ok(Self::with(settings, connections, timeout))
    }

    /// Returns the same database with a `search_path` of `pg_catalog` and these schemas, unless the address sets one.
    #[must_use]
    pub fn confined(&self, schemas: &[String]) -> Self {
        let mut settings = self.settings.clone();
        if !settings.get_options().is_some_and(|given| given.contains("search_path")) {
            let path = [&[PATH.to_owned()], schemas].concat().join(", ");
            settings = settings.options([("search_path", path.replace('\\', "\\\\").replace(' ', "\\ "))]);
        }
        Self::with(settings, self.connections, self.timeout)
    }

    fn with(settings: PgConnectOptions, connections: u32, timeout: Duration) -> Self {
        let limited = settings.clone().options([("statement_timeout", timeout.as_millis())]);
        let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(WAIT).connect_lazy_with(limited);
        Self {
            pool,
            settings,
            connections,
            timeout,
        }
    }

    /// Waits for a connection whose statements have a time limit.
    pub async fn get(&self) -> Result<Connection, Error> {
        match self.pool.acquire().await {
            Ok(connection) => Ok(Connection {
                connection,
                longest: self.timeout + self.timeout.min(SILENCE),
                at_work: false,
            }),
            Err(sqlx::Error::PoolTimedOut) if self.pool.size() >= self.connections => Err(Error::Busy),
            Err(sqlx::Error::PoolTimedOut) => Err(Error::Silent),
            Err(error) => Err(Error::Unreachable(error)),
        }
    }

    /// Opens a connection for a job, without a time limit.
    pub async fn job_connection(&self) -> Result<JobConnection, Error> {
        let mut connection = PgConnection::connect_with(&self.settings).await.map_err(Error::Unreachable)?;
        let pid = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await?;
        let pool = self.pool.clone();
        Ok(JobConnection {
            connection,
            cancel: Cancel { pool, pid },
        })
    }
}

/// A connection of a job.
pub struct JobConnection {
    connection: PgConnection,
    /// What can cancel the statement that is running.
    pub cancel: Cancel,
}

impl JobConnection {
    pub async fn rows(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<PgRow>, Error> {
        let query = sqlx::query_with(sql, arguments(values)?).persistent(false);
        Ok(query.fetch_all(&mut self.connection).await?)
    }

    /// Runs statements without parameters.
    pub async fn run(&mut self, sql: &str) -> Result<(), Error> {
        self.connection.execute(sqlx::raw_sql(sql)).await?;
        Ok(())
    }

    /// The id of the server's process.
    pub fn pid(&self) -> i32 {
        self.cancel.pid
    }
}

/// A connection of the pool. Where the browser goes away, the request is dropped, and a connection that is dropped while
/// a statement or a transaction runs is closed, which ends both.
pub struct Connection {
    connection: PoolConnection<Postgres>,
    /// The longest wait for an answer. A firewall may drop a connection without telling either end.
    longest: Duration,
    at_work: bool,
}

impl Connection {
    pub async fn rows(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<PgRow>, Error> {
        let query = sqlx::query_with(sql, arguments(values)?).persistent(false);
        let was_at_work = std::mem::replace(&mut self.at_work, true);
        let rows = tokio::time::timeout(self.longest, query.fetch_all(&mut *self.connection)).await;
        let rows = rows.map_err(|_| Error::Silent)?;
        self.at_work = was_at_work;
        Ok(rows?)
    }

    pub async fn first(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Option<PgRow>, Error> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Returns the number that a statement such as `SELECT count(*)` gives, and 0 where it gives no row.
    pub async fn count(&mut self, sql: &str) -> Result<i64, Error> {
        let row = self.first(sql, &[]).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get(0))?)
    }

    /// Runs statements without parameters.
    pub async fn run(&mut self, sql: &str) -> Result<(), Error> {
        let was_at_work = std::mem::replace(&mut self.at_work, true);
        let done = tokio::time::timeout(self.longest, self.connection.execute(sqlx::raw_sql(sql))).await;
        let done = done.map_err(|_| Error::Silent)?;
        self.at_work = was_at_work;
        done?;
        Ok(())
    }

    /// Creates a table. If somebody else creates it at the same time, theirs is used.
    pub async fn create(&mut self, sql: &str) -> Result<(), Error> {
        let mut made = self.run(sql).await;
        if is_named_by_type(&made) {
            made = self.run(sql).await;
        }
        if is_there(&made) { Ok(()) } else { made }
    }

    /// Begins a transaction, which ends with the connection unless it is committed.
    pub async fn begin(&mut self) -> Result<(), Error> {
        self.run("BEGIN").await?;
        self.at_work = true;
        Ok(())
    }

    pub async fn roll_back(&mut self) -> Result<(), Error> {
        self.run("ROLLBACK").await?;
        self.at_work = false;
        Ok(())
    }

    /// Commits. [`Error::Unsure`]: the connection was lost before the server answered.
    pub async fn commit(&mut self) -> Result<(), Error> {
        self.run("COMMIT").await.map_err(|error| match error {
            Error::Database(lost) if lost.as_database_error().is_none() => Error::Unsure,
            Error::Silent => Error::Unsure,
            refused => refused,
        })?;
        self.at_work = false;
        Ok(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.at_work {
            self.connection.close_on_drop();
        }
    }
}

/// Whether a table exists already. Of two who create it at once, the second gets one of these two errors.
pub fn is_there<T>(made: &Result<T, Error>) -> bool {
    has_failed_with(made, "42P07") || has_failed_with(made, "23505")
}

/// Whether a type has the table's name. The server looks for a table of that name first, then for a type. If somebody
/// else's CREATE TABLE ends between both looks, the type found is that of their table, and a second try finds the table.
/// If the type is another, the second try fails in the same way.
pub fn is_named_by_type<T>(made: &Result<T, Error>) -> bool {
    has_failed_with(made, "42710")
}

fn has_failed_with<T>(made: &Result<T, Error>, code: &str) -> bool {
    matches!(made, Err(error) if error.code().as_deref() == Some(code))
}
