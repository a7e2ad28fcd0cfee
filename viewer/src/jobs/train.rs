//! Trains a correction of `auto` on marks or on the column of gold texts, and publishes it.

use std::sync::Arc;
use std::time::Duration;

use crate::jobs::{JobKind, Jobs, Running};
use crate::keys::encoded;
use crate::learned::{Among, Gold};
use crate::models;
use crate::prelude::*;

/// Starts to train a model. What it has learned from is kept, so that it can be measured on other pages.
pub async fn start(jobs: &Jobs, store: &Arc<Store>, name: &str, gold: Gold, learnable: bool) -> Result<(), Error> {
    store.writable()?;
    let (mut tables, table) = (store.tables().await?, &store.table);
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Err(Error::Request("a model needs a name".to_owned()));
    }
    if !models::listed(&mut tables, Some(&name)).await?.is_empty() {
        return Err(Error::Conflict(format!("there is a model {name} already: take another name")));
    }
    let sql = "SELECT has_table_privilege(to_regclass($1::text), 'INSERT')";
    let published = format!("{}.goce_models", table.goce.schema);
    if !tables.connection.only::<bool>(sql, &[&published]).await? {
        let (role, quoted) = (&table.role, &table.quoted_role);
        let grant = format!("GRANT INSERT ON {published} TO {quoted};");
        return Err(Error::Forbidden(format!("the role {role} may not publish models: the owner of goce can {grant}")));
    }
    let among = Among {
        learnable,
        ..Among::default()
    };
    // Pages of one host are held out together.
    let host = table.url.as_ref().map(|url| format!(", s.{} AS url", url.quoted)).unwrap_or_default();
    let columns = format!("{} AS html, {} AS gold{host}", table.page, gold.text(&tables));
    let most_pages = 100_000;
    let query = gold.query(&tables, &columns, &among, most_pages)?;
    let keys = gold.query(&tables, &table.key_of("s"), &among, most_pages)?;
    // A row for each model, by its hash, and each page that it has learned from.
    let (learned, columns) = (&store.side_tables.learned, table.key_columns());
    if !tables.present.learned {
        let sql = format!(
            "CREATE TABLE {learned} (model_sha256 text NOT NULL, {}, PRIMARY KEY (model_sha256, {columns}))",
            table.key_definitions()
        );
        tables.create(learned, &sql, &[]).await?;
    }
    let learn = format!(
        "INSERT INTO {learned} (model_sha256, {columns}) SELECT encode(sha256($1::bytea), 'hex'), q.* FROM ({keys}) AS q ON CONFLICT DO NOTHING"
    );
    drop(tables);
    let title = format!("Training {name}");
    jobs.start(store, JobKind::Train, &title, |mut running| async move {
        // One snapshot: the keys are those of the pages that the model has learned from.
        running.connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
        let model = train(&mut running, &query).await?;
        let Running { store, job, connection } = &mut running;
        let publish = store.table.goce.call("goce_publish", &[("name", "$1::text"), ("model", "$2::bytea")]);
        connection.rows::<()>(&format!("SELECT {publish}::text"), &[&name, &model]).await?;
        connection.rows::<()>(&learn, &[&model]).await?;
        connection.run("COMMIT").await?;
        job.update(|progress| {
            progress.says = format!("trained {name}");
            progress.result = Some(format!("/learn?model={}", encoded(&name)));
        });
        Ok(())
    })
}

/// Calls `goce_train`, and follows its progress.
async fn train(running: &mut Running, query: &String) -> Result<Vec<u8>, Error> {
    let Running { store, job, connection } = running;
    let pid: i32 = connection.only("SELECT pg_backend_pid()", &[]).await?;
    let sql = format!("SELECT {}", store.table.goce.call("goce_train", &[("query", "$1::text")]));
    let values: [Value<'_>; 1] = [query];
    let following = async {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            // goce_train writes its progress into the connection's application_name.
            let sql = "SELECT application_name FROM pg_stat_activity WHERE pid = $1";
            if let Ok(mut asking) = store.database.get().await
                && let Ok(says) = asking.only(sql, &[&pid]).await
            {
                job.update(|progress| progress.says = says);
            }
        }
    };
    tokio::select! {
        model = connection.only(&sql, &values) => model,
        () = following => Err(Error::Silent),
    }
}
