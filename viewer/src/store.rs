//! What all work needs: the options, the database, the table of pages and the tables beside it.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::RwLock;

use crate::database::{Connection, Database};
use crate::error::Error;
use crate::options::Options;
use crate::side_tables::{Present, SideTables};
use crate::table::{Column, Table};

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
    changes: AtomicU64,
}

impl Store {
    pub fn new(
        options: Options,
        database: Database,
        table: Table,
        methods: Vec<String>,
        side_tables: SideTables,
    ) -> Self {
        let changes = AtomicU64::default();
        Self {
            options,
            database,
            table,
            methods,
            side_tables,
            replacing: RwLock::default(),
            changes,
        }
    }

    /// Notes that what was counted before may be different now.
    pub fn changed(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns how often something has changed.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// The column of gold texts that marks are written into, if `--update-gold` is there.
    pub fn updated_gold(&self) -> Option<&Column> {
        self.table.gold.as_ref().filter(|_| self.options.update_gold)
    }

    /// Connects, and looks which side tables exist.
    pub async fn tables(&self) -> Result<Tables<'_>, Error> {
        let mut tables = self.pages().await?;
        let present = self.side_tables.present(&mut tables.connection, &self.table);
        tables.present = present.await?;
        Ok(tables)
    }

    /// Connects for the table of pages alone: side tables count as missing.
    pub async fn pages(&self) -> Result<Tables<'_>, Error> {
        Ok(Tables {
            store: self,
            connection: self.database.get().await?,
            present: Present::default(),
        })
    }

    /// The name that is saved with marks and drafts.
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
    /// Creates a side table by this statement. `what` names it for people.
    pub async fn create(&mut self, what: &str, name: &str, sql: &str) -> Result<(), Error> {
        let table = &self.store.table;
        if !table.may_create {
            return Err(Error::Forbidden(format!(
                "the role {} may not create the table of {what}, {name}",
                table.role
            )));
        }
        self.connection.create(sql).await
    }
}
