//! Models: published ones in `goce_models`, and drafts in a table beside the pages. A draft is published under its own
//! name, or thrown away.

use std::collections::HashMap;

use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::calls;
use crate::database::{JobConnection, cell, filled, value};
use crate::error::Error;
use crate::store::{Store, Tables};

/// The start of a choice that is a published model.
pub const MODEL: &str = "model:";
/// The start of a choice that is a draft.
pub const DRAFT: &str = "draft:";

/// A model of the list.
pub struct ListedModel {
    pub name: String,
    /// When it was published or trained.
    pub at: String,
    /// The same in seconds since 1970, to compare.
    pub moment: f64,
    /// Who published or trained it.
    pub by: String,
    /// The JSON of `goce_model_info`.
    pub info: serde_json::Value,
    pub sha256: String,
    /// How many pages of this table it has learned from; `None` where it was trained elsewhere.
    pub learned: Option<i64>,
}

pub fn is_model(choice: &str) -> bool {
    choice.starts_with(MODEL) || choice.starts_with(DRAFT)
}

/// Returns an SQL expression of the model of a choice, and the model's name, which is the parameter `$number` of the
/// expression; `None` where the choice is no model.
pub fn of_choice<'c>(store: &Store, choice: &'c str, number: usize) -> Option<(String, &'c str)> {
    let (name, table) = match choice.strip_prefix(MODEL) {
        Some(name) => (name, format!("{}.goce_models", store.table.goce)),
        None => (choice.strip_prefix(DRAFT)?, store.side_tables.drafts.clone()),
    };
    let model = format!("(SELECT m.model FROM {table} AS m WHERE m.name = ${number}::text)");
    Some((model, name))
}

/// Refuses the choice of a model that does not exist.
pub async fn check(tables: &mut Tables<'_>, choice: &str) -> Result<(), Error> {
    let Some((model, name)) = of_choice(tables.store, choice, 1) else {
        return Ok(());
    };
    let missing = || Error::Missing(format!("there is no model {name}"));
    if choice.starts_with(DRAFT) && !tables.present.drafts {
        return Err(missing());
    }
    let sql = format!("SELECT {model} IS NOT NULL");
    match tables.connection.first(&sql, &[value(&name)]).await? {
        Some(row) if row.try_get(0)? => Ok(()),
        _ => Err(missing()),
    }
}

/// Returns the choices of all models, the published ones first.
pub async fn choices(tables: &mut Tables<'_>) -> Result<Vec<String>, Error> {
    let mut lists = Vec::new();
    if may_read(tables).await? {
        lists.push((MODEL, format!("{}.goce_models", tables.store.table.goce)));
    }
    if tables.present.drafts {
        lists.push((DRAFT, tables.store.side_tables.drafts.clone()));
    }
    let mut choices = Vec::new();
    for (prefix, table) in lists {
        let sql = format!("SELECT name FROM {table} ORDER BY name");
        for row in tables.connection.rows(&sql, &[]).await? {
            choices.push(format!("{prefix}{}", filled(&row, 0)?));
        }
    }
    Ok(choices)
}

/// Whether the role may read the published models. The viewer works without that right.
async fn may_read(tables: &mut Tables<'_>) -> Result<bool, Error> {
    let name = format!("{}.goce_models", tables.store.table.goce);
    let sql = "SELECT coalesce(has_table_privilege(to_regclass($1::text), 'SELECT'), false)";
    let row = tables.connection.first(sql, &[value(&name)]).await?;
    Ok(row.map_or(Ok(false), |row| row.try_get(0))?)
}

/// The most models of a list.
pub const LISTED: u32 = 100;

/// Returns the newest published models.
pub async fn published(tables: &mut Tables<'_>, most: u32) -> Result<Vec<ListedModel>, Error> {
    if !may_read(tables).await? {
        return Ok(Vec::new());
    }
    let table = format!("{}.goce_models", tables.store.table.goce);
    listed(tables, &table, "published", None, most).await
}

