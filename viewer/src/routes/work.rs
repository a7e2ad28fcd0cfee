//! The handlers that start, watch and stop jobs.

use std::sync::Arc;

use axum::Json;
use axum::response::Response;
use maud::Markup;
use serde_json::{Map, Value};

use crate::app::App;
use crate::error::Error;
use crate::form::{Fields, Form, Visit};
use crate::jobs::train::Gold;
use crate::jobs::{Job, JobKind, extract as extracting, judge as judging, measure as measuring, train as training};
use crate::keys::encoded;
use crate::models;
use crate::routes::to;
use crate::views::layout::view;
use crate::views::{jobs as shown_jobs, learn as shown_learn, measure as shown_measure};

/// Extracts the pending pages.
pub async fn extract(Form { app, visitor, fields }: Form) -> Result<Response, Error> {
    let method = fields.get("method").unwrap_or("auto");
    extracting::start(&app, method, &visitor.name).await?;
    Ok(to("/"))
}

/// Extracts all pages by a model.
pub async fn extract_with(Form { app, visitor, fields }: Form) -> Result<Response, Error> {
    let model = fields.get("model").unwrap_or_default();
    extracting::start_with(&app, model, &visitor.name).await?;
    Ok(to("/learn"))
}

/// Judges the pages that are not judged.
pub async fn judge(Form { app, visitor, .. }: Form) -> Result<Response, Error> {
    judging::start(&app, &visitor.name).await?;
    Ok(to("/"))
}

pub async fn jobs(Visit { app, visitor, .. }: Visit) -> Markup {
    let body = shown_jobs::jobs(&visitor, &app.jobs.all());
    view(&app, &visitor, "/jobs", "Jobs", &body)
}

fn job(app: &App, fields: &Fields) -> Result<Arc<Job>, Error> {
    let id: u64 = fields.number("job")?.unwrap_or(0);
    app.jobs
        .get(id)
        .ok_or_else(|| Error::Missing("there is no such job: the viewer may have been restarted since".to_owned()))
}

/// A job's progress, for the viewer's script.
pub async fn state(Visit { app, query, .. }: Visit) -> Result<Json<Value>, Error> {
    Ok(Json(shown_jobs::as_json(&*job(&app, &query)?)))
}

pub async fn stop(Form { app, fields, .. }: Form) -> Result<Response, Error> {
    let job = job(&app, &fields)?;
    job.stop().await;
    Ok(to(match job.kind {
        JobKind::Train | JobKind::ExtractWith => "/learn",
        JobKind::Measure => "/measure",
        JobKind::Archive => "/add",
        JobKind::Extract | JobKind::Judge => "/",
    }))
}

/// Lists the models, with the form to train one.
pub async fn learn(Visit { app, visitor, query }: Visit) -> Result<Markup, Error> {
    let mut tables = app.tables().await?;
    let shown = shown_learn::Learn {
        app: &app,
        visitor: &visitor,
        present: tables.present,
        published: &models::published(&mut tables).await?,
        drafts: &models::drafts(&mut tables).await?,
        chosen: query.get("model"),
    };
    let body = shown_learn::learn(&shown);
    Ok(view(&app, &visitor, "/learn", "Learn", &body))
}

pub async fn train(Form { app, visitor, fields }: Form) -> Result<Response, Error> {
    let present = app.tables().await?.present;
    let name = fields.get("name").unwrap_or_default();
    let model = fields.get("model").unwrap_or("forest");
    let options = options(&fields, model)?;
    let gold = Gold::read(fields.get("gold"), present);
    training::start(&app, name, model, options, gold, &visitor.name).await?;
    Ok(to("/learn"))
}

pub async fn publish(Form { app, fields, .. }: Form) -> Result<Response, Error> {
    let name = fields.get("model").unwrap_or_default();
    models::publish(&mut app.tables().await?, name).await?;
    Ok(to(&format!("/learn?model={}", encoded(name))))
}

pub async fn discard(Form { app, fields, .. }: Form) -> Result<Response, Error> {
    let name = fields.get("model").unwrap_or_default();
    models::discard(&mut app.tables().await?, name).await?;
    Ok(to("/learn"))
}

/// The options of `goce_train`: fields of the form, and JSON that adds to them and replaces them.
fn options(form: &Fields, model: &str) -> Result<Value, Error> {
    let mut options = Map::new();
    for name in ["samples", "features"] {
        if let Some(value) = form.get(name) {
            options.insert(name.to_owned(), value.into());
        }
    }
    for name in ["folds", "search", "seed", "trees"] {
        if let Some(value) = form.number::<u32>(name)?
            // Only a forest has trees. Other models refuse the option.
            && (name != "trees" || model == "forest")
        {
            options.insert(name.to_owned(), value.into());
        }
    }
    if let Some(written) = form.get("options") {
        let more: Map<String, Value> = serde_json::from_str(written)
            .map_err(|error| Error::Request(format!("the other options are no JSON object: {error}")))?;
        options.extend(more);
    }
    Ok(Value::Object(options))
}

/// Shows scores, with the form to measure.
pub async fn measure(Visit { app, visitor, query }: Visit) -> Result<Markup, Error> {
    let mut tables = app.tables().await?;
    let models = models::choices(&mut tables).await?;
    let mut chosen: Vec<&str> = query.all("choice").collect();
    if chosen.is_empty() {
        chosen = vec!["auto", "default"];
    }
    let job = match query.number::<u64>("job")? {
        Some(_) => Some(job(&app, &query)?),
        None => app.jobs.newest(JobKind::Measure),
    };
    let body = shown_measure::measure(&app, &visitor, tables.present, &models, &chosen, job.as_deref());
    Ok(view(&app, &visitor, "/measure", "Measure", &body))
}

pub async fn start_measure(Form { app, visitor, fields }: Form) -> Result<Response, Error> {
    let present = app.tables().await?.present;
    let choices = fields.all("choice").map(str::to_owned).collect();
    let most = fields.number("most")?.unwrap_or(500);
    let gold = Gold::read(fields.get("gold"), present);
    measuring::start(&app, choices, gold, most, &visitor.name).await?;
    Ok(to("/measure"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_those_of_the_form_and_of_the_json() {
        let form =
            Fields::read(b"samples=tags&folds=3&search=&trees=9&options=%7B%22depth%22%3A4%2C%22folds%22%3A0%7D");
        assert_eq!(
            options(&form, "forest").expect("options"),
            json!({ "samples": "tags", "folds": 0, "trees": 9, "depth": 4 })
        );
        assert_eq!(options(&form, "svm").expect("options"), json!({ "samples": "tags", "folds": 0, "depth": 4 }));
        assert!(
            options(&Fields::read(b"options=%5B%5D"), "svm").is_err()
                && options(&Fields::read(b"folds=many"), "svm").is_err()
        );
    }
}
