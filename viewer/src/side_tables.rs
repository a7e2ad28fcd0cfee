//! The tables beside the table of pages: of extracted texts, of what was judged, of what was marked, and of the pages that
//! models have learned from.

use sqlx::FromRow;

use crate::database::{Connection, value};
use crate::error::Error;
use crate::table::Table;

/// The names of the side tables, quoted for statements.
#[derive(Clone, Debug, FromRow)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Present {
    pub target: bool,
    pub facts: bool,
    /// The facts have titles. Those of older versions have none.
    pub titles: bool,
    pub marks: bool,
    pub learned: bool,
    pub again: bool,
    /// Those that exist and cannot be read by the role. They are left out.
    pub unreadable: Vec<String>,
}

impl Present {
    /// An SQL expression of a page's state. The target is joined as `t`.
    pub fn state(&self) -> &'static str {
        if self.target {
            "CASE WHEN t.sqlstate IS NOT NULL THEN 'failed' WHEN t.extracted_at IS NOT NULL THEN 'done' ELSE 'pending' END"
        } else {
            "'pending'"
        }
    }

    /// An SQL expression of the title of the page `s`: its own, or the one that the facts, joined as `f`, have.
    pub fn title(&self, table: &Table) -> String {
        let own = table.title_text();
        match self.titles {
            true => format!("coalesce(nullif(btrim({own}), ''), f.title)"),
            false => own,
        }
    }

    /// An SQL condition: the page was extracted, and has no text. The target is joined as `t`.
    pub fn without_text(&self) -> &'static str {
        if self.target {
            "coalesce(t.extracted_at IS NOT NULL AND t.sqlstate IS NULL AND t.content IS NULL, false)"
        } else {
            "false"
        }
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
        let names = connection.first(sql, &[value(&table.schema), value(base), value(&target)]).await?;
        names.ok_or(Error::Silent)
    }

    /// Returns the SQL that joins tables to the pages `s`, each only if it exists: the facts as `f`, the target as `t`, unless
    /// `but` has joined it already, and the newest marks as `m`.
    pub fn joined(&self, table: &Table, present: &Present, but: &str) -> String {
        let same = |alias| table.same_key(alias, "s");
        let mut joined = String::new();
        for (is_there, name, alias) in [(present.facts, &self.facts, "f"), (present.target, &self.target, "t")] {
            if is_there && alias != but {
                joined += &format!("LEFT JOIN {name} AS {alias} ON {} ", same(alias));
            }
        }
        if present.marks {
            let (marks, same) = (&self.marks, same("m"));
            joined += &format!(
                "LEFT JOIN LATERAL (SELECT m.* FROM {marks} AS m WHERE {same} ORDER BY m.version DESC LIMIT 1) AS m ON true"
            );
        }
        joined
    }

    /// Looks which exist. A table of somebody else under such a name is refused.
    pub async fn present(&self, connection: &mut Connection, table: &Table) -> Result<Present, Error> {
        let names = [&self.target, &self.facts, &self.marks, &self.learned, &self.again];
        let names = names.map(String::as_str).to_vec();
        // A table of the same name without these columns is somebody else's.
        let target = "{extracted_at,method,no_text}";
        let columns = vec![target, "{judged_at}", "{marked_at}", "{model_sha256}", target];
        let sql = "SELECT n.place, c.relname::text AS name, n.name AS quoted,
                c.relkind IN ('r', 'p') AND n.known::text[] <@ o.columns AND (pg_has_role(c.relowner, 'USAGE') OR c.relowner = s.relowner) AS is_ours,
                has_table_privilege(c.oid, 'SELECT') AS is_readable, 'title' = ANY (o.columns) AS has_titles
             FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS n (name, known, place)
             JOIN pg_class AS c ON c.oid = to_regclass(n.name)
             JOIN pg_class AS s ON s.oid = $3::text::oid
             CROSS JOIN LATERAL (SELECT ARRAY(SELECT a.attname::text FROM pg_attribute AS a
                                              WHERE a.attrelid = c.oid AND NOT a.attisdropped) AS columns) AS o ORDER BY n.place";
        let found: Vec<Found> = connection.rows(sql, &[value(&names), value(&columns), value(&table.oid)]).await?;
        let mut present = Present::default();
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
        Ok(present)
    }
}
