//! The table of pages: its columns, found by their names, and the role's rights. The database quotes all names.

use sqlx::Row;

use crate::calls;
use crate::database::{Connection, cell, filled, value};
use crate::error::Error;
use crate::keys::Key;
use crate::options::Source;

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    /// The name, quoted for statements.
    pub quoted: String,
    /// The type, quoted for statements.
    pub kind: String,
    /// The role may update it.
    pub updatable: bool,
}

/// The table or view of pages.
#[derive(Clone, Debug)]
pub struct Table {
    /// Schema and name, quoted for statements.
    pub quoted: String,
    /// The name as the command line has it.
    pub name: String,
    /// The name without the schema.
    pub bare: String,
    /// The schema, quoted for statements.
    pub schema: String,
    pub oid: String,
    /// It is a table, plain or partitioned, and no view.
    pub is_table: bool,
    /// The schema of goce, quoted for statements.
    pub goce: String,
    pub key: Vec<Column>,
    pub columns: Vec<Column>,
    pub html: Column,
    /// An SQL expression of the page as text, where the table is called `s`.
    pub page: String,
    pub url: Option<Column>,
    pub title: Option<Column>,
    /// When the page was captured.
    pub captured: Option<Column>,
    pub gold: Option<Column>,
    /// The true genre, by which methods are compared.
    pub genre: Option<Column>,
    pub screenshot: Option<Column>,
    /// The role may create tables in the table's schema.
    pub may_create: bool,
    pub role: String,
    /// The role, quoted for statements.
    pub quoted_role: String,
    /// The schemas, quoted, of the key's types outside `pg_catalog`. Statements need the operators in them.
    pub schemas: Vec<String>,
}

// The usual names of columns, the likeliest first.
const HTML: &str = "html body page raw_html page_html raw payload source";
const URL: &str = "url uri address page_url link href";
const TITLE: &str = "title headline";
const CAPTURED: &str = "captured_at captured crawled_at fetched_at retrieved_at warc_date timestamp date day";
const GOLD: &str = "gold gold_text main_content";
const SCREENSHOT: &str = "screenshot picture";
const CONTENT_TYPE: &str = "content_type mime_type mime media_type";
const KEY: &str = "id page_id url name";

impl Table {
    /// Looks a table up. A name without a schema is looked up in the role's `search_path`. Afterwards the connection's
    /// path is `pg_catalog`.
    pub async fn find(connection: &mut Connection, source: &Source) -> Result<Self, Error> {
        let (oid, named) = relation(connection, &source.table).await?;
        let path = "SET search_path = pg_catalog, pg_temp";
        connection.run(path).await?;
        let sql =
            "SELECT quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
             WHERE e.extname = 'goce'";
        let goce = connection.first(sql, &[]).await?;
        let goce =
            goce.ok_or_else(|| Error::table("the database has no extension goce", "CREATE EXTENSION goce; adds it."))?;
        let sql = "SELECT format('%I.%I', n.nspname, c.relname), c.relname::text, quote_ident(n.nspname), c.relkind IN ('r', 'p'),
                    has_schema_privilege(n.oid, 'CREATE'), current_user::text,
                    c.relkind IN ('r', 'p', 'v', 'm', 'f'), quote_ident(current_user)
             FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = $1::text::oid";
        let row = connection.first(sql, &[value(&oid)]).await?;
        let Some(row) = row else {
            return Err(no_table(connection, &named).await?);
        };
        if !row.try_get::<bool, _>(6)? {
            return Err(Error::table(format!("{named} is no table"), "Name a table or a view."));
        }
        let columns = columns(connection, &oid).await?;
        let find = |given: &Option<String>, usual: &str| find(&columns, given.as_deref(), usual);
        let html = find(&source.html, HTML)?.ok_or_else(|| {
            Error::table(
                format!("{named} has no column of pages that could be found by its name"),
                "Name it: --html COLUMN",
            )
        })?;
        let content_type = find(&source.content_type, CONTENT_TYPE)?;
        let goce = filled(&goce, 0)?;
        let page = match (html.kind.as_str(), &content_type) {
            ("bytea", Some(kind)) => {
                calls::DECODE.call(&goce, &[&format!("s.{}", html.quoted), &format!("s.{}", kind.quoted)])
            }
            ("bytea", None) => calls::DECODE.call(&goce, &[&format!("s.{}", html.quoted)]),
            ("text", _) => format!("s.{}", html.quoted),
            _ => format!("s.{}::text", html.quoted),
        };
        let mut key_names = source.key.clone();
        if key_names.is_empty() {
            key_names = primary_key(connection, &oid).await?;
        }
        if key_names.is_empty() {
            let usual = KEY.split(' ');
            let mut usual = usual.filter(|name| columns.iter().any(|column| column.name == *name));
            key_names.extend(usual.next().map(str::to_owned));
        }
        let key = key_names.iter().map(|name| named_column(&columns, name));
        let key = key.collect::<Result<Vec<_>, _>>()?;
        if key.is_empty() {
            return Err(Error::table(
                format!("{named} has no primary key"),
                "Name what tells its pages apart: --key COLUMN[,COLUMN…]",
            ));
        }
        let schemas = schemas(connection, &oid, &key).await?;
        Ok(Self {
            quoted: filled(&row, 0)?,
            name: named,
            bare: filled(&row, 1)?,
            schema: filled(&row, 2)?,
            is_table: row.try_get(3)?,
            may_create: row.try_get(4)?,
            role: filled(&row, 5)?,
            quoted_role: filled(&row, 7)?,
            oid,
            url: find(&source.url, URL)?,
            title: find(&source.title, TITLE)?,
            captured: find(&source.captured, CAPTURED)?
                .filter(|column| column.kind.starts_with("timestamp") || column.kind == "date"),
            gold: find(&source.gold, GOLD)?,
            genre: find(&None, "genre")?.filter(|column| column.kind == "text"),
            screenshot: find(&source.screenshot, SCREENSHOT)?.filter(|column| column.kind == "bytea"),
            goce,
            key,
            html,
            page,
            columns,
            schemas,
        })
    }

