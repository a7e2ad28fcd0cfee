//! One page: what the table, the target and goce say of it.

use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::calls;
use crate::database::{Connection, Value, cell, filled, key_and, value};
use crate::error::Error;
use crate::keys::{Key, shown, title};
use crate::models;
use crate::store::Tables;

/// The choice of the gold text in place of a method.
pub const GOLD: &str = "gold";
/// The choice of the target's text in place of a method.
pub const STORED: &str = "stored";
/// The method of `goce_compare` that gets the true genre of each page. Only comparisons take it.
pub const ORACLE: &str = "oracle";

/// The longest text or document of a page that is shown, and the largest screenshot, in bytes.
const MOST: usize = 64 << 20;
/// The most blocks of a page that are read.
pub const BLOCKS: usize = 50_000;

/// The most changed blocks between two captures that are shown.
pub const CHANGES: usize = 200;

/// What a view shows of a page, and by what.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    /// The name of the view.
    pub view: &'w str,
    /// A method, a model, [`GOLD`] or [`STORED`].
    pub choice: &'w str,
    /// The same for the right side of a comparison.
    pub other: &'w str,
    /// Blocks that are not content are left out.
    pub content_only: bool,
    /// The number of the first block.
    pub from: i32,
}

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
    /// It was extracted, and has no text.
    pub is_without_text: bool,
    /// Why, if the target says so.
    pub no_text: Option<String>,
}

/// Genre, page type and confidence of a page, and why it has no text.
pub type Judged = (Option<String>, Option<String>, Option<f32>, Option<String>);

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

