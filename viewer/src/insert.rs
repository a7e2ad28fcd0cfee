//! Adding one page to the table.

use crate::app::App;
use crate::calls;
use crate::database::{Value, bytes, text};
use crate::error::Error;
use crate::keys::Key;
use crate::table::Column;
use crate::views::add::asked;

/// A page to add, and what is known of it.
pub struct NewPage {
    pub html: Vec<u8>,
    pub content_type: Option<String>,
    pub url: Option<String>,
}

/// Adds a page, and returns its key. `fields` are names and values of further columns; the column of an empty one gets its
/// default. `known_too`: a key that is there already is an error; without it such a page is left out.
pub async fn insert(
    app: &App,
    page: &NewPage,
    fields: &[(String, String)],
    known_too: bool,
) -> Result<Option<Key>, Error> {
    let table = &app.table;
    let is_bytes = table.html.kind == "bytea";
    let mut filled: Vec<(&Column, &String)> = Vec::new();
    let asked = asked(app);
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        let column = asked.iter().find(|column| column.name == *name);
        filled.push((column.ok_or_else(|| Error::Request(format!("there is no column {name} to fill")))?, value));
    }
    let content_type = table.columns.iter().find(|column| column.name == "content_type" && is_bytes);
    // Nothing else fills a key of text, so the address does.
    let key = table.key.first().filter(|key| table.key.len() == 1 && key.needed && key.kind == "text");
    for (column, value) in [
        (&table.url.as_ref(), &page.url),
        (&content_type, &page.content_type),
        (&key, &page.url),
    ] {
        if let (Some(column), Some(value)) = (column, value)
            && !filled.iter().any(|(known, _)| known == column)
        {
            filled.push((column, value));
        }
    }
    let mut columns = vec![table.html.quoted.as_str()];
    let mut values: Vec<Value<'_>> = vec![bytes(&page.html), text(&page.content_type)];
    let mut written = vec![match is_bytes {
        true => "$1::bytea".to_owned(),
        false => format!("{}::{}", calls::DECODE.call(&table.goce, &["$1::bytea", "$2::text"]), table.html.kind),
    }];
    for (column, value) in &filled {
        columns.push(&column.quoted);
        values.push(text(*value));
        written.push(format!("${}::text::{}", values.len(), column.kind));
    }
    let sql = format!(
        "INSERT INTO {} AS s ({}) SELECT {} {} RETURNING {}",
        table.quoted,
        columns.join(", "),
        written.join(", "),
        if known_too { "" } else { "ON CONFLICT DO NOTHING" },
        table.key_text("s")
    );
    let row = app.database.get().await?.first(&sql, &values).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}
