//! Connections: a pool for requests, whose statements have a time limit, and a connection without one for each job.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime};
use futures_util::future::poll_fn;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, CancelToken, Client, Config, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::connect;
use crate::error::Error;
use crate::keys::Key;
use crate::shared::lock;

/// A value for a parameter of a statement, and its type. The server learns the type from here, so a statement need not
/// name every parameter.
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

/// The values of a key as the first parameters of a statement, and more after them.
pub fn key_and<'a>(key: &'a Key, more: impl IntoIterator<Item = Value<'a>>) -> Vec<Value<'a>> {
    key.iter().map(text).chain(more).collect()
}

pub fn cell(row: &Row, place: usize) -> Result<Option<String>, Error> {
    Ok(row.try_get(place)?)
}

/// Returns a cell that the statement keeps from being NULL; NULL becomes the empty text.
pub fn filled(row: &Row, place: usize) -> Result<String, Error> {
    Ok(cell(row, place)?.unwrap_or_default())
}

/// How long a request waits for a connection.
const WAIT: Duration = Duration::from_secs(15);
/// How long after its time limit a statement is given up, where the server has not ended it. A shorter limit counts twice.
const SILENCE: Duration = Duration::from_secs(10);

/// Cancels the statement that runs on a connection.
#[derive(Clone)]
pub struct Cancel {
    token: CancelToken,
    tls: MakeRustlsConnect,
}

impl Cancel {
    /// Cancels it. Where the server cannot be reached, the statement ends with its connection or by `statement_timeout`.
    pub async fn send(&self) {
        let _ = self.token.cancel_query(self.tls.clone()).await;
    }
}

/// Where names without a schema are looked up, unless the address sets it. The viewer must not call a function or an
/// operator that somebody else put into a schema of the role's `search_path`.
const PATH: &str = "pg_catalog, pg_temp";

pub struct Database {
    pool: Pool,
    /// That of a job, whose statements have no time limit.
    config: Config,
    tls: MakeRustlsConnect,
    connections: u32,
    timeout: Duration,
}

impl Database {
    /// Reads the address. Nothing is connected yet.
    pub fn new(address: &str, connections: u32, timeout: Duration, read_only: bool) -> Result<Self, Error> {
        let (mut config, tls) = connect::read(address, &|name| std::env::var(name).ok())?;
        if read_only {
            set(&mut config, "default_transaction_read_only=on");
        }
        Self::with(config, tls, connections, timeout)
    }

    /// Returns the same database with a `search_path` of `pg_catalog` and these schemas, unless the address sets one.
    pub fn confined(&self, schemas: &[String]) -> Result<Self, Error> {
        let mut config = self.config.clone();
        if !config.get_options().is_some_and(|given| given.contains("search_path")) {
            let path = [&[PATH.to_owned()], schemas].concat().join(", ");
            set(&mut config, &format!("search_path={}", path.replace('\\', "\\\\").replace(' ', "\\ ")));
        }
        Self::with(config, self.tls.clone(), self.connections, self.timeout)
    }

    fn with(config: Config, tls: MakeRustlsConnect, connections: u32, timeout: Duration) -> Result<Self, Error> {
        let mut limited = config.clone();
        set(&mut limited, &format!("statement_timeout={}", timeout.as_millis()));
        let recycling_method = RecyclingMethod::Fast;
        let manager = Manager::from_config(limited, tls.clone(), ManagerConfig { recycling_method });
        let pool = Pool::builder(manager)
            .max_size(connections as usize)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(WAIT))
            .create_timeout(Some(WAIT))
            .build()
            .map_err(|error| Error::Usage(error.to_string()))?;
        Ok(Self {
            pool,
            config,
            tls,
            connections,
            timeout,
        })
    }

    /// Waits for a connection whose statements have a time limit.
    pub async fn get(&self) -> Result<Connection, Error> {
        match self.pool.get().await {
            Ok(object) => Ok(Connection {
                object: Some(object),
                tls: self.tls.clone(),
                longest: self.timeout + self.timeout.min(SILENCE),
                at_work: false,
                in_transaction: false,
            }),
            Err(PoolError::Timeout(deadpool_postgres::TimeoutType::Wait)) => Err(Error::Busy),
            Err(error) => Err(Error::Pool(error)),
        }
    }

    /// Opens a connection for a job, without a time limit.
    pub async fn job_connection(&self) -> Result<JobConnection, Error> {
        let (client, mut connection) = self.config.connect(self.tls.clone()).await?;
        let notice = Arc::new(Mutex::new(String::new()));
        let said = Arc::clone(&notice);
        tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notice(message) = message {
                    message.message().clone_into(&mut lock(&said));
                }
            }
        });
        // Without it a statement outlives the viewer until its next notice. PostgreSQL 13 does not know the setting.
        let _ = client.batch_execute("SET client_connection_check_interval = 1000").await;
        Ok(JobConnection {
            client,
            notice,
            tls: self.tls.clone(),
        })
    }
}

