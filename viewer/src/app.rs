//! The server: what it knows, how it starts and ends.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::companions::{Names, Present};
use crate::database::{Database, Session};
use crate::error::Error;
use crate::fetch::Fetcher;
use crate::guard::Cookies;
use crate::jobs::Jobs;
use crate::listing::Counts;
use crate::logins::Logins;
use crate::options::Options;
use crate::serve::serve;
use crate::session::Sessions;
use crate::table::Table;
use crate::{jobs, password, routes};

/// What handlers of requests share.
pub struct App {
    pub(crate) options: Options,
    pub(crate) database: Database,
    pub(crate) table: Table,
    pub(crate) names: Names,
    pub(crate) sessions: Sessions,
    /// The names of its cookies.
    pub(crate) cookies: Cookies,
    pub(crate) jobs: Jobs,
    pub(crate) counts: Counts,
    pub(crate) fetcher: Fetcher,
    pub(crate) logins: Logins,
}

impl App {
    /// A connection, and which tables are there beside the pages.
    pub(crate) async fn session(&self) -> Result<(Session, Present), Error> {
        let mut session = self.database.get().await?;
        let present = self.names.present(&mut session, &self.table).await?;
        Ok((session, present))
    }

    /// Refuses where nothing may be written.
    pub(crate) fn writable(&self) -> Result<(), Error> {
        if self.options.read_only {
            return Err(Error::Forbidden("the viewer was started with --read-only".to_owned()));
        }
        Ok(())
    }
}

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

/// Connects to the database, looks the table up and listens.
///
/// # Errors
///
/// Where the database, the table or the address does not serve.
pub async fn start(options: Options) -> Result<Server, Error> {
    if let Some(hash) = &options.password_hash {
        password::check(hash)?;
    } else if !options.listen.ip().is_loopback() {
        return Err(Error::usage(format!(
            "{} can be reached from other machines: that needs a password",
            options.listen
        )));
    }
    let database = Database::new(
        &options.source.database,
        options.connections,
        options.timeout,
        options.read_only,
    )?;
    let mut session = database.get().await?;
    let table = Table::find(&mut session, &options.source).await?;
    let database = database.confined(&table.schemas)?;
    let mut session = database.get().await?;
    let names = Names::find(&mut session, &table, options.source.target.as_deref()).await?;
    names.present(&mut session, &table).await?;
    drop(session);
    let listener = TcpListener::bind(options.listen).await.map_err(Error::Start)?;
    let address = listener.local_addr().map_err(Error::Start)?;
    let app = Arc::new(App {
        fetcher: Fetcher::new(options.max_page),
        cookies: Cookies::new(options.https, address.port()),
        options,
        database,
        table,
        names,
        sessions: Sessions::default(),
        jobs: Jobs::default(),
        counts: Counts::default(),
        logins: Logins::default(),
    });
    // So that the first view of the overview finds them; what fails is said there.
    let counted = Arc::clone(&app);
    tokio::spawn(async move { drop(Counts::get(&counted).await) });
    if app.options.judge && !app.options.read_only {
        jobs::judge::start(&app, "goce-viewer").await?;
    }
    Ok(Server { app, listener, address })
}

impl Server {
    /// Returns the address for browsers.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until that is over. Requests at work have their time to end.
    pub async fn run_until(self, over: impl Future<Output = ()>) {
        let app = Arc::clone(&self.app);
        let grace = self.app.options.timeout;
        let stopped = async move {
            over.await;
            app.jobs.stop_all().await;
        };
        serve(self.listener, routes::all(self.app), stopped, grace).await;
    }
}
