//! Learning over the blocks of a page: their features, labels from gold text, models, decisions.
//!
//! A learned method is three choices: features of blocks, a model, a decision. Training and
//! inference share this code; only the fitting of the trees of `auto` is done elsewhere (models/).
//! LearnHTML ([`dom`], [`models`], [`train`]) is trained here too, inside the database.

#![forbid(unsafe_code)]

pub mod blocks;
pub mod decision;
pub mod dom;
pub mod forest;
pub mod hashes;
pub mod labels;
pub mod models;
pub mod reader;
pub mod tokens;
pub mod train;
pub mod web2text;
