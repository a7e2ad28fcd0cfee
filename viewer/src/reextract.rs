//! Extracting all pages again. The new texts are made in a second target beside the first, so that nobody sees half of
//! them. Once all are there, they take the place of the old ones in one transaction. The target itself stays: its
//! indexes, its grants, its other columns.

use sqlx::FromRow;

use crate::prelude::*;
use crate::side_tables::SideTables;

/// The columns of a text, beside its key.
const COLUMNS: &str = "content sqlstate error extracted_at method version no_text";

/// How many texts a method has made.
#[derive(Clone, FromRow)]
pub struct Made {
    /// `auto`, `model:NAME`; `None` where nothing says it.
    pub method: Option<String>,
    pub version: Option<String>,
    pub pages: i64,
    /// It has made the newest of all texts.
    pub is_last: bool,
}

impl Made {
    /// The method and version, in words.
    pub fn maker(&self) -> String {
        match (&self.method, &self.version) {
            (Some(method), Some(version)) => format!("{} ({version})", model_name(method)),
            (Some(method), None) => model_name(method),
            (None, _) => "a method that nobody wrote down".to_owned(),
        }
    }
}

/// Counts the texts of the target by the method and version that made them.
pub async fn made(tables: &mut Tables<'_>) -> Result<Vec<Made>, Error> {
    // Versions of pages have such a column in their key.
    let version = if tables.store.table.has_key("version") {
        "NULL"
    } else {
        "t.version"
    };
    let sql = format!(
        "SELECT g.method, g.version, g.pages, coalesce(g.last = max(g.last) OVER (), false) AS is_last
         FROM (SELECT t.method, {version}::text, count(*), max(t.extracted_at) FROM {target} AS t GROUP BY 1, 2) AS g (method, version, pages, last)
         ORDER BY g.pages DESC, g.method, g.version",
        target = tables.present.read.target
    );
    tables.connection.rows(&sql, &[]).await
}

/// Texts that are being made again and have not taken their place yet.
#[derive(Clone)]
pub struct Unfinished {
    /// The method that makes them.
    pub method: String,
    pub done: i64,
    pub left: i64,
}

/// Returns what a run has left that ended before its end. Without a single text there is nothing to go on with.
pub async fn unfinished(tables: &mut Tables<'_>) -> Result<Option<Unfinished>, Error> {
    if !tables.present.again {
        return Ok(None);
    }
    let store = tables.store;
    let again = &store.side_tables.again;
    // Asked for meanwhile, the table would be an error in the server's log once it is gone.
    let Ok(_stays) = store.replacing.try_read() else {
        return Ok(None);
    };
    if !store.side_tables.present(&mut tables.connection, &store.table).await?.again {
        return Ok(None);
    }
    let sql = format!("SELECT min(t.method), count(*) FROM {again} AS t");
    let Some((Some(method), done)) = tables.connection.first(&sql, &[]).await? else {
        return Ok(None);
    };
    let left = tables.connection.only(&store.table.lacking(again), &[]).await?;
    Ok(Some(Unfinished { method, done, left }))
}

/// Throws away the new texts of a run that did not end. The old ones have stayed where they are.
pub async fn give_up(tables: &mut Tables<'_>) -> Result<(), Error> {
    tables.store.writable()?;
    if tables.present.again {
        let sql = dropped(&tables.store.side_tables);
        tables.connection.run(&format!("BEGIN; {sql} COMMIT")).await?;
    }
    tables.store.changed();
    Ok(())
}

/// Drops the second target, with what `goce_create_target` and `goce_extract_pending` put beside it.
fn dropped(side_tables: &SideTables) -> String {
    format!(
        "DROP VIEW IF EXISTS {}; DROP TABLE IF EXISTS {}; DROP TABLE {};",
        named_after(&side_tables.again, "_progress"),
        named_after(&side_tables.again, "_claims"),
        side_tables.again
    )
}

/// What the new texts change.
pub struct Changes {
    /// Numbers of pages, by what became of their text.
    pub counts: Vec<(String, i64)>,
    /// The pages whose texts have the least words in common.
    pub most: Vec<ChangedText>,
}

#[derive(FromRow)]
pub struct ChangedText {
    pub key: Key,
    /// The method that made the old text.
    pub method: Option<String>,
    /// Characters.
    pub before: i64,
    pub after: i64,
    pub word_f1: f64,
}

