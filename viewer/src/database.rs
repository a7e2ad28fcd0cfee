//! Connections: a pool for requests, each bounded in time, and connections of their own for jobs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime,
};
use futures_util::future::poll_fn;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, CancelToken, Client, Config, NoTls, Row};

use crate::error::Error;

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

/// The database.
pub struct Database {
    pool: Pool,
    config: Config,
}

impl Database {
    /// Reads the address; connects to nothing yet.
    pub fn new(
        address: &str,
        connections: usize,
        timeout: Duration,
        read_only: bool,
    ) -> Result<Self, Error> {
        let mut config: Config = address.parse().map_err(Error::Address)?;
        config
            .application_name("goce-viewer")
            .connect_timeout(Duration::from_secs(10));
        if config.get_hosts().is_empty() {
            // As psql does.
            match std::env::var("PGHOST") {
                Ok(host) => config.host(&host),
                Err(_) => config.host_path("/var/run/postgresql"),
            };
            if let Some(port) = std::env::var("PGPORT")
                .ok()
                .and_then(|port| port.parse().ok())
            {
                config.port(port);
            }
        }
        if config.get_user().is_none()
            && let Some(user) = std::env::var("PGUSER")
                .or_else(|_| std::env::var("USER"))
                .ok()
        {
            config.user(&user);
        }
        let mut own = config.clone();
        let given = config
            .get_options()
            .map(|options| format!("{options} "))
            .unwrap_or_default();
        let read_only = if read_only {
            " -c default_transaction_read_only=on"
        } else {
            ""
        };
        config.options(format!(
            "{given}-c statement_timeout={}{read_only}",
            timeout.as_millis()
        ));
        // A job ends with the viewer, and not at its next notice.
        own.options(format!(
            "{given}-c client_connection_check_interval=1000{read_only}"
        ));
        let manager = Manager::from_config(
            config,
            NoTls,
            ManagerConfig {
                recycling_method: RecyclingMethod::Fast,
            },
        );
        let pool = Pool::builder(manager)
            .max_size(connections)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(WAIT))
            .create_timeout(Some(WAIT))
            .build()
            .map_err(|error| Error::usage(error.to_string()))?;
        Ok(Self { pool, config: own })
    }

    /// Waits for a connection whose statements are bounded in time.
    pub async fn get(&self) -> Result<Session, Error> {
        match self.pool.get().await {
            Ok(object) => Ok(Session {
                object: Some(object),
                at_work: false,
                in_transaction: false,
            }),
            Err(PoolError::Timeout(deadpool_postgres::TimeoutType::Wait)) => Err(Error::Busy),
            Err(error) => Err(Error::Pool(error)),
        }
    }

    /// Opens a connection of a job, without a bound in time.
    pub async fn own(&self) -> Result<Own, Error> {
        let (client, mut connection) = self.config.connect(NoTls).await?;
        let notice = Arc::new(Mutex::new(String::new()));
        let said = Arc::clone(&notice);
        tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await
            {
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
        Ok(Own { client, notice })
    }
}

/// A connection of a job, and the last NOTICE that it got.
pub struct Own {
    client: Client,
    notice: Arc<Mutex<String>>,
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
    pub fn cancel_token(&self) -> CancelToken {
        self.client.cancel_token()
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
    at_work: bool,
    in_transaction: bool,
}

impl Session {
    /// Runs a statement and returns its rows.
    pub async fn rows(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        let object = self.object.as_ref().ok_or(Error::Busy)?;
        self.at_work = true;
        let rows = object.query_typed(sql, values).await;
        self.at_work = false;
        Ok(rows?)
    }

    /// Returns the first row, if there is one.
    pub async fn first(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Option<Row>, Error> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Runs statements without parameters.
    pub async fn run(&mut self, sql: &str) -> Result<(), Error> {
        let object = self.object.as_ref().ok_or(Error::Busy)?;
        self.at_work = true;
        let done = object.batch_execute(sql).await;
        self.at_work = false;
        Ok(done?)
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
    pub async fn commit(&mut self) -> Result<(), Error> {
        self.run("COMMIT").await?;
        self.in_transaction = false;
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if (self.at_work || self.in_transaction)
            && let Some(object) = self.object.take()
        {
            let client = Object::take(object);
            if self.at_work
                && let Ok(runtime) = tokio::runtime::Handle::try_current()
            {
                runtime.spawn(async move {
                    // Where the cancel does not arrive, statement_timeout ends the statement.
                    let _ = client.cancel_token().cancel_query(NoTls).await;
                    drop(client);
                });
            }
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
        assert!(matches!(new("postgres://[broken"), Err(Error::Address(_))));
    }
}
