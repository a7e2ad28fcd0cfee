//! The rows of functions that return tables.
//!
//! A row is made when PostgreSQL asks for it: the XPaths and headings of a deep page are many times as long as the page.

use crate::error::{OrReport, Report, Result};
use crate::{TableIterator, clock};

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