/// Compares the new texts with those whose place they take. Pages that failed keep their texts, so they are left out. Word
/// by word are compared the 1,000 pages whose lengths change most.
pub async fn changes(store: &Store, connection: &mut Connection) -> Result<Changes, Error> {
    let (table, SideTables { target, again, .. }) = (&store.table, &store.side_tables);
    let both = format!("FROM {again} AS n JOIN {target} AS t ON {} WHERE n.sqlstate IS NULL", table.same_key("t", "n"));
    let sql = format!(
        "SELECT CASE WHEN n.content IS NOT DISTINCT FROM t.content THEN 'the same'
                     WHEN t.content IS NULL THEN 'now with a text'
                     WHEN n.content IS NULL THEN 'now without a text'
                     WHEN length(n.content) > length(t.content) THEN 'longer'
                     WHEN length(n.content) < length(t.content) THEN 'shorter'
                     ELSE 'as long, in other words' END, count(*) {both} GROUP BY 1 ORDER BY 2 DESC, 1"
    );
    let counts = connection.rows(&sql, &[]).await?;
    let sql = format!(
        "SELECT c.key, c.method, c.before, c.after, w.f1 AS word_f1
         FROM (SELECT {key} AS key, {method} AS method, t.content AS old, n.content AS new, coalesce(length(t.content), 0)::bigint AS before,
                      coalesce(length(n.content), 0)::bigint AS after
               {both} AND n.content IS DISTINCT FROM t.content ORDER BY abs(coalesce(length(n.content), 0) - coalesce(length(t.content), 0)) DESC
               LIMIT 1000) AS c, {f1} AS w
         ORDER BY w.f1, c.key LIMIT 20",
        key = table.key_text("n"),
        method = if table.has_key("method") { "NULL::text" } else { "t.method" },
        f1 = table.goce.call("goce_word_f1", &[("gold", "coalesce(c.old, '')"), ("extracted", "coalesce(c.new, '')")]),
    );
    let most = connection.rows(&sql, &[]).await?;
    Ok(Changes { counts, most })
}

impl Changes {
    /// In one line.
    pub fn says(&self) -> String {
        self.counts
            .iter()
            .map(|(name, pages)| format!("{} {name}", number(*pages)))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Lets the new texts take their place. A page whose new text failed keeps its old one.
pub async fn take_place(store: &Store, connection: &mut Connection) -> Result<(), Error> {
    let SideTables { target, again, .. } = &store.side_tables;
    let (table, keys) = (&store.table, store.table.key_columns());
    // The columns of a text that both have. Versions of pages may have such a column in their key.
    let names: Vec<&str> = COLUMNS.split(' ').filter(|name| !table.has_key(name)).collect();
    let sql = "SELECT quote_ident(a.attname) FROM pg_attribute AS a JOIN pg_attribute AS b ON b.attname = a.attname
         WHERE a.attrelid = to_regclass($1::text) AND b.attrelid = to_regclass($2::text) AND a.attgenerated = ''
           AND NOT a.attisdropped AND NOT b.attisdropped AND a.attname = ANY ($3::text[]::name[]) ORDER BY a.attnum";
    let columns: Vec<(String,)> = connection.rows(sql, &[target, again, &names]).await?;
    let list =
        |written: &dyn Fn(&str) -> String| columns.iter().map(|(name,)| written(name)).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "BEGIN; LOCK TABLE {target}, {again} IN SHARE ROW EXCLUSIVE MODE;
         INSERT INTO {target} ({keys}, {own}) SELECT {of_n}, {new} FROM {again} AS n
             WHERE n.sqlstate IS NULL OR NOT EXISTS (SELECT FROM {target} AS t WHERE {same})
             ON CONFLICT ({keys}) DO UPDATE SET {set};
         {dropped} COMMIT; ANALYZE {target}",
        own = list(&str::to_owned),
        of_n = table.key_of("n"),
        new = list(&|column| format!("n.{column}")),
        same = table.same_key("t", "n"),
        set = list(&|column| format!("{column} = EXCLUDED.{column}")),
        dropped = dropped(&store.side_tables),
    );
    connection.run(&sql).await
}

/// Returns a quoted name with more at its end.
fn named_after(quoted: &str, more: &str) -> String {
    match quoted.strip_suffix('"') {
        Some(open) => format!("{open}{more}\""),
        None => format!("{quoted}{more}"),
    }
}

#[cfg(test)]
mod tests {
    use super::named_after;

    #[test]
    fn names_stay_quoted() {
        assert_eq!(named_after("public.pages_again", "_claims"), "public.pages_again_claims");
        assert_eq!(named_after("a.\"Pages \"\"x\"", "_claims"), "a.\"Pages \"\"x_claims\"");
    }
}
