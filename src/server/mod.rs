//! What a function needs of the server: its types, memory and errors, settings, SPI, and what a backend keeps between
//! calls. Nothing here knows a function of SQL.

pub mod argument;
pub mod arrays;
pub mod clock;
pub mod composite;
pub mod contexts;
pub mod encoding;
pub mod error;
pub mod last_used;
pub mod memory;
pub mod model;
pub mod model_file;
pub mod page_memory;
pub mod progress;
pub mod query_rows;
pub mod room;
pub mod rows;
pub mod sandbox;
pub mod settings;
pub mod site_state;
pub mod spi;
pub mod text;
pub mod values;