/// Returns the newest drafts.
pub async fn drafts(tables: &mut Tables<'_>, most: u32) -> Result<Vec<ListedModel>, Error> {
    if !tables.present.drafts {
        return Ok(Vec::new());
    }
    let store = tables.store;
    listed(tables, &store.side_tables.drafts, "trained", None, most).await
}

/// Returns the newest published model and the newest draft with their choices, the newer one first.
pub async fn newest(tables: &mut Tables<'_>) -> Result<Vec<(String, ListedModel)>, Error> {
    let published = published(tables, 1).await?.into_iter().map(|model| (MODEL, model));
    let drafts = drafts(tables, 1).await?.into_iter().map(|model| (DRAFT, model));
    let named = published.chain(drafts).map(|(prefix, model)| (format!("{prefix}{}", model.name), model));
    let mut newest: Vec<_> = named.collect();
    newest.sort_by(|(_, one), (_, other)| other.moment.total_cmp(&one.moment));
    Ok(newest)
}

/// Returns the newest models of a table, or the one of a name.
async fn listed(
    tables: &mut Tables<'_>,
    table: &str,
    done: &str,
    name: Option<&str>,
    most: u32,
) -> Result<Vec<ListedModel>, Error> {
    let sql = format!(
        "SELECT name, to_char({done}_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI \"UTC\"'), {done}_by::text,
                {}::text, extract(epoch FROM {done}_at)::float8, encode(sha256(model), 'hex')
         FROM {table} WHERE name = coalesce($1::text, name) ORDER BY {done}_at DESC, name LIMIT {most}",
        calls::MODEL_INFO.call(&tables.store.table.goce, &["model"])
    );
    let model = |row: &PgRow| {
        Ok(ListedModel {
            name: filled(row, 0)?,
            at: filled(row, 1)?,
            by: filled(row, 2)?,
            info: serde_json::from_str(&filled(row, 3)?).unwrap_or_default(),
            moment: row.try_get(4)?,
            sha256: filled(row, 5)?,
            learned: None,
        })
    };
    let rows = tables.connection.rows(&sql, &[value(&name)]).await?;
    let mut models: Vec<ListedModel> = rows.iter().map(model).collect::<Result<_, Error>>()?;
    let hashes: Vec<String> = models.iter().map(|model| model.sha256.clone()).collect();
    let learned: HashMap<String, i64> = learned_from(tables, &hashes).await?.into_iter().collect();
    for model in &mut models {
        model.learned = learned.get(&model.sha256).copied();
    }
    Ok(models)
}

/// Returns a model of a choice, as lists have it.
pub async fn of_list(tables: &mut Tables<'_>, choice: &str) -> Result<ListedModel, Error> {
    check(tables, choice).await?;
    let store = tables.store;
    let (name, table, done) = match choice.strip_prefix(DRAFT) {
        Some(name) => (name, store.side_tables.drafts.clone(), "trained"),
        None => (
            choice.strip_prefix(MODEL).unwrap_or(choice),
            format!("{}.goce_models", store.table.goce),
            "published",
        ),
    };
    let models = listed(tables, &table, done, Some(name), 1).await?;
    models.into_iter().next().ok_or_else(|| Error::Missing(format!("there is no model {name}")))
}

/// Returns a name that no model has: `mine`, `mine-2` and so on.
pub async fn free_name(tables: &mut Tables<'_>) -> Result<String, Error> {
    let taken = choices(tables).await?;
    let is_taken = |name: &str| taken.iter().any(|choice| choice.split_once(':').is_some_and(|(_, own)| own == name));
    let more = (2..).map(|number| format!("mine-{number}"));
    let mut names = ["mine".to_owned()].into_iter().chain(more);
    Ok(names.find(|name| !is_taken(name)).unwrap_or_default())
}

/// Refuses a name that another model has.
pub async fn check_free(tables: &mut Tables<'_>, name: &str) -> Result<(), Error> {
    let store = tables.store;
    let mut lists = vec![format!("{}.goce_models", store.table.goce)];
    if tables.present.drafts {
        lists.push(store.side_tables.drafts.clone());
    }
    for table in lists {
        let sql = format!("SELECT FROM {table} WHERE name = $1::text");
        if tables.connection.first(&sql, &[value(&name)]).await?.is_some() {
            return Err(taken(name));
        }
    }
    Ok(())
}

