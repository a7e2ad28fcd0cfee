//! Models: published in `goce_models`, or drafts beside the pages that nobody uses yet. A draft is published under its own
//! name, or thrown away.

use crate::app::App;
use crate::calls;
use crate::companions::Present;
use crate::database::{Own, Session, bytes, filled, text};
use crate::error::Error;

/// What a choice of a published model begins with.
pub const MODEL: &str = "model:";
/// What a choice of a draft begins with.
pub const DRAFT: &str = "draft:";

/// A model, as it is listed.
pub struct Model {
    /// Its name.
    pub name: String,
    /// When it was published or trained.
    pub at: String,
    /// By whom.
    pub by: String,
    /// What `goce_model_info` says of it.
    pub info: serde_json::Value,
}

/// Returns whether a choice is one of a model.
pub fn is_model(choice: &str) -> bool {
    choice.starts_with(MODEL) || choice.starts_with(DRAFT)
}

/// Returns an expression of the model of a choice, whose name is the parameter of that number, and the name; `None` where
/// the choice is of no model.
pub fn of_choice<'c>(app: &App, choice: &'c str, number: usize) -> Option<(String, &'c str)> {
    let (name, table) = match choice.strip_prefix(MODEL) {
        Some(name) => (name, format!("{}.goce_models", app.table.goce)),
        None => (choice.strip_prefix(DRAFT)?, app.names.drafts.clone()),
    };
    let model = format!("(SELECT m.model FROM {table} AS m WHERE m.name = ${number}::text)");
    Some((model, name))
}

/// Refuses the choice of a model that is not there.
pub async fn check(app: &App, session: &mut Session, present: Present, choice: &str) -> Result<(), Error> {
    let Some((model, name)) = of_choice(app, choice, 1) else {
        return Ok(());
    };
    let missing = || Error::Missing(format!("there is no model {name}"));
    if choice.starts_with(DRAFT) && !present.drafts {
        return Err(missing());
    }
    let sql = format!("SELECT {model} IS NOT NULL");
    match session.first(&sql, &[text(&name)]).await? {
        Some(row) if row.try_get(0)? => Ok(()),
        _ => Err(missing()),
    }
}

/// Returns the choices of all models, the published first.
pub async fn choices(app: &App, session: &mut Session, present: Present) -> Result<Vec<String>, Error> {
    let mut choices = Vec::new();
    let mut add = |prefix: &str, rows: Vec<tokio_postgres::Row>| {
        rows.iter().try_for_each(|row| {
            choices.push(format!("{prefix}{}", filled(row, 0)?));
            Ok::<_, Error>(())
        })
    };
    if may_read(app, session).await? {
        let sql = format!("SELECT name FROM {}.goce_models ORDER BY name", app.table.goce);
        add(MODEL, session.rows(&sql, &[]).await?)?;
    }
    if present.drafts {
        let sql = format!("SELECT name FROM {} ORDER BY name", app.names.drafts);
        add(DRAFT, session.rows(&sql, &[]).await?)?;
    }
    Ok(choices)
}

/// A role may lack the right to read the published models, and uses the methods all the same.
async fn may_read(app: &App, session: &mut Session) -> Result<bool, Error> {
    let name = format!("{}.goce_models", app.table.goce);
    let sql = "SELECT coalesce(has_table_privilege(to_regclass($1::text), 'SELECT'), false)";
    let row = session.first(sql, &[text(&name)]).await?;
    Ok(row.map_or(Ok(false), |row| row.try_get(0))?)
}

/// Returns the newest published models.
pub async fn published(app: &App, session: &mut Session) -> Result<Vec<Model>, Error> {
    if !may_read(app, session).await? {
        return Ok(Vec::new());
    }
    let table = format!("{}.goce_models", app.table.goce);
    listed(app, session, &table, "published").await
}

