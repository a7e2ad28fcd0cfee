//! Which pages have a gold text, and which of them a model has learned from. A model is measured on the others.

use crate::database::{filled, value};
use crate::error::Error;
use crate::models::{self, is_model};
use crate::side_tables::Present;
use crate::store::{Store, Tables};
use crate::table::Column;

/// The most rows of the table of pages in which gold texts are counted.
const LOOKED_AT: i64 = 100_000;

/// Where gold texts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gold {
    /// The newest version of each page's marks.
    Marks,
    /// The table's column of gold texts.
    Column,
}

/// Which pages with a gold text are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Among {
    All,
    /// Those from which none of the models with these hashes has learned.
    Unseen(Vec<String>),
    /// Those from which one of them has learned.
    Seen(Vec<String>),
    /// All but a fifth, which is held back to measure on. The key decides.
    Learnable,
    /// Those of them from which none of the models with these hashes has learned.
    Fresh(Vec<String>),
}

impl Gold {
    pub fn read(value: Option<&str>) -> Option<Self> {
        match value {
            Some("marks") => Some(Self::Marks),
            Some("column") => Some(Self::Column),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Marks => "marks",
            Self::Column => "column",
        }
    }

    fn is_there(self, store: &Store, present: Present) -> bool {
        match self {
            Self::Marks => present.marks,
            Self::Column => store.table.gold.is_some(),
        }
    }

    /// Returns a query of pages with a gold text, in the order of their keys: `html`, `gold`, `genre` (the true one),
    /// `key`, `url` and `subset`, the value of a column.
    pub fn query(
        self,
        store: &Store,
        present: Present,
        among: &Among,
        most: u32,
        subset: Option<&Column>,
    ) -> Result<String, Error> {
        let table = &store.table;
        let genre = table.genre.as_ref().map_or_else(|| "NULL::text".to_owned(), |genre| format!("s.{}", genre.quoted));
        let columns = format!(
            "{page} AS html, {gold} AS gold, {genre} AS genre, {key} AS key, {url} AS url, {subset} AS subset",
            subset =
                subset.map_or_else(|| "NULL::text".to_owned(), |column| format!("left(s.{}::text, 60)", column.quoted)),
            page = table.page,
            gold = self.text(store),
            key = table.key_text("s"),
            url = table.url_text(),
        );
        self.select(store, present, &columns, among, most)
    }

    /// Returns a query of the keys of the same pages.
    pub fn keys(self, store: &Store, present: Present, among: &Among, most: u32) -> Result<String, Error> {
        self.select(store, present, &store.table.key_of("s"), among, most)
    }

    fn select(self, store: &Store, present: Present, columns: &str, among: &Among, most: u32) -> Result<String, Error> {
        if !self.is_there(store, present) {
            return Err(Error::Request(match self {
                Self::Marks => "no page was marked yet".to_owned(),
                Self::Column => "the table has no column of gold texts".to_owned(),
            }));
        }
        let table = &store.table;
        Ok(format!(
            "SELECT {columns} FROM {from} WHERE {gold} IS NOT NULL AND {page} IS NOT NULL{among} ORDER BY {of_s} LIMIT {most}",
            from = self.from(store, &table.quoted),
            gold = self.text(store),
            page = table.page,
            among = condition(store, present, among),
            of_s = table.key_of("s"),
        ))
    }

    /// The pages as `s`, with the newest marks as `m` where these are the gold texts.
    fn from(self, store: &Store, pages: &str) -> String {
        let table = &store.table;
        match self {
            Self::Column => format!("{pages} AS s"),
            Self::Marks => format!(
                "(SELECT DISTINCT ON ({keys}) * FROM {marks} AS v ORDER BY {keys}, version DESC) AS m JOIN {pages} AS s ON {same}",
                keys = table.key_of("v"),
                marks = store.side_tables.marks,
                same = table.same_key("m", "s"),
            ),
        }
    }

    fn text(self, store: &Store) -> String {
        match self {
            Self::Marks => "m.gold".to_owned(),
            Self::Column => store.table.gold_text(),
        }
    }
}

fn condition(store: &Store, present: Present, among: &Among) -> String {
    let learnable = format!(" AND hashtextextended(({})::text, 0) % 5 <> 0", store.table.key_text("s"));
    let (hashes, not) = match among {
        Among::All => return String::new(),
        Among::Learnable => return learnable,
        Among::Fresh(hashes) => return learnable + &condition(store, present, &Among::Unseen(hashes.clone())),
        Among::Unseen(hashes) => (hashes, "NOT "),
        Among::Seen(hashes) => (hashes, ""),
    };
    if hashes.is_empty() || !present.learned {
        return if not.is_empty() { " AND false" } else { "" }.to_owned();
    }
    // Hashes are hexadecimal digits: the database has computed them.
    let hashes: Vec<String> = hashes.iter().map(|hash| format!("'{hash}'")).collect();
    format!(
        " AND {not}EXISTS (SELECT FROM {} AS l WHERE l.model_sha256 IN ({}) AND {})",
        store.side_tables.learned,
        hashes.join(", "),
        store.table.same_key("l", "s")
    )
}

