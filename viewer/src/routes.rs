//! The addresses of the viewer and their handlers.

mod assets;
mod frames;
mod mark;
mod read;
mod work;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use tower::limit::GlobalConcurrencyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::app::App;
use crate::error::Error;
use crate::guard::guard;

pub fn all(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(read::overview))
        .route("/pages", get(read::pages))
        .route("/page", get(read::page))
        .route("/screenshot", get(frames::screenshot))
        .route("/frame", get(frames::highlighted))
        .route("/frame/mark", get(frames::marking))
        .route("/mark", get(mark::show).post(mark::save))
        .route("/mark/undo", post(mark::undo))
        .route("/extract", post(work::extract))
        .route("/again", get(work::again).post(work::extract_again))
        .route("/again/changes", get(work::changes))
        .route("/again/discard", post(work::discard))
        .route("/judge", post(work::judge))
        .route("/learn", get(work::learn).post(work::train))
        .route("/measure", get(work::measure).post(work::start_measure))
        .route("/jobs", get(work::jobs))
        .route("/jobs/stop", post(work::stop))
        .route("/assets/{name}", get(assets::asset))
        .fallback(nothing)
        .method_not_allowed_fallback(no_such_method)
        // The blocks of a page of 2 million nodes fit.
        .layer(DefaultBodyLimit::max(32 << 20))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        // Between two pieces of a request's body.
        .layer(RequestBodyTimeoutLayer::new(Duration::from_secs(60)))
        // Others wait.
        .layer(GlobalConcurrencyLimitLayer::new(512))
        .with_state(app)
}

async fn nothing() -> Error {
    Error::Missing("there is nothing at this address".to_owned())
}

async fn no_such_method() -> Response {
    let error = Error::Request("this address takes no such request".to_owned());
    let mut response = error.into_response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

/// Sends a browser on, after its form was accepted.
fn to(address: &str) -> Response {
    Redirect::to(address).into_response()
}
