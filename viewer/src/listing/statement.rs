//! The statements of a list. Each reads a bounded number of rows, in the order of an index.

use crate::database::{Value, value};
use crate::error::Error;
use crate::listing::{BEGINS, Filter, NO_TEXT};
use crate::side_tables::Present;
use crate::store::Store;

/// The most rows that one request reads where most may not fit the filter.
const LOOKED_AT: usize = 50_000;
/// The same in the order of confidence, which scatters the reads over the table.
const SCATTERED: usize = 20_000;
/// The same for a search, which reads the texts.
const SEARCHED: usize = 2_000;

/// What is read of the pages of a list.
pub struct Reading<'r> {
    /// The expressions of the row; without them, what the view of the list shows.
    pub columns: Option<&'r str>,
    /// The most rows.
    pub most: usize,
}

/// The statements of a list and their parameters.
pub struct Statement {
    /// Gives the rows, up to one more than were asked for. The last column is the row's cursor.
    pub list: String,
    /// Gives the number of rows that `list` read, and the cursor of the last.
    pub rest: String,
    pub window: usize,
    pub is_partial: bool,
    parameters: Vec<String>,
}

impl Statement {
    pub fn new(store: &Store, present: &Present, filter: &Filter, reading: &Reading<'_>) -> Result<Self, Error> {
        let (table, side_tables) = (&store.table, &store.side_tables);
        let mut parameters = Vec::new();
        let mut put = |value: &str| {
            parameters.push(value.to_owned());
            format!("${}::text", parameters.len())
        };
        let doubtful = filter.doubtful && present.facts;
        // The list is read from the smallest index that has its order. `rest` is what this index does not select by.
        let mut rest = filter.clone();
        let mut bounds = Vec::new();
        let (from, alias) = match (&filter.state, &filter.page_type, &filter.host) {
            _ if doubtful => {
                bounds.push("s.confidence IS NOT NULL".to_owned());
                for (value, sign) in [(rest.below.take(), "<"), (rest.from.take(), ">=")] {
                    if let Some(value) = value {
                        let value = put(&value.to_string());
                        bounds.push(format!("s.confidence {sign} {value}::real"));
                    }
                }
                (&side_tables.facts, "f")
            }
            (Some(state), _, _) if state == "failed" && present.target => {
                rest.state = None;
                bounds.push("s.sqlstate IS NOT NULL".to_owned());
                (&side_tables.target, "t")
            }
            (_, Some(page_type), _) if present.facts => {
                rest.page_type = None;
                bounds.push(format!("s.page_type = {}", put(page_type)));
                (&side_tables.facts, "f")
            }
            (_, _, Some(host)) if present.facts => {
                rest.host = None;
                bounds.push(format!("s.host = {}", put(host)));
                (&side_tables.facts, "f")
            }
            _ => (&table.quoted, "s"),
        };
        let is_own = alias == "s";
        let order = |table: &str| {
            let confidence = doubtful.then_some("confidence").into_iter();
            let columns = confidence.chain(store.table.key.iter().map(|column| &*column.quoted));
            columns.map(|column| format!("{table}.{column}")).collect::<Vec<_>>().join(", ")
        };
        let confidence = if doubtful { "s.confidence::text || " } else { "" };
        let cursor = format!("{confidence}{}", table.key_text("s"));
        if !filter.after.is_empty() {
            let expected = table.key.len() + usize::from(doubtful);
            if filter.after.len() != expected {
                return Err(Error::Request("the place where the list goes on does not fit the table".to_owned()));
            }
            let kinds = doubtful.then_some("real").into_iter();
            let kinds = kinds.chain(table.key.iter().map(|column| column.kind.as_str()));
            let values = filter.after.iter().zip(kinds);
            let values: Vec<String> = values.map(|(value, kind)| format!("{}::{kind}", put(value))).collect();
            bounds.push(format!("({}) > ({})", order("s"), values.join(", ")));
        }
        let searched = format!("concat_ws(' ', {}, {})", present.title(table), table.url_text());
        let conditions = conditions(&rest, present, &searched, &mut put);
        let is_partial = rest.search.is_some() || rest.is_narrow() || !is_own;
        let window = match rest.search {
            Some(_) => SEARCHED,
            _ if rest.is_narrow() && doubtful => SCATTERED,
            _ if rest.is_narrow() => LOOKED_AT,
            _ => reading.most + 1,
        };
        bounds.push("true".to_owned());
        let bounds = bounds.join(" AND ");
        let looked_at = format!(
            "SELECT s.*, {cursor} AS goce_cursor FROM {from} AS s WHERE {bounds} ORDER BY {} LIMIT {window}",
            order("s")
        );
        // Where the window is of the pages themselves it stands for their table, which is not read again.
        let pages = match is_own {
            true => String::new(),
            false => format!("JOIN {} AS s ON {}", table.quoted, table.same_key("s", alias)),
        };
        let columns = match reading.columns {
            Some(columns) => columns.to_owned(),
            None => shown(store, present, filter.search.as_deref().map(&mut put).as_deref()),
        };
        let list = format!(
            "SELECT {columns}, {alias}.goce_cursor FROM ({looked_at}) AS {alias} {pages} {joined} WHERE {conditions} ORDER BY {order} LIMIT {limit}",
            joined = side_tables.joined(table, present, alias),
            conditions = conditions.join(" AND "),
            order = order(alias),
            limit = reading.most + 1,
        );
        let rest = format!(
            "SELECT count(*), (SELECT z.goce_cursor FROM ({looked_at}) AS z OFFSET {} LIMIT 1) FROM ({looked_at}) AS z",
            window - 1
        );
        Ok(Self {
            list,
            rest,
            window,
            is_partial,
            parameters,
        })
    }

