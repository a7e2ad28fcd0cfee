//! The web application beside the database: look at what goce extracted, mark what is wrong, train on it.
//!
//! It talks SQL to a server that has the extension, with the rights of the role that it connects as.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    reason = "only the program, its tests and goce-render use this library"
)]

mod access;
mod app;
pub mod database;
mod diff;
mod error;
mod fields;
mod functions;
mod guard;
mod jobs;
pub mod keys;
mod learned;
mod listing;
mod markdown;
mod marks;
mod models;
pub mod options;
mod page;
mod prelude;
mod reextract;
mod report;
mod routes;
mod server;
mod side_tables;
mod store;
pub mod table;
mod views;
mod words;
mod workflow;

pub use error::Error;
pub use options::Options;
pub use server::{Server, start};
