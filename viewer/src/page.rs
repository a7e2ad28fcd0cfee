//! One page: what the table, the target and goce say of it.

use sqlx::{Decode, FromRow, Postgres, Type};

use crate::keys::{shown, title};
use crate::listing::{Listed, shown as shown_columns};
use crate::models;
use crate::prelude::*;

/// The choice of the gold text in place of a method.
pub const GOLD: &str = "gold";
/// The choice of the target's text in place of a method.
pub const STORED: &str = "stored";
/// The longest text or document of a page that is shown, and the largest screenshot, in bytes.
const MOST: usize = 64 << 20;
/// The most blocks of a page that are shown.
const BLOCKS: usize = 50_000;

/// The most changed blocks between two captures that are shown.
pub const CHANGES: usize = 200;

/// What the tables say of a page.
#[derive(FromRow)]
pub struct Known {
    #[sqlx(flatten)]
    pub listed: Listed,
    pub bytes: Option<i64>,
    pub has_gold: bool,
    pub genre: Option<String>,
    pub error: Option<String>,
}

/// A row of `goce_blocks`.
#[derive(FromRow)]
pub struct PageBlock {
    pub ord: i32,
    pub xpath: String,
    pub tag: String,
    pub is_content: bool,
    pub score: Option<f32>,
    pub text: String,
}

/// A capture of an address.
#[derive(FromRow)]
pub struct Capture {
    pub key: Key,
    /// In UTC, for people.
    pub at: String,
    /// The same in seconds since 1970.
    pub seconds: f64,
    /// The blocks that differ from the capture before it.
    pub changes: i64,
}

/// A changed block between two captures.
#[derive(FromRow)]
pub struct Change {
    /// The sign of `goce_diff`.
    pub op: String,
    /// The headings above it.
    pub below: Option<String>,
    pub old_text: Option<String>,
    pub new_text: Option<String>,
}

