//! One page: what the table, the target and goce say of it.

use tokio_postgres::Row;

use crate::app::Tables;
use crate::calls;
use crate::database::{Connection, Value, cell, filled, key_and, text};
use crate::error::Error;
use crate::keys::{Key, shown};
use crate::models;

/// The choice of the gold text in place of a method.
pub const GOLD: &str = "gold";
/// The choice of the target's text in place of a method.
pub const STORED: &str = "stored";
/// The method of `goce_compare` that gets the true genre of each page. Only comparisons take it.
pub const ORACLE: &str = "oracle";

/// The longest text or document of a page that is shown, and the largest screenshot, in bytes.
const MOST: usize = 64 << 20;
/// The most blocks of a page that are shown.
const BLOCKS: usize = 50_000;

/// What the tables say of a page.
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

/// A row of `goce_blocks`.
#[derive(Debug, Clone, PartialEq)]
pub struct PageBlock {
    pub ord: i32,
    pub xpath: String,
    pub tag: String,
    pub is_content: bool,
    pub score: Option<f32>,
    pub text: String,
}

/// Returns the names of goce's methods, `auto` first.
pub async fn methods(connection: &mut Connection, goce: &str) -> Result<Vec<String>, Error> {
    let sql = format!("SELECT m.name FROM {} AS m", calls::METHODS.call(goce, &[]));
    let rows = connection.rows(&sql, &[]).await?;
    let mut methods: Vec<String> = rows.iter().map(|row| filled(row, 0)).collect::<Result<_, _>>()?;
    methods.sort_by_key(|method| method != "auto");
    Ok(methods)
}

fn missing(key: &Key) -> Error {
    Error::Missing(format!("there is no page {}", shown(key)))
}

fn screenshot_missing(key: &Key) -> Error {
    Error::Missing(format!("page {} has no screenshot", shown(key)))
}

