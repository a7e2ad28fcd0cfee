//! Lists of pages by keyset: each request looks at a bounded number of rows, however large the table is.

mod counts;

pub use counts::{Counts, Overview, Pages, size};

use crate::app::App;
use crate::companions::Present;
use crate::database::{Session, Value, cell, filled, text};
use crate::error::Error;
use crate::form::Fields;
use crate::keys::Key;

/// Rows of a list.
const SHOWN: usize = 50;
/// Rows that one request looks at where most may not fit the filter.
const LOOKED_AT: usize = 50_000;
/// The same where their texts are read.
const READ: usize = 2_000;

/// The states of a page in the target.
pub const STATES: [&str; 3] = ["pending", "failed", "done"];

/// Which pages are asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Words in the content, the title or the address.
    pub search: Option<String>,
    /// The page type as judged.
    pub page_type: Option<String>,
    /// The genre as judged.
    pub genre: Option<String>,
    /// The host.
    pub host: Option<String>,
    /// One of [`STATES`].
    pub state: Option<String>,
    /// Confidence below this.
    pub below: Option<f32>,
    /// Confidence from this on.
    pub from: Option<f32>,
    /// Whether pages that were marked are left out (`false`) or alone (`true`).
    pub marked: Option<bool>,
    /// Whether the doubtful come first.
    pub doubtful: bool,
    /// Where the list goes on: the last key, before it the confidence if the doubtful come first.
    pub after: Vec<String>,
}

impl Filter {
    /// Reads a query string.
    pub fn read(fields: &Fields) -> Result<Self, Error> {
        let own = |name| fields.get(name).map(str::to_owned);
        let state = own("state");
        if state
            .as_deref()
            .is_some_and(|state| !STATES.contains(&state))
        {
            return Err(Error::Request(
                "state is pending, failed or done".to_owned(),
            ));
        }
        Ok(Self {
            search: own("search"),
            page_type: own("type"),
            genre: own("genre"),
            host: own("host").map(|host| host.to_lowercase()),
            state,
            below: fields
                .number("below")?
                .filter(|number: &f32| number.is_finite()),
            from: fields
                .number("from")?
                .filter(|number: &f32| number.is_finite()),
            marked: fields.get("marked").map(|value| value == "yes"),
            doubtful: fields.get("order") == Some("doubtful"),
            after: fields.all("after").map(str::to_owned).collect(),
        })
    }

    /// The query string that asks for it, from `after` on.
    pub fn query(&self, after: &[String]) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        let state = [
            ("search", &self.search),
            ("type", &self.page_type),
            ("genre", &self.genre),
            ("host", &self.host),
            ("state", &self.state),
            ("below", &self.below.map(|below| below.to_string())),
            ("from", &self.from.map(|from| from.to_string())),
            (
                "marked",
                &self
                    .marked
                    .map(|marked| if marked { "yes" } else { "no" }.to_owned()),
            ),
            ("order", &self.doubtful.then(|| "doubtful".to_owned())),
        ];
        for (name, value) in state {
            if let Some(value) = value {
                query.append_pair(name, value);
            }
        }
        for value in after {
            query.append_pair("after", value);
        }
        query.finish()
    }

    fn is_narrow(&self) -> bool {
        self.genre.is_some()
            || self.state.is_some()
            || self.below.is_some()
            || self.from.is_some()
            || self.marked.is_some()
            || self.page_type.is_some()
            || self.host.is_some()
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub key: Key,
    pub title: Option<String>,
    pub url: Option<String>,
    pub genre: Option<String>,
    pub page_type: Option<String>,
    pub confidence: Option<f32>,
    pub state: String,
    pub sqlstate: Option<String>,
    pub begins: Option<String>,
    pub marked_by: Option<String>,
}

/// A part of a list.
#[derive(Debug, Default)]
pub struct Listing {
    pub pages: Vec<Listed>,
    /// Where it goes on, if it does.
    pub next: Option<Vec<String>>,
    /// Rows that were looked at, where it goes on without having filled its part.
    pub looked_at: Option<i64>,
}

