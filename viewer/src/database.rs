//! Connections: those of requests, whose statements have a time limit, and those of jobs, which have none.

use std::future::Future;
use std::time::Duration;

use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPool, PgPoolOptions, PgRow, PgSslMode};
use sqlx::{Arguments, Decode, Encode, Executor, FromRow, Postgres, Type};

use crate::error::Error;

/// A parameter, which the statement casts. The server learns its type from here.
pub trait Parameter<'q>: Sync {
    fn add(&'q self, arguments: &mut PgArguments) -> Result<(), BoxDynError>;
}

impl<'q, T: Encode<'q, Postgres> + Type<Postgres> + Sync> Parameter<'q> for T {
    fn add(&'q self, arguments: &mut PgArguments) -> Result<(), BoxDynError> {
        arguments.add(self)
    }
}

pub type Value<'q> = &'q dyn Parameter<'q>;

fn arguments(values: &[Value<'_>]) -> Result<PgArguments, Error> {
    let mut arguments = PgArguments::default();
    for value in values {
        value.add(&mut arguments).map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

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
    /// Of requests.
    pool: PgPool,
    /// Of jobs, whose statements have no time limit.
    jobs: PgPool,
    settings: PgConnectOptions,
    connections: u32,
    timeout: Duration,
}

impl Database {
    /// Reads the address. Nothing is connected yet.
    pub fn new(address: &str, connections: u32, timeout: Duration, read_only: bool) -> Result<Self, Error> {
        let wrong = |error| {
            Error::setup(
                format!("the address of the database cannot be read: {error}"),
                "It is a URL as psql takes it.",
            )
        };
        // The driver would take a mode that it does not know for the default one.
        if let Ok(mode) = std::env::var("PGSSLMODE") {
            mode.parse::<PgSslMode>().map_err(wrong)?;
        }
        let mut settings: PgConnectOptions = address.parse().map_err(wrong)?;
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
        let pool = |settings| {
            let pool = PgPoolOptions::new().max_connections(connections);
            pool.acquire_timeout(Duration::from_secs(15)).connect_lazy_with(settings)
        };
        Self {
            pool: pool(settings.clone().options([("statement_timeout", timeout.as_millis())])),
            jobs: pool(settings.clone()),
            settings,
            connections,
            timeout,
        }
    }

    /// Waits for a connection whose statements have a time limit.
    pub async fn get(&self) -> Result<Connection, Error> {
        Ok(Connection {
            connection: self.acquire(&self.pool).await?,
            // A statement is given up where the server has not ended it by then.
            longest: self.timeout + self.timeout.min(Duration::from_secs(10)),
            at_work: false,
        })
    }

    /// Opens a connection for a job, without a time limit, which is closed with the job. Returns what cancels its
    /// statements too.
    pub async fn job_connection(&self) -> Result<(Connection, Cancel), Error> {
        let mut connection = Connection {
            connection: self.acquire(&self.jobs).await?,
            longest: Duration::MAX,
            at_work: true,
        };
        let pid = connection.only("SELECT pg_backend_pid()", &[]).await?;
        let pool = self.pool.clone();
        Ok((connection, Cancel { pool, pid }))
    }

    async fn acquire(&self, pool: &PgPool) -> Result<PoolConnection<Postgres>, Error> {
        pool.acquire().await.map_err(|error| match error {
            sqlx::Error::PoolTimedOut if pool.size() >= self.connections => Error::Busy,
            sqlx::Error::PoolTimedOut => Error::Silent,
            error => Error::Unreachable(error),
        })
    }
}

/// A connection. Where the browser goes away, the request is dropped, and a connection that is dropped while a statement or
/// a transaction runs is closed, which ends both.
pub struct Connection {
    connection: PoolConnection<Postgres>,
    /// The longest wait for an answer. A firewall may drop a connection without telling either end.
    longest: Duration,
    at_work: bool,
}

impl Connection {
    pub async fn rows<T>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<T>, Error>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let query = sqlx::query_as_with(sql, arguments(values)?).persistent(false);
        let rows = query.fetch_all(&mut *self.connection);
        answered(self.longest, &mut self.at_work, rows).await
    }

    pub async fn first<T>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Option<T>, Error>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Returns the value of a statement that gives one row of one column.
    pub async fn only<T>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<T, Error>
    where
        T: for<'r> Decode<'r, Postgres> + Type<Postgres> + Send + Unpin,
    {
        let row: Option<(T,)> = self.first(sql, values).await?;
        Ok(row.ok_or(sqlx::Error::RowNotFound)?.0)
    }

    /// Runs statements without parameters.
    pub async fn run(&mut self, sql: &str) -> Result<(), Error> {
        let done = self.connection.execute(sqlx::raw_sql(sql));
        answered(self.longest, &mut self.at_work, done).await?;
        Ok(())
    }

    /// Creates a table by this statement, and returns whether it was not there. If somebody else creates it at the same
    /// time, theirs is used.
    pub async fn create(&mut self, sql: &str, values: &[Value<'_>]) -> Result<bool, Error> {
        let failed_with = |made: &Result<Vec<()>, Error>, code: &str| matches!(made, Err(error) if error.code().as_deref() == Some(code));
        let mut made = self.rows(sql, values).await;
        // The server looks for a table of that name first, then for a type. If somebody else's CREATE TABLE ends between
        // both looks, the type found is that of their table, and a second try finds the table.
        if failed_with(&made, "42710") {
            made = self.rows(sql, values).await;
        }
        // Of two who create it at once, the second gets one of these two errors.
        if failed_with(&made, "42P07") || failed_with(&made, "23505") {
            return Ok(false);
        }
        made.map(|_| true)
    }
}

/// Waits for an answer, and notes that the connection is at work meanwhile.
async fn answered<T>(
    longest: Duration,
    at_work: &mut bool,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, Error> {
    let was_at_work = std::mem::replace(at_work, true);
    let answer = tokio::time::timeout(longest, answer).await.map_err(|_| Error::Silent)?;
    *at_work = was_at_work;
    Ok(answer?)
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.at_work {
            self.connection.close_on_drop();
        }
    }
}
