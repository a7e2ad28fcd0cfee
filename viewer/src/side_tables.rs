//! The side_tables of the table of pages: tables beside it of extracted texts, of what was judged, of what was marked, of
//! models that were trained and of the pages that these have learned from.

use sqlx::Row;

use crate::calls;
use crate::database::{Connection, filled, is_named_by_type, is_there, value};
use crate::error::Error;
use crate::table::Table;

/// The names of the side tables, quoted for statements.
#[derive(Clone, Debug)]
pub struct SideTables {
    /// Extracted texts, a table of `goce_create_target`.
    pub target: String,
    /// Genre, type, confidence and host of each page.
    pub facts: String,
    /// Every version of what was marked.
    pub marks: String,
    /// Models that were trained and are not published.
    pub drafts: String,
    /// Which pages each model has learned from.
    pub learned: String,
    /// Texts that are to take the place of the target's once all are there. A target too.
    pub again: String,
    /// The target's name for people, without its schema.
    pub target_name: String,
}

/// Which side tables exist and can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Present {
    pub target: bool,
    pub facts: bool,
    /// The facts have titles. Those of older versions have none.
    pub titles: bool,
    pub marks: bool,
    pub drafts: bool,
    pub learned: bool,
    pub again: bool,
    /// A bit for each that exists and cannot be read by the role. Those are left out.
    pub unreadable: u32,
}

impl Present {
    /// An SQL expression of a page's state. The target is joined as `t`.
    pub fn state(self) -> &'static str {
        if self.target {
            "CASE WHEN t.sqlstate IS NOT NULL THEN 'failed' WHEN t.extracted_at IS NOT NULL THEN 'done' ELSE 'pending' END"
        } else {
            "'pending'"
        }
    }

    /// An SQL expression of the title of the page `s`: its own, or the one that the facts, joined as `f`, have.
    pub fn title(self, table: &Table) -> String {
        let own = table.title_text();
        match self.titles {
            true => format!("coalesce(nullif(btrim({own}), ''), f.title)"),
            false => own,
        }
    }

    /// An SQL condition: the page was extracted, and has no text. The target is joined as `t`.
    pub fn without_text(self) -> &'static str {
        if self.target {
            "(t.extracted_at IS NOT NULL AND t.sqlstate IS NULL AND t.content IS NULL)"
        } else {
            "false"
        }
    }
}

/// Columns of each side table. A table of the same name without them is somebody else's.
const COLUMNS: [&str; 6] = [
    "{extracted_at,method,no_text}",
    "{judged_at}",
    "{marked_at}",
    "{trained_at}",
    "{model_sha256}",
    "{extracted_at,method,no_text}",
];

impl SideTables {
    /// Chooses the names. The database quotes them.
    pub async fn find(connection: &mut Connection, table: &Table, target: Option<&str>) -> Result<Self, Error> {
        let base = &table.bare;
        // The limit of `goce_create_target`: names have 63 bytes, and it appends `_progress`.
        if base.len() + "_drafts".len() > 54 {
            return Err(Error::table(
                format!("the name {base} is too long: tables beside it are named like it"),
                "Make a view of it with a name of up to 47 bytes.",
            ));
        }
        let target = target.filter(|target| !target.is_empty()).map(str::to_owned);
        let target = target.unwrap_or_else(|| format!("{base}_text"));
        let bare = [
            target.clone(),
            format!("{base}_facts"),
            format!("{base}_marks"),
            format!("{base}_drafts"),
            format!("{base}_learned"),
            format!("{target}_again"),
        ];
        let bare: Vec<&str> = bare.iter().map(String::as_str).collect();
        let sql =
            "SELECT quote_ident(n.name) FROM unnest($1::text[]) WITH ORDINALITY AS n (name, place) ORDER BY n.place";
        let rows = connection.rows(sql, &[value(&bare)]).await?;
        let name = |place: usize| {
            let row = rows.get(place).ok_or(Error::Busy)?;
            Ok::<_, Error>(format!("{}.{}", table.schema, filled(row, 0)?))
        };
        Ok(Self {
            target: name(0)?,
            facts: name(1)?,
            marks: name(2)?,
            drafts: name(3)?,
            learned: name(4)?,
            again: name(5)?,
            target_name: target,
        })
    }

    /// Returns the SQL that joins the facts as `f` and the target as `t` to the pages `s`, each only if it exists.
    pub fn joined(&self, table: &Table, present: Present) -> String {
        let one = |is_there: bool, name: &str, alias: &str| {
            if is_there {
                format!("LEFT JOIN {name} AS {alias} ON {} ", table.same_key(alias, "s"))
            } else {
                String::new()
            }
        };
        one(present.facts, &self.facts, "f") + &one(present.target, &self.target, "t")
    }

    /// Returns what lets the role read the tables that are left out; `None` where it can read all.
    pub fn grant(&self, table: &Table, present: Present) -> Option<String> {
        let names = self.names().into_iter().enumerate();
        let unreadable = names.filter(|(place, _)| present.unreadable >> place & 1 == 1);
        let names: Vec<&str> = unreadable.map(|(_, name)| name).collect();
        (!names.is_empty()).then(|| format!("GRANT SELECT ON {} TO {};", names.join(", "), table.quoted_role))
    }

