//! Which pages have a gold text, and which of them a model has learned from. A model is measured on the others.

use crate::prelude::*;

/// Where gold texts come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gold {
    /// The newest version of each page's marks.
    Marks,
    /// The table's column of gold texts.
    Column,
}

/// Which pages with a gold text are meant.
#[derive(Default)]
pub struct Among {
    /// A fifth is left out, which is held back to measure on. The key decides.
    pub learnable: bool,
    /// Those are left out from which the models with these hashes have learned.
    pub unseen: Vec<String>,
}

impl Gold {
    pub fn read(value: Option<&str>) -> Option<Self> {
        [Self::Marks, Self::Column].into_iter().find(|gold| Some(gold.name()) == value)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Marks => "marks",
            Self::Column => "column",
        }
    }

    /// An SQL expression of the gold text of the page `s`.
    pub fn text(self, tables: &Tables<'_>) -> String {
        match self {
            Self::Marks => "m.gold".to_owned(),
            Self::Column => tables.store.table.gold_text(),
        }
    }

    /// Returns a query of pages with a gold text, in the order of their keys. The page is `s`.
    pub fn query(self, tables: &Tables<'_>, columns: &str, among: &Among, most: u32) -> Result<String, Error> {
        let table = &tables.store.table;
        let from = self.from(tables, &table.quoted, among).ok_or_else(|| {
            let why = match self {
                Self::Marks => "no page was marked yet",
                Self::Column => "the table has no column of gold texts",
            };
            Error::Request(why.to_owned())
        })?;
        Ok(format!("SELECT {columns} FROM {from} ORDER BY {} LIMIT {most}", table.key_of("s")))
    }

    /// Counts the pages with a gold text. Of a large table of pages it looks at the first 100,000.
    pub async fn count(self, tables: &mut Tables<'_>, among: &Among) -> Result<i64, Error> {
        let pages = &tables.store.table.quoted;
        let pages = match self {
            Self::Marks => pages.clone(),
            Self::Column => format!("(SELECT * FROM {pages} LIMIT 100000)"),
        };
        match self.from(tables, &pages, among) {
            Some(from) => tables.connection.only(&format!("SELECT count(*) FROM {from}"), &[]).await,
            None => Ok(0),
        }
    }

    /// The pages with a gold text as `s`, with the newest marks as `m` where these are the gold texts; `None` where there
    /// are none of this source.
    fn from(self, tables: &Tables<'_>, pages: &str, among: &Among) -> Option<String> {
        let table = &tables.store.table;
        let from = match self {
            Self::Column => table.gold.as_ref().map(|_| format!("{pages} AS s")),
            Self::Marks => tables.present.marks.then(|| {
                format!(
                    "(SELECT DISTINCT ON ({keys}) * FROM {marks} AS v ORDER BY {keys}, version DESC) AS m JOIN {pages} AS s ON {same}",
                    keys = table.key_of("v"),
                    marks = tables.present.read.marks,
                    same = table.same_key("m", "s"),
                )
            }),
        }?;
        let mut from =
            format!("{from} WHERE {} IS NOT NULL AND {} IS NOT NULL", self.text(tables), table.page_column());
        if among.learnable {
            from += &format!(" AND hashtextextended(({})::text, 0) % 5 <> 0", table.key_text("s"));
        }
        if !among.unseen.is_empty() {
            // Hashes are hexadecimal digits: the database has computed them.
            let (learned, same) = (&tables.present.read.learned, table.same_key("l", "s"));
            let hashes = among.unseen.join("', '");
            from += &format!(
                " AND NOT EXISTS (SELECT FROM {learned} AS l WHERE l.model_sha256 IN ('{hashes}') AND {same})"
            );
        }
        Some(from)
    }
}

/// Counts the pages with a gold text, of the source that has more of them.
pub async fn most(tables: &mut Tables<'_>, among: &Among) -> Result<i64, Error> {
    let marks = Gold::Marks.count(tables, among).await?;
    Ok(marks.max(Gold::Column.count(tables, among).await?))
}

/// How many pages have a gold text, by source, and how many of them certain models have not seen.
#[derive(Clone, Copy, Default)]
pub struct Labelled {
    pub marks: (i64, i64),
    pub column: (i64, i64),
}

impl Labelled {
    pub async fn count(tables: &mut Tables<'_>, among: &Among) -> Result<Self, Error> {
        let mut labelled = Self::default();
        for (gold, numbers) in [(Gold::Marks, &mut labelled.marks), (Gold::Column, &mut labelled.column)] {
            let all = gold.count(tables, &Among::default()).await?;
            let unseen = if among.unseen.is_empty() {
                all
            } else {
                gold.count(tables, among).await?
            };
            *numbers = (all, unseen);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_with_more_unseen_pages_is_better() {
        for (marks, column, better) in [
            ((33, 33), (500, 0), Gold::Marks),
            ((33, 0), (500, 167), Gold::Column),
            ((5, 0), (60, 0), Gold::Column),
            ((0, 0), (0, 0), Gold::Marks),
        ] {
            assert_eq!(Labelled { marks, column }.better(), better);
        }
    }
}
