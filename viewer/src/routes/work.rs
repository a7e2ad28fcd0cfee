//! The handlers that start, watch and stop jobs.

use std::sync::Arc;

use axum::Json;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::app::App;
use crate::app::{Form, Visit};
use crate::error::Error;
use crate::fields::{Fields, Typed};
use crate::jobs::measure::Measuring;
use crate::jobs::{Job, JobKind, extract as extracting, judge as judging, measure as measuring, train as training};
use crate::keys::{Key, encoded};
use crate::learned::{self, Among, Gold, Labelled};
use crate::models::{self, DRAFT};
use crate::routes::to;
use crate::views::layout::{message, view};
use crate::views::{ask, jobs as shown_jobs, learn as shown_learn, measure as shown_measure};

/// Extracts the pending pages.
pub async fn extract(Form { app, fields }: Form) -> Result<Response, Error> {
    let method = fields.get("method").unwrap_or("auto");
    extracting::start(&app.jobs, &app.store, method).await?;
    Ok(to("/"))
}

/// Judges the pages that are not judged.
pub async fn judge(Form { app, .. }: Form) -> Result<Response, Error> {
    judging::start(&app.jobs, &app.store).await?;
    Ok(to("/"))
}

pub async fn jobs(Visit { app, .. }: Visit) -> Markup {
    let body = shown_jobs::jobs(&app.jobs.all());
    view(&app.store, "/jobs", "Jobs", &body)
}

/// Returns the job that a query names.
pub fn job(app: &App, fields: &Fields) -> Result<Arc<Job>, Error> {
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
        JobKind::Train => "/learn",
        JobKind::Measure => "/measure",
        JobKind::Extract | JobKind::Again | JobKind::Judge => "/",
    }))
}

/// Lists the models, with the form to train one.
pub async fn learn(Visit { app, query }: Visit) -> Result<Markup, Error> {
    learning(&app, Typed::default(), query.get("model"), html! {}).await
}

async fn learning(app: &App, typed: Typed<'_>, chosen: Option<&str>, problem: Markup) -> Result<Markup, Error> {
    let mut tables = app.store.tables().await?;
    let job = app.jobs.newest(JobKind::Train);
    let shown = shown_learn::Learn {
        store: &app.store,
        job: job.as_deref(),
        labelled: Labelled::count(&mut tables, &[]).await?,
        name: models::free_name(&mut tables).await?,
        published: &models::published(&mut tables, models::LISTED).await?,
        drafts: &models::drafts(&mut tables, models::LISTED).await?,
        chosen,
        typed,
    };
    let body = html! { (problem) (shown_learn::learn(&shown)) };
    Ok(view(&app.store, "/learn", "Learn", &body))
}

/// Trains a model. Where that cannot begin, the form is shown again as it was filled in.
pub async fn train(Form { app, fields }: Form) -> Result<Response, Error> {
    match start_to_train(&app, &fields).await {
        Ok(()) => Ok(to("/learn")),
        Err(error) => {
            let typed = Typed::new(&fields, Some(&error));
            let view = learning(&app, typed, None, message(&error)).await?;
            Ok((error.status(), view).into_response())
        }
    }
}

async fn start_to_train(app: &Arc<App>, fields: &Fields) -> Result<(), Error> {
    let name = fields.get("name").unwrap_or_default();
    let model = fields.get("model").unwrap_or(shown_learn::USUAL);
    let options = options(fields)?;
    let gold = match Gold::read(fields.get("gold")) {
        Some(gold) => gold,
        None => Labelled::count(&mut app.store.tables().await?, &[]).await?.better(),
    };
    let among = match fields.get("from") {
        Some("four-fifths") => Among::Learnable,
        _ => Among::All,
    };
    training::start(&app.jobs, &app.store, name, model, options, gold, &among).await
}

/// Asks before something is done with a draft.
async fn asked(
    Visit { app, query }: Visit,
    title: &str,
    body: fn(&models::ListedModel) -> Markup,
) -> Result<Markup, Error> {
    app.store.writable()?;
    let draft = format!("{DRAFT}{}", query.get("model").unwrap_or_default());
    let model = models::of_list(&mut app.store.tables().await?, &draft).await?;
    Ok(view(&app.store, "/learn", title, &body(&model)))
}

