//! The tables beside the table of pages: of extracted texts, of what was judged, of what was marked, and of the pages that
//! models have learned from.

use sqlx::FromRow;

use crate::database::Connection;
use crate::error::Error;
use crate::table::Table;

/// The columns of the facts, beside the key and the time.
pub const FACTS: &str = "genre text, page_type text, confidence real, host text, title text, sqlstate text, error text";

/// The names of the side tables, quoted for statements.
#[derive(Clone, Default, FromRow)]
pub struct SideTables {
    /// Extracted texts, a table of `goce_create_target`.
    pub target: String,
    /// Genre, type, confidence, title and host of each page.
    pub facts: String,
    /// Every version of what was marked.
    pub marks: String,
    /// Which pages each model has learned from.
    pub learned: String,
    /// Texts that are to take the place of the target's once all are there. A target too.
    pub again: String,
    /// The target's name for people, without its schema.
    pub target_name: String,
}

/// Which side tables exist and can be read.
#[derive(Clone, Default)]
pub struct Present {
    /// What statements read. In place of a table that is missing stands a query without rows.
    pub read: SideTables,
    pub target: bool,
    pub facts: bool,
    /// The facts have titles. Those of older versions have none.
    pub titles: bool,
    pub marks: bool,
    pub learned: bool,
    pub again: bool,
    /// Those that exist and cannot be read by the role. They count as missing.
    pub unreadable: Vec<String>,
}

/// An SQL expression of a page's state. The target is joined as `t`.
pub const STATE: &str =
    "CASE WHEN t.sqlstate IS NOT NULL THEN 'failed' WHEN t.extracted_at IS NOT NULL THEN 'done' ELSE 'pending' END";

/// An SQL condition: the page was extracted, and has no text. The target is joined as `t`.
pub const WITHOUT_TEXT: &str =
    "coalesce(t.extracted_at IS NOT NULL AND t.sqlstate IS NULL AND t.content IS NULL, false)";

impl Present {
    /// Returns the SQL that joins tables to the pages `s`: the facts as `f`, the target as `t`, unless `but` has joined it
    /// already, and the newest marks as `m`.
    pub fn joined(&self, table: &Table, but: &str) -> String {
        let SideTables {
            facts, target, marks, ..
        } = &self.read;
        let mut joined = String::new();
        for (name, alias) in [(facts, "f"), (target, "t")] {
            if alias != but {
                joined += &format!("LEFT JOIN {name} AS {alias} ON {} ", table.same_key(alias, "s"));
            }
        }
        let same = table.same_key("m", "s");
        joined += &format!(
            "LEFT JOIN LATERAL (SELECT m.* FROM {marks} AS m WHERE {same} ORDER BY m.version DESC LIMIT 1) AS m ON true"
        );
        joined
    }

    /// Returns what lets the role read the tables that are left out; `None` where it can read all.
    pub fn grant(&self, table: &Table) -> Option<String> {
        let tables = self.unreadable.join(", ");
        (!tables.is_empty()).then(|| format!("GRANT SELECT ON {tables} TO {};", table.quoted_role))
    }
}

/// A table that exists under the name of a side table.
#[derive(FromRow)]
struct Found {
    place: i64,
    name: String,
    quoted: String,
    is_ours: bool,
    is_readable: bool,
    has_titles: bool,
}

impl SideTables {
    /// Chooses the names. The database quotes them.
    pub async fn find(connection: &mut Connection, table: &Table, target: Option<&str>) -> Result<Self, Error> {
        let base = &table.bare;
        // The limit of `goce_create_target`: names have 63 bytes, and it appends `_progress`.
        if base.len() > 47 {
            return Err(Error::setup(
                format!("the name {base} is too long: tables beside it are named like it"),
                "Make a view of it with a name of up to 47 bytes.",
            ));
        }
        let sql = "SELECT format('%s.%I', $1::text, t.name) AS target, format('%s.%I', $1::text, $2::text || '_facts') AS facts,
                    format('%s.%I', $1::text, $2::text || '_marks') AS marks, format('%s.%I', $1::text, $2::text || '_learned') AS learned,
                    format('%s.%I', $1::text, t.name || '_again') AS again, t.name AS target_name
             FROM coalesce(nullif($3::text, ''), $2::text || '_text') AS t (name)";
        let names = connection.first(sql, &[&table.schema, base, &target]).await?;
        names.ok_or(Error::Silent)
    }