impl Tables<'_> {
    /// Refuses a key that has not as many values as the table's key has columns.
    fn check(&self, key: &Key) -> Result<(), Error> {
        let columns = self.app.table.key.len();
        if key.len() == columns {
            return Ok(());
        }
        Err(Error::Request(format!("a page is named by {columns} values of its key")))
    }

    /// Returns the row of a page. The statement's second column says whether the first is too large to be shown.
    async fn whole(&mut self, key: &Key, sql: &str, values: &[Value<'_>]) -> Result<Row, Error> {
        let row = self.connection.first(sql, values).await?;
        let row = row.ok_or_else(|| missing(key))?;
        if row.try_get(1)? {
            return Err(Error::TooLarge(format!("page {} has more to show than {} MB", shown(key), MOST >> 20)));
        }
        Ok(row)
    }

    /// Looks a page up.
    pub async fn known(&mut self, key: &Key) -> Result<Known, Error> {
        self.check(key)?;
        let (table, present) = (&self.app.table, self.present);
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
        let screenshot = table.screenshot.as_ref();
        let sql = format!(
            "SELECT {key}, left({title}, 1000), {url}, octet_length(s.{html})::bigint, {gold} IS NOT NULL, {screenshot} IS NOT NULL,
                    {facts}, {texts}
             FROM {pages} AS s {joined} WHERE {is}",
            key = table.key_text("s"),
            title = table.title_text(),
            url = table.url_text(),
            html = table.html.quoted,
            gold = table.gold_text(),
            screenshot = screenshot.map_or_else(|| "NULL".to_owned(), |column| format!("s.{}", column.quoted)),
            pages = table.quoted,
            joined = self.app.companions.joined(table, present),
            is = table.key_is("s", 1),
        );
        let row = self.connection.first(&sql, &key_and(key, [])).await?;
        let row = row.ok_or_else(|| missing(key))?;
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

    /// Returns the value of an SQL expression over `p.page`, `p.url`, `p.gold` and `p.stored` for a page. `argument` is
    /// the parameter after those of the key, [`Tables::argument`].
    async fn evaluate(&mut self, key: &Key, expression: &str, argument: &str) -> Result<Option<String>, Error> {
        self.check(key)?;
        let table = &self.app.table;
        let stored = if self.present.target {
            format!("(SELECT t.content FROM {} AS t WHERE {})", self.app.companions.target, table.same_key("t", "s"))
        } else {
            "NULL".to_owned()
        };
        let sql = format!(
            "SELECT CASE WHEN octet_length(v.value) <= {MOST} THEN v.value END, coalesce(octet_length(v.value), 0) > {MOST}
             FROM (SELECT ({expression})::text AS value
                   FROM (SELECT {page} AS page, {url} AS url, {gold} AS gold, {stored} AS stored
                         FROM {pages} AS s WHERE {is} OFFSET 0) AS p OFFSET 0) AS v",
            page = table.page,
            url = table.url_text(),
            gold = table.gold_text(),
            pages = table.quoted,
            is = table.key_is("s", 1),
        );
        let values = key_and(key, [text(&argument)]);
        cell(&self.whole(key, &sql, &values).await?, 0)
    }

    /// The number of the parameter after those of the key.
    fn argument(&self) -> usize {
        self.app.table.key.len() + 1
    }

    /// Returns what a function of goce gives for a page by a method.
    async fn by_method(&mut self, key: &Key, function: calls::Function, method: &str) -> Result<Option<String>, Error> {
        let argument = format!("${}::text", self.argument());
        let call = function.call(&self.app.table.goce, &["p.page", &argument]);
        self.evaluate(key, &call, method).await
    }

    /// Returns the content by a choice: a method, a model, [`GOLD`] or [`STORED`].
    pub async fn content(&mut self, key: &Key, choice: &str) -> Result<Option<String>, Error> {
        match (models::of_choice(self.app, choice, self.argument()), choice) {
            (Some((model, name)), _) => {
                models::check(self, choice).await?;
                let goce = &self.app.table.goce;
                let call = calls::EXTRACT_WITH.call(goce, &["p.page", &model]);
                self.evaluate(key, &call, name).await
            }
            (None, GOLD) => self.evaluate(key, "p.gold", "").await,
            (None, STORED) => self.evaluate(key, "p.stored", "").await,
            (None, method) => self.by_method(key, calls::EXTRACT, method).await,
        }
    }

    pub async fn markdown(&mut self, key: &Key, method: &str) -> Result<Option<String>, Error> {
        self.by_method(key, calls::MARKDOWN, method).await
    }

    /// Returns the page with its content marked by `goce_highlight`; `None` where the method selects nothing.
    pub async fn highlighted(&mut self, key: &Key, method: &str) -> Result<Option<String>, Error> {
        self.by_method(key, calls::HIGHLIGHT, method).await
    }

    /// Returns the metadata as indented JSON.
    pub async fn metadata(&mut self, key: &Key) -> Result<Option<String>, Error> {
        let call = calls::METADATA.call(&self.app.table.goce, &["p.page", "p.url"]);
        self.evaluate(key, &call, "").await
    }

    /// Computes genre, page type and confidence.
    pub async fn judged(&mut self, key: &Key) -> Result<(String, String, f32), Error> {
        let goce = &self.app.table.goce;
        let [genre, page_type, confidence] = calls::JUDGING.map(|function| function.call(goce, &["p.page"]));
        let array = format!("jsonb_build_array({genre}, {page_type}, {confidence})");
        let judged = self.evaluate(key, &array, "").await?.unwrap_or_default();
        let judged: (Option<String>, Option<String>, Option<f32>) = serde_json::from_str(&judged).unwrap_or_default();
        Ok((judged.0.unwrap_or_default(), judged.1.unwrap_or_default(), judged.2.unwrap_or_default()))
    }

    /// Returns the hash of a page, by which a change of the page is noticed.
    pub async fn hash(&mut self, key: &Key) -> Result<String, Error> {
        let hash = self.evaluate(key, "md5(p.page)", "").await?;
        Ok(hash.unwrap_or_default())
    }

    /// Returns the blocks of a page in document order.
    pub async fn blocks(&mut self, key: &Key, method: &str) -> Result<Vec<PageBlock>, Error> {
        self.check(key)?;
        let table = &self.app.table;
        let argument = format!("${}::text", self.argument());
        let sql = format!(
            "SELECT b.ord, b.xpath, b.tag, b.is_content, b.score, b.text
             FROM (SELECT {} AS page FROM {} AS s WHERE {} OFFSET 0) AS p, {} AS b
             ORDER BY b.ord LIMIT {}",
            table.page,
            table.quoted,
            table.key_is("s", 1),
            calls::BLOCKS.call(&table.goce, &["p.page", &argument]),
            BLOCKS + 1,
        );
        let values = key_and(key, [text(&method)]);
        let rows = self.connection.rows(&sql, &values).await?;
        if rows.len() > BLOCKS {
            return Err(Error::TooLarge(format!("page {} has more than {BLOCKS} blocks", shown(key))));
        }
        let block = |row: &Row| {
            Ok(PageBlock {
                ord: row.try_get(0)?,
                xpath: filled(row, 1)?,
                tag: filled(row, 2)?,
                is_content: row.try_get::<_, Option<bool>>(3)?.unwrap_or_default(),
                score: row.try_get(4)?,
                text: filled(row, 5)?,
            })
        };
        rows.iter().map(block).collect()
    }

    pub async fn screenshot(&mut self, key: &Key) -> Result<Vec<u8>, Error> {
        self.check(key)?;
        let table = &self.app.table;
        let column = table.screenshot.as_ref();
        let sql = format!(
            "SELECT CASE WHEN octet_length(s.{0}) <= {MOST} THEN s.{0} END, coalesce(octet_length(s.{0}), 0) > {MOST}
             FROM {1} AS s WHERE {2}",
            column.ok_or_else(|| screenshot_missing(key))?.quoted,
            table.quoted,
            table.key_is("s", 1)
        );
        let row = self.whole(key, &sql, &key_and(key, [])).await?;
        row.try_get::<_, Option<Vec<u8>>>(0)?.ok_or_else(|| screenshot_missing(key))
    }
}
