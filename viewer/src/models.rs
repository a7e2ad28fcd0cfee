//! Published models, `goce_models`, and the pages of the table that each has learned from.

use sqlx::FromRow;

use crate::functions::Functions;
use crate::prelude::*;
use crate::report::Info;

/// The start of a choice that is a model, and no method.
pub const MODEL: &str = "model:";

/// A published model.
#[derive(Clone, Default, FromRow)]
pub struct Model {
    pub name: String,
    /// When it was published.
    pub at: String,
    /// Who published it.
    pub by: String,
    /// What `goce_model_info` says.
    pub info: Info,
    pub sha256: String,
    /// How many pages of this table it has learned from; `None` where it was trained elsewhere, and nobody knows.
    pub learned: Option<i64>,
}

impl Model {
    pub fn choice(&self) -> String {
        format!("{MODEL}{}", self.name)
    }
}

/// Returns the newest hundred models, or the one of a name.
pub async fn listed(tables: &mut Tables<'_>, name: Option<&str>) -> Result<Vec<Model>, Error> {
    let (goce, learned) = (&tables.store.table.goce, &tables.present.read.learned);
    // The viewer works without the right to read them.
    let models = format!("{}.goce_models", goce.schema);
    let sql = "SELECT coalesce(has_table_privilege(to_regclass($1::text), 'SELECT'), false)";
    if !tables.connection.only::<bool>(sql, &[&models]).await? {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT m.name, to_char(m.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI \"UTC\"') AS at, m.published_by AS by,
                {info}::text AS info, h.sha256,
                (SELECT nullif(count(*), 0) FROM {learned} AS l WHERE l.model_sha256 = h.sha256) AS learned
         FROM (SELECT * FROM {models} AS m WHERE m.name = coalesce($1::text, m.name) ORDER BY m.published_at DESC, m.name LIMIT 100) AS m
         CROSS JOIN LATERAL (SELECT encode(sha256(m.model), 'hex') AS sha256) AS h ORDER BY m.published_at DESC, m.name",
        info = goce.call("goce_model_info", &[("model", "m.model")]),
    );
    tables.connection.rows(&sql, &[&name]).await
}

/// Returns the models among these choices. A method or a model that does not exist is an error.
pub async fn chosen<S: AsRef<str>>(tables: &mut Tables<'_>, choices: &[S]) -> Result<Vec<Model>, Error> {
    let mut models = Vec::new();
    for choice in choices.iter().map(AsRef::as_ref) {
        if let Some(name) = choice.strip_prefix(MODEL) {
            let model = listed(tables, Some(name)).await?.pop();
            models.push(model.ok_or_else(|| Error::Missing(format!("there is no model {name}")))?);
        } else if !tables.store.methods.iter().any(|method| method == choice) {
            return Err(Error::Request(format!("there is no method {choice}")));
        }
    }
    Ok(models)
}

/// Returns the choices of all texts of a page: the methods, then the models.
pub async fn choices(tables: &mut Tables<'_>) -> Result<Vec<String>, Error> {
    let models = listed(tables, None).await?;
    Ok(tables.store.methods.iter().cloned().chain(models.iter().map(Model::choice)).collect())
}

/// Returns a call of a function of goce for a page by a method or a model, and the parameter of this number, which it needs.
pub fn call<'c>(goce: &Functions, function: &str, page: &str, choice: &'c str, number: usize) -> (String, &'c str) {
    let argument = format!("${number}::text");
    match choice.strip_prefix(MODEL) {
        Some(name) => {
            let model = goce.call("goce_model", &[("name", &argument)]);
            (goce.call(function, &[("html", page), ("model", &model)]), name)
        }
        None => (goce.call(function, &[("html", page), ("method", &argument)]), choice),
    }
}
