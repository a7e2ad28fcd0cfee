//! What people say is content. Every saving adds a version; nothing that was saved is ever changed.

use std::collections::HashSet;

use crate::app::App;
use crate::companions::Present;
use crate::database::{Session, Value, cell, filled, text, texts};
use crate::error::Error;
use crate::keys::{Key, shown};
use crate::page::{self, Block};

/// A version of what is content.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mark {
    pub version: i32,
    pub content: Vec<String>,
    pub html_md5: String,
    pub by: String,
    pub at: String,
    pub gold_before: Option<String>,
    pub gold: Option<String>,
    pub changed: i64,
}

/// Returns the versions of a page, the newest first, at most `most`.
pub async fn versions(
    app: &App,
    session: &mut Session,
    present: Present,
    key: &Key,
    most: usize,
) -> Result<Vec<Mark>, Error> {
    if !present.marks {
        return Ok(Vec::new());
    }
    let values: Vec<Value<'_>> = key.iter().map(text).collect();
    let sql = format!(
        "SELECT version, content_xpaths, html_md5, marked_by, to_char(marked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS \"UTC\"'),
                gold_before, gold, cardinality(changed_xpaths)::bigint
         FROM {} AS m WHERE {} ORDER BY version DESC LIMIT {most}",
        app.names.marks,
        app.table.key_is("m", 1)
    );
    let mut versions = Vec::new();
    for row in session.rows(&sql, &values).await? {
        versions.push(Mark {
            version: row.try_get(0)?,
            content: row.try_get(1)?,
            html_md5: filled(&row, 2)?,
            by: filled(&row, 3)?,
            at: filled(&row, 4)?,
            gold_before: cell(&row, 5)?,
            gold: cell(&row, 6)?,
            changed: row.try_get(7)?,
        });
    }
    Ok(versions)
}

/// What a form says.
#[derive(Debug)]
pub struct Decision<'d> {
    pub key: &'d Key,
    /// The version that was shown; 0 where there was none.
    pub seen: i32,
    /// The hash of the page that was shown.
    pub html_md5: &'d str,
    /// Numbers of the blocks that are content.
    pub content: HashSet<i32>,
    /// The method whose choice was shown first.
    pub method: &'d str,
    pub by: &'d str,
}

/// Saves a decision: a version of it, and the gold text in the table if that has a column for it.
///
/// # Errors
///
/// [`Error::Conflict`] where somebody else saved a version since, or the page has changed; nothing is saved then.
pub async fn save(app: &App, session: &mut Session, present: Present, decision: &Decision<'_>) -> Result<i32, Error> {
    app.writable()?;
    create(app, session, present).await?;
    if page::hash(app, session, decision.key).await? != decision.html_md5 {
        return Err(Error::Conflict(format!(
            "page {} has changed since it was shown: nothing was saved, since its blocks may be others now",
            shown(decision.key)
        )));
    }
    let blocks = page::blocks(app, session, decision.key, decision.method).await?;
    let gold = gold_of(&blocks, &decision.content);
    let chosen = |wanted: bool| -> Vec<String> {
        blocks
            .iter()
            .filter(|block| decision.content.contains(&block.ord) == wanted)
            .map(|block| block.xpath.clone())
            .collect()
    };
    let changed: Vec<String> = blocks
        .iter()
        .filter(|block| decision.content.contains(&block.ord) != block.is_content)
        .map(|block| block.xpath.clone())
        .collect();
    insert(
        app,
        session,
        decision,
        &New {
            gold: Some(gold),
            content: chosen(true),
            other: chosen(false),
            changed,
        },
    )
    .await
}

/// Saves what was there before the last version as a new version, its gold text too.
pub async fn undo(
    app: &App,
    session: &mut Session,
    present: Present,
    key: &Key,
    seen: i32,
    by: &str,
) -> Result<i32, Error> {
    app.writable()?;
    let versions = versions(app, session, present, key, 2).await?;
    let last = versions
        .first()
        .ok_or_else(|| Error::Missing(format!("page {} was not marked", shown(key))))?;
    let before = versions.get(1);
    let decision = Decision {
        key,
        seen,
        html_md5: &last.html_md5,
        content: HashSet::new(),
        method: "",
        by,
    };
    let content = before.map(|mark| mark.content.clone()).unwrap_or_default();
    let new = New {
        gold: last.gold_before.clone(),
        content,
        other: Vec::new(),
        changed: Vec::new(),
    };
    insert(app, session, &decision, &new).await
}

struct New {
    gold: Option<String>,
    content: Vec<String>,
    other: Vec<String>,
    changed: Vec<String>,
}

async fn create(app: &App, session: &mut Session, present: Present) -> Result<(), Error> {
    if present.marks {
        return Ok(());
    }
    if !app.table.may_create {
        return Err(Error::Forbidden(format!(
            "the role {} may not create the table of marks, {}",
            app.table.role, app.names.marks
        )));
    }
    session.create(&app.names.create_marks(&app.table)).await
}