/// Lists pages.
pub async fn list(
    app: &App,
    session: &mut Session,
    present: Present,
    filter: &Filter,
) -> Result<Listing, Error> {
    let query = Statement::new(app, present, filter)?;
    let rows = session.rows(&query.list, &query.values()).await?;
    let mut pages = Vec::new();
    for row in rows.iter().take(SHOWN) {
        pages.push(Listed {
            key: row.try_get(0)?,
            title: cell(row, 1)?,
            url: cell(row, 2)?,
            genre: cell(row, 3)?,
            page_type: cell(row, 4)?,
            confidence: row.try_get(5)?,
            state: filled(row, 6)?,
            sqlstate: cell(row, 7)?,
            begins: cell(row, 8)?,
            marked_by: cell(row, 9)?,
        });
    }
    if rows.len() > SHOWN {
        let next = rows.get(SHOWN - 1).map(|row| row.try_get(10)).transpose()?;
        return Ok(Listing {
            pages,
            next,
            looked_at: None,
        });
    }
    if !query.is_partial {
        return Ok(Listing {
            pages,
            next: None,
            looked_at: None,
        });
    }
    let Some(row) = session.first(&query.rest, &query.values()).await? else {
        return Ok(Listing::default());
    };
    let looked_at: i64 = row.try_get(0)?;
    let goes_on = usize::try_from(looked_at).is_ok_and(|rows| rows >= query.window);
    let next = if goes_on { row.try_get(1)? } else { None };
    Ok(Listing {
        pages,
        looked_at: next.as_ref().map(|_: &Vec<String>| looked_at),
        next,
    })
}

/// The statements of a list and their parameters.
struct Statement {
    list: String,
    /// How many rows were looked at, and the cursor of the last.
    rest: String,
    window: usize,
    is_partial: bool,
    parameters: Vec<String>,
}

