//! The statements of a list. Each reads a bounded number of rows, in the order of an index.

use crate::listing::{BEGINS, Filter, NO_TEXT};
use crate::prelude::*;
use crate::side_tables::{STATE, WITHOUT_TEXT};
use crate::table::Table;

/// What is read of a list.
pub struct Reading {
    /// The most rows.
    pub most: usize,
    /// All that the view of the list shows, or keys alone.
    pub whole: bool,
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
    pub fn new(tables: &Tables<'_>, filter: &Filter, reading: &Reading) -> Result<Self, Error> {
        let (table, side_tables) = (&tables.store.table, &tables.present.read);
        let mut parameters = Vec::new();
        let mut put = |value: &str| {
            parameters.push(value.to_owned());
            format!("${}::text", parameters.len())
        };
        let doubtful = filter.doubtful;
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
            (Some(state), _, _) if state == "failed" => {
                rest.state = None;
                bounds.push("s.sqlstate IS NOT NULL".to_owned());
                (&side_tables.target, "t")
            }
            (_, Some(page_type), _) => {
                rest.page_type = None;
                bounds.push(format!("s.page_type = {}", put(page_type)));
                (&side_tables.facts, "f")
            }
            (_, _, Some(host)) => {
                rest.host = None;
                bounds.push(format!("s.host = {}", put(host)));
                (&side_tables.facts, "f")
            }
            _ => (&table.quoted, "s"),
        };
        let is_own = alias == "s";
        let order = |of: &str| {
            let confidence = if doubtful {
                format!("{of}.confidence, ")
            } else {
                String::new()
            };
            confidence + &table.key_of(of)
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
        let searched = format!("concat_ws(' ', {}, {})", title(table), table.url_text());
        let conditions = conditions(&rest, &searched, &mut put);
        let is_partial = rest.search.is_some() || rest.is_narrow() || !is_own;
        // The most rows that one request reads where most may not fit the filter.
        let window = match rest.search {
            // A search reads the texts.
            Some(_) => 2_000,
            // The order of confidence scatters the reads over the table.
            _ if rest.is_narrow() && doubtful => 20_000,
            _ if rest.is_narrow() => 50_000,
            _ => reading.most + 1,
        };
        bounds.push("true".to_owned());
        let bounds = bounds.join(" AND ");
        let looked_at = format!(
            "SELECT s.*, {cursor} AS goce_cursor FROM {from} AS s WHERE {bounds} ORDER BY {} LIMIT {window}",
            order("s")
        );
        // Where the window is of the pages themselves it stands for their table, which is not read again.
        let pages = if is_own {
            String::new()
        } else {
            format!("JOIN {} AS s ON {}", table.quoted, table.same_key("s", alias))
        };
        let columns = if reading.whole {
            shown(table, filter.search.as_deref().map(&mut put).as_deref())
        } else {
            format!("{} AS key", table.key_text("s"))
        };
        let list = format!(
            "SELECT {columns}, {alias}.goce_cursor FROM ({looked_at}) AS {alias} {pages} {joined} WHERE {conditions} ORDER BY {order} LIMIT {limit}",
            joined = tables.present.joined(table, alias),
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
        self.parameters.iter().map(|text| text as Value<'_>).collect()
    }
}

/// An SQL expression of the title of the page `s`: its own, or the one that the facts, joined as `f`, have.
fn title(table: &Table) -> String {
    format!("coalesce(nullif(btrim({}), ''), f.title)", table.title_text())
}

/// The columns of a [`crate::listing::Listed`]. `searched` is what was searched for, in SQL.
pub fn shown(table: &Table, searched: Option<&str>) -> String {
    // Of a page that was searched for, the text around the first place of what was searched.
    let begins = match searched {
        Some(searched) => {
            let place = format!("strpos(lower(t.content), lower({searched}))");
            format!("substr(t.content, greatest({place} - {}, 1), {BEGINS})", BEGINS / 4)
        }
        None => format!("left(t.content, {BEGINS})"),
    };
    format!(
        "{key} AS key, left({title}, 300) AS title, {url} AS url, f.page_type, f.confidence, {STATE} AS state, t.sqlstate, {begins} AS begins,
         m.marked_by, {WITHOUT_TEXT} AS is_without_text, t.no_text, {screenshot} IS NOT NULL AS has_screenshot",
        key = table.key_text("s"),
        title = title(table),
        url = table.url_text(),
        screenshot = table.screenshot(),
    )
}

fn conditions(filter: &Filter, searched: &str, put: &mut impl FnMut(&str) -> String) -> Vec<String> {
    let mut conditions = vec!["true".to_owned()];
    if let Some(search) = &filter.search {
        let value = put(search);
        conditions.push(format!(
            "(strpos(lower({searched}), lower({value})) > 0 OR strpos(lower(t.content), lower({value})) > 0)"
        ));
    }
    let number = |value: Option<f32>| value.map(|value| value.to_string());
    for (value, condition, kind) in [
        (filter.page_type.clone(), "f.page_type =", "text"),
        (filter.host.clone(), "f.host =", "text"),
        (number(filter.below), "f.confidence <", "real"),
        (number(filter.from), "f.confidence >=", "real"),
    ] {
        if let Some(value) = value {
            conditions.push(format!("{condition} {}::{kind}", put(&value)));
        }
    }
    match filter.state.as_deref().map(|state| (state, state.strip_prefix(NO_TEXT))) {
        Some((_, Some(why))) => {
            conditions.push(WITHOUT_TEXT.to_owned());
            if let Some(why) = why.strip_prefix(':') {
                conditions.push(format!("t.no_text = {}", put(why)));
            }
        }
        Some((wanted, None)) => conditions.push(format!("{STATE} = {}", put(wanted))),
        None => {}
    }
    if let Some(is_marked) = filter.marked {
        let not = if is_marked { "NOT " } else { "" };
        conditions.push(format!("m.marked_by IS {not}NULL"));
    }
    conditions
}
