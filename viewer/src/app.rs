//! The server: what its handlers share, how it starts and how it ends.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::companions::{Companions, Present};
use crate::database::{Connection, Database};
use crate::error::Error;
use crate::guard::Access;
use crate::jobs::Jobs;
use crate::listing::Counts;
use crate::options::Options;
use crate::table::{Column, Table};
use crate::{jobs, page, routes};

/// What the handlers of requests share.
pub struct App {
    pub(crate) options: Options,
    pub(crate) database: Database,
    pub(crate) table: Table,
    /// The methods of goce by name, `auto` first.
    pub(crate) methods: Vec<String>,
    pub(crate) companions: Companions,
    pub(crate) access: Access,
    pub(crate) jobs: Jobs,
    pub(crate) counts: Counts,
}

impl App {
    /// The column of gold texts that marks are written into, if `--update-gold` is there.
    pub(crate) fn updated_gold(&self) -> Option<&Column> {
        self.table.gold.as_ref().filter(|_| self.options.update_gold)
    }

    /// Connects, and looks which companion tables exist.
    pub(crate) async fn tables(&self) -> Result<Tables<'_>, Error> {
        let mut tables = self.pages().await?;
        let present = self.companions.present(&mut tables.connection, &self.table);
        tables.present = present.await?;
        Ok(tables)
    }

    /// Connects for the table of pages alone: companion tables count as missing.
    pub(crate) async fn pages(&self) -> Result<Tables<'_>, Error> {
        Ok(Tables {
            app: self,
            connection: self.database.get().await?,
            present: Present::default(),
        })
    }

    /// The name that is saved with marks and drafts.
    pub(crate) fn user(&self) -> &str {
        self.options.name.as_deref().unwrap_or(&self.table.role)
    }

    /// Refuses to write where the viewer was started with `--read-only`.
    pub(crate) fn writable(&self) -> Result<(), Error> {
        if self.options.read_only {
            return Err(Error::Forbidden("the viewer was started with --read-only".to_owned()));
        }
        Ok(())
    }
}

/// The table of pages and its companions, over one connection.
pub(crate) struct Tables<'a> {
    pub(crate) app: &'a App,
    pub(crate) connection: Connection,
    pub(crate) present: Present,
}

impl Tables<'_> {
    /// Creates a companion table by this statement. `what` names it for people.
    pub(crate) async fn create(&mut self, what: &str, name: &str, sql: &str) -> Result<(), Error> {
        let table = &self.app.table;
        if !table.may_create {
            return Err(Error::Forbidden(format!(
                "the role {} may not create the table of {what}, {name}",
                table.role
            )));
        }
        self.connection.create(sql).await
    }
}

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

/// Connects to the database, looks the table up and listens.
pub async fn start(options: Options) -> Result<Server, Error> {
    let database = Database::new(&options.source.database, options.connections, options.timeout, options.read_only)?;
    let mut connection = database.get().await?;
    let table = Table::find(&mut connection, &options.source).await?;
    if options.update_gold && !table.gold.as_ref().is_some_and(|gold| gold.updatable) {
        return Err(Error::table(
            "--update-gold needs a column of gold texts that the role may update",
            "Name it: --gold COLUMN. GRANT UPDATE (COLUMN) gives the right.",
        ));
    }
    let database = database.confined(&table.schemas)?;
    let mut connection = database.get().await?;
    let target = options.source.target.as_deref();
    let companions = Companions::find(&mut connection, &table, target).await?;
    companions.present(&mut connection, &table).await?;
    let methods = page::methods(&mut connection, &table.goce).await?;
    drop(connection);
    let listener = TcpListener::bind(options.listen).await.map_err(|error| Error::Listen(options.listen, error))?;
    let address = listener.local_addr().map_err(Error::Start)?;
    let app = Arc::new(App {
        access: Access::new(options.token.as_deref(), options.https, address.port())?,
        options,
        database,
        table,
        methods,
        companions,
        jobs: Jobs::default(),
        counts: Counts::default(),
    });
    // Counts for the first view of the overview, which reports what fails.
    let counted = Arc::clone(&app);
    tokio::spawn(async move { drop(Counts::get(&counted).await) });
    if app.options.judge && !app.options.read_only {
        jobs::judge::start(&app).await?;
    }
    Ok(Server { app, listener, address })
}

impl Server {
    /// Returns the address at which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the link by which a browser is let in.
    #[must_use]
    pub fn link(&self) -> String {
        format!("http://{}/?{}", self.address, self.app.access.query())
    }

    /// Serves until `over` ends. Requests that are running then get `--timeout` to end.
    pub async fn run_until(self, over: impl Future<Output = ()> + Send + 'static) {
        let app = Arc::clone(&self.app);
        let grace = self.app.options.timeout;
        let stopped = Arc::new(Notify::new());
        let stopping = Arc::clone(&stopped);
        // Small answers are sent at once. Without this option they only come later.
        let listener = self.listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = axum::serve(listener, routes::all(self.app)).with_graceful_shutdown(async move {
            over.await;
            app.jobs.stop_all().await;
            stopping.notify_one();
        });
        let too_long = async {
            stopped.notified().await;
            tokio::time::sleep(grace).await;
        };
        tokio::select! {
            _ = serving => {}
            // What runs for longer ends with the program.
            () = too_long => {}
        }
    }
}
