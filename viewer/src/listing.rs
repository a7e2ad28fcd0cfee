//! Lists of pages by keyset: each request looks at a bounded number of rows, however large the table is.

mod counts;
mod statement;

pub use counts::{Counts, Overview, Pages, size};

use crate::app::App;
use crate::companions::Present;
use crate::database::{Session, Value, cell, filled, text};
use crate::error::Error;
use crate::form::Fields;
use crate::keys::Key;
use statement::Statement;

/// Rows of a list.
const SHOWN: usize = 50;

/// Characters of a page's text that a list shows.
pub const BEGINS: usize = 200;

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
        if state.as_deref().is_some_and(|state| !STATES.contains(&state)) {
            return Err(Error::Request("state is pending, failed or done".to_owned()));
        }
        Ok(Self {
            search: own("search"),
            page_type: own("type"),
            genre: own("genre"),
            host: own("host").map(|host| host.to_lowercase()),
            state,
            below: fields.number("below")?.filter(|number: &f32| number.is_finite()),
            from: fields.number("from")?.filter(|number: &f32| number.is_finite()),
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
                &self.marked.map(|marked| if marked { "yes" } else { "no" }.to_owned()),
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

    /// Whether it may leave out most pages.
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
pub async fn list(app: &App, session: &mut Session, present: Present, filter: &Filter) -> Result<Listing, Error> {
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
        // Ten windows have 200,000 pages that are marked; who marked more finds the next in the list.
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
        let query =
            "search=a+b&type=forum&host=x.example&state=done&below=0.5&marked=no&order=doubtful&after=0.25&after=k%261";
        let filter = Filter::read(&Fields::read(query.as_bytes())).expect("a filter");
        assert_eq!(filter.query(&filter.after), query);
        assert_eq!(filter.after, ["0.25", "k&1"]);
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        for query in ["state=lost", "below=much"] {
            assert!(Filter::read(&Fields::read(query.as_bytes())).is_err(), "{query}");
        }
    }
}
