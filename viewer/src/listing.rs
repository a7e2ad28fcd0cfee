//! Lists of pages by keyset: each request reads a bounded number of rows, however large the table is.

mod counts;
mod statement;

pub use counts::{Count, Counts, Overview, marked, size};
pub use statement::shown;

use sqlx::FromRow;

use crate::fields::Fields;
use crate::prelude::*;
use statement::{Reading, Statement};

/// Characters of a page's text that a list shows.
pub const BEGINS: usize = 200;

/// The states of a page in the target. Those that are done may have no text: [`NO_TEXT`].
pub const STATES: [&str; 3] = ["pending", "failed", "done"];
/// The state of pages that are done and have no text; after a colon, why.
pub const NO_TEXT: &str = "no-text";
/// Why a page has no text, as `goce_page` says it and for people.
pub const REASONS: [(&str, &str); 6] = [
    ("shell", "a shell that scripts fill"),
    ("error", "an error page"),
    ("robot-check", "a robot check"),
    ("consent", "a question for consent"),
    ("empty", "an empty page"),
    ("nothing-found", "nothing was taken for content"),
];

/// Which pages a list shows.
#[derive(Clone, Default, PartialEq)]
pub struct Filter {
    /// A text within the content, the title or the address.
    pub search: Option<String>,
    pub page_type: Option<String>,
    pub host: Option<String>,
    /// One of [`STATES`], or [`NO_TEXT`].
    pub state: Option<String>,
    /// The confidence is below this.
    pub below: Option<f32>,
    /// The confidence is at least this.
    pub from: Option<f32>,
    pub marked: Option<bool>,
    /// Pages come in the order of their confidence, the lowest first.
    pub doubtful: bool,
    /// Where the list goes on: the last key, after the last confidence if the order is `doubtful`.
    pub after: Vec<String>,
}

impl Filter {
    pub fn read(fields: &Fields) -> Result<Self, Error> {
        let own = |name| fields.get(name).map(str::to_owned);
        let finite = |name| match fields.number::<f32>(name)? {
            Some(number) if !number.is_finite() => Err(Error::Request(format!("“{name}” needs a number such as 0.5"))),
            number => Ok(number),
        };
        let state = own("state");
        if state.as_deref().is_some_and(|state| !STATES.contains(&state) && !state.starts_with(NO_TEXT)) {
            return Err(Error::Request("the state can be pending, failed, done or no-text".to_owned()));
        }
        Ok(Self {
            search: own("search"),
            page_type: own("type"),
            host: own("host").map(|host| host.to_lowercase()),
            state,
            below: finite("below")?,
            from: finite("from")?,
            marked: fields.get("marked").map(|value| value == "yes"),
            doubtful: fields.get("order") == Some("doubtful"),
            after: fields.all("after").map(str::to_owned).collect(),
        })
    }

    /// Returns the address of the list from `after` on.
    pub fn address(&self, after: &[String]) -> String {
        let query = self.query(after);
        if query.is_empty() {
            "/pages".to_owned()
        } else {
            format!("/pages?{query}")
        }
    }

    /// Returns the query string of this filter, from `after` on.
    pub fn query(&self, after: &[String]) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        let marked = self.marked.map(|marked| if marked { "yes" } else { "no" });
        let fields = [
            ("search", &self.search),
            ("type", &self.page_type),
            ("host", &self.host),
            ("state", &self.state),
            ("below", &self.below.map(|below| below.to_string())),
            ("from", &self.from.map(|from| from.to_string())),
            ("marked", &marked.map(str::to_owned)),
            ("order", &self.doubtful.then(|| "doubtful".to_owned())),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                query.append_pair(name, value);
            }
        }
        for value in after {
            query.append_pair("after", value);
        }
        query.finish()
    }

    /// Whether it leaves out no page.
    pub fn is_of_all(&self) -> bool {
        *self
            == Self {
                after: self.after.clone(),
                ..Self::default()
            }
    }

    /// Whether it may leave out most pages. A search is another case.
    fn is_narrow(&self) -> bool {
        let any = Self {
            search: None,
            doubtful: false,
            ..self.clone()
        };
        !any.is_of_all()
    }
}