impl Statement {
    fn new(app: &App, present: Present, filter: &Filter) -> Result<Self, Error> {
        let (table, names) = (&app.table, &app.names);
        let mut parameters = Vec::new();
        let mut put = |value: &str| {
            parameters.push(value.to_owned());
            format!("${}::text", parameters.len())
        };
        let doubtful = filter.doubtful && present.facts;
        // Where a list starts: the smallest index that has its order.
        let (from, first) = match filter {
            _ if doubtful => (&names.facts, Some("s.confidence IS NOT NULL".to_owned())),
            Filter {
                state: Some(state), ..
            } if state == "failed" && present.target => {
                (&names.target, Some("s.sqlstate IS NOT NULL".to_owned()))
            }
            Filter {
                page_type: Some(kind),
                ..
            } if present.facts => (&names.facts, Some(format!("s.page_type = {}", put(kind)))),
            Filter {
                host: Some(host), ..
            } if present.facts => (&names.facts, Some(format!("s.host = {}", put(host)))),
            _ => (&table.quoted, None),
        };
        let is_own = *from == table.quoted;
        let order = if doubtful {
            format!("s.confidence, {}", table.key_of("s"))
        } else {
            table.key_of("s")
        };
        let cursor = if doubtful {
            format!("s.confidence::text || {}", table.key_text("s"))
        } else {
            table.key_text("s")
        };
        let mut bounds: Vec<String> = first.into_iter().collect();
        if !filter.after.is_empty() {
            let expected = table.key.len() + usize::from(doubtful);
            if filter.after.len() != expected {
                return Err(Error::Request(
                    "the place where the list goes on does not fit the table".to_owned(),
                ));
            }
            let mut values = Vec::new();
            for (place, value) in filter.after.iter().enumerate() {
                let kind = match (doubtful, place) {
                    (true, 0) => "real",
                    (true, place) => &table.key[place - 1].kind,
                    (false, place) => &table.key[place].kind,
                };
                values.push(format!("{}::{kind}", put(value)));
            }
            bounds.push(format!("({order}) > ({})", values.join(", ")));
        }
        let conditions = conditions(filter, present, &mut put);
        let is_partial = filter.search.is_some() || filter.is_narrow() || !is_own;
        let window = match filter {
            Filter {
                search: Some(_), ..
            } => READ,
            _ if filter.is_narrow() => LOOKED_AT,
            _ => SHOWN + 1,
        };
        let bounds = if bounds.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", bounds.join(" AND "))
        };
        let looked_at =
            format!("SELECT s.* FROM {from} AS s {bounds} ORDER BY {order} LIMIT {window}");
        let keys_looked_at = format!(
            "SELECT {}{}, {cursor} AS goce_cursor FROM {from} AS s {bounds} ORDER BY {order} LIMIT {window}",
            table.key_of("s"),
            if doubtful { ", s.confidence" } else { "" }
        );
        let pages = if is_own {
            format!("({looked_at}) AS s")
        } else {
            format!(
                "({keys_looked_at}) AS k JOIN {} AS s ON {}",
                table.quoted,
                table.same_key("s", "k")
            )
        };
        let joined = |is_there: bool, name: &str, alias: &str| {
            if is_there {
                format!(
                    "LEFT JOIN {name} AS {alias} ON {}",
                    table.same_key(alias, "s")
                )
            } else {
                String::new()
            }
        };
        let marks = if present.marks {
            format!(
                "LEFT JOIN LATERAL (SELECT m.marked_by FROM {} AS m WHERE {} ORDER BY m.version DESC LIMIT 1) AS m ON true",
                names.marks,
                table.same_key("m", "s")
            )
        } else {
            String::new()
        };
        let either = |is_there: bool, expression: &str| {
            if is_there {
                expression.to_owned()
            } else {
                "NULL".to_owned()
            }
        };
        let list = format!(
            "SELECT {key}, {title}::text, {url}, {genre}::text, {kind}::text, {confidence}::real, {state}, {sqlstate}::text,
                    {begins}::text, {by}::text, {place}
             FROM {pages} {facts} {target} {marks} WHERE {conditions} ORDER BY {order} LIMIT {limit}",
            key = table.key_text("s"),
            title = table.title.as_ref().map_or_else(|| "NULL".to_owned(), |title| format!("left(s.{}::text, 300)", title.quoted)),
            url = table.url_text(),
            genre = either(present.facts, "f.genre"),
            kind = either(present.facts, "f.page_type"),
            confidence = either(present.facts, "f.confidence"),
            state = state(present),
            sqlstate = either(present.target, "t.sqlstate"),
            begins = either(present.target, "left(t.content, 200)"),
            by = either(present.marks, "m.marked_by"),
            place = if is_own { cursor.clone() } else { "k.goce_cursor".to_owned() },
            facts = joined(present.facts, &names.facts, "f"),
            target = joined(present.target, &names.target, "t"),
            conditions = conditions_on(app, &conditions),
            order = if doubtful { order.replacen("s.confidence", "k.confidence", 1) } else { order.clone() },
            limit = SHOWN + 1,
        );
        let rest = format!(
            "SELECT count(*), (SELECT z.goce_cursor FROM ({keys_looked_at}) AS z OFFSET {} LIMIT 1) FROM ({keys_looked_at}) AS z
             WHERE {}",
            window - 1,
            unused(parameters.len())
        );
        Ok(Self {
            list,
            rest,
            window,
            is_partial,
            parameters,
        })
    }

    fn values(&self) -> Vec<Value<'_>> {
        self.parameters.iter().map(text).collect()
    }
}

/// A condition that is true and names every parameter, since the server refuses parameters that no statement names.
fn unused(parameters: usize) -> String {
    let named: Vec<String> = (1..=parameters)
        .map(|number| format!("${number}::text IS NOT NULL"))
        .collect();
    if named.is_empty() {
        "true".to_owned()
    } else {
        named.join(" AND ")
    }
}

fn state(present: Present) -> &'static str {
    if present.target {
        "CASE WHEN t.sqlstate IS NOT NULL THEN 'failed' WHEN t.extracted_at IS NOT NULL THEN 'done' ELSE 'pending' END"
    } else {
        "'pending'"
    }
}