/// Returns the newest drafts.
pub async fn drafts(app: &App, session: &mut Session, present: Present) -> Result<Vec<Model>, Error> {
    if !present.drafts {
        return Ok(Vec::new());
    }
    listed(app, session, &app.names.drafts, "trained").await
}

async fn listed(app: &App, session: &mut Session, table: &str, done: &str) -> Result<Vec<Model>, Error> {
    let sql = format!(
        "SELECT name, to_char({done}_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI \"UTC\"'), {done}_by::text,
                {}::text
         FROM {table} ORDER BY {done}_at DESC, name LIMIT 100",
        calls::MODEL_INFO.call(&app.table.goce, &["model"])
    );
    let mut models = Vec::new();
    for row in session.rows(&sql, &[]).await? {
        models.push(Model {
            name: filled(&row, 0)?,
            at: filled(&row, 1)?,
            by: filled(&row, 2)?,
            info: serde_json::from_str(&filled(&row, 3)?).unwrap_or_default(),
        });
    }
    Ok(models)
}

/// Refuses a name that is taken.
pub async fn is_free(app: &App, session: &mut Session, present: Present, name: &str) -> Result<(), Error> {
    let is_published = format!(
        "EXISTS (SELECT FROM {}.goce_models WHERE name = $1::text)",
        app.table.goce
    );
    let is_draft = if present.drafts {
        format!("EXISTS (SELECT FROM {} WHERE name = $1::text)", app.names.drafts)
    } else {
        "false".to_owned()
    };
    let sql = format!("SELECT {is_published} OR {is_draft}");
    match session.first(&sql, &[text(&name)]).await? {
        Some(row) if !row.try_get::<_, bool>(0)? => Ok(()),
        _ => Err(taken(name)),
    }
}

fn taken(name: &str) -> Error {
    Error::Conflict(format!(
        "there is a model {name} already: old models stay, take another name"
    ))
}

/// Keeps a trained model as a draft.
pub async fn keep(app: &App, own: &Own, name: &str, model: &Vec<u8>, by: &str) -> Result<(), Error> {
    let sql = format!(
        "INSERT INTO {} (name, model, trained_by) VALUES ($1::text, $2::bytea, $3::text) ON CONFLICT DO NOTHING RETURNING 1",
        app.names.drafts
    );
    let kept = own.rows(&sql, &[text(&name), bytes(model), text(&by)]).await?;
    if kept.is_empty() {
        return Err(taken(name));
    }
    Ok(())
}

/// Publishes a draft, which is none then.
pub async fn publish(app: &App, session: &mut Session, name: &str) -> Result<(), Error> {
    app.writable()?;
    let goce = &app.table.goce;
    session.begin().await?;
    let sql = format!("DELETE FROM {} WHERE name = $1::text RETURNING model", app.names.drafts);
    let Some(row) = session.first(&sql, &[text(&name)]).await? else {
        session.roll_back().await?;
        return Err(gone(name));
    };
    let model: Vec<u8> = row.try_get(0)?;
    let sql = format!(
        "SELECT {}::text
         WHERE NOT EXISTS (SELECT FROM {goce}.goce_models AS m WHERE m.name = $1::text)",
        calls::PUBLISH.call(goce, &["$1::text", "$2::bytea"])
    );
    let published = session.rows(&sql, &[text(&name), bytes(&model)]).await?;
    if published.is_empty() {
        session.roll_back().await?;
        return Err(taken(name));
    }
    session.commit().await
}

/// Throws a draft away.
pub async fn discard(app: &App, session: &mut Session, name: &str) -> Result<(), Error> {
    app.writable()?;
    let sql = format!("DELETE FROM {} WHERE name = $1::text RETURNING 1", app.names.drafts);
    match session.first(&sql, &[text(&name)]).await? {
        Some(_) => Ok(()),
        None => Err(gone(name)),
    }
}

fn gone(name: &str) -> Error {
    Error::Missing(format!("there is no draft {name}: it was published or thrown away"))
}
