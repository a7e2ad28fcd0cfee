//! One page: what the table, the target and goce say of it.

use tokio_postgres::Row;

use crate::app::App;
use crate::calls;
use crate::companions::Present;
use crate::database::{Session, Value, cell, filled, text};
use crate::error::Error;
use crate::keys::{Key, shown};
use crate::models;

/// The methods of goce, in the order of its table.
pub const METHODS: [&str; 9] = [
    "auto",
    "goce",
    "article",
    "list-view",
    "default",
    "boilerpipe",
    "sd",
    "learnhtml",
    "web2text",
];
/// The text that the content should be.
pub const GOLD: &str = "gold";
/// The text of the target.
pub const STORED: &str = "stored";

/// The longest text or document of a page that is shown, and the largest screenshot, in bytes.
const MOST: usize = 64 << 20;
/// The most blocks of a page that are shown.
const BLOCKS: usize = 50_000;

/// What is known of a page without working on it.
#[derive(Debug, Default)]
pub struct Known {
    pub key: Key,
    pub title: Option<String>,
    pub url: Option<String>,
    pub bytes: Option<i64>,
    pub has_gold: bool,
    pub has_screenshot: bool,
    pub genre: Option<String>,
    pub page_type: Option<String>,
    pub confidence: Option<f32>,
    pub state: Option<String>,
    pub sqlstate: Option<String>,
    pub error: Option<String>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    pub ord: i32,
    pub xpath: String,
    pub tag: String,
    pub is_content: bool,
    pub score: Option<f32>,
    pub text: String,
}

/// Refuses a key whose number of values is not that of the table's.
fn check(app: &App, key: &Key) -> Result<(), Error> {
    if key.len() == app.table.key.len() {
        return Ok(());
    }
    Err(Error::Request(format!(
        "a page is named by {} values of its key",
        app.table.key.len()
    )))
}

fn missing(key: &Key) -> Error {
    Error::Missing(format!("there is no page {}", shown(key)))
}