fn conditions(
    filter: &Filter,
    present: Present,
    put: &mut impl FnMut(&str) -> String,
) -> Vec<String> {
    let mut conditions = Vec::new();
    if let Some(search) = &filter.search {
        let value = put(search);
        let content = if present.target {
            " OR strpos(lower(t.content), lower({})) > 0"
        } else {
            ""
        };
        conditions.push(format!(
            "(strpos(lower(concat_ws(' ', @title, @url)), lower({value})) > 0{})",
            content.replace("{}", &value)
        ));
    }
    for (value, column) in [
        (&filter.page_type, "f.page_type"),
        (&filter.genre, "f.genre"),
        (&filter.host, "f.host"),
    ] {
        if let Some(value) = value {
            let value = put(value);
            conditions.push(if present.facts {
                format!("{column} = {value}")
            } else {
                format!("{value} IS NULL")
            });
        }
    }
    for (value, sign) in [(filter.below, "<"), (filter.from, ">=")] {
        if let Some(value) = value {
            let value = put(&value.to_string());
            conditions.push(if present.facts {
                format!("f.confidence {sign} {value}::real")
            } else {
                format!("{value} IS NULL")
            });
        }
    }
    if let Some(wanted) = &filter.state {
        conditions.push(format!("{} = {}", state(present), put(wanted)));
    }
    match filter.marked {
        Some(true) => conditions.push(
            if present.marks {
                "m.marked_by IS NOT NULL"
            } else {
                "false"
            }
            .to_owned(),
        ),
        Some(false) if present.marks => conditions.push("m.marked_by IS NULL".to_owned()),
        _ => {}
    }
    conditions
}

fn conditions_on(app: &App, conditions: &[String]) -> String {
    if conditions.is_empty() {
        return "true".to_owned();
    }
    let title = app.table.title.as_ref().map_or_else(
        || "NULL".to_owned(),
        |title| format!("s.{}::text", title.quoted),
    );
    conditions
        .join(" AND ")
        .replace("@title", &title)
        .replace("@url", &app.table.url_text())
}

/// Returns the key of the next page to mark after this one: the most doubtful, then the next by key of those that were
/// not judged.
pub async fn next_to_mark(
    app: &App,
    session: &mut Session,
    present: Present,
    after: Option<&Key>,
) -> Result<Option<Key>, Error> {
    let mut starts = Vec::new();
    if present.facts {
        if let Some(after) = after {
            let values: Vec<Value<'_>> = after.iter().map(text).collect();
            let sql = format!(
                "SELECT confidence::text FROM {} AS f WHERE {}",
                app.names.facts,
                app.table.key_is("f", 1)
            );
            if let Some(confidence) = session
                .first(&sql, &values)
                .await?
                .map(|row| cell(&row, 0))
                .transpose()?
                .flatten()
            {
                starts.push((true, [vec![confidence], after.clone()].concat()));
            }
        }
        starts.push((true, Vec::new()));
    } else if let Some(after) = after {
        starts.push((false, after.clone()));
    }
    starts.push((false, Vec::new()));
    for (doubtful, start) in starts {
        let mut filter = Filter {
            marked: Some(false),
            doubtful,
            after: start,
            ..Filter::default()
        };
        // Ten windows have 500,000 pages that are marked; who marked more finds the next in the list.
        for _ in 0..10 {
            let listing = list(app, session, present, &filter).await?;
            if let Some(page) = listing.pages.iter().find(|page| Some(&page.key) != after) {
                return Ok(Some(page.key.clone()));
            }
            match listing.next {
                Some(next) => filter.after = next,
                None => break,
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_its_query() {
        let query = "search=a+b&type=forum&host=x.example&state=done&below=0.5&marked=no&order=doubtful&after=0.25&after=k%261";
        let filter = Filter::read(&Fields::read(query.as_bytes())).expect("a filter");
        assert_eq!(filter.query(&filter.after), query);
        assert_eq!(filter.after, ["0.25", "k&1"]);
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        for query in ["state=lost", "below=much"] {
            assert!(
                Filter::read(&Fields::read(query.as_bytes())).is_err(),
                "{query}"
            );
        }
    }
}
