//! One page: what the table, the target and goce say of it.

use crate::app::App;
use crate::companions::Present;
use crate::database::{Session, Value, cell, filled, text};
use crate::error::Error;
use crate::keys::{Key, shown};

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
/// What a name of a model begins with, where a method is chosen.
pub const MODEL: &str = "model:";
/// The text that the content should be.
pub const GOLD: &str = "gold";
/// The text of the target.
pub const STORED: &str = "stored";

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

/// Looks a page up.
pub async fn known(
    app: &App,
    session: &mut Session,
    present: Present,
    key: &Key,
) -> Result<Known, Error> {
    check(app, key)?;
    let (table, names) = (&app.table, &app.names);
    let values: Vec<Value<'_>> = key.iter().map(text).collect();
    let given = |column: &Option<crate::table::Column>| {
        column.as_ref().map_or_else(
            || "NULL".to_owned(),
            |column| format!("s.{}", column.quoted),
        )
    };
    let facts = if present.facts {
        "f.genre, f.page_type, f.confidence"
    } else {
        "NULL::text, NULL::text, NULL::real"
    };
    let texts = if present.target {
        "CASE WHEN t.sqlstate IS NOT NULL THEN 'failed' WHEN t.extracted_at IS NOT NULL THEN 'done' ELSE 'pending' END, t.sqlstate, t.error"
    } else {
        "NULL::text, NULL::text, NULL::text"
    };
    let join = |is_there, name: &str, alias: &str| {
        if is_there {
            format!(
                "LEFT JOIN {name} AS {alias} ON {}",
                table.same_key(alias, "s")
            )
        } else {
            String::new()
        }
    };
    let sql = format!(
        "SELECT {key}, left({title}::text, 1000), {url}, octet_length(s.{html})::bigint, {gold} IS NOT NULL, {screenshot} IS NOT NULL,
                {facts}, {texts}
         FROM {table} AS s {of_facts} {of_target} WHERE {is}",
        key = table.key_text("s"),
        title = given(&table.title),
        url = table.url_text(),
        html = table.html.quoted,
        gold = given(&table.gold),
        screenshot = given(&table.screenshot),
        table = table.quoted,
        of_facts = join(present.facts, &names.facts, "f"),
        of_target = join(present.target, &names.target, "t"),
        is = table.key_is("s", 1),
    );
    let row = session
        .first(&sql, &values)
        .await?
        .ok_or_else(|| missing(key))?;
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
    let gold = table
        .gold
        .as_ref()
        .map_or_else(|| "NULL".to_owned(), |gold| format!("s.{}", gold.quoted));
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
        "SELECT ({written})::text FROM (SELECT {page} AS page, {url} AS url, {gold}::text AS gold, {stored} AS stored
                                        FROM {pages} AS s WHERE {is} OFFSET 0) AS p
         WHERE ${number}::text IS NOT NULL",
        page = table.page,
        url = table.url_text(),
        pages = table.quoted,
        is = table.key_is("s", 1),
        number = key.len() + 1,
    );
    let row = session
        .first(&sql, &values)
        .await?
        .ok_or_else(|| missing(key))?;
    cell(&row, 0)
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
    match by.strip_prefix(MODEL) {
        Some(model) => {
            let known = session
                .first(
                    &format!("SELECT FROM {goce}.goce_models WHERE name = $1::text"),
                    &[text(&model)],
                )
                .await?;
            if known.is_none() {
                return Err(Error::Missing(format!("there is no model {model}")));
            }
            let written = format!(
                "{goce}.goce_extract_with(p.page, (SELECT m.model FROM {goce}.goce_models AS m WHERE m.name = ${number}::text))"
            );
            evaluate(app, session, present, key, &written, model).await
        }
        None if by == GOLD => evaluate(app, session, present, key, "p.gold", "").await,
        None if by == STORED => evaluate(app, session, present, key, "p.stored", "").await,
        None => {
            evaluate(
                app,
                session,
                present,
                key,
                &format!("{goce}.goce_extract(p.page, ${number}::text)"),
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
    let written = format!(
        "{}.goce_markdown(p.page, ${}::text)",
        app.table.goce,
        key.len() + 1
    );
    evaluate(app, session, present, key, &written, method).await
}

/// Returns the page with its content marked, as `goce_highlight` writes it; `None` where the method takes nothing.
pub async fn highlighted(
    app: &App,
    session: &mut Session,
    key: &Key,
    method: &str,
) -> Result<Option<String>, Error> {
    let written = format!(
        "{}.goce_highlight(p.page, ${}::text)",
        app.table.goce,
        key.len() + 1
    );
    evaluate(app, session, Present::default(), key, &written, method).await
}

/// Returns the metadata, as indented JSON.
pub async fn metadata(
    app: &App,
    session: &mut Session,
    key: &Key,
) -> Result<Option<String>, Error> {
    let written = format!("{}.goce_metadata(p.page, p.url)", app.table.goce);
    evaluate(app, session, Present::default(), key, &written, "").await
}

/// Returns genre, type and confidence as goce tells them now.
pub async fn judged(
    app: &App,
    session: &mut Session,
    key: &Key,
) -> Result<(String, String, f32), Error> {
    let goce = &app.table.goce;
    let written = format!(
        "jsonb_build_array({goce}.goce_genre(p.page), {goce}.goce_page_type(p.page), {goce}.goce_confidence(p.page))"
    );
    let judged = evaluate(app, session, Present::default(), key, &written, "")
        .await?
        .unwrap_or_default();
    let judged: (Option<String>, Option<String>, Option<f32>) =
        serde_json::from_str(&judged).unwrap_or_default();
    Ok((
        judged.0.unwrap_or_default(),
        judged.1.unwrap_or_default(),
        judged.2.unwrap_or_default(),
    ))
}

/// Returns the hash of a page by which a change of it is noticed.
pub async fn hash(app: &App, session: &mut Session, key: &Key) -> Result<String, Error> {
    Ok(
        evaluate(app, session, Present::default(), key, "md5(p.page)", "")
            .await?
            .unwrap_or_default(),
    )
}

/// Returns the blocks of a page in its order.
pub async fn blocks(
    app: &App,
    session: &mut Session,
    key: &Key,
    method: &str,
) -> Result<Vec<Block>, Error> {
    check(app, key)?;
    let table = &app.table;
    let method = method.to_owned();
    let mut values: Vec<Value<'_>> = key.iter().map(text).collect();
    values.push(text(&method));
    let sql = format!(
        "SELECT b.ord, b.xpath, b.tag, b.is_content, b.score, b.text
         FROM (SELECT {} AS page FROM {} AS s WHERE {} OFFSET 0) AS p, {}.goce_blocks(p.page, ${}::text) AS b ORDER BY b.ord",
        table.page,
        table.quoted,
        table.key_is("s", 1),
        table.goce,
        key.len() + 1,
    );
    let mut blocks = Vec::new();
    for row in session.rows(&sql, &values).await? {
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
        "SELECT s.{} FROM {} AS s WHERE {}",
        column.quoted,
        app.table.quoted,
        app.table.key_is("s", 1)
    );
    let row = session
        .first(&sql, &values)
        .await?
        .ok_or_else(|| missing(key))?;
    row.try_get::<_, Option<Vec<u8>>>(0)?.ok_or_else(none)
}

/// Returns the names of the published models.
pub async fn models(app: &App, session: &mut Session) -> Result<Vec<String>, Error> {
    // A role may lack the right to read them, and uses the methods all the same.
    let sql = format!(
        "SELECT has_table_privilege(to_regclass('{0}.goce_models'), 'SELECT')",
        app.table.goce.replace('\'', "''")
    );
    let may: Option<bool> = session
        .first(&sql, &[])
        .await?
        .map_or(Ok(None), |row| row.try_get(0))?;
    if may != Some(true) {
        return Ok(Vec::new());
    }
    let rows = session
        .rows(
            &format!(
                "SELECT name FROM {}.goce_models ORDER BY name",
                app.table.goce
            ),
            &[],
        )
        .await?;
    rows.iter().map(|row| filled(row, 0)).collect()
}