/// Returns the row of a page whose second cell says whether the first is too large to be shown.
async fn whole(session: &mut Session, key: &Key, sql: &str, values: &[Value<'_>]) -> Result<Row, Error> {
    let row = session.first(sql, values).await?;
    let row = row.ok_or_else(|| missing(key))?;
    if row.try_get(1)? {
        return Err(Error::TooLarge(format!(
            "what is to be shown of page {} has more than {} MB",
            shown(key),
            MOST >> 20
        )));
    }
    Ok(row)
}

/// Looks a page up.
pub async fn known(app: &App, session: &mut Session, present: Present, key: &Key) -> Result<Known, Error> {
    check(app, key)?;
    let (table, names) = (&app.table, &app.names);
    let values: Vec<Value<'_>> = key.iter().map(text).collect();
    let facts = if present.facts {
        "f.genre, f.page_type, f.confidence"
    } else {
        "NULL::text, NULL::text, NULL::real"
    };
    let texts = if present.target {
        format!("{}, t.sqlstate, t.error", present.state())
    } else {
        "NULL::text, NULL::text, NULL::text".to_owned()
    };
    let sql = format!(
        "SELECT {key}, left({title}, 1000), {url}, octet_length(s.{html})::bigint, {gold} IS NOT NULL, {screenshot} IS NOT NULL,
                {facts}, {texts}
         FROM {table} AS s {joined} WHERE {is}",
        key = table.key_text("s"),
        title = table.title_text(),
        url = table.url_text(),
        html = table.html.quoted,
        gold = table.gold_text(),
        screenshot = table
            .screenshot
            .as_ref()
            .map_or_else(|| "NULL".to_owned(), |column| format!("s.{}", column.quoted)),
        table = table.quoted,
        joined = names.joined(table, present),
        is = table.key_is("s", 1),
    );
    let row = session.first(&sql, &values).await?.ok_or_else(|| missing(key))?;
    Ok(Known {
        key: row.try_get(0)?,
        title: cell(&row, 1)?,
        url: cell(&row, 2)?,
        bytes: row.try_get(3)?,
        has_gold: row.try_get(4)?,
        has_screenshot: row.try_get(5)?,
        genre: cell(&row, 6)?,
        page_type: cell(&row, 7)?,
        confidence: row.try_get(8)?,
        state: cell(&row, 9)?,
        sqlstate: cell(&row, 10)?,
        error: cell(&row, 11)?,
    })
}

/// Returns what an expression over `p.page`, `p.url`, `p.gold` and `p.stored` gives for a page; `argument` is its last
/// parameter, after those of the key.
async fn evaluate(
    app: &App,
    session: &mut Session,
    present: Present,
    key: &Key,
    written: &str,
    argument: &str,
) -> Result<Option<String>, Error> {
    check(app, key)?;
    let table = &app.table;
    let argument = argument.to_owned();
    let mut values: Vec<Value<'_>> = key.iter().map(text).collect();
    values.push(text(&argument));
    let stored = if present.target {
        format!(
            "(SELECT t.content FROM {} AS t WHERE {})",
            app.names.target,
            table.same_key("t", "s")
        )
    } else {
        "NULL".to_owned()
    };
    let sql = format!(
        "SELECT CASE WHEN octet_length(v.value) <= {MOST} THEN v.value END, coalesce(octet_length(v.value), 0) > {MOST}
         FROM (SELECT ({written})::text AS value
               FROM (SELECT {page} AS page, {url} AS url, {gold} AS gold, {stored} AS stored
                     FROM {pages} AS s WHERE {is} OFFSET 0) AS p
               WHERE ${number}::text IS NOT NULL OFFSET 0) AS v",
        page = table.page,
        url = table.url_text(),
        gold = table.gold_text(),
        pages = table.quoted,
        is = table.key_is("s", 1),
        number = key.len() + 1,
    );
    cell(&whole(session, key, &sql, &values).await?, 0)
}

/// Returns the content by a method, a model, the gold text or the target.
pub async fn content(
    app: &App,
    session: &mut Session,
    present: Present,
    key: &Key,
    by: &str,
) -> Result<Option<String>, Error> {
    let goce = &app.table.goce;
    let number = key.len() + 1;
    match models::of_choice(app, by, number) {
        Some((model, name)) => {
            models::check(app, session, present, by).await?;
            let written = calls::EXTRACT_WITH.call(goce, &["p.page", &model]);
            evaluate(app, session, present, key, &written, name).await
        }
        None if by == GOLD => evaluate(app, session, present, key, "p.gold", "").await,
        None if by == STORED => evaluate(app, session, present, key, "p.stored", "").await,
        None => {
            evaluate(
                app,
                session,
                present,
                key,
                &calls::EXTRACT.call(goce, &["p.page", &format!("${number}::text")]),
                by,
            )
            .await
        }
    }
}

/// Returns the content as Markdown.
pub async fn markdown(
    app: &App,
    session: &mut Session,
    present: Present,
    key: &Key,
    method: &str,
) -> Result<Option<String>, Error> {
    let method_of_call = format!("${}::text", key.len() + 1);
    let written = calls::MARKDOWN.call(&app.table.goce, &["p.page", &method_of_call]);
    evaluate(app, session, present, key, &written, method).await
}

/// Returns the page with its content marked, as `goce_highlight` writes it; `None` where the method takes nothing.
pub async fn highlighted(app: &App, session: &mut Session, key: &Key, method: &str) -> Result<Option<String>, Error> {
    let method_of_call = format!("${}::text", key.len() + 1);
    let written = calls::HIGHLIGHT.call(&app.table.goce, &["p.page", &method_of_call]);
    evaluate(app, session, Present::default(), key, &written, method).await
}

/// Returns the metadata, as indented JSON.
pub async fn metadata(app: &App, session: &mut Session, key: &Key) -> Result<Option<String>, Error> {
    let written = calls::METADATA.call(&app.table.goce, &["p.page", "p.url"]);
    evaluate(app, session, Present::default(), key, &written, "").await
}

/// Returns genre, type and confidence as goce tells them now.
pub async fn judged(app: &App, session: &mut Session, key: &Key) -> Result<(String, String, f32), Error> {
    let goce = &app.table.goce;
    let told = |function: calls::Function| function.call(goce, &["p.page"]);
    let written = format!(
        "jsonb_build_array({}, {}, {})",
        told(calls::GENRE),
        told(calls::PAGE_TYPE),
        told(calls::CONFIDENCE)
    );
    let judged = evaluate(app, session, Present::default(), key, &written, "")
        .await?
        .unwrap_or_default();
    let judged: (Option<String>, Option<String>, Option<f32>) = serde_json::from_str(&judged).unwrap_or_default();
    Ok((
        judged.0.unwrap_or_default(),
        judged.1.unwrap_or_default(),
        judged.2.unwrap_or_default(),
    ))
}

/// Returns the hash of a page by which a change of it is noticed.
pub async fn hash(app: &App, session: &mut Session, key: &Key) -> Result<String, Error> {
    Ok(evaluate(app, session, Present::default(), key, "md5(p.page)", "")
        .await?
        .unwrap_or_default())
}

/// Returns the blocks of a page in its order.
pub async fn blocks(app: &App, session: &mut Session, key: &Key, method: &str) -> Result<Vec<Block>, Error> {
    check(app, key)?;
    let table = &app.table;
    let method = method.to_owned();
    let mut values: Vec<Value<'_>> = key.iter().map(text).collect();
    values.push(text(&method));
    let sql = format!(
        "SELECT b.ord, b.xpath, b.tag, b.is_content, b.score, b.text
         FROM (SELECT {} AS page FROM {} AS s WHERE {} OFFSET 0) AS p, {} AS b
         ORDER BY b.ord LIMIT {}",
        table.page,
        table.quoted,
        table.key_is("s", 1),
        calls::BLOCKS.call(&table.goce, &["p.page", &format!("${}::text", key.len() + 1)]),
        BLOCKS + 1,
    );
    let mut blocks = Vec::new();
    let rows = session.rows(&sql, &values).await?;
    if rows.len() > BLOCKS {
        return Err(Error::TooLarge(format!(
            "page {} has more than {BLOCKS} blocks",
            shown(key)
        )));
    }
    for row in rows {
        blocks.push(Block {
            ord: row.try_get(0)?,
            xpath: filled(&row, 1)?,
            tag: filled(&row, 2)?,
            is_content: row.try_get::<_, Option<bool>>(3)?.unwrap_or_default(),
            score: row.try_get(4)?,
            text: filled(&row, 5)?,
        });
    }
    Ok(blocks)
}

/// Returns the screenshot.
pub async fn screenshot(app: &App, session: &mut Session, key: &Key) -> Result<Vec<u8>, Error> {
    check(app, key)?;
    let none = || Error::Missing(format!("page {} has no screenshot", shown(key)));
    let column = app.table.screenshot.as_ref().ok_or_else(none)?;
    let values: Vec<Value<'_>> = key.iter().map(text).collect();
    let sql = format!(
        "SELECT CASE WHEN octet_length(s.{0}) <= {MOST} THEN s.{0} END, coalesce(octet_length(s.{0}), 0) > {MOST}
         FROM {1} AS s WHERE {2}",
        column.quoted,
        app.table.quoted,
        app.table.key_is("s", 1)
    );
    whole(session, key, &sql, &values)
        .await?
        .try_get::<_, Option<Vec<u8>>>(0)?
        .ok_or_else(none)
}
