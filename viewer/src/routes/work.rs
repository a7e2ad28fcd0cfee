//! To start, watch and stop jobs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use maud::Markup;
use serde_json::{Map, Value};

use crate::app::App;
use crate::error::Error;
use crate::form::{By, Fields, Form, Query};
use crate::jobs::train::Gold;
use crate::jobs::{
    self as begun, Kind, extract as extraction, judge as judging, measure as measuring, train as training,
};
use crate::keys::encoded;
use crate::models;
use crate::routes::to;
use crate::views::layout::view;
use crate::views::{jobs as shown_jobs, learn as shown_learn, measure as shown_measure};

/// Extracts what is pending.
pub async fn extract(State(app): State<Arc<App>>, By(visitor): By, Form(form): Form) -> Result<Response, Error> {
    extraction::start(&app, form.get("method").unwrap_or("auto"), &visitor.name).await?;
    Ok(to("/"))
}

/// Extracts all pages by a model.
pub async fn extract_with(State(app): State<Arc<App>>, By(visitor): By, Form(form): Form) -> Result<Response, Error> {
    extraction::start_with(&app, form.get("model").unwrap_or_default(), &visitor.name).await?;
    Ok(to("/learn"))
}

/// Judges what is not judged.
pub async fn judge(State(app): State<Arc<App>>, By(visitor): By, Form(_): Form) -> Result<Response, Error> {
    judging::start(&app, &visitor.name).await?;
    Ok(to("/"))
}

/// The jobs.
pub async fn jobs(State(app): State<Arc<App>>, By(visitor): By) -> Markup {
    view(
        &app,
        &visitor,
        "/jobs",
        "Jobs",
        &shown_jobs::jobs(&visitor, &app.jobs.all()),
    )
}

fn job(app: &App, fields: &Fields) -> Result<Arc<begun::Job>, Error> {
    let id: u64 = fields.number("job")?.unwrap_or(0);
    app.jobs
        .get(id)
        .ok_or_else(|| Error::Missing("there is no such job: the viewer may have been restarted since".to_owned()))
}

/// How a job stands, for the script.
pub async fn state(State(app): State<Arc<App>>, Query(query): Query) -> Result<Json<Value>, Error> {
    Ok(Json(shown_jobs::as_json(&*job(&app, &query)?)))
}

/// Stops a job.
pub async fn stop(State(app): State<Arc<App>>, Form(form): Form) -> Result<Response, Error> {
    let job = job(&app, &form)?;
    job.stop().await;
    Ok(to(match job.kind {
        Kind::Train | Kind::ExtractWith => "/learn",
        Kind::Measure => "/measure",
        Kind::Archive => "/add",
        Kind::Extract | Kind::Judge => "/",
    }))
}

/// Models, and the form to train one.
pub async fn learn(State(app): State<Arc<App>>, By(visitor): By, Query(query): Query) -> Result<Markup, Error> {
    let (mut session, present) = app.session().await?;
    let published = models::published(&app, &mut session).await?;
    let drafts = models::drafts(&app, &mut session, present).await?;
    let shown = shown_learn::Learn {
        app: &app,
        visitor: &visitor,
        present,
        drafts: &drafts,
        published: &published,
        chosen: query.get("model"),
    };
    let body = shown_learn::learn(&shown);
    Ok(view(&app, &visitor, "/learn", "Learn", &body))
}

/// Trains a model.
pub async fn train(State(app): State<Arc<App>>, By(visitor): By, Form(form): Form) -> Result<Response, Error> {
    let (_, present) = app.session().await?;
    let model = form.get("model").unwrap_or("forest");
    let options = options(&form, model)?;
    let gold = Gold::read(form.get("gold"), present);
    training::start(
        &app,
        form.get("name").unwrap_or_default(),
        model,
        options,
        gold,
        &visitor.name,
    )
    .await?;
    Ok(to("/learn"))
}

/// Publishes a draft.
pub async fn publish(State(app): State<Arc<App>>, Form(form): Form) -> Result<Response, Error> {
    let name = form.get("model").unwrap_or_default();
    let (mut session, _) = app.session().await?;
    models::publish(&app, &mut session, name).await?;
    Ok(to(&format!("/learn?model={}", encoded(name))))
}

/// Throws a draft away.
pub async fn discard(State(app): State<Arc<App>>, Form(form): Form) -> Result<Response, Error> {
    let name = form.get("model").unwrap_or_default();
    let (mut session, _) = app.session().await?;
    models::discard(&app, &mut session, name).await?;
    Ok(to("/learn"))
}

/// The options of `goce_train`: those of the form's fields, then those written as JSON.
fn options(form: &Fields, model: &str) -> Result<Value, Error> {
    let mut options = Map::new();
    for name in ["samples", "features"] {
        if let Some(value) = form.get(name) {
            options.insert(name.to_owned(), value.into());
        }
    }
    for name in ["folds", "search", "seed", "trees"] {
        if let Some(value) = form.number::<u32>(name)?
            // Only a forest has trees; the others refuse the option.
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

/// Scores, and the form to measure.
pub async fn measure(State(app): State<Arc<App>>, By(visitor): By, Query(query): Query) -> Result<Markup, Error> {
    let (mut session, present) = app.session().await?;
    let models = models::choices(&app, &mut session, present).await?;
    let chosen: Vec<String> = query.all("choice").map(str::to_owned).collect();
    let chosen = if chosen.is_empty() {
        vec!["auto".to_owned(), "default".to_owned()]
    } else {
        chosen
    };
    let job = match query.number::<u64>("job")? {
        Some(_) => Some(job(&app, &query)?),
        None => app.jobs.newest(Kind::Measure),
    };
    let body = shown_measure::measure(&app, &visitor, present, &models, &chosen, job.as_deref());
    Ok(view(&app, &visitor, "/measure", "Measure", &body))
}

/// Measures.
pub async fn start_measure(State(app): State<Arc<App>>, By(visitor): By, Form(form): Form) -> Result<Response, Error> {
    let (_, present) = app.session().await?;
    let choices = form.all("choice").map(str::to_owned).collect();
    let most = form.number("most")?.unwrap_or(500);
    measuring::start(
        &app,
        choices,
        Gold::read(form.get("gold"), present),
        most,
        &visitor.name,
    )
    .await?;
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
        assert_eq!(
            options(&form, "svm").expect("options"),
            json!({ "samples": "tags", "folds": 0, "depth": 4 })
        );
        assert!(
            options(&Fields::read(b"options=%5B%5D"), "svm").is_err()
                && options(&Fields::read(b"folds=many"), "svm").is_err()
        );
    }
}