    /// Looks which exist. A table of somebody else under such a name is refused.
    pub async fn present(&self, connection: &mut Connection, table: &Table) -> Result<Present, Error> {
        let names = [&self.target, &self.facts, &self.marks, &self.learned, &self.again];
        // A table of the same name without these columns is somebody else's.
        let target = "{extracted_at,method,no_text}";
        let columns = [target, "{judged_at}", "{marked_at}", "{model_sha256}", target];
        let sql = "SELECT n.place, c.relname::text AS name, n.name AS quoted,
                c.relkind IN ('r', 'p') AND n.known::text[] <@ o.columns AND (pg_has_role(c.relowner, 'USAGE') OR c.relowner = s.relowner) AS is_ours,
                has_table_privilege(c.oid, 'SELECT') AS is_readable, 'title' = ANY (o.columns) AS has_titles
             FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS n (name, known, place)
             JOIN pg_class AS c ON c.oid = to_regclass(n.name)
             JOIN pg_class AS s ON s.oid = $3::text::oid
             CROSS JOIN LATERAL (SELECT ARRAY(SELECT a.attname::text FROM pg_attribute AS a
                                              WHERE a.attrelid = c.oid AND NOT a.attisdropped) AS columns) AS o ORDER BY n.place";
        let found: Vec<Found> = connection.rows(sql, &[&names, &columns, &table.oid]).await?;
        let mut present = Present {
            read: self.clone(),
            ..Present::default()
        };
        if let Some(Found { name, .. }) = found.iter().find(|found| !found.is_ours) {
            return Err(Error::setup(
                format!(
                    "the table {name} belongs to somebody else than the pages, or is not what the viewer keeps there"
                ),
                "It may have triggers, which would run with your rights. Rename it, or name the target by --target.",
            ));
        }
        for found in found {
            match found.place {
                _ if !found.is_readable => present.unreadable.push(found.quoted),
                1 => present.target = true,
                2 => (present.facts, present.titles) = (true, found.has_titles),
                3 => present.marks = true,
                4 => present.learned = true,
                _ => present.again = true,
            }
        }
        let SideTables {
            target,
            facts,
            marks,
            learned,
            ..
        } = &mut present.read;
        if !present.titles {
            *facts = format!("(SELECT *, NULL::text AS title FROM {facts} AS f)");
        }
        let texts = "content text, sqlstate text, error text, extracted_at timestamptz, method text, version text, no_text text";
        let versions =
            "version int, gold text, content_xpaths text[], html_md5 text, marked_by text, marked_at timestamptz";
        for (is_there, name, columns) in [
            (present.target, target, texts),
            (present.facts, facts, FACTS),
            (present.marks, marks, versions),
            (present.learned, learned, "model_sha256 text"),
        ] {
            if !is_there {
                *name = empty(table, columns);
            }
        }
        Ok(present)
    }
}

/// A query without rows that has the columns of the key and these; those of a name that is in the key are the key's.
fn empty(table: &Table, columns: &str) -> String {
    let columns = columns.split(", ").filter_map(|column| column.split_once(' '));
    let columns = columns.filter(|(name, _)| !table.has_key(name));
    let columns: String = columns.map(|(name, kind)| format!(", NULL::{kind} AS {name}")).collect();
    format!("(SELECT {}{columns} FROM {} AS s WHERE false)", table.key_of("s"), table.quoted)
}
