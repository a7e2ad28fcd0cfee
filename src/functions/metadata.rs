//! `goce_metadata`.

use crate::functions::prelude::*;

#[pg_extern(name = "goce_metadata", immutable, parallel_safe, cost = 530000)]
fn goce_metadata_0_3(
    html: Option<Text>,
    url: default!(Option<Text>, "NULL"),
    headers: default!(Option<Text>, "NULL"),
) -> Result<Option<Json>> {
    let Some(html) = html else {
        return Ok(None);
    };
    let metadata = parse(&html)?.metadata(url.as_deref()).or_report()?;
    let metadata = (*metadata).clone().with_headers(headers.as_deref().unwrap_or(""));
    Ok(Some(Json(Some(metadata.into_json()))))
}
