//! The statements of a list. Each reads a bounded number of rows, in the order of an index.

use crate::app::App;
use crate::companions::Present;
use crate::database::{Value, text};
use crate::error::Error;
use crate::listing::{BEGINS, Filter, SHOWN};

/// The most rows that one request reads where most may not fit the filter.
const LOOKED_AT: usize = 50_000;
/// The same in the order of confidence, which scatters the reads over the table.
const SCATTERED: usize = 20_000;
/// The same for a search, which reads the texts.
const SEARCHED: usize = 2_000;

/// The statements of a list and their parameters.
pub struct Statement {
    pub list: String,
    /// Gives the number of rows that `list` read, and the cursor of the last.
    pub rest: String,
    pub window: usize,
    pub is_partial: bool,
    parameters: Vec<String>,
}

impl Statement {
    pub fn new(app: &App, present: Present, filter: &Filter) -> Result<Self, Error> {
        let (table, companions) = (&app.table, &app.companions);
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
                (&companions.facts, "f")
            }
            (Some(state), _, _) if state == "failed" && present.target => {
                rest.state = None;
                bounds.push("s.sqlstate IS NOT NULL".to_owned());
                (&companions.target, "t")
            }
            (_, Some(page_type), _) if present.facts => {
                rest.page_type = None;
                bounds.push(format!("s.page_type = {}", put(page_type)));
                (&companions.facts, "f")
            }
            (_, _, Some(host)) if present.facts => {
                rest.host = None;
                bounds.push(format!("s.host = {}", put(host)));
                (&companions.facts, "f")
            }
            _ => (&table.quoted, "s"),
        };
        let is_own = alias == "s";
        let (mut order, mut cursor) = (table.key_of("s"), table.key_text("s"));
        if doubtful {
            order.insert_str(0, "s.confidence, ");
            cursor.insert_str(0, "s.confidence::text || ");
        }
        if !filter.after.is_empty() {
            let expected = table.key.len() + usize::from(doubtful);
            if filter.after.len() != expected {
                return Err(Error::Request("the place where the list goes on does not fit the table".to_owned()));
            }
            let kinds = doubtful.then_some("real").into_iter();
            let kinds = kinds.chain(table.key.iter().map(|column| column.kind.as_str()));
            let values = filter.after.iter().zip(kinds);
            let values: Vec<String> = values.map(|(value, kind)| format!("{}::{kind}", put(value))).collect();
            bounds.push(format!("({order}) > ({})", values.join(", ")));
        }
        let searched = format!("concat_ws(' ', {}, {})", table.title_text(), table.url_text());
        let conditions = conditions(&rest, present, &searched, &mut put);
        let is_partial = rest.search.is_some() || rest.is_narrow() || !is_own;
        let window = match rest.search {
            Some(_) => SEARCHED,
            _ if rest.is_narrow() && doubtful => SCATTERED,
            _ if rest.is_narrow() => LOOKED_AT,
            _ => SHOWN + 1,
        };
        let bounds = if bounds.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", bounds.join(" AND "))
        };
        let window_of =
            |columns: &str| format!("SELECT {columns} FROM {from} AS s {bounds} ORDER BY {order} LIMIT {window}");
        // Where the window is of the pages themselves it stands for their table, which is not read again.
        let pages = if is_own {
            format!("({}) AS s", window_of("s.*"))
        } else {
            format!(
                "({}) AS {alias} JOIN {} AS s ON {}",
                window_of(&format!("s.*, {cursor} AS goce_cursor")),
                table.quoted,
                table.same_key("s", alias)
            )
        };
        let to_join = Present {
            facts: present.facts && alias != "f",
            target: present.target && alias != "t",
            ..present
        };
        let keys_looked_at = window_of(&format!("{}, {cursor} AS goce_cursor", table.key_of("s")));
        let marks = if present.marks {
            format!(
                "LEFT JOIN LATERAL (SELECT m.marked_by FROM {} AS m WHERE {} ORDER BY m.version DESC LIMIT 1) AS m ON true",
                companions.marks,
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
             FROM {pages} {joined} {marks} WHERE {conditions} ORDER BY {order} LIMIT {limit}",
            key = table.key_text("s"),
            title = format_args!("left({}, 300)", table.title_text()),
            url = table.url_text(),
            genre = either(present.facts, "f.genre"),
            kind = either(present.facts, "f.page_type"),
            confidence = either(present.facts, "f.confidence"),
            state = present.state(),
            sqlstate = either(present.target, "t.sqlstate"),
            begins = either(present.target, &format!("left(t.content, {BEGINS})")),
            by = either(present.marks, "m.marked_by"),
            place = if is_own { cursor.clone() } else { format!("{alias}.goce_cursor") },
            joined = companions.joined(table, to_join),
            conditions = conditions.join(" AND "),
            order = if doubtful { order.replacen("s.confidence", "f.confidence", 1) } else { order.clone() },
            limit = SHOWN + 1,
        );
        let rest = format!(
            "SELECT count(*), (SELECT z.goce_cursor FROM ({keys_looked_at}) AS z OFFSET {} LIMIT 1) FROM ({keys_looked_at}) AS z",
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
        self.parameters.iter().map(text).collect()
    }
}

fn conditions(filter: &Filter, present: Present, searched: &str, put: &mut impl FnMut(&str) -> String) -> Vec<String> {
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
    for (value, column) in [
        (&filter.page_type, "f.page_type"),
        (&filter.genre, "f.genre"),
        (&filter.host, "f.host"),
    ] {
        if let Some(value) = value {
            conditions.push(if present.facts {
                format!("{column} = {}", put(value))
            } else {
                "false".to_owned()
            });
        }
    }
    for (value, sign) in [(filter.below, "<"), (filter.from, ">=")] {
        if let Some(value) = value {
            conditions.push(if present.facts {
                format!("f.confidence {sign} {}::real", put(&value.to_string()))
            } else {
                "false".to_owned()
            });
        }
    }
    if let Some(wanted) = &filter.state {
        conditions.push(format!("{} = {}", present.state(), put(wanted)));
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