/// Counts the pages with a gold text. Of a large table of pages it looks at the first 100,000.
pub async fn count(tables: &mut Tables<'_>, gold: Gold, among: &Among) -> Result<i64, Error> {
    let (store, present) = (tables.store, tables.present);
    if !gold.is_there(store, present) {
        return Ok(0);
    }
    let table = &store.table;
    let html = &table.html.quoted;
    let pages = match gold {
        Gold::Marks => table.quoted.clone(),
        Gold::Column => format!("(SELECT * FROM {} LIMIT {LOOKED_AT})", table.quoted),
    };
    let sql = format!(
        "SELECT count(*) FROM {from} WHERE {gold} IS NOT NULL AND s.{html} IS NOT NULL{among}",
        from = gold.from(store, &pages),
        gold = gold.text(store),
        among = condition(store, present, among),
    );
    tables.connection.count(&sql).await
}

/// How many pages have a gold text, by source, and how many of them certain models have not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Labelled {
    pub marks: (i64, i64),
    pub column: (i64, i64),
}

impl Labelled {
    pub async fn count(tables: &mut Tables<'_>, models: &[String]) -> Result<Self, Error> {
        let unseen = Among::Unseen(models.to_vec());
        let mut labelled = Self::default();
        for (gold, numbers) in [(Gold::Marks, &mut labelled.marks), (Gold::Column, &mut labelled.column)] {
            numbers.0 = count(tables, gold, &Among::All).await?;
            numbers.1 = if models.is_empty() {
                numbers.0
            } else {
                count(tables, gold, &unseen).await?
            };
        }
        Ok(labelled)
    }

    pub fn of(&self, gold: Gold) -> (i64, i64) {
        match gold {
            Gold::Marks => self.marks,
            Gold::Column => self.column,
        }
    }

    /// The source with the most pages that are not seen; of two alike the one with the most pages, then the marks.
    pub fn better(&self) -> Gold {
        let (marks, column) = (self.marks, self.column);
        if (column.1, column.0) > (marks.1, marks.0) {
            Gold::Column
        } else {
            Gold::Marks
        }
    }
}

/// What is known of a model that is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Pupil {
    /// `model:NAME` or `draft:NAME`.
    pub choice: String,
    pub sha256: String,
    /// How many pages it has learned from here; `None` where it was trained elsewhere, and nobody knows.
    pub learned: Option<i64>,
    /// The JSON of `goce_model_info`.
    pub info: serde_json::Value,
}

/// Returns what is known of the models among these choices.
pub async fn pupils(tables: &mut Tables<'_>, choices: &[String]) -> Result<Vec<Pupil>, Error> {
    let store = tables.store;
    let mut pupils = Vec::new();
    for choice in choices.iter().filter(|choice| is_model(choice)) {
        models::check(tables, choice).await?;
        let Some((model, name)) = models::of_choice(store, choice, 1) else {
            continue;
        };
        let info = crate::calls::MODEL_INFO.call(&store.table.goce, &["m.model"]);
        let sql = format!("SELECT encode(sha256(m.model), 'hex'), {info}::text FROM (SELECT {model} AS model) AS m");
        let Some(row) = tables.connection.first(&sql, &[value(&name)]).await? else {
            continue;
        };
        let sha256 = filled(&row, 0)?;
        let learned = models::learned_from(tables, std::slice::from_ref(&sha256)).await?;
        pupils.push(Pupil {
            choice: choice.clone(),
            learned: learned.first().map(|(_, pages)| *pages),
            info: serde_json::from_str(&filled(&row, 1)?).unwrap_or_default(),
            sha256,
        });
    }
    Ok(pupils)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_with_more_unseen_pages_is_better() {
        let labelled = |marks, column| Labelled { marks, column };
        assert_eq!(labelled((33, 33), (500, 0)).better(), Gold::Marks);
        assert_eq!(labelled((33, 0), (500, 167)).better(), Gold::Column);
        assert_eq!(labelled((5, 0), (60, 0)).better(), Gold::Column);
        assert_eq!(labelled((0, 0), (0, 0)).better(), Gold::Marks);
    }
}