/// Adds a setting of the server.
fn set(config: &mut Config, setting: &str) {
    let given = config.get_options().map(|given| format!("{given} ")).unwrap_or_default();
    config.options(format!("{given}-c {setting}"));
}

/// A connection of a job, and its last NOTICE.
pub struct JobConnection {
    client: Client,
    notice: Arc<Mutex<String>>,
    tls: MakeRustlsConnect,
}

impl JobConnection {
    pub async fn rows(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        Ok(self.client.query_typed(sql, values).await?)
    }

    /// Runs statements without parameters.
    pub async fn run(&self, sql: &str) -> Result<(), Error> {
        Ok(self.client.batch_execute(sql).await?)
    }

    /// Returns what can cancel the statement that is running.
    pub fn cancel(&self) -> Cancel {
        Cancel {
            token: self.client.cancel_token(),
            tls: self.tls.clone(),
        }
    }

    /// Returns the message of the last NOTICE, empty before the first.
    pub fn notice(&self) -> String {
        lock(&self.notice).clone()
    }
}

/// A connection of the pool. Where the browser goes away, the request is dropped, and a connection that is dropped while
/// a statement runs cancels the statement and closes itself.
pub struct Connection {
    object: Option<Object>,
    tls: MakeRustlsConnect,
    /// The longest wait for an answer. A firewall may drop a connection without telling either end.
    longest: Duration,
    at_work: bool,
    in_transaction: bool,
}

impl Connection {
    pub async fn rows(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        let object = self.object.as_ref().ok_or(Error::Silent)?;
        self.at_work = true;
        let rows = tokio::time::timeout(self.longest, object.query_typed(sql, values)).await;
        self.ended(rows)
    }

    /// Notes that a statement ended. Where it did not end in time, the connection is closed.
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

    pub async fn first(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Option<Row>, Error> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Returns the number that a statement such as `SELECT count(*)` gives, and 0 where it gives no row.
    pub async fn count(&mut self, sql: &str) -> Result<i64, Error> {
        let row = self.first(sql, &[]).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get(0))?)
    }

    /// Runs statements without parameters.
    pub async fn run(&mut self, sql: &str) -> Result<(), Error> {
        let object = self.object.as_ref().ok_or(Error::Silent)?;
        self.at_work = true;
        let done = tokio::time::timeout(self.longest, object.batch_execute(sql)).await;
        self.ended(done)
    }

    /// Creates a table. If somebody else creates it at the same time, theirs is used.
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

    pub async fn roll_back(&mut self) -> Result<(), Error> {
        self.run("ROLLBACK").await?;
        self.in_transaction = false;
        Ok(())
    }

    /// Commits. [`Error::Unsure`]: the connection was lost before the server answered.
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

/// Whether a table exists already. Of two who create it at once, the second gets one of these two errors.
pub fn is_there<T>(made: &Result<T, Error>) -> bool {
    has_failed_with(made, &SqlState::DUPLICATE_TABLE) || has_failed_with(made, &SqlState::UNIQUE_VIOLATION)
}

/// Whether a type has the table's name. The server looks for a table of that name first, then for a type. If somebody
/// else's CREATE TABLE ends between both looks, the type found is that of their table, and a second try finds the table.
/// If the type is another, the second try fails in the same way.
pub fn is_named_by_type<T>(made: &Result<T, Error>) -> bool {
    has_failed_with(made, &SqlState::DUPLICATE_OBJECT)
}

fn has_failed_with<T>(made: &Result<T, Error>, code: &SqlState) -> bool {
    matches!(made, Err(Error::Database(error)) if error.code() == Some(code))
}

impl Connection {
    /// Cancels the running statement and closes the connection.
    fn give_up(&mut self) {
        let Some(object) = self.object.take() else {
            return;
        };
        let client = Object::take(object);
        if self.at_work
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let cancel = Cancel {
                token: client.cancel_token(),
                tls: self.tls.clone(),
            };
            runtime.spawn(async move {
                cancel.send().await;
                drop(client);
            });
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.at_work || self.in_transaction {
            self.give_up();
        }
    }
}
