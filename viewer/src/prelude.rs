//! What most modules use.

pub use crate::database::{Connection, Value};
pub use crate::error::Error;
pub use crate::keys::Key;
pub use crate::store::{Store, Tables};
pub use crate::words::{model_name, number};
