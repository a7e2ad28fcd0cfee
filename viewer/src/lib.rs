//! The web application beside the database: look at what goce extracted, mark what is wrong, train on it.
//!
//! It talks SQL to a server that has the extension, with the rights of the role that it connects as.

#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "only the program and its tests use this library")]

mod again;
mod app;
mod body;
mod calls;
mod circle;
mod companions;
mod connection_string;
mod database;
mod diff;
mod error;
mod fetch;
mod form;
mod guard;
mod jobs;
mod keys;
mod learned;
mod listing;
mod logins;
mod markdown;
mod marks;
mod models;
mod options;
mod pace;
mod page;
pub mod password;
pub mod render;
mod report;
mod routes;
mod serve;
mod session;
mod settings;
mod shared;
mod slow_readers;
mod table;
mod tls;
mod views;
mod warc;

pub use app::{Server, start};
pub use error::Error;
pub use options::{Command, HELP, Options, RenderOptions, parse};
