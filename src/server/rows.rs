//! The rows of functions that return tables.
//!
//! A row is made when PostgreSQL asks for it: the XPaths and headings of a deep page are many times as long as the page.

use pgrx::datum::TimestampWithTimeZone;

use crate::TableIterator;
use crate::server::arrays::Texts;
use crate::server::clock;
use crate::server::error::{OrReport, Report, Result};
use crate::server::text::Text;
use crate::server::values::{Bytes, JsonText};
use goce_core::memory::{Fallible, TryPush};
use goce_core::output::Rendered;
use goce_core::page::RowPaths;

/// A value as a package of goce has it, which becomes a column of a row.
pub trait Column {
    /// The type of the column.
    type Sql;

    fn column(self) -> Fallible<Self::Sql>;
}

macro_rules! columns {
    ($($type:ty => $sql:ty, $value:ident: $column:expr;)*) => {
        $(impl Column for $type {
            type Sql = $sql;

            fn column(self) -> Fallible<$sql> {
                let $value = self;
                Ok($column)
            }
        })*
    };
}

columns! {
    i32 => i32, number: number;
    i64 => i64, number: number;
    f32 => f32, number: number;
    f64 => f64, number: number;
    bool => bool, is: is;
    Texts => Texts, texts: texts;
    JsonText => JsonText, json: json;
    Bytes => Bytes, bytes: bytes;
    TimestampWithTimeZone => TimestampWithTimeZone, time: time;
    Text => Text, text: text;
    String => Text, text: text.into();
    &str => Text, text: Text::copy(text)?;
}

impl<T: Column> Column for Option<T> {
    type Sql = Option<T::Sql>;

    fn column(self) -> Fallible<Self::Sql> {
        self.map(T::column).transpose()
    }
}

impl<T: Column<Sql = Text>> Column for Vec<T> {
    type Sql = Texts;

    fn column(self) -> Fallible<Texts> {
        let mut texts = Vec::new();
        for text in self {
            texts.try_push(text.column()?)?;
        }
        Ok(Texts(texts))
    }
}

/// Returns the headings above a row, which it repeats.
pub fn headings<'t>(texts: impl Iterator<Item = &'t str>, paths: &mut RowPaths) -> Rendered<Vec<&'t str>> {
    let mut headings = Vec::new();
    for text in texts {
        paths.spend(text.len())?;
        headings.try_push(text)?;
    }
    Ok(headings)
}

/// Makes a row of its columns, each by [`Column`].
macro_rules! row {
    ($($column:expr),* $(,)?) => {
        Ok::<_, goce_core::output::RenderError>(($($crate::server::rows::Column::column($column)?),*))
    };
}
pub(crate) use row;

/// Returns the rows that `next` makes, which gets the number of the row and returns `None` behind the last one. An error
/// of `next` ends the query.
pub fn rows<T: 'static, E: Report>(mut next: impl FnMut(i32) -> Result<Option<T>, E> + 'static) -> TableIterator<T> {
    let mut ord = 0;
    TableIterator::new(clock::Rows::new(std::iter::from_fn(move || {
        // A page has fewer rows than bytes, and PostgreSQL bounds those to 2³⁰.
        ord += 1;
        next(ord).or_raise()
    })))
}

/// Returns the row that `row` makes of each item and its number.
pub fn row_each<I: IntoIterator<IntoIter: 'static>, T: 'static, E: Report>(
    items: I,
    mut row: impl FnMut(i32, I::Item) -> Result<T, E> + 'static,
) -> TableIterator<T> {
    let mut items = items.into_iter();
    rows(move |ord| items.next().map(|item| row(ord, item)).transpose())
}
