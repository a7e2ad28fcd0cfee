//! What people marked as content. Each save adds a version; a saved version never changes.

use std::collections::HashSet;

use sqlx::FromRow;

use crate::keys::shown;
use crate::page::PageBlock;
use crate::prelude::*;

/// A version of what is content.
#[derive(Default, FromRow)]
pub struct Mark {
    pub version: i32,
    pub content: Vec<String>,
    pub html_md5: String,
    pub by: String,
    pub at: String,
    pub gold: Option<String>,
}

/// Returns the versions of a page, the newest first, at most `most`.
pub async fn versions(tables: &mut Tables<'_>, key: &Key, most: usize) -> Result<Vec<Mark>, Error> {
    let sql = format!(
        "SELECT version, content_xpaths AS content, html_md5, marked_by AS by,
                to_char(marked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS \"UTC\"') AS at, gold
         FROM {} AS m WHERE {} ORDER BY version DESC LIMIT {most}",
        tables.present.read.marks,
        tables.store.table.key_is("m", 1)
    );
    tables.connection.rows(&sql, &[key]).await
}

/// What a form of marks sends.
pub struct SentMarks<'s> {
    pub key: &'s Key,
    /// The version that was shown; 0 where there was none.
    pub seen: i32,
    /// The hash of the page that was shown.
    pub html_md5: &'s str,
    /// The numbers of the blocks that are content.
    pub content: HashSet<i32>,
    /// The gold text of a page without blocks.
    pub typed: &'s str,
    /// That nothing is content is meant so.
    pub may_be_empty: bool,
}

/// Saves a version. Nothing is saved where somebody else saved a version since, or the page has changed,
/// [`Error::Conflict`], and no empty gold text unless it is meant so: [`Error::Unasked`].
pub async fn save(tables: &mut Tables<'_>, sent: &SentMarks<'_>) -> Result<i32, Error> {
    let (store, table) = (tables.store, &tables.store.table);
    store.writable()?;
    if !tables.present.marks {
        // Rows are only ever added to this table: the highest version counts.
        let sql = format!(
            "CREATE TABLE {} ({}, version int NOT NULL, gold text, content_xpaths text[] NOT NULL, other_xpaths text[] NOT NULL,
                 changed_xpaths text[] NOT NULL, method text, html_md5 text NOT NULL, marked_by text NOT NULL,
                 marked_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ({}, version))",
            store.side_tables.marks,
            table.key_definitions(),
            table.key_columns()
        );
        tables.create(&store.side_tables.marks, &sql, &[]).await?;
    }
    if tables.hash(sent.key).await? != sent.html_md5 {
        return Err(Error::Conflict(format!(
            "page {} has changed since it was shown: nothing was saved, since its blocks may be others now",
            shown(sent.key)
        )));
    }
    let blocks = tables.blocks(sent.key, "auto").await?;
    let xpaths = |wanted: &dyn Fn(&PageBlock, bool) -> bool| -> Vec<String> {
        let blocks = blocks.iter().filter(|block| wanted(block, sent.content.contains(&block.ord)));
        blocks.map(|block| block.xpath.clone()).collect()
    };
    let gold = gold_of(&blocks, &sent.content, sent.typed);
    if gold.trim().is_empty() && !sent.may_be_empty {
        return Err(Error::Unasked);
    }
    let new = NewVersion {
        seen: sent.seen,
        html_md5: sent.html_md5,
        method: "auto",
        gold: Some(gold),
        content: xpaths(&|_, is_content| is_content),
        other: xpaths(&|_, is_content| !is_content),
        changed: xpaths(&|block, is_content| is_content != block.is_content),
    };
    insert(tables, sent.key, &new).await
}

/// Saves what was there before the last version as a new version.
pub async fn undo(tables: &mut Tables<'_>, key: &Key, seen: i32) -> Result<i32, Error> {
    tables.store.writable()?;
    let mut versions = versions(tables, key, 2).await?.into_iter();
    let last = versions.next().ok_or_else(|| Error::Missing(format!("page {} was not marked", shown(key))))?;
    let before = versions.next().unwrap_or_default();
    let new = NewVersion {
        seen,
        html_md5: &last.html_md5,
        gold: before.gold,
        content: before.content,
        ..NewVersion::default()
    };
    insert(tables, key, &new).await
}

#[derive(Default)]
struct NewVersion<'v> {
    seen: i32,
    html_md5: &'v str,
    /// The method whose choice was shown first; empty for an undo.
    method: &'v str,
    gold: Option<String>,
    content: Vec<String>,
    other: Vec<String>,
    changed: Vec<String>,
}