pub async fn ask_publish(visit: Visit) -> Result<Markup, Error> {
    asked(visit, "Publish", ask::publish).await
}

pub async fn ask_discard(visit: Visit) -> Result<Markup, Error> {
    asked(visit, "Throw away", ask::discard).await
}

pub async fn publish(Form { app, fields, .. }: Form) -> Result<Response, Error> {
    let name = fields.get("model").unwrap_or_default();
    models::publish(&mut app.store.tables().await?, name).await?;
    Ok(to(&format!("/learn?model={}", encoded(name))))
}

pub async fn discard(Form { app, fields, .. }: Form) -> Result<Response, Error> {
    let name = fields.get("model").unwrap_or_default();
    models::discard(&mut app.store.tables().await?, name).await?;
    Ok(to("/learn"))
}

/// Reads the options of `goce_train`, a JSON object.
fn options(fields: &Fields) -> Result<Value, Error> {
    let options: Result<Map<String, Value>, _> = serde_json::from_str(fields.get("options").unwrap_or("{}"));
    options
        .map(Value::Object)
        .map_err(|error| Error::field("options", format!("the options are not a JSON object: {error}")))
}

/// Shows scores, with the form to measure.
pub async fn measure(Visit { app, query }: Visit) -> Result<Markup, Error> {
    let mut tables = app.store.tables().await?;
    let models = models::choices(&mut tables).await?;
    let mut chosen: Vec<String> = query.all("choice").map(str::to_owned).collect();
    if chosen.is_empty() {
        let newest = models::newest(&mut tables).await?.into_iter().next().map(|(choice, _)| choice);
        chosen = vec!["auto".to_owned(), newest.unwrap_or_else(|| "default".to_owned())];
    }
    let pupils = learned::pupils(&mut tables, &chosen).await?;
    let hashes: Vec<String> = pupils.iter().map(|pupil| pupil.sha256.clone()).collect();
    let job = match query.number::<u64>("job")? {
        Some(_) => Some(job(&app, &query)?),
        None => app.jobs.newest(JobKind::Measure),
    };
    let measured = job.as_ref().and_then(|job| job.progress().measured);
    let worst: Vec<Key> = measured.iter().flat_map(|measured| measured.worst()).map(|page| page.key.clone()).collect();
    let titles = tables.titles(&worst).await?;
    let groupings = measuring::groupings(&app.store.table, tables.present);
    let shown = shown_measure::Measure {
        store: &app.store,
        models: &models,
        chosen: &chosen,
        pupils: &pupils,
        labelled: Labelled::count(&mut tables, &hashes).await?,
        gold: Gold::read(query.get("gold")),
        groupings: &groupings,
        // Until something was chosen, by the first.
        grouped_by: query.get("by").or_else(|| groupings.first().copied().filter(|_| query.all("by").next().is_none())),
        job: job.as_deref(),
        measured: measured.as_deref(),
        titles: &titles,
    };
    Ok(view(&app.store, "/measure", "Measure", &shown_measure::measure(&shown)))
}

/// Starts to measure. Where a model has learned from every page there is nothing to measure it on, and the view says so.
pub async fn start_measure(Form { app, fields }: Form) -> Result<Response, Error> {
    let measuring = Measuring {
        choices: fields.all("choice").map(str::to_owned).collect(),
        gold: Gold::read(fields.get("gold")),
        all: fields.get("pages") == Some("all"),
        grouped_by: fields.get("by").map(str::to_owned),
        most: fields.number("most")?.unwrap_or(500),
    };
    let gold = measuring.gold.map(|gold| ("gold", gold.name()));
    let chosen = measuring
        .choices
        .iter()
        .map(|choice| ("choice", choice.as_str()))
        .chain(gold)
        .chain(fields.all("by").map(|by| ("by", by)));
    let address =
        format!("/measure?{}", url::form_urlencoded::Serializer::new(String::new()).extend_pairs(chosen).finish());
    measuring::start(&app.jobs, &app.store, measuring).await?;
    Ok(to(&address))
}