/// A capture of an address.
#[derive(Debug, Clone, PartialEq)]
pub struct Capture {
    pub key: Key,
    /// In UTC, for people.
    pub at: String,
    /// The same in seconds since 1970.
    pub seconds: f64,
    /// The blocks that differ from the capture before it.
    pub changes: i64,
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
        let columns = self.store.table.key.len();
        if key.len() == columns {
            return Ok(());
        }
        let plural = if columns == 1 { "" } else { "s" };
        Err(Error::Request(format!("the address needs {columns} key value{plural}")))
    }

    /// Returns the row of a page. The statement's second column says whether the first is too large to be shown.
    async fn whole(&mut self, key: &Key, sql: &str, values: &[Value<'_>]) -> Result<PgRow, Error> {
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
        let (table, present) = (&self.store.table, self.present);
        let facts = if present.facts {
            "f.genre, f.page_type, f.confidence"
        } else {
            "NULL::text, NULL::text, NULL::real"
        };
        let texts = if present.target {
            format!("{}, t.sqlstate, t.error, coalesce({}, false), t.no_text", present.state(), present.without_text())
        } else {
            "NULL::text, NULL::text, NULL::text, false, NULL::text".to_owned()
        };
        let screenshot = table.screenshot.as_ref();
        let sql = format!(
            "SELECT {key}, left({title}, 1000), {url}, octet_length(s.{html})::bigint, {gold} IS NOT NULL, {screenshot} IS NOT NULL,
                    {facts}, {texts}
             FROM {pages} AS s {joined} WHERE {is}",
            key = table.key_text("s"),
            title = present.title(table),
            url = table.url_text(),
            html = table.html.quoted,
            gold = table.gold_text(),
            screenshot = screenshot.map_or_else(|| "NULL".to_owned(), |column| format!("s.{}", column.quoted)),
            pages = table.quoted,
            joined = self.store.side_tables.joined(table, present),
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
            is_without_text: row.try_get(12)?,
            no_text: cell(&row, 13)?,
        })
    }

    /// Returns the titles of pages for people. A page that is gone has its key.
    pub async fn titles(&mut self, keys: &[Key]) -> Result<Vec<String>, Error> {
        let mut titles = Vec::new();
        for key in keys {
            let known = match self.known(key).await {
                Err(Error::Missing(_)) => None,
                known => known?.title,
            };
            titles.push(title(known.as_deref(), key));
        }
        Ok(titles)
    }

    /// An SQL expression of the target's text of the page `s`.
    fn stored_text(&self) -> String {
        if self.present.target {
            let (table, target) = (&self.store.table, &self.store.side_tables.target);
            format!("(SELECT t.content FROM {target} AS t WHERE {})", table.same_key("t", "s"))
        } else {
            "NULL::text".to_owned()
        }
    }

    /// The page in the FROM of a statement: `p.page`, `p.url`, `p.gold` and `p.stored`.
    fn from(&self) -> String {
        let table = &self.store.table;
        format!(
            "(SELECT {page} AS page, {url} AS url, {gold} AS gold, {stored} AS stored
              FROM {pages} AS s WHERE {is} OFFSET 0) AS p",
            page = table.page,
            url = table.url_text(),
            gold = table.gold_text(),
            stored = self.stored_text(),
            pages = table.quoted,
            is = table.key_is("s", 1),
        )
    }

    /// Returns the value of an SQL expression over the columns of [`Tables::from`]. `argument` is the parameter after
    /// those of the page.
    async fn evaluate(&mut self, key: &Key, expression: &str, argument: &str) -> Result<Option<String>, Error> {
        self.check(key)?;
        let sql = format!(
            "SELECT CASE WHEN octet_length(v.value) <= {MOST} THEN v.value END, coalesce(octet_length(v.value), 0) > {MOST}
             FROM (SELECT ({expression})::text AS value FROM {} OFFSET 0) AS v",
            self.from()
        );
        let values = key_and(key, [value(&argument)]);
        cell(&self.whole(key, &sql, &values).await?, 0)
    }

    /// Returns a call of a function of goce for a page by a method or a model, and the parameter after those of the page.
    async fn called<'c>(&mut self, function: calls::Function, choice: &'c str) -> Result<(String, &'c str), Error> {
        let number = self.store.table.key.len() + 1;
        let goce = &self.store.table.goce;
        Ok(match models::of_choice(self.store, choice, number) {
            Some((model, name)) => {
                models::check(self, choice).await?;
                (function.call_by(goce, "'auto'", Some(&model)), name)
            }
            None => (function.call_by(goce, &format!("${number}::text"), None), choice),
        })
    }

    /// Returns what a function of goce gives for a page by a method or a model.
    async fn by_choice(&mut self, key: &Key, function: calls::Function, choice: &str) -> Result<Option<String>, Error> {
        let (call, argument) = self.called(function, choice).await?;
        self.evaluate(key, &call, argument).await
    }

    /// Returns the content by a choice: a method, a model, [`GOLD`] or [`STORED`].
    pub async fn content(&mut self, key: &Key, choice: &str) -> Result<Option<String>, Error> {
        match choice {
            GOLD => self.evaluate(key, "p.gold", "").await,
            STORED => self.evaluate(key, "p.stored", "").await,
            _ => self.by_choice(key, calls::EXTRACT, choice).await,
        }
    }

    /// Returns why a method or a model takes no text of a page: a value of `goce_page`'s `no_text`.
    pub async fn no_text(&mut self, key: &Key, choice: &str) -> Result<Option<String>, Error> {
        let (call, argument) = self.called(calls::PAGE, choice).await?;
        self.evaluate(key, &format!("({call}).no_text"), argument).await
    }

    pub async fn markdown(&mut self, key: &Key, choice: &str) -> Result<Option<String>, Error> {
        self.by_choice(key, calls::MARKDOWN, choice).await
    }

    /// Returns the page with its content marked by `goce_highlight`; `None` where nothing is selected.
    pub async fn highlighted(&mut self, key: &Key, choice: &str) -> Result<Option<String>, Error> {
        self.by_choice(key, calls::HIGHLIGHT, choice).await
    }

    /// Returns the metadata as indented JSON.
    pub async fn metadata(&mut self, key: &Key) -> Result<Option<String>, Error> {
        let call = calls::METADATA.call(&self.store.table.goce, &["p.page", "p.url"]);
        self.evaluate(key, &call, "").await
    }

    /// Computes genre, page type and confidence, and why the page has no text.
    pub async fn judged(&mut self, key: &Key) -> Result<Judged, Error> {
        let page = calls::PAGE.call(&self.store.table.goce, &["p.page", "p.url"]);
        let row = format!("(SELECT jsonb_build_array(g.genre, g.page_type, g.confidence, g.no_text) FROM {page} AS g)");
        let judged = self.evaluate(key, &row, "").await?.unwrap_or_default();
        Ok(serde_json::from_str(&judged).unwrap_or_default())
    }

    /// Returns the hash of a page, by which a change of the page is noticed.
    pub async fn hash(&mut self, key: &Key) -> Result<String, Error> {
        let hash = self.evaluate(key, "md5(p.page)", "").await?;
        Ok(hash.unwrap_or_default())
    }

    /// Returns the blocks of a page in document order.
    pub async fn blocks(&mut self, key: &Key, choice: &str) -> Result<Vec<PageBlock>, Error> {
        let blocks = self.blocks_from(key, choice, (false, 0), BLOCKS).await?;
        if blocks.len() > BLOCKS {
            return Err(Error::TooLarge(format!("page {} has more than {BLOCKS} blocks", shown(key))));
        }
        Ok(blocks)
    }

    /// Returns blocks of a page from one number on: up to `most`, and one more where there are more.
    pub async fn blocks_from(
        &mut self,
        key: &Key,
        choice: &str,
        (content_only, from): (bool, i32),
        most: usize,
    ) -> Result<Vec<PageBlock>, Error> {
        self.check(key)?;
        let (call, argument) = self.called(calls::BLOCKS, choice).await?;
        let sql = format!(
            "SELECT b.ord, b.xpath, b.tag, b.is_content, b.score, b.text FROM {}, {call} AS b
             WHERE b.ord >= {from} AND (b.is_content OR NOT {content_only}) ORDER BY b.ord LIMIT {}",
            self.from(),
            most + 1,
        );
        let values = key_and(key, [value(&argument)]);
        let rows = self.connection.rows(&sql, &values).await?;
        let block = |row: &PgRow| {
            Ok(PageBlock {
                ord: row.try_get(0)?,
                xpath: filled(row, 1)?,
                tag: filled(row, 2)?,
                is_content: row.try_get::<Option<bool>, _>(3)?.unwrap_or_default(),
                score: row.try_get(4)?,
                text: filled(row, 5)?,
            })
        };
        rows.iter().map(block).collect()
    }

    /// Returns the captures of a page's address, the oldest first, at most the 60 next to it in time, each with the number
    /// of blocks that it changes.
    pub async fn captures(&mut self, key: &Key) -> Result<Vec<Capture>, Error> {
        self.check(key)?;
        let table = &self.store.table;
        let (Some(url), Some(captured)) = (&table.url, &table.captured) else {
            return Err(Error::Missing("the table has no column of addresses, or none of times".to_owned()));
        };
        let sql = format!(
            "WITH c AS MATERIALIZED (SELECT {key} AS key, s.{at}::timestamptz AS at, {page} AS page
                 FROM {pages} AS s JOIN (SELECT s.{url} AS url, s.{at}::timestamptz AS at FROM {pages} AS s WHERE {is} AND isfinite(s.{at}::timestamptz)) AS o ON s.{url} = o.url
                 WHERE isfinite(s.{at}::timestamptz) ORDER BY abs(extract(epoch FROM s.{at}::timestamptz - o.at)) LIMIT 60)
             SELECT o.key, to_char(o.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), extract(epoch FROM o.at)::float8,
                    (SELECT count(*) FROM {diff} AS d)
             FROM (SELECT c.*, lag(c.page) OVER (ORDER BY c.at, c.key) AS before FROM c) AS o ORDER BY o.at, o.key",
            key = table.key_text("s"),
            at = captured.quoted,
            page = table.page,
            pages = table.quoted,
            url = url.quoted,
            is = table.key_is("s", 1),
            diff = calls::DIFF.call(&table.goce, &["o.before", "o.page"]),
        );
        let capture = |row: &PgRow| {
            Ok(Capture {
                key: row.try_get(0)?,
                at: filled(row, 1)?,
                seconds: row.try_get(2)?,
                changes: row.try_get(3)?,
            })
        };
        self.connection.rows(&sql, &key_and(key, [])).await?.iter().map(capture).collect()
    }

    /// Returns the first changed blocks between two pages: the sign of `goce_diff`, the headings above it, its old text
    /// and its new one.
    pub async fn changes(&mut self, old: &Key, new: &Key) -> Result<Vec<[String; 4]>, Error> {
        let table = &self.store.table;
        let page =
            |place| format!("(SELECT {} FROM {} AS s WHERE {})", table.page, table.quoted, table.key_is("s", place));
        let sql = format!(
            "SELECT d.op, array_to_string(d.heading_path, ' › '), d.old_text, d.new_text FROM {} AS d LIMIT {CHANGES}",
            calls::DIFF.call(&table.goce, &[&page(1), &page(1 + old.len())]),
        );
        let values = key_and(old, new.iter().map(value));
        let rows = self.connection.rows(&sql, &values).await?;
        let change = |row: &PgRow| Ok([filled(row, 0)?, filled(row, 1)?, filled(row, 2)?, filled(row, 3)?]);
        rows.iter().map(change).collect()
    }

    pub async fn screenshot(&mut self, key: &Key) -> Result<Vec<u8>, Error> {
        self.check(key)?;
        let table = &self.store.table;
        let column = table.screenshot.as_ref();
        let sql = format!(
            "SELECT CASE WHEN octet_length(s.{0}) <= {MOST} THEN s.{0} END, coalesce(octet_length(s.{0}), 0) > {MOST}
             FROM {1} AS s WHERE {2}",
            column.ok_or_else(|| screenshot_missing(key))?.quoted,
            table.quoted,
            table.key_is("s", 1)
        );
        let row = self.whole(key, &sql, &key_and(key, [])).await?;
        row.try_get::<Option<Vec<u8>>, _>(0)?.ok_or_else(|| screenshot_missing(key))
    }
}
