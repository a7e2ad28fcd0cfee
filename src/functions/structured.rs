//! `goce_structured`.

use pgrx::prelude::*;

use crate::server::error::{OrReport, Result};
use crate::server::page_memory::parse;
use crate::server::text::Text;
use crate::server::values::JsonText;
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