    /// Whether the key has a column of this name. Targets have other columns of some names.
    pub fn has_key(&self, name: &str) -> bool {
        self.key.iter().any(|column| column.name == name)
    }

    /// The columns of the key with a table's name: `s.a, s.b`.
    pub fn key_of(&self, table: &str) -> String {
        list(&self.key, |column| format!("{table}.{}", column.quoted))
    }

    /// The columns of the key as an array of texts.
    pub fn key_text(&self, table: &str) -> String {
        format!("ARRAY[{}]", list(&self.key, |column| format!("{table}.{}::text", column.quoted)))
    }

    /// The columns of the key: `a, b`.
    pub fn key_columns(&self) -> String {
        list(&self.key, |column| column.quoted.clone())
    }

    /// The column of the page, where the table is called `s`.
    pub fn page_column(&self) -> String {
        format!("s.{}", self.html.quoted)
    }

    /// The parameters from number `first` on, cast to the types of the key.
    pub fn key_values(&self, first: usize) -> String {
        let mut number = first;
        list(&self.key, |column| {
            number += 1;
            format!("${}::text::{}", number - 1, column.kind)
        })
    }

    /// A condition: the key of `table` is in the parameters from number `first` on.
    pub fn key_is(&self, table: &str, first: usize) -> String {
        format!("({}) = ({})", self.key_of(table), self.key_values(first))
    }

    /// A condition: two tables have the same key.
    pub fn same_key(&self, one: &str, other: &str) -> String {
        self.key
            .iter()
            .map(|column| format!("{one}.{0} = {other}.{0}", column.quoted))
            .collect::<Vec<_>>()
            .join(" AND ")
    }

    /// A condition: the page comes after this key, whose values are the first parameters.
    pub fn key_after(&self, key: Option<&Key>) -> String {
        match key {
            Some(_) => format!("({}) > ({})", self.key_of("s"), self.key_values(1)),
            None => "true".to_owned(),
        }
    }

    /// The definitions of the key's columns, for a new table.
    pub fn key_definitions(&self) -> String {
        list(&self.key, |column| format!("{} {}", column.quoted, column.kind))
    }

    /// A statement that counts the pages without a row in another table.
    pub fn lacking(&self, other: &str) -> String {
        format!(
            "SELECT count(*) FROM {} AS s WHERE NOT EXISTS (SELECT FROM {other} AS t WHERE {})",
            self.quoted,
            self.same_key("t", "s")
        )
    }

    /// A statement that updates a column of the page whose key is in the first parameters, by the parameter after them.
    pub fn update(&self, column: &Column, kind: &str) -> String {
        format!(
            "UPDATE {} AS s SET {} = ${}::{kind} WHERE {}",
            self.quoted,
            column.quoted,
            self.key.len() + 1,
            self.key_is("s", 1)
        )
    }

    /// An SQL expression of the address's host, where the table is called `s`; NULL without a column of addresses.
    pub fn host(&self) -> String {
        match &self.url {
            Some(url) => format!(
                "left(lower(substring(s.{}::text from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@?#]*@)?([^/:?#]+)')), 255)",
                url.quoted
            ),
            None => "NULL::text".to_owned(),
        }
    }

    pub fn url_text(&self) -> String {
        of_text(self.url.as_ref())
    }

    pub fn title_text(&self) -> String {
        of_text(self.title.as_ref())
    }

    pub fn gold_text(&self) -> String {
        of_text(self.gold.as_ref())
    }
}

/// An SQL expression of a column, where the table is called `s`; NULL without the column.
fn of_text(column: Option<&Column>) -> String {
    column.map_or_else(|| "NULL::text".to_owned(), |column| format!("s.{}::text", column.quoted))
}

