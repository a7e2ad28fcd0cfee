//! What all work needs: the options, the database, the table of pages and the tables beside it.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::RwLock;

use crate::database::{Connection, Database, Value};
use crate::error::Error;
use crate::options::Options;
use crate::side_tables::{Present, SideTables};
use crate::table::Table;

/// The table of pages and what belongs to it.
pub struct Store {
    pub options: Options,
    pub database: Database,
    pub table: Table,
    /// The methods of goce by name, `auto` first.
    pub methods: Vec<String>,
    pub side_tables: SideTables,
    /// Held while new texts take the place of the old ones, after which their table is gone.
    pub replacing: RwLock<()>,
    /// How often something that is counted has changed.
    changes: AtomicU64,
}

impl Store {
    /// Connects to the database and looks the table up.
    pub async fn open(options: Options) -> Result<Self, Error> {
        let database =
            Database::new(&options.source.database, options.connections, options.timeout, options.read_only)?;
        let table = Table::find(&mut database.get().await?, &options.source).await?;
        let database = database.confined(&table.schemas());
        let mut connection = database.get().await?;
        let side_tables = SideTables::find(&mut connection, &table, options.source.target.as_deref()).await?;
        side_tables.present(&mut connection, &table).await?;
        let sql = format!("SELECT m.name FROM {} AS m ORDER BY m.name <> 'auto'", table.goce.call("goce_methods", &[]));
        let methods: Vec<(String,)> = connection.rows(&sql, &[]).await?;
        Ok(Self {
            methods: methods.into_iter().map(|(name,)| name).collect(),
            options,
            database,
            table,
            side_tables,
            replacing: RwLock::default(),
            changes: AtomicU64::default(),
        })
    }

    /// Notes that what was counted before may be different now.
    pub fn changed(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// Connects, and looks which side tables exist.
    pub async fn tables(&self) -> Result<Tables<'_>, Error> {
        let mut connection = self.database.get().await?;
        let present = self.side_tables.present(&mut connection, &self.table).await?;
        Ok(Tables {
            store: self,
            connection,
            present,
        })
    }

    /// The name that is saved with marks.
    pub fn user(&self) -> &str {
        self.options.name.as_deref().unwrap_or(&self.table.role)
    }

    /// Refuses to write where the viewer was started with `--read-only`.
    pub fn writable(&self) -> Result<(), Error> {
        if self.options.read_only {
            return Err(Error::Forbidden("the viewer was started with --read-only".to_owned()));
        }
        Ok(())
    }
}

/// The table of pages and its side tables, over one connection.
pub struct Tables<'a> {
    pub store: &'a Store,
    pub connection: Connection,
    pub present: Present,
}

impl Tables<'_> {
    /// Creates a side table by this statement, and returns whether it was not there.
    pub async fn create(&mut self, name: &str, sql: &str, values: &[Value<'_>]) -> Result<bool, Error> {
        let table = &self.store.table;
        if !table.may_create {
            return Err(Error::Forbidden(format!("the role {} may not create the table {name}", table.role)));
        }
        let is_new = self.connection.create(sql, values).await?;
        self.present = self.store.side_tables.present(&mut self.connection, table).await?;
        Ok(is_new)
    }

    /// Creates a table of `goce_extract_pending`, if it is missing.
    pub async fn create_target(&mut self, is_there: bool, name: &str) -> Result<(), Error> {
        let table = &self.store.table;
        let sql = table.goce.call("goce_create_target", &[("source", "$1::text::oid"), ("target", "$2::text")]);
        let values: [Value<'_>; 2] = [&table.oid, &name];
        if !is_there && self.create(name, &format!("SELECT {sql}::text"), &values).await? {
            let sql = format!("CREATE INDEX ON {name} (sqlstate) WHERE sqlstate IS NOT NULL");
            self.connection.run(&sql).await?;
        }
        Ok(())
    }
}