async fn insert(app: &App, session: &mut Session, decision: &Decision<'_>, new: &New) -> Result<i32, Error> {
    let (table, marks) = (&app.table, &app.names.marks);
    let version = decision.seen.saturating_add(1).to_string();
    let place = decision.key.len();
    let gold = table.gold.as_ref();
    let gold_before = table.gold_text();
    let sql = format!(
        "INSERT INTO {marks} ({keys}, version, gold, content_xpaths, other_xpaths, changed_xpaths, method, html_md5, gold_before, marked_by)
         SELECT {own}, ${v}::text::int, ${g}::text, ${c}::text[], ${o}::text[], ${d}::text[], ${m}::text, ${h}::text, {gold_before}, ${b}::text
         FROM {pages} AS s WHERE {is}
           AND ${v}::text::int = 1 + coalesce((SELECT max(m.version) FROM {marks} AS m WHERE {same}), 0)
         ON CONFLICT DO NOTHING RETURNING version",
        keys = table.key_columns(),
        own = table.key_of("s"),
        pages = table.quoted,
        is = table.key_is("s", 1),
        same = table.same_key("m", "s"),
        v = place + 1,
        g = place + 2,
        c = place + 3,
        o = place + 4,
        d = place + 5,
        m = place + 6,
        h = place + 7,
        b = place + 8,
    );
    let mut values: Vec<Value<'_>> = decision.key.iter().map(text).collect();
    values.extend([
        text(&version),
        text(&new.gold),
        texts(&new.content),
        texts(&new.other),
        texts(&new.changed),
        text(&decision.method),
        text(&decision.html_md5),
        text(&decision.by),
    ]);
    session.begin().await?;
    let Some(row) = session.first(&sql, &values).await? else {
        session.roll_back().await?;
        return refused(app, session, decision, new).await;
    };
    if let Some(gold) = gold.filter(|gold| gold.updatable) {
        let sql = format!(
            "UPDATE {} AS s SET {} = ${}::text WHERE {}",
            table.quoted,
            gold.quoted,
            place + 1,
            table.key_is("s", 1)
        );
        let mut values: Vec<Value<'_>> = decision.key.iter().map(text).collect();
        values.push(text(&new.gold));
        session.rows(&sql, &values).await?;
    }
    session.commit().await?;
    app.counts.forget();
    Ok(row.try_get(0)?)
}

/// Says why nothing was saved; or that it was, where the same was sent again because no answer came to the first.
async fn refused(app: &App, session: &mut Session, decision: &Decision<'_>, new: &New) -> Result<i32, Error> {
    let present = Present {
        marks: true,
        ..Present::default()
    };
    let key = decision.key;
    let versions = versions(app, session, present, key, 1).await?;
    let Some(mark) = versions.first() else {
        return Err(Error::Missing(format!("there is no page {}", shown(key))));
    };
    let is_this = mark.version == decision.seen.saturating_add(1)
        && mark.by == decision.by
        && mark.html_md5 == decision.html_md5
        && mark.content == new.content
        && mark.gold == new.gold;
    if is_this {
        return Ok(mark.version);
    }
    Err(Error::Conflict(format!(
        "{} marked page {} at {}, after it was shown to you: your marks are not saved. Look at theirs, or send yours again to put them after theirs",
        mark.by,
        shown(key),
        mark.at
    )))
}

/// The texts of the blocks that are content, an empty line between them.
fn gold_of(blocks: &[Block], content: &HashSet<i32>) -> String {
    let texts: Vec<&str> = blocks
        .iter()
        .filter(|block| content.contains(&block.ord))
        .map(|block| block.text.as_str())
        .collect();
    texts.join("\n\n")
}

/// Which blocks are content: by the last version if that is of this very page, else by the method.
pub fn chosen(blocks: &[Block], last: Option<&Mark>, html_md5: &str) -> HashSet<i32> {
    match last.filter(|mark| mark.html_md5 == html_md5 && !(mark.content.is_empty() && mark.gold.is_none())) {
        Some(mark) => {
            // Some blocks may share an element: then all of them were decided alike, or the last one counts.
            let xpaths: HashSet<&str> = mark.content.iter().map(String::as_str).collect();
            blocks
                .iter()
                .filter(|block| xpaths.contains(block.xpath.as_str()))
                .map(|block| block.ord)
                .collect()
        }
        None => blocks
            .iter()
            .filter(|block| block.is_content)
            .map(|block| block.ord)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(ord: i32, is_content: bool) -> Block {
        Block {
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
        // Undone to where nothing was marked.
        assert_eq!(
            chosen(
                &blocks,
                Some(&Mark {
                    content: Vec::new(),
                    gold: None,
                    ..mark
                }),
                "h"
            ),
            HashSet::from([2])
        );
    }

    #[test]
    fn gold_has_the_blocks_in_their_order() {
        let blocks = [block(1, false), block(2, true), block(3, false)];
        assert_eq!(gold_of(&blocks, &HashSet::from([3, 1])), "text 1\n\ntext 3");
        assert_eq!(gold_of(&blocks, &HashSet::new()), "");
    }
}