/// A page of a list. Where only keys are read, it has nothing more.
#[derive(Default, FromRow)]
#[sqlx(default)]
pub struct Listed {
    pub key: Key,
    pub title: Option<String>,
    pub url: Option<String>,
    pub page_type: Option<String>,
    pub confidence: Option<f32>,
    pub state: String,
    pub sqlstate: Option<String>,
    pub begins: Option<String>,
    pub marked_by: Option<String>,
    pub is_without_text: bool,
    pub no_text: Option<String>,
    pub has_screenshot: bool,
    /// Where the list goes on after it.
    goce_cursor: Vec<String>,
}

/// A part of a list.
pub struct Listing {
    pub pages: Vec<Listed>,
    /// Where the list goes on; `None` at its end.
    pub next: Option<Vec<String>>,
    /// The number of rows that were read, where the list goes on and yet this part is not full.
    pub looked_at: Option<i64>,
}

/// Reads the first part of a list.
pub async fn list(tables: &mut Tables<'_>, filter: &Filter) -> Result<Listing, Error> {
    // Rows of a list.
    let part = Reading { most: 50, whole: true };
    read(tables, filter, &part).await
}

async fn read(tables: &mut Tables<'_>, filter: &Filter, reading: &Reading) -> Result<Listing, Error> {
    let query = Statement::new(tables, filter, reading)?;
    let mut pages: Vec<Listed> = tables.connection.rows(&query.list, &query.values()).await?;
    let (mut next, mut looked_at) = (None, None);
    if pages.len() > reading.most {
        pages.truncate(reading.most);
        next = pages.last().map(|page| page.goce_cursor.clone());
    } else if query.is_partial
        && let Some((read, last)) =
            tables.connection.first::<(i64, Option<Vec<String>>)>(&query.rest, &query.values()).await?
        && usize::try_from(read).is_ok_and(|read| read >= query.window)
    {
        looked_at = last.as_ref().map(|_| read);
        next = last;
    }
    Ok(Listing { pages, next, looked_at })
}

/// Counts the pages of a list, of which `listing` is a part. `true`: there may be more.
pub async fn found(tables: &mut Tables<'_>, filter: &Filter, listing: &Listing) -> Result<(Count, bool), Error> {
    if filter.is_of_all() {
        return Ok((size(&mut tables.connection, &tables.store.table.quoted).await?, false));
    }
    let all = Filter {
        after: Vec::new(),
        ..filter.clone()
    };
    let counted = Reading {
        // The most pages that are counted with filters.
        most: 1_000,
        whole: false,
    };
    let listing = if filter.after.is_empty() && listing.next.is_none() {
        listing
    } else {
        &read(tables, &all, &counted).await?
    };
    let rows = i64::try_from(listing.pages.len()).unwrap_or(i64::MAX);
    Ok((Count { rows, is_about: false }, listing.next.is_some()))
}

/// Returns the key of the first page of a list, or of the first after a page. It is never this one.
pub async fn following(
    tables: &mut Tables<'_>,
    filter: &Filter,
    after: Option<&Key>,
    but: Option<&Key>,
) -> Result<Option<Key>, Error> {
    let mut filter = Filter {
        after: after.cloned().unwrap_or_default(),
        ..filter.clone()
    };
    if let Some(after) = after.filter(|_| filter.doubtful) {
        let (facts, is) = (&tables.present.read.facts, tables.store.table.key_is("f", 1));
        let sql = format!("SELECT confidence::text FROM {facts} AS f WHERE {is}");
        let Some((Some(confidence),)) = tables.connection.first(&sql, &[after]).await? else {
            return Ok(None);
        };
        filter.after.insert(0, confidence);
    }
    let two = Reading { most: 2, whole: false };
    // Ten parts read up to 500,000 pages, 200,000 in the order of confidence. Beyond that the list itself helps.
    for _ in 0..10 {
        let listing = read(tables, &filter, &two).await?;
        let found = listing.pages.into_iter().map(|page| page.key).find(|key| Some(key) != but);
        match listing.next.filter(|_| found.is_none()) {
            Some(next) => filter.after = next,
            None => return Ok(found),
        }
    }
    Ok(None)
}

/// Returns the key of the next page to mark after this one: first by confidence, the lowest first, then by key the pages
/// that were not judged.
pub async fn next_to_mark(tables: &mut Tables<'_>, page: Option<&Key>) -> Result<Option<Key>, Error> {
    for (doubtful, after) in [(true, page), (true, None), (false, page), (false, None)] {
        let unmarked = Filter {
            marked: Some(false),
            doubtful,
            ..Filter::default()
        };
        let found = following(tables, &unmarked, after, page).await?;
        if found.is_some() {
            return Ok(found);
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
}