fn taken(name: &str) -> Error {
    Error::Conflict(format!("there is a model {name} already: take another name"))
}

/// Saves a trained model as a draft.
pub async fn save_draft(
    store: &Store,
    connection: &mut JobConnection,
    name: &str,
    model: &Vec<u8>,
) -> Result<(), Error> {
    let sql = format!(
        "INSERT INTO {} (name, model, trained_by) VALUES ($1::text, $2::bytea, $3::text) ON CONFLICT DO NOTHING RETURNING 1",
        store.side_tables.drafts
    );
    let by = store.user();
    let values = [value(&name), value(model), value(&by)];
    if connection.rows(&sql, &values).await?.is_empty() {
        return Err(taken(name));
    }
    Ok(())
}

/// Publishes a draft, and deletes the draft.
pub async fn publish(tables: &mut Tables<'_>, name: &str) -> Result<(), Error> {
    tables.store.writable()?;
    let goce = &tables.store.table.goce;
    let drafts = &tables.store.side_tables.drafts;
    let connection = &mut tables.connection;
    connection.begin().await?;
    let sql = format!("DELETE FROM {drafts} WHERE name = $1::text RETURNING model");
    let Some(row) = connection.first(&sql, &[value(&name)]).await? else {
        connection.roll_back().await?;
        return Err(gone(name));
    };
    let model: Vec<u8> = row.try_get(0)?;
    let sql = format!(
        "SELECT {}::text
         WHERE NOT EXISTS (SELECT FROM {goce}.goce_models AS m WHERE m.name = $1::text)",
        calls::PUBLISH.call(goce, &["$1::text", "$2::bytea"])
    );
    let values = [value(&name), value(&model)];
    if connection.rows(&sql, &values).await?.is_empty() {
        connection.roll_back().await?;
        return Err(taken(name));
    }
    connection.commit().await?;
    tables.store.changed();
    Ok(())
}

/// Throws a draft away, and what is known of the pages that it has learned from.
pub async fn discard(tables: &mut Tables<'_>, name: &str) -> Result<(), Error> {
    tables.store.writable()?;
    let (store, present) = (tables.store, tables.present);
    if !present.drafts {
        return Err(gone(name));
    }
    let drafts = &store.side_tables.drafts;
    let sql = format!("DELETE FROM {drafts} WHERE name = $1::text RETURNING encode(sha256(model), 'hex')");
    let deleted = tables.connection.first(&sql, &[value(&name)]).await?;
    let sha256 = filled(&deleted.ok_or_else(|| gone(name))?, 0)?;
    if present.learned {
        // The same bytes may be published, or be another draft.
        let sql = format!(
            "DELETE FROM {} WHERE model_sha256 = $1::text
               AND NOT EXISTS (SELECT FROM {}.goce_models AS m WHERE encode(sha256(m.model), 'hex') = $1::text)
               AND NOT EXISTS (SELECT FROM {drafts} AS m WHERE encode(sha256(m.model), 'hex') = $1::text)",
            store.side_tables.learned, store.table.goce
        );
        tables.connection.rows(&sql, &[value(&sha256)]).await?;
    }
    store.changed();
    Ok(())
}

fn gone(name: &str) -> Error {
    Error::Missing(format!("there is no draft {name}: it was published or thrown away"))
}

/// Returns how many pages each of these models has learned from, by its hash, where that is known.
pub async fn learned_from(tables: &mut Tables<'_>, hashes: &[String]) -> Result<Vec<(String, i64)>, Error> {
    if !tables.present.learned {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT l.model_sha256, count(*) FROM {} AS l WHERE l.model_sha256 = ANY ($1::text[]) GROUP BY 1",
        tables.store.side_tables.learned
    );
    let rows = tables.connection.rows(&sql, &[value(&hashes)]).await?;
    rows.iter().map(|row| Ok((cell(row, 0)?.unwrap_or_default(), row.try_get(1)?))).collect()
}