fn list(columns: &[Column], mut written: impl FnMut(&Column) -> String) -> String {
    columns.iter().map(&mut written).collect::<Vec<_>>().join(", ")
}

/// The error for a table that does not exist. Its hint lists the tables whose columns look like those of pages.
async fn no_table(connection: &mut Connection, name: &str) -> Result<Error, Error> {
    let usual: Vec<&str> = HTML.split(' ').collect();
    let sql = "SELECT string_agg(t.name, ', ' ORDER BY t.name)
         FROM (SELECT DISTINCT c.oid::regclass::text AS name
               FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
               WHERE lower(a.attname) = ANY ($1::text[]) AND a.atttypid IN ('text'::regtype, 'varchar'::regtype, 'bytea'::regtype)
                 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND has_column_privilege(c.oid, a.attnum, 'SELECT')
                 AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
               ORDER BY 1 LIMIT 10) AS t";
    let row = connection.first(sql, &[value(&usual)]).await?;
    let hint = match row.map(|row| cell(&row, 0)).transpose()?.flatten() {
        Some(tables) => format!("These look like tables of pages: {tables}."),
        None => {
            "No table of this database has a column that looks like pages. Name the table with its schema.".to_owned()
        }
    };
    Ok(Error::table(format!("there is no table {name}"), hint))
}

/// Returns the oid and the name of a table. The name may be as in SQL, or without quotes as in the catalog.
async fn relation(connection: &mut Connection, name: &str) -> Result<(String, String), Error> {
    for sql in [
        "SELECT to_regclass($1::text)::oid::text",
        "SELECT to_regclass(quote_ident($1::text))::oid::text",
    ] {
        // A name that SQL cannot read is an error of the first statement.
        if let Ok(Some(row)) = connection.first(sql, &[value(&name)]).await
            && let Some(oid) = cell(&row, 0)?
        {
            return Ok((oid, name.to_owned()));
        }
    }
    Err(no_table(connection, name).await?)
}

/// Returns the schemas of these columns' types, without `pg_catalog`.
async fn schemas(connection: &mut Connection, oid: &str, columns: &[Column]) -> Result<Vec<String>, Error> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let sql = "SELECT DISTINCT quote_ident(n.nspname)
         FROM pg_attribute AS a
         JOIN pg_type AS t ON t.oid = a.atttypid
         JOIN pg_type AS b ON b.oid IN (t.oid, t.typbasetype)
         JOIN pg_namespace AS n ON n.oid = b.typnamespace
         WHERE a.attrelid = $1::text::oid AND a.attname = ANY ($2::text[]::name[]) AND n.nspname <> 'pg_catalog'
         ORDER BY 1";
    let rows = connection.rows(sql, &[value(&oid), value(&names)]).await?;
    rows.iter().map(|row| filled(row, 0)).collect()
}

async fn columns(connection: &mut Connection, oid: &str) -> Result<Vec<Column>, Error> {
    let sql = "SELECT a.attname::text, quote_ident(a.attname), format_type(a.atttypid, -1),
                a.attgenerated = '' AND a.attidentity <> 'a' AND has_column_privilege(a.attrelid, a.attnum, 'UPDATE'),
                has_column_privilege(a.attrelid, a.attnum, 'SELECT')
         FROM pg_attribute AS a WHERE a.attrelid = $1::text::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";
    let rows = connection.rows(sql, &[value(&oid)]).await?;
    let mut columns = Vec::new();
    for row in &rows {
        if row.try_get::<bool, _>(4)? {
            columns.push(Column {
                name: filled(row, 0)?,
                quoted: filled(row, 1)?,
                kind: filled(row, 2)?,
                updatable: row.try_get(3)?,
            });
        }
    }
    Ok(columns)
}

async fn primary_key(connection: &mut Connection, oid: &str) -> Result<Vec<String>, Error> {
    let sql = "SELECT a.attname::text
         FROM pg_index AS i, unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place), pg_attribute AS a
         WHERE i.indrelid = $1::text::oid AND i.indisprimary AND a.attrelid = i.indrelid AND a.attnum = k.number
         ORDER BY k.place";
    let rows = connection.rows(sql, &[value(&oid)]).await?;
    rows.iter().map(|row| filled(row, 0)).collect()
}

fn find(columns: &[Column], given: Option<&str>, usual: &str) -> Result<Option<Column>, Error> {
    match given {
        Some(name) => named_column(columns, name).map(Some),
        None => Ok(usual
            .split(' ')
            .find_map(|name| columns.iter().find(|column| column.name.eq_ignore_ascii_case(name)).cloned())),
    }
}

fn named_column(columns: &[Column], name: &str) -> Result<Column, Error> {
    columns.iter().find(|column| column.name == name).cloned().ok_or_else(|| {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        Error::table(
            format!("there is no column {name} that may be read"),
            format!("The columns are {}.", names.join(", ")),
        )
    })
}
