//! The server: how it starts and how it ends.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use crate::access::Access;
use crate::app::App;
use crate::jobs::{Jobs, judge};
use crate::listing::Counts;
use crate::options::Options;
use crate::prelude::*;
use crate::routes;

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

/// Connects to the database, looks the table up and listens.
pub async fn start(options: Options) -> Result<Server, Error> {
    let store = Store::open(options).await?;
    let options = &store.options;
    let cannot = |error| {
        let hint = "--listen ADDRESS:PORT names another, with port 0 for any that is free.";
        Error::setup(format!("cannot listen at {}: {error}", options.listen), hint)
    };
    let listener = TcpListener::bind(options.listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let access = Access::new(options.token.as_deref(), options.https, address.port())?;
    let app = Arc::new(App {
        store: Arc::new(store),
        access,
        jobs: Jobs::default(),
        counts: Counts::default(),
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

    /// Serves until `over` ends. Jobs are then stopped, and requests that are running end.
    pub async fn run_until(self, over: impl Future<Output = ()> + Send + 'static) {
        let app = Arc::clone(&self.app);
        // Small answers are sent at once. Without this option they only come later.
        let listener = self.listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = axum::serve(listener, routes::all(self.app)).with_graceful_shutdown(async move {
            over.await;
            app.jobs.stop_all().await;
        });
        let _ = serving.await;
    }
}
