//! The server: how it starts and how it ends.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::access::Access;
use crate::app::App;
use crate::database::Database;
use crate::error::Error;
use crate::jobs::{Jobs, judge};
use crate::options::Options;
use crate::side_tables::SideTables;
use crate::store::Store;
use crate::table::Table;
use crate::{page, routes};

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
    let database = database.confined(&table.schemas);
    let mut connection = database.get().await?;
    let target = options.source.target.as_deref();
    let side_tables = SideTables::find(&mut connection, &table, target).await?;
    side_tables.present(&mut connection, &table).await?;
    let methods = page::methods(&mut connection, &table.goce).await?;
    drop(connection);
    let listener = TcpListener::bind(options.listen).await.map_err(|error| Error::Listen(options.listen, error))?;
    let address = listener.local_addr().map_err(Error::Start)?;
    let access = Access::new(options.token.as_deref(), options.https, address.port())?;
    let app = Arc::new(App {
        store: Arc::new(Store::new(options, database, table, methods, side_tables)),
        access,
        jobs: Jobs::default(),
        counts: Arc::default(),
    });
    // Counts for the first view of the overview, which reports what fails.
    let counted = Arc::clone(&app);
    tokio::spawn(async move { drop(counted.counts.get(&counted.store).await) });
    if app.store.options.judge && !app.store.options.read_only {
        judge::start(&app.jobs, &app.store).await?;
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
        let grace = self.app.store.options.timeout;
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
