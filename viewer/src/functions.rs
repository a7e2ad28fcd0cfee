//! Calls of goce's functions. Each has all arguments with their types, as the catalogue has them. Otherwise a function of
//! the same name that somebody else created in goce's schema could fit the call as well, or better.

use std::collections::BTreeMap;

use sqlx::FromRow;

use crate::database::Connection;
use crate::error::Error;

/// An argument of a function.
#[derive(FromRow)]
struct Argument {
    name: String,
    kind: String,
    /// An expression; NULL without a default.
    usual: String,
}

/// The functions of the extension, by their names.
#[derive(Default)]
pub struct Functions {
    /// The schema of goce, quoted for statements.
    pub schema: String,
    arguments: BTreeMap<String, Vec<Argument>>,
}

#[derive(FromRow)]
struct Row {
    function: String,
    #[sqlx(flatten)]
    argument: Argument,
}

impl Functions {
    /// Reads the catalogue. It is an error if the database has no extension goce.
    pub async fn read(connection: &mut Connection) -> Result<Self, Error> {
        let sql =
            "SELECT quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
             WHERE e.extname = 'goce'";
        let schema: Option<(String,)> = connection.first(sql, &[]).await?;
        let (schema,) = schema
            .ok_or_else(|| Error::setup("the database has no extension goce", "CREATE EXTENSION goce; adds it."))?;
        // Of functions of one name that with the most arguments.
        let sql = "SELECT f.function, a.name, format_type(a.kind, NULL) AS kind,
                    coalesce(pg_get_function_arg_default(f.oid, a.place::int), 'NULL') AS usual
             FROM (SELECT DISTINCT ON (p.proname) p.oid, p.proname::text AS function, p.proargnames, p.proargtypes
                   FROM pg_proc AS p JOIN pg_depend AS d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
                   JOIN pg_extension AS e ON e.oid = d.refobjid AND e.extname = 'goce'
                   WHERE p.prokind IN ('f', 'p') AND p.proargnames IS NOT NULL ORDER BY p.proname, p.pronargs DESC) AS f,
                  ROWS FROM (unnest(f.proargnames[1:cardinality(f.proargtypes::oid[])]), unnest(f.proargtypes::oid[]))
                      WITH ORDINALITY AS a (name, kind, place)
             ORDER BY f.function, a.place";
        let mut arguments = BTreeMap::<String, Vec<Argument>>::new();
        for row in connection.rows::<Row>(sql, &[]).await? {
            arguments.entry(row.function).or_default().push(row.argument);
        }
        Ok(Self { schema, arguments })
    }

    /// Returns a call with these expressions as the arguments of these names. The others have their defaults.
    pub fn call(&self, function: &str, given: &[(&str, &str)]) -> String {
        let arguments = self.arguments.get(function).into_iter().flatten().map(|argument| {
            let value =
                given.iter().find(|(name, _)| *name == argument.name).map_or(&*argument.usual, |(_, value)| *value);
            format!("({value})::{}", argument.kind)
        });
        format!("{}.{function}({})", self.schema, arguments.collect::<Vec<_>>().join(", "))
    }
}
