//! Style and scripts, which are part of the program.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::error::Error;

pub async fn asset(Path(name): Path<String>) -> Result<Response, Error> {
    let (kind, content) = match name.as_str() {
        "style.css" => ("text/css; charset=utf-8", include_str!("../../assets/style.css")),
        "viewer.js" => ("text/javascript; charset=utf-8", include_str!("../../assets/viewer.js")),
        "icon.svg" => ("image/svg+xml", include_str!("../../assets/icon.svg")),
        _ => return Err(Error::Missing(format!("there is no {name}"))),
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], content).into_response())
}