async fn insert(tables: &mut Tables<'_>, key: &Key, new: &NewVersion<'_>) -> Result<i32, Error> {
    let (store, table) = (tables.store, &tables.store.table);
    let (version, by) = (new.seen.saturating_add(1), store.user());
    let sql = format!(
        "INSERT INTO {marks} ({keys}, version, gold, content_xpaths, other_xpaths, changed_xpaths, method, html_md5, marked_by)
         SELECT {own}, $1::int, $2::text, $3::text[], $4::text[], $5::text[], $6::text, $7::text, $8::text
         FROM {pages} AS s WHERE {is}
           AND $1::int = 1 + coalesce((SELECT max(m.version) FROM {marks} AS m WHERE {same}), 0)
         ON CONFLICT DO NOTHING RETURNING version",
        marks = store.side_tables.marks,
        keys = table.key_columns(),
        own = table.key_of("s"),
        pages = table.quoted,
        is = table.key_is("s", 9),
        same = table.same_key("m", "s"),
    );
    let values: [Value<'_>; 9] = [
        &version,
        &new.gold,
        &new.content,
        &new.other,
        &new.changed,
        &new.method,
        &new.html_md5,
        &by,
        key,
    ];
    if !tables.connection.rows::<(i32,)>(&sql, &values).await?.is_empty() {
        store.changed();
        return Ok(version);
    }
    let page = shown(key);
    let Some(last) = versions(tables, key, 1).await?.pop() else {
        return Err(Error::Missing(format!("there is no page {page}")));
    };
    // The same form sent twice, because its first answer was lost, counts as saved.
    let sent = (version, by, new.html_md5, &new.content, &new.gold);
    if (last.version, &*last.by, &*last.html_md5, &last.content, &last.gold) == sent {
        return Ok(version);
    }
    Err(Error::Conflict(format!(
        "{} marked page {page} at {}, after it was shown to you: your marks are not saved. Look at theirs, or send yours again to put them after theirs",
        last.by, last.at
    )))
}

/// Joins the texts of the blocks that are content by an empty line. Of a page without blocks it is what was typed.
fn gold_of(blocks: &[PageBlock], content: &HashSet<i32>, typed: &str) -> String {
    if blocks.is_empty() {
        return typed.replace("\r\n", "\n");
    }
    let texts: Vec<&str> = blocks
        .iter()
        .filter(|block| content.contains(&block.ord))
        .map(|block| block.text.as_str())
        .collect();
    texts.join("\n\n")
}

/// Returns the blocks that are content: by the last version if the page is still the same, otherwise by the method.
pub fn chosen(blocks: &[PageBlock], last: Option<&Mark>, html_md5: &str) -> HashSet<i32> {
    let is_undone = |mark: &Mark| mark.content.is_empty() && mark.gold.is_none();
    let last = last.filter(|mark| mark.html_md5 == html_md5 && !is_undone(mark));
    // Blocks of one element have one XPath: all of them are content if one was saved as content.
    let saved: Option<HashSet<&str>> = last.map(|mark| mark.content.iter().map(String::as_str).collect());
    let is_content = |block: &&PageBlock| match &saved {
        Some(xpaths) => xpaths.contains(block.xpath.as_str()),
        None => block.is_content,
    };
    blocks.iter().filter(is_content).map(|block| block.ord).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(ord: i32, is_content: bool) -> PageBlock {
        PageBlock {
            ord,
            xpath: format!("/p[{ord}]"),
            tag: "p".to_owned(),
            is_content,
            score: None,
            text: format!("text {ord}"),
        }
    }

    #[test]
    fn marks_of_this_page_come_before_the_method() {
        let blocks = [block(1, false), block(2, true), block(3, false)];
        assert_eq!(chosen(&blocks, None, "h"), HashSet::from([2]));
        let mark = Mark {
            content: vec!["/p[3]".to_owned()],
            html_md5: "h".to_owned(),
            gold: Some("text 3".to_owned()),
            ..Mark::default()
        };
        assert_eq!(chosen(&blocks, Some(&mark), "h"), HashSet::from([3]));
        assert_eq!(chosen(&blocks, Some(&mark), "another page"), HashSet::from([2]));
        // An undo took back the first version.
        let undone = Mark {
            content: Vec::new(),
            gold: None,
            ..mark
        };
        assert_eq!(chosen(&blocks, Some(&undone), "h"), HashSet::from([2]));
    }
}
