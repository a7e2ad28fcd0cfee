//! `goce_structured`.

use crate::functions::prelude::*;
use goce_rows::structured::structured;

#[pg_extern(immutable, parallel_safe, cost = 400000)]
fn goce_structured(html: Option<Text>, url: default!(Option<Text>, "NULL")) -> Result<Option<JsonText>> {
    let Some(html) = html else {
        return Ok(None);
    };
    let page = parse(&html)?;
    let text = structured(&page, url.as_deref()).or_report()?;
    Ok(Some(JsonText(text)))
}
