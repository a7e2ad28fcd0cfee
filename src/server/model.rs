//! The genre network in use: the built-in one, or that of the setting `goce.genre_model`.
//!
//! A backend reads it once. With the library among `shared_preload_libraries` the postmaster reads it, and all backends
//! share its memory.

use std::cell::RefCell;
use std::ops::Deref;
use std::panic::catch_unwind;
use std::rc::Rc;

use pgrx::prelude::*;

use crate::server::error::{OrReport, Result};
use crate::server::model_file::{Custom, ModelFileError, Version, sha256};
use crate::server::settings;
use goce_sight::network::{BUILT_IN, Network};

thread_local! {
    /// The network of the file used last.
    static CUSTOM: RefCell<Option<Rc<Custom>>> = const { RefCell::new(None) };
}

pub enum Model {
    BuiltIn(&'static Network),
    Custom(Rc<Custom>),
}

impl Deref for Model {
    type Target = Network;

    fn deref(&self) -> &Network {
        match self {
            Model::BuiltIn(network) => network,
            Model::Custom(custom) => &custom.network,
        }
    }
}

impl Model {
    /// Returns the path of its file, in the server's encoding; `None` for the built-in network.
    pub fn path(&self) -> Option<&[u8]> {
        match self {
            Model::BuiltIn(_) => None,
            Model::Custom(custom) => Some(custom.path()),
        }
    }

    pub fn sha256(&self) -> String {
        match self {
            Model::BuiltIn(_) => sha256(BUILT_IN),
            Model::Custom(custom) => custom.sha256.clone(),
        }
    }
}

/// Returns the network in use. Its file is read at first use, and again where it has changed.
pub fn current() -> Result<Model> {
    let Some(path) = settings::genre_model() else {
        return Ok(Model::BuiltIn(Network::built_in().or_report()?));
    };
    Ok(Model::Custom(custom(path.to_bytes())?))
}

fn custom(path: &[u8]) -> Result<Rc<Custom>, ModelFileError> {
    let version = Version::current(path)?;
    let kept = CUSTOM.with_borrow(Option::clone);
    if let Some(custom) = kept.filter(|custom| custom.version == version) {
        return Ok(custom);
    }
    let custom = Rc::new(Custom::read(path)?);
    CUSTOM.set(Some(Rc::clone(&custom)));
    Ok(custom)
}

/// Gives the network of the last file back.
pub fn forget() {
    CUSTOM.take();
}

/// Reads the networks before the postmaster forks. A faulty one is a warning: the server starts all the same.
pub fn preload() {
    // SAFETY: reads a variable of the process.
    if !unsafe { pg_sys::process_shared_preload_libraries_in_progress } {
        return;
    }
    let read: [fn() -> Result<()>; 2] = [|| Network::built_in().map(drop).or_report(), || current().map(drop)];
    for read in read {
        match catch_unwind(read) {
            Ok(Ok(())) => (),
            Ok(Err(error)) => error.report(PgLogLevel::WARNING),
            // The postmaster catches no errors: a raised one would end it.
            Err(_) => {
                warning!("goce could not read a network before the server starts");
            }
        }
    }
}
