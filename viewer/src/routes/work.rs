//! The handlers that start, watch and stop jobs, and ask before all pages are extracted again.

use std::sync::Arc;

use axum::response::Response;
use maud::{Markup, html};

use crate::app::{App, Visit};
use crate::fields::Fields;
use crate::jobs::measure::Measuring;
use crate::jobs::{Job, JobKind, extract as extracting, judge as judging, measure as measuring, train as training};
use crate::learned::{Among, Gold, Labelled};
use crate::listing::size;
use crate::prelude::*;
use crate::routes::to;
use crate::views::layout::view;
use crate::views::{again as shown_again, jobs as shown_jobs, learn as shown_learn, measure as shown_measure};
use crate::{models, reextract};

/// Extracts the pending pages.
pub async fn extract(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let method = fields.get("method").unwrap_or("auto");
    extracting::start(&app.jobs, &app.store, method).await?;
    Ok(to("/"))
}

/// Judges the pages that are not judged.
pub async fn judge(Visit { app, .. }: Visit) -> Result<Response, Error> {
    judging::start(&app.jobs, &app.store).await?;
    Ok(to("/"))
}

pub async fn jobs(Visit { app, .. }: Visit) -> Markup {
    let body = shown_jobs::jobs(&app.jobs.all());
    view(&app.store, "/jobs", "Jobs", &body)
}

/// Returns the job that a query names.
fn job(app: &App, fields: &Fields) -> Result<Arc<Job>, Error> {
    let job = app.jobs.get(fields.number("job")?.unwrap_or(0));
    job.ok_or_else(|| Error::Missing("there is no such job: the viewer may have been restarted since".to_owned()))
}

pub async fn stop(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let job = job(&app, &fields)?;
    job.stop().await;
    Ok(to(match job.kind {
        JobKind::Train => "/learn",
        JobKind::Measure => "/measure",
        JobKind::Extract | JobKind::Again | JobKind::Judge => "/",
    }))
}

/// Lists the models, with the form to train one.
pub async fn learn(Visit { app, fields }: Visit) -> Result<Markup, Error> {
    let mut tables = app.store.tables().await?;
    let job = app.jobs.newest(JobKind::Train);
    let labelled = Labelled::count(&mut tables, &Among::default()).await?;
    let models = models::listed(&mut tables, None).await?;
    let body = shown_learn::learn(&app.store, job.as_deref(), labelled, &models, fields.get("model"));
    Ok(view(&app.store, "/learn", "Learn", &body))
}

/// Trains a model.
pub async fn train(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let name = fields.get("name").unwrap_or_default();
    let gold = match Gold::read(fields.get("gold")) {
        Some(gold) => gold,
        None => Labelled::count(&mut app.store.tables().await?, &Among::default()).await?.better(),
    };
    let learnable = fields.get("from") == Some("four-fifths");
    training::start(&app.jobs, &app.store, name, gold, learnable).await?;
    Ok(to("/learn"))
}

/// Shows scores, with the form to measure.
pub async fn measure(Visit { app, fields }: Visit) -> Result<Markup, Error> {
    let mut tables = app.store.tables().await?;
    let choices = models::choices(&mut tables).await?;
    let mut chosen: Vec<String> = fields.all("choice").map(str::to_owned).collect();
    if chosen.is_empty() {
        let newest = models::listed(&mut tables, None).await?.into_iter().next();
        chosen = vec![
            "auto".to_owned(),
            newest.map_or_else(|| "default".to_owned(), |model| model.choice()),
        ];
    }
    let models = models::chosen(&mut tables, &chosen).await?;
    let unseen = Among {
        unseen: models.iter().map(|model| model.sha256.clone()).collect(),
        ..Among::default()
    };
    let job = match fields.get("job") {
        Some(_) => Some(job(&app, &fields)?),
        None => app.jobs.newest(JobKind::Measure),
    };
    let measured = job.as_ref().and_then(|job| job.progress().measured);
    let worst = measured.iter().flat_map(|measured| &measured.pages).take(shown_measure::WORST);
    let worst: Vec<Key> = worst.map(|page| page.key.clone()).collect();
    let titles = tables.titles(&worst).await?;
    let groupings = measuring::groupings(&tables);
    // Until something was chosen, by the first.
    let usual = groupings.first().filter(|_| fields.all("by").next().is_none()).map(|(by, _)| by.as_str());
    let shown = shown_measure::Measure {
        store: &app.store,
        choices: &choices,
        chosen: &chosen,
        models: &models,
        labelled: Labelled::count(&mut tables, &unseen).await?,
        gold: Gold::read(fields.get("gold")),
        groupings: &groupings,
        grouped_by: fields.get("by").or(usual),
        job: job.as_deref(),
        measured: measured.as_deref(),
        titles: &titles,
    };
    Ok(view(&app.store, "/measure", "Measure", &shown_measure::measure(&shown)))
}

/// Starts to measure. Where a model has learned from every page there is nothing to measure it on, and the view says so.
pub async fn start_measure(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let measuring = Measuring {
        choices: fields.all("choice").map(str::to_owned).collect(),
        gold: Gold::read(fields.get("gold")),
        grouped_by: fields.get("by").map(str::to_owned),
        most: fields.number("most")?.unwrap_or(500),
    };
    measuring::start(&app.jobs, &app.store, measuring).await?;
    // The form is shown again as it was filled in.
    let kept = fields.0.iter().filter(|(name, _)| name != "most");
    Ok(to(&format!(
        "/measure?{}",
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(kept).finish()
    )))
}

/// Says what would be done, and asks.
pub async fn again(Visit { app, fields }: Visit) -> Result<Markup, Error> {
    app.store.writable()?;
    let mut tables = app.store.tables().await?;
    let by = fields.get("by").unwrap_or("auto");
    let choice = shown_again::choice(by, &models::choices(&mut tables).await?);
    let body = match reextract::unfinished(&mut tables).await? {
        Some(unfinished) => shown_again::unfinished(&unfinished),
        None => {
            let model = models::chosen(&mut tables, &[by]).await?;
            let pages = size(&mut tables.connection, &app.store.table.quoted).await?;
            shown_again::asked(&app.store, by, model.first(), pages, &reextract::made(&mut tables).await?)
        }
    };
    Ok(view(&app.store, "/", "Extract again", &html! { (choice) (body) }))
}

/// Begins, or goes on.
pub async fn extract_again(Visit { app, fields }: Visit) -> Result<Response, Error> {
    let method = fields.get("method").unwrap_or_default();
    extracting::start_again(&app.jobs, &app.store, method).await?;
    Ok(to("/"))
}

/// Says what an extraction of all pages has changed.
pub async fn changes(Visit { app, fields }: Visit) -> Result<Markup, Error> {
    let job = job(&app, &fields)?;
    let changes = job.progress().changes.ok_or_else(|| Error::Missing("this job has changed no texts".to_owned()))?;
    let keys: Vec<Key> = changes.most.iter().map(|text| text.key.clone()).collect();
    let titles = app.store.tables().await?.titles(&keys).await?;
    Ok(view(&app.store, "/", "What has changed", &shown_again::changed(&job.title, &changes, &titles)))
}

/// Throws the new texts of a run away that did not end.
pub async fn discard(Visit { app, .. }: Visit) -> Result<Response, Error> {
    reextract::give_up(&mut app.store.tables().await?).await?;
    Ok(to("/"))
}
