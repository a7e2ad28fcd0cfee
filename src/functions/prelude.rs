//! What most functions of SQL use.

pub use pgrx::prelude::*;

pub(crate) use crate::TableIterator;
pub use crate::server::arrays::Texts;
pub use crate::server::error::{OrReport, Refusal, Result};
pub use crate::server::page_memory::{parse, parse_once, parse_with};
pub(crate) use crate::server::rows::row;
pub use crate::server::rows::{Column, headings, row_each, rows};
pub use crate::server::text::{Text, named};
pub use crate::server::values::{Bytes, Json, JsonText, Stored, timestamp};
pub use goce_core::memory::TryPush;
pub use goce_core::output::RenderError;
pub use goce_core::page::RowPaths;