fn missing(key: &Key) -> Error {
    Error::Missing(format!("there is no page {}", shown(key)))
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

    /// Looks a page up.
    pub async fn known(&mut self, key: &Key) -> Result<Known, Error> {
        self.check(key)?;
        let (table, present) = (&self.store.table, &self.present);
        let sql = format!(
            "SELECT {listed}, octet_length({html})::bigint AS bytes, {gold} IS NOT NULL AS has_gold,
                    f.genre, t.error
             FROM {pages} AS s {joined} WHERE {is}",
            listed = shown_columns(table, None),
            html = table.page_column(),
            gold = table.gold_text(),
            pages = table.quoted,
            joined = present.joined(table, ""),
            is = table.key_is("s", 1),
        );
        self.connection.first(&sql, &[key]).await?.ok_or_else(|| missing(key))
    }

    /// Returns the titles of pages for people. A page that is gone has its key.
    pub async fn titles(&mut self, keys: &[Key]) -> Result<Vec<String>, Error> {
        let mut titles = Vec::new();
        for key in keys {
            let known = match self.known(key).await {
                Err(Error::Missing(_)) => None,
                known => known?.listed.title,
            };
            titles.push(title(known.as_deref(), key));
        }
        Ok(titles)
    }

    /// The page in the FROM of a statement: `p.page`, `p.url`, `p.gold`, `p.stored` and `p.screenshot`.
    fn from(&self) -> String {
        let table = &self.store.table;
        format!(
            "(SELECT {page} AS page, {url} AS url, {gold} AS gold, t.content AS stored, {screenshot} AS screenshot
              FROM {pages} AS s LEFT JOIN {target} AS t ON {same} WHERE {is} OFFSET 0) AS p",
            page = table.page,
            url = table.url_text(),
            gold = table.gold_text(),
            screenshot = table.screenshot(),
            pages = table.quoted,
            target = self.present.read.target,
            same = table.same_key("t", "s"),
            is = table.key_is("s", 1),
        )
    }

    /// Returns the value of an SQL expression over the columns of [`Tables::from`], a text or bytes. `argument` is the
    /// parameter after that of the page.
    async fn evaluate<T>(&mut self, key: &Key, expression: &str, argument: &str) -> Result<Option<T>, Error>
    where
        T: for<'r> Decode<'r, Postgres> + Type<Postgres> + Send + Unpin,
    {
        self.check(key)?;
        let sql = format!(
            "SELECT CASE WHEN octet_length(v.value) <= {MOST} THEN v.value END, coalesce(octet_length(v.value), 0) > {MOST}
             FROM (SELECT {expression} AS value FROM {} WHERE $2::text IS NOT NULL OFFSET 0) AS v",
            self.from()
        );
        match self.connection.first(&sql, &[key, &argument]).await?.ok_or_else(|| missing(key))? {
            (_, true) => Err(Error::TooLarge(format!("page {} has more to show than {} MB", shown(key), MOST >> 20))),
            (found, false) => Ok(found),
        }
    }

    /// Returns a call of goce's function for a page by a method or a model, and the parameter after that of the page.
    fn called<'c>(&self, function: &str, choice: &'c str) -> (String, &'c str) {
        models::call(&self.store.table.goce, function, "p.page", choice, 2)
    }

    /// Returns what a function of goce gives for a page by a method or a model: `goce_extract`, `goce_markdown` or
    /// `goce_highlight`.
    pub async fn by_choice(&mut self, key: &Key, function: &str, choice: &str) -> Result<Option<String>, Error> {
        let (call, argument) = self.called(function, choice);
        self.evaluate(key, &call, argument).await
    }

    /// Returns the content by a choice: a method, a model, [`GOLD`] or [`STORED`].
    pub async fn content(&mut self, key: &Key, choice: &str) -> Result<Option<String>, Error> {
        match choice {
            GOLD => self.evaluate(key, "p.gold", "").await,
            STORED => self.evaluate(key, "p.stored", "").await,
            _ => self.by_choice(key, "goce_extract", choice).await,
        }
    }

    /// Returns why a method or a model takes no text of a page: a value of `goce_page`'s `no_text`.
    pub async fn no_text(&mut self, key: &Key, choice: &str) -> Result<Option<String>, Error> {
        let (call, argument) = self.called("goce_page", choice);
        self.evaluate(key, &format!("({call}).no_text"), argument).await
    }

    /// Returns the metadata: names and values.
    pub async fn metadata(&mut self, key: &Key) -> Result<Vec<(String, String)>, Error> {
        self.check(key)?;
        let call = self.store.table.goce.call("goce_metadata", &[("html", "p.page"), ("url", "p.url")]);
        let from = self.from();
        let sql = format!("SELECT m.key, m.value FROM {from}, jsonb_each_text({call}) AS m WHERE m.value IS NOT NULL");
        self.connection.rows(&sql, &[key]).await
    }

    /// Returns the hash of a page, by which a change of the page is noticed.
    pub async fn hash(&mut self, key: &Key) -> Result<String, Error> {
        Ok(self.evaluate(key, "md5(p.page)", "").await?.unwrap_or_default())
    }

    /// Returns the blocks of a page in document order.
    pub async fn blocks(&mut self, key: &Key, choice: &str) -> Result<Vec<PageBlock>, Error> {
        self.check(key)?;
        let (call, argument) = self.called("goce_blocks", choice);
        let sql = format!(
            "SELECT b.ord, b.xpath, b.tag, coalesce(b.is_content, false) AS is_content, b.score, b.text FROM {}, {call} AS b
             ORDER BY b.ord LIMIT {}",
            self.from(),
            BLOCKS + 1,
        );
        let blocks: Vec<PageBlock> = self.connection.rows(&sql, &[key, &argument]).await?;
        if blocks.len() > BLOCKS {
            return Err(Error::TooLarge(format!("page {} has more than {BLOCKS} blocks", shown(key))));
        }
        Ok(blocks)
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
             SELECT o.key, to_char(o.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at, extract(epoch FROM o.at)::float8 AS seconds,
                    (SELECT count(*) FROM {diff} AS d) AS changes
             FROM (SELECT c.*, lag(c.page) OVER (ORDER BY c.at, c.key) AS before FROM c) AS o ORDER BY o.at, o.key",
            key = table.key_text("s"),
            at = captured.quoted,
            page = table.page,
            pages = table.quoted,
            url = url.quoted,
            is = table.key_is("s", 1),
            diff = table.goce.call("goce_diff", &[("old_html", "o.before"), ("new_html", "o.page")]),
        );
        self.connection.rows(&sql, &[key]).await
    }

    /// Returns the first changed blocks between two pages.
    pub async fn changes(&mut self, old: &Key, new: &Key) -> Result<Vec<Change>, Error> {
        let table = &self.store.table;
        let page = |key| format!("(SELECT {} FROM {} AS s WHERE {})", table.page, table.quoted, table.key_is("s", key));
        let sql = format!(
            "SELECT d.op, array_to_string(d.heading_path, ' › ') AS below, d.old_text, d.new_text FROM {} AS d LIMIT {CHANGES}",
            table.goce.call("goce_diff", &[("old_html", &page(1)), ("new_html", &page(2))]),
        );
        self.connection.rows(&sql, &[old, new]).await
    }

    pub async fn screenshot(&mut self, key: &Key) -> Result<Vec<u8>, Error> {
        let picture = self.evaluate(key, "p.screenshot", "").await?;
        picture.ok_or_else(|| Error::Missing(format!("page {} has no screenshot", shown(key))))
    }
}