    pub fn values(&self) -> Vec<Value<'_>> {
        self.parameters.iter().map(value).collect()
    }
}

/// The columns of a [`crate::listing::Listed`]. `searched` is what was searched for, in SQL.
pub fn shown(store: &Store, present: &Present, searched: Option<&str>) -> String {
    let table = &store.table;
    let either = |is_there: bool, expression: &str| {
        if is_there {
            expression.to_owned()
        } else {
            "NULL".to_owned()
        }
    };
    // Of a page that was searched for, the text around the first place of what was searched.
    let begins = match searched {
        Some(searched) => {
            let place = format!("strpos(lower(t.content), lower({searched}))");
            format!("substr(t.content, greatest({place} - {}, 1), {BEGINS})", BEGINS / 4)
        }
        None => format!("left(t.content, {BEGINS})"),
    };
    format!(
        "{key} AS key, left({title}, 300) AS title, {url} AS url, {page_type}::text AS page_type, {confidence}::real AS confidence,
         {state} AS state, {sqlstate}::text AS sqlstate, {begins}::text AS begins, {by}::text AS marked_by, {without} AS is_without_text,
         {why}::text AS no_text, {screenshot} IS NOT NULL AS has_screenshot",
        key = table.key_text("s"),
        title = present.title(table),
        url = table.url_text(),
        page_type = either(present.facts, "f.page_type"),
        confidence = either(present.facts, "f.confidence"),
        begins = either(present.target, &begins),
        state = present.state(),
        sqlstate = either(present.target, "t.sqlstate"),
        by = either(present.marks, "m.marked_by"),
        without = present.without_text(),
        why = either(present.target, "t.no_text"),
        screenshot = table.screenshot(),
    )
}

fn conditions(filter: &Filter, present: &Present, searched: &str, put: &mut impl FnMut(&str) -> String) -> Vec<String> {
    let mut conditions = vec!["true".to_owned()];
    if let Some(search) = &filter.search {
        let value = put(search);
        let content = if present.target {
            format!(" OR strpos(lower(t.content), lower({value})) > 0")
        } else {
            String::new()
        };
        conditions.push(format!("(strpos(lower({searched}), lower({value})) > 0{content})"));
    }
    let number = |value: Option<f32>| value.map(|value| value.to_string());
    for (value, condition, kind) in [
        (filter.page_type.clone(), "f.page_type =", "text"),
        (filter.host.clone(), "f.host =", "text"),
        (number(filter.below), "f.confidence <", "real"),
        (number(filter.from), "f.confidence >=", "real"),
    ] {
        match value {
            Some(value) if present.facts => conditions.push(format!("{condition} {}::{kind}", put(&value))),
            Some(_) => conditions.push("false".to_owned()),
            None => {}
        }
    }
    match filter.state.as_deref().map(|state| (state, state.strip_prefix(NO_TEXT))) {
        Some((_, Some(why))) => {
            conditions.push(present.without_text().to_owned());
            if let Some(why) = why.strip_prefix(':') {
                let column = if present.target { "t.no_text" } else { "NULL::text" };
                conditions.push(format!("{column} = {}", put(why)));
            }
        }
        Some((wanted, None)) => conditions.push(format!("{} = {}", present.state(), put(wanted))),
        None => {}
    }
    match filter.marked {
        Some(is_marked) if present.marks => {
            let not = if is_marked { "NOT " } else { "" };
            conditions.push(format!("m.marked_by IS {not}NULL"));
        }
        Some(true) => conditions.push("false".to_owned()),
        _ => {}
    }
    conditions
}
