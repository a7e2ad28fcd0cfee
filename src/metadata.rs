//! `goce_metadata`.

use pgrx::prelude::*;

use crate::error::{OrReport, Result};
use crate::values::Json;
use crate::{Text, parse};

#[pg_extern(immutable, parallel_safe, cost = 600000)]
fn goce_metadata(html: Option<Text>, url: default!(Option<Text>, "NULL")) -> Result<Option<Json>> {
    let Some(html) = html else {
        return Ok(None);
    };
    let metadata = parse(&html)?.metadata(url.as_deref()).or_report()?;
    Ok(Some(Json(Some((*metadata).clone().into_json()))))
}
