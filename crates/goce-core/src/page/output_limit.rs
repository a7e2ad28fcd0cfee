//! How much may be written of a page.

use crate::output::Budget;
use crate::page::prelude::*;

impl Budget {
    /// Returns the budget of a page: its limit of output.
    pub fn of(page: &Page) -> Self {
        Budget::of_bytes(page.source_bytes())
    }
}

impl Output {
    /// Returns an empty output with the limit of a page.
    pub fn of(page: &Page) -> Self {
        Output::limited(Budget::of(page).limit())
    }
}
