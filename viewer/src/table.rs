//! The table of pages: its columns, found by their names, and the role's rights. The database quotes all names.

use sqlx::FromRow;

use crate::database::Connection;
use crate::error::Error;
use crate::functions::Functions;
use crate::options::Source;

/// A column that the role may read.
#[derive(Clone, Default, PartialEq, FromRow)]
pub struct Column {
    pub name: String,
    /// The name, quoted for statements.
    pub quoted: String,
    /// The type, quoted for statements.
    pub kind: String,
    /// The role may update it.
    pub updatable: bool,
    /// Its place in the primary key.
    place: Option<i32>,
    /// The schemas of its type outside `pg_catalog`, quoted for statements.
    schemas: Vec<String>,
}

/// The table or view of pages.
#[derive(FromRow)]
pub struct Table {
    /// Schema and name, quoted for statements.
    pub quoted: String,
    /// The name without the schema.
    pub bare: String,
    /// The schema, quoted for statements.
    pub schema: String,
    pub oid: String,
    /// It is a table, plain or partitioned, and no view.
    pub is_table: bool,
    /// The role may create tables in the table's schema.
    pub may_create: bool,
    pub role: String,
    /// The role, quoted for statements.
    pub quoted_role: String,
    /// The name as the command line has it.
    #[sqlx(skip)]
    pub name: String,
    #[sqlx(skip)]
    pub goce: Functions,
    #[sqlx(skip)]
    pub key: Vec<Column>,
    #[sqlx(skip)]
    pub columns: Vec<Column>,
    #[sqlx(skip)]
    pub html: Column,
    /// An SQL expression of the page as text, where the table is called `s`.
    #[sqlx(skip)]
    pub page: String,
    #[sqlx(skip)]
    pub url: Option<Column>,
    #[sqlx(skip)]
    pub title: Option<Column>,
    /// When the page was captured.
    #[sqlx(skip)]
    pub captured: Option<Column>,
    #[sqlx(skip)]
    pub gold: Option<Column>,
    #[sqlx(skip)]
    pub screenshot: Option<Column>,
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
        let name = source.table.clone();
        let oid = oid(connection, &name).await?;
        connection.run("SET search_path = pg_catalog, pg_temp").await?;
        let goce = Functions::read(connection).await?;
        let sql = "SELECT format('%I.%I', n.nspname, c.relname) AS quoted, c.relname::text AS bare, quote_ident(n.nspname) AS schema,
                    c.oid::text AS oid, c.relkind IN ('r', 'p') AS is_table,
                    has_schema_privilege(n.oid, 'CREATE') AS may_create, current_user::text AS role, quote_ident(current_user) AS quoted_role
             FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = $1::text::oid";
        let table: Option<Self> = connection.first(sql, &[&oid]).await?;
        let table = table.ok_or_else(|| no_table(&name))?;
        let sql = "SELECT a.attname::text AS name, quote_ident(a.attname) AS quoted, format_type(a.atttypid, -1) AS kind,
                a.attgenerated = '' AND a.attidentity <> 'a' AND has_column_privilege(a.attrelid, a.attnum, 'UPDATE') AS updatable,
                array_position(i.indkey::int2[], a.attnum) AS place,
                ARRAY(SELECT quote_ident(n.nspname) FROM pg_type AS t JOIN pg_type AS b ON b.oid IN (t.oid, t.typbasetype)
                      JOIN pg_namespace AS n ON n.oid = b.typnamespace WHERE t.oid = a.atttypid AND n.nspname <> 'pg_catalog') AS schemas
             FROM pg_attribute AS a LEFT JOIN pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
             WHERE a.attrelid = $1::text::oid AND a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
             ORDER BY a.attnum";
        let columns: Vec<Column> = connection.rows(sql, &[&oid]).await?;
        let find = |given: &Option<String>, usual: &str| match given {
            Some(name) => named(&columns, name).map(Some),
            None => Ok(usual
                .split(' ')
                .find_map(|name| columns.iter().find(|column| column.name.eq_ignore_ascii_case(name)).cloned())),
        };
        let html = find(&source.html, HTML)?.ok_or_else(|| {
            let message = format!("{name} has no column of pages that could be found by its name");
            Error::setup(message, "Name it: --html COLUMN")
        })?;
        let page = format!("s.{}", html.quoted);
        let page = match (html.kind.as_str(), find(&source.content_type, CONTENT_TYPE)?) {
            ("bytea", kind) => {
                let kind = of_text(kind.as_ref());
                goce.call("goce_decode", &[("page", &page), ("content_type", &kind)])
            }
            ("text", _) => page,
            _ => format!("{page}::text"),
        };
        let mut key: Vec<Column> = columns.iter().filter(|column| column.place.is_some()).cloned().collect();
        key.sort_by_key(|column| column.place);
        if !source.key.is_empty() {
            key = source.key.iter().map(|name| named(&columns, name)).collect::<Result<_, _>>()?;
        }
        if key.is_empty() {
            let usual = KEY.split(' ').find_map(|name| named(&columns, name).ok());
            let why = || {
                let hint = "Name what tells its pages apart: --key COLUMN[,COLUMN…]";
                Error::setup(format!("{name} has no primary key"), hint)
            };
            key.push(usual.ok_or_else(why)?);
        }
        Ok(Self {
            url: find(&source.url, URL)?,
            title: find(&source.title, TITLE)?,
            captured: find(&source.captured, CAPTURED)?
                .filter(|column| column.kind.starts_with("timestamp") || column.kind == "date"),
            gold: find(&source.gold, GOLD)?,
            screenshot: find(&source.screenshot, SCREENSHOT)?.filter(|column| column.kind == "bytea"),
            name,
            goce,
            key,
            html,
            page,
            columns,
            ..table
        })
    }

    /// The schemas, quoted, of the key's types outside `pg_catalog`. Statements need the operators in them.
    pub fn schemas(&self) -> Vec<String> {
        self.key.iter().flat_map(|column| column.schemas.clone()).collect()
    }

    /// Whether the key has a column of this name. Targets have other columns of some names.
    pub fn has_key(&self, name: &str) -> bool {
        self.key.iter().any(|column| column.name == name)
    }

    /// The columns of the key with a table's name: `s.a, s.b`.
    pub fn key_of(&self, table: &str) -> String {
        self.list(", ", |column| format!("{table}.{}", column.quoted))
    }

    /// The columns of the key as an array of texts.
    pub fn key_text(&self, table: &str) -> String {
        format!("ARRAY[{}]", self.list(", ", |column| format!("{table}.{}::text", column.quoted)))
    }

    /// The columns of the key: `a, b`.
    pub fn key_columns(&self) -> String {
        self.list(", ", |column| column.quoted.clone())
    }

    /// The column of the page, where the table is called `s`.
    pub fn page_column(&self) -> String {
        format!("s.{}", self.html.quoted)
    }

    /// The values of a key, which is the parameter of this number, cast to the types of the key.
    fn key_values(&self, parameter: usize) -> String {
        let mut places = 1..;
        self.list(", ", |column| format!("(${parameter}::text[])[{}]::{}", places.next().unwrap_or(1), column.kind))
    }

    /// A condition: the key of `table` is the parameter of this number.
    pub fn key_is(&self, table: &str, parameter: usize) -> String {
        format!("({}) = ({})", self.key_of(table), self.key_values(parameter))
    }

    /// A condition: two tables have the same key.
    pub fn same_key(&self, one: &str, other: &str) -> String {
        self.list(" AND ", |column| format!("{one}.{0} = {other}.{0}", column.quoted))
    }

    /// A condition: the page comes after the key that is the first parameter, if it is one.
    pub fn key_after(&self) -> String {
        format!("($1::text[] IS NULL OR ({}) > ({}))", self.key_of("s"), self.key_values(1))
    }

    /// The definitions of the key's columns, for a new table.
    pub fn key_definitions(&self) -> String {
        self.list(", ", |column| format!("{} {}", column.quoted, column.kind))
    }

    /// A statement that counts the pages without a row in another table.
    pub fn lacking(&self, other: &str) -> String {
        format!(
            "SELECT count(*) FROM {} AS s WHERE NOT EXISTS (SELECT FROM {other} AS t WHERE {})",
            self.quoted,
            self.same_key("t", "s")
        )
    }

    /// An SQL expression of the address's host, where the table is called `s`; NULL without a column of addresses.
    pub fn host(&self) -> String {
        format!(
            "left(lower(substring({} from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@?#]*@)?([^/:?#]+)')), 255)",
            self.url_text()
        )
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

    pub fn screenshot(&self) -> String {
        self.screenshot
            .as_ref()
            .map_or_else(|| "NULL::bytea".to_owned(), |column| format!("s.{}", column.quoted))
    }

    /// Writes something for each column of the key.
    fn list(&self, between: &str, written: impl FnMut(&Column) -> String) -> String {
        self.key.iter().map(written).collect::<Vec<_>>().join(between)
    }
}

/// An SQL expression of a column, where the table is called `s`; NULL without the column.
fn of_text(column: Option<&Column>) -> String {
    column.map_or_else(|| "NULL::text".to_owned(), |column| format!("s.{}::text", column.quoted))
}

fn no_table(name: &str) -> Error {
    Error::setup(format!("there is no table {name}"), "Name it as in SQL, with its schema if need be.")
}

/// Returns the oid of a table. Its name may be as in SQL, or without quotes as in the catalogue.
async fn oid(connection: &mut Connection, name: &str) -> Result<String, Error> {
    for sql in [
        "SELECT to_regclass($1::text)::oid::text",
        "SELECT to_regclass(quote_ident($1::text))::oid::text",
    ] {
        // A name that SQL cannot read is an error of the first statement.
        if let Ok(Some(oid)) = connection.only(sql, &[&name]).await {
            return Ok(oid);
        }
    }
    Err(no_table(name))
}

fn named(columns: &[Column], name: &str) -> Result<Column, Error> {
    columns.iter().find(|column| column.name == name).cloned().ok_or_else(|| {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let hint = format!("The columns are {}.", names.join(", "));
        Error::setup(format!("there is no column {name} that may be read"), hint)
    })
}