    fn names(&self) -> [&str; 6] {
        [
            &self.target,
            &self.facts,
            &self.marks,
            &self.drafts,
            &self.learned,
            &self.again,
        ]
        .map(String::as_str)
    }

    /// Looks which exist. A table of somebody else under such a name is refused.
    pub async fn present(&self, connection: &mut Connection, table: &Table) -> Result<Present, Error> {
        let names = self.names();
        let (names, columns) = (&names[..], &COLUMNS[..]);
        let rows = connection
            .rows(
                "SELECT n.place::int, c.relname::text,
                        c.relkind IN ('r', 'p')
                            AND n.known::text[] <@ ARRAY(SELECT a.attname::text FROM pg_attribute AS a WHERE a.attrelid = c.oid AND NOT a.attisdropped),
                        pg_has_role(c.relowner, 'USAGE') OR c.relowner = s.relowner, has_table_privilege(c.oid, 'SELECT'),
                        EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'title' AND NOT a.attisdropped)
                 FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS n (name, known, place)
                 JOIN pg_class AS c ON c.oid = to_regclass(n.name)
                 JOIN pg_class AS s ON s.oid = $3::text::oid",
                &[value(&names), value(&columns), value(&table.oid)],
            )
            .await?;
        let mut present = Present::default();
        for row in &rows {
            let name = filled(row, 1)?;
            if !row.try_get::<bool, _>(2)? {
                return Err(Error::table(
                    format!("the table {name} is not what the viewer keeps under this name"),
                    "Rename that table, or name the target by --target.",
                ));
            }
            if !row.try_get::<bool, _>(3)? {
                return Err(Error::table(
                    format!("the table {name} belongs to somebody else than the pages"),
                    "It may have triggers, which would run with your rights.",
                ));
            }
            let place: i32 = row.try_get(0)?;
            if !row.try_get::<bool, _>(4)? {
                present.unreadable |= 1 << (place - 1);
                continue;
            }
            match place {
                1 => present.target = true,
                2 => (present.facts, present.titles) = (true, row.try_get(5)?),
                3 => present.marks = true,
                4 => present.drafts = true,
                5 => present.learned = true,
                _ => present.again = true,
            }
        }
        Ok(present)
    }

    pub fn create_facts(&self, table: &Table) -> String {
        format!(
            "CREATE TABLE {0} ({1}, genre text, page_type text, confidence real, host text, title text,
                 sqlstate text, error text, judged_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ({2}));
             CREATE INDEX ON {0} (confidence, {2}); CREATE INDEX ON {0} (page_type, {2}); CREATE INDEX ON {0} (host, {2});",
            self.facts,
            table.key_definitions(),
            table.key_columns()
        )
    }

    /// Rows are only ever added to this table: the highest version counts.
    pub fn create_marks(&self, table: &Table) -> String {
        format!(
            "CREATE TABLE {0} ({1}, version int NOT NULL, gold text, content_xpaths text[] NOT NULL,
                 other_xpaths text[] NOT NULL, changed_xpaths text[] NOT NULL, method text, html_md5 text NOT NULL, gold_before text,
                 marked_by text NOT NULL, marked_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ({2}, version));",
            self.marks,
            table.key_definitions(),
            table.key_columns()
        )
    }

    pub fn create_drafts(&self) -> String {
        format!(
            "CREATE TABLE {} (name text PRIMARY KEY, model bytea NOT NULL, trained_by text NOT NULL,
                 trained_at timestamptz NOT NULL DEFAULT now());",
            self.drafts
        )
    }

    /// A row for each model, by its hash, and each page that it has learned from. The hash stays when a draft is published.
    pub fn create_learned(&self, table: &Table) -> String {
        format!(
            "CREATE TABLE {} (model_sha256 text NOT NULL, {}, PRIMARY KEY (model_sha256, {}));",
            self.learned,
            table.key_definitions(),
            table.key_columns()
        )
    }

    /// Creates the target and an index of its failures, if the target is missing.
    pub async fn create_target(
        &self,
        connection: &mut Connection,
        table: &Table,
        present: Present,
    ) -> Result<(), Error> {
        if present.target || !create(connection, table, &self.target).await? {
            return Ok(());
        }
        connection
            .run(&format!("CREATE INDEX ON {} (sqlstate) WHERE sqlstate IS NOT NULL", self.target))
            .await
    }

    /// Creates the target beside the target, if it is missing.
    pub async fn create_again(
        &self,
        connection: &mut Connection,
        table: &Table,
        present: Present,
    ) -> Result<(), Error> {
        if !present.again {
            create(connection, table, &self.again).await?;
        }
        Ok(())
    }
}

/// Creates a target of `goce_extract_pending`; returns whether it was not there.
async fn create(connection: &mut Connection, table: &Table, target: &str) -> Result<bool, Error> {
    let sql = format!("SELECT {}::text", calls::CREATE_TARGET.call(&table.goce, &["$1::text::oid", "$2::text"]));
    let (oid, target) = (table.oid.clone(), target.to_owned());
    let values = [value(&oid), value(&target)];
    let mut made = connection.rows(&sql, &values).await;
    if is_named_by_type(&made) {
        made = connection.rows(&sql, &values).await;
    }
    if is_there(&made) {
        return Ok(false);
    }
    made?;
    Ok(true)
}
